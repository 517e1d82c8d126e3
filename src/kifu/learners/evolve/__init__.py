"""Draughts players bred from nothing: genetic algorithms over networks that judge positions.

Settings come in, a run with a champion for every generation goes out. Stands on `kifu.models.draughts_net`
(networks), the native games between them, and `kifu.work` (runs that continue).
"""
