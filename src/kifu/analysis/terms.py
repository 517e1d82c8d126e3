"""Under which terms a game is scored: rules, komi and handicap, and where each comes from."""

from dataclasses import dataclass
from typing import Literal, Self

from kifu.games.go import Rules, rules_of
from kifu.games.go.rules import find
from kifu.games.go.scoring import compensation, likely_komi
from kifu.records.results import Result
from kifu.records.sgf import SgfRecord

Origin = Literal["record", "default", "asked", "repaired"]


@dataclass(frozen=True)
class Terms:
    """What a count needs to know besides the board.

    Attributes:
        rules: The ruleset.
        rules_from: Where it comes from: the `record`, asked for, or by `default`.
        komi: Points for White.
        komi_from: The same; `repaired` where the record's own result shows that it was another.
        handicap: Number of handicap stones.
        plain: Whether territory is counted as go servers do: every point surrounded by one side counts.
        notes: What a reader of the sheet should know about it.
    """

    rules: Rules
    rules_from: Origin
    komi: float
    komi_from: Origin
    handicap: int
    plain: bool
    notes: tuple[str, ...]

    @classmethod
    def explicit(cls, rules: Rules, komi: float, handicap: int = 0) -> Self:
        """Terms of a game that is played here, where nothing has to be guessed."""
        return cls(rules, "asked", komi, "asked", handicap, False, ())

    @property
    def total_komi(self) -> float:
        """Komi, and what White gets for Black's handicap stones."""
        return self.komi + compensation(self.rules, self.handicap)


def terms_of(record: SgfRecord, rules: Rules | str | None = None, komi: float | None = None) -> Terms:
    """Find a record's terms; `rules` and `komi` are used instead of the record's where they are given."""
    info = record.info
    notes: list[str] = []
    rules_from: Origin
    if rules is not None:
        used, rules_from = Rules.named(rules), "asked"
    else:
        used = rules_of(record)
        rules_from = "record" if find(info.rules) else "default"
        if rules_from == "default":
            said = f"names the unknown rules {info.rules[:40]!r}" if info.rules else "names no rules"
            notes.append(f"the record {said}; {used} rules are taken")
    komi_from: Origin
    if komi is not None:
        points, komi_from = komi, "asked"
    else:
        points, komi_from = _komi(used, info.komi, info.handicap, info.result, notes)
    return Terms(used, rules_from, points, komi_from, info.handicap, is_plain(record), tuple(notes))


def is_plain(record: SgfRecord) -> bool:
    """Whether the record comes from a server that counts every surrounded point, seki or not."""
    place = record.info.place.casefold()
    return "online-go" in place or place.startswith("ogs")


def _komi(
    rules: Rules, komi: float | None, handicap: int, result: Result | None, notes: list[str]
) -> tuple[float, Origin]:
    margin = result.margin if result is not None and result.kind == "score" else None
    points = likely_komi(rules, komi, handicap, margin)
    if komi is None and margin is not None and margin % 1 == 0:
        notes.append("the record names no komi, and its result is in whole points: none is taken")
    elif komi is None:
        notes.append(f"the record names no komi; {points:g}, the usual one under {rules} rules, is taken")
    elif points != komi:
        notes.append(f"the record's komi {komi:g} cannot give its result; {points:g} is taken")
    return points, "default" if komi is None else "record" if points == komi else "repaired"
