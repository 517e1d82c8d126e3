"""The model that ships: patterns of several kinds and plain facts, in a softmax over all legal moves."""

from collections.abc import Mapping
from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import learners, models
from kifu.archive.packed import PackedGames
from kifu.learners.choosing import choose_games
from kifu.learners.moves.harvest import count, harvest
from kifu.learners.moves.settings import FullTraining
from kifu.models.files import Card
from kifu.models.moves import KIND, VERSION, MovePredictor, to_steps
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run
from kifu.work.seeds import stream

_LEAST_GAMES = 2
_FACTS = sum(size for _, size in models.fact_groups())


def train_full(
    what: FullTraining,
    games: PackedGames,
    *,
    data: Mapping[str, Any] | None = None,
    command: str = "",
    run: Run | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> MovePredictor:
    """Train the full model; arguments as for `train_paper`.

    What a game itself adds to the dictionary is left out while it is learned from: otherwise every move of
    every game would look as if it were known from other games.
    """
    chosen = choose_games(games, what.games, _LEAST_GAMES, stream(what.seed, "moves-games"))
    kept = run.checkpoint if run else None
    if kept is None:
        keys, counts = harvest(chosen, what.chains, what.at_least, threads, progress, executor)
        kept = Checkpoint(1, {"done": 0, "losses": []}, {"keys": keys, "counts": counts})
        if run is not None:
            run.save(kept)
    keys, counts = kept.arrays["keys"], kept.arrays["counts"]
    dictionary = models.PatternDictionary(keys)
    trainer = learners.MoveTrainer(
        dictionary, counts, what.chains, what.at_least, what.lanes, what.net, what.seed
    )
    if "weights" in kept.arrays:
        trainer.restore(*(kept.arrays[name] for name in ("weights", "squares", "net", "net_state")))
    elif what.without:
        _leave_out(trainer, what.without)
    done, losses = int(kept.state["done"]), list(kept.state["losses"])
    total = what.passes * len(chosen)
    while done < total:
        number, begin = divmod(done, len(chosen))
        order = stream(what.seed, "moves-order", number).permutation(len(chosen)).astype(np.uint32)
        part = order[begin : begin + what.chunk]
        loss, moves, first = trainer.train(
            games.size,
            chosen.actions,
            chosen.offsets,
            part,
            tuple(rate * _schedule(done / total) for rate in (what.rate, what.row_rate, what.layer_rate)),
            threads,
            partial(_tell, progress, done, total),
        )
        done += len(part)
        losses.append(loss / max(moves, 1))
        if run is not None:
            run.log({"games": done, "loss": loss / max(moves, 1), "first": first / max(moves, 1)})
            state = {"done": done, "losses": losses}
            arrays: dict[str, NDArray[Any]] = {"keys": keys, "counts": counts}
            arrays |= {"weights": trainer.weights(), "squares": trainer.squares()}
            arrays |= {"net": trainer.net(), "net_state": trainer.net_state()}
            run.save(Checkpoint(run.step + 1, state, arrays))
    counted = chosen.take(np.arange(min(what.counted, len(chosen))))
    used, unused = count(dictionary, counted, threads, progress, executor, nested=True)
    weights = trainer.weights()
    card = Card(
        KIND,
        VERSION,
        "Which moves experts play: patterns and tactical facts in a softmax over all legal moves.",
        data=dict(data or {}),
        command=command,
        seed=what.seed,
        options=what.facts()
        | {"config": "full", "games": len(chosen), "counted_games": len(counted), "key_bits": 32},
        results={"training_loss": losses[-1] if losses else None},
    )
    return MovePredictor(card, _packed(keys, counts, weights, trainer.net(), used, unused))


def _tell(progress: Progress, before: int, total: int, begun: int) -> None:
    progress(before + begun, total, "learning moves")


def _leave_out(trainer: learners.MoveTrainer, groups: tuple[str, ...]) -> None:
    """Let the facts of some groups weigh nothing for ever: after infinite gradients no step has a length."""
    weights, squares, net, state = (
        np.array(numbers)
        for numbers in (trainer.weights(), trainer.squares(), trainer.net(), trainer.net_state())
    )
    begin = 0
    for name, size in models.fact_groups():
        if name in groups:
            squares[begin : begin + size] = np.inf
            if len(net):
                net[begin * models.NET_WIDTH : (begin + size) * models.NET_WIDTH] = 0
                state[begin : begin + size] = np.inf
        begin += size
    trainer.restore(weights, squares, net, state)


def _schedule(done: float) -> float:
    """The whole rate for the first half of the time, then down to a tenth."""
    return 1.0 if done < 0.5 else 1.0 - 0.9 * (done - 0.5) / 0.5


def _packed(keys: Any, counts: Any, weights: Any, net: Any, used: Any, unused: Any) -> dict[str, Any]:
    """Numbers as a model file keeps them: half of each key, half-precision weights, counts in steps.

    Only patterns of shape are counted: one bit a pattern says which they are.
    """
    short = (keys >> np.uint64(32)).astype(np.uint32)
    # Where two keys share their leading half, the pattern played more often keeps it.
    order = np.lexsort((-counts.astype(np.int64), short))
    first = np.ones(len(order), bool)
    first[1:] = short[order][1:] != short[order][:-1]
    kept = order[first]
    played, seen = used[:-1][kept].astype(np.int64), unused[:-1][kept].astype(np.int64)
    seen += played
    return {
        "keys": short[kept],
        "facts": weights[:_FACTS].astype(np.float32),
        "weights": weights[_FACTS:][kept].astype(np.float16),
        "net": net.astype(np.float16),
        "counted": np.packbits(seen > 0),
        "played": to_steps(played[seen > 0]),
        "seen": to_steps(seen[seen > 0]),
    }
