"""docs/python.md and the docstrings of the public names do what they show."""

import doctest
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import kifu
from kifu.archive.importing import import_paths
from kifu.records.samples import read_sample

DOCS = Path(__file__).parent.parent / "docs" / "python.md"
OPTIONS = doctest.ELLIPSIS


def test_the_page_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_bytes(read_sample("sample"))
    with kifu.Archive.create("games.db") as archive:
        import_paths(archive, ["game.sgf"])
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=OPTIONS)
    assert tried > 30
    assert failed == 0


@pytest.mark.parametrize("name", kifu.__all__)
def test_every_public_name_has_a_docstring_and_its_example_is_true(name: str) -> None:
    found = getattr(kifu, name)
    assert found.__doc__
    (test,) = doctest.DocTestFinder(recurse=False).find(found, name)
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


def test_the_import_loads_nothing_heavy() -> None:
    script = "import sys, kifu; print(sorted({'numpy', 'click', 'kifu._native'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert set(dir(kifu)) == {*kifu.__all__, "__version__"}


def test_results_print_draw_and_give_json() -> None:
    game = kifu.read("sample")
    found = [
        kifu.score(game),
        kifu.life(game.position(30)),
        kifu.predict(game.position(30)),
        kifu.review(kifu.read("sample-draughts")),
        kifu.openings(kifu.Board(9)),
    ]
    for one in found:
        assert len(str(one)) > 20
        assert repr(one).startswith("<")
        assert one.to_json()
    assert found[0]._repr_svg_().startswith("<svg")  # type: ignore[union-attr]
    assert pickle.loads(pickle.dumps(game.position(30))) == game.position(30)


def test_games_of_the_other_kind_are_refused() -> None:
    draughts = kifu.read("sample-draughts")
    for wrong in (lambda: kifu.score(draughts), lambda: kifu.predict(draughts.position(3))):
        with pytest.raises(kifu.KifuError, match="expected Go to .*got draughts"):
            wrong()
    with pytest.raises(ValueError, match="expected a game as kifu.read gives it, got str"):
        kifu.review("game.sgf")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a game among go, draughts, got 'chess'"):
        kifu.play_game("random", "random", game="chess")
