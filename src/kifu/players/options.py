"""Options of a player as text: `playouts=1000,threads=2`. What nobody takes is a mistake."""

from collections.abc import Mapping
from typing import TypeVar

from kifu.errors import InputError

N = TypeVar("N", int, float)

_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


class Options:
    """Options by name; a player takes those it knows, then calls `done`.

    Args:
        player: whose they are, for errors.
        given: their texts.
    """

    def __init__(self, player: str, given: Mapping[str, str] | None = None) -> None:
        self.player = player
        self._left = dict(given or {})
        self._known: list[str] = []

    def text(self, name: str, default: str | None = None) -> str | None:
        """Take a text."""
        self._known.append(name)
        return self._left.pop(name, default)

    def whole(self, name: str, default: int, low: int = 0, high: int = 2**63 - 1) -> int:
        """Take a whole number."""
        return self._number(name, default, low, high, int)

    def real(self, name: str, default: float, low: float = 0.0, high: float = 1e9) -> float:
        """Take a number."""
        return self._number(name, default, low, high, float)

    def flag(self, name: str, default: bool = False) -> bool:
        """Take a yes or no; the bare name means yes."""
        text = self.text(name)
        if text is None:
            return default
        if text.lower() in _YES or text == "":
            return True
        if text.lower() in _NO:
            return False
        raise InputError(f"player {self.player}: expected {name}=yes or {name}=no, got {text!r}")

    def one_of(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """Take one of several words."""
        text = self.text(name) or default
        if text not in choices:
            raise InputError(
                f"player {self.player}: expected {name} as one of {', '.join(choices)}, got {text!r}"
            )
        return text

    def done(self) -> None:
        """Refuse what nobody took."""
        for name in self._left:
            known = f"it knows {', '.join(self._known)}" if self._known else "it has no options"
            raise InputError(f"player {self.player} has no option {name!r}; {known}")

    def _number(self, name: str, default: N, low: N, high: N, kind: type[N]) -> N:
        text = self.text(name)
        if text is None:
            return default
        try:
            number = kind(text)
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            what = "a whole number" if kind is int else "a number"
            raise InputError(
                f"player {self.player}: expected {name} as {what} from {low:g} to {high:g}, got {text!r}"
            )
        return number
