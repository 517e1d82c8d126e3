"""What the labels of an archive are: shares, judges, agreement between them, kinds of block."""

import numpy as np

from kifu.archive import Archive, Filter
from kifu.archive.filters import EVERY_GAME
from kifu.archive.splits import SPLITS, Split, game_splits
from kifu.features.life import kinds
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent

_REASONS = (
    ("it does not end in two passes", "no two passes at the end"),
    ("no count gives", "no judge's count gives the result"),
    ("a ", "not a board that is played on"),
    ("move ", "an illegal move"),
)


def report(archive: Archive) -> JsonObject:
    """The labels of an archive in numbers; JSON-able.

    `games` with a numeric result, of them by `status` and by `split`; `judges` with how many games each
    judged, how many of its proposals gave the recorded result, and in how many nobody else's did;
    `countings`; `reasons` of unlabelled games; `agreement` of any two judges where both were accepted.
    """
    counts = archive.query("SELECT status, count(*) FROM labels GROUP BY status ORDER BY status")
    numeric = archive.query(
        "SELECT count(*) FROM games WHERE game = 'go' AND result_kind IN ('score', 'draw')"
    )[0][0]
    return {
        "games": numeric,
        "status": dict(counts),
        "split": _by_split(archive),
        "judges": _judges(archive),
        "countings": dict(
            archive.query(
                "SELECT counting, count(*) FROM labels WHERE status IN ('labelled', 'edited') "
                "GROUP BY counting ORDER BY counting"
            )
        ),
        "reasons": _reasons(archive),
        "agreement": _agreement(archive),
    }


def _by_split(archive: Archive) -> dict[str, dict[str, int]]:
    splits = game_splits(archive)
    table: dict[str, dict[str, int]] = {split: {} for split in SPLITS}
    for game, status in archive.query("SELECT id, status FROM labels ORDER BY status"):
        row = table[splits.get(game, "train")]
        row[status] = row.get(status, 0) + 1
    return table


def _judges(archive: Archive) -> dict[str, dict[str, int]]:
    rows = archive.query(
        "SELECT judge, count(*), count(counting), count(failure) FROM proposals GROUP BY judge ORDER BY judge"
    )
    alone = dict(
        archive.query(
            "SELECT judges, count(*) FROM labels WHERE judges <> '' AND judges NOT LIKE '%,%' GROUP BY judges"
        )
    )
    return {
        judge: {"judged": judged, "accepted": accepted, "alone": alone.get(judge, 0), "failed": failed}
        for judge, judged, accepted, failed in rows
    }


def _reasons(archive: Archive) -> dict[str, int]:
    found: dict[str, int] = {}
    for (reason,) in archive.query("SELECT reason FROM labels WHERE status = 'unlabelled'"):
        name = next((name for start, name in _REASONS if (reason or "").startswith(start)), "other")
        found[name] = found.get(name, 0) + 1
    return found


def _agreement(archive: Archive) -> list[JsonObject]:
    rows = archive.query(
        "SELECT a.judge, b.judge, count(*), sum(a.owned = b.owned) FROM proposals a "
        "JOIN proposals b ON a.id = b.id AND a.judge < b.judge "
        "WHERE a.counting IS NOT NULL AND b.counting IS NOT NULL GROUP BY a.judge, b.judge"
    )
    return [{"judges": [a, b], "games": games, "same": same} for a, b, games, same in rows]


def block_kinds(
    archive: Archive, chosen: Filter = EVERY_GAME, *, split: Split | None = None, progress: Progress = silent
) -> dict[str, float]:
    """The shares of the four kinds of block (section 2 of the paper) in all positions of labelled games."""
    total = np.zeros(5, np.int64)
    games = 0
    for batch in archive.labels(chosen, split=split, games=1024):
        total += kinds(batch.size, batch.actions, batch.offsets, batch.owners).sum(0)
        games += len(batch)
        progress(games, None, "kinds of block")
    names = ("captured", "enemy points", "edge", "interior")
    known = max(1, int(total[1:].sum()))
    return {name: float(total[i + 1]) / known for i, name in enumerate(names)}
