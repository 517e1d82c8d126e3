"""`kifu completion SHELL`: the script that makes a shell complete commands, options and files."""

import click
from click.shell_completion import ShellComplete, get_completion_class


@click.command("completion", epilog='Example: eval "$(kifu completion bash)", in ~/.bashrc to keep it.')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of SHELL.

    \b
    bash: eval "$(kifu completion bash)"      in ~/.bashrc
    zsh:  eval "$(kifu completion zsh)"       in ~/.zshrc
    fish: kifu completion fish > ~/.config/fish/completions/kifu.fish
    """  # noqa: D301 (click's mark for "leave the lines as they are")
    found = get_completion_class(shell)
    assert found is not None  # click knows the three
    complete = found(ctx.find_root().command, {}, "kifu", "_KIFU_COMPLETE")
    # Not bash's own source(): it starts a bash to look at its version, and there may be none here.
    click.echo(ShellComplete.source(complete))
