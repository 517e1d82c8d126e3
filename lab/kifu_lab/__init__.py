"""The laboratory: the papers' tables measured again, how good models are, how fast Kifu is.

It stands on `kifu`, which knows nothing of it, and is not part of its wheel; `kifu lab` is its command.
"""
