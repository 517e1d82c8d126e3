"""Archived games as the network learns from them: moves, ranks, results, and owners where labelled."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu.archive import Archive
from kifu.archive.arrays import batches
from kifu.archive.filters import Filter
from kifu.archive.packed import PackedGames
from kifu.archive.sources import distinct_names
from kifu.archive.splits import Split, game_splits
from kifu.errors import InputError
from kifu.games.go.rules import JAPANESE, Counting, find
from kifu.games.go.scoring import compensation, likely_komi
from kifu.work.facts import JsonObject

#: Fewer games teach a network nothing that the bundled ones do not know better.
FEWEST_GAMES = 200

#: Owner of a point that nobody labelled.
UNKNOWN = 255


@dataclass(frozen=True, eq=False)
class NetworkGames(PackedGames):
    """Games of one board size with what is known of their end.

    Attributes:
        terms: of shape (games, 4): komi with compensation for handicap stones, 1 for area counting, ranks of
            Black and White as numbers (`kifu.archive.ranks`, -100 when not known).
        owners: of shape (games, points): 0 neutral, 1 Black, 2 White, 255 not known.
        results: Black's share of the win: 1, 0.5 for a draw, 0; NaN when not known.
        leads: Black's lead at the end; NaN when not known.
        lengths: number of moves and passes.
    """

    terms: npt.NDArray[np.float32]
    owners: npt.NDArray[np.uint8]
    results: npt.NDArray[np.float32]
    leads: npt.NDArray[np.float32]
    lengths: npt.NDArray[np.int64]

    @property
    def labelled(self) -> npt.NDArray[np.bool_]:
        """Which games have owners."""
        known: npt.NDArray[np.bool_] = self.owners[:, 0] != UNKNOWN
        return known


def read_network_games(
    paths: Sequence[str], size: int, split: Split
) -> tuple[NetworkGames, dict[str, JsonObject]]:
    """Read the games of one board size and one split, and what a card says of them.

    Raises:
        InputError: There are too few of them, or none with owners.
    """
    parts: list[NetworkGames] = []
    data: dict[str, JsonObject] = {}
    for name, path in zip(distinct_names(tuple(paths)), paths, strict=True):
        with Archive.open(path) as archive:
            part = read_split(archive, size, split)
            sources = archive.fingerprints()
        parts.append(part)
        labelled = int(part.labelled.sum())
        data[name] = {"sources": sources, "split": split, "games": len(part), "labelled": labelled}
    found = _joined(parts)
    where = ", ".join(map(repr, paths))
    if split == "train" and len(found) < FEWEST_GAMES:
        raise InputError(
            f"expected at least {FEWEST_GAMES} games of {size}x{size} to train a network with, found "
            f"{len(found)} for training in {where}; `kifu train moves` learns from fewer"
        )
    if not found.labelled.any():
        raise InputError(
            f"expected labelled games of {size}x{size} in {where}, found none among {len(found)} games "
            f"of the split {split}; label them first: kifu label {paths[0]}; `kifu train moves` needs none"
        )
    return found, data


def read_split(archive: Archive, size: int, split: Split | None) -> NetworkGames:
    """Read the games of one board size and one split, or all of them."""
    splits = game_splits(archive)
    rules_of = dict(archive.query("SELECT id, rules FROM games WHERE game = 'go' AND width = ?", [size]))
    labels = {
        game: row
        for batch in archive.labels(Filter(game="go", size=size))
        for game, row in zip(batch.ids.tolist(), batch.owners, strict=True)
    }
    ids: list[int] = []
    actions: list[npt.NDArray[np.uint16]] = []
    rows: list[tuple[float, ...]] = []
    for batch in batches(archive, Filter(game="go", size=size)):
        for i, game in enumerate(batch.ids.tolist()):
            moves = batch.actions[batch.offsets[i] : batch.offsets[i + 1]]
            if (split and splits.get(game, "train") != split) or not (moves >> 12 & 3 < 2).any():
                continue
            rules = find(rules_of.get(game) or "") or JAPANESE
            area = rules.counting is Counting.AREA
            margin, handicap, winner = float(batch.margins[i]), int(batch.handicaps[i]), batch.winners[i]
            written = None if np.isnan(batch.komi[i]) else float(batch.komi[i])
            komi = likely_komi(rules, written, handicap, None if np.isnan(margin) else margin)
            lead = margin if winner == 1 else -margin if winner == 2 else margin if margin == 0 else np.nan
            result = 1.0 if winner == 1 else 0.0 if winner == 2 else 0.5 if lead == 0 else np.nan
            levels = batch.black_levels[i], batch.white_levels[i]
            ids.append(game)
            actions.append(moves)
            rows.append((komi + compensation(rules, handicap), area, *levels, result, lead))
    table = np.array(rows, np.float32).reshape(-1, 6)
    owners = np.full((len(ids), size * size), UNKNOWN, np.uint8)
    for i, game in enumerate(ids):
        if game in labels:
            owners[i] = labels[game]
    offsets = np.zeros(len(ids) + 1, np.int64)
    np.cumsum([len(moves) for moves in actions], out=offsets[1:])
    lengths = [int((moves >> 12 & 3 < 2).sum()) for moves in actions]
    return NetworkGames(
        size,
        np.array(ids, np.int64),
        np.concatenate([*actions, np.zeros(0, np.uint16)]),
        offsets,
        np.ascontiguousarray(table[:, :4]),
        owners,
        table[:, 4],
        table[:, 5],
        np.array(lengths, np.int64),
    )


def _joined(parts: Sequence[NetworkGames]) -> NetworkGames:
    starts = np.cumsum([0] + [len(part.actions) for part in parts])
    offsets = [part.offsets[:-1] + start for part, start in zip(parts, starts[:-1], strict=True)]
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("ids", "actions", "terms", "owners", "results", "leads", "lengths")
    }
    return NetworkGames(
        parts[0].size, offsets=np.concatenate([*offsets, starts[-1:]]).astype(np.int64), **columns
    )
