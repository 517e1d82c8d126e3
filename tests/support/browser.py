"""A real Chromium for tests of the page: console errors fail a test, screenshots are kept as artefacts."""

import time
from pathlib import Path
from typing import Any

import pytest

from kifu.errors import MissingToolError
from kifu_lab.bench.page import launch as start

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
SECONDS = 90.0  # for anything to appear: the machine may be busy


def launch(playwright: Any) -> Any:
    """Start a Chromium, or skip where there is none."""
    try:
        return start(playwright)
    except MissingToolError as error:
        pytest.skip(str(error))


class Visitor:
    """One person's browser window at the study room."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.address = address
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        self.context.set_default_timeout(1000 * SECONDS)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.expected: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def open(self, place: str = "") -> None:
        """Go to a part of the page, loading it anew."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{place}")

    def shoot(self, name: str, *, whole: bool = False) -> None:
        """Keep a picture of the window in build/screenshots."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=whole)

    def drop(self, name: str, text: str) -> None:
        """Drop a file on the page."""
        self.page.evaluate(
            """([name, text]) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([text], name));
                document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true}));
            }""",
            [name, text],
        )

    def click_point(self, point: str, size: int, *, turned: bool = False) -> None:
        """Click a point of a Go board, or a square of draughts (size 8), where Black may sit below."""
        box = self.page.locator("svg.board").bounding_box()
        if size == 8:
            row = (int(point) - 1) // 4
            x, y, margin = 2 * ((int(point) - 1) % 4) + (0 if row % 2 else 1), row, 0.62
            x, y = (7 - x, 7 - y) if turned else (x, y)
        else:
            x, y = "ABCDEFGHJKLMNOPQRST".index(point[0]), size - int(point[1:])
            margin = 0.717 + 0.0151 * size
        step = box["width"] / (size - 1 + 2 * margin)
        self.page.mouse.click(box["x"] + (x + margin) * step, box["y"] + (y + margin) * step)

    def until(self, expression: str) -> None:
        """Wait until something is so. Playwright's own wait evaluates text in the page: forbidden there."""
        end = time.monotonic() + SECONDS
        while not self.page.evaluate(expression):
            assert time.monotonic() < end, f"never became true: {expression}"
            self.page.wait_for_timeout(50)

    def reviewed(self) -> None:
        """Wait until the whole game has been looked at."""
        self.page.wait_for_selector('.panel[data-state="done"]')

    def check(self) -> None:
        """Nothing but what was expected stands in the console."""
        left = [e for e in self.errors if not any(word in e for word in self.expected)]
        assert not left, left

    def close(self) -> None:
        """Leave."""
        self.context.close()
