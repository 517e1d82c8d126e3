"""Whatever comes in, GTP's own failure answer or a clean end goes out; against the real process too."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kifu.interfaces.gtp.commands import TABLE
from kifu.protocols.gtp import clean, failure, parse, success
from support.gtp_talk import Talk


def kifu(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "kifu", "gtp", *arguments]


def run(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        kifu("--player", "random", *arguments), input=data, capture_output=True, timeout=60, check=False
    )


def answers(output: bytes) -> list[str]:
    return output.decode().split("\n\n")[:-1]


def test_ready_in_under_a_second() -> None:
    # Time of the processor: other work on the machine is not the engine's fault.
    before = os.times()
    assert run(b"name\nquit\n").stdout == b"= Kifu random\n\n=\n\n"
    after = os.times()
    assert after.children_user + after.children_system - before.children_user - before.children_system < 1.0


def test_quit_ends_whatever_follows_it() -> None:
    assert run(b"quit now\nname\n").stdout == b"=\n\n"


def test_a_ranking_under_way_does_not_outlive_the_engine() -> None:
    lines = b"boardsize 9\nlz-genmove_analyze b\nlz-analyze w 10\nquit\n"
    done = subprocess.run(
        kifu("--player", "expert"), input=lines, capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_unknown_player_is_refused_before_the_conversation() -> None:
    done = subprocess.run(kifu("--player", "deep thought"), input=b"name\n", capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout == b""
    assert b"expected a player of Go among random, expert, katia" in done.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\xff\xfe\x00\x01 binary", "unknown command"),
        (b"play b " + b"A" * 200, "invalid vertex"),
        (b"boardsize 1000", "unacceptable size"),
        (b"boardsize -9223372036854775809", "boardsize not an integer"),
        (b"boardsize 1_9", "boardsize not an integer"),
        ("boardsize \u0661\u0669".encode(), "boardsize not an integer"),
        (b"komi 1_0", "expected komi"),
        (b"komi nan", "expected komi"),
        (b"komi 1e999", "expected komi"),
        (b"99999999999999 name", "unknown command"),
        (b"genmove", "expected: genmove COLOUR"),
        (b"loadsgf /", "cannot load file"),
        (b"printsgf /no/such/folder/x.sgf", "cannot save"),
        ("play b Ｄ４".encode(), "invalid vertex"),
    ],
)
def test_wrong_lines(line: bytes, message: str) -> None:
    with Talk() as talk:
        assert message in talk.ask(line + b"\n")
        assert talk.ask("name") == "= Kifu"
        assert talk.log == []


def test_lines_of_a_megabyte() -> None:
    with Talk() as talk:
        assert talk.ask(b"5 play " + b"x" * 1_000_000 + b"\n") == "?5 line too long"
        assert talk.ask("name") == "= Kifu"


def test_ten_thousand_commands() -> None:
    done = run(b"".join(b"%d play b D4\n" % i for i in range(10_000)))
    answered = answers(done.stdout)
    assert answered[0] == "=0"
    assert answered[1] == "?1 illegal move"
    assert answered[9_999] == "?9999 illegal move"
    assert done.returncode == 0
    assert done.stderr == b""


def test_quit_while_thinking_answers_first() -> None:
    done = run(b"genmove b\nquit\n")
    first, last = answers(done.stdout)
    assert re.fullmatch(r"= [A-HJ-T]\d+", first)
    assert last == "="


def test_the_end_of_the_input_ends_an_analysis() -> None:
    done = run(b"kata-analyze 1\n")
    assert done.returncode == 0
    assert done.stdout.startswith(b"=\n")
    assert done.stdout.endswith(b"\n\n")


def test_an_output_nobody_reads_is_a_clean_end() -> None:
    process = subprocess.Popen(
        kifu("--player", "random"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(100):
            process.stdin.write(b"list_commands\n")
            process.stdin.flush()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    assert process.wait(20) == 0
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()


@pytest.mark.parametrize("player", ["katia:seconds=60,predictor=no,nk=0", "random", "expert"])
def test_a_move_with_analysis_that_nobody_reads_is_a_clean_end(player: str) -> None:
    process = subprocess.Popen(
        kifu("--player", player), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"boardsize 9\nkata-genmove_analyze b 1\n")
        process.stdin.flush()
        assert [process.stdout.readline() for _ in range(3)] == [b"=\n", b"\n", b"=\n"]
        process.stdout.close()
        if player == "katia:seconds=60,predictor=no,nk=0":
            assert process.wait(20) == 0  # the input is still open
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


def test_a_file_that_is_not_there_is_named() -> None:
    done = run(b"kifu-moves\nquit\n", "--moves-model", "no/such.safetensors")
    assert answers(done.stdout)[0] == "? 'no/such.safetensors': No such file or directory; check the path"
    assert done.stderr == b""


SLEEPER = "import sys, time\nopen(sys.argv[1], 'w').write(str(__import__('os').getpid()))\n" + (
    "for line in sys.stdin:\n"
    "    if line.startswith('genmove'): time.sleep(60)\n"
    "    print('=', flush=True); print(flush=True)\n"
)


@pytest.mark.skipif(os.name == "nt", reason="closed pipes are noticed with the next answer there")
def test_a_vanished_controller_leaves_no_process_behind(tmp_path: Path) -> None:
    script, pid_file = tmp_path / "sleeper.py", tmp_path / "pid"
    script.write_text(SLEEPER)
    process = subprocess.Popen(
        kifu("--player", f"gtp:{sys.executable} {script} {pid_file}"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"genmove b\n")
    process.stdin.flush()
    for _ in range(200):
        if pid_file.exists() and pid_file.read_text():
            break
        time.sleep(0.05)
    process.stdin.close()
    process.stdout.close()
    assert process.wait(20) == 0
    engine = int(pid_file.read_text())
    for _ in range(100):
        try:
            os.kill(engine, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(engine, signal.SIGKILL)
    pytest.fail("the engine behind the engine outlived it")


def test_a_broken_player_fails_its_command_only() -> None:
    class Broken:
        name = "broken"

        def new_game(self, size: int, rules: object, komi: float) -> None: ...

        def choose(self, board: object, clock: object = None) -> None:
            raise ZeroDivisionError

        def close(self) -> None: ...

    with Talk(Broken) as talk:  # type: ignore[arg-type]
        assert talk.ask("4 genmove b") == "?4 internal error: ZeroDivisionError"
        assert "ZeroDivisionError" in talk.log[0]
        assert talk.ask("name") == "= Kifu"


words = st.one_of(
    st.sampled_from(
        [*sorted(set(TABLE) - {"quit", "printsgf", "loadsgf"}), "b", "w", "D4", "pass", "9", "-1", "#"]
    ),
    st.text(max_size=6),
    st.integers().map(str),
)
lines = st.one_of(
    st.binary(max_size=60),
    st.lists(words, max_size=6).map(lambda parts: " ".join(parts).encode("utf-8", "replace")),
)


@settings(max_examples=40)
@given(st.lists(lines, max_size=15))
def test_any_bytes_get_an_answer_each(many: list[bytes]) -> None:
    wanted = 0
    with Talk() as talk:
        talk.ask("boardsize 5")
        for data in many:
            for line in data.replace(b"\r", b"").split(b"\n"):
                request = parse(line)
                if request is None or request.command in ("quit", "printsgf", "loadsgf"):
                    continue
                wanted += 1
                if "analyze" in request.command:
                    talk.write(line + b"\n")
                    talk.write("")
                    while talk.read_line() not in ("\n", ""):
                        pass
                else:
                    assert talk.ask(line + b"\n")[:1] in ("=", "?")
        assert talk.ask("name") == "= Kifu"
        assert [entry for entry in talk.log if "Traceback" in entry] == []


@given(st.binary(max_size=200))
def test_a_cleaned_line_has_no_control_characters(data: bytes) -> None:
    assert not re.search(r"[\x00-\x1f\x7f#]", clean(data))
    parse(data)


@given(st.text(max_size=200), st.one_of(st.none(), st.integers(0, 2**31 - 1)))
def test_an_answer_has_one_empty_line_at_its_end(text: str, number: int | None) -> None:
    for answer in (success(number, text), failure(number, text)):
        assert answer.endswith("\n\n")
        assert "\n\n" not in answer[:-1]
