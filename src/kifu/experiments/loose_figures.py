"""Figures in the text of a document that stand in no result beside it: typed by hand, or left from before.

What counts as a figure is a number with a decimal point, with a unit behind it, of five digits or more, or in
"7 of 10". Not looked at are code, and sentences that say whose number it is if it was not measured here:
those with one of the words *goal*, *paper* and *elsewhere*.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_UNIT = r" ?(?:%|(?:[kMGT]B|ms|s|seconds?|minutes?|hours?|days?|points?|Elo|times)\b)"
_FIGURE = re.compile(
    rf"(?<![\w.,])(?:(?P<of>{_NUMBER}) of (?:the )?(?P<all>{_NUMBER})"
    rf"|(?P<number>{_NUMBER})(?P<unit>{_UNIT})?)(?!\w)"
)
_NUMBERS = re.compile(_NUMBER)
_ANY_RUN = 5  # digits that make a figure of a number without a unit
_EXEMPT = re.compile(r"\b(?:goals?|papers?|elsewhere)\b", re.IGNORECASE)
_INTERVAL = "95"  # per cent of every interval
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")
_CODE = re.compile(r"`[^`]*`|\]\([^)]*\)")


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
        text: lines without what was measured; those left out are empty, so that lines keep their numbers.
        shown: what was measured.
    """
    known = set(_NUMBERS.findall(shown)) | {_INTERVAL}
    return [
        Loose(line, figure)
        for line, sentence in _sentences(text)
        if not _EXEMPT.search(sentence)
        for figure, numbers in _figures(_CODE.sub("", sentence))
        if not known.issuperset(numbers)
    ]


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Sentences, rows of tables and headings outside fenced code, with the lines on which they begin."""
    fenced = False
    paragraph: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and line.strip() and not line.lstrip().startswith(("|", "#", "- ")):
            paragraph.append(line)
            continue
        yield from _of_paragraph(number - len(paragraph), paragraph)
        paragraph = [line] if not fenced and line.lstrip().startswith("- ") else []
        if not fenced and line.lstrip().startswith(("|", "#")):
            yield number, line


def _of_paragraph(first: int, lines: list[str]) -> Iterator[tuple[int, str]]:
    joined = "\n".join(lines)
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
