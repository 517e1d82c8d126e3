"""Games against players."""

import asyncio
import time
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from kifu.games.draughts import Position
from kifu.games.go import Rules
from kifu.games.go.handicap import fixed_handicap
from kifu.interfaces.web.game_state import GameState
from kifu.interfaces.web.games import Games
from kifu.interfaces.web.opponents import opponent_of, players
from kifu.interfaces.web.problems import RefusedError, field
from kifu.interfaces.web.room import Here, Room
from kifu.interfaces.web.routes.answers import file_answer, json_answer
from kifu.interfaces.web.run_facts import champion_of
from kifu.interfaces.web.schemas import NewGame, PlayMove
from kifu.models.draughts_net import Network
from kifu.players.clocks import parse_clock
from kifu.work.seeds import new_seed

router = APIRouter(prefix="/api/v1", tags=["games"])
GameId = Annotated[str, Path(max_length=16)]


def _games(room: Room) -> Games:
    assert room.games is not None
    return room.games


@router.get("/players", operation_id="players")
async def list_players() -> dict[str, Any]:
    """List whom one can play against, with levels from the weakest to the strongest."""
    return players()


@router.get("/games", operation_id="games")
async def games(room: Here) -> dict[str, Any]:
    """List the games, the newest first."""
    return {"games": await _games(room).listed()}


@router.post("/games", operation_id="begin", status_code=201)
async def begin(room: Here, query: NewGame) -> dict[str, Any]:
    """Begin a game."""
    return await _games(room).begin(await asyncio.to_thread(_state, room, query))


@router.get("/games/{game}", operation_id="game")
async def game(
    room: Here,
    game: GameId,
    after: Annotated[int | None, Query(ge=0, le=2**31, description="wait for a later version")] = None,
    wait: Annotated[float, Query(ge=0, le=25, description="seconds at most")] = 0,
) -> dict[str, Any]:
    """Show a game as it stands, or wait until it has changed."""
    return await _games(room).look(game, after, wait)


@router.delete("/games/{game}", operation_id="delete_game", status_code=204)
async def delete_game(room: Here, game: GameId) -> Response:
    """Forget a game."""
    await _games(room).delete(game)
    return Response(status_code=204)


@router.post("/games/{game}/moves", operation_id="play")
async def play(room: Here, game: GameId, query: PlayMove) -> dict[str, Any]:
    """Play a move; the player's answer comes by and by."""
    return await _games(room).move(game, query.move, query.version)


@router.post("/games/{game}/undo", operation_id="undo")
async def undo(room: Here, game: GameId) -> dict[str, Any]:
    """Take back the last move of the person and the answer to it."""
    return await _games(room).undo(game)


@router.post("/games/{game}/resign", operation_id="resign")
async def resign(room: Here, game: GameId) -> dict[str, Any]:
    """Give up."""
    return await _games(room).resign(game)


@router.post("/games/{game}/hint", operation_id="hint")
async def hint(room: Here, game: GameId) -> Response:
    """Show moves that would be good here, with reasons."""
    return json_answer(await _games(room).hint(game))


@router.get("/games/{game}/record", operation_id="game_record")
async def game_record(room: Here, game: GameId) -> Response:
    """Give the game as SGF or PDN."""
    data, suffix = await _games(room).record(game)
    kind = "application/x-go-sgf" if suffix == "sgf" else "application/x-draughts-pdn"
    return file_answer(data, f"kifu-{game}.{suffix}", kind)


def _state(room: Room, query: NewGame) -> GameState:
    """Check a new game; a wrong field is named."""
    _check_fit(query)
    if query.clock is not None:
        with field("clock"):
            clock = parse_clock(query.clock)
        if clock.remaining < 1:
            raise RefusedError(422, f"expected a clock with time on it, got {query.clock!r}", "clock")
    state = GameState(
        id="",
        created=round(time.time(), 3),
        game=query.game,
        opponent="" if query.run is not None else opponent_of(query.game, query.opponent, query.level),
        human=query.colour,
        name=query.name,
        seed=new_seed() % 2**31 if query.seed is None else query.seed,
        clock=query.clock or "",
    )
    if query.run is not None:
        if room.runs is None:
            raise RefusedError(422, "expected a run only on a server with --runs DIR", "run")
        path, generation = champion_of(room.runs, query.run, query.generation)
        with field("run"):
            Network.load(path)
        state.network, state.opponent = str(path), f"champion {generation} of {query.run}"
    if query.game == "draughts":
        if query.fen is not None:
            with field("fen"):
                state.fen = Position.from_fen(query.fen).fen
        return state
    with field("rules"):
        rules = Rules.named(query.rules)
    with field("handicap"):
        if query.handicap:
            fixed_handicap(query.size, query.handicap)
    komi = query.komi if query.komi is not None else 0.5 if query.handicap else rules.komi
    state.size, state.rules, state.komi, state.handicap = query.size, rules.name, komi, query.handicap
    return state


#: Fields that only one of the games has.
_ONLY = {"draughts": ("run", "generation", "fen"), "go": ("size", "rules", "komi", "handicap")}


def _check_fit(query: NewGame) -> None:
    """Refuse fields that would not be heard."""
    given = [name for name in query.model_fields_set if getattr(query, name) is not None]
    for game, names in _ONLY.items():
        for name in names:
            if game != query.game and name in given:
                where = "Go" if game == "go" else game
                raise RefusedError(422, f"expected {name} only for {where}; leave it out", name)
    choices = [name for name in ("run", "level", "opponent") if name in given]
    if len(choices) > 1:
        raise RefusedError(
            422, f"expected one of run, level and opponent, got {' and '.join(choices)}", choices[1]
        )
    if "generation" in given and "run" not in given:
        raise RefusedError(422, "expected a generation only with run", "generation")
