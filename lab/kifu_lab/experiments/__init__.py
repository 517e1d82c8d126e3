"""The papers' tables and figures as declarations, and what runs them.

Archives of games come in, measured cells go out: one small JSON file each, kept by what it depends on, and
tables and charts with the paper's values beside ours. `registry` lists the experiments; each is one short
file in the folder of its paper. The engine knows nothing of the papers. Below stands `kifu_lab.evaluation`.
"""
