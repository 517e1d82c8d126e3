"""`kifu solve`: endings of draughts, solved exactly."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.interfaces.cli.output import columns, json_option, print_json, quiet_option

if TYPE_CHECKING:
    from kifu.games.draughts import Position
    from kifu.games.draughts.endings import Endings


@click.command(epilog="Examples: kifu solve draughts, and kifu solve draughts --fen 'W:WK6,K9:BK15'")
@click.argument("game", type=click.Choice(["draughts"]))
@click.option(
    "--pieces", type=click.IntRange(2, 4), default=4, show_default=True, help="Up to how many on the board."
)
@click.option("--fen", "fens", multiple=True, help="Say how this position ends; may be given several times.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the endings here, not into the cache.")
@click.option("--again", is_flag=True, help="Solve them again, even where the cache has them.")
@json_option
@quiet_option
def command(
    game: str, pieces: int, fens: tuple[str, ...], out: str | None, again: bool, as_json: bool, quiet: bool
) -> None:
    """Solve all endings of up to four pieces: who wins, and in how many plies.

    They are kept in the user's cache folder (or that of KIFU_CACHE), where players find them.
    """
    from kifu.games.draughts import endings
    from kifu.games.draughts.position import Position
    from kifu.work.progress import progress_bar

    positions = [Position.from_fen(fen) for fen in fens]
    path = Path(out) if out else endings.cache_file(pieces)
    began = time.perf_counter()
    with progress_bar(quiet=quiet or as_json, unit="positions") as progress:
        if fens and not again and not out:
            solved = endings.ready(pieces, progress)
        else:
            solved = endings.Endings.solve(pieces, progress)
    seconds = time.perf_counter() - began
    if not fens or again or out:
        path.parent.mkdir(parents=True, exist_ok=True)
        solved.save(path)
    if fens:
        _tell(positions, solved, as_json)
    else:
        _census(solved, path, seconds, as_json)


def _tell(positions: "list[Position]", solved: "Endings", as_json: bool) -> None:
    facts = []
    for position in positions:
        found = solved.probe(position)
        facts.append(
            {
                "fen": position.fen,
                "outcome": None if found is None else {1: "win", 0: "draw", -1: "loss"}[found.outcome],
                "plies": None if found is None else found.plies,
            }
        )
        if not as_json:
            unknown = f"not solved: more than {solved.pieces} pieces, or none of one side"
            click.echo(f"{position.fen}: {found or unknown}")
    if as_json:
        print_json(facts)


def _census(solved: "Endings", path: Path, seconds: float, as_json: bool) -> None:
    slices = solved.census()
    total = sum(s.won + s.lost + s.drawn for s in slices)
    if as_json:
        print_json(
            {
                "pieces": solved.pieces,
                "seconds": round(seconds, 3),
                "file": str(path),
                "positions": total,
                "slices": [s._asdict() for s in slices],
            }
        )
        return
    rows: list[tuple[str, ...]] = [("the side to move has", "wins", "loses", "draws", "longest")]
    rows += [
        (str(s), f"{s.won:,}", f"{s.lost:,}", f"{s.drawn:,}", f"{s.longest} plies" if s.longest else "")
        for s in slices
    ]
    click.echo(columns(rows, right=[1, 2, 3, 4]))
    click.echo(f"{total:,} positions of up to {solved.pieces} pieces solved in {seconds:.1f} s: {path}")
