"""Agreement with sgfmill, an independent reader, on real games chosen by hash.

`lab/benchmarks/exactness_sgf.py` does the same over whole archives.
"""

import hashlib
import importlib.util
import tarfile
from pathlib import Path
from types import ModuleType

import pytest

from kifu.records import sgf

pytest.importorskip("sgfmill")


@pytest.fixture(scope="module")
def exactness() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "lab" / "benchmarks" / "exactness_sgf.py"
    spec = importlib.util.spec_from_file_location("exactness_sgf", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("archive", ["pro19", "kgs19", "human9", "human9-unscored"])
def test_real_games_agree_with_sgfmill(shared_data: Path, exactness: ModuleType, archive: str) -> None:
    """Among the first 3,000 files, those whose name hashes to a multiple of 24."""
    compared = 0
    with tarfile.open(shared_data / "go" / f"{archive}.tar.xz", "r|*") as tar:
        for seen, member in enumerate(tar):
            if seen > 3000:
                break
            chosen = hashlib.sha256(member.name.encode()).digest()[0] % 24 == 0
            if not chosen or not member.name.endswith(".sgf"):
                continue
            file = tar.extractfile(member)
            assert file is not None
            data = file.read()
            assert exactness.difference(data) in (None, "unread"), member.name
            (record,) = sgf.read(data)
            again = sgf.read(record.to_bytes())[0]
            assert again.actions.tolist() == record.actions.tolist()
            compared += 1
    assert compared > 80


def test_real_files_in_other_encodings(shared_data: Path) -> None:
    """Chinese problems that declare gb2312 are read as text that sgfmill reads too."""
    from sgfmill import sgf as peer

    compared = 0
    with tarfile.open(shared_data / "go" / "tsumego.tar.xz", "r|*") as tar:
        for member in tar:
            if not member.name.endswith(".sgf") or hashlib.sha256(member.name.encode()).digest()[0] % 8:
                continue
            file = tar.extractfile(member)
            assert file is not None
            data = file.read()
            (record, *_) = sgf.read(data)
            if b"CA[gb2312]" not in data:
                continue
            theirs = peer.Sgf_game.from_bytes(data).get_root()
            assert record.root.get("EV") == theirs.get("EV")
            undeclared = sgf.read(data.replace(b"CA[gb2312]", b""))[0]
            assert undeclared.root.get("EV") == theirs.get("EV")
            compared += 1
    assert compared > 50
