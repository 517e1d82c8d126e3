"""Learning curves of openings."""

from kifu_lab.evaluation.opening import curves, mean_curve


def run(wins: list[int]) -> list[dict[str, float]]:
    return [
        {"games": 50 * (i + 1), "error": 9.0, "test_games": 100, "wins": won, "draws": 0, "points": 0.0}
        for i, won in enumerate(wins)
    ]


def test_the_mean_is_over_games_that_all_runs_have() -> None:
    assert mean_curve([run([50, 60, 70]), run([60, 80])]) == [(50, 0.55), (100, 0.7)]


def test_curves_are_drawn_for_one_run_and_for_many() -> None:
    assert "mean of" not in curves([run([50, 60])])
    assert "mean of 2 seeds" in curves([run([50, 60]), run([50, 70])])
