"""Opening players: trained once, and kept for all matches that they play."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kifu.work.facts import JsonObject
from kifu.work.versions import this_version
from kifu_lab.experiments.cells import Cell, Result, Task, key_of
from kifu_lab.experiments.lab import Lab

if TYPE_CHECKING:
    from kifu.models.opening import OpeningModel


def train_cell(name: str, games: int, seed: int, **options: Any) -> Cell:
    """Train a player, and let it meet Random on the way.

    Args:
        name: of the cell.
        games: of self-play.
        seed: of everything drawn.
        options: of `OpeningSettings`.
    """
    return Cell(name, TRAIN, {"games": games, **options}, seed, needs_of(options))


def needs_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """What a game needs that is finished by an expert."""
    return ("program:gnugo",) if str(options.get("expert", "kifu")).startswith("gnugo") else ()


def trained(lab: Lab, options: Mapping[str, Any], seed: int) -> "tuple[OpeningModel, list[JsonObject]]":
    """A trained player and the log of its tests; what is missing of it is trained.

    Raises:
        InUseError: Another process trains it.
    """
    from kifu.learners.opening.session import model_of, open_training
    from kifu.learners.opening.settings import OpeningSettings

    chosen = dict(options)
    games = chosen.pop("games")
    settings = OpeningSettings(**chosen)
    needs = {need: lab.sources.fingerprint(need) for need in needs_of(options)} | {"kifu": this_version()}
    key = key_of(Cell("", TRAIN, options, seed).configuration(), needs)
    folder = lab.shared / f"opening-{key}"
    with open_training(folder, settings, seed, threads=lab.threads, executor=lab.executor) as training:
        while training.games < games:
            lab.progress(training.games, games, "training an opening player")
            training.advance(min(settings.every, games - training.games))
        return model_of(training, settings, seed, ""), list(training.log())


def _train(cell: Cell, lab: Lab) -> Result:
    assert cell.seed is not None
    _, log = trained(lab, cell.options, cell.seed)
    names = ("games", "wins", "draws", "test_games", "error")
    return {"tests": [{name: line[name] for name in names} for line in log]}


TRAIN = Task("opening/train", 3, _train)
