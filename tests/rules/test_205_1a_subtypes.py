"""205.1a: subtypes that are set replace those of their kind, and no others; with a card type its subtypes are lost."""

import pytest
from referee import ANN, BOB, attack, creature, given, permanent, resolve


@pytest.mark.parametrize(
    ("types", "becomes", "then"),
    [
        (["Artifact", "Clue"], "a Treasure", {"Artifact", "Treasure"}),
        (["Artifact", "Creature", "Golem"], "a Treasure", {"Artifact", "Creature", "Golem", "Treasure"}),
        (["Artifact", "Creature", "Golem"], "a Goblin", {"Artifact", "Creature", "Goblin"}),
        (["Basic", "Land", "Swamp"], "an Island", {"Basic", "Land", "Island"}),
        (["Artifact", "Clue", "Creature", "Golem"], "a creature and loses all other card types", {"Creature", "Golem"}),
        (["Enchantment", "Shrine", "Creature"], "an artifact", {"Artifact"}),
        (["Basic", "Land", "Swamp"], "an Island in addition to its other types", {"Basic", "Land", "Swamp", "Island"}),
    ],
)
def test_a_subtype_that_is_set_replaces_those_of_its_kind(types: list[str], becomes: str, then: set[str]) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, target permanent becomes {becomes}.")
    other = permanent("other", BOB, types=tuple(types), **({"power": 3, "toughness": 3} if "Creature" in types else {}))
    chosen = {"source": "imp", "targets": ["other"]}
    outcome = given(imp, other, stated=False).when(attack(imp=BOB), resolve("all", chosen)).outcome()
    assert outcome.game.view.permanents["other"].types == then and not outcome.game.stack.marks
