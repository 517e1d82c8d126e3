"""What all tests share: the game archives beside the repository, and settings of hypothesis."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every machine, so that a failure in one place is a failure everywhere.
settings.register_profile("kifu", derandomize=True, deadline=None, print_blob=True)
# HYPOTHESIS_PROFILE=explore looks further, at random.
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "kifu"))

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real game archives, which are not part of the repository."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("../shared/data is not here: the archives of real games are kept outside the repository")
    return folder
