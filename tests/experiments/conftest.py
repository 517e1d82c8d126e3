"""Archives of games that Kifu makes itself, in the roles of the real ones."""

from pathlib import Path

import pytest

from kifu.archive import Archive, import_paths
from kifu.interfaces.bench.life import make_games


@pytest.fixture(scope="session")
def pro19(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pro19")
    (folder / "records").mkdir()
    for number, data in enumerate(make_games(19)):
        (folder / "records" / f"{number}.sgf").write_bytes(data)
    with Archive.create(folder / "pro19.db") as archive:
        import_paths(archive, [folder / "records"], workers=1)
    return folder / "pro19.db"
