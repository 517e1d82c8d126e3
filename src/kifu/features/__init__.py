"""Numbers out of positions: what models are trained on and asked with.

Boards and labelled games come in, arrays go out; all of it is computed natively over batches.
"""
