"""Charts of tables: the columns as lines, the paper's values dashed, axes with round numbers."""

from xml.etree import ElementTree

import pytest

from kifu_lab.experiments.charts import chart, nice_ticks
from kifu_lab.experiments.tables import Row, Table, Value

SVG = "{http://www.w3.org/2000/svg}"


def test_a_table_is_drawn_with_the_papers_values() -> None:
    rows = [Row(str(i), [Value(i, i - 1, i + 1, i + 2), Value(2 * i)]) for i in range(4)]
    drawn = chart(Table("", "x", ["a", "b"], rows, "per cent"), "title")
    assert drawn is not None
    picture = ElementTree.fromstring(drawn)
    assert len(list(picture.iter(f"{SVG}polyline"))) == 3
    assert len(list(picture.iter(f"{SVG}circle"))) == 8
    texts = list(picture.itertext())
    assert texts.count("dashed: the paper") == 1
    assert {"a", "b", "x", "per cent", "title"} <= set(texts)


@pytest.mark.parametrize(
    "table",
    [
        Table("", "x", ["a"], [Row("1", [Value(1)]), Row("2", [Value(2)])], chart=False),
        Table("", "x", ["a"], [Row("1", [Value(1)])]),
        Table("", "x", ["a"], [Row("1", [Value(None, paper=2)]), Row("2", ["text"])]),
    ],
)
def test_what_cannot_be_drawn_is_not(table: Table) -> None:
    assert chart(table, "") is None


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (27.03, 28.24, [27, 27.5, 28, 28.5]),
        (-30, 3, [-30, -20, -10, 0, 10]),
        (0, 100, [0, 20, 40, 60, 80, 100]),
    ],
)
def test_axes_have_round_numbers(low: float, high: float, ticks: list[float]) -> None:
    assert nice_ticks(low, high) == ticks


def test_one_value_alone_has_an_axis() -> None:
    found = nice_ticks(5, 5)
    assert found[0] < 5 < found[-1]


def test_values_are_written_with_interval_and_paper() -> None:
    assert str(Value(28.237, 27.9, 28.61, 28.24)) == "28.24 [27.90-28.61] (28.24)"
    assert str(Value(15.8, -1.0, 30.5, None, 1, True)) == "+15.8 [-1.0 to +30.5]"
    assert str(Value(None, paper=3.5, digits=1)) == "— (3.5)"
    assert str(Value(72185, digits=0)) == "72,185"
