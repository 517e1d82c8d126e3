"""Solved endings agree with an independent table, with textbooks, and with themselves."""

import csv
from pathlib import Path

import numpy as np
import pytest

from kifu.errors import InputError
from kifu.games.draughts import Position
from kifu.games.draughts import endings as module
from kifu.games.draughts.endings import Endings, Solution, cache_file, ready
from support.draughts_oracle import oracle_positions


@pytest.fixture(scope="module")
def endings(endings_cache: Path) -> Endings:
    return ready(4)


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_position_is_as_the_oracle_says(
    pieces: int, endings: Endings, shared_data: Path, request: pytest.FixtureRequest
) -> None:
    step = 1 if pieces < 4 or request.config.getoption("--full") else 29
    rows, values = oracle_positions(shared_data, pieces, step)
    assert np.array_equal(endings.probe_rows(rows), values)
    if step == 1:
        assert len(rows) == {2: 6976, 3: 392064, 4: 12418632}[pieces]


def test_textbook_endings(endings: Endings, shared_data: Path) -> None:
    known = 0
    with (shared_data / "draughts" / "known_endings.csv").open() as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["own_egtb_for_side_to_move"]:
            found = endings.probe(Position.from_fen(row["fen"]))
            assert str(found) == row["own_egtb_for_side_to_move"], row["name"]
            known += 1
    assert known == 7


def test_what_is_not_solved_is_not_guessed(endings: Endings) -> None:
    assert endings.probe(Position()) is None
    assert endings.probe(Position.from_fen("B:W:BK1")) is None
    assert endings.probe(Position.from_fen("W:W12:B8,3")) == Solution(-1, 0)  # blocked
    assert str(Solution(1, 1)) == "win in 1 ply"


def test_census_counts_every_position(endings: Endings) -> None:
    slices = endings.census()
    assert sum(s.won + s.lost + s.drawn for s in slices) * 2 == 6976 + 392064 + 12418632
    two_kings = next(s for s in slices if s[:4] == (0, 2, 0, 1))
    assert str(two_kings) == "2 kings against 1 king"
    assert two_kings[4:] == (14846, 0, 34, 33)


def test_files_are_whole_or_refused(tmp_path: Path) -> None:
    small = Endings.solve(2)
    small.save(tmp_path / "endings")
    assert Endings.load(tmp_path / "endings").native.values() == small.native.values()
    data = bytearray((tmp_path / "endings").read_bytes())
    data[-5] ^= 1
    (tmp_path / "damaged").write_bytes(data)
    with pytest.raises(InputError, match="damaged: its check sum is wrong; solve them again"):
        Endings.load(tmp_path / "damaged")
    (tmp_path / "foreign").write_bytes(b"something else")
    with pytest.raises(InputError, match="expected solved endings"):
        Endings.load(tmp_path / "foreign")


def test_ready_solves_once_and_mends_its_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIFU_CACHE", str(tmp_path / "deep" / "cache"))
    first = ready(2)
    assert cache_file(2).is_file()
    assert ready(2) is ready(2)
    cache_file(2).write_bytes(b"half")
    assert ready(2).native.values() == first.native.values()
    assert Endings.load(cache_file(2)).pieces == 2
    monkeypatch.setenv("KIFU_CACHE", "/dev/null/nowhere")
    module._unkept.clear()
    assert ready(2) is ready(2)  # cannot be kept: solved once in this process


def test_progress_may_end_the_work() -> None:
    def stop(done: float, total: float | None, doing: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Endings.solve(4, stop)
