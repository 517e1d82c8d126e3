"""Results of games, from every way in which records write them.

A margin is the difference of the two scores in points. Chinese records count stones (zi, 子) beyond half
of the board: one zi more for one side is one less for the other, so one zi is two points of difference.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from kifu.records.moves import Colour

ResultKind = Literal["score", "resign", "time", "forfeit", "draw", "void", "unknown", "unfinished"]


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes:
        winner: The side that won, or None.
        margin: By how many points, where the game was counted.
        kind: What decided the game. "unknown" with a winner means that only the winner is recorded.
    """

    winner: Colour | None
    margin: float | None
    kind: ResultKind

    @classmethod
    def parse(cls, text: str) -> "Result":
        """Reads a result as written in a record; what cannot be understood is of kind "unknown"."""
        return _parse(text)

    @property
    def text(self) -> str:
        """The result as people read it: `B+3.5`, or `unfinished`."""
        return "unfinished" if self.kind == "unfinished" else str(self)

    def __str__(self) -> str:
        """The result as SGF writes it: `B+3.5`, `W+R`, `0`, `Void`, `?`."""
        if self.kind == "draw":
            return "0"
        if self.kind in ("void", "unfinished"):
            return "Void"
        if self.winner is None:
            return "?"
        ending = {"resign": "R", "time": "T", "forfeit": "F"}.get(self.kind, "")
        return f"{self.winner.value}+{_number(self.margin) if self.margin is not None else ending}"


def is_standard(text: str) -> bool:
    """Whether a result is written as SGF 4 asks."""
    return _STANDARD.fullmatch(text) is not None and not is_in_zi(text)


def is_in_zi(text: str) -> bool:
    """Whether a margin is written as SGF 4 asks but has a quarter, which zi have and points have not."""
    return _IN_ZI.fullmatch(text) is not None


def parse_amount(text: str) -> float | None:
    """Reads an amount of points, or of zi (`子`), which count two points each.

    Known are `3.5`, `3,5`, `3½`, `3 1/2`, `1目半`, `半目`, `3집반`, `3又3/4子` (7.5 points) and the like.
    Returns None where the text holds no amount.
    """
    text = _normalized(text)
    text = _FRACTION_IN_WORDS.sub(lambda m: f"{_chinese_number(m[2])}/{_chinese_number(m[1])}", text)
    text = _CHINESE_NUMBER.sub(lambda m: f" {_chinese_number(m[0])} ", text)
    is_zi = "子" in text
    amount = None
    if mixed := _MIXED.search(text):
        whole, over, under = mixed.groups()
        if int(under):
            amount = float(whole or 0) + int(over) / int(under)
    elif plain := _DECIMAL.search(text):
        amount = float(plain[0].replace(",", "."))
    if _HALF.search(text):
        amount = (amount or 0.0) + 0.5
    return amount * 2 if amount is not None and is_zi else amount


def _normalized(text: str) -> str:
    # A fraction sign is set apart first: normalised, 3½ would be 31/2.
    text = re.sub("[½¼¾]", lambda sign: " " + unicodedata.normalize("NFKC", sign[0]), text)
    return unicodedata.normalize("NFKC", text).replace("⁄", "/")


def _number(value: float) -> str:
    return f"{value:.10g}"


_STANDARD = re.compile(r"0|Draw|Void|\?|[BW]\+(\d{1,6}(\.\d*)?|\.\d+|R|Resign|T|Time|F|Forfeit)?")
_IN_ZI = re.compile(r"[BW]\+\d*\.[27]50*")
_MIXED = re.compile(r"(?<!\d)(?:(\d{1,6})\s*(?:[又と과+]|\s)\s*)?(\d{1,4})\s*/\s*(\d{1,4})")
_DECIMAL = re.compile(r"(?<![\d.,])(?:\d{0,6}[.,]\d{1,6}|\d{1,6}(?!\d))")
_HALF = re.compile(r"半|반|\bhalf\b")
_FRACTION_IN_WORDS = re.compile(
    r"([一二两兩三四五六七八九十]|\d+)\s*分\s*[之の]\s*([一二两兩三四五六七八九十]+|\d+)"
)
_CHINESE_NUMBER = re.compile(r"[〇零一二两兩三四五六七八九十百]+")
_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}


def _chinese_number(text: str) -> int:
    if text.isdigit():
        return int(text)
    total = current = 0
    for char in text[:8]:
        if char in "十百":
            total += (current or 1) * (10 if char == "十" else 100)
            current = 0
        else:
            current = current * 10 + _DIGITS.get(char, 0)
    return total + current


# Words are looked for in this order; the first kind that has one decides.
_WITHOUT_WINNER: list[tuple[ResultKind, re.Pattern[str]]] = [
    (
        "unfinished",
        re.compile(
            r"unfinished|not finished|suspend|adjourn|打挂|打掛|打ち掛|打ちかけ|封棋|中断|中斷|미완|봉수"
        ),
    ),
    (
        "void",
        re.compile(r"\bvoid\b|no result|\bannul|cancel|無勝負|无胜负|無效|无效|무효|triple ko|三劫|三コウ"),
    ),
    (
        "draw",
        re.compile(r"\bdraw|\bjigo\b|\btied?\b|和棋|和局|持碁|持棋|ジゴ|じご|引き?分|무승부|비김|빅\b|ничья"),
    ),
]
_ENDINGS: list[tuple[ResultKind, re.Pattern[str]]] = [
    ("time", re.compile(r"\btime|\bt\b|超时|超時|時間|时间|切れ負|시간")),
    (
        "forfeit",
        re.compile(
            r"forfeit|\bf\b|default|disqualif|no.?show|walk.?over"
            r"|弃权|棄權|棄権|不戦|不战|反則|犯规|犯規|실격|부전"
        ),
    ),
    (
        "resign",
        re.compile(r"resign|\br(es)?\b|中[盘盤]|中押|投了|投子|认输|認輸|不[计計]|불계|기권|돌을 거"),
    ),
]
_COLOUR = re.compile(r"\b(?:black|b)\b|黑|黒|흑|(\b(?:white|w)\b|白|백)")
_LOSES = re.compile(
    r"lose|lost|loss|resigns|resigned|forfeits|forfeited|overstepped|timed? ?out|ran out"
    r"|负|負|敗|败|输|輸|投了|패"
)
_WINS = re.compile(r"\bw[io]n|beat|勝|胜|승|贏|赢|\+")
_NO_RESULT = re.compile(r"\s*(\?+|-|unknown|n/?a|none|不明|未知|미상)?\s*")


def _parse(text: str) -> Result:
    text = text[:200].strip()
    text = _normalized(text).lower()
    if _NO_RESULT.fullmatch(text):
        return Result(None, None, "unknown")
    if text in ("0", "0.0", "=", "1/2-1/2"):
        return Result(None, None, "draw")
    if quick := _QUICK.match(text):
        winner = Colour.BLACK if quick[1] == "b" else Colour.WHITE
        return _with_ending(winner, quick[2])
    colour = _COLOUR.search(text)
    if colour is None or not (_WINS.search(text) or _LOSES.search(text)):
        for kind, words in _WITHOUT_WINNER:
            if words.search(text):
                return Result(None, None, kind)
    if colour is None:
        return Result(None, None, "unknown")
    winner = Colour.WHITE if colour[1] else Colour.BLACK
    rest = text[colour.end() :]
    other = _COLOUR.search(rest)
    # What is said of the side named first: "White resigns", "黑负".
    clause = rest[: other.start()] if other else rest
    if _LOSES.search(clause) and not re.search(r"\bw[io]n|勝|胜|승", clause):
        winner = winner.opponent
    elif (
        not _WINS.search(rest)
        and not any(words.search(rest) for _, words in _ENDINGS)
        and parse_amount(rest) is None
    ):
        return Result(None, None, "unknown")
    return _with_ending(winner, rest)


_QUICK = re.compile(r"([bw])\s*\+\s*(.*)", re.DOTALL)


def _with_ending(winner: Colour, rest: str) -> Result:
    rest = re.split(r"[(（;]", rest, maxsplit=1)[0] or rest
    for kind, words in _ENDINGS:
        if words.search(rest):
            return Result(winner, None, kind)
    amount = parse_amount(rest)
    if amount is None:
        return Result(winner, None, "unknown")
    if amount % 0.5 == 0.25:  # no points: zi without the sign
        amount *= 2
    return Result(winner, amount, "score") if amount > 0 else Result(None, None, "draw")
