"""`kifu label`: the owner of every point at the end of finished games."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypedDict

import click

from kifu.errors import KifuError
from kifu.interfaces.cli.options import Job, job_options, model_option, seed_option
from kifu.interfaces.cli.output import columns, count
from kifu.work.facts import JsonObject

if TYPE_CHECKING:
    from kifu.learners.labelling.check import LabelCheck
    from kifu.learners.labelling.run import LabelRun

_JUDGES = "alive,safe,playouts,model,gnugo"


class EditedLabel(TypedDict):
    """A label that a person made."""

    file: str
    game: int
    counting: str | None


@click.command(
    "label",
    epilog="Examples: kifu label games.db labels its finished games; interrupted, the same command goes on "
    "where it was. kifu label games.db --edit game.sgf takes the territory (TB, TW) that you marked.",
)
@click.argument("path", type=click.Path(dir_okay=False))
@click.option("--judges", default=_JUDGES, show_default=True, help="Judges that propose dead stones.")
@click.option(
    "--edit", "edits", multiple=True, type=click.Path(dir_okay=False), help="A record with TB and TW."
)
@click.option("--report", "only_report", is_flag=True, help="Judge nothing; say what the labels are.")
@click.option(
    "--check", "sample", type=click.IntRange(1), help="Number of labels that --judge checks instead."
)
@click.option("--judge", default="gnugo", show_default=True, help="Judge of --check.")
@click.option("--resting-on", help="Check only labels of exactly these judges, as in playouts,model.")
@seed_option
@click.option("--kinds", is_flag=True, help="Also count the four kinds of block in the labelled games.")
@click.option(
    "--playouts", type=click.IntRange(1), default=128, show_default=True, help="Random endings a game."
)
@model_option("Life model")
@click.option("--level", type=click.IntRange(0, 20), default=10, show_default=True, help="Of GNU Go.")
@click.option(
    "--ask-gnugo",
    type=click.Choice(["held-out", "needed", "all"]),
    default="needed",
    show_default=True,
    help="About the games held out for test and validation, also those that others leave unlabelled, or all.",
)
@click.option("--without-passes", is_flag=True, help="Also games that do not end in two passes, as in print.")
@click.option("--again", is_flag=True, help="Count earlier proposals again.")
@click.option("--limit", type=click.IntRange(1), help="Number of games, at most.")
@job_options("Processes that judge")
def command(
    path: str,
    judges: str,
    edits: tuple[str, ...],
    only_report: bool,
    sample: int | None,
    judge: str,
    resting_on: str | None,
    seed: int,
    kinds: bool,
    playouts: int,
    model: str | None,
    level: int,
    ask_gnugo: str,
    without_passes: bool,
    again: bool,
    limit: int | None,
    job: Job,
) -> None:
    """Label the finished games of the archive PATH with the owner of every point.

    Judges propose which stones are dead: none at all (alive), those in unconditional eyes (safe), what random
    endings (playouts), the life model (model) or GNU Go (gnugo) say. A proposal is accepted only if counting
    it under the game's own rules gives exactly the recorded result; where two accepted ones differ, the game
    is ambiguous. Test games are left to alive, safe, gnugo and --edit, validation games to all but model.
    """
    from kifu.archive import Archive

    edited: list[EditedLabel] | None = None
    run: LabelRun | None = None
    Archive(path).close()  # a wrong name must not make a new archive
    with Archive.create(path) as archive:
        if sample:
            (second,) = judges_of(judge, playouts, model, level)
            found = _check(archive, second, sample, seed, resting_on, job)
            job.show({"archive": path, **asdict(found)}, lambda _: _describe_check(path, found))
            return
        if edits:
            edited = _edit(archive, edits)
        elif not only_report:
            chosen = judges_of(judges, playouts, model, level)
            run = _label(
                archive,
                path,
                chosen,
                job,
                slow_games=ask_gnugo,
                need_passes=not without_passes,
                again=again,
                limit=limit,
            )
        from kifu.archive.labels import label_summary
        from kifu.learners.labelling import block_kinds
        from kifu.work.progress import progress_bar

        facts = label_summary(archive)
        if kinds:
            with progress_bar(quiet=job.silent, unit="games") as progress:
                facts["kinds"] = block_kinds(archive, progress=progress)
    done: dict[str, object] = {} if edited is None else {"edited": edited}
    if run is not None:
        done["run"] = {**asdict(run), "seconds": round(run.seconds, 3)}
    job.show({"archive": path, **done, **facts}, lambda _: _describe(path, edited or [], run, facts))


def judges_of(names: str, playouts: int, model: str | None, level: int) -> list[Any]:
    """The judges that the options name."""
    from kifu.learners.labelling import judges_named

    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if not wanted:
        raise click.BadParameter(f"expected judges as in {_JUDGES}, not {names!r}", param_hint="--judges")
    return judges_named(wanted, playouts=playouts, model=model, level=level)


def _edit(archive: Any, edits: tuple[str, ...]) -> list[EditedLabel]:
    from kifu.learners.labelling import edit
    from kifu.work.files import READ_LIMIT, read_bytes

    labels: list[EditedLabel] = []
    for name in edits:
        try:
            label = edit(archive, read_bytes(name, limit=READ_LIMIT))
        except KifuError as error:
            error.add_note(f"in {name}")
            raise
        labels.append({"file": name, "game": label.id, "counting": label.counting})
    return labels


def _label(archive: Any, path: str, judges: list[Any], job: Job, **options: Any) -> "LabelRun":
    from kifu.learners.labelling import label

    try:
        with job.processes("games") as who:
            run = label(archive, judges, **who, **options)
    except KeyboardInterrupt:
        click.echo(f"kifu: what was judged is in {path}; the same command goes on from there", err=True)
        raise
    return run


def _check(
    archive: Any, judge: Any, sample: int, seed: int, resting_on: str | None, job: Job
) -> "LabelCheck":
    from kifu.learners.labelling import check
    from kifu.work.progress import progress_bar

    with progress_bar(quiet=job.silent, unit="games") as progress:
        return check(archive, judge, sample, seed=seed, resting_on=resting_on, progress=progress)


def _describe_check(path: str, found: "LabelCheck") -> str:
    counts = (
        ("the same owners", found.same),
        ("another result than recorded", found.other_result),
        ("the recorded result with other owners", found.contradicted),
        ("no answer", found.failed),
    )
    rows = [(words, f"{number:,}", _percent(number, found.games)) for words, number in counts]
    head = f"{path}: {count(found.games, 'label')} of others, beside {found.judge}"
    return f"{head}\n{columns(rows, right=[1, 2], indent=2)}"


def _describe(path: str, edited: list[EditedLabel], run: "LabelRun | None", facts: JsonObject) -> str:
    lines = [
        f"{label['file']}: game {label['game']} labelled, counted by {label['counting']}" for label in edited
    ]
    if run is not None:
        lines.append(f"{count(run.games, 'game')} judged in {run.seconds:.1f} s")
        lines += [f"{name} is not installed and was not asked" for name in run.not_asked]
    total = facts["games"]
    lines.append(f"{path}: {count(total, 'game')} with a numeric result")
    rows: list[tuple[object, ...]] = []
    for status, number in facts["status"].items():
        rows.append((status, f"{number:,}", _percent(number, total)))
    rows += [(f"  {reason}", f"{number:,}", "") for reason, number in facts["reasons"].items()]
    lines.append(columns(rows, right=[1, 2], indent=2))
    if facts["judges"]:
        rows = [("judge", "judged", "right result", "", "alone", "failed")]
        for judge, row in facts["judges"].items():
            share = _percent(row["accepted"], row["judged"])
            numbers = (row["judged"], row["accepted"], row["alone"], row["failed"])
            judged, accepted, alone, failed = (f"{number:,}" for number in numbers)
            rows.append((judge, judged, accepted, share, alone, failed))
        lines.append(columns(rows, right=[1, 2, 3, 4, 5], indent=2))
    if facts["agreement"]:
        rows = [("both right", "games", "same owners")]
        for pair in facts["agreement"]:
            same = _percent(pair["same"], pair["games"])
            rows.append((" and ".join(pair["judges"]), f"{pair['games']:,}", same))
        lines.append(columns(rows, right=[1, 2], indent=2))
    if "kinds" in facts:
        shares = ", ".join(f"{name} {share:.1%}" for name, share in facts["kinds"].items())
        lines.append(f"kinds of block: {shares}")
    return "\n".join(lines)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else ""
