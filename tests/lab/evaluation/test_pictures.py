"""Charts as PNG: the same places and colours as in the SVG."""

import io
import sys

import pytest

from kifu.errors import InputError, MissingToolError
from kifu_lab.evaluation.charts import BLUE, ORANGE, Axis, Panel, draw
from kifu_lab.evaluation.pictures import png


def chart() -> str:
    panel = Panel("Cost in $ and $", Axis("x", [0, 10]), Axis("y", [0, 4]), width=100, height=40)
    panel.bar(0, 2, 4, ORANGE)
    panel.dot(5, 1, BLUE, whisker=(0, 2))
    panel.line([(0, 0), (10, 4)], ORANGE, "up", dashed=True)
    return draw([[panel]], "a chart")


def test_a_picture_shows_what_the_drawing_shows() -> None:
    image = pytest.importorskip("matplotlib.image", reason="matplotlib: extra plots")
    pixels = image.imread(io.BytesIO(png(chart(), scale=3)))
    assert pixels.shape == (3 * 126, 3 * 172, 4)  # the area and what stands around it

    def colour(x: float, y: float) -> str:
        return "#" + "".join(f"{round(255 * part):02x}" for part in pixels[round(3 * y), round(3 * x), :3])

    left, top = 56, 40  # of the area
    assert colour(left + 50, top + 30) == BLUE  # the point at (5, 1)
    assert colour(left + 5, top + 5) == ORANGE  # within the bar
    assert colour(left + 90, top + 30) == "#ffffff"  # below the line
    assert len({colour(left + x, top - 18) for x in range(60)}) > 1  # the title, dollars and all


def test_without_matplotlib_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingToolError, match=r"matplotlib.*pip install matplotlib"):
        png(chart())


def test_a_drawing_that_is_no_chart_is_refused() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib: extra plots")
    board = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0"/></svg>'
    with pytest.raises(InputError, match="got <path>"):
        png(board)
