"""Problems out of reviewed games: collections that any editor reads, with answers that hold."""

import sgfmill.sgf

from kifu.analysis.problems import problems_of, to_cards, to_collection
from kifu.analysis.review import review_record
from kifu.records import sgf
from kifu.records.samples import read_sample


def test_problems_of_a_game_have_one_answer() -> None:
    review = review_record(sgf.read(read_sample("sample"))[0])
    problems = problems_of(review)
    assert problems
    for problem in problems:
        move = review.moves[problem.number - 1]
        assert problem.board.to_play is move.colour
        assert problem.answer[0] not in (None, move.point)
        board = problem.board.copy()
        for point in problem.answer:
            board.play(point)
    one_side = problems_of(review, review.moves[problems[0].number - 1].colour)
    assert 0 < len(one_side) <= len(problems)
    records = sgf.read(to_collection(problems, "a game"))
    assert len(records) == len(problems)
    for record, problem in zip(records, problems, strict=True):
        assert [m.point for m in record.moves] == list(problem.answer)
        assert not record.problems
        sgfmill.sgf.Sgf_game.from_bytes(record.to_bytes())
    cards = to_cards(problems, "a game")
    assert str(problems[0].answer[0]) in cards[0]["back"]
    assert "to play" in cards[0]["front"]


def test_a_review_without_search_has_none() -> None:
    assert problems_of(review_record(sgf.read(read_sample("sample"))[0], effort="fast")) == []
