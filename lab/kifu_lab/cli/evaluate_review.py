"""`kifu lab evaluate review`: how far reviews agree with an outside judge."""

import time
from typing import TYPE_CHECKING, cast

import click

from kifu.interfaces.cli.options import Job, job_options
from kifu.interfaces.cli.output import columns, count
from kifu.work.facts import JsonObject

if TYPE_CHECKING:
    from kifu.analysis.game_search import Effort


@click.command(epilog="Example: kifu lab evaluate review --judged human9.jsonl --effort default")
@click.option(
    "--judged", required=True, type=click.Path(dir_okay=False), help="Judged games, a JSON line each."
)
@click.option(
    "--effort",
    type=click.Choice(["fast", "default", "deep"]),
    default="default",
    show_default=True,
    help="How long positions are searched.",
)
@click.option("--seconds", type=click.FloatRange(0.1), help="Search each game for this long instead.")
@click.option("--games", "limit", type=click.IntRange(1), help="Only the first so many games.")
@job_options("Threads")
def review(judged: str, effort: str, seconds: float | None, limit: int | None, job: Job) -> None:
    """Measure reviews: what each move lost, beside what an outside judge says."""
    from kifu_lab.evaluation.review import agreements, read_judged, report

    games = read_judged(judged)[:limit]
    started, found = time.monotonic(), []
    with job.threads("games") as who:
        how = cast("Effort", effort)
        for one in agreements(games, how, seconds=seconds, threads=who["threads"]):
            found.append(one)
            who["progress"](len(found), len(games), "reviewing")
    took = (time.monotonic() - started) / max(1, len(games))
    about = {"judged": judged, "effort": effort, "seconds_a_game": round(took, 2)}
    job.show({**about, **report(found)}, _describe)


def _describe(facts: JsonObject) -> str:
    head = (
        f"{facts['judged']}, effort {facts['effort']}: {facts['moves']:,} moves of "
        f"{count(facts['games'], 'game')}, {facts['seconds_a_game']:.1f} s a game"
    )
    rows: list[tuple[str, ...]] = [("measure", "value", "95 % interval")]
    for name, value in facts.items():
        if isinstance(value, list):
            rows.append((name, f"{value[0]:.3f}", f"{value[1]:.3f} to {value[2]:.3f}"))
    return "\n".join([head, columns(rows, right=(1,), indent=2)])
