"""`kifu lab bench scale`: fits that find the law behind the points, and points from real processes."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from kifu.errors import InputError
from kifu_lab.bench.growth import fit_power_law
from kifu_lab.bench.points import PointsFile
from kifu_lab.bench.scale import Bench, Plan, Point, growths
from kifu_lab.cli.bench import command
from kifu_lab.cli.bench_scale import plan_of
from support.labelled import labelled_archive


def test_an_exact_power_law_is_found() -> None:
    law = fit_power_law([100, 200, 400, 800], [3 * x**0.7 for x in (100, 200, 400, 800)])
    assert law.factor == pytest.approx(3)
    assert law.exponent == pytest.approx(0.7)
    assert law.low == pytest.approx(0.7)
    assert law.at(1_000_000)[0] == pytest.approx(3 * 1e6**0.7)


def test_the_interval_holds_the_exponent_as_often_as_it_says() -> None:
    random = np.random.default_rng(1)
    x = [1000.0, 2000.0, 4000.0, 8000.0, 16000.0]
    laws = [
        fit_power_law(x, [0.01 * v**1.1 * float(np.exp(random.normal(0, 0.1))) for v in x])
        for _ in range(2000)
    ]
    held = sum((law.low or 9) <= 1.1 <= (law.high or 0) for law in laws) / len(laws)
    assert 0.935 < held < 0.965
    new = [0.01 * 1e6**1.1 * float(np.exp(random.normal(0, 0.1))) for _ in laws]
    spans = [law.at(1e6) for law in laws]
    held = sum((low or 0) <= value <= (high or 0) for value, (_, low, high) in zip(new, spans, strict=True))
    assert 0.935 < held / len(laws) < 0.965


def test_two_points_have_no_interval_and_one_is_too_few() -> None:
    law = fit_power_law([10, 20], [1, 2])
    assert (law.exponent, law.low, law.at(40)) == (pytest.approx(1), None, (pytest.approx(4), None, None))
    for x, y in (([10], [1]), ([10, 10], [1, 2]), ([1, 2], [0, 1])):
        with pytest.raises(InputError, match="at least two points above 0"):
            fit_power_law(x, y)


def test_memory_that_hardly_changes_is_flat() -> None:
    points = [Point("index", "games", x, x, x, 1, x / 100, 50 + x / 1000, 50) for x in (1000, 2000, 4000)]
    (growth,) = growths(points)
    assert growth.memory is None
    assert growth.processor.exponent == pytest.approx(1)


def test_memory_is_carried_on_by_its_last_slope() -> None:
    points = [Point("book", "games", x, x, x, 1, x / 100, 70 + x / 20, 50) for x in (4000, 1000, 2000)]
    (growth,) = growths(points)
    assert growth.memory is not None
    assert growth.memory.exponent < 0.95  # twenty megabytes do not grow
    assert growth.slope == pytest.approx(1 / 20)
    assert growth.memory_at(1_000_000) == pytest.approx(20 + 1_000_000 / 20)


def test_files_are_carried_on_too() -> None:
    points = [Point("import", "games", x, x, x, 1, x / 100, 60, 50, 2 + x / 500) for x in (1000, 2000)]
    (growth,) = growths(points)
    assert growth.disk_at(1_000_000) == pytest.approx(2002)


def test_unknown_jobs_are_refused() -> None:
    with pytest.raises(InputError, match="expected jobs among import, .*got 'dance'"):
        Plan(jobs=("dance",))


def test_numbers_of_games_that_are_asked_for_are_not_left_out(archive: str) -> None:
    asked = plan_of(archive, "40000,all", "moves", quick=False)
    assert asked.games[0] == 40_000
    assert not asked.most
    assert plan_of(archive, None, None, quick=False).most["moves"] < 40_000


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(labelled_archive(tmp_path_factory.mktemp("scale"), games=60))


def test_points_are_measured_kept_and_not_measured_again(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "points.jsonl"
    asked = ["scale", "--archive", archive, "--quick", "--games", "10,20", "--jobs", "import,index,moves"]
    asked += ["--out", str(out), "--json"]
    first = CliRunner().invoke(command, asked, catch_exceptions=False)
    assert first.exit_code == 0, first.output
    told = json.loads(first.output)
    games = [point for point in told["points"] if point["axis"] == "games"]
    assert [(p["job"], p["x"], p["done"]) for p in games] == [
        (job, number, number) for number in (10, 20) for job in ("import", "index", "moves")
    ]
    assert all(p["processor"] > 0 and p["memory"] >= p["memory_before"] > 1 for p in told["points"])
    assert {p["axis"] for p in told["points"]} == {"games", "workers", "generations", "points"}
    assert len(out.read_text().splitlines()) == 1 + len(told["points"])
    assert [growth["job"] for growth in told["growth"]] == ["import", "index", "moves", "evolve"]
    again = CliRunner().invoke(command, asked, catch_exceptions=False)
    assert json.loads(again.output) == told


def test_what_cannot_be_measured_is_refused(archive: str, tmp_path: Path) -> None:
    assert "give --archive" in CliRunner().invoke(command, ["scale"]).output
    with pytest.raises(InputError, match="found 45; ask for fewer"):
        CliRunner().invoke(
            command, ["scale", "--archive", archive, "--games", "99999"], catch_exceptions=False
        )
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    with pytest.raises(InputError, match="line 1 says what its points were measured on.*begins with b'{}'"):
        CliRunner().invoke(
            command, ["scale", "--archive", archive, "--quick", "--out", str(bad)], catch_exceptions=False
        )


ON = {"archive": "0123", "size": 9, "seed": 1, "kifu": "1.0"}


def test_points_of_something_else_are_refused_by_name(archive: str, tmp_path: Path) -> None:
    path = tmp_path / "points.jsonl"
    PointsFile(path, ON).add(Point("book", "games", 10, 10, 10, 1, 1, 60, 50))
    assert len(PointsFile(path, ON).known) == 1
    for name, other in {"archive": "4567", "size": 19, "seed": 2, "kifu": "1.1"}.items():
        with pytest.raises(InputError, match=f"{name}: {ON[name]!r} there, {other!r} here"):
            PointsFile(path, {**ON, name: other})
    asked = ["scale", "--archive", archive, "--quick", "--out", str(path)]
    with pytest.raises(InputError, match="archive: '0123' there, .*kifu: '1.0' there"):
        CliRunner().invoke(command, asked, catch_exceptions=False)


def test_a_line_that_was_not_finished_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "points.jsonl"
    points = [Point("book", "games", x, x, x, 1, 1, 60, 50) for x in (10, 20)]
    PointsFile(path, ON).add(points[0])
    whole = path.read_bytes()
    for cut in (len(whole) - 1, len(whole) - 30):
        path.write_bytes(whole + whole[whole.index(b"\n") + 1 : cut])
        opened = PointsFile(path, ON)
        assert opened.known == points[:1]
        opened.add(points[1])
        assert PointsFile(path, ON).known == points
    path.write_bytes(whole[:20])  # not even the first line
    assert PointsFile(path, ON).known == []
    path.write_bytes(whole.replace(b"{", b"[", 2).replace(b"[", b"{", 1))
    with pytest.raises(InputError, match="line 2 of .*points.jsonl"):
        PointsFile(path, ON)
    path.write_bytes(b"my notes")
    with pytest.raises(InputError, match="begins with b'my notes'"):
        PointsFile(path, ON)
    assert path.read_bytes() == b"my notes"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "points.jsonl"
    opened = PointsFile(path, ON)
    path.unlink()
    path.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left") as caught:
        opened.add(Point("book", "games", 10, 10, 10, 1, 1, 60, 50))
    assert caught.value.filename == str(path)


def test_points_with_another_number_of_games_are_others(tmp_path: Path) -> None:
    known = [Point("book", "workers", 1, 250, 250, 1, 1, 60, 50)]
    bench = Bench(Plan(), tmp_path, tmp_path, 9, known)
    assert bench._before("book", "workers", 1, 250) == known[0]
    assert bench._before("book", "workers", 1, 1000) is None
