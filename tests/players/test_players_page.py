"""docs/players.md names what the code takes: every player, every option with its default, every level."""

import importlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kifu.players import named
from kifu.players.draughts import levels
from kifu.players.draughts import named as draughts
from kifu.players.katia import LEVELS
from kifu.players.options import Options

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "players.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^### ([^\n]+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
ROW = re.compile(r"^\| `(\w+)` \|([^|]*)\|", re.MULTILINE)


class Asked(Options):
    """Options that nobody gave, which remember what was asked for and the default."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.defaults: dict[str, str] = {}

    def text(self, name: str, default: str | None = None) -> str | None:
        self._note(name, default or "")
        return super().text(name, default)

    def whole(self, name: str, default: int, *bounds: int) -> int:
        self._note(name, str(default))
        return super().whole(name, default, *bounds)

    def real(self, name: str, default: float, *bounds: float) -> float:
        self._note(name, f"{default:g}")
        return super().real(name, default, *bounds)

    def flag(self, name: str, default: bool = False) -> bool:
        self._note(name, "yes" if default else "no")
        return super().flag(name, default)

    def one_of(self, name: str, choices: tuple[str, ...], default: str) -> str:
        self._note(name, default)
        return super().one_of(name, choices, default)

    def _note(self, name: str, default: str) -> None:
        self.defaults.setdefault(name, default)


def go_options(kind: str) -> dict[str, str]:
    options = Asked(kind)
    importlib.import_module(named.KINDS[kind]).from_options(options, 1)
    return options.defaults


def draughts_options(kind: str) -> dict[str, str]:
    options = Asked(kind)
    importlib.import_module(draughts.KINDS[kind]).from_options(kind, options, 1)
    return options.defaults


CASES = [
    *((f"Go: {kind}", go_options, kind) for kind in named.KINDS),
    *((f"Draughts: {kind}", draughts_options, kind) for kind in draughts.KINDS if kind != "hub"),
]


@pytest.mark.parametrize(("section", "options", "kind"), CASES, ids=[case[0] for case in CASES])
def test_options_and_defaults(section: str, options: Callable[[str], dict[str, str]], kind: str) -> None:
    written = {name: default.strip() for name, default in ROW.findall(SECTIONS[section])}
    assert written == options(kind) | {"seed": ""}  # the game's own


def test_every_player_has_its_section() -> None:
    outside = {'Go: gtp:"COMMAND"', 'Draughts: hub:"COMMAND"'}
    assert set(SECTIONS) == {case[0] for case in CASES} | outside | {
        "Go: levels of katia",
        "Draughts: levels",
    }


def test_levels() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) % \|", SECTIONS["Go: levels of katia"], re.MULTILINE
    )
    assert rows == [
        (name, f"{bound:,}" if bound else "no bound", f"{100 * drawn:g}")
        for name, (bound, drawn) in LEVELS.items()
    ]
    rows = re.findall(r"^\| (\d) \| `([^`]*)` \|", SECTIONS["Draughts: levels"], re.MULTILINE)
    assert [text for _, text in rows] == list(levels.LEVELS)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
