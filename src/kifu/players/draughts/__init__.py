"""Players of English draughts: random, counting pieces, a network, tree search, an outside engine.

A position comes in, a move with its value goes out. Stands on `kifu.models.draughts_net` and the native
search; `kifu.players.named` makes a player from its text.
"""

from kifu.players.draughts.base import DraughtsPlayer

__all__ = ["DraughtsPlayer"]
