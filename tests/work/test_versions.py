"""The version names the commit of the code, and only that."""

import shutil
import subprocess
from pathlib import Path

import pytest

import kifu
from kifu.work.versions import _named, this_version


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    return subprocess.run(
        ["git", "-C", str(folder), *who, *arguments], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_this_version_begins_with_the_packages_own() -> None:
    assert this_version().startswith(f"kifu {kifu.__version__}")


def test_outside_a_checkout_there_is_only_the_version(tmp_path: Path) -> None:
    assert _named("kifu 1", tmp_path) == "kifu 1"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_checkout_names_the_last_commit_of_its_code(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert _named("kifu 1", tmp_path) == "kifu 1"  # nothing is committed yet
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "code")
    commit = git(tmp_path, "rev-parse", "HEAD")[:7]
    (tmp_path / "README.md").write_text("words\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "docs")
    assert _named("kifu 1", tmp_path) == f"kifu 1 ({commit})"
    (tmp_path / "src" / "a.py").write_text("2\n")
    assert _named("kifu 1", tmp_path) == f"kifu 1 ({commit}, changed)"
