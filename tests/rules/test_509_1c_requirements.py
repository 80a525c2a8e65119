"""509.1c in every edition: as many requirements as can be without breaking a restriction; nobody is required to pay."""

import pytest
from referee import (
    ANN,
    BEFORE_BATTLES,
    BOB,
    CAT,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    attack,
    block,
    costs,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    instead,
    legal,
)

BLOCKS_IF_ABLE = "This creature blocks each combat if able."
LURE = "All creatures able to block this creature do so."
MUST_BE_BLOCKED = "This creature must be blocked if able."
EXTRA = "This creature can block an additional creature each combat."

BEAR, OX = creature("bear", ANN), creature("ox", ANN)
BRUTE = creature("brute", ANN, "Menace")
GUARD, WALL, GIANT = creature("guard", BOB), creature("wall", BOB), creature("giant", BOB)
EAGER = creature("eager", BOB, BLOCKS_IF_ABLE)


@pytest.mark.parametrize("rules", [BEFORE_BATTLES, WITH_ORDERS, WITHOUT_ORDERS])
def test_a_creature_that_blocks_if_able_blocks(rules: str) -> None:
    board = given(BEAR, EAGER, rules=rules)
    board.when(attack(bear=BOB), block()).then(illegal("509.1c", "eager blocks if able"), instead(eager=["bear"]))
    board.when(attack(bear=BOB), block(eager="bear")).then(legal)


def test_it_may_block_any_of_the_attackers() -> None:
    given(BEAR, OX, EAGER).when(attack(bear=BOB, ox=BOB), block(eager="ox")).then(legal)


def test_it_need_not_block_what_attacks_another_player() -> None:
    given(BEAR, OX, EAGER, creature("ward", CAT), players=(ANN, BOB, CAT)).when(attack(bear=CAT), block(by=CAT)).then(legal)


def test_a_tapped_creature_is_asked_nothing() -> None:
    given(BEAR, creature("eager", BOB, BLOCKS_IF_ABLE, tapped=True)).when(attack(bear=BOB), block()).then(legal)


def test_a_creature_that_cannot_block_is_asked_nothing() -> None:
    given(BEAR, creature("eager", BOB, BLOCKS_IF_ABLE + "\nThis creature can't block.")).when(attack(bear=BOB), block()).then(
        legal
    )


def test_a_creature_is_asked_nothing_by_attackers_that_it_cannot_block() -> None:
    given(creature("bird", ANN, "Flying"), EAGER).when(attack(bird=BOB), block()).then(legal)


def test_a_creature_that_must_be_blocked_is_blocked_by_somebody() -> None:
    board = given(creature("bait", ANN, MUST_BE_BLOCKED), BEAR, GUARD, WALL)
    declared = attack(bait=BOB, bear=BOB)
    board.when(declared, block()).then(illegal("509.1c", "bait must be blocked"))
    board.when(declared, block(guard="bear")).then(illegal("509.1c", "bait must be blocked"))
    board.when(declared, block(guard="bait")).then(legal)
    board.when(declared, block(guard="bear", wall="bait")).then(legal)


def test_a_creature_that_must_be_blocked_but_cannot_be_is_not() -> None:
    given(creature("bait", ANN, MUST_BE_BLOCKED + "\nFlying"), GUARD).when(attack(bait=BOB), block()).then(legal)


def test_must_be_blocked_by_two_or_more_is_not_met_by_one() -> None:
    board = given(creature("bait", ANN, "This creature must be blocked by two or more creatures if able."), GUARD, WALL)
    board.when(attack(bait=BOB), block()).then(illegal("509.1c"))
    board.when(attack(bait=BOB), block(guard="bait")).then(illegal("509.1c"))
    board.when(attack(bait=BOB), block(guard="bait", wall="bait")).then(legal)


def test_must_be_blocked_by_two_or_more_asks_nothing_of_a_single_creature() -> None:
    given(creature("bait", ANN, "This creature must be blocked by two or more creatures if able."), GUARD).when(
        attack(bait=BOB), block()
    ).then(legal)


def test_must_be_blocked_by_exactly_one_is_not_met_by_two() -> None:
    board = given(creature("bait", ANN, "This creature must be blocked by exactly one creature if able."), GUARD, WALL)
    board.when(attack(bait=BOB), block()).then(illegal("509.1c"))
    board.when(attack(bait=BOB), block(guard="bait")).then(legal)
    board.when(attack(bait=BOB), block(guard="bait", wall="bait")).then(illegal("509.1c"))


def test_must_be_blocked_by_a_goblin_is_met_by_a_goblin_only() -> None:
    goblin = creature("goblin", BOB, subtypes=("Goblin",))
    bait = creature("bait", ANN, "This creature must be blocked by a Goblin if able.")
    board = given(bait, GUARD, goblin)
    board.when(attack(bait=BOB), block(guard="bait")).then(illegal("509.1c"))
    board.when(attack(bait=BOB), block(goblin="bait")).then(legal)
    board.when(attack(bait=BOB), block(goblin="bait", guard="bait")).then(legal)
    given(bait, GUARD).when(attack(bait=BOB), block()).then(legal)


def test_a_lure_is_blocked_by_all_that_are_able() -> None:
    board = given(creature("lure", ANN, LURE), BEAR, GUARD, WALL, creature("sleeper", BOB, tapped=True))
    declared = attack(lure=BOB, bear=BOB)
    board.when(declared, block(guard="lure")).then(illegal("509.1c", "wall blocks lure"))
    board.when(declared, block(guard="lure", wall="bear")).then(illegal("509.1c", "wall blocks lure"))
    board.when(declared, block(guard="lure", wall="lure")).then(legal)


def test_a_lure_for_walls_asks_walls_only() -> None:
    rampart = creature("rampart", BOB, subtypes=("Wall",))
    board = given(creature("lure", ANN, "All Walls able to block this creature do so."), GUARD, rampart)
    board.when(attack(lure=BOB), block()).then(illegal("509.1c", "rampart"))
    board.when(attack(lure=BOB), block(rampart="lure")).then(legal)


def test_of_two_lures_one_blocker_blocks_either() -> None:
    board = given(creature("lure", ANN, LURE), creature("siren", ANN, LURE), GUARD)
    declared = attack(lure=BOB, siren=BOB)
    board.when(declared, block(guard="lure")).then(legal)
    board.when(declared, block(guard="siren")).then(legal)
    board.when(declared, block()).then(illegal("509.1c"))


def test_lures_count_pairs_so_an_extra_block_is_used() -> None:
    board = given(creature("lure", ANN, LURE), creature("siren", ANN, LURE), creature("wide", BOB, EXTRA))
    declared = attack(lure=BOB, siren=BOB)
    board.when(declared, block(wide="lure")).then(illegal("509.1c", "wide blocks siren"))
    board.when(declared, block(wide=["lure", "siren"])).then(legal)


HUNTS = "This creature blocks a Dragon each combat if able."
DRAKE, WYRM = (creature(id, ANN, subtypes=("Dragon",)) for id in ("drake", "wyrm"))


def test_blocking_one_of_a_kind_if_able_is_met_by_any_of_them() -> None:
    board = given(DRAKE, WYRM, BEAR, creature("hunter", BOB, f"{HUNTS}\n{EXTRA}"))
    declared = attack(drake=BOB, wyrm=BOB, bear=BOB)
    board.when(declared, block()).then(illegal("509.1c", "hunter blocks one of drake, wyrm if able"))
    board.when(declared, block(hunter="bear")).then(illegal("509.1c"))
    for one in (["drake"], ["wyrm"], ["bear", "wyrm"], ["drake", "wyrm"]):
        board.when(declared, block(hunter=one)).then(legal)
    board.when(attack(bear=BOB), block()).then(legal)


def test_blocking_one_of_a_kind_if_able_asks_nothing_where_it_can_block_none() -> None:
    flying = creature("drake", ANN, "Flying", subtypes=("Dragon",))
    given(flying, BEAR, creature("hunter", BOB, HUNTS)).when(attack(drake=BOB, bear=BOB), block()).then(legal)


def test_blocking_each_of_a_kind_if_able_asks_for_each() -> None:
    board = given(DRAKE, WYRM, creature("hunter", BOB, f"{HUNTS.replace('a Dragon', 'each Dragon')}\n{EXTRA}"))
    board.when(attack(drake=BOB, wyrm=BOB), block(hunter="drake")).then(illegal("509.1c", "hunter blocks wyrm"))


def test_it_weighs_as_much_as_one_other_requirement() -> None:
    """One Dragon of two, and a lure: it blocks either of the three."""
    board = given(DRAKE, WYRM, creature("lure", ANN, LURE), creature("hunter", BOB, HUNTS))
    for one in ("drake", "wyrm", "lure"):
        board.when(attack(drake=BOB, wyrm=BOB, lure=BOB), block(hunter=one)).then(legal)


def test_blocking_if_able_is_met_by_one_block_however_many_are_possible() -> None:
    given(BEAR, OX, creature("eager", BOB, f"{BLOCKS_IF_ABLE}\n{EXTRA}")).when(
        attack(bear=BOB, ox=BOB), block(eager="bear")
    ).then(legal)


def test_a_lure_that_only_one_can_block_is_blocked_by_one() -> None:
    text = f"{LURE}\nThis creature can't be blocked by more than one creature."
    board = given(creature("lure", ANN, text), GUARD, WALL)
    board.when(attack(lure=BOB), block()).then(illegal("509.1c"))
    board.when(attack(lure=BOB), block(wall="lure")).then(legal)
    board.when(attack(lure=BOB), block(guard="lure", wall="lure")).then(illegal("509.1b"))


def test_menace_excuses_a_single_creature_from_blocking() -> None:
    given(creature("bait", ANN, f"Menace\n{MUST_BE_BLOCKED}"), GUARD).when(attack(bait=BOB), block()).then(legal)


def test_menace_and_must_be_blocked_take_two_creatures() -> None:
    board = given(creature("bait", ANN, f"Menace\n{MUST_BE_BLOCKED}"), GUARD, WALL)
    board.when(attack(bait=BOB), block()).then(illegal("509.1c"), instead(guard=["bait"], wall=["bait"]))
    board.when(attack(bait=BOB), block(guard="bait")).then(illegal("509.1b"))
    board.when(attack(bait=BOB), block(guard="bait", wall="bait")).then(legal)


def test_a_creature_without_abilities_is_conscripted_to_make_a_required_block_possible() -> None:
    board = given(BRUTE, EAGER, GUARD)
    board.when(attack(brute=BOB), block(eager="brute")).then(illegal("509.1b"))
    board.when(attack(brute=BOB), block(guard="brute")).then(illegal("509.1b"))
    board.when(attack(brute=BOB), block()).then(illegal("509.1c"), instead(eager=["brute"], guard=["brute"]))
    board.when(attack(brute=BOB), block(eager="brute", guard="brute")).then(legal)


def test_nobody_is_conscripted_where_another_attacker_can_be_blocked_alone() -> None:
    given(BRUTE, BEAR, EAGER, GUARD).when(attack(brute=BOB, bear=BOB), block(eager="bear")).then(legal)


def test_company_is_conscripted_for_a_creature_that_cannot_block_alone() -> None:
    board = given(BEAR, OX, creature("timid", BOB, f"{BLOCKS_IF_ABLE}\nThis creature can't block alone."), GUARD)
    declared = attack(bear=BOB, ox=BOB)
    board.when(declared, block()).then(illegal("509.1c"))
    board.when(declared, block(timid="bear", guard="ox")).then(legal)


def test_a_limit_on_blockers_excuses_all_but_one() -> None:
    narrows = enchantment("narrows", ANN, "No more than one creature can block each combat.")
    board = given(BEAR, EAGER, creature("keen", BOB, BLOCKS_IF_ABLE), GUARD, narrows)
    board.when(attack(bear=BOB), block(keen="bear")).then(legal)
    board.when(attack(bear=BOB), block(guard="bear")).then(illegal("509.1c"))


def test_a_creature_blocks_the_attacker_that_an_effect_names() -> None:
    board = given(BEAR, OX, GUARD, effects=(effect(ANN, "[guard] blocks [ox] this turn if able."),))
    declared = attack(bear=BOB, ox=BOB)
    board.when(declared, block()).then(illegal("509.1c", "guard blocks ox"))
    board.when(declared, block(guard="bear")).then(illegal("509.1c", "guard blocks ox"))
    board.when(declared, block(guard="ox")).then(legal)


def test_a_creature_need_not_block_a_named_creature_that_does_not_attack() -> None:
    given(BEAR, OX, GUARD, effects=(effect(ANN, "[guard] blocks [ox] this turn if able."),)).when(attack(bear=BOB), block()).then(
        legal
    )


def test_every_requirement_counts_by_itself() -> None:
    board = given(creature("lure", ANN, LURE), BEAR, EAGER, effects=(effect(ANN, "[eager] blocks [bear] this turn if able."),))
    declared = attack(lure=BOB, bear=BOB)
    board.when(declared, block(eager="lure")).then(legal)
    board.when(declared, block(eager="bear")).then(legal)
    board.when(declared, block()).then(illegal("509.1c"))


def test_more_requirements_weigh_more() -> None:
    bait = creature("bait", ANN, f"{LURE}\n{MUST_BE_BLOCKED}")
    board = given(bait, BEAR, GUARD, effects=(effect(ANN, "[guard] blocks [bear] this turn if able."),))
    declared = attack(bait=BOB, bear=BOB)
    board.when(declared, block(guard="bear")).then(illegal("509.1c"), instead(guard=["bait"]))
    board.when(declared, block(guard="bait")).then(legal)


def test_the_same_requirement_from_two_effects_counts_twice() -> None:
    siren = effect(ANN, "All creatures able to block [bear] this turn do so.")
    board = given(BEAR, creature("lure", ANN, LURE), GUARD, effects=(siren, siren))
    declared = attack(bear=BOB, lure=BOB)
    board.when(declared, block(guard="lure")).then(illegal("509.1c"))
    board.when(declared, block(guard="bear")).then(legal)


def test_the_maximum_may_take_the_blockers_apart() -> None:
    board = given(creature("bait", ANN, MUST_BE_BLOCKED), creature("decoy", ANN, MUST_BE_BLOCKED), GUARD, WALL)
    declared = attack(bait=BOB, decoy=BOB)
    board.when(declared, block(guard="bait", wall="bait")).then(illegal("509.1c", "decoy must be blocked"))
    board.when(declared, block(guard="decoy", wall="bait")).then(legal)


def test_this_turn_means_each_declare_blockers_step_of_the_turn() -> None:
    again = (block(guard="bear"), {"combat": "again"}, attack(bear=BOB))
    board = given(creature("bear", ANN, "Vigilance"), GUARD, effects=(effect(ANN, "[guard] blocks this turn if able."),))
    board.when(attack(bear=BOB), *again, block()).then(illegal("509.1c"))
    board.when(attack(bear=BOB), *again, block(guard="bear")).then(legal)


def test_this_combat_means_that_combat_only() -> None:
    given(creature("bear", ANN, "Vigilance"), GUARD, effects=()).when(
        attack(bear=BOB),
        {"effect": effect(ANN, "[guard] blocks [bear] this combat if able.")},
        block(guard="bear"),
        {"combat": "again"},
        attack(bear=BOB),
        block(),
    ).then(legal)


def test_this_turn_means_that_turn_only() -> None:
    given(BEAR, GUARD, effects=(effect(ANN, "[guard] blocks this turn if able."),)).when(
        {"turn": BOB}, {"turn": ANN}, attack(bear=BOB), block()
    ).then(legal)


def test_nobody_is_required_to_pay_for_a_required_block() -> None:
    toll = creature("eager", BOB, f"{BLOCKS_IF_ABLE}\nThis creature can't block unless you pay {{2}}.")
    board = given(BEAR, toll)
    board.when(attack(bear=BOB), block()).then(legal)
    board.when(attack(bear=BOB), block(eager="bear")).then(legal, costs("{2}"))


def test_a_cost_of_nothing_is_still_a_cost() -> None:
    toll = creature("eager", BOB, f"{BLOCKS_IF_ABLE}\nThis creature can't block unless you pay {{0}}.")
    given(BEAR, toll).when(attack(bear=BOB), block()).then(legal)


def test_a_cost_that_is_incurred_already_is_no_excuse() -> None:
    toll = creature("toll", BOB, "This creature can't block unless you pay {2}.")
    board = given(BEAR, OX, toll, effects=(effect(ANN, "[toll] blocks [ox] this turn if able."),))
    declared = attack(bear=BOB, ox=BOB)
    board.when(declared, block(toll="bear")).then(illegal("509.1c", "toll blocks ox"))
    board.when(declared, block(toll="ox")).then(legal)
    board.when(declared, block()).then(legal)


def test_paying_for_one_creature_is_no_reason_to_pay_for_another() -> None:
    tolls = [creature(id, BOB, f"{BLOCKS_IF_ABLE}\nThis creature can't block unless you pay {{1}}.") for id in ("toll", "fee")]
    given(BEAR, *tolls).when(attack(bear=BOB), block(toll="bear")).then(legal, costs("{1}"))


def test_a_creature_that_blocks_free_is_required_although_another_would_have_to_pay() -> None:
    toll = creature("toll", BOB, f"{BLOCKS_IF_ABLE}\nThis creature can't block unless you pay {{1}}.")
    board = given(BEAR, toll, EAGER)
    board.when(attack(bear=BOB), block(toll="bear")).then(illegal("509.1c", "eager"))
    board.when(attack(bear=BOB), block(eager="bear")).then(legal)


def test_whether_the_cost_could_be_paid_plays_no_part() -> None:
    toll = creature("toll", BOB, "This creature can't block unless you pay {2}.")
    given(BEAR, OX, toll, effects=(effect(ANN, "[toll] blocks [ox] this turn if able."),), mana={BOB: "{0}"}).when(
        attack(bear=BOB, ox=BOB), block(toll="bear")
    ).then(illegal("509.1c"))


def test_goad_asks_nothing_of_blockers() -> None:
    given(BEAR, GUARD, effects=({"goad": "guard", "by": ANN},)).when(attack(bear=BOB), block()).then(legal)


def test_attacks_or_blocks_if_able_asks_for_a_block_too() -> None:
    given(BEAR, creature("zealot", BOB, "This creature attacks or blocks each combat if able.")).when(
        attack(bear=BOB), block()
    ).then(illegal("509.1c", "zealot"))


def test_requirements_on_creatures_that_entered_attacking_count() -> None:
    given(GUARD).when(attack(), {"enters": creature("bait", ANN, MUST_BE_BLOCKED), "attacking": BOB}, block()).then(
        illegal("509.1c", "bait")
    )
