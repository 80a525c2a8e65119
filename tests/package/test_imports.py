"""No module imports itself by way of others, and none imports what no dependency declares."""

import ast
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("events", "projections", "handlers", "tools")
COME_WITH = {"pydantic_core": "pydantic"}  # each pydantic pins the one that it works with
"""What is imported only where a declared distribution is, which can't do without it → that distribution."""
PYTHONS = {*sys.stdlib_module_names, "compression"}  # that one from 3.14 on: it is imported in Pyodide, which has it


BUILT = """
import declarant.tools.cases.permanents, declarant.tools.oracle.permanents
from declarant.events.model import Model
waiting = [Model]
for kind in waiting:
    waiting += kind.__subclasses__()
    if kind.__pydantic_complete__ and len(str(kind.__pydantic_core_schema__)) > 5_000:
        print(kind.__name__)
"""


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


def imported_from_outside() -> dict[str, Path]:
    """Name of a package that isn't ours nor Python's → a file that imports it, anywhere in it."""
    found: dict[str, Path] = {}
    for path in (*ROOT.glob("*.py"), *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0]: path for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found[node.module.partition(".")[0]] = path
    return {name: path for name, path in found.items() if name not in PYTHONS | {"declarant"}}


def test_every_import_is_of_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {
        re.split(r"[\[>=<]", dependency)[0].lower().replace("_", "-")
        for dependency in [*project["dependencies"], *project["optional-dependencies"]["all"]]
    }
    distributions = metadata.packages_distributions()
    undeclared = {
        name: str(path.relative_to(ROOT))
        for name, path in imported_from_outside().items()
        if name not in COME_WITH
        and not {distribution.lower().replace("_", "-") for distribution in distributions.get(name, [])} & declared
    }
    assert undeclared == {}


def test_what_reads_texts_builds_no_large_schema_as_it_is_imported() -> None:
    """A value that a module holds is made with `model_construct` (`events/model.py`): a schema that holds conditions or filters
    takes longer to build than most modules to load."""
    assert subprocess.run([sys.executable, "-c", BUILT], capture_output=True, text=True, check=True).stdout == ""
