import bz2
import contextlib
import gzip
import io
import lzma
import os
import signal
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from kifu.archive import Archive, Filter, ImportReport, containers, import_paths
from kifu.errors import ArchiveError
from kifu.games.draughts.replay import positions_of
from support.sql import sql

from .conftest import pdn, sgf  # isort: skip

Bring = Callable[..., ImportReport]
COMPRESS = {
    "": bytes,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
    ".zst": lambda data: zstandard.ZstdCompressor().compress(data),
}


def tar_of(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def zip_of(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def members(count: int = 6) -> dict[str, bytes]:
    games = {f"games/{number}.sgf": sgf(number) for number in range(count)}
    return {"index.tsv": b"a\tb\n", **games}


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    return report.imported, report.duplicates, report.already_there, report.unreadable_count


def contents(path: Path) -> list[tuple[object, ...]]:
    with Archive(path) as archive:
        return sql(archive, "SELECT * FROM games JOIN contents USING (id) ORDER BY id")


def test_a_folder_is_walked_to_the_bottom(games: Path, bring: Bring) -> None:
    report = bring(games)
    assert counts(report) == (12, 0, 0, 0)
    assert report.ignored_files == 1


@pytest.mark.parametrize("suffix", COMPRESS)
def test_tar_archives(tmp_path: Path, bring: Bring, suffix: str) -> None:
    path = tmp_path / f"games.tar{suffix}"
    path.write_bytes(COMPRESS[suffix](tar_of(members())))
    assert counts(bring(path)) == (6, 0, 0, 0)
    assert counts(bring(path)) == (0, 0, 6, 0)


def test_zip_archives_and_single_compressed_files(tmp_path: Path, bring: Bring) -> None:
    (tmp_path / "games.zip").write_bytes(zip_of(members()))
    (tmp_path / "one.sgf.gz").write_bytes(gzip.compress(sgf(50)))
    assert counts(bring(tmp_path / "games.zip", tmp_path / "one.sgf.gz")) == (7, 0, 0, 0)


def test_several_games_in_one_file(tmp_path: Path, bring: Bring) -> None:
    (tmp_path / "many.sgf").write_bytes(sgf(1) + b"\n" + sgf(2) + sgf(3))
    (tmp_path / "many.pdn").write_bytes(pdn(0) + pdn(1) + pdn(2))
    assert counts(bring(tmp_path / "many.sgf", tmp_path / "many.pdn")) == (6, 0, 0, 0)


def test_repeating_and_adding(games: Path, bring: Bring) -> None:
    bring(games)
    assert counts(bring(games)) == (0, 0, 12, 0)
    (games / "new.sgf").write_bytes(sgf(77))
    assert counts(bring(games)) == (1, 0, 12, 0)
    (games / "00.sgf").write_bytes(sgf(78))  # other content under an old name
    assert counts(bring(games)) == (1, 0, 12, 0)


def test_a_moved_archive_is_known(tmp_path: Path, bring: Bring) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zip_of(members()))
    bring(path)
    assert counts(bring(path.rename(tmp_path / "b.zip"))) == (0, 0, 6, 0)


def turned(record: bytes) -> bytes:
    """The same game seen from the other side of the diagonal."""
    head, *moves = record.split(b";")[1:]
    swapped = [m[:2] + m[3:1:-1] + m[4:] if m[1:2] == b"[" else m for m in moves]
    return b"(;" + b";".join([head, *swapped])


def test_the_same_game_turned_is_a_duplicate(tmp_path: Path, bring: Bring) -> None:
    plain = sgf(5).replace(b"C[move 3, (;B[aa\\])]", b"")
    (tmp_path / "a.sgf").write_bytes(plain)
    (tmp_path / "b.sgf").write_bytes(turned(plain))
    assert turned(plain) != plain
    assert counts(bring(tmp_path / "a.sgf", tmp_path / "b.sgf")) == (1, 1, 0, 0)


def test_short_games_of_other_players_are_not_duplicates(tmp_path: Path, bring: Bring) -> None:
    for name, players in (("a", {"PB": "Ann"}), ("b", {"PB": "Bob"}), ("c", {"PB": "Ann"})):
        (tmp_path / f"{name}.sgf").write_bytes(sgf(1, moves=12, **players))
    assert counts(bring(*sorted(tmp_path.glob("*.sgf")))) == (2, 1, 0, 0)


def test_any_number_of_workers_gives_the_same_archive(tmp_path: Path, games: Path, bring: Bring) -> None:
    bring(games, workers=1)
    (tmp_path / "games.db").rename(tmp_path / "one.db")
    bring(games, workers=3)
    assert contents(tmp_path / "games.db") == contents(tmp_path / "one.db")


def test_one_unreadable_file_is_named_and_the_others_imported(games: Path, bring: Bring) -> None:
    (games / "03.sgf").write_bytes(b"\x00\x01 not a game")
    report = bring(games, games / "missing.sgf")
    assert counts(report) == (11, 0, 0, 2)
    reasons = {Path(name).name: reason for name, reason in report.unreadable}
    assert "expected an SGF game" in reasons["03.sgf"]
    assert "No such file" in reasons["missing.sgf"]
    assert counts(bring(games)) == (0, 0, 11, 1)  # and it is tried again


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_forbidden_file_is_named(games: Path, bring: Bring) -> None:
    (games / "03.sgf").chmod(0)
    report = bring(games)
    assert counts(report) == (11, 0, 0, 1)
    assert "Permission" in report.unreadable[0][1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["games/sub", "games"])
def test_a_forbidden_folder_is_named(
    games: Path, bring: Bring, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    forbidden, scan = games.parent / name, os.scandir

    def refuse(path: str) -> object:
        if Path(path) == forbidden:
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    report = bring(games)
    assert report.unreadable == [(str(forbidden), "Permission denied")]
    assert report.imported == (10 if name == "games/sub" else 0)


def test_a_pipe_in_a_folder_is_not_waited_for(games: Path, bring: Bring) -> None:
    os.mkfifo(games / "pipe.sgf")
    report = bring(games)
    assert counts(report) == (12, 0, 0, 1)
    assert "special file" in report.unreadable[0][1]


@pytest.mark.parametrize("kind", [*(f"tar{suffix}" for suffix in COMPRESS), "zip"])
def test_a_truncated_archive_gives_what_can_be_read(tmp_path: Path, bring: Bring, kind: str) -> None:
    path = tmp_path / f"games.{kind}"
    # Comments that do not compress, so that half of the bytes are about half of the games.
    many = {f"{n}.sgf": sgf(n, GC=os.urandom(20_000).hex()) for n in range(40)}
    data = zip_of(many) if kind == "zip" else COMPRESS[kind[3:]](tar_of(many))
    path.write_bytes(data[: len(data) // 2])
    report = bring(path)
    assert report.unreadable_count == 1
    assert report.unreadable[0][0].endswith(path.name)
    if kind != "tar.bz2":  # whose blocks are larger than these games
        assert 5 < report.imported < 40
    path.write_bytes(data)
    assert counts(bring(path))[0] + report.imported == 40


@pytest.mark.parametrize("suffix", [suffix for suffix in COMPRESS if suffix])
def test_a_truncated_compressed_record_is_damaged(tmp_path: Path, bring: Bring, suffix: str) -> None:
    path = tmp_path / f"two.sgf{suffix}"
    data = COMPRESS[suffix](sgf(1, GC=os.urandom(200_000).hex()) + sgf(2, GC=os.urandom(200_000).hex()))
    for end in (len(data) - 1, len(data) - 5, 3 * len(data) // 4):
        path.write_bytes(data[:end])
        report = bring(path)
        assert counts(report) == (0, 0, 0, 1)
        assert "damaged" in report.unreadable[0][1]
    path.write_bytes(data)
    assert counts(bring(path)) == (2, 0, 0, 0)


def test_several_frames_in_a_compressed_record(tmp_path: Path, bring: Bring) -> None:
    path = tmp_path / "some.sgf.zst"
    whole = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compress
    skipped = b"\x52\x2a\x4d\x18" + (7).to_bytes(4, "little") + b"ignored"
    of_one_byte = zstandard.ZstdCompressor().compress(b"\n" * 300_000)
    path.write_bytes(whole(sgf(1)) + skipped + of_one_byte + whole(sgf(2)))
    assert counts(bring(path)) == (2, 0, 0, 0)
    path.write_bytes(whole(sgf(3)) + whole(sgf(4))[:-1])
    report = bring(path)
    assert counts(report) == (0, 0, 0, 1)
    assert "damaged" in report.unreadable[0][1]


@pytest.mark.parametrize("kind", ["tar", "tar.xz", "zip", "tar.zst", "sgf.gz"])
def test_garbage_under_the_name_of_an_archive(tmp_path: Path, bring: Bring, kind: str) -> None:
    path = tmp_path / f"games.{kind}"
    path.write_bytes(b"this is not an archive " * 100)
    report = bring(path)
    assert counts(report) == (0, 0, 0, 1)
    assert "amaged" in report.unreadable[0][1] or "truncated" in report.unreadable[0][1]


def test_bombs_are_named_not_unpacked(tmp_path: Path, bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MEMBER_LIMIT", 100_000)
    bomb = b"(;C[" + b" " * 1_000_000 + b"])"
    nested = zip_of({"a.sgf": sgf(9)})
    for path, data in (
        (tmp_path / "a.zip", zip_of({"bomb.sgf": bomb, "good.sgf": sgf(1), "inner.zip": nested})),
        (tmp_path / "b.tar.gz", gzip.compress(tar_of({"bomb.sgf": bomb, "good.sgf": sgf(2)}))),
        (tmp_path / "c.sgf.gz", gzip.compress(bomb)),
    ):
        path.write_bytes(data)
    report = bring(tmp_path)
    assert counts(report) == (2, 0, 0, 4)
    reasons = dict(report.unreadable)
    assert sorted("too large" in reason for reason in reasons.values()) == [False, True, True, True]
    assert "archive inside an archive" in " ".join(reasons.values())


def test_a_zip_member_without_a_name(tmp_path: Path, bring: Bring) -> None:
    nameless = zip_of({"1.sgf": sgf(1), "N": b"x"}).replace(b"N", b"\0")  # a name ends at its first NUL
    (tmp_path / "a.zip").write_bytes(nameless)
    assert counts(bring(tmp_path / "a.zip")) == (1, 0, 0, 0)


def test_a_tar_header_that_claims_gigabytes(tmp_path: Path, bring: Bring) -> None:
    info = tarfile.TarInfo("pax")
    info.type = tarfile.XHDTYPE
    info.size = 8 << 30
    (tmp_path / "a.tar").write_bytes(tar_of({"1.sgf": sgf(1)})[: -10240 + 0] + info.tobuf() + bytes(10240))
    report = bring(tmp_path / "a.tar")
    assert report.unreadable_count == 1


# Commits after every chunk, and takes its time, so that interrupts find something half done.
PROGRAM = """
import sys, time
import kifu.archive.writing as writing
writing.COMMIT_SECONDS = 0
commit = writing.Writer.commit_when_due
writing.Writer.commit_when_due = lambda self: (commit(self), time.sleep(0.05))
from kifu.interfaces.cli.main import main
if __name__ == "__main__":
    main(["import", {source!r}, "--archive", {archive!r}, "--workers", "2", "--json"])
"""


def games_in(path: Path) -> int:
    try:
        with Archive(path) as archive:
            return archive.count()
    except ArchiveError:  # not made yet
        return -1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_killed_at_any_moment_it_continues(tmp_path: Path, name: str) -> None:
    source, archive = tmp_path / "games.zip", tmp_path / "games.db"
    many = {f"{n}.sgf": sgf(n % 90, moves=20, PB=f"Player {n}") for n in range(3000)}
    source.write_bytes(zip_of(many))
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(source=str(source), archive=str(archive)))
    for games, wait in ((0, 0.0), (1, 0.0), (1000, 0.02)):
        with subprocess.Popen(
            [sys.executable, program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            while games_in(archive) < games and process.poll() is None:
                time.sleep(0.01)
            time.sleep(wait)
            process.send_signal(getattr(signal, name))
        assert process.returncode != 0, "it was done before it could be killed"
        if games:
            with Archive(archive) as opened:
                assert sql(opened, "PRAGMA integrity_check") == [("ok",)]
                assert games <= opened.count() < 3000
    subprocess.run([sys.executable, program], stdout=subprocess.DEVNULL, check=True)
    with Archive(archive) as opened:
        assert opened.count() == 3000
        assert {(game.member, opened.record(game.id)) for game in opened.games()} == set(many.items())
    assert [path.name for path in tmp_path.glob("games.db*")] == ["games.db"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups of this kind")
@pytest.mark.parametrize("wait", [0.0, 0.1, 0.3])
def test_ctrl_c_at_the_terminal_says_one_thing(tmp_path: Path, wait: float) -> None:
    """A terminal interrupts the workers too, some of them while they start."""
    source, archive = tmp_path / "games.zip", tmp_path / "games.db"
    source.write_bytes(zip_of({f"{n}.sgf": sgf(n % 90, moves=20, PB=f"Player {n}") for n in range(3000)}))
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(source=str(source), archive=str(archive)))
    command = [sys.executable, program]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        while games_in(archive) < 0:
            time.sleep(0.005)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    lines = [line for line in said.splitlines() if line]  # click ends the line in which ^C stands
    assert lines[-1] == "kifu: interrupted"
    assert all(line.endswith("the same command goes on from there") for line in lines[:-1])


def test_a_reader_does_not_stop_an_import(tmp_path: Path, games: Path, bring: Bring) -> None:
    bring(games / "00.sgf", games / "01.sgf", games / "02.sgf")
    holding = threading.Event()

    def read_slowly() -> None:
        with Archive(tmp_path / "games.db") as reader:
            rows = reader._connection.execute("SELECT id FROM games")
            next(rows)  # and more are to come: the reader holds its lock
            holding.set()
            time.sleep(1)

    thread = threading.Thread(target=read_slowly)
    thread.start()
    assert holding.wait(10)
    assert bring(games).imported == 9
    thread.join()
    with Archive(tmp_path / "games.db") as reader:
        assert reader.count() == 12


def test_a_full_disk_is_a_clear_error_and_leaves_a_good_archive(
    tmp_path: Path, games: Path, bring: Bring
) -> None:
    bring(games / "00.sgf")
    for number in range(300):
        (games / f"more{number}.sgf").write_bytes(sgf(number % 90, PB=os.urandom(200).hex(), moves=20))
    with Archive.create(tmp_path / "games.db") as archive:
        sql(archive, "PRAGMA max_page_count = 20")
        with pytest.raises(ArchiveError, match="full"):
            import_paths(archive, [games], workers=1)
    assert bring(games).imported == 311
    with Archive(tmp_path / "games.db") as archive:
        assert sql(archive, "PRAGMA integrity_check") == [("ok",)]


WHOLE = {
    "a.tar": tar_of(members()),
    "a.tar.gz": gzip.compress(tar_of(members())),
    "a.tar.zst": COMPRESS[".zst"](tar_of(members())),
    "a.zip": zip_of(members()),
    "a.sgf.xz": lzma.compress(sgf(1)),
}


@pytest.mark.parametrize("name", WHOLE)
@given(data=st.data())
def test_damaged_containers_give_members_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    content = bytearray(WHOLE[name])
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    with contextlib.suppress(ArchiveError):
        for member, found in containers.members(path, lambda position: None):
            assert isinstance(member, str)
            assert found is None or isinstance(found, bytes | containers.Unreadable)


def test_a_real_archive_goes_in_whole_and_comes_out_byte_for_byte(tmp_path: Path, shared_data: Path) -> None:
    source = shared_data / "go" / "kgs19.tar.xz"
    with Archive.create(tmp_path / "games.db") as archive:
        report = import_paths(archive, [source], workers=2)
    assert counts(report) == (19_438, 0, 0, 0)
    assert report.illegal == 0
    with Archive(tmp_path / "games.db") as archive, tarfile.open(source) as original:
        recorded = {game.member: game.id for game in archive.games()}
        for number, info in enumerate(original):
            if info.name.endswith(".sgf") and number % 10 == 0:
                file = original.extractfile(info)
                assert file is not None
                assert archive.record(recorded[info.name]) == file.read()


def test_every_game_of_a_real_pdn_file_comes_back(tmp_path: Path, shared_data: Path) -> None:
    source = shared_data / "draughts" / "acf_9k.pdn"
    with Archive.create(tmp_path / "games.db") as archive:
        report = import_paths(archive, [source], workers=1)
        assert report.imported + report.duplicates == 9_377
        assert report.illegal == 0
        (batch,) = archive.packed(Filter(game="draughts"), games=10_000)
    assert len(batch) == report.imported
    positions = positions_of(batch.actions, batch.offsets, batch.fens)
    assert len(positions) == len(batch.actions) + len(batch)


def test_a_second_import_names_the_failed_games_of_a_file_again(tmp_path: Path, bring: Bring) -> None:
    file = tmp_path / "two.sgf"
    file.write_bytes(sgf(1) + b"(;GM[2];B[aa])")
    first, second = bring(file), bring(file)
    assert (first.imported, second.already_there) == (1, 1)
    assert first.unreadable == second.unreadable
    assert "game 2: " in first.unreadable[0][1]


def test_a_broken_pdn_file_is_told_what_pdn_is(tmp_path: Path, bring: Bring) -> None:
    file = tmp_path / "broken.pdn"
    file.write_bytes(b"all lost")
    assert "expected PDN" in bring(file).unreadable[0][1]
