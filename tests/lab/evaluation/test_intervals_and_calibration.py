import numpy as np
import pytest

from kifu.errors import InputError
from kifu_lab.evaluation.calibration import calibration
from kifu_lab.evaluation.intervals import by_game, wilson


@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    # From Wilson's formula, worked out by hand with z = 1.96.
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785), (10, 10, 0.7225, 1.0)],
)
def test_wilson(hits: int, cases: int, low: float, high: float) -> None:
    assert wilson(hits, cases) == pytest.approx((hits / cases, low, high), abs=1e-4)


@pytest.mark.parametrize(("hits", "cases"), [(0, 0), (3, 2), (-1, 5)])
def test_wilson_refuses_what_is_no_share(hits: int, cases: int) -> None:
    with pytest.raises(InputError, match="expected hits among at least one case"):
        wilson(hits, cases)


def test_blocks_of_one_game_count_as_one_piece_of_evidence() -> None:
    random = np.random.default_rng(0)
    per_game = random.uniform(size=100) < 0.3
    hits, game = np.repeat(per_game, 50), np.repeat(np.arange(100), 50)
    alike = by_game(hits, game)
    apart = by_game(hits, np.arange(len(hits)))
    assert alike.value == apart.value == pytest.approx(per_game.mean())
    assert alike.high - alike.low > 5 * (apart.high - apart.low)
    assert alike.low == pytest.approx(wilson(int(per_game.sum()), 100).low, abs=0.03)
    assert by_game(hits, game) == alike


def test_calibration_of_an_honest_and_of_a_boastful_forecast() -> None:
    random = np.random.default_rng(1)
    p = random.uniform(size=100_000)
    happened = random.uniform(size=100_000) < p
    assert calibration(p, happened).error < 0.01
    boastful = calibration(np.where(p > 0.5, 1.0, 0.0), happened)
    assert boastful.error == pytest.approx(0.25, abs=0.01)
    assert [b.cases for b in boastful.bins[1:9]] == [0] * 8
    assert boastful.bins[9].happened == pytest.approx(0.75, abs=0.01)


def test_calibration_by_hand() -> None:
    result = calibration(np.array([0.05, 0.05, 0.95, 1.0]), np.array([False, True, True, True]))
    assert result.error == pytest.approx((2 * 0.45 + 2 * 0.025) / 4)
    assert result.brier == pytest.approx((0.05**2 + 0.95**2 + 0.05**2) / 4)
    assert (result.bins[9].cases, result.bins[9].predicted) == (2, pytest.approx(0.975))
