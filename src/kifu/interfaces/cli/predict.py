"""`kifu predict`: which moves experts would play, and why."""

from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.options import move_option, number_option, svg_option
from kifu.interfaces.cli.output import columns, json_option, print_json, printable
from kifu.interfaces.cli.records import read_go

if TYPE_CHECKING:
    from kifu.analysis.moves import Prediction
    from kifu.games.go import Board
    from kifu.interfaces.move_facts import PatternUse

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@click.command(epilog="Example: kifu predict game.sgf --move 30 --explain")
@click.argument("file", default="sample")
@move_option
@number_option
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="How many moves to show.")
@click.option("--rank", help="Rank of the players, such as 15k or 3d; strong ones if not given.")
@click.option("--explain", is_flag=True, help="Say why: patterns with their counts, and what else counts.")
@click.option("--archive", type=click.Path(), help="With --explain: games in which the pattern was played.")
@click.option(
    "--model", "model_path", type=click.Path(dir_okay=False), help="A model instead of the bundled one."
)
@svg_option("the board with the moves")
@json_option
def command(
    file: str,
    move: int | None,
    number: int,
    top: int,
    rank: str | None,
    explain: bool,
    archive: str | None,
    model_path: str | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Rank the moves that experts would consider in a position of a game, with probabilities and reasons."""
    from kifu.analysis.moves import predict
    from kifu.analysis.terms import terms_of
    from kifu.archive import Archive
    from kifu.archive.ranks import parse_level
    from kifu.interfaces.move_facts import games_of, prediction_facts
    from kifu.models.moves import MovePredictor
    from kifu.work.files import write_text

    game = read_go(file, number)
    wanted = game.number(move)
    board = game.position(wanted)
    model = MovePredictor.load(model_path) if model_path else None
    level = None if rank is None else parse_level(rank)
    komi = terms_of(game.record).total_komi
    found = predict(board, top=top, explain=explain, komi=komi, rank=level, model=model)
    games: dict[int, list[PatternUse]] = {}
    if explain and archive:
        with Archive(archive) as opened:
            games = games_of(opened, board, found)
    played = game.moves[wanted] if wanted < len(game) else None
    if svg is not None:
        write_text(svg, _svg(board, found))
    if as_json:
        following = str(played) if played else None
        print_json({"file": file, **prediction_facts(board, len(game), following, found, games)})
        return
    click.echo(printable(game.headline()))
    click.echo(_board_text(board, found))
    if not found:
        click.echo(f"{board.to_play} has no legal move but to pass.")
    else:
        click.echo(f"Move {wanted + 1}, {board.to_play} to play:")
        click.echo(_table(board, found))
    if played is not None:
        click.echo(f"Played: {played}{_rank_of(found, played.point)}")
    for prediction in found if explain else ():
        click.echo()
        for line in _why(prediction, board, games.get(prediction.rank)):
            click.echo(printable(line))
    if svg is not None:
        click.echo(f"Drawn to {svg}")


def _board_text(board: "Board", found: "list[Prediction]") -> str:
    from kifu.games.go import diagrams

    lines = diagrams.write(board.stones).splitlines()
    for prediction in found[: len(_LETTERS)]:
        row, column = prediction.point.y + 1, 3 + 2 * prediction.point.x
        line = lines[row]
        lines[row] = line[:column] + _LETTERS[prediction.rank - 1] + line[column + 1 :]
    return "\n".join(lines)


def _svg(board: "Board", found: "list[Prediction]") -> str:
    import numpy as np

    heat = np.zeros((board.size, board.size))
    for prediction in found:
        heat[prediction.point.y, prediction.point.x] = prediction.probability**0.5
    labels = {p.point: str(p.rank) for p in found}
    return board.svg(heat=heat, labels=labels, title="Moves that experts would consider")


def _table(board: "Board", found: "list[Prediction]") -> str:
    rows = [
        (
            _LETTERS[p.rank - 1] if p.rank <= len(_LETTERS) else "",
            f"{p.rank}.",
            str(p.point),
            f"{p.probability:.1%}",
            p.reasons[0].text if p.reasons else "",
        )
        for p in found
    ]
    return columns(rows, right=[1, 3], indent=1)


def _rank_of(found: "list[Prediction]", point: Any) -> str:
    for prediction in found:
        if prediction.point == point:
            return f", rank {prediction.rank}"
    return f", not among the first {len(found)}" if point is not None and found else ""


def _why(prediction: "Prediction", board: "Board", games: "list[PatternUse] | None") -> list[str]:
    lines = [f"{prediction.rank}. {prediction.point}, {prediction.probability:.1%}"]
    for reason in prediction.reasons:
        strength = f"x {reason.factor:.2g}"
        share = f", {reason.share:.0%} of what speaks for it" if reason.share >= 0.01 else ""
        lines.append(f"   {reason.topic}: {reason.text} ({strength}{share})")
    if prediction.pattern is not None:
        lines += [f"     {line}" for line in prediction.pattern.diagram.splitlines()]
    lines += [f"   played in: {game['title']}, move {game['move']}" for game in games or ()]
    return lines
