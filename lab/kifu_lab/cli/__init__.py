"""`kifu lab`: one module or more for each command below it."""

import click

from kifu_lab.cli import bench, curves, evaluate, experiments


@click.group("lab", epilog="Example: kifu lab run life/figure-7 --scale quick")
def command() -> None:
    """Reproduce the papers' tables and figures; measure models and speed."""


for _one in (
    experiments.list_,
    experiments.describe,
    experiments.run,
    experiments.report,
    experiments.keep,
    evaluate.command,
    bench.command,
    curves.command,
):
    command.add_command(_one)
