"""Reports in a real Chromium: no error, nothing from elsewhere, at any width, on paper."""

import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from support.browser import Visitor

NASTY = "<script>alert(1)</script><img src='https://example.invalid/x.png' onerror=alert(1)>"


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    nasty = folder / "nasty.sgf"
    nasty.write_text(f"(;SZ[5]PB[{NASTY}]PW[{NASTY}]EV[{NASTY}]C[{NASTY}];B[cc]C[{NASTY}];W[bb])")
    arguments = ["review", "sample", "sample-draughts", str(nasty), "--out", str(folder / "out")]
    result = CliRunner().invoke(cli, [*arguments, "--workers", "1"], catch_exceptions=False)
    assert "3 games reviewed" in result.output
    return folder / "out"


LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}},
    "wide": {"viewport": {"width": 3840, "height": 1600}},
}


_DEAD_ENDS = """[...document.querySelectorAll('a[href^="#"]')]
    .filter((a) => !document.querySelector(a.getAttribute("href"))).length"""


@pytest.mark.parametrize("look", LOOKS)
def test_pages_open_alone(browser, reports, look):
    visitor = Visitor(browser, f"file://{reports}", **LOOKS[look])
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.page.on("dialog", lambda dialog: visitor.errors.append(dialog.message))
    for name in ("index", "go-9x9", "draughts", "nasty"):
        asked.clear()
        visitor.page.goto(f"{visitor.address}/{name}.html")
        assert visitor.page.locator("h1").inner_text()
        # The page itself does not scroll sideways; wide tables do in their own boxes.
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert visitor.page.evaluate("document.scripts.length + document.images.length") == 0
        assert visitor.page.evaluate(_DEAD_ENDS) == 0
        assert asked == [f"file://{reports}/{name}.html"]
        if look in ("light", "phone") and name != "nasty":
            visitor.shoot(f"report-{name}-{look}")
    visitor.check()
    visitor.close()


def test_links_of_the_index_open_the_games(browser, reports):
    visitor = Visitor(browser, f"file://{reports}")
    visitor.open("index.html")
    visitor.page.click("text=Piece counter, 5 plies – Piece counter, 5 plies")
    visitor.page.wait_for_selector("text=Turning points")
    visitor.page.click("svg.chart a circle.turning")
    assert "#move-" in visitor.page.url
    visitor.check()
    visitor.close()


def test_paper_is_white_even_in_the_dark(browser, reports):
    visitor = Visitor(browser, f"file://{reports}", color_scheme="dark")
    visitor.page.emulate_media(media="print")
    visitor.open("go-9x9.html")
    assert visitor.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    visitor.shoot("report-print")
    assert visitor.page.pdf(format="A4").startswith(b"%PDF")
    visitor.check()
    visitor.close()
