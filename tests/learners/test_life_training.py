"""From an archive to a model file and its evaluation, by the commands."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from kifu.archive import Archive, PackedGames
from kifu.archive.labels import read_labelled
from kifu.archive.splits import game_splits
from kifu.errors import InputError
from kifu.features.life import LifeFeatures, kinds
from kifu.interfaces.cli.main import cli
from kifu.learners.life.collecting import collect
from kifu.learners.life.settings import Collecting, LifeTraining
from kifu.learners.life.training import train
from kifu.models.life import LifeModel
from kifu.work.runs import open_run
from support.labelled import labelled_archive


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return labelled_archive(tmp_path_factory.mktemp("labelled"))


@pytest.fixture(scope="module")
def games(archive: Path) -> list[PackedGames]:
    with Archive(archive) as opened:
        return read_labelled(opened, "train")


def test_labelled_games_by_split_size_and_level(archive: Path) -> None:
    with Archive(archive) as opened:
        held = game_splits(opened)
        for split in ("train", "validation", "test"):
            found = read_labelled(opened, split)
            assert [part.size for part in found] == [7, 9]
            assert {held.get(game, "train") for part in found for game in part.ids.tolist()} == {split}
        everything = read_labelled(opened)
        assert sum(len(part) for part in everything) == 60
        assert set(everything[0].levels.tolist()) == {3, -4, -14, -24, -100}
        assert len(read_labelled(opened, without=everything[1].ids.tolist())) == 1
    games = everything[0]
    some = games.take([3, 1])
    assert some.ids.tolist() == [games.ids[3], games.ids[1]]
    first = games.actions[games.offsets[3] : games.offsets[4]]
    assert np.array_equal(some.actions[: some.offsets[1]], first)


def test_only_independent_judges_may_test(tmp_path: Path) -> None:
    with Archive(labelled_archive(tmp_path, 10, judges="playouts,model")) as opened:
        assert read_labelled(opened)
        with pytest.raises(InputError, match="labelled by an independent judge .* found none"):
            read_labelled(opened, independent=True)


def test_a_share_of_every_game_is_collected(games: list[PackedGames]) -> None:
    features = LifeFeatures("paper", 1)
    small, nine = games
    every = collect([nine], None, Collecting(features, 1.0))
    blocks = kinds(nine)[:, 1:4].sum()
    assert len(every) == blocks
    assert Collecting(features, 0.05, 0.5).shares(19) == pytest.approx((0.0025, 0.11), rel=0.03)
    every = collect(games, None, Collecting(features, 1.0))
    assert len(every) - blocks == kinds(small)[:, 1:4].sum()
    some = collect(games, None, Collecting(features, 0.2))
    assert 0.2 < len(some) / len(every) < 0.6  # more of the smaller board
    last = collect(games, None, Collecting(features, 1e-9, end_share=1.0))
    assert len(last) < 0.1 * len(every)
    assert last.alive.all()  # here each point goes to the stone on it
    chosen = collect(games, 100, Collecting(features, 0.2, seed=2))
    again = collect(games, 100, Collecting(features, 0.2, seed=2), threads=2)
    assert len(chosen) == 100
    assert np.array_equal(chosen.rows, again.rows)
    with ThreadPoolExecutor(2) as executor:
        again = collect(games, 100, Collecting(features, 0.2, seed=2), executor=executor)
    assert np.array_equal(chosen.rows, again.rows)
    with pytest.raises(InputError, match="label more games, raise the share, or ask for fewer examples"):
        collect(games, 10**6, Collecting(features, 0.2))


def test_a_killed_training_goes_on_to_the_same_model(games: list[PackedGames], tmp_path: Path) -> None:
    what = LifeTraining("rprop-5", Collecting(LifeFeatures("paper", 1), 0.2), 300, tries=3)
    whole = train(what, games, games)

    class KilledError(Exception):
        pass

    tries = 0

    def die_in_the_second_try(done: float, total: float | None, doing: str) -> None:
        nonlocal tries
        tries += done == 1 and doing.startswith("training")
        if tries == 2:
            raise KilledError

    with pytest.raises(KilledError), open_run(tmp_path / "run", "life", options={}) as run:
        train(what, games, games, run=run, progress=die_in_the_second_try)
    with open_run(tmp_path / "run", "life", options={}) as run:
        assert run.step == 2
        resumed = train(what, games, games, run=run)
    assert resumed.card == whole.card
    assert all(np.array_equal(resumed.arrays[name], array) for name, array in whole.arrays.items())


def test_train_and_evaluate_commands(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "life.safetensors"
    asked = ["train", "life", "--archive", str(archive), "--features", "paper", "--classifier", "ldc"]
    asked += ["--share", "0.5", "--examples", "500", "--out", str(out), "--json"]
    result = CliRunner().invoke(cli, asked, catch_exceptions=False)
    facts = json.loads(result.stdout)
    assert facts["examples"] == 500
    assert facts["validation_error"] < 0.5
    card = LifeModel.load(out).card
    assert card.options["form"] == "layers"
    assert card.data["games.db"]["games"] == 36
    assert not Path(f"{out}.run").exists()

    asked = ["lab", "evaluate", "life", "--archive", str(archive), "--model", str(out)]
    measured = json.loads(CliRunner().invoke(cli, [*asked, "--json"], catch_exceptions=False).stdout)
    assert measured["whole_game"]["games"] == 12
    low, high = measured["whole_game"]["interval"]
    assert low <= measured["whole_game"]["error"] <= high
    assert measured["end"]["always_alive"] == 0
    assert sum(b["blocks"] for b in measured["calibration"]["bins"]) == measured["whole_game"]["blocks"]
    levels = [rate["games"] for rate in measured["levels"].values() if rate]
    assert sum(levels) == 12
    text = CliRunner().invoke(cli, asked, catch_exceptions=False).stdout
    assert "ten moves before the end" in text
    assert f"{measured['whole_game']['error']:.2%}" in text

    table = tmp_path / "bots.tsv"
    table.write_text("file\tbot_suspect\n" + "".join(f"{i}.sgf\t1\n" for i in range(0, 60, 2)))
    people = CliRunner().invoke(cli, [*asked, "--no-bots", str(table), "--json"], catch_exceptions=False)
    assert 0 < json.loads(people.stdout)["whole_game"]["games"] < 12


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--classifier", "forest"], "expected a classifier nmc, ldc"),
        (["--examples", "1000000"], "label more games"),
    ],
)
def test_what_cannot_be_trained_is_said(archive: Path, tmp_path: Path, options: list[str], said: str) -> None:
    out = tmp_path / "life.safetensors"
    asked = ["train", "life", "--archive", str(archive), "--features", "paper", "--out", str(out)]
    with pytest.raises(InputError, match=said):
        CliRunner().invoke(cli, [*asked, *options], catch_exceptions=False)
    assert not out.exists()
    assert not Path(f"{out}.run").exists()  # nothing in the way of the next try


def test_shares_are_between_nothing_and_all() -> None:
    for name in ("share", "end_share"):
        with pytest.raises(InputError, match=f"expected {name} as a number above 0 and up to 1, got 1.5"):
            Collecting(**{name: 1.5})
    wrong = ["train", "life", "--archive", "games.db", "--out", "life.safetensors", "--share", "1.5"]
    assert "1.5 is not in the range 0<x<=1" in CliRunner().invoke(cli, wrong).output
