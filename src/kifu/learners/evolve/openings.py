"""Where games of a generation begin."""

from functools import cache

import numpy as np

from kifu.games.draughts import START_FEN, Position
from kifu.games.draughts.ballots import ballots
from kifu.learners.evolve.settings import EvolveSettings

_DRAWN = 128  # openings of a generation where their last moves are drawn


def draw_openings(settings: EvolveSettings, random: np.random.Generator) -> list[str]:
    """FENs of a generation: the start or all ballots, or some of them with moves drawn at random after."""
    bases = [START_FEN] if settings.openings == "start" else ballot_fens()
    if not settings.random_moves:
        return bases
    return [
        _wander(bases[int(random.integers(len(bases)))], settings.random_moves, random) for _ in range(_DRAWN)
    ]


@cache
def ballot_fens() -> list[str]:
    """The positions after the accepted three-move ballots."""
    fens = []
    for ballot in ballots():
        position = Position.start()
        for move in ballot.split():
            position.play(move)
        fens.append(position.fen)
    return fens


def _wander(fen: str, moves: int, random: np.random.Generator) -> str:
    position = Position.from_fen(fen)
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal:
            position.undo()  # a game has to begin before it ends
            break
        position.play(legal[int(random.integers(len(legal)))])
    return position.fen
