"""What a position is worth: which blocks live and why, who owns each point, who leads.

Boards come in, one or many; judgements and estimates go out. Scores, reviews, players, referees and engines
all read the same ones. Stands on `kifu.models`.
"""

from kifu.judgement.blocks import BlockVerdict, Judgement, Status, judge, judge_all
from kifu.judgement.chances import chance
from kifu.judgement.estimates import Estimate, estimate, estimate_all

__all__ = [
    "BlockVerdict",
    "Estimate",
    "Judgement",
    "Status",
    "chance",
    "estimate",
    "estimate_all",
    "judge",
    "judge_all",
]
