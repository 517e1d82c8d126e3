"""The user's cache folder."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Where things are kept that can be made again: that of KIFU_CACHE, or the user's own."""
    folder = os.environ.get("KIFU_CACHE")
    if folder:
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kifu"
