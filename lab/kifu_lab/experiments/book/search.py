"""What the parts of Katia's tree search are worth on 9x9; not in the paper."""

from kifu_lab.experiments.book.matches import REFEREE, play, won
from kifu_lab.experiments.book.paper import PAPER
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found, Scale
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Row, Table, Value

#: Each is the whole engine but for one part; what is added to it stands behind.
PARTS, MORE_PARTS = ("predictor=no", "rave=0", "widening=0", "margin=0"), ("nk=2",)
KNOWLEDGE = ("capture=0", "escape=0", "vital=0", "squeeze=0", "shape=0")
MORE_KNOWLEDGE = ("race=0.3", "patterns=0.95")
#: Unlike the matches of the grids, which write down every choice, these rest on the engine's defaults.
PLAY = Task("book/parts", 1, play)
_WON = "won against the whole, %"
_MOVES, _BOOK = "model:moves-9", "model:book-9"
#: Candidates are those of the book of the size; weights of 3x3 points of all sizes are from that of 19x19.
_BOOKISH = {"nk=2": (_BOOK,), "patterns=0.95": ("model:book",)}


def _experiment(
    name: str, title: str, on: tuple[str, ...], off: tuple[str, ...], goal: str, tried: str
) -> Experiment:
    parts = on + off

    def cells(counts: Counts, seed: int) -> list[Cell]:
        whole = f"katia:playouts={counts['playouts']},nk=0"
        return [
            Cell(
                part,
                PLAY,
                {
                    "first": f"{whole},{part}" if part != "nk=2" else whole.replace("nk=0", part),
                    "second": whole,
                    "games": counts["games"],
                    "size": 9,
                    "komi": 7.0,
                    "opening": None,
                },
                seed,
                (_MOVES, *_BOOKISH.get(part, ()), REFEREE),
            )
            for part in parts[: counts.get("most")]
        ]

    def tables(counts: Counts, found: Found) -> list[Table]:
        rows = [Row(f"`{part}`", [won(found.get(part))]) for part in parts[: counts.get("most")]]
        return [Table("", "changed", [_WON], rows, chart=False)]

    scales: dict[Scale, Counts] = {
        "quick": {"games": 2, "playouts": 10, "most": 1},
        "standard": {"games": 400, "playouts": 500},
        "paper": {"games": 400, "playouts": 1000},
    }
    return Experiment(
        name=f"book/{name}",
        title=title,
        paper=PAPER,
        place="beyond it",
        statistic="Games won against the whole engine, in per cent, draws half; Wilson's 95 % interval.",
        goal=Goal(goal, lambda shown: all(shown.at(f"`{part}`", _WON) < 50 for part in on), tried),
        difference="The paper's engine has no tree.",
        scales=scales,
        cells=cells,
        tables=tables,
    )


def _rate(cell: Cell, lab: Lab) -> Result:
    """A round robin of all levels and two fixed players."""
    from kifu.arena.go import GoTerms
    from kifu.arena.settings import MatchSettings
    from kifu.arena.tournament import play_tournament

    assert cell.seed is not None
    players: list[str] = cell.options["players"]
    settings = MatchSettings(players[0], players[1], GoTerms(size=9, komi=7.0), seed=cell.seed)
    result = play_tournament(
        players,
        settings,
        cell.options["games"],
        parallel=lab.threads,
        executor=lab.executor,
        folder=lab.folder,
        progress=lab.progress,
    )
    return {"standings": {row.player: list(row.rating) for row in result.standings()}}


RATE = Task("book/tournament", 1, _rate)


def _level_cells(counts: Counts, seed: int) -> list[Cell]:
    options = {"players": list(counts["players"]), "games": counts["games"]}
    return [Cell("round robin", RATE, options, seed, (_MOVES, _BOOK, REFEREE))]


def _level_tables(counts: Counts, found: Found) -> list[Table]:
    standings = found["round robin"]["standings"] if found else {}
    rows = [
        Row(f"`{player}`", [Value(elo, low, high, None, 0, True)])
        for player, (elo, low, high) in standings.items()
    ]
    return [Table("", "player", ["Elo"], rows, chart=False)]


_LEVELS = tuple(f"katia:level={level}" for level in ("beginner", "novice", "casual", "club", "strong"))


def _rises(shown: Shown) -> bool:
    elo = [shown.at(f"`{level}`", "Elo") for level in _LEVELS]
    return elo == sorted(elo)


_LADDER = Experiment(
    name="book/levels",
    title="the levels of Katia, rated",
    paper=PAPER,
    place="beyond it",
    statistic="Elo around a mean of 0 by Bradley and Terry's model, with its 95 % interval; 9x9.",
    goal=Goal("Each level stronger than the one below.", _rises),
    difference="The paper has one strength.",
    scales={
        "quick": {"players": ("random", "katia:playouts=2,nk=0"), "games": 2},
        "standard": {"players": ("random", "expert", *_LEVELS), "games": 20},
        "paper": {"players": ("random", "expert", *_LEVELS), "games": 100},
    },
    cells=_level_cells,
    tables=_level_tables,
)

EXPERIMENTS = (
    _experiment(
        "search",
        "tree search without one of its parts, or with the book",
        PARTS,
        MORE_PARTS,
        "Every part that is on helps.",
        "The margin of points in a playout's value is not shown to help in equal play; it is for the end, "
        "where a win by more is safer. More games were not tried.",
    ),
    _experiment(
        "playouts",
        "tree search whose playouts lack one kind of knowledge",
        KNOWLEDGE,
        MORE_KNOWLEDGE,
        "Every kind of knowledge that is on helps.",
        "Escapes and shapes do; captures, vital points and blocks of two liberties are not shown to help on "
        "9x9 with 500 playouts. More games were not tried.",
    ),
    _LADDER,
)
