"""Legal moves of positions of expert games: facts, known patterns, and which of them was played."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from kifu._native import go as native
from kifu._native import models as native_models
from kifu.analysis.move_words import WORDS
from kifu.errors import InputError
from kifu.interfaces.export.choosing import Choice, Chunk, one_size
from kifu.interfaces.export.columns import Column, Rows, Table
from kifu.interfaces.export.positions import GAME, MOVE, POINT, SPLIT, drawn
from kifu.models.moves import FACT_GROUPS, MovePredictor, from_steps
from kifu.records.packed_moves import PASS, column, is_move, is_white, kind, row
from kifu.work.sent import SentFiles
from kifu.work.settings import Settings, setting

_SIMPLE_KO, _SUICIDE = 0, True

#: What the facts of each group tell apart, as in docs/features-moves.md.
_GROUP_WORDS = {
    "capture": "stones it captures",
    "escape": "own stones in atari that it extends",
    "atari": "stones it puts in atari",
    "double-atari": "two blocks at once",
    "self-atari": "own stones in atari afterwards",
    "liberties": "liberties of the new block, and blocks it joins",
    "approach": "enemy stones left with two liberties",
    "defend": "own stones that could be caught, and their liberties afterwards",
    "eye": "fills an own eye, or a point surrounded by own stones",
    "ko": "takes a ko, an atari in a ko fight, or a move at the ko",
    "place": "distances from the two nearest sides, by six phases of the game",
    "to-last": "where the last move lies, up to symmetry",
    "to-second": "where the move before the last lies",
    "to-third": "where the third last move lies",
    "to-fourth": "where the fourth last move lies",
    "both-distances": "distances from the last two moves",
    "last-block": "touches the block of the last move: its liberties and ours",
    "own-beside-last": "joins own stones that the last move touched: their liberties",
    "nearest": "steps to the nearest own and enemy stone, by phase",
    "influence": "own and enemy stones radiating there, on ten levels, by phase",
    "weak-near": "liberties of the nearest own and enemy blocks within three steps",
    "own-group": "the loose own group near it: room, stones, steps to it",
    "enemy-group": "the loose enemy group near it: room, stones, steps to it",
    "zone": "who holds the ground there, and the room of that group",
    "stage": "moves so far, in twelve steps; the same for all moves of a position",
    "last-kind": "what the last move was; the same for all moves of a position",
}


@dataclass(frozen=True)
class CandidateOptions(Settings):
    """Which positions, and which patterns are known.

    Attributes:
        share: probability with which each position of a game is taken, with all its legal moves.
        model: file of a full model of moves whose patterns are looked for; None for the bundled one of the
            board's size.
    """

    share: float = setting(
        0.02, "Probability with which each position is taken, with all its legal moves.", above=0, most=1
    )
    model: str | None = None


def candidates_table(choice: Choice, options: CandidateOptions | None = None) -> Table:
    """All legal moves of drawn positions of the chosen games of Go.

    Raises:
        InputError: The board sizes are mixed, there are no such games, or the model is no full one.
    """
    options = options or CandidateOptions()
    size = one_size(choice, "go")
    model = _model(options.model, size)
    chains = _chains(model)
    wanted = choice.draw(choice.archive.ids(game="go", size=size))
    groups = dict(native_models.fact_groups())
    card = model.card
    about = {
        "file": "bundled" if options.model is None else Path(options.model).name,
        "description": card.description,
        "data": dict(card.data),
        "sha256": _digest(model),
    }
    return Table(
        "candidates",
        "A legal move (simple ko, no suicide) of a position in which a move was played.",
        (
            GAME,
            SPLIT,
            MOVE,
            Column("point", "int16", f"the candidate; {POINT}"),
            Column("played", "bool", "whether it is the move that was played; one row of each position"),
            Column(
                "facts",
                "int16",
                "which fact of each group holds of the move, -1 for none (docs/features-moves.md)",
                shape=(len(FACT_GROUPS),),
                parts=FACT_GROUPS,
                part_words=tuple(_GROUP_WORDS[group] for group in FACT_GROUPS),
                values=tuple(tuple(WORDS[g](v) for v in range(groups[g])) for g in FACT_GROUPS),
            ),
            Column("template", "uint8", "size of the largest known pattern of shape, 1 to 8; 0 for none"),
            Column("pattern_played", "uint32", "how often that pattern was played in the model's games"),
            Column("pattern_seen", "uint32", "how often it came up there; 0 when that was not counted"),
            Column(
                "patterns",
                "float32",
                "what the known patterns of each chain add to the move's log-odds in the model",
                shape=(len(chains),),
                parts=chains,
                part_words=tuple(f"patterns of the chain {chain}" for chain in chains),
            ),
            Column("probability", "float32", "that an expert plays it, as the model has it"),
        ),
        len(wanted),
        choice.chunks(wanted),
        partial(candidate_rows, share=options.share, seed=choice.seed, model=options.model),
        {**choice.source(wanted), "model": about},
        {**choice.facts(), "size": size, "share": options.share},
        (
            "Patterns, their counts and the probability come from the model. It knows the patterns of games "
            "that it learned from (its data, split train) from these games themselves: compare on the split "
            "test.",
        ),
        SentFiles.of(options.model),
    )


def _digest(model: MovePredictor) -> str:
    """Of all its numbers: another training on the same games has the same patterns."""
    digest = hashlib.sha256()
    for name, array in sorted(model.arrays.items()):
        digest.update(f"{name} {array.dtype} {array.shape}\0".encode() + array.tobytes())
    return digest.hexdigest()


def candidate_rows(chunk: Chunk, sent: SentFiles, share: float, seed: int, model: str | None) -> Rows:
    """What a worker does."""
    predictor = _model(None if model is None else sent.there(model), chunk.games.size)
    width = len(_chains(predictor))
    games = chunk.games
    played_of, seen_of = _counts(predictor)
    parts: list[Rows] = []
    for number, game in enumerate(games.ids.tolist()):
        actions = games[number]
        moves = np.flatnonzero(is_move(actions))
        at = native.Game(chunk.games.size, _SIMPLE_KO, _SUICIDE)
        done = 0
        for i in drawn(len(moves), share, seed, "export-candidates", game).tolist():
            action = int(actions[moves[i]])
            if kind(action) == PASS:
                continue
            at.replay(actions[done : moves[i]], False)
            done = int(moves[i])
            at.set_to_play(2 if is_white(action) else 1)
            points, probability, evidence, facts, patterns, templates, _ = predictor.native.explain_game(at)
            played = points == row(action) * games.size + column(action)
            if not played.any():
                continue  # suicide is no candidate
            n = len(points)
            known = np.where(templates > 0, patterns, len(played_of) - 1)
            parts.append(
                {
                    "game": np.full(n, game),
                    "split": np.full(n, chunk.splits[number]),
                    "move": np.full(n, i + 1),
                    "point": points,
                    "played": played,
                    "facts": facts,
                    "template": templates,
                    "pattern_played": played_of[known],
                    "pattern_seen": seen_of[known],
                    "patterns": evidence[:, :width],
                    "probability": probability,
                }
            )
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}


@lru_cache(maxsize=1)
def _model(path: str | None, size: int) -> MovePredictor:
    return MovePredictor.bundled(size) if path is None else MovePredictor.load(path)


def _chains(model: MovePredictor) -> tuple[str, ...]:
    """The chains of patterns of a full model: its evidence, without facts and surroundings."""
    if model.card.options["config"] != "full":
        raise InputError(
            "expected a full model of moves, which knows facts and all chains of patterns; this one has the "
            f"configuration {model.card.options['config']!r}"
        )
    return tuple(model.native.families()[: -len(FACT_GROUPS) - 1])


@lru_cache(maxsize=1)
def _counts(model: MovePredictor) -> tuple["np.ndarray[tuple[int], np.dtype[np.uint32]]", ...]:
    """How often each pattern was played and came up; the last entry is that of none."""
    counted = np.unpackbits(model.arrays["counted"], count=len(model.arrays["keys"])).astype(bool)
    found = []
    for name in ("played", "seen"):
        counts = np.zeros(len(counted) + 1, np.uint32)
        counts[:-1][counted] = from_steps(model.arrays[name])
        found.append(counts)
    return tuple(found)
