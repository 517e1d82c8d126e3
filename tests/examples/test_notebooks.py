"""The notebooks are plain JSON without outputs, and their Python and R run as they stand."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def cells(path: Path) -> list[str]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def run(name: str, check: str, folder: Path, *program: str) -> str:
    """Run the cells as one program in a process of its own, as a notebook has it; check what they made."""
    script = folder / Path(name).stem
    script.write_text("\n".join([*cells(EXAMPLES / name), check]), encoding="utf-8")
    # R calls the command `kifu`, which lies beside this Python whether or not its environment is activated.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    # Small work: threads would only wait for one another on a busy machine.
    done = subprocess.run(
        [*(program or (sys.executable,)), str(script)],
        env={**os.environ, "PATH": path, "OMP_NUM_THREADS": "1", "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_no_outputs(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert document["cells"][0]["cell_type"] == "markdown"
    for cell in document["cells"]:
        assert cell["cell_type"] == "markdown" or (cell["outputs"], cell["execution_count"]) == ([], None)


def test_all_three_are_there() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["export-pytorch", "export-r", "export-scikit-learn"]


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed")
def test_r_learns_what_makes_a_move_an_experts(tmp_path: Path) -> None:
    better = "stopifnot(coef(fit)[['known']] > 0.5)"
    told = run("export-r.ipynb", better, tmp_path, "Rscript", "--vanilla")
    assert re.search(r"^[1-9]\d* candidates of [1-9]\d* positions$", told, re.M)


def test_scikit_learn_learns_which_blocks_live(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    better = (
        "share = alive[test].mean(); assert min(errors.values()) < min(share, 1 - share), (errors, share)"
    )
    run("export-scikit-learn.ipynb", better, tmp_path)


def test_pytorch_learns_to_guess_moves(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    empty = "empty = float(inputs[test][:, 2].sum(dim=(1, 2)).mean())"
    better = "assert among_ten > 1.5 * 10 / empty and losses[-1] < losses[0], (among_ten, empty, losses)"
    run("export-pytorch.ipynb", f"{empty}\n{better}", tmp_path)
