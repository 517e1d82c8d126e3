"""Games that commands are given."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kifu.games.go.game import RecordedGame


def read_go(file: str, number: int) -> "RecordedGame":
    """Read a game of Go; one of another game is refused."""
    from kifu.games.go.game import RecordedGame
    from kifu.games.reading import choose, read_records

    return RecordedGame(choose(read_records(file), number, file))
