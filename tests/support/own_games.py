"""Games that Kifu makes itself, packed for training."""

from functools import lru_cache

from kifu.archive.packed import PackedGames
from kifu.games.go import replay
from kifu.interfaces.bench.life import make_games
from kifu.records import sgf
from kifu.records.moves import Colour
from kifu.records.packed_moves import PLAY, pack


@lru_cache
def packed(size: int = 9) -> PackedGames:
    """Forty games on one size of board."""
    games = []
    for data in make_games(size):
        moves = replay(sgf.read(data)[0]).board.moves
        games.append(
            [pack(PLAY, m.colour is Colour.WHITE, m.point.x, m.point.y) for m in moves if m.point is not None]
        )
    return PackedGames.of(size, games)
