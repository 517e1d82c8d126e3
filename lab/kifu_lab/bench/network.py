"""The network on one core, sixteen positions at a time: its answers alone, and with its inputs."""

from functools import lru_cache
from typing import Any

import numpy as np

from kifu.games.go import Board, replay
from kifu.models.network import Network
from kifu.records import sgf
from kifu_lab.bench.life import make_games
from kifu_lab.bench.measure import Benchmark, Peer, Repeat, timed

_POSITIONS = 48


def _network(size: int) -> Network:
    found = Network.bundled(size)
    if found is None:
        raise ImportError("ONNX Runtime is not installed")
    return found


@lru_cache
def _board(size: int) -> Board:
    return replay(sgf.read(make_games(size)[0])[0], moves=_POSITIONS - 1).board


def _inputs(size: int) -> tuple[Any, ...]:
    return _network(size).inputs(_board(size), komi=6.5, first=0)


def _answer(size: int) -> Repeat:
    network, inputs = _network(size), _inputs(size)

    def work() -> int:
        return len(network.answer(*inputs))

    return timed(work)


def _evaluate(size: int) -> Repeat:
    network, board = _network(size), _board(size)

    def work() -> int:
        return len(network.evaluate(board, komi=6.5, first=0))

    return timed(work)


def _pytorch(size: int) -> Repeat:
    """The same network in PyTorch."""
    import torch

    from kifu.learners.network.body import Body
    from kifu.models.files import load_bundled
    from kifu.models.network import KIND, VERSION, NetworkShape, bundled_name

    card, arrays = load_bundled(f"{bundled_name(size)}.safetensors", KIND, VERSION)
    body = Body(NetworkShape(*(card.options[name] for name in ("blocks", "channels", "hidden"))))
    body.load_state_dict({name: torch.from_numpy(np.array(a)) for name, a in arrays.items()}, strict=False)
    body.eval()
    planes, numbers = (torch.from_numpy(part) for part in _inputs(size)[:2])
    torch.set_num_threads(1)

    def work() -> int:
        with torch.inference_mode():
            for begin in range(0, len(planes), 16):
                body(planes[begin : begin + 16], numbers[begin : begin + 16])
        return len(planes)

    return timed(work)


BENCHMARKS = [
    Benchmark("network/answer-9x9", "positions", lambda: _answer(9), Peer("PyTorch", lambda: _pytorch(9))),
    Benchmark(
        "network/answer-19x19", "positions", lambda: _answer(19), Peer("PyTorch", lambda: _pytorch(19))
    ),
    Benchmark("network/evaluate-9x9", "positions", lambda: _evaluate(9)),
    Benchmark("network/evaluate-19x19", "positions", lambda: _evaluate(19)),
]
