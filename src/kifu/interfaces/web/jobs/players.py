"""Players at work: a move, a hint, the count at the end."""

import time
from typing import Any

from kifu.analysis.terms import Terms
from kifu.games.draughts import Position
from kifu.games.go import Board
from kifu.interfaces.move_facts import prediction_facts
from kifu.interfaces.web.game_state import GameState
from kifu.players.draughts import DraughtsPlayer
from kifu.players.draughts.adviser import make_adviser
from kifu.players.named import make_player
from kifu.records.moves import vertex

_HINTS = 5


def choose(state: dict[str, Any]) -> dict[str, Any]:
    """Let the player of a game choose its move."""
    game = GameState.from_json(state)
    position = game.position()
    clock = game.clock_of(game.mover)
    # A new stream for every move, the same after a restart.
    seed = game.seed + len(game.moves)
    started = time.monotonic()
    if isinstance(position, Position):
        draughts = _draughts_player(game, seed)
        chosen = draughts.choose(position, clock)
        draughts.close()
        move = None if chosen.move is None else str(chosen.move)
        resign = chosen.resign or chosen.move is None
        value, comment, lost_since = chosen.value, chosen.comment, None
    else:
        from kifu.players.katia import Katia

        terms = _terms(game, position)
        player = make_player(game.opponent, seed)
        player.new_game(game.size, position.rules, terms.total_komi)
        if isinstance(player, Katia) and game.lost_since is not None:
            player.lost_since[position.to_play] = game.lost_since
        choice = player.choose(position, clock)
        player.close()
        lost_since = player.lost_since.get(position.to_play) if isinstance(player, Katia) else None
        move, resign = vertex(choice.move), choice.resign
        value, comment = choice.value, choice.comment
    seconds = time.monotonic() - started
    return {
        "move": move,
        "resign": resign,
        "value": value,
        "comment": comment,
        "lost_since": lost_since,
        "seconds": seconds,
    }


def _draughts_player(game: GameState, seed: int) -> DraughtsPlayer:
    """The opponent by its text; a champion of a run by its file, which no request can name."""
    if not game.network:
        return make_player(game.opponent, seed, game="draughts")
    return make_player("net", seed, game="draughts", net=game.network, depth=6)


def hint(state: dict[str, Any]) -> dict[str, Any]:
    """Say what would be good here: experts' moves in Go, the champion's after a second in draughts."""
    position = GameState.from_json(state).position()
    if isinstance(position, Position):
        adviser = make_adviser()
        chosen = adviser.choose(position)
        adviser.close()
        line = [str(move) for move in chosen.variation]
        return {"candidates": [{"move": str(chosen.move), "value": chosen.value, "line": line}]}
    from kifu.analysis.moves import predict

    found = predict(position, top=_HINTS, explain=True)
    return {"candidates": [prediction_facts(one, position.size) for one in found]}


def count(state: dict[str, Any]) -> dict[str, Any]:
    """Say how a game has ended."""
    game = GameState.from_json(state)
    position = game.position()
    if isinstance(position, Position):
        ending = position.result()
        assert ending is not None
        return {"result": ending.pdn, "why": str(ending)}
    from kifu.analysis.score import score_board

    sheet = score_board(position, _terms(game, position))
    return {"result": str(sheet.result), "why": f"counted: {sheet.result}"}


def _terms(game: GameState, board: Board) -> Terms:
    return Terms.explicit(board.rules, game.komi, game.handicap)
