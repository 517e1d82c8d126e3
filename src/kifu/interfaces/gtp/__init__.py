"""GTP 2 for controllers such as Sabaki, GoGui, Lizzie and KGS: `kifu gtp`.

`server` reads lines and writes answers, `session` holds board, rules, clocks and player, `commands/` has one
file a family. The contract is docs/gtp.md. Below stand `kifu.protocols.gtp` (the grammar) and all that plays
and judges.
"""
