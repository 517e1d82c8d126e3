"""Huang, Connell and McQuade: a network that learns to value openings by temporal differences."""

from kifu.experiments.opening import curves, judged, robins

EXPERIMENTS = (*curves.EXPERIMENTS, *robins.EXPERIMENTS, judged.EXPERIMENT)
