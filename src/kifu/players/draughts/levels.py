"""Levels of the opponent in `kifu play draughts`, each a player's text: earlier champions, then depth."""

#: From the weakest, 1, to the strongest, 9; `kifu experiment run evolve/levels` measures them.
LEVELS = (
    "net:newborn,depth=1,captures=no,endings=0",
    "net:young,depth=2,captures=no,endings=0",
    "net:young,depth=2,endings=0",
    "net:champion,depth=1,endings=0",
    "net:champion,depth=2,endings=0",
    "net:champion,depth=3,endings=0",
    "net:champion,depth=5",
    "net:champion,depth=7",
    "net:champion,depth=9",
)
