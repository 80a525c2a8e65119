"""What other permanents make of card types, and of power and toughness by mana value (205.1, 305.7, 613.1d): derived, or an error
where a board states otherwise."""

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    effect,
    enchantment,
    given,
    illegal,
    legal,
    life,
    permanent,
    planeswalker,
    sizes,
)

NOT_A_CREATURE = [
    "Enchanted permanent is a colorless Forest land.",
    'Enchanted permanent is a colorless land with "{T}: Add {C}" and loses all other card types and abilities.',
    'Enchanted permanent is a Treasure artifact with "{T}, Sacrifice this artifact: Add one mana of any color," and it loses all '
    "other abilities.",
]
MUTATION = (
    "Enchanted creature is an Insect artifact creature with base power and toughness 0/1 and has indestructible, and it loses "
    "all other abilities, card types, and creature types."
)
MARCH = "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value."
OPALESCENCE = (
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base toughness each "
    "equal to its mana value."
)


def aura(text: str) -> dict:
    return permanent("aura", BOB, f"Enchant permanent\n{text}", types=("Enchantment",), subtypes=("Aura",), attached_to="imp")


@pytest.mark.parametrize("text", NOT_A_CREATURE)
def test_what_is_a_land_or_a_treasure_by_an_aura_does_not_attack(text: str) -> None:
    imp = creature("imp", ANN, "Flying", stated=False)
    given(imp, aura(text)).when(attack(imp=BOB)).then(illegal("508.1a"))
    given(imp, aura(text)).when({"leaves": "aura"}, attack(imp=BOB)).then(legal)
    stated = given(creature("imp", ANN), aura(text)).when(attack(imp=BOB)).outcome().report.error
    assert stated is not None and "imp stated as a creature" in stated.found and "it isn't one now" in stated.allowed


def test_an_insect_loses_all_else() -> None:
    imp = creature("imp", ANN, "Flying", types=("Goblin", "Enchantment"), power=3, toughness=3, stated=False)
    outcome = given(imp, aura(MUTATION), creature("elk", BOB)).when(attack(imp=BOB), block(elk="imp"), damage()).outcome()
    seen = outcome.game.view.permanents["imp"]
    assert (seen.size, seen.types) == ("0/1", {"Insect", "Artifact", "Creature"})


@pytest.mark.parametrize(("text", "type"), [(MARCH, "Artifact"), (OPALESCENCE, "Enchantment")])
def test_what_is_a_creature_as_big_as_its_mana_value(text: str, type: str) -> None:
    thing = permanent("thing", ANN, types=(type,), mana_value=3, stated=False)
    march = enchantment("march", ANN, text)
    given(thing, march).when(attack(thing=BOB), block(), damage()).then(life(Bob=17), sizes(thing="3/3"))
    given(thing).when(attack(thing=BOB)).then(illegal("508.1a"))


def test_a_planeswalker_that_is_a_creature_in_its_controllers_turn() -> None:
    text = "During your turn, this permanent is a 4/4 Human Soldier creature with indestructible that's still a planeswalker."
    walker = {**planeswalker("gideon", ANN, stated=False), "text": text}
    outcome = given(walker).when(attack(gideon=BOB), block(), damage()).then(life(Bob=16))
    assert {"Planeswalker", "Creature"} <= outcome.game.view.permanents["gideon"].types
    given(walker, active=BOB).when({"turn": BOB}, attack()).then(sizes(gideon="0/0"))


def test_the_name_that_comes_with_it_changes_nothing_else() -> None:
    text = "Enchanted permanent loses all abilities and is a blue Frog creature with base power and toughness 1/1 named Bert."
    given(creature("imp", ANN, "Flying", stated=False), aura(text)).when(attack(imp=BOB)).then(sizes(imp="1/1"))


STATION = "Station (Tap another creature you control. It's an artifact creature at 8+.)\n2+ | Vigilance\n8+ | Flying"


@pytest.mark.parametrize("text", [STATION, "Station\n2+ | Vigilance\n8+ | Flying\n3/4"])
def test_a_spacecraft_is_a_creature_with_enough_charge_counters(text: str) -> None:
    craft = permanent("craft", ANN, text, types=("Artifact",), subtypes=("Spacecraft",), power=3, toughness=4)
    seven, eight = ({**craft, "counters": {"charge": number}} for number in (7, 8))
    given({**seven, "stated": False}).when(attack(craft=BOB)).then(illegal("508.1a"))
    given({**eight, "stated": False}).when(attack(craft=BOB), block(), damage()).then(life(Bob=17), sizes(craft="3/4"))
    stated = given(eight).when(attack(craft=BOB)).outcome().report.error
    assert stated is not None and "stated as no creature" in stated.found


@pytest.mark.parametrize("number", [0, 7])
def test_a_spacecraft_with_too_few_charge_counters_isnt_stated_as_a_creature(number: int) -> None:
    craft = creature("craft", ANN, STATION, types=("Artifact", "Spacecraft"), counters={"charge": number} if number else {})
    stated = given(craft).when(attack(craft=BOB)).outcome().report.error
    assert stated is not None and stated.found == "craft stated as a creature" and "8+ | artifact creature" in stated.allowed
    animated = effect(ANN, "[craft] is an artifact creature in addition to its other types until end of turn.")
    given(craft, effects=[animated]).when(attack(craft=BOB)).then(legal)


def test_a_planet_is_never_a_creature() -> None:
    planet = permanent("planet", ANN, "Station\n8+ | Flying", types=("Land",), subtypes=("Planet",), counters={"charge": 9})
    given({**planet, "stated": False}).when(attack(planet=BOB)).then(illegal("508.1a"))


@pytest.mark.parametrize(("level", "size"), [(0, "1/1"), (2, "4/4"), (6, "4/4"), (7, "6/6")])
def test_a_leveler_has_the_size_of_its_level(level: int, size: str) -> None:
    text = "Level up {1}\nLEVEL 2-6\n4/4\nFirst strike\nLEVEL 7+\n6/6\nDouble strike"
    grown = creature("imp", ANN, text, power=1, toughness=1, counters={"level": level}, stated=False)
    given(grown).when(attack(imp=BOB)).then(sizes(imp=size))


GOD = "Indestructible\nAs long as your devotion to black is less than five, this permanent isn't a creature."


def test_a_god_whose_devotion_is_stated() -> None:
    god = creature("god", ANN, GOD, types=("God", "Enchantment"), power=5, toughness=7)
    five, four = ({ANN: {"your devotion to black": number}} for number in (5, 4))
    given(god, facts=five).when(attack(god=BOB), block(), damage()).then(life(Bob=15))
    given({**god, "stated": False}, facts=four).when(attack(god=BOB)).then(illegal("508.1a"))
    no_creature = permanent("god", ANN, GOD, types=("Enchantment",), subtypes=("God",), power=5, toughness=7)
    for board in (given({**god, "stated": False}, facts=four), given(no_creature, facts=four)):
        assert board.when().outcome().game.view.permanents["god"].types == {"Enchantment"}  # 205.1a: no God while it is none
    stated = given(god, facts=four).when(attack(god=BOB)).outcome().report.error
    assert stated is not None and "god stated as a creature" in stated.found
    notes = given(god).when(attack(god=BOB)).outcome().report.notes
    assert any("your devotion to black" in note for note in notes)
