"""Players of English draughts: random, counting pieces, a network, tree search, an outside engine.

A position comes in, a move with its value goes out. Stands on `kifu.models.draughts_net` and the native
search; `named` makes a player from its text.
"""

from kifu.players.draughts.base import DraughtsPlayer
from kifu.players.draughts.named import check_draughts_player, make_draughts_player

__all__ = ["DraughtsPlayer", "check_draughts_player", "make_draughts_player"]
