"""What a server is told when it starts."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from kifu.errors import InputError
from kifu.work.executors import core_count

MEGABYTE = 1 << 20
#: What stands in an address, a cookie and a header as it is.
_TOKEN = re.compile(r"[A-Za-z0-9._~-]{8,}")


@dataclass(frozen=True)
class Settings:
    """Options of `kifu serve`.

    Attributes:
        host: Address to listen on.
        port: 0 takes a free one.
        archive: Games to review, and where labels are stored.
        folders: Folders of records, by the name the page shows.
        runs: Folder of training runs and matches.
        games: Folder in which games against players are kept.
        token: What every request must carry; empty for none.
        body_limit: Largest request body in bytes.
        requests_per_client: Requests of one client that are worked on at once.
        analyses_per_client: Reviews and analyses of one client at once.
        short_timeout: Seconds for a quick answer.
        long_timeout: Seconds for a piece of an analysis, or a move of a player.
        workers: Processes of each lane.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    archive: Path | None = None
    folders: dict[str, Path] = field(default_factory=dict)
    runs: Path | None = None
    games: Path = field(default_factory=lambda: data_folder() / "games")
    token: str = ""
    body_limit: int = 2 * MEGABYTE
    requests_per_client: int = 64
    analyses_per_client: int = 4
    short_timeout: float = 20.0
    long_timeout: float = 120.0
    workers: int = field(default_factory=core_count)

    def __post_init__(self) -> None:
        if not self.is_loopback and not self.token:
            raise InputError(
                f"--host {self.host} lets other machines in: whoever reaches port {self.port} could read the "
                "archive, the folders and the runs, store labels and use this machine's processor. Give a "
                "secret with --token SECRET, which every request must then carry; the connection is not "
                "encrypted, so put it behind a proxy that is, or use it in a network you trust"
            )
        if self.token and not _TOKEN.fullmatch(self.token):
            raise InputError(
                "expected a token of at least 8 letters, digits and signs among - . _ ~, got another one: a "
                "short one is soon guessed, and other signs do not pass through a browser; choose a new "
                "--token SECRET"
            )

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")


def data_folder() -> Path:
    """Where Kifu keeps what belongs to the person who uses it."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "kifu"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kifu"
