"""Pictures of the study room for docs/tour.md, from Kifu's own sample games, in a real Chromium.

python examples/study_room_tour.py --out docs/tour
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

_SECONDS = 180


def main() -> None:
    """Start a server and a browser, walk through the rooms, and keep a picture of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/tour"), help="folder for the pictures")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as games, sync_playwright() as playwright:
        command = [sys.executable, "-m", "kifu", "serve", "--port", "0", "--games", games]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None, "the server did not start"
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": 1180, "height": 800})
            page.set_default_timeout(1000 * _SECONDS)
            for name, (place, walk) in ROOMS.items():
                page.goto("about:blank")
                page.goto(found[0] + place)
                walk(page)
                page.screenshot(path=out / f"{name}.jpg", type="jpeg", quality=80)
                print(out / f"{name}.jpg")
            browser.close()
        finally:
            server.terminate()
            server.wait(30)


def _reviewed(page: Page) -> None:
    page.wait_for_selector('.panel[data-state="done"]')
    page.wait_for_selector(".why:not(.stale) .candidate, .better .candidate")


def _counted(page: Page) -> None:
    page.wait_for_selector(".result")


def _guessed(page: Page) -> None:
    page.click("text=Guess the moves")
    page.wait_for_selector(".quiz-said")
    page.locator("svg.board").click(position={"x": 200, "y": 200})
    page.wait_for_selector(".quiz-said.hit, .quiz-said.miss")


def _hinted(page: Page) -> None:
    page.click("button[type=submit]")
    page.wait_for_selector(".view[data-state=play]")
    page.locator("svg.board").click(position={"x": 200, "y": 200})
    page.wait_for_selector(".played-moves:has-text('2 ')")
    page.wait_for_selector(".view[data-state=play]")
    page.click("button:has-text('Hint')")
    page.wait_for_selector(".hints li")


def _looked_up(page: Page) -> None:
    page.wait_for_selector(".continuations table, .continuations .book, .continuations .quiet + *")


#: Pictures by name: where they are taken, and what is done first.
ROOMS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "review": ("#review?source=samples&id=go-9x9.sgf&move=40", _reviewed),
    "draughts": ("#review?source=samples&id=draughts.pdn&move=24", _reviewed),
    "quiz": ("#review?source=samples&id=go-9x9.sgf&move=10", _guessed),
    "score": ("#score", _counted),
    "play": ("#play", _hinted),
    "openings": ("#openings", _looked_up),
}


if __name__ == "__main__":
    main()
