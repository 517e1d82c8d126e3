import errno
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.archive import Archive, Filter, ImportReport
from kifu.archive.export import export, safe_path
from kifu.errors import ArchiveError

from .conftest import pdn, sgf  # isort: skip

Bring = Callable[..., ImportReport]


def test_files_come_back_byte_for_byte(tmp_path: Path, games: Path, bring: Bring) -> None:
    (games / "many.sgf").write_bytes(b"from a mail:\n" + sgf(20) + b"\r\n" + sgf(21) + sgf(22) + b"bye")
    (games / "many.pdn").write_bytes(pdn(0) + pdn(1))
    bring(games)
    with Archive(tmp_path / "games.db") as archive:
        assert export(archive, tmp_path / "out") == (17, 14)
    before = {path.relative_to(games): path.read_bytes() for path in games.rglob("*.[sp][gd][fn]")}
    out = tmp_path / "out" / "games"
    assert {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_a_filter_chooses_and_a_zip_holds_them(tmp_path: Path, games: Path, bring: Bring) -> None:
    (games / "old.sgf").write_bytes(sgf(30, DT="1846"))
    bring(games)
    with Archive(tmp_path / "games.db") as archive:
        chosen = Filter(until=1900)
        assert export(archive, tmp_path / "old.zip", chosen, as_zip=True) == (1, 1)
        with pytest.raises(ArchiveError, match="exists"):
            export(archive, tmp_path / "old.zip", chosen, as_zip=True)
        with pytest.raises(ArchiveError, match="not an empty folder"):
            export(archive, games)
    with zipfile.ZipFile(tmp_path / "old.zip") as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == {
            "games/old.sgf": sgf(30, DT="1846")
        }


def test_hostile_names_stay_inside(tmp_path: Path, bring: Bring) -> None:
    names = [
        "../../up.sgf",
        "/etc/root.sgf",
        "C:\\windows\\a.sgf",
        "con.sgf",
        "a\x1b[2J.sgf",
        "A.sgf",
        "a.sgf",
    ]
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as packed:
        for number, name in enumerate(names):
            packed.writestr(name, sgf(number))
    bring(tmp_path / "bad.zip")
    with Archive(tmp_path / "games.db") as archive:
        assert export(archive, tmp_path / "out") == (7, 7)
    assert len([path for path in (tmp_path / "out" / "bad").rglob("*") if path.is_file()]) == 7
    assert not (tmp_path / "up.sgf").exists()


@given(st.text())
def test_safe_paths_are_safe(name: str) -> None:
    path = safe_path(name)
    assert path.parts
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert safe_path(str(path)) == path
    assert PurePosixPath("x") / path != PurePosixPath("x")


def test_long_names_and_names_of_files_and_folders(tmp_path: Path, bring: Bring) -> None:
    names = ["棋" * 200 + ".sgf", "x.sgf", "x.sgf/y.sgf", "z.sgf/y.sgf", "z.sgf"]
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as packed:
        for number, name in enumerate(names):
            packed.writestr(name, sgf(number))
    bring(tmp_path / "odd.zip")
    with Archive(tmp_path / "games.db") as archive:
        assert export(archive, tmp_path / "out") == (5, 5)
    assert sorted(
        path.read_bytes() for path in (tmp_path / "out").rglob("*.sgf") if path.is_file()
    ) == sorted(map(sgf, range(5)))


def test_a_failed_write_leaves_no_half_file(
    tmp_path: Path, games: Path, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(games)

    def fail(path: Path, data: bytes) -> int:
        path.open("wb").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with Archive(tmp_path / "games.db") as archive, pytest.raises(OSError, match="No space") as caught:
        export(archive, tmp_path / "out")
    assert caught.value.filename == str(tmp_path / "out" / "games" / "00.sgf")
    assert not [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
