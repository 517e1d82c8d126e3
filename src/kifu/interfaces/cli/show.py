"""`kifu show`: a game at any move, as a diagram with facts, or as a drawing."""

import click

from kifu.interfaces.cli.options import move_option, number_option, svg_option
from kifu.interfaces.cli.output import count, json_option, print_json, printable


@click.command(
    epilog="Example: kifu show game.sgf --move 50 --svg position.svg. Without a file, a bundled game is "
    "shown; sample-draughts is the name of another."
)
@click.argument("file", default="sample")
@move_option
@click.option("--all", "every", is_flag=True, help="Every position from the start to the end.")
@number_option
@svg_option("the position")
@json_option
def command(file: str, move: int | None, every: bool, number: int, svg: str | None, as_json: bool) -> None:
    """Show a position of a game record: diagram, captures, ko, blocks in atari, comment."""
    from kifu.games.reading import read
    from kifu.interfaces.views import views
    from kifu.work.files import write_text

    game = read(file, number=number)
    if every and (move is not None or svg is not None):
        raise click.UsageError("--all shows every position; leave out --move and --svg")
    shown = views(game, range(len(game) + 1) if every else [game.number(move)])
    if svg is not None:
        write_text(svg, game.position(move).svg())
    problems = [str(problem) for problem in game.problems]
    if as_json:
        head = {"file": file, "game": game.kind, "title": game.headline()}
        facts = [position.facts for position in shown]
        print_json({**head, **({"positions": facts} if len(facts) > 1 else facts[0]), "problems": problems})
        return
    click.echo(printable(game.headline()))
    for one in shown:
        click.echo()
        click.echo(str(one.position))
        for line in one.lines:
            click.echo(printable(line))
        if svg is not None:
            click.echo(f"Drawn to {svg}")
    if problems:
        click.echo(f"\n{count(len(problems), 'problem')} in the record; `kifu info` lists them")
