"""English draughts: positions, moves, FEN, perft, diagrams as text and SVG, replay of records.

Moves, FEN and PDN records come in; positions, legal moves, results and drawings go out.
Stands on the native core (`native/draughts`) and `kifu.records`.
"""

from kifu.positions.draughts.moves import Move, Piece
from kifu.positions.draughts.perft import divide, perft
from kifu.positions.draughts.position import START_FEN, Ending, Position
from kifu.positions.draughts.replay import Replay, pack, positions_of, record_of, replay, unpack
from kifu.positions.draughts.whole_captures import with_whole_captures
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
    "pack",
    "perft",
    "positions_of",
    "record_of",
    "replay",
    "unpack",
    "with_whole_captures",
]
