from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    path = Path(__file__).resolve().parents[1] / "../shared/data"
    if not path.is_dir():
        pytest.skip("../shared/data is not here: the collections of real games are kept beside the project")
    return path
