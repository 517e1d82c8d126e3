"""`kifu lab curves`: the learning curves of a run."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import click

from kifu.errors import InputError, MissingToolError
from kifu.interfaces.cli.output import json_option, print_json
from kifu.work.facts import JsonObject


@click.command(
    "curves", epilog="Example: kifu lab curves runs/first. While a run works: kifu serve --runs runs"
)
@click.argument("run", type=click.Path(file_okay=False))
@json_option
def command(run: str, as_json: bool) -> None:
    """Draw the learning curves of a run of `kifu evolve`, `kifu train network` or `kifu train opening`.

    Writes RUN/curves.svg, and RUN/curves.png where matplotlib is installed.
    """
    from kifu.work.runs import about_run
    from kifu_lab.evaluation import evolve, network, opening

    draw: dict[str, Callable[[list[JsonObject]], str]] = {
        "evolve": evolve.curves,
        "train-network": network.curves,
        "train-opening": lambda lines: opening.curves([lines]),
    }
    kind = about_run(run)["kind"]
    if kind not in draw:
        raise InputError(f"expected a run of {', '.join(draw)} in {run!r}, got one of {kind!r}")
    written = write_curves(Path(run), draw[kind](_log(Path(run))))
    if as_json:
        print_json({"run": run, **written})
    else:
        click.echo("\n".join(path for path in written.values() if path))


def _log(run: Path) -> list[JsonObject]:
    """The whole lines of a log; the run may be at work, in the middle of one."""
    path = run / "log.jsonl"
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def write_curves(folder: Path, svg: str) -> dict[str, str | None]:
    """Write curves.svg and curves.png; their names, None for a PNG that cannot be painted here."""
    from kifu.work.files import write_bytes, write_text
    from kifu_lab.evaluation.pictures import png

    drawing, picture = folder / "curves.svg", folder / "curves.png"
    write_text(drawing, svg)
    try:
        write_bytes(picture, png(svg))
    except MissingToolError as error:
        click.echo(f"{picture} is left out: {error}", err=True)
        picture.unlink(missing_ok=True)  # one of an earlier part of the run would show an old state
        return {"curves": os.fspath(drawing), "picture": None}
    return {"curves": os.fspath(drawing), "picture": os.fspath(picture)}
