"""What a move of draughts did, in sentences that are true on the board.

A sentence about pieces rests on a search that counts pieces and leaves no answer out; one about an ending on
the solved tables.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kifu.games.draughts import Position
from kifu.players.draughts.move_values import Budget, Option, move_values

#: The search that counts pieces.
_COUNTING = Budget(depth=14, nodes=300_000)
#: Its values: a man is 2 of these units, a king 3; a won game is 64.
_UNITS, _MAN, _WON = 64, 2, 64
#: Up to here a mistake is an oversight; from there on it is hard to find over the board.
_SIMPLE, _HARD = 3, 8
_NUMBERS = ("no", "a", "two", "three", "four", "five", "six")


class Exchange(NamedTuple):
    """What a line wins for the side that begins it; below 0 what it loses.

    Attributes:
        line: the moves, up to the last capture.
        men: that it takes, without those it gives.
        kings: the same.
    """

    line: tuple[str, ...]
    men: int
    kings: int

    @property
    def pieces(self) -> int:
        """Men and kings together."""
        return self.men + self.kings


class Criticised(NamedTuple):
    """A move that was worse than another one, and the position before it."""

    position: Position
    played: Option
    best: Option


def exchange(position: Position, line: Sequence[str]) -> Exchange:
    """Play a line on the board, and count what is taken."""
    board, mover = position.copy(), position.to_play
    end, men, kings = 0, 0, 0
    for number, text in enumerate(line, start=1):
        pieces, sign = board.pieces, 1 if board.to_play is mover else -1
        for square in board.play(text).captured:
            end = number
            if pieces[square].king:
                kings += sign
            else:
                men += sign
    return Exchange(tuple(line[:end]), men, kings)


def criticism(moves: Sequence[Criticised], threads: int = 0) -> list[list[str]]:
    """Say of each move what it lost or missed, where that can be proved; an empty list where it cannot."""
    found = [_outcome(move) for move in moves]
    rest = [number for number, lines in enumerate(found) if not lines]
    positions = [moves[number].position for number in rest]
    for number, options in zip(rest, move_values(positions, _COUNTING, threads=threads), strict=True):
        found[number] = _material(moves[number], options)
    return found


def depth_words(plies: int) -> str:
    """How deep a search must be to find a mistake, in words."""
    said = f"A search {plies} {'ply' if plies == 1 else 'plies'} deep finds it"
    if plies <= _SIMPLE:
        return f"{said}: a simple oversight."
    return f"{said}: hard to find over the board." if plies >= _HARD else f"{said}."


def _outcome(move: Criticised) -> list[str]:
    """Sentences about a game that is decided."""
    best, played = move.best, move.played
    if not best.by_depth:  # solved: nothing was searched
        if best.value > 0:
            return ["Turns a won ending into a loss." if played.value < 0 else "Throws away a won ending."]
        return ["Turns a draw into a loss."]
    lines = []
    if played.plies < 0:
        lines.append(f"Loses by force in {-played.plies} plies: {' '.join(played.line)}.")
    if best.plies > 0:
        lines.append(f"Misses {best.move}, which wins in {best.plies} plies: {' '.join(best.line)}.")
    return lines


def _material(move: Criticised, options: Sequence[Option]) -> list[str]:
    """Sentences about pieces that are lost or could have been won."""
    by_move = {option.move: option for option in options}
    stands = _balance(move.position)
    played, best = (
        [round(value * _UNITS) - stands for value in by_move[option.move].by_depth]
        for option in (move.played, move.best)
    )
    # A game that is won or lost, and a loss that the better move does not avoid, say nothing about pieces.
    if max(abs(played[-1] + stands), abs(best[-1] + stands)) == _WON or best[-1] - played[-1] < _MAN:
        return []
    lines = []
    if played[-1] <= -_MAN:
        lost = _shortest(move, move.played.move, [value <= -_MAN for value in played])
        if lost.pieces < 0:
            lines.append(f"Loses {_amount(-lost.men, -lost.kings)}: {' '.join(lost.line)}.")
    if best[-1] >= _MAN:
        won = _shortest(move, move.best.move, [value >= _MAN for value in best])
        if won.pieces > 0:
            lines.append(
                f"Misses {move.best.move}, which wins {_amount(won.men, won.kings)}: {' '.join(won.line)}."
            )
    return lines


def _shortest(move: Criticised, which: str, holds: Sequence[bool]) -> Exchange:
    """The line of the first depth from which on something holds."""
    depth = first_lasting(holds)
    assert depth is not None
    options = move_values([move.position], Budget(depth=depth), threads=1)[0]
    return exchange(move.position, next(option.line for option in options if option.move == which))


def first_lasting(holds: Sequence[bool]) -> int | None:
    """The first place from which on something holds to the end; None where it does not at the end."""
    failed = max((place for place, each in enumerate(holds) if not each), default=-1)
    return failed + 1 if failed + 1 < len(holds) else None


def _balance(position: Position) -> int:
    """Pieces of the side to move beyond those of the other, in the units of the search."""
    (men, kings), (other_men, other_kings) = (
        position.count(colour) for colour in (position.to_play, position.to_play.opponent)
    )
    return 2 * (men - other_men) + 3 * (kings - other_kings)


def _amount(men: int, kings: int) -> str:
    """Pieces in words: `a man`, `two kings`, `a man and a king`."""
    if men < 0 or kings < 0:
        return _counted(men + kings, "piece")
    return " and ".join(_counted(number, name) for number, name in ((men, "man"), (kings, "king")) if number)


def _counted(number: int, name: str) -> str:
    plural = {"man": "men"}.get(name, f"{name}s")
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {name if number == 1 else plural}"
