import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.records.results import Result, is_standard

# As written in records -> winner, margin, kind
RESULTS = {
    "B+3.5": "B 3.5 score",
    "W+R": "W resign",
    "W+Resign": "W resign",
    "b+r": "B resign",
    "B+T": "B time",
    "W+Time": "W time",
    "B+F": "B forfeit",
    "W+Forfeit": "W forfeit",
    "B+": "B unknown",
    "W+.5": "W 0.5 score",
    "B+0.50": "B 0.5 score",
    "W+3,5": "W 3.5 score",
    "B + 12": "B 12 score",
    "B+1?": "B 1 score",
    "W+1半": "W 1.5 score",
    "W+3 1/2": "W 3.5 score",
    "B+½": "B 0.5 score",
    "B+0.75": "B 1.5 score",
    "W+.250": "W 0.5 score",
    "W+3 3/4": "W 7.5 score",
    "黑胜3.75": "B 7.5 score",
    "B+1.5": "B 1.5 score",
    "B+99999999999": "B unknown",
    "B+99999999999.5": "B unknown",
    "W+361.00000000": "W 361 score",
    "B+0.125": "B 0.125 score",
    "W+2.5 (moves after 260 not known)": "W 2.5 score",
    "Jigo": "draw",
    "Draw": "draw",
    "0": "draw",
    "B+0": "draw",
    "和棋": "draw",
    "持碁": "draw",
    "무승부": "draw",
    "Void": "void",
    "No result": "void",
    "無勝負": "void",
    "?": "unknown",
    "": "unknown",
    "who knows": "unknown",
    "unfinished": "unfinished",
    "打掛": "unfinished",
    "Left unfinished": "unfinished",
    "黑中盘胜": "B resign",
    "白中盤勝": "W resign",
    "黒中押し勝ち": "B resign",
    "白中押勝": "W resign",
    "白胜1目半": "W 1.5 score",
    "白半目勝": "W 0.5 score",
    "黒2目半勝ち": "B 2.5 score",
    "黑胜3又3/4子": "B 7.5 score",
    "黑胜1/4子": "B 0.5 score",
    "白勝四分之一子": "W 0.5 score",
    "黑胜三又四分之三子": "B 7.5 score",
    "白胜2.75子": "W 5.5 score",
    "黑胜十二目": "B 12 score",
    "黑超时胜": "B time",
    "黑超时负": "W time",
    "白时间胜": "W time",
    "白時間切れ負け": "B time",
    "白认输": "B resign",
    "白投了": "B resign",
    "黑弃权负": "W forfeit",
    "흑 불계승": "B resign",
    "백 3집반승": "W 3.5 score",
    "백 반집승": "W 0.5 score",
    "백 시간승": "W time",
    "흑 불계패": "W resign",
    "Black wins by resignation": "B resign",
    "White resigns": "B resign",
    "Black resigned.": "W resign",
    "W wins by 2.5": "W 2.5 score",
    "White won by 7 points": "W 7 score",
    "Black wins on time": "B time",
    "White lost on time": "B time",
    "White wins by forfeit": "W forfeit",
    "White by half a point": "W 0.5 score",
}


@pytest.mark.parametrize("text", RESULTS)
def test_results(text: str) -> None:
    result = Result.parse(text)
    winner = [result.winner.value] if result.winner else []
    margin = [f"{result.margin:g}"] if result.margin is not None else []
    assert " ".join([*winner, *margin, result.kind]) == RESULTS[text]


@pytest.mark.parametrize("text", ["B+3.5", "W+R", "B+T", "W+F", "0", "Void", "?", "B+"])
def test_standard_results_are_written_as_they_were_read(text: str) -> None:
    assert is_standard(text)
    assert str(Result.parse(text)) == text


@given(st.text(max_size=300))
def test_any_text_is_a_result_that_survives_writing(text: str) -> None:
    result = Result.parse(text)
    if result.kind != "unfinished":  # SGF has one word for both
        assert Result.parse(str(result)) == result
