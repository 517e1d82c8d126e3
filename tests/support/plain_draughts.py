"""Draughts without native search: a stand-in for games, and a network in NumPy."""

from functools import cache
from itertools import pairwise

import numpy as np

from kifu.games.draughts import Position
from kifu.learners.evolve.encodings import encoding
from kifu.learners.evolve.games import Games
from kifu.learners.evolve.genome import Layout


@cache
def first_moves(fen: str) -> tuple[int, ...]:
    position = Position.from_fen(fen)
    packed = []
    for _ in range(4):
        if not position.legal_moves():
            break
        move = position.legal_moves()[0]
        packed.append(position.pack(move))
        position.play(move)
    return tuple(packed)


class SumPlay:
    """Games without games, where only evolution is tested: the larger sum of genes wins."""

    def __call__(self, pairs, weights, openings, seed) -> Games:
        sums = weights.sum(axis=1)
        fens = tuple(openings[i] for i in pairs[:, 2])
        moves = [first_moves(fen) for fen in fens]
        return Games(
            np.sign(np.round(sums[pairs[:, 0]] - sums[pairs[:, 1]], 6)).astype(np.int8),
            np.array([len(game) for game in moves]),
            np.array([move for game in moves for move in game], np.uint16),
            fens,
            100 * len(pairs),
            np.full(sum(map(len, moves)), 0.25, np.float32),
        )


def rows_of(*fens: str) -> np.ndarray:
    positions = [Position.from_fen(fen) for fen in fens]
    return np.array([[*p.bitboards, p.to_play.value == "W"] for p in positions], np.uint32)


def piece_inputs(rows: np.ndarray) -> np.ndarray:
    """Own men, own kings, their men, their kings as zeros and ones; the board turned for White."""
    squares = 1 << np.arange(32, dtype=np.uint32)
    black, white, kings = ((rows[:, i, None] & squares) != 0 for i in range(3))
    turned = (rows[:, 3] != 0)[:, None]
    own = np.where(turned, white[:, ::-1], black)
    other = np.where(turned, black[:, ::-1], white)
    kings = np.where(turned, kings[:, ::-1], kings)
    return np.concatenate([own & ~kings, own & kings, other & ~kings, other & kings], axis=1)


def plain_sums(kind: str, layout: Layout, genes: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """What enters the output node, before it is squashed."""
    layer = piece_inputs(rows) @ encoding(kind).astype(np.float64)
    begin = 0
    for number, (inputs, nodes) in enumerate(pairwise(layout.layers)):
        middle = begin + inputs * nodes
        weights, biases = genes[begin:middle].reshape(nodes, inputs), genes[middle : middle + nodes]
        layer = (np.tanh(layer / 2) if number else layer) @ weights.T + biases
        begin = middle + nodes
    return layer[:, 0]
