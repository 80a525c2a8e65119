"""No module imports itself by way of others."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("events", "projections", "handlers", "tools")


def imports() -> dict[str, set[str]]:
    """Module → the modules of the package that it imports as it is imported."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        package = (module if path.name == "__init__.py" else module.rpartition(".")[0]).split(".")
        found[module] = set()
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.level:
                base = ".".join([*package[: len(package) - node.level + 1], *([node.module] if node.module else [])])
                named = {f"{base}.{alias.name}" if f"{base}.{alias.name}" in files else base for alias in node.names}
                found[module] |= (named & files.keys()) - {module}
    return found


def test_there_is_no_circle_of_imports() -> None:
    graph = imports()
    assert len(graph) > 200
    TopologicalSorter(graph).prepare()
