"""Games against players."""

import asyncio
import time
from typing import Annotated, TypedDict

from fastapi import Path, Query
from fastapi.responses import Response

from kifu.games.draughts import Position
from kifu.games.go import Rules
from kifu.games.go.handicap import fixed_handicap
from kifu.interfaces.web.context import Server, ServerContext
from kifu.interfaces.web.game_state import GameState
from kifu.interfaces.web.games import GameLine, PlayedGame
from kifu.interfaces.web.opponents import Players, opponent_of, player_facts
from kifu.interfaces.web.problems import RefusedError, field
from kifu.interfaces.web.routes.answers import JSON, Router, file_answer
from kifu.interfaces.web.run_facts import champion_of
from kifu.interfaces.web.schemas import NewGame, PlayMove
from kifu.models.draughts_net import Network
from kifu.players.clocks import parse_clock
from kifu.work.seeds import new_seed

router = Router(prefix="/api/v1", tags=["games"])
GameId = Annotated[str, Path(max_length=16)]


class GameList(TypedDict):
    """All games, the newest first."""

    games: list[GameLine]


@router.get("/players")
async def players() -> Players:
    """List whom one can play against, with levels from the weakest to the strongest."""
    return player_facts()


@router.get("/games")
async def games(server: Server) -> GameList:
    """List the games, the newest first."""
    return {"games": await server.games.listed()}


@router.post("/games", status_code=201)
async def begin(server: Server, query: NewGame) -> PlayedGame:
    """Begin a game."""
    return await server.games.begin(await asyncio.to_thread(_state, server, query))


@router.get("/games/{game}")
async def game(
    server: Server,
    game: GameId,
    after: Annotated[int | None, Query(ge=0, le=2**31, description="wait for a later version")] = None,
    wait: Annotated[float, Query(ge=0, le=25, description="seconds at most")] = 0,
) -> PlayedGame:
    """Show a game as it stands, or wait until it has changed."""
    return await server.games.look(game, after, wait)


@router.delete("/games/{game}", status_code=204)
async def delete_game(server: Server, game: GameId) -> Response:
    """Forget a game."""
    await server.games.delete(game)
    return Response(status_code=204)


@router.post("/games/{game}/moves")
async def play(server: Server, game: GameId, query: PlayMove) -> PlayedGame:
    """Play a move; the player's answer comes by and by."""
    return await server.games.move(game, query.move, query.version)


@router.post("/games/{game}/undo")
async def undo(server: Server, game: GameId) -> PlayedGame:
    """Take back the last move of the person and the answer to it."""
    return await server.games.undo(game)


@router.post("/games/{game}/resign")
async def resign(server: Server, game: GameId) -> PlayedGame:
    """Give up."""
    return await server.games.resign(game)


@router.post("/games/{game}/hint")
async def hint(server: Server, game: GameId) -> Response:
    """Show moves that would be good here, with reasons."""
    return Response(await server.games.hint(game), media_type=JSON)


@router.get("/games/{game}/record")
async def game_record(server: Server, game: GameId) -> Response:
    """Give the game as SGF or PDN."""
    data, suffix = await server.games.record(game)
    kind = "application/x-go-sgf" if suffix == "sgf" else "application/x-draughts-pdn"
    return file_answer(data, f"kifu-{game}.{suffix}", kind)


def _state(server: ServerContext, query: NewGame) -> GameState:
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
        if server.runs is None:
            raise RefusedError(422, "expected a run only on a server with --runs DIR", "run")
        path, generation = champion_of(server.runs, query.run, query.generation)
        with field("run"):
            Network.load(path)
        state.network, state.opponent = str(path), f"champion {generation} of {query.run}"
    _SET_UP[query.game](state, query)
    return state


def _set_up_go(state: GameState, query: NewGame) -> None:
    with field("rules"):
        rules = Rules.named(query.rules)
    with field("handicap"):
        if query.handicap:
            fixed_handicap(query.size, query.handicap)
    komi = query.komi if query.komi is not None else 0.5 if query.handicap else rules.komi
    state.size, state.rules, state.komi, state.handicap = query.size, rules.name, komi, query.handicap


def _set_up_draughts(state: GameState, query: NewGame) -> None:
    if query.fen is not None:
        with field("fen"):
            state.fen = Position.from_fen(query.fen).fen


_SET_UP = {"go": _set_up_go, "draughts": _set_up_draughts}
#: Fields that only one of the games has, by the name of the game in messages.
_ONLY = {
    "draughts": ("draughts", ("run", "generation", "fen")),
    "go": ("Go", ("size", "rules", "komi", "handicap")),
}


def _check_fit(query: NewGame) -> None:
    """Refuse fields that would not be heard."""
    given = [name for name in query.model_fields_set if getattr(query, name) is not None]
    for game, (where, names) in _ONLY.items():
        for name in names:
            if game != query.game and name in given:
                raise RefusedError(422, f"expected {name} only for {where}; leave it out", name)
    choices = [name for name in ("run", "level", "opponent") if name in given]
    if len(choices) > 1:
        raise RefusedError(
            422, f"expected one of run, level and opponent, got {' and '.join(choices)}", choices[1]
        )
    if "generation" in given and "run" not in given:
        raise RefusedError(422, "expected a generation only with run", "generation")
