"""616.1: of several effects that replace or prevent damage a player chooses the order: what all orders come to happens."""

import pytest
from referee import ANN, BOB, attack, block, creature, damage, dealt, effect, enchantment, given, has, life, refused

DOUBLE = "If a source you control would deal damage to a permanent or player, it deals double that damage instead."
MORE = "If a source you control would deal damage to a permanent or player, it deals that much damage plus 1 instead."
ONE = "If a source would deal damage to you, prevent 1 of that damage."
HALF = "If a source would deal damage to you, prevent half that damage, rounded up."
ALL = "Prevent all damage that would be dealt to you."
PHANTOM = "If damage would be dealt to this creature, prevent that damage. Remove a +1/+1 counter from this creature."


@pytest.mark.parametrize(
    ("texts", "power", "left"),
    [
        ((DOUBLE, DOUBLE), 3, 8),
        ((HALF, ALL), 3, 20),
        ((HALF, ONE), 4, 19),
        ((ONE, ONE), 3, 19),
        ((DOUBLE, ALL), 3, 20),
        ((DOUBLE, ONE), 3, None),
        ((DOUBLE, MORE), 3, None),
        ((HALF, ONE), 5, None),
    ],
)
def test_damage_to_a_player(texts: tuple[str, ...], power: int, left: int | None) -> None:
    laws = [enchantment(f"law {n}", ANN if "you control" in text else BOB, text) for n, text in enumerate(texts)]
    board = given(creature("imp", ANN, power=power), *laws).when(attack(imp=BOB), block(), damage())
    board.then(refused("wording-not-understood", "several effects replace or prevent") if left is None else life(Bob=left))


@pytest.mark.parametrize(
    ("other", "power", "removed"),
    [
        ("If a source would deal damage to [ghost], prevent 1 of that damage.", 3, 1),
        ("If a source would deal damage to [ghost], prevent 1 of that damage.", 1, None),
        ("Prevent all combat damage that would be dealt to [ghost] this turn.", 3, None),
        ("Damage can't be prevented this turn.", 1, 1),
    ],
)
def test_whether_a_counter_is_removed(other: str, power: int, removed: int | None) -> None:
    """Nothing is left to prevent for a phantom, and no counter is removed, where another effect prevented all of it (615.5)."""
    ghost = creature("ghost", BOB, PHANTOM, counters={"+1/+1": 3}, power=3, toughness=3)
    board = given(creature("imp", ANN, power=power, toughness=9), ghost, effects=(effect(BOB, other),))
    fight = board.when(attack(imp=BOB), block(ghost="imp"), damage())
    if removed is None:
        fight.then(refused("wording-not-understood", "several effects replace or prevent"))
    else:
        fight.then(has("ghost", counters={"+1/+1": 3 - removed}))


def test_what_cant_be_dealt_isnt_changed() -> None:
    law = enchantment("law", BOB, "Creatures can't deal damage to you.")
    given(creature("imp", ANN), law, enchantment("double", ANN, DOUBLE)).when(attack(imp=BOB), block(), damage()).then(dealt())


SHIELD = "Prevent the next 3 damage that would be dealt to you this turn."
LARGER_SHIELD = "Prevent the next 5 damage that would be dealt to you this turn."
OF_COMBAT = "Prevent the next 3 combat damage that would be dealt to you this turn."
SHIELD_OF_THE_TURN_AND_NEXT = "Prevent the next 3 damage that would be dealt to you until your next turn."


@pytest.mark.parametrize(
    ("other", "power", "left"),
    [
        (ONE, 3, None),
        (ALL, 3, None),
        (HALF, 2, None),
        ("Damage can't be prevented.", 3, 17),
        (ONE, 4, 20),
        (ONE, 6, 18),
        ("If a source would deal damage to [ghost], prevent 1 of that damage.", 3, 20),
    ],
)
def test_what_is_left_of_a_shield(other: str, power: int, left: int | None) -> None:
    """615.7: what another effect prevents doesn't use it up. Where it is used up in any order, none is chosen."""
    ghost = creature("ghost", BOB)
    stated = (effect(BOB, SHIELD), effect(BOB, other))
    fight = given(creature("imp", ANN, power=power), ghost, effects=stated).when(attack(imp=BOB), block(), damage())
    fight.then(refused("wording-not-understood", "what is left of the shield") if left is None else life(Bob=left))


@pytest.mark.parametrize(
    ("shields", "powers", "left"),
    [
        ((SHIELD, SHIELD), (4,), 20),
        ((SHIELD, LARGER_SHIELD), (4, 5), 19),
        ((SHIELD, OF_COMBAT), (4,), None),
        ((SHIELD, OF_COMBAT), (6, 1), 19),
        ((SHIELD, SHIELD_OF_THE_TURN_AND_NEXT), (2,), None),
    ],
)
def test_shields_of_one_sort_are_one(shields: tuple[str, ...], powers: tuple[int, ...], left: int | None) -> None:
    """Which of them is used first matters where they are about other damage, or last for another time."""
    imps = [creature(f"imp {number}", ANN, power=power) for number, power in enumerate(powers)]
    board = given(*imps, effects=tuple(effect(BOB, shield) for shield in shields))
    fight = board.when(attack({imp["id"]: BOB for imp in imps}), block(), damage())
    fight.then(refused("wording-not-understood", "what is left of the shield") if left is None else life(Bob=left))


OF_ANY = "Prevent the next 2 damage that would be dealt to creatures you control this turn."
COUNTS = "Whenever a creature deals combat damage to a player, put a +1/+1 counter on it."


@pytest.mark.parametrize(
    ("texts", "law", "left"),
    [
        (("", ""), "", 19),
        (("Lifelink", "Lifelink"), "", 19),
        (("Lifelink", ""), "", None),
        (("Infect", ""), "", None),
        (("Toxic 1", "Toxic 2"), "", None),
        (("", ""), COUNTS, None),
    ],
)
def test_which_damage_a_shield_prevents_that_does_not_suffice(texts: tuple[str, str], law: str, left: int | None) -> None:
    """615.7: the player chooses; where it is all the same, none is chosen."""
    imps = [creature(f"imp {number}", ANN, text, power=2) for number, text in enumerate(texts)]
    board = given(*imps, *([enchantment("law", ANN, law)] if law else []), effects=(effect(BOB, SHIELD),))
    fight = board.when(attack({imp["id"]: BOB for imp in imps}), block(), damage())
    fight.then(refused("wording-not-understood", "a shield doesn't suffice") if left is None else life(Bob=left))


@pytest.mark.parametrize(("power", "marked"), [(1, 0), (2, None)])
def test_which_of_several_creatures_a_shield_keeps_from_damage(power: int, marked: int | None) -> None:
    ogres = [creature(f"ogre {number}", BOB, power=1, toughness=4) for number in range(2)]
    imps = [creature(f"imp {number}", ANN, power=power, toughness=4) for number in range(2)]
    fight = given(*imps, *ogres, effects=(effect(BOB, OF_ANY),)).when(
        attack({imp["id"]: BOB for imp in imps}), block({"ogre 0": ["imp 0"], "ogre 1": ["imp 1"]}), damage()
    )
    if marked is None:
        fight.then(refused("wording-not-understood", "a shield doesn't suffice"))
    else:
        fight.then(has("ogre 0", marked=marked), has("ogre 1", marked=marked))
