"""What a conversation remembers, and what it must not."""

from pathlib import Path

from kifu.games.go import Colour
from kifu.players.clocks import Canadian
from kifu.players.katia import Katia
from kifu.players.katia_options import KatiaOptions
from support.gtp_talk import Talk

SETUP_BETWEEN = "(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[cc];AB[gg];B[gc];W[cg])"


def test_a_record_with_an_illegal_move_is_not_loaded_in_part(tmp_path: Path) -> None:
    path = tmp_path / "illegal.sgf"
    path.write_text("(;GM[1]SZ[9];B[cc];W[cc];B[dd];W[ee])")
    with Talk() as talk:
        before = talk.ask("showboard")
        for words in (str(path), f"{path} 4"):
            answer = talk.ask(f"loadsgf {words}")
            assert answer.startswith("? cannot load file")
            assert "move 2: it is illegal" in answer
        assert talk.ask("showboard") == before
        assert talk.ask(f"loadsgf {path} 2") == "= white", "what stands before it can be had"


def test_an_undo_that_fails_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(SETUP_BETWEEN)
    with Talk() as talk:
        talk.ask(f"loadsgf {tmp_path / 'game.sgf'}")
        before = talk.ask("showboard")
        assert talk.ask("gg-undo 3") == "? cannot undo"
        assert talk.ask("showboard") == before
        assert talk.ask("gg-undo 2") == "="
        assert "2 moves" in talk.ask("showboard")


def test_a_new_game_begins_with_full_clocks() -> None:
    with Talk() as talk:
        talk.ask("time_settings 60 0 0")
        talk.ask("genmove b")
        talk.ask("time_left w 1 0")
        talk.ask("clear_board")
        for clock in talk.session.clocks.values():
            assert clock is not None
            assert clock.remaining == 60


def test_a_clock_without_settings_ends_with_its_game() -> None:
    with Talk() as talk:
        talk.ask("time_left b 1 0")
        talk.ask("boardsize 9")
        assert set(talk.session.clocks.values()) == {None}


def test_time_left_means_nothing_where_there_is_no_limit() -> None:
    with Talk() as talk:
        for settings in ("time_settings 0 1 0", "kgs-time_settings none", "kata-time_settings none"):
            assert talk.ask(settings) == "="
            assert talk.ask("time_left b 0 0") == "="
            assert talk.session.clocks[Colour.BLACK] is None


def test_a_clock_without_settings_is_what_it_was_last_told() -> None:
    with Talk() as talk:
        talk.ask("time_left b 60 0")
        talk.ask("time_left b 30 5")
        clock = talk.session.clocks[Colour.BLACK]
        assert isinstance(clock, Canadian)
        assert (clock.face, clock.stones_left) == (30, 5)


def test_a_record_cannot_bring_a_komi_that_nobody_could_set(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[9]KM[99999];B[ee])")
    with Talk() as talk:
        assert talk.ask(f"loadsgf {tmp_path / 'game.sgf'}") == "= white"
        assert talk.ask("get_komi") == "= 7.5"


def test_a_move_only_asked_for_leaves_no_trace() -> None:
    with Talk(lambda: Katia(KatiaOptions(playouts=300, predictor=False, nk=0))) as talk:
        talk.ask("boardsize 5")
        talk.ask("time_settings 60 0 0")
        talk.ask("gogui-play_sequence b C3 b C2 b C4 b B3 b D3")
        talk.ask("komi -20")
        asked = {talk.ask("reg_genmove w") for _ in range(4)}
        assert "= resign" not in asked
        assert talk.ask("genmove w") != "= resign"
        talk.ask("play b pass")
        assert {talk.ask("reg_genmove w") for _ in range(2)} == {"= resign"}
        clock = talk.session.clocks[Colour.WHITE]
        assert clock is not None
        left = clock.remaining
        assert talk.ask("reg_genmove w") == "= resign"
        assert clock.remaining == left


def test_a_score_counts_the_prisoners_of_its_own_game() -> None:
    with Talk() as talk:
        talk.ask("boardsize 5")
        talk.ask("kgs-rules japanese")
        talk.ask("komi 0")
        talk.ask("gogui-play_sequence w A1 b A2 b B1 w pass b pass")
        assert talk.ask("final_score") == "= B+24"
        talk.ask("clear_board")
        talk.ask("gogui-play_sequence w pass b A2 b B1 w pass b pass")
        assert talk.ask("final_score") == "= B+23"
