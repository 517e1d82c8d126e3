"""Training of the network: labelled games in, weights out; stands on the models of moves, needs PyTorch."""
