"""`kifu lab evaluate`: how good models are."""

from typing import cast

import click

from kifu.errors import InputError
from kifu.interfaces.cli.options import Job, job_options, model_option, seed_option
from kifu.interfaces.cli.output import columns
from kifu.work.facts import JsonObject
from kifu_lab.cli.evaluate_book import book
from kifu_lab.cli.evaluate_moves import moves
from kifu_lab.cli.evaluate_network import network
from kifu_lab.cli.evaluate_review import review
from kifu_lab.cli.held_out_games import split_option


@click.group("evaluate", epilog="Example: kifu lab evaluate life --archive games.db --split test")
def command() -> None:
    """Measure how good a model is on games it has not seen."""


command.add_command(book)
command.add_command(moves)
command.add_command(network)
command.add_command(review)


@command.command(
    epilog="Example: kifu lab evaluate life --archive games.db --split test --no-bots index.tsv --json"
)
@click.option("--archive", "path", required=True, type=click.Path(), help="Labelled games.")
@split_option("test")
@model_option("Life model")
@click.option(
    "--no-bots",
    "bots",
    type=click.Path(dir_okay=False),
    help="A table (TSV) with the columns file and bot_suspect: games with 1 are left out.",
)
@click.option(
    "--any-judge", is_flag=True, help="Count labels that only Kifu's own judges gave, in the test split too."
)
@click.option("--with-network", is_flag=True, help="Together with the bundled network, as `kifu life` does.")
@click.option("--playouts", type=click.IntRange(1), help="Random endings; default: as it learned with.")
@click.option("--games", "limit", type=click.IntRange(1), help="Number of games of each board size.")
@seed_option
@job_options("Threads")
def life(
    path: str,
    split: str,
    model: str | None,
    bots: str | None,
    any_judge: bool,
    with_network: bool,
    playouts: int | None,
    limit: int | None,
    seed: int,
    job: Job,
) -> None:
    """Measure the life model: errors over whole games, by move, by level, and its calibration.

    All blocks of all positions count, except those in the interior of what their own side owns. In the test
    split only labels that an independent judge gave (GNU Go, players' marks, a hand) count.
    """
    import numpy as np

    from kifu.archive import Archive
    from kifu.archive.index_table import parse_index, suspected_bots
    from kifu.archive.labels import read_labelled
    from kifu.archive.splits import Split
    from kifu.models.life import LifeModel
    from kifu.models.network import Network
    from kifu.work.files import read_bytes
    from kifu_lab.evaluation.life import outcomes, report

    life_model = LifeModel.load(model) if model else LifeModel.bundled()
    if playouts is not None:
        life_model = life_model.with_playouts(playouts)
    with Archive(path) as archive:
        without: set[int] = set()
        if bots:
            without = suspected_bots(archive, parse_index(read_bytes(bots), repr(bots)), repr(bots))
        independent = split == "test" and not any_judge
        part: Split | None = None if split == "all" else cast(Split, split)
        games = read_labelled(archive, part, independent=independent, without=without)
    network = None
    if with_network:
        network = Network.bundled(games[0].size)
        if network is None or len(games) > 1:
            raise InputError("expected games of one board size from 5 to 19 lines, and ONNX Runtime")
    if limit is not None:
        games = [part.take(np.arange(min(limit, len(part)))) for part in games]
    with job.threads("games") as who:
        result = outcomes(life_model, games, network=network, seed=seed, **who)
    facts = {
        "archive": path,
        "split": split,
        "judges": "independent" if independent else "any",
        "bots_left_out": bots is not None,
        "model": model or ("bundled, with the network" if network else "bundled"),
        "playouts": life_model.features.playouts,
        **report(result),
    }
    job.show(facts, _describe)


def _describe(facts: JsonObject) -> str:
    head = f"{facts['archive']}, {facts['split']} games, model {facts['model']}"
    rows: list[tuple[str, ...]] = [("blocks", "games", "number", "wrong", "95 % interval", "always alive")]
    named = [
        ("whole games", "whole_game"),
        ("ten moves before the end", "ten_before_end"),
        ("at the end", "end"),
    ]
    rows += [_row(name, facts[key]) for name, key in named]
    rows += [_row(f"players: {name}", rate) for name, rate in facts["levels"].items() if rate]
    bins = [("probability", "blocks", "predicted", "alive")] + [
        (
            f"{b['low']:.1f}-{b['high']:.1f}",
            f"{b['blocks']:,}",
            f"{b['predicted']:.3f}" if b["blocks"] else "",
            f"{b['alive']:.3f}" if b["blocks"] else "",
        )
        for b in facts["calibration"]["bins"]
    ]
    by_move = [("move", "wrong", "always alive", "moves left", "wrong", "always alive")]
    starts = {row["move"]: row for row in facts["from_start"]}
    ends = {row["move"]: row for row in facts["from_end"]}
    by_move += [
        (str(move), *_pair(starts.get(move)), str(move), *_pair(ends.get(move))) for move in range(0, 81, 5)
    ]
    calibrated = facts["calibration"]
    return "\n".join(
        [
            head,
            columns(rows, right=[1, 2, 3, 4, 5], indent=2),
            f"expected calibration error {calibrated['expected_error']:.4f}, "
            f"squared error {calibrated['brier']:.4f}",
            columns(bins, right=[1, 2, 3], indent=2),
            columns(by_move, right=[0, 1, 2, 3, 4, 5], indent=2),
        ]
    )


def _row(name: str, rate: JsonObject | None) -> tuple[str, ...]:
    if rate is None:
        return (name, "0", "0")
    low, high = rate["interval"]
    return (
        name,
        f"{rate['games']:,}",
        f"{rate['blocks']:,}",
        f"{rate['error']:.2%}",
        f"{low:.2%}-{high:.2%}",
        f"{rate['always_alive']:.2%}",
    )


def _pair(row: JsonObject | None) -> tuple[str, str]:
    return ("", "") if row is None else (f"{row['error']:.2%}", f"{row['always_alive']:.2%}")
