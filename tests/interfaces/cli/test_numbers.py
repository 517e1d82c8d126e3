"""Numbers that are none, or beyond all bounds, are refused before anything is done with them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.arena.go import GoTerms
from kifu.arena.settings import MatchSettings
from kifu.errors import InputError
from kifu.interfaces.cli.main import cli
from kifu.learners.evolve.settings import EvolveSettings
from kifu.models.opening_form import OpeningForm

SGF = "(;SZ[9]KM[7];B[ee];W[cc])"


@pytest.mark.parametrize(
    "command",
    [
        "match random random --komi",
        "tournament random random --komi",
        "play random --komi",
        "score game.sgf --komi",
        "review game.sgf --out out --komi",
        "life game.sgf --komi",
        "opening-value game.sgf --komi",
        "train opening --run run --komi",
        "match random random --timeout",
        "export blocks games.db out.npz --share",
    ],
)
def test_options_are_finite_numbers_within_bounds(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text(SGF)
    for value in ("nan", "inf", "-inf", "1e308", "seven"):
        done = CliRunner().invoke(cli, [*command.split(), value])
        assert done.exit_code == 2, (value, done.output)
        assert f"Invalid value for '{command.split()[-1]}'" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]


def test_a_timeout_is_above_nothing() -> None:
    for value in ("0", "-1"):
        done = CliRunner().invoke(cli, ["match", "random", "random", f"--timeout={value}"])
        assert done.exit_code == 2
        assert "0<x<=1000000" in done.output


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1e308])
def test_settings_refuse_them_too(value: float) -> None:
    with pytest.raises(InputError, match="expected komi as a number from -1,000 to 1,000"):
        GoTerms(komi=value)
    with pytest.raises(InputError, match="expected timeout as a number above 0 and up to 1,000,000"):
        MatchSettings("random", "random", timeout=value)
    for name in ("win", "draw", "loss"):
        with pytest.raises(InputError, match=f"expected {name} as a number from -1,000 to 1,000"):
            EvolveSettings(**{name: value})
    with pytest.raises(InputError, match="expected scale as a number above 0"):
        OpeningForm(scale=value)
