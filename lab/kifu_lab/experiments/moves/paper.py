"""What all experiments of the paper share."""

PAPER = "Araki, Yoshida, Tsuruoka and Tsujii, Move Prediction in Go with the Maximum Entropy Method"
STATISTIC = (
    "Share of the expert moves, in per cent, that are among the first so many of the ranking; "
    "95 % interval by drawing whole games again and again."
)
