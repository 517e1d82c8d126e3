"""Programs that scores are compared with: a peer that fails over one game goes on with the next."""

import stat
import sys

import pytest

from kifu.analysis.score import score_record
from kifu.records import sgf

peers = pytest.importorskip("peers", reason="processor time of children is told on Unix only")
score_peers = pytest.importorskip("score_peers")

# Black has the left of a 5x5 board, White the right; White A5 is dead.
MOVES = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[bb];W[aa];B[];W[]"


def small(rules: str, result: str):
    return score_record(sgf.read(f"(;SZ[5]KM[0.5]RU[{rules}]RE[{result}]{MOVES})")[0])


@pytest.mark.parametrize("rules", ["Chinese", "Japanese", "AGA"])
def test_the_same_dead_stones_are_counted_the_same_way(rules):
    sheet = small(rules, "B+4.5")
    assert peers.lead_with(sheet, sheet.judgement.dead) == sheet.lead


def test_handicap_stones_come_before_the_moves():
    sheet = score_record(sgf.read("(;SZ[5]AB[bb][dd];W[cc];B[];W[])")[0])
    points = [(colour.value, point and tuple(point)) for colour, point in peers._steps(sheet.board)]
    assert points == [("B", (1, 1)), ("B", (3, 3)), ("W", (2, 2)), ("B", None), ("W", None)]


def test_stones_set_up_later_are_taken_from_the_last_position():
    sheet = score_record(sgf.read("(;SZ[5];B[aa];AW[cc]AE[aa];B[bb];W[])")[0])
    points = [(colour.value, point and tuple(point)) for colour, point in peers._steps(sheet.board)]
    assert points == [("B", (1, 1)), ("W", (2, 2)), ("B", None), ("W", None)]


@pytest.fixture
def fake_gnugo(tmp_path, monkeypatch):
    """An engine on the PATH that ends over its first game, and then knows that A5 is dead."""
    program = tmp_path / "gnugo"
    program.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys\n"
        f"seen = pathlib.Path({str(tmp_path / 'seen')!r})\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('final') and not seen.exists():\n"
        "        seen.touch()\n"
        "        sys.exit(3)\n"
        "    answers = {'final_status_list dead': 'A5', 'final_score': 'B+4.5'}\n"
        "    print('=', answers.get(line.strip(), ''), end='\\n\\n', flush=True)\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("fake_gnugo")
def test_a_peer_that_ends_loses_one_game(capsys):
    marks = small("Chinese", "B+4.5").judgement.dead > 0
    games = [score_peers.Scored(f"{i}", small("Chinese", "B+4.5"), 0.001, marks) for i in range(4)]
    score_peers.compare(games, {"gnugo": 4}, None)
    table = capsys.readouterr().out
    assert "| Kifu | 4 | 100.0% | 100.00% | 100.0% | 1.0 |" in table
    assert "| GNU Go 3.8, its dead stones | 4 | 75.0% | 75.00% | 75.0% |" in table
    assert "GNU Go 3.8 failed over 1 games." in table


@pytest.mark.usefixtures("fake_gnugo")
def test_a_peer_that_is_not_there_is_named():
    with pytest.raises(peers.MissingToolError, match="node"):
        peers.open_peer("deadstones", None)
