"""What fewer random endings cost the judgement of blocks, and that of finished 9x9 games.

    python lab/benchmarks/life_endings.py human9.db kgs19.db --endings 64,48,40,32

Validation games, labels of any judge: errors over whole games, ten moves before the end and at the end with
95 % intervals over games, and the expected calibration error. Then the finished 9x9 games of the original
archive in `--data` without suspected bots: how many sheets have the recorded result and winner.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
from score_finished import split_of

from kifu.analysis.score import score_record
from kifu.analysis.tally import count
from kifu.archive import Archive, PackedGames
from kifu.archive.labels import read_labelled
from kifu.judgement import judge
from kifu.models.life import LifeModel
from kifu.records import sgf
from kifu_lab.evaluation.life import outcomes, report

#: Games of an archive that are looked at: small boards, and large ones.
GAMES = (400, 120)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archives", nargs="+", type=Path)
    parser.add_argument("--endings", default="64,48,40,32")
    parser.add_argument("--data", type=Path, default=Path("../shared/data/go"))
    arguments = parser.parse_args()
    endings = [int(word) for word in arguments.endings.split(",")]
    print("| games | endings | whole games | ten moves before the end | at the end | calibration error |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for path in arguments.archives:
        games = validation_games(path)
        for number in endings:
            print(f"| {path.stem} | {number} | {errors(games, number)} |", flush=True)
    print("\n| endings | finished 9x9 games | recorded result | recorded winner |")
    print("| ---: | ---: | ---: | ---: |")
    records = [record for _, record in split_of(arguments.data / "human9.tar.xz", "validation")]
    for number in endings:
        print(f"| {number} | {len(records):,} | {' | '.join(finished(records, number))} |", flush=True)


def validation_games(path: Path) -> list[PackedGames]:
    with Archive(path) as archive:
        found = read_labelled(archive, "validation")
    return [part.take(np.arange(min(GAMES[part.size >= 13], len(part)))) for part in found]


def errors(games: list[PackedGames], endings: int) -> str:
    found = report(outcomes(LifeModel.bundled().with_playouts(endings), games))
    rates = [found[name] for name in ("whole_game", "ten_before_end", "end")]
    shown = [f"{rate['error']:.2%} [{rate['interval'][0]:.2%}-{rate['interval'][1]:.2%}]" for rate in rates]
    return " | ".join([*shown, f"{found['calibration']['expected_error']:.4f}"])


def finished(records: list[bytes], endings: int) -> tuple[str, str]:
    right = won = 0
    for record in records:
        sheet = score_record(sgf.read(record)[0], use_result=False)
        judged = judge(sheet.board, finished=sheet.finished, playouts=endings)
        sheet = replace(sheet, judgement=judged, counts=count(judged, sheet.terms))
        right += bool(sheet.agrees)
        won += sheet.recorded is not None and sheet.winner is sheet.recorded.winner
    return f"{right:,}", f"{won:,}"


if __name__ == "__main__":
    main()
