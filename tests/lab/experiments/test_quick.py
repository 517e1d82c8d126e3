"""Every experiment at quick scale, on games that Kifu makes; those on moves are in test_moves.py."""

from pathlib import Path

import pytest

from kifu_lab.experiments.engine import Engine
from kifu_lab.experiments.experiment import SCALES
from kifu_lab.experiments.needs import Sources, what_is
from kifu_lab.experiments.outputs import write_page
from kifu_lab.experiments.registry import EXPERIMENTS, PAPERS, named
from kifu_lab.experiments.store import CellStore
from kifu_lab.experiments.tables import MISSING


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory, pro19: Path, human9: Path, unscored9: Path) -> Engine:
    """One folder for all, so that cells are shared as users share them."""
    archives = {"pro19": pro19, "human9": human9, "human9-unscored": unscored9}
    return Engine(CellStore(tmp_path_factory.mktemp("results")), Sources(archives))


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if not name.startswith("moves/")])
def test_an_experiment_runs_and_writes_its_tables(name: str, engine: Engine) -> None:
    experiment = EXPERIMENTS[name]
    cells = experiment.cells_at("quick", 1)
    absent = sorted({need for cell in cells for need in cell.needs if not engine.sources.has(need)})
    if absent:
        pytest.skip(f"needs {', '.join(absent)}")
    outcome = engine.run(experiment, "quick", 1)
    assert len(outcome.measured) + len(outcome.known) == len(cells)
    page = write_page(experiment, "quick", 1, engine.store)
    assert set(page.results) == {cell.name for cell in cells}
    assert f"{len(cells)} of {len(cells)} cells" in page.markdown
    for table in experiment.tables_at("quick", page.results):
        assert table.rows
        assert MISSING not in table.markdown()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_declaration_is_whole(name: str) -> None:
    """Cells are told apart at every scale, need what is known, and tables can be made from nothing."""
    experiment = EXPERIMENTS[name]
    for scale in SCALES:
        cells = experiment.cells_at(scale, 1)
        assert cells
        assert len({cell.name for cell in cells}) == len(cells)
        assert len({str(cell.configuration()) for cell in cells}) == len(cells)
        assert all(what_is(need) for cell in cells for need in cell.needs)
        for table in experiment.tables_at(scale, {}):
            assert all(len(row.entries) == len(table.columns) for row in table.rows)
    for text in ("title", "paper", "place", "statistic", "goal", "difference"):
        assert getattr(experiment, text)


def test_a_paper_is_all_of_its_experiments() -> None:
    assert [found.name for paper in PAPERS for found in named(paper)] == list(EXPERIMENTS)
    assert len(named("all")) == len(EXPERIMENTS)
