"""How the network's answers are weighed against those of the older models.

    python lab/benchmarks/network_weights.py --size 9 --games 600 human9.db
    python lab/benchmarks/network_weights.py --size 19 --games 250 kgs19.db

Fits on validation games, which the network has not learned from: life of blocks (`native/models/life.cpp`),
owners of empty points and lead (`judgement/estimates.py`), chance to win (`judgement/chances.py`). Prints the
weights, and the errors before and with them on the games fitted to.
"""

import argparse

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from kifu.analysis.terms import terms_of
from kifu.archive import Archive
from kifu.archive.labels import read_labelled
from kifu.features.life import examples
from kifu.games.go import replay
from kifu.judgement import estimates, judge
from kifu.judgement.chances import chance_of
from kifu.learners.network.games import read_split
from kifu.models.life import LifeModel
from kifu.models.network import Network
from kifu.records import sgf
from kifu.work.seeds import stream

PER_GAME = 3
LARGE_PLAYOUTS = 32
Numbers = NDArray[np.float64]


def logit(chance: NDArray[np.floating], least: float = 1e-4) -> Numbers:
    """Log-odds, as native/models/life.cpp takes them."""
    clipped = np.clip(chance, least, 1 - least)
    return np.asarray(np.log(clipped / (1 - clipped)))


def fit(columns: Numbers, truth: Numbers, constant: bool = False) -> tuple[Numbers, Numbers]:
    """Weights of a logistic regression, the constant last, and the log-odds they give."""
    fitted = LogisticRegression(C=100, fit_intercept=constant, max_iter=2000).fit(columns, truth)
    weights = np.append(fitted.coef_[0], fitted.intercept_) if constant else fitted.coef_[0]
    return weights, fitted.decision_function(columns)


def wrong(odds: Numbers, truth: Numbers) -> str:
    return f"{np.mean((odds > 0) != (truth > 0)):.2%}"


def life(path: str, size: int, games: int, network: Network) -> None:
    model = LifeModel.bundled() if size < 13 else LifeModel.bundled().with_playouts(LARGE_PLAYOUTS)
    with Archive(path) as archive:
        chosen = next(part for part in read_labelled(archive, "validation") if part.size == size)
    chosen = chosen.take(np.arange(min(games, len(chosen))))
    odds, truth, left = [], [], []
    for part in chosen.chunks(32):
        maps = network.owners_of_games(part)
        found = examples(part, model.features, network=maps)
        odds.append(np.stack([logit(model.predict(found.features, 1)), logit(found.network)], 1))
        truth.append(found.alive)
        left.append(found.length - found.move)
    columns, end = np.concatenate(odds), np.concatenate(left)
    alive = np.concatenate(truth).astype(np.float64)
    weights, combined = fit(columns, alive, constant=True)
    print(f"life of {len(alive):,} blocks: classifier, network, constant {np.round(weights, 3).tolist()}")
    for name, some in (("all", end >= 0), ("ten before the end", end == 10), ("at the end", end == 0)):
        parts = (wrong(part[some], alive[some]) for part in (columns[:, 0], columns[:, 1], combined))
        print(f"  wrong, {name}: classifier {next(parts)}, network {next(parts)}, both {next(parts)}")


def outcomes(path: str, size: int, games: int) -> tuple[Numbers, Numbers]:
    """Of empty points what is seen and whose they become; of positions lead, trust, network, and result."""
    points, rows = [], []
    random = stream(1, "network-weights")
    with Archive(path) as archive:
        known = read_split(archive, size, "validation")
        known = known.take((known.wins == 0) | (known.wins == 1))
        known = known.take(random.permutation(len(known))[:games])
        for i, game in enumerate(known.ids.tolist()):
            record = sgf.read(archive.record(game))[0]
            terms = terms_of(record)
            for moves in random.integers(known.lengths[i] + 1, size=PER_GAME).tolist():
                board = replay(record, moves=moves, rules=terms.rules).board
                judged = judge(board, finished=False, komi=terms.total_komi)
                said = judged.evaluation
                assert said is not None
                owners = known.owners[i].reshape(size, size)
                empty = (judged.stones == 0) & ((owners == 1) | (owners == 2))
                seen = np.array(estimates.seen(judged))[:, empty].T
                filled = np.count_nonzero(judged.stones) / judged.stones.size
                points.append(np.concatenate([seen, filled * seen, (owners[empty] == 1)[:, None]], 1))
                plain = estimates.estimate(board, komi=terms.total_komi, model=LifeModel.bundled())
                found = estimates.estimate(board, komi=terms.total_komi, judgement=judged)
                komi, sure = terms.total_komi, found.trust
                lead = estimates.drawn_to_even(found.owned + komi, sure, board.rules.counting) - komi
                before = plain.lead, chance_of(plain.lead, plain.trust, size)
                truth = known.wins[i], known.leads[i]
                rows.append((lead, sure, said.lead[0], said.win[0], *truth, *before))
    return np.concatenate(points), np.array(rows, np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=300)
    arguments = parser.parse_args()
    network = Network.bundled(arguments.size)
    assert network is not None
    life(arguments.archive, arguments.size, arguments.games // PER_GAME, network)
    points, rows = outcomes(arguments.archive, arguments.size, arguments.games)
    weights, odds = fit(points[:, :-1], points[:, -1])
    print(f"owners of {len(points):,} empty points: {np.round(weights.reshape(2, -1), 3).tolist()}")
    print(f"  wrong: {wrong(odds, points[:, -1])}")
    lead, trust, network_lead, win, result, truth, plain, plain_chance = rows.T
    scored = ~np.isnan(truth)
    step = ((1 - trust) * (network_lead - lead))[scored]
    share = float(step @ (truth - lead)[scored] / (step @ step))
    both = lead + np.minimum(share * (1 - trust), 1) * (network_lead - lead)
    print(f"lead of {len(rows):,} positions: the network's say where nothing is sure {share:.3f}")
    guesses = {"before": plain, "owners": lead, "network": network_lead, "both": both}
    for name, guess in guesses.items():
        error = np.abs(guess - truth)[scored].mean()
        print(f"  {name}: off by {error:.2f} points, winners wrong {wrong(guess, result)}")
    by_lead = [chance_of(one, sure, arguments.size) for one, sure in zip(both, trust, strict=True)]
    weights, odds = fit(np.stack([trust * logit(np.array(by_lead)), logit(win)], 1), result)
    print(f"chance to win: lead where it is sure, network {np.round(weights, 3).tolist()}")
    for name, guess in (("before", logit(plain_chance)), ("network", logit(win)), ("both", odds)):
        loss = np.mean(np.log1p(np.exp(np.where(result > 0.5, -guess, guess))))
        print(f"  {name}: log-loss {loss:.4f}, winners wrong {wrong(guess, result)}")


if __name__ == "__main__":
    main()
