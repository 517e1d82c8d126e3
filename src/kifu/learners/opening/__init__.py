"""Opening values by temporal differences, after Huang, Connell and McQuade.

Settings come in, a run plays and learns in steps that are saved, a model of openings goes out. Games are
played natively; an expert of `kifu.arena.opening_experts` finishes them. Stands on arena and models.
"""

from kifu.learners.opening.session import open_training
from kifu.learners.opening.settings import OpeningSettings
from kifu.learners.opening.training import OpeningTraining, Step

__all__ = ["OpeningSettings", "OpeningTraining", "Step", "open_training"]
