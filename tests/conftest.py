"""What all tests share: the game archives beside the repository, and settings of hypothesis."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every machine, so that a failure in one place is a failure everywhere.
settings.register_profile("kifu", derandomize=True, deadline=None, print_blob=True)
# HYPOTHESIS_PROFILE=explore looks further, at random.
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "kifu"))

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--full`: the agreement tests at the size that the results name, which takes a while."""
    parser.addoption("--full", action="store_true", help="run the agreement tests at their full size")


@pytest.fixture(scope="session")
def sample_size(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How many cases a test looks at: few in the suite, all with `--full`."""
    full = bool(request.config.getoption("--full"))
    return lambda few, many: many if full else few


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real game archives, which are not part of the repository."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("../shared/data is not here: the archives of real games are kept outside the repository")
    return folder
