"""Games for tests: from the archives beside the repository by hash, or random ones made on the spot."""

import hashlib
import heapq
import tarfile
from pathlib import Path

from kifu_lab.bench.records import make_games


def by_hash(archive: Path, count: int) -> list[tuple[str, bytes]]:
    """The SGF members with the smallest SHA-256 of their path, which are the same on every machine."""
    smallest: list[tuple[int, str, bytes]] = []
    with tarfile.open(archive, "r|*") as tar:
        for member in tar:
            if not member.name.endswith(".sgf"):
                continue
            rank = -int.from_bytes(hashlib.sha256(member.name.encode()).digest())
            if len(smallest) == count and rank <= smallest[0][0]:
                continue
            file = tar.extractfile(member)
            assert file is not None
            item = (rank, member.name, file.read())
            (heapq.heappushpop if len(smallest) == count else heapq.heappush)(smallest, item)
    return sorted((name, data) for _, name, data in smallest)


def random_games() -> list[tuple[str, bytes]]:
    """Random legal 19x19 games, full of captures and kos."""
    return [(f"random game {i}", data) for i, data in enumerate(make_games())]
