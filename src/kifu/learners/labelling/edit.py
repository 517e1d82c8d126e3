"""A person's word: a record with marked territory (TB, TW) labels the game it belongs to."""

import numpy as np
from numpy.typing import NDArray

from kifu.archive import Archive, PackedGames
from kifu.archive.digest import digest
from kifu.archive.labels import Label, LabelWriter, Proposal, game_with_key
from kifu.archive.packed import legal_moves
from kifu.errors import InputError, PointError
from kifu.games.go.board import MAX_SIZE, MIN_SIZE, Board
from kifu.learners.labelling.acceptance import COUNTINGS, count, pack
from kifu.learners.labelling.finished import FinishedGames, Marks
from kifu.records import packed_moves, sgf
from kifu.records.properties import read_point, split_pair

JUDGE = "edit"


def edit(archive: Archive, data: bytes) -> Label:
    """Label a game of the archive by a record of it in which the territory is marked.

    A stone on a point marked as the other side's territory is dead; all others live. The game is found by its
    moves, in any of the eight symmetries.

    Args:
        archive: Opened with `Archive.create`.
        data: SGF with the moves of the game and, in the main line, TB and TW.

    Raises:
        InputError: No game of Go on a board that Kifu plays on, no marks, no such game in the archive, or the
            marks do not give the recorded result.
    """
    records = sgf.read(data)
    if len(records) != 1:
        raise InputError(f"expected one game with marked territory, got {len(records)}")
    _check(records[0])
    territory = _territory(records[0])
    row = digest(data).games[0]
    number = game_with_key(archive, row.key)
    if number is None:
        raise InputError(
            f"this game is not in the archive {str(archive.path)!r}: expected one with the same "
            f"{row.n_moves} moves, passes included"
        )
    game = archive.game(number)
    if game.result_kind not in ("score", "draw"):
        raise InputError(
            f"game {number} has no numeric result to check the marks against, but {game.result!r}"
        )
    (packed,) = archive.packed(among=[number])
    games = FinishedGames.replay(packed)
    given = legal_moves(np.frombuffer(row.actions, "<u2"), row.illegal_at, packed.size)
    territory = _turned(territory, given, packed)
    dead = (territory != 0) & (games.stones[0] != 0) & (territory != games.stones[0])
    # A person may well say that a large space is nobody's.
    counted = count(games, dead.astype(np.uint8)[None], any_dame=True)
    counting = COUNTINGS[counted.counting[0]]
    if counting is None:
        lead = float(counted.leads[0])
        raise InputError(
            f"the marked territory gives {'B' if lead > 0 else 'W'}+{abs(lead):g}, but the record of game "
            f"{number} says {game.result!r}: mark every dead stone as the other side's territory (TB, TW)"
        )
    bits = pack(counted.dead[0])
    label = Label(number, "edited", counted.owners[0].tobytes(), bits, JUDGE, counting, None, "1")
    proposal = Proposal(number, JUDGE, "1", bits, float(counted.leads[0]), counting, counted.owned(0), None)
    with LabelWriter(archive) as writer:
        writer.add_labels([proposal], [label])
    return label


def _check(record: sgf.SgfRecord) -> None:
    width, height = record.size
    if record.game != Board.game:
        raise InputError(f"expected a game of Go with marked territory, got one of {record.game}")
    if width != height or not MIN_SIZE <= width <= MAX_SIZE:
        raise InputError(
            f"expected a game on a square board of {MIN_SIZE} to {MAX_SIZE} lines, got {width}x{height}; "
            "Kifu does not count other boards, and their games have no labels"
        )


def _territory(record: sgf.SgfRecord) -> Marks:
    """The marks of the last node of the main line that has any."""
    width, height = record.size
    marked = [node for node in record.main_line() if "TB" in node.properties or "TW" in node.properties]
    if not marked:
        raise InputError("expected territory marked with TB and TW in the main line, but there is none")
    territory = np.zeros((height, width), np.uint8)
    for value, name in ((1, "TB"), (2, "TW")):
        for text in marked[-1].properties.get(name, []):
            first, last = (read_point(corner) for corner in split_pair(text) or (text, text))
            if not (0 <= first.x <= last.x < width and 0 <= first.y <= last.y < height):
                raise PointError(f"{name}[{text}] is off the {width}x{height} board")
            territory[first.y : last.y + 1, first.x : last.x + 1] = value
    return territory


def _turned(territory: Marks, given: NDArray[np.uint16], game: PackedGames) -> Marks:
    """The marks as the archive's own record of the game would have them."""
    points = np.arange(game.size * game.size).reshape(game.size, game.size)
    for turns in range(4):
        for flip in (False, True):
            turned = np.rot90(points, turns)
            turned = turned[:, ::-1] if flip else turned
            if _same(_moved(given, turned), game.actions):
                return np.ascontiguousarray(territory.reshape(-1)[turned])
    raise InputError(f"game {game.ids[0]} has the same key but other moves: its record was changed by hand")


def _same(one: NDArray[np.uint16], other: NDArray[np.uint16]) -> bool:
    """Whether two lines have the same moves and, in any order, the same stones set up."""
    parts = []
    for actions in (one, other):
        played = packed_moves.is_move(actions)
        parts.append((actions[played].tolist(), sorted(actions[~played].tolist())))
    return parts[0] == parts[1]


def _moved(actions: NDArray[np.uint16], turned: NDArray[np.intp]) -> NDArray[np.uint16]:
    """The actions on the turned board; `turned` says of each new point which old one lies there."""
    size = len(turned)
    place = np.empty(size * size, np.int64)
    place[turned.reshape(-1)] = np.arange(size * size)
    x, y = packed_moves.column(actions), packed_moves.row(actions)
    on_board = (packed_moves.kind(actions) != packed_moves.PASS) & (x < size) & (y < size)
    new = place[np.where(on_board, y.astype(np.int64) * size + x, 0)]
    moved = packed_moves.with_points(actions, new % size, new // size)
    return np.where(on_board, moved, actions).astype(np.uint16)
