"""A programmer: records, rules, scores and players in a few lines each.

Run: python examples/talk_to_kifu.py
"""

import kifu

game = kifu.read("sample")
position = game.position(30)
print(position, position.to_play, sep="\n")
print(kifu.life(position).blocks[0])
print(kifu.predict(position).explain())
print(kifu.player("katia", level="casual").choose(position))
try:
    position.play("A10")
except kifu.KifuError as error:
    print("refused:", error)
