"""What a cell is given while it is measured."""

from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kifu.work import files
from kifu.work.progress import Progress, silent
from kifu_lab.experiments.needs import Sources

if TYPE_CHECKING:
    from kifu.archive import Archive
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
        executor: who does instead what can be spread, such as a cluster; nor on this.
        progress: to be told how far it is.
    """

    sources: Sources
    folder: Path
    kept: Path
    shared: Path
    threads: int = 1
    progress: Progress = silent
    read: dict[Any, Any] = field(default_factory=dict)
    executor: Executor | None = None

    def packed(self, role: str, size: int, split: "Split") -> "PackedGames":
        """Games of an archive; read once, for all cells of a command."""
        from kifu.archive import Archive
        from kifu.archive.packed import read_packed

        path = self.sources.archive(role)
        key = (path, size, split)
        if key not in self.read:
            with Archive(path) as archive:
                self.read[key] = read_packed(archive, size, split)
        games: PackedGames = self.read[key]
        return games

    def labelled(
        self, role: str, split: "Split", *, independent: bool = False, without_bots: bool = False
    ) -> "list[PackedGames]":
        """Labelled games of an archive; read once, for all cells of a command.

        Args:
            role: of the archive.
            split: of its games.
            independent: only labels that an independent judge agrees with.
            without_bots: leave out games that the index of the original archive suspects to be a bot's.
        """
        from kifu.archive import Archive
        from kifu.archive.labels import read_labelled

        path = self.sources.archive(role)
        key = ("labelled", path, split, independent, without_bots)
        if key not in self.read:
            with Archive(path) as archive:
                bots = self.bots(role, archive) if without_bots else set()
                self.read[key] = read_labelled(archive, split, independent=independent, without=bots)
        games: list[PackedGames] = self.read[key]
        return games

    def bots(self, role: str, archive: "Archive") -> set[int]:
        """Games of an archive that are suspected to be a bot's.

        Raises:
            InputError: The archive has other games than the index.
        """
        from kifu.archive.index_table import suspected_bots

        index = self.sources.index(role)
        return suspected_bots(archive, index, f"the index.tsv of {role}", f"{role}.tar.xz")

    def keep(self, name: str, data: bytes) -> None:
        """Keep a file beside the cells, in a folder of this one; it is not committed with them."""
        self.kept.mkdir(parents=True, exist_ok=True)
        files.write_bytes(self.kept / name, data)
