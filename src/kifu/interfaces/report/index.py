"""The index of a folder of reports: all games, and what they show together, by player, opening and phase."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import kifu
from kifu.interfaces.report.journal import Entry, Journal
from kifu.interfaces.report.page import Html, Table, document, section, tag
from kifu.interfaces.report.report import to_csv, to_json
from kifu.interfaces.report.shared import share
from kifu.work.facts import JsonObject
from kifu.work.files import write_bytes

#: Rows of tables on the page; the files beside it have all.
_GAMES, _GROUPS = 2000, 100
_COUNTS = ("moves", "first", "first_five", "mistakes", "lost")
_PLAIN = (
    "file", "number", "report", "game", "size", "black", "black_rank", "white", "white_rank", "date", "event",
    "rules", "komi", "recorded", "score", "finished", "agrees", "winner", "move_count", "opening",
    "turning_points",
)  # fmt: skip
#: Of each game: what losses are measured in, their digits, and how an opening is named.
_KINDS = {"go": ("points", 1, "{size}x{size}: {opening}"), "draughts": ("value", 2, "{opening}")}


def write_index(journal: Journal, problems: Sequence[tuple[str, str]], player: str | None = None) -> None:
    """Write index.html, index.json and index.csv of all games in a folder of reports.

    Args:
        journal: the games.
        problems: files that have no report, and why.
        player: whose summary stands beside the index.
    """
    entries = sorted(journal.entries.values(), key=lambda entry: entry.stem)
    games: list[JsonObject] = [
        {**entry.summary, "report": entry.stem, "files": list(entry.suffixes)} for entry in entries
    ]
    facts = {
        "kifu": kifu.__version__,
        "games": games,
        "together": {kind: _together([g for g in games if g["game"] == kind]) for kind in _kinds(games)},
        "problems": [{"file": file, "problem": reason} for file, reason in problems],
    }
    write_bytes(journal.folder / "index.json", to_json(facts))
    write_bytes(journal.folder / "index.csv", to_csv([_row(game) for game in games], _heads()))
    write_bytes(journal.folder / "index.html", _page(facts, entries, player))


def _kinds(games: Iterable[Mapping[str, Any]]) -> list[str]:
    return sorted({game["game"] for game in games}, reverse=True)


def _together(games: Sequence[Mapping[str, Any]]) -> JsonObject:
    """Games of one kind by player, opening and phase, those with most games first."""
    players: dict[str, JsonObject] = {}
    openings: dict[str, JsonObject] = {}
    phases: dict[str, JsonObject] = {}
    for game in games:
        name = _KINDS[game["game"]][2].format_map(game)
        opening = openings.setdefault(name, {"games": 0, "black_wins": 0, "white_wins": 0, "draws": 0})
        opening["games"] += 1
        if game["winner"] in ("black", "white", "draw"):
            opening["draws" if game["winner"] == "draw" else f"{game['winner']}_wins"] += 1
        for side in ("black", "white"):
            mine = players.setdefault(
                game[side] or "unknown", dict.fromkeys(("games", "wins", "losses", *_COUNTS), 0)
            )
            mine["games"] += 1
            mine["wins"] += game["winner"] == side
            mine["losses"] += game["winner"] in ("black", "white") and game["winner"] != side
            _add(mine, game["sides"][side]["all"])
            for phase, counted in game["sides"][side].items():
                if phase != "all":
                    _add(phases.setdefault(phase, dict.fromkeys(_COUNTS, 0)), counted)
    return {
        "by_player": _ranked(players),
        "by_opening": _ranked(openings),
        "by_phase": [{"name": phase} | counted for phase, counted in phases.items()],
    }


def _add(total: JsonObject, counted: Mapping[str, Any]) -> None:
    for name in _COUNTS:
        total[name] = round(total[name] + counted[name], 3)


def _ranked(groups: Mapping[str, Mapping[str, Any]]) -> list[JsonObject]:
    ordered = sorted(groups.items(), key=lambda item: (-item[1]["games"], item[0]))
    return [{"name": name, **counted} for name, counted in ordered]


def _heads() -> list[str]:
    sides = [f"{side}_{name}" for side in ("black", "white") for name in _COUNTS]
    return [*_PLAIN, "worst_move", "worst_cost", *sides]


def _row(game: Mapping[str, Any]) -> JsonObject:
    worst = game["worst"] or {}
    row = {name: game.get(name) for name in _PLAIN}
    row |= {"worst_move": worst.get("number"), "worst_cost": worst.get("cost")}
    for side in ("black", "white"):
        row |= {f"{side}_{name}": game["sides"][side]["all"][name] for name in _COUNTS}
    return row


def _page(facts: Mapping[str, Any], entries: Sequence[Entry], player: str | None) -> bytes:
    games, problems = facts["games"], facts["problems"]
    count = f"{len(games):,} {'game' if len(games) == 1 else 'games'}"
    body: list[object] = [tag("header", [tag("h1", "Reviewed games"), tag("p", count, cls="quiet")])]
    if player:
        body.append(tag("p", tag("a", f"How {player} did, and what to practise", href="player.html")))
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


def _groups(together: Mapping[str, Any], unit: str, kind: str) -> list[Html]:
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


def _shares(counted: Mapping[str, Any]) -> tuple[object, ...]:
    moves = counted["moves"]
    return (
        moves,
        share(counted["first"], moves),
        share(counted["first_five"], moves),
        counted["mistakes"],
        f"{counted['lost'] / moves:.2f}" if moves else "",
    )


def _list(games: Sequence[Mapping[str, Any]], entries: Sequence[Entry]) -> Html:
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
