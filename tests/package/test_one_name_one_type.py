"""Each name of a type means one thing: no class and no alias is defined twice in the package."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import declarant

ROOT = Path(declarant.__file__).parent
FLOORS = ("events", "projections", "handlers", "tools")
TWICE: dict[str, str] = {}
"""Names that may mean two things, and why."""


def types_of(module: ast.Module) -> Iterator[str]:
    """The classes that a module defines anywhere, and its aliases of types. Type variables mean nothing by themselves."""
    yield from (node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef))
    for node in module.body:
        name = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        if not isinstance(name, ast.Name) or not name.id.lstrip("_")[:1].isupper() or name.id.isupper():
            continue
        if not (isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "TypeVar"):
            yield name.id


def test_no_name_of_a_type_is_defined_twice() -> None:
    places = defaultdict(list)
    for path in (path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))):
        for name in types_of(ast.parse(path.read_text("utf-8"))):
            places[name].append(path.relative_to(ROOT).as_posix())
    assert len(places) > 1_000
    assert {name: found for name, found in places.items() if len(found) > 1 and name not in TWICE} == {}
    assert {name for name in TWICE if len(places[name]) < 2} == set()


def test_a_name_that_is_defined_twice_is_found() -> None:
    module = ast.parse("class Row: ...\nRow = dict[str, int]\nROWS = 3\nRowT = TypeVar('RowT')\n_State: TypeAlias = int")
    assert list(types_of(module)) == ["Row", "Row", "_State"]
