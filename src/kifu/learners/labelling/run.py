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

from kifu.archive import Archive, Filter
from kifu.archive.filters import EVERY_GAME
from kifu.archive.labels import Label, LabelWriter, Proposal
from kifu.archive.splits import game_splits
from kifu.games.go.board import MAX_SIZE, MIN_SIZE
from kifu.learners.labelling import gnugo
from kifu.learners.labelling.acceptance import COUNTINGS, Counted, Verdict, count, decide, pack, unpack
from kifu.learners.labelling.finished import FinishedGames, GameFacts
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
class _Known:
    """What a judge said in an earlier run."""

    row: int
    judge: str
    version: str
    dead: bytes | None
    failure: str | None


@dataclass(frozen=True)
class _Chunk:
    """Games of one size on their way to a worker, and who, by name, is to judge which rows."""

    games: list[GameFacts]
    results: list[str]
    asked: list[tuple[str, list[int]]]
    known: list[_Known]


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
        marks = ", ".join("?" * len(versions))
        asked = {
            (game, judge)
            for game, judge, version in self._archive.query(
                f"SELECT id, judge, version FROM proposals WHERE judge IN ({marks})", list(versions)
            )
            if versions[judge] == version
        }
        status = self._statuses()
        alone = self._resting_on_one()
        judged = self._judged()
        work: dict[int, list[Judge]] = {}
        for game in self._candidates():
            split = self._splits.get(game, "train")
            if status.get(game) == "edited":
                continue
            known = status.get(game) == "labelled" and game not in alone
            if split == "train" and (which == "held-out" or (which == "needed" and known)):
                continue
            missing = [j for j in self._judges if split in j.splits and (game, j.name) not in asked]
            if missing or (again and game in status) or judged.get(game) == _NO_PASSES:
                work[game] = missing
        # A game that was judged without asking for passes keeps what followed.
        self.refused = [
            label
            for label in self.refused
            if status.get(label.id) != "edited" and not (label.reason == _NO_PASSES and label.id in judged)
        ]
        if which != "all":  # games held out come first: nobody else may label those for testing
            rank = {"test": 0, "validation": 1}
            work = {
                game: work[game] for game in sorted(work, key=lambda g: rank.get(self._splits.get(g, ""), 2))
            }
        return work

    def _statuses(self) -> dict[int, str]:
        return dict(self._archive.query("SELECT id, status FROM labels"))

    def _judged(self) -> dict[int, str | None]:
        """Games that judges spoke about, with the reasons of their labels."""
        return dict(
            self._archive.query(
                "SELECT id, reason FROM labels WHERE id IN (SELECT id FROM proposals WHERE judge <> 'edit')"
            )
        )

    def _resting_on_one(self) -> set[int]:
        """Games labelled by playouts alone or the model alone, which other judges often contradict."""
        rows = self._archive.query(
            "SELECT id FROM labels WHERE status = 'labelled' AND judges IN ('playouts', 'model')"
        )
        return {game for (game,) in rows}

    def chunks(self, work: dict[int, list[Judge]], size: int) -> Generator[_Chunk, None, None]:
        """The games in chunks of one board size."""
        for ids in chunks(work, size):
            games, results, known = self._read(ids)
            by_size: dict[int, list[int]] = {}
            for i, game in enumerate(games):
                by_size.setdefault(game.size, []).append(i)
            for rows in by_size.values():
                asked = [
                    (judge, [n for n, i in enumerate(rows) if judge in work[games[i].id]])
                    for judge in self._judges
                ]
                yield _Chunk(
                    [games[i] for i in rows],
                    [results[i] for i in rows],
                    [(judge.name, which) for judge, which in asked if which],
                    [
                        _Known(n, *said)
                        for n, i in enumerate(rows)
                        for said in known.get(games[i].id, [])
                        if not any(judge.name == said[0] for judge in work[games[i].id])
                        and self._splits.get(games[i].id, "train") in SPLITS_OF[said[0]]
                    ],
                )

    def _candidates(self) -> list[int]:
        condition, parameters = self._chosen.sql()
        rows = self._archive.query(
            "SELECT id, width, height, illegal_at, substr(actions, -4) FROM games JOIN contents USING (id) "
            "WHERE game = 'go' AND result_kind IN ('score', 'draw') "
            f"AND (result_kind = 'draw' OR margin IS NOT NULL) AND {condition} ORDER BY id LIMIT ?",
            [*parameters, -1 if self._limit is None else self._limit],
        )
        fit = []
        self.refused = []
        for game, width, height, illegal_at, end in rows:
            if width != height or not MIN_SIZE <= width <= MAX_SIZE:
                reason = f"a {width}x{height} board is not played on"
            elif illegal_at is not None:
                reason = f"move {illegal_at} is illegal"
            elif self._need_passes and not _is_passes(end):
                reason = _NO_PASSES
            else:
                fit.append(game)
                continue
            self.refused.append(Label(game, "unlabelled", None, None, "", None, reason, ""))
        return fit

    def _read(
        self, ids: list[int]
    ) -> tuple[list[GameFacts], list[str], dict[int, list[tuple[str, str, bytes | None, str | None]]]]:
        marks = ", ".join("?" * len(ids))
        rows = self._archive.query(
            "SELECT id, width, rules, komi, handicap, winner, margin, actions, result "
            f"FROM games JOIN contents USING (id) WHERE id IN ({marks}) ORDER BY id",
            ids,
        )
        known: dict[int, list[tuple[str, str, bytes | None, str | None]]] = {}
        for game, *said in self._archive.query(
            f"SELECT id, judge, version, dead, failure FROM proposals WHERE id IN ({marks})", ids
        ):
            known.setdefault(game, []).append((said[0], said[1], said[2], said[3]))
        return [GameFacts(*row[:-1]) for row in rows], [row[-1] or "0" for row in rows], known


def _is_passes(actions: bytes) -> bool:
    """Whether these are two actions, and both a pass (native/go/action.hpp)."""
    return len(actions) == 4 and all(actions[i] >> 4 & 3 == 1 for i in (1, 3))


def _judge(chunk: _Chunk, judges: Mapping[str, Judge]) -> tuple[list[Proposal], list[Proposal], list[Label]]:
    """Ask the judges about a chunk, count what they say and said before, and decide; runs in a worker."""
    games = FinishedGames.replay(chunk.games)
    said: list[list[Verdict]] = [[] for _ in chunk.games]
    failed: list[list[str]] = [[] for _ in chunk.games]
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
    marks = [(known, unpack(known.dead, games.size)) for known in chunk.known if known.dead is not None]
    if marks:
        some = games.take(np.array([known.row for known, _ in marks], np.intp))
        counted = count(some, np.stack([dead for _, dead in marks]))
        for i, (known, _) in enumerate(marks):
            said[known.row].append(Verdict(known.judge, known.version, counted, i))
            recounted.append(_proposal(games, known.row, known.judge, known.version, counted, i, None))
    for known in chunk.known:
        if known.dead is None:
            failed[known.row].append(f"{known.judge} failed")
    labels = []
    for row, game in enumerate(chunk.games):
        verdicts = sorted(said[row], key=lambda verdict: JUDGES.index(verdict.judge))
        labels.append(decide(game.id, chunk.results[row], verdicts, sorted(failed[row])))
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
    return f"games {chunk.games[0].id} to {chunk.games[-1].id}"
