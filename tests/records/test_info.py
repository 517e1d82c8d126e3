import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.records import sgf
from kifu.records.info import GameInfo, parse_dates, parse_handicap, parse_komi

# As written -> points, whether the repair is listed
KOMI = {
    "6.5": (6.5, False),
    "-5.5": (-5.5, False),
    "0": (0.0, False),
    "7.50": (7.5, False),
    "8": (8.0, False),
    ".5": (0.5, False),
    "0.99": (0.99, False),
    "98": (98.0, False),
    "1000": (1000.0, False),
    "-100": (-100.0, False),
    "9999.5": (9999.5, False),
    "375": (7.5, True),
    "275": (5.5, True),
    "3.75": (7.5, True),
    "2.75": (5.5, True),
    "650": (6.5, True),
    "750": (7.5, True),
    "7,5": (7.5, True),
    "-7,5": (-7.5, True),
    "": (None, True),
    "  ": (None, True),
    "6目半": (6.5, True),
    "3又3/4子": (7.5, True),
    "6½": (6.5, True),
    "5.5 points": (5.5, True),
    "no komi": (0.0, True),
    "komi": (None, True),
}


@pytest.mark.parametrize("text", KOMI)
def test_komi(text: str) -> None:
    points, is_repaired = KOMI[text]
    komi, repair = parse_komi(text)
    assert (komi, repair is not None) == (points, is_repaired)
    record = sgf.read(f"(;SZ[19]KM[{text}])")[0]
    assert record.info.komi == points
    assert [problem.kind for problem in record.problems] == ["komi"] * is_repaired


@pytest.mark.parametrize(
    ("text", "stones"), [("2", 2), ("0", 0), ("9 stones", 9), ("", 0), ("none", 0), ("-3", 0), ("２", 2)]
)
def test_handicap(text: str, stones: int) -> None:
    assert parse_handicap(text)[0] == stones


DATES = {
    "1996-05-06": "1996-05-06",
    "1996-05-06,07,08": "1996-05-06 1996-05-07 1996-05-08",
    "1996-05,06": "1996-05 1996-06",
    "1996-05-06,06-01": "1996-05-06 1996-06-01",
    "1996-12-27,28,1997-01-03,04": "1996-12-27 1996-12-28 1997-01-03 1997-01-04",
    "1996,1997": "1996 1997",
    "1842-12-18..20": "1842-12-18 1842-12-20",
    "2000-9-4": "2000-09-04",
    "2019年8月11日": "2019-08-11",
    "2019/08/11": "2019-08-11",
    "2019-08-11 10:45": "2019-08-11",
    "ca. 1665": "1665",
    "2020-13-40": "",
    "?": "",
    "": "",
}


@pytest.mark.parametrize("text", DATES)
def test_dates(text: str) -> None:
    assert " ".join(parse_dates(text)) == DATES[text]


@pytest.mark.parametrize(
    ("text", "year"), [("c. 1590", 1590), ("1660s", 1660), ("05/06/1998", 1998), ("12345", None)]
)
def test_year(text: str, year: int | None) -> None:
    assert GameInfo(date=text).year == year


def test_facts_of_a_record() -> None:
    info = sgf.read(
        "(;GM[1]PB[Kuroki]BR[9p]PW[Shiroi]WR[1k]EV[Cup]RO[2]PC[Nara]RU[Chinese]RE[W+0.5]\n;GN[x];B[aa]EV[no])"
    )[0].info
    assert (info.black, info.black_rank, info.white, info.white_rank) == ("Kuroki", "9p", "Shiroi", "1k")
    assert (info.event, info.round, info.place, info.rules, info.name) == ("Cup", "2", "Nara", "Chinese", "x")
    assert str(info.result) == "W+0.5"
    assert (info.komi, info.handicap) == (None, 0)
    assert info.raw["RE"] == "W+0.5"


def test_a_margin_in_zi_is_told_in_points() -> None:
    record = sgf.read("(;SZ[19]RU[Chinese]KM[3.75]RE[B+0.75])")[0]
    assert (record.info.komi, str(record.info.result)) == (7.5, "B+1.5")
    assert [problem.message for problem in record.problems] == [
        "the komi '3.75' counts zi, of two points each; it was read as 7.5 points",
        "the result 'B+0.75' counts zi, of two points each; it was read as B+1.5",
    ]
    assert str(sgf.read("(;SZ[19]RU[Chinese]KM[3.75]RE[B+1.5])")[0].info.result) == "B+1.5"


def test_a_margin_beyond_any_board_is_left_open() -> None:
    record = sgf.read("(;SZ[19]RE[B+99999999999])")[0]
    assert str(record.info.result) == "B+"
    assert [problem.kind for problem in record.problems] == ["result"]
    assert "'B+99999999999' is not written as SGF asks; it was read as B+" in record.problems[0].message


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    parse_komi(text)
    parse_handicap(text)
    parse_dates(text)
    assert GameInfo(date=text).year is None or text
