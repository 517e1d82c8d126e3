"""One server for most tests, with an archive, a folder and runs of its own."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kifu.archive import Archive, import_paths
from kifu.arena.go import GoTerms
from kifu.arena.settings import MatchSettings
from kifu.arena.tournament import play_tournament
from kifu_lab.bench.life import make_games
from support.web_server import Server

#: Players of a tournament among the runs.
LEAGUE = ("random", "random:seed=2", "random:seed=3")


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders `records`, `runs` (a match, a tournament), `games`; `games.db`; `secret.sgf`."""
    folder = tmp_path_factory.mktemp("web")
    records = folder / "records"
    (records / "deep").mkdir(parents=True)
    for number, data in enumerate(make_games(9)[:8]):
        (records / f"game-{number}.sgf").write_bytes(data)
    (records / "deep" / "er.sgf").write_bytes(make_games(9)[9])
    (folder / "secret.sgf").write_bytes(b"(;C[secret])")
    with Archive.create(folder / "games.db") as archive:
        import_paths(archive, [records], workers=1)
    (records / "out.sgf").symlink_to(folder / "secret.sgf")
    run = folder / "runs" / "match"
    run.mkdir(parents=True)
    about = {"kind": "match", "format": 1, "kifu": "0.1.0", "options": {"first": "a"}, "seed": 1}
    (run / "run.json").write_text(json.dumps(about))
    lines = [{"number": i, "score": float(i % 2), "result": "B+R"} for i in range(5)]
    (run / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"half')
    settings = MatchSettings("random", "random", GoTerms(size=5, rules="chinese"))
    play_tournament(list(LEAGUE), settings, 2, folder=folder / "runs" / "league")
    return folder


@pytest.fixture(scope="session")
def server(places: Path) -> Iterator[Server]:
    options = ["--archive", str(places / "games.db"), "--folder", str(places / "records")]
    with Server(places / "games", *options, "--runs", str(places / "runs")) as running:
        yield running
        assert not [line for line in running.errors if "Traceback" in line], "".join(running.errors)
