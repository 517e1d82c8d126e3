"""A match: many games between two players, colours alternating, kept as records, resumable."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from kifu.arena.game import Outcome, StoppedError, play_game
from kifu.arena.go import GoTerms
from kifu.arena.ratings import Estimated, elo_difference, score_share
from kifu.arena.tables import Contestant, Terms
from kifu.errors import InputError
from kifu.players.clocks import parse_clock
from kifu.records.moves import Colour
from kifu.work.executors import open_executor
from kifu.work.files import write_bytes, write_text
from kifu.work.progress import Progress, silent
from kifu.work.runs import open_run
from kifu.work.seeds import native_seed
from kifu.work.versions import this_version

_SEEDS = 2**31  # every engine can read these
_PAIRS = ("thinking", "asked", "versions")  # facts of both players
_PATIENCE = 5.0  # seconds in which games in play must end


@dataclass(frozen=True)
class MatchSettings:
    """What decides the games of a match; the number of games is not among it, so more can follow.

    Attributes:
        first: the player whose wins are counted, as text.
        second: its opponent.
        terms: the game and its rules.
        time: a time control for `parse_clock`, or None.
        timeout: seconds for one move where there is no clock.
        seed: of openings and players.
    """

    first: str
    second: str
    terms: Terms = field(default_factory=GoTerms)
    time: str | None = None
    timeout: float = 300.0
    seed: int = 1

    def __post_init__(self) -> None:
        self.terms.check_player(self.first)
        self.terms.check_player(self.second)
        if self.time is not None:
            parse_clock(self.time)

    def options(self) -> dict[str, Any]:
        """Everything that a resumed match must have in common with its start."""
        return {
            "first": self.first,
            "second": self.second,
            "terms": self.terms.facts(),
            "time": self.time,
            "timeout": self.timeout,
        }


@dataclass(frozen=True)
class GameFacts:
    """One game of a match, seen from the first player.

    Attributes:
        number: from 0.
        first_is: the first player's colour, `black` or `white`.
        score: 1 for a win of the first player, 0.5 for a draw, 0 for a loss.
        result: as records write it.
        ending: what ended it.
        why: in words.
        moves: in all.
        thinking: seconds of the first player and of the second.
        asked: moves that each was asked for.
        versions: of both programs, as far as they say.
    """

    number: int
    first_is: str
    score: float
    result: str
    ending: str
    why: str
    moves: int
    thinking: tuple[float, float]
    asked: tuple[int, int]
    versions: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class MatchResult:
    """What came out of a match."""

    settings: MatchSettings
    games: tuple[GameFacts, ...]

    @cached_property
    def wins(self) -> int:
        """Of the first player."""
        return sum(game.score == 1 for game in self.games)

    @cached_property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(game.score == 0.5 for game in self.games)

    @property
    def losses(self) -> int:
        """Of the first player."""
        return len(self.games) - self.wins - self.draws

    @property
    def share(self) -> Estimated:
        """The first player's share of the points."""
        return score_share(self.wins, self.draws, self.losses)

    @property
    def elo(self) -> Estimated:
        """By how much the first player is stronger."""
        return elo_difference(self.wins, self.draws, self.losses)

    def as_colour(self, colour: str) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player with one colour."""
        scores = Counter(game.score for game in self.games if game.first_is == colour)
        return scores[1.0], scores[0.5], scores[0.0]

    def endings(self) -> dict[str, int]:
        """How games ended, the most frequent first."""
        return dict(Counter(game.ending for game in self.games).most_common())

    def faults(self) -> list[GameFacts]:
        """Games that somebody lost by a crash, on time or by an illegal move."""
        return [game for game in self.games if game.ending in ("crash", "time", "illegal move")]

    def versions(self) -> dict[tuple[str, str], int]:
        """How many games each pair of versions played; more than one after a change in the middle."""
        return dict(Counter(game.versions for game in self.games if any(game.versions)))

    def seconds_a_move(self) -> tuple[float, float]:
        """Mean thinking time of the first player and of the second."""
        first, second = (
            sum(game.thinking[side] for game in self.games)
            / max(1, sum(game.asked[side] for game in self.games))
            for side in (0, 1)
        )
        return first, second


def play_match(
    settings: MatchSettings,
    games: int,
    *,
    parallel: int = 1,
    folder: Path | None = None,
    progress: Progress = silent,
    on_game: Callable[[GameFacts], None] = lambda facts: None,
    make: Callable[[str, int], Contestant] | None = None,
) -> MatchResult:
    """Play a match, or what is missing of it.

    Every game has players of its own, made with its own seed: a game does not depend on who played what
    before, nor on how many games are played at once.

    Args:
        settings: who plays what.
        games: how many in all.
        parallel: how many at the same time.
        folder: where records and results are kept; a match that is there is continued, its records there
            or not.
        progress: told after every game.
        on_game: told of every new game, in order.
        make: makes a player from its text and a seed; as the terms do if None.
    """
    if games < 1 or parallel < 1:
        raise InputError(f"expected at least 1 game and 1 at a time, got {games!r} and {parallel!r}")
    with _kept(settings, folder) as keeper:
        done = {facts.number: facts for facts in keeper.games() if facts.number < games}
        missing = [number for number in range(games) if number not in done]
        arena = _Arena(settings, keeper, make or settings.terms.make_player)
        with open_executor(min(parallel, max(1, len(missing))), kind="threads") as pool:
            try:
                for facts in pool.map_ordered(arena.play, missing, name=lambda n: f"game {n + 1}"):
                    done[facts.number] = facts
                    on_game(facts)
                    progress(len(done), games, f"game {len(done)} of {games}")
            except BaseException:
                arena.stop()
                raise
    return MatchResult(settings, tuple(done[number] for number in sorted(done)))


class _Arena:
    """Plays games of one match in any number of threads."""

    def __init__(
        self, settings: MatchSettings, keeper: "_Keeper", make: Callable[[str, int], Contestant]
    ) -> None:
        self._settings = settings
        self._keeper = keeper
        self._make = make
        self._stopped = threading.Event()
        self._playing: set[Contestant] = set()

    def play(self, number: int) -> GameFacts:
        settings = self._settings
        if self._stopped.is_set():
            raise StoppedError
        first_is = Colour.BLACK if number % 2 == 0 else Colour.WHITE
        players = {
            first_is: self._make(settings.first, self._seed(number, "first")),
            first_is.opponent: self._make(settings.second, self._seed(number, "second")),
        }
        self._playing.update(players.values())
        table = settings.terms.table(settings.seed, number // 2)
        try:
            outcome = play_game(
                table,
                players,
                clocks={c: parse_clock(settings.time) if settings.time else None for c in Colour},
                limit=settings.terms.limit,
                timeout=settings.timeout,
                stopped=self._stopped.is_set,
            )
        except BaseException as error:
            if not isinstance(error, Exception):  # told to end: nobody waits for an engine to think it over
                _cut_short(players.values())
            raise
        finally:
            for player in players.values():
                player.close()
                self._playing.discard(player)
        names = {first_is: settings.first, first_is.opponent: settings.second}
        record = table.record(names, outcome.result, outcome.why, outcome.comments)
        versions = _version(players[first_is]), _version(players[first_is.opponent])
        facts = _facts(number, first_is, outcome, versions)
        self._keeper.keep(facts, record, table.suffix)
        return facts

    def stop(self) -> None:
        """Let the games in play end now."""
        self._stopped.set()
        deadline = time.monotonic() + _PATIENCE
        # Again and again: a search that is just about to begin does not hear it.
        while self._playing and time.monotonic() < deadline:
            _cut_short(list(self._playing))
            time.sleep(0.02)

    def _seed(self, number: int, side: str) -> int:
        return native_seed(self._settings.seed, "player", number, side) % _SEEDS


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


class _Keeper:
    """Keeps games in a folder, if there is one: a record each, and a line of facts in games.jsonl.

    The line is what counts: a match goes on from run.json and games.jsonl alone, so that a long one can be
    kept without its records, or moved to another machine.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def games(self) -> Iterator[GameFacts]:
        """Games that are there: those whose line is whole."""
        if self._folder is None or not (self._folder / "games.jsonl").exists():
            return
        for line in (self._folder / "games.jsonl").read_text("utf-8", "replace").splitlines():
            try:
                known: dict[str, Any] = json.loads(line)
                known |= {name: tuple(known[name]) for name in _PAIRS if name in known}
                facts = GameFacts(**known)
            except (ValueError, TypeError):
                continue  # a line cut short when the machine stopped: that game is played again
            yield facts

    def tidy(self) -> None:
        """Leave only whole lines of games that are there: the next line must not follow half a one."""
        if self._folder is not None and (self._folder / "games.jsonl").exists():
            write_text(self._folder / "games.jsonl", "".join(_line(facts) for facts in list(self.games())))

    def keep(self, facts: GameFacts, record: bytes, suffix: str) -> None:
        """Write the record, then the line."""
        if self._folder is None:
            return
        with self._lock:
            write_bytes(self._folder / f"{_file_name(facts.number)}{suffix}", record)
            with (self._folder / "games.jsonl").open("a", encoding="utf-8") as file:
                file.write(_line(facts))


@contextmanager
def _kept(settings: MatchSettings, folder: Path | None) -> Iterator[_Keeper]:
    if folder is None:
        yield _Keeper(None)
        return
    with open_run(folder, "match", options=settings.options(), seed=settings.seed):
        keeper = _Keeper(folder)
        keeper.tidy()
        yield keeper


def _line(facts: GameFacts) -> str:
    return json.dumps(asdict(facts), ensure_ascii=False) + "\n"


def _file_name(number: int) -> str:
    return f"game-{number + 1:04d}"
