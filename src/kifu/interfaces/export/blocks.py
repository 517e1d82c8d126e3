"""Blocks of labelled games: what the life model sees of them, and whether they live."""

from collections import Counter
from dataclasses import dataclass
from functools import partial

import numpy as np

from kifu.archive import Filter
from kifu.archive.filters import LABELLED
from kifu.archive.labels import is_independent, label_facts
from kifu.errors import InputError
from kifu.features.life import examples
from kifu.features.life_words import DEFINITIONS
from kifu.interfaces.export.choosing import Choice, Chunk
from kifu.interfaces.export.columns import Column, Rows, Table
from kifu.interfaces.export.positions import GAME, RANKS, SPLIT
from kifu.learners.life.settings import Collecting
from kifu.work.seeds import native_seed


@dataclass(frozen=True)
class BlockOptions(Collecting):
    """Which blocks, and what is computed of them.

    Attributes:
        interior: whether blocks inside their own region are taken too, which training leaves out.
        independent: only games that a judge labelled who knows nothing of what Kifu learned.
    """

    interior: bool = False
    independent: bool = False


def blocks_table(choice: Choice, options: BlockOptions | None = None) -> Table:
    """Blocks of the chosen labelled games, of all positions.

    Raises:
        InputError: No game of the choice is labelled.
    """
    options = options or BlockOptions()
    judges = {
        label.id: label.judges
        for label in label_facts(choice.archive, Filter(game="go", size=choice.size, labels=LABELLED))
        if not options.independent or is_independent(label.judges)
    }
    if not judges:
        raise InputError(
            f"expected labelled games in {str(choice.archive.path)!r}, found none; label them first: "
            f"kifu label {choice.archive.path}"
        )
    wanted = choice.draw(list(judges))
    by_judges = Counter(judges[game] for game in wanted)
    names = options.features.names
    playouts = {"playouts": options.features.playouts} if options.features.is_full else {}
    return Table(
        "blocks",
        "A block of stones in a position of a labelled game.",
        (
            GAME,
            SPLIT,
            Column("size", "uint8", "lines of the board"),
            Column("move", "uint16", "how many moves had been played"),
            Column("length", "uint16", "moves of the game"),
            Column("level", "int8", f"rank of the weaker player: {RANKS}"),
            Column("alive", "bool", "whether it lives in the end: what is to be learned"),
            Column(
                "kind",
                "uint8",
                "how its life is known",
                values=(
                    "",
                    "captured later",
                    "ends on enemy points",
                    "borders its own region",
                    "inside its own region",
                ),
            ),
            Column(
                "features",
                "float32",
                "what the life model sees of it (docs/features-life.md)",
                shape=(len(names),),
                parts=tuple(names),
                part_words=tuple(DEFINITIONS[name] for name in names),
            ),
        ),
        len(wanted),
        choice.chunks(wanted, owners=True),
        partial(block_rows, options=options, seed=choice.seed),
        {**choice.source(wanted), "labelled_by": dict(sorted(by_judges.items()))},
        {
            **choice.facts(),
            "features": options.features.name,
            **playouts,
            "share": options.share,
            "end_share": options.end_share,
            "interior": options.interior,
            "independent": options.independent,
        },
    )


def block_rows(chunk: Chunk, options: BlockOptions, seed: int) -> Rows:
    """What a worker does."""
    games = chunk.games
    share, end_share = options.shares(games.size)
    found = examples(
        games,
        options.features,
        share=share,
        end_share=end_share,
        seed=native_seed(seed, "export-blocks"),
        first_game=chunk.first,
        interior=options.interior,
    )
    which = found.game - chunk.first
    return {
        "game": games.ids[which],
        "split": chunk.splits[which],
        "size": np.full(len(which), games.size),
        "move": found.move,
        "length": found.length,
        "level": games.levels[which],
        "alive": found.kind >= 3,
        "kind": found.kind,
        "features": found.features,
    }
