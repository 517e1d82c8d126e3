"""The gate: a match that a new network must win against the one that plays before it takes its place."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kifu.errors import RunError
from kifu.games.go import Colour
from kifu.learners.selfplay.games import SelfplayGame, leads_of, play_drawn
from kifu.learners.selfplay.networks import (
    add_gate,
    digest,
    gates,
    keep_network,
    network_file,
    open_network,
    playing_network,
)
from kifu.learners.selfplay.run import Record, draw_records, read_records, settings_of
from kifu.learners.selfplay.settings import SelfplaySettings
from kifu.models.network import Network
from kifu.players.network_search import SearchTree, simulate
from kifu.work.executors import chunks, open_executor
from kifu.work.files import read_bytes
from kifu.work.locks import folder_lock
from kifu.work.progress import Progress, silent
from kifu.work.runs import about_run
from kifu.work.seeds import native_seed, stream

#: Games that are played together.
_TOGETHER = 20
#: Moves that the old network draws from its policy before both play; both games of a pair begin with them.
_OPENING = 6
#: Starts are of this first part of records, in parts of the board's points: later, little is left to win.
_EARLY = 0.2
_EACH = 2


@dataclass(frozen=True)
class Gate:
    """A line of gates.jsonl.

    Attributes:
        number: of the new network.
        against: number of the network that played until then.
        network: digest of the new network's file.
        won, drawn, lost: games of the new network.
        share: its share of the points.
        accepted: whether it plays from now on.
    """

    number: int
    against: int
    network: str
    won: int
    drawn: int
    lost: int
    share: float
    accepted: bool


class _Task(NamedTuple):
    first: int
    seed: int
    settings: SelfplaySettings
    new: bytes
    old: bytes
    records: list[Record]


def play_gate(
    folder: Path,
    candidate: Path,
    *,
    workers: int | Executor | None = 1,
    progress: Progress = silent,
) -> Gate:
    """Let a network play against the one that plays in a run, and take its place if it is better.

    Self-play may go on meanwhile. A gate that was killed leaves no trace; played again, it gives the same
    result. Refused networks are kept in the run, too.

    Args:
        folder: of the run.
        candidate: ONNX file of the new network.
        workers: as for `Selfplay.play`; the result does not depend on them.
        progress: called as games end.
    """
    settings, about = settings_of(folder), about_run(folder)
    new = read_bytes(candidate)
    open_network(new, str(candidate))
    if not network_file(folder, 0).exists():
        raise RunError(f"{str(folder)!r} has no network yet; play first: kifu selfplay {folder}")
    with folder_lock(folder / "networks"):
        against, old = playing_network(folder)
        number = len(gates(folder)) + 1
        seed = native_seed(about["seed"], "gate", number)
        records, _ = read_records(about["options"]["archives"], settings.size)
        pairs = settings.gate_games // 2
        starts = [
            record if record is None else record[: int(_EARLY * settings.size**2)]
            for record in draw_records(records, pairs, settings.record_share, stream(seed, "records"))
        ]
        tasks = [
            _Task(_TOGETHER // 2 * i, seed, settings, new, old, some)
            for i, some in enumerate(chunks(starts, _TOGETHER // 2))
        ]
        scores: list[float] = []
        with open_executor(workers) as pool:
            for some in pool.map_ordered(_play, tasks, name=lambda task: f"games from pair {task.first} on"):
                scores += some
                progress(len(scores), settings.gate_games, "gate")
        share = round(float(np.mean(scores)), 4)
        won, drawn = scores.count(1.0), scores.count(0.5)
        gate = Gate(
            number,
            against,
            digest(new),
            won,
            drawn,
            len(scores) - won - drawn,
            share,
            share >= settings.gate_share,
        )
        keep_network(folder, number, new)
        add_gate(folder, asdict(gate))
    return gate


def _play(task: _Task) -> list[float]:
    """The new network's points in pairs of games: each start is played with both colours."""
    new, old = open_network(task.new, "the new network"), open_network(task.old, "the network that plays")
    pairs = [
        [SelfplayGame(task.settings, stream(task.seed, "pair", task.first + i), record) for _ in range(2)]
        for i, record in enumerate(task.records)
    ]
    games = [game for pair in pairs for game in pair]
    for game in games:
        game.is_fair = True
    # Both games of a pair draw the same numbers, and so begin alike.
    for side in range(2):
        play_drawn(old, games[side::2], _OPENING)
    sides = [(new, old) if number % 2 == 0 else (old, new) for number in range(len(games))]
    _play_out(games, sides)
    leads, _ = leads_of(games)
    black = np.where(leads > 0, 1.0, np.where(leads < 0, 0.0, 0.5))
    return [float(b if number % 2 == 0 else 1 - b) for number, b in enumerate(black)]


def _play_out(games: Sequence[SelfplayGame], sides: Sequence[tuple[Network, Network]]) -> None:
    """Play games to their ends, each move the most visited one of a new search by the side to move."""

    def searched(game: SelfplayGame, networks: tuple[Network, Network]) -> tuple[Network, SearchTree]:
        network = networks[game.board.to_play is Colour.WHITE]
        seed = int(game.random.integers(1 << 40))
        return network, SearchTree(game.board, network, game.komi, ranks=game.settings.ranks, seed=seed)

    active = [(game, pair, *searched(game, pair)) for game, pair in zip(games, sides, strict=True)]
    roots = np.zeros(_EACH, np.int32)
    while active:
        for network in {id(one[2]): one[2] for one in active}.values():
            simulate(network, [(tree, roots) for _, _, plays, tree in active if plays is network])
        going = []
        for game, pair, network, tree in active:
            facts = tree.native.report(0)
            if facts["visits"] >= game.settings.gate_visits and len(facts["counts"]):
                game.play(int(facts["counts"][0, 0]))
                if game.is_over:
                    continue
                network, tree = searched(game, pair)
            going.append((game, pair, network, tree))
        active = going
