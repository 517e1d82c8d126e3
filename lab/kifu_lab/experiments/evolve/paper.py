"""What all experiments of the paper share."""

PAPER = "Nguyen, Playing Draughts using Neural Networks and Genetic Algorithms"
DIFFERENCE = "The paper printed no results: there is nothing to compare with but the goals."
SHARE = "Share of the points, in per cent, a draw half; ballots with both colours"
