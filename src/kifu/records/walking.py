"""Going through a game tree, of SGF and of PDN alike."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar


class _Node(Protocol):
    @property
    def children(self) -> Sequence[Any]: ...


N = TypeVar("N", bound=_Node)


def walk(root: N) -> Iterator[N]:
    """All nodes from here on, each before its children, without recursion."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)
