"""Game trees to PDN text."""

import re
from collections.abc import Iterator, Mapping

from kifu.errors import RecordError
from kifu.records.pdn_tree import PdnNode

_WIDTH = 79
_MOVE = re.compile(r"\d{1,3}([-xX:]\d{1,3})+|[a-hA-H][1-8]([-xX:]?[a-hA-H][1-8])+")
_RESULT = re.compile(r"1-0|0-1|2-0|0-2|1-1|0-0|1/2-1/2|\*")
_TAG = re.compile(r"[A-Za-z](?:[A-Za-z0-9_-]|[^\x00-\x7f])*")


def write_record(tags: Mapping[str, str], tree: PdnNode, result: str) -> str:
    """Write one game: tags, an empty line, moves in lines of at most 79 columns, the result."""
    if not _RESULT.fullmatch(result):
        result = "*"
    if not tags and tree.comments:
        tags = {"Result": result}  # without a tag, the comments would be the game's before
    lines = [_tag(name, value) for name, value in tags.items()]
    body = _wrap([*_tokens(tree), result])
    return "\n".join([*lines, "", body]) + "\n" if lines else body + "\n"


def _tag(name: str, value: str) -> str:
    if not _TAG.fullmatch(name):
        raise RecordError(f"expected a tag's name of letters and digits, got {name!r}")
    text = re.sub(r"[\r\n]+", " ", value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def _tokens(root: PdnNode) -> Iterator[str]:
    """The text after the tags, piece by piece, without recursion."""
    yield from map(_comment, root.comments)
    yield from (f"${nag}" for nag in root.nags)
    # What is still to write, newest last: a line to go on with from its node's first child, or a node to
    # write (with its number of moves before it), or a bracket.
    stack: list[tuple[str, PdnNode | None, int]] = [("line", root, 0)]
    numbered = True  # the next second mover's move needs its number
    while stack:
        task, node, ply = stack.pop()
        if task == "close":
            yield ")"
            numbered = True
            continue
        assert node is not None
        if task == "line":
            if node.children:
                main, *variations = node.children
                stack.append(("line", main, ply + 1))
                for variation in reversed(variations):
                    stack.append(("close", None, 0))
                    stack.append(("line", variation, ply + 1))
                    stack.append(("open", variation, ply))
                stack.append(("move", main, ply))
            continue
        if task == "open":
            yield "("
            numbered = True
        for comment in node.before:
            yield _comment(comment)
            numbered = True
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif numbered:
            yield f"{ply // 2 + 1}..."
        if not _MOVE.fullmatch(node.move):
            raise RecordError(f"expected a move like 9-14 or 11x18x25, got {node.move!r}")
        yield node.move
        yield from (f"${nag}" for nag in node.nags)
        yield from map(_comment, node.comments)
        numbered = bool(node.comments)


def _comment(text: str) -> str:
    """A comment in braces; one that holds a brace goes to the end of its line instead."""
    if text.startswith("%") and "\n" not in text and "\r" not in text:
        return f"\n{text}\n"
    if "}" not in text:
        return "{" + text + "}"
    return "".join(f"\n;{line}\n" for line in re.split(r"\r\n|\r|\n", text))


def _wrap(tokens: list[str]) -> str:
    out: list[str] = []
    column = 0
    for token in tokens:
        if token.startswith("\n"):  # a line of its own
            out.append(token[1:] if column == 0 else token)
            column = 0
            continue
        first = token.split("\n", 1)[0]
        glue = "" if column == 0 or token == ")" or (out and out[-1] == "(") else " "
        if column and column + len(glue) + len(first) > _WIDTH:
            out.append("\n")
            column, glue = 0, ""
        out += [glue, token] if glue else [token]
        column = len(token) - token.rindex("\n") - 1 if "\n" in token else column + len(glue) + len(token)
    return "".join(out)
