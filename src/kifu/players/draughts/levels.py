"""Levels of the opponent in `kifu play draughts`, each a player's text: earlier champions, then depth."""

#: From the weakest, 1, to the strongest, 9; `benchmarks/evolve_performance.py levels` measures them.
LEVELS = (
    "net:newborn,depth=1,captures=no,endings=0",
    "net:young,depth=2,captures=no,endings=0",
    "net:young,depth=1,endings=0",
    "net:champion,depth=1,endings=0",
    "net:champion,depth=2,endings=0",
    "net:champion,depth=4,endings=0",
    "net:champion,depth=6",
    "net:champion,depth=8",
    "net:champion,seconds=1",
)
