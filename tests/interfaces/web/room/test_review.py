"""Reviewing games in a real browser."""

from pathlib import Path

import pytest

from kifu.records import sgf
from kifu.records.moves import Point
from support.browser import Visitor

pytestmark = pytest.mark.xdist_group("browser")

GAME = (
    "(;GM[1]FF[4]SZ[9]KM[7]PB[Left]PW[Right]RU[Chinese];B[ec]C[first];W[eg];B[gg](;W[gf];B[fg];W[ff];B[ef]"
    ";W[fh];B[dg];W[hg];B[gh];W[eh])(;W[cc];B[cd]))"
)
NASTY = (
    "(;GM[1]FF[4]SZ[9]PB[<script>window.hit=1</script>]PW[<img src=x onerror=window.hit=1>]EV[<b>bold</b>]"
    ";B[ee]C[<script>window.hit=1</script><svg onload=window.hit=1>]N[<i>name</i>]LB[aa:<b>]"
    ';W["><script>window.hit=1</script>])'
)
DRAUGHTS = '[Event "x"]\n[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 *\n'


def where(visitor: Visitor) -> str:
    return visitor.page.inner_text(".where")


def test_a_sample_is_there_at_once(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector("svg.board .piece, .walk")
    assert visitor.page.title() == "Review · Kifu"
    assert visitor.page.locator(".headline h1").inner_text().startswith("Katia, casual")


def test_a_dropped_game_is_reviewed(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("game.sgf", GAME)
    visitor.page.wait_for_selector("h1:has-text('Left')")
    visitor.reviewed()
    visitor.page.keyboard.press("End")
    visitor.page.wait_for_selector(".candidate")
    assert visitor.page.locator(".chart .line").count() == 1
    assert visitor.page.locator(".tint").count() > 4
    assert visitor.page.locator(".ghost").count() > 1
    assert "ahead" in visitor.page.inner_text(".now") or "Even" in visitor.page.inner_text(".now")
    visitor.page.click("[data-overlay=territory]")
    assert visitor.page.locator(".heat").count() > 5
    visitor.page.click("[data-overlay=last]")
    assert visitor.page.locator(".label").count() >= 4
    visitor.page.click("[data-overlay=openings]")
    visitor.shoot("review")
    visitor.page.click(".theme")
    visitor.shoot("review-dark")


def test_walking_by_keys_wheel_slider_and_list(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("game.sgf", GAME)
    visitor.page.wait_for_selector("h1:has-text('Left')")
    assert where(visitor) == "0 / 12"
    visitor.page.keyboard.press("ArrowRight")
    assert where(visitor) == "1 / 12"
    assert visitor.page.inner_text(".comment") == "first"
    visitor.page.hover("svg.board")
    visitor.page.mouse.wheel(0, 100)
    visitor.until("document.querySelector('.where').textContent === '2 / 12'")
    visitor.page.keyboard.press("End")
    assert where(visitor) == "12 / 12"
    visitor.page.keyboard.press("Home")
    visitor.page.click(".move:has-text('4 C7')")  # a variation of the record
    assert where(visitor) == "4 / 12"
    visitor.page.keyboard.press("ArrowUp")
    assert "here" in visitor.page.get_attribute(".move:has-text('4 G4')", "class")
    visitor.page.locator(".walk input").fill("7")
    assert where(visitor) == "7 / 12"


def test_a_variation_is_tried_and_everything_follows(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("game.sgf", GAME)
    visitor.page.wait_for_selector("h1:has-text('Left')")
    visitor.page.keyboard.press("ArrowRight")
    visitor.click_point("C3", 9)
    visitor.page.wait_for_selector(".move.tried.here")
    assert visitor.page.locator("svg.board .piece").count() == 2
    visitor.page.wait_for_selector(".why:not(.stale) .candidate")
    visitor.page.wait_for_selector(".tint")
    visitor.until("document.querySelector('.now').textContent.trim() !== ''")
    visitor.shoot("review-variation")
    visitor.expected.append("422")
    visitor.click_point("C3", 9)  # taken
    visitor.page.wait_for_selector(".notice.error")


def test_tried_moves_are_saved_as_variations(visitor: Visitor, tmp_path: Path) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("my game.sgf", GAME)
    visitor.page.wait_for_selector("h1:has-text('Left')")
    visitor.page.keyboard.press("ArrowRight")
    visitor.click_point("C3", 9)
    visitor.page.wait_for_selector(".move.tried.here")
    visitor.click_point("C7", 9)
    visitor.page.wait_for_selector(".move.tried.here:has-text('3 C7')")
    with visitor.page.expect_download() as saving:
        visitor.page.click("button:has-text('Save')")
    assert saving.value.suggested_filename == "my-game.sgf"
    saving.value.save_as(tmp_path / "saved.sgf")
    (saved,) = sgf.read((tmp_path / "saved.sgf").read_bytes())
    first = saved.root.children[0]
    assert [str(child.move.point) for child in first.children] == ["E3", "C3"]
    assert first.children[1].children[0].move.point == Point(2, 2)
    assert len(list(saved.main_line())) == 13
    visitor.page.wait_for_selector(".notice:has-text('2 moves of yours')")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("ArrowRight")  # on along the line that was read, not the game's
    visitor.page.wait_for_selector(".move.tried.here:has-text('2 C3')")
    visitor.page.reload()
    visitor.page.wait_for_selector(".move.tried.here:has-text('2 C3')")  # still there after a reload


def test_the_reason_of_a_block_is_said_on_hover(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("game.sgf", GAME)
    visitor.page.wait_for_selector("h1:has-text('Left')")
    visitor.page.keyboard.press("End")
    visitor.page.wait_for_selector(".tint")
    visitor.page.locator("svg.board").focus()  # the keyboard's cursor says the same as the mouse
    visitor.page.keyboard.press("ArrowUp")
    visitor.page.keyboard.press("ArrowDown")
    words = visitor.page.inner_text(".board-says")
    assert words.startswith("E5: ")
    visitor.page.hover("svg.board .piece.black >> nth=0")
    visitor.until("/alive|dead|doubtful|seki/.test(document.querySelector('.board-says').textContent)")
    assert "to play" in visitor.page.get_attribute("svg.board", "aria-label")


def test_guessing_moves(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("game.sgf", GAME)
    visitor.page.wait_for_selector("h1:has-text('Left')")
    visitor.page.click("text=Guess the moves")
    visitor.click_point("E7", 9)
    visitor.page.wait_for_selector(".quiz-said.hit")
    visitor.page.click(".quiz-next")
    visitor.click_point("A1", 9)
    visitor.page.wait_for_selector(".quiz-said.miss")
    assert "E3" in visitor.page.inner_text(".quiz-said")
    assert "1 move of the game found in 2 guesses" in visitor.page.inner_text(".quiz")
    visitor.shoot("quiz")
    visitor.page.click("text=End the quiz")
    visitor.page.wait_for_selector(".walk", state="visible")


def test_the_quiz_shows_no_answers(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("game.sgf", GAME)
    visitor.page.wait_for_selector("h1:has-text('Left')")
    visitor.page.wait_for_selector(".ghost")  # what experts would play
    visitor.page.click("text=Guess the moves")
    visitor.page.wait_for_selector(".quiz-said")
    assert visitor.page.locator(".ghost").count() == 0
    visitor.page.click("text=End the quiz")
    visitor.page.wait_for_selector(".ghost")
    visitor.drop("draughts.pdn", "1. 11-15 22-18 2. 15x22 25x18 *")
    visitor.page.wait_for_selector("svg.board.draughts")
    visitor.page.wait_for_selector(".arrow.best")
    visitor.page.click("text=Guess the moves")
    visitor.page.wait_for_selector(".quiz-said")
    visitor.page.wait_for_selector(".target")
    visitor.click_point("11", 8)
    visitor.page.wait_for_selector(".chosen")
    assert visitor.page.locator(".arrow.best").count() == 0
    visitor.click_point("15", 8)
    visitor.page.wait_for_selector(".quiz-said.hit")


def test_draughts_go_on_behind_an_illegal_move(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("draughts.pdn", "1. 11-15 22-18 2. 11-16 15x22 3. 25x18 *")
    visitor.page.wait_for_selector("svg.board.draughts")
    for _ in range(3):
        visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_selector(".move.here:has-text('11-16')")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_selector(".target")
    visitor.click_point("26", 8)
    visitor.click_point("17", 8)
    visitor.page.wait_for_selector(".move.tried.here:has-text('26x17')")
    assert visitor.page.locator(".notice").count() == 0


def test_records_are_pasted_and_picked(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.click("[data-open]")
    visitor.page.fill(".picker textarea", GAME)
    visitor.page.click("text=Open what was pasted")
    visitor.page.wait_for_selector("h1:has-text('Left')")
    visitor.page.click("[data-open]")
    visitor.page.wait_for_selector(".stored-list .link")
    visitor.shoot("open")
    visitor.page.locator(".stored select").select_option("records")
    visitor.page.click(".stored-list .link:has-text('er.sgf')")
    visitor.until("!document.querySelector('h1').textContent.includes('Left')")
    visitor.page.reload()
    visitor.page.wait_for_selector(".walk")  # the same game is on the table after a reload
    assert "Left" not in visitor.page.inner_text(".headline h1")


def test_a_record_full_of_scripts_does_nothing(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("<img src=x onerror=window.hit=1>.sgf", NASTY)
    visitor.page.wait_for_selector("h1:has-text('<script>')")
    visitor.page.keyboard.press("ArrowRight")
    assert "<script>window.hit=1</script>" in visitor.page.inner_text(".comment")
    visitor.page.wait_for_timeout(300)
    assert visitor.page.evaluate("window.hit") is None
    assert visitor.page.locator("#view script, #view img, #view b").count() == 0
    visitor.shoot("script-record")


def test_draughts_are_reviewed_on_the_same_board(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".walk")
    visitor.drop("game.pdn", DRAUGHTS)
    visitor.page.wait_for_selector("svg.board.draughts")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_selector(".target")
    visitor.click_point("24", 8)
    visitor.page.wait_for_selector(".chosen")
    visitor.click_point("20", 8)
    visitor.page.wait_for_selector(".move.tried.here:has-text('24-20')")
    visitor.page.keyboard.press("End")
    visitor.reviewed()
    visitor.shoot("review-draughts")
