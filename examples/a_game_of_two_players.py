"""Someone who wants a game: two players of chosen strength, Go and draughts, written as records.

Run: python examples/a_game_of_two_players.py
"""

import kifu

go = kifu.play_game(kifu.player("katia", level="novice"), kifu.player("katia", level="beginner"), size=7)
go.write("go.sgf")
print(go)
draughts = kifu.play_game("material:depth=2", "random", game="draughts")
draughts.write("draughts.pdn")
print(draughts)
