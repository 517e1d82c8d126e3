"""Kifu in games of English draughts over a network; `docs/dxp.md` is the contract.

Two programs that speak DXP come in, finished games go out. Stands on `kifu.protocols.dxp` (messages and
socket) and draughts players.
"""
