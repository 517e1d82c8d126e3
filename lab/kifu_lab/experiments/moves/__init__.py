"""Araki, Yoshida, Tsuruoka and Tsujii: predicting the moves of experts; and the model that Kifu ships."""
