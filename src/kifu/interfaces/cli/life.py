"""`kifu life`: which blocks live, and who leads, at any move of a game."""

import click

from kifu.interfaces.cli.options import (
    komi_option,
    model_option,
    move_option,
    number_option,
    rules_option,
    svg_option,
)
from kifu.interfaces.cli.output import json_option, print_json, printable
from kifu.interfaces.cli.records import read_go


@click.command(epilog="Example: kifu life game.sgf --move 40 --svg life.svg")
@click.argument("file", default="sample")
@move_option
@number_option
@rules_option
@komi_option
@model_option("Life model")
@svg_option("the board (blue Black's, red White's)")
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
    from kifu.games.go.game import RecordedGame
    from kifu.interfaces.score_facts import life_facts
    from kifu.interfaces.score_view import board_svg, board_text, estimate_lines
    from kifu.judgement import estimate
    from kifu.models.life import LifeModel
    from kifu.work.files import write_text

    record = read_go(file, number).record
    terms = terms_of(record, rules, komi)
    game = RecordedGame(record, terms.rules)
    board = game.position(move)
    loaded = LifeModel.load(model) if model else None
    found = estimate(board, komi=terms.total_komi, model=loaded)
    verdicts = read_out(found.judgement)
    if svg is not None:
        write_text(svg, board_svg(found.judgement, found.owner, found.ownership))
    if as_json:
        print_json(life_facts(file, len(game), found, terms, verdicts))
        return
    click.echo(printable(game.headline()))
    click.echo()
    click.echo(board_text(found.judgement, found.owner))
    click.echo()
    for line in [*estimate_lines(found, terms, verdicts), *(f"Note: {note}" for note in terms.notes)]:
        click.echo(printable(line))
    if svg is not None:
        click.echo(f"Drawn to {svg}")
