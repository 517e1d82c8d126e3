"""Numbers with their intervals as plain facts, for `--json` and for the HTTP API."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kifu.arena.ratings import Estimated, Rating


def interval_facts(found: "Estimated | Rating", digits: int = 4) -> dict[str, float | None]:
    """The number and both ends by their names; None for infinity, which JSON does not have."""
    values = found._asdict()
    return {name: round(value, digits) if math.isfinite(value) else None for name, value in values.items()}
