"""Tables for other programs: an archive comes in, a file of columns with its data card goes out.

`blocks`, `candidates` and `positions` say what the rows are; `making` computes them in workers and resumes;
`writing` knows the formats, `.npz`, Parquet and CSV; `card` describes the result. The original records
come out of an archive another way: `kifu archive games.db export` (`kifu.archive.export`).
"""

from kifu.interfaces.export.blocks import BlockOptions, blocks_table
from kifu.interfaces.export.candidates import CandidateOptions, candidates_table
from kifu.interfaces.export.choosing import Choice
from kifu.interfaces.export.draughts import draughts_table
from kifu.interfaces.export.making import make_table
from kifu.interfaces.export.positions import PositionOptions, positions_table

__all__ = [
    "BlockOptions",
    "CandidateOptions",
    "Choice",
    "PositionOptions",
    "blocks_table",
    "candidates_table",
    "draughts_table",
    "make_table",
    "positions_table",
]
