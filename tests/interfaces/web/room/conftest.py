"""Visitors of the study room, each with a clean browser."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.browser import Visitor, launch
from support.web_server import Server


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    visiting = Visitor(browser, server.address)
    yield visiting
    visiting.close()
    visiting.check()
