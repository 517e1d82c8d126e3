"""The languages of game programs, and clients that drive other engines.

A command line comes in, answers go out; stands on `kifu.work` and knows no rules of any game.
"""
