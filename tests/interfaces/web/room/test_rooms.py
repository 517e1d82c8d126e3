"""Scoring, playing, openings, training, and every room on small, large and dark screens."""

from pathlib import Path
from typing import Any

import pytest

from support.browser import Visitor
from support.web_server import Server

pytestmark = pytest.mark.xdist_group("browser")

ROOMS = ("review", "score", "openings", "play", "training")
FINISHED = (
    "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]RE[B+0.5];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[bb];W[db];B[ba];W[da]"
    ";B[cc];W[cb];B[cd];W[ca];B[ce];W[];B[])"
)


def test_a_count_follows_clicks(visitor: Visitor, tmp_path: Path) -> None:
    visitor.open("#score")
    visitor.page.wait_for_selector(".result")
    visitor.drop("finished.sgf", FINISHED)
    visitor.page.wait_for_selector(".result:has-text('+')")
    visitor.until("document.querySelectorAll('svg.board .coordinate').length === 20")
    before = visitor.page.inner_text(".result")
    visitor.click_point("D3", 5)
    visitor.until(f"document.querySelector('.result').textContent !== '{before}'")
    assert visitor.page.locator(".mark.dead").count() >= 4
    assert "changed by you" in visitor.page.inner_text(".sheet")
    visitor.shoot("score")
    with visitor.page.expect_download() as saving:
        visitor.page.click("text=Save as SGF")
    saving.value.save_as(tmp_path / "scored.sgf")
    assert "TB[" in (tmp_path / "scored.sgf").read_text()
    visitor.page.click("text=Undo my changes")
    visitor.page.wait_for_selector(f".result:has-text('{before}')")
    visitor.page.fill("input[type=number]", "9.5")
    visitor.page.keyboard.press("Tab")
    visitor.until(f"document.querySelector('.result').textContent !== '{before}'")
    visitor.page.locator(".side select").select_option("japanese")
    visitor.page.wait_for_selector(".sheet:has-text('Japanese rules')")


def test_a_correction_is_stored(visitor: Visitor) -> None:
    visitor.expected.append(
        "422"
    )  # only games of the archive can be labelled, and only with the recorded result
    visitor.open("#score")
    visitor.page.wait_for_selector(".result")
    visitor.page.click("text=Store as label in the archive")
    visitor.page.wait_for_selector(".notice")


def test_a_game_of_go_survives_a_reload(visitor: Visitor) -> None:
    visitor.open("#play")
    visitor.page.locator("label:has-text('Opponent') select").select_option("katia:level=beginner")
    visitor.page.click("button[type=submit]")
    visitor.page.wait_for_selector(".view[data-state=play]")
    visitor.click_point("E5", 9)
    visitor.page.wait_for_selector(".played-moves:has-text('2 ')")
    visitor.page.wait_for_selector(".view[data-state=play]")
    visitor.page.click("button:has-text('Hint')")
    visitor.page.wait_for_selector(".hints li")
    visitor.shoot("play-go")
    visitor.page.reload()
    visitor.page.wait_for_selector(".played-moves:has-text('1 E5')")
    visitor.page.click("button:has-text('Take back')")
    visitor.until("document.querySelectorAll('.piece').length === 0")
    visitor.page.click("button:has-text('Resign')")
    visitor.page.wait_for_selector(".turn:has-text('over')")
    with visitor.page.expect_download() as saving:
        visitor.page.click("text=Save the record")
    assert saving.value.suggested_filename.endswith(".sgf")
    visitor.page.click("button:has-text('Review it')")
    visitor.page.wait_for_selector(".view.review .walk")


def test_forced_captures_of_draughts_are_shown(visitor: Visitor, server: Server) -> None:
    # Black to move can only take.
    game = server.post("games", game="draughts", level="2", colour="black", fen="B:W18,31:B14,5").json()
    visitor.open(f"#play?game={game['id']}")
    visitor.page.wait_for_selector(".board-says:has-text('forced')")
    assert visitor.page.locator(".target").count() == 1
    visitor.shoot("play-draughts")
    places = visitor.page.locator(".target").bounding_box()
    visitor.page.mouse.click(places["x"] + places["width"] / 2, places["y"] + places["height"] / 2)
    visitor.page.wait_for_selector(".chosen")
    visitor.page.locator("svg.board").focus()
    visitor.page.locator(".target >> nth=-1").click(force=True)
    visitor.page.wait_for_selector(".played-moves:has-text('14x23')")


def test_openings_are_walked(visitor: Visitor) -> None:
    visitor.open("#openings")
    visitor.page.locator(".headline select").select_option("9")
    visitor.page.wait_for_selector(".continuations .small")
    visitor.shoot("openings")
    visitor.page.locator(".continuations .small >> nth=0").click()
    visitor.until("document.querySelectorAll('svg.board .piece').length === 1")
    visitor.page.click("button:has-text('Back')")
    visitor.until("document.querySelectorAll('svg.board .piece').length === 0")
    visitor.page.locator(".headline select").select_option("draughts")
    visitor.page.wait_for_selector("svg.board.draughts .target")


def test_training_runs_have_tables_and_curves(visitor: Visitor) -> None:
    visitor.open("#training")
    visitor.page.wait_for_selector(".chart .line")
    assert "wins" in visitor.page.inner_text(".facts >> nth=0")
    assert visitor.page.locator(".runs .link").count() >= 1
    visitor.shoot("training")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("telephone", {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}),
        ("wall", {"viewport": {"width": 3840, "height": 2160}}),
        ("dark", {"color_scheme": "dark"}),
    ],
)
def test_every_room_fits(browser: Any, server: Server, name: str, options: dict[str, Any]) -> None:
    visitor = Visitor(browser, server.address, **options)
    for room in ROOMS:
        visitor.open(f"#{room}")
        visitor.page.wait_for_selector(".panel")
        visitor.page.wait_for_timeout(700)
        wide = visitor.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, f"{room} is {wide} pixels too wide"
        visitor.shoot(f"{name}-{room}", whole=name == "telephone")
    visitor.close()
    visitor.check()


def test_the_page_can_be_used_within_a_second(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    ready = visitor.page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    assert ready < 5000  # one second on an idle machine; the tests may share theirs
