"""Facts about a move in words a player understands; numbered as in native/features/move_facts.cpp."""

from collections.abc import Callable

_STONES = ("a stone", "two stones", "three or more stones")
_LINES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PHASES = 6
_ROOM = ("hardly any", "little", "some", "fair", "much", "very much")

_NEAR = {
    (0, 1): "beside",
    (1, 1): "diagonal to",
    (0, 2): "one space from",
    (1, 2): "a knight's move from",
    (2, 2): "a diagonal jump from",
    (0, 3): "two spaces from",
    (1, 3): "a large knight's move from",
    (0, 4): "three spaces from",
}


def _capture(value: int) -> str:
    stones, running, relieves, last = value >> 3, value >> 2 & 1, value >> 1 & 1, value & 1
    text = f"it captures {_STONES[stones]}"
    text += " that could still run" if running else " that could not get away"
    if relieves:
        text += " and so saves stones in atari"
    return text + (", the last move among them" if last else "")


def _escape(value: int) -> str:
    stones, result = value >> 3, value >> 1 & 3
    if result == 0:
        return f"it extends {_STONES[stones]} in atari, which stay in atari"
    if result == 1:
        return f"it extends {_STONES[stones]} in atari, which can still be caught in a ladder"
    return f"it saves {_STONES[stones]} from atari"


def _atari(value: int) -> str:
    stones, works, last, loose = value >> 3, value >> 2 & 1, value >> 1 & 1, value & 1
    text = f"it puts {_STONES[stones]} in atari"
    text += ", which cannot get away" if works else ", which can get away"
    if last:
        text += "; the last move is one of them" if stones else "; it is the last move"
    return text + (" (and is in atari itself)" if loose else "")


def _self_atari(value: int) -> str:
    stones = ("the stone is", "two stones are", "three stones are", "four or more stones are")[value & 3]
    return f"{stones} in atari afterwards"


def _liberties(value: int) -> str:
    liberties, blocks = value // 3 + 1, value % 3
    shown = "a liberty" if liberties == 1 else f"{liberties} liberties" if liberties < 6 else "many liberties"
    joined = ("it stands alone", "it extends a block", "it connects blocks")[blocks]
    return f"{joined}, with {shown}"


def _approach(value: int) -> str:
    stones = _STONES[value >> 2]
    return f"it leaves {stones} of the enemy with two liberties"


def _defend(value: int) -> str:
    return f"it protects {_STONES[value // 3]} that could be caught in a ladder"


def _eye(value: int) -> str:
    return "it fills an eye of its own" if value == 0 else "it fills a point surrounded by its own stones"


def _ko(value: int) -> str:
    return (
        "it takes a ko",
        "it takes a ko while another is fought",
        "it is an atari in a ko fight",
        "it is played at the ko",
    )[value]


def _place(value: int) -> str:
    pair = value // _PHASES
    high = 0
    while (high + 1) * (high + 2) // 2 <= pair:
        high += 1
    low = pair - high * (high + 1) // 2
    return f"it is on the {_LINES[low]} line, {high + 1} from the other side"


def _to(which: str) -> Callable[[int], str]:
    def text(value: int) -> str:
        high = 0
        while (high + 1) * (high + 2) // 2 <= value:
            high += 1
        low = value - high * (high + 1) // 2
        if (low, high) == (0, 0):
            return f"it is on the point of {which}"
        return f"it is {_NEAR.get((low, high), f'{low} and {high} lines from')} {which}"

    return text


def _last_block(value: int) -> str:
    return f"it touches the block of the last move, which has {_count(value // 4)}"


def _own_beside(value: int) -> str:
    return f"it joins stones that the last move touched, which have {_count(value // 3)}"


def _count(few: int) -> str:
    return ("one liberty", "two liberties", "three liberties", "four or more liberties")[few]


#: By group of facts: what the fact says.
WORDS: dict[str, Callable[[int], str]] = {
    "capture": _capture,
    "escape": _escape,
    "atari": _atari,
    "double-atari": lambda _: "it is a double atari",
    "self-atari": _self_atari,
    "liberties": _liberties,
    "approach": _approach,
    "defend": _defend,
    "eye": _eye,
    "ko": _ko,
    "place": _place,
    "to-last": _to("the last move"),
    "to-second": _to("the move before the last"),
    "to-third": _to("the third last move"),
    "to-fourth": _to("the fourth last move"),
    "both-distances": lambda _: "its distance from the last two moves",
    "last-block": _last_block,
    "own-beside-last": _own_beside,
    "nearest": lambda v: _nearest(v // _PHASES),
    "influence": lambda v: _influence(v // _PHASES),
    "weak-near": lambda v: (
        f"the stones near it have {_count(min(v // 6 % 6, 3))} and {_count(min(v % 6, 3))}"
    ),
    "own-group": lambda v: _group("own", v),
    "enemy-group": lambda v: _group("enemy", v),
    "zone": lambda v: _zone(v),
    "stage": lambda v: _stage(v),
    "last-kind": lambda v: _last_kind(v),
}


def _group(whose: str, value: int) -> str:
    room, stones, steps = value // 9, value // 3 % 3, value % 3
    size = ("one or two stones", "some stones", "many stones")[stones]
    where = ("it touches", "it is two steps from", "it is near")[steps]
    return f"{where} an {whose} group of {size} with {_ROOM[room]} room"


def _zone(value: int) -> str:
    if value == 12:
        return "it is where neither side holds the ground"
    return f"it is in {'own' if value < 6 else 'enemy'} ground of a group with {_ROOM[value % 6]} room"


def _stage(value: int) -> str:
    # Sixteen moves a step up to 80, then thirty; on smaller boards as many for their size.
    name = (
        "beginning" if value == 0 else "opening" if value < 5 else "middle game" if value < 9 else "endgame"
    )
    return f"it fits the {name}"


def _last_kind(value: int) -> str:
    apart, contact, threat = value >> 2, value >> 1 & 1, value & 1
    if threat:
        return "the last move threatens to capture"
    if contact:
        return "the last move touches stones"
    return "the last move was played elsewhere" if apart >= 3 else "the last move keeps its distance"


def _nearest(pair: int) -> str:
    return f"the nearest own stone is {_steps(pair // 10)} away, the nearest enemy {_steps(pair % 10)}"


def _influence(pair: int) -> str:
    return f"own influence there is {_level(pair // 10)}, the enemy's {_level(pair % 10)}"


def _steps(distance: int) -> str:
    return "far" if distance >= 9 else f"{distance} step" + ("" if distance == 1 else "s")


def _level(level: int) -> str:
    return ("none", "faint", "faint", "weak", "weak", "fair", "fair", "strong", "strong", "very strong")[
        level
    ]
