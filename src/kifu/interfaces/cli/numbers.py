"""Numbers on the command line: within their bounds, and never `nan` or `inf`."""

import math
from typing import Any

import click


class Number(click.FloatRange):
    """A finite number within bounds; click's own range lets `nan` through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"expected a number in the range {self._describe_range()}, got {value!r}", param, ctx)
        return number


#: Points for White, as the arena, GTP and HTTP take them too.
KOMI = Number(-1000, 1000)
#: How long something may take; a million is eleven days.
SECONDS = Number(0, 1_000_000, min_open=True)
