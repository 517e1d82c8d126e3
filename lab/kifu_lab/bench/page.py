"""How soon the study room can be used in a real Chromium: server ready, page usable, game reviewed."""

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.errors import KifuError, MissingToolError
from kifu.games.go import Board, Rules
from kifu.games.go.recording import record_of
from kifu.players.named import make_player
from kifu_lab.bench.machine import busy_share

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_SECONDS = 120.0
_MOVES = 300
_DROP = """(text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "game.sgf"));
    document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true}));
}"""


@dataclass(frozen=True)
class Wait:
    """How long a person waits for something.

    Attributes:
        name: For what.
        seconds: The median.
        least: The shortest.
        most: The longest.
        goal: Seconds that Kifu means to need at most on two cores.
        others: Part of the machine's processor time that other programs took just before.
    """

    name: str
    seconds: float
    least: float
    most: float
    goal: float
    others: float


def measure_page(repeats: int) -> list[Wait]:
    """Measure all waits, each several times.

    Raises:
        MissingToolError: There is no Playwright or no Chromium.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise MissingToolError("kifu lab bench page needs Playwright: pip install playwright") from error
    game = game_of(_MOVES)
    others, starts = busy_share(1.0), []
    for _ in range(repeats):
        with _server() as (_, seconds):
            starts.append(seconds)
    found = [_wait("server ready", starts, 2.0, others)]
    with _server() as (address, _), sync_playwright() as playwright:
        browser = launch(playwright)
        for name, goal, measure in (
            ("page usable", 1.0, lambda page: _open(page, address)),
            (f"{_MOVES} moves reviewed", 3.0, lambda page: _review(page, address, game)),
        ):
            others = busy_share(1.0)
            found.append(_wait(name, [_timed(browser, measure) for _ in range(repeats)], goal, others))
        browser.close()
    return found


def launch(playwright: "Playwright") -> "Browser":
    """Start the system's Chromium, or Playwright's own where there is none.

    Raises:
        MissingToolError: Neither can be started.
    """
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    try:
        # No sandbox: it cannot be had as root in a container, and only this machine's own page is opened.
        return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
    except Exception as error:
        raise MissingToolError(f"no Chromium can be started: {str(error).splitlines()[0]}") from error


def game_of(moves: int) -> str:
    """A 19x19 game whose moves the bundled model of expert moves draws, as SGF."""
    rules = Rules.named("japanese")
    board, player = Board(19, rules), make_player("expert:sampling=yes", 1)
    player.new_game(19, rules, rules.komi)
    while len(board.moves) < moves and not board.is_over:
        board.play(player.choose(board).move)
    player.close()
    return record_of(board, komi=rules.komi).to_bytes().decode()


def _wait(name: str, seconds: list[float], goal: float, others: float) -> Wait:
    return Wait(name, statistics.median(seconds), min(seconds), max(seconds), goal, others)


def _timed(browser: "Browser", measure: "Callable[[Page], float]") -> float:
    """Measure in a window of its own: nothing is kept from the one before."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.set_default_timeout(1000 * _SECONDS)
    try:
        return measure(context.new_page())
    finally:
        context.close()


def _open(page: "Page", address: str) -> float:
    """Until the board is there, and the buttons that walk through the game."""
    started = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("svg.board")
    page.wait_for_selector(".walk button")
    return time.perf_counter() - started


def _review(page: "Page", address: str, game: str) -> float:
    """From the drop of a file until every move has life, prediction and score."""
    _open(page, address)
    page.wait_for_selector('.panel[data-state="done"]')  # of the sample that lies there
    started = time.perf_counter()
    page.evaluate(_DROP, game)
    page.wait_for_selector(f".where:has-text('/ {_MOVES}')")
    page.wait_for_selector('.panel[data-state="done"]')
    return time.perf_counter() - started


@contextmanager
def _server() -> Iterator[tuple[str, float]]:
    """A server, and how many seconds passed from its start to the line that says where it is."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "kifu", "serve", "--port", "0", "--games", str(Path(folder) / "games")],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            if found is None:
                raise KifuError("the server did not start; `kifu serve --port 0` says why")
            yield found[0], time.perf_counter() - started
        finally:
            process.terminate()
            process.communicate()
