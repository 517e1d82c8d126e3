"""Draughts players bred from nothing: genetic algorithms over networks that judge positions.

Settings come in, a run with a champion for every generation goes out. Stands on `kifu.models.draughts_net`
(networks), the native games between them, and `kifu.work` (runs that continue).
"""

from kifu.learners.evolve.run import Evolution, Generation, Report
from kifu.learners.evolve.session import champion_file, open_evolution
from kifu.learners.evolve.settings import CHOICES, PRESETS, Settings, preset

__all__ = [
    "CHOICES",
    "PRESETS",
    "Evolution",
    "Generation",
    "Report",
    "Settings",
    "champion_file",
    "open_evolution",
    "preset",
]
