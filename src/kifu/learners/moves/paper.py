"""The method of Araki et al.: relative frequencies of patterns, ranked again by maximum entropy."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu._native import learners, models
from kifu.archive.packed import PackedGames
from kifu.errors import MissingToolError
from kifu.learners.choosing import choose_games
from kifu.learners.moves.harvest import CHUNK, count, harvest
from kifu.learners.moves.settings import PaperTraining
from kifu.models.files import Card
from kifu.models.moves import KIND, VERSION, MovePredictor
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run
from kifu.work.seeds import stream

_SHAPES = 1  # chains: patterns of shape only
_LEAST_GAMES = 4

Weights = npt.NDArray[np.float64]


def train_paper(
    what: PaperTraining,
    games: PackedGames,
    *,
    data: Mapping[str, Any] | None = None,
    command: str = "",
    run: Run | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> MovePredictor:
    """Train the paper's model.

    Args:
        what: options.
        games: for training; those wanted are drawn from them.
        data: for the card: where the games came from.
        command: for the card.
        run: where dictionary and weights are kept, so that a killed training goes on.
        threads: native threads; the result is the same for any number.
        executor: who harvests and counts patterns instead of these threads, such as a cluster.
        progress: told what is being done.
    """
    if what.top:
        _minimiser()  # told before the harvest, which takes long
    chosen = choose_games(games, what.games, _LEAST_GAMES, stream(what.seed, "moves-games"))
    half = len(chosen) // 2 if what.top else len(chosen)
    first = chosen.take(np.arange(half))
    kept = run.checkpoint if run else None
    if kept is None:
        keys, _ = harvest(first, _SHAPES, 2, threads, progress, executor)
        used, unused = count(models.PatternDictionary(keys), first, threads, progress, executor)
        kept = Checkpoint(1, {"losses": []}, {"keys": keys, "used": used, "unused": unused})
        if run is not None:
            run.save(kept)
    arrays = dict(kept.arrays)
    dictionary = models.PatternDictionary(arrays["keys"])
    attributes, bias, results = 0, 0.0, {}
    if what.top:
        base = models.PaperMoveModel(
            dictionary, arrays["used"], arrays["unused"], np.zeros(0, np.float32), 0.0, what.top, what.folded
        )
        samples = learners.MoveSamples(base, games.size)
        for i, part in enumerate(chosen.take(np.arange(half, len(chosen))).chunks(CHUNK)):
            progress(i * CHUNK, len(chosen) - half, "collecting candidates")
            samples.add(games.size, part.actions, part.offsets, threads)
        weights, losses = _maximise_entropy(what, samples, kept, run, threads, progress)
        attributes, bias = samples.attributes, float(weights[-1])
        kept_weights = np.flatnonzero(weights[:-1]).astype(np.uint32)
        arrays |= {
            "attributes": kept_weights,
            "weights": weights[:-1][kept_weights].astype(np.float32),
        }
        results = {"samples": samples.samples, "positions": samples.positions, "loss": losses[-1]}
    card = Card(
        KIND,
        VERSION,
        "Which moves experts play: frequencies of patterns"
        + (", ranked again by maximum entropy (Araki et al.)." if what.top else "."),
        data=dict(data or {}),
        command=command,
        seed=what.seed,
        options={
            **what.facts(),
            "config": "paper",
            "games": len(chosen),
            "key_bits": 64,
            "patterns": len(arrays["keys"]),
            "attributes": attributes,
            "bias": bias,
        },
        results=results,
    )
    arrays = {name: arrays[name] for name in arrays if name in _SAVED}
    return MovePredictor(card, arrays)


_SAVED = ("keys", "used", "unused", "attributes", "weights")


def _minimiser() -> Callable[..., Any]:
    try:
        from scipy.optimize import minimize
    except ImportError:
        raise MissingToolError("maximum entropy is trained by SciPy: pip install 'kifu[train]'") from None
    found: Callable[..., Any] = minimize
    return found


def _maximise_entropy(
    what: PaperTraining,
    samples: learners.MoveSamples,
    start: Checkpoint,
    run: Run | None,
    threads: int,
    progress: Progress,
) -> tuple[Weights, list[float]]:
    """Minimise the dual of maximum entropy with inequality constraints: log-loss plus W times |weights|.

    Each multiplier is split in two that are not negative; L-BFGS-B keeps them so. Attributes that never
    occur stay at zero. The method sees each weight times the root of how often its attribute occurs: the
    loss bends about alike in all of these, and it needs a fraction of the steps.
    """
    minimize = _minimiser()
    counts = samples.counts()
    occurring = np.flatnonzero(counts)
    n = len(occurring)
    scale = 1 / np.sqrt(np.concatenate([counts[occurring], counts[occurring], [samples.samples]]))
    weights = np.zeros(samples.attributes + 1)

    def spread(x: Weights) -> Weights:
        multipliers = x * scale
        weights[occurring] = multipliers[:n] - multipliers[n : 2 * n]
        weights[-1] = multipliers[-1]
        return weights

    done = 0

    def loss(x: Weights) -> tuple[float, Weights]:
        nonlocal done
        progress(min(done, budget), budget, "maximising entropy")
        done += 1
        value, gradient = samples.evaluate(spread(x), threads)
        part = gradient[occurring]
        penalised = np.concatenate([part + what.width, what.width - part, gradient[-1:]]) * scale
        return value + what.width * float((x * scale)[:-1].sum()), penalised

    budget = what.rounds * what.iterations
    x = np.zeros(2 * n + 1)
    x[-1] = -np.log(max(samples.samples / max(samples.positions, 1) - 1, 1e-9)) / scale[-1]
    losses: list[float] = list(start.state["losses"])
    if "x" in start.arrays:
        x = np.asarray(start.arrays["x"], np.float64)
    lower = np.zeros(len(x))
    lower[-1] = -np.inf
    bounds = np.stack([lower, np.full(len(x), np.inf)], axis=1)
    while len(losses) < what.rounds and not _converged(losses, what.tolerance):
        done = len(losses) * what.iterations
        found = minimize(
            loss,
            x,
            jac=True,
            method="L-BFGS-B",
            bounds=bounds,
            options={"maxiter": what.iterations, "maxcor": 10},
        )
        x = np.asarray(found.x)
        losses.append(float(found.fun) / max(samples.positions, 1))
        if run is not None:
            run.log({"round": len(losses), "loss": losses[-1], "iterations": int(found.nit)})
            arrays = {name: start.arrays[name] for name in ("keys", "used", "unused")}
            run.save(Checkpoint(run.step + 1, {"losses": losses}, arrays | {"x": x}))
        if found.nit < what.iterations:
            break
    return spread(x).copy(), losses


def _converged(losses: list[float], tolerance: float) -> bool:
    return len(losses) >= 2 and losses[-2] - losses[-1] < tolerance * abs(losses[-2])
