"""How right labels are: a sample of them beside what another judge says."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kifu.archive import Archive, Filter, PackedGames
from kifu.archive.labels import label_facts
from kifu.archive.splits import game_splits
from kifu.errors import InputError
from kifu.learners.labelling import gnugo
from kifu.learners.labelling.acceptance import count
from kifu.learners.labelling.finished import FinishedGames
from kifu.learners.labelling.judges import Judge
from kifu.work.progress import Progress, silent
from kifu.work.seeds import stream

_BATCH = 8


@dataclass
class LabelCheck:
    """What a second judge says of labelled games.

    Attributes:
        judge: who was asked.
        games: how many were sampled.
        same: the judge marks the same owners.
        other_result: its count does not give the recorded result: the judge is wrong, or the record is.
        contradicted: its count gives the recorded result with other owners: one of the two is wrong.
        failed: it could not say.
        differing: numbers of the games of the last three kinds.
    """

    judge: str
    games: int = 0
    same: int = 0
    other_result: int = 0
    contradicted: int = 0
    failed: int = 0
    differing: tuple[int, ...] = ()


def check(
    archive: Archive,
    judge: Judge,
    games: int,
    *,
    seed: int = 1,
    resting_on: str | None = None,
    progress: Progress = silent,
) -> LabelCheck:
    """Ask a judge about a random sample of the labels that do not rest on itself.

    Args:
        archive: labelled.
        judge: the second judge.
        games: how many.
        seed: decides which.
        resting_on: only labels that rest on exactly these judges, with commas between them.
        progress: told the games done.

    Raises:
        InputError: No label fits.
    """
    splits = game_splits(archive)
    which: Callable[[str], bool] = (
        (lambda judges: judges == resting_on)
        if resting_on is not None
        else (lambda judges: judge.name not in judges.split(","))
    )
    ids = [
        label.id
        for label in label_facts(archive, Filter(labels=("labelled",)))
        if which(label.judges) and splits.get(label.id, "train") in judge.splits
    ]
    if not ids:
        raise InputError(
            f"expected labelled games for {judge.name!r} to check in {str(archive.path)!r}, found none"
        )
    sample = sorted(stream(seed, "check").permutation(ids)[:games].tolist())
    found = LabelCheck(judge.name, len(sample))
    differing: list[int] = []
    for first in range(0, len(sample), _BATCH):
        some = sample[first : first + _BATCH]
        for packed in archive.packed(among=some, owners=True):
            _compare(judge, packed, found, differing)
        progress(first + len(some), len(sample), f"asking {judge.name}")
    gnugo.close()
    found.differing = tuple(sorted(differing))
    return found


def _compare(judge: Judge, packed: PackedGames, found: LabelCheck, differing: list[int]) -> None:
    games = FinishedGames.replay(packed)
    proposed = judge.propose(games)
    counted = count(games, proposed.dead)
    for i, game in enumerate(packed.ids.tolist()):
        same = np.array_equal(counted.owners[i], packed.owners[i])
        if i in proposed.failures:
            found.failed += 1
        elif same:
            found.same += 1
            continue
        elif counted.counting[i]:
            found.contradicted += 1
        else:
            found.other_result += 1
        differing.append(game)
