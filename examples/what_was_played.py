"""A student of openings: what was played after the first moves of a game, how often, with what result.

Run: python examples/what_was_played.py game.sgf 2 games.db
"""

import sys

import kifu

source, moves, archive = sys.argv[1:4] if len(sys.argv) > 3 else ("sample", "2", None)
print(kifu.openings(kifu.read(source).position(int(moves)), archive))
