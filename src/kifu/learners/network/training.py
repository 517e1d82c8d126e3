"""The training of a network, in steps that are logged and saved."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from kifu.archive.packed import UNKNOWN_OWNER
from kifu.learners.network.batches import Batch, Batches, drawn_ahead, held_out
from kifu.learners.network.body import Answers, Body, to_arrays
from kifu.learners.network.games import NetworkGames
from kifu.learners.network.selfplay import SelfplayBatches
from kifu.learners.network.settings import NetworkSettings, SelfplayMix
from kifu.models.files import Arrays
from kifu.models.moves import MovePredictor
from kifu.models.network import LEAD_BINS
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run
from kifu.work.seeds import native_seed

_WARM_UP = 200
#: After so many steps the learning rate has fallen to its 1 / sqrt(2), and so on.
_RATE_FALLS = 1000
_BETAS = (0.9, 0.99)
_EPSILON = 1e-6
#: The averaged weights are those of about this share of all steps.
_AVERAGED = 9
_VALIDATED_AT_ONCE = 256
#: Batches that the statistics of averaged weights are measured on.
_MEASURED_BATCHES = 24
#: What a position of self-play counts beside one of a record.
_SELFPLAY_WEIGHT = 1.2


@dataclass(frozen=True)
class Line:
    """A line of the log.

    Attributes:
        step: batches learned from.
        positions: the same in positions.
        minutes: spent on training so far.
        loss: the mean over the step's batches.
        moves: share of validation moves that the averaged network ranks first.
        move_loss: mean negative log-probability of these moves.
        owners: share of points whose owner is right.
        winners: share of winners that are right.
        lead: mean absolute error of the lead in points.
        selfplay_loss: as `loss`, of the games of self-play alone.
    """

    step: int
    positions: int
    minutes: float
    loss: float
    moves: float
    move_loss: float
    owners: float | None
    winners: float | None
    lead: float | None
    selfplay_loss: float | None = None


def loss_of(answers: Answers, batch: Mapping[str, Tensor]) -> Tensor:
    """What training makes small: surprise at moves, owners, leads and winners."""
    policy = functional.cross_entropy(answers.policy, batch["moves"], ignore_index=-1)
    owners = functional.cross_entropy(answers.owners, batch["owners"], ignore_index=UNKNOWN_OWNER)
    known = batch["leads"].sum(1) > 0
    lead = -(batch["leads"] * functional.log_softmax(answers.lead, 1)).sum() / known.sum().clamp(min=1)
    decided = ~batch["results"].isnan()
    win = functional.binary_cross_entropy_with_logits(
        answers.win[decided], batch["results"][decided], reduction="sum"
    ) / decided.sum().clamp(min=1)
    has_owners = (batch["owners"] != UNKNOWN_OWNER).any()
    return policy + (owners if has_owners else 0.0) + 0.15 * lead + 0.7 * win


def selfplay_loss_of(answers: Answers, batch: Mapping[str, Tensor]) -> Tensor:
    """The same for self-play: what searches found stands for moves, and every end is known."""
    searched = (batch["policy"].sum(1) > 0).sum().clamp(min=1)
    policy = -(batch["policy"] * functional.log_softmax(answers.policy, 1)).sum() / searched
    owners = functional.cross_entropy(answers.owners, batch["owners"])
    lead = -(batch["leads"] * functional.log_softmax(answers.lead, 1)).sum(1).mean()
    win = functional.binary_cross_entropy_with_logits(answers.win, batch["results"])
    return policy + owners + 0.3 * lead + 0.7 * win


def _tensors(batch: Batch) -> dict[str, Tensor]:
    policy = {} if batch.policy is None else {"policy": torch.from_numpy(batch.policy)}
    return policy | {
        "planes": torch.from_numpy(batch.planes).to(memory_format=torch.channels_last),
        "numbers": torch.from_numpy(batch.numbers),
        "moves": torch.from_numpy(batch.moves.astype(np.int64)),
        "owners": torch.from_numpy(batch.owners.astype(np.int64)),
        "results": torch.from_numpy(batch.results),
        "leads": torch.from_numpy(batch.leads),
    }


def _joined(batches: Sequence[Mapping[str, Tensor]]) -> tuple[Tensor, Tensor]:
    """The inputs of all batches as one."""
    if len(batches) == 1:
        return batches[0]["planes"], batches[0]["numbers"]
    planes = torch.cat([batch["planes"] for batch in batches])
    return (
        planes.contiguous(memory_format=torch.channels_last),
        torch.cat([batch["numbers"] for batch in batches]),
    )


class NetworkTraining:
    """Training that goes on from where its run is, bit for bit.

    Args:
        settings: all choices.
        run: the open run.
        games: to learn from.
        validation: held-out games that the log measures on.
        predictor: the pattern model among the inputs; None where the settings leave it out.
        first: weights to begin with in a new run; drawn by the seed if None.
        selfplay: runs of self-play to learn from as well, and how much.
    """

    def __init__(
        self,
        settings: NetworkSettings,
        run: Run,
        games: NetworkGames,
        validation: NetworkGames,
        predictor: MovePredictor | None,
        first: Arrays | None = None,
        selfplay: tuple[Sequence[str], SelfplayMix] | None = None,
    ) -> None:
        self._settings = settings
        self._run = run
        self._selfplay: SelfplayBatches | None = None
        self._weights = [1.0]
        rows = 0
        if selfplay is not None:
            folders, mix = selfplay
            rows = min(settings.batch - 1, max(1, round(mix.share * settings.batch)))
            self._selfplay = SelfplayBatches(folders, settings.size, mix, rows, predictor, run.seed)
            self._weights = [1 - mix.share, _SELFPLAY_WEIGHT * mix.share]
        self._batches = Batches(games, predictor, settings.batch - rows, run.seed)
        self._held_out = Batches(validation, predictor, settings.batch, run.seed)
        self._validation = held_out(validation, settings.validation, run.seed)
        torch.manual_seed(native_seed(run.seed, "weights") >> 1)
        self._body = Body(settings.shape)
        self._optimizer = torch.optim.AdamW(
            self._parameters(), lr=settings.rate, betas=_BETAS, eps=_EPSILON, weight_decay=settings.decay
        )
        self._minutes = 0.0
        if run.checkpoint is not None:
            self._restore(run.checkpoint)
        else:
            if first is not None:
                self._load(self._body, first)
            self._average = to_arrays(self._body.state_dict())
        self._body.to(memory_format=torch.channels_last)  # type: ignore[call-overload]

    @property
    def step(self) -> int:
        """Batches learned from so far, and saved."""
        return self._run.step

    @property
    def arrays(self) -> Arrays:
        """The averaged weights, with statistics of their own."""
        return dict(to_arrays(self._averaged(self.step).state_dict()))

    @property
    def selfplay_shards(self) -> dict[str, list[int]]:
        """The shards of each run of self-play that the last steps learned from."""
        return {} if self._selfplay is None else self._selfplay.chosen

    def log(self) -> Iterator[JsonObject]:
        """A line for each save so far: the fields of `Line`."""
        return self._run.logged()

    def advance(
        self,
        steps: int,
        minutes: float | None = None,
        *,
        progress: Progress = silent,
        stop: Callable[[], bool] = bool,
    ) -> Line:
        """Train for some steps, or until the minutes are over or `stop()` is true; validate, log and save."""
        started = time.monotonic()
        losses: list[list[float]] = []
        step = self.step
        if self._selfplay is not None:
            self._selfplay.choose_newest()
        self._body.train()
        for batches in drawn_ahead(self._draw, step):
            losses.append(self._learn([_tensors(batch) for batch in batches], step))
            step += 1
            progress(len(losses) * self._settings.batch, steps * self._settings.batch, "training")
            over = minutes is not None and time.monotonic() - started > 60 * minutes
            if len(losses) == steps or over or stop():
                break
        self._minutes += (time.monotonic() - started) / 60
        measured = self._validate(self._averaged(step))
        positions = step * self._settings.batch
        loss = np.mean(losses, axis=0)
        line = Line(
            step,
            positions,
            round(self._minutes, 3),
            float(loss @ self._weights),
            **measured,
            selfplay_loss=None if self._selfplay is None else float(loss[1]),
        )
        self._run.log(asdict(line))
        self._run.save(self._checkpoint(step))
        return line

    def _draw(self, step: int) -> list[Batch]:
        """The batches of a step: of records, and of self-play where that is learned from."""
        own = [] if self._selfplay is None else [self._selfplay.draw(step)]
        return [self._batches.draw(step), *own]

    def _learn(self, batches: Sequence[Mapping[str, Tensor]], step: int) -> list[float]:
        """Learn from the batches of a step; the loss of each."""
        settings = self._settings
        rate = settings.rate * min(1.0, (step + 1) / _WARM_UP) / (1 + step / _RATE_FALLS) ** 0.5
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answers = self._body(*_joined(batches))
        losses, begin = [], 0
        for batch in batches:
            end = begin + len(batch["planes"])
            some = Answers(*(answer[begin:end] for answer in answers))
            losses.append((selfplay_loss_of if "policy" in batch else loss_of)(some, batch))
            begin = end
        loss = torch.stack(losses) @ torch.tensor(self._weights)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._body.parameters(), 4.0)
        self._optimizer.step()
        share = max((_AVERAGED + 1) / (step + _AVERAGED + 1), 5e-4)
        with torch.no_grad():
            for name, tensor in self._body.state_dict().items():
                if name in self._average:
                    average = torch.from_numpy(self._average[name])
                    average += share * (tensor - average)
        return [float(one.detach()) for one in losses]

    def _averaged(self, step: int) -> Body:
        """The network of the averaged weights after a step.

        Averages of weights have other activations than the weights had, so what batch normalisation knows of
        them is measured again, on the batches of the last steps.
        """
        body = Body(self._settings.shape)
        self._load(body, self._average)
        if step == 0:
            return body.eval()
        for layer in body.modules():
            if isinstance(layer, torch.nn.BatchNorm2d):
                layer.reset_running_stats()
                layer.momentum = None  # the plain mean over all batches
        body.train()
        for last in range(max(0, step - _MEASURED_BATCHES), step):
            batches = [_tensors(batch) for batch in self._draw(last)]
            with torch.no_grad():
                body(*_joined(batches))
        return body.eval()

    def _validate(self, body: Body) -> JsonObject:
        hits, loss, owners, winners, leads = [], [], [], [], []
        chosen, moves = self._validation
        for begin in range(0, len(chosen), _VALIDATED_AT_ONCE):
            some = slice(begin, begin + _VALIDATED_AT_ONCE)
            batch = _tensors(self._held_out.at(chosen[some], moves[some]))
            with torch.inference_mode():
                answers = body(batch["planes"], batch["numbers"])
            hits.append(answers.policy.argmax(1) == batch["moves"])
            loss.append(functional.cross_entropy(answers.policy, batch["moves"], reduction="none"))
            known = batch["owners"] != UNKNOWN_OWNER
            owners.append((answers.owners.argmax(1) == batch["owners"])[known])
            decided = (batch["results"] == 0) | (batch["results"] == 1)
            winners.append(((answers.win > 0) == (batch["results"] > 0.5))[decided])
            scored = batch["leads"].sum(1) > 0
            bins = torch.from_numpy(LEAD_BINS)
            lead = (answers.lead.softmax(1) * bins).sum(1) - (batch["leads"] * bins).sum(1)
            leads.append(lead.abs()[scored])

        def mean(parts: list[Tensor]) -> float | None:
            values = torch.cat(parts)
            return round(float(values.float().mean()), 5) if len(values) else None

        return {
            "moves": mean(hits),
            "move_loss": mean(loss),
            "owners": mean(owners),
            "winners": mean(winners),
            "lead": mean(leads),
        }

    def _parameters(self) -> list[Tensor]:
        return [p for p in self._body.parameters() if p.requires_grad]

    def _load(self, body: Body, arrays: Mapping[str, Any]) -> None:
        body.load_state_dict(
            {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}, strict=False
        )

    def _checkpoint(self, step: int) -> Checkpoint:
        arrays: Arrays = {f"weights.{n}": a for n, a in to_arrays(self._body.state_dict()).items()}
        arrays |= {f"average.{n}": a.copy() for n, a in self._average.items()}
        for i, parameter in enumerate(self._parameters()):
            state = self._optimizer.state[parameter]
            arrays |= to_arrays({f"mean.{i}": state["exp_avg"], f"square.{i}": state["exp_avg_sq"]})
        return Checkpoint(step, {"minutes": self._minutes, **self._chosen_shards()}, arrays)

    def _chosen_shards(self) -> JsonObject:
        return {} if self._selfplay is None else {"selfplay": self._selfplay.chosen}

    def _restore(self, checkpoint: Checkpoint) -> None:
        def part(prefix: str) -> Arrays:
            return {
                name.removeprefix(prefix): array
                for name, array in checkpoint.arrays.items()
                if name.startswith(prefix)
            }

        self._load(self._body, part("weights."))
        self._average = {name: array.copy() for name, array in part("average.").items()}
        self._minutes = checkpoint.state["minutes"]
        if self._selfplay is not None:
            self._selfplay.choose(checkpoint.state["selfplay"])
        means, squares = part("mean."), part("square.")
        for i, parameter in enumerate(self._parameters()):
            self._optimizer.state[parameter] = {
                "step": torch.tensor(float(checkpoint.step)),
                "exp_avg": torch.from_numpy(means[str(i)].copy()),
                "exp_avg_sq": torch.from_numpy(squares[str(i)].copy()),
            }
