"""Rules, by the names that KGS and KataGo use, or piece by piece."""

import json
from typing import TypeVar

from kifu.errors import RulesError
from kifu.games.go.rules import Compensation, Counting, Ko, Rules
from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session
from kifu.protocols.gtp import GtpError, shown

T = TypeVar("T")

_KGS = ("chinese", "japanese", "aga", "new_zealand")
_BONUS = {Compensation.NONE: "0", Compensation.STONES: "N", Compensation.STONES_LESS_ONE: "N-1"}


@command("kgs-rules", "RULES", 1)
def _kgs_rules(session: Session, words: Words) -> str:
    if words[0].lower() not in _KGS:
        raise GtpError(f"unknown rules {shown(words[0])}; expected one of {', '.join(_KGS)}")
    session.set_rules(Rules.named(words[0]))
    return ""


@command("kata-get-rules")
def _get_rules(session: Session, words: Words) -> str:
    rules = session.rules
    facts = {
        "hasButton": False,
        "ko": rules.ko.name,
        "scoring": rules.counting.name,
        "suicide": rules.suicide,
        "tax": "NONE" if rules.counting is Counting.AREA else "SEKI",
        "whiteHandicapBonus": _BONUS[rules.compensation],
    }
    return json.dumps(facts)


@command("kata-set-rules", "NAME | JSON", 1, 64)
def _set_rules(session: Session, words: Words) -> str:
    text = " ".join(words)
    session.set_rules(_pieces(text) if text.startswith("{") else _named(text))
    return ""


def _named(text: str) -> Rules:
    try:
        return Rules.named(text)
    except RulesError:
        raise GtpError(f"unknown rules {shown(text)}") from None


def _pieces(text: str) -> Rules:
    """Rules put together as KataGo writes them; a rule that Kifu does not play is refused by name."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError("expected the rules as one JSON object") from None
    if not isinstance(facts, dict):
        raise GtpError("expected the rules as one JSON object")
    scoring = _one(facts, "scoring", facts.pop("scoringRule", "AREA"), {c.name: c for c in Counting})
    ko = _one(facts, "ko", facts.pop("koRule", "POSITIONAL"), {k.name: k for k in Ko})
    bonus = _one(facts, "whiteHandicapBonus", "0", {word: kind for kind, word in _BONUS.items()})
    suicide = facts.pop("suicide", facts.pop("multiStoneSuicideLegal", False))
    tax = facts.pop("tax", "NONE" if scoring is Counting.AREA else "SEKI")
    if tax != ("NONE" if scoring is Counting.AREA else "SEKI"):
        raise GtpError(f"tax {shown(str(tax))} is not played; by area it is NONE, by territory SEKI")
    if facts.pop("hasButton", False) is not False:
        raise GtpError("a button is not played")
    facts.pop("friendlyPassOk", None)
    if facts or not isinstance(suicide, bool):
        raise GtpError(f"unknown rule {shown(next(iter(facts), 'suicide'))}")
    return Rules("custom", scoring, ko, suicide, 7.5, bonus)


def _one(facts: dict[str, object], name: str, default: object, known: dict[str, T]) -> T:
    value = facts.pop(name, default)
    if not isinstance(value, str) or value not in known:
        raise GtpError(f"expected {name} as one of {', '.join(known)}, got {shown(str(value))}")
    return known[value]
