"""The ground for long work: what every job that takes minutes or hours stands on.

Executors map a function over chunks of work in order, progress says how far it is, runs can be killed
at any moment and continued, files are written whole or not at all, seeds give every game its own stream.
Below stands only `kifu.errors`; nothing here knows a game. Import the modules by name.
"""
