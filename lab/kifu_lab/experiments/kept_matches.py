"""Matches that `kifu match` played and that are kept as their lines, as a table."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from kifu.arena.draughts import DraughtsTerms
from kifu.arena.go import GoTerms
from kifu.arena.match_files import Keeper
from kifu.arena.match_result import MatchResult
from kifu.arena.settings import MatchSettings
from kifu.errors import InputError
from kifu.work.facts import JsonObject
from kifu_lab.experiments.tables import Row, Table, Value
from kifu_lab.experiments.values import share_of

_TERMS: dict[str, type[GoTerms | DraughtsTerms]] = {"go": GoTerms, "draughts": DraughtsTerms}
_COLUMNS = (
    "game",
    "games",
    "won, drawn, lost",
    "share, %",
    "with Black",
    "with White",
    "seconds a move",
    "versions",
)


def matches_table(folder: Path, names: Sequence[str]) -> str:
    """A row for every match, and the commands that play them, or play them on.

    Args:
        folder: of results; the matches are in `matches/` there.
        names: of the matches.

    Raises:
        InputError: There is no such match, or it has no game.
    """
    found = {name: _read(folder / "matches" / name) for name in names}
    rows = [_row(name, result) for name, result in found.items()]
    lines = [Table("", "match", _COLUMNS, rows, chart=False).markdown()]
    lines += [
        f"- [{name}](matches/{name}/games.jsonl): `{_command(result)}`" for name, result in found.items()
    ]
    return "\n".join(lines) + "\n"


def _read(folder: Path) -> MatchResult:
    try:
        told: JsonObject = json.loads((folder / "run.json").read_bytes())
        options, terms = told["options"], dict(told["options"]["terms"])
        settings = MatchSettings(
            options["first"],
            options["second"],
            _TERMS[terms.pop("game")](**terms),
            options["time"],
            options["timeout"],
            told["seed"],
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"expected a match in {str(folder)!r}, as kifu match leaves it: {error}") from None
    keeper = Keeper(folder)
    games = {game.number: game for game in keeper.games()}
    if (line := keeper.damaged_line()) is not None:
        raise InputError(
            f"line {line} of {str(folder / 'games.jsonl')!r} is damaged; put it back, or remove it"
        )
    if not games:
        raise InputError(f"expected games in {str(folder / 'games.jsonl')!r}, but there are none")
    return MatchResult(settings, tuple(games[number] for number in sorted(games)))


def _row(name: str, result: MatchResult) -> Row:
    score = result.wins, result.draws, result.losses
    versions = [
        f"{' and '.join(name or 'an unknown version' for name in pair)}: {games}"
        for pair, games in result.versions().items()
    ]
    entries: list[Value | str | None] = [
        result.settings.terms.name,
        f"{len(result.games)}",
        _written(score),
        share_of(score),
        *(_written(result.as_colour(colour)) for colour in ("black", "white")),
        " and ".join(f"{seconds:.2f}" for seconds in result.seconds_a_move()),
        "; ".join(versions),
    ]
    return Row(name, entries)


def _written(score: tuple[int, int, int]) -> str:
    return ", ".join(map(str, score))


def _command(result: MatchResult) -> str:
    settings = result.settings
    words = ["kifu", "match", settings.first, settings.second, *settings.terms.command_options()]
    words += ["--games", f"{len(result.games)}", "--seed", f"{settings.seed}"]
    words += ["--time", settings.time] if settings.time else []
    words += ["--timeout", f"{settings.timeout:g}"] if settings.timeout != MatchSettings.timeout else []
    return shlex.join(words)
