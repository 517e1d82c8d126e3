"""Speed, measured beside a peer in the same run: what `kifu bench` prints.

Each module offers a list of `Benchmark`; `table.py` lists the modules, `measure.py` runs them.
Peers are used when they are installed (`pip install kifu[bench]`) and named when they are not.
"""
