"""`kifu serve`: the study room in a browser, and the HTTP API."""

from pathlib import Path
from typing import Any

import click

from kifu.errors import InputError, MissingToolError
from kifu.interfaces.cli.options import settings_options
from kifu.interfaces.web.settings import Settings


@click.command(
    epilog="Example: kifu serve --archive games.db --folder ~/sgf --open. Other machines are let in with "
    "--host 0.0.0.0 --token SECRET only."
)
@settings_options(Settings, "host", "port", "archive")
@click.option(
    "--folder", "folders", multiple=True, type=click.Path(file_okay=False), help="Records; repeatable."
)
@settings_options(Settings, "runs", "games", "token", "body_limit")
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def command(folders: tuple[str, ...], open_page: bool, **values: Any) -> None:
    """Serve the study room and its HTTP API on this machine (docs/http.md)."""
    if values["archive"] is not None:
        values["archive"] = _archive(values["archive"])
    if values["runs"] is not None:
        values["runs"] = _folder(values["runs"])
    settings = Settings.from_values(values, folders=_folders(folders))
    try:
        from kifu.interfaces.web.serving import serve
    except ImportError as error:
        raise MissingToolError(
            f"kifu serve needs more packages ({error.name}): pip install 'kifu[web]'"
        ) from error
    serve(settings, open_page=open_page)


def _archive(path: Path) -> Path:
    from kifu.archive import Archive

    Archive(path).close()  # a bad one is refused before anything else
    return path.resolve()


def _folder(path: str | Path) -> Path:
    found = Path(path).expanduser()
    if not found.is_dir():
        raise InputError(f"expected a folder, but there is none at {str(path)!r}")
    return found


def _folders(paths: tuple[str, ...]) -> dict[str, Path]:
    folders: dict[str, Path] = {}
    for path in paths:
        found = _folder(path)
        name = found.resolve().name or "records"
        while name in folders or name in ("archive", "samples", "runs"):
            name += "+"
        folders[name] = found
    return folders
