"""Learning which blocks live: labelled games come in, `kifu.models.life.LifeModel` files go out.

`collecting` takes examples out of games, `linear`, `mlp` and `trees` are the classifiers, `classifiers` names
them, `training` puts it together. Stands on `kifu.features.life`.
"""
