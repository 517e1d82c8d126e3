"""Which layer may use which part of the native core; the import linter sees Python alone."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = [ROOT / "src" / "kifu", ROOT / "lab" / "kifu_lab"]
FOLDERS = [path for package in PACKAGES for path in package.iterdir() if path.is_dir()]
LAYERS = {f"{path.parent.name}/{path.name}": path for path in FOLDERS}

#: What stands here is all that a layer may use; a layer that is not named uses nothing native.
ALLOWED = {
    "kifu/records": {"records"},
    "kifu/games": {"go", "draughts"},
    "kifu/archive": {"go", "draughts"},
    "kifu/features": {"features"},
    "kifu/models": {"models"},
    "kifu/judgement": {"analysis"},
    "kifu/players": {"go", "playouts", "search"},
    "kifu/arena": {"models", "search"},
    "kifu/analysis": {"analysis", "models"},
    "kifu/learners": {"go", "learners", "models", "playouts", "search"},
    "kifu/interfaces": {"go", "models", "search"},
    "kifu_lab/evaluation": {"models"},
    "kifu_lab/bench": {"learners", "playouts", "search"},
}


def _native_parts(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kifu._native"):
            below = node.module.split(".")[2:]
            found |= set(below[:1]) if below else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("kifu._native")}
    return found


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_a_layer_uses_only_its_own_parts_of_the_core(layer: str) -> None:
    for file in LAYERS[layer].rglob("*.py"):
        beyond = _native_parts(file) - ALLOWED.get(layer, set())
        assert not beyond, f"{file.relative_to(ROOT)} uses {beyond}: call the layer that owns it"
