"""Things that make models: labelled games and self-play come in, model files go out.

Stands above players, because evolution and self-play must play; nothing that only uses a model imports it.
"""
