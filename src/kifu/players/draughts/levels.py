"""Levels of the opponent in `kifu play draughts`, each a player's text."""

#: From the weakest, 1, to the strongest, 9.
LEVELS = (
    "random",
    "material:depth=1,captures=no,endings=0",
    "material:depth=2,captures=no,endings=0",
    "material:depth=2",
    "material:depth=4",
    "material:depth=6",
    "material:depth=8",
    "material:seconds=0.2",
    "material:seconds=1",
)
