"""Settings: dataclass fields that carry their help, range and choices.

    @dataclass(frozen=True)
    class BookTraining(Settings):
        k: int = setting(15, "Neighbours per pattern (K).", least=1, most=60)

A wrong value is refused when the object is made. Options of commands (`kifu.interfaces.cli.options`), texts
such as `playouts=400,level=club`, run.json, model cards and the tables in docs/ come from the same fields.
"""

import dataclasses
import math
import re
import types
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin

from kifu.errors import InputError

_WORDS = dict.fromkeys(("yes", "true", "on", "1", ""), True) | dict.fromkeys(
    ("no", "false", "off", "0"), False
)
_KINDS = {int: "a whole number", float: "a number", bool: "yes or no", str: "text"}


@dataclasses.dataclass(frozen=True)
class Setting:
    """What is known of one field.

    Attributes:
        help: one plain sentence.
        least: smallest number; `above` is a bound that is not reached itself.
        most: largest number; `below` is a bound that is not reached itself.
        choices: words it may be; those of the annotation where that is a `Literal`.
        option: its name on the command line and in texts, if not the field's.
        formerly: an older name: refused on the command line, read from older files.
        internal: whether commands have no option for it.
        name: of the field.
        kind: int, float, str, bool, or another type that is not checked.
        optional: whether it may be None.
    """

    help: str
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    choices: tuple[str, ...] = ()
    option: str = ""
    formerly: str = ""
    internal: bool = False
    name: str = ""
    kind: Any = None
    optional: bool = False
    default: Any = None

    @property
    def key(self) -> str:
        """Its name in texts and among the arguments of a command."""
        return self.option.replace("-", "_") or self.name

    @property
    def flag(self) -> str:
        """Its option: `--rate`; `--no-net` where that switches something off."""
        off = "no-" if self.default is True and not self.option else ""
        return f"--{off}{self.key.replace('_', '-')}"

    @property
    def bounds(self) -> str:
        """The range in words: `from 1 to 60`; empty where every number will do."""
        low, high = self.least if self.above is None else self.above, self.most
        if self.below is not None:
            return f"from {_number(low)} and below {_number(self.below)}"
        if low is None or high is None:
            return (
                ""
                if low is None
                else f"{'above' if self.above is not None else 'of at least'} {_number(low)}"
            )
        if self.above is not None:
            return f"above {_number(low)} and up to {_number(high)}"
        return f"from {_number(low)} to {_number(high)}"

    @property
    def shown_default(self) -> str:
        """The default as people write it; empty where there is none."""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if self.default is None:
            return ""
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def check(self, value: Any) -> None:
        """Refuse a value of another type, outside the range, or not among the choices."""
        if not (value is None and self.optional) and not self._fits(value):
            raise self._error(value)

    def read(self, text: str) -> Any:
        """Read a value from text; its range is checked later."""
        try:
            if self.kind is bool:
                return _WORDS[text.lower()]
            return self.kind(text) if self.kind in (int, float) else text
        except (KeyError, ValueError):
            raise self._error(text) from None

    def _error(self, value: Any) -> InputError:
        kind = f"{_KINDS.get(self.kind, 'a value')} {self.bounds}".strip()
        expected = f"one of {', '.join(self.choices)}" if self.choices else kind
        return InputError(f"expected {self.key} as {expected}, got {value!r}")

    def _fits(self, value: Any) -> bool:
        if self.kind is bool:
            return isinstance(value, bool)
        if self.kind not in (int, float):
            return not self.choices or value in self.choices
        if isinstance(value, bool) or not isinstance(value, Integral if self.kind is int else Real):
            return False
        number: Any = value
        return (
            math.isfinite(number)
            and (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
            and (self.above is None or number > self.above)
            and (self.below is None or number < self.below)
        )


def setting(
    default: Any = None,
    help: str = "",  # noqa: A002 (the word that click uses)
    *,
    factory: Callable[[], Any] | None = None,
    **about: Any,
) -> Any:
    """Declare a field of a `Settings` class; `about` are attributes of `Setting`."""
    metadata = {"setting": Setting(help, **about)}
    if factory is not None:
        return dataclasses.field(default_factory=factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


class Settings:
    """Base of all settings; subclasses are frozen dataclasses whose fields are made by `setting`.

    A field whose type is itself a `Settings` class is a part: on the command line and in texts its settings
    stand among the others. `first_word` names the setting that a first word without `=` gives in a text.
    """

    first_word: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for entry in own_settings(type(self)):
            entry.check(getattr(self, entry.name))

    @classmethod
    def from_values(cls, values: Mapping[str, Any], **fixed: Any) -> Self:
        """Take the settings that this class has out of a mapping by key.

        Args:
            values: what is missing or None has its usual value.
            fixed: values of fields, None too.
        """
        given = {e.name: values[e.key] for e in own_settings(cls) if values.get(e.key) is not None}
        given |= {name: part.from_values(values) for name, part in _parts(cls).items()}
        return cls(**given | fixed)

    @classmethod
    def from_text(cls, text: str, owner: str, **usual: Any) -> Self:
        """Read `playouts=400,level=club`.

        Args:
            text: the settings.
            owner: whose they are, for errors: `player katia`.
            usual: values of settings that the text leaves out.
        """
        known = {entry.key: entry for entry in all_settings(cls)}
        texts = _pairs(text, cls.first_word, owner)
        for key in (*usual, *texts):
            if key not in known:
                raise InputError(f"{owner} has no option {key!r}; it has {', '.join(known)}")
        try:
            return cls.from_values(usual | {key: known[key].read(word) for key, word in texts.items()})
        except InputError as error:
            raise InputError(f"{owner}: {error}") from None

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Read back what `facts` gave, from an older version too; unknown names are refused."""
        former = {entry.formerly: entry.name for entry in own_settings(cls) if entry.formerly}
        given = {former.get(name, name): value for name, value in facts.items()}
        known = [field.name for field in _fields(cls)]
        for name in given:
            if name not in known:
                raise InputError(f"there is no setting {name!r}; there are {', '.join(known)}")
        return cls(**given)

    def facts(self) -> dict[str, Any]:
        """All settings by name, for run.json and cards."""
        settings: Any = self  # a dataclass, as all subclasses are
        return dataclasses.asdict(settings)


_known: dict[type[Settings], tuple[Setting, ...]] = {}


def own_settings(cls: type[Settings]) -> tuple[Setting, ...]:
    """The settings that a class declares, in order; those of its parts left out."""
    if cls not in _known:
        _known[cls] = tuple(_declared(field) for field in _fields(cls) if "setting" in field.metadata)
    return _known[cls]


def all_settings(cls: type[Settings]) -> tuple[Setting, ...]:
    """The settings of a class and of its parts."""
    return (*own_settings(cls), *(entry for part in _parts(cls).values() for entry in all_settings(part)))


def table(cls: type[Settings], *, options: bool = False) -> str:
    """The settings of a class, without its parts, as a Markdown table.

    Args:
        cls: whose.
        options: those that are options of a command, named as there.
    """
    rows = [("option" if options else "setting", "default", "values", "meaning"), ("---",) * 4]
    for entry in own_settings(cls):
        values = ", ".join(entry.choices) or entry.bounds.removeprefix("of ")
        if not options:
            rows.append((f"`{entry.key}`", entry.shown_default, values, entry.help))
        elif not entry.internal:
            default = "" if entry.kind is bool else entry.shown_default
            rows.append((f"`{entry.flag}`", default, values, entry.help))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _fields(cls: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cls)


def _parts(cls: type[Settings]) -> dict[str, type[Settings]]:
    """The fields of a class that are settings classes themselves."""
    types_ = ((field.name, field.type) for field in _fields(cls))
    return {name: kind for name, kind in types_ if isinstance(kind, type) and issubclass(kind, Settings)}


def _declared(field: dataclasses.Field[Any]) -> Setting:
    """A setting with what the field's annotation says of it."""
    about: Setting = field.metadata["setting"]
    kind: Any = field.type
    optional, choices = False, about.choices
    if get_origin(kind) in (Union, types.UnionType):
        inner = [one for one in get_args(kind) if one is not type(None)]
        optional, kind = len(inner) < len(get_args(kind)), inner[0]
    if get_origin(kind) is Literal:
        kind, choices = str, get_args(kind)
    default = None if field.default is dataclasses.MISSING else field.default
    return dataclasses.replace(
        about, name=field.name, kind=kind, optional=optional, choices=choices, default=default
    )


def _pairs(text: str, first: str, owner: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, part in enumerate(filter(None, (part.strip() for part in text.split(",")))):
        name, equals, value = part.partition("=")
        key = name.strip().lower().replace("-", "_")
        is_name = re.fullmatch(r"[a-z][a-z0-9_]*", key) is not None
        if first and number == 0 and not (equals and is_name):
            key, value = first, part
        elif not is_name:
            raise InputError(f"{owner}: expected options such as name=value,name=value; got {part!r}")
        if key in found:
            raise InputError(f"{owner}: the option {key} stands twice in {text!r}")
        found[key] = value.strip()
    return found


def _number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"
