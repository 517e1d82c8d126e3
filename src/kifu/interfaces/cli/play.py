"""`kifu play`: a game in the terminal, against any player."""

import click


@click.command(epilog="Example: kifu play katia --size 9 --colour white. During the game: help.")
@click.argument("opponent", required=False)
@click.option("--size", type=int, default=9, show_default=True, help="Lines of the board.")
@click.option("--rules", default="chinese", show_default=True, help="The ruleset.")
@click.option(
    "--komi", type=float, help="Points for White. Default: the usual of the rules, 0.5 with handicap."
)
@click.option("--handicap", type=click.IntRange(0, 9), default=0, show_default=True, help="Stones for Black.")
@click.option(
    "--colour",
    type=click.Choice(["black", "white"]),
    default="black",
    show_default=True,
    help="Which colour you take.",
)
@click.option("--seed", type=click.IntRange(0), help="Of what the opponent draws. Default: a new one.")
@click.option("--save", type=click.Path(dir_okay=False), help="Write the game as SGF when it ends.")
def command(
    opponent: str | None,
    size: int,
    rules: str,
    komi: float | None,
    handicap: int,
    colour: str,
    seed: int | None,
    save: str | None,
) -> None:
    """Play Go against a player: random, expert, katia, gtp:"COMMAND".

    Type a point such as D4, or pass, undo, hint, score, show, save FILE, resign, quit.
    """
    import sys

    from kifu.interfaces.terminal_game import TerminalGame
    from kifu.players.named import default_player, make_player
    from kifu.positions.go import Board, Colour, Rules
    from kifu.work.seeds import new_seed
    from kifu.work.signals import ending_cleanly

    board = Board(size, Rules.named(rules))
    if handicap:
        board.place_handicap(handicap)
    points = komi if komi is not None else 0.5 if handicap else board.rules.komi
    player = make_player(opponent or default_player(), new_seed() if seed is None else seed)
    human = Colour.BLACK if colour == "black" else Colour.WHITE
    try:
        with ending_cleanly():
            TerminalGame(board, points, player, human, handicap, save).run(sys.stdin, click.echo)
    except BaseException:
        # An engine in thought would answer a polite goodbye only later.
        getattr(player, "kill", player.close)()
        raise
    player.close()
