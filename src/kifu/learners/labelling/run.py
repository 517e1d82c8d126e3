"""Labelling a whole archive: chunks of games go to workers, proposals and labels come back and are written.

What a judge said is stored by its version: a second run asks only what was not asked before, whether the
first one was stopped or had other judges. Labels follow from the stored proposals alone, so they are the same
for any number of workers and any order of runs.
"""

import contextlib
import time
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from kifu.archive import Archive, Filter, PackedGames
from kifu.archive.filters import EVERY_GAME
from kifu.archive.labels import (
    Label,
    LabelWriter,
    Proposal,
    counted_games,
    judge_versions,
    label_facts,
    proposals_of,
)
from kifu.archive.splits import game_splits
from kifu.games.go.board import MAX_SIZE, MIN_SIZE
from kifu.learners.labelling import gnugo
from kifu.learners.labelling.acceptance import COUNTINGS, Counted, Verdict, count, decide, pack, unpack
from kifu.learners.labelling.finished import FinishedGames
from kifu.learners.labelling.judges import JUDGES, SPLITS_OF, GnuGo, Judge
from kifu.work.executors import chunks, open_executor
from kifu.work.progress import Progress, silent

#: Which games GNU Go is asked about: those held out, whose labels need it most; also those that the other
#: judges leave or only one of them labels; or all.
SlowGames = Literal["held-out", "needed", "all"]

_NO_PASSES = "it does not end in two passes"
_QUICK_GAMES, _SLOW_GAMES = 256, 8  # in a chunk


@dataclass
class LabelRun:
    """What a run did.

    Attributes:
        games: Games that were judged in this run.
        proposals: How many proposals were made, by judge.
        failures: How many times a judge failed, by judge.
        not_asked: Judges that are not installed.
        seconds: How long it took.
    """

    games: int = 0
    proposals: dict[str, int] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    not_asked: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(frozen=True)
class _Chunk:
    """Games of one size on their way to a worker, and who, by name, is to judge which rows."""

    games: PackedGames
    asked: list[tuple[str, list[int]]]
    known: list[tuple[int, Proposal]]  # what was said of a row in an earlier run


def label(
    archive: Archive,
    judges: Sequence[Judge],
    *,
    chosen: Filter = EVERY_GAME,
    slow_games: SlowGames = "needed",
    need_passes: bool = True,
    again: bool = False,
    limit: int | None = None,
    workers: int | Executor | None = None,
    progress: Progress = silent,
) -> LabelRun:
    """Give the counted games of an archive the owner of every point at their ends.

    Args:
        archive: Opened with `Archive.create`.
        judges: Who proposes dead stones; each judges only the splits that it may.
        chosen: Which games; of these, the games of Go with a numeric result.
        slow_games: Which games GNU Go is asked about.
        need_passes: Whether a game must end in two passes; printed records stop at the last stone.
        again: Also count anew what was proposed before, in case a record or Kifu's counting has changed.
        limit: The most games that are looked at, from the first on.
        workers: Processes that judge: a number, None for one per core, or any executor.
        progress: Told the games done.

    Raises:
        ArchiveError: The archive cannot be written.
        WorkerError: A worker process died. What was committed before stays; repeat to continue.
    """
    started = time.monotonic()
    run = LabelRun()
    seen: set[int] = set()
    here = [judge for judge in judges if not isinstance(judge, GnuGo) or judge.installed]
    run.not_asked = [judge.name for judge in judges if judge not in here]
    with LabelWriter(archive) as writer, open_executor(workers) as pool:
        for slow in (False, True):
            together = [judge for judge in here if isinstance(judge, GnuGo) == slow]
            if not together:
                continue
            planner = _Planner(archive, together, chosen, need_passes=need_passes, limit=limit)
            work = planner.work(slow_games if slow else "all", again=again and not slow)
            writer.add_labels([], planner.refused)
            done = 0
            plan = planner.chunks(work, _SLOW_GAMES if slow else _QUICK_GAMES)
            with contextlib.closing(plan) as plan:
                by_name = {judge.name: judge for judge in together}
                judged = pool.map_ordered(_judge, plan, shared=by_name, name=_name_of)
                for proposals, recounted, labels in judged:
                    writer.add_labels([*proposals, *recounted], labels)
                    writer.commit_when_due()
                    done += len(labels)
                    seen.update(label.id for label in labels)
                    _tally(run, proposals)
                    progress(done, len(work), ", ".join(judge.name for judge in together))
    gnugo.close()
    run.games = len(seen)
    run.seconds = time.monotonic() - started
    return run


class _Planner:
    """Finds what is to be asked, and packs it into chunks.

    Attributes:
        refused: Labels of the games that cannot be judged, with the reason.
    """

    def __init__(
        self,
        archive: Archive,
        judges: Sequence[Judge],
        chosen: Filter,
        *,
        need_passes: bool,
        limit: int | None,
    ) -> None:
        self._archive = archive
        self._judges = judges
        self._splits = game_splits(archive)
        self._chosen = chosen
        self._need_passes = need_passes
        self._limit = limit
        self.refused: list[Label] = []

    def work(self, which: SlowGames, *, again: bool) -> dict[int, list[Judge]]:
        """Who is to be asked about which game."""
        versions = {judge.name: judge.version for judge in self._judges}
        made = judge_versions(self._archive)
        asked = {(game, judge) for game, judge, version in made if versions.get(judge) == version}
        judged = {game for game, judge, _ in made if judge != "edit"}
        labels = {label.id: label for label in label_facts(self._archive)}
        work: dict[int, list[Judge]] = {}
        for game in self._candidates():
            split, label = self._splits.get(game, "train"), labels.get(game)
            if label is not None and label.status == "edited":
                continue
            # Other judges often contradict labels of playouts alone or of the model alone.
            known = (
                label is not None and label.status == "labelled" and label.judges not in ("playouts", "model")
            )
            if split == "train" and (which == "held-out" or (which == "needed" and known)):
                continue
            missing = [j for j in self._judges if split in j.splits and (game, j.name) not in asked]
            refused = label is not None and label.reason == _NO_PASSES and game in judged
            if missing or (again and label is not None) or refused:
                work[game] = missing
        # A game that was judged without asking for passes keeps what followed.
        self.refused = [
            label
            for label in self.refused
            if not (label.id in labels and labels[label.id].status == "edited")
            and not (label.reason == _NO_PASSES and label.id in judged)
        ]
        if which != "all":  # games held out come first: nobody else may label those for testing
            rank = {"test": 0, "validation": 1}
            work = {
                game: work[game] for game in sorted(work, key=lambda g: rank.get(self._splits.get(g, ""), 2))
            }
        return work

    def chunks(self, work: dict[int, list[Judge]], size: int) -> Generator[_Chunk, None, None]:
        """The games in chunks of one board size."""
        for ids in chunks(work, size):
            said: dict[int, list[Proposal]] = {}
            for proposal in proposals_of(self._archive, ids):
                said.setdefault(proposal.id, []).append(proposal)
            for games in self._archive.packed(among=ids):
                numbers = games.ids.tolist()
                asked = [
                    (judge.name, [row for row, game in enumerate(numbers) if judge in work[game]])
                    for judge in self._judges
                ]
                known = [
                    (row, proposal)
                    for row, game in enumerate(numbers)
                    for proposal in said.get(game, [])
                    if not any(judge.name == proposal.judge for judge in work[game])
                    and self._splits.get(game, "train") in SPLITS_OF[proposal.judge]
                ]
                yield _Chunk(games, [(judge, rows) for judge, rows in asked if rows], known)

    def _candidates(self) -> list[int]:
        fit = []
        self.refused = []
        for game in counted_games(self._archive, self._chosen, self._limit):
            if game.width != game.height or not MIN_SIZE <= game.width <= MAX_SIZE:
                reason = f"a {game.width}x{game.height} board is not played on"
            elif game.illegal_at is not None:
                reason = f"move {game.illegal_at} is illegal"
            elif self._need_passes and not game.ends_in_passes:
                reason = _NO_PASSES
            else:
                fit.append(game.id)
                continue
            self.refused.append(Label(game.id, "unlabelled", None, None, "", None, reason, ""))
        return fit


def _judge(chunk: _Chunk, judges: Mapping[str, Judge]) -> tuple[list[Proposal], list[Proposal], list[Label]]:
    """Ask the judges about a chunk, count what they say and said before, and decide; runs in a worker."""
    games = FinishedGames.replay(chunk.games)
    said: list[list[Verdict]] = [[] for _ in range(len(games))]
    failed: list[list[str]] = [[] for _ in range(len(games))]
    proposals, recounted = [], []
    for name, rows in chunk.asked:
        judge = judges[name]
        some = games.take(np.array(rows, np.intp))
        proposed = judge.propose(some)
        counted = count(some, proposed.dead)
        for i, row in enumerate(rows):
            failure = proposed.failures.get(i)
            if failure is None:
                said[row].append(Verdict(judge.name, judge.version, counted, i))
            else:
                failed[row].append(f"{judge.name} failed")
            proposals.append(_proposal(games, row, judge.name, judge.version, counted, i, failure))
    marks = [(row, one, unpack(one.dead, games.size)) for row, one in chunk.known if one.dead is not None]
    if marks:
        some = games.take(np.array([row for row, _, _ in marks], np.intp))
        counted = count(some, np.stack([dead for _, _, dead in marks]))
        for i, (row, one, _) in enumerate(marks):
            said[row].append(Verdict(one.judge, one.version, counted, i))
            recounted.append(_proposal(games, row, one.judge, one.version, counted, i, None))
    for row, one in chunk.known:
        if one.dead is None:
            failed[row].append(f"{one.judge} failed")
    labels = []
    for row, (game, result) in enumerate(zip(games.ids.tolist(), chunk.games.results, strict=True)):
        verdicts = sorted(said[row], key=lambda verdict: JUDGES.index(verdict.judge))
        labels.append(decide(game, result or "0", verdicts, sorted(failed[row])))
    return proposals, recounted, labels


def _proposal(
    games: FinishedGames, row: int, judge: str, version: str, counted: Counted, i: int, failure: str | None
) -> Proposal:
    game = int(games.ids[row])
    if failure is not None:
        return Proposal(game, judge, version, None, None, None, None, failure[:200])
    lead, counting = float(counted.leads[i]), COUNTINGS[counted.counting[i]]
    return Proposal(game, judge, version, pack(counted.dead[i]), lead, counting, counted.owned(i), None)


def _tally(run: LabelRun, proposals: list[Proposal]) -> None:
    for proposal in proposals:
        kind = run.proposals if proposal.failure is None else run.failures
        kind[proposal.judge] = kind.get(proposal.judge, 0) + 1


def _name_of(chunk: _Chunk) -> str:
    return f"games {chunk.games.ids[0]} to {chunk.games.ids[-1]}"
