"""205.2, 205.3, 205.4: card types, supertypes and subtypes are known words; creature types are whatever else there is."""

import pytest
from declarant.events.errors import InvalidInput
from declarant.tools.cases.reading import read_case
from referee import ANN, BOB, attack, block, creature, enchantment, given, illegal, land, legal

BEAR = creature("bear", ANN)


def bare(id: str, controller: str, **fields: object) -> dict[str, object]:
    return {"id": id, "controller": controller, **fields}


@pytest.mark.parametrize(
    ("field", "word", "meant"),
    [
        ("types", "Creture", "Creature"),
        ("types", "Creatures", "Creature"),
        ("types", "Goblin", "subtypes"),
        ("types", "Summon", "Artifact, Battle"),
        ("supertypes", "Legendery", "Legendary"),
        ("supertypes", "Creature", "Basic, Legendary"),
    ],
)
def test_what_is_no_such_type_is_refused_with_the_nearest(field: str, word: str, meant: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_case({"players": [ANN, BOB], "battlefield": [bare("b", BOB, **{"types": ["Creature"], field: [word]})], "steps": []})
    assert refusal.value.where == f"battlefield[0].{field}[0]"
    assert word in refusal.value.found and meant in refusal.value.allowed


@pytest.mark.parametrize("word", ["creature", "CREATURE", " creature "])
def test_a_type_in_other_case_is_taken_as_meant(word: str) -> None:
    given(BEAR, bare("b", BOB, types=[word])).when(attack(bear=BOB), block(b="bear")).then(legal)


def test_a_subtype_in_other_case_is_taken_as_meant() -> None:
    plague = enchantment("plague", ANN, "Goblins can't block.")
    given(BEAR, plague, bare("b", BOB, types=["Creature"], subtypes=["goblin"])).when(attack(bear=BOB), block(b="bear")).then(
        illegal("509.1b")
    )


def test_a_creature_type_that_nobody_knows_is_one() -> None:
    changeling = creature("changeling", BOB, "Changeling")
    given(BEAR, bare("b", BOB, types=["Creature"], subtypes=["Quagga"]), changeling).when(attack(bear=BOB), block(b="bear")).then(
        legal
    )


@pytest.mark.parametrize(("type", "is_one"), [("Caves", False), ("Jaces", False), ("Sieges", False), ("Goblins", True)])
def test_changeling_means_every_creature_type_and_no_other(type: str, is_one: bool) -> None:
    plague = enchantment("plague", ANN, f"{type} can't block.")
    given(BEAR, plague, creature("changeling", BOB, "Changeling")).when(attack(bear=BOB), block(changeling="bear")).then(
        illegal("509.1b") if is_one else legal
    )


def test_what_is_legendary_is_historic_and_a_pirate_an_outlaw() -> None:
    for types, word, is_one in (
        (("Legendary",), "Historic", True),
        (("Pirate",), "Outlaw", True),
        (("Wizard",), "Outlaw", False),
        (("Wizard",), "Historic", False),
    ):
        plague = enchantment("plague", ANN, f"{word} creatures can't block.")
        given(BEAR, plague, creature("b", BOB, types=types), land("cave", BOB, "Cave")).when(
            attack(bear=BOB), block(b="bear")
        ).then(illegal("509.1b") if is_one else legal)
