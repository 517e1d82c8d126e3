"""Bouzy and Chaslot: patterns of the K nearest facts as a book, and as candidates of a search."""

from kifu.experiments.book import figure_1, grids, table_1

EXPERIMENTS = (table_1.EXPERIMENT, *grids.EXPERIMENTS, figure_1.EXPERIMENT)
