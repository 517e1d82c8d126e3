"""Kifu as a Hub engine: lines come in, moves go out; `docs/hub.md` is the contract.

Stands on `kifu.protocols.hub` (the grammar) and draughts players.
"""
