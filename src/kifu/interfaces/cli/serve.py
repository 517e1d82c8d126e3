"""`kifu serve`: the study room in a browser, and the HTTP API."""

from pathlib import Path

import click

from kifu.errors import InputError, MissingToolError


@click.command(
    epilog="Example: kifu serve --archive games.db --folder ~/sgf --open. Other machines are let in with "
    "--host 0.0.0.0 --token SECRET only."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0: any free one."
)
@click.option("--archive", type=click.Path(dir_okay=False), help="Games to look at; labels are stored there.")
@click.option(
    "--folder", "folders", multiple=True, type=click.Path(file_okay=False), help="Records; repeatable."
)
@click.option("--runs", type=click.Path(file_okay=False), help="Folder of training runs and matches.")
@click.option("--games", type=click.Path(file_okay=False), help="Where games you play are kept.")
@click.option("--token", default="", help="A secret that every request must carry.")
@click.option(
    "--body-limit", type=click.IntRange(1, 1 << 30), help="Largest request in bytes. [default: 2 MB]"
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def command(
    host: str,
    port: int,
    archive: str | None,
    folders: tuple[str, ...],
    runs: str | None,
    games: str | None,
    token: str,
    body_limit: int | None,
    open_page: bool,
) -> None:
    """Serve the study room and its HTTP API on this machine (docs/http.md)."""
    from kifu.interfaces.web.settings import Settings

    more: dict[str, object] = {}
    if games is not None:
        more["games"] = Path(games)
    if body_limit is not None:
        more["body_limit"] = body_limit
    settings = Settings(
        host=host,
        port=port,
        archive=_archive(archive),
        folders=_folders(folders),
        runs=None if runs is None else _folder(runs),
        token=token,
        **more,  # type: ignore[arg-type]  # two names that Settings has
    )
    try:
        from kifu.interfaces.web.serving import serve
    except ImportError as error:
        raise MissingToolError(
            f"kifu serve needs more packages ({error.name}): pip install 'kifu[web]'"
        ) from error
    serve(settings, open_page=open_page)


def _archive(path: str | None) -> Path | None:
    if path is None:
        return None
    from kifu.archive import Archive

    Archive(path).close()  # a bad one is refused before anything else
    return Path(path).resolve()


def _folder(path: str) -> Path:
    found = Path(path).expanduser()
    if not found.is_dir():
        raise InputError(f"expected a folder, but there is none at {path!r}")
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
