"""Verdicts of a draughts review beside an independent table of all positions of up to four pieces."""

from pathlib import Path

import numpy as np
import pytest

from kifu.analysis.draughts_review import analyse_all
from kifu.games.draughts import Colour, Position
from support.draughts_oracle import oracle_positions, oracle_values


def _position(black: int, white: int, kings: int, side: int) -> Position:
    lists = [
        ",".join(f"{'K' if kings >> n & 1 else ''}{n + 1}" for n in range(32) if of >> n & 1)
        for of in (white, black)
    ]
    return Position.from_fen(f"{'BW'[side]}:W{lists[0]}:B{lists[1]}")


def _row(position: Position) -> tuple[int, int, int, int]:
    return *position.bitboards, int(position.to_play is Colour.WHITE)


def _outcome(value: int) -> int:
    """1 where the side to move wins, 0 drawn, -1 lost."""
    return 0 if value == 0 else 1 if value % 2 == 0 else -1


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_move_keeps_or_loses_what_the_oracle_says(
    pieces: int, shared_data: Path, endings_cache: Path, request: pytest.FixtureRequest
) -> None:
    step = 1 if pieces < 4 or request.config.getoption("--full") else 1999
    rows, values = oracle_positions(shared_data, pieces, step)
    checked = 0
    for start in range(0, len(rows), 20_000):
        positions = [_position(*row) for row in rows[start : start + 20_000].tolist()]
        found = analyse_all(positions, "fast")
        after = []
        for seen in found:
            for option in seen.options:
                seen.position.play(option.move)
                after.append(_row(seen.position))
                seen.position.undo()
        theirs = iter(oracle_values(shared_data, np.array(after, dtype=np.uint32)).tolist())
        for seen, value in zip(found, values[start : start + 20_000].tolist(), strict=True):
            outcome = _outcome(value)
            assert seen.options or outcome == -1
            for option in seen.options:
                answer = next(theirs)
                mine = -_outcome(answer)
                assert (option.value, abs(option.plies)) == (mine, answer), (seen.position.fen, option)
                verdict = seen.verdict(option.move)
                assert verdict is not None
                size = None if mine == outcome else "blunder"
                assert (verdict.cost, verdict.size) == (outcome - mine, size), (seen.position.fen, option)
                checked += 1
    if step == 1:
        assert checked == {2: 16_138, 3: 1_256_290, 4: 48_111_366}[pieces]
