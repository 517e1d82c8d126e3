"""The row of one game: what a digest gives and the archive stores."""

from typing import NamedTuple


class GameRow(NamedTuple):
    """One game as it is stored. The fields are the columns of `games` and `contents`, see schema.py."""

    ordinal: int
    key: int  # signed 64 bits
    game: str
    width: int
    height: int
    black: str | None
    white: str | None
    black_rank: str | None
    white_rank: str | None
    black_level: int | None
    white_level: int | None
    date: str | None
    year: int | None
    event: str | None
    rules: str | None
    komi: float | None
    handicap: int
    result: str | None
    result_kind: str
    winner: str | None
    margin: float | None
    n_moves: int
    illegal_at: int | None
    problems: str | None
    actions: bytes
    fen: str
    record: bytes


#: The columns that go to `games`; the rest go to `contents`.
FACTS = GameRow._fields[: GameRow._fields.index("actions")]
