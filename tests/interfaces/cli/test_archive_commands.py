import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kifu.errors import RecordError
from kifu.interfaces.cli.archive import command as archive_command
from kifu.interfaces.cli.import_ import command as import_command

GAMES = {
    "a.sgf": "(;SZ[9]PB[Ann]PW[Bob]BR[1d]WR[3d]DT[1990-01-02]RE[B+2.5];B[ee];W[ce];B[cd])",
    "b.sgf": "(;SZ[9]PB[Cid]PW[Bob]DT[2001]RE[W+R];B[ee];W[gc])",
    "c.sgf": "(;SZ[13]PB[本因坊]PW[Eve]RE[?];B[dd];W[dd])",
    "d.sgf": "not a game",
    "e.txt": "notes",
}


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    for name, text in GAMES.items():
        Path("games", name).write_text(text, encoding="utf-8")
    return "games.db"


def run(command: object, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, catch_exceptions=False)  # type: ignore[arg-type]


def bring(db: str, *options: str) -> Result:
    return run(import_command, "games", "--archive", db, *options)


def test_import_says_what_it_did(db: str) -> None:
    result = bring(db)
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[0] == "3 games imported"
    assert lines[4] == "1 of the imported games with an illegal move"
    assert lines[5] == "1 not readable"
    assert "d.sgf: expected an SGF game" in lines[6]
    assert lines[7].startswith("1 other file left alone")
    assert lines[8].startswith("games.db: 3 games")


def test_import_in_json_has_the_same_facts(db: str) -> None:
    document = json.loads(bring(db, "--json").stdout)
    names = (
        "imported",
        "duplicates",
        "already_there",
        "illegal",
        "unreadable_count",
        "ignored_files",
        "games",
    )
    assert [document[name] for name in names] == [3, 0, 0, 1, 1, 1, 3]
    assert document["unreadable"][0]["name"].endswith("d.sgf")
    again = json.loads(bring(db, "--json").stdout)
    assert [again[name] for name in names] == [0, 0, 3, 0, 1, 1, 3]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_import_of_nothing_readable_fails(db: str, options: tuple[str, ...]) -> None:
    with pytest.raises(RecordError, match=r"none of the files could be read; nothing new is in games\.db"):
        run(import_command, "games/d.sgf", "--archive", db, *options)
    bring(db)
    assert run(import_command, "games/a.sgf", "games/d.sgf", "--archive", db).exit_code == 0


def test_archive_shows_what_is_in_it(db: str) -> None:
    bring(db)
    lines = [" ".join(line.split()) for line in run(archive_command, db).stdout.splitlines()]
    assert lines == [
        "games.db: 3 games, 7 moves",
        "game go 3",
        "size 9 2",
        "13 1",
        "decade 1990s 1",
        "2000s 1",
        "unknown 1",
        "result resign 1",
        "score 1",
        "unknown 1",
        "winner Black 1",
        "White 1",
        "nobody 1",
        "with repaired problems 1",
        "an illegal move 1",
    ]


def test_wins_of_draughts_are_counted_as_such(db: str) -> None:
    for number, result in enumerate(("1-0", "0-1", "1-0", "1/2-1/2", "*")):
        Path("games", f"{number}.pdn").write_text(f"1. {number + 9}-{number + 13} {result}\n")
    bring(db)
    summary = json.loads(run(archive_command, db, "--json", "--game", "draughts").stdout)
    assert summary["by_result"] == {"draw": 1, "unfinished": 1, "won": 3}
    assert summary["by_winner"] == {"Black": 2, "White": 1, "nobody": 2}
    won = json.loads(run(archive_command, db, "list", "--result", "won", "--json").stdout)["games"]
    assert sorted(game["result"] for game in won) == ["0-1", "1-0", "1-0"]
    unknown = json.loads(run(archive_command, db, "--json", "--result", "unknown").stdout)
    assert unknown["by_game"] == {"go": 1}


def test_archive_in_json(db: str) -> None:
    bring(db)
    document = json.loads(run(archive_command, db, "--json").stdout)
    assert document["games"] == 3
    assert document["by_size"] == {"9": 2, "13": 1}
    assert document["by_year"] == {"1990": 1, "2001": 1, "unknown": 1}
    assert document["by_result"] == {"resign": 1, "score": 1, "unknown": 1}
    filtered = json.loads(run(archive_command, db, "--json", "--size", "9", "--year", "-1999").stdout)
    assert filtered["games"] == 1


def test_archive_lists_games(db: str) -> None:
    bring(db)
    result = run(archive_command, db, "list", "--player", "bob")
    assert [line.split()[4] for line in result.stdout.splitlines()] == ["Ann", "Cid"]
    part = run(archive_command, db, "list", "--player", "bo")
    assert part.stdout == ""
    assert "no player has the whole name 'bo'; --player '*bo*' finds parts" in part.stderr
    assert run(archive_command, db, "list", "--player", "*bo*").stdout == result.stdout
    listed = json.loads(run(archive_command, db, "list", "--illegal", "--json").stdout)["games"]
    assert [(game["black"], game["illegal_at"]) for game in listed] == [("本因坊", 2)]
    assert "occupied" in listed[0]["problems"][0] or "illegal" in listed[0]["problems"][0]


def test_archive_exports(db: str) -> None:
    bring(db)
    result = run(archive_command, db, "export", "out", "--rank", "1d-")
    assert result.stdout == "1 game in 1 file written to out\n"
    assert Path("out/games/a.sgf").read_text() == GAMES["a.sgf"]
    run(archive_command, db, "export", "out.zip", "--zip")
    assert Path("out.zip").read_bytes()[:2] == b"PK"


@pytest.mark.parametrize(
    "wrong", [("list", "out"), ("--year", "new"), ("--year", "-"), ("--size", "0"), ("dance",)]
)
def test_wrong_usage(db: str, wrong: tuple[str, ...]) -> None:
    bring(db)
    assert run(archive_command, db, *wrong).exit_code == 2


def test_export_without_a_target_is_named_after_the_archive(db: str) -> None:
    bring(db)
    assert run(archive_command, db, "export").exit_code == 0
    assert any(Path("games-records").rglob("*.sgf"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--limit", "1"], "only `list` takes --limit"),
        (["export", "out", "--limit", "1"], "only `list` takes --limit"),
        (["list", "--zip"], "only `export` takes --zip"),
    ],
)
def test_options_that_would_be_ignored_are_refused(db: str, arguments: list[str], message: str) -> None:
    bring(db)
    result = run(archive_command, db, *arguments)
    assert (result.exit_code, message in result.output) == (2, True)
    assert not Path("out").exists()
