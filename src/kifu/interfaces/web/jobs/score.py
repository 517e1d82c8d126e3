"""Score sheets: of a record or a board, corrected by a person, kept as SGF and as labels."""

from typing import Annotated, Literal, TypedDict

from kifu.analysis.corrections import Fate, corrected, marked_record
from kifu.analysis.score import ScoreSheet, score_board, score_record
from kifu.analysis.terms import Terms
from kifu.games.coordinates import from_gtp
from kifu.games.facts import Stones, Vertex
from kifu.games.go import Rules
from kifu.interfaces.score_facts import SheetFacts, sheet_facts
from kifu.interfaces.web.jobs.requested import GivenBoard, board_of, read_go
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records.moves import Point


class CorrectedSheet(SheetFacts):
    """The score of a game, `kifu score --json`, with its stones and a person's corrections."""

    stones: Stones
    corrected: Annotated[list[Vertex], "blocks that the request changed"]


class MarkedSheet(CorrectedSheet):
    """The same, with the record."""

    record: Annotated[str, "SGF with TB and TW"]


class StoredLabel(TypedDict):
    """A label that is on the disk."""

    game: Annotated[int, "number of the game in the archive"]
    status: Literal["edited"]
    counting: str
    result: str


def score(
    record: str | None,
    number: int,
    board: GivenBoard | None,
    rules: str | None,
    komi: float | None,
    handicap: int,
    prisoners: dict[str, int] | None,
    finished: bool,
    statuses: dict[str, Fate],
    marked: bool,
) -> CorrectedSheet | MarkedSheet:
    """Return the score sheet, as `kifu score --json` gives it."""
    if rules is not None:
        with field("rules"):
            rules = Rules.named(rules).name
    if board is not None:
        position = board_of(board, rules)
        used = position.rules
        points = used.komi if komi is None else komi
        terms = Terms(
            rules=used,
            rules_from="asked" if rules else "default",
            komi=points,
            komi_from="default" if komi is None else "asked",
            handicap=handicap,
            plain=False,
            notes=(),
        )
        taken = (prisoners["black"], prisoners["white"]) if prisoners else None
        sheet = score_board(position, terms, finished=finished, prisoners=taken)
        return _facts(_corrected(sheet, statuses), statuses)
    assert record is not None
    game = read_go(record, number).record
    with field("record"):
        sheet = score_record(game, rules=rules, komi=komi)
    sheet = _corrected(sheet, statuses)
    facts = _facts(sheet, statuses)
    if marked:
        with field("marked"):
            return {**facts, "record": marked_record(game, sheet).to_bytes().decode("utf-8", "replace")}
    return facts


def label(archive: str, record: str, number: int, statuses: dict[str, Fate]) -> StoredLabel:
    """Store a corrected game as a label, as `kifu label ARCHIVE --edit FILE` does."""
    from kifu.archive import Archive
    from kifu.learners.labelling.edit import edit

    game = read_go(record, number).record
    with field("record"):
        sheet = score_record(game)
    sheet = _corrected(sheet, statuses)
    with field("record"):
        marked = marked_record(game, sheet)
        if game.info.result is not None:
            marked.root.set("RE", str(game.info.result))
        with Archive.create(archive) as opened:
            stored = edit(opened, marked.to_bytes())
    return {
        "game": stored.id,
        "status": "edited",
        "counting": str(stored.counting),
        "result": str(sheet.result),
    }


def _corrected(sheet: ScoreSheet, statuses: dict[str, Fate]) -> ScoreSheet:
    if not statuses:
        return sheet
    fates: dict[Point, Fate] = {}
    for vertex, fate in statuses.items():
        with field(f"statuses.{vertex}"):
            point = from_gtp(vertex, sheet.board.size)
        if point is None:
            raise RefusedError(422, "expected a point with a stone, got a pass", f"statuses.{vertex}")
        fates[point] = fate
    with field("statuses"):
        return corrected(sheet, fates)


def _facts(sheet: ScoreSheet, statuses: dict[str, Fate]) -> CorrectedSheet:
    return {**sheet_facts(sheet), "stones": sheet.board.stones.tolist(), "corrected": sorted(statuses)}
