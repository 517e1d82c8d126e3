"""The two games: rules, coordinates, replay, counting, diagrams as text and as SVG.

Records or moves come in, boards and counts go out; stands on `kifu.records` and the native core.
`kifu.games.go` has Go, `kifu.games.draughts` English draughts.
"""
