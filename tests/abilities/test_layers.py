"""613.4: power and toughness derived from what is printed, counters and static abilities, in layers 7a–d and by timestamps."""

from random import Random
from typing import Any

import pytest
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cases.report import DamageReport
from referee import (
    ANN,
    BOB,
    Given,
    attack,
    block,
    creature,
    damage,
    dies,
    effect,
    given,
    illegal,
    land,
    legal,
    permanent,
    refused,
    resolve,
    sizes,
)


def derived(*battlefield: dict[str, Any], **more: Any) -> Given:
    """A board of which what is printed is stated."""
    return given(*battlefield, stated=False, **more)


BEAR, ELK = creature("bear", ANN), creature("elk", BOB)
ON_THE_BEAR: dict[str, Any] = {"types": ("Enchantment", "Aura"), "attached_to": "bear"}
ANTHEM = permanent("anthem", ANN, "Creatures you control get +1/+1.", types=("Enchantment",))


def test_an_anthem_is_for_its_controllers_creatures() -> None:
    assert_sizes(derived(BEAR, ELK, ANTHEM), bear="3/3", elk="2/2")


def assert_sizes(board: Given, **of: str) -> None:
    sizes(**of)(board.when().outcome())


def test_a_lord_is_not_for_itself() -> None:
    lord = creature("lord", ANN, "Other Goblins you control get +1/+1.", subtypes=("Goblin",))
    assert_sizes(derived(lord, creature("imp", ANN, subtypes=("Goblin",)), BEAR), lord="2/2", imp="3/3", bear="2/2")


def test_two_lords_help_each_other() -> None:
    lords = [creature(id, ANN, "Other Goblins you control get +1/+1.", subtypes=("Goblin",)) for id in ("lord", "chief")]
    assert_sizes(derived(*lords), lord="3/3", chief="3/3")


def test_auras_and_equipment() -> None:
    aura = permanent("aura", ANN, "Enchanted creature gets +2/+0 and has trample.", **ON_THE_BEAR)
    axe = permanent("axe", ANN, "Equipped creature gets +0/+3.", types=("Artifact", "Equipment"), attached_to="bear")
    assert_sizes(derived(BEAR, aura, axe), bear="4/5")


def test_counters_are_added() -> None:
    assert_sizes(derived(creature("bear", ANN, counters={"+1/+1": 2, "-1/-1": 1})), bear="3/3")
    assert_sizes(given(creature("bear", ANN, counters={"+1/+1": 2})), bear="2/2")


def test_counters_that_change_change_it() -> None:
    changed = {"changes": {"id": "bear", "counters": {"+1/+1": 3}}}
    derived(creature("bear", ANN, counters={"+1/+1": 1})).when(changed).then(sizes(bear="5/5"))


def test_for_each() -> None:
    king = creature("king", ANN, "This creature gets +1/+0 for each other creature you control.")
    assert_sizes(derived(king, BEAR, creature("imp", ANN), ELK), king="4/2")


def test_as_long_as() -> None:
    imp = creature("imp", ANN, "This creature gets +2/+2 as long as you control a Forest.")
    assert_sizes(derived(imp), imp="2/2")
    assert_sizes(derived(imp, land("wood", ANN, "Forest")), imp="4/4")


def test_a_characteristic_defining_ability_comes_first_and_counters_are_added() -> None:
    text = "This creature's power and toughness are each equal to the number of lands you control."
    golem = creature("golem", ANN, text, power=0, toughness=0, counters={"+1/+1": 1})
    assert_sizes(derived(golem, land("wood", ANN, "Forest"), land("isle", ANN, "Island"), ANTHEM), golem="4/4")


def test_base_power_and_toughness_are_set_before_anything_is_added() -> None:
    pot = permanent("pot", BOB, "Enchanted creature has base power and toughness 0/1.", **ON_THE_BEAR)
    assert_sizes(derived(creature("bear", ANN, counters={"+1/+1": 1}), ANTHEM, pot), bear="2/3")


@pytest.mark.parametrize(("first", "second", "size"), [("0/1", "5/5", "5/5"), ("5/5", "0/1", "0/1")])
def test_of_two_that_set_it_the_later_one_holds(first: str, second: str, size: str) -> None:
    auras = [
        permanent(id, BOB, f"Enchanted creature has base power and toughness {each}.", **ON_THE_BEAR)
        for id, each in (("pot", first), ("pan", second))
    ]
    assert_sizes(derived(BEAR, *auras), bear=size)


def test_an_aura_that_is_attached_again_is_later() -> None:
    auras = [
        permanent(id, BOB, f"Enchanted creature has base power and toughness {each}.", **ON_THE_BEAR)
        for id, each in (("pot", "0/1"), ("pan", "5/5"))
    ]
    moved = {"changes": {"id": "pot", "attached_to": "elk"}}
    back = {"changes": {"id": "pot", "attached_to": "bear"}}
    derived(BEAR, ELK, *auras).when(moved).then(sizes(bear="5/5", elk="0/1"))
    derived(BEAR, ELK, *auras).when(moved, back).then(sizes(bear="0/1", elk="2/2"))


def test_who_loses_all_abilities_gives_nothing_any_more() -> None:
    lord = creature("lord", ANN, "Creatures you control get +1/+1.")
    assert_sizes(derived(lord, BEAR, effects=({"on": "lord", "loses_abilities": True},)), bear="2/2", lord="2/2")


def test_effects_come_on_top() -> None:
    assert_sizes(derived(BEAR, ANTHEM, effects=(effect(ANN, "[bear] gets +3/+0 until end of turn."),)), bear="6/3")


def test_when_the_lord_dies_the_others_shrink_and_may_die() -> None:
    lord = creature("lord", ANN, "Other creatures you control get +1/+1.", toughness=1)
    imp, ox = creature("imp", ANN, power=0, toughness=2), creature("ox", BOB, power=2)
    fight = derived(lord, imp, ELK, ox).when(attack(lord=BOB, imp=BOB), block(elk="lord", ox="imp"), damage())
    fight.then(dies(None, "lord", "imp", "elk"))


def test_tokens_are_counted_and_grow() -> None:
    chief = creature("chief", ANN, "Mobilize 1\nCreatures you control get +1/+1.")
    derived(chief).when(attack(chief=BOB), resolve()).then(sizes(chief="3/3", **{"chief token 1": "2/2"}))


def test_an_attack_bonus_is_there_while_it_attacks() -> None:
    banner = permanent("banner", ANN, "Attacking creatures you control get +1/+0.", types=("Artifact",))
    assert_sizes(derived(BEAR, banner), bear="2/2")
    derived(BEAR, banner).when(attack(bear=BOB)).then(sizes(bear="3/2"))


def test_what_is_not_understood_is_declined() -> None:
    odd = creature("odd", ANN, "This creature gets +1/+1 for each time you've cast a spell from exile.")
    derived(odd).when().then(refused("wording-not-understood"))
    given(odd).when().then(lambda outcome: None)


def enchantment(id: str, text: str) -> dict[str, Any]:
    return permanent(id, ANN, text, types=("Enchantment",))


def test_counters_of_other_sizes_are_added_too() -> None:
    """122.1a."""
    assert_sizes(derived(creature("bear", ANN, counters={"+1/+0": 2, "-0/-1": 1, "+2/+2": 1})), bear="6/3")
    steed = creature("bear", ANN, "When this creature attacks, put a +1/+0 counter on it.")
    derived(steed).when(attack(bear=BOB), resolve()).then(sizes(bear="3/2"))


STRONG = enchantment("strong", "Creatures you control with power 4 or greater get +1/+1.")
BANNER = enchantment("banner", "Creatures you control get +1/+0.")


@pytest.mark.parametrize("board", [(STRONG, BANNER), (BANNER, STRONG)])
def test_what_depends_on_another_effect_of_the_layer_waits_for_it(board: tuple[dict[str, Any], ...]) -> None:
    """613.8a, whichever is older."""
    assert_sizes(derived(creature("bear", ANN, power=3), BEAR | {"id": "cub"}, *board), bear="5/3", cub="3/2")


def test_effects_that_depend_on_each_other_are_applied_by_their_timestamps() -> None:
    """613.8b."""
    weak = enchantment("weak", "Creatures you control with power 3 or less get +1/+0.")
    shrink = enchantment("shrink", "Creatures you control with power 4 or greater get -1/-0.")
    both = creature("bear", ANN, power=3), creature("ox", ANN, power=4)
    assert_sizes(derived(*both, weak, shrink), bear="3/2", ox="3/2")
    assert_sizes(derived(*both, shrink, weak), bear="4/2", ox="4/2")


def test_colors_and_types_are_changed_before_power_and_toughness() -> None:
    """613.1d–e: as far as others ask for them."""
    black = (enchantment("dusk", "Black creatures get +1/+1."), enchantment("night", "All creatures are black."))
    assert_sizes(derived(BEAR, *black), bear="3/3")
    kin = (
        enchantment("king", "Goblins get +1/+1."),
        enchantment("kin", "All creatures are Goblins in addition to their other types."),
    )
    assert_sizes(derived(BEAR, *kin), bear="3/3")


def test_who_may_block_is_asked_of_colors_as_they_are() -> None:
    fearful = creature("bear", ANN, "Fear")
    fight = derived(fearful, ELK, enchantment("night", "All creatures are black."))
    fight.when(attack(bear=BOB), block(elk="bear")).then(legal)
    derived(fearful, ELK).when(attack(bear=BOB), block(elk="bear")).then(illegal("509.1b", "fear"))


def test_an_ability_that_is_granted_changes_others() -> None:
    crowd = enchantment("crowd", 'Creatures you control have "Other creatures you control get +1/+1."')
    assert_sizes(derived(BEAR, creature("cub", ANN), creature("imp", ANN), crowd), bear="4/4", cub="4/4", imp="4/4")


@pytest.mark.parametrize(
    "text",
    ["Creatures you control are the chosen type in addition to their other types.", "All creatures are the chosen color."],
)
def test_kinds_that_are_not_understood_are_declined(text: str) -> None:
    derived(BEAR, enchantment("odd", text)).when().then(refused("wording-not-understood"))


TEXTS = (
    "Creatures you control get +1/+1.",
    "Other creatures you control get +1/+0.",
    "Attacking creatures you control get +0/+1.",
    "Creatures your opponents control get -1/-0.",
    "This creature gets +1/+1 for each other creature you control.",
    "Flying",
    "",
)


def test_stated_and_derived_boards_fight_alike() -> None:
    """Both ways agree: what is derived once attackers and blockers are declared, stated instead."""
    random = Random(613)
    for _ in range(60):
        board = [
            creature(id, owner, random.choice(TEXTS), power=random.randint(1, 4), toughness=random.randint(2, 5))
            for owner, ids in ((ANN, ("a1", "a2")), (BOB, ("b1", "b2")))
            for id in ids
        ]
        steps = [attack(a1=BOB, a2=BOB), block(b1="a1", b2="a2")]
        fight = derived(*board).when(*steps)
        outcome = fight.outcome()
        if outcome.step.verdict != "legal":
            continue
        seen = outcome.game.view.permanents
        stated = [{**each, "power": seen[each["id"]].power, "toughness": seen[each["id"]].toughness} for each in board]
        cases = (fight.case, {**fight.case, "battlefield": stated, "stated": True})
        first, second = (judge(Case.model_validate({**case, "steps": [*steps, damage()]})) for case in cases)
        assert isinstance(first.steps[-1], DamageReport) and isinstance(second.steps[-1], DamageReport)
        assert first.steps[-1].dealt == second.steps[-1].dealt


def test_what_is_switched_is_switched_once_for_each_effect() -> None:
    """613.4d."""
    text = "Whenever this creature attacks, switch this creature's power and toughness until end of turn."
    bear = creature("bear", ANN, text, power=1, toughness=4)
    given(bear, stated=False).when(attack(bear=BOB), resolve()).then(sizes(bear="4/1"))
    twice = creature("bear", ANN, f"{text}\n{text}", power=1, toughness=4)
    given(twice, stated=False).when(attack(bear=BOB), resolve(), resolve()).then(sizes(bear="1/4"))


GIVEN_UNDER_A_CONDITION = [
    "This creature is black as long as you control a Goblin.",
    "As long as you control a Goblin, this creature is black.",
    "As long as you control a Goblin, this creature has vigilance and is black.",
    "This creature has vigilance and is black as long as you control a Goblin.",
    "As long as you control a Goblin, this creature can't attack and is black.",
    "As long as seven or fewer cards are in your graveyard and you control a Goblin, this creature has reach and is black.",
]


@pytest.mark.parametrize("text", GIVEN_UNDER_A_CONDITION)
def test_a_color_that_is_had_under_a_condition_is_had_as_long_as_it_holds(text: str) -> None:
    shade, imp = creature("shade", ANN, "Fear"), creature("imp", BOB, text)
    steps = attack(shade=BOB), block(imp="shade")
    derived(shade, imp, graveyard={BOB: 0}).when(*steps).then(illegal("509.1b"))
    derived(shade, imp, creature("gob", BOB, types=("Goblin",)), graveyard={BOB: 0}).when(*steps).then(legal)


def test_a_type_that_is_had_beside_an_ability_under_a_condition_is_had() -> None:
    text = "As long as this creature has two or more counters on it, it has flying and is an Elf in addition to its other types."
    lord = permanent("lord", ANN, "Elves you control get +1/+1.", types=("Enchantment",))
    for counters, size in ((1, "1/2"), (2, "2/3")):
        imp = creature("imp", ANN, text, power=1, toughness=2, counters={"charge": counters})
        derived(imp, lord).when(attack()).then(sizes(imp=size))
