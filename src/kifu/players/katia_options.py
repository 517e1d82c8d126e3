"""Katia from text: `katia:playouts=1000,threads=2`; docs/players.md lists every option."""

from dataclasses import fields, replace
from typing import TypeVar, cast

from kifu.games.go import Board, Point
from kifu.models.moves import MovePredictor
from kifu.players.katia import LEVELS, Katia, KatiaOptions, Mode
from kifu.players.options import Options
from kifu.players.tree_search import PlayoutOptions, TreeOptions
from kifu.players.verification import Adviser

N = TypeVar("N", TreeOptions, PlayoutOptions)


def from_options(options: Options, seed: int) -> Katia:
    """Make it from `katia`, or `katia:playouts=1000,threads=2,begin=10,nk=2,book=book.safetensors,k=15`.

    `opening=FILE` asks a network of openings first, where it fits the board; `opening=bundled` the one that
    ships.
    """
    plain = KatiaOptions()
    path = options.text("model")
    mode = cast(Mode, options.one_of("mode", ("tree", "verify"), plain.mode))
    told = KatiaOptions(
        mode=mode,
        begin=options.whole("begin", plain.begin),
        nk=options.whole("nk", plain.nk),
        ns=options.whole("ns", plain.ns, 1),
        shapes=options.flag("shapes", plain.shapes),
        predictor=options.flag("predictor", plain.predictor),
        playouts=options.whole("playouts", plain.playouts),
        seconds=options.real("seconds", plain.seconds),
        threads=options.whole("threads", plain.threads, 1, 256),
        seed=options.whole("seed", seed),
        level=options.one_of("level", tuple(LEVELS), plain.level),
        resign=options.real("resign", plain.resign, 0.0, 1.0),
        cleanup=options.flag("cleanup", plain.cleanup),
        tree=_numbers(options, plain.tree, 1 << 20),
        knowledge=_numbers(options, plain.knowledge, 1),
    )
    book = _opening(options.text("opening"), _book(options, told))
    return Katia(told, MovePredictor.load(path) if path else None, book)


def _opening(path: str | None, book: Adviser | None) -> Adviser | None:
    """A network of openings before the book, on boards of its size; `bundled` is the one that ships."""
    if path is None:
        return book
    from kifu.players.opening_advice import opening_adviser

    return opening_adviser(path, book)


def _numbers(options: Options, plain: N, high: int) -> N:
    """Take whatever the fields of this dataclass are called, each a number up to `high`."""
    taken: dict[str, float] = {}
    for entry in fields(plain):
        value = getattr(plain, entry.name)
        low = 1 if entry.name in ("megabytes", "wide") else 0
        take = options.whole if isinstance(value, int) else options.real
        taken[entry.name] = take(entry.name, value, low, high)
    return replace(plain, **taken)  # type: ignore[arg-type]  # whole numbers where they were whole


def _book(options: Options, told: KatiaOptions) -> Adviser | None:
    """The book that is named, or the bundled one when the book is asked for moves at all."""
    path, facts = options.text("book"), options.whole("k", 0) or None
    if path is None and told.nk == 0 and told.begin == 0:
        return None
    from kifu.models.book import Book

    named = Book.load(path) if path else None

    def advise(board: Board) -> list[tuple[Point, float]]:
        book = Book.bundled(board.size) if named is None else named
        return [(move.point, move.probability) for move in book.rank(board, most=facts)]

    return advise
