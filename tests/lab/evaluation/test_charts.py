"""Charts: well-formed SVG, points where they belong."""

from xml.etree import ElementTree

from kifu_lab.evaluation import life_charts
from kifu_lab.evaluation.charts import BLUE, Axis, Panel, draw

SVG = "{http://www.w3.org/2000/svg}"


def test_points_stand_where_the_axes_say():
    panel = Panel("", Axis("x", [0, 10]), Axis("y", [0, 4]), width=100, height=40)
    panel.dot(5, 1, BLUE)
    panel.dot(20, 9, BLUE)  # beyond the axes: at the corner
    drawn = ElementTree.fromstring(draw([[panel]], "a < b"))
    dots = [(dot.get("cx"), dot.get("cy")) for dot in drawn.iter(f"{SVG}circle")]
    assert dots == [("50", "30"), ("100", "0")]
    assert drawn.findtext(f"{SVG}title") == "a < b"


def test_every_figure_is_well_formed():
    rows = [{"move": i, "blocks": 500, "error": 0.1, "always_alive": 0.2 + i / 1000} for i in range(81)]
    bins = [
        {"low": i / 10, "high": (i + 1) / 10, "blocks": i, "predicted": i / 10, "alive": i / 10}
        for i in range(10)
    ]
    report = {
        "from_start": rows,
        "from_end": rows,
        "calibration": {"bins": bins, "expected_error": 0.01},
    }
    ranks = [
        {"rank": "5k", "level": -4, "games": 20, "right": 18, "nearest_living": 17, "margin": 12.5},
        {"rank": "2d", "level": 2, "games": 12, "right": 9, "nearest_living": 9, "margin": 7.0},
        {"rank": "?", "level": None, "games": 99, "right": 90, "nearest_living": 85, "margin": 7.0},
    ]
    drawn = {
        "by_move": life_charts.by_move({"one": report, "two": report}),
        "reliability": life_charts.reliability(report),
        "resigned": life_charts.resigned(ranks),
    }
    texts = {name: list(ElementTree.fromstring(svg).itertext()) for name, svg in drawn.items()}
    assert texts["by_move"].count("always alive") == 2
    assert "How often: 45 blocks" in texts["reliability"]
    assert "rank of the player who resigned" in texts["resigned"]
