"""Opening values by temporal differences, after Huang, Connell and McQuade.

Settings come in, a run plays and learns in steps that are saved, a model of openings goes out. Games are
played natively; an expert of `kifu.arena.opening_experts` finishes them. Stands on arena and models.
"""
