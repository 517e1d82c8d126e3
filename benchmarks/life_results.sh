#!/bin/sh
# Every figure and plot of docs/results/life.md that depends on the bundled model, in order.
#
#     benchmarks/life_results.sh human9.db index.tsv run/
#
# human9.db: labelled by `kifu label`; index.tsv: of human9.tar.xz, it names suspected bots; run/: what is kept.
# gdx25.safetensors in run/, where it is, gives Figure 6 the paper's classifier beside the bundled one.
set -eu
archive=$1 index=$2 run=$3
mkdir -p "$run"
here=$(dirname "$0")
evaluate() { kifu evaluate life --archive "$archive" --split test --no-bots "$index" --quiet "$@"; }

evaluate --json > "$run/life.json"
set -- --report "bundled model=$run/life.json"
if [ -f "$run/gdx25.safetensors" ]; then
    [ -f "$run/gdx25.json" ] || evaluate --model "$run/gdx25.safetensors" --json > "$run/gdx25.json"
    set -- "$@" --report "GDXNC-25, the paper's features=$run/gdx25.json"
fi
finished() { python "$here/score_finished.py" --split test "$@"; }
finished --parts resigned --json "$run/resigned.json" > "$run/resigned.md"
python "$here/life_figures.py" "$@" --resigned "$run/resigned.json" > "$run/life.md"
finished --parts finished,marked,positions --peers gnugo,deadstones > "$run/finished.md"
cat "$run/life.md" "$run/finished.md" "$run/resigned.md"
