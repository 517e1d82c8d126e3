"""The notebooks are plain JSON without outputs, and their Python runs as it stands."""

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def cells(path: Path) -> list[str]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def run(name: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__notebook__"}
    for number, source in enumerate(cells(EXAMPLES / name), 1):
        exec(compile(source, f"{name}, cell {number}", "exec"), names)
    return names


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_no_outputs(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert document["cells"][0]["cell_type"] == "markdown"
    for cell in document["cells"]:
        assert cell["cell_type"] == "markdown" or (cell["outputs"], cell["execution_count"]) == ([], None)


def test_all_three_are_there() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["export-pytorch", "export-r", "export-scikit-learn"]


def test_scikit_learn_learns_which_blocks_live() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    names = run("export-scikit-learn.ipynb")
    share = float(names["alive"][names["test"]].mean())
    assert min(names["errors"].values()) < min(share, 1 - share), "no better than always saying the same"


def test_pytorch_learns_to_guess_moves() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    names = run("export-pytorch.ipynb")
    legal = float(names["inputs"][names["test"]][:, 2].sum(dim=(1, 2)).mean())
    assert names["among_ten"] > 1.5 * 10 / legal, "no better than drawing ten empty points"
    assert names["losses"][-1] < names["losses"][0]
