"""Archives of games that Kifu makes itself, in the roles of the real ones."""

from pathlib import Path

import pytest

from kifu.archive import Archive, import_paths
from kifu_lab.bench.life import make_games
from support.labelled import labelled_archive, random_sgf


@pytest.fixture(scope="session")
def pro19(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pro19")
    (folder / "records").mkdir()
    for number, data in enumerate(make_games(19)):
        (folder / "records" / f"{number}.sgf").write_bytes(data)
    with Archive.create(folder / "pro19.db") as archive:
        import_paths(archive, [folder / "records"], workers=1)
    return folder / "pro19.db"


@pytest.fixture(scope="session")
def human9(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return labelled_archive(tmp_path_factory.mktemp("human9"))


@pytest.fixture(scope="session")
def unscored9(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games on 9x9 that somebody resigned."""
    folder = tmp_path_factory.mktemp("unscored9")
    (folder / "records").mkdir()
    for seed in range(30):
        text = random_sgf(seed, 9).replace("RE[B+1]", f"RE[{'BW'[seed % 2]}+R]")
        (folder / "records" / f"{seed}.sgf").write_text(text)
    with Archive.create(folder / "unscored.db") as archive:
        import_paths(archive, [folder / "records"], workers=1)
    return folder / "unscored.db"
