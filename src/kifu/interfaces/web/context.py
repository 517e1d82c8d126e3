"""What the routes of a server share."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Request

from kifu.interfaces.web.games import Games
from kifu.interfaces.web.lanes import Lanes
from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.roots import Root
from kifu.interfaces.web.settings import Settings


class ServerContext:
    """Settings, lanes, games and folders of one server.

    Attributes:
        archive: Path of the archive, if there is one.
        index: How far the archive's index of positions is: `none`, `making`, `ready`, or what went wrong.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lanes = Lanes(settings.workers, settings.short_timeout, settings.long_timeout)
        self.games = Games(settings.games, self.lanes.play)
        self.folders = {name: Root(path) for name, path in settings.folders.items()}
        self.runs = None if settings.runs is None else Root(settings.runs)
        self.archive = None if settings.archive is None else str(settings.archive)
        self.index = "none" if self.archive is None else "making"
        self._analyses: Counter[str] = Counter()

    def required_archive(self) -> str:
        """Path of the archive; refused where there is none."""
        if self.archive is None:
            raise RefusedError(
                404, "the server was started without an archive: kifu serve --archive games.db"
            )
        return self.archive

    async def make_index(self) -> None:
        """Make the index of positions in the background."""
        try:
            await self.lanes.index.run("moves:make_index", archive=self.archive)
            self.index = "ready"
        except RefusedError as error:
            self.index = error.detail
        finally:
            await self.lanes.index.close()

    @contextmanager
    def analysing(self, request: Request) -> Iterator[None]:
        """Count an analysis of a client, and refuse one too many."""
        client = request.client.host if request.client else ""
        most = self.settings.analyses_per_client
        if self._analyses[client] >= most:
            raise RefusedError(429, f"expected at most {most} analyses at once; wait for one to end")
        self._analyses[client] += 1
        try:
            yield
        finally:
            self._analyses[client] -= 1


async def _context(request: Request) -> ServerContext:
    context: ServerContext = request.app.state.context
    return context


#: What a route takes to get the context of its server.
Server = Annotated[ServerContext, Depends(_context)]
