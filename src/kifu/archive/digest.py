"""Bytes of a record file -> rows of its games: the one place where the archive meets readers and rules.

The main line is packed into 16-bit actions: of Go as `native/go/action.hpp` says (moves, passes, setup), of
draughts as `native/draughts` says (moves from the row's FEN on).
"""

import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu import records
from kifu._native import go as native_go
from kifu.archive.ranks import level
from kifu.archive.rows import GameRow
from kifu.errors import InputError, PositionError, RecordError
from kifu.games.draughts.replay import replay as replay_draughts
from kifu.games.go.replay import missing_handicap
from kifu.games.go.replay import replay as replay_go
from kifu.records.packed_moves import PLACE, pack
from kifu.records.pdn import PdnRecord
from kifu.records.problems import Problem
from kifu.records.sgf import SgfRecord

#: Games with fewer moves are the same only if players, date and result are too: short games repeat honestly.
SHORT_GAME = 30

_LONGEST_TEXT = 500
_MOST_PROBLEMS = 50


@dataclass(frozen=True)
class Digest:
    """What a record file gave.

    Attributes:
        games: The rows of the games that can be kept.
        failures: Why the others cannot, with their number in the file.
    """

    games: list[GameRow] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Played:
    """What is left of a game when it has been replayed."""

    game: str
    width: int
    height: int
    key: bytes
    actions: NDArray[np.uint16]
    fen: str = ""
    n_moves: int = 0
    illegal_at: int | None = None
    problems: tuple[Problem, ...] = ()


def digest(data: bytes, name: str = "") -> Digest:
    """The rows of all games in a record file, SGF or PDN; its name helps where the content does not tell.

    Raises:
        RecordError: It is neither.
    """
    found = records.read(data, name=name)
    result = Digest()
    for ordinal, (record, original) in enumerate(zip(found, records.originals(data, found), strict=True)):
        try:
            result.games.append(_row(ordinal, record, original))
        except InputError as error:
            where = f"game {ordinal + 1}: " if len(found) > 1 else ""
            result.failures.append(f"{where}{error}")
    return result


def _row(ordinal: int, record: records.GameRecord, original: bytes) -> GameRow:
    if record.game not in _PLAYED:
        raise RecordError(f"expected a record of Go or draughts, this is one of {record.game}")
    played = _PLAYED[record.game](record)
    info = record.info
    outcome = info.result
    problems = [str(problem) for problem in (*played.problems, *record.problems)][:_MOST_PROBLEMS]
    row = GameRow(
        ordinal=ordinal,
        key=0,
        game=played.game,
        width=played.width,
        height=played.height,
        black=_text(info.black),
        white=_text(info.white),
        black_rank=_text(info.black_rank),
        white_rank=_text(info.white_rank),
        black_level=level(info.black_rank),
        white_level=level(info.white_rank),
        date=_text(info.date),
        year=info.year,
        event=_text(info.event),
        rules=_text(info.rules),
        komi=info.komi,
        handicap=info.handicap,
        result=_text(record.written_result),
        result_kind=outcome.kind if outcome else "unknown",
        winner=outcome.winner.value if outcome and outcome.winner else None,
        margin=outcome.margin if outcome else None,
        n_moves=played.n_moves,
        illegal_at=played.illegal_at,
        problems=json.dumps([_text(p) for p in problems], ensure_ascii=False) if problems else None,
        actions=played.actions.astype("<u2", copy=False).tobytes(),
        fen=played.fen,
        record=zlib.compress(original, 6),
    )
    return row._replace(key=_key(row, played.key))


def _play_go(record: SgfRecord) -> _Played:
    width, height = record.size
    actions = record.actions
    count = record.native.move_count
    try:
        replayed = replay_go(record)
    except PositionError as error:
        # A board that Kifu cannot play on: the record is kept, and known by its moves as they stand.
        problem = Problem("not-replayed", str(error))
        head = f"go {width}x{height}".encode()
        key = head + actions.tobytes()
        return _Played("go", width, height, key, actions, "", count, None, (problem,))
    if stones := missing_handicap(record):  # which the replay had to place: the actions replay alone
        placed = [pack(PLACE, False, x, y) for x, y in stones]
        actions = np.concatenate([np.array(placed, np.uint16), actions])
    key = native_go.game_key(width, actions).to_bytes(8, "little")
    return _Played(
        "go", width, height, key, actions, "", count, replayed.illegal_move, replayed.problems
    )  # fmt: skip


def _play_draughts(record: PdnRecord) -> _Played:
    replayed = replay_draughts(record)
    fen = replayed.start if record.fen else ""
    key = b"draughts " + fen.encode() + b" " + replayed.packed.tobytes()
    illegal = None
    if not replayed.is_complete:
        illegal = len(replayed.packed) + 1
        # Two games that differ only after an illegal move are two games.
        key += "\n".join(record.moves[illegal - 1 :]).encode("utf-8", "replace")
    return _Played(
        "draughts", 8, 8, key, replayed.packed, fen, len(record.moves), illegal, tuple(replayed.problems)
    )  # fmt: skip


_PLAYED: dict[str, Callable[[Any], _Played]] = {"go": _play_go, "draughts": _play_draughts}


def _key(row: GameRow, game: bytes) -> int:
    """64 bits, signed as SQLite wants them."""
    content = hashlib.blake2b(game, digest_size=8)
    if row.n_moves < SHORT_GAME:
        content.update(
            "\0".join(text or "" for text in (row.black, row.white, row.date, row.result)).encode()
        )
    return int.from_bytes(content.digest(), "little", signed=True)


def _text(text: str) -> str | None:
    """A text that can be stored and listed: one line, no half characters, not too long; None for none."""
    line = " ".join(text[: 2 * _LONGEST_TEXT].split())[:_LONGEST_TEXT]
    return line.replace("\0", "").encode("utf-8", "replace").decode() or None
