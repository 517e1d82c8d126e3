"""`kifu opening-value`: what the first moves of a game were worth."""

import click

from kifu.interfaces.cli.options import komi_option, model_option, number_option
from kifu.interfaces.cli.output import columns, json_option, print_json, printable
from kifu.interfaces.cli.records import read_go


@click.command(epilog="Example: kifu opening-value game.sgf --moves 20 --top 3")
@click.argument("file", default="sample")
@click.option("--moves", type=click.IntRange(1), default=20, show_default=True, help="Number of moves.")
@click.option(
    "--top", type=click.IntRange(1, 1000), default=3, show_default=True, help="Number of moves to list."
)
@number_option
@komi_option
@model_option("Opening model")
@json_option
def command(
    file: str, moves: int, top: int, number: int, komi: float | None, model: str | None, as_json: bool
) -> None:
    """Say what each of the first moves of a game was worth in points, and which moves were worth more.

    Values are those of a network that learned from self-play (kifu train opening).
    """
    from kifu.analysis.opening_values import value_opening
    from kifu.analysis.terms import terms_of
    from kifu.games.go.game import RecordedGame
    from kifu.interfaces.opening_facts import opening_value
    from kifu.models.opening import OpeningModel

    record = read_go(file, number).record
    terms = terms_of(record, None, komi)
    game = RecordedGame(record, terms.rules)
    loaded = OpeningModel.load(model) if model else OpeningModel.bundled()
    valued = value_opening(game.position(), loaded, komi=terms.komi, moves=moves, top=top)
    if as_json:
        print_json(
            {
                "file": file,
                "title": game.headline(),
                "komi": terms.komi,
                "model": {"features": loaded.form.features, "encoding": loaded.form.encoding},
                "moves": [
                    {
                        **opening_value(move),
                        "colour": move.colour.side,
                        "legal": move.legal,
                        "lead": round(move.lead, 2),
                    }
                    for move in valued
                ],
                "notes": list(terms.notes),
            }
        )
        return
    click.echo(printable(game.headline()))
    click.echo()
    rows: list[tuple[object, ...]] = [("", "", "move", "points", "rank", "less", "Black leads", "best")]
    for move in valued:
        facts = opening_value(move)
        rows.append(
            (
                f"{move.number}.",
                str(move.colour),
                facts["move"],
                "" if move.points is None else f"{move.points:+.1f}",
                "" if move.rank is None else f"{move.rank} of {move.legal}",
                "" if move.loss is None else f"{move.loss:.1f}",
                f"{move.lead:+.1f}",
                ", ".join(f"{best['move']} {best['points']:+.1f}" for best in facts["best"]),
            )
        )
    click.echo(columns(rows, right=[0, 3, 4, 5, 6]))
    for note in terms.notes:
        click.echo(printable(f"Note: {note}"))
