"""The history of restrictions and requirements: each change of the rules on a board of its own, on the day and the day before."""

import pytest
from editions.dates import changed, illegal_by, renumbered, unchanged
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    attacking,
    block,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    illegally,
    instead,
    legal,
)

ZEALOT = creature("zealot", ANN, "This creature attacks each combat if able.")
BEAR = creature("bear", ANN)
GATE = enchantment("gate", BOB, "No more than one creature can attack each combat.")
ONE_ATTACKER = given(ZEALOT, BEAR, GATE)

BRUTE = creature("brute", ANN, "This creature can't be blocked except by two or more creatures.")
WATCHMAN = creature("watchman", BOB, "This creature blocks each combat if able.")
SENTRY = creature("sentry", BOB, "This creature blocks each combat if able.")
ELK = creature("elk", BOB)


# --- local requirements, 1999-04-23 to 2003-03-14 --------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["1999-04-23", "2001-07-22", "2001-07-23", "2003-03-14"])
def test_1999_04_23_with_a_limit_of_one_attacker_any_one_may_attack_but_not_both_nor_neither(day: str) -> None:
    board = given(ZEALOT, BEAR, GATE, rules=day)
    board.when(attack(zealot=BOB)).then(legal)
    board.when(attack(bear=BOB)).then(legal)
    board.when(attack(zealot=BOB, bear=BOB)).then(illegal("500.2", "no more than 1"))
    board.when(attack()).then(illegal("500.2", "zealot attacks if able"), instead(zealot=BOB))


def test_2001_07_23_creatures_that_are_declared_are_checked_for_requirements_too() -> None:
    board = given(BEAR, creature("ox", ANN), ELK, effects=(effect(ANN, "[elk] blocks [ox] this turn if able."),))
    wrong_block = board.when(attack(bear=BOB, ox=BOB), block(elk="bear"))
    changed("2001-07-23", wrong_block, before=legal, since=illegal("500.3", "elk blocks ox if able"))


def test_2001_07_23_blocks_are_checked_by_a_rule_of_their_own() -> None:
    too_few = given(BRUTE, ELK).when(attack(brute=BOB), block(elk="brute"))
    renumbered("2001-07-23", {"block.restrictions": ("500.2", "500.3"), "block.requirements": ("500.2", "500.3")})
    unchanged("2001-07-23", too_few, illegal_by("block.restrictions"))


def test_2001_07_23_the_exemption_of_unpaid_costs_is_written_down_and_was_read_so_before() -> None:
    """No difference in behaviour: the older text doesn't say, and who can't pay has to be able to declare something."""
    dear = creature("dear", ANN, "This creature attacks each combat if able.\nThis creature can't attack unless you pay {3}.")
    unchanged("2001-07-23", given(dear, mana={ANN: "{2}"}).when(attack()), legal)


# --- counted requirements, 2003-03-15 to 2007-04-30 ------------------------------------------------------------------------


def test_2003_03_15_requirements_are_counted_and_the_limit_of_one_attacker_leaves_one_attack() -> None:
    changed("2003-03-15", ONE_ATTACKER.when(attack(bear=BOB)), before=legal, since=illegal("500.4", "zealot attacks if able"))
    unchanged("2003-03-15", ONE_ATTACKER.when(attack(zealot=BOB)), legal)


def test_2003_03_15_two_required_blockers_have_to_help_each_other() -> None:
    neither = given(BRUTE, WATCHMAN, SENTRY).when(attack(brute=BOB), block())
    changed("2003-03-15", neither, before=legal, since=illegal("500.4", "0 requirement(s) of the 2"))


@pytest.mark.parametrize("day", ["2003-03-15", "2003-07-01", "2007-04-30"])
def test_2003_03_15_a_helper_that_isnt_required_is_never_conscripted(day: str) -> None:
    board = given(BRUTE, WATCHMAN, ELK, rules=day)
    board.when(attack(brute=BOB), block()).then(legal)
    board.when(attack(brute=BOB), block(watchman="brute", elk="brute")).then(legal)
    board.when(attack(brute=BOB), block(watchman="brute")).then(illegal("500.3"))


def test_2003_07_01_the_same_is_put_more_exactly_a_requirement_yields_to_more_of_them() -> None:
    """No difference in behaviour, in a case that the older text was meant for as well."""
    lure = creature("lure", ANN, "All creatures able to block this creature do so.")
    board = given(
        BEAR,
        lure,
        creature("elk", BOB),
        effects=(
            effect(ANN, "[elk] blocks [bear] this turn if able."),
            effect(ANN, "[elk] blocks [lure] this turn if able."),
        ),
    )
    unchanged("2003-07-01", board.when(attack(bear=BOB, lure=BOB), block(elk="bear")), illegal("500.4", "elk blocks lure"))
    unchanged("2003-07-01", board.when(attack(bear=BOB, lure=BOB), block(elk="lure")), legal)


ALERT = enchantment("alert", BOB, "Tapped creatures you control can block as though they were untapped.")
TAPPED_WATCHMAN = given(BEAR, ALERT, {**WATCHMAN, "tapped": True}).when(attack(bear=BOB), block())


def test_2003_10_01_tapped_blockers_are_exempt_even_if_they_may_block() -> None:
    changed("2003-10-01", TAPPED_WATCHMAN, before=illegal("500.4", "watchman blocks if able"), since=legal)


# --- all declarations compared, from 2007-05-01 on -------------------------------------------------------------------------


def test_2007_05_01_helpers_are_conscripted() -> None:
    board = given(BRUTE, WATCHMAN, ELK)
    since = illegal("500.4", "watchman blocks if able")
    changed("2007-05-01", board.when(attack(brute=BOB), block()), before=legal, since=since)
    unchanged("2007-05-01", board.when(attack(brute=BOB), block(watchman="brute", elk="brute")), legal)


def test_2007_05_01_any_declaration_that_obeys_the_most_is_legal() -> None:
    board = given(
        BRUTE,
        creature("giant", ANN, "This creature can't be blocked except by two or more creatures."),
        WATCHMAN,
        ELK,
        rules="2007-05-01",
    )
    for attacker in ("brute", "giant"):
        board.when(attack(brute=BOB, giant=BOB), block(watchman=attacker, elk=attacker)).then(legal)


def test_2007_05_01_evasion_loses_its_own_rule_and_stays_cumulative() -> None:
    """No difference in behaviour: the check cites 500.3 before and after, the evasion itself was ruled on in 501."""
    renumbered("2007-05-01", {"block.evasion": ("501.1", "500.3a")})
    hawk, ghost = creature("hawk", BOB, "Flying"), creature("ghost", BOB, "Shadow")
    attacker = creature("spectre", ANN, "Flying\nShadow")
    for blocker in ("hawk", "ghost"):
        board = given(attacker, hawk, ghost)
        unchanged("2007-05-01", board.when(attack(spectre=BOB), block(**{blocker: "spectre"})), illegal("500.3"))


def test_2009_07_11_restrictions_and_requirements_move_into_the_procedure() -> None:
    """No difference in behaviour."""
    renumbered(
        "2009-07-11",
        {
            "attack.restrictions": ("500.2", "508.1c"),
            "attack.requirements": ("500.4", "508.1d"),
            "block.restrictions": ("500.3", "509.1b"),
            "block.requirements": ("500.4", "509.1c"),
        },
    )
    unchanged("2009-07-11", ONE_ATTACKER.when(attack(bear=BOB)), illegal_by("attack.requirements"))
    unchanged("2009-07-11", ONE_ATTACKER.when(attack(bear=BOB, zealot=BOB)), illegal_by("attack.restrictions"))


# --- costs -----------------------------------------------------------------------------------------------------------------

DEAR_ZEALOT = creature("dear", ANN, "This creature attacks each combat if able.\nThis creature can't attack unless you pay {1}.")


def test_2010_02_01_a_creature_with_a_cost_is_exempt_even_if_it_is_paid() -> None:
    board = given(DEAR_ZEALOT, ZEALOT, GATE)
    paid = board.when(attack(dear=BOB))
    changed("2010-02-01", paid, before=legal, since=illegal("508.1d", "zealot attacks if able"))
    changed("2011-02-04", paid, before=illegal("508.1d", "zealot attacks if able"), since=legal)


def test_2010_02_01_a_creature_whose_cost_is_paid_may_block_what_it_likes() -> None:
    dear_elk = creature("elk", BOB, "This creature can't block unless you pay {1}.")
    board = given(creature("ox", ANN, "This creature must be blocked if able."), BEAR, dear_elk)
    elsewhere = board.when(attack(ox=BOB, bear=BOB), block(elk="bear"))
    changed("2010-02-01", elsewhere, before=illegal("509.1c", "ox must be blocked"), since=legal)
    changed("2011-02-04", elsewhere, before=legal, since=illegal("509.1c", "ox must be blocked"))


@pytest.mark.parametrize("day", ["2003-03-15", "2009-07-11", "2010-02-01", "2011-02-04", "2024-11-08"])
def test_nobody_has_to_pay_in_any_edition(day: str) -> None:
    given(DEAR_ZEALOT, rules=day).when(attack()).then(legal)


def test_2011_02_04_there_is_no_exemption_of_tapped_creatures_any_more() -> None:
    changed("2011-02-04", TAPPED_WATCHMAN, before=legal, since=illegal("509.1c", "watchman blocks if able"))


# --- entering, and several combats -----------------------------------------------------------------------------------------


def test_2016_07_22_entering_attackers_and_blockers_are_expressly_free_of_restrictions() -> None:
    """No difference in behaviour: both were read so before."""
    renumbered("2016-07-22", {"attack.entering_unrestricted": (None, "508.4b"), "block.entering_unrestricted": (None, "509.7b")})
    entering = given(BEAR, GATE).when(attack(bear=BOB), {"enters": creature("wolf", ANN, "Defender"), "attacking": BOB})
    unchanged("2016-07-22", entering, attacking(bear=BOB, wolf=BOB))


CHARGER = creature("charger", ANN, "Vigilance")


def test_2017_09_25_attacks_this_turn_if_able_holds_in_each_combat() -> None:
    board = given(CHARGER, effects=(effect(BOB, "[charger] attacks this turn if able."),))
    again = board.when(illegally(attack()), attack(charger=BOB), {"combat": "again"}, attack())
    changed("2017-09-29", again, before=legal, since=illegal("508.1d", "charger attacks if able"))


def test_2017_09_25_attacks_a_player_this_turn_if_able_is_settled_only_by_attacking_that_player() -> None:
    effects = (effect(BOB, "[charger] attacks [Cat] this turn if able."),)
    board = given(CHARGER, enchantment("wall", CAT, "Creatures can't attack you."), players=(ANN, BOB, CAT), effects=effects)
    attacked_bob = board.when(attack(charger=BOB), {"leaves": "wall"}, {"combat": "again"}, attack())
    unchanged("2017-09-29", attacked_bob, illegal("508.1d", "charger attacks Cat if able"))


def test_2017_09_25_blocks_this_turn_if_able_holds_in_each_combat() -> None:
    twice = (attack(charger=BOB), block(elk="charger"), {"combat": "again"}, attack(charger=BOB), block())
    one = given(CHARGER, ELK, effects=(effect(ANN, "[elk] blocks this turn if able."),)).when(*twice)
    changed("2017-09-29", one, before=legal, since=illegal("509.1c", "elk blocks if able"))
    pair = given(CHARGER, ELK, effects=(effect(ANN, "[elk] blocks [charger] this turn if able."),)).when(*twice)
    changed("2017-09-29", pair, before=legal, since=illegal("509.1c", "elk blocks charger if able"))


def test_each_combat_if_able_holds_in_each_combat_of_every_edition() -> None:
    zealot = creature("zealot", ANN, "Vigilance\nThis creature attacks each combat if able.")
    for day in ("1999-04-23", "2009-07-11", "2024-11-08"):
        again = given(zealot, rules=day).when(attack(zealot=BOB), {"combat": "again"}, attack())
        again.then(illegal_by("attack.requirements"))
