"""Levels of the opponents of both games, from the weakest to the strongest."""

from collections.abc import Mapping

#: Of Katia: playouts at most (0: no bound), and how often a move is drawn from the likely ones instead of
#: searched for.
KATIA_LEVELS: Mapping[str, tuple[int, float]] = {
    "beginner": (20, 0.4),
    "novice": (60, 0.2),
    "casual": (200, 0.05),
    "club": (800, 0.0),
    "strong": (4000, 0.0),
    "full": (0, 0.0),
}

#: Of draughts: earlier champions, then depth; `kifu lab run evolve/levels` measures them.
DRAUGHTS_LEVELS = (
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


#: The player of every level, as text, by game.
LEVELS: Mapping[str, Mapping[str, str]] = {
    "go": {level: f"katia:level={level}" for level in KATIA_LEVELS},
    "draughts": {str(number): text for number, text in enumerate(DRAUGHTS_LEVELS, 1)},
}
