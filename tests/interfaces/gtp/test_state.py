"""What a conversation remembers, and what it must not."""

from pathlib import Path

from support.gtp_talk import Talk

SETUP_BETWEEN = "(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[cc];AB[gg];B[gc];W[cg])"


def test_an_undo_that_fails_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(SETUP_BETWEEN)
    with Talk() as talk:
        talk.ask(f"loadsgf {tmp_path / 'game.sgf'}")
        before = talk.ask("showboard")
        assert talk.ask("gg-undo 3") == "? cannot undo"
        assert talk.ask("showboard") == before
        assert talk.ask("gg-undo 2") == "="
        assert "2 moves" in talk.ask("showboard")
