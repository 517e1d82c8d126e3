"""The two games: rules, coordinates, replay, counting, diagrams as text and as SVG.

Records or moves come in, boards and counts go out; stands on `kifu.records` and the native core.
`kifu.positions.go` has Go, `kifu.positions.draughts` English draughts.
"""
