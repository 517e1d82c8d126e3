"""How right estimates of unfinished games are, with the network and without it.

    python lab/benchmarks/estimate_accuracy.py --size 19 --after 50,100,150 kgs19.db
    python lab/benchmarks/estimate_accuracy.py --size 9 --after 0 --resigned human9-unscored.db

Games of a split with a known winner, after so many moves; 0 and negative numbers count from the end. Prints
Markdown: the share of right winners and of right owners, and how far the lead is off on average.
"""

import argparse

import numpy as np

from kifu.analysis.terms import terms_of
from kifu.archive import Archive
from kifu.games.go import replay
from kifu.judgement import chance, estimate
from kifu.learners.network.games import read_split
from kifu.models.life import LifeModel
from kifu.records import sgf
from kifu.work.seeds import stream
from kifu_lab.evaluation.intervals import by_game

WAYS = {"older models": LifeModel.bundled(), "with the network": None}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive")
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--split", default="test")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--after", default="50,100,150")
    parser.add_argument("--resigned", action="store_true", help="games that ended by resignation")
    arguments = parser.parse_args()
    print("| after | games | estimate | winners right | 95 % interval | owners right | lead off | log-loss |")
    print("| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    kind = "resign" if arguments.resigned else "score"
    with Archive(arguments.archive) as archive:
        games = read_split(archive, arguments.size, arguments.split)
        wanted = np.isin(games.ids, archive.ids(result=kind))
        games = games.take(wanted & ((games.wins == 0) | (games.wins == 1)))
        games = games.take(np.sort(stream(1, "estimates").permutation(len(games))[: arguments.games]))
        records = [sgf.read(archive.record(game))[0] for game in games.ids.tolist()]
    for after in map(int, arguments.after.split(",")):
        for name, model in WAYS.items():
            rows = []
            for i, record in enumerate(records):
                moves = int(games.lengths[i]) + after if after <= 0 else after
                if not 0 <= moves <= games.lengths[i]:
                    continue
                terms = terms_of(record)
                board = replay(record, moves=moves, rules=terms.rules).board
                found = estimate(board, komi=terms.total_komi, model=model)
                truth = games.owners[i].reshape(board.size, board.size)
                known = (truth == 1) | (truth == 2)
                right = ((found.ownership > 0) == (truth == 1))[known].mean() if known.any() else np.nan
                won = games.wins[i] == 1
                rows.append(
                    (
                        *(i, (found.lead > 0) == won, right, abs(found.lead - games.leads[i])),
                        -np.log(chance(found) if won else 1 - chance(found)),
                    )
                )
            number, winners, owners, off, loss = np.array(rows, np.float64).T
            share = by_game(winners > 0, number.astype(np.int64))
            cells = [after, f"{len(rows):,}", name, f"{share.value:.2%}", f"{share.low:.2%}-{share.high:.2%}"]
            cells += [f"{np.nanmean(owners):.2%}" if np.isfinite(owners).any() else ""]
            cells += [f"{np.nanmean(off):.2f}" if np.isfinite(off).any() else "", f"{loss.mean():.4f}"]
            print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    main()
