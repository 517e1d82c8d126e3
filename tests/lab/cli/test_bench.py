"""`kifu lab bench` measures, compares, and says what is missing."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from kifu.errors import InputError
from kifu.records import sgf
from kifu_lab.bench import measure
from kifu_lab.bench.measure import Benchmark, Peer
from kifu_lab.bench.page import game_of
from kifu_lab.cli import bench


def test_ratio_is_the_median_over_the_repeats() -> None:
    rates = iter([1.0, 10.0, 20.0, 30.0])
    peers = iter([1.0, 2.0, 10.0])
    benchmark = Benchmark(
        "x/y", "units", lambda: lambda: next(rates), Peer("p", lambda: lambda: next(peers)), 5.0
    )
    result = measure.measure(benchmark, 3)
    assert result.rate == 20.0
    assert result.ratio == 10.0
    assert result.ratio_spread == (3.0, 10.0)


def test_missing_peer_is_named_not_fatal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    result = CliRunner().invoke(bench.command, ["go/random-9x9", "--repeats", "1", "--json"])
    assert result.exit_code == 0
    facts = json.loads(result.output)[0]
    assert facts["rate"] > 0
    assert facts["ratio"] is None
    assert "pip install './lab[bench]'" in facts["note"]


def test_unknown_benchmark_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="expected a benchmark among go/random-9x9.*got 'go/nothing'"):
        CliRunner().invoke(bench.command, ["go/nothing"], catch_exceptions=False)
    with pytest.raises(
        InputError,
        match="expected a group among go, records, .* book, playouts, network; got 'chess'",
    ):
        CliRunner().invoke(bench.command, ["chess"], catch_exceptions=False)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("go --cluster tcp://x:1", "`kifu lab bench NAMES` has no --cluster: leave it out; it belongs to"),
        ("go --requests 100", "`kifu lab bench NAMES` has no --requests"),
        ("--quick", "--quick: leave it out; it belongs to `kifu lab bench scale`"),
        ("scale --cluster tcp://x:1", "`kifu lab bench scale` has no --cluster"),
        (
            "scale --repeats 7",
            "it belongs to `kifu lab bench NAMES`, `kifu lab bench page`, `kifu lab bench cluster`",
        ),
        ("cluster --jobs book", "`kifu lab bench cluster` has no --jobs: "),
        ("cluster --out x", "`kifu lab bench cluster` has no --out"),
        ("cluster --quick", "`kifu lab bench cluster` has no --quick"),
        ("http --repeats 5", "`kifu lab bench http` has no --repeats"),
        (
            "page --games 5",
            "--games: leave it out; it belongs to `kifu lab bench scale`, `kifu lab bench cluster`",
        ),
        ("go scale", "`kifu lab bench scale` stands alone; leave out go"),
        ("page http/score", "`kifu lab bench page` stands alone; leave out http/score"),
    ],
)
def test_options_that_would_do_nothing_are_refused_by_name(asked: str, said: str) -> None:
    outcome = CliRunner().invoke(bench.command, asked.split())
    assert outcome.exit_code == 2
    assert said in outcome.output


def test_a_server_is_asked_and_the_machine_described() -> None:
    with pytest.raises(InputError, match="expected http, http/score, http/predict; got 'http/nothing'"):
        CliRunner().invoke(bench.command, ["http/nothing"], catch_exceptions=False)
    # In a process of its own: tests with a browser keep an event loop running in theirs.
    command = [sys.executable, "-m", "kifu", "lab", "bench", "http/score", "--requests", "100", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    loads = json.loads(result.stdout)
    assert [load["name"] for load in loads] == ["score"]
    for load in loads:
        assert load["requests"] == 100
        assert load["failed"] == 0
        assert len(load["memory"]) == 5
        assert 0 < load["p50"] <= load["p99"]
        assert 0 <= load["others"] <= 1
        assert load["processor"] > 0
        assert load["client"] > 0


def test_the_game_of_the_page_bench_has_its_moves() -> None:
    (record,) = sgf.read(game_of(30))
    assert len(record.moves) == 30
    assert record.size == (19, 19)
