"""Figures in the text of a document that stand in no result beside it: typed by hand, or left from before.

What counts as a figure is a number with a decimal point, with a unit behind it, of five digits or more, or in
"7 of 10". Not looked at are code, comments, and sentences that say whose number it is if it was not measured
here: those with one of the words *goal*, *paper* and *elsewhere*.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_UNIT = (
    r"[ -]?(?:%|(?:per cent|x|[kKMGT]i?B|[nuµm]?s|min|h|seconds?|minutes?|hours?|days?|points?|Elo|times"
    r"|thousand|million|billion)\b)"
)
_FIGURE = re.compile(
    rf"(?<![\w.,])(?:(?P<of>{_NUMBER}) of (?:the )?(?P<all>{_NUMBER})"
    rf"|(?P<number>{_NUMBER})(?P<unit>{_UNIT})?)(?!\w)"
)
_SHOWN = re.compile(rf"(?<![\w.,])({_NUMBER})(?:{_UNIT})?(?![\w])")
_ANY_RUN = 5  # digits that make a figure of a number without a unit
_EXEMPT = re.compile(r"\b(?:goals?|papers?|elsewhere)\b", re.IGNORECASE)
_INTERVAL = "95"  # per cent of every interval
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"\]\([^)]*\)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Loose:
    """A figure that no result has.

    Attributes:
        line: of the document, from 1.
        figure: as it is written.
    """

    line: int
    figure: str


def loose_figures(text: str, shown: str) -> list[Loose]:
    """Find the figures of a text that stand nowhere in what was measured.

    Args:
        text: lines without what was measured and without fenced code; those left out are empty, so that
            lines keep their numbers.
        shown: what was measured.
    """
    known = {_INTERVAL, *_SHOWN.findall(_DATE.sub("", _blanked(_CODE, shown)))}
    return [
        Loose(line, figure)
        for line, sentence in _sentences(_blanked(_COMMENT, text))
        if not _EXEMPT.search(sentence)
        for figure, numbers in _figures(sentence)
        if not known.issuperset(numbers)
    ]


def _blanked(what: re.Pattern[str], text: str) -> str:
    """The text with blanks for what is not looked at, its lines as they were."""
    return what.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Sentences, rows of tables and headings without their code, with the lines on which they begin."""
    paragraph: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        bare = line.lstrip()
        if not paragraph and line.startswith("    "):
            continue  # code, too
        if bare and not bare.startswith(("|", "#", "- ")):
            paragraph.append(line)
            continue
        yield from _of_paragraph(number - len(paragraph), paragraph)
        paragraph = [line] if bare.startswith("- ") else []
        if bare.startswith(("|", "#")):
            yield from _of_paragraph(number, [line])


def _of_paragraph(first: int, lines: list[str]) -> Iterator[tuple[int, str]]:
    joined = _blanked(_LINK, _blanked(_CODE, "\n".join(lines)))
    at = 0
    for sentence in _SENTENCE.split(joined):
        at = joined.index(sentence, at)
        yield first + joined.count("\n", 0, at), sentence
        at += len(sentence)


def _figures(sentence: str) -> Iterator[tuple[str, list[str]]]:
    """Each figure, and the numbers in it."""
    for found in _FIGURE.finditer(sentence.replace("\n", " ")):
        if found["of"]:
            yield found[0], [found["of"], found["all"]]
        elif found["unit"] or "." in found["number"] or _digits(found["number"]) >= _ANY_RUN:
            yield found[0], [found["number"]]


def _digits(number: str) -> int:
    return sum(letter.isdigit() for letter in number)
