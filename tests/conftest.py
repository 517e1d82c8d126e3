"""Fixtures that tests of several packages share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real games, which is not part of the project."""
    folder = Path(__file__).resolve().parents[1] / "../shared/data"
    if not folder.is_dir():
        pytest.skip("../shared/data is not here: the archives of real games cannot be read")
    return folder.resolve()
