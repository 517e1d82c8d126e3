"""Each dialect of real files, with what it must be read as and the problem it must list."""

import pytest

from kifu.errors import RecordError
from kifu.records import sgf
from kifu.records.moves import Move
from kifu.records.properties import write_point

# name: (file, moves of the main line, kinds of the problems listed)
DIALECTS = {
    "plain": ("(;GM[1]FF[4]SZ[9];B[aa];W[bb])", "Baa Wbb", []),
    "text before": ("Dear Sir, (see below) ...\n(;SZ[9];B[aa])", "Baa", ["text-outside"]),
    "a smiley before": ("hello (;-) \n(;SZ[9];B[aa])", "Baa", ["text-outside"]),
    "text after": ("(;SZ[9];B[aa])\nregards", "Baa", ["text-outside"]),
    "end-of-file mark after": ("(;SZ[9];B[aa])\n\x1a", "Baa", []),
    "missing )": ("(;SZ[9];B[aa];W[bb]", "Baa Wbb", ["missing-close"]),
    "missing ) of a variation": ("(;SZ[9];B[aa](;W[bb](;W[cc]))", "Baa Wbb Wcc", ["missing-close"]),
    "extra )": ("(;SZ[9];B[aa]))", "Baa", ["extra-close"]),
    "missing (": (";SZ[9];B[aa];W[bb]", "Baa Wbb", ["missing-open"]),
    "doubled (": ("((;SZ[9];B[aa]))", "Baa", []),
    "; before )": ("(;SZ[9];B[aa];)", "Baa", []),
    "missing ;": ("(SZ[9];B[aa])", "Baa", ["missing-semicolon"]),
    "missing ; in a variation": ("(;SZ[9];B[aa](W[bb])(;W[cc]))", "Baa Wbb", ["missing-semicolon"]),
    "node after a variation": ("(;SZ[9];B[aa](;W[bb]);W[cc])", "Baa Wbb", ["node-after-variation"]),
    "empty variation": ("(;SZ[9];B[aa]()(;W[bb]))", "Baa Wbb", ["empty-variation"]),
    "comma between values": ("(;SZ[9]AB[aa],[bb];W[cc])", "Wcc", ["stray-text"]),
    "value without a name": ("(;[x]SZ[9];B[aa])", "Baa", ["stray-value"]),
    "garbage between nodes": ("(;SZ[9];B[aa]??;W[bb])", "Baa Wbb", ["stray-text"]),
    "garbage after a comment": ("(;SZ[9];B[aa]C[x]??;W[bb])", "Baa Wbb", ["stray-text"]),
    "move without ]": ("(;SZ[9];B[aa;W[bb])", "Baa Wbb", ["unclosed-value"]),
    "value cut off": ("(;SZ[9];B[aa]C[good m", "Baa", ["unclosed-value", "missing-close"]),
    "long names of FF 3": ("(;GaMe[1]SiZe[9]PlayerBlack[x];Black[aa];White[bb])", "Baa Wbb", []),
    "long names in FF 4": ("(;FF[4]SiZe[9];Black[aa])", "Baa", ["lower-case-name"] * 2),
    "small names": ("(;sz[9];b[aa])", "Baa", ["lower-case-name"] * 2),
    "tt is a pass": ("(;SZ[9];B[tt];W[])", "B-- W--", []),
    "tt on 19x19": ("(;SZ[19];B[tt])", "B--", []),
    "tt is a point on 21x21": ("(;SZ[21];B[tt])", "Btt", []),
    "pass in words": ("(;SZ[9];B[pass])", "B--", ["point-spelling"]),
    "capital points": ("(;SZ[9];B[AB])", "Bab", ["point-spelling"]),
    "spaces in points": ("(;SZ[9];B[ ab ])", "Bab", ["point-spelling"]),
    "point off the board": ("(;SZ[9];B[kk];W[aa])", "Bkk Waa", ["point-off-board"]),
    "no point": ("(;SZ[9];B[a];W[aa])", "Waa", ["bad-point"]),
    "move in the root": ("(;SZ[9]B[aa];W[bb])", "Baa Wbb", []),
    "two moves in a node": ("(;SZ[9];B[aa]W[bb];B[cc])", "Baa Wbb Bcc", ["two-moves"]),
    "one colour twice in a node": ("(;SZ[9];B[aa]B[bb])", "Baa Bbb", ["two-moves", "duplicate-property"]),
    "property twice": ("(;SZ[9]AB[aa]AB[bb];W[cc])", "Wcc", ["duplicate-property"]),
    "setup and a move in a node": ("(;SZ[9];B[aa]AW[bb])", "Baa", ["setup-with-move"]),
    "handicap without stones": ("(;SZ[9]HA[2];W[aa])", "Waa", ["handicap-without-stones"]),
    "size missing": ("(;GM[1];B[sa])", "Bsa", []),
    "size missing, larger points": ("(;GM[1];B[ta])", "Bta", ["guessed-size"]),
    "size absurd": ("(;SZ[1000000];B[aa])", "Baa", ["bad-size"]),
    "size zero": ("(;SZ[0];B[aa])", "Baa", ["bad-size"]),
    "size twice the same": ("(;SZ[9:9];B[aa])", "Baa", ["bad-size"]),
    "rectangular": ("(;SZ[9:13];B[am])", "Bam", []),
    "another game": ("(;GM[2];B[aa])", "", ["other-game"]),
    "line ends of old Macs": ("(;SZ[9]\r;B[aa]\r;W[bb]\r)", "Baa Wbb", []),
    "NUL bytes": ("(;SZ[9]\0\0;B[aa]\0)\0\0", "Baa", []),
    "blanks everywhere": (" ( ; SZ [9] ; B [aa] ; W\n[bb] ) ", "Baa Wbb", []),
    "komi empty": ("(;SZ[9]KM[];B[aa])", "Baa", ["komi"]),
}


@pytest.mark.parametrize("name", DIALECTS)
def test_dialect(name: str) -> None:
    text, moves, problems = DIALECTS[name]
    record = sgf.read(text)[0]
    assert " ".join(map(written, record.moves)) == moves
    assert sorted(problem.kind for problem in record.problems) == sorted(problems)
    assert record.problem_count == len(problems)


@pytest.mark.parametrize("name", DIALECTS)
def test_strict_reading_raises_what_forgiving_reading_lists(name: str) -> None:
    text, _, problems = DIALECTS[name]
    if not problems:
        sgf.read(text, strict=True)
        return
    first = sgf.read(text)[0].problems[0]
    with pytest.raises(RecordError) as raised:
        sgf.read(text, strict=True)
    assert str(raised.value) == str(first)


def written(move: Move) -> str:
    return move.colour.value + (write_point(move.point) or "--")


# What stands between PB[ and the end -> the name, and what follows is still read.
NAMES = {
    r"Lee\]": "Lee]",
    "Lee [9p": "Lee [9p",
    "Lee [9p]": "Lee [9p]",
    "Lee [9p] [KR]": "Lee [9p] [KR]",
    "a]b": "a]b",
    "smile :]) bye": "smile :]) bye",
    "x]; y": "x]; y",
    "x] (y": "x] (y",
    "A[1] vs B[2]": "A[1] vs B[2]",
    "]]]": "]]]",
    "back\\\\": "back\\",
}


@pytest.mark.parametrize("text", NAMES)
def test_unescaped_brackets_in_names(text: str) -> None:
    record = sgf.read(f"(;SZ[9]PB[{text}]PW[Kim];B[aa]C[fine];W[bb])")[0]
    assert (record.info.black, record.info.white) == (NAMES[text], "Kim")
    assert len(record.moves) == 2
    assert [node.comment for node in record.main_line()] == ["", "fine", ""]
    assert {problem.kind for problem in record.problems} <= {"unescaped-bracket"}
    assert sgf.read(record.to_bytes())[0].info.black == NAMES[text]


def test_several_values_of_a_text_stay_apart() -> None:
    record = sgf.read("(;C[a [b][c];B[aa])")[0]
    assert record.root.properties == {"C": ["a [b", "c"]}
    assert record.problem_count == 0


def test_several_games_in_one_file() -> None:
    games = sgf.read("(;SZ[9];B[aa])\n(;SZ[13];B[bb];W[cc]) text (;SZ[19])")
    assert [(game.size, len(game.moves)) for game in games] == [((9, 9), 1), ((13, 13), 2), ((19, 19), 0)]
    assert [game.problem_count for game in games] == [0, 1, 0]


def test_two_games_in_one_pair_of_brackets() -> None:
    assert [len(game.moves) for game in sgf.read("((;SZ[9];B[aa])(;SZ[9];B[aa];W[bb]))")] == [1, 2]


def test_compressed_point_lists() -> None:
    record = sgf.read("(;SZ[9]AB[aa:ca][ii]AW[bb:cc]AE[aa];B[ab])")[0]
    stones = [
        (stone.colour.value if stone.colour else "") + write_point(stone.point) for stone in record.setup
    ]
    assert stones == ["Baa", "Bba", "Bca", "Bii", "Wbb", "Wcb", "Wbc", "Wcc", "aa"]
    assert record.root.setup == record.setup
    assert record.problem_count == 0


def test_compressed_list_beyond_the_board_is_cut() -> None:
    record = sgf.read("(;SZ[3]AB[bb:zz])")[0]
    assert [tuple(stone.point) for stone in record.setup] == [(1, 1), (2, 1), (1, 2), (2, 2)]
    assert [problem.kind for problem in record.problems] == ["point-off-board"]


def test_handicap_stones_in_the_second_node_count_as_setup() -> None:
    record = sgf.read("(;SZ[9]HA[2];AB[cc][gg]PB[x];W[ee])")[0]
    assert len(record.setup) == 2
    assert record.info.handicap == 2
    assert record.info.black == "x"
    assert record.problem_count == 0


def test_places_of_problems() -> None:
    text = "(;SZ[9]\r\n;B[aa]\n;W[zz]\r;B[bb];W[a])"
    places = [(p.kind, p.line, p.byte, p.move) for p in sgf.read(text)[0].problems]
    assert places == [
        ("point-off-board", 3, text.index("zz"), 2),
        ("bad-point", 4, text.index("a])"), 4),
    ]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be", "utf-16-le"])
def test_places_of_problems_in_utf_16(codec: str) -> None:
    text = "(;SZ[9]PB[黑]\n;B[aa];W[zz])"
    data = text.encode(codec)
    record = sgf.read(data)[0]
    assert record.info.black == "黑"
    (problem,) = record.problems
    assert problem.line == 2
    assert problem.byte is not None
    assert data[problem.byte : problem.byte + 4] == "zz".encode("utf-16-le" if codec == "utf-16" else codec)


def test_utf_8_byte_order_mark() -> None:
    record = sgf.read(b"\xef\xbb\xbf" + "(;SZ[9]PB[Müller];B[aa])".encode())[0]
    assert (record.info.black, record.problem_count) == ("Müller", 0)


@pytest.mark.parametrize(
    "data", [b"", b"   ", b"hello", b"\xff\xfe", b"()", b"[]", b"(" * 1000, bytes(range(256))]
)
def test_no_game_is_an_error_that_shows_what_came(data: bytes) -> None:
    with pytest.raises(RecordError, match="expected an SGF game"):
        sgf.read(data)


def test_problem_is_one_clear_line() -> None:
    problem = sgf.read("(;SZ[9]\n;B[zz])")[0].problems[0]
    assert str(problem) == "line 2, byte 11, move 1: the point is not on the board: 'zz'"
