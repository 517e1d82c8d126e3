"""All settings of an evolution. The defaults are the paper's; `PRESETS` has others."""

from dataclasses import dataclass
from typing import Any

from kifu.errors import InputError
from kifu.work.settings import Settings, setting

# Deciders that evaluate positions with a network.
_WITH_NETWORK = ("minimax", "ept")


@dataclass(frozen=True)
class EvolveSettings(Settings):
    """How players are bred."""

    network: str = setting(
        "squares",
        "The paper's (91-40-10-1), Blondie24's (32-40-10-1), men and kings apart (128-40-10-1), linear.",
        choices=("squares", "board", "pieces", "linear"),
    )
    decider: str = setting(
        "minimax:depth=4", "How agents choose moves: minimax:depth=4, ept:playouts=50, ..."
    )
    method: str = setting(
        "genetic",
        "Elite and crossover; a child each, the better half stays (Blondie24); mirrored mutants of a mean.",
        choices=("genetic", "offspring", "strategy"),
    )
    width: float = setting(1.0, "First weights are uniform from -width to width.", least=0, most=1)
    population: int = setting(15, "Agents per generation.", least=2, most=10_000)
    elite: int = setting(5, "Agents that survive (genetic).", least=1, most=5_000)
    tournament: str = setting("random", "Who plays whom.", choices=("random", "round-robin"))
    games: int = setting(5, "Games of each agent as Black (random tournament).", least=1, most=1_000)
    openings: str = setting("start", "Openings; ballots have three moves.", choices=("start", "ballots"))
    random_moves: int = setting(0, "Random moves after the opening, so that games differ.", least=0, most=40)
    win: float = setting(2.0, "Points for a win.", least=-1_000, most=1_000)
    draw: float = setting(0.0, "Points for a draw.", least=-1_000, most=1_000)
    loss: float = setting(-1.0, "Points for a loss.", least=-1_000, most=1_000)
    move_limit: int = setting(100, "Moves after which a game is drawn.", least=2, most=10_000)
    blocked: str = setting("loses", "A player without a move (the paper: draws).", choices=("loses", "draws"))
    mutation: str = setting(
        "uniform",
        "The paper's, normal, a step size per weight (Blondie24), or small where the output is sensitive.",
        choices=("uniform", "gaussian", "adaptive", "safe"),
    )
    mutation_size: float = setting(0.0, "Step size; 0 for the default of that mutation.", least=0, most=10)
    bounds: str = setting("clip", "Whether weights stay within -1 to 1.", choices=("clip", "none"))
    crossover: str = setting(
        "dominant", "Weights of a node that are exchanged.", choices=("dominant", "node", "none")
    )
    dominant: float = setting(0.75, "Size beyond which weights are dominant.", least=0, most=1)
    rivals: int = setting(5, "Earlier champions that each new champion plays.", least=0, most=100)
    rival_games: int = setting(6, "Games against each of them; an even number.", least=2, most=1_000)
    rate: float = setting(0.05, "Learning rate, or step of the mean (strategy).", least=0, most=10)
    training_positions: int = setting(
        0,
        "Positions of remembered games that each child learns from; not for strategy and linear.",
        least=0,
        most=1_000_000,
        formerly="lessons",
    )
    memory: int = setting(10, "Generations whose games are remembered.", least=1, most=1_000)
    trace: float = setting(1.0, "Lambda of the targets; 1 for game results alone.", least=0, most=1)
    rate_half_life: int = setting(
        0, "Generations until the rate has halved; 0: never.", least=0, most=1_000_000, formerly="halving"
    )
    champion_by: str = setting(
        "tournament",
        "Champion: its best, or the average of the elite.",
        choices=("tournament", "average"),
        formerly="crown",
    )
    teacher: str = setting(
        "champion", "Who values training positions, besides results.", choices=("champion", "search")
    )
    ancestor: str = setting("", "Start from a network: a file, or champion for the bundled one.")

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_decider(self.decider)
        self._check_learning()
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

    def _check_learning(self) -> None:
        if self.network == "linear" and (self.training_positions or self.mutation == "safe"):
            wrong = "--training-positions" if self.training_positions else "--mutation safe"
            raise InputError(
                f"linear networks do not learn: leave out {wrong}, or --network squares, board, pieces"
            )
        if self.method == "strategy" and self.training_positions:
            raise InputError(
                f"mutants of a strategy do not learn, got {self.training_positions!r} training positions: "
                "give --training-positions 0, or --method genetic, offspring"
            )


def _check_decider(text: str) -> None:
    from kifu._native.search import DraughtsDecider

    try:
        DraughtsDecider(text)
    except ValueError as error:
        raise InputError(str(error)) from None
    kind, _, options = text.partition(":")
    if kind not in _WITH_NETWORK:
        raise InputError(
            f"expected a decider that asks the networks, {' or '.join(_WITH_NETWORK)}; "
            f"got {text!r}, which never does"
        )
    if any(option.partition("=")[0] == "seconds" for option in options.split(",")):
        raise InputError(
            f"the decider {text!r} is bound by seconds, so that no run would repeat itself; "
            "use nodes= or playouts="
        )


#: What each preset changes.
PRESETS: dict[str, dict[str, Any]] = {
    "paper": {},
    "blondie24": {
        "network": "board",
        "method": "offspring",
        "width": 0.2,
        "population": 30,
        "tournament": "round-robin",
        "mutation": "adaptive",
        "crossover": "none",
        "bounds": "none",
        "win": 1.0,
        "loss": -2.0,
    },
    # Found by a handful of short trials: children that learn from remembered games and from what the players'
    # own searches said of them, many quick games, openings that differ, the average of the elite as champion.
    "kifu": {
        "network": "pieces",
        "decider": "minimax:depth=3,captures=yes",
        "width": 0.1,
        "population": 8,
        "elite": 4,
        "games": 10,
        "random_moves": 6,
        "move_limit": 160,
        "mutation": "gaussian",
        "mutation_size": 0.01,
        "bounds": "none",
        "crossover": "none",
        "rivals": 1,
        "rival_games": 8,
        "rate": 0.003,
        "training_positions": 40_000,
        "memory": 20,
        "trace": 0.4,
        "rate_half_life": 300,
        "teacher": "search",
        "champion_by": "average",
    },
}


def preset(name: str, **changes: Any) -> EvolveSettings:
    """A preset with some settings changed; None leaves a setting as it is."""
    if name not in PRESETS:
        raise InputError(f"expected a preset among {', '.join(PRESETS)}, got {name!r}")
    given = {key: value for key, value in changes.items() if value is not None}
    return EvolveSettings.from_facts(PRESETS[name] | given)
