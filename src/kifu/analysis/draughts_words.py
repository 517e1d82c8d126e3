"""What a move of draughts did, in sentences that are true on the board.

A sentence about pieces rests on a search that counts pieces and leaves no answer out; one about an ending on
the solved tables.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kifu.games.draughts import Position
from kifu.players.draughts.move_values import Budget, Option, move_values

#: The search that counts pieces.
_COUNTING = Budget(depth=16, nodes=1_000_000)
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
    two = [[moves[number].played.move, moves[number].best.move] for number in rest]
    counted = move_values(positions, _COUNTING, moves=two, threads=threads)
    for number, options in zip(rest, counted, strict=True):
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
    values = [
        [round(value * _UNITS) for value in by_move[option.move].by_depth]
        for option in (move.played, move.best)
    ]
    if any(abs(value[-1]) == _WON for value in values):
        return []  # about more than pieces
    lines = []
    played, best = ([value - stands for value in each] for each in values)
    # From some depth on the better move always has more; half a man is enough, for a man who is crowned
    # meanwhile makes up for half of one who is lost.
    lasts = [mine < other for mine, other in zip(played, best, strict=True)]
    lost = _line_of(move, move.played, [value <= -_MAN for value in played], lasts, [v < 0 for v in played])
    if lost is not None and lost.pieces < 0:
        lines.append(f"Loses {_amount(-lost.men, -lost.kings)}: {' '.join(lost.line)}.")
    won = _line_of(move, move.best, [value >= _MAN for value in best], lasts, [v > 0 for v in best])
    if won is not None and won.pieces > 0:
        amount = _amount(won.men, won.kings)
        lines.append(f"Misses {move.best.move}, which wins {amount}: {' '.join(won.line)}.")
    return lines


def _line_of(
    move: Criticised, option: Option, happens: Sequence[bool], *lasts: Sequence[bool]
) -> Exchange | None:
    """The line of the first depth at which something happens that lasts at all further ones."""
    start = first_lasting([all(each) for each in zip(*lasts, strict=True)])
    if start is None or not any(happens[start:]):
        return None
    depth = start + list(happens[start:]).index(True)
    two = [move.played.move, move.best.move]
    options = move_values([move.position], replace(_COUNTING, depth=depth), moves=[two], threads=1)[0]
    return exchange(move.position, next(each.line for each in options if each.move == option.move))


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
