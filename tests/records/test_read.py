"""Which reader a file is given to."""

import pytest

from kifu import records
from kifu.errors import RecordError

SGF = ["(;GM[1])", "\ufeff(;GM[1])", "From: x\n\n( ;\nFF[4])", "(;)", "hello (;B[aa])", "[1] see (;B[aa])"]
SGF += ["(GM[1]DT[2001-01-02];B[ee];W[cc])", ";GM[1]DT[2001-01-02];B[ee]"]
PDN = ['[Event "x"]\n1. 11-15 *', "1. 11-15 22-17 2. 15x22", '  [Result "1-0"]', "{comment} 11-15 23-19"]


@pytest.mark.parametrize("text", SGF)
def test_sgf(text: str) -> None:
    assert records.read(text)[0].game == "go"
    assert records.read(text.encode("utf-16"))[0].game == "go"


@pytest.mark.parametrize("text", PDN)
def test_pdn_is_known_by_its_content(text: str) -> None:
    assert records._looks_like_pdn(text)
    assert records._looks_like_pdn(text.encode())


def test_neither() -> None:
    with pytest.raises(RecordError, match="expected an SGF game"):
        records.read(b"\x89PNG\r\n")


@pytest.mark.parametrize(
    ("number", "game"),
    [("2", "othello"), ("0" * 5000 + "2", "othello"), ("0", "SGF game 0"), ("40", "SGF game 40")],
)
def test_other_games_of_sgf(number: str, game: str) -> None:
    assert records.read(f"(;GM[{number}])")[0].game == game
