"""The data card: what a table holds, in words, where it is from, and how to make it again."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kifu.interfaces.export.columns import Column, Table
from kifu.interfaces.export.writing import format_of, parted_names
from kifu.work.facts import JsonObject
from kifu.work.files import write_text


def card_of(table: Table, rows: int, by_split: Mapping[str, Any], *, values: bool = True) -> JsonObject:
    """Everything that is known of a table before it is a file; JSON-able.

    Args:
        table: what it was made from.
        rows: how many it has.
        by_split: rows and games of each split.
        values: whether what each number of each part of a column stands for is listed.
    """
    import kifu

    games = sum(of_split["games"] for of_split in by_split.values())
    return {
        "table": table.kind,
        "title": table.title,
        "kifu": kifu.__version__,
        "rows": rows,
        "games": games,
        "games_without_rows": table.games - games,
        "by_split": dict(by_split),
        "choice": dict(table.choice),
        "source": dict(table.source),
        "columns": [column.facts(values=values) for column in table.columns],
        "notes": list(table.notes),
    }


def paths_beside(out: Path) -> tuple[Path, Path]:
    """Where the card of a file lies, for programs and for people."""
    return out.with_name(f"{out.name}.card.json"), out.with_name(f"{out.name}.card.md")


def write_cards(out: Path, card: Mapping[str, Any], columns: tuple[Column, ...]) -> None:
    """Write the card beside the file as JSON and as Markdown."""
    as_json, as_text = paths_beside(out)
    write_text(as_json, json.dumps(card, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    write_text(as_text, _markdown(out, card, columns))


def _markdown(out: Path, card: Mapping[str, Any], columns: tuple[Column, ...]) -> str:
    source = card["source"]
    lines = [f"# {out.name}", "", card["title"], ""]
    lines += [f"- {card['rows']:,} rows from {card['games']:,} games of `{source['archive']}`"]
    if card["games_without_rows"]:
        lines += [f"- games that gave no rows: {card['games_without_rows']:,}"]
    lines += [
        f"- {split}: {n['rows']:,} rows of {n['games']:,} games" for split, n in card["by_split"].items()
    ]
    lines += [f"- source {name}: `{fingerprint}`" for name, fingerprint in source["sources"].items()]
    lines.append(f"- fingerprint of the games: `{source['games_sha256']}`")
    lines += [f"- labelled by {judges}: {n:,} games" for judges, n in source.get("labelled_by", {}).items()]
    if "model" in source:
        lines.append(f"- model: {source['model']['file']}, its numbers `{source['model']['sha256'][:16]}`")
    chosen = ", ".join(f"{name} {value}" for name, value in card["choice"].items() if value is not None)
    lines += [f"- chosen: {chosen}", f"- made by Kifu {card['kifu']}: `{card['command']}`"]
    lines += [f"- SHA-256 of the file: `{card['sha256']}`", ""]
    lines += [f"{note}\n" for note in card["notes"]]
    lines += ["| column | type | what it says |", "| --- | --- | --- |"]
    parted = format_of(out) != ".npz"
    for column in columns:
        shape = "x".join(map(str, column.shape))
        words = column.words
        if column.values and not column.parts:
            words += ": " + ", ".join(f"{i} {text}" for i, text in enumerate(column.values) if text)
        if not (parted and column.parts):
            lines.append(f"| `{column.name}` | {column.dtype}{f' ({shape})' if shape else ''} | {words} |")
        names = parted_names(column) if parted else column.parts
        for number, (name, meaning) in enumerate(zip(names, column.part_words, strict=True)):
            place = name if parted else f"{column.name}[{number}]"
            label = "" if parted else f"{name}: "
            lines.append(f"| `{place}` | {column.dtype if parted else ''} | {label}{meaning} |")
    if any(column.values and column.parts for column in columns):
        lines += ["", "What each number of a fact stands for is in the card as JSON."]
    return "\n".join(lines) + "\n"
