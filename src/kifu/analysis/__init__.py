"""Things that use models: scores, estimates and reviews of games, put into words.

Boards and records come in, sheets go out; stands on `kifu.models` and never on `kifu.learners`.
"""
