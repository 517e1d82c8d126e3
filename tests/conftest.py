"""What all tests share: the game archives beside the repository, and settings of hypothesis."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from kifu.archive.packed import PackedGames
    from kifu.models.moves import MovePredictor

# The same examples on every machine, so that a failure in one place is a failure everywhere.
settings.register_profile("kifu", derandomize=True, deadline=None, print_blob=True)
# HYPOTHESIS_PROFILE=explore looks further, at random.
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "kifu"))

# A shell lets what it starts in the background ignore Ctrl-C, and that is inherited: tests that interrupt
# commands would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

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


@pytest.fixture(scope="session")
def endings_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache folder of the tests' own for solved draughts endings, which take seconds to solve."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("KIFU_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def own_games() -> "PackedGames":
    """Forty 9x9 games that Kifu made itself."""
    from kifu_lab.bench.moves import packed_games

    return packed_games(9)


@pytest.fixture(scope="session")
def full_moves(own_games: "PackedGames") -> "MovePredictor":
    """The full model of moves, trained on 30 of them."""
    from kifu.learners.moves.full import train_full
    from kifu.learners.moves.settings import FullTraining

    return train_full(FullTraining(games=30, passes=2, counted=30), own_games)


@pytest.fixture(scope="session", params=["paper", "frequencies", "full"])
def trained_moves(request: pytest.FixtureRequest, own_games: "PackedGames") -> "MovePredictor":
    """A model of moves of each kind."""
    from kifu.learners.moves.paper import train_paper
    from kifu.learners.moves.settings import PaperTraining

    if request.param == "full":
        model: MovePredictor = request.getfixturevalue("full_moves")
        return model
    top = 20 if request.param == "paper" else 0
    return train_paper(PaperTraining(games=30, top=top, folded=True, rounds=1, iterations=5), own_games)
