"""702.16f: an attacker with protection isn't blocked by creatures that have the quality."""

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal

PLAIN = creature("plain", BOB)
BLACK = creature("black", BOB, colors=["B"])
RED_AND_BLACK = creature("gold", BOB, colors=["B", "R"])
ARTIFACT = creature("golem", BOB, types=("Artifact",))
GOBLIN = creature("goblin", BOB, colors=["R"], subtypes=("Goblin",))
BLOCKERS = (PLAIN, BLACK, RED_AND_BLACK, ARTIFACT, GOBLIN)


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("Protection from black", {"black", "gold"}),
        ("Protection from black and from red", {"black", "gold", "goblin"}),
        ("Protection from all colors", {"black", "gold", "goblin"}),
        ("Protection from each color", {"black", "gold", "goblin"}),
        ("Protection from monocolored", {"black", "goblin"}),
        ("Protection from multicolored", {"gold"}),
        ("Protection from colorless", {"plain", "golem"}),
        ("Protection from artifacts", {"golem"}),
        ("Protection from creatures", {"plain", "black", "gold", "golem", "goblin"}),
        ("Protection from Goblins", {"goblin"}),
        ("Protection from everything", {"plain", "black", "gold", "golem", "goblin"}),
        ("Protection from Walls", set()),
        ("Protection from red creatures", {"gold", "goblin"}),
        ("Protection from red permanents", {"gold", "goblin"}),
        ("Protection from red spells", set()),
        ("Protection from red artifacts", set()),
        ("Protection from red Goblins", {"goblin"}),
        ("Protection from red and from artifacts", {"gold", "goblin", "golem"}),
        ("Protection from multicolored creatures", {"gold"}),
        ("Protection from colorless spells", set()),
        ("Protection from black creatures and from artifacts", {"black", "gold", "golem"}),
        ("Protection from red and black creatures", {"black", "gold", "goblin"}),
    ],
)
def test_creatures_with_the_quality_cannot_block_it(text: str, forbidden: set[str]) -> None:
    board = given(creature("knight", ANN, text), *BLOCKERS)
    for blocker in BLOCKERS:
        ruling = illegal("509.1b", blocker["id"], "knight") if blocker["id"] in forbidden else legal
        board.when(attack(knight=BOB), block({blocker["id"]: "knight"})).then(ruling)


def test_protection_of_the_blocker_forbids_no_block() -> None:
    given(creature("ghoul", ANN, colors=["B"]), creature("knight", BOB, "Protection from black")).when(
        attack(ghoul=BOB), block(knight="ghoul")
    ).then(legal)
