"""The vocabulary of abilities is one name space over several modules, and nothing of it is left out; so is the case."""

import ast
from collections.abc import Iterable
from pathlib import Path

from declarant.events import abilities
from declarant.events.model import OfKind, OfType
from declarant.tools.cases import models

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
    name_spaces = {Path(abilities.__file__), Path(models.__file__)}
    assert {path for path in modules if " import *" in path.read_text("utf-8")} == name_spaces


def test_the_kind_of_a_value_is_the_name_of_its_class_or_the_one_it_is_given() -> None:
    class CanSwim(OfKind):
        depth: int = 1

    class HasSwum(OfKind, kind="swum"):
        pass

    class Common(OfKind, kind=""):
        text: str = ""

    class DivesAgain(Common):
        """What it has in common with others comes first."""

    class Swum(OfType):
        """An event."""

    said = [list(value.model_dump().items()) for value in (CanSwim(), HasSwum(), Common(), DivesAgain(), Swum())]
    assert said == [
        [("kind", "can_swim"), ("depth", 1)],
        [("kind", "swum")],
        [("text", "")],
        [("text", ""), ("kind", "dives_again")],
        [("type", "Swum")],
    ]
