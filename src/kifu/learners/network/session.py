"""A training of a network in its folder: run, games, and the model files after every step."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.errors import MissingToolError
from kifu.learners.network.games import read_network_games
from kifu.learners.network.selfplay import expect_games
from kifu.learners.network.settings import NetworkSettings, SelfplayMix
from kifu.models.files import Arrays, Card, ModelError, load, save
from kifu.models.moves import MovePredictor
from kifu.models.network import KIND, VERSION, identity, to_bytes
from kifu.work.facts import JsonObject
from kifu.work.files import write_bytes
from kifu.work.runs import open_run, options_of

if TYPE_CHECKING:
    from kifu.learners.network.training import NetworkTraining

RUN_KIND = "train-network"
_SETTINGS = tuple(NetworkSettings.__dataclass_fields__)


@dataclass(frozen=True)
class Session:
    """An open training with what its model's card says.

    Attributes:
        folder: of the run.
        training: that goes on from where it is.
        settings: of the run.
        data: what the archives hold.
        seed: of the run.
    """

    folder: Path
    training: "NetworkTraining"
    settings: NetworkSettings
    data: JsonObject
    seed: int

    @property
    def model_file(self) -> Path:
        """Where the weights are kept; the ONNX file has the same name."""
        return self.folder / "model.safetensors"

    def write_model(self, command: str) -> Path:
        """Write weights and ONNX file as the training stands."""
        lines = list(self.training.log())
        shards = {folder: len(numbers) for folder, numbers in self.training.selfplay_shards.items()}
        data = self.data if not shards else {**self.data, "selfplay": {"last_shards": shards}}
        card = network_card(self.settings, data, command, self.seed, lines[-1] if lines else {})
        arrays = self.training.arrays
        made = to_bytes(card, arrays, str(self.model_file))
        save(self.model_file, card, arrays)
        write_bytes(self.model_file.with_suffix(".onnx"), made)
        return self.model_file


def network_card(
    settings: NetworkSettings, data: JsonObject, command: str, seed: int, last: JsonObject
) -> Card:
    """What a network is: its settings, data and the last line of its log."""
    size = settings.size
    expert = identity(MovePredictor.bundled(size)) if settings.expert else None
    learned_from = "game records and self-play" if "selfplay" in data else "game records"
    return Card(
        KIND,
        VERSION,
        f"Moves, owners, lead and winner on {size}x{size}: {settings.blocks} residual blocks of "
        f"{settings.channels} channels, trained on {last.get('positions', 0):,} positions of {learned_from}.",
        data=data,
        command=command,
        seed=seed,
        options={**asdict(settings), "expert": expert},
        results={"validation": last},
    )


@contextlib.contextmanager
def open_training(
    folder: Path,
    archives: Sequence[str] = (),
    settings: NetworkSettings | None = None,
    seed: int | None = None,
    *,
    threads: int = 1,
    start: Path | None = None,
    selfplay: Sequence[str] = (),
    mix: SelfplayMix | None = None,
) -> Iterator[Session]:
    """Start a training, or continue the one in the folder.

    Args:
        folder: of the run.
        archives: games to learn from; those of the run if none are given.
        settings: all choices; those of the run if None.
        seed: of everything drawn; that of the run if None.
        threads: that PyTorch computes with.
        start: a network whose weights a new run begins with.
        selfplay: runs of self-play to learn from beside the archives; those of the run if none are given.
        mix: how much of a batch is self-play.

    Raises:
        MissingToolError: PyTorch is not installed.
        InputError: The archives have too few games, or no labels.
    """
    try:
        import torch

        from kifu.learners.network.training import NetworkTraining
    except ImportError:
        raise MissingToolError(
            "training a network needs PyTorch: pip install 'kifu[train-network]'"
        ) from None
    torch.set_num_threads(threads)
    began_with = None if start is None else str(start)
    if settings is None:
        options = options_of(folder)
        settings = NetworkSettings(**{name: options[name] for name in _SETTINGS if name in options})
        archives = archives or options.get("archives", [])
        began_with = options.get("start")
        selfplay = selfplay or options.get("selfplay", [])
        if mix is None and selfplay:
            mix = SelfplayMix.from_facts(options.get("selfplay_mix", {}))
    first = None if start is None else _first(start, settings)
    games, data = read_network_games(archives, settings.size, "train")
    validation, _ = read_network_games(archives, settings.size, "validation")
    options = {**asdict(settings), "archives": list(archives), "data": data}
    if began_with is not None:
        options["start"] = began_with
    if selfplay:
        expect_games(selfplay)
        mix = mix or SelfplayMix()
        options |= {"selfplay": list(selfplay), "selfplay_mix": mix.facts()}
    with open_run(folder, RUN_KIND, options=options, seed=seed) as run:
        predictor = MovePredictor.bundled(settings.size) if settings.expert else None
        own = (selfplay, mix) if selfplay and mix else None
        training = NetworkTraining(settings, run, games, validation, predictor, first, own)
        yield Session(folder, training, settings, data, run.seed)


def _first(path: Path, settings: NetworkSettings) -> Arrays:
    """The weights of a network to begin with, if it has the same shape."""
    card, arrays = load(path, KIND, VERSION)
    for name in ("blocks", "channels", "hidden"):
        if card.options.get(name) != getattr(settings, name):
            raise ModelError(
                f"{path}: expected a network with {name} {getattr(settings, name)!r} to start from, got "
                f"{card.options.get(name)!r}"
            )
    if (card.options.get("expert") is not None) != settings.expert:
        raise ModelError(f"{path}: expected a network with the same inputs to start from")
    return arrays
