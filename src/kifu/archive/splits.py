"""Which games are for testing and which for validation: by whole game, the same on every machine.

The test games of a source are the 2,000 whose path in it has the smallest SHA-256; the next 2,000 are for
validation. Of a small source each is at most a fifth.
"""

import hashlib
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from kifu.archive.archive import Archive

Split = Literal["train", "validation", "test"]
SPLITS: tuple[Split, ...] = ("train", "validation", "test")

#: Games for testing, and as many for validation.
HELD_OUT = 2000


def game_splits(archive: "Archive") -> dict[int, Split]:
    """The split of every game of an archive that is not for training, by its number."""
    of_file: dict[int, Split] = {}
    for (source,) in archive._query("SELECT id FROM sources"):
        files = archive._query("SELECT id, member FROM files WHERE source = ?", [source])
        order = sorted(
            (hashlib.sha256(member.encode("utf-8", "replace")).digest(), file) for file, member in files
        )
        held = min(HELD_OUT, len(order) // 5)
        of_file.update({file: "test" for _, file in order[:held]})
        of_file.update({file: "validation" for _, file in order[held : 2 * held]})
    games = archive._query("SELECT id, file FROM games")
    return {game: of_file[file] for game, file in games if file in of_file}
