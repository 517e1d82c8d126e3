"""PDN as people write it: each dialect with what it should be read as."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kifu.errors import RecordError
from kifu.records import pdn
from kifu.records.moves import Colour
from kifu.records.pdn import PdnNode, PdnRecord, read, write
from kifu.records.walking import walk

GAME = '[Event "Club"]\n[GameType "21"]\n[Result "1-0"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n'


def only(text: bytes | str) -> PdnRecord:
    (record,) = read(text)
    return record


def shape(node: PdnNode) -> str:
    """What follows a move, on one line: moves, variations in brackets; small trees only."""
    if not node.children:
        return ""
    main, *others = node.children
    varied = "".join(f" ({other.move}{shape(other)})" for other in others)
    return f" {main.move}{varied}{shape(main)}"


def test_a_plain_game():
    record = only(GAME)
    assert record.game == "draughts"
    assert record.tags == {"Event": "Club", "GameType": "21", "Result": "1-0"}
    assert record.moves == ("11-15", "22-18", "15x22", "25x18")
    assert record.result.winner is Colour.BLACK  # 1-0: the first mover has won
    assert record.info.event == "Club"
    assert record.problems == []


# name: (text, moves of the main line, kinds of problems)
DIALECTS = {
    "captures with every square": ("1. 11x18x25 *", "11x18x25", ""),
    "numbers glued": ("1.11-15 22-18 2.15x22 *", "11-15 22-18 15x22", ""),
    "numbers missing": ("11-15 22-18 15x22 *", "11-15 22-18 15x22", ""),
    "numbers without dots": ("1 11-15 22-18 2 15x22 *", "11-15 22-18 15x22", ""),
    "second mover numbered": ("1. 11-15 1... 22-18 *", "11-15 22-18", ""),
    "a capital X": ("11X18 *", "11X18", ""),
    "colons": ("32-28 19:28 *", "32-28 19:28", ""),
    "spaces for dashes": ("1. 11 15 22 18 *", "11-15 22-18", "spelled-move spelled-move"),
    "spaces around dashes": ("1. 11 - 15 22 -18 *", "11-15 22-18", "spelled-move spelled-move"),
    "printer's dash and times": ("1. 11–15 22–18 15×22 *", "11-15 22-18 15x22", ""),
    "letters and digits": ("1. c3-d4 d6-c5 2. b2:d4 g1h2 *", "c3-d4 d6-c5 b2:d4 g1h2", ""),
    "CRLF": ("1. 11-15\r\n22-18\r\n*\r\n", "11-15 22-18", ""),
    "old Mac line ends": ('[Event "a"]\r1. 11-15 22-18\r*\r', "11-15 22-18", ""),
    "no result": ("1. 11-15 22-18", "11-15 22-18", "missing-result"),
    "text before the tags": ('Dear all,\nsee 1999!\n[Event "a"]\n11-15 *', "11-15", "text-outside"),
    "a tag without quotes": ("[Event Club]\n11-15 *", "11-15", "tag-without-quotes"),
    "a tag without its bracket": ('[Event "Club"\n11-15 *', "11-15", "unclosed-tag"),
    "a tag without its end": ('[Event "Club\n11-15 *', "11-15", "unclosed-tag"),
    "a tag twice": ('[Event "a"]\n[Event "b"]\n11-15 *', "11-15", "duplicate-tag"),
    "a comment without its end": ("11-15 {good 22-18 *", "11-15", "unclosed-comment missing-result"),
    "a brace too many": ("11-15 } 22-18 *", "11-15 22-18", "stray-brace"),
    "a bracket too many": ("11-15 ) 22-18 *", "11-15 22-18", "extra-close"),
    "a variation without its end": (
        "11-15 (9-14 22-18 *",
        "11-15",
        "result-in-variation unclosed-variation missing-result",
    ),
    "an empty variation": ("11-15 ( ) 22-18 *", "11-15 22-18", "empty-variation"),
    "a variation too early": ("(9-14) 11-15 *", "11-15", "early-variation"),
    "words among the moves": ("11-15 and then 22-18 *", "11-15 22-18", "stray-text"),
    "a stray number": ("11-15 22-18 7 *", "11-15 22-18", "stray-number"),
    "a long number": ("11-15 1234567 22-18 *", "11-15 22-18", "stray-number"),
    "a NAG without a number": ("11-15 $ 22-18 *", "11-15 22-18", "bad-nag"),
    "a NAG too large": ("11-15 $999 22-18 *", "11-15 22-18", "bad-nag"),
    "a setup of PDN 3.0": ("11-15 /FEN W:W18:B1/ 22-18 *", "11-15 22-18", "setup-in-moves"),
    "stars behind forced moves": ("1. 11-15* 22-18 2. 8-11*! 18x11 1-0", "11-15 22-18 8-11 18x11", ""),
    "a star that ends the game": ("1. 11-15 22-18*", "11-15 22-18", ""),
    "a star between moves": ("1. 11-15 * 22-18 *", "11-15 22-18", "early-star"),
    "a star before the next number": ("1. 11-15 22-18 *\n2. 15x22 *", "11-15 22-18 15x22", "early-star"),
    "commas": ("1. 11-15,22-18 2. 15x22, 25x18 *", "11-15 22-18 15x22 25x18", ""),
    "a half at the end": ("1. 11-15 22-18 1/2", "11-15 22-18", ""),
    "the same win, two ways": ('[Result "1-0"]\n11-15 2-0', "11-15", ""),
    "the same draw, two ways": ('[Result "1/2"]\n11-15 1/2-1/2', "11-15", ""),
    "the same draw in points": ('[Result "1-1"]\n11-15 1/2-1/2', "11-15", ""),
    "a tag that is no result": ('[Result "lost"]\n11-15 1-0', "11-15", "result-differs"),
    "the tag and the end disagree": ('[Result "0-1"]\n11-15 1-0', "11-15", "result-differs"),
}


@pytest.mark.parametrize("case", DIALECTS)
def test_dialects(case):
    text, moves, problems = DIALECTS[case]
    record = only(text)
    assert " ".join(record.moves) == moves
    assert " ".join(problem.kind for problem in record.problems) == problems
    if problems:
        with pytest.raises(RecordError):
            read(text, strict=True)
    else:
        assert len(read(text, strict=True)) == 1


RESULTS = {
    "1-0": (Colour.BLACK, "unknown"),
    "0-1": (Colour.WHITE, "unknown"),
    "1/2-1/2": (None, "draw"),
    "½-½": (None, "draw"),
    "1/2": (None, "draw"),
    "½": (None, "draw"),
    "2-0": (Colour.BLACK, "unknown"),
    "0-2": (Colour.WHITE, "unknown"),
    "1-1": (None, "draw"),
    "0-0": (None, "void"),
    "1 - 0": (Colour.BLACK, "unknown"),
    "0–1": (Colour.WHITE, "unknown"),
    "*": (None, "unfinished"),
}


@pytest.mark.parametrize("text", RESULTS)
def test_results(text):
    for record in (only(f"11-15 22-18 {text}"), only(f'[Result "{text}"]\n11-15 22-18')):
        assert (record.result.winner, record.result.kind) == RESULTS[text]
        assert record.moves == ("11-15", "22-18")


def test_a_star_at_the_end_leaves_the_result_to_the_tag():
    record = only('[Result "0-1"]\n11-15 22-18 *')
    assert (record.result.winner, record.written_result, record.problems) == (Colour.WHITE, "0-1", [])
    assert only('[Result "?"]\n11-15 22-18 *').result.kind == "unfinished"


def test_a_star_behind_a_move_says_that_it_is_forced():
    tree = only("1. 11-15* 22-18 2. 8-11 *").tree
    assert tree.children[0].nags == [7]
    assert tree.children[0].children[0].nags == []
    games = read('11-15 22-18*\n\n[Event "b"]\n9-13*')
    assert [game.moves for game in games] == [("11-15", "22-18"), ("9-13",)]


def test_a_result_stops_no_move_that_looks_like_it():
    assert only("1-10 10-1 1-5 2x11 *").moves == ("1-10", "10-1", "1-5", "2x11")


def test_white_is_the_first_mover_of_other_games():
    assert only('[GameType "20"]\n32-28 2-0').result.winner is Colour.WHITE
    assert only('[GameType "25,W,8,8,A0,0"]\nc3-d4 1-0').result.winner is Colour.WHITE


SEVERAL = {
    "with blank lines": GAME + "\n" + GAME,
    "without blank lines": GAME + GAME,
    "without tags": "1. 11-15 22-18 1-0\n1. 9-14 22-18 0-1",
    "without results": '[Event "a"]\n1. 11-15 22-18\n[Event "b"]\n1. 9-14 22-18',
    "without tags or results": "1. 11-15 22-18 2. 15x22\n\n1. 9-14 22-18",
    "without moves": '[Event "a"]\n\n[Event "b"]\n\n',
    "with an open comment between": '[Event "a"]\n11-15 {oh\n[Event "b"]\n9-14 *',
}


@pytest.mark.parametrize("case", SEVERAL)
def test_several_games(case):
    assert len(read(SEVERAL[case])) == 2


TAGS = {
    '[Event "a"]': {"Event": "a"},
    '[Event "a"][Site "b"]': {"Event": "a", "Site": "b"},
    '[ Event   "a" ]': {"Event": "a"},
    r'[Event "the \"big\" one"]': {"Event": 'the "big" one'},
    '[Event "the "big" one"]': {"Event": 'the "big" one'},
    r'[File "C:\games\"]': {"File": "C:\\games\\"},
    r'[File "C:\\games"]': {"File": "C:\\games"},
    "[Event]": {"Event": ""},
    '[Event ""]': {"Event": ""},
    '[Event "[brackets]"]': {"Event": "[brackets]"},
    '[Event "日本"]': {"Event": "日本"},
}


@pytest.mark.parametrize("text", TAGS)
def test_tags(text):
    assert only(text + "\n*\n").tags == TAGS[text]


def test_comments_variations_and_nags_find_their_moves():
    record = only(
        "{before all} 1. 11-15! {a} ; to the end of the line } )\n"
        "( {instead} 1. 9-14 22-18 (22-17 $3) 14x23 ) (1. 10-15 (!)) 22-18 {[%clk 0:10:00]} ?! *"
    )
    first = record.tree.children[0]
    assert shape(record.tree) == " 11-15 (9-14 22-18 (22-17) 14x23) (10-15) 22-18"
    assert record.tree.comments == ["before all"]
    assert first.nags == [1]
    assert first.comments == ["a", " to the end of the line } )"]
    other = record.tree.children[1]
    assert other.before == ["instead"]
    assert other.children[1].nags == [3]
    assert record.tree.children[2].nags == [1]
    assert first.children[0].comments == ["[%clk 0:10:00]"]
    assert first.children[0].nags == [6]
    assert record.problems == []


def test_escape_lines_survive():
    record = only("% made by hand\n1. 11-15\n%eval 3\n22-18 *")
    assert record.tree.children[0].comments == ["%eval 3"]
    assert only(record.to_bytes()).tree == record.tree


def test_problems_say_where():
    problem = only('[Event "a"]\n11-15 22-18\nhm 15x22 *').problems[0]
    assert (problem.kind, problem.line, problem.byte, problem.move) == ("stray-text", 3, 24, 3)
    assert "'hm 15x22 *'" in problem.message


def test_any_encoding():
    name = "Иванов против Петрова"
    for codec in ("utf-8", "cp1251", "utf-16"):
        record = only(f'[Black "{name}"]\n1. 11-15 22-18 hm *'.encode(codec))
        assert record.info.black == name
        assert record.moves == ("11-15", "22-18")
        assert record.problems[0].line == 2
    assert only(b'\xef\xbb\xbf[Event "a"]\n*').tags == {"Event": "a"}


def test_nothing_and_no_pdn():
    for nothing in (b"", b" \r\n ", b"\n" * 5000, ""):
        with pytest.raises(RecordError, match="expected PDN.*; got nothing"):
            read(nothing)
    for junk in (b"\x00\x01\x02" * 50, b"hello world", b"(;GM[1]SZ[19])", "}}}}"):
        with pytest.raises(RecordError, match="expected PDN"):
            read(junk)


def test_a_record_made_by_hand():
    record = PdnRecord.from_moves(["11-15", "22-18"], {"Event": 'a "b" \\'}, "1-0")
    record.tree.children[0].comments.append("a } brace\nand a line")
    record.tree.add("9-14").nags.append(1)
    again = only(record.to_bytes())
    assert again.tags == record.tags
    assert again.moves == record.moves
    assert again.tree.children[0].comments == ["a } brace", "and a line"]
    assert again.tree.children[1].nags == [1]


def test_what_cannot_be_written_is_refused():
    with pytest.raises(RecordError, match="like 9-14"):
        PdnRecord.from_moves(["resigns"]).to_bytes()
    with pytest.raises(RecordError, match="tag's name"):
        PdnRecord.from_moves([], {"a b": ""}).to_bytes()


# ---- properties

# Pieces of PDN, whole and broken, in any order.
PIECES = (
    st.sampled_from(['[Event "a"]\n', "[FEN W:W18\n", "[", '"', "]", "/x/", "word", "é", "–", "\\"])
    | st.sampled_from(["1.", "1...", "7", "11-15", "22x18x25", "c3d4", "32 28", "1-0", "*", "1/2-1/2", "2-0"])
    | st.sampled_from(
        ["{", "}", "{note}", ";rest\n", "%line\n", "(", ")", "$3", "$", "!", "?!", "!!!", "(!)"]
    )
    | st.sampled_from(["\n", "\r\n", " "])
)
MESS = st.lists(PIECES, max_size=60).map(" ".join) | st.lists(PIECES, max_size=60).map("".join)


def check_round_trip(data: bytes | str) -> None:
    try:
        records = read(data)
    except RecordError:
        return
    again = read(write(records))
    assert len(again) == len(records)
    for before, after in zip(records, again, strict=True):
        assert after.moves == before.moves
        assert after.tree == before.tree
        assert after.tags == before.tags or (not before.tags and list(after.tags) == ["Result"])
        assert after.result == before.result
        assert [p.kind for p in after.problems if p.kind != "result-differs"] == []


@settings(max_examples=1000)
@given(MESS)
def test_writing_then_reading_gives_the_same_trees(text):
    check_round_trip(text)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    check_round_trip(data)
    check_round_trip(b"[Event " + data)
    check_round_trip(b"11-15 {" + data)


HUGE = {
    "brackets": "(" * 3_000_000,
    "brackets after a move": "11-15" + "(" * 3_000_000,
    "closing brackets": "11-15" + ")" * 3_000_000,
    "square brackets": "[" * 3_000_000,
    "tags on one line": "[a]" * 1_000_000,
    "tags without ends": "[a\n" * 1_000_000,
    "braces": "11-15 " + "{" * 3_000_000,
    "braces and tags": "{\n[a]\n" * 500_000,
    "numbers": "7 " * 1_500_000,
    "spaces": "7" + " " * 3_000_000,
    "results": "*" * 3_000_000,
    "slashes": "11-15 " + "/ " * 1_500_000,
    "quotes": '[a "' + '"' * 3_000_000,
    "words": "11-15 " + "w " * 1_500_000,
}


@pytest.mark.parametrize("case", HUGE)
def test_huge_nonsense_takes_little_time(case):
    try:
        records = read(HUGE[case])
    except RecordError:
        return
    assert sum(len(record.problems) for record in records) <= 102 * len(records)


def test_ten_thousand_nested_variations():
    text = "11-15 22-18 " + "(22-17 9-13 " * 10_000 + ")" * 10_000 + "*"
    record = only(text)
    assert record.problems == []
    assert sum(1 for _ in walk(record.tree)) == 20_003
    again = only(record.to_bytes())
    assert again.tree == record.tree


def test_records_can_be_pickled_however_deep():
    record = only('[Event "a"]\n11-15 hm ' + "(9-14 " * 5000 + ")" * 5000 + "1-0")
    again = pickle.loads(pickle.dumps(record))
    assert (again.tree, again.tags, again.result) == (record.tree, record.tags, record.result)
    assert again.problems == record.problems
    assert pickle.loads(pickle.dumps(PdnRecord())).moves == ()


def test_half_a_character_is_written_as_a_question_mark():
    written = PdnRecord.from_moves(["11-15"], {"Black": "engine\udcff"}, "*").to_bytes()
    assert only(written).tag("Black") == "engine?"


def test_a_long_game():
    moves = ["11-15", "22-18"] * 1800
    assert list(only(" ".join(moves) + " *").moves) == moves
    assert only(PdnRecord.from_moves(moves).to_bytes()).moves == tuple(moves)


@pytest.mark.parametrize("codec", ["latin-1", "utf-16", "utf-8"])
def test_places_of_problems_in_many_games(codec: str) -> None:
    game = '[Event "Müller"]\n{' + "é" * 300 + "}\n1. 11-15 stray 22-17 *\n\n"
    data = (game * 200).encode(codec)
    found = [
        problem for record in pdn.read(data) for problem in record.problems if problem.kind == "stray-text"
    ]
    assert len(found) == 200
    stray = "stray".encode(codec.replace("utf-16", "utf-16-le"))
    assert all(data[p.byte :].startswith(stray) for p in found if p.byte is not None)
