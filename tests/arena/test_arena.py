"""Games that end whatever the players do, matches that go on where they stopped, ratings that add up."""

import json
import math
import sys
from pathlib import Path

import pytest

from kifu.arena.game import Outcome, play_game
from kifu.arena.go import GoTerms
from kifu.arena.match import play_match
from kifu.arena.match_result import GameFacts
from kifu.arena.ratings import bradley_terry, elo_difference, score_share
from kifu.arena.settings import MatchSettings
from kifu.arena.tournament import play_tournament
from kifu.errors import InputError, RunError
from kifu.games.go import Board, Colour, Point, Rules, replay
from kifu.players.base import Choice
from kifu.players.clocks import Clock, parse_clock
from kifu.players.engine import EnginePlayer
from kifu.players.random import RandomPlayer
from kifu.records.sgf import read
from kifu.work.versions import this_version

TERMS = GoTerms(size=5, opening=1)


class Player(RandomPlayer):
    """Random until move 6, then as it is told."""

    def __init__(self, then: object) -> None:
        super().__init__()
        self.name = "odd"
        self._then = then

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        if len(board.moves) < 6:
            return super().choose(board, clock)
        if isinstance(self._then, Exception):
            raise self._then
        assert isinstance(self._then, Choice)
        return self._then


def play(then: object, **options: object) -> Outcome:
    players = {Colour.BLACK: Player(then), Colour.WHITE: RandomPlayer(2)}
    return play_game(GoTerms(size=5, opening=0).table(1, 0), players, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("then", "result", "ending"),
    [
        (Choice(None, resign=True), "W+R", "resignation"),
        (ZeroDivisionError("oops"), "W+F", "crash"),
        (Choice(Point(30, 2)), "W+F", "illegal move"),
    ],
)
def test_every_way_to_lose(then: object, result: str, ending: str) -> None:
    outcome = play(then)
    assert (str(outcome.result), outcome.ending) == (result, ending)
    assert outcome.why.startswith("Black (odd) ")
    assert outcome.moves == 6


def test_a_game_is_counted_after_two_passes_and_at_the_limit() -> None:
    counted = play_game(TERMS.table(1, 0), {c: RandomPlayer(3) for c in Colour})
    assert counted.ending == "count"
    limited = play_game(TERMS.table(1, 0), {c: RandomPlayer(3) for c in Colour}, limit=10)
    assert (limited.ending, limited.moves) == ("move limit", 10)


def test_slow_players_lose_on_time() -> None:
    clocks = {Colour.BLACK: parse_clock("0+1x0.000001"), Colour.WHITE: None}
    outcome = play(Choice(None), clocks=clocks)
    assert (str(outcome.result), outcome.ending) == ("W+T", "time")
    assert str(play(Choice(None), timeout=1e-9).result) == "W+T"


FAKE = """
import sys, time
for line in sys.stdin:
    if line.startswith("genmove"):
        {what}
    print("=\\n", flush=True)
"""


@pytest.mark.parametrize(
    ("what", "ending"),
    [
        ("sys.exit(1)", "crash"),
        ("time.sleep(60)", "time"),
        ("print('= E3\\n', flush=True); continue", "illegal move"),
    ],
)
def test_a_bad_engine_loses_its_game_and_not_the_match(what: str, ending: str, tmp_path: Path) -> None:
    script = tmp_path / "fake.py"
    script.write_text(FAKE.format(what=what))

    def make(text: str, seed: int) -> EnginePlayer | RandomPlayer:
        if text == "random":
            return RandomPlayer(seed)
        return EnginePlayer([sys.executable, str(script)], name="fake")

    settings = MatchSettings("random", f"gtp:{script}", TERMS, timeout=1.0)
    result = play_match(settings, 2, make=make)
    assert (result.wins, result.draws, result.losses) == (2, 0, 0)
    assert set(result.endings()) == {ending}


ODD = """
import sys
answers = {"list_commands": "version", "version": "1.0\\u2028beta", "genmove": "pass"}
for line in sys.stdin:
    sys.stdout.buffer.write(f"= {answers.get(line.split()[0], '')}\\n\\n".encode())
    sys.stdout.buffer.flush()
"""


def test_odd_characters_do_not_lose_games_that_were_played(tmp_path: Path) -> None:
    """A version with an end of line that only Unicode knows, and a file whose name is no text."""
    script = tmp_path / "odd\udcff.py"
    script.write_text(ODD)
    settings = MatchSettings("random", f"gtp:{sys.executable} {script}", TERMS, timeout=30.0)
    first = play_match(settings, 2, folder=tmp_path / "m")
    assert set(first.endings()) == {"count"}
    assert first.games[0].versions[1] == "1.0\u2028beta"
    played: list[GameFacts] = []
    again = play_match(settings, 2, folder=tmp_path / "m", on_game=played.append)
    assert played == []
    assert again.games == first.games


def test_a_match_alternates_colours_over_pairs_of_openings(tmp_path: Path) -> None:
    result = play_match(MatchSettings("random", "random:seed=5", GoTerms(size=7)), 6, folder=tmp_path)
    assert [game.first_is for game in result.games] == ["black", "white"] * 3
    records = [read(path.read_bytes())[0] for path in sorted(tmp_path.glob("*.sgf"))]
    openings = [record.moves[:2] for record in records]
    assert len(records) == 6
    assert openings[0] == openings[1] != openings[2] == openings[3]
    for record, game in zip(records, result.games, strict=True):
        assert str(record.info.result) == game.result
        assert replay(record).illegal_move is None
        assert (record.info.black == "random") is (game.first_is == "black")


def test_a_match_goes_on_where_it_stopped_and_does_not_depend_on_workers(tmp_path: Path) -> None:
    settings = MatchSettings("random", "random:seed=5", TERMS, seed=3)
    whole = play_match(settings, 6, parallel=3)
    play_match(settings, 4, folder=tmp_path)
    log = tmp_path / "games.jsonl"
    lines = log.read_text().splitlines()
    log.write_text("\n".join([lines[0], lines[2], lines[3][:30]]))  # cut short, and one line lost
    (tmp_path / "game-0003.sgf").unlink()
    played: list[int] = []
    resumed = play_match(settings, 6, folder=tmp_path, on_game=lambda facts: played.append(facts.number))
    assert played == [1, 3, 4, 5]  # a game whose record is gone is still played
    assert [(g.result, g.moves) for g in resumed.games] == [(g.result, g.moves) for g in whole.games]
    assert (
        play_match(settings, 6, folder=tmp_path, on_game=lambda facts: played.append(-1)).wins == whole.wins
    )
    assert -1 not in played
    with pytest.raises(RunError, match="seed"):
        play_match(MatchSettings("random", "random:seed=5", TERMS, seed=4), 6, folder=tmp_path)


def test_a_match_goes_on_elsewhere_from_its_results_alone(tmp_path: Path) -> None:
    settings = MatchSettings("random", "random:seed=5", TERMS, seed=3)
    here, there = tmp_path / "here", tmp_path / "there"
    play_match(settings, 4, folder=here)
    there.mkdir()
    for name in ("run.json", "games.jsonl"):
        (there / name).write_bytes((here / name).read_bytes())
    played: list[int] = []
    moved = play_match(settings, 6, folder=there, on_game=lambda facts: played.append(facts.number))
    assert played == [4, 5]
    assert [game.result for game in moved.games] == [game.result for game in play_match(settings, 6).games]
    assert sorted(path.name for path in there.glob("*.sgf")) == ["game-0005.sgf", "game-0006.sgf"]


def test_a_match_remembers_which_versions_played(tmp_path: Path) -> None:
    settings = MatchSettings("random", "random:seed=5", TERMS, seed=3)
    play_match(settings, 4, folder=tmp_path)
    log = tmp_path / "games.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert lines[0]["versions"] == [this_version()] * 2
    lines[1]["versions"] = ["kifu 0.0.1", "GNU Go 3.8"]
    del lines[2]["versions"]  # kept before versions were
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    again = play_match(settings, 4, folder=tmp_path)
    assert again.versions() == {(this_version(),) * 2: 2, ("kifu 0.0.1", "GNU Go 3.8"): 1}


def test_wrong_settings_are_refused_at_once() -> None:
    for wrong in ({"size": 99}, {"rules": "house"}, {"referee": "me"}):
        with pytest.raises(InputError):
            GoTerms(**wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        MatchSettings("nobody", "random")
    with pytest.raises(InputError):
        MatchSettings("random", "random", time="soon")


def test_a_network_of_another_board_is_refused_before_the_match(tmp_path: Path) -> None:
    settings = MatchSettings("opening", "random", GoTerms(size=13), seed=1)
    with pytest.raises(InputError, match="'opening' plays on 9x9 boards, the match is on 13x13"):
        play_match(settings, 2, folder=tmp_path / "match")
    assert not (tmp_path / "match").exists()


def test_shares_and_elo() -> None:
    share = score_share(8, 0, 2)
    assert (round(share.low, 3), round(share.high, 3)) == (0.490, 0.943)  # Wilson's own
    assert elo_difference(5, 0, 5).value == 0
    assert round(elo_difference(76, 0, 24).value) == 200
    assert elo_difference(3, 0, 0).value == math.inf
    assert elo_difference(10, 4, 10) == pytest.approx((0, *elo_difference(12, 0, 12)[1:]))


def test_bradley_terry_finds_known_strengths() -> None:
    strength = [200, 0, -200]
    games = 100_000
    points = [
        [0 if i == j else games / (1 + 10 ** ((b - a) / 400)) for j, b in enumerate(strength)]
        for i, a in enumerate(strength)
    ]
    found = bradley_terry(points)
    assert [round(rating.elo) for rating in found] == strength
    assert all(rating.low < rating.elo < rating.high for rating in found)
    few = bradley_terry([[0, 10], [0, 0]])
    assert few[0].elo > 0 > few[1].elo
    assert math.isfinite(few[0].high)
    assert few[0].high - few[0].low > found[0].high - found[0].low
    with pytest.raises(InputError):
        bradley_terry([[0.0]])


def test_a_tournament_ranks_and_resumes(tmp_path: Path) -> None:

    players = ["random", "random:seed=2", "random:seed=3"]
    settings = MatchSettings(players[0], players[1], TERMS)
    first = play_tournament(players, settings, 2, folder=tmp_path)
    again = play_tournament(players, settings, 2, folder=tmp_path)
    assert first.standings() == again.standings()
    assert sum(row.points for row in first.standings()) == 6
    assert {row.games for row in first.standings()} == {4}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-2", "1-3", "2-3"]
    with pytest.raises(InputError, match="each named once"):
        play_tournament(["random", "random"], settings, 2)


def test_facts_of_games_are_one_json_line_each(tmp_path: Path) -> None:
    play_match(MatchSettings("random", "random:seed=5", TERMS), 2, folder=tmp_path)
    for line in (tmp_path / "games.jsonl").read_text().splitlines():
        assert json.loads(line)["first_is"] in ("black", "white")
    assert Rules.named(json.loads((tmp_path / "run.json").read_text())["options"]["terms"]["rules"])
