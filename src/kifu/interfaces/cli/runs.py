"""Training commands that go on where they were interrupted."""

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kifu.work.runs import Run


@contextlib.contextmanager
def training_run(out: str, kind: str, options: Mapping[str, Any], seed: int) -> "Iterator[Run]":
    """Open the run beside the model file to be written; what is done, futile or not begun leaves nothing."""
    from kifu.work.runs import open_run

    folder = Path(f"{out}.run")
    removable = False
    try:
        with open_run(folder, kind, options=options, seed=seed) as run:
            try:
                yield run
                removable = True
            except BaseException:
                removable = run.futile or (run.step == 0 and not run.damaged)
                raise
    finally:
        if removable:
            shutil.rmtree(folder, ignore_errors=True)
