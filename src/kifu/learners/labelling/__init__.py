"""Labelled games: an archive with finished games comes in, the owner of each point at their ends goes out.

`judges` propose dead stones, `acceptance` counts them against the recorded result and says what follows,
`run` does that for a whole archive and can be stopped and continued, `edit` takes a person's word, `check`
says what another judge says of a sample. Stands on `kifu.archive.labels` (where it is stored and summed up),
`kifu.models` and `kifu.protocols`.
"""

from kifu.learners.labelling.block_kinds import block_kinds
from kifu.learners.labelling.check import check
from kifu.learners.labelling.edit import edit
from kifu.learners.labelling.judges import JUDGES, Judge, judges_named
from kifu.learners.labelling.run import label

__all__ = ["JUDGES", "Judge", "block_kinds", "check", "edit", "judges_named", "label"]
