import os
import stat
from pathlib import Path

import pytest

from kifu.errors import InputError
from kifu.work import files


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_a_file_appears_whole(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    with files.atomic_binary(path) as file:
        file.write(b"half")
        assert not path.exists()
        file.write(b" and half")
    assert path.read_bytes() == b"half and half"
    assert names(tmp_path) == ["model.bin"]


def test_text_has_the_same_bytes_on_every_system(tmp_path: Path) -> None:
    files.write_text(tmp_path / "a.txt", "棋譜\nline\n")
    assert (tmp_path / "a.txt").read_bytes() == "棋譜\nline\n".encode()


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    files.write_text(path, "old")
    with pytest.raises(RuntimeError), files.atomic_text(path) as file:
        file.write("new")
        raise RuntimeError
    assert path.read_text() == "old"
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_an_error() -> None:
    with pytest.raises(OSError, match="No space left"):
        files.write_bytes("/dev/full", b"x" * 100_000)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    files.write_text(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_reading_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert files.read_bytes(path, limit=5) == b"12345"
    with pytest.raises(InputError, match="at most 4 bytes"):
        files.read_bytes(path, limit=4)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        files.read_bytes(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(InputError, match="special file"):
            files.read_bytes(tmp_path / "pipe")


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        files.write_text(tmp_path / "none" / "a.svg", "x")
    assert caught.value.filename == str(tmp_path / "none" / "a.svg")


@pytest.mark.skipif(os.name == "nt", reason="Windows counts characters")
def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    name = "棋" * 83 + ".svg"
    files.write_text(tmp_path / name, "x")
    assert names(tmp_path) == [name]


def test_files_that_cannot_be_written_are_refused_beforehand(tmp_path: Path) -> None:
    files.expect_writable(tmp_path / "new.txt")
    files.expect_writable(os.devnull)
    assert names(tmp_path) == []
    with pytest.raises(InputError, match="is a folder"):
        files.expect_writable(tmp_path)
    with pytest.raises(FileNotFoundError) as missing:
        files.expect_writable(tmp_path / "no" / "a.txt")
    assert missing.value.filename == str(tmp_path / "no" / "a.txt")
    with pytest.raises(OSError, match="too long"):
        files.expect_writable(tmp_path / ("a" * 300))
