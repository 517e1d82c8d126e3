"""Positions as FEN, text and SVG, out and in."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.errors import InputError, PointError, PositionError
from kifu.games.draughts import Colour, Piece, Position
from kifu.games.draughts import svg as drawing

KINGS_FEN = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any placement that can stand on a board."""
    squares = draw(st.lists(st.integers(1, 32), min_size=1, max_size=16, unique=True))
    pieces = {}
    for square in squares:
        colour = draw(st.sampled_from(Colour))
        if sum(p.colour is colour for p in pieces.values()) == 12:
            continue
        crowned = square > 28 if colour is Colour.BLACK else square < 5
        pieces[square] = Piece(colour, crowned or draw(st.booleans()))
    return Position.from_pieces(pieces, draw(st.sampled_from(Colour)))


SAME = {
    "spaces": " B : W 18 , 24, 27, 28, K10, K15 : B 12, 16, 20, K22, K25, K29 ",
    "lower case": KINGS_FEN.lower(),
    "a dot at the end": KINGS_FEN + ".",
    "quotes": f'"{KINGS_FEN}"',
    "Black's pieces first": "B:B12,16,20,K22,K25,K29:W18,24,27,28,K10,K15",
    "ranges": "B:W18,24,27-28,K10,K15:B12,16,20,K22,K25,K29",
    "counters": KINGS_FEN + ":H0:F1",
    "a comma too many": "B:W18,24,27,28,K10,K15,:B12,16,20,K22,K25,K29",
}


@pytest.mark.parametrize("case", SAME)
def test_dialects_of_fen(case):
    assert Position.from_fen(SAME[case]) == Position.from_fen(KINGS_FEN)


def test_fen_is_canonical():
    assert Position.from_fen("b:bk22,12-13:w18").fen == "B:W18:B12,13,K22"
    assert Position.from_fen("W:W18").fen == "W:W18:B"
    assert Position.from_fen("B:W21-32:B1-12") == Position.start()


REFUSED = {
    "nothing": ("", "side to move"),
    "no side": (":W18:B1", "side to move"),
    "no such side": ("X:W18:B1", "side to move"),
    "no pieces": ("B", "no pieces"),
    "empty lists": ("B:W:B", "no pieces"),
    "square 0": ("B:W0:B1", "1 to 32"),
    "square 33": ("B:W33:B1", "1 to 32"),
    "a huge number": (f"B:W{'9' * 50}:B1", "1 to 32"),
    "both sides on 18": ("B:W18:B18", "square 18 is given twice"),
    "18 twice": ("B:W18,18:B1", "square 18 is given twice"),
    "a black man on its crown rank": ("B:W18:B30", "write K30"),
    "a white man on its crown rank": ("B:W3:B30", "K30"),
    "thirteen pieces": ("B:W13-25:B1", "White has 13 pieces"),
    "a side twice": ("B:W18:W19", "given twice"),
    "a range that runs down": ("B:W24-21:B1", "ascend"),
    "something after it": ("B:W18:B1 x", "expected"),
    "a king of nothing": ("B:WK:B1", "square from 1 to 32"),
    "binary": ("\x00\xff\x07", "side to move"),
    "half a character": ("B:W18:B\ud800", "FEN"),
    "a megabyte": ("B:W" + "1," * 500_000, "1000 characters"),
    "not text": (None, "expected text"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_fens_say_why(case):
    fen, why = REFUSED[case]
    with pytest.raises(PositionError) as error:
        Position.from_fen(fen)
    assert why in str(error.value)
    assert len(str(error.value)) < 500


@given(st.text())
def test_any_text_as_fen_or_diagram_is_a_position_or_a_narrow_error(text):
    for read in (Position.from_fen, Position.from_diagram):
        try:
            position = read(text)
        except PositionError:
            continue
        assert Position.from_fen(position.fen) == position


@given(positions())
def test_fen_diagram_and_pieces_give_the_position_back(position):
    assert Position.from_fen(position.fen) == position
    assert Position.from_diagram(str(position)) == position
    assert Position.from_pieces(position.pieces, position.to_play) == position


DIAGRAM = """\
     b   b   b   b   4
 5 b   b   b   b
     b   b   .   b  12
13 .   .   .   .
     .   .  (b)  .  20
21 w   w   w   w
     w   w   w   w  28
29 w   w   w   w
White to move"""


def test_diagrams_are_for_people():
    position = Position.from_fen("B:W21-32:B1-8,9,10,12,15")
    position.play("15-19")
    assert str(position) == DIAGRAM


WRITTEN = {
    "without coordinates": "b b b b\nb b b b\nb b b b\n. . . .\n. . . .\nw w w w\nw w w w\nw w w w",
    "all squares": "-b-b-b-b\nb-b-b-b-\n-b-b-b-b\n--------\n--------\nw-w-w-w-\n-w-w-w-w\nw-w-w-w-",
    "a frame": "+----+\n"
    + "\n".join(f"|{r}|" for r in ["bbbb"] * 3 + ["...."] * 2 + ["wwww"] * 3)
    + "\n+----+",
}


@pytest.mark.parametrize("case", WRITTEN)
def test_diagrams_as_people_write_them(case):
    assert Position.from_diagram(WRITTEN[case]) == Position.start()


BAD_DIAGRAMS = {
    "nothing": ("", "eight rows"),
    "too few rows": ("bbbb\nbbbb", "got 2"),
    "too many rows": ("....\n" * 8 + "bbbb", "ninth"),
    "a short row": ("bbb\n" * 8, "4 dark squares"),
    "a strange sign": ("bbqb\n" * 8, "'q'"),
    "a piece on a light square": ("b.b.b.b.\n" * 8, "light square"),
    "a man on its crown rank": ("wwww\n" + "....\n" * 7, "K1"),
    "a megabyte": ("." * 1_000_000, "at most"),
    "bytes": (b"bbbb", "text"),
}


@pytest.mark.parametrize("case", BAD_DIAGRAMS)
def test_refused_diagrams_say_why(case):
    text, why = BAD_DIAGRAMS[case]
    with pytest.raises(PositionError, match=why):
        Position.from_diagram(text)


@given(positions(), st.text(), st.floats())
def test_svg_is_well_formed_whatever_the_labels_say(position, text, value):
    svg = position.svg(
        marks={1: "circle", 2: "square", 3: "triangle", 4: "cross"},
        labels={5: text},
        heat={6: value},
        ghosts={7: Piece(Colour.WHITE, True)},
        title=text,
    )
    assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_svg_shows_pieces_numbers_and_the_last_move():
    position = Position.start()
    before = position._repr_svg_()
    assert before.count('r="3.9"') == 24
    assert ">32<" in before
    assert "#d2442b" not in before
    position.play("11-15")
    assert "#d2442b" in position.svg()
    assert ">32<" not in position.svg(numbers=False)


def test_svg_refuses_what_it_cannot_draw():
    with pytest.raises(PointError, match="1 to 32"):
        drawing.draw({33: Piece(Colour.BLACK)})
    with pytest.raises(InputError, match="star"):
        drawing.draw({}, marks={1: "star"})
