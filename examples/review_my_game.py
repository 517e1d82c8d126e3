"""A player or teacher: the moves that cost most, a page to read and a record with comments.

Run: python examples/review_my_game.py game.sgf
"""

import sys
from pathlib import Path

import kifu

source = sys.argv[1] if len(sys.argv) > 1 else "sample"
review = kifu.review(kifu.read(source))
print(review)
Path("review.html").write_text(review.to_html(), encoding="utf-8")
review.annotated().write("reviewed.sgf")
