"""Experts that finish games after their openings: Kifu's playouts, and GNU Go.

    kifu                        playouts; kifu:playouts=400,count=mean, kifu:tree=yes,predictor=yes
    gnugo:level=1               GNU Go plays both sides to the end and counts; gnugo:level=1,timeout=60

`make_expert` reads such a text.
"""

import re
import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from kifu._native import search as native
from kifu._native.models import MoveModel
from kifu.errors import InputError, KifuError, MissingToolError
from kifu.games.coordinates import from_index
from kifu.models.moves import MovePredictor
from kifu.protocols.gtp_client import EngineError, GtpClient
from kifu.records.moves import vertex
from kifu.work.executors import open_executor
from kifu.work.progress import Progress, silent
from kifu.work.seeds import native_seed
from kifu.work.settings import Settings, setting

Openings = npt.NDArray[np.int16]  # a row of points each, row by row from the top left, -1 for a pass
Points = npt.NDArray[np.float64]
Count = Literal["owners", "mean"]

#: Of Kifu's own expert, a game.
PLAYOUTS = 200
#: How often a game that an expert failed at is given to it.
TRIES = 3
_GNUGO = ("gnugo", "--mode", "gtp", "--chinese-rules", "--never-resign", "--seed", "1")
_MOST_MOVES = 400
_YES_NO = {True: "yes", False: "no"}
_ASKED_AT_ONCE = 20
_ENGINE_SEEDS = 2**31 - 1
_SCORE = re.compile(r"(?:([BW])\+([0-9]+(?:\.[0-9]+)?)|0)\Z")


class ExpertError(KifuError):
    """An expert that failed at a game again and again."""


class Expert(Protocol):
    """Finishes games."""

    name: str

    def finish(
        self, openings: Openings, size: int, komi: float, seed: int, progress: Progress = silent
    ) -> Points:
        """Say how games end: Black's points, komi counted. A game depends on its row and the seed only."""

    def close(self) -> None:
        """Let go of processes."""


@dataclass(frozen=True)
class KifuExpertSettings(Settings):
    """Settings of Kifu's own expert."""

    playouts: int = setting(PLAYOUTS, "Playouts per game.", least=1, most=10**6)
    tree: bool = setting(False, "A tree grows; without it all playouts begin after the opening.")
    predictor: bool = setting(False, "With a tree: the bundled model of moves gives priors.")
    count: Count = setting("owners", "Owners of points in 65 % of the playouts, or their mean score.")


@dataclass(frozen=True)
class GnuGoSettings(Settings):
    """Settings of GNU Go as an expert."""

    level: int = setting(1, "Level of GNU Go.", least=0, most=10)
    timeout: float = setting(300.0, "Seconds for twenty moves.", least=0.1)


class KifuExpert:
    """Playouts from the position after the opening, and a count of whose the points are at their ends.

    Args:
        playouts: a game.
        tree: whether a tree grows; without it all playouts begin after the opening.
        predictor: with a tree, whether the bundled model of moves says where it grows first, or plain
            knowledge.
        count: `owners` gives a point to the side that holds it in 65 % of the playouts, and to nobody where
            neither does; `mean` is the mean of the playouts' scores.
        threads: games at the same time.
    """

    def __init__(
        self,
        playouts: int = PLAYOUTS,
        tree: bool = False,
        predictor: bool = False,
        count: Count = "owners",
        threads: int = 1,
    ) -> None:
        if predictor and not tree:
            raise InputError("expected tree=yes where predictor=yes: without a tree the predictor has no say")
        grown = f"tree=yes,predictor={_YES_NO[predictor]}" if tree else "tree=no"
        self.name = f"kifu:playouts={playouts},{grown},count={count}"
        self._playouts = playouts
        self._tree = tree
        self._predictor = predictor
        self._count = count
        self._threads = threads

    def native_options(self, size: int) -> tuple[int, bool, bool, MoveModel | None]:
        """Playouts, tree, count and model, as native code takes them on a board of this size."""
        model = MovePredictor.bundled(size).native if self._predictor else None
        return self._playouts, self._tree, self._count == "owners", model

    def finish(
        self, openings: Openings, size: int, komi: float, seed: int, progress: Progress = silent
    ) -> Points:
        """Finish all games in one native call."""
        total = len(openings)
        return native.finish_openings(
            np.ascontiguousarray(openings, np.int16),
            size,
            komi,
            *self.native_options(size),
            native_seed(seed, "expert"),
            self._threads,
            lambda done: progress(done, total, f"game {done} of {total}"),
        )

    def close(self) -> None:
        """Nothing to let go of."""


class GnuGoExpert:
    """GNU Go plays both sides to the end and counts, under area rules. Each worker keeps its process.

    Args:
        level: of GNU Go.
        workers: processes at the same time.
        timeout: seconds for twenty moves.
        command: instead of GNU Go's own; for tests.
        executor: whose workers finish games, where there are several; a single one is finished here.
    """

    def __init__(
        self,
        level: int = 1,
        workers: int = 1,
        timeout: float = 300.0,
        command: Sequence[str] | None = None,
        executor: Executor | None = None,
    ) -> None:
        self.name = f"gnugo:level={level}"
        self._command = list(command or (*_GNUGO, "--level", str(level)))
        self._workers = workers
        self._timeout = timeout
        self._executor = executor
        self._clients: dict[int, GtpClient] = {}

    def finish(
        self, openings: Openings, size: int, komi: float, seed: int, progress: Progress = silent
    ) -> Points:
        """Finish games one by one.

        One that fails is repeated with a new process, at last with the board turned round.

        Raises:
            MissingToolError: GNU Go is not installed.
            ExpertError: A game failed three times.
        """
        points = np.zeros(len(openings))
        there = self._executor if len(openings) > 1 else None
        workers = min(self._workers, max(1, len(openings))) if there is None else there
        terms = _Terms(self.name, tuple(self._command), self._timeout, size, komi, seed)
        with open_executor(workers, kind="threads") as pool:
            work = pool.map_ordered(
                self._finish_here if there is None else _finish_there,
                enumerate(openings),
                shared=terms,
                name=lambda numbered: f"opening {numbered[0] + 1}",
            )
            for number, found in enumerate(work):
                points[number] = found
                progress(number + 1, len(openings), f"game {number + 1} of {len(openings)}")
        return points

    def close(self) -> None:
        """End the processes."""
        while self._clients:
            self._clients.popitem()[1].close()

    def _finish_here(self, numbered: tuple[int, Openings], terms: "_Terms") -> float:
        number, opening = numbered
        return self._finish(opening, terms.size, terms.komi, terms.seed, number)

    def _finish(self, opening: Openings, size: int, komi: float, seed: int, number: int) -> float:
        thread = threading.get_ident()
        for attempt in range(TRIES):
            try:
                client = self._clients.get(thread)
                if client is None:
                    client = self._clients[thread] = GtpClient(self._command, self._timeout)
                # GNU Go has positions that it always breaks off at, but seldom with the board turned round.
                seen = opening if attempt + 1 < TRIES else np.where(opening < 0, -1, size**2 - 1 - opening)
                return self._play(client, seen, size, komi, native_seed(seed, "gnugo", number))
            except MissingToolError:
                raise
            except KifuError as error:
                broken = self._clients.pop(thread, None)
                if broken is not None:
                    broken.kill()
                if attempt + 1 == TRIES:
                    raise ExpertError(
                        f"{self.name} failed {TRIES} times at the same game, the last time because: {error}"
                    ) from error
        raise AssertionError("unreachable")

    def _play(self, client: GtpClient, opening: Openings, size: int, komi: float, seed: int) -> float:
        commands = [
            f"boardsize {size}",
            "clear_board",
            "clear_cache",
            f"komi {komi:g}",
            f"set_random_seed {seed % _ENGINE_SEEDS + 1}",
        ]
        for i, index in enumerate(opening.tolist()):
            commands.append(f"play {'bw'[i % 2]} {vertex(from_index(index, size))}")
        move = len(opening)
        while move < len(opening) + _MOST_MOVES:
            # Many moves at once: every answer that is waited for costs time on a busy machine. What follows
            # two passes are passes, or the game goes on.
            asked = [f"genmove {'bw'[(move + i) % 2]}" for i in range(_ASKED_AT_ONCE)]
            answers = client.send_all([*commands, *asked, "final_score"])
            commands = []
            move += _ASKED_AT_ONCE
            if [answer.lower() for answer in answers[-3:-1]] == ["pass", "pass"]:
                return _points(answers[-1], self._command[0])
        raise EngineError(f"{self._command[0]} did not end the game within {_MOST_MOVES} moves")


class _Terms(NamedTuple):
    """What GNU Go is told of all games of a call."""

    name: str
    command: tuple[str, ...]
    timeout: float
    size: int
    komi: float
    seed: int


def _finish_there(numbered: tuple[int, Openings], terms: _Terms) -> float:
    """Finish a game on a worker, which keeps its GNU Go for the next one."""
    return _expert_there(terms.name, terms.command, terms.timeout)._finish_here(numbered, terms)


@lru_cache(maxsize=4)
def _expert_there(name: str, command: tuple[str, ...], timeout: float) -> GnuGoExpert:
    expert = GnuGoExpert(timeout=timeout, command=command)
    expert.name = name
    return expert


def make_expert(text: str, workers: int = 1, executor: Executor | None = None) -> Expert:
    """Make an expert from `kifu`, `kifu:playouts=400` or `gnugo:level=1`.

    Args:
        text: its name and options.
        workers: games at the same time.
        executor: such as a cluster, whose workers each have a GNU Go; Kifu's own expert is quick enough here.

    Raises:
        InputError: There is no such expert, or it has no such option.
    """
    kind, _, rest = text.strip().partition(":")
    owner = f"expert {kind}"
    if kind == "kifu":
        kifu = KifuExpertSettings.from_text(rest, owner)
        return KifuExpert(kifu.playouts, kifu.tree, kifu.predictor, kifu.count, threads=workers)
    if kind == "gnugo":
        gnugo = GnuGoSettings.from_text(rest, owner)
        return GnuGoExpert(gnugo.level, workers, gnugo.timeout, executor=executor)
    raise InputError(f"expected an expert such as kifu, kifu:playouts=400 or gnugo:level=1; got {text!r}")


def expert_name(text: str) -> str:
    """Name an expert with all its options, for files that outlive today's defaults.

    Raises:
        InputError: There is no such expert, or it has no such option.
    """
    expert = make_expert(text)
    expert.close()
    return expert.name


def _points(answer: str, engine: str) -> float:
    match = _SCORE.match(answer.strip())
    if match is None:
        raise EngineError(f"{engine}: expected a score such as W+4.5, got {answer[:40]!r}")
    if match[1] is None:
        return 0.0
    return float(match[2]) if match[1] == "B" else -float(match[2])
