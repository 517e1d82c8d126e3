"""`kifu openings` and `kifu archive PATH index`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.archive import Archive, import_paths, position_index
from kifu.errors import KifuError
from kifu.interfaces.cli.main import cli


def run(*arguments: str, fails: bool = False) -> str:
    result = CliRunner().invoke(cli, list(arguments))
    if fails:
        assert result.exception is not None
        return str(result.exception) if isinstance(result.exception, KifuError) else result.output
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


GAMES = {
    "a.sgf": b"(;SZ[9]PB[Ann]PW[Bob]RE[B+R]DT[1991];B[ee];W[cc];B[gg];W[cg])",
    "b.sgf": b"(;SZ[9]PB[Ann]PW[Cid]RE[W+R]DT[2003];B[ee];W[gc];B[cg];W[gg])",
    "c.sgf": b"(;SZ[9]PB[Dan]PW[Bob]RE[B+1.5]DT[2004];B[cc];W[gg];B[ee])",
    "d.pdn": b'[Black "Eve"]\n[White "Fay"]\n[Date "1950"]\n[Result "1-0"]\n1. 11-15 23-19 2. 8-11 1-0\n\n',
}


@pytest.fixture
def archive(tmp_path: Path) -> str:
    for name, data in GAMES.items():
        (tmp_path / name).write_bytes(data)
    with Archive.create(tmp_path / "games.db") as made:
        import_paths(made, [tmp_path / name for name in GAMES], workers=1)
    return str(tmp_path / "games.db")


def test_the_first_move_with_results_players_and_years(archive: str) -> None:
    facts = json.loads(run("openings", "--archive", archive, "--json"))
    assert facts["found"] == 3
    assert facts["by_period"] == {"1990s": 1, "2000s": 2}
    first, second = facts["continuations"]
    assert (first["move"], first["games"], first["black_wins"], first["white_wins"]) == ("E5", 2, 1, 1)
    assert first["players"] == [["Ann", 2]]
    assert (first["first_year"], first["last_year"]) == (1991, 2003)
    assert second["move"] == "G7"
    assert sorted(second["also"]) == ["C3", "C7", "G3"]
    assert second["examples"][0]["black"] == "Dan"


def test_moves_are_turned_back_to_the_askers_board(archive: str, tmp_path: Path) -> None:
    (tmp_path / "mine.sgf").write_bytes(b"(;SZ[9];B[ee];W[gg])")
    facts = json.loads(run("openings", str(tmp_path / "mine.sgf"), "--archive", archive, "--json"))
    # Both games went on in the corner opposite to White's stone.
    assert [(c["move"], c["games"]) for c in facts["continuations"]] == [("C7", 2)]
    assert "Move 3, Black to play: 2 games" in run(
        "openings", str(tmp_path / "mine.sgf"), "--archive", archive
    )


def test_a_new_position_is_answered_by_the_book(archive: str, tmp_path: Path) -> None:
    (tmp_path / "mine.sgf").write_bytes(b"(;SZ[9]AB[aa][ab]AW[ii];W[ha];B[ee])")
    facts = json.loads(run("openings", str(tmp_path / "mine.sgf"), "--archive", archive, "--json"))
    assert facts["found"] == 0
    assert facts["book"][0]["matched"] >= facts["book"][0]["played"] > 0
    assert "no game of the archive" in facts["notes"][0]
    assert "local patterns" in run("openings", "--size", "19")


def test_draughts(archive: str, tmp_path: Path) -> None:
    facts = json.loads(run("openings", str(tmp_path / "d.pdn"), "-m", "2", "--archive", archive, "--json"))
    assert [(c["move"], c["games"], c["black_wins"]) for c in facts["continuations"]] == [("8-11", 1, 1)]
    assert "11-15" in run("openings", "--draughts", "--archive", archive)


def test_index_says_what_it_made(archive: str) -> None:
    facts = json.loads(run("archive", archive, "index", "--depth", "2", "--json"))
    assert (facts["games"], facts["positions"], facts["depth"]) == (4, 3 * 2 + 3, 2)
    assert "the first 2 moves of Go" in run("archive", archive, "index")


def test_an_index_that_cannot_be_kept(archive: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(position_index, "write_bytes", fail)
    assert "Ann" in run("openings", "--size", "9", "--archive", archive)
    assert "could not be kept" in run("archive", archive, "index", fails=True)


def test_beyond_the_depth_is_said(archive: str, tmp_path: Path) -> None:
    run("archive", archive, "index", "--depth", "2")
    assert "keeps the first 2 moves" in run(
        "openings", str(tmp_path / "a.sgf"), "-m", "3", "--archive", archive
    )


def test_what_cannot_be_looked_up_is_refused_by_name(archive: str, tmp_path: Path) -> None:
    (tmp_path / "13.sgf").write_bytes(b"(;SZ[13];B[cc])")
    assert "no games of Go on 13x13: it has 3 of Go on 9x9" in run(
        "openings", str(tmp_path / "13.sgf"), "--archive", archive, fails=True
    )
    with Archive.create(tmp_path / "empty.db"):
        pass
    assert "it is empty" in run("openings", "--archive", str(tmp_path / "empty.db"), fails=True)
    assert "expected a move from 0 to 4" in run(
        "openings", str(tmp_path / "a.sgf"), "-m", "9", "--archive", archive, fails=True
    )
    assert "there is no archive" in run("openings", "--archive", str(tmp_path / "no.db"), fails=True)
    assert "--move needs a FILE" in run("openings", "-m", "3", "--archive", archive, fails=True)
