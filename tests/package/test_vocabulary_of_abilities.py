"""The vocabulary of abilities is one name space over several modules, and nothing of it is left out."""

import ast
from collections.abc import Iterable
from pathlib import Path

from declarant.events import abilities

EVENTS = Path(abilities.__file__).parents[1]
MODULES = [EVENTS / f"{name}.py" for name in ("filters", "instructions", "trigger_events")]


def classes(paths: Iterable[Path]) -> set[str]:
    bodies = (ast.parse(path.read_text("utf-8")).body for path in paths)
    return {node.name for body in bodies for node in body if isinstance(node, ast.ClassDef)}


def test_every_model_of_the_vocabulary_has_its_name_there() -> None:
    names = classes([*MODULES, *(path for path in (EVENTS / "abilities").glob("*.py") if path.name != "__init__.py")])
    assert len(names) > 200
    assert {name for name in names if not hasattr(abilities, name)} == set()


def test_no_other_module_imports_all_names_of_another() -> None:
    floors = [EVENTS.parent / name for name in ("events", "projections", "handlers", "tools")]
    modules = [path for floor in floors for path in floor.rglob("*.py")]
    assert len(modules) > 300
    names = Path(abilities.__file__)  # the name space itself
    assert [path for path in modules if " import *" in path.read_text("utf-8")] == [names]
