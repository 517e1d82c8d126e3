"""How long an engine may think, as the Hub command `level` says it."""

from dataclasses import dataclass

from kifu.protocols.hub import HubError

_USUAL_MOVES = 30  # to come, where nobody says how many
_MOST_SHARE = 0.5  # of the time that is left
_RESERVE, _RESERVED_SHARE = 0.02, 0.08  # seconds for everything but thinking, and their share of little time


@dataclass(frozen=True)
class Level:
    """The bounds of a search; 0 where there is none.

    Attributes:
        depth: in plies.
        seconds: for the move.
        nodes: positions.
        infinite: until somebody says stop.
        forced: a forced move is searched too.
    """

    depth: int = 0
    seconds: float = 0.0
    nodes: int = 0
    infinite: bool = False
    forced: bool = False


def read_level(values: dict[str, str]) -> Level:
    """Read the arguments of `level`."""
    if "infinite" in values:
        return Level(infinite=True)
    seconds = 0.0
    if "move-time" in values:
        seconds = _thinking(_number(values, "move-time"))
    elif "time" in values:
        left, increment = _number(values, "time"), _number(values, "inc")
        moves = max(1.0, _number(values, "moves") or _USUAL_MOVES)
        # The increment comes before the move.
        seconds = min(
            (left + increment) / moves + increment * (1 - 1 / moves), _MOST_SHARE * (left + increment)
        )
        seconds = _thinking(seconds)
    return Level(int(_number(values, "depth")), seconds, int(_number(values, "nodes")))


def _thinking(seconds: float) -> float:
    return max(seconds - min(_RESERVE, _RESERVED_SHARE * seconds), 0.001)


def _number(values: dict[str, str], name: str) -> float:
    text = values.get(name, "0")
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e9:
        raise HubError(f"expected {name} as a number from 0 on, got {text[:40]!r}")
    return number
