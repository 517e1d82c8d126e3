"""How one player did in the games of a folder of reports: where points are lost, and what to practise."""

import re
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import kifu
from kifu.archive.filters import names_player
from kifu.errors import InputError
from kifu.interfaces.report.facts import Counted, add_kind, nothing
from kifu.interfaces.report.journal import Entry
from kifu.records.moves import Side
from kifu.work.facts import JsonObject

_SIDES: tuple[Side, ...] = ("black", "white")
#: Names that an error lists.
_NAMES = 20
#: A player is summarised unasked who is in so many games, and in more than half of them.
_OFTEN = 3
#: Best and worst games, and the moves of the player from which on a game can be one.
_EXTREMES, _FEW = 3, 10
#: Periods of a trend, and the games that each has at least.
_PERIODS, _IN_PERIOD = 4, 3
#: Standard errors that make a change of the trend more than chance.
_SURE = 2.0
#: A phase is weak that costs so many times what is expected of it.
_MORE = 1.1

#: By kind of mistake: what it is called, and what to practise.
KINDS = {
    "self-atari": ("self-atari", "counting liberties before a move"),
    "loses stones": ("stones lost to capture", "reading what the opponent can capture next"),
    "stones die": ("own groups that die", "life and death: making two eyes"),
    "lets live": ("groups of the opponent that live", "life and death: killing moves"),
    "ignores": ("threats ignored", "asking what each move of the opponent threatens"),
    "needs no answer": ("answers to no threat", "playing elsewhere when nothing is threatened"),
    "own territory": ("moves in own territory", "finding what is still open"),
    "captures": ("captures missed", "capturing problems"),
    "ko": ("kos missed", "ko fights"),
    "saves": ("own stones not saved", "looking for own stones in atari"),
    "ladder": ("ladders missed", "reading ladders"),
    "race": ("capturing races lost", "counting liberties in capturing races"),
    "kills": ("kills missed", "life and death: killing moves"),
    "connects": ("connections missed", "connecting weak groups"),
    "cuts": ("cuts missed", "looking for cuts"),
    "atari": ("ataris missed", "looking for ataris"),
    "points": ("points given away", "judging which part of the board is largest"),
    "line": ("better lines missed", "comparing two candidate moves before playing one"),
    "missed win": ("wins missed", "reading forced lines to their end"),
    "allowed loss": ("losses allowed", "looking for the opponent's shots before a move"),
    "other": ("other mistakes", ""),
}


@dataclass(frozen=True)
class _Game:
    """A game, as one of its players played it."""

    entry: Entry
    side: Side

    @property
    def counted(self) -> dict[str, Counted]:
        return self.entry.summary["sides"][self.side]

    @property
    def moves(self) -> int:
        return self.counted["all"]["moves"]

    @property
    def won(self) -> bool | None:
        winner = self.entry.summary["winner"]
        return winner == self.side if winner in ("black", "white") else None

    @property
    def date(self) -> str:
        """As year, month and day where they are known; empty without a year."""
        found = re.search(r"(\d{4})(?:[-./](\d{1,2}))?(?:[-./](\d{1,2}))?", self.entry.summary["date"])
        return "-".join(part.zfill(2) for part in found.groups() if part) if found else ""

    def facts(self) -> JsonObject:
        """A line of the list of games."""
        summary, every = self.entry.summary, self.counted["all"]
        other: Side = "white" if self.side == "black" else "black"
        return {
            "report": self.entry.stem,
            "file": summary["file"],
            "date": self.date,
            "side": self.side,
            "opponent": summary[other],
            "opponent_rank": summary["black_rank"] if other == "black" else summary["white_rank"],
            "recorded": summary["recorded"],
            "won": self.won,
            "moves": every["moves"],
            "mistakes": every["mistakes"],
            "lost": every["lost"],
            "lost_a_move": _a_move(every),
            "resigned": summary["resigned"] if self.won is False else None,
        }


def player_names(entries: Iterable[Entry]) -> Counter[str]:
    """Names of players, and in how many games they are."""
    both = ({entry.summary["black"], entry.summary["white"]} for entry in entries)
    return Counter(name for names in both for name in names if name)


def require_player(player: str, names: Counter[str]) -> None:
    """See that a player is in some game.

    Raises:
        InputError: The player is in none; lists the names that are.
    """
    if any(names_player(player, name) for name in names):
        return
    ordered = sorted(names.items(), key=lambda item: (-item[1], item[0]))
    listed = ", ".join(f"{name!r} ({games:,})" for name, games in ordered[:_NAMES]) or "no names at all"
    more = f" and {len(names) - _NAMES:,} more" if len(names) > _NAMES else ""
    raise InputError(
        f"expected a player of these games, or a part of a name with *, but none is {player!r}; "
        f"there are {listed}{more}"
    )


def most_frequent(names: Counter[str], games: int) -> str | None:
    """The player whose games these are, if one is clearly the most frequent."""
    (name, first), (_, second) = [*names.most_common(2), ("", 0), ("", 0)][:2]
    return name if first >= _OFTEN and 2 * first > games and first > second else None


def summarise(entries: Sequence[Entry], player: str | None) -> JsonObject | None:
    """What the games show of one player.

    Args:
        entries: the games; those reviewed by an older version, without kinds of mistakes, are left out.
        player: name, any part of it as `*`; the most frequent one if not given.

    Returns:
        None where no player is clearly the most frequent.

    Raises:
        InputError: The player is in no game.
    """
    usable = [entry for entry in entries if "effort" in cast(JsonObject, entry.summary)]
    names = player_names(usable)
    wanted = player if player is not None else most_frequent(names, len(usable))
    if wanted is None:
        return None
    require_player(wanted, names)
    meant = [name for name, _ in names.most_common() if names_player(wanted, name)]
    games = [
        _Game(entry, side)
        for entry in usable
        for side in _SIDES
        if cast(JsonObject, entry.summary)[side] in meant
    ]
    boards: dict[tuple[str, int, bool], list[_Game]] = {}
    for game in games:
        summary = game.entry.summary
        boards.setdefault((summary["game"], summary["size"], summary["effort"] == "fast"), []).append(game)
    return {
        "kifu": kifu.__version__,
        "player": meant[0],
        "names": meant,
        "guessed": player is None,
        "games": len({game.entry.name for game in games}),
        "of_games": len(usable),
        "left_out": len(entries) - len(usable),
        "boards": [
            _board(*key, found) for key, found in sorted(boards.items(), key=lambda item: -len(item[1]))
        ],
    }


#: By game: what losses are measured in, and what its boards are called.
_OF_GAME = {"go": ("points", "{size}x{size}"), "draughts": ("value", "draughts")}


def _board(game: str, size: int, fast: bool, games: Sequence[_Game]) -> JsonObject:
    """All of one game on boards of one size, which can be compared."""
    dated = all(one.date for one in games)
    ordered = sorted(games, key=lambda one: one.date if dated else "")
    total = _total(games)
    every = total["all"]
    kinds = sorted(every["kinds"].items(), key=lambda item: -item[1]["lost"])
    mistaken = sum(found["lost"] for _, found in kinds)
    unit, title = _OF_GAME[game]
    long = sorted((one for one in games if one.moves >= _FEW), key=lambda one: _a_move(one.counted["all"]))
    many = min(_EXTREMES, len(long) // 2)
    found: JsonObject = {
        "game": game,
        "size": size,
        "title": title.format(size=size) + (", without search" if fast else ""),
        "unit": unit,
        "games": len(games),
        "won": sum(one.won is True for one in games),
        "lost": sum(one.won is False for one in games),
        "by_phase": [
            {
                "phase": phase,
                "moves": counted["moves"],
                "mistakes": counted["mistakes"],
                "lost": counted["lost"],
                "lost_a_move": _a_move(counted),
            }
            for phase, counted in total.items()
        ],
        "by_kind": [
            {
                "kind": kind,
                "name": KINDS.get(kind, KINDS["other"])[0],
                **counted,
                "share": round(counted["lost"] / mistaken, 3) if mistaken else 0.0,
                "lost_a_move": round(counted["lost"] / max(1, every["moves"]), 3),
                "by_phase": {
                    phase: counts["kinds"][kind]["count"]
                    for phase, counts in total.items()
                    if phase != "all" and kind in counts["kinds"]
                },
            }
            for kind, counted in kinds
        ],
        "best": [one.entry.stem for one in long[:many]],
        "worst": [one.entry.stem for one in long[::-1][:many]],
        "trend": _trend(ordered, dated),
        "list": [one.facts() for one in ordered],
    }
    return found | {"practise": practise(found)}


def _total(games: Iterable[_Game]) -> dict[str, Counted]:
    total: dict[str, Counted] = {}
    for game in games:
        for phase, counted in game.counted.items():
            mine = total.setdefault(phase, nothing())
            mine["moves"] += counted["moves"]
            mine["mistakes"] += counted["mistakes"]
            mine["lost"] = round(mine["lost"] + counted["lost"], 3)
            for kind, found in counted["kinds"].items():
                add_kind(mine, kind, found["lost"], found["count"])
    return total


def _a_move(counted: Counted) -> float:
    return round(counted["lost"] / counted["moves"], 3) if counted["moves"] else 0.0


def _trend(games: Sequence[_Game], dated: bool) -> JsonObject | None:
    """Points lost a move over time; None for too few games."""
    parts = min(_PERIODS, len(games) // _IN_PERIOD)
    if parts < 2:
        return None
    cuts = [round(i * len(games) / parts) for i in range(parts + 1)]
    periods = []
    for first, last in pairwise(cuts):
        some = games[first:last]
        days = [some[0].date, some[-1].date] if dated else [str(first + 1), str(last)]
        periods.append({"from": days[0], "to": days[1], "games": len(some), "lost_a_move": _mean(some)})
    halves = games[: len(games) // 2], games[len(games) // 2 :]
    before, after = ([_a_move(one.counted["all"]) for one in half] for half in halves)
    error = sum(statistics.variance(half) / len(half) for half in (before, after)) ** 0.5
    change = statistics.mean(after) - statistics.mean(before)
    sure = abs(change) > _SURE * error
    return {
        "by": "date" if dated else "order",
        "periods": periods,
        "change": ("worse" if change > 0 else "better") if sure else "none",
    }


def _mean(games: Iterable[_Game]) -> float:
    return _a_move(_total(games)["all"])


def practise(board: JsonObject) -> list[str]:
    """What to practise, in up to three sentences that the numbers give."""
    said, unit = [], board["unit"]
    kind = next((one for one in board["by_kind"] if one["kind"] != "other"), None)
    if kind is not None:
        times = "once" if kind["count"] == 1 else f"{kind['count']:,} times"
        said.append(
            f"Practise {KINDS[kind['kind']][1]}: {kind['name']} ({times}) cost {kind['lost']:.1f} {unit}, "
            f"{kind['share']:.0%} of what mistakes cost."
        )
    said += _phase_sentence(board)
    resigned: Counter[str] = Counter(one["resigned"]["phase"] for one in board["list"] if one["resigned"])
    if resigned.total() >= _OFTEN:
        phase, count = resigned.most_common(1)[0]
        said.append(f"{count} of {resigned.total()} games lost by resignation were lost in the {phase}.")
    return said or ["Too few mistakes to say what to practise."]


def _phase_sentence(board: JsonObject) -> list[str]:
    """The phase that costs more than it should."""
    phases = {one["phase"]: one["lost_a_move"] for one in board["by_phase"] if one["moves"] >= _FEW}
    every = phases.pop("all", 0.0)
    if len(phases) < 2 or not every:
        return []
    phase = max(phases, key=lambda name: phases[name])
    if phases[phase] < _MORE * every:
        return []
    beside = f"in the whole game {every:.2f}"
    return [f"The {phase} is the weakest phase: {phases[phase]:.2f} {board['unit']} lost a move; {beside}."]
