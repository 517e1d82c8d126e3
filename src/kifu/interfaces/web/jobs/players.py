"""Players at work: a move, a hint, the count at the end."""

import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from kifu.analysis.terms import Terms
from kifu.games.draughts import Position
from kifu.games.facts import Vertex
from kifu.games.go import Board
from kifu.interfaces.web.game_state import GameState
from kifu.players.clocks import Clock
from kifu.players.draughts import DraughtsPlayer
from kifu.players.draughts.adviser import make_adviser
from kifu.players.named import make_player
from kifu.records.moves import vertex


class Chosen(TypedDict):
    """What a player has decided."""

    move: str
    resign: bool
    value: float | None
    comment: str
    lost_since: int | None
    seconds: NotRequired[float]


class GoHint(TypedDict):
    """A good move of Go with what may follow; the lead is that of the side to move after it."""

    rank: int
    point: Vertex
    probability: Annotated[float, "its share of the search"]
    lead: float
    line: list[Vertex]


class DraughtsHint(TypedDict):
    """A good move of draughts with what may follow."""

    move: str
    value: float | None
    line: list[str]


class Hints(TypedDict):
    """Moves that would be good."""

    candidates: list[GoHint] | list[DraughtsHint]


def choose(game: GameState) -> Chosen:
    """Let the player of a game choose its move."""
    # A new stream for every move, the same after a restart.
    seed = game.seed + len(game.moves)
    started = time.monotonic()
    chosen = _CHOOSE[game.game](game, game.position(), game.clock_of(game.mover), seed)
    chosen["seconds"] = time.monotonic() - started
    return chosen


def hint(game: GameState) -> Hints:
    """Say what would be good here: by a search in Go, by the champion after a second in draughts."""
    return _HINT[game.game](game, game.position())


def count(game: GameState) -> tuple[str, str]:
    """Say how a game has ended: its result, and why."""
    return _COUNT[game.game](game, game.position())


def _choose_go(game: GameState, board: Board, clock: Clock | None, seed: int) -> Chosen:
    from kifu.players.katia import Katia

    player = make_player(game.opponent, seed)
    player.new_game(game.size, board.rules, _terms(game, board).total_komi)
    if isinstance(player, Katia) and game.lost_since is not None:
        player.lost_since[board.to_play] = game.lost_since
    choice = player.choose(board, clock)
    player.close()
    lost_since = player.lost_since.get(board.to_play) if isinstance(player, Katia) else None
    return {
        "move": "pass" if choice.move is None else str(choice.move),
        "resign": choice.resign,
        "value": choice.value,
        "comment": choice.comment,
        "lost_since": lost_since,
    }


def _choose_draughts(game: GameState, position: Position, clock: Clock | None, seed: int) -> Chosen:
    player = _draughts_player(game, seed)
    choice = player.choose(position, clock)
    player.close()
    return {
        "move": "" if choice.move is None else str(choice.move),
        "resign": choice.resign or choice.move is None,
        "value": choice.value,
        "comment": choice.comment,
        "lost_since": None,
    }


def _draughts_player(game: GameState, seed: int) -> DraughtsPlayer:
    """The opponent by its text; a champion of a run by its file, which no request can name."""
    if not game.network:
        return make_player(game.opponent, seed, game="draughts")
    return make_player("net", seed, game="draughts", net=game.network, depth=6)


def _hint_go(game: GameState, board: Board) -> Hints:
    from kifu.analysis.hints import advise

    found: list[GoHint] = [
        {
            "rank": rank,
            "point": vertex(hint.move),
            "probability": round(hint.share, 4),
            "lead": round(hint.lead, 2),
            "line": [vertex(point) for point in hint.line],
        }
        for rank, hint in enumerate(advise(board, _terms(game, board).total_komi).hints, start=1)
    ]
    return {"candidates": found}


def _hint_draughts(game: GameState, position: Position) -> Hints:
    adviser = make_adviser()
    chosen = adviser.choose(position)
    adviser.close()
    line = [str(move) for move in chosen.variation]
    found: DraughtsHint = {"move": str(chosen.move), "value": chosen.value, "line": line}
    return {"candidates": [found]}


def _count_go(game: GameState, board: Board) -> tuple[str, str]:
    from kifu.analysis.score import score_board

    sheet = score_board(board, _terms(game, board))
    return str(sheet.result), f"counted: {sheet.result}"


def _count_draughts(game: GameState, position: Position) -> tuple[str, str]:
    ending = position.result()
    assert ending is not None
    return ending.pdn, str(ending)


def _terms(game: GameState, board: Board) -> Terms:
    return Terms.explicit(board.rules, game.komi, game.handicap)


_CHOOSE: Mapping[str, Callable[[GameState, Any, Clock | None, int], Chosen]] = {
    "go": _choose_go,
    "draughts": _choose_draughts,
}
_HINT: Mapping[str, Callable[[GameState, Any], Hints]] = {"go": _hint_go, "draughts": _hint_draughts}
_COUNT: Mapping[str, Callable[..., tuple[str, str]]] = {"go": _count_go, "draughts": _count_draughts}
