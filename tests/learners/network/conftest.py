"""An archive that a tiny network can be trained on."""

from pathlib import Path

import pytest

from support.labelled import labelled_archive


@pytest.fixture(scope="session")
def network_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return labelled_archive(tmp_path_factory.mktemp("network"), games=480)
