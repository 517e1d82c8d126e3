"""Learning which moves experts play: packed games come in, `kifu.models.moves.MovePredictor` files go out.

`paper` is the method of Araki et al. (dictionary, frequencies, maximum entropy), `full` the one that ships
(patterns and facts in a softmax over all legal moves). All counting and all gradients are native.
"""
