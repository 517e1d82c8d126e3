"""What the rows of exported tables say, against boards, models and features asked one by one."""

import csv
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kifu.archive import Archive, Filter, import_paths
from kifu.archive.labels import read_labelled
from kifu.errors import InputError, MissingToolError, RunError
from kifu.features.life import LifeFeatures, examples
from kifu.features.life_words import DEFINITIONS
from kifu.games.go import Board, Point, replay
from kifu.interfaces import export
from kifu.interfaces.export import (
    BlockOptions,
    CandidateOptions,
    Choice,
    PositionOptions,
    blocks_table,
    candidates_table,
    draughts_table,
    make_table,
    positions_table,
)
from kifu.interfaces.export.columns import Table
from kifu.models.moves import MovePredictor
from kifu.records import sgf
from kifu.work.runs import open_run
from support.labelled import labelled_archive

_HANDICAP = "(;GM[1]FF[4]SZ[7]HA[2]AB[cc][ee]KM[0.5]RE[W+2.5]BR[2k]WR[1d];W[dd];B[];W[ce];AE[dd];B[ec])"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    path = labelled_archive(folder, games=24)
    (folder / "records" / "handicap.sgf").write_text(_HANDICAP)
    with Archive.create(path) as archive:
        import_paths(archive, [folder / "records"], workers=1)
    return path


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    with Archive(path) as archive:
        yield archive


def make(table: Table, out: Path, **options: Any) -> dict[str, Any]:
    with open_run(out.with_name(out.name + ".run"), "test", options={}, seed=1) as run:
        return make_table(table, out, run, **{"workers": 1, **options})


def read(out: Path) -> dict[str, Any]:
    with np.load(out, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def boards(archive: Archive) -> dict[int, Any]:
    """By game: the board before every move, with the move and the one before it."""
    found = {}
    for game in archive.games(Filter(size=7)):
        record = sgf.read(archive.record(game.id))[0]
        found[game.id] = [replay(record, moves=n).board for n in range(game.n_moves + 1)]
    return found


def test_positions_are_those_of_the_records(tmp_path: Path, archive: Archive) -> None:
    card = make(positions_table(Choice(archive, size=7), PositionOptions(0.5)), tmp_path / "p.npz")
    rows, known = read(tmp_path / "p.npz"), boards(archive)
    assert len(rows["game"]) == card["rows"] > 200
    for i, (game, move) in enumerate(zip(rows["game"].tolist(), rows["move"].tolist(), strict=True)):
        before, after = known[game][move - 1], known[game][move]
        last = after.last_move
        assert ["", "B", "W"][rows["to_move"][i]] == last.colour.value
        assert rows["next"][i] == (-1 if last.point is None else last.point.y * 7 + last.point.x)
        assert rows["length"][i] == len(known[game]) - 1
        # A record may change points between two moves: the position has that, the board before does not.
        if game != max(known):
            assert (rows["stones"][i] == before.stones).all()
    assert set(rows["winner"].tolist()) == {1}


def test_handicap_and_setup_are_in_the_positions(tmp_path: Path, archive: Archive) -> None:
    make(positions_table(Choice(archive, size=7), PositionOptions(1.0)), tmp_path / "p.npz")
    rows = read(tmp_path / "p.npz")
    mine = rows["handicap"] == 2
    assert rows["move"][mine].tolist() == [1, 2, 3, 4]
    assert rows["to_move"][mine].tolist() == [2, 1, 2, 1]
    assert rows["next"][mine].tolist() == [24, -1, 30, 18]
    assert rows["last"][mine].tolist() == [-1, 24, -1, -1]  # something was set up since the third move
    stones = rows["stones"][mine]
    assert [int((s > 0).sum()) for s in stones] == [2, 3, 3, 3]
    assert stones[3][3, 3] == 0
    assert rows["komi"][mine].tolist() == [0.5] * 4
    assert (rows["winner"][mine][0], rows["margin"][mine][0]) == (2, 2.5)
    assert (rows["black_level"][mine][0], rows["white_level"][mine][0]) == (-1, 1)


def test_positions_of_draughts_follow_from_one_another(tmp_path: Path) -> None:
    records = tmp_path / "club.pdn"
    moves = "1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 5. 15-18 19-15"
    records.write_text(f'[Event "Club"]\n[Black "A"]\n[White "B"]\n[Result "0-1"]\n{moves} 0-1\n')
    with Archive.create(tmp_path / "d.db") as archive:
        import_paths(archive, [records], workers=1)
        make(draughts_table(Choice(archive), PositionOptions(1.0)), tmp_path / "d.npz")
    rows = read(tmp_path / "d.npz")
    assert rows["move"].tolist() == list(range(1, 11))
    assert rows["to_move"].tolist() == [1, 2] * 5
    assert (rows["black"][0], rows["white"][0]) == (0xFFF, 0xFFF << 20)
    assert np.array_equal(rows["next_black"][:-1], rows["black"][1:])
    assert np.array_equal(rows["next_white"][:-1], rows["white"][1:])
    assert [int(pieces).bit_count() for pieces in rows["white"]] == [12] * 7 + [11] * 3
    assert set(rows["winner"].tolist()) == {2}


def test_candidates_are_the_legal_moves_as_the_model_sees_them(tmp_path: Path, archive: Archive) -> None:
    make(candidates_table(Choice(archive, size=7), CandidateOptions(0.1)), tmp_path / "c.npz")
    rows = read(tmp_path / "c.npz")
    model, known = MovePredictor.bundled(7), boards(archive)
    keys = sorted(set(zip(rows["game"].tolist(), rows["move"].tolist(), strict=True)))
    assert len(keys) > 20
    for game, move in keys:
        mine = (rows["game"] == game) & (rows["move"] == move)
        board: Board = known[game][move - 1]
        last = known[game][move].last_move
        if game != max(known):
            assert last.colour is board.to_play
        evidence = model.evidence(board)
        by_point = {point: i for i, point in enumerate(evidence.points)}
        points = [Point(int(p) % 7, int(p) // 7) for p in rows["point"][mine]]
        assert set(points) == set(by_point)
        order = [by_point[point] for point in points]
        assert [p for p, played in zip(points, rows["played"][mine], strict=True) if played] == [last.point]
        assert np.array_equal(rows["facts"][mine], evidence.facts[order])
        assert np.allclose(rows["probability"][mine], evidence.probabilities[order])
        assert np.array_equal(rows["template"][mine], evidence.templates[order])
        counts = [
            model.counts(int(number)) if template else None
            for number, template in zip(evidence.patterns[order], evidence.templates[order], strict=True)
        ]
        assert rows["pattern_seen"][mine].tolist() == [seen[1] if seen else 0 for seen in counts]
        assert rows["pattern_played"][mine].tolist() == [seen[0] if seen else 0 for seen in counts]
    assert rows["facts_names"].tolist()[0] == "capture"


def test_blocks_have_the_features_that_training_sees(tmp_path: Path, archive: Archive) -> None:
    features = LifeFeatures("paper")
    options = BlockOptions(features, share=1.0, interior=True)
    card = make(blocks_table(Choice(archive), options), tmp_path / "b.npz")
    rows = read(tmp_path / "b.npz")
    assert sorted(set(rows["size"].tolist())) == [7, 9]
    assert np.array_equal(rows["alive"], rows["kind"] >= 3)
    small = read_labelled(archive)[0].take(np.arange(3))  # what share 1 takes of 7x7 is everything
    wanted = examples(small, features, interior=True)
    mine = np.isin(rows["game"], small.ids)
    assert np.array_equal(rows["features"][mine], wanted.features)
    assert np.array_equal(rows["kind"][mine], wanted.kind)
    assert np.array_equal(rows["game"][mine], small.ids[wanted.game])
    assert rows["features_names"].tolist() == features.names
    assert card["source"]["labelled_by"] == {"gnugo": 24}


def test_every_feature_has_words() -> None:
    assert list(DEFINITIONS) == LifeFeatures("full").names


def test_a_split_and_a_number_of_games(tmp_path: Path, archive: Archive) -> None:
    chosen = Choice(archive, games=2, split="test", size=7, seed=5)
    card = make(positions_table(chosen, PositionOptions(1.0)), tmp_path / "p.npz")
    rows = read(tmp_path / "p.npz")
    assert len(set(rows["game"].tolist())) == 2
    assert set(rows["split"].tolist()) == {2}
    assert {game: chosen.splits[game] for game in set(rows["game"].tolist())}.keys() <= chosen.splits.keys()
    assert card["by_split"] == {"test": {"rows": len(rows["game"]), "games": 2}}
    other = read_again(tmp_path, Choice(archive, games=2, split="test", size=7, seed=6))
    assert set(other["game"].tolist()) != set(rows["game"].tolist())


def read_again(folder: Path, choice: Choice) -> dict[str, Any]:
    make(positions_table(choice, PositionOptions(1.0)), folder / "again.npz")
    return read(folder / "again.npz")


def test_parquet_holds_the_same(tmp_path: Path, archive: Archive) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed (extra parquet)")
    card = make(positions_table(Choice(archive, size=9)), tmp_path / "p.parquet")
    make(positions_table(Choice(archive, size=9)), tmp_path / "p.npz")
    table, rows = pq.read_table(tmp_path / "p.parquet"), read(tmp_path / "p.npz")
    assert table.num_rows == card["rows"] == len(rows["game"])
    assert np.array_equal(np.array(table["stones"].to_pylist()), rows["stones"].reshape(-1, 81))
    assert table["next"].to_pylist() == rows["next"].tolist()
    inside = json.loads(table.schema.metadata[b"kifu"])
    assert inside == json.loads(str(rows["card"]))
    beside = json.loads((tmp_path / "p.parquet.card.json").read_text(encoding="utf-8"))
    assert beside == card
    assert {name: beside[name] for name in inside if name != "columns"} == {
        name: inside[name] for name in inside if name != "columns"
    }
    make(blocks_table(Choice(archive), BlockOptions(LifeFeatures("paper"))), tmp_path / "b.parquet")
    blocks = pq.read_table(tmp_path / "b.parquet")
    assert "features_liberties" in blocks.column_names
    assert "liberties_2" not in blocks.column_names


def test_csv_holds_the_same(tmp_path: Path, archive: Archive) -> None:
    def read_csv(text: str) -> dict[str, list[str]]:
        head, *lines = csv.reader(text.splitlines())
        return dict(zip(head, map(list, zip(*lines, strict=True)), strict=True))

    def table() -> Table:
        return blocks_table(Choice(archive), BlockOptions(LifeFeatures("paper")))

    card = make(table(), tmp_path / "b.csv.gz")
    make(table(), tmp_path / "b.csv")
    make(table(), tmp_path / "b.npz")
    text = (tmp_path / "b.csv").read_bytes()
    assert gzip.decompress((tmp_path / "b.csv.gz").read_bytes()) == text
    columns, rows = read_csv(text.decode()), read(tmp_path / "b.npz")
    assert {len(column) for column in columns.values()} == {card["rows"]}
    features = [f"features_{name.replace('-', '_')}" for name in rows["features_names"]]
    found = np.array([columns[name] for name in features], np.float32).T
    assert np.array_equal(found, rows["features"], equal_nan=True)
    assert list(map(int, columns["alive"])) == rows["alive"].tolist()
    assert "| `features_liberties` | float32 |" in (tmp_path / "b.csv.gz.card.md").read_text("utf-8")
    first = (tmp_path / "b.csv.gz").read_bytes()
    (tmp_path / "b.csv.gz").unlink()
    make(table(), tmp_path / "b.csv.gz")
    assert (tmp_path / "b.csv.gz").read_bytes() == first

    make(positions_table(Choice(archive, size=9)), tmp_path / "p.csv")
    make(positions_table(Choice(archive, size=9)), tmp_path / "p.npz")
    boards = read_csv((tmp_path / "p.csv").read_text("utf-8"))
    stones = read(tmp_path / "p.npz")["stones"].reshape(-1, 81)
    assert np.array_equal(np.array([boards[f"stones_{i}"] for i in range(81)], int).T, stones)


def test_the_bytes_do_not_depend_on_workers_or_interruptions(
    tmp_path: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export.choosing, "CHUNK", 4)
    options = BlockOptions(LifeFeatures("paper"), share=0.3)
    make(blocks_table(Choice(archive), options), tmp_path / "one.npz")
    make(blocks_table(Choice(archive), options), tmp_path / "two.npz", workers=2)
    told: list[float] = []

    def stop(done: float, total: float | None, doing: str) -> None:
        told.append(done)
        if done >= 8 and doing.startswith("computing"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(blocks_table(Choice(archive), options), tmp_path / "three.npz", progress=stop)
    assert not (tmp_path / "three.npz").exists()
    begun: list[float] = []
    make(
        blocks_table(Choice(archive), options),
        tmp_path / "three.npz",
        progress=lambda done, total, doing: begun.append(done),
    )
    assert told == [4, 8]
    assert begun[0] == 12  # what was done stays done
    first = (tmp_path / "one.npz").read_bytes()
    assert (tmp_path / "two.npz").read_bytes() == first
    assert (tmp_path / "three.npz").read_bytes() == first


@pytest.mark.parametrize("size", [0, 100, None])
def test_a_damaged_part_of_an_interrupted_export_is_named(
    tmp_path: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch, size: int | None
) -> None:
    monkeypatch.setattr(export.choosing, "CHUNK", 4)
    options = BlockOptions(LifeFeatures("paper"), share=0.3)

    def stop(done: float, total: float | None, doing: str) -> None:
        if done >= 8 and doing.startswith("computing"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(blocks_table(Choice(archive), options), tmp_path / "b.npz", progress=stop)
    part = sorted((tmp_path / "b.npz.run").glob("**/*.npz"))[0]
    if size is None:
        part.unlink()
    else:
        part.write_bytes(part.read_bytes()[:size])
    with pytest.raises(RunError, match=r"damaged or gone .*remove '.*b\.npz\.run' and give"):
        make(blocks_table(Choice(archive), options), tmp_path / "b.npz")
    assert not (tmp_path / "b.npz").exists()


def test_what_cannot_be_done_is_refused_by_name(
    tmp_path: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match=r"\*.npz, .* or \*.csv.gz, got 'p.txt'"):
        make(positions_table(Choice(archive, size=9)), tmp_path / "p.txt")
    with pytest.raises(InputError, match="no '.*nowhere'"):
        export.writing.check_format(tmp_path / "nowhere" / "p.npz")
    with pytest.raises(InputError, match="choose one with --size"):
        positions_table(Choice(archive))
    with pytest.raises(InputError, match="19 lines.*sizes there are: 7, 9"):
        positions_table(Choice(archive, size=19))
    with pytest.raises(InputError, match="expected 999 games of the split test"):
        positions_table(Choice(archive, games=999, split="test", size=9))
    with pytest.raises(InputError, match="share"):
        PositionOptions(0)
    with Archive.create(tmp_path / "empty.db") as empty, pytest.raises(InputError, match="kifu label"):
        blocks_table(Choice(empty))
    monkeypatch.setattr(export.writing.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingToolError, match="kifu\\[parquet\\]"):
        export.writing.check_format(tmp_path / "p.parquet")
