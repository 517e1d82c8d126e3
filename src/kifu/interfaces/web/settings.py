"""Settings of the server: options of `kifu serve`, and limits."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from kifu.errors import InputError
from kifu.work.settings import Settings as CheckedSettings
from kifu.work.settings import setting

MEGABYTE = 1 << 20
#: What stands in an address, a cookie and a header as it is.
_TOKEN = re.compile(r"[A-Za-z0-9._~-]{8,}")


def _cores() -> int:
    from kifu.work.executors import core_count

    return core_count()


@dataclass(frozen=True)
class Settings(CheckedSettings):
    """Settings of the server; `folders` are folders of records, by the name the page shows."""

    host: str = setting("127.0.0.1", "Address to listen on.")
    port: int = setting(8765, "Port; 0 for any free one.", least=0, most=65535)
    archive: Path | None = setting(None, "Archive of games to study; labels are stored in it.")
    folders: dict[str, Path] = field(default_factory=dict)
    runs: Path | None = setting(None, "Folder of training runs and matches.")
    games: Path = setting(help="Folder for the games you play.", factory=lambda: data_folder() / "games")
    token: str = setting("", "Secret that every request must carry.")
    body_limit: int = setting(2 * MEGABYTE, "Largest request body in bytes.", least=1, most=1 << 30)
    requests_per_client: int = setting(64, "Requests of one client at once.", least=1, internal=True)
    analyses_per_client: int = setting(
        4, "Reviews and analyses of one client at once.", least=1, internal=True
    )
    short_timeout: float = setting(20.0, "Seconds for a quick answer.", above=0, internal=True)
    long_timeout: float = setting(
        120.0, "Seconds for a part of an analysis, or a move.", above=0, internal=True
    )
    workers: int = setting(help="Processes of each lane.", least=1, factory=_cores, internal=True)

    def __post_init__(self) -> None:
        super().__post_init__()
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
