"""Records as trees of nodes that a page can walk without knowing any rules."""

from typing import Any

from kifu.errors import InputError, KifuError
from kifu.games.coordinates import from_sgf
from kifu.games.draughts import Position, with_whole_captures
from kifu.games.game import game_of
from kifu.games.go import Board, Colour, replay, rules_of
from kifu.games.go.board import MAX_SIZE, MIN_SIZE
from kifu.interfaces.web.jobs.places import read_record
from kifu.records import GameRecord, read
from kifu.records.moves import vertex
from kifu.records.pdn import PdnRecord
from kifu.records.properties import split_pair
from kifu.records.sgf import Node, SgfRecord
from kifu.records.walking import walk
from kifu.work.files import read_bytes

#: Of larger trees the first are read.
MOST_NODES = 10_000
_MOST_TEXT = 20_000
_MARKS = {
    "TR": "triangle",
    "SQ": "square",
    "CR": "circle",
    "MA": "cross",
    "SL": "selected",
    "TB": "black",
    "TW": "white",
}
_COLUMNS = (
    "id", "game", "width", "height", "black", "white", "black_rank", "white_rank", "date", "event", "result",
)  # fmt: skip
_NATIVE = {1: "b", 2: "w", 0: ""}


def parse(record: str | bytes, number: int, name: str = "") -> dict[str, Any]:
    """Read one game of a text."""
    return tree_of(record, number, name)


def from_file(path: str, number: int, limit: int, raw: bool = False) -> dict[str, Any] | bytes:
    """Read one game of a file that the server has found to be allowed."""
    data = read_bytes(path, limit=limit)
    return data if raw else tree_of(data, number, path)


def from_archive(archive: str, game: int, raw: bool = False) -> dict[str, Any] | bytes:
    """Read a game of the archive."""
    from kifu.archive import Archive

    with Archive(archive) as opened:
        if game not in opened:
            from kifu.interfaces.web.problems import RefusedError

            raise RefusedError(404, f"there is no game {game} in the archive", "id")
        data = opened.record(game)
    return data if raw else tree_of(data, 1, "")


def list_archive(archive: str, after: int, limit: int, **chosen: Any) -> dict[str, Any]:
    """List games of the archive behind a number, in order."""
    from kifu.archive import Archive, Filter

    filtered = Filter(**chosen)
    with Archive(archive) as opened:
        total = opened.count(filtered)
        rows = list(opened.games(filtered, after=after, limit=limit))
    games = [{name: getattr(row, name) for name in _COLUMNS} | {"moves": row.n_moves} for row in rows]
    return {"total": total, "games": games, "next": games[-1]["id"] if len(games) == limit else None}


def summary(archive: str) -> dict[str, Any]:
    """What the archive holds."""
    from kifu.archive import Archive

    with Archive(archive) as opened:
        facts = opened.summary()
    return {name: facts[name] for name in ("games", "moves", "by_game", "by_size", "by_result", "by_winner")}


def tree_of(data: str | bytes, number: int, name: str) -> dict[str, Any]:
    """One game with all its nodes; `games` lists all games of the file."""
    record = read_record(data, number, name)
    everything = read(data, name=name)
    facts: dict[str, Any] = {
        "game": record.game,
        "format": "pdn" if isinstance(record, PdnRecord) else "sgf",
        "number": number,
        "games": [_short(i, one) for i, one in enumerate(everything[:1000], start=1)],
        "title": game_of(record).headline(),
        "info": _info(record),
        "encoding": record.encoding,
    }
    if isinstance(record, PdnRecord):
        return facts | _draughts_tree(record)
    assert isinstance(record, SgfRecord)
    width, height = record.size
    facts |= {"width": width, "height": height}
    if record.game != "go" or width != height or not MIN_SIZE <= width <= MAX_SIZE:
        raise InputError(
            f"expected Go on a square board from {MIN_SIZE} to {MAX_SIZE} lines, "
            f"got {record.game} on {width}x{height}"
        )
    return facts | _go_tree(record)


def _short(number: int, record: GameRecord) -> dict[str, Any]:
    info = record.info
    return {"number": number, "black": info.black[:100], "white": info.white[:100], "date": info.date[:40]}


def _info(record: GameRecord) -> dict[str, Any]:
    info = record.info
    names = (
        "black", "white", "black_rank", "white_rank", "date", "event", "round", "place", "name", "rules",
        "time", "overtime", "annotator", "comment",
    )  # fmt: skip
    facts: dict[str, Any] = {name: str(getattr(info, name))[:_MOST_TEXT] for name in names}
    return facts | {
        "komi": info.komi,
        "handicap": info.handicap,
        "result": game_of(record).result_text or None,
    }


def _go_tree(record: SgfRecord) -> dict[str, Any]:
    rules = rules_of(record)
    start = replay(record, moves=0, rules=rules)
    problems = [str(p) for p in (*record.problems, *start.problems)]
    walker = _Walker(record, start.board)
    nodes = walker.nodes()
    main = [0]
    while children := nodes[main[-1]]["children"]:
        main.append(children[0])
    return {
        "size": record.size[0],
        "rules": rules.name,
        "problems": (problems + walker.problems)[:200],
        "nodes": nodes,
        "main_line": main,
        "truncated": walker.truncated,
    }


def play_node(board: Board, node: Node) -> list[KifuError]:
    """Put what a node says on the board, as far as it can be done; returns what could not."""
    problems = []
    stones = node.setup
    try:
        if stones:
            board.setup(
                [s.point for s in stones if s.colour is Colour.BLACK],
                [s.point for s in stones if s.colour is Colour.WHITE],
                [s.point for s in stones if s.colour is None],
            )
    except KifuError as error:
        problems.append(error)
    for move in node.moves:
        try:
            board.play(move.point, move.colour)
        except KifuError as error:
            problems.append(error)
    return problems


class _Walker:
    """Walks all variations on one board, playing and taking back, and notes what each node changes."""

    def __init__(self, record: SgfRecord, start: Board) -> None:
        self._record = record
        self._board = start
        self.problems: list[str] = []
        self.truncated = False

    def nodes(self) -> list[dict[str, Any]]:
        """All nodes, each before its children; its number is its place in the list."""
        board = self._board
        found: list[dict[str, Any]] = []
        # Nodes to visit with the number of their parent, and how far back the board must go before.
        stack: list[tuple[Node, int | None, int]] = [(self._record.root, None, board._game.steps)]
        while stack:
            node, parent, depth = stack.pop()
            if len(found) >= MOST_NODES:
                self.truncated = True
                break
            while board._game.steps > depth:
                board.undo()
            before = board.stones if parent is not None else None
            facts = self._facts(node, parent is None)
            number = len(found)
            facts |= {"id": number, "parent": parent, "children": []}
            facts["changes"] = self._changes(before)
            facts["to_play"] = board.to_play.name.lower()
            found.append(facts)
            if parent is not None:
                found[parent]["children"].append(number)
            steps = board._game.steps
            stack.extend((child, number, steps) for child in reversed(node.children))
        return found

    def _facts(self, node: Node, is_root: bool) -> dict[str, Any]:
        board, size = self._board, self._board.size
        facts: dict[str, Any] = {}
        if not is_root:
            for error in play_node(board, node):
                self._problem(facts, error)
            for move in node.moves:
                facts["move"] = [move.colour.value, vertex(move.point)]
        properties = node.properties
        if comment := properties.get("C"):
            facts["comment"] = comment[0][:_MOST_TEXT]
        if named := properties.get("N"):
            facts["name"] = named[0][:200]
        marks = {
            what: found for key, what in _MARKS.items() if (found := _vertices(properties.get(key, []), size))
        }
        if marks:
            facts["marks"] = marks
        if labels := _labels(properties.get("LB", []), size):
            facts["labels"] = labels
        return facts

    def _problem(self, facts: dict[str, Any], error: KifuError) -> None:
        facts["illegal"] = str(error)
        self.problems.append(str(error))

    def _changes(self, before: Any) -> dict[str, str]:
        """Points whose stone is another than in the node before: `b`, `w`, or empty text."""
        after = self._board.stones
        size = self._board.size
        changed = after != before if before is not None else after != 0
        return {
            f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[x]}{size - y}": _NATIVE[int(after[y, x])]
            for y, x in zip(*(axis.tolist() for axis in changed.nonzero()), strict=True)
        }


def _vertices(texts: list[str], size: int) -> list[str]:
    found = []
    for text in texts:
        corners = split_pair(text)
        try:
            if corners is None:
                points = [from_sgf(text, size)]
            else:
                first, last = (from_sgf(corner, size) for corner in corners)
                if first is None or last is None:
                    continue
                points = [
                    type(first)(x, y) for y in range(first.y, last.y + 1) for x in range(first.x, last.x + 1)
                ]
        except InputError:
            continue
        found += [vertex(point) for point in points if point is not None]
    return found


def _labels(texts: list[str], size: int) -> dict[str, str]:
    found = {}
    for text in texts:
        pair = split_pair(text)
        if pair is None:
            continue
        try:
            point = from_sgf(pair[0], size)
        except InputError:
            continue
        if point is not None:
            found[vertex(point)] = pair[1][:40]
    return found


def _draughts_tree(record: PdnRecord) -> dict[str, Any]:
    from kifu.games.draughts.replay import replay as replay_draughts

    played = replay_draughts(record)
    position = Position.from_fen(played.start)
    numbers: dict[int, int] = {}
    nodes: list[dict[str, Any]] = []
    depths: list[int] = []
    truncated = False
    for node in walk(with_whole_captures(record).tree):
        if len(nodes) >= MOST_NODES:
            truncated = True
            break
        parent = None if node.parent is None else numbers[id(node.parent)]
        facts: dict[str, Any] = {"id": len(nodes), "parent": parent, "children": []}
        if parent is not None:
            while position.ply > depths[parent]:
                position.undo()
            try:
                facts["move"] = str(position.play(node.move))
            except KifuError as error:
                facts |= {"move": node.move, "illegal": str(error)}
            nodes[parent]["children"].append(len(nodes))
        facts |= {"fen": position.fen, "to_play": position.to_play.name.lower()}
        if comment := "\n".join([*node.before, *node.comments]):
            facts["comment"] = comment[:_MOST_TEXT]
        if node.nags:
            facts["nags"] = node.nags
        numbers[id(node)] = len(nodes)
        depths.append(position.ply)
        nodes.append(facts)
    main = [0]
    while children := nodes[main[-1]]["children"]:
        main.append(children[0])
    problems = [str(p) for p in (*record.problems, *played.problems)][:200]
    return {
        "size": 8,
        "start": played.start,
        "problems": problems,
        "nodes": nodes,
        "main_line": main,
        "truncated": truncated,
    }
