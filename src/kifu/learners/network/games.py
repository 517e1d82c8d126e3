"""Archived games as the network learns from them: moves, ranks, results, and owners where labelled."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from kifu.archive import Archive
from kifu.archive.packed import UNKNOWN_OWNER, PackedGames, concatenate, read_packed
from kifu.archive.sources import distinct_names
from kifu.archive.splits import Split
from kifu.errors import InputError
from kifu.games.go.rules import JAPANESE, Counting, find
from kifu.games.go.scoring import compensation, likely_komi
from kifu.work.facts import JsonObject

#: Fewer games teach a network nothing that the bundled ones do not know better.
FEWEST_GAMES = 200


@dataclass(frozen=True, eq=False)
class NetworkGames(PackedGames):
    """Games of one board size with what is known of their end.

    Attributes:
        terms: of shape (games, 4): komi with compensation for handicap stones, 1 for area counting, ranks of
            Black and White as numbers (`kifu.archive.ranks`, -100 when not known).
        wins: Black's share of the win: 1, 0.5 for a draw, 0; NaN when not known.
        leads: Black's lead at the end; NaN when not known.
    """

    terms: npt.NDArray[np.float32]
    wins: npt.NDArray[np.float32]
    leads: npt.NDArray[np.float32]

    @property
    def labelled(self) -> npt.NDArray[np.bool_]:
        """Which games have owners."""
        known: npt.NDArray[np.bool_] = self.owners[:, 0] != UNKNOWN_OWNER
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
        with Archive(path) as archive:
            part = read_split(archive, size, split)
            sources = archive.fingerprints()
        parts.append(part)
        labelled = int(part.labelled.sum())
        data[name] = {"sources": sources, "split": split, "games": len(part), "labelled": labelled}
    found = concatenate(parts)
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
    """Read the games of one board size and one split, or all of them; those without a move are left out."""
    games = read_packed(archive, size, split, owners=True)
    games = games.take(games.lengths > 0)
    rows: list[tuple[float, ...]] = []
    for i, name in enumerate(games.rules):
        rules = find(name) or JAPANESE
        margin, handicap, winner = float(games.margins[i]), int(games.handicaps[i]), games.winners[i]
        written = None if np.isnan(games.komi[i]) else float(games.komi[i])
        komi = likely_komi(rules, written, handicap, None if np.isnan(margin) else margin)
        lead = margin if winner == 1 else -margin if winner == 2 else margin if margin == 0 else np.nan
        won = 1.0 if winner == 1 else 0.0 if winner == 2 else 0.5 if lead == 0 else np.nan
        rows.append((komi + compensation(rules, handicap), rules.counting is Counting.AREA, won, lead))
    table = np.array(rows, np.float32).reshape(-1, 4)
    terms = np.column_stack([table[:, :2], games.black_levels, games.white_levels]).astype(np.float32)
    columns = {field.name: getattr(games, field.name) for field in fields(PackedGames)}
    return NetworkGames(**columns, terms=terms, wins=table[:, 2], leads=table[:, 3])
