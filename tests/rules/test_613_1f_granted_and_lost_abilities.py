"""613.1f: what permanents have is what continuous effects leave and grant: to enchanted, equipped, one's own creatures."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    dealt,
    effect,
    enchantment,
    given,
    illegal,
    legal,
    permanent,
    triggers,
)

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


# --- what is given by size ------------------------------------------------------------------------------------------------------

PUMPED = "[imp] gets {} until end of turn."
STRIKES = "This creature has double strike as long as its power is 4 or greater."
SIZES = {
    "printed": (creature("imp", ANN, STRIKES, power=4, toughness=9), (), True),
    "too small": (creature("imp", ANN, STRIKES, power=3, toughness=9), (), False),
    "pumped": (creature("imp", ANN, STRIKES, power=3, toughness=9), ({"effect": effect(ANN, PUMPED.format("+2/+2"))},), False),
    "shrunk": (creature("imp", ANN, STRIKES, power=4, toughness=9), ({"effect": effect(ANN, PUMPED.format("-2/-0"))},), True),
    "with a counter": (creature("imp", ANN, STRIKES, power=4, toughness=9, counters={"+1/+1": 1}), (), False),
    "with a counter that makes it small": (creature("imp", ANN, STRIKES, power=3, toughness=9, counters={"-1/-1": 1}), (), True),
    "that gets a counter": (
        creature("imp", ANN, STRIKES, power=3, toughness=9),
        ({"changes": {"id": "imp", "counters": {"+1/+1": 2}}},),
        False,
    ),
    "of base power 5": (
        creature("imp", ANN, STRIKES, power=3, toughness=9),
        ({"effect": effect(ANN, "[imp] has base power and toughness 5/9 until end of turn.")},),
        False,
    ),
}


@pytest.mark.parametrize("size", SIZES)
def test_what_is_given_by_size_asks_before_power_is_changed(size: str) -> None:
    """613.1f before 613.4: what sets power, counters and pumps come after what gives abilities."""
    imp, steps, strikes = SIZES[size]
    board = given(imp, creature("ox", BOB))
    outcome = board.when(attack(imp=BOB), block(), *steps, damage()).outcome()
    assert outcome.step.second_step_follows == strikes
    assert any("613.1f" in note for note in outcome.report.notes)


def test_counters_are_on_top_again_where_power_is_asked_for_later() -> None:
    imp = creature("imp", ANN, STRIKES, power=4, toughness=9, counters={"+1/+1": 1})
    board = given(imp, enchantment("law", BOB, "Creatures with power 4 or greater can't attack."))
    board.when(attack(imp=BOB)).then(illegal("508.1c"))
    for base in ("base power 3", "power 3 or less"):
        given({**imp, "text": f"Creatures with {base} have flying."}, creature("ox", BOB, power=5)).when(
            attack(imp=BOB), block(ox="imp")
        ).then(illegal("509.1b"))


def test_what_dies_by_counters_in_the_first_step_strikes_again_by_what_is_printed() -> None:
    """Wither makes it smaller in the first step; it has double strike all the same (510.4)."""
    imp, ox = creature("imp", ANN, STRIKES, power=4, toughness=9), creature("ox", BOB, "First strike, wither", toughness=20)
    given(imp, ox).when(attack(imp=BOB), block(ox="imp"), damage(), damage()).then(dealt(imp={"ox": 2}))
