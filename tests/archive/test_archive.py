import json
import sqlite3
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from kifu.archive import Archive, Filter, ImportReport, schema
from kifu.archive.export import export
from kifu.archive.ranks import level
from kifu.archive.sources import distinct_names
from kifu.errors import ArchiveError, InputError
from support.sql import sql

from .conftest import pdn, sgf  # isort: skip

Bring = Callable[..., ImportReport]


def test_facts_of_a_game(tmp_path: Path, bring: Bring) -> None:
    record = sgf(1, PB="本因坊", BR="9p", WR="5 dan", EV="Castle game", RU="Japanese", KM="5.5", PC="Edo")
    (tmp_path / "a.sgf").write_bytes(record)
    bring(tmp_path / "a.sgf")
    with Archive(tmp_path / "games.db") as archive:
        (game,) = archive.games()
        assert archive.record(game.id) == record
    assert (game.game, game.width, game.height, game.black, game.black_rank) == ("go", 9, 9, "本因坊", "9p")
    assert (game.year, game.date, game.event, game.rules) == (2001, "2001-02-03", "Castle game", "Japanese")
    assert (game.komi, game.result, game.result_kind, game.winner, game.margin) == (
        5.5,
        "B+3.5",
        "score",
        "B",
        3.5,
    )
    assert (game.n_moves, game.illegal_at, game.problems) == (40, None, ())
    assert (Path(game.source), game.member) == (tmp_path.resolve(), "a.sgf")


FILTERS = {
    "every game": (Filter(), "abcd"),
    "size": (Filter(size=9), "abc"),
    "year": (Filter(since=1990, until=2001), "ac"),
    "years from": (Filter(since=1990), "acd"),
    "years to": (Filter(until=1999), "c"),
    "rank": (Filter(ranks=("1d", None)), "ab"),
    "weak": (Filter(ranks=(None, "1k")), "c"),
    "professional": (Filter(ranks=("1p", "9p")), "b"),
    "result": (Filter(result="resign"), "b"),
    "player in any case": (Filter(player="ΣΊΣΥΦΟΣ"), "d"),
    "player of either side": (Filter(player="white"), "abc"),
    "part of a name alone": (Filter(player="lack 3"), ""),
    "end of a name": (Filter(player="*lack 3"), "c"),
    "beginning of a name": (Filter(player="BLACK*"), "abcd"),
    "middle of a name": (Filter(player="*Ίσυ*"), "d"),
    "parts in order": (Filter(player="b*k*3"), "c"),
    "what other languages take for a pattern": (Filter(player="Black_3*"), ""),
    "rules": (Filter(rules="JAPAN"), "b"),
    "moves": (Filter(moves=(32, 34)), "bd"),
    "illegal": (Filter(legal=False), ""),
    "game": (Filter(game="draughts"), ""),
    "two at once": (Filter(size=9, moves=(None, 34)), "bc"),
}


@pytest.fixture
def four(tmp_path: Path, bring: Bring) -> Archive:
    folder = tmp_path / "four"
    folder.mkdir()
    (folder / "a.sgf").write_bytes(sgf(1, BR="3d", WR="1d"))
    (folder / "b.sgf").write_bytes(sgf(2, moves=34, BR="3p", WR="9p", RE="W+R", DT="", RU="Japanese"))
    (folder / "c.sgf").write_bytes(sgf(3, moves=31, BR="3k", WR="10k", RE="0", DT="1990"))
    (folder / "d.sgf").write_bytes(sgf(4, size=8, PW="Σίσυφος", BR="3k", DT="2020-01-01"))
    bring(folder)
    return Archive(tmp_path / "games.db")


@pytest.mark.parametrize("name", FILTERS)
def test_filters(four: Archive, name: str) -> None:
    chosen, expected = FILTERS[name]
    with four:
        assert "".join(Path(game.member).stem for game in four.games(chosen)) == expected
        assert four.count(chosen) == len(expected)
        assert sum(len(batch) for batch in four.packed(chosen)) == len(expected)


def test_filters_are_keywords_too(four: Archive) -> None:
    with four:
        assert [Path(game.member).stem for game in four.games(since=1990, until=2001, size=9)] == ["a", "c"]
        assert [Path(game.member).stem for game in four.games(Filter(size=9), ranks=("1d", None))] == [
            "a",
            "b",
        ]
        assert [game.id for game in four.games(size=9, limit=1)] == four.ids(size=9)[:1]
        assert [game.id for game in four.games(after=2)] == [3, 4]
        assert four.count(player="white", result="resign") == 1
        with pytest.raises(TypeError, match="playr"):
            four.games(playr="White")


def test_an_archive_is_a_collection_of_games(four: Archive) -> None:
    with four:
        assert len(four) == len(list(four)) == 4
        assert list(four) == list(four.games())
        assert four.game(2) == list(four)[1]
        assert (2 in four, 5 in four, "2" in four) == (True, False, False)
        assert repr(four) == f"Archive({str(four.path)!r})"
        for missing in (four.game, four.record):
            with pytest.raises(ArchiveError, match="there is no game 99"):
                missing(99)
        assert four.boards() == [("go", 9, 9, 3), ("go", 8, 8, 1)]
        assert four.boards(size=8) == [("go", 8, 8, 1)]
        assert [Path(member).stem for member in four.members().values()] == list("abcd")


def test_a_filter_names_what_it_does_not_know() -> None:
    for bad in ({"game": "chess"}, {"result": "luck"}, {"ranks": ("good", None)}, {"labels": ("good",)}):
        with pytest.raises(InputError, match="expected"):
            Filter(**bad)  # type: ignore[arg-type]


def test_a_filter_is_no_way_into_the_database(four: Archive) -> None:
    with four:
        assert four.count(Filter(player="x' OR 1 --")) == 0


def test_summary(four: Archive) -> None:
    with four:
        summary = four.summary()
    assert summary["games"] == 4
    assert summary["moves"] == 40 + 34 + 31 + 32
    assert summary["by_size"] == {"8": 1, "9": 3}
    assert summary["by_year"] == {"1990": 1, "2001": 1, "2020": 1, "unknown": 1}
    assert summary["by_result"] == {"draw": 1, "resign": 1, "score": 2}
    json.dumps(summary)


def test_arrays_hold_the_moves(four: Archive) -> None:
    with four:
        eight, batch = four.packed()
        small = list(four.packed(Filter(size=9), games=2))
    assert [len(part) for part in small] == [2, 1]
    assert np.array_equal(np.concatenate([part.actions for part in small]), batch.actions)
    assert np.diff(batch.offsets).tolist() == batch.lengths.tolist() == [40, 34, 31]
    assert np.diff(eight.offsets).tolist() == [32]
    first = batch.actions[: batch.offsets[1]]
    # The game begins at SGF's "ba": x in bits 0-5, y in bits 6-11, White in bit 15.
    assert [(a & 63, a >> 6 & 63, a >> 15) for a in first[:3].tolist()] == [(1, 0, 0), (2, 0, 1), (3, 0, 0)]
    assert batch.winners.tolist() == [1, 2, 0]
    assert batch.years.tolist() == [2001, 0, 1990]
    assert (eight.size, batch.size) == (8, 9)
    assert (batch.black_levels.tolist(), eight.black_levels.tolist()) == ([3, 13, -2], [-2])
    assert (batch.white_levels.tolist(), eight.white_levels.tolist()) == ([1, 19, -9], [-100])
    assert (batch.levels.tolist(), eight.levels.tolist()) == ([1, 13, -9], [-100])
    assert batch.rules.tolist() == ["", "Japanese", ""]
    assert batch.results.tolist() == ["B+3.5", "W+R", "0"]


def test_arrays_of_one_game_only(tmp_path: Path, bring: Bring) -> None:
    (tmp_path / "a.sgf").write_bytes(sgf())
    (tmp_path / "b.pdn").write_bytes(pdn())
    report = bring(tmp_path / "a.sgf", tmp_path / "b.pdn")
    assert report.imported == 2
    with Archive(tmp_path / "games.db") as archive:
        with pytest.raises(InputError, match="filter by game"):
            list(archive.packed())
        (batch,) = archive.packed(Filter(game="draughts"))
        assert np.diff(batch.offsets).tolist() == [2]
        assert archive.summary()["by_game"] == {"draughts": 1, "go": 1}


RANKS = {
    "30k": -29, "1k": 0, "1d": 1, "9 dan": 9, "9p": 19, "1 pro": 11, "九段": 9, "初段": 1, "3-dan": 3,
    "5 kyu": -4, "5급": -4, "6d?": 6, "7d pro": 17, "": None, "strong": None, "10d": None, "99k": None,
    "2duck": None, "NR": None,
}  # fmt: skip


@pytest.mark.parametrize("rank", RANKS)
def test_ranks_as_numbers(rank: str) -> None:
    assert level(rank) == RANKS[rank]


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with pytest.raises(ArchiveError, match="there is no archive.*kifu import") as caught:
        Archive(path)
    assert isinstance(caught.value, FileNotFoundError)
    for way in (Archive, Archive.create):
        with pytest.raises(ArchiveError, match="is a folder"):
            way(tmp_path)
    with pytest.raises(ArchiveError, match="no folder"):
        Archive.create(tmp_path / "none" / "a.db")
    path.write_bytes(b"(;GM[1])" * 1000)
    for way in (Archive, Archive.create):
        with pytest.raises(ArchiveError, match="not a database"):
            way(path)
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    for way in (Archive, Archive.create):
        with pytest.raises(ArchiveError, match="another program"):
            way(path)
    path.write_bytes(b"")
    with pytest.raises(ArchiveError, match="is empty"):
        Archive(path)
    Archive.create(path).close()  # as an import that was killed at once leaves it
    assert len(Archive(path)) == 0


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Archive.create(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(ArchiveError, match="has version 99, this Kifu knows up to"):
        Archive(path)


def test_an_older_version_is_brought_up(four: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    four.close()
    step = "ALTER TABLE games ADD COLUMN stars INTEGER; CREATE INDEX games_by_year ON games (year);"
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
    with Archive(four.path) as archive:
        assert sql(archive, "SELECT count(*), max(stars) FROM games") == [(4, None)]
        assert sql(archive, "PRAGMA user_version") == [(len(schema.MIGRATIONS),)]


def test_a_failed_step_leaves_the_old_version(four: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    four.close()
    step = "ALTER TABLE games ADD COLUMN stars INTEGER; SELECT nonsense FROM nowhere;"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
        with pytest.raises(ArchiveError, match="nowhere"):
            Archive(four.path)
    with Archive(four.path) as archive:
        assert archive.count() == 4
        assert "stars" not in [row[1] for row in sql(archive, "PRAGMA table_info(games)")]


def test_a_damaged_archive_is_a_clear_error(four: Archive) -> None:
    four.close()
    data = bytearray(four.path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    four.path.write_bytes(data)
    with pytest.raises(ArchiveError, match="cannot be read"):
        Archive(four.path).summary()


def test_importing_into_a_damaged_archive_is_a_clear_error(tmp_path: Path, games: Path, bring: Bring) -> None:
    bring(games)
    path = tmp_path / "games.db"
    whole = path.read_bytes()
    (games / "new.sgf").write_bytes(sgf(99))
    said = []
    for page in range(2048, len(whole), 4096):
        path.write_bytes(whole[:page] + b"\xa5" * 3000 + whole[page + 3000 :])
        try:
            bring(games)
        except ArchiveError as error:  # and nothing else
            said.append(str(error))
    assert [text for text in said if "malformed" in text]


def test_what_sqlite_cannot_hold_is_an_input_error(tmp_path: Path, games: Path, bring: Bring) -> None:
    bring(games)
    with Archive(tmp_path / "games.db") as archive:
        for chosen in (Filter(player="\udcff"), Filter(size=10**30), Filter(moves=(10**30, None))):
            with pytest.raises(InputError, match="no game of an archive can have"):
                archive.count(chosen)
        with pytest.raises(InputError):
            archive.record(10**30)


def test_a_damaged_record_is_an_archive_error(tmp_path: Path, games: Path, bring: Bring) -> None:
    bring(games)
    with Archive.create(tmp_path / "games.db") as archive:
        sql(archive, "UPDATE contents SET record = x'00' WHERE id = 1")
        with pytest.raises(ArchiveError, match="damaged"):
            archive.record(1)
        with pytest.raises(ArchiveError, match="damaged"):
            export(archive, tmp_path / "out")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_the_reason_why_an_archive_cannot_be_made_is_told() -> None:
    with pytest.raises(ArchiveError) as caught:
        Archive.create("/dev/null")
    assert "rollback" not in str(caught.value)


def test_a_game_on_a_board_that_is_not_played_on_is_not_legal(tmp_path: Path, bring: Bring) -> None:
    (tmp_path / "wide.sgf").write_bytes(b"(;SZ[9:13];B[aa];W[bb])")
    (tmp_path / "good.sgf").write_bytes(sgf())
    bring(tmp_path / "wide.sgf", tmp_path / "good.sgf")
    with Archive(tmp_path / "games.db") as archive:
        assert [game.width for game in archive.games(Filter(legal=True))] == [9]
        assert archive.count(Filter(legal=False)) == 0


@pytest.mark.parametrize(
    ("record", "actions"),
    [
        (b"(;SZ[9]AB[aa][bb];W[aa];B[cc])", 2),  # the setup stays when the first move is illegal
        (b"(;SZ[9]AB[ba][ab]AW[aa];W[dd])", 0),  # the setup itself leaves a stone without liberties
        (b"(;SZ[9]AB[aa];W[cc];B[aa])", 2),
    ],
)
def test_arrays_keep_the_setup_before_an_illegal_move(
    tmp_path: Path, bring: Bring, record: bytes, actions: int
) -> None:
    (tmp_path / "one.sgf").write_bytes(record)
    bring(tmp_path / "one.sgf")
    with Archive(tmp_path / "games.db") as archive:
        (batch,) = archive.packed()
    assert len(batch.actions) == actions


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        ([], []),
        (["/a/pro.tar", "/a/kgs.tar"], ["pro.tar", "kgs.tar"]),
        (["/a/s1/games.tar", "/a/s2/games.tar", "/a/x.zip"], ["s1/games.tar", "s2/games.tar", "x.zip"]),
        (["games.db", "old/games.db"], ["games.db", "old/games.db"]),
        (["/a/x/g.tar", "/b/x/g.tar", "/b/y/g.tar"], ["a/x/g.tar", "b/x/g.tar", "y/g.tar"]),
        (["/a/g.tar", "/a/g.tar"], ["g.tar", "g.tar (2)"]),  # its content has changed
    ],
)
def test_names_of_sources_are_short_and_no_two_alike(paths: list[str], names: list[str]) -> None:
    assert distinct_names(paths) == names


def test_no_source_is_lost_in_a_card(tmp_path: Path, bring: Bring) -> None:
    for number, folder in enumerate(("s1", "s2")):
        (tmp_path / folder).mkdir()
        with zipfile.ZipFile(tmp_path / folder / "games.zip", "w") as file:
            file.writestr("a.sgf", sgf(number))
    (tmp_path / "single").mkdir()
    (tmp_path / "single" / "b.sgf").write_bytes(sgf(2))
    bring(tmp_path / "s1" / "games.zip", tmp_path / "s2" / "games.zip", tmp_path / "single")
    with Archive(tmp_path / "games.db") as archive:
        found = archive.fingerprints()
    prints = [sha256((tmp_path / name).read_bytes()).hexdigest() for name in ("s1/games.zip", "s2/games.zip")]
    assert found == {"s1/games.zip": prints[0], "s2/games.zip": prints[1], "single": "folder"}
