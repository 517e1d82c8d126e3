"""One Chromium for all tests of a process: Playwright cannot be started twice in it."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.browser import launch


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()
