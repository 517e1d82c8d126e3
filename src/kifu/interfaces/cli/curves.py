"""The learning curves that a run leaves behind."""

import os
from pathlib import Path

import click


def write_curves(folder: Path, svg: str) -> dict[str, str | None]:
    """Write curves.svg and curves.png; their names, None for a PNG that cannot be painted here."""
    from kifu.errors import MissingToolError
    from kifu.evaluation.pictures import png
    from kifu.work.files import write_bytes, write_text

    drawing, picture = folder / "curves.svg", folder / "curves.png"
    write_text(drawing, svg)
    try:
        write_bytes(picture, png(svg))
    except MissingToolError as error:
        click.echo(f"{picture} is left out: {error}", err=True)
        picture.unlink(missing_ok=True)  # one of an earlier part of the run would tell an old story
        return {"curves": os.fspath(drawing), "picture": None}
    return {"curves": os.fspath(drawing), "picture": os.fspath(picture)}
