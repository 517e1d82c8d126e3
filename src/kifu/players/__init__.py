"""Things that choose moves: random, expert moves, Monte-Carlo, an outside engine; and the clocks they watch.

A board with its past comes in, a `Choice` goes out. Stands on models, positions and protocols.
Import the modules by name; `kifu.players.named` makes a player from text.
"""

from kifu.players.base import Choice, Player
from kifu.players.clocks import Clock

__all__ = ["Choice", "Clock", "Player"]
