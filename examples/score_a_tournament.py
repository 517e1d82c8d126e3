"""An organiser: the score of every game of a folder, and where it differs from the record.

Run: python examples/score_a_tournament.py games/
"""

import sys
from pathlib import Path

import kifu

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
for file in sorted(folder.glob("*.sgf")):
    for game in kifu.read_all(file):
        score = kifu.score(game)
        doubts = [str(block.points[0]) for block in score.blocks if block.status == "doubtful"]
        agrees = {True: "agrees", False: "DIFFERS", None: "no result"}[score.sheet.agrees]
        print(f"{file.name}: {score.result}, recorded {game.result_text or '-'}: {agrees}", *doubts)
