"""The example scripts run as a new user would run them, and say what they promise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kifu
from kifu.archive.importing import import_paths
from kifu.records.samples import read_sample

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize(
    ("script", "arguments", "said", "files"),
    [
        ("review_my_game.py", ["game.sgf"], "lost", ["review.html", "reviewed.sgf"]),
        ("score_a_tournament.py", ["."], "game.sgf: B+1.5, recorded B+1.5: agrees", []),
        ("positions_as_arrays.py", ["games.db"], "59 positions", []),
        ("what_was_played.py", ["game.sgf", "2", "games.db"], "1 games", []),
        ("a_game_of_two_players.py", [], "Katia", ["go.sgf", "draughts.pdn"]),
        ("talk_to_kifu.py", [], "refused: 'A10' is off the 9x9 board", []),
    ],
)
def test_an_example(script: str, arguments: list[str], said: str, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_bytes(read_sample("sample"))
    with kifu.Archive.create(tmp_path / "games.db") as archive:
        import_paths(archive, [str(tmp_path / "game.sgf")])
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script), *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    for name in files:
        assert (tmp_path / name).stat().st_size > 100
