"""A cell: one configuration that is measured on its own, and the key of everything that it depends on."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kifu.work.facts import JsonObject

if TYPE_CHECKING:
    from kifu_lab.experiments.lab import Lab

_KEY_DIGITS = 16

#: What a cell has measured, as it is read from JSON.
Result = Mapping[str, Any]


@dataclass(frozen=True)
class Task:
    """What is done for a cell.

    Attributes:
        name: in the key, so that no two tasks are taken for each other.
        version: of the code that counts; raised when the same cell would give another result.
        run: does it.
    """

    name: str
    version: int
    run: Callable[["Cell", "Lab"], Result]


@dataclass(frozen=True)
class Cell:
    """One configuration.

    Attributes:
        name: in the experiment: what distinguishes it there, such as `width=0.9`.
        task: what is done.
        options: all choices that the result depends on; JSON-able.
        seed: of everything drawn; None when nothing is.
        needs: what must be there, such as `archive:pro19`, `labels:human9`, `model:moves`,
            `program:gnugo`; see `kifu_lab.experiments.needs`.
    """

    name: str
    task: Task
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    needs: tuple[str, ...] = ()

    def configuration(self) -> JsonObject:
        """Everything but the data: a cell of other games has the same."""
        plain = json.loads(json.dumps(dict(self.options), allow_nan=False))  # tuples become lists
        return {"task": self.task.name, "version": self.task.version, "options": plain, "seed": self.seed}


def key_of(configuration: Mapping[str, Any], needs: Mapping[str, str]) -> str:
    """The key of a cell.

    Args:
        configuration: as `Cell.configuration` gives it.
        needs: fingerprints of what the cell needs, by their names. Neither a path on this machine nor
            a time is in a key.
    """
    text = json.dumps({**configuration, "needs": dict(needs)}, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY_DIGITS]
