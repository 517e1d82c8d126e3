"""Who owns each point at the end of a game: what judges proposed, what follows from it, and arrays of it.

A *proposal* is what one judge said: the dead stones, and whether counting without them gives the recorded
result. A *label* is what follows from all proposals of a game. `kifu.learners.labelling` makes both; they are
written in one transaction, so a kill at any moment loses the last few seconds at most.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kifu.archive.filters import EVERY_GAME, Filter
from kifu.archive.splits import SPLITS, Split, game_splits
from kifu.archive.writing import Writer
from kifu.errors import InputError

if TYPE_CHECKING:
    from kifu.archive.archive import Archive

STATUSES = ("labelled", "ambiguous", "unlabelled", "edited")

#: Owner of a point on which accepted proposals differ.
UNKNOWN = 255


class Proposal(NamedTuple):
    """What one judge said of one game; the fields are the columns of `proposals`, see schema.py."""

    id: int
    judge: str
    version: str
    dead: bytes | None
    lead: float | None
    counting: str | None
    owned: int | None
    failure: str | None


class Label(NamedTuple):
    """What is known of the end of one game; the fields are the columns of `labels`, see schema.py."""

    id: int
    status: str
    owners: bytes | None
    dead: bytes | None
    judges: str
    counting: str | None
    reason: str | None
    version: str


@dataclass(frozen=True)
class LabelBatch:
    """Some labelled games of Go on boards of one size, in the order of their ids.

    Game i is `actions[offsets[i]:offsets[i + 1]]`, packed as `native/go/action.hpp` says.

    Attributes:
        size: Lines of the board.
        ids: Numbers of the games in the archive.
        actions: All games, end to end.
        offsets: Where each game begins in `actions`; one more entry than games.
        owners: One row a game, a byte a point: 0 neither's, 1 Black's, 2 White's, 255 not known.
        statuses: labelled, ambiguous or edited.
        judges: The judges whose proposals were accepted, with commas between them.
    """

    size: int
    ids: NDArray[np.int64]
    actions: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    owners: NDArray[np.uint8]
    statuses: tuple[str, ...]
    judges: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.ids)


class LabelWriter(Writer):
    """Writes proposals and labels; a context manager that commits when its block ends well."""

    def add_labels(self, proposals: Iterable[Proposal], labels: Iterable[Label]) -> None:
        """Store what judges said and what follows; what was there of the same judge and game is replaced."""
        self._begin()
        for proposal in proposals:
            self._run("INSERT OR REPLACE INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?)", proposal)
        for label in labels:
            self._run("INSERT OR REPLACE INTO labels VALUES (?, ?, ?, ?, ?, ?, ?, ?)", label)


def batches(
    archive: "Archive",
    chosen: Filter = EVERY_GAME,
    *,
    split: Split | None = None,
    statuses: Sequence[str] = ("labelled", "edited"),
    games: int = 4096,
) -> Iterator[LabelBatch]:
    """Labelled games in batches of at most `games` games, one board size after the other.

    Args:
        archive: Where they are.
        chosen: Which of them.
        split: Only games for training, validation or testing (`kifu.archive.splits`).
        statuses: Which labels are good enough; ambiguous ones have points that are not known.
        games: The most in a batch.
    """
    if games < 1:
        raise InputError(f"expected batches of at least 1 game, not {games!r}")
    if split is not None and split not in SPLITS:
        raise InputError(f"expected a split of {', '.join(SPLITS)}, not {split!r}")
    condition, parameters = _condition(chosen, statuses)
    held = game_splits(archive) if split else {}
    sizes = archive.query(
        f"SELECT DISTINCT width FROM games JOIN labels USING (id) WHERE {condition} ORDER BY width",
        parameters,
    )
    for (size,) in sizes:
        ids = [
            number
            for (number,) in archive.query(
                f"SELECT id FROM games JOIN labels USING (id) WHERE width = ? AND {condition} ORDER BY id",
                [size, *parameters],
            )
            if split is None or held.get(number, "train") == split
        ]
        for first in range(0, len(ids), games):
            yield _batch(archive, size, ids[first : first + games])


def label_judges(
    archive: "Archive", chosen: Filter = EVERY_GAME, *, statuses: Sequence[str] = ("labelled", "edited")
) -> dict[int, str]:
    """Return the judges of every labelled game by its number, in order; arguments as for `batches`."""
    condition, parameters = _condition(chosen, statuses)
    rows = archive.query(
        f"SELECT id, judges FROM games JOIN labels USING (id) WHERE {condition} ORDER BY id", parameters
    )
    return dict(rows)


def _condition(chosen: Filter, statuses: Sequence[str]) -> tuple[str, list[Any]]:
    for status in statuses:
        if status not in STATUSES:
            raise InputError(f"expected a status of {', '.join(STATUSES)}, not {status!r}")
    condition, parameters = chosen.sql()
    condition += f" AND owners IS NOT NULL AND status IN ({', '.join('?' * len(statuses))})"
    return condition, [*parameters, *statuses]


def _batch(archive: "Archive", size: int, ids: list[int]) -> LabelBatch:
    rows = []
    for first in range(0, len(ids), 500):  # SQLite takes a limited number of parameters
        some = ids[first : first + 500]
        rows += archive.query(
            "SELECT actions, owners, status, judges FROM contents JOIN labels USING (id) "
            f"WHERE id IN ({', '.join('?' * len(some))}) ORDER BY id",
            some,
        )
    actions, owners, statuses, judges = zip(*rows, strict=True)
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(game) // 2 for game in actions], out=offsets[1:])
    return LabelBatch(
        size=size,
        ids=np.array(ids, np.int64),
        actions=np.frombuffer(b"".join(actions), "<u2").astype(np.uint16, copy=False),
        offsets=offsets,
        owners=np.frombuffer(b"".join(owners), np.uint8).reshape(len(rows), size * size),
        statuses=statuses,
        judges=judges,
    )
