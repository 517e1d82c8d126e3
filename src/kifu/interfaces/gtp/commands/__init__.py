"""GTP commands, one file a family. Importing this package fills `TABLE`."""

from kifu.interfaces.gtp.commands import (  # noqa: F401  (they register themselves)
    administration,
    analysis,
    clocks,
    gogui,
    handicap,
    moves,
    positions,
    rules,
    scoring,
)
from kifu.interfaces.gtp.commands.table import TABLE

__all__ = ["TABLE"]
