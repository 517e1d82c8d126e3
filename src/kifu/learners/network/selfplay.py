"""Games of self-play beside the records: the last games of some runs, and batches drawn from them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kifu.archive.packed import PackedGames
from kifu.errors import InputError
from kifu.learners.network.batches import SYMMETRIES, Batch, Batches
from kifu.learners.network.games import NetworkGames
from kifu.learners.network.settings import SelfplayMix
from kifu.learners.selfplay.shards import Shard, read_shard, shard_file, shard_numbers
from kifu.models.moves import MovePredictor
from kifu.models.network import turned_points
from kifu.work.seeds import stream

#: Part of the positions that have policy targets, where there are any; the others teach how games end.
_TARGETS = 2 / 3
#: How often a position is learned from without ranks. Players, reviews and judgements do not name one either:
#: what self-play finds shall be theirs.
_RANK_DROPPED = 0.5


class _Targets(NamedTuple):
    """Policy targets of all games: game, moves before, and where the moves of each begin and end."""

    games: NDArray[np.int64]
    moves: NDArray[np.int64]
    offsets: NDArray[np.int64]
    points: NDArray[np.int16]
    visits: NDArray[np.int32]


class SelfplayBatches:
    """Draws batches from the last games of some runs.

    The batch of a step depends on the seed, the step and the games. Which games these are is chosen by
    `choose_newest`, and kept by whoever must draw the same batches later (`chosen`).

    Args:
        folders: of the runs.
        size: lines of the board.
        mix: how many games.
        rows: positions in a batch.
        predictor: as for `Batches`.
        seed: of all batches.
    """

    def __init__(
        self,
        folders: Sequence[str],
        size: int,
        mix: SelfplayMix,
        rows: int,
        predictor: MovePredictor | None,
        seed: int,
    ) -> None:
        self._folders = tuple(folders)
        self._size = size
        self._mix = mix
        self._rows = rows
        self._predictor = predictor
        self._seed = seed
        self._shards: dict[tuple[str, int], Shard] = {}
        self._batches: Batches | None = None
        self.chosen: dict[str, list[int]] = {}

    def choose_newest(self) -> None:
        """Learn from the newest games from now on.

        Raises:
            InputError: A run has no games, or games of another board size, or a shard is damaged.
        """
        chosen: dict[str, list[int]] = {}
        expect_games(self._folders)
        for folder in self._folders:
            games, numbers = 0, chosen.setdefault(folder, [])
            for number in reversed(shard_numbers(Path(folder))):
                numbers.insert(0, number)
                games += len(self._shard(folder, number))
                if games >= self._mix.window:
                    break
        self.choose(chosen)

    def choose(self, chosen: Mapping[str, Sequence[int]]) -> None:
        """Learn from these shards from now on; they are read when a batch is drawn."""
        wanted = {folder: list(numbers) for folder, numbers in chosen.items()}
        if wanted != self.chosen:
            self.chosen, self._batches = wanted, None

    def draw(self, step: int) -> Batch:
        """The batch of a step."""
        if self._batches is None:
            self._read()
        assert self._batches is not None
        random = stream(self._seed, "selfplay", step)
        symmetries = random.integers(SYMMETRIES, size=self._rows)
        searched = round(_TARGETS * self._rows) if len(self._targets.games) else 0
        policy = np.zeros((self._rows, self._size**2 + 1), np.float32)
        which = random.integers(max(1, len(self._targets.games)), size=searched)
        for row, target in enumerate(which.tolist()):
            some = slice(*self._targets.offsets[target : target + 2].tolist())
            points, visits = self._targets.points[some], self._targets.visits[some]
            turned = np.append(turned_points(int(symmetries[row]), self._size), self._size**2)
            policy[row, turned[points]] = visits / visits.sum()  # the pass, -1, is last
        ends = random.integers(len(self._starts), size=self._rows - searched)
        # The last position of a game, behind its last move, teaches its end alone.
        moves = random.integers(self._starts[ends], self._lengths[ends] + 1)
        batch = self._batches.at(
            np.concatenate([self._targets.games[which], ends]),
            np.concatenate([self._targets.moves[which], moves]),
            symmetries,
            random.random(self._rows) < _RANK_DROPPED,
        )
        return replace(batch, policy=policy)

    def _shard(self, folder: str, number: int) -> Shard:
        key = folder, number
        if key not in self._shards:
            path = shard_file(Path(folder), number)
            shard = read_shard(path)
            if shard.size != self._size:
                raise InputError(
                    f"expected a shard of {self._size}x{self._size}, but {str(path)!r} is of "
                    f"{shard.size}x{shard.size}"
                )
            self._shards[key] = shard
        return self._shards[key]

    def _read(self) -> None:
        wanted = [(folder, number) for folder, numbers in self.chosen.items() for number in numbers]
        shards = [self._shard(*key) for key in wanted]
        self._shards = dict(zip(wanted, shards, strict=True))  # what is out of the window goes
        self._starts = np.concatenate([shard.starts for shard in shards])
        self._lengths = np.concatenate([shard.lengths for shard in shards])
        before = np.cumsum([0, *map(len, shards)])
        moves = np.cumsum([0, *(len(shard.policy_points) for shard in shards)])
        self._targets = _Targets(
            np.concatenate([shard.policy_games + n for shard, n in zip(shards, before, strict=False)]),
            np.concatenate([shard.policy_moves.astype(np.int64) for shard in shards]),
            np.concatenate(
                [shard.policy_offsets[:-1] + n for shard, n in zip(shards, moves, strict=False)]
                + [moves[-1:]]
            ),
            np.concatenate([shard.policy_points for shard in shards]),
            np.concatenate([shard.policy_visits for shard in shards]),
        )
        self._batches = Batches(_joined(shards, self._size), self._predictor, self._rows, self._seed)


def expect_games(folders: Sequence[str]) -> None:
    """Refuse runs of self-play that have no games yet.

    Raises:
        InputError: There is one.
    """
    for folder in folders:
        if not shard_numbers(Path(folder)):
            raise InputError(
                f"expected games of self-play in {folder!r}, found none; play some first: "
                f"kifu selfplay {folder}"
            )


def _joined(shards: Sequence[Shard], size: int) -> NetworkGames:
    """Shards as games that batches are drawn from."""
    actions = [
        shard.actions[begin:end]
        for shard in shards
        for begin, end in zip(shard.offsets[:-1].tolist(), shard.offsets[1:].tolist(), strict=True)
    ]
    games = replace(PackedGames.of(size, actions), owners=np.concatenate([shard.owners for shard in shards]))
    leads = np.concatenate([shard.leads for shard in shards])
    columns = {field.name: getattr(games, field.name) for field in fields(PackedGames)}
    return NetworkGames(
        **columns,
        terms=np.concatenate([shard.terms for shard in shards]),
        wins=((np.sign(leads) + 1) / 2).astype(np.float32),
        leads=leads,
    )
