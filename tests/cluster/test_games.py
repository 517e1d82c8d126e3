"""Games on a cluster: the same as here."""

import contextlib
import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from kifu.arena.draughts import DraughtsTerms
from kifu.arena.match import play_match
from kifu.arena.opening_experts import make_expert
from kifu.arena.settings import MatchSettings
from kifu.arena.tournament import play_tournament
from kifu.errors import ClusterError
from kifu.interfaces.cli.main import cli
from kifu.models.draughts_net import Network, network_card
from kifu.protocols.gtp_client import find_program
from kifu.work.cluster import ClusterExecutor, open_cluster
from kifu.work.runs import Checkpoint, Run
from support.dask_cluster import DaskCluster, dask_cluster

pytestmark = pytest.mark.xdist_group("cluster")


def facts(folder: Path) -> list[Any]:
    """Everything about the games of a folder but the time they took."""
    found = []
    for path in sorted(folder.rglob("games.jsonl")):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        found.append([{**line, "thinking": None} for line in sorted(lines, key=lambda line: line["number"])])
    return found


def records(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("game-*"))}


def test_a_tournament_with_a_network_that_only_this_machine_has(
    executor: ClusterExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # workers are elsewhere, and find no such file there
    Network.random("squares", np.random.default_rng(3)).save("own.safetensors", network_card("squares", "-"))
    players = ["random", "net:own.safetensors,depth=2", "material:depth=2"]
    settings = MatchSettings(players[0], players[1], DraughtsTerms(move_limit=60))
    here = play_tournament(players, settings, 4, folder=tmp_path / "here")
    there = play_tournament(players, settings, 4, folder=tmp_path / "there", executor=executor)
    assert there.points() == here.points()
    assert facts(tmp_path / "there") == facts(tmp_path / "here")
    assert records(tmp_path / "there") == records(tmp_path / "here")
    assert len(records(tmp_path / "there")) == 12


def test_networks_of_the_same_name_and_with_spaces_in_theirs(
    executor: ClusterExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paths = ["x.safetensors", "old/x.safetensors", "my runs/x.safetensors"]
    for number, path in enumerate(map(Path, paths)):
        path.parent.mkdir(exist_ok=True)
        Network.random("squares", np.random.default_rng(number)).save(path, network_card("squares", "-"))
    players = [f"net:{path},depth=2" for path in paths]
    settings = MatchSettings(players[0], players[1], DraughtsTerms(move_limit=60))
    here = play_tournament(players, settings, 2, folder=tmp_path / "here")
    there = play_tournament(players, settings, 2, folder=tmp_path / "there", executor=executor)
    assert there.points() == here.points()
    assert records(tmp_path / "there") == records(tmp_path / "here")


@pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed")
def test_openings_that_gnugo_finishes(executor: ClusterExecutor) -> None:
    openings = np.array([[12, 6], [6, 12], [7, 17], [8, 8 + 5]], np.int16)
    found = []
    for where in (None, executor):
        with contextlib.closing(make_expert("gnugo:level=0", 1, where)) as expert:
            found.append(expert.finish(openings, 5, 0.5, 3).tolist())
    assert found[0] == found[1]
    assert len(set(found[0])) > 1


@pytest.mark.parametrize("where", ["here", "on a new cluster"])
def test_a_match_that_loses_its_scheduler_goes_on(
    where: str, executor: ClusterExecutor, tmp_path: Path
) -> None:
    settings = MatchSettings("random", "material:depth=2", DraughtsTerms(move_limit=40))
    whole = play_match(settings, 30)
    with (
        dask_cluster(tmp_path, "only") as cluster,
        open_cluster(cluster.address) as lost,
        pytest.raises(ClusterError, match="went away"),
    ):
        play_match(
            settings,
            30,
            folder=tmp_path / "match",
            executor=lost,
            on_game=lambda facts: cluster.scheduler.kill(),
        )
    played = len(facts(tmp_path / "match")[0])
    assert 1 <= played < 30
    new: list[int] = []
    resumed = play_match(
        settings,
        30,
        folder=tmp_path / "match",
        executor=executor if where == "on a new cluster" else None,
        on_game=lambda facts: new.append(facts.number),
    )
    assert len(new) == 30 - played
    assert new == sorted(new)
    assert [(g.result, g.moves) for g in resumed.games] == [(g.result, g.moves) for g in whole.games]


def evolve(folder: Path, *more: object, fails: bool = False) -> str:
    arguments = ["evolve", "--run", folder, "--preset", "kifu", "--population", 8, "--elite", 3, "--games", 2]
    arguments += [
        "--decider",
        "minimax:depth=2",
        "--move-limit",
        60,
        "--training-positions",
        50,
        "--quiet",
        *more,
    ]
    done = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    assert (done.exit_code != 0) == fails, done.output
    return str(done.exception)


def test_a_generation(cluster: DaskCluster, tmp_path: Path) -> None:
    evolve(tmp_path / "here", "--generations", 2, "--workers", 1)
    evolve(tmp_path / "there", "--generations", 2, "--cluster", cluster.address)
    assert _log(tmp_path / "there") == _log(tmp_path / "here")
    champion = "champions/000002.safetensors"
    assert (tmp_path / "there" / champion).read_bytes() == (tmp_path / "here" / champion).read_bytes()


def test_an_evolution_that_loses_its_scheduler_goes_on_on_a_new_cluster(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command with the address of another scheduler is enough."""
    save = Run.save
    with dask_cluster(tmp_path, "only") as lost:

        def save_and_lose(run: Run, checkpoint: Checkpoint) -> None:
            save(run, checkpoint)
            if checkpoint.step == 1:
                lost.scheduler.kill()

        monkeypatch.setattr(Run, "save", save_and_lose)
        told = evolve(tmp_path / "there", "--generations", 3, "--cluster", lost.address, fails=True)
        assert f"{lost.address} went away" in told
        assert "--cluster of one that runs" in told
    monkeypatch.setattr(Run, "save", save)
    assert len(_log(tmp_path / "there")) < 3
    evolve(tmp_path / "there", "--generations", 3, "--cluster", cluster.address)
    evolve(tmp_path / "here", "--generations", 3, "--workers", 1)
    assert _log(tmp_path / "there") == _log(tmp_path / "here")
    champion = "champions/000003.safetensors"
    assert (tmp_path / "there" / champion).read_bytes() == (tmp_path / "here" / champion).read_bytes()


def _log(folder: Path) -> list[str]:
    return (folder / "log.jsonl").read_text().splitlines()


def test_a_killed_worker_in_the_middle_of_a_match(tmp_path: Path) -> None:
    settings = MatchSettings("random", "material:depth=2", DraughtsTerms(move_limit=60))
    with (
        dask_cluster(tmp_path, "first", "second") as cluster,
        open_cluster(cluster.address) as executor,
    ):
        killed = threading.Event()

        def kill_one(facts: Any) -> None:
            if facts.number >= 3 and not killed.is_set():
                killed.set()
                cluster.kill("first")

        there = play_match(settings, 24, executor=executor, on_game=kill_one)
    assert killed.is_set()
    here = play_match(settings, 24)
    assert [(g.result, g.moves) for g in there.games] == [(g.result, g.moves) for g in here.games]
