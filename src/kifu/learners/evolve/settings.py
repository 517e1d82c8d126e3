"""Every choice of an evolution, by name. The defaults are the paper's; `PRESETS` has others."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from kifu._native import search as native
from kifu.errors import InputError
from kifu.learners.checks import check_numbers, check_words

#: What each word may be.
CHOICES = {
    "network": ("squares", "board", "pieces", "linear"),
    "method": ("genetic", "offspring", "strategy"),
    "tournament": ("random", "round-robin"),
    "openings": ("start", "ballots"),
    "blocked": ("loses", "draws"),
    "mutation": ("uniform", "gaussian", "adaptive", "safe"),
    "bounds": ("clip", "none"),
    "crossover": ("dominant", "node", "none"),
    "crown": ("tournament", "average"),
    "teacher": ("champion", "search"),
}

# Deciders that judge positions by a network.
_JUDGED = ("minimax", "ept")

# Smallest and largest value of every number.
_RANGES: dict[str, tuple[float, float]] = {
    "width": (0, 1),
    "population": (2, 10_000),
    "elite": (1, 5_000),
    "games": (1, 1_000),
    "win": (-1_000, 1_000),
    "draw": (-1_000, 1_000),
    "loss": (-1_000, 1_000),
    "move_limit": (2, 10_000),
    "mutation_size": (0, 10),
    "dominant": (0, 1),
    "rivals": (0, 100),
    "rival_games": (2, 1_000),
    "rate": (0, 10),
    "lessons": (0, 1_000_000),
    "memory": (1, 1_000),
    "trace": (0, 1),
    "halving": (0, 1_000_000),
    "random_moves": (0, 40),
}


@dataclass(frozen=True)
class Settings:
    """How players are bred.

    Attributes:
        network: what evaluates: `squares` (91-40-10-1, the paper's), `board` (32-40-10-1, Blondie24's),
            `pieces` (men and kings apart, 128-40-10-1), `linear` (Samuel's terms).
        decider: how agents choose moves by their networks: `minimax:depth=4`, `ept:playouts=50`, ...
        method: `genetic` (elite, crossover, mutation), `offspring` (Blondie24's: everybody has one child, the
            better half of all stays), `strategy` (a cloud of mirrored mutants around one mean, which moves
            towards the winners).
        width: first weights are uniform from -width to width; Blondie24 begins with 0.2.
        population: agents of a generation.
        elite: how many stay (genetic).
        tournament: `random` opponents, or `round-robin`: everybody as Black against everybody.
        games: games of each agent as Black (random).
        openings: `start`, or `ballots`: one of the three-move ballots for each game.
        random_moves: drawn after the opening, so that games differ.
        win, draw, loss: points.
        move_limit: moves of both sides after which a game is drawn.
        blocked: whether a player who cannot move `loses` (the rules) or `draws` (the paper).
        mutation: `uniform` (the paper's formula), `gaussian`, `adaptive` (Blondie24's own step for each
            weight), `safe` (small where the output is sensitive).
        mutation_size: of a step; 0 for the usual one of that mutation.
        bounds: whether weights are kept within -1 to 1.
        crossover: `dominant` (weights of a node beyond the threshold), `node` (all of them), `none`.
        dominant: the threshold.
        rivals: earlier champions that each new one plays.
        rival_games: games against each, half with each colour; 0 rivals or fewer games save time.
        rate: how far a strategy's mean moves, or how fast agents learn.
        lessons: positions that a child learns from, drawn from remembered games; 0 for pure evolution. Not
            for a strategy, whose mutants must stay mirrored.
        memory: generations whose games are remembered.
        trace: lambda of what positions are taught: 1 the result of the game alone, less the more what the
            champion says of the positions that followed.
        teacher: whose words are taught where they are not the result: the `champion` on the positions that
            followed, or the `search` of the players when they were there.
        halving: generations after which the rate of learning has halved; 0 for never.
        crown: the champion is the best of the `tournament`, or the `average` of the elite.
        ancestor: fingerprint of the network that the first generation descends from; empty for random ones.
    """

    network: str = "squares"
    decider: str = "minimax:depth=4"
    method: str = "genetic"
    width: float = 1.0
    population: int = 15
    elite: int = 5
    tournament: str = "random"
    games: int = 5
    openings: str = "start"
    random_moves: int = 0
    win: float = 2.0
    draw: float = 0.0
    loss: float = -1.0
    move_limit: int = 100
    blocked: str = "loses"
    mutation: str = "uniform"
    mutation_size: float = 0.0
    bounds: str = "clip"
    crossover: str = "dominant"
    dominant: float = 0.75
    rivals: int = 5
    rival_games: int = 6
    rate: float = 0.05
    lessons: int = 0
    memory: int = 10
    trace: float = 1.0
    halving: int = 0
    crown: str = "tournament"
    teacher: str = "champion"
    ancestor: str = ""

    def __post_init__(self) -> None:
        check_words(self, CHOICES)
        check_numbers(self, _RANGES)
        _check_decider(self.decider)
        self._check_lessons()
        if self.method == "genetic" and not self.elite < self.population:
            raise InputError(
                f"expected an elite smaller than the population of {self.population}, got {self.elite!r}"
            )
        if self.method == "genetic" and self.elite < 3 and self.population - self.elite >= 4:
            raise InputError(f"expected an elite of at least 3, who have children; got {self.elite!r}")
        if self.method != "genetic" and self.population % 2:
            raise InputError(f"{self.method} needs an even population, got {self.population!r}")
        if self.rival_games % 2:
            raise InputError(f"expected an even number of rival_games, got {self.rival_games!r}")

    def _check_lessons(self) -> None:
        if self.network == "linear" and (self.lessons or self.mutation == "safe"):
            what = "--lessons" if self.lessons else "--mutation safe"
            raise InputError(
                f"linear networks do not learn: leave out {what}, or --network squares, board, pieces"
            )
        if self.method == "strategy" and self.lessons:
            raise InputError(
                f"mutants of a strategy do not learn, got {self.lessons!r} lessons: "
                "give --lessons 0, or --method genetic, offspring"
            )

    def facts(self) -> dict[str, Any]:
        """All of it for run.json."""
        return asdict(self)

    @classmethod
    def from_facts(cls, facts: dict[str, Any]) -> "Settings":
        """Read back what `facts` gave; unknown names are refused."""
        known = {field.name for field in fields(cls)}
        for name in facts:
            if name not in known:
                raise InputError(f"an evolution has no option {name!r}; it has {', '.join(sorted(known))}")
        return cls(**facts)


def _check_decider(text: str) -> None:
    try:
        native.DraughtsDecider(text)
    except ValueError as error:
        raise InputError(str(error)) from None
    kind, _, options = text.partition(":")
    if kind not in _JUDGED:
        raise InputError(
            f"expected a decider that asks the networks, {' or '.join(_JUDGED)}; "
            f"got {text!r}, which never does"
        )
    if any(option.partition("=")[0] == "seconds" for option in options.split(",")):
        raise InputError(
            f"the decider {text!r} is bound by seconds, so that no run would repeat itself; "
            "use nodes= or playouts="
        )


#: Whole sets of choices.
PRESETS: dict[str, Settings] = {
    "paper": Settings(),
    "blondie24": Settings(
        network="board",
        method="offspring",
        width=0.2,
        population=30,
        tournament="round-robin",
        mutation="adaptive",
        crossover="none",
        bounds="none",
        win=1.0,
        loss=-2.0,
    ),
    # Found by a handful of short trials: children that learn from remembered games and from what the players'
    # own searches said of them, many quick games, openings that differ, the average of the elite as champion.
    "kifu": Settings(
        network="pieces",
        decider="minimax:depth=3,captures=yes",
        width=0.1,
        population=8,
        elite=4,
        games=10,
        random_moves=6,
        move_limit=160,
        mutation="gaussian",
        mutation_size=0.01,
        bounds="none",
        crossover="none",
        rivals=1,
        rival_games=8,
        rate=0.003,
        lessons=40_000,
        memory=20,
        trace=0.4,
        halving=300,
        teacher="search",
        crown="average",
    ),
}


def preset(name: str, **changes: Any) -> Settings:
    """A preset with some choices changed; None leaves a choice as it is."""
    if name not in PRESETS:
        raise InputError(f"expected a preset among {', '.join(PRESETS)}, got {name!r}")
    return replace(PRESETS[name], **{key: value for key, value in changes.items() if value is not None})
