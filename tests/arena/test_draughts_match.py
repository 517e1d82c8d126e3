"""Matches of draughts: ballots with both colours, records in PDN, the same games however many at once."""

from pathlib import Path

import pytest

from kifu.arena.draughts import DraughtsTerms
from kifu.arena.match import play_match
from kifu.arena.settings import MatchSettings
from kifu.errors import InputError
from kifu.games.draughts import replay
from kifu.games.draughts.ballots import ballots
from kifu.records.pdn import read


def settings(**terms: object) -> MatchSettings:
    return MatchSettings(
        "material:depth=2,endings=0",
        "random",
        DraughtsTerms(**terms),
        seed=3,  # type: ignore[arg-type]
    )


def test_a_match_is_kept_and_repeats_itself(tmp_path: Path) -> None:
    result = play_match(settings(), 8, folder=tmp_path / "one")
    assert play_match(settings(), 8, parallel=3).games[0].moves == result.games[0].moves
    assert result.wins >= 7
    openings = []
    for game in result.games:
        record = read((tmp_path / "one" / f"game-{game.number + 1:04d}.pdn").read_bytes())[0]
        played = replay(record)
        assert played.is_complete
        assert len(played.packed) == game.moves
        openings.append(" ".join(record.moves[:3]))
        assert openings[-1] in ballots()
        winner = record.result.winner
        if winner is not None:
            assert (str(winner).lower() == game.first_is) == (game.score == 1)
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) == 4


def test_every_ballot_comes_before_one_returns() -> None:
    terms = DraughtsTerms()
    seen = [terms.table(5, pair).opening for pair in range(2 * 156)]
    assert len(set(seen[:156])) == len(set(seen[156:])) == 156
    assert seen[:156] != seen[156:]


def test_a_game_without_an_end_is_drawn() -> None:
    result = play_match(settings(openings="start", move_limit=6), 2)
    assert [game.ending for game in result.games] == ["move limit"] * 2
    assert [game.why for game in result.games] == ["drawn: it was not over after 6 moves"] * 2
    assert result.draws == 2


@pytest.mark.parametrize("time", [None, "0.2"])
def test_a_player_that_thinks_for_ever_is_stopped_and_loses(time: str | None) -> None:
    endless = "material:depth=60,deepen=no,endings=0"
    result = play_match(MatchSettings(endless, "random", DraughtsTerms(), time, timeout=0.2), 1)
    assert [(game.ending, game.score) for game in result.games] == [("time", 0)]


def test_wrong_terms_and_players() -> None:
    with pytest.raises(InputError, match="expected openings"):
        DraughtsTerms("all")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected a player of draughts"):
        MatchSettings("katia", "random", DraughtsTerms())
