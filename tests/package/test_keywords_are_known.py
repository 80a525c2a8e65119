"""Wherever a keyword is named, it is one of the one list: a word that is misspelt would never be found on a permanent."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from declarant.handlers.best_play import trick_reading, trigger_reading
from declarant.handlers.combat import changed_damage_616, turns
from declarant.handlers.rulebook.keywords import keyword_called
from declarant.projections import board
from declarant.tools.arena import abilities as of_arena
from declarant.tools.environments import deciding

ROOT = Path(__file__).resolve().parents[2]
LISTS = {
    "Arena's numbers": of_arena.KEYWORDS.values(),
    "what an environment sees": deciding.KEYWORDS,
    "what changes its permanent": board.CHANGING_KEYWORDS,
    "what may be gained": trigger_reading.GAINED,
    "what changes no damage": trigger_reading.WITHOUT_EFFECT,
    "what follows from damage": changed_damage_616._RESULTS,
    "what strikes first": turns._STRIKING_FIRST,
    "what casting does": trick_reading.ON_CASTING,
}


def asked_for(tree: ast.AST) -> Iterator[str]:
    """The words of `"flying" in view.keywords(id)`, `keywords.isdisjoint(("flying",))` and `HasKeyword(keyword="flying")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            if isinstance(node.left, ast.Constant) and ".keywords(" in ast.unparse(node.comparators[0]):
                yield str(node.left.value)
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called.endswith(("HasKeyword", "KeywordAbility")):
                yield from (
                    str(each.value.value)
                    for each in node.keywords
                    if isinstance(each.value, ast.Constant) and each.arg == "keyword"
                )


@pytest.mark.parametrize("named", LISTS)
def test_a_list_of_keywords_names_known_ones(named: str) -> None:
    assert [word for word in LISTS[named] if keyword_called(word) is None] == []


def test_what_is_asked_of_a_permanent_is_a_known_keyword() -> None:
    found = {
        (str(path.relative_to(ROOT)), word)
        for floor in ("handlers", "projections", "tools")
        for path in (ROOT / floor).rglob("*.py")
        for word in asked_for(ast.parse(path.read_text("utf-8")))
    }
    assert len(found) > 30
    assert sorted((path, word) for path, word in found if keyword_called(word) is None) == []
