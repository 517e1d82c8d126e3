"""Labelling an archive: which games, which judges, in any number of pieces."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from kifu.archive import Archive, schema
from kifu.archive.filters import LABELLED
from kifu.archive.labels import label_summary
from kifu.archive.splits import game_splits
from kifu.errors import InputError
from kifu.learners.labelling import block_kinds, edit, judges_named, label
from kifu.learners.labelling.judges import GnuGo
from support.sql import sql

from .conftest import BOARD, sgf  # isort: skip

Make = Callable[..., Path]

FAKE = Path(__file__).with_name("fake_gnugo.py")
TURNED = "\n".join("".join(row[i] for row in BOARD.split()) for i in range(5))


def run(path: Path, *names: str, **options: Any) -> dict[str, Any]:
    with Archive.create(path) as archive:
        label(archive, judges_named(names), **{"workers": 1} | options)
        return label_summary(archive)


def rows(path: Path) -> list[list[tuple[Any, ...]]]:
    with Archive(path) as archive:
        return [sql(archive, f"SELECT * FROM {table} ORDER BY id") for table in ("proposals", "labels")]


def many(count: int) -> list[bytes]:
    return [sgf(PB=f"Player {number}", RE="B+3.5" if number % 3 else "W+1.5") for number in range(count)]


def test_games_that_cannot_be_judged_say_why(archive_of: Make) -> None:
    path = archive_of(
        sgf(end=";B[]", PB="one pass"),
        sgf(end=";B[ba];W[];B[]", PB="occupied"),
        sgf(RE="B+R", PB="resigned"),
        sgf(PB="good"),
    )
    facts = run(path, "alive", "safe")
    assert facts["games"] == 3
    assert facts["status"] == {"labelled": 1, "unlabelled": 2}
    assert facts["reasons"] == {"no two passes at the end": 1, "an illegal move": 1}
    assert run(path, "alive", "safe", need_passes=False)["status"] == {"labelled": 2, "unlabelled": 1}


def test_games_without_passes_have_the_same_labels_for_any_order_of_runs(archive_of: Make) -> None:
    games = (sgf(end=";B[]", PB="right"), sgf(end=";B[]", PB="wrong", RE="B+20.5"), sgf(PB="good"))
    first, second = archive_of(*games, name="first"), archive_of(*games, name="second")
    run(first, "alive", "safe", need_passes=False)
    labelled = rows(first)
    assert run(first, "alive", "safe")["status"] == {"labelled": 2, "unlabelled": 1}
    assert rows(first) == labelled
    run(second, "alive", "safe")
    run(second, "alive", "safe", need_passes=False)
    assert rows(second) == labelled


def test_a_refused_game_that_was_judged_before_is_decided_again(archive_of: Make) -> None:
    path = archive_of(sgf(end=";B[]"))
    run(path, "alive", "safe", need_passes=False)
    labelled = rows(path)
    with Archive.create(path) as archive:
        sql(
            archive,
            "UPDATE labels SET status = 'unlabelled', owners = NULL, dead = NULL, judges = '', version = '', "
            "counting = NULL, reason = 'it does not end in two passes'",
        )
    run(path, "alive", "safe", need_passes=False)
    assert rows(path) == labelled


def test_a_second_run_asks_only_what_was_not_asked(archive_of: Make) -> None:
    path = archive_of(*many(4))
    with Archive.create(path) as archive:
        first = label(archive, judges_named(["alive"]), workers=1)
        second = label(archive, judges_named(["alive", "safe"]), workers=1)
        third = label(archive, judges_named(["alive", "safe"]), workers=1)
        newer = label(archive, judges_named(["playouts"], playouts=32), workers=1)
        other = label(archive, judges_named(["playouts"], playouts=64), workers=1)
    assert [r.proposals for r in (first, second, third)] == [{"alive": 4}, {"safe": 4}, {}]
    assert newer.proposals == other.proposals == {"playouts": 4}
    together = archive_of(*many(4), name="together")
    run(together, "alive", "safe")
    with Archive.create(together) as archive:
        label(archive, judges_named(["playouts"], playouts=64), workers=1)
    assert rows(path) == rows(together)


def test_again_counts_anew_what_was_proposed(archive_of: Make) -> None:
    path = archive_of(sgf())
    run(path, "alive", "safe")
    with Archive.create(path) as archive:
        sql(archive, "UPDATE games SET result = 'B+2.5', margin = 2.5")
        label(archive, judges_named(["alive", "safe"]), workers=1)
        assert sql(archive, "SELECT status FROM labels") == [("labelled",)]
        done = label(archive, judges_named(["alive", "safe"]), workers=1, again=True)
        assert done.proposals == {}
        assert sql(archive, "SELECT status FROM labels") == [("unlabelled",)]
        assert sql(archive, "SELECT DISTINCT counting FROM proposals") == [(None,)]


def test_any_number_of_workers_gives_the_same(archive_of: Make) -> None:
    one, two = archive_of(*many(9), name="one"), archive_of(*many(9), name="two")
    run(one, "alive", "safe", "playouts", "model")
    run(two, "alive", "safe", "playouts", "model", workers=2)
    assert rows(one) == rows(two)


def test_test_games_are_left_to_independent_judges(archive_of: Make) -> None:
    path = archive_of(*many(10))
    run(path, "alive", "playouts", "model")
    with Archive(path) as archive:
        splits = game_splits(archive)
        assert sorted(splits.values()) == ["test"] * 2 + ["validation"] * 2
        judged = sql(archive, "SELECT id, judge FROM proposals")
        for split, judges in (("test", {"alive"}), ("validation", {"alive", "playouts"})):
            assert {judge for game, judge in judged if splits.get(game) == split} == judges
        sizes = [
            sum(map(len, archive.packed(labels=LABELLED, split=split)))
            for split in ("train", "validation", "test")
        ]
    assert sizes[0] == 6
    assert sizes[1] == 2


def test_gnu_go_is_asked_where_it_is_needed(archive_of: Make) -> None:
    judges = [*judges_named(["alive", "safe"]), GnuGo((sys.executable, str(FAKE), "well"))]
    wrong = [sgf(PB=f"Wrong {number}", RE=f"B+{20.5 + number}") for number in range(8)]
    path = archive_of(*many(7), *wrong)

    def asked() -> set[int]:
        return {game for (game,) in sql(archive, "SELECT id FROM proposals WHERE judge = 'gnugo'")}

    with Archive.create(path) as archive:
        held_out = set(game_splits(archive))
        unlabelled = set(range(8, 16)) - held_out
        assert unlabelled
        assert label(archive, judges, workers=1, slow_games="held-out").proposals["alive"] == 15
        assert asked() == held_out
        needed = label(archive, judges, workers=1)
        assert asked() == held_out | unlabelled
        rest = label(archive, judges, workers=1, slow_games="all")
    assert needed.proposals == {"gnugo": len(unlabelled)}
    assert rest.proposals == {"gnugo": 15 - len(held_out | unlabelled)}


def test_gnu_go_missing_or_broken_costs_its_own_proposal(archive_of: Make) -> None:
    path = archive_of(sgf())
    with Archive.create(path) as archive:
        missing = label(archive, [*judges_named(["safe"]), GnuGo(("no-such-program",))], workers=1)
        assert missing.not_asked == ["gnugo"]
        crash = GnuGo((sys.executable, str(FAKE), "crash"))
        broken = label(archive, [crash], slow_games="all", workers=1)
        assert broken.failures == {"gnugo": 1}
        assert sql(archive, "SELECT status, judges FROM labels") == [("labelled", "safe")]


PROGRAM = """
import sys
from kifu.archive import Archive, writing
from kifu.learners.labelling import judges_named, label
from kifu.learners.labelling.judges import GnuGo
writing.COMMIT_SECONDS = 0.0
if __name__ == "__main__":
    with Archive.create(sys.argv[1]) as archive:
        judges = [*judges_named(["alive", "safe"]), GnuGo((sys.executable, {fake!r}, "slow"))]
        label(archive, judges, slow_games="all", workers=1)
"""


def gnugo_proposals(path: Path) -> int:
    with suppress(sqlite3.Error):
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        try:
            query = "SELECT count(*) FROM proposals WHERE judge = 'gnugo'"
            return int(connection.execute(query).fetchone()[0])
        finally:
            connection.close()
    return 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_killed_run_goes_on_to_the_same_labels(archive_of: Make, tmp_path: Path) -> None:
    path, whole = archive_of(*many(20)), archive_of(*many(20), name="whole")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(fake=str(FAKE)))
    with subprocess.Popen([sys.executable, program, path]) as process:
        while gnugo_proposals(path) < 8 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert process.returncode != 0
    assert 8 <= gnugo_proposals(path) < 20
    for archive in (path, whole):
        subprocess.run([sys.executable, program, archive], check=True)
    assert rows(path) == rows(whole)


def test_a_version_1_archive_is_brought_up_to_date(archive_of: Make) -> None:
    path = archive_of(sgf())
    with closing(sqlite3.connect(path)) as old:  # as version 1 had it
        old.executescript(
            "DROP TABLE labels; DROP TABLE proposals; ALTER TABLE files DROP COLUMN failures;"
            "PRAGMA user_version = 1;"
        )
    with Archive(path) as archive:
        assert archive.count() == 1
        assert sql(archive, "PRAGMA user_version") == [(len(schema.MIGRATIONS),)]
        assert list(archive.packed(labels=LABELLED, owners=True)) == []
    assert run(path, "safe")["status"] == {"labelled": 1}


MARKS = "TB[aa][ac:bd]TW[ea][ec][ee]"


@pytest.mark.parametrize("board", [BOARD, TURNED])
def test_a_persons_marks_label_a_game(archive_of: Make, board: str) -> None:
    """The game is found in any orientation, and judges leave it alone from then on."""
    path = archive_of(sgf(board))
    with Archive.create(path) as archive:
        made = edit(archive, sgf(end=f";B[];W[]{MARKS}"))
        label(archive, judges_named(["alive"]), workers=1)
        assert made.status == "edited"
        assert sql(archive, "SELECT status, judges FROM labels") == [("edited", "edit")]
        (batch,) = archive.packed(labels=LABELLED, owners=True)
    owners = batch.owners[0].reshape(5, 5)
    assert (owners == 1).sum() == 14
    assert owners[(0, 2) if board is BOARD else (2, 0)] == 0


REFUSED_EDITS = {
    "expected territory marked with TB and TW": sgf(),
    "is not in the archive": sgf(PB="Somebody else", end=f";B[];W[]{MARKS}"),
    "the marked territory gives W+1.5, but the record of game 1 says 'B+3.5'": sgf(
        end=";B[];W[]TB[aa]TW[ea]"
    ),
    "TB[ac:bz] is off the 5x5 board": sgf(end=";B[];W[]TB[ac:bz]"),
    "expected one game with marked territory, got 2": sgf() + sgf(PB="Another"),
    "expected a game of Go with marked territory, got one of othello": b"(;GM[2]SZ[8];B[aa]TB[aa])",
    "on a square board of 2 to 25 lines, got 9x7": b"(;GM[1]SZ[9:7]RE[B+1];B[aa];W[];B[]TB[bb])",
    "on a square board of 2 to 25 lines, got 26x26": b"(;GM[1]SZ[26]RE[B+1];B[aa];W[];B[]TB[bb])",
}


@pytest.mark.parametrize("message", REFUSED_EDITS)
def test_marks_that_do_not_fit_are_refused(archive_of: Make, message: str) -> None:
    others = [game for game in REFUSED_EDITS.values() if b"SZ[9:7]" in game or b"SZ[26]" in game]
    with Archive.create(archive_of(sgf(), *others)) as archive:
        with pytest.raises(InputError) as error:
            edit(archive, REFUSED_EDITS[message])
        assert message in str(error.value)
        assert sql(archive, "SELECT * FROM labels") == []


def test_the_report_counts_agreement_and_kinds_of_block(archive_of: Make) -> None:
    path = archive_of(*many(3))
    facts = run(path, "alive", "safe", "playouts")
    assert facts["judges"]["alive"] == {"judged": 3, "accepted": 1, "alone": 1, "failed": 0}
    assert facts["agreement"] == [{"judges": ["playouts", "safe"], "games": 2, "same": 2}]
    assert json.loads(json.dumps(facts)) == facts
    with Archive(path) as archive:
        kinds = block_kinds(archive)
    assert sum(kinds.values()) == pytest.approx(1)
    assert kinds["captured"] == 0


def test_batches_refuse_what_they_do_not_know(archive_of: Make) -> None:
    with Archive(archive_of(sgf())) as archive:
        with pytest.raises(InputError, match="expected a split of train, validation, test, not 'exam'"):
            next(archive.packed(split="exam"))  # type: ignore[arg-type]
        with pytest.raises(InputError, match="expected a status of"):
            next(archive.packed(labels=("good",)))
