"""Tables of the opening experiments: what is a value of its own, and what is not."""

import pytest

from kifu_lab.experiments.registry import EXPERIMENTS
from kifu_lab.experiments.values import mean_of, mean_share, share_of


def _tests(*wins: int) -> dict:
    return {
        "tests": [
            {"games": 50 * (i + 1), "wins": w, "draws": 0, "test_games": 100} for i, w in enumerate(wins)
        ]
    }


def test_intervals_of_several_trainings_are_those_of_trainings() -> None:
    """Games of one training are no independent trials of what a training gives."""
    found = {"seed-1": _tests(50, 26), "seed-2": _tests(50, 54), "seed-3": _tests(50, 71)}
    _, curve = EXPERIMENTS["opening/figure-4"].tables_at("standard", found)
    assert curve.rows[-1].entries == [mean_share([(26, 0, 74), (54, 0, 46), (71, 0, 29)])]
    found = {f"rate 0.3, seed {100 + i}": _tests(w) for i, w in enumerate((26, 54, 71), start=1)}
    [choices] = EXPERIMENTS["opening/choices"].tables_at("standard", found)
    row = next(row for row in choices.rows if row.name == "rate 0.3")
    assert row.entries == ["3", mean_share([(26, 0, 74), (54, 0, 46), (71, 0, 29)])]


def test_what_a_feature_adds_is_one_value_a_training() -> None:
    counts = {"sets": ("A", "AD", "AE", "ADE"), "trainings": 3}
    found = {}
    for training, more in ((1, 60), (2, 50), (3, 70)):
        for player, others in (("A", ("AD", "AE", "ADE")), ("AD", ("AE", "ADE")), ("AE", ("ADE",))):
            against = {
                f"{other}-scalar": {
                    "score": [100 - more, 0, more] if "D" in other and "D" not in player else [50, 0, 50]
                }
                for other in others
            }
            found[f"{player}-scalar" + (f", training {training}" if training > 1 else "")] = {
                "against": against
            }
    [table] = EXPERIMENTS["opening/table-2"].tables(counts, found)
    gain = next(row for row in table.rows if row.name == "D").entries[0]
    assert gain.low is not None
    alone = []
    for training in (1, 2, 3):
        name = f", training {training}" if training > 1 else ""
        one = {
            cell.replace(name, ""): result for cell, result in found.items() if cell.endswith("scalar" + name)
        }
        [single] = EXPERIMENTS["opening/table-2"].tables(counts | {"trainings": 1}, one)
        alone.append(next(row for row in single.rows if row.name == "D").entries[0].value)
    assert (gain.low, gain.high) == pytest.approx((mean_of(alone).low, mean_of(alone).high))


def test_the_papers_first_point_stands_only_beside_one_as_early() -> None:
    seeds, _ = EXPERIMENTS["opening/figure-4"].tables_at("standard", {"seed-1": _tests(50, 76)})
    assert seeds.columns[1] == "after 50"
    assert seeds.rows[0].entries[1] == share_of((50, 0, 50), 50.0)
    later = {"tests": [{"games": 500, "wins": 60, "draws": 0, "test_games": 100}]}
    seeds, _ = EXPERIMENTS["opening/figure-4"].tables_at("standard", {"seed-1": later})
    assert seeds.columns[1] == "after 500"
    assert seeds.rows[0].entries[1] == share_of((60, 0, 40))
