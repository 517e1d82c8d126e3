"""The tables of settings in docs/ are those that the code makes.

A table stands under a line such as `<!-- settings: kifu.players.expert.ExpertSettings -->`; `options` after
the name gives the options of a command. `python tests/test_settings_tables.py` writes them.
"""

import importlib
import re
from pathlib import Path

import pytest

from kifu.players.levels import DRAUGHTS_LEVELS, KATIA_LEVELS
from kifu.players.named import KINDS
from kifu.work.settings import table

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = [DOCS / "players.md", DOCS / "training.md"]
TABLE = re.compile(r"^<!-- settings: ([\w.]+)( options)? -->\n\n?((?:\|.*\n)*)", re.MULTILINE)


def written(text: str) -> str:
    """A page with its tables as the code makes them."""

    def made(found: re.Match[str]) -> str:
        module, _, name = found[1].rpartition(".")
        rows = table(getattr(importlib.import_module(module), name), options=bool(found[2]))
        return f"<!-- settings: {found[1]}{found[2] or ''} -->\n\n{rows}"

    return TABLE.sub(made, text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_are_those_of_the_code(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == written(text), "write the tables: python tests/test_settings_tables.py"


def test_every_player_has_its_table() -> None:
    tables = {found[1] for found in TABLE.finditer((DOCS / "players.md").read_text("utf-8"))}
    for game, kinds in KINDS.items():
        for kind, where in kinds.items():
            assert kind in ("gtp", "hub") or where.replace(":", ".") in tables, f"{game}: {kind}"


def test_levels() -> None:
    text = (DOCS / "players.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) % \|", text, re.MULTILINE)
    assert rows == [
        (name, f"{bound:,}" if bound else "no bound", f"{100 * drawn:g}")
        for name, (bound, drawn) in KATIA_LEVELS.items()
    ]
    found = re.findall(r"^\| (\d) \| `([^`]*)` \|", text, re.MULTILINE)
    assert found == [(str(number), text) for number, text in enumerate(DRAUGHTS_LEVELS, 1)]


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(written(path.read_text("utf-8")), "utf-8")
