"""Who owns each point at the end of a game: what judges proposed, and what follows from it.

A *proposal* is what one judge said: the dead stones, and whether counting without them gives the recorded
result. A *label* is what follows from all proposals of a game. `kifu.learners.labelling` makes both; they are
written in one transaction, so a kill at any moment loses the last few seconds at most.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kifu.archive.filters import EVERY_GAME, LABELLED, Filter
from kifu.archive.packed import PackedGames, concatenate
from kifu.archive.splits import SPLITS, Split, game_splits
from kifu.archive.writing import Writer
from kifu.errors import InputError
from kifu.records.packed_moves import PASS, kind

if TYPE_CHECKING:
    from kifu.archive.archive import Archive

#: Judges that know nothing of what Kifu has learned: only their labels may test it.
INDEPENDENT_JUDGES = frozenset({"alive", "safe", "gnugo", "edit"})

_COUNTED = "game = 'go' AND result_kind IN ('score', 'draw')"
_REASONS = (
    ("it does not end in two passes", "no two passes at the end"),
    ("no count gives", "no judge's count gives the result"),
    ("a ", "not a board that is played on"),
    ("move ", "an illegal move"),
)


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


class CountedGame(NamedTuple):
    """A game of Go with a numeric result, and what decides whether it can be labelled."""

    id: int
    width: int
    height: int
    illegal_at: int | None
    ends_in_passes: bool


class LabelWriter(Writer):
    """Writes proposals and labels; a context manager that commits when its block ends well."""

    def add_labels(self, proposals: Iterable[Proposal], labels: Iterable[Label]) -> None:
        """Store what judges said and what follows; what was there of the same judge and game is replaced."""
        self._begin()
        for proposal in proposals:
            self._run("INSERT OR REPLACE INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?)", proposal)
        for label in labels:
            self._run("INSERT OR REPLACE INTO labels VALUES (?, ?, ?, ?, ?, ?, ?, ?)", label)


def label_facts(archive: "Archive", chosen: Filter = EVERY_GAME) -> list[Label]:
    """The labels of games in the order of the games, without `owners` and `dead`, which take much memory."""
    condition, parameters = chosen.sql()
    rows = archive._query(
        "SELECT games.id, status, NULL, NULL, judges, counting, reason, version FROM labels "
        f"JOIN games USING (id) WHERE {condition} ORDER BY games.id",
        parameters,
    )
    return [Label(*row) for row in rows]


def judge_versions(archive: "Archive") -> list[tuple[int, str, str]]:
    """Game, judge and version of the judge of every proposal."""
    return [(game, *said) for game, *said in archive._query("SELECT id, judge, version FROM proposals")]


def proposals_of(archive: "Archive", ids: Collection[int]) -> list[Proposal]:
    """All that judges said of some games."""
    numbers = ", ".join(map(str, ids))
    return [Proposal(*row) for row in archive._query(f"SELECT * FROM proposals WHERE id IN ({numbers})")]


def counted_games(archive: "Archive", chosen: Filter, limit: int | None = None) -> list[CountedGame]:
    """Games of Go with a numeric result, at most so many from the first on."""
    condition, parameters = chosen.sql()
    rows = archive._query(
        "SELECT games.id, width, height, illegal_at, substr(actions, -4) FROM games "
        f"JOIN contents USING (id) WHERE {_COUNTED} AND (result_kind = 'draw' OR margin IS NOT NULL) "
        f"AND {condition} ORDER BY games.id LIMIT ?",
        [*parameters, -1 if limit is None else limit],
    )
    return [CountedGame._make((*row[:-1], _is_passes(row[-1]))) for row in rows]


def _is_passes(end: bytes) -> bool:
    """Whether these are two packed moves, and both a pass."""
    moves = np.frombuffer(end, "<u2").tolist()
    return [kind(move) for move in moves] == [PASS, PASS]


def game_with_key(archive: "Archive", key: int) -> int | None:
    """The number of the game that has the same moves, in any of the eight symmetries."""
    rows = archive._query("SELECT id FROM games WHERE key = ?", [key])
    return rows[0][0] if rows else None


def is_independent(judges: str) -> bool:
    """Whether one of the judges of a label, with commas between them, is independent."""
    return not INDEPENDENT_JUDGES.isdisjoint(judges.split(","))


def read_labelled(
    archive: "Archive",
    split: Split | None = None,
    *,
    independent: bool = False,
    without: Collection[int] = (),
) -> list[PackedGames]:
    """Read the labelled games of an archive with their owners, one entry a board size.

    Args:
        archive: labelled by `kifu label`.
        split: train, validation or test; None for all.
        independent: only labels that an independent judge agrees with.
        without: numbers of games to leave out.

    Raises:
        InputError: There are none.
    """
    parts: dict[int, list[PackedGames]] = {}
    for batch in archive.packed(labels=LABELLED, split=split, owners=True):
        kept = np.array(
            [
                game not in without and (not independent or is_independent(judges))
                for game, judges in zip(batch.ids.tolist(), batch.judges, strict=True)
            ],
            np.bool_,
        )
        parts.setdefault(batch.size, []).append(batch.take(kept))
    found = [games for games in map(concatenate, parts.values()) if len(games)]
    if not found:
        judged = " by an independent judge (GNU Go, marks, by hand)" if independent else ""
        which = "" if split is None else f" of the split {split}"
        raise InputError(
            f"expected games{which} labelled{judged} in {str(archive.path)!r}, found none; "
            f"label them first: kifu label {archive.path}"
        )
    return found


def label_summary(archive: "Archive") -> dict[str, Any]:
    """The labels of an archive in numbers; JSON-able.

    `games` with a numeric result, of them by `status` and by `split`; `judges` with how many games each
    judged, how many of its proposals gave the recorded result, and in how many nobody else's did;
    `countings`; `reasons` of unlabelled games; `agreement` of any two judges where both were accepted.
    """
    labels = label_facts(archive)
    splits = game_splits(archive)
    by_split: dict[str, Counter[str]] = {split: Counter() for split in SPLITS}
    for label in sorted(labels, key=lambda label: label.status):
        by_split[splits.get(label.id, "train")][label.status] += 1
    alone = Counter(label.judges for label in labels)
    judges = archive._query(
        "SELECT judge, count(*), count(counting), count(failure) FROM proposals GROUP BY judge ORDER BY judge"
    )
    agreement = archive._query(
        "SELECT a.judge, b.judge, count(*), sum(a.owned = b.owned) FROM proposals a "
        "JOIN proposals b ON a.id = b.id AND a.judge < b.judge "
        "WHERE a.counting IS NOT NULL AND b.counting IS NOT NULL GROUP BY a.judge, b.judge"
    )
    return {
        "games": archive._query(f"SELECT count(*) FROM games WHERE {_COUNTED}")[0][0],
        "status": _counts(label.status for label in labels),
        "split": {split: dict(counts) for split, counts in by_split.items()},
        "judges": {
            judge: {"judged": judged, "accepted": accepted, "alone": alone[judge], "failed": failed}
            for judge, judged, accepted, failed in judges
        },
        "countings": _counts(label.counting for label in labels if label.status in LABELLED),
        "reasons": dict(Counter(_kind(label) for label in labels if label.status == "unlabelled")),
        "agreement": [{"judges": [a, b], "games": games, "same": same} for a, b, games, same in agreement],
    }


def _counts(values: Iterable[str | None]) -> dict[str | None, int]:
    counts = Counter(values)
    return {value: counts[value] for value in sorted(counts, key=lambda value: value or "")}


def _kind(label: Label) -> str:
    return next((name for start, name in _REASONS if (label.reason or "").startswith(start)), "other")
