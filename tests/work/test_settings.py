"""Settings: one declaration for checks, texts, files, options and tables."""

import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any, Literal

import click
import pytest
from click.testing import CliRunner

from kifu.errors import InputError
from kifu.interfaces.cli.options import settings_options
from kifu.work.settings import Settings, setting, table


@dataclass(frozen=True)
class Tree(Settings):
    rave: float = setting(800.0, "Visits until results outweigh guesses.", least=0)


@dataclass(frozen=True)
class Example(Settings):
    first_word = "model"

    level: Literal["club", "full"] = setting("full", "Strength.")
    threads: int = setting(1, "Threads.", least=1, most=256)
    share: float = setting(0.5, "Share of games.", above=0, most=1)
    chance: float = setting(0.0, "Chance.", least=0, below=1)
    komi: float | None = setting(None, "Komi.", least=-10, most=10)
    model: str = setting("", "Model file.")
    net: bool = setting(True, "Leave out the net.")
    shared: bool = setting(True, "Count forms apart.", option="apart")
    fast: bool = setting(False, "Be quick.")
    half_life: int = setting(0, "Steps until half.", least=0, formerly="halving")
    lanes: int = setting(32, "Games at once.", least=1, internal=True)
    tree: Tree = field(default_factory=Tree)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("level", "dan", "expected level as one of club, full, got 'dan'"),
        ("threads", 0, "expected threads as a whole number from 1 to 256, got 0"),
        ("threads", 1.5, "expected threads as a whole number from 1 to 256, got 1.5"),
        ("threads", True, "expected threads as a whole number from 1 to 256, got True"),
        ("share", 0, "expected share as a number above 0 and up to 1, got 0"),
        ("share", float("nan"), "expected share as a number above 0 and up to 1, got nan"),
        ("chance", 1, "expected chance as a number from 0 and below 1, got 1"),
        ("komi", "many", "expected komi as a number from -10 to 10, got 'many'"),
        ("half_life", -1, "expected half_life as a whole number of at least 0, got -1"),
        ("fast", "yes", "expected fast as yes or no, got 'yes'"),
        ("shared", 1, "expected apart as yes or no, got 1"),
    ],
)
def test_wrong_values_are_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(InputError) as error:
        Example(**{name: value})
    assert str(error.value) == message


def test_texts_are_read() -> None:
    made = Example.from_text("threads=4, Komi=-2.5,fast,net=no,rave=0,half-life=3", "player x", threads=2)
    assert made == Example(threads=4, komi=-2.5, fast=True, net=False, half_life=3, tree=Tree(0.0))
    assert Example.from_text("", "player x", threads=2) == Example(threads=2)
    assert Example.from_text("a/b=c.bin,fast=off", "player x").model == "a/b=c.bin"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "speed=3",
            "player x has no option 'speed'; it has level, threads, share, chance, komi, model",
        ),
        ("threads=many", "player x: expected threads as a whole number from 1 to 256, got 'many'"),
        ("threads=257", "player x: expected threads as a whole number from 1 to 256, got 257"),
        ("rave=-1", "player x: expected rave as a number of at least 0, got -1.0"),
        ("fast=perhaps", "player x: expected fast as yes or no, got 'perhaps'"),
        ("fast,=", "player x: expected options such as name=value,name=value; got '='"),
        ("x,fast,fast=no", "player x: the option fast stands twice"),
    ],
)
def test_wrong_texts_say_what_is_right(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        Example.from_text(text, "player x")
    assert str(error.value).startswith(message)


def test_facts_come_back_under_older_names_too() -> None:
    facts = Example(half_life=7).facts() | {"tree": Tree()}
    assert Example.from_facts(facts).half_life == 7
    facts["halving"] = facts.pop("half_life")
    assert Example.from_facts(facts).half_life == 7
    with pytest.raises(InputError, match="there is no setting 'third'; there are level, threads"):
        Example.from_facts({"third": 1})


def test_a_table_has_a_row_for_every_setting() -> None:
    rows = table(Example).splitlines()
    assert rows[0] == "| setting | default | values | meaning |"
    assert "| `threads` | 1 | from 1 to 256 | Threads. |" in rows
    assert "| `level` | full | club, full | Strength. |" in rows
    assert "| `net` | yes |  | Leave out the net. |" in rows
    options = table(Example, options=True).splitlines()
    assert "| `--no-net` |  |  | Leave out the net. |" in options
    assert "| `--half-life` | 0 | at least 0 | Steps until half. |" in options


def given(*arguments: str, **how: Any) -> Example | str:
    made: list[Example] = []

    @click.command()
    @settings_options(Example, **how)
    def command(**values: Any) -> None:
        made.append(Example.from_values(values))

    done = CliRunner().invoke(command, arguments)
    return made[0] if made else done.output


def test_options_give_the_settings() -> None:
    assert given() == Example()
    assert given(defaults=False) == Example()
    arguments = "--level club --threads 3 --komi 0 --no-net --apart --fast --half-life 2 --rave 1"
    assert given(*arguments.split()) == Example(
        "club", 3, komi=0.0, net=False, shared=False, fast=True, half_life=2, tree=Tree(1.0)
    )


def test_options_refuse_what_settings_refuse() -> None:
    assert "'dan' is not one of 'club', 'full'" in str(given("--level", "dan"))
    assert "0<x<=1" in str(given("--share", "0"))
    assert "0<=x<1" in str(given("--chance", "1"))
    assert "--halving is now --half-life: give --half-life 3" in str(given("--halving", "3"))
    shown = str(given("--help"))
    assert "Threads.  [default: 1; 1<=x<=256]" in shown
    assert "--halving" not in shown
    assert "--lanes" not in shown + table(Example, options=True)


def test_settings_of_commands_need_no_numpy_and_no_native_code() -> None:
    """What makes the help of a command answer at once."""
    modules = (
        "kifu.learners.evolve.settings",
        "kifu.learners.network.settings",
        "kifu.learners.opening.settings",
        "kifu.learners.life.settings",
        "kifu.learners.moves.settings",
        "kifu.learners.book_settings",
        "kifu.arena.settings",
        "kifu.interfaces.web.settings",
    )
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"numpy", "kifu._native", "sqlite3", "multiprocessing"}.isdisjoint(run.stdout.split())
