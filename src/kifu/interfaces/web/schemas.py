"""What requests look like. Fields that are not listed are refused by name."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Side = Literal["B", "W", "b", "w"]
Vertex = Annotated[str, Field(max_length=8, description="a point such as D4, or pass")]
Stone = tuple[Side, Vertex]
Name = Annotated[str, Field(max_length=200)]
Points = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Lines = Annotated[int, Field(ge=2, le=25)]
GameNumber = Annotated[int, Field(ge=1, le=1_000_000, description="which game of the record")]
MoveNumber = Annotated[
    int, Field(ge=-100_000, le=100_000, description="after so many moves; negative counts from the end")
]


class Body(BaseModel):
    """A request body."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Board(Body):
    """A position of Go: stones that are set up, then moves."""

    size: Lines = 19
    rows: list[Annotated[str, Field(max_length=80)]] | None = Field(
        None, max_length=25, description="the board row by row from the top: . empty, X black, O white"
    )
    stones: list[Stone] = Field(default=[], max_length=625, description="set up before the first move")
    moves: list[Stone] = Field(default=[], max_length=2000)
    to_play: Side | None = None


class Draughts(Body):
    """A position of English draughts: a FEN (the usual start without one), then moves."""

    fen: Annotated[str, Field(max_length=400)] | None = None
    moves: list[Annotated[str, Field(max_length=60)]] = Field(default=[], max_length=2000)


class PositionQuery(Body):
    """Which position: a move of a record, or a position. One of `record`, `board` and `draughts` is given."""

    record: str | None = Field(None, description="text of an SGF or PDN file")
    number: GameNumber = 1
    move: MoveNumber | None = Field(None, description="of the record's main line; the end when not given")
    board: Board | None = None
    draughts: Draughts | None = None

    @model_validator(mode="after")
    def _one(self) -> "PositionQuery":
        given = [name for name in ("record", "board", "draughts") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(
                f"expected one of record, board and draughts, got {' and '.join(given) or 'none'}"
            )
        if self.record is None and self.move is not None:
            raise ValueError("expected move only with a record; a board has its own moves")
        return self


class Prisoners(Body):
    """Enemy stones that each side has taken."""

    black: int = Field(0, ge=0, le=10_000)
    white: int = Field(0, ge=0, le=10_000)


class Score(Body):
    """A game to score: a record, or a board with its terms."""

    record: str | None = Field(None, description="text of an SGF file")
    number: GameNumber = 1
    board: Board | None = None
    rules: Name | None = Field(None, description="instead of the record's own; Japanese for a board")
    komi: Points | None = Field(None, description="instead of the record's own")
    handicap: int = Field(0, ge=0, le=100, description="for a board: stones Black had before the first move")
    prisoners: Prisoners | None = Field(None, description="for a board")
    finished: bool = Field(True, description="for a board: whether the game is over")
    statuses: dict[Vertex, Literal["alive", "dead"]] = Field(
        default={}, max_length=625, description="by a stone of a block: what a person says of it"
    )
    marked: bool = Field(False, description="also return the record with its territory marked (TB, TW)")

    @model_validator(mode="after")
    def _one(self) -> "Score":
        if (self.record is None) == (self.board is None):
            raise ValueError("expected either record or board")
        if self.record is not None and self.prisoners is not None:
            raise ValueError("expected prisoners only with a board; a record has its own")
        if self.board is not None and self.marked:
            raise ValueError("expected marked only with a record")
        return self


class Label(Body):
    """A corrected score, to be stored in the archive."""

    record: str
    number: GameNumber = 1
    statuses: dict[Vertex, Literal["alive", "dead"]] = Field(default={}, max_length=625)


class Predict(PositionQuery):
    """A position whose expert moves are wanted."""

    top: int = Field(10, ge=1, le=361)
    rank: Annotated[str, Field(max_length=20)] | None = Field(
        None, description="rank of the players, such as 15k or 3d; strong ones if not given"
    )
    explain: bool = False
    games: bool = Field(False, description="with explain: games of the archive with the same pattern")


class Openings(PositionQuery):
    """A position whose continuations are wanted."""

    top: int = Field(10, ge=1, le=361)
    by: Literal["decade", "year"] = "decade"


class Analysis(Body):
    """KataGo's analysis query as far as it applies; or a record instead of moves."""

    id: Name = ""
    record: str | None = Field(None, description="text of an SGF or PDN file, instead of moves")
    number: GameNumber = 1
    moves: list[Stone] | None = Field(None, max_length=2000)
    initialStones: list[Stone] = Field(default=[], max_length=625)  # noqa: N815, KataGo's names
    initialPlayer: Side | None = None  # noqa: N815
    rules: Name | None = None
    komi: Points | None = None
    boardXSize: Lines = 19  # noqa: N815
    boardYSize: Lines | None = None  # noqa: N815
    analyzeTurns: list[Annotated[int, Field(ge=0, le=100_000)]] | Literal["all"] | None = Field(  # noqa: N815
        None, description="turns, from 0; the last one when not given"
    )
    includeOwnership: bool = False  # noqa: N815
    includePolicy: bool = False  # noqa: N815
    includeLife: bool = Field(False, description="Kifu's own: status, probability and reason of every block")  # noqa: N815
    includeFights: bool = Field(  # noqa: N815
        False, description="the same, and doubtful blocks are read out: ten times slower"
    )
    includeReasons: bool = Field(False, description="Kifu's own: why candidates rank as they do")  # noqa: N815
    maxMoves: int = Field(10, ge=1, le=362, description="candidates of a turn")  # noqa: N815
    effort: Literal["fast", "default", "deep"] = Field(
        "fast", description="how long turns of Go are searched, as by `kifu review`; fast does not search"
    )

    @model_validator(mode="after")
    def _one(self) -> "Analysis":
        if (self.record is None) == (self.moves is None):
            raise ValueError("expected either moves or record")
        if self.record is not None and (self.initialStones or self.initialPlayer):
            raise ValueError("expected initialStones and initialPlayer only with moves")
        if isinstance(self.analyzeTurns, list) and len(self.analyzeTurns) > 2001:
            raise ValueError("expected at most 2001 analyzeTurns")
        return self


class Parse(Body):
    """A record to be read."""

    record: str
    number: GameNumber = 1
    name: Name = ""


class TriedMove(Body):
    """A move after a node, of the record or a new one."""

    parent: int = Field(
        ge=0,
        le=20_000,
        description="as /records/parse numbers the nodes; new ones are numbered on from there",
    )
    move: Stone | Annotated[str, Field(max_length=60)] = Field(description='["B", "D4"], of draughts "11-15"')


class Extend(Body):
    """A record, and moves to be added to it as variations."""

    record: str
    number: GameNumber = 1
    nodes: list[TriedMove] = Field(max_length=2000)


class NewGame(Body):
    """A game to be begun."""

    game: Literal["go", "draughts"] = "go"
    opponent: Name | None = Field(
        None, description="a player such as katia, expert, random, material:depth=4"
    )
    level: Name | None = Field(None, description="a level of /api/v1/players instead of an opponent")
    run: Annotated[str, Field(max_length=1000)] | None = Field(
        None, description="of draughts: play a champion of this run of /api/v1/runs"
    )
    generation: int | None = Field(None, ge=1, le=10_000_000, description="with run; the latest if not given")
    colour: Literal["black", "white"] = "black"
    size: Lines = 9
    rules: Name = "chinese"
    komi: Points | None = None
    handicap: int = Field(0, ge=0, le=9)
    clock: Annotated[str, Field(max_length=40)] | None = Field(
        None, description="seconds: 300, 60+5 Fischer, 300+60/25 Canadian, 300+3x30 byo-yomi"
    )
    fen: Annotated[str, Field(max_length=400)] | None = Field(None, description="where draughts begins")
    seed: int | None = Field(None, ge=0, le=2**31 - 1)
    name: Name = "You"


class PlayMove(Body):
    """A person's move."""

    move: Annotated[str, Field(max_length=60, description="D4, pass, 11-15, 22x15x8")]
    version: int | None = Field(None, description="of the game as the page knows it")
