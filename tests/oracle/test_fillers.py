"""Words that are read and forgotten, or passed over: only those of closed lists, each with the reason why."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import declarant
from declarant.tools.oracle.fillers import FILLERS, STRETCHES

ORACLE = Path(declarant.__file__).parent / "tools" / "oracle"


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All nodes of a module, which several tests go through."""
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def calls(path: Path, *methods: str) -> Iterator[tuple[str, list[ast.expr], ast.Call]]:
    """The calls of a cursor's methods in a module, with their arguments."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
            yield node.func.attr, node.args, node


def said(method: str) -> Iterator[str]:
    for path in ORACLE.rglob("*.py"):
        for _, arguments, _ in calls(path, method):
            yield from (each.value for each in arguments if isinstance(each, ast.Constant) and isinstance(each.value, str))


def nobody_looks(path: Path) -> Iterator[int]:
    """Where the result of `take` is dropped."""
    for statement in nodes(path):
        todo = [statement.value] if isinstance(statement, ast.Expr) else []
        while todo:
            match todo.pop():
                case ast.BoolOp(values=values):
                    todo += values
                case ast.IfExp(body=body, orelse=orelse):
                    todo += [body, orelse]
                case ast.Call(func=ast.Attribute(attr="take"), lineno=line):
                    yield line


def test_what_is_read_and_forgotten_is_called_a_filler() -> None:
    found = [f"{path.relative_to(ORACLE)}:{line}" for path in sorted(ORACLE.rglob("*.py")) for line in nobody_looks(path)]
    assert not found


def test_each_filler_has_its_reason_and_each_reason_a_filler() -> None:
    assert set(said("filler")) | {", and"} == FILLERS.keys()


def test_each_stretch_has_its_reason_and_each_reason_a_stretch() -> None:
    assert set(said("move")) | set(said("pass_over")) == STRETCHES.keys()
