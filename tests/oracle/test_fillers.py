"""Words that are read and forgotten: only those of a closed list, each with the reason why it says nothing more."""

import ast
from collections.abc import Iterator
from pathlib import Path

import declarant

ORACLE = Path(declarant.__file__).parent / "tools" / "oracle"
ARTICLE = "an article: how many there are is told by the noun's number"
PARTITIVE = "of those that are named next: how many was read before, or is read from them"
CHOOSER = "whoever does it chooses, which is so without the words (608.2d)"
SAME = "another way to say what was read already"
DOER = "who does it was read already, and none but they can"
CASE = "of an instruction that a case states: the case knows when it happens, and instead of what"
FILLERS = {
    "a": ARTICLE,
    "an": ARTICLE,
    "the": ARTICLE,
    "that": ARTICLE,
    "and": "joins what is read one by one",
    "then": CASE,
    "then ,": CASE,
    "otherwise ,": CASE,
    "instead ,": CASE,
    "instead": CASE,
    "then if you do ,": "of a delayed action, which happens only if what came before did",
    "each": PARTITIVE,
    "each of": PARTITIVE,
    "up to": PARTITIVE,
    "any number of": PARTITIVE,
    "is": "the verb of what was done this way",
    "was": "the verb of what was done this way",
    "are": "the verb of what was done this way",
    "were": "the verb of what was done this way",
    "it": "the subject that the clause before had, too",
    "they": "the subject that the clause before had, too",
    "he": "the subject that the clause before had, too",
    "she": "the subject that the clause before had, too",
    "you": DOER,
    "you may": DOER,
    "have": "the verb of a choice: you may have it done",
    "also": SAME,
    "perpetually": "for as long as the game lasts, which no combat outlives",
    "for each": "what follows is the number",
    "equal to": "what follows is the number",
    ", where x is": "what follows is the number",
    "an additional": "on top of what it has, as every change is (613.4c)",
    "another": "the caller looks back at it, and excepts what was named before",
    "other": "the caller looks back at it, and excepts what was named before",
    "does": "the verb of a comparison between players",
    "do": "the verb of a comparison between players",
    "control": "the verb of a comparison between players",
    "controls": "the verb of a comparison between players",
    "abilities": "of the kind that was named",
    "spells": "permanents are asked for, of which none is a spell",
    "permanents": SAME,
    "creatures": "protection from a color is from whatever has it",
    "counter": "the word for what was named, told once for several",
    "at random": "which cards are discarded, of which only the number is known",
    "face down": "of a card that nobody looks at again",
    "last": "what was chosen isn't stated, and is asked for in the card's words",
    "created this way": SAME,
    "of their choice": CHOOSER,
    "of your choice": CHOOSER,
    "of his or her choice": CHOOSER,
    "from your graveyard": SAME,
    "defending player": "whom the token attacks, as what made it says",
    "defending player or a planeswalker they control": "its controller chooses which (508.4)",
    "or a planeswalker they control": "its controller chooses which (508.4)",
    ", reveal it": "nobody's hand is known by name",
    ", reveal that card": "nobody's hand is known by name",
    ", reveal them": "nobody's hand is known by name",
    ",": "a comma after the condition of a trigger",
}
"""Phrase → why it can be left out without a difference."""


def forgotten(path: Path) -> Iterator[tuple[int, str]]:
    """The phrases of `take` whose result nobody looks at, with their lines."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Expr):
            continue
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "take":
                yield from ((call.lineno, each.value) for each in call.args if isinstance(each, ast.Constant))


def test_what_is_read_and_forgotten_is_on_the_list() -> None:
    found = {path.name: list(forgotten(path)) for path in sorted(ORACLE.rglob("*.py"))}
    unknown = {name: [each for each in told if each[1] not in FILLERS] for name, told in found.items()}
    assert not {name: told for name, told in unknown.items() if told}


def test_the_list_holds_nothing_else() -> None:
    used = {phrase for path in ORACLE.rglob("*.py") for _, phrase in forgotten(path)}
    assert not FILLERS.keys() - used
