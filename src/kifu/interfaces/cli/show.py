"""`kifu show`: a game at any move, as a diagram with facts, or as a drawing."""

import click

from kifu.errors import InputError
from kifu.interfaces.cli.options import move_option, number_option, svg_option
from kifu.interfaces.cli.output import count, json_option, print_json, printable
from kifu.interfaces.views import Shown, View, choose_game, naming, read_file, title, view


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
    record = choose_game(read_file(file), number, file)
    with naming(file, number):
        game = view(record)
    if every and (move is not None or svg is not None):
        raise click.UsageError("--all shows every position; leave out --move and --svg")
    wanted = range(game.moves + 1) if every else [_number(game, move, file)]
    shown = (game.at(n) for n in wanted)
    if svg is not None:
        from kifu.work.files import write_text

        write_text(svg, game.at(wanted[0]).svg())
    if as_json:
        print_json(_document(file, game, list(shown)))
        return
    click.echo(printable(title(game.record)))
    for position in shown:
        click.echo()
        click.echo(position.diagram)
        for line in position.lines:
            click.echo(printable(line))
        if svg is not None:
            click.echo(f"Drawn to {svg}")
    if game.problems:
        click.echo(f"\n{count(len(game.problems), 'problem')} in the record; `kifu info` lists them")


def _number(game: View, move: int | None, file: str) -> int:
    if move is None:
        return game.moves
    wanted = move if move >= 0 else game.moves + 1 + move
    if not 0 <= wanted <= game.moves:
        raise InputError(f"expected a move from 0 to {game.moves} in {file}, got {move}")
    return wanted


def _document(file: str, game: View, shown: list[Shown]) -> dict[str, object]:
    head = {"file": file, "game": game.record.game, "title": title(game.record)}
    problems = [str(problem) for problem in game.problems]
    if len(shown) == 1:
        return {**head, **shown[0].facts, "problems": problems}
    return {**head, "positions": [position.facts for position in shown], "problems": problems}
