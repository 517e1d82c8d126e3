"""Many games in one SQLite file: files, folders, zip and tar archives of SGF and PDN come in.

Out go facts by filter, counts, packed moves as arrays for training, and the original records byte for byte.
Below stand `kifu.records` (reading) and `kifu.games` (replay); only `digest` reads and replays.
"""

from kifu.archive.archive import Archive, ArchivedGame
from kifu.archive.filters import Filter
from kifu.archive.importing import ImportReport, import_paths
from kifu.archive.packed import PackedGames
from kifu.archive.positions import Positions

__all__ = ["Archive", "ArchivedGame", "Filter", "ImportReport", "PackedGames", "Positions", "import_paths"]
