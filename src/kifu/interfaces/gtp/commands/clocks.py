"""Clocks, in the three ways in which controllers set them."""

import math

from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session, colour_of
from kifu.players.clocks import Absolute, ByoYomi, Canadian, CappedFischer, Clock, Fischer
from kifu.protocols.gtp import GtpError, as_number, as_whole, shown

_MOST_SECONDS, _MOST_STONES = 10**8, 10**6


@command("time_settings", "MAIN PERIOD STONES", 3)
def _time_settings(session: Session, words: Words) -> str:
    main, period, stones = _seconds(words[0]), _seconds(words[1]), _whole(words[2])
    if period > 0 and stones == 0:
        session.set_clock(None)  # GTP's way to say: no limit
    else:
        session.set_clock(Absolute(main) if period == 0 else Canadian(main, period, stones))
    return ""


@command("time_left", "COLOUR SECONDS STONES", 3)
def _time_left(session: Session, words: Words) -> str:
    colour, seconds, stones = colour_of(words[0]), _seconds(words[1]), _whole(words[2])
    clock = session.clocks[colour]
    if not session.is_clock_told:
        # Told without settings: what it says is all there is.
        clock = Canadian(0, seconds, stones) if stones and seconds else Absolute(seconds)
        session.clocks[colour] = clock
    if clock is not None:
        clock.set(seconds, stones)
    return ""


@command("kgs-time_settings", "none | absolute M | byoyomi M P N | canadian M P N", 1, 4)
def _kgs_time_settings(session: Session, words: Words) -> str:
    session.set_clock(_clock(words, ("none", "absolute", "byoyomi", "canadian")))
    return ""


@command("kata-list_time_settings")
def _kata_list_time_settings(session: Session, words: Words) -> str:
    return " ".join(_SYSTEMS)


@command(
    "kata-time_settings",
    "none | absolute M | byoyomi M P N | canadian M P N | fischer M I | fischer-capped M I LIMIT MOVE",
    1,
    5,
)
def _kata_time_settings(session: Session, words: Words) -> str:
    session.set_clock(_clock(words, _SYSTEMS))
    return ""


_WORDS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2, "fischer-capped": 4}
_SYSTEMS = tuple(_WORDS)


def _clock(words: Words, known: tuple[str, ...]) -> Clock | None:
    system, rest = words[0].lower(), words[1:]
    if system not in known:
        raise GtpError(f"unknown time system {shown(words[0])}; expected one of {', '.join(known)}")
    if len(rest) != _WORDS[system]:
        raise GtpError(f"expected {_WORDS[system]} numbers after {system}, got {len(rest)}")
    if system == "none":
        return None
    main = _seconds(rest[0])
    if system == "absolute":
        return Absolute(main)
    more = _seconds(rest[1])
    if system == "fischer":
        return Fischer(main, more)
    if system == "fischer-capped":
        most, most_a_move = _limit(rest[2]), _limit(rest[3])
        if most < main:
            raise GtpError(f"expected a limit of at least the main time, got {shown(rest[2])}")
        return CappedFischer(main, more, most, most_a_move)
    stones = as_whole(rest[2], 1, _MOST_STONES, "stones or periods")
    return ByoYomi(main, more, stones) if system == "byoyomi" else Canadian(main, more, stones)


def _seconds(word: str) -> float:
    return as_number(word, 0, _MOST_SECONDS, "seconds")


def _limit(word: str) -> float:
    """A number of seconds, or a negative number for none."""
    seconds = as_number(word, -_MOST_SECONDS, _MOST_SECONDS, "seconds, or -1 for no limit")
    return seconds if seconds >= 0 else math.inf


def _whole(word: str) -> int:
    return as_whole(word, 0, _MOST_STONES, "stones")
