"""Self-play: a network and positions of records in, games with what became of them out, in numbered shards.

`games.py` plays, `shards.py` has the file format, `run.py` is the resumable run, `gate.py` the match that a
new network must win. Stands on `kifu.players.network_search` and `kifu.judgement`; the network learns from
the shards in `kifu.learners.network`.
"""
