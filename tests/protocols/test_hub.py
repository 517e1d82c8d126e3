"""Hub as a grammar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.protocols import hub


@pytest.mark.parametrize(
    ("text", "command", "values"),
    [
        ("hub", "hub", {}),
        ("go think", "go", {"think": ""}),
        ('pos pos=Wbbb moves="9-14 22-18"', "pos", {"pos": "Wbbb", "moves": "9-14 22-18"}),
        ('set-param name=book value=""', "set-param", {"name": "book", "value": ""}),
        ("  level   moves=9  time=291.587 ", "level", {"moves": "9", "time": "291.587"}),
        ('id name="A = B" author=X', "id", {"name": "A = B", "author": "X"}),
    ],
)
def test_lines(text, command, values):
    line = hub.parse(text)
    assert (line.command, line.values) == (command, values)


def test_nothing_on_a_line():
    assert hub.parse(b"  \r\n") is None


def test_writing():
    assert hub.write("done", move="9-14") == "done move=9-14"
    assert hub.write("info", mean_depth=3.5, pv="9-14 22-18") == 'info mean-depth=3.5 pv="9-14 22-18"'
    assert hub.write("error", message='no "x"\nplease') == "error message=\"no 'x' please\""


@given(st.binary(max_size=200))
def test_any_bytes_are_a_line_or_nothing(data):
    line = hub.parse(data)
    if line is not None:
        again = hub.parse(str(line))
        assert again.command == line.command


@given(st.dictionaries(st.sampled_from(["pos", "moves", "score"]), st.text("abc =9-x", max_size=20)))
def test_what_is_written_is_read_back(values):
    values = {name: " ".join(text.split()) for name, text in values.items()}
    values = {name: text for name, text in values.items() if text}
    assert hub.parse(str(hub.Line("info", values))).values == values
