"""613.8: an effect that another one changes, ends or gives new objects waits for that one, whatever their timestamps."""

from typing import Any

import pytest
from declarant.events import abilities as a
from referee import ANN, BOB, attack, block, creature, damage, enchantment, given, illegal, legal, life, permanent

BEAR, GUARD, WALL = creature("bear", ANN), creature("guard", BOB), creature("wall", BOB)
SPIDERS = (creature("spider", BOB, "Reach"), creature("widow", BOB, "Reach"))
FLYING, MENACE = illegal("509.1b", "flying"), illegal("509.1b", "menace")


def test_a_source_that_lost_its_ability_grants_nothing_although_it_is_older() -> None:
    lord = creature("lord", ANN, "Other creatures you control have flying.")
    board = given(lord, BEAR, GUARD, effects=({"on": "lord", "loses_abilities": True},))
    board.when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_a_source_whose_ability_is_lost_on_the_others_only_goes_on_granting_elsewhere() -> None:
    lord = creature("lord", ANN, "Other creatures you control have flying.")
    given(lord, BEAR, creature("ox", ANN), GUARD, effects=({"on": "ox", "loses_abilities": True},)).when(
        attack(bear=BOB, ox=BOB), block(guard="bear")
    ).then(FLYING)


def test_a_grant_that_asks_for_a_keyword_waits_for_the_grant_of_that_keyword() -> None:
    menace = enchantment("dread", ANN, "Creatures you control with flying have menace.")
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    for permanents in ((menace, wind), (wind, menace)):
        board = given(BEAR, *SPIDERS, *permanents)
        board.when(attack(bear=BOB), block(spider="bear")).then(MENACE)
        board.when(attack(bear=BOB), block(spider="bear", widow="bear")).then(legal)


def test_a_grant_that_asks_for_a_keyword_waits_for_its_loss() -> None:
    menace = enchantment("dread", ANN, "Creatures you control with flying have menace.")
    calm = enchantment("calm", BOB, "Creatures your opponents control lose flying.")
    for permanents in ((menace, calm), (calm, menace)):
        given(creature("bird", ANN, "Flying"), GUARD, *permanents).when(attack(bird=BOB), block(guard="bird")).then(legal)


def test_a_granted_ability_that_grants_is_applied_too() -> None:
    shared = "Creatures you control have “Other creatures you control have menace.”"
    given(BEAR, creature("ox", ANN), GUARD, enchantment("drums", ANN, shared)).when(attack(bear=BOB), block(guard="bear")).then(
        MENACE
    )


def test_two_effects_that_depend_on_each_other_apply_in_the_order_of_their_timestamps() -> None:
    flying = enchantment("up", ANN, "Creatures you control without reach have flying.")
    reach = enchantment("down", ANN, "Creatures you control without flying have reach.")
    given(BEAR, GUARD, flying, reach).when(attack(bear=BOB), block(guard="bear")).then(FLYING)
    given(BEAR, GUARD, reach, flying).when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_an_effect_without_dependency_does_not_wait() -> None:
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    given(BEAR, GUARD, wind, effects=({"on": "bear", "loses_abilities": True},)).when(attack(bear=BOB), block(guard="bear")).then(
        legal
    )


def test_a_bonus_for_odd_power_waits_for_what_changes_power() -> None:
    odd = enchantment("odd", ANN, "Creatures you control with odd power get +1/+0.")
    more = enchantment("more", ANN, "Creatures you control get +1/+0.")
    bear = creature("bear", ANN, power=2, stated=False)
    for permanents in ((odd, more), (more, odd)):
        given(bear, *permanents).when(attack(bear=BOB), block(), damage()).then(life(Bob=16))


ARTIFACTS = "artifacts in addition to their other types"
OX = creature("ox", ANN)
ON_THE_OX: dict[str, Any] = {"types": ("Enchantment",), "attached_to": "ox"}
AURAS = "Enchantments are Auras in addition to their other types."
RED = "All creatures are red."
ASKING: list[tuple[str, str, tuple[dict[str, Any], ...], str, object]] = [
    (
        f"Enchanted permanents are {ARTIFACTS}.",
        AURAS,
        (OX, permanent("vine", ANN, **ON_THE_OX)),
        "types",
        {"Artifact", "Creature"},
    ),
    (
        f"Modified permanents are {ARTIFACTS}.",
        AURAS,
        (OX, permanent("vine", ANN, **ON_THE_OX)),
        "types",
        {"Artifact", "Creature"},
    ),
    (
        "Equipped permanents are Walls in addition to their other types.",
        "Artifacts are Equipment in addition to their other types.",
        (OX, permanent("axe", ANN, types=("Artifact",), attached_to="ox")),
        "types",
        {"Creature", "Wall"},
    ),
    (
        f"Goaded permanents are {ARTIFACTS}.",
        "All creatures are Goblins.",
        (OX, enchantment("taunt", ANN, "Goblins are goaded.")),
        "types",
        {"Artifact", "Creature", "Goblin"},
    ),
    (
        f"Permanents with power 2 or greater are {ARTIFACTS}.",
        "Lands are creatures in addition to their other types.",
        (permanent("ox", ANN, types=("Land",), power=2, toughness=2),),
        "types",
        {"Artifact", "Creature", "Land"},
    ),
    (
        f"Permanents with abilities are {ARTIFACTS}.",
        "Lands are Forests in addition to their other types.",
        (permanent("ox", ANN, types=("Land",)),),
        "types",
        {"Artifact", "Forest", "Land"},
    ),
    (
        "Goaded creatures are black in addition to their other colors.",
        RED,
        (OX, enchantment("taunt", ANN, "Red creatures are goaded.")),
        "colors",
        {"B", "R"},
    ),
    (
        "Suspected creatures are black in addition to their other colors.",
        RED,
        (OX, enchantment("clue", ANN, "Red creatures are suspected.")),
        "colors",
        {"B", "R"},
    ),
    (
        "Goaded creatures get +1/+1.",
        "All creatures get +2/+2.",
        (OX, enchantment("taunt", ANN, "Creatures with power 3 or greater are goaded.")),
        "size",
        "5/5",
    ),
    (
        "Creatures with base power 3 or greater have base power and toughness 1/1.",
        "All creatures have base power and toughness 5/5.",
        (OX,),
        "size",
        "1/1",
    ),
]


@pytest.mark.parametrize(("asks", "changes", "others", "what", "wanted"), ASKING, ids=[each[0] for each in ASKING])
def test_whatever_an_effect_asks_for_it_waits_for_what_changes_that(
    asks: str, changes: str, others: tuple[dict[str, Any], ...], what: str, wanted: object
) -> None:
    for order in ((asks, changes), (changes, asks)):
        laws = [enchantment(f"law {number}", ANN, text) for number, text in enumerate(order)]
        game = given(*others, *laws, stated=False).game()
        assert getattr(game.view.permanents["ox"], what) == wanted


def test_an_effect_that_is_locked_in_on_its_objects_waits_for_what_its_condition_asks_for() -> None:
    walls = a.Exists(filter=a.HasType(type="Wall"))
    artifact = a.ChangesCharacteristics(permanents=a.IsOneOf(ids=("ox",)), types=("Artifact",), kept=True, condition=walls)
    game = given(OX, stated=False).game()
    game.begin_effect(a.Effect(id="oil", controller=ANN, abilities=(artifact,)))
    wall = a.ChangesCharacteristics(permanents=a.HasType(type="Creature"), types=("Wall",), kept=True)
    game.begin_effect(a.Effect(id="stone", controller=ANN, abilities=(wall,)))
    assert game.view.permanents["ox"].types == {"Artifact", "Creature", "Wall"}


def test_what_sets_power_sees_it_without_counters() -> None:
    """613.4b comes before 613.4c."""
    small = enchantment("small", ANN, "Creatures with power 3 or greater have base power and toughness 1/1.")
    game = given(creature("bear", ANN, power=3, toughness=3, counters={"+1/+1": 1}), small, stated=False).game()
    assert game.view.permanents["bear"].size == "2/2"
    game = given(creature("bear", ANN, counters={"+1/+1": 1}), small, stated=False).game()
    assert game.view.permanents["bear"].size == "3/3"
