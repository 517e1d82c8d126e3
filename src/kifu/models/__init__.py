"""Trained things without training code: model files with their cards, and what they say of positions.

A model file comes in, predictions go out; stands on `kifu.features`. Bundled models are in `bundled/`.
"""
