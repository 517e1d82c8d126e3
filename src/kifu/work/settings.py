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

_YES, _NO = ("yes", "true", "on", "1", ""), ("no", "false", "off", "0")
_KINDS = {int: "a whole number", float: "a number", bool: "yes or no", str: "text"}


def setting(
    default: Any = dataclasses.MISSING,
    help: str = "",  # noqa: A002 (the word that click and argparse use)
    *,
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
    below: float | None = None,
    choices: tuple[str, ...] = (),
    option: str = "",
    formerly: str = "",
    internal: bool = False,
    factory: Callable[[], Any] | None = None,
) -> Any:
    """Declare a field of a `Settings` class.

    Args:
        default: its value where none is given.
        help: one plain sentence.
        least: smallest number.
        most: largest number.
        above: a bound that is not reached itself.
        below: a bound that is not reached itself.
        choices: words it may be; those of the annotation where that is a `Literal`.
        option: its name on the command line and in texts, if not the field's.
        formerly: an older name: refused on the command line, read from older files.
        internal: whether commands have no option for it.
        factory: makes the default.
    """
    about: dict[str, Any] = {"help": help, "least": least, "most": most, "above": above, "below": below}
    about |= {"choices": choices, "key": option, "formerly": formerly, "internal": internal}
    if factory is not None:
        return dataclasses.field(default_factory=factory, metadata={"setting": about})
    return dataclasses.field(default=default, metadata={"setting": about})


@dataclasses.dataclass(frozen=True)
class Setting:
    """What is known of one field; see `setting`.

    Attributes:
        name: of the field.
        key: its name on the command line and in texts.
        kind: int, float, str, bool, or another type that is not checked.
        optional: whether it may be None.
    """

    name: str
    key: str
    kind: Any
    optional: bool
    default: Any
    help: str
    least: float | None
    most: float | None
    above: float | None
    below: float | None
    choices: tuple[str, ...]
    formerly: str
    internal: bool

    @property
    def bounds(self) -> str:
        """The range in words: `from 1 to 60`; empty where every number will do."""
        low = "" if self.least is None else f"from {_number(self.least)}"
        low = low if self.above is None else f"above {_number(self.above)}"
        high = "" if self.most is None else f"to {_number(self.most)}"
        high = high if self.below is None else f"below {_number(self.below)}"
        if low and high:
            return f"{low} {high}" if self.above is None and self.below is None else f"{low} and {_up(high)}"
        return (
            f"of at least {_number(self.least)}" if self.least is not None and not high else low or _up(high)
        )

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return f"{_KINDS.get(self.kind, 'a value')} {self.bounds}".strip()

    @property
    def shown_default(self) -> str:
        """The default as people write it."""
        if self.default is None or self.default is dataclasses.MISSING:
            return ""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def check(self, value: Any) -> None:
        """Refuse a value of another type, outside the range, or not among the choices."""
        if not (value is None and self.optional) and not self._fits(value):
            raise self.error(value)

    def read(self, text: str) -> Any:
        """Read a value from text; the range is checked later."""
        try:
            if self.kind is bool:
                return {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}[text.lower()]
            return self.kind(text) if self.kind in (int, float) else text
        except (KeyError, ValueError):
            raise self.error(text) from None

    def error(self, value: Any) -> InputError:
        """The error for a wrong value."""
        return InputError(f"expected {self.key} as {self.expected}, got {value!r}")

    def _fits(self, value: Any) -> bool:
        if self.kind is bool:
            return isinstance(value, bool)
        if self.kind not in (int, float):
            return not self.choices or value in self.choices
        if isinstance(value, bool) or not isinstance(value, Integral if self.kind is int else Real):
            return False
        number = float(value)
        return (
            math.isfinite(number)
            and (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
            and (self.above is None or number > self.above)
            and (self.below is None or number < self.below)
        )


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
        given |= {name: part.from_values(values) for name, part in parts(cls).items()}
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


def _fields(cls: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cls)


def own_settings(cls: type[Settings]) -> tuple[Setting, ...]:
    """The settings that a class declares, in order; those of its parts left out."""
    if cls in _known:
        return _known[cls]
    found = []
    for field in _fields(cls):
        if "setting" in field.metadata:
            about = dict(field.metadata["setting"])
            kind, optional, choices = _kind(field.type)
            about["key"] = about["key"].replace("-", "_") or field.name
            about["choices"] = about["choices"] or choices
            found.append(Setting(field.name, kind=kind, optional=optional, default=field.default, **about))
    return _known.setdefault(cls, tuple(found))


def parts(cls: type[Settings]) -> dict[str, type[Settings]]:
    """The fields of a class that are settings classes themselves."""
    return {
        field.name: field.type
        for field in _fields(cls)
        if isinstance(field.type, type) and issubclass(field.type, Settings)
    }


def all_settings(cls: type[Settings]) -> tuple[Setting, ...]:
    """The settings of a class and of its parts."""
    return (*own_settings(cls), *(entry for part in parts(cls).values() for entry in all_settings(part)))


def table(cls: type[Settings], *, options: bool = False) -> str:
    """The settings of a class, without its parts, as a Markdown table.

    Args:
        cls: whose.
        options: those that are options of a command, named as there.
    """
    rows = [("option" if options else "setting", "default", "values", "meaning"), ("---",) * 4]
    for entry in own_settings(cls):
        name, default = entry.key, entry.shown_default
        values = ", ".join(entry.choices) or ("yes, no" if entry.kind is bool else entry.bounds)
        if options:
            name = option_name(entry)
            default, values = ("", "") if entry.kind is bool else (default, values)
        if not (options and entry.internal):
            rows.append((f"`{name}`", default, values.removeprefix("of "), entry.help))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def option_name(entry: Setting) -> str:
    """The option of a setting: `--rate`; `--no-net` for a flag that switches something off."""
    off = "no-" if entry.default is True and entry.key == entry.name else ""
    return f"--{off}{entry.key.replace('_', '-')}"


def _kind(hint: Any) -> tuple[Any, bool, tuple[str, ...]]:
    """The type of an annotation, whether None will do, and the words of a `Literal`."""
    optional = False
    if get_origin(hint) in (Union, types.UnionType):
        inner = [one for one in get_args(hint) if one is not type(None)]
        optional, hint = len(inner) < len(get_args(hint)), inner[0]
    if get_origin(hint) is Literal:
        return str, optional, get_args(hint)
    return hint, optional, ()


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


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _up(high: str) -> str:
    return f"up {high}" if high.startswith("to") else high
