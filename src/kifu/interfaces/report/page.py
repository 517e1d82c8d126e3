"""A report as a page of its own: no scripts, nothing from elsewhere, for screens of any width and for paper.

Everything that comes from a record is text, and all text is escaped in one place, `tag`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

#: Nothing is loaded, nothing is run: even a record that smuggled in HTML could do nothing with it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
# Characters that no page may hold.
_FORBIDDEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000)), "�")


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


@dataclass(frozen=True)
class Table:
    """A table; the text of a cell may be HTML.

    Attributes:
        heads: of the columns; one that begins with `#` is of numbers, which stand at the right.
        rows: cells.
        marks: by row, a class that marks it.
        tight: whether cells stay on one line.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    marks: Sequence[str] = ()
    tight: bool = False

    def html(self) -> Html:
        """The table, in a box that scrolls where it is too wide."""
        right = [head.startswith("#") for head in self.heads]
        top = [
            tag("th", head.lstrip("#"), cls="n" if n else None, scope="col")
            for head, n in zip(self.heads, right, strict=True)
        ]
        body = []
        for number, row in enumerate(self.rows):
            cells = [tag("td", cell, cls="n" if n else None) for cell, n in zip(row, right, strict=True)]
            body.append(tag("tr", cells, cls=self.marks[number] if self.marks else None))
        return tag(
            "div",
            tag(
                "table",
                [tag("thead", tag("tr", top)), tag("tbody", body)],
                cls="tight" if self.tight else None,
            ),
            cls="scroll",
        )


def tag(name: str, inside: object = None, /, **attributes: object) -> Html:
    """Write one element.

    Args:
        name: of the element.
        inside: what stands in it: HTML as it is, other texts escaped, or several of both; None for nothing.
        attributes: `cls` stands for class, an underscore for a hyphen; None or empty is left out.
    """
    written = "".join(
        f' {"class" if key == "cls" else key.replace("_", "-")}="{_text(value)}"'
        for key, value in attributes.items()
        if value not in (None, "")
    )
    if name in ("br", "meta", "link"):
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{_inside(inside)}</{name}>")


def section(title: str, *inside: object, name: str | None = None) -> Html:
    """A part of the page with its heading."""
    return tag("section", [tag("h2", title), *inside], id=name)


def document(title: str, body: Iterable[object]) -> bytes:
    """The whole page."""
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content="Kifu"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("style", Html(_style())),
    ]
    page = tag("html", [tag("head", head), tag("body", tag("main", body))], lang="en")
    return f"<!doctype html>\n{page}\n".encode()


def _inside(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Html):
        return str(value)
    if isinstance(value, (list, tuple)) or (isinstance(value, Iterable) and not isinstance(value, str)):
        return "".join(map(_inside, value))
    return _text(value)


def _text(value: object) -> str:
    return escape(str(value).translate(_FORBIDDEN))


@cache
def _style() -> str:
    return (files(__package__) / "style.css").read_text("utf-8")
