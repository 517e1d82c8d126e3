"""English draughts: positions, moves, FEN, perft, diagrams as text and SVG, replay of records.

Moves, FEN and PDN records come in; positions, legal moves, results and drawings go out.
Stands on the native core (`native/draughts`) and `kifu.records`.
"""

from kifu.games.draughts.moves import Move, Piece
from kifu.games.draughts.perft import divide, perft
from kifu.games.draughts.position import START_FEN, Ending, Position
from kifu.games.draughts.replay import Replay, positions_of, record_of, replay, unpack
from kifu.games.draughts.whole_captures import with_whole_captures
from kifu.records.moves import Colour

__all__ = [
    "START_FEN",
    "Colour",
    "Ending",
    "Move",
    "Piece",
    "Position",
    "Replay",
    "divide",
    "perft",
    "positions_of",
    "record_of",
    "replay",
    "unpack",
    "with_whole_captures",
]
