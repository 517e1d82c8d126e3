"""What the judges say of drawn boards, and engines that do not do their work."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kifu._native import go
from kifu.archive import PackedGames
from kifu.errors import InputError
from kifu.learners.labelling import gnugo, judges_named
from kifu.learners.labelling.finished import FinishedGames, Marks
from kifu.learners.labelling.judges import Alive, GnuGo, Judge, Model, Playouts, Safe
from kifu.protocols.gtp_client import find_program
from kifu.records.packed_moves import PASS, PLACE, pack
from support.count_diagrams import read_board

from .conftest import BOARD, WIDE_MIRROR  # isort: skip

FAKE = Path(__file__).with_name("fake_gnugo.py")


def finished(*boards: str) -> tuple[FinishedGames, list[Marks]]:
    """Positions as if they had been played, and their dead stones as drawn."""
    played, dead = [], []
    for board in boards:
        stones, marks = read_board(board.split())
        setup = [pack(PLACE, stones[y, x] == 2, int(x), int(y)) for y, x in np.argwhere(stones)]
        played.append([*setup, pack(PASS, False), pack(PASS, True)])
        dead.append(marks.astype(np.uint8))
    games = PackedGames.of(len(dead[0]), played)
    facts = {"rules": "Chinese", "komi": 0.5, "winners": 1, "margins": 3.5}
    columns = {name: np.full_like(getattr(games, name), value) for name, value in facts.items()}
    return FinishedGames.replay(replace(games, **columns)), dead


@pytest.mark.parametrize("judge", [Safe(), Playouts(), Model()], ids=lambda judge: judge.name)
def test_judges_take_off_a_stone_in_an_eye(judge: Judge) -> None:
    games, (dead,) = finished(BOARD)
    assert judge.propose(games).dead[0].tolist() == dead.tolist()


def test_alive_takes_off_nothing() -> None:
    assert not Alive().propose(finished(BOARD)[0]).dead.any()


def test_unconditional_life_does_not_guess() -> None:
    assert not Safe().propose(finished(WIDE_MIRROR)[0]).dead.any()


def test_a_block_is_judged_as_a_whole_by_its_mean() -> None:
    stones = np.array([[1, 1, 0, 2], [0, 0, 0, 2], [2, 2, 2, 2], [0, 2, 0, 2]], np.uint8)[None]
    life = np.ones((1, 4, 4), np.float32)
    life[0, 0, :2] = (0.2, 0.9)
    assert not go.dead_blocks(stones, life).any()
    life[0, 0, :2] = (0.2, 0.7)
    assert go.dead_blocks(stones, life)[0, 0].tolist() == [1, 1, 0, 0]


def test_a_block_in_its_own_sides_region_is_alive_whatever_the_number_says() -> None:
    stones, _ = read_board(["x.x.", "....", "xxxx", "oo.o"])
    life = np.where(np.arange(16).reshape(4, 4) < 8, 0.0, 1.0).astype(np.float32)
    assert not go.dead_blocks(stones[None], life[None]).any()


@pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed (Debian package gnugo)")
def test_gnu_go_and_its_process_lives_on() -> None:
    games, (dead, again) = finished(BOARD, BOARD)
    proposed = GnuGo(level=1).propose(games)
    assert proposed.failures == {}
    assert proposed.dead.tolist() == [dead.tolist(), again.tolist()]
    assert len(gnugo._running) == 1
    gnugo.close()


BROKEN = {
    "hang": "did not answer 'final_status_list dead' within 0.5 s",
    "crash": "ended",
    "nonsense": "expected a list of stones on the board, got 'I'",
    "empty-point": "expected a list of stones on the board, got 'A5'",
    "refuse": "refused",
}


@pytest.mark.parametrize("mode", BROKEN)
def test_a_broken_engine_costs_its_own_proposal(mode: str) -> None:
    judge = GnuGo((sys.executable, str(FAKE), mode), timeout=0.5)
    proposed = judge.propose(finished(BOARD)[0])
    assert BROKEN[mode] in proposed.failures[0]
    gnugo.close()


def test_an_engine_that_crashed_is_started_again(tmp_path: Path) -> None:
    judge = GnuGo((sys.executable, str(FAKE), "silent-then-well", str(tmp_path / "marker")))
    games, (_, dead) = finished(BOARD, BOARD)
    proposed = judge.propose(games)
    assert list(proposed.failures) == [0]
    assert proposed.dead[1].tolist() == dead.tolist()
    gnugo.close()


def test_judges_by_name() -> None:
    assert [judge.name for judge in judges_named(["gnugo", "alive"])] == ["alive", "gnugo"]
    with pytest.raises(InputError, match="expected judges of alive, safe, playouts, model, gnugo, not 'god'"):
        judges_named(["god"])
    assert judges_named(["playouts"], playouts=64)[0].version == "tactical/64/1"


def test_test_games_are_for_independent_judges() -> None:
    allowed = {judge.name for judge in judges_named(["alive", "safe", "playouts", "model", "gnugo"])
               if "test" in judge.splits}  # fmt: skip
    assert allowed == {"alive", "safe", "gnugo"}
