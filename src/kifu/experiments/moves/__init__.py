"""Araki, Yoshida, Tsuruoka and Tsujii: predicting the moves of experts; and the model that Kifu ships."""

from kifu.experiments.moves import families, match, table_1, table_2, table_3, table_4

EXPERIMENTS = tuple(module.EXPERIMENT for module in (table_1, table_2, table_3, table_4, match, families))
