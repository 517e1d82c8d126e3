"""A person's correction becomes a label of the archive, and a killed server keeps it."""

from pathlib import Path

import pytest

from kifu.analysis.score import score_record
from kifu.archive import Archive, import_paths
from kifu.archive.filters import LABELLED
from kifu.records import sgf
from kifu_lab.bench.life import make_games
from support.web_server import Server


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of one game whose recorded result is right."""
    record = sgf.read(make_games(9)[3])[0]
    record.root.set("RE", str(score_record(record).result))
    (tmp_path / "game.sgf").write_bytes(record.to_bytes())
    with Archive.create(tmp_path / "games.db") as archive:
        import_paths(archive, [tmp_path / "game.sgf"], workers=1)
    return tmp_path / "games.db"


def test_a_stored_label_survives_a_killed_server(archive: Path, tmp_path: Path):
    game = (tmp_path / "game.sgf").read_text()
    with Server(tmp_path / "games", "--archive", str(archive)) as server:
        sheet = server.post("score", record=game).json()
        assert sheet["agrees"]
        large = max(sheet["blocks"], key=lambda block: len(block["points"]))
        wrong = server.post("labels", record=game, statuses={large["points"][0]: "dead"})
        assert wrong.status_code == 422
        assert "result" in wrong.json()["detail"] or "says" in wrong.json()["detail"]
        unknown = server.post("labels", record=make_games(9)[4].decode())
        assert "not in the archive" in unknown.json()["detail"]
        stored = server.post("labels", record=game).json()
        server.kill()
    assert stored["status"] == "edited"
    with Archive(archive) as opened:
        (batch,) = opened.packed(labels=LABELLED, owners=True)
    assert batch.ids.tolist() == [stored["game"]]
    assert batch.judges.tolist() == ["edit"]


def test_without_an_archive_there_is_nowhere_to_store(tmp_path: Path):
    with Server(tmp_path) as server:
        assert server.post("labels", record="(;SZ[9])").status_code == 404
