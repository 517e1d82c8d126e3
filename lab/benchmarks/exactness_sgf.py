"""Reads every game of the archives in ../shared/data/go, and compares some with sgfmill.

    python lab/benchmarks/exactness_sgf.py [--peer-games 5000] [ARCHIVE...]

Prints for each archive how many files and games were read, how fast, and the problems by kind; then how
many of the games chosen by hash (smallest SHA-256 of the member path) agree with sgfmill in their tree,
main line, raw values and texts.
"""

import argparse
import hashlib
import heapq
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kifu.records import sgf

GO = Path(__file__).resolve().parents[2] / "../shared/data/go"
ARCHIVES = ("pro19", "kgs19", "human9", "human9-unscored")


def members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of the SGF files of an archive, streamed."""
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if member.isfile() and member.name.lower().endswith(".sgf"):
                file = archive.extractfile(member)
                assert file is not None
                yield member.name, file.read()


def read_all(path: Path, chosen: int) -> tuple[Counter[str], list[tuple[str, bytes]]]:
    """Reads an archive; returns counts, and the `chosen` files with the smallest hash."""
    counts: Counter[str] = Counter()
    heap: list[tuple[int, str, bytes]] = []
    seconds, size = 0.0, 0
    for name, data in members(path):
        begin = time.perf_counter()
        games = sgf.read(data)
        counts["moves"] += sum(game.native.move_count for game in games)
        seconds += time.perf_counter() - begin
        size += len(data)
        counts["files"] += 1
        counts["games"] += len(games)
        for game in games:
            for kind in {problem.kind for problem in game.problems}:
                counts[f"problem {kind}"] += 1
        item = (-int.from_bytes(hashlib.sha256(name.encode()).digest()[:7]), name, data)
        if len(heap) < chosen:
            heapq.heappush(heap, item)
        else:
            heapq.heappushpop(heap, item)
    problems = [f"{n:,} {kind.removeprefix('problem ')}" for kind, n in counts.items() if "problem " in kind]
    numbers = (f"{counts['games']:,} of {counts['files']:,} files", f"{counts['moves']:,}")
    speed = (f"{size / seconds / 1e6:.0f}", f"{seconds / counts['games'] * 1e6:.1f}")
    row = (path.name.partition(".")[0], *numbers, ", ".join(problems) or "none", *speed)
    print(f"| {' | '.join(row)} |", flush=True)
    return counts, [(name, data) for _, name, data in heap]


def difference(data: bytes) -> str | None:
    """What Kifu and sgfmill read differently in a file, or None; "unread" where sgfmill refuses it."""
    from sgfmill import sgf as peer

    ours = sgf.read(data)[0]
    try:  # without CA sgfmill assumes latin-1, where Kifu looks: there it is told
        encoding = None if ours.root.raw("CA") else ours.encoding
        theirs = peer.Sgf_game.from_bytes(data, override_encoding=encoding)
        if encoding is not None:
            theirs.get_root().unset("CA")  # which the override has put there
    except ValueError:
        return "unread"
    if ours.size != (theirs.get_size(), theirs.get_size()):
        return "size"
    pairs = [(ours.root, theirs.get_root())]
    while pairs:
        node, other = pairs.pop()
        if (what := node_difference(node, other)) is not None:
            return what
        children, others = node.children, list(other)
        if len(children) != len(others):
            return f"children of node {node.number}"
        pairs += zip(children, others, strict=True)
    main_line = [other.get_move() for other in theirs.get_main_sequence()]
    moves = [(move.colour.value.lower(), move.point) for move in ours.moves]
    size = theirs.get_size()
    expected = [(c, (p[1], size - 1 - p[0]) if p else None) for c, p in main_line if c]
    return None if moves == expected else "main line"


def node_difference(node: sgf.Node, other: Any) -> str | None:
    texts = node.properties
    names = other.properties()
    if sorted(texts) != sorted(names):
        return f"property names: {sorted(texts)} and {sorted(names)}"
    for name in names:
        if node.raw(name) != other.get_raw_list(name):
            return f"raw {name}: {node.raw(name)} and {other.get_raw_list(name)}"
        if name in TEXTS and texts[name][0] != other.get(name):
            return f"text {name}: {texts[name][0]!r} and {other.get(name)!r}"
    return None


TEXTS = frozenset({
    "C", "GC", "N", "PB", "PW", "BR", "WR", "BT", "WT", "EV", "RO", "PC", "GN", "SO", "US", "AN", "CP", "ON",
    "DT", "RU", "RE", "OT",
})  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archives", nargs="*", default=ARCHIVES)
    parser.add_argument(
        "--peer-games", type=int, default=5000, help="games compared with sgfmill, over all archives"
    )
    arguments = parser.parse_args()
    found: Counter[str] = Counter()
    print("| archive | games read | moves | games with problems, repaired and listed | MB/s | µs a game |")
    print("| --- | ---: | ---: | --- | ---: | ---: |")
    total = 0
    for name in arguments.archives:
        counts, chosen = read_all(GO / f"{name}.tar.xz", arguments.peer_games // len(arguments.archives))
        total += counts["games"]
        for member, data in chosen:
            what = difference(data)
            found["agree" if what is None else "refused by sgfmill" if what == "unread" else "differ"] += 1
            if what not in (None, "unread"):
                print(f"{member}: {what}", file=sys.stderr)
    compared = ", ".join(f"{count:,} {what}" for what, count in found.items())
    print(f"\n{total:,} games read. Beside sgfmill, of {sum(found.values()):,}: {compared}.")
    return 1 if found["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
