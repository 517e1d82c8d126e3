"""Speed, measured beside a peer in the same run: what `kifu lab bench` prints.

Most modules offer a list of `Benchmark`; `cli/bench.py` lists these modules, `measure.py` runs them.
Peers are used when they are installed (`pip install './lab[bench]'`) and named when they are not.
"""
