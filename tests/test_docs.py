"""Every page is reached from README.md, its links lead somewhere, its commands have the options shown."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kifu.interfaces.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FENCED = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
IN_CODE = re.compile(r"`[^`\n]*`")
# What a command does may stand beside it, two spaces or more away.
COMMAND = re.compile(r"^(?:\$ )?(kifu .*?)(?:  .*)?$", re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Files and anchors that a page links to, those of other sites left out."""
    prose = IN_CODE.sub("", FENCED.sub("", page.read_text("utf-8")))
    for target in LINK.findall(prose):
        if "://" not in target and not target.startswith("mailto:"):
            path, _, anchor = target.partition("#")
            yield ((page.parent / path).resolve() if path else page), anchor


def anchors(page: Path) -> set[str]:
    """The names that headings get where the pages are shown: letters, digits, and hyphens for spaces."""
    found: set[str] = set()
    for heading in HEADING.findall(FENCED.sub("", page.read_text("utf-8"))):
        name = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        again = sum(1 for other in found if re.fullmatch(rf"{re.escape(name)}(-\d+)?", other))
        found.add(f"{name}-{again}" if again else name)
    return found


def reached(start: Path) -> set[Path]:
    """All pages that links lead to; one to a folder leads to its README.md, or to all in a folder without."""
    found: set[Path] = set()
    open_ = [start]
    while open_:
        page = open_.pop()
        if page.is_dir():
            own = page / "README.md"
            open_ += [own] if own.exists() else page.rglob("*.md")
        elif page.suffix == ".md" and page not in found:
            found.add(page)
            open_ += [path for path, _ in links(page)]
    return found


def test_every_page_is_reached_from_the_first() -> None:
    lost = set(PAGES) - reached(ROOT / "README.md")
    assert sorted(str(page.relative_to(ROOT)) for page in lost) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for path, anchor in links(page):
        assert path.exists(), f"no such file: {path}"
        assert not anchor or anchor in anchors(path), f"no heading of {path} is called {anchor!r}"


def asked(line: str) -> tuple[click.Command, list[str]]:
    """The command of a line, and the options given to it."""
    words = shlex.split(line, comments=True)[1:]
    context, command = click.Context(cli), cli
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        inner = command.get_command(context, words[0])
        assert inner is not None, f"no such command: {words[0]!r} in {line!r}"
        command, words = inner, words[1:]
    own = words[: words.index("--")] if "--" in words else words  # what follows is another command's
    return command, [word.partition("=")[0] for word in own if word.startswith("--")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_take_the_options_that_are_shown(page: Path) -> None:
    for block in FENCED.finditer(page.read_text("utf-8")):
        for line in COMMAND.findall(block[0]):
            command, options = asked(line)
            known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
            assert set(options) <= known | {"--help"}, line
