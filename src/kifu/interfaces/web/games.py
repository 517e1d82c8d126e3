"""Games of people against players: begun, kept on disk after every move, answered in the background."""

import asyncio
import contextlib
import json
import logging
import re
import secrets
import time
from pathlib import Path
from typing import Annotated, Literal, NotRequired, TypedDict

from kifu.errors import InputError, KifuError
from kifu.games.facts import POSITION_FACTS, BothSides, DraughtsPosition, GameName, GoPosition
from kifu.interfaces.web.game_state import GameState
from kifu.interfaces.web.lanes import Lane
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records.moves import Colour, Side
from kifu.work.facts import pick
from kifu.work.files import read_bytes, write_text

_ID = re.compile(r"[0-9a-f]{16}")
_MOST_GAMES = 5000
_LARGEST = 1 << 20
_LOG = logging.getLogger("kifu.web")


class AboutGame(TypedDict):
    """A game against a player."""

    id: str
    created: float
    game: GameName
    opponent: str
    human: Side
    name: str
    result: Annotated[str, "empty while the game goes on"]
    version: int


class GameLine(AboutGame):
    """A game in a line."""

    size: int
    moves: int


State = Literal["play", "thinking", "counting", "over"]


class PlayedGame(AboutGame):
    """A game against a player as it stands; `size` to `handicap` of Go alone."""

    seed: int
    size: NotRequired[int]
    rules: NotRequired[str]
    komi: NotRequired[float]
    handicap: NotRequired[int]
    clock: str | None
    clocks: NotRequired[Annotated[BothSides, "seconds left"]]
    moves: list[str]
    why: str
    value: float | None
    comment: str
    state: Annotated[State, "`play`: it is your turn"]
    position: GoPosition | DraughtsPosition


class _OpenGame:
    """A game in memory: its state, when its turn began, and who waits for it."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.saved = state.to_json()
        self.turn_began = time.monotonic()
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.answer: asyncio.Task[None] | None = None


class Games:
    """All games of a server.

    Args:
        folder: Where they are kept, a file each, written whole or not at all.
        lane: Where players think.
    """

    def __init__(self, folder: Path, lane: Lane) -> None:
        self._folder = folder
        self._lane = lane
        self._games: dict[str, _OpenGame] = {}
        self._listed = False

    async def begin(self, state: GameState) -> PlayedGame:
        """Begin a game; the player answers at once where it has the first move."""
        await self._load_all()
        if len(self._games) >= _MOST_GAMES:
            raise RefusedError(409, f"expected at most {_MOST_GAMES} games; delete some of them first")
        state.id = secrets.token_hex(8)
        table = _OpenGame(state)
        await self._keep(table)
        self._games[state.id] = table
        self._ask(table)
        return self._facts(table)

    async def listed(self) -> list[GameLine]:
        """Every game in a line, the newest first."""
        await self._load_all()
        return [
            pick(GameLine, state, moves=len(state.moves))
            for state in sorted((t.state for t in self._games.values()), key=lambda s: -s.created)
        ]

    async def look(self, game: str, after: int | None = None, wait: float = 0) -> PlayedGame:
        """A game as it stands; waits for a version later than `after`, but not longer than `wait`."""
        table = await self._open(game)
        self._ask(table)
        if after is not None and table.state.version <= after and wait > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(table.changed.wait(), wait)
        if self._out_of_time(table):
            async with table.lock:
                if self._out_of_time(table):
                    state = table.state
                    state.lose(state.human_colour, "time", "you ran out of time")
                    await self._keep(table)
        return self._facts(table)

    async def move(self, game: str, text: str, version: int | None) -> PlayedGame:
        """Play a person's move."""
        table = await self._open(game)
        async with table.lock:
            state = table.state
            self._expect(table, version)
            if state.mover is not state.human_colour:
                raise RefusedError(409, "it is not your turn: the other side is thinking", "move")
            seconds = time.monotonic() - table.turn_began
            with field("move"):
                state.play(text)
            if not state.spend(state.human_colour, seconds):
                state.moves.pop()
                state.lose(state.human_colour, "time", "you ran out of time")
            await self._keep(table)
        self._ask(table)
        return self._facts(table)

    async def undo(self, game: str) -> PlayedGame:
        """Take back the person's last move and the answer."""
        table = await self._open(game)
        self._stop_answer(table)
        async with table.lock:
            self._expect(table, None)
            try:
                table.state.undo()
            except InputError as error:
                raise RefusedError(409, str(error)) from None
            await self._keep(table)
        self._ask(table)
        return self._facts(table)

    async def resign(self, game: str) -> PlayedGame:
        """Give the game up for the person."""
        table = await self._open(game)
        self._stop_answer(table)
        async with table.lock:
            self._expect(table, None)
            table.state.lose(table.state.human_colour, "resign", "you resigned")
            await self._keep(table)
        return self._facts(table)

    async def hint(self, game: str) -> bytes:
        """Moves that would be good here."""
        table = await self._open(game)
        self._expect(table, None)
        return await self._lane.run("players:hint", game=table.state)

    async def record(self, game: str) -> tuple[bytes, str]:
        """The game as SGF or PDN."""
        table = await self._open(game)
        return table.state.record()

    async def delete(self, game: str) -> None:
        """Forget a game."""
        table = await self._open(game)
        self._stop_answer(table)
        async with table.lock:
            del self._games[game]
            await asyncio.to_thread((self._folder / f"{game}.json").unlink, missing_ok=True)

    def stop(self) -> None:
        """End the thinking; games go on when they are next looked at."""
        for table in self._games.values():
            self._stop_answer(table)

    def _expect(self, table: _OpenGame, version: int | None) -> None:
        state = table.state
        if state.result:
            raise RefusedError(409, f"the game is over: {state.why or state.result}")
        if version is not None and version != state.version:
            raise RefusedError(
                409, f"the game has gone on: expected version {state.version}, got {version}", "version"
            )

    def _out_of_time(self, table: _OpenGame) -> bool:
        state = table.state
        if not state.clock or state.result or state.mover is not state.human_colour:
            return False
        clock = state.clock_of(state.human_colour)
        return clock is not None and time.monotonic() - table.turn_began > clock.remaining

    def _ask(self, table: _OpenGame) -> None:
        """Let the player answer in the background, where it is its turn, or the end be counted."""
        state = table.state
        if state.result or (table.answer is not None and not table.answer.done()):
            return
        if state.position().is_over or state.mover is not state.human_colour:
            table.answer = asyncio.ensure_future(self._answer(table))

    async def _answer(self, table: _OpenGame) -> None:
        state, version = table.state, table.state.version
        try:
            if state.position().is_over:
                result, why = json.loads(await self._lane.run("players:count", game=state))
                async with table.lock:
                    if state.version != version:
                        return  # it was taken back meanwhile
                    state.result, state.why = result, why
                    await self._keep(table)
                return
            found = json.loads(await self._lane.run("players:choose", game=state))
            colour = state.human_colour.opponent
            async with table.lock:
                if state.version != version:
                    return
                in_time = state.spend(colour, found["seconds"])
                if not in_time:
                    state.lose(colour, "time", f"{state.opponent} ran out of time")
                elif found["resign"]:
                    state.lose(colour, "resign", f"{state.opponent} resigned")
                else:
                    state.play(found["move"])
                state.value, state.comment = found["value"], found["comment"]
                state.lost_since = found["lost_since"]
                await self._keep(table)
        except KifuError as error:
            # Shown to whoever looks; the next look asks again.
            _LOG.error("the player of game %s failed: %s", state.id, error)
            state.comment = str(error)
            table.changed.set()
            table.changed = asyncio.Event()
            return
        if not state.result and state.position().is_over:
            asyncio.get_running_loop().call_soon(self._ask, table)

    def _stop_answer(self, table: _OpenGame) -> None:
        # What is being written is finished first: it holds the lock.
        if table.answer is not None and not table.lock.locked():
            table.answer.cancel()
            table.answer = None

    async def _keep(self, table: _OpenGame) -> None:
        """Write the game down; only then does anybody see the change."""
        table.state.version += 1
        text = table.state.to_json()
        try:
            await asyncio.shield(asyncio.to_thread(self._write, table.state.id, text))
        except OSError as error:
            # What is not on the disk has not happened.
            table.state.__dict__.update(json.loads(table.saved))
            raise RefusedError(503, f"the game cannot be written: {error.strerror or error}") from error
        table.saved = text
        table.turn_began = time.monotonic()
        table.changed.set()
        table.changed = asyncio.Event()

    def _write(self, game: str, text: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        write_text(self._folder / f"{game}.json", text)

    async def _open(self, game: str) -> _OpenGame:
        if not _ID.fullmatch(game):
            raise RefusedError(404, f"there is no game {game[:40]!r}", "id")
        if game not in self._games:
            state = await asyncio.to_thread(self._read, self._folder / f"{game}.json")
            if state is None:
                raise RefusedError(404, f"there is no game {game!r}", "id")
            self._games.setdefault(game, _OpenGame(state))
        return self._games[game]

    async def _load_all(self) -> None:
        if self._listed:
            return
        self._listed = True
        for state in await asyncio.to_thread(self._read_all):
            self._games.setdefault(state.id, _OpenGame(state))

    def _read_all(self) -> list[GameState]:
        if not self._folder.is_dir():
            return []
        paths = [path for path in self._folder.glob("*.json") if _ID.fullmatch(path.stem)]
        return [state for path in paths[:_MOST_GAMES] if (state := self._read(path)) is not None]

    def _read(self, path: Path) -> GameState | None:
        if path.is_symlink() or not path.is_file():
            return None
        try:
            state = GameState.from_json(read_bytes(path, limit=_LARGEST))
        except (ValueError, TypeError, KeyError, OSError) as error:
            _LOG.warning("the game %s cannot be read: %s", path.name, error)
            return None
        return state if state.id == path.stem else None

    def _facts(self, table: _OpenGame) -> PlayedGame:
        state, position = table.state, table.state.position()
        mine = position.to_play is state.human_colour
        status: State = (
            "over" if state.result else "counting" if position.is_over else "play" if mine else "thinking"
        )
        facts = pick(
            PlayedGame,
            state,
            clock=state.clock or None,
            moves=list(state.moves),
            state=status,
            position=POSITION_FACTS[state.game](position),
        )
        if state.has_terms:
            facts["size"], facts["rules"] = state.size, state.rules
            facts["komi"], facts["handicap"] = state.komi, state.handicap
        if state.clock:
            runs = position.to_play if status in ("play", "thinking") else None
            elapsed = time.monotonic() - table.turn_began
            facts["clocks"] = {
                "black": _left(state, Colour.BLACK, elapsed if runs is Colour.BLACK else 0.0),
                "white": _left(state, Colour.WHITE, elapsed if runs is Colour.WHITE else 0.0),
            }
        return facts


def _left(state: GameState, colour: Colour, elapsed: float) -> float:
    """Seconds on a clock that has run for so long since the last move."""
    clock = state.clock_of(colour)
    assert clock is not None
    return round(max(0.0, clock.remaining - elapsed), 1)
