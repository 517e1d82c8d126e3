"""`kifu perft`: count move sequences, to check the rules and to measure speed."""

import time

import click

from kifu.interfaces.cli.output import json_option, print_json


@click.command("perft", epilog="Example: kifu perft 10")
@click.argument("depth", type=click.IntRange(0, 28))
@click.option("--fen", help="Position to begin from, such as 'B:W21-32:B1-12'. Default: the start.")
@click.option("--divide", "by_move", is_flag=True, help="Show the count below each first move.")
@json_option
def command(depth: int, fen: str | None, by_move: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH legal moves in English draughts.

    Different paths of a capture are different moves; draws by rule do not end a sequence.
    """
    from kifu.games.draughts import START_FEN, divide, perft

    fen = fen or START_FEN
    began = time.perf_counter()
    moves = divide(depth, fen) if by_move and depth > 0 else {}
    nodes = sum(moves.values()) if moves else perft(depth, fen)
    seconds = time.perf_counter() - began
    if as_json:
        facts: dict[str, object] = {"fen": fen, "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}
        if by_move:
            facts["moves"] = moves
        print_json(facts)
        return
    for move, count in moves.items():
        click.echo(f"{move:>12} {count:,}")
    speed = f", {nodes / seconds / 1e6:,.0f} million a second" if seconds > 0.01 else ""
    click.echo(f"perft {depth}: {nodes:,} in {seconds:.3f} s{speed}")
