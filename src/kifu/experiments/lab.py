"""What a cell is given while it is measured."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kifu.experiments.needs import Sources
from kifu.work import files
from kifu.work.progress import Progress, silent

if TYPE_CHECKING:
    from kifu.archive.packed import PackedGames
    from kifu.archive.splits import Split


@dataclass
class Lab:
    """Games, a folder to resume from, threads.

    Attributes:
        sources: where archives are.
        folder: of this cell alone, new or as an interrupted measurement left it; removed when it is done.
        kept: where games and models go that are worth looking at afterwards.
        shared: where cells keep what others need too, such as trained players; made again when it is gone.
        threads: to use; no result depends on it.
        progress: to be told how far it is.
    """

    sources: Sources
    folder: Path
    kept: Path
    shared: Path
    threads: int = 1
    progress: Progress = silent
    read: dict[Any, Any] = field(default_factory=dict)

    def packed(self, role: str, size: int, split: "Split") -> "PackedGames":
        """Games of an archive; read once, for all cells of a command."""
        from kifu.archive import Archive
        from kifu.archive.packed import read_packed

        path = self.sources.archive(role)
        key = (path, size, split)
        if key not in self.read:
            with Archive.open(path) as archive:
                self.read[key] = read_packed(archive, size, split)
        games: PackedGames = self.read[key]
        return games

    def keep(self, name: str, data: bytes) -> None:
        """Keep a file beside the cells; it is not committed with them."""
        self.kept.mkdir(parents=True, exist_ok=True)
        files.write_bytes(self.kept / name, data)
