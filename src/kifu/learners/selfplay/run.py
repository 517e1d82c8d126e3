"""A run of self-play in its folder; stopped at any moment, it goes on to the same games.

    run.json  log.jsonl  checkpoints/     as of all runs (`kifu.work.runs`); a line and a step per shard
    shards/000000.npz ...                 games (`shards.py`)
    networks/0000.onnx ...  gates.jsonl   who plays (`networks.py`)

The games of a shard depend on the seed, its number and the network that plays it, not on who plays them.
"""

import contextlib
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kifu.archive import Archive
from kifu.archive.packed import PackedGames, concatenate, read_packed
from kifu.archive.sources import distinct_names
from kifu.errors import InputError, RunError
from kifu.learners.selfplay.games import SelfplayGame, play_drawn, play_searched, to_shard
from kifu.learners.selfplay.networks import (
    digest,
    keep_network,
    network_file,
    open_network,
    playing_network,
)
from kifu.learners.selfplay.settings import SelfplaySettings
from kifu.learners.selfplay.shards import shard_file
from kifu.models.files import read_bundled
from kifu.models.network import bundled_name
from kifu.work.executors import open_executor
from kifu.work.facts import JsonObject
from kifu.work.files import read_bytes, write_bytes
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run, open_run, options_of
from kifu.work.seeds import stream

RUN_KIND = "selfplay"
#: Options of a run that are no settings.
_OTHER_OPTIONS = ("archives", "data", "network")

Record = NDArray[np.uint16] | None


@dataclass(frozen=True)
class ShardFacts:
    """A line of the log.

    Attributes:
        shard: its number.
        network: number of the network that played.
        games: of the run so far.
        targets: positions with a policy target in this shard.
        moves: mean length of its games, without their starts.
        black: share of its games that Black won.
        lead: mean lead of the winners.
        seconds: that it took one worker.
    """

    shard: int
    network: int
    games: int
    targets: int
    moves: float
    black: float
    lead: float
    seconds: float


class Task(NamedTuple):
    """A shard to play: all that a worker needs.

    Attributes:
        number: of the shard.
        seed: of the run.
        settings: of the run.
        network: number and file of the network that plays.
        records: of each game, the game that it starts from; None for the empty board.
    """

    number: int
    seed: int
    settings: SelfplaySettings
    network: tuple[int, bytes]
    records: list[Record]


def play_shard(task: Task) -> tuple[bytes, ShardFacts]:
    """Play the games of a shard; the shard's file and its line of the log."""
    started = time.perf_counter()
    which, data = task.network
    network = open_network(data, f"network {which} of the run")
    games = [
        SelfplayGame(task.settings, stream(task.seed, "game", task.number, i), record)
        for i, record in enumerate(task.records)
    ]
    if task.settings.visits:
        play_searched(network, games)
    else:
        play_drawn(network, games)
    shard = to_shard(games)
    facts = ShardFacts(
        shard=task.number,
        network=which,
        games=(task.number + 1) * task.settings.shard,
        targets=len(shard.policy_games),
        moves=round(float((shard.lengths - shard.starts).mean()), 2),
        black=round(float((shard.leads > 0).mean()), 4),
        lead=round(float(np.abs(shard.leads).mean()), 2),
        seconds=round(time.perf_counter() - started, 2),
    )
    return shard.to_bytes(), facts


class Selfplay:
    """An open run of self-play; made by `open_selfplay`.

    Attributes:
        folder: of the run.
        settings: of the run.
        seed: of the run.
    """

    def __init__(self, run: Run, settings: SelfplaySettings, records: PackedGames) -> None:
        self.folder = run.folder
        self.settings = settings
        self.seed = run.seed
        self._run = run
        self._records = records

    @property
    def games(self) -> int:
        """Games that are played and saved."""
        return self._run.step * self.settings.shard

    def log(self) -> Iterator[JsonObject]:
        """A line for each shard so far: the fields of `ShardFacts`."""
        return self._run.logged()

    def play(
        self,
        games: int | None = None,
        *,
        workers: int | Executor | None = 1,
        progress: Progress = silent,
    ) -> Generator[ShardFacts, None, None]:
        """Play until there are so many games in all, or without end; yields what is saved, shard by shard.

        Args:
            games: a started shard is played whole.
            workers: processes, None for one per core, or an executor; the games do not depend on it.
            progress: called after every shard.
        """
        first, size = self._run.step, self.settings.shard
        last = None if games is None else -(-games // size)
        with open_executor(workers) as pool:
            tasks = self._tasks(first, last)
            for data, facts in pool.map_ordered(play_shard, tasks, name=lambda task: f"shard {task.number}"):
                path = shard_file(self.folder, facts.shard)
                path.parent.mkdir(exist_ok=True)
                write_bytes(path, data)
                self._run.log(asdict(facts))
                self._run.save(Checkpoint(facts.shard + 1))
                progress(facts.games, None if last is None else last * size, "self-play")
                yield facts

    def _tasks(self, first: int, last: int | None) -> Iterator[Task]:
        number = first
        while last is None or number < last:
            # The network is read anew: a gate may have let another one in.
            playing = playing_network(self.folder)
            yield Task(number, self.seed, self.settings, playing, self._starts(number))
            number += 1

    def _starts(self, number: int) -> list[Record]:
        random = stream(self.seed, "records", number)
        return draw_records(self._records, self.settings.shard, self.settings.record_share, random)


def draw_records(records: PackedGames, count: int, share: float, random: np.random.Generator) -> list[Record]:
    """Games to start from, None where the board is empty."""
    takes = random.random(count) < (share if len(records) else 0)
    chosen = random.integers(max(1, len(records)), size=count).tolist()
    return [records[i].copy() if take else None for i, take in zip(chosen, takes.tolist(), strict=True)]


def read_records(archives: Sequence[str], size: int) -> tuple[PackedGames, JsonObject]:
    """Games for training to start from, and what run.json says of them."""
    parts, data = [PackedGames.of(size, [])], {}
    for name, path in zip(distinct_names(tuple(archives)), archives, strict=True):
        with Archive(path) as archive:
            part = read_packed(archive, size, "train")
            if not len(part):
                raise InputError(
                    f"expected games of {size}x{size} for training in {path!r} to start from, found none"
                )
            data[name] = {"sources": archive.fingerprints(), "games": len(part)}
        parts.append(part)
    return concatenate(parts), data


def settings_of(folder: Path) -> SelfplaySettings:
    """The settings of the run in a folder."""
    options = {name: value for name, value in options_of(folder).items() if name not in _OTHER_OPTIONS}
    return SelfplaySettings.from_facts(options)


@contextlib.contextmanager
def open_selfplay(
    folder: Path,
    settings: SelfplaySettings | None = None,
    archives: Sequence[str] = (),
    network: Path | None = None,
    seed: int | None = None,
) -> Iterator[Selfplay]:
    """Start a run of self-play, or continue the one in the folder.

    Args:
        folder: of the run.
        settings: all choices; those of the run if None.
        archives: games that games start from; those of the run if none are given.
        network: ONNX file of the first network; the bundled one if not given.
        seed: of everything drawn; that of the run if None.

    Raises:
        RunError: The run in the folder was started with something else, which the message names.
        MissingToolError: ONNX Runtime is not installed.
    """
    is_new = not (folder / "run.json").exists()
    kept = {} if is_new else options_of(folder)
    if settings is None:
        settings = SelfplaySettings() if is_new else settings_of(folder)
    archives = list(archives) or kept.get("archives", [])
    first = _first_network(folder, settings.size, network, kept)
    open_network(first, str(network or "the first network"))  # damaged, or of another kind
    records, data = read_records(archives, settings.size)
    options = {**settings.facts(), "archives": archives, "data": data, "network": digest(first)}
    with open_run(folder, RUN_KIND, options=options, seed=1 if is_new and seed is None else seed) as run:
        if not network_file(folder, 0).exists():
            keep_network(folder, 0, first)
        yield Selfplay(run, settings, records)


def _first_network(folder: Path, size: int, given: Path | None, kept: JsonObject) -> bytes:
    path = network_file(folder, 0)
    if given is not None:
        return read_bytes(given)
    if path.exists():
        data = read_bytes(path)
        if kept and digest(data) != kept.get("network"):
            raise RunError(
                f"{str(path)!r} is another network than the run began with; put it back, or start in a new "
                "folder"
            )
        return data
    return read_bundled(f"{bundled_name(size)}.onnx")
