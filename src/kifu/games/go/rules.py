"""The rulesets of Go in one table."""

from dataclasses import dataclass
from enum import Enum

from kifu.errors import RulesError


class Ko(Enum):
    """Which repetitions are forbidden. The values are the native core's."""

    SIMPLE = 0  # retaking a single stone at once
    POSITIONAL = 1  # any earlier position of the whole board
    SITUATIONAL = 2  # any earlier position with the same player to move


class Counting(Enum):
    """What is counted at the end."""

    AREA = "area"  # living stones and surrounded points
    TERRITORY = "territory"  # surrounded points and prisoners; nothing in seki


class Compensation(Enum):
    """Points White gets for Black's handicap stones, which count as Black's under area counting."""

    NONE = "none"
    STONES = "one a stone"
    STONES_LESS_ONE = "one a stone but the first"


@dataclass(frozen=True)
class Rules:
    """One ruleset.

    `komi` is the usual one of an even game and stands only where a game names none. Under most rulesets equal
    points are a draw; `black_wins_ties` says where they are not.
    """

    name: str
    counting: Counting
    ko: Ko
    suicide: bool
    komi: float
    compensation: Compensation = Compensation.NONE
    aliases: tuple[str, ...] = ()
    black_wins_ties: bool = False

    @staticmethod
    def named(name: "str | Rules") -> "Rules":
        """Find a ruleset by any name it goes by in records and protocols: Japanese, jp, GOE, NZ, ..."""
        if isinstance(name, Rules):
            return name
        found = find(name)
        if found is None:
            known = ", ".join(rules.name for rules in TABLE)
            raise RulesError(f"expected one of the rulesets {known}; got {name!r}")
        return found

    def __str__(self) -> str:
        return self.name


_AREA, _TERRITORY = Counting.AREA, Counting.TERRITORY

CHINESE = Rules(
    "Chinese", _AREA, Ko.POSITIONAL, False, 7.5, Compensation.STONES,
    ("cn", "chineseogs", "chinesekgs", "china", "中国", "中國", "中国规则", "中國規則", "数子"),
)  # fmt: skip
JAPANESE = Rules(
    "Japanese", _TERRITORY, Ko.SIMPLE, False, 6.5, Compensation.NONE,
    ("jp", "japan", "nihonkiin", "日本", "日本ルール", "日本规则", "territory"),
)  # fmt: skip
KOREAN = Rules(
    "Korean", _TERRITORY, Ko.SIMPLE, False, 6.5, Compensation.NONE,
    ("kr", "korea", "韩国", "韓国", "한국", "한국룰"),
)  # fmt: skip
AGA = Rules(
    "AGA", _AREA, Ko.SITUATIONAL, False, 7.5, Compensation.STONES_LESS_ONE,
    ("bga", "french", "american", "usgo"),
)  # fmt: skip
NEW_ZEALAND = Rules("New Zealand", _AREA, Ko.SITUATIONAL, True, 7.0, Compensation.NONE, ("nz", "newzealand"))
TROMP_TAYLOR = Rules("Tromp-Taylor", _AREA, Ko.POSITIONAL, True, 7.5, Compensation.NONE, ("tt", "logical"))
# Ing tells "fighting" from "disturbing" kos by hand; situational superko is what programs use in its place.
ING = Rules(
    "Ing", _AREA, Ko.SITUATIONAL, True, 8.0, Compensation.STONES, ("goe", "sst", "应氏", "應氏", "计点"),
    black_wins_ties=True,
)  # fmt: skip

TABLE = (CHINESE, JAPANESE, KOREAN, AGA, NEW_ZEALAND, TROMP_TAYLOR, ING)


def _plain(name: str) -> str:
    return (
        "".join(letter for letter in name.casefold() if letter.isalnum())
        .removesuffix("rules")
        .removesuffix("rule")
    )


_NAMES = {_plain(name): rules for rules in TABLE for name in (rules.name, *rules.aliases)}


def find(name: str) -> Rules | None:
    """Look a ruleset up by name; None if it is not known."""
    return _NAMES.get(_plain(name))
