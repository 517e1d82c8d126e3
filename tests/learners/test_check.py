"""A sample of the labels, beside what another judge says."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.archive import Archive
from kifu.errors import InputError
from kifu.interfaces.cli.main import cli
from kifu.learners.labelling import check, judges_named, label
from kifu.learners.labelling.judges import GnuGo

from .conftest import sgf  # isort: skip

FAKE = Path(__file__).with_name("fake_gnugo.py")


@pytest.fixture
def labelled(archive_of: Callable[..., Path]) -> Path:
    """Six games whose one dead stone, B3, everybody knows."""
    path = archive_of(*(sgf(PB=f"Player {number}") for number in range(6)))
    with Archive.create(path) as archive:
        label(archive, judges_named(["safe", "playouts"]), workers=1)
    return path


def engine(mode: str) -> GnuGo:
    return GnuGo(command=(sys.executable, str(FAKE), mode), timeout=5.0)


def test_a_judge_agrees_differs_or_fails(labelled: Path) -> None:
    with Archive(labelled) as archive:
        same = check(archive, engine("well"), 4)
        assert (same.games, same.same, same.differing) == (4, 4, ())
        (alive,) = judges_named(["alive"])
        differs = check(archive, alive, 6)
        assert (differs.same, differs.other_result, len(differs.differing)) == (0, 6, 6)
        assert check(archive, engine("refuse"), 3).failed == 3


def test_the_seed_decides_which(labelled: Path) -> None:
    (alive,) = judges_named(["alive"])
    with Archive(labelled) as archive:
        samples = [check(archive, alive, 2, seed=seed).differing for seed in (1, 1, 2, 3, 4)]
    assert samples[0] == samples[1]
    assert len(set(samples)) > 1


def test_nobody_checks_himself(labelled: Path) -> None:
    (safe,) = judges_named(["safe"])
    with Archive(labelled) as archive:
        with pytest.raises(InputError, match="labelled games for 'safe' to check .* found none"):
            check(archive, safe, 2)
        assert check(archive, safe, 2, resting_on="safe,playouts").same == 2


def test_the_command_prints_the_error(labelled: Path) -> None:
    result = CliRunner().invoke(cli, ["label", str(labelled), "--check", "5", "--judge", "alive", "-q"])
    assert result.exit_code == 0, result.output
    assert "5 labels of others, beside alive" in result.output
    assert "another result than recorded           5  100.00 %" in result.output
