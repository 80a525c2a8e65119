"""509.1a in every edition: untapped creatures of the defending player, no battles (from 2023-04-14), one attacker for each."""

import pytest
from referee import (
    ANN,
    BEFORE_BATTLES,
    BOB,
    CAT,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    attack,
    battle,
    block,
    blocking,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    instead,
    land,
    legal,
    permanent,
    planeswalker,
)

BEAR, OX, ELK = creature("bear", ANN), creature("ox", ANN), creature("elk", ANN)
GUARD = creature("guard", BOB)


@pytest.mark.parametrize("rules", [BEFORE_BATTLES, WITH_ORDERS, WITHOUT_ORDERS])
def test_an_untapped_creature_blocks_a_tapped_one_does_not(rules: str) -> None:
    board = given(BEAR, GUARD, creature("sleeper", BOB, tapped=True), rules=rules)
    board.when(attack(bear=BOB), block(guard="bear")).then(legal, blocking(guard=["bear"]))
    board.when(attack(bear=BOB), block(sleeper="bear")).then(illegal("509.1a", "sleeper", "tapped"))


def test_a_creature_that_untapped_after_attackers_were_declared_blocks() -> None:
    given(BEAR, creature("sleeper", BOB, tapped=True)).when(
        attack(bear=BOB), {"changes": {"id": "sleeper", "tapped": False}}, block(sleeper="bear")
    ).then(legal)


def test_a_creature_that_came_under_control_this_turn_blocks() -> None:
    given(BEAR, creature("recruit", BOB, summoning_sick=True)).when(attack(bear=BOB), block(recruit="bear")).then(legal)


def test_a_creature_that_is_also_a_battle_cannot_be_chosen() -> None:
    given(BEAR, creature("rampart", BOB, types=("Battle",), defense=3, protector=ANN)).when(
        attack(bear=BOB), block(rampart="bear")
    ).then(illegal("509.1a", "rampart", "battle"))


def test_a_permanent_that_is_no_creature_cannot_be_chosen() -> None:
    given(BEAR, permanent("statue", BOB, types=("Artifact",))).when(attack(bear=BOB), block(statue="bear")).then(
        illegal("509.1a", "statue", "creature")
    )


def test_another_players_creature_cannot_be_chosen() -> None:
    given(BEAR, OX).when(attack(bear=BOB), block(ox="bear")).then(illegal("509.1a", "ox"))


def test_each_creature_blocks_one_attacker() -> None:
    given(BEAR, OX, GUARD).when(attack(bear=BOB, ox=BOB), block(guard=["bear", "ox"])).then(illegal("509.1a", "only 1"))


def test_several_creatures_block_the_same_attacker() -> None:
    given(BEAR, GUARD, creature("wall", BOB)).when(attack(bear=BOB), block(guard="bear", wall="bear")).then(legal)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("This creature can block an additional creature each combat.", 2),
        ("This creature can block an additional two creatures each combat.", 3),
        ("This creature can block any number of creatures.", 4),
    ],
)
def test_extra_blocks_are_allowed_up_to_their_number(text: str, most: int) -> None:
    attackers = ["bear", "ox", "elk", "boar"]
    board = given(BEAR, OX, ELK, creature("boar", ANN), creature("giant", BOB, text))
    declared = attack(dict.fromkeys(attackers, BOB))
    board.when(declared, block(giant=attackers[:most])).then(legal, blocking(giant=attackers[:most]))
    if most < len(attackers):
        board.when(declared, block(giant=attackers[: most + 1])).then(illegal("509.1a", f"only {most}"))


def test_extra_blocks_of_several_effects_add_up() -> None:
    board = given(
        BEAR,
        OX,
        ELK,
        creature("giant", BOB, "This creature can block an additional creature each combat."),
        enchantment("watch", BOB, "Each creature you control can block an additional creature each combat."),
    )
    board.when(attack(bear=BOB, ox=BOB, elk=BOB), block(giant=["bear", "ox", "elk"])).then(legal)


def test_an_extra_block_is_for_the_creature_that_has_it() -> None:
    given(BEAR, OX, GUARD, creature("giant", BOB, "This creature can block an additional creature each combat.")).when(
        attack(bear=BOB, ox=BOB), block(guard=["bear", "ox"])
    ).then(illegal("509.1a", "guard"))


def test_an_extra_block_is_for_another_attacker() -> None:
    given(BEAR, creature("giant", BOB, "This creature can block an additional creature each combat.")).when(
        attack(bear=BOB), block(giant=["bear", "bear"])
    ).then(illegal("509.1a", "giant", "twice"))


def test_what_is_not_attacking_cannot_be_blocked() -> None:
    given(BEAR, OX, GUARD).when(attack(bear=BOB), block(guard="ox")).then(illegal("509.1a", "ox", "attacking"))


def test_what_attacks_another_player_cannot_be_blocked() -> None:
    given(BEAR, OX, GUARD, players=(ANN, BOB, CAT)).when(attack(bear=BOB, ox=CAT), block(guard="ox")).then(illegal("509.1a", CAT))


def test_what_attacks_a_planeswalker_that_the_player_controls_can_be_blocked() -> None:
    given(BEAR, GUARD, planeswalker("walker", BOB)).when(attack(bear="walker"), block(guard="bear")).then(legal)


@pytest.mark.parametrize("rules", [WITH_ORDERS, WITHOUT_ORDERS])
def test_what_attacks_a_battle_that_the_player_protects_can_be_blocked(rules: str) -> None:
    given(BEAR, GUARD, battle("siege", ANN, BOB), rules=rules).when(attack(bear="siege"), block(guard="bear")).then(legal)


def test_a_tapped_creature_blocks_where_it_can_block_as_though_untapped() -> None:
    sleeper = creature("sleeper", BOB, tapped=True)
    relentless = enchantment("relentless", BOB, "Tapped creatures you control can block as though they were untapped.")
    given(BEAR, sleeper, relentless).when(attack(bear=BOB), block(sleeper="bear")).then(legal)


def test_blocking_as_though_untapped_is_for_the_creatures_it_is_said_of() -> None:
    sleeper = creature("sleeper", BOB, tapped=True)
    relentless = enchantment("relentless", ANN, "Tapped creatures you control can block as though they were untapped.")
    given(BEAR, sleeper, relentless).when(attack(bear=BOB), block(sleeper="bear")).then(illegal("509.1a", "tapped"))


def test_choosing_is_judged_before_restrictions() -> None:
    given(BEAR, creature("idler", BOB, "This creature can't block.", tapped=True)).when(
        attack(bear=BOB), block(idler="bear")
    ).then(illegal("509.1a"))


def test_everything_wrong_with_the_choice_is_reported_at_once() -> None:
    given(BEAR, creature("sleeper", BOB, tapped=True), permanent("statue", BOB, types=("Artifact",)), land("moor", BOB)).when(
        attack(bear=BOB), block(sleeper="bear", statue="bear")
    ).then(illegal("509.1a", "sleeper", "statue"))


def test_the_way_out_keeps_the_blocks_that_can_be_chosen() -> None:
    given(BEAR, OX, GUARD, creature("sleeper", BOB, tapped=True)).when(
        attack(bear=BOB, ox=BOB), block(guard="ox", sleeper="bear")
    ).then(illegal("509.1a"), instead(guard=["ox"]))


def test_a_requirement_does_not_make_a_tapped_creature_eligible() -> None:
    given(BEAR, creature("sleeper", BOB, tapped=True), effects=(effect(ANN, "[sleeper] blocks [bear] this turn if able."),)).when(
        attack(bear=BOB), block(sleeper="bear")
    ).then(illegal("509.1a", "tapped"))
