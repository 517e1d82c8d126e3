"""A match: many games between two players, colours alternating, kept as records, resumable."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from kifu.arena.game import Outcome, StoppedError, play_game
from kifu.arena.match_files import Keeper, kept
from kifu.arena.match_result import GameFacts, MatchResult
from kifu.arena.settings import MatchSettings
from kifu.arena.tables import Contestant
from kifu.errors import InputError
from kifu.players.clocks import parse_clock
from kifu.records.moves import Colour
from kifu.work.executors import open_executor
from kifu.work.progress import Progress, silent
from kifu.work.seeds import native_seed
from kifu.work.sent import SentFiles
from kifu.work.versions import this_version

#: Makes a player from its text and a seed.
Make = Callable[[str, int], Contestant]

_SEEDS = 2**31  # every engine can read these
_PATIENCE = 5.0  # seconds in which games in play must end
_TASK = 0.5  # seconds that a task of short games takes: sending it costs some thousandths
_TASKS_A_WORKER = 4  # left at least, so that all have something to do until the end


def play_match(
    settings: MatchSettings,
    games: int,
    *,
    parallel: int = 1,
    executor: Executor | None = None,
    folder: Path | None = None,
    progress: Progress = silent,
    on_game: Callable[[GameFacts], None] = lambda facts: None,
    make: Make | None = None,
) -> MatchResult:
    """Play a match, or what is missing of it.

    Every game has players of its own, made with its own seed: a game does not depend on who played what
    before, nor on how many games are played at once.

    Args:
        settings: who plays what.
        games: how many in all.
        parallel: how many at the same time, on this machine.
        executor: who plays them instead, such as a cluster.
        folder: where records and results are kept; a match that is there is continued, its records there
            or not.
        progress: told after every game.
        on_game: told of every new game, in order.
        make: makes a player from its text and a seed; as the terms do if None.
    """
    return play_matches(
        [(settings, folder)],
        games,
        parallel=parallel,
        executor=executor,
        progress=progress,
        on_game=lambda settings, facts: on_game(facts),
        make=make,
    )[0]


def play_matches(
    matches: Sequence[tuple[MatchSettings, Path | None]],
    games: int,
    *,
    parallel: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
    on_game: Callable[[MatchSettings, GameFacts], None] = lambda settings, facts: None,
    make: Make | None = None,
) -> list[MatchResult]:
    """Play matches of so many games each, or what is missing of them; the next begins while one ends.

    Args:
        matches: settings, and the folder where each is kept.
        games: of every match.
        parallel: how many at the same time, on this machine.
        executor: who plays them instead, such as a cluster.
        progress: told after every game.
        on_game: told of every new game, in order, and of its match.
        make: as for `play_match`.
    """
    if games < 1 or parallel < 1:
        raise InputError(f"expected at least 1 game and 1 at a time, got {games!r} and {parallel!r}")
    _check_players(matches, make, here=executor is None)
    opened = [_Match(settings, folder, games) for settings, folder in matches]
    in_all = games * len(opened)
    pace = _Pace(in_all)
    begun: deque[tuple[int, int]] = deque()
    over: dict[tuple[int, int], GameFacts] = {}

    def missing() -> Iterator[_Task]:
        for index, match in enumerate(opened):
            stack.enter_context(match)
            numbers = iter(sorted(match.missing))
            while some := tuple(islice(numbers, 1 if executor is None else pace.games(index, pool.workers))):
                begun.extend((index, number) for number in some)
                yield _Task(index, match.settings, some)

    def land(index: int, facts: GameFacts) -> None:
        match = opened[index]
        match.land(facts)
        on_game(match.settings, facts)
        done = sum(len(match.done) for match in opened)
        progress(done, in_all, f"game {done} of {in_all}")

    arena = _Arena(make)
    workers = min(parallel, in_all) if executor is None else executor
    with ExitStack() as stack, open_executor(workers, kind="threads") as pool:
        if executor is None:
            work = pool.map_unordered(arena.play, missing(), name=_Task.__str__)
        else:
            texts = {text for settings, _ in matches for text in (settings.first, settings.second)}
            shared = SentFiles.named_in(sorted(texts)), make
            work = pool.map_unordered(_play_there, missing(), shared=shared, name=_Task.__str__)
        try:
            for played in work:
                pace.note(played)
                for game in played.games:
                    # At once, not when its turn comes: a game before it may take long.
                    opened[played.match].keep(game)
                    over[played.match, game.facts.number] = game.facts
                while begun and begun[0] in over:
                    index, _ = first = begun.popleft()
                    land(index, over.pop(first))
        except BaseException:
            arena.stop()
            raise
    return [match.result() for match in opened]


def _check_players(
    matches: Sequence[tuple[MatchSettings, Path | None]], make: Make | None, *, here: bool
) -> None:
    """Make the players of new matches once: a typo must not bind a folder to a match that cannot begin."""
    known: set[str] = set()
    for settings, folder in matches:
        if folder is not None and (folder / "run.json").exists():
            continue
        for text in (settings.first, settings.second):
            if text in known:
                continue
            known.add(text)
            player = (make or settings.terms.make_player)(text, settings.seed)
            if here:
                getattr(player, "expect_program", lambda: None)()  # of an outside engine
            player.close()


class _Match:
    """A match while it is being played, from the first of its games that is asked for to the last."""

    def __init__(self, settings: MatchSettings, folder: Path | None, games: int) -> None:
        self.settings = settings
        self.done: dict[int, GameFacts] = {}
        self.missing = set(range(games))
        self._folder = folder
        self._stack = ExitStack()
        self._keeper = Keeper(None)

    def __enter__(self) -> None:
        self._keeper = self._stack.enter_context(kept(self.settings, self._folder))
        for facts in self._keeper.games():
            if facts.number in self.missing:
                self.land(facts)

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def keep(self, game: "_Game") -> None:
        """Write a game down."""
        self._keeper.keep(game.facts, game.record, game.suffix)

    def land(self, facts: GameFacts) -> None:
        """Count a game; after the last one the folder is free for others."""
        self.done[facts.number] = facts
        self.missing.discard(facts.number)
        if not self.missing:
            self._stack.close()

    def result(self) -> MatchResult:
        return MatchResult(self.settings, tuple(self.done[number] for number in sorted(self.done)))


class _Task(NamedTuple):
    """Games that are to be played: of which match, and their numbers there."""

    match: int
    settings: MatchSettings
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        games = f"game {self.numbers[0] + 1}"
        if len(self.numbers) > 1:
            games = f"games {self.numbers[0] + 1} to {self.numbers[-1] + 1}"
        return f"{games} of {self.settings.first} against {self.settings.second}"


class _Game(NamedTuple):
    """A game that was played."""

    facts: GameFacts
    record: bytes
    suffix: str


class _Played(NamedTuple):
    """The games of a task, and the seconds that they took."""

    match: int
    games: list[_Game]
    seconds: float


class _Pace:
    """How many games make a task: several short ones, or one that takes its time.

    Args:
        games: of all matches.
    """

    def __init__(self, games: int) -> None:
        self._left = games
        self._seconds: dict[int, float] = {}  # that a game of each match took last

    def games(self, match: int, workers: int) -> int:
        """How many games of a match the next task has; one at first."""
        short = int(_TASK / max(self._seconds.get(match, _TASK), _TASK / 1000))
        return max(1, min(short, self._left // (_TASKS_A_WORKER * workers)))

    def note(self, played: _Played) -> None:
        """Take account of games that were played."""
        self._left -= len(played.games)
        self._seconds[played.match] = played.seconds / len(played.games)


def _play_there(task: _Task, shared: tuple[SentFiles, Make | None]) -> _Played:
    """Play games on a worker of another process, which may not have the files that players name."""
    sent, given = shared
    make = given or task.settings.terms.make_player
    return _play(task, lambda text, seed: make(sent.there(text), seed))


def _play(task: _Task, make: Make, *more: Any) -> _Played:
    began = time.perf_counter()
    games = [_play_one(task.settings, number, make, *more) for number in task.numbers]
    return _Played(task.match, games, time.perf_counter() - began)


def _play_one(
    settings: MatchSettings,
    number: int,
    make: Make,
    stopped: Callable[[], bool] = lambda: False,
    seated: Callable[[Iterable[Contestant]], object] = lambda players: None,
) -> _Game:
    first_is = Colour.BLACK if number % 2 == 0 else Colour.WHITE
    players = {
        first_is: make(settings.first, _seed(settings, number, "first")),
        first_is.opponent: make(settings.second, _seed(settings, number, "second")),
    }
    for player in players.values():
        if hasattr(player, "timeout"):  # an outside engine, which may hang
            player.timeout = settings.timeout
    seated(players.values())
    table = settings.terms.table(settings.seed, number // 2)
    try:
        outcome = play_game(
            table,
            players,
            clocks={c: parse_clock(settings.time) if settings.time else None for c in Colour},
            limit=settings.terms.limit,
            timeout=settings.timeout,
            stopped=stopped,
        )
    except BaseException as error:
        if not isinstance(error, Exception):  # told to end: nobody waits for an engine to think it over
            _cut_short(players.values())
        raise
    finally:
        for player in players.values():
            player.close()
    names = {first_is: settings.first, first_is.opponent: settings.second}
    record = table.record(names, outcome.result, outcome.why, outcome.comments)
    versions = _version(players[first_is]), _version(players[first_is.opponent])
    return _Game(_facts(number, first_is, outcome, versions), record, table.suffix)


class _Arena:
    """Plays games of matches in any number of threads."""

    def __init__(self, make: Make | None) -> None:
        self._make = make
        self._stopped = threading.Event()
        self._playing: set[Contestant] = set()

    def play(self, task: _Task) -> _Played:
        if self._stopped.is_set():
            raise StoppedError
        seated: list[Contestant] = []

        def seat(players: Iterable[Contestant]) -> None:
            seated.extend(players)
            self._playing.update(seated)

        try:
            return _play(task, self._make or task.settings.terms.make_player, self._stopped.is_set, seat)
        finally:
            self._playing.difference_update(seated)

    def stop(self) -> None:
        """Let the games in play end now."""
        self._stopped.set()
        deadline = time.monotonic() + _PATIENCE
        # Again and again: a search that is just about to begin does not hear it.
        while self._playing and time.monotonic() < deadline:
            _cut_short(list(self._playing))
            time.sleep(0.02)


def _seed(settings: MatchSettings, number: int, side: str) -> int:
    return native_seed(settings.seed, "player", number, side) % _SEEDS


def _cut_short(players: Iterable[Contestant]) -> None:
    """Let players answer now, or not at all."""
    for player in players:
        kill = getattr(player, "kill", None) or getattr(player, "interrupt", None)
        if kill is not None:
            kill()


def _version(player: Contestant) -> str:
    """What an outside engine says of itself; all others are Kifu's own."""
    version = getattr(player, "version", None)
    return this_version() if version is None else str(version)


def _facts(number: int, first_is: Colour, outcome: Outcome, versions: tuple[str, str]) -> GameFacts:
    winner = outcome.result.winner
    order = (0, 1) if first_is is Colour.BLACK else (1, 0)
    return GameFacts(
        number=number,
        first_is=first_is.name.lower(),
        score=0.5 if winner is None else float(winner is first_is),
        result=str(outcome.result),
        ending=outcome.ending,
        why=outcome.why,
        moves=outcome.moves,
        thinking=(round(outcome.thinking[order[0]], 3), round(outcome.thinking[order[1]], 3)),
        asked=(outcome.asked[order[0]], outcome.asked[order[1]]),
        versions=versions,
    )
