"""The `kifu` command: finds the subcommand, imports it, and turns errors into one line and an exit code.

Exit codes: 0 done, 1 an error that is named on stderr (or nobody reads the output any more), 2 wrong usage,
130 interrupted.
"""

import contextlib
import importlib
import importlib.util
import os
import shlex
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from kifu.errors import KifuError, KifuWarning, MissingToolError

#: Every subcommand: where it is, and its line in `kifu --help`. Nothing of it is imported before it is used.
COMMANDS = {
    "show": ("kifu.interfaces.cli.show:command", "Show a game: diagram and facts, at any move."),
    "info": ("kifu.interfaces.cli.info:command", "Describe a record and its problems."),
    "import": ("kifu.interfaces.cli.import_:command", "Read records by the thousand into an archive."),
    "archive": ("kifu.interfaces.cli.archive:command", "Show, list, index and export what is in an archive."),
    "export": ("kifu.interfaces.cli.export:command", "Write tables for scikit-learn, PyTorch or R."),
    "score": ("kifu.interfaces.cli.score:command", "Score games: dead stones, territory, reasons, doubts."),
    "review": ("kifu.interfaces.cli.review:command", "Review games: a page, an annotated record, JSON, CSV."),
    "life": ("kifu.interfaces.cli.life:command", "Say which blocks live at any move, and who leads."),
    "predict": ("kifu.interfaces.cli.predict:command", "Rank the moves experts would play, and say why."),
    "play": ("kifu.interfaces.cli.play:command", "Play against any player in the terminal."),
    "gtp": ("kifu.interfaces.cli.gtp:command", "Run as a GTP engine."),
    "hub": ("kifu.interfaces.cli.hub:command", "Run as a Hub engine for draughts."),
    "dxp": ("kifu.interfaces.cli.dxp:command", "Play draughts against programs over a network."),
    "match": ("kifu.interfaces.cli.match:command", "Let two players play a match."),
    "tournament": ("kifu.interfaces.cli.tournament:command", "Let several play a round robin."),
    "openings": ("kifu.interfaces.cli.openings:command", "Show what was played in a position."),
    "serve": ("kifu.interfaces.cli.serve:command", "Open the study room in a browser; the HTTP API."),
    "opening-value": ("kifu.interfaces.cli.opening_value:command", "Value the first moves of a game."),
    "train": ("kifu.interfaces.cli.train:command", "Train a model from an archive of games."),
    "selfplay": ("kifu.interfaces.cli.selfplay:command", "Let a network play against itself, to learn from."),
    "evolve": ("kifu.interfaces.cli.evolve:command", "Breed draughts players from nothing."),
    "label": ("kifu.interfaces.cli.label:command", "Label who owns each point."),
    "solve": ("kifu.interfaces.cli.solve:command", "Solve draughts endings with few pieces."),
    "perft": ("kifu.interfaces.cli.perft:command", "Count the draughts positions of a depth."),
    "lab": ("kifu_lab.cli:command", "Reproduce the papers, measure models and speed."),
    "completion": ("kifu.interfaces.cli.completion:command", "Print the completion script of a shell."),
}

#: Commands of earlier versions, and where they are now.
MOVED = {"experiment": "lab", "evaluate": "lab evaluate", "bench": "lab bench"}

_PIPE_CLOSED = 1  # as click itself has it
_INTERRUPTED = 130  # 128 + SIGINT


class LazyGroup(click.Group):
    """A group whose commands come from `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        if cmd_name == "lab" and not _is_installed("kifu_lab"):
            if ctx.resilient_parsing:  # a shell asks for completions
                return None
            raise MissingToolError(
                "`kifu lab` is a package of its own, kifu_lab, which is not installed: `make lab`, or "
                "`pip install ./lab`, in a clone of Kifu"
            )
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or say which one was meant."""
        name = args[0]
        if name in MOVED:
            ctx.fail(f"{name!r} has moved: kifu {shlex.join([*MOVED[name].split(), *args[1:]])}")
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(name, COMMANDS, n=2, cutoff=0.5)
            meant = f" Did you mean {' or '.join(close)}?" if close else f" There are {', '.join(COMMANDS)}."
            ctx.fail(f"No such command {name!r}.{meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete names without importing any command."""
        found = [
            CompletionItem(n, help=line) for n, (_, line) in COMMANDS.items() if n.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        import kifu

        click.echo(f"kifu {kifu.__version__}")
        ctx.exit()


@click.command(
    cls=LazyGroup,
    name="kifu",
    epilog="Example: kifu show game.sgf --move 50. Each command has its own --help with an example.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    callback=_print_version,
    expose_value=False,
    is_eager=True,
    help="Print the version.",
)
def cli() -> None:
    """Kifu: Go and English draughts learned from game records."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit.

    Args:
        arguments: Without the program's name; those of the process when not given.
    """
    _make_output_safe()
    _make_warnings_plain()
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        try:
            outcome: Any = cli.main(
                None if arguments is None else list(arguments), prog_name="kifu", standalone_mode=False
            )
        finally:
            sys.stdout.flush()
        return outcome if isinstance(outcome, int) else 0
    except BrokenPipeError:
        # Whoever read the output has seen enough. Python would complain once more when it flushes at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        return _INTERRUPTED
    except click.ClickException as error:  # wrong usage among them
        error.show()
        return error.exit_code
    except KifuError as error:
        _say(f"error: {error}{_notes(error)}")
        return 1
    except OSError as error:
        where = f"{os.fsdecode(error.filename)!r}: " if isinstance(error.filename, str | bytes) else ""
        _say(f"error: {where}{error.strerror or error}{_notes(error)}")
        return 1
    except MemoryError:
        _say("error: not enough memory for this; try a smaller part of it, or fewer workers")
        return 1


def _is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _notes(error: Exception) -> str:
    """What was noted on the way: the piece of work, the worker."""
    return "".join(f" ({note})" for note in getattr(error, "__notes__", []))


def _say(message: str) -> None:
    with contextlib.suppress(OSError):
        print(f"kifu: {message}", file=sys.stderr)


def _make_warnings_plain() -> None:
    """Print what Kifu warns of as one line, without the place in the code."""
    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, KifuWarning):
            _say(f"warning: {message}")
        else:
            usual(message, category, *where, **more)

    warnings.showwarning = show


def _make_output_safe() -> None:
    """No name in a record may end a command: what the terminal cannot show is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
