import importlib.util
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from kifu.errors import InputError
from kifu.interfaces.cli import main as cli
from kifu.interfaces.cli import output


def kifu(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kifu", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False, **options)


def _on_a_worker() -> OSError:
    error = FileNotFoundError(2, "No such file or directory", "x.sgf")
    error.add_note("on worker two")
    return error


def test_help_imports_nothing_it_does_not_need() -> None:
    """What makes `kifu --help` answer at once: no command, no NumPy, no rich, no native code."""
    code = (
        "import sys, kifu.interfaces.cli.main as m\n"
        "try: m.main(['--help'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = run.stdout.splitlines()[-1].split()
    unwanted = ("numpy", "rich", "sqlite3", "kifu._native", "kifu.archive", "kifu.records", "multiprocessing")
    assert [name for name in modules if name.startswith(unwanted)] == []
    commands = [name for name in modules if name.startswith("kifu.interfaces.cli.")]
    assert commands == ["kifu.interfaces.cli.main"]
    assert len(modules) < 400


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    module, _, attribute = cli.COMMANDS[name][0].partition(":")
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not written yet")
    command = getattr(importlib.import_module(module), attribute)
    text = command.get_help(click.Context(command, info_name=name))
    assert f"kifu {name}" in " ".join(text.split())
    assert "xample" in text


def test_version() -> None:
    run = kifu("--version")
    assert run.returncode == 0
    assert run.stdout.startswith("kifu 0.")


@pytest.mark.parametrize(("typed", "meant"), [("imprt", "import"), ("archiv", "archive"), ("shwo", "show")])
def test_a_mistyped_command_is_guessed(typed: str, meant: str) -> None:
    run = kifu(typed)
    assert run.returncode == 2
    assert f"Did you mean {meant}" in run.stderr


@pytest.mark.parametrize(
    ("typed", "now"),
    [
        ("experiment run 'life/table-1' --cell 'a b'", "kifu lab run life/table-1 --cell 'a b'"),
        ("bench go", "kifu lab bench go"),
        ("evaluate --help", "kifu lab evaluate --help"),
    ],
)
def test_a_command_that_has_moved_is_named(typed: str, now: str) -> None:
    run = kifu(*shlex.split(typed))
    assert run.returncode == 2
    assert f"{typed.split()[0]!r} has moved: {now}\n" in run.stderr


def test_without_the_laboratory_it_says_how_to_get_it() -> None:
    code = (
        "import sys, kifu.interfaces.cli.main as m\n"
        "sys.modules['kifu_lab'] = None\n"  # as if it were not installed
        "m.main(sys.argv[1:])"
    )

    def alone(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **env}, check=False)

    run = alone("lab", "list")
    assert run.returncode == 1
    assert run.stderr.startswith("kifu: error: `kifu lab`")
    assert "`make lab`, or `pip install ./lab`" in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert alone("--help").returncode == 0
    run = alone(_KIFU_COMPLETE="bash_complete", COMP_WORDS="kifu lab r", COMP_CWORD="2")
    assert (run.returncode, run.stderr) == (0, "")


def test_wrong_usage_is_2_and_an_error_is_1(tmp_path: Path) -> None:
    assert kifu("archive").returncode == 2
    run = kifu("archive", str(tmp_path / "none.db"))
    assert run.returncode == 1
    assert run.stderr.startswith("kifu: error: there is no archive")
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (InputError("expected a move"), 1, "kifu: error: expected a move"),
        (FileNotFoundError(2, "No such file or directory", "x.sgf"), 1, "kifu: error: 'x.sgf': No such file"),
        (_on_a_worker(), 1, "kifu: error: 'x.sgf': No such file or directory (on worker two)"),
        (KeyboardInterrupt(), 130, "kifu: interrupted"),
        (MemoryError(), 1, "kifu: error: not enough memory"),
        (click.UsageError("bad"), 2, "Error: bad"),
    ],
    ids=["kifu", "system", "worker", "interrupt", "memory", "usage"],
)
def test_errors_become_one_line_and_a_code(
    raised: BaseException,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        raise raised

    monkeypatch.setattr(cli.LazyGroup, "get_command", fail)
    with pytest.raises(SystemExit) as caught:
        cli.main(["show"])
    assert caught.value.code == code
    assert said in capsys.readouterr().err


def test_a_warning_is_one_line() -> None:
    code = (
        "import warnings, click, kifu.interfaces.cli.main as m\n"
        "from kifu.errors import KifuWarning\n"
        "warn = lambda: warnings.warn('one is damaged', KifuWarning)\n"
        "m.LazyGroup.get_command = lambda *a: click.Command('show', callback=warn)\n"
        "m.main(['show'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr == "kifu: warning: one is damaged\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_closed_pipe_is_no_error() -> None:
    line = f"{sys.executable} -m kifu completion zsh | head -c 1"
    run = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    code = (
        "import sys, click, kifu.interfaces.cli.main as m\n"
        "m.LazyGroup.get_command = lambda *a: click.Command('show', callback=lambda: print('x' * 10**6))\n"
        "m.main(['show'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    run = kifu("completion", shell)
    assert run.returncode == 0
    assert "_KIFU_COMPLETE" in run.stdout


def test_names_are_completed() -> None:
    env = {**os.environ, "_KIFU_COMPLETE": "bash_complete", "COMP_WORDS": "kifu ar", "COMP_CWORD": "1"}
    assert kifu(env=env).stdout.split() == ["plain,archive"]
    env |= {"COMP_WORDS": "kifu archive a.db --jso", "COMP_CWORD": "3"}
    assert kifu(env=env).stdout.split() == ["plain,--json"]


def test_json_is_utf_8_whatever_the_terminal_speaks() -> None:
    code = "from kifu.interfaces.cli.output import print_json; print_json({'name': '棋譜', 'bad': '\\udc80'})"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert json.loads(run.stdout.decode("utf-8"))["name"] == "棋譜"


def test_columns_line_up_with_wide_characters() -> None:
    text = output.columns([("本因坊", 5), ("Go", 1234)], right=[1])
    assert text == "本因坊     5\nGo      1234"
    assert output.columns([]) == ""


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert output.printable("a\x1b[31mb\nc") == "a�[31mb�c"
