"""`kifu info`: what a record file holds, and what is wrong with it."""

from collections.abc import Mapping
from typing import TypedDict

import click

from kifu.errors import InputError, KifuError
from kifu.games.facts import PlayersFacts
from kifu.games.game import game_of
from kifu.games.reading import read_records
from kifu.interfaces.cli.output import columns, count, json_option, print_json, printable
from kifu.records import GameRecord, Problem
from kifu.records.info import FormatFacts
from kifu.work.facts import pick


class ProblemFacts(TypedDict):
    """What was repaired in a record, or what the rules object to."""

    kind: str
    message: str
    line: int | None
    byte: int | None
    move: int | None
    text: str


class RecordFacts(FormatFacts, PlayersFacts):
    """What a record holds: `kifu info --json`."""

    file: str
    number: int
    game: str
    rules: str
    komi: float | None
    handicap: int
    result: str | None
    moves: int
    legal_moves: int
    encoding: str
    replay: str | None
    problems: list[ProblemFacts]


@click.command(epilog="Example: kifu info game.sgf")
@click.argument("files", nargs=-1, required=True)
@json_option
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Say what record files hold: players, rules, result, moves, encoding, and every problem."""
    described: list[RecordFacts] = []
    failures: list[str] = []
    for file in files:
        try:
            games = read_records(file)
        except (KifuError, OSError) as error:
            if len(files) == 1:
                raise
            failures.append(f"{file!r}: {error.strerror}" if isinstance(error, OSError) else str(error))
            continue
        described += [_describe(file, number, game) for number, game in enumerate(games, start=1)]
    if as_json:
        print_json(described)
    else:
        for i, facts in enumerate(described):
            if i:
                click.echo()
            _print(facts)
    if failures:
        raise InputError(f"{len(failures)} of {count(len(files), 'file')} not read: {'; '.join(failures)}")


def _describe(file: str, number: int, record: GameRecord) -> RecordFacts:
    info = record.info
    problems: tuple[Problem, ...] = tuple(record.problems)
    refused = None
    written = moves = len(record.moves)
    result = info.result.text if info.result else ""
    try:
        game = game_of(record)
        result = game.result_text
        problems, moves, written = game.problems, len(game), game.written
    except KifuError as error:
        refused = str(error)
    return pick(
        RecordFacts,
        info,
        file=file,
        number=number,
        game=record.game,
        result=result or None,
        moves=written,
        legal_moves=moves,
        encoding=record.encoding,
        replay=refused,
        problems=[pick(ProblemFacts, problem, text=str(problem)) for problem in problems],
        **record.format_facts,
    )


def _print(facts: RecordFacts) -> None:
    values: Mapping[str, object] = facts
    rows = [("file", f"{facts['file']}, game {facts['number']}")]
    for name in (
        "game",
        "black",
        "white",
        "date",
        "event",
        "rules",
        "komi",
        "handicap",
        "result",
        "encoding",
    ):
        value = values[name]
        if value not in (None, "", 0):
            rank = values.get(f"{name}_rank")
            rows.append((name, f"{value} {rank}" if rank else str(value)))
    if "size" in facts:
        rows.insert(2, ("size", "x".join(map(str, facts["size"]))))
    legal = (
        "" if facts["moves"] == facts["legal_moves"] else f", {facts['legal_moves']} of them played legally"
    )
    rows.append(("moves", f"{facts['moves']}{legal}"))
    if facts["replay"]:
        rows.append(("replay", facts["replay"]))
    click.echo(columns([(name, printable(str(value))) for name, value in rows]))
    problems = facts["problems"]
    click.echo(f"{count(len(problems), 'problem')}{':' if problems else ''}")
    for problem in problems:
        click.echo(f"  {printable(problem['text'])}")
