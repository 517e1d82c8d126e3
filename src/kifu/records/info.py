"""The facts about a game that its record states: players, ranks, date, event, rules, komi, result."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from kifu.records.results import Result, is_in_zi, is_standard, parse_amount


class FormatFacts(TypedDict, total=False):
    """What only records of one format say: width and height of the board, and the number of nodes."""

    size: list[int]
    nodes: int


@dataclass(frozen=True)
class GameInfo:
    """Facts about a game; texts as written, empty where the record does not say.

    Attributes:
        black: Player of the black stones; in draughts too Black moves first.
        white: Player of the white stones.
        komi: Points given to White, or None where the record does not say.
        handicap: Number of handicap stones, 0 in an even game.
        result: How the game ended, or None where the record does not say.
        date: As written; `dates` and `year` read it.
        raw: Every property as written, by its name in the format (SGF `PB`, PDN `Black`).
    """

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    black_team: str = ""
    white_team: str = ""
    date: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    name: str = ""
    rules: str = ""
    time: str = ""
    overtime: str = ""
    source: str = ""
    user: str = ""
    annotator: str = ""
    copyright: str = ""
    comment: str = ""
    komi: float | None = None
    handicap: int = 0
    result: Result | None = None
    raw: Mapping[str, str] = field(default_factory=dict)

    @property
    def year(self) -> int | None:
        """The year the game was played, from the first four digits of the date."""
        found = re.search(r"(?<!\d)\d{4}(?!\d)", unicodedata.normalize("NFKC", self.date))
        return int(found[0]) if found else None

    @property
    def dates(self) -> tuple[str, ...]:
        """The days of the game as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, as far as they are written."""
        return parse_dates(self.date)


def parse_dates(text: str) -> tuple[str, ...]:
    """Reads SGF's short lists of dates: `1996-05-06,07,08`, `1996-05,06`, `1996-12-27,28,1997-01-03`.

    A date with no year follows the one before it. Parts that are no dates are passed over.
    """
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"(\d{4})\s*[./年]\s*(\d{1,2})(?:\s*[./月]\s*(\d{1,2}))?\s*日?", _with_hyphens, text[:1000])
    dates: list[str] = []
    last: list[str] = []  # year, month, day of the date before
    for part in re.split(r"[,;\s]+|\.\.", text):
        if (
            not (found := re.fullmatch(r"(?:(\d{4})(?:-|$))?(?:(\d{1,2})(?:-|$))?(?:(\d{1,2}))?", part))
            or not part
        ):
            continue
        year, month, day = found.groups()
        numbers = [n.zfill(2) for n in (month, day) if n]
        if year:
            last = [year, *numbers]
        elif not last:
            continue
        elif len(numbers) == 2:  # MM-DD
            last = [last[0], *numbers]
        else:  # DD where the date before had a day, MM where it had only a month
            last = [*last[: max(1, len(last) - 1)], *numbers]
        if all(1 <= int(n) <= limit for n, limit in zip(last[1:], (12, 31), strict=False)):
            dates.append("-".join(last))
    return tuple(dates)


def _with_hyphens(date: re.Match[str]) -> str:
    return "-".join(part for part in date.groups() if part)


def parse_komi(text: str) -> tuple[float | None, str | None]:
    """Reads komi in points, and says what had to be repaired.

    Returns:
        Points, and None or the repair: `7,5` (comma), `650` (hundredths of points), `375` and `3.75`
        (Chinese zi, each two points), words, or nothing that can be read.
    """
    short = text.strip()
    if re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)", short) and len(short) <= 12:
        komi = float(short)
        if "." not in short and _in_hundredths(abs(komi)):
            points, repair = komi / 100, "was written in hundredths"
        else:
            points, repair = komi, ""
        if abs(points) < 20 and abs(points) % 0.5 == 0.25:
            return points * 2, "counts zi, of two points each"
        return points, repair or None
    if not short:
        return None, "is empty"
    if re.fullmatch(r"(?i)no(ne|\s*komi)?|n/a|-|\?|無し?|无|なし", short):
        return (0.0 if short.lower().startswith("no") else None), "is in words"
    sign = -1 if short[0] in "-−" else 1
    amount = parse_amount(short[:50].lstrip("+-−"))
    if amount is None:
        return None, "cannot be read"
    is_comma = re.fullmatch(r"[+-]?\d+,\d+", short) is not None
    return sign * amount, "is written with a comma" if is_comma else "is in words"


def _in_hundredths(komi: float) -> bool:
    # 375 is 3.75 zi and 650 is 6.5 points, but a komi of 100 or 1000 is somebody's real handicap.
    return 150 <= komi < 1000 and (komi % 100 in (25, 50, 75) or komi in (500, 600, 700, 800))


def parse_handicap(text: str) -> tuple[int, str | None]:
    """Reads the number of handicap stones, and says what had to be repaired."""
    short = unicodedata.normalize("NFKC", text).strip()
    if re.fullmatch(r"\d{1,3}", short):
        return int(short), None
    found = re.search(r"\d{1,3}", short)
    if found and not short.startswith("-"):
        return int(found[0]), "is in words"
    return 0, "is empty" if not short else "cannot be read"


def info_problems(raw: Mapping[str, str], has_black_setup: bool) -> list[tuple[str, str, str]]:
    """What is unusual in SGF's komi, handicap and result: kind, property and message."""
    found = []
    if "KM" in raw:
        komi, repair = parse_komi(raw["KM"])
        if repair:
            reading = "left open" if komi is None else f"read as {komi:g} points"
            found.append(("komi", "KM", f"the komi {raw['KM'][:30]!r} {repair}; it was {reading}"))
    if "HA" in raw:
        handicap, repair = parse_handicap(raw["HA"])
        if repair:
            message = f"the handicap {raw['HA'][:30]!r} {repair}; it was read as {handicap}"
            found.append(("handicap", "HA", message))
        if handicap >= 2 and not has_black_setup:
            message = f"a handicap of {handicap} stones, but none are set up"
            found.append(("handicap-without-stones", "HA", message))
    if "RE" in raw and not is_standard(raw["RE"]):
        repair = "counts zi, of two points each" if is_in_zi(raw["RE"]) else "is not written as SGF asks"
        message = f"the result {raw['RE'][:30]!r} {repair}; it was read as {Result.parse(raw['RE'])}"
        found.append(("result", "RE", message))
    return found
