"""Runs of self-play: games are legal and scored, and the same whoever plays them, killed or not."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from kifu.archive import Archive
from kifu.archive.packed import read_packed
from kifu.errors import InputError, InUseError, RunError
from kifu.games.go import Board, score
from kifu.judgement import judge
from kifu.learners.selfplay.games import SelfplayGame, play_drawn
from kifu.learners.selfplay.networks import playing_network
from kifu.learners.selfplay.run import open_selfplay
from kifu.learners.selfplay.settings import SelfplaySettings
from kifu.learners.selfplay.shards import Shard, read_shard, shard_file
from kifu.models.files import ModelError
from kifu.models.network import Network
from kifu.work.seeds import stream
from support.labelled import labelled_archive

TINY = SelfplaySettings(size=5, visits=12, fast_visits=4, shard=4)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return labelled_archive(tmp_path_factory.mktemp("records"))


def played(
    folder: Path, settings: SelfplaySettings, games: int, workers: int = 1, **more: object
) -> list[Shard]:
    with open_selfplay(folder, settings, **more) as selfplay:  # type: ignore[arg-type]
        for _ in selfplay.play(games, workers=workers):
            pass
        assert selfplay.games >= games
        count = len(list(selfplay.log()))
    return [read_shard(shard_file(folder, number)) for number in range(count)]


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "shards").iterdir())}


def replayed(shard: Shard, number: int) -> Board:
    board = Board(shard.size, "chinese" if shard.terms[number, 1] else "japanese")
    actions = shard.actions[shard.offsets[number] : shard.offsets[number + 1]]
    assert board._game.replay(actions, False)[0] == 0
    return board


def test_games_can_be_replayed_and_have_their_score(tmp_path: Path, archive: Path) -> None:
    settings = SelfplaySettings(size=7, visits=12, fast_visits=4, shard=6, target_share=0.5)
    (shard,) = played(tmp_path / "run", settings, 6, archives=[str(archive)])
    assert (len(shard), shard.size) == (6, 7)
    assert shard.starts.max() > 0  # some start from records
    assert set(shard.terms[:, 2:].ravel()) == {12}
    for number in range(len(shard)):
        board = replayed(shard, number)
        judged = judge(board, finished=True)
        komi = float(shard.terms[number, 0])
        assert shard.leads[number] == score(board, judged.dead_points, komi=komi).lead
        assert np.array_equal(shard.owners[number], judged.area.ravel())
    targets = np.split(shard.policy_visits, shard.policy_offsets[1:-1])
    assert min(visits.sum() for visits in targets) >= 11  # all but the root's own visit
    assert (shard.policy_moves >= shard.starts[shard.policy_games]).all()


def test_starts_are_positions_of_the_record(archive: Path) -> None:
    with Archive(archive) as opened:
        records = read_packed(opened, 7, "train")
    settings = SelfplaySettings(size=7)
    starts = set()
    for number in range(30):
        game = SelfplayGame(settings, stream(1, number), records[0])
        assert np.array_equal(game.actions, records[0][: game.start])
        starts.add(game.start)
    assert len(starts) > 10


def test_games_without_search_are_drawn_from_the_policy(tmp_path: Path) -> None:
    settings = SelfplaySettings(size=7, visits=0, shard=8, rank="5k")
    (shard,) = played(tmp_path / "run", settings, 8)
    assert len(shard.policy_games) == 0
    for number in range(len(shard)):
        replayed(shard, number)
    assert shard.lengths.min() > 10
    assert len({game.tobytes() for game in np.split(shard.actions, shard.offsets[1:-1])}) == 8


def test_a_fair_komi_follows_the_lead() -> None:
    network = Network.bundled(7)
    assert network is not None
    settings = SelfplaySettings(size=7, visits=0, fair_share=1)
    games = [SelfplayGame(settings, stream(2, number), None) for number in range(12)]
    before = [game.komi for game in games]
    play_drawn(network, games, 2)
    assert all(game.played == 2 for game in games)
    assert [game.komi for game in games] != before
    leads = [float(network.evaluate(Board(7, game.board.rules), komi=game.komi).lead[0]) for game in games]
    assert abs(np.mean(leads)) < 2


def test_any_number_of_workers_plays_the_same_games(tmp_path: Path, archive: Path) -> None:
    settings = SelfplaySettings(size=7, visits=8, fast_visits=4, shard=3)
    played(tmp_path / "one", settings, 9, archives=[str(archive)])
    played(tmp_path / "two", settings, 9, workers=2, archives=[str(archive)])
    found = files_of(tmp_path / "one")
    assert len(found) == 3
    assert found == files_of(tmp_path / "two")
    assert len(set(found.values())) == 3


def test_a_killed_run_goes_on_to_the_same_games(tmp_path: Path) -> None:
    run = tmp_path / "killed"
    code = (
        "import sys; from pathlib import Path; from kifu.learners.selfplay.run import open_selfplay; "
        "from kifu.learners.selfplay.settings import SelfplaySettings; "
        "s = SelfplaySettings(size=5, visits=12, fast_visits=4, shard=4)\n"
        "with open_selfplay(Path(sys.argv[1]), s) as selfplay:\n"
        "    for _ in selfplay.play(): pass\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, run]) as process:
        deadline = time.monotonic() + 120
        while not shard_file(run, 1).exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        with pytest.raises(InUseError), open_selfplay(run):
            pass
        os.kill(process.pid, signal.SIGKILL)
    with open_selfplay(run) as selfplay:
        assert selfplay.settings == TINY
        done = selfplay.games // 4
    played(run, TINY, 4 * (done + 2))
    played(tmp_path / "whole", TINY, 4 * (done + 2))
    found = files_of(run)
    assert len(found) == done + 2
    assert found == files_of(tmp_path / "whole")


def test_what_differs_from_the_run_is_refused_by_name(tmp_path: Path, archive: Path) -> None:
    played(tmp_path / "run", TINY, 4)
    other = SelfplaySettings(size=5, visits=16, fast_visits=4, shard=4)
    with (
        pytest.raises(RunError, match="option 'visits': 12 in run.json, 16 here"),
        open_selfplay(tmp_path / "run", other),
    ):
        pass
    number, data = playing_network(tmp_path / "run")
    assert number == 0
    assert Network(data, "kept").card == Network.bundled(5).card  # type: ignore[union-attr]
    (tmp_path / "bad.onnx").write_bytes(data[:1000])
    with (
        pytest.raises(ModelError, match=r"bad\.onnx"),
        open_selfplay(tmp_path / "new", TINY, network=tmp_path / "bad.onnx"),
    ):
        pass
    assert not (tmp_path / "new").exists()
    with (
        pytest.raises(InputError, match=r"expected games of 5x5 for training"),
        open_selfplay(tmp_path / "new", TINY, [str(archive)]),
    ):
        pass


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"rank": "12 stars"}, "12k, 3d or 9p, got '12 stars'"),
        ({"visits": -1}, "visits as a whole number from 0"),
        ({"size": 4}, "size as a whole number from 5 to 19"),
        ({"gate_games": 3}, "gate_games as an even number, got 3"),
    ],
)
def test_settings_out_of_range_are_named(values: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        SelfplaySettings(**values)  # type: ignore[arg-type]
