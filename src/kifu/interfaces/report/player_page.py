"""The summary of a player as files: player.html, player.json and player.csv beside the index."""

from collections.abc import Iterator
from urllib.parse import quote

import kifu
from kifu.interfaces.report.journal import Journal
from kifu.interfaces.report.page import Html, Table, document, section, tag
from kifu.interfaces.report.player import summarise
from kifu.interfaces.report.report import to_csv, to_json
from kifu.work.facts import JsonObject
from kifu.work.files import write_bytes

#: Rows of the list of games; the files beside the page have all.
_GAMES = 500
_HEADS = ("board", "part", "name", "date", "games", "moves", "mistakes", "lost", "lost_a_move")
_CHANGES = {
    "better": "Fewer {unit} are lost in the later half of the games.",
    "worse": "More {unit} are lost in the later half of the games.",
    "none": "The later half of the games is not clearly better or worse than the earlier one.",
}


def write_summary(journal: Journal, player: str | None) -> JsonObject | None:
    """Write the summary of a player; None, and no files, where none is named or clearly the most frequent.

    Raises:
        InputError: The player is in no game.
    """
    entries = sorted(journal.entries.values(), key=lambda entry: entry.stem)
    facts = summarise(entries, player)
    if facts is not None:
        pages = {entry.stem: ".html" in entry.suffixes for entry in entries}
        write_bytes(journal.folder / "player.json", to_json(facts))
        write_bytes(journal.folder / "player.csv", to_csv(list(_rows(facts)), _HEADS))
        write_bytes(journal.folder / "player.html", _page(facts, pages))
    return facts


def summary_lines(facts: JsonObject) -> list[str]:
    """What the terminal shows: whose summary it is, how that player did, and what to practise."""
    within = f"{facts['games']:,} of {facts['of_games']:,} games"
    chosen = "; --player chooses another." if facts["guessed"] else "."
    lines = [f"Summary of {facts['player']}, who is in {within}{chosen}"]
    board = facts["boards"][0]
    return [*lines, f"  {_standing(board)}", *(f"  {sentence}" for sentence in board["practise"][:2])]


def _standing(board: JsonObject) -> str:
    """Wins, losses, and what a move costs."""
    every = next(one for one in board["by_phase"] if one["phase"] == "all")
    text = f"{board['title']}: {board['won']} won, {board['lost']} lost; "
    return f"{text}{every['lost_a_move']:.2f} {board['unit']} lost a move."


def _rows(facts: JsonObject) -> Iterator[JsonObject]:
    for board in facts["boards"]:
        row = {"board": board["title"]}
        for one in board["by_phase"]:
            yield row | one | {"part": "phase", "name": one["phase"]}
        for one in board["by_kind"]:
            yield row | one | {"part": "kind", "name": one["kind"], "mistakes": one["count"]}
        for one in (board["trend"] or {"periods": []})["periods"]:
            yield row | one | {"part": "period", "name": f"{one['from']} to {one['to']}"}
        for one in board["list"]:
            yield row | one | {"part": "game", "name": one["report"]}


def _page(facts: JsonObject, pages: dict[str, bool]) -> bytes:
    about = f"In {facts['games']:,} of {facts['of_games']:,} reviewed games."
    others = [name for name in facts["names"] if name != facts["player"]]
    parts = [tag("h1", facts["player"]), tag("p", about, cls="quiet")]
    if others:
        parts.append(tag("p", f"Also as {', '.join(others)}.", cls="quiet"))
    if facts["left_out"]:
        text = f"Left out: {facts['left_out']:,} that an older version reviewed. Review them again."
        parts.append(tag("p", text, cls="quiet"))
    body: list[object] = [tag("header", parts)]
    for board in facts["boards"]:
        body += _board(board, f" ({board['title']})" if len(facts["boards"]) > 1 else "", pages)
    body.append(tag("p", tag("a", "All games", href="index.html")))
    body.append(tag("footer", f"Kifu {kifu.__version__}; player.json and player.csv have the same facts."))
    return document(facts["player"], body)


def _board(board: JsonObject, which: str, pages: dict[str, bool]) -> Iterator[Html | None]:
    unit = board["unit"]
    yield section(
        f"What to practise{which}",
        tag("p", _standing(board), cls="result"),
        tag("ul", [tag("li", sentence) for sentence in board["practise"]]),
    )
    heads = ["phase", "#moves", "#mistakes", f"#{unit} lost", "#lost a move"]
    rows = [
        ("whole game" if p["phase"] == "all" else p["phase"], p["moves"], p["mistakes"], f"{p['lost']:.1f}",
         f"{p['lost_a_move']:.2f}")
        for p in board["by_phase"]
    ]  # fmt: skip
    yield section(f"Phases{which}", Table(heads, rows).html())
    if board["by_kind"]:
        kinds = [
            (k["name"], k["count"], f"{k['lost']:.1f}", f"{k['share']:.0%}", f"{k['lost_a_move']:.2f}",
             ", ".join(f"{phase} {count}" for phase, count in k["by_phase"].items()))
            for k in board["by_kind"]
        ]  # fmt: skip
        heads = ["kind", "#mistakes", f"#{unit} lost", "#share", "#lost a move", "phases"]
        yield section(f"Kinds of mistakes{which}", Table(heads, kinds).html())
    yield _games(board, which, pages)
    if (trend := board["trend"]) is not None:
        head = "dates" if trend["by"] == "date" else "games"
        periods = [
            (f"{p['from']} to {p['to']}", p["games"], f"{p['lost_a_move']:.2f}") for p in trend["periods"]
        ]
        yield section(
            f"Over time{which}",
            tag("p", _CHANGES[trend["change"]].format(unit=unit)),
            Table([head, "#games", "#lost a move"], periods).html(),
        )


def _games(board: JsonObject, which: str, pages: dict[str, bool]) -> Html:
    """The games, the best and the worst marked."""
    rows, listed = [], board["list"]
    marks = dict.fromkeys(board["best"], "best") | dict.fromkeys(board["worst"], "worst")
    for game in listed[:_GAMES]:
        name, at = (
            f"against {game['opponent'] or '?'} {game['opponent_rank'] or ''}".rstrip(),
            game["resigned"],
        )
        where = f"{quote(game['report'])}.html"
        end = f"move {at['number']}, {'turning point' if at['turning'] else 'biggest mistake'}" if at else ""
        linked = pages.get(game["report"])
        rows.append(
            (
                tag("a", name, href=where) if linked else name,
                game["date"],
                game["side"],
                game["recorded"] or "",
                game["moves"],
                game["mistakes"],
                f"{game['lost_a_move']:.2f}",
                marks.get(game["report"], ""),
                tag("a", end, href=f"{where}#move-{at['number']}") if linked and at else end,
            )
        )
    heads = ["game", "date", "side", "result", "#moves", "#mistakes", "#lost a move", "", "resigned: lost at"]
    more = f"and {len(listed) - _GAMES:,} more; see player.json" if len(listed) > _GAMES else None
    return section(f"Games{which}", Table(heads, rows).html(), tag("p", more, cls="quiet") if more else None)
