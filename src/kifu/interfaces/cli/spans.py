"""Spans on the command line: `FROM-TO`, `FROM-`, `-TO` or one value."""

from typing import Any

import click


def span(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, Any] | None:
    """Both ends of a span; None for an open end."""
    if value is None:
        return None
    low, dash, high = value.partition("-")
    ends = (low, high if dash else low)
    if not any(ends):
        raise click.BadParameter(f"expected FROM-TO, FROM-, -TO or one value, not {value!r}", ctx, param)
    return ends[0] or None, ends[1] or None


def number_span(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, Any] | None:
    """Both ends of a span of numbers; None for an open end."""
    ends = span(ctx, param, value)
    if ends is None:
        return None
    if not all(end is None or (end.isdecimal() and len(end) < 10) for end in ends):
        raise click.BadParameter(f"expected numbers as in 10-20, 10- or -20, not {value!r}", ctx, param)
    low, high = (None if end is None else int(end) for end in ends)
    return low, high


rank_option = click.option(
    "--rank", "ranks", callback=span, metavar="SPAN", help="Of both players: 5k-1d, 1d-, 9p."
)
