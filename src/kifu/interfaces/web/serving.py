"""Running the application: the socket, uvicorn, and the line that says where it is."""

import asyncio
import contextlib
import logging
import os
import socket
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import click
import uvicorn

from kifu.errors import KifuError, RunError
from kifu.interfaces.web.app import make_app
from kifu.interfaces.web.settings import Settings
from kifu.work.locks import folder_lock

_BACKLOG = 512
_LOG = logging.getLogger("kifu.web")


def serve(settings: Settings, *, open_page: bool = False) -> None:
    """Serve until interrupted."""
    logging.basicConfig(level=logging.WARNING, format="kifu: %(levelname)s: %(message)s")
    with listen(settings) as listening, _held(settings.games):
        _serve(settings, listening, open_page)


def _serve(settings: Settings, listening: socket.socket, open_page: bool) -> None:
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=64 * 1024,
    )
    server = _Server(
        config, address, f"{address}?token={settings.token}" if settings.token else address, open_page
    )
    if not settings.is_loopback:
        click.echo(
            "Other machines can reach this server; every request must carry the token. The connection is not "
            "encrypted: use it in a network you trust, or behind a proxy with TLS.",
            err=True,
        )
    # The loop that uvicorn would take: uvloop where it is installed.
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=config.get_loop_factory()) as runner,
    ):
        runner.run(server.serve(sockets=[listening]))


@contextlib.contextmanager
def _held(games: Path) -> Iterator[None]:
    """Keep other servers from a folder of games: each would write over what the other has played."""
    with contextlib.ExitStack() as stack:
        try:
            games.mkdir(parents=True, exist_ok=True)
            stack.enter_context(folder_lock(games))
        except RunError as error:
            raise RunError(
                f"expected a folder of games that no other server keeps, but {error}: --games FOLDER"
            ) from error
        except OSError as error:
            if os.access(games, os.W_OK):
                raise
            # Nobody can write there, so that there is nothing to guard; the rest of the room works.
            _LOG.warning("games cannot be kept in %s: %s", games, error.strerror or error)
        yield


class _Server(uvicorn.Server):
    """Says where it is as soon as it can be asked."""

    def __init__(self, config: uvicorn.Config, address: str, page: str, open_page: bool) -> None:
        super().__init__(config)
        self._address = address
        self._page = page
        self._open_page = open_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            click.echo(f"Kifu is ready at {self._address} (Ctrl-C ends it)")
            if self._open_page:
                await asyncio.to_thread(webbrowser.open, self._page)


def listen(settings: Settings) -> socket.socket:
    """Take the port."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM
        )[0]
        # With the protocol named, asyncio sends without delay: the second half of an answer, its body, would
        # wait for the client's acknowledgement of the first, which is delayed too. uvloop never waits.
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(_BACKLOG)
    except OSError as error:
        raise KifuError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}; "
            "choose another with --port, or 0 for any free one"
        ) from error
    listening.setblocking(False)
    return listening
