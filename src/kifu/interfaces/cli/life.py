"""`kifu life`: which blocks live, and who leads, at any move of a game."""

import click
import numpy as np

from kifu.errors import InputError, RecordError
from kifu.interfaces.cli.numbers import KOMI
from kifu.interfaces.cli.output import json_option, print_json, printable
from kifu.interfaces.views import choose_game, read_file, title


@click.command(epilog="Example: kifu life game.sgf --move 40 --svg life.svg")
@click.argument("file", default="sample")
@click.option(
    "--move", "-m", type=int, help="After so many moves; negative counts from the end. Default: the end."
)
@click.option(
    "--number", "--game", "number", type=int, default=1, show_default=True, help="Which game of the file."
)
@click.option("--rules", help="Rules instead of the record's own.")
@click.option("--komi", type=KOMI, help="Points for White instead of the record's own.")
@click.option("--model", type=click.Path(dir_okay=False), help="A life model instead of the bundled one.")
@click.option(
    "--svg", type=click.Path(dir_okay=False), help="Write the board as SVG: blue Black's, red White's."
)
@json_option
def command(
    file: str,
    move: int | None,
    number: int,
    rules: str | None,
    komi: float | None,
    model: str | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Say of every block of a position whether it lives, how surely and why, and estimate the score."""
    from kifu.analysis.fights import read_out
    from kifu.analysis.terms import terms_of
    from kifu.games.coordinates import to_gtp
    from kifu.games.go import replay
    from kifu.interfaces.score_view import board_svg, board_text, estimate_lines
    from kifu.judgement import estimate
    from kifu.models.life import LifeModel
    from kifu.records.sgf import SgfRecord
    from kifu.work.files import write_text

    record = choose_game(read_file(file), number, file)
    if not isinstance(record, SgfRecord) or record.game != "go":
        raise RecordError(f"expected a record of Go, got one of {record.game}")
    terms = terms_of(record, rules, komi)
    whole = replay(record, rules=terms.rules)
    last = whole.illegal_move - 1 if whole.illegal_move else len(whole.board.moves)
    wanted = last if move is None else move if move >= 0 else last + 1 + move
    if not 0 <= wanted <= last:
        raise InputError(f"expected a move from 0 to {last} in {file}, got {move}")
    board = replay(record, moves=wanted, rules=terms.rules).board
    loaded = LifeModel.load(model) if model else None
    found = estimate(board, komi=terms.total_komi, model=loaded)
    verdicts = read_out(found.judgement)
    if svg is not None:
        write_text(svg, board_svg(found.judgement, found.owner, found.ownership))
    if as_json:
        blocks = [
            {
                "colour": block.colour.name.lower(),
                "points": [to_gtp(point, board.size) for point in block.points],
                "status": block.status,
                "probability": block.probability,
                "reason": block.reason,
            }
            for block in verdicts
        ]
        print_json(
            {
                "file": file,
                "move": wanted,
                "moves": last,
                "to_play": board.to_play.name.lower(),
                "rules": terms.rules.name,
                "komi": terms.komi,
                "handicap": terms.handicap,
                "lead": round(found.lead, 2),
                "winner": found.winner.name.lower() if found.winner else None,
                "blocks": blocks,
                "ownership": np.round(found.ownership, 3).tolist(),
            }
        )
        return
    click.echo(printable(title(record)))
    click.echo()
    click.echo(board_text(found.judgement, found.owner))
    click.echo()
    for line in [*estimate_lines(found, terms, verdicts), *(f"Note: {note}" for note in terms.notes)]:
        click.echo(printable(line))
    if svg is not None:
        click.echo(f"Drawn to {svg}")
