"""A researcher: positions of an archive as NumPy arrays, labelled by who won.

Run: python examples/positions_as_arrays.py games.db
"""

import sys

import kifu

black_to_play = positions = 0
with kifu.Archive(sys.argv[1]) as archive:
    for batch in archive.positions(batch=4096, game="go"):
        positions += len(batch.boards)
        black_to_play += int((batch.to_play == 1).sum())
print(f"{positions} positions, Black to play in {black_to_play}")
