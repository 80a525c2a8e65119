"""613.1f: what permanents have is what continuous effects leave and grant: to enchanted, equipped, one's own creatures."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, effect, enchantment, given, illegal, legal, permanent, triggers

BEAR, OX, GUARD = creature("bear", ANN), creature("ox", ANN), creature("guard", BOB)
FLYING = illegal("509.1b", "flying")


def aura(text: str, attached_to: str | None) -> dict[str, Any]:
    return permanent("wings", ANN, text, types=("Enchantment",), subtypes=("Aura",), attached_to=attached_to)


def equipment(text: str, attached_to: str | None) -> dict[str, Any]:
    return permanent("boots", ANN, text, types=("Artifact",), subtypes=("Equipment",), attached_to=attached_to)


def test_an_effect_grants_an_ability() -> None:
    given(BEAR, GUARD, effects=({"on": "bear", "text": "Flying"},)).when(attack(bear=BOB), block(guard="bear")).then(FLYING)


def test_an_effect_takes_all_abilities_away() -> None:
    given(creature("bird", ANN, "Flying"), GUARD, effects=({"on": "bird", "loses_abilities": True},)).when(
        attack(bird=BOB), block(guard="bird")
    ).then(legal)


def test_an_effect_takes_one_keyword_away_and_leaves_the_others() -> None:
    bird = creature("bird", ANN, "Flying, menace")
    given(bird, GUARD, effects=(effect(BOB, "[bird] loses flying until end of turn."),)).when(
        attack(bird=BOB), block(guard="bird")
    ).then(illegal("509.1b", "menace"))


def test_a_creature_that_lost_its_triggered_ability_does_not_trigger() -> None:
    text = "Whenever this creature becomes blocked, draw a card."
    given(creature("ox", ANN, text), GUARD, effects=({"on": "ox", "loses_abilities": True},)).when(
        attack(ox=BOB), block(guard="ox")
    ).then(triggers())


def test_a_granted_triggered_ability_is_that_of_the_creature_that_has_it() -> None:
    horn = enchantment("horn", ANN, "Creatures you control have “Whenever this creature becomes blocked, draw a card.”")
    given(BEAR, OX, GUARD, horn).when(attack(bear=BOB, ox=BOB), block(guard="ox")).then(triggers(ox=1))


@pytest.mark.parametrize("host", ["bear", "ox", None])
def test_enchanted_creature_is_the_one_that_the_aura_is_attached_to(host: str | None) -> None:
    given(BEAR, OX, GUARD, aura("Enchanted creature has flying.", host)).when(attack(bear=BOB, ox=BOB), block(guard="bear")).then(
        FLYING if host == "bear" else legal
    )


@pytest.mark.parametrize("host", ["bear", "ox", None])
def test_equipped_creature_is_the_one_that_the_equipment_is_attached_to(host: str | None) -> None:
    given(BEAR, OX, GUARD, equipment("Equipped creature can't be blocked.", host)).when(
        attack(bear=BOB, ox=BOB), block(guard="bear")
    ).then(illegal("509.1b", "boots") if host == "bear" else legal)


def test_equipment_that_moves_takes_its_ability_along() -> None:
    board = given(BEAR, OX, GUARD, equipment("Equipped creature has flying.", "bear"))
    moved = {"changes": {"id": "boots", "attached_to": "ox"}}
    board.when(attack(bear=BOB, ox=BOB), moved, block(guard="bear")).then(legal)
    board.when(attack(bear=BOB, ox=BOB), moved, block(guard="ox")).then(FLYING)


def test_whenever_enchanted_creature_blocks_triggers_for_the_aura() -> None:
    given(BEAR, GUARD, creature("wall", BOB), aura("Whenever enchanted creature blocks, draw a card.", "guard")).when(
        attack(bear=BOB), block(guard="bear", wall="bear")
    ).then(triggers(wings=1))


def test_creatures_you_control_are_those_of_the_controller_of_the_source() -> None:
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    given(BEAR, GUARD, wind).when(attack(bear=BOB), block(guard="bear")).then(FLYING)
    given(BEAR, GUARD, {**wind, "controller": BOB}).when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_other_creatures_you_control_leaves_the_source_out() -> None:
    lord = creature("lord", ANN, "Other creatures you control have flying.")
    board = given(lord, BEAR, GUARD)
    board.when(attack(lord=BOB, bear=BOB), block(guard="lord")).then(legal)
    board.when(attack(lord=BOB, bear=BOB), block(guard="bear")).then(FLYING)


def test_creatures_of_a_type_are_found_by_their_types_now() -> None:
    lord = creature("lord", ANN, "Goblins you control have menace.")
    board = given(lord, BEAR, GUARD)
    goblin = {"changes": {"id": "bear", "subtypes": ["Goblin"]}}
    board.when(attack(bear=BOB), block(guard="bear")).then(legal)
    board.when(attack(bear=BOB), goblin, block(guard="bear")).then(illegal("509.1b", "menace"))


def test_a_source_that_changes_controllers_grants_to_its_new_controllers_creatures() -> None:
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    given(BEAR, GUARD, wind).when(attack(bear=BOB), {"changes": {"id": "wind", "controller": BOB}}, block(guard="bear")).then(
        legal
    )


def test_a_source_that_leaves_grants_nothing_any_more() -> None:
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    for gone in ({"leaves": "wind"}, {"phases_out": "wind"}):
        given(BEAR, GUARD, wind).when(attack(bear=BOB), gone, block(guard="bear")).then(legal)


def test_a_condition_decides_whether_anything_is_granted() -> None:
    lord = creature("lord", ANN, "As long as you control an artifact, this creature has flying.")
    board = given(lord, GUARD)
    board.when(attack(lord=BOB), block(guard="lord")).then(legal)
    given(lord, GUARD, equipment("", None)).when(attack(lord=BOB), block(guard="lord")).then(FLYING)


def test_an_ability_until_end_of_turn_ends_with_the_turn() -> None:
    given(BEAR, GUARD, effects=(effect(ANN, "[bear] gains flying until end of turn."),)).when(
        {"turn": BOB}, {"turn": ANN}, attack(bear=BOB), block(guard="bear")
    ).then(legal)
