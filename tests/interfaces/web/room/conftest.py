"""Visitors of the study room, each with a clean browser."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.browser import Visitor
from support.web_server import Server


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    visiting = Visitor(browser, server.address)
    yield visiting
    visiting.close()
    visiting.check()
