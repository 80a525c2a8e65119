"""The words of a text are read as they stand: no reader rewrites them, makes a cursor of its own, or moves one past them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import declarant
import pytest

ORACLE = Path(declarant.__file__).parent / "tools" / "oracle"
BEGINNINGS = {
    "as_typed.as_typed": "a line in other words that it can only mean, before it is read",
    "bearing": "quoted abilities, of which it is asked what they speak of",
    "changes.changes_characteristics": "quoted abilities, of which it is asked what they speak of",
    "commas.with_comma": "a line that lacks a comma, before it is read",
    "damage.removing": "a sentence of a case",
    "doing.kind": "whether a line is a trigger, for the count of those that are read",
    "effects": "the words of a case",
    "happenings._state": "what a trigger that isn't modelled waits for",
    "lines": "a line, and its sentences",
    "misspelling.misspelt": "quoted abilities, of which it is asked whether a word is misspelt",
    "not_modelled.not_modelled": "the sentences of what isn't modelled",
    "reader._option": "a mode",
    "sentences": "a sentence without its card",
    "templates": "a line, compared with the templates",
}
"""Where reading begins: only there words are made of a text, and cursors of words."""
STATE = {"at", "tokens", "derivations", "ahead"}
"""Where a cursor stands, and how it got there: only its own methods set it."""
MAKERS = {"Cursor", "Lexeme", "tokenize", "plain", "_replace"}
"""What makes cursors and words."""


def places(module: ast.Module) -> Iterator[tuple[str, str]]:
    """What a module does to cursors and words, and the function at the top of the module where it does."""
    for top in module.body:
        where = top.name if isinstance(top, ast.FunctionDef | ast.ClassDef) else ""
        for node in ast.walk(top):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
                if name in MAKERS and not (name == "_replace" and ast.unparse(function).startswith(("self.", "read."))):
                    yield where, name
            stored = node if isinstance(getattr(node, "ctx", None), ast.Store) else None
            stored = stored.value if isinstance(stored, ast.Subscript) else stored
            if isinstance(stored, ast.Attribute) and stored.attr in STATE:
                yield where, stored.attr


def found() -> Iterator[tuple[str, str]]:
    """The modules and functions that do so."""
    for path in sorted(ORACLE.rglob("*.py")):
        module = ".".join(path.relative_to(ORACLE).with_suffix("").parts).removesuffix(".__init__")
        if module not in ("cursor", "tokens"):
            yield from ((f"{module}.{where}", what) for where, what in places(ast.parse(path.read_text("utf-8"))))


def may(where: str) -> bool:
    return where in BEGINNINGS or where.rpartition(".")[0] in BEGINNINGS


def test_no_reader_rewrites_words_or_moves_past_them() -> None:
    assert [(where, what) for where, what in found() if not may(where) or what in STATE] == []


def test_every_beginning_is_one() -> None:
    begun = {where for where, _ in found()} | {where.rpartition(".")[0] for where, _ in found()}
    assert BEGINNINGS.keys() - begun == set()


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("def reads(c): return Cursor(c.tokens[2:])", "Cursor"),
        ("def reads(c): return tokenize(c.raw())", "tokenize"),
        ("def reads(c): c.tokens = c.tokens[1:]", "tokens"),
        ("def reads(c): c.at += 3", "at"),
        ("def reads(c): c.at, c.mentioned = 0, None", "at"),
        ("def reads(c): c.derivations[:] = []", "derivations"),
        ("def reads(c): return [each._replace(word='it') for each in c.tokens]", "_replace"),
    ],
)
def test_one_that_does_is_found(said: str, what: str) -> None:
    assert list(places(ast.parse(said))) == [("reads", what)]
