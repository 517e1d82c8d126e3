"""The engine on an experiment that only counts: keys, what is measured again, interruptions."""

import contextlib
import dataclasses
import json
import sqlite3
from pathlib import Path

import pytest

from kifu.errors import InputError, MissingDataError, RunError
from kifu.work.locks import folder_lock
from kifu_lab.experiments import needs
from kifu_lab.experiments.cells import Cell, Task, key_of
from kifu_lab.experiments.engine import Engine, plain
from kifu_lab.experiments.experiment import Counts, Experiment, Scale
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.needs import Sources, archive_fingerprint, labels_fingerprint
from kifu_lab.experiments.outputs import write_page
from kifu_lab.experiments.store import CellStore, read_cell
from kifu_lab.experiments.tables import Row, Table, Value
from support.labelled import labelled_archive

runs: list[str] = []


def square(cell, lab):
    runs.append(cell.name)
    return {"value": cell.options["x"] ** 2 + (cell.seed or 0)}


SQUARE = Task("test/square", 1, square)


def cells(counts, seed):
    # The first does not depend on the seed.
    return [Cell(f"x={x}", SQUARE, {"x": x}, seed if x else None) for x in range(counts["most"])]


def tables(counts, found):
    values = [Value(found[c.name]["value"] if c.name in found else None, paper=1) for c in cells(counts, 1)]
    return [Table("", "x", ["square"], [Row(str(i), [v]) for i, v in enumerate(values)], "squares")]


TEST = Experiment(
    name="test/squares",
    title="squares",
    paper="Nobody",
    place="Table 0",
    statistic="none",
    goal=Goal("Right.", lambda shown: shown.at("1", "square") == 2, "Tried: counting again."),
    difference="none",
    scales={"quick": {"most": 2}, "standard": {"most": 3}, "paper": {"most": 4}},
    cells=cells,
    tables=tables,
)


@pytest.fixture(autouse=True)
def _no_runs():
    runs.clear()


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(CellStore(tmp_path / "out"), Sources())


def test_a_measured_cell_is_not_measured_again(engine: Engine) -> None:
    assert engine.run(TEST, "quick", 1).measured == ["x=0", "x=1"]
    again = engine.run(TEST, "standard", 1)
    assert (again.known, again.measured) == (["x=0", "x=1"], ["x=2"])
    assert runs == ["x=0", "x=1", "x=2"]


def test_another_seed_measures_only_what_depends_on_it(engine: Engine) -> None:
    engine.run(TEST, "standard", 1)
    assert engine.run(TEST, "standard", 2).measured == ["x=1", "x=2"]


def test_one_cell_alone(engine: Engine) -> None:
    assert engine.run(TEST, "standard", 1, only=["x=2"]).measured == ["x=2"]
    with pytest.raises(InputError, match="expected a cell of test/squares at scale standard, got 'x=7'"):
        engine.run(TEST, "standard", 1, only=["x=7"])


def test_another_version_of_the_code_that_counts_measures_again(engine: Engine) -> None:
    engine.run(TEST, "quick", 1)
    newer = Task("test/square", 2, square)
    changed = dataclasses.replace(
        TEST, cells=lambda counts, seed: [dataclasses.replace(c, task=newer) for c in cells(counts, seed)]
    )
    found, left = engine.store.alike(changed.name, changed.cells_at("quick", 1))
    assert found == {}
    assert [text.partition(": ")[2] for text in left] == ["version 1 of the code that counts)"] * 2
    assert engine.run(changed, "quick", 1).measured == ["x=0", "x=1"]


def test_the_key_depends_on_options_seed_version_and_data_alone() -> None:
    base = Cell("a", SQUARE, {"x": 1, "y": [2]}, 1)
    key = key_of(base.configuration(), {"archive:pro19": "abc"})
    renamed = Cell("b", SQUARE, {"y": (2,), "x": 1}, 1, ("archive:pro19",))
    assert key_of(renamed.configuration(), {"archive:pro19": "abc"}) == key
    others = [
        (dataclasses.replace(base, options={"x": 2}), "abc"),
        (dataclasses.replace(base, seed=2), "abc"),
        (dataclasses.replace(base, task=Task("test/square", 2, square)), "abc"),
        (dataclasses.replace(base, task=Task("test/cube", 1, square)), "abc"),
        (base, "abd"),
    ]
    keys = {key_of(cell.configuration(), {"archive:pro19": print_}) for cell, print_ in others}
    assert len(keys | {key}) == 6


def test_the_same_games_have_the_same_fingerprint_elsewhere(tmp_path: Path) -> None:
    paths = []
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        paths.append(labelled_archive(tmp_path / name, 6))
    (tmp_path / "fewer").mkdir()
    fewer = labelled_archive(tmp_path / "fewer", 5)
    assert archive_fingerprint(paths[0]) == archive_fingerprint(paths[1]) != archive_fingerprint(fewer)
    assert labels_fingerprint(paths[0]) == labels_fingerprint(paths[1]) != archive_fingerprint(paths[0])


@pytest.mark.parametrize(
    "change",
    ["winner = 'W'", "margin = margin + 1", "black_level = 3", "komi = 0.5", "result_kind = 'void'"],
)
def test_games_read_otherwise_have_another_fingerprint(tmp_path: Path, change: str) -> None:
    path = labelled_archive(tmp_path, 4)
    before = archive_fingerprint(path)
    with sqlite3.connect(path) as opened:
        opened.execute(f"UPDATE games SET {change} WHERE id = 2")
    assert archive_fingerprint(path) != before


def test_mirrored_games_have_another_fingerprint(tmp_path: Path) -> None:
    path = labelled_archive(tmp_path, 4)
    before = archive_fingerprint(path)
    with sqlite3.connect(path) as opened:
        [[actions]] = opened.execute("SELECT actions FROM contents WHERE id = 2")
        opened.execute("UPDATE contents SET actions = ? WHERE id = 2", [actions[2:] + actions[:2]])
    assert archive_fingerprint(path) != before


def test_a_killed_cell_goes_on_from_its_folder(engine: Engine) -> None:
    """The task keeps a count in its folder, and is interrupted twice."""

    def counting(cell, lab):
        lab.folder.mkdir(exist_ok=True)
        file = lab.folder / "count"
        count = int(file.read_text()) + 1 if file.exists() else 1
        file.write_text(str(count))
        if count < 3:
            raise KeyboardInterrupt
        return {"value": count}

    task = Task("test/counting", 1, counting)
    experiment = dataclasses.replace(TEST, cells=lambda counts, seed: [Cell("c", task, {}, seed)])
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            engine.run(experiment, "quick", 1)
    assert engine.run(experiment, "quick", 1).measured == ["c"]
    [measured] = engine.store.measured("test")
    assert measured.result == {"value": 3}
    assert measured.facts["starts"] == 3
    assert not (engine.store.folder / "runs" / measured.key).exists()


def test_a_cell_in_work_elsewhere_is_left_to_it(engine: Engine) -> None:
    [first, _] = TEST.cells_at("quick", 1)
    folder = engine.store.folder / "runs" / key_of(first.configuration(), {})
    folder.mkdir(parents=True)
    with folder_lock(folder):
        outcome = engine.run(TEST, "quick", 1)
    assert (outcome.busy, outcome.measured) == (["x=0"], ["x=1"])


def test_what_a_cell_shares_with_others_may_be_in_work_elsewhere(engine: Engine) -> None:
    shared = engine.store.folder / "runs" / "shared" / "player"
    shared.mkdir(parents=True)

    def training(cell, lab):
        with folder_lock(lab.shared / "player"):
            return square(cell, lab)

    task = Task("test/training", 1, training)
    experiment = dataclasses.replace(TEST, cells=lambda counts, seed: [Cell("c", task, {"x": 2}, seed)])
    with folder_lock(shared):
        assert engine.run(experiment, "quick", 1).busy == ["c"]
    assert engine.run(experiment, "quick", 1).measured == ["c"]


def test_a_cell_that_is_done_elsewhere_meanwhile_is_known(engine: Engine) -> None:
    """The first is in work in another process, which ends while the second is measured."""
    first, second = TEST.cells_at("quick", 1)
    folder = engine.store.folder / "runs" / key_of(first.configuration(), {})
    folder.mkdir(parents=True)
    with contextlib.ExitStack() as held:
        held.enter_context(folder_lock(folder))
        outcome = engine.run(TEST, "quick", 1, on_cell=lambda cell, measured, new: held.close())
    assert (outcome.busy, outcome.measured) == ([], [second.name, first.name])


def test_what_another_version_began_is_begun_anew(engine: Engine) -> None:
    [first, _] = TEST.cells_at("quick", 1)
    old = engine.store.folder / "runs" / key_of(first.configuration(), {}) / "work-0.0.9"
    old.mkdir(parents=True)
    (old / "run.json").write_text("{}")
    seen = []

    def looking(cell, lab):
        seen.append((lab.folder.exists(), old.exists()))
        return square(cell, lab)

    task = dataclasses.replace(SQUARE, run=looking)
    experiment = dataclasses.replace(
        TEST, cells=lambda counts, seed: [dataclasses.replace(c, task=task) for c in cells(counts, seed)]
    )
    engine.run(experiment, "quick", 1, only=[first.name])
    assert seen == [(False, False)]


def test_kept_games_of_several_seeds_stand_beside_each_other(engine: Engine) -> None:
    def playing(cell, lab):
        lab.keep("game.sgf", f"({cell.seed})".encode())
        return {}

    task = Task("test/playing", 1, playing)
    experiment = dataclasses.replace(TEST, cells=lambda counts, seed: [Cell("c", task, {}, seed)])
    for seed in (1, 2):
        engine.run(experiment, "quick", seed)
    kept = (engine.store.folder / "games" / "test" / "squares").glob("*/game.sgf")
    assert {path.read_text() for path in kept} == {"(1)", "(2)"}


def test_an_experiment_of_the_same_paper_has_measured_it(engine: Engine) -> None:
    engine.run(TEST, "quick", 1)
    other = dataclasses.replace(TEST, name="test/others")
    assert engine.run(other, "quick", 1).known == ["x=0", "x=1"]
    stranger = dataclasses.replace(TEST, name="elsewhere/squares")
    assert engine.run(stranger, "quick", 1).measured == ["x=0", "x=1"]


def test_tables_come_from_cells_alone(engine: Engine, tmp_path: Path) -> None:
    engine.run(TEST, "standard", 1, only=["x=1", "x=2"])
    runs.clear()
    page = write_page(TEST, "standard", 1, CellStore(tmp_path / "out"))
    assert not runs
    assert "| 0 | — (1.00) |\n| 1 | 2.00 (1.00) |\n| 2 | 5.00 (1.00) |" in page.markdown
    assert "Of 2 values 2 are above the paper's; the differences go from +1.00 to +4.00." in page.markdown
    assert "2 of 3 cells" in page.markdown
    csv = (tmp_path / "out" / "tables" / "test" / "squares.csv").read_text()
    assert csv.splitlines()[2] == "1,square,2,,,1"
    assert (tmp_path / "out" / "tables" / "test" / "squares.svg").read_text().startswith("<svg")


def test_what_became_of_the_goal_is_said(engine: Engine) -> None:
    def said(only: list[str], scale: Scale = "standard") -> str:
        engine.run(TEST, scale, 1, only=only)
        page = write_page(TEST, scale, 1, engine.store)
        return next((line for line in page.markdown.splitlines() if line.startswith("Goal: ")), "")

    assert said(["x=0"]) == "Goal: Right. Not measured whole yet."
    assert said(["x=1"]) == "Goal: Right. Not measured whole yet.", "what is known of a part is no success"
    assert said([]) == "Goal: Right. Reached."
    assert said(["x=1"], "quick") == ""
    missed = dataclasses.replace(TEST.goal, reached=lambda shown: shown.at("1", "square") == 3)
    page = write_page(dataclasses.replace(TEST, goal=missed), "standard", 1, engine.store)
    assert "Goal: Right. Not reached. Tried: counting again.\n" in page.markdown
    assert page.is_reached is False
    asked = write_page(dataclasses.replace(TEST, goal=Goal("To know.")), "standard", 1, engine.store)
    assert "Goal: To know.\n" in asked.markdown


def _of_games(counts: Counts, seed: int) -> list[Cell]:
    return [dataclasses.replace(cell, needs=("archive:pro19",)) for cell in cells(counts, seed)]


def _keep_of_two_archives(store: CellStore) -> None:
    for cell, print_ in zip(_of_games({"most": 3}, 1), ("one", "two", "two"), strict=True):
        needs = {"archive:pro19": print_}
        facts = {"cell": cell.name, **cell.configuration(), "needs": needs, "kifu": "0", "command": ""}
        result = {"value": int(cell.name[-1])}
        store.keep("test/squares", key_of(cell.configuration(), needs), facts | {"result": result})


def test_cells_of_other_data_are_not_mixed(tmp_path: Path) -> None:
    store = CellStore(tmp_path)
    _keep_of_two_archives(store)
    found, left = store.alike("test/squares", _of_games({"most": 3}, 1))
    assert set(found) == {"x=1", "x=2"}
    assert [name.partition(" ")[0] for name in left] == ["x=0"]


def test_cells_of_the_data_at_hand_are_taken_however_few(tmp_path: Path) -> None:
    store = CellStore(tmp_path)
    _keep_of_two_archives(store)
    of_games = dataclasses.replace(TEST, cells=_of_games)
    page = write_page(of_games, "standard", 1, store, {"archive:pro19": "one"})
    assert page.results == {"x=0": {"value": 0}}
    assert [text.partition(": ")[2] for text in page.left] == ["other data)"] * 2
    assert page.tables[0].facts()["rows"][0]["square"]["value"] == 0
    assert page.tables[0].facts()["rows"][1]["square"]["value"] is None


def test_what_is_no_number_is_written_as_none() -> None:
    import numpy as np

    assert plain({"a": np.float32(0.5), "b": [np.int64(3)], "c": float("nan")}) == {
        "a": 0.5,
        "b": [3],
        "c": None,
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 1}, "of another version: expected format 2, got 1"),
        ({"seed": 3}, "was edited or renamed"),
        ({"result": 3}, "'result' is missing or wrong"),
        ({"result": {"value": 3}}, "was edited: its checksum does not fit"),
        ({"result": {}}, "was edited: its checksum does not fit"),
        ({"processor_seconds": "x"}, "was edited: its checksum does not fit"),
        (None, "is no measured cell"),
        ("[" * 100_000, "is no measured cell"),
        ('{"format": 2, "options": {"x": NaN}}', "is no measured cell: NaN is no number of JSON"),
    ],
)
def test_a_cell_that_cannot_be_trusted_is_refused(engine: Engine, change, message: str) -> None:
    engine.run(TEST, "quick", 1, only=["x=1"])
    [path] = (engine.store.folder / "cells").glob("**/*.json")
    text = path.read_text()
    if isinstance(change, dict):
        change = json.dumps(json.loads(text) | change)
    path.write_text(text[:50] if change is None else change)
    with pytest.raises(RunError, match=message):
        read_cell(path)
    with pytest.raises(RunError, match=message):
        engine.run(TEST, "quick", 1)


def test_what_is_missing_is_named_and_the_rest_is_done(tmp_path: Path) -> None:
    def some(counts, seed):
        return [*cells(counts, seed), Cell("games", SQUARE, {"x": 9}, seed, ("archive:kgs19",))]

    engine = Engine(CellStore(tmp_path), Sources())
    outcome = engine.run(dataclasses.replace(TEST, cells=some), "quick", 1)
    assert outcome.measured == ["x=0", "x=1"]
    assert outcome.missing == {"archive:kgs19": ["games"]}
    assert outcome.total == 3
    with pytest.raises(MissingDataError, match=r"kgs19 is missing: 19,438 .* --archive kgs19=FILE"):
        Sources().archive("kgs19")


def test_what_was_measured_elsewhere_is_known_without_its_games(tmp_path: Path) -> None:
    def some(counts, seed):
        return [*cells(counts, seed), Cell("games", SQUARE, {"x": 9}, seed, ("archive:human9",))]

    experiment = dataclasses.replace(TEST, cells=some)
    (tmp_path / "games").mkdir()
    there = Sources({"human9": labelled_archive(tmp_path / "games", 3)})
    Engine(CellStore(tmp_path), there).run(experiment, "quick", 1)
    told = []
    outcome = Engine(CellStore(tmp_path), Sources()).run(
        experiment, "quick", 1, on_cell=lambda cell, measured, new: told.append((cell.name, new))
    )
    assert sorted(outcome.known) == ["games", "x=0", "x=1"]
    assert not outcome.missing
    assert ("games", False) in told


def test_what_was_measured_with_other_games_is_not_shown_as_that_of_these(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of what a cell needs is here, and it is not what the known cell was measured with."""

    def some(counts, seed):
        return [Cell("games", SQUARE, {"x": 9}, seed, ("archive:human9", "program:gnugo"))]

    experiment = dataclasses.replace(TEST, cells=some)
    archives = []
    for number, games in enumerate((3, 4)):
        (tmp_path / str(number)).mkdir()
        archives.append(labelled_archive(tmp_path / str(number), games))
    store = CellStore(tmp_path)
    monkeypatch.setattr(needs, "_path_of", lambda program: "/bin/true")
    Engine(store, Sources({"human9": archives[0]})).run(experiment, "quick", 1)
    monkeypatch.setattr(needs, "_path_of", lambda program: None)
    same = Engine(store, Sources({"human9": archives[0]})).run(experiment, "quick", 1)
    assert (same.known, same.missing) == (["games"], {})
    other = Engine(store, Sources({"human9": archives[1]})).run(experiment, "quick", 1)
    assert (other.known, other.missing) == ([], {"program:gnugo": ["games"]})


@pytest.mark.parametrize("cut", [0.3, 0.9, None])
def test_an_original_archive_that_is_cut_short_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: float | None
) -> None:
    import io
    import tarfile

    from support.labelled import random_sgf

    monkeypatch.setenv("KIFU_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "human9.tar.xz"
    with tarfile.open(path, "w:xz") as file:
        for seed in range(40):
            data = random_sgf(seed, 9)
            member = tarfile.TarInfo(f"human9/{seed}.sgf")
            member.size = len(data)
            file.addfile(member, io.BytesIO(data if isinstance(data, bytes) else data.encode()))
    whole = path.read_bytes()
    path.write_bytes(b"junk" if cut is None else whole[: int(cut * len(whole))])
    with pytest.raises(InputError, match=r"human9\.tar\.xz' cannot be read to its end: .*; get it anew"):
        Sources(folder=tmp_path).archive("human9")
    assert not list((tmp_path / "cache").glob("**/*.db"))


def test_an_original_archive_is_imported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import zipfile

    from support.labelled import random_sgf

    monkeypatch.setenv("KIFU_CACHE", str(tmp_path / "cache"))
    (tmp_path / "data" / "go").mkdir(parents=True)
    with zipfile.ZipFile(tmp_path / "data" / "go" / "human9.zip", "w") as file:
        for seed in range(3):
            file.writestr(f"{seed}.sgf", random_sgf(seed, 9))
    sources = Sources(folder=tmp_path / "data")
    assert sources.has("archive:human9")
    assert not sources.has("archive:pro19")
    path = sources.archive("human9")
    assert path.parent == tmp_path / "cache" / "archives"
    written = path.stat().st_mtime_ns
    assert Sources(folder=tmp_path / "data").archive("human9") == path
    assert path.stat().st_mtime_ns == written


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"archives": {"pro20": Path("x")}}, "expected an archive of pro19, kgs19"),
        ({"archives": {"pro19": Path("nowhere.db")}}, "there is no archive 'nowhere.db' for pro19"),
        ({"folder": Path("nowhere")}, "expected a folder of game archives"),
    ],
)
def test_data_that_is_not_there_is_refused(given, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Sources(**given)


def test_labels_and_index_are_needs_of_their_own(tmp_path: Path) -> None:
    import zipfile

    from support.labelled import random_sgf

    with zipfile.ZipFile(tmp_path / "human9.zip", "w") as file:
        file.writestr("human9/0.sgf", random_sgf(0, 9))
        file.writestr("human9/index.tsv", "file\tbot_suspect\n0.sgf\t1\n")
    sources = Sources(folder=tmp_path)
    assert sources.index("human9") == {"human9/0.sgf": {"file": "0.sgf", "bot_suspect": "1"}}
    assert sources.has("index:human9")
    assert not sources.has("labels:human9")  # what is imported has none yet
    (tmp_path / "labelled").mkdir()
    assert Sources({"human9": labelled_archive(tmp_path / "labelled", 6)}).has("labels:human9")
    assert not Sources().has("index:human9")
    with pytest.raises(MissingDataError, match="the index of human9 is missing"):
        Sources().index("human9")


@pytest.mark.parametrize("name", ["human9.tar.xz", "human9.tar.gz", "human9.zip", "human9.tar"])
@pytest.mark.parametrize("junk", [b"", b"no archive at all", bytes(2000)])
def test_a_damaged_archive_is_named(tmp_path: Path, name: str, junk: bytes) -> None:
    (tmp_path / name).write_bytes(junk)
    with pytest.raises((InputError, MissingDataError), match=name):
        Sources(folder=tmp_path).index("human9")


def test_an_index_that_is_no_text_is_named(tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "human9.zip", "w") as file:
        file.writestr("human9/index.tsv", b"file\tname\n0.sgf\tM\xfcller\n")
    with pytest.raises(InputError, match="expected UTF-8 in 'human9/index.tsv' of .*human9.zip.*0xfc"):
        Sources(folder=tmp_path).index("human9")


def test_games_of_bots_are_left_out(tmp_path: Path) -> None:
    from kifu.archive import Archive
    from kifu_lab.experiments.lab import Lab

    folder = tmp_path / "labelled"
    folder.mkdir()
    path = labelled_archive(folder, 6)
    sources = Sources({"human9": path})
    with Archive(path) as archive:
        members = {member: game for game, member in archive.members().items()}
        name = min(members)
        index = {member: {"file": member, "bot_suspect": str(int(member == name))} for member in members}
        sources._indexes["human9"] = index
        assert Lab(sources, tmp_path, tmp_path, tmp_path).bots("human9", archive) == {members[name]}
        sources._indexes["human9"] = {f"human9/{member}": row for member, row in index.items()}
        with pytest.raises(InputError, match="6 of 6 are not there.*import human9.tar.xz as it is"):
            Lab(sources, tmp_path, tmp_path, tmp_path).bots("human9", archive)


def test_cells_of_a_model_that_is_not_bundled_any_more_are_left_out(tmp_path: Path) -> None:
    store = CellStore(tmp_path)
    wanted = [dataclasses.replace(cell, needs=("model:life",)) for cell in cells({"most": 3}, 1)]
    now = Sources().fingerprint("model:life")
    for cell, print_ in zip(wanted, (now, "older", "older"), strict=True):
        needs = {"model:life": print_}
        facts = {"cell": cell.name, **cell.configuration(), "needs": needs, "kifu": "0", "command": ""}
        store.keep("test/squares", key_of(cell.configuration(), needs), facts | {"result": {"value": 1}})
    found, left = store.alike("test/squares", wanted)
    assert set(found) == {"x=0"}
    assert [text.partition(": ")[2] for text in left] == ["another bundled model)"] * 2


def test_cells_that_needed_other_things_are_left_out(engine: Engine) -> None:
    engine.run(TEST, "quick", 1)
    wanted = [dataclasses.replace(cell, needs=("model:life",)) for cell in TEST.cells_at("quick", 1)]
    found, left = engine.store.alike(TEST.name, wanted)
    assert found == {}
    assert [text.partition(": ")[2] for text in left] == ["needed nothing)"] * 2
