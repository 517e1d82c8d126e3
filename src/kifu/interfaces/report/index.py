"""The index of a folder of reports: all games, and what they show together, by player, opening and phase."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict
from urllib.parse import quote

import kifu
from kifu.interfaces.report.journal import Entry, Journal
from kifu.interfaces.report.page import Html, Table, document, section, tag
from kifu.interfaces.report.report import Counted, GameSummary, nothing, to_csv, to_json
from kifu.interfaces.report.shared import share
from kifu.records.moves import Side
from kifu.work.files import write_bytes

#: Rows of tables on the page; the files beside it have all.
_GAMES, _GROUPS = 2000, 100
_COUNTS = ("moves", "first", "first_five", "mistakes", "lost")
_PLAIN = (
    "file", "number", "report", "game", "size", "black", "black_rank", "white", "white_rank", "date", "event",
    "rules", "komi", "recorded", "score", "finished", "agrees", "winner", "move_count", "opening",
    "turning_points",
)  # fmt: skip
_SIDES: tuple[Side, ...] = ("black", "white")
#: In what moves lose, with how many digits, and whether boards of several sizes are told apart.
_KINDS = {"go": ("points", 1, True), "draughts": ("value", 2, False)}


class IndexedGame(GameSummary):
    """A reviewed game and its files."""

    report: str
    files: list[str]


class PlayerCounts(Counted):
    """How a player did in all games."""

    name: str
    games: int
    wins: int
    losses: int


class OpeningCounts(TypedDict):
    """Results of the games with an opening."""

    name: str
    games: int
    black_wins: int
    white_wins: int
    draws: int


class PhaseCounts(Counted):
    """How both sides did in a phase of all games."""

    name: str


class GamesTogether(TypedDict):
    """All games of one kind."""

    by_player: list[PlayerCounts]
    by_opening: list[OpeningCounts]
    by_phase: list[PhaseCounts]


class FileProblem(TypedDict):
    """A file without a report."""

    file: str
    problem: str


class IndexFacts(TypedDict):
    """All games of a folder of reports."""

    kifu: str
    games: list[IndexedGame]
    together: dict[str, GamesTogether]
    problems: list[FileProblem]


def write_index(journal: Journal, problems: Sequence[tuple[str, str]]) -> None:
    """Write index.html, index.json and index.csv of all games in a folder of reports."""
    entries = sorted(journal.entries.values(), key=lambda entry: entry.stem)
    games: list[IndexedGame] = [
        {**entry.summary, "report": entry.stem, "files": list(entry.suffixes)} for entry in entries
    ]
    facts: IndexFacts = {
        "kifu": kifu.__version__,
        "games": games,
        "together": {kind: _together([g for g in games if g["game"] == kind]) for kind in _kinds(games)},
        "problems": [{"file": file, "problem": reason} for file, reason in problems],
    }
    write_bytes(journal.folder / "index.json", to_json(facts))
    write_bytes(journal.folder / "index.csv", to_csv([_row(game) for game in games], _heads()))
    write_bytes(journal.folder / "index.html", _page(facts, entries))


def _kinds(games: Iterable[IndexedGame]) -> list[str]:
    return sorted({game["game"] for game in games}, reverse=True)


def _together(games: Sequence[IndexedGame]) -> GamesTogether:
    """Games of one kind by player, opening and phase, those with most games first."""
    players: dict[str, PlayerCounts] = {}
    openings: dict[str, OpeningCounts] = {}
    phases: dict[str, PhaseCounts] = {}
    for game in games:
        board = f"{game['size']}x{game['size']}: " if _KINDS[game["game"]][2] else ""
        kind = f"{board}{game['opening']}"
        opening = openings.setdefault(
            kind, {"name": kind, "games": 0, "black_wins": 0, "white_wins": 0, "draws": 0}
        )
        winner = game["winner"]
        opening["games"] += 1
        opening["black_wins"] += winner == "black"
        opening["white_wins"] += winner == "white"
        opening["draws"] += winner == "draw"
        for side in _SIDES:
            name = game[side] or "unknown"
            mine = players.setdefault(name, {"name": name, "games": 0, "wins": 0, "losses": 0, **nothing()})
            mine["games"] += 1
            mine["wins"] += winner == side
            mine["losses"] += winner in _SIDES and winner != side
            _add(mine, game["sides"][side]["all"])
            for phase, counted in game["sides"][side].items():
                if phase != "all":
                    _add(phases.setdefault(phase, {"name": phase, **nothing()}), counted)
    return {
        "by_player": sorted(players.values(), key=lambda one: (-one["games"], one["name"])),
        "by_opening": sorted(openings.values(), key=lambda one: (-one["games"], one["name"])),
        "by_phase": list(phases.values()),
    }


def _add(total: Counted, counted: Counted) -> None:
    for name in ("moves", "first", "first_five", "mistakes"):
        total[name] += counted[name]
    total["lost"] = round(total["lost"] + counted["lost"], 3)


def _heads() -> list[str]:
    sides = [f"{side}_{name}" for side in _SIDES for name in _COUNTS]
    return [*_PLAIN, "worst_move", "worst_cost", *sides]


def _row(game: IndexedGame) -> dict[str, object]:
    facts: Mapping[str, object] = game
    row = {name: facts.get(name) for name in _PLAIN}
    worst = game["worst"]
    row["worst_move"] = worst["number"] if worst else None
    row["worst_cost"] = worst["cost"] if worst else None
    for side in _SIDES:
        row |= {f"{side}_{name}": count for name, count in game["sides"][side]["all"].items()}
    return row


def _page(facts: IndexFacts, entries: Sequence[Entry]) -> bytes:
    games, problems = facts["games"], facts["problems"]
    count = f"{len(games):,} {'game' if len(games) == 1 else 'games'}"
    body: list[object] = [tag("header", [tag("h1", "Reviewed games"), tag("p", count, cls="quiet")])]
    for kind, together in facts["together"].items():
        several = len(facts["together"]) > 1
        body += _groups(together, _KINDS[kind][0], f" ({kind})" if several else "")
    body.append(_list(games, entries))
    if problems:
        rows = [(one["file"], one["problem"]) for one in problems[:_GAMES]]
        body.append(
            section("Not reviewed", Table(["file", "problem"], rows).html(), _more(len(problems), _GAMES))
        )
    body.append(
        tag("footer", f"Made by Kifu {kifu.__version__}; index.json and index.csv have the same facts.")
    )
    return document("Reviewed games", body)


def _groups(together: GamesTogether, unit: str, kind: str) -> list[Html]:
    players, openings = together["by_player"], together["by_opening"]
    counts = ["#moves", "#first choice", "#first five", "#mistakes", f"#{unit} lost a move"]
    of_players = [(p["name"], p["games"], p["wins"], p["losses"], *_shares(p)) for p in players[:_GROUPS]]
    of_openings = [
        (o["name"], o["games"], o["black_wins"], o["white_wins"], o["draws"]) for o in openings[:_GROUPS]
    ]
    of_phases = [(p["name"], *_shares(p)) for p in together["by_phase"] if p["moves"]]
    return [
        section(
            f"Players{kind}",
            Table(["player", "#games", "#won", "#lost", *counts], of_players).html(),
            _more(len(players), _GROUPS),
        ),
        section(f"Phases{kind}", Table(["phase", *counts], of_phases).html()),
        section(
            f"Openings{kind}",
            Table(["opening", "#games", "#Black won", "#White won", "#drawn"], of_openings).html(),
            _more(len(openings), _GROUPS),
        ),
    ]


def _shares(counted: Counted) -> tuple[object, ...]:
    moves = counted["moves"]
    return (
        moves,
        share(counted["first"], moves),
        share(counted["first_five"], moves),
        counted["mistakes"],
        f"{counted['lost'] / moves:.2f}" if moves else "",
    )


def _list(games: Sequence[IndexedGame], entries: Sequence[Entry]) -> Html:
    rows = []
    for game, entry in list(zip(games, entries, strict=True))[:_GAMES]:
        suffix = next((s for s in (".html", ".sgf", ".pdn", ".json", ".csv") if s in entry.suffixes), "")
        players = f"{game['black'] or '?'} – {game['white'] or '?'}"
        link = tag("a", players, href=quote(f"{entry.stem}{suffix}"))
        worst = game["worst"]
        rows.append(
            (
                link,
                game["date"],
                game["recorded"] or "",
                game["score"] or "",
                game["move_count"],
                game["turning_points"],
                f"move {worst['number']}: {worst['cost']:.{_KINDS[game['game']][1]}f}" if worst else "",
                game["file"] if game["number"] == 1 else f"{game['file']}, game {game['number']}",
            )
        )
    heads = ["game", "date", "record says", "Kifu says", "#moves", "#turning points", "cost most", "file"]
    return section("Games", Table(heads, rows).html(), _more(len(games), _GAMES))


def _more(count: int, shown: int) -> Html | None:
    return tag("p", f"and {count - shown:,} more; see index.json", cls="quiet") if count > shown else None
