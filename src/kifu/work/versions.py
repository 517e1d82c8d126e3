"""Which Kifu this is, exactly enough to get it again: results continued elsewhere must say who made them."""

import functools
import subprocess
from pathlib import Path

_CODE = ("src", "native", "bindings", "CMakeLists.txt")  # what a commit of the docs does not touch


@functools.cache
def this_version() -> str:
    """The version; in a checkout also the last commit of the code, and whether the code differs from it.

    Such as `kifu 0.1.0`, `kifu 0.1.0 (affd39e)`, `kifu 0.1.0 (affd39e, changed)`.
    """
    import kifu

    return _named(f"kifu {kifu.__version__}", Path(__file__).parents[3])


def _named(version: str, root: Path) -> str:
    if not (root / ".git").exists():
        return version
    commit = _git(root, "log", "-1", "--format=%h", "--abbrev=7", "--", *_CODE)
    if not commit:
        return version
    changed = ", changed" if _git(root, "status", "--porcelain", "--", *_CODE) else ""
    return f"{version} ({commit}{changed})"


def _git(root: Path, *arguments: str) -> str:
    """What git says; nothing where there is no git or it refuses."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
