"""What answers look like. For the OpenAPI document and the tests alone: the server does not check itself."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # pydantic reads Python's own only from 3.12 on

Game = Literal["go", "draughts"]
Colour = Literal["black", "white"]
Letter = Literal["B", "W"]
Status = Literal["alive", "dead", "seki", "doubtful"]
Vertex = Annotated[str, Field(description="a point such as D4, or pass")]
Stones = Annotated[
    list[list[int]], Field(description="row by row from the top: 0 empty, 1 Black's, 2 White's")
]


class FieldProblem(TypedDict):
    """A field that is wrong."""

    field: str
    detail: str


class Problem(TypedDict):
    """A problem document (RFC 9457); `field` names what is wrong."""

    type: str
    title: str
    status: int
    detail: str
    field: NotRequired[str]
    errors: NotRequired[list[FieldProblem]]


class Health(TypedDict):
    """The server is there."""

    status: Literal["ok"]
    seconds: Annotated[float, Field(description="since it began")]
    index: Annotated[str, Field(description="of the archive: none, making, ready, or what went wrong")]


class Version(TypedDict):
    """Which Kifu this is."""

    kifu: str
    api: Literal["v1"]


class Block(TypedDict):
    """A block and what becomes of it."""

    colour: Colour
    points: list[Vertex]
    status: Status
    probability: Annotated[float, Field(description="that it lives")]
    reason: str


class SideCount(TypedDict):
    """What one side has."""

    territory: float
    stones: float
    prisoners: float
    points: float


class ScoreSheet(TypedDict):
    """The score of a game: `kifu score --json`."""

    rules: str
    rules_from: str
    komi: float
    komi_from: str
    handicap: int
    notes: list[str]
    finished: bool
    unfinished_because: str
    result: Annotated[str, Field(description="as records write it: B+3.5, W+R, 0")]
    margin: float
    winner: Colour | None
    recorded: Annotated[str | None, Field(description="the result that the record states")]
    agrees: bool | None
    counting: Literal["area", "territory", "plain territory", "estimate"]
    other_counts: Annotated[dict[str, str], Field(description="results by other ways to count")]
    black: SideCount
    white: SideCount
    dead: list[Vertex]
    seki: list[Vertex]
    doubtful: list[Vertex]
    in_doubt: list[Vertex]
    dame: list[Vertex]
    open: list[Vertex]
    to_fill: list[Vertex]
    blocks: list[Block]
    ownership: Annotated[
        list[list[float]],
        Field(description="finished: 0 nobody's, 1 Black's, 2 White's; else from 1 Black's to -1 White's"),
    ]
    moves: int
    size: int
    problems: list[str]
    stones: Stones
    corrected: Annotated[list[Vertex], Field(description="blocks that the request changed")]
    record: NotRequired[Annotated[str, Field(description="with `marked`: SGF with TB and TW")]]


class StoredLabel(TypedDict):
    """A label that is on the disk."""

    game: Annotated[int, Field(description="number of the game in the archive")]
    status: Literal["edited"]
    counting: str
    result: str


class Reason(TypedDict):
    """Why a move ranks where it does."""

    topic: str
    text: str
    factor: Annotated[float, Field(description="by how much it multiplies the odds")]
    share: Annotated[float, Field(description="of all that speaks for the move")]


class Pattern(TypedDict):
    """The largest known shape around a move."""

    template: Annotated[int, Field(description="from 1, the smallest, to 8, the whole board")]
    played: int
    seen: int | None
    diagram: list[str]


class PatternUse(TypedDict):
    """A game of the archive with the same shape."""

    id: int
    move: int
    title: str


class Candidate(TypedDict):
    """A move that experts would consider."""

    rank: int
    point: Vertex
    probability: float
    reasons: NotRequired[list[Reason]]
    pattern: NotRequired[Pattern]
    games: NotRequired[list[PatternUse]]


class Predictions(TypedDict):
    """Expert moves: `kifu predict --json`."""

    move: int
    moves: int
    to_play: Colour
    played: Vertex | None
    candidates: list[Candidate]


class GoRoot(TypedDict):
    """The position as a whole; Black's numbers."""

    currentPlayer: Letter
    winrate: float
    scoreLead: float
    visits: int


class GoMoveInfo(TypedDict):
    """A candidate, in KataGo's words."""

    move: Vertex
    order: int
    prior: Annotated[float, Field(description="probability that an expert plays it")]
    visits: int
    winrate: float
    scoreLead: float
    pv: list[Vertex]


class GoPlayed(TypedDict):
    """The game's own next move."""

    move: Vertex
    rank: NotRequired[int]
    probability: NotRequired[float]


class GoTurn(TypedDict):
    """A line of an analysis of Go."""

    id: str
    turnNumber: int
    isDuringSearch: Literal[False]
    rootInfo: GoRoot
    moveInfos: list[GoMoveInfo]
    played: NotRequired[GoPlayed]
    ownership: NotRequired[list[float]]
    policy: NotRequired[list[float]]
    blocks: NotRequired[list[Block]]
    candidates: NotRequired[list[Candidate]]


class DraughtsRoot(TypedDict):
    """The position as a whole: Black's value, from -1 lost to 1 won."""

    currentPlayer: Letter
    value: float
    ending: str | None


class DraughtsMoveInfo(TypedDict):
    """A legal move and what it leads to."""

    move: str
    order: int
    value: float
    pliesToEnd: Annotated[int, Field(description="0 unless the end is seen; above 0 the mover wins")]
    pv: list[str]


class DraughtsPlayed(TypedDict):
    """The game's own next move."""

    move: str
    rank: NotRequired[int]
    loss: NotRequired[Annotated[float, Field(description="what it cost the side that made it")]]


class DraughtsTurn(TypedDict):
    """A line of an analysis of draughts."""

    id: str
    game: Literal["draughts"]
    turnNumber: int
    isDuringSearch: Literal[False]
    fen: str
    rootInfo: DraughtsRoot
    moveInfos: list[DraughtsMoveInfo]
    played: NotRequired[DraughtsPlayed]


class FailedTurn(TypedDict):
    """The last line, where something went wrong on the way."""

    id: str
    error: str
    problem: Problem


class BothSides(TypedDict):
    """A number for each side."""

    black: float
    white: float


class GoPosition(TypedDict):
    """A position of Go as a page draws it."""

    game: Literal["go"]
    size: int
    stones: Stones
    to_play: Colour
    last: Vertex | None
    ko: Vertex | None
    captured: Annotated[BothSides, Field(description="stones that each side has lost")]
    atari: list[list[Vertex]]
    over: bool


class DraughtsMove(TypedDict):
    """A legal move with the squares it passes and takes."""

    move: str
    path: list[int]
    captured: list[int]


class DraughtsPosition(TypedDict):
    """A position of draughts as a page draws it."""

    game: Literal["draughts"]
    size: Literal[8]
    fen: str
    pieces: Annotated[dict[str, str], Field(description="by square: MB, KB, MW, KW")]
    to_play: Colour
    last: str | None
    legal: list[DraughtsMove]
    forced: bool
    over: bool
    ending: str | None


class GoPlace(GoPosition):
    """A position of Go, and where in its game it stands."""

    move: int
    moves: int
    played: Vertex | None


class DraughtsPlace(DraughtsPosition):
    """A position of draughts, and where in its game it stands."""

    move: int
    moves: int
    played: str | None


class OpeningExample(TypedDict):
    """A game in which a continuation was played."""

    game: int
    move: int
    black: str
    white: str
    year: int | None


class Continuation(TypedDict):
    """A move that was played in a position."""

    move: str
    also: Annotated[list[str], Field(description="the same by the position's own symmetry")]
    games: int
    share: float
    black_wins: int
    white_wins: int
    draws: int
    first_year: int | None
    last_year: int | None
    by_period: dict[str, int]
    trend: float | None
    direction: Literal["", "rising", "steady", "falling"]
    players: list[tuple[str, int]]
    examples: list[OpeningExample]


class BookMove(TypedDict):
    """A move of the book of shapes."""

    move: Vertex
    probability: float
    spread: float
    k: int
    matched: int
    played: int
    frequency: float
    usefulness: float
    pattern: list[str]


class OpeningFacts(TypedDict):
    """What was played in a position: `kifu openings --json`."""

    archive: str | None
    games: int | None
    depth: int | None
    game: Game
    size: int
    move: int
    to_play: Colour
    found: int
    by_period: dict[str, int]
    recent_from: int | None
    continuations: list[Continuation]
    book: list[BookMove]
    notes: list[str]


class GameOfFile(TypedDict):
    """One of the games of a file."""

    number: int
    black: str
    white: str
    date: str


class RecordInfo(TypedDict):
    """What a record says of its game."""

    black: str
    white: str
    black_rank: str
    white_rank: str
    date: str
    event: str
    round: str
    place: str
    name: str
    rules: str
    time: str
    overtime: str
    annotator: str
    comment: str
    komi: float | None
    handicap: int | None
    result: str | None


class Node(TypedDict):
    """A node of a tree; `id` is its place in `nodes`."""

    id: int
    parent: int | None
    children: list[int]
    to_play: Colour
    comment: NotRequired[str]
    illegal: NotRequired[str]


class GoNode(Node):
    """A node of a game of Go."""

    move: NotRequired[tuple[Letter, Vertex]]
    changes: Annotated[
        dict[str, Literal["b", "w", ""]], Field(description="points that are other than in the parent")
    ]
    name: NotRequired[str]
    marks: NotRequired[dict[str, list[Vertex]]]
    labels: NotRequired[dict[str, str]]


class DraughtsNode(Node):
    """A node of a game of draughts."""

    move: NotRequired[str]
    fen: str
    nags: NotRequired[list[int]]


class _Tree(TypedDict):
    number: int
    games: list[GameOfFile]
    title: str
    info: RecordInfo
    encoding: str
    problems: list[str]
    main_line: list[int]
    truncated: bool


class GoTree(_Tree):
    """A record of Go as a tree of nodes."""

    game: Literal["go"]
    format: Literal["sgf"]
    width: int
    height: int
    size: int
    rules: str
    nodes: list[GoNode]


class DraughtsTree(_Tree):
    """A record of draughts as a tree of nodes."""

    game: Literal["draughts"]
    format: Literal["pdn"]
    size: Literal[8]
    start: str
    nodes: list[DraughtsNode]


class ExtendedRecord(TypedDict):
    """A record with variations added."""

    record: str
    format: Literal["sgf", "pdn"]


class Source(TypedDict):
    """Where records can be had; of an archive also what it holds."""

    name: str
    kind: Literal["archive", "folder"]
    games: NotRequired[int]
    moves: NotRequired[int]
    by_game: NotRequired[dict[str, int]]
    by_size: NotRequired[dict[str, int]]
    by_result: NotRequired[dict[str, int]]


class Sources(TypedDict):
    """The archive, the samples and the folders."""

    sources: list[Source]


class ArchivedGame(TypedDict):
    """A game of the archive."""

    id: int
    game: str
    width: int | None
    height: int | None
    black: str | None
    white: str | None
    black_rank: str | None
    white_rank: str | None
    date: str | None
    event: str | None
    result: str | None
    moves: int


class RecordFile(TypedDict):
    """A file of a folder."""

    id: str
    bytes: int
    modified: int


class Listing(TypedDict):
    """A page of a source's games; `next` is what to go on behind, or null."""

    total: int
    games: list[ArchivedGame | RecordFile]
    next: int | None


class Level(TypedDict):
    """A strength to play against."""

    level: str
    opponent: str


class PlayersOfGame(TypedDict):
    """Who plays a game."""

    players: list[str]
    levels: list[Level]


class Players(TypedDict):
    """Who can be played against, levels from the weakest to the strongest."""

    go: PlayersOfGame
    draughts: PlayersOfGame


class GameLine(TypedDict):
    """A game in a line."""

    id: str
    created: float
    game: Game
    opponent: str
    human: Colour
    name: str
    size: int
    result: str
    version: int
    moves: int


class GameList(TypedDict):
    """All games, the newest first."""

    games: list[GameLine]


class PlayedGame(TypedDict):
    """A game against a player as it stands; `size` to `handicap` of Go alone."""

    id: str
    created: float
    game: Game
    opponent: str
    human: Colour
    name: str
    seed: int
    size: NotRequired[int]
    rules: NotRequired[str]
    komi: NotRequired[float]
    handicap: NotRequired[int]
    clock: str | None
    clocks: NotRequired[Annotated[BothSides, Field(description="seconds left")]]
    moves: list[str]
    result: Annotated[str, Field(description="empty while the game goes on")]
    why: str
    value: float | None
    comment: str
    version: int
    state: Annotated[
        Literal["play", "thinking", "counting", "over"], Field(description="`play`: it is your turn")
    ]
    position: GoPosition | DraughtsPosition


class DraughtsHint(TypedDict):
    """A good move of draughts with what may follow."""

    move: str
    value: float | None
    line: list[str]


class Hints(TypedDict):
    """Moves that would be good."""

    candidates: list[Candidate | DraughtsHint]


class Run(TypedDict):
    """A training run, a match or a tournament."""

    id: str
    kind: Annotated[str, Field(description="evolve, match, tournament, train moves and so on")]
    kifu: str
    options: dict[str, Any]
    seed: int
    modified: Annotated[float, Field(description="when its files last changed, in seconds since 1970")]
    running: bool
    part_of: NotRequired[Annotated[str, Field(description="of a match: the tournament that it belongs to")]]


class Runs(TypedDict):
    """All runs, the latest first."""

    runs: list[Run]


class Interval(TypedDict):
    """A number with its 95 % interval; null where it is infinite."""

    value: float | None
    low: float | None
    high: float | None


class MatchTable(TypedDict):
    """The score of a match so far, of its first player."""

    games: int
    wins: int
    draws: int
    losses: int
    share: NotRequired[Interval]
    elo: NotRequired[Interval]


class Standing(TypedDict):
    """A player's place in a tournament; Elo around the mean of all, with a 95 % interval."""

    player: str
    elo: float
    low: float
    high: float
    points: float
    games: int


class PairScore(TypedDict):
    """A match of a tournament; the first player's wins."""

    id: str
    first: str
    second: str
    wins: int
    draws: int
    losses: int


class TournamentTable(TypedDict):
    """A tournament so far, the best player first."""

    players: list[str]
    standings: list[Standing]
    points: Annotated[list[list[float]], Field(description="of each of `players` against each")]
    matches: list[PairScore]


class LogTable(TypedDict):
    """The last value of each column of a run's log."""

    lines: int
    last: dict[str, int | float | str]
    champions: NotRequired[Annotated[list[int], Field(description="generations that can be played")]]


class RunTable(Run):
    """A run with its numbers."""

    table: MatchTable | TournamentTable | LogTable


class RunLog(TypedDict):
    """Lines of a log; ask again with `since=next`."""

    id: str
    since: int
    next: int
    lines: list[Any]
