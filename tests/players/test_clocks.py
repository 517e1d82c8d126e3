"""Clocks of Go: what is left, what to aim at, when the flag falls."""

import pytest

from kifu.errors import InputError
from kifu.players.clocks import AT_ONCE, Absolute, ByoYomi, Canadian, CappedFischer, Fischer, parse_clock


def test_absolute_time_runs_out_once() -> None:
    clock = Absolute(60)
    assert clock.budget(20) == pytest.approx(2.975 - 0.05)
    assert clock.budget(20, 500) == pytest.approx((50 - 0.5) / 20 - 0.05), (
        "time for 500 moves at once is kept"
    )
    clock.spend(60)
    assert clock.remaining == 0
    assert not clock.is_out
    clock.spend(0.1)
    assert clock.is_out


def test_main_time_outlasts_the_lag_of_every_move() -> None:
    clock = Absolute(5)
    for move in range(36):
        clock.spend(max(0.02, clock.budget(max(12, 30 - move))) + 0.05)
    assert not clock.is_out


def test_fischer_gives_back_after_every_move() -> None:
    clock = Fischer(10, increment=5)
    clock.spend(4)
    assert clock.remaining == 11
    assert clock.budget(10) == pytest.approx(1.05 - 0.05 + 5 - 0.05)
    clock.spend(11.5)
    assert clock.is_out


def test_canadian_periods_start_anew_with_their_last_stone() -> None:
    clock = Canadian(10, period=30, stones=3)
    clock.spend(12)  # 2 s of overtime, one stone played
    assert (clock.face, clock.stones_left) == (28, 2)
    assert clock.budget(50) == pytest.approx(27.5 / 2 - 0.05)
    clock.spend(10)
    clock.spend(10)
    assert (clock.face, clock.stones_left) == (30, 3)
    clock.spend(31)
    assert clock.is_out


def test_byo_yomi_counts_whole_periods() -> None:
    clock = ByoYomi(10, period=5, periods=3)
    assert clock.remaining == 25
    clock.spend(17)  # all main time and one whole period
    assert (clock.in_overtime, clock.periods_left, clock.remaining) == (True, 2, 10)
    clock.spend(4.9)
    assert (clock.periods_left, clock.remaining) == (2, 10)
    clock.spend(9)
    assert (clock.periods_left, clock.remaining) == (1, 5)
    clock.spend(5.1)
    assert clock.is_out


def test_fischer_time_without_main_time_begins_with_an_increment() -> None:
    clock = parse_clock("0+2")
    assert clock.remaining == 2
    assert 1 < clock.budget(30) < 2


def test_a_second_a_move() -> None:
    clock = parse_clock("0+1x1")
    for _ in range(100):
        assert 0.5 < clock.budget(30) < 1
        clock.spend(0.99)
    assert not clock.is_out
    clock.spend(1.01)
    assert clock.is_out


def test_a_controller_puts_a_clock_right() -> None:
    canadian, byo_yomi = Canadian(60, 30, 5), ByoYomi(60, 30, 5)
    canadian.set(12, 2)
    byo_yomi.set(12, 2)
    assert (canadian.remaining, canadian.stones_left) == (12, 2)
    assert (byo_yomi.remaining, byo_yomi.periods_left) == (42, 2)


@pytest.mark.parametrize("text", ["300", "60+5", "300+60/25", "300+3x30", "0+1x0.5"])
def test_written_as_read(text: str) -> None:
    clock = parse_clock(text)
    assert str(clock) == text
    other = clock.copy()
    other.spend(1)
    assert clock.remaining > other.remaining or text == "0+1x0.5" or "+" in text


@pytest.mark.parametrize("text", ["", "soon", "-5", "60+", "60+5/0", "1e9", "60+5x"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_clock(text)


def test_capped_fischer_time_grows_to_its_cap_and_bounds_a_move() -> None:
    clock = CappedFischer(60, 10, 65, 8)
    clock.spend(1)
    assert (clock.face, clock.remaining) == (65, 8)
    clock.spend(3)
    assert clock.face == 65
    assert 6 < clock.budget(1000) <= 8, "what the cap would take away is spent"
    clock.spend(9)
    assert clock.is_out


@pytest.mark.parametrize(
    "clock",
    [
        Absolute(60),
        Fischer(60, 2),
        CappedFischer(60, 2, 90, 5),
        Canadian(60, 30, 5),
        ByoYomi(60, 10, 3),
    ],
)
def test_who_keeps_to_the_budget_never_loses_on_time(clock: Absolute) -> None:
    for move in range(400):
        clock.spend(clock.budget(max(10, 60 - move)))
        assert not clock.is_out


@pytest.mark.parametrize(
    "text", ["300", "8", "2+0.5", "0+2", "0+10/25", "0+5/25", "10+5/25", "0+1x0.5", "5+0/1"]
)
@pytest.mark.parametrize("lag", [0.0, 0.05])
def test_a_long_game_with_lag_is_not_lost_on_time(text: str, lag: float) -> None:
    clock = parse_clock(text)
    for move in range(121):  # the longest games on 9x9
        thinks = clock.budget(max(12, 30 - move), 121 - move)
        clock.spend(AT_ONCE if thinks < AT_ONCE else thinks + lag)
        assert not clock.is_out, f"move {move + 1}"
