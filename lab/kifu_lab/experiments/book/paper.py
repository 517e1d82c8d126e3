"""What all experiments of the paper share."""

PAPER = "Bouzy and Chaslot, Bayesian Generation and Integration of K-nearest-neighbor Patterns for 19x19 Go"
POINTS = "Mean of the points by which Katia wins, with its 95 % interval over games."
