"""Go: boards from 2x2 to 25x25, rulesets, counting, diagrams, replay of records.

Moves and records come in; positions, blocks, counts and drawings go out.
Stands on the native core (`native/go`) and `kifu.records`.
"""

from kifu.games.go.board import MAX_SIZE, MIN_SIZE, Block, Board
from kifu.games.go.replay import Replay, replay, rules_of
from kifu.games.go.rules import Compensation, Counting, Ko, Rules
from kifu.games.go.scoring import Score, score
from kifu.records.moves import Colour, Move, Point

__all__ = [
    "MAX_SIZE",
    "MIN_SIZE",
    "Block",
    "Board",
    "Colour",
    "Compensation",
    "Counting",
    "Ko",
    "Move",
    "Point",
    "Replay",
    "Rules",
    "Score",
    "replay",
    "rules_of",
    "score",
]
