"""Trees: looking at them, changing them, writing and reading again."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kifu.errors import InputError, PointError, RecordError
from kifu.records import sgf
from kifu.records.moves import Colour, Move, Point
from kifu.records.properties import read_point, read_text, split_pair, write_point
from kifu.records.sgf import Node, SgfRecord

EXAMPLE = "(;FF[4]SZ[9]C[root](;B[aa];W[bb](;B[cc])(;B[dd];W[ee]))(;B[ff]N[other]))"


def outline(node: Node) -> str:
    """A tree as one line: names of nodes, variations in brackets. No recursion."""
    out: list[str] = []
    todo: list[Node | str] = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        texts = item.properties
        out.append("".join(f"{name}{values}" for name, values in sorted(texts.items())))
        children = item.children
        if len(children) == 1:
            todo.append(children[0])
        else:
            for child in reversed(children):
                todo += [")", child, "("]
    return " ".join(out)


def test_walking() -> None:
    record = sgf.read(EXAMPLE)[0]
    root = record.root
    assert root.parent is None
    assert [child.move for child in root.children] == [
        Move(Colour.BLACK, Point(0, 0)),
        Move(Colour.BLACK, Point(5, 5)),
    ]
    assert [node.number for node in record.main_line()] == [0, 1, 2, 3]
    assert root.children[1].get("N") == "other"
    assert root.children[1].parent == root
    assert root.children[0].children[0].children[1].raw("B") == [b"dd"]
    assert root.comment == "root"
    assert len({*root.children, *root.children}) == 2


def test_building_a_game() -> None:
    record = SgfRecord.new(9, komi=7, handicap=2, info={"black": "Katia [1]", "result": "B+R"})
    record.root.set("AB", ["cc", "gg"])
    node = record.root.add_child(Move(Colour.WHITE, Point(4, 4)))
    node.add_child(Move(Colour.BLACK, None)).set("C", "a pass")
    node.add_child(Move(Colour.BLACK, Point(0, 8)))
    again = sgf.read(record.to_bytes(), strict=True)[0]
    for game in (record, again):
        assert game.size == (9, 9)
        assert (game.info.black, game.info.komi, game.info.handicap) == ("Katia [1]", 7.0, 2)
        assert [stone.point for stone in game.setup] == [Point(2, 2), Point(6, 6)]
        assert game.moves == (Move(Colour.WHITE, Point(4, 4)), Move(Colour.BLACK, None))
        assert [node.comment for node in game.main_line()] == ["", "", "a pass"]
        assert [child.move for child in next(iter(game.root.children)).children][1] == Move(
            Colour.BLACK, Point(0, 8)
        )
    assert outline(record.root) == outline(again.root)


def test_changing_a_record_that_was_read() -> None:
    record = sgf.read(EXAMPLE)[0]
    node = list(record.main_line())[-1]
    node.set("C", "new")
    node.play(Move(Colour.WHITE, Point(8, 8)))
    assert node.properties == {"C": ["new"], "W": ["ii"]}
    assert node.move == record.moves[-1] == Move(Colour.WHITE, Point(8, 8))
    node.set("C", [])
    assert node.comment == ""
    record.root.set("AB", "aa:cc")
    assert len(record.root.setup) == len(record.setup) == 9


def test_a_changed_property_replaces_its_repetitions() -> None:
    record = sgf.read("(;C[a]N[x]C[b])")[0]
    assert record.root.properties == {"C": ["a", "b"], "N": ["x"]}
    record.root.set("C", "c")
    assert record.to_bytes() == b"(;C[c]N[x]CA[UTF-8])\n"


@pytest.mark.parametrize("name", ["", "b", "B[", "B B", "É", "1A", "A" * 65])
def test_bad_property_names(name: str) -> None:
    with pytest.raises(RecordError, match="a property name is"):
        SgfRecord.new().root.set(name, "x")


@pytest.mark.parametrize("size", [0, 53, (9, 100), -1])
def test_bad_sizes(size: int) -> None:
    with pytest.raises(InputError, match="expected a board size"):
        SgfRecord.new(size)


def test_unknown_fact() -> None:
    with pytest.raises(InputError, match="not 'blakc'"):
        SgfRecord.new(info={"blakc": "x"})


TEXTS: dict[str, tuple[str, str, str]] = {  # raw -> as a comment, as a name
    "plain": ("a", "a", "a"),
    "escaped bracket": (r"a\]b", "a]b", "a]b"),
    "escaped backslash": (r"a\\]".removesuffix("]"), "a\\", "a\\"),
    "escaped letter": (r"a\b", "ab", "ab"),
    "soft line break": ("a\\\nb", "ab", "ab"),
    "soft line break of Windows": ("a\\\r\nb", "ab", "ab"),
    "line break": ("a\nb", "a\nb", "a b"),
    "line break of Windows": ("a\r\nb", "a\nb", "a b"),
    "line break of old Macs": ("a\rb", "a\nb", "a b"),
    "tabulator": ("a\tb", "a b", "a b"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str) -> None:
    raw, comment, simple = TEXTS[name]
    assert (read_text(raw, "C"), read_text(raw, "PB")) == (comment, simple)


def test_pairs() -> None:
    assert split_pair("aa:bb:cc") == ("aa", "bb:cc")
    assert split_pair(r"a\:b:c") == (r"a\:b", "c")
    assert split_pair("aa") is None


@pytest.mark.parametrize("bad", ["", "a", "aaa", "a1", "ä"])
def test_bad_points(bad: str) -> None:
    with pytest.raises(PointError, match="two letters"):
        read_point(bad)


def test_points_up_to_52_lines() -> None:
    points = [Point(x, y) for x in range(52) for y in range(52)]
    assert [read_point(write_point(point)) for point in points] == points
    with pytest.raises(PointError, match="52x52"):
        write_point(Point(52, 0))


names = st.sampled_from(["B", "W", "C", "PB", "N", "AB", "LB", "XYZZY", "GC", "CA1"])
texts = st.one_of(
    st.text(alphabet='a]\\[();:\n\r\t "𝄞黑é', max_size=12),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12),
)
nodes = st.lists(
    st.tuples(
        st.integers(0, 1000), st.dictionaries(names, st.lists(texts, min_size=1, max_size=3), max_size=3)
    ),
    max_size=12,
)


def build(description: list[tuple[int, dict[str, list[str]]]]) -> SgfRecord:
    record = SgfRecord.new(9)
    built = [record.root]
    for parent, values in description:
        node = built[parent % len(built)].add_child()
        for name, value in values.items():
            node.set(name, value)
        built.append(node)
    return record


@settings(max_examples=300)
@given(nodes)
def test_writing_then_reading_gives_the_same_tree(
    description: list[tuple[int, dict[str, list[str]]]],
) -> None:
    record = build(description)
    written = record.to_bytes()
    again = sgf.read(written)[0]
    assert outline(again.root) == outline(record.root)
    assert again.moves == record.moves
    assert again.to_bytes() == written


@settings(max_examples=500)
@given(
    st.one_of(
        st.binary(max_size=200),
        st.lists(
            st.sampled_from(
                [
                    *"()[];:\\\n ",
                    "B[aa]",
                    "W[",
                    "C[",
                    "AB[aa:zz]",
                    "SZ[9]",
                    "PB[x]y]",
                    "(;",
                    "tt",
                    "CA[gbk]",
                    "\x81",
                ]
            ),
            max_size=40,
        ).map(lambda parts: "".join(parts).encode("latin-1")),
    )
)
def test_any_bytes_are_read_repaired_or_refused(data: bytes) -> None:
    try:
        games = sgf.read(data)
    except RecordError:
        return
    for game in games:
        assert len(game.problems) <= game.problem_count
        assert all(0 <= (problem.byte or 0) <= len(data) for problem in game.problems)
        assert game.info is not None
        moves = game.moves
        again = sgf.read(game.to_bytes())
        assert len(again) == 1
        assert again[0].moves == moves
        assert outline(again[0].root).replace("UTF-8", "") == outline(with_charset(game).root).replace(
            "UTF-8", ""
        )


def with_charset(game: SgfRecord) -> SgfRecord:
    """The game with the CA that writing gives it, so that both outlines have one."""
    written = sgf.read(game.to_bytes())[0].root.get("CA")
    if written is not None:
        game.root.set("CA", written)
    return game


@pytest.mark.parametrize("make", [lambda: SgfRecord.new(), lambda: sgf.read(EXAMPLE)[0]], ids=["new", "read"])
def test_writing_several_games(make: Callable[[], SgfRecord]) -> None:
    assert len(sgf.read(sgf.write([make(), make(), make()]), strict=True)) == 3
