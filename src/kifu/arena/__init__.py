"""Games between players: matches, tournaments, ratings.

Two players come in, a result with its game record goes out; a player that crashes, hangs or cheats loses its
game and nothing else. `tables` says what the arena knows of a game, `go` is the Go of it. Stands on players.
"""
