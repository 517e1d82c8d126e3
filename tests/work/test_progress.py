import io
import subprocess
import sys

import pytest

from kifu.work import interrupts
from kifu.work.progress import progress_bar, silent


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    # Called in the test itself: between set-up and test pytest puts its own stderr back.
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    return screen


def test_a_long_job_shows_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with progress_bar(unit="games", patience=0) as progress:
        progress(500, 1000, "reading [pro19].tar.xz")
        progress(1000, 1000, "reading [pro19].tar.xz")
    assert "reading [pro19].tar.xz" in terminal.getvalue()
    assert "100 %" in terminal.getvalue()
    assert "games/s" in terminal.getvalue()


def test_a_short_job_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with progress_bar() as progress:
        progress(1, None, "reading")
    assert terminal.getvalue() == ""


def test_quiet_and_pipes_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal_of(monkeypatch)
    with progress_bar(quiet=True, patience=0) as progress:
        assert progress is silent
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar(patience=0) as progress:
        assert progress is silent


def test_library_code_imports_no_rich() -> None:
    code = "import sys, kifu.work.progress, kifu.work.executors; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signals to itself")
def test_the_first_interrupt_is_a_wish_the_second_an_order() -> None:
    import signal

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupts.stop_when_asked() as stop:
        assert not stop
        signal.raise_signal(signal.SIGTERM)
        assert stop
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
