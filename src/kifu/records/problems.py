"""What a forgiving read repaired: what it was, and where."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Something in a record that breaks its format or its game, and how it was read.

    Attributes:
        kind: A short name for programs, such as "extra-close".
        message: What was found and what was made of it, for people.
        line: Line in the file, from 1.
        byte: Offset in the file, from 0.
        move: Number of the main-line move it belongs to, from 1.
    """

    kind: str
    message: str
    line: int | None = None
    byte: int | None = None
    move: int | None = None

    def __str__(self) -> str:
        places = []
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.byte is not None:
            places.append(f"byte {self.byte}")
        if self.move is not None:
            places.append(f"move {self.move}")
        return f"{', '.join(places)}: {self.message}" if places else self.message


SGF_MESSAGES = {
    "text-outside": "text outside the games was passed over: {found!r}",
    "missing-open": "the file has no '(' before its first node; one was assumed",
    "missing-close": "the file ends inside a game; the missing ')' were assumed",
    "extra-close": "a ')' without its '(' was passed over",
    "missing-semicolon": "a property stands where a node should begin; a ';' was assumed: {found!r}",
    "node-after-variation": "a node follows a closed variation; it was read as one more variation",
    "empty-variation": "a variation without nodes was passed over",
    "stray-text": "text between properties was passed over: {found!r}",
    "stray-value": "a value without a property name was passed over: {found!r}",
    "unclosed-value": "a value without its ']' was closed: {found!r}",
    "unescaped-bracket": "a ']' inside a text was read as part of it; it should be written '\\]'",
    "lower-case-name": "a property name in small letters was read as SGF 4 writes it: {found!r}",
    "too-many-empty-nodes": "more than a million empty nodes; the others were left out",
    "bad-size": "the board size should be a number up to 52, or two with ':' if they differ: {found!r}",
    "guessed-size": "no board size, and points beyond 19x19; the size was taken from this point: {found!r}",
    "bad-point": "expected a point of two letters, such as 'dp': {found!r} was passed over",
    "point-off-board": "the point is not on the board: {found!r}",
    "point-spelling": "a point or pass in an unusual spelling was read: {found!r}",
    "two-moves": "a second move in one node was read as the next move: {found!r}",
    "setup-with-move": "a node sets up stones and plays a move; the stones were set up first",
    "duplicate-property": "a property that its node already has was joined with it: {found!r}",
    "too-many-stones": "more than a million stones are set up; the others were left out",
    "other-game": "the record is of another game than Go: GM[{found}]; its moves are not read",
}
