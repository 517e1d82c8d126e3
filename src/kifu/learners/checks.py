"""What the settings of every learner are checked for: words among choices, numbers within bounds."""

from collections.abc import Mapping, Sequence

from kifu.errors import InputError


def check_words(settings: object, choices: Mapping[str, Sequence[str]]) -> None:
    """Refuse a word that is none of its choices, by the name of the setting."""
    for name, known in choices.items():
        word = getattr(settings, name)
        if word not in known:
            raise InputError(f"expected {name} as one of {', '.join(known)}, got {word!r}")


def check_numbers(settings: object, bounds: Mapping[str, tuple[float, float]]) -> None:
    """Refuse what is no number, or smaller or larger than its bounds."""
    for name, (low, high) in bounds.items():
        value = getattr(settings, name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise InputError(f"expected {name} from {low:g} to {high:g}, got {value!r}")
