"""Which layer may use which part of the native core; the import linter sees Python alone."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "kifu"

#: What stands here is all that a layer may use; a layer that is not named uses nothing native.
ALLOWED = {
    "records": {"records"},
    "games": {"go", "draughts"},
    "archive": {"go", "draughts"},
    "features": {"features"},
    "models": {"models"},
    "judgement": {"analysis"},
    "players": {"go", "playouts", "search"},
    "arena": {"models", "search"},
    "analysis": {"analysis", "models"},
    "learners": {"go", "learners", "models", "playouts", "search"},
    "evaluation": {"models"},
    "interfaces": {"go", "learners", "models", "playouts", "search"},
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


@pytest.mark.parametrize("layer", sorted(path.name for path in PACKAGE.iterdir() if path.is_dir()))
def test_a_layer_uses_only_its_own_parts_of_the_core(layer: str) -> None:
    for file in (PACKAGE / layer).rglob("*.py"):
        beyond = _native_parts(file) - ALLOWED.get(layer, set())
        assert not beyond, f"{file.relative_to(PACKAGE)} uses {beyond}: call the layer that owns it"
