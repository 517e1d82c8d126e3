"""Matches of the book: series of one setting are joined."""

from kifu_lab.experiments.book.matches import joined, time_saved
from kifu_lab.experiments.experiment import Found
from kifu_lab.experiments.registry import named

SERIES = {
    "score": [2, 1, 1],
    "margins": [5.0, 0.0, 3.0, -2.0],
    "moves": 1000,
    "seconds_a_move": [0.5, 1.0],
    "endings": {},
}
OTHER = {
    "score": [0, 0, 2],
    "margins": [-1.0, -3.0],
    "moves": 500,
    "seconds_a_move": [2.0, 4.0],
    "endings": {},
}


def test_series_are_joined_game_by_game() -> None:
    assert joined([SERIES, OTHER]) == {
        "score": [2, 1, 3],
        "margins": [5.0, 0.0, 3.0, -2.0, -1.0, -3.0],
        "seconds_a_move": [2.0, 4.0],
    }
    assert joined([]) is None


def test_a_machine_that_stood_still_once_does_not_change_the_time_saved() -> None:
    stopped = {**SERIES, "seconds_a_move": [0.5, 900.0]}
    assert time_saved(joined([SERIES, stopped, OTHER])) == "50 %"


def test_series_of_a_setting_have_seeds_of_their_own_and_one_row() -> None:
    (again,) = named("book/again")
    cells = again.cells_at("standard", 1)
    seeds = {cell.seed for cell in cells}
    assert 1 not in seeds
    assert len(seeds) == again.scales["standard"]["series"]
    first = again.scales["standard"]["settings"][0]
    found: Found = {f"{first},series=1": SERIES, f"{first},series=3": OTHER}
    rows = again.tables_at("standard", found)[0].rows
    assert [row.name for row in rows] == list(again.scales["standard"]["settings"])
    assert [row.entries[0] for row in rows] == ["6"] + ["0"] * (len(rows) - 1)


def test_the_games_of_a_setting_add_up_to_four_hundred() -> None:
    (again,) = named("book/again")
    counts = again.scales["standard"]
    assert counts["games"] * counts["series"] == 400
