"""Life and death beyond finished games: GNU Go's regression questions, and the targets of tsumego.

    python lab/benchmarks/life_beyond.py [--model FILE]

Prints Markdown. A question that GNU Go itself was known to fail (a trailing * in its suite) counts like any
other. The model gives one number a block, and its answers are read from that alone: below 0.5 dead, above
alive; for `dragon_status`, between 0.25 and 0.75 critical. "With reading": where the local search finds that
the side asked for gets its way (`kifu.analysis.fights`), that is the answer. Every second and every third owl
and dragon question was looked at while the search was made; the others are a line of their own.
"""

import argparse
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kifu.analysis.fights import Fight, read_fight
from kifu.errors import KifuError
from kifu.games.coordinates import from_gtp
from kifu.games.go import Board, Colour, Point, replay
from kifu.models.life import LifeModel
from kifu.records import sgf

DATA = Path(__file__).resolve().parents[2] / "../shared/data/go"
COMMANDS = ("unconditional_status", "dragon_status", "owl_attack", "owl_defend")


def files_of(archive: Path) -> dict[str, bytes]:
    """The members of a tar archive by name."""
    with tarfile.open(archive) as tar:
        found = ((m.name, tar.extractfile(m)) for m in tar if m.isfile())
        return {name: file.read() for name, file in found if file is not None}


def load(files: dict[str, bytes], folder: str, words: list[str]) -> Board:
    """GNU Go's loadsgf: the position before the given move, or the last one."""
    record = sgf.read(files[f"{folder}/{words[0]}"])[0]
    moves = int(words[1]) - 1 if len(words) > 1 else None
    return replay(record, moves=moves, on_illegal="skip", rules="japanese").board


def questions(text: str) -> Iterator[tuple[str, list[str], str | None]]:
    """The lines of a suite: command, arguments, and the expected answer where there is one."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        found = re.match(r"^(?:\d+\s+)?([a-z_]+)\s*(.*)$", line)
        if not found:
            continue
        expected = next((n for n in lines[i + 1 : i + 3] if n.startswith("#?")), None)
        yield found[1], found[2].split(), expected and expected[expected.find("[") + 1 : expected.rfind("]")]


def chance(model: LifeModel, board: Board, point: Point, to_play: Colour) -> float:
    """Probability that the block on this point lives, with this side to move."""
    turned = board.copy()
    turned.to_play = to_play
    return float(model.map(turned)[point.y, point.x])


def fight_about(model: LifeModel, board: Board, point: Point) -> Fight:
    """What the local search finds about a block."""
    colour = board[point]
    assert colour is not None
    enemy = board.stones == (2 if colour is Colour.BLACK else 1)
    return read_fight(board, point, enemy & (model.map(board) > 0.5))


def answer_with_reading(model: LifeModel, board: Board, command: str, point: Point) -> str:
    """The same with the local search."""
    plain = answer(model, board, command, point)
    if command == "unconditional_status" or board[point] is None:
        return plain
    fight = fight_about(model, board, point)
    if command == "owl_attack":
        return "1" if fight.killed_at else plain
    if command == "owl_defend":
        return "1" if fight.saved_at else plain
    return "critical" if fight.killed_at and fight.saved_at else plain


def answer(model: LifeModel, board: Board, command: str, point: Point) -> str:
    """What Kifu says to one of GNU Go's questions."""
    colour = board[point]
    if command == "unconditional_status":
        life = board.unconditional_life()
        owner = next((c for c in Colour if point in life[c]), None)
        if colour is None:
            return f"{str(owner).lower()}_territory" if owner else "undecided"
        return "undecided" if owner is None else "alive" if owner is colour else "dead"
    if colour is None:
        return "empty"
    if command == "owl_attack":
        return "0" if chance(model, board, point, colour.opponent) > 0.5 else "1"
    if command == "owl_defend":
        return "1" if chance(model, board, point, colour) > 0.5 else "0"
    attacked = chance(model, board, point, colour.opponent)
    defended = chance(model, board, point, colour)
    middle = (attacked + defended) / 2
    return "alive" if middle > 0.75 else "dead" if middle < 0.25 else "critical"


def agrees(command: str, given: str, expected: str) -> bool:
    """Whether an answer is the expected one; moves that GNU Go names are not asked for."""
    first = expected.split()[0] if expected else ""
    if command.startswith("owl_"):
        wants = first.strip("()!").split("|")
        is_zero = (wants == ["0"]) != first.startswith("!")
        return (given == "0") == is_zero
    return given == ("undecided" if first == "undecide" else first)  # nine typing errors of the suite


def regression(model: LifeModel) -> None:
    """GNU Go's regression suite."""
    files = files_of(DATA / "scoring-tests.tar.xz")
    asked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    read: Counter[str] = Counter()
    unseen: Counter[str] = Counter()
    for name in sorted(files):
        if not name.endswith(".tst"):
            continue
        folder, board = name.rpartition("/")[0], Board(19)
        for command, words, expected in questions(files[name].decode("latin-1")):
            try:
                if command == "loadsgf":
                    board = load(files, folder, words)
                elif command in ("play", "black", "white"):
                    board.play(
                        words[-1], Colour.BLACK if "b" in (command + words[0].lower())[:5] else Colour.WHITE
                    )
                elif command in COMMANDS and expected is not None and words:
                    point = from_gtp(words[0], board.size)
                    assert point is not None
                    asked[command] += 1
                    plain = agrees(command, answer(model, board, command, point), expected)
                    wide = agrees(command, answer_with_reading(model, board, command, point), expected)
                    right[command] += plain
                    read[command] += wide
                    if command != "unconditional_status":
                        if asked["fights"] % 2 and asked["fights"] % 3:
                            unseen.update({"asked": 1, "plain": plain, "read": wide})
                        asked["fights"] += 1
            except (KifuError, KeyError, AssertionError):
                asked["not loaded"] += 1
    print("| GNU Go's question | asked | as expected | with reading |\n| --- | --- | --- | --- |")
    for command in COMMANDS:
        total = max(asked[command], 1)
        shares = [f"{n[command]} ({n[command] / total:.1%})" for n in (right, read)]
        print(f"| `{command}` | {asked[command]} | {' | '.join(shares)} |")
    print(f"\nOwl and dragon questions not looked at before: {unseen['asked']}; ", end="")
    print(f"as expected {unseen['plain']}, with reading {unseen['read']}")
    print(f"\nLines that could not be loaded or read: {asked['not loaded']}")


def tsumego(model: LifeModel) -> None:
    """Problems that mark their target (MA) and say who moves first: does the mover's side win the fight?"""
    asked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    read: Counter[str] = Counter()
    for name, data in sorted(files_of(DATA / "tsumego.tar.xz").items()):
        if "d180cf" not in name or not name.endswith(".sgf"):
            continue
        try:
            record = sgf.read(data)[0]
            board = replay(record, moves=0).board
            solution = record.root.children[0].move if record.root.children else None
            target = record.root.get("MA")
            if solution is None or not target or len(target) != 2:
                continue
            point = Point(ord(target[0]) - 97, ord(target[1]) - 97)
            colour = board[point]
        except KifuError:
            continue
        if colour is None:
            continue
        # The side that has a solution moves first: its owner lives, or the enemy kills.
        kind = "owner to play and live" if solution.colour is colour else "enemy to play and kill"
        asked[kind] += 1
        plain = (chance(model, board, point, solution.colour) > 0.5) == (solution.colour is colour)
        fight = fight_about(model, board, point)
        found = fight.saved_at if solution.colour is colour else fight.killed_at
        right[kind] += plain
        read[kind] += plain or found is not None
    print("\n| target of a tsumego | asked | status as solved | with reading |\n| --- | --- | --- | --- |")
    for kind in sorted(asked):
        shares = [f"{n[kind]} ({n[kind] / asked[kind]:.1%})" for n in (right, read)]
        print(f"| {kind} | {asked[kind]} | {' | '.join(shares)} |")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path)
    model_path = parser.parse_args().model
    model = LifeModel.load(model_path) if model_path else LifeModel.bundled()
    regression(model)
    tsumego(model)


if __name__ == "__main__":
    main()
