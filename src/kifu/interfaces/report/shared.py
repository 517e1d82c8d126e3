"""Parts of the page that both games have."""

from collections.abc import Mapping, Sequence

from kifu.interfaces.report.chart import course
from kifu.interfaces.report.facts import Counted, CountedSides
from kifu.interfaces.report.page import Html, Table, section, tag
from kifu.records import GameInfo


def header(info: GameInfo, board: str, result: str, recorded: str) -> Html:
    """Who played, where and when, on what board, and how it ended."""
    sides = [
        f"{name} {rank}".strip() + f" ({colour})" if name else colour
        for name, rank, colour in (
            (info.black, info.black_rank, "Black"),
            (info.white, info.white_rank, "White"),
        )
    ]
    about = [info.event, info.round, info.place, info.date]
    return tag(
        "header",
        [
            tag("h1", " – ".join(sides)),
            tag("p", " · ".join(filter(None, about)), cls="quiet"),
            tag("p", board, cls="quiet"),
            tag("p", result, cls="result"),
            tag("p", f"The record says {recorded}.", cls="quiet") if recorded else None,
        ],
    )


def course_section(
    leads: Sequence[float],
    *,
    turning: Sequence[int],
    costly: Sequence[int],
    least: float,
    anchors: Mapping[int, str],
) -> Html:
    """The graph of the game, and what it shows in words."""
    said = changed_hands(turning) if turning else "The lead never changed hands."
    label = f"Black's lead after each of {len(leads) - 1} moves. {said}"
    graph = course(leads, turning=turning, costly=costly, least=least, label=label, anchors=anchors)
    return section(
        "Who was ahead",
        graph,
        tag("p", f"{said} Rings: turning points; dots: the moves that cost most.", cls="quiet"),
    )


def changed_hands(turning: Sequence[int]) -> str:
    """When the lead changed hands, in words."""
    words = [str(number) for number in turning]
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"The lead changed hands after move {listed}."


def moment(title: str, picture: str, lines: Sequence[str], anchor: str | None = None) -> Html:
    """A move worth a look: its picture and what there is to say."""
    return tag(
        "figure",
        [tag("h3", title), Html(picture), *(tag("p", line) for line in lines)],
        cls="moment",
        id=anchor,
    )


def sides_table(sides: CountedSides, black: str, white: str, unit: str, words: str) -> Html:
    """How both sides did, by phase; `words` say what is counted."""
    rows = []
    for key, name in (("black", black), ("white", white)):
        for phase, counted in sides[key].items():
            if counted["moves"] or counted["mistakes"]:
                rows.append(
                    side_row(
                        f"{name or key.title()} ({key.title()})" if phase == "all" else "", phase, counted
                    )
                )
    heads = [
        "player",
        "phase",
        "#moves",
        "#first choice",
        "#first five",
        "#mistakes",
        f"#{unit} lost by them",
    ]
    return section("How both sides did", tag("p", words, cls="quiet"), Table(heads, rows).html())


def side_row(name: str, phase: str, counted: Counted) -> tuple[object, ...]:
    """One line of it."""
    return (
        name,
        "whole game" if phase == "all" else phase,
        counted["moves"],
        share(counted["first"], counted["moves"]),
        share(counted["first_five"], counted["moves"]),
        counted["mistakes"],
        f"{counted['lost']:.1f}",
    )


def share(part: int, whole: int) -> str:
    """A share in percent."""
    return f"{part / whole:.0%}".replace("%", " %") if whole else ""


def comments_section(comments: Sequence[str], moves: Sequence[str]) -> Html | None:
    """The record's own comments, from before the first move on."""
    names = ["Before the first move", *(f"Move {i}, {move}" for i, move in enumerate(moves, start=1))]
    said = [(name, text) for name, text in zip(names, comments, strict=False) if text]
    if not said:
        return None
    return section(
        "Comments of the record",
        [tag("p", [tag("strong", f"{name}: "), text], cls="comment") for name, text in said],
    )


def problems_section(problems: Sequence[str]) -> Html | None:
    """What a reader should know of the record."""
    if not problems:
        return None
    return section("About the record", tag("ul", [tag("li", text) for text in problems]))
