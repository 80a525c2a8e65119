"""Combat damage and the end of combat through the years: each change on a board of its own, on the day and the day before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from declarant.events.damage import CombatDamageAssigned
from editions.dates import all_of, changed, illegal_by, renumbered, unchanged
from referee import (
    AFTER_COMBAT,
    ANN,
    BOB,
    CAT,
    CLEANUP,
    DEALS,
    Check,
    assign,
    attack,
    attacking,
    battle,
    block,
    blocking,
    creature,
    damage,
    dealt,
    dies,
    effect,
    enchantment,
    given,
    has,
    illegal,
    legal,
    life,
    loses,
    marked,
    planeswalker,
    poison,
    resolve,
    triggers,
)

BEAR, ELK, OWL = creature("bear", ANN, power=3, toughness=9), creature("elk", BOB), creature("owl", BOB)
ONE = (attack(bear=BOB), block(elk="bear"))
TWO = (attack(bear=BOB), block(elk="bear", owl="bear"))
UNBLOCKED = (attack(bear=BOB), block())


def ruled(*checks: Check) -> Check:
    return all_of(*checks)


# --- the step itself ---------------------------------------------------------------------------------------------------------


def test_1999_04_23_combat_damage_goes_on_the_stack_and_is_dealt_as_assigned() -> None:
    board = given(BEAR, ELK, rules="1999-04-23")
    board.when(*ONE, assign(ANN), assign(BOB), {"leaves": "elk"}, DEALS).then(legal, dealt(elk={"bear": 2}), marked(bear=2))
    board.when(*ONE, assign(ANN), {"changes": {"id": "bear", "power": 9}}, DEALS).then(dealt(bear={"elk": 3}, elk={"bear": 2}))


def test_2001_07_23_a_recipient_that_is_no_creature_any_more_is_dealt_nothing() -> None:
    machine = {**ELK, "types": ["Artifact", "Creature"]}
    stopped = (*ONE, assign(ANN), {"changes": {"id": "elk", "types": ["Artifact"]}}, DEALS)
    changed(
        "2001-07-23",
        given(BEAR, machine).when(*stopped),
        before=dealt(bear={"elk": 3}, elk={"bear": 2}),
        since=dealt(elk={"bear": 2}),
    )


def test_2003_07_01_the_step_is_split_into_rules() -> None:
    renumbered(
        "2003-07-01",
        {
            "damage.power": ("310.1a", "310.2a"),
            "damage.unblocked": ("310.1b", "310.2b"),
            "damage.blocked": ("310.1c", "310.2c"),
            "damage.blocker": ("310.1d", "310.2d"),
            "damage.on_the_stack": ("310.2", "310.1"),
            "damage.two_steps": ("502.2b", "310.5"),
            "combat.end_removes": (None, "311.2"),
            "damage.wears_off": ("314.1b", "314.2"),
        },
    )


def pumped_between(text: str = "First strike") -> tuple[dict[str, Any], ...]:
    return (*UNBLOCKED, damage(), {"changes": {"id": "bear", "power": 2}}, damage())


WEAK = creature("bear", ANN, "First strike", power=0)


def test_2004_02_01_creatures_with_0_power_dont_assign_and_so_may_in_the_second_step() -> None:
    changed("2004-02-01", given(WEAK).when(*pumped_between()), before=life(Bob=20), since=life(Bob=18))


def test_2009_05_01_a_creature_with_0_power_has_assigned_0() -> None:
    changed("2009-05-01", given(WEAK).when(*pumped_between()), before=life(Bob=18), since=life(Bob=20))


def test_2009_07_11_a_creature_with_0_power_assigns_none() -> None:
    """It counts who had first strike, not who assigned, so that only the log says."""

    def has_assigned(day: str) -> bool:
        events = [event for _, event in given(WEAK, rules=day).when(*UNBLOCKED, damage()).outcome().game.log.events()]
        return any("bear" in event.assignment for event in events if isinstance(event, CombatDamageAssigned))

    assert [has_assigned(day) for day in ("2009-07-10", "2009-07-11")] == [True, False]


def test_2005_08_01_several_defending_players_assign_in_turn_order() -> None:
    renumbered("2005-08-01", {"damage.apnap": (None, "602.5")})


def test_2007_05_01_a_source_that_is_gone_counts_as_it_most_recently_existed() -> None:
    left = (*ONE, assign(ANN), {"leaves": "bear"}, DEALS)
    for rules in ("2003-08-01", "2007-05-01", "2009-07-10"):
        withering = given({**BEAR, "text": "Wither"}, {**ELK, "toughness": 5}, rules=rules)
        withering.when(*left).then(has("elk", counters={"-1/-1": 3}, marked=0))
        granted = given(BEAR, {**ELK, "toughness": 5}, rules=rules)
        granted.when(*ONE, {"effect": {"on": "bear", "text": "Wither"}}, assign(ANN), {"leaves": "bear"}, DEALS).then(
            has("elk", counters={"-1/-1": 3})
        )


def test_2007_10_01_an_unblocked_creature_assigns_to_the_planeswalker_it_attacks() -> None:
    board = given(BEAR, planeswalker("jace", BOB), rules="2007-10-01")
    board.when(attack(bear="jace"), block(), damage()).then(dies("420.5p", "jace"), life(Bob=20))
    board.when(attack(bear="jace"), block(), damage(bear={BOB: 3})).then(illegal("310.2b"))
    renumbered("2007-10-01", {"sba.loyalty": (None, "420.5p")})


def test_2009_07_11_nothing_happens_between_assigning_and_dealing() -> None:
    answered = (*ONE, assign(ANN), {"leaves": "elk"})
    changed("2009-07-11", given(BEAR, ELK).when(*answered), before=lambda outcome: None, since=illegal("510.2"))


@pytest.mark.parametrize(
    ("first", "second", "who"), [(("Wolf", True), ("Wolf", False), "since"), (("Elf", True), ("Elf", True), "before")]
)
def test_2009_07_11_bands_with_other_asks_for_the_quality_not_for_the_same_ability(
    first: tuple[str, bool], second: tuple[str, bool], who: str
) -> None:
    """Who divides the damage of what they block."""
    blockers = (
        creature(id, BOB, "Bands with other Wolves" if has else "", subtypes=(type,))
        for id, (type, has) in (("one", first), ("other", second))
    )
    divided = given(BEAR, *blockers).when(
        attack(bear=BOB), block(one="bear", other="bear"), assign(BOB, bear={"one": 1, "other": 2})
    )
    ruled = {"before": illegal_by("damage.assign"), "since": illegal_by("damage.assign"), who: legal}
    changed("2009-07-11", divided, before=ruled["before"], since=ruled["since"])


def test_2009_07_11_damage_assignment_orders_bind() -> None:
    given(BEAR, ELK, OWL, rules="2009-07-10").when(*TWO, damage(bear={"elk": 1, "owl": 2})).then(legal)
    ordered = (*TWO, {"order": {"bear": ["elk", "owl"]}})
    for rules, number in (("2009-07-11", "510.1c"), ("2024-11-07", "510.1c")):
        board = given(BEAR, ELK, OWL, rules=rules)
        board.when(*ordered, damage(bear={"elk": 1, "owl": 2})).then(illegal(number, "elk", "next in order"))
        board.when(*ordered, damage(bear={"elk": 2, "owl": 1})).then(legal, dies(None, "elk"))
        board.when(*TWO, damage(bear={"elk": 1, "owl": 2})).then(legal)


def test_2024_11_08_damage_is_divided_freely() -> None:
    given(BEAR, ELK, OWL, rules="2024-11-08").when(*TWO, damage(bear={"elk": 1, "owl": 2})).then(legal, dies(None, "owl"))
    renumbered("2024-11-08", {"damage.apnap": ("802.6", "802.5")})


def test_2011_07_15_two_attackers_rely_on_each_other_since_2009() -> None:
    wall = creature("wall", BOB, "This creature can block an additional creature each combat.", power=0, toughness=4)
    board = given(creature("bear", ANN), creature("ox", ANN, "Trample", power=4), wall)
    case = board.when(attack(bear=BOB, ox=BOB), block(wall=["bear", "ox"]), damage(bear={"wall": 2}, ox={"wall": 2, BOB: 2}))
    unchanged("2011-07-15", case, legal, life(Bob=18))
    unchanged("2009-10-01", case, legal, life(Bob=18))


def test_2016_09_30_triggers_and_priority_are_no_turn_based_actions() -> None:
    renumbered(
        "2016-09-30",
        {
            "damage.triggers_stacked": ("510.3", "510.3a"),
            "damage.two_steps": ("510.5", "510.4"),
            "combat.end_triggers": ("511.1", "511.2"),
        },
    )


def test_2012_02_01_who_has_left_is_assigned_nothing() -> None:
    renumbered("2012-02-01", {"damage.player_left": ("800.4d", "800.4e")})


def test_2023_04_14_battles() -> None:
    board = given(BEAR, battle("siege", ANN, BOB), rules="2023-04-14")
    board.when(attack(bear="siege"), block(), damage()).then(legal, triggers(siege=1), life(Bob=20))
    renumbered("2023-04-14", {"sba.defense": (None, "704.5v")})


# --- who deals in which step ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["2003-03-15", "2003-07-01", "2007-02-01", "2009-07-11", "2009-09-04"])
def test_first_strike_gained_or_lost_in_between_neither_prevents_nor_doubles_in_any_edition(day: str) -> None:
    board = given({**BEAR, "text": "First strike"}, creature("ox", ANN))
    lost = (attack(bear=BOB, ox=BOB), block(), damage(), {"changes": {"id": "bear", "text": ""}}, damage())
    unchanged(day, board.when(*lost), legal, dealt(ox={BOB: 2}))


def test_2003_03_15_double_strike_deals_again() -> None:
    for rules in ("2003-03-15", "2003-07-01", "2009-07-11", "2009-09-04"):
        board = given({**BEAR, "text": "Double strike"}, rules=rules)
        board.when(*UNBLOCKED, damage(), damage()).then(legal, life(Bob=14))
        lost = (*UNBLOCKED, damage(), {"changes": {"id": "bear", "text": ""}}, damage())
        board.when(*lost).then(legal, life(Bob=17))
        gained = (*UNBLOCKED, damage(), {"effect": {"on": "bear", "text": "Double strike"}}, damage())
        given({**BEAR, "text": "First strike"}, rules=rules).when(*gained).then(legal, life(Bob=14))


def test_2009_07_11_it_counts_who_had_first_strike_not_who_assigned() -> None:
    blocked = (*ONE, {"leaves": "elk"}, damage(), {"becomes_unblocked": "bear"}, damage())
    board = given({**BEAR, "text": "First strike"}, ELK)
    changed("2009-07-11", board.when(*blocked), before=life(Bob=17), since=life(Bob=20))


# --- division, lethal damage, trample -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["1999-04-23", "2001-07-23", "2003-07-01", "2009-07-11", "2020-04-17", "2024-11-08"])
def test_lethal_damage_for_trample_counts_marks_and_toughness_alone_in_every_edition(rules: str) -> None:
    board = given({**BEAR, "text": "Trample"}, {**ELK, "marked": 1}, effects=(), rules=rules)
    board.when(*ONE, damage(bear={"elk": 1, BOB: 2})).then(legal, life(Bob=18))
    board.when(*ONE, damage(bear={BOB: 3})).then(illegal(None if rules is None else _trample(rules)))
    shielded = effect(BOB, "Prevent the next 1 damage that would be dealt to [elk] this turn.")
    prevented = given({**BEAR, "text": "Trample"}, ELK, effects=(shielded,), rules=rules)
    prevented.when(*ONE, damage(bear={"elk": 2, BOB: 1})).then(legal, life(Bob=19), marked(elk=1))


def _trample(rules: str) -> str:
    return "502.9b" if rules < "2009-07-11" else "702.17b" if rules < "2011-06-17" else "702.19b"


def test_trample_is_renumbered() -> None:
    renumbered("2011-06-17", {"damage.trample": ("702.17b", "702.18b")})
    renumbered("2013-07-13", {"damage.trample": ("702.18b", "702.19b")})


def test_2007_10_01_trample_to_the_planeswalker_it_attacks() -> None:
    declared = (attack(bear="jace"), block(elk="bear"))
    numbers = {"2007-10-01": "310.2c", "2009-07-11": "702.17d", "2021-06-17": "702.19d", "2021-06-18": "702.19f"}
    for rules, number in numbers.items():
        board = given({**BEAR, "text": "Trample"}, ELK, planeswalker("jace", BOB), rules=rules)
        board.when(*declared, damage(bear={"elk": 2, BOB: 1})).then(illegal(number))
        board.when(*declared, damage(bear={"elk": 2, "jace": 1})).then(legal, has("jace", loyalty=2))


def test_2021_06_18_trample_over_planeswalkers() -> None:
    renumbered("2021-06-18", {"damage.trample_over_planeswalkers": (None, "702.19c")})


# --- keywords -----------------------------------------------------------------------------------------------------------


TOUCH = {**BEAR, "text": "Deathtouch"}


def test_2009_07_11_deathtouch_is_no_trigger_any_more() -> None:
    tough = {**ELK, "toughness": 9}
    changed(
        "2009-07-11",
        given(TOUCH, tough).when(*ONE, damage()),
        before=ruled(dies(), triggers("502.63a", bear=1)),
        since=ruled(dies("704.5h", "elk"), triggers()),
    )


def test_2010_07_16_any_damage_by_deathtouch_is_lethal_and_the_order_is_obeyed() -> None:
    wide = given(TOUCH, {**ELK, "toughness": 9}, {**OWL, "toughness": 9})
    out_of_order = (*TWO, {"order": {"bear": ["elk", "owl"]}}, damage(bear={"owl": 3}))
    changed("2010-07-16", wide.when(*out_of_order), before=legal, since=illegal("510.1c"))
    trampling = given({**TOUCH, "text": "Deathtouch\nTrample"}, {**ELK, "toughness": 3})
    changed("2010-07-16", trampling.when(*ONE, damage(bear={"elk": 1, BOB: 2})), before=illegal("702.17b"), since=legal)


def test_2009_07_11_lifelink_is_a_result_and_may_save() -> None:
    linked = {**ELK, "text": "Lifelink", "power": 3}
    board = given(BEAR, creature("ox", ANN, power=3), linked, life={BOB: 3})
    changed(
        "2009-07-11",
        board.when(attack(bear=BOB, ox=BOB), block(elk="bear"), damage()),
        before=ruled(loses("420.5a", BOB), triggers("502.68a", elk=1)),
        since=ruled(loses(), life(Bob=3), triggers()),
    )


@pytest.mark.parametrize(
    ("day", "numbers"),
    [
        ("2010-02-01", {"damage.lifelink": ("702.13a", "702.13b")}),
        ("2011-06-17", {"damage.lifelink": ("702.13b", "702.14b"), "damage.poisonous": ("702.67a", "702.68a")}),
        ("2013-07-13", {"damage.lifelink": ("702.14b", "702.15b"), "damage.poisonous": ("702.68a", "702.69a")}),
        ("2017-01-20", {"damage.deathtouch": ("702.2c", "702.2b")}),
        ("2021-04-22", {"damage.poisonous": ("702.69a", "702.70a"), "damage.banding_attacker": ("702.21j", "702.22j")}),
        ("2001-07-23", {"damage.banding_attacker": (None, "502.10h"), "damage.banding_blocker": (None, "502.10h")}),
        ("2007-05-01", {"damage.deathtouch": (None, "502.63a"), "damage.lifelink": (None, "502.68a")}),
    ],
)
def test_keywords_are_renumbered(day: str, numbers: dict[str, tuple[str | None, str | None]]) -> None:
    renumbered(day, numbers)


@pytest.mark.parametrize("rules", ["2008-05-01", "2009-07-11", "2010-10-01", "2023-02-03"])
def test_wither_infect_toxic_and_poisonous_since_their_rules(rules: str) -> None:
    given({**BEAR, "text": "Wither"}, {**ELK, "toughness": 9}, rules=rules).when(*ONE, damage()).then(
        has("elk", counters={"-1/-1": 3})
    )
    given({**BEAR, "text": "Poisonous 1"}, rules=rules).when(*UNBLOCKED, damage()).then(triggers(bear=1), poison(Bob=0))
    if rules >= "2010-10-01":
        given({**BEAR, "text": "Infect"}, rules=rules).when(*UNBLOCKED, damage()).then(poison(Bob=3), life(Bob=20))
    if rules >= "2023-02-03":
        given({**BEAR, "text": "Toxic 2"}, rules=rules).when(*UNBLOCKED, damage()).then(poison(Bob=2), life(Bob=17))


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        ("2001-07-23", "502.10h"),
        ("2003-07-01", "502.10h"),
        ("2009-07-11", "702.19j"),
        ("2012-08-01", "702.20j"),
        ("2026-01-16", "702.22j"),
    ],
)
def test_banding_lets_the_other_player_divide_since_2001_07_23(rules: str, number: str) -> None:
    board = given(BEAR, {**ELK, "text": "Banding"}, OWL, rules=rules)
    board.when(*TWO, assign(ANN, bear={"elk": 3})).then(illegal(number))
    board.when(*TWO, assign(BOB, bear={"elk": 1, "owl": 2}), DEALS).then(legal, marked(elk=1))


# --- regeneration, state-based actions, afterwards ----------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["1999-04-23", "1999-11-01", "2001-07-23", "2009-07-10", "2009-07-11"])
def test_regeneration_saves_in_every_edition(rules: str) -> None:
    board = given(BEAR, ELK, effects=(effect(BOB, "Regenerate [elk]."),), rules=rules)
    board.when(*ONE, damage()).then(dies(), marked(elk=0, bear=2))


def test_2009_07_11_what_regenerates_in_the_first_step_deals_nothing_in_the_second() -> None:
    striker = {**BEAR, "text": "First strike"}
    board = given(striker, ELK, effects=(effect(BOB, "Regenerate [elk]."),))
    unchanged("2009-07-11", board.when(*ONE, damage(), damage()), legal, dealt())


@pytest.mark.parametrize(
    ("day", "numbers"),
    [
        ("2001-07-23", {"sba.poison": (None, "420.5h")}),
        ("2006-10-01", {"sba.counters": (None, "420.5n")}),
        (
            "2009-07-11",
            {"sba.life": ("420.5a", "704.5a"), "sba.lethal": ("420.5c", "704.5g"), "sba.deathtouch": (None, "704.5h")},
        ),
        ("2017-09-29", {"sba.counters": ("704.5r", "704.5q")}),
        ("2009-10-01", {"sba.commander": (None, "704.5u")}),
        ("2020-07-03", {"sba.commander": ("704.5v", "704.6c")}),
        ("2009-07-11", {"damage.wears_off": ("314.2", "514.2"), "combat.end_triggers": ("311.1", "511.1")}),
    ],
)
def test_state_based_actions_and_the_end_are_renumbered(day: str, numbers: dict[str, tuple[str | None, str | None]]) -> None:
    renumbered(day, numbers)


def test_2006_10_01_counters_cancel() -> None:
    grown = {**ELK, "toughness": 9, "counters": {"+1/+1": 2}}
    changed(
        "2006-10-01",
        given({**BEAR, "text": "Wither"}, grown).when(*ONE, damage()),
        before=has("elk", counters={"+1/+1": 2, "-1/-1": 3}, toughness=6),
        since=has("elk", counters={"-1/-1": 1}, toughness=6),
    )


# --- rows that change words only, and what holds since before they say so -------------------------------------------------

RANGE = "This creature can block an additional creature each combat."


def test_1999_11_01_deal_becomes_assign() -> None:
    unchanged("1999-11-01", given(BEAR, ELK).when(*ONE, damage()), legal, dealt(bear={"elk": 3}, elk={"bear": 2}))


def test_2001_07_23_a_source_that_would_deal_0_deals_none() -> None:
    text = "Whenever this creature deals combat damage to a player, draw a card."
    unchanged("2001-07-23", given({**BEAR, "power": 0, "text": text}).when(*UNBLOCKED, damage()), legal, dealt(), triggers())


def test_2005_08_01_a_player_may_not_be_overtaken() -> None:
    creatures = (*(creature(id, ANN) for id in ("bear", "ox", "ape")), creature("elk", BOB, RANGE), creature("owl", CAT))
    declared = (attack(bear=BOB, ox=BOB, ape=CAT), block(elk=["bear", "ox"], by=BOB), block(owl="ape", by=CAT))
    for rules, number in {"2005-08-01": "602.5", "2009-07-10": "602.5", "2009-07-11": "802.6", "2024-11-08": "802.5"}.items():
        board = given(*creatures, players=(ANN, BOB, CAT), rules=rules)
        board.when(*declared, assign(ANN), assign(CAT)).then(illegal(number, BOB))


def test_2007_02_01_any_creature_that_did_not_assign_not_only_survivors() -> None:
    mine = (creature("bear", ANN, "First strike"), creature("ox", ANN))
    fought = (attack(bear=BOB, ox=BOB), block(elk="bear", owl="ox"), damage(), damage())
    unchanged("2007-02-01", given(*mine, ELK, OWL).when(*fought), legal, dealt(ox={"owl": 2}, owl={"ox": 2}))
    phantom = creature("phantom", ANN, "First strike")
    entering = {"enters": phantom, "attacking": BOB}
    came = (attack(bear=BOB, ox=BOB), block(), damage(), entering, damage())
    unchanged("2007-02-01", given(*mine).when(*came), legal, dealt(ox={BOB: 2}, phantom={BOB: 2}))


def test_2009_09_04_double_strike_lost_in_between_deals_no_more() -> None:
    lost = (*UNBLOCKED, damage(), {"changes": {"id": "bear", "text": ""}}, damage())
    unchanged("2009-09-04", given({**BEAR, "text": "Double strike"}).when(*lost), legal, dealt())


def test_2009_10_01_an_illegal_assignment_is_cut_back_as_a_whole() -> None:
    board = given(BEAR, ELK, OWL)
    for day, cited in (("2009-10-01", "510.1a"), ("2011-07-15", "510.1a")):
        unchanged(day, board.when(*TWO, damage(bear={"elk": 2})), illegal(cited), life(Bob=20), marked(bear=0, elk=0, owl=0))


@pytest.mark.parametrize("rules", ["1999-04-23", "2009-07-10", "2024-11-08"])
def test_damage_is_divided_in_any_way_where_no_order_binds(rules: str) -> None:
    for elk, owl in ((3, 0), (1, 2), (0, 3)):
        amounts = {id: amount for id, amount in (("elk", elk), ("owl", owl)) if amount}
        given(BEAR, ELK, OWL, rules=rules).when(*TWO, damage(bear=amounts)).then(legal)


@pytest.mark.parametrize("day", ["2001-07-23", "2003-07-01", "2003-10-01", "2009-07-11", "2011-06-17", "2020-04-17"])
def test_trample_counts_what_others_assign_and_all_goes_over_where_no_blocker_is_left(day: str) -> None:
    trampling = ({**BEAR, "text": "Trample"}, creature("ox", ANN), {**ELK, "text": RANGE})
    both = (attack(bear=BOB, ox=BOB), block(elk=["bear", "ox"]), damage(bear={BOB: 3}, ox={"elk": 2}, elk={"ox": 2}))
    unchanged(day, given(*trampling).when(*both), legal, life(Bob=17), dies(None, "elk", "ox"))
    unchanged(day, given(*trampling).when(*ONE[:1], block(elk="bear"), {"leaves": "elk"}, damage()), legal, life(Bob=17))


def test_2021_06_18_trample_over_planeswalkers_goes_over_loyalty() -> None:
    walker = planeswalker("jace", BOB)
    board = given({**BEAR, "power": 5, "text": "Trample over planeswalkers"}, walker, rules="2021-06-18")
    declared = (attack(bear="jace"), block())
    board.when(*declared, damage(bear={"jace": 3, BOB: 2})).then(legal, life(Bob=18), dies("704.5i", "jace"))
    board.when(*declared, damage(bear={"jace": 2, BOB: 3})).then(illegal("702.19c"))


def test_2023_04_14_trample_to_the_battle_it_attacks() -> None:
    board = given({**BEAR, "text": "Trample"}, ELK, battle("siege", ANN, BOB), rules="2023-04-14")
    declared = (attack(bear="siege"), block(elk="bear"))
    board.when(*declared, damage(bear={"elk": 2, "siege": 1})).then(legal, has("siege", defense=2))
    board.when(*declared, damage(bear={"elk": 1, "siege": 2})).then(illegal("702.19b"))


def test_2025_11_14_deathtouch_and_excess_damage() -> None:
    board = given({**BEAR, "text": "Deathtouch\nTrample"}, {**ELK, "toughness": 5})
    unchanged("2025-11-14", board.when(*ONE, damage(bear={"elk": 1, BOB: 2})), legal, life(Bob=18), dies("704.5h", "elk"))


def test_2016_04_08_each_source_with_lifelink_is_an_event_of_its_own() -> None:
    shrine = enchantment("shrine", ANN, "Whenever you gain life, draw a card.")
    board = given({**BEAR, "text": "Lifelink"}, creature("ox", ANN, "Lifelink"), shrine)
    unchanged("2016-04-08", board.when(attack(bear=BOB, ox=BOB), block(), damage()), triggers(shrine=2), life(Ann=25))


@pytest.mark.parametrize("day", ["2011-06-17", "2013-07-13", "2021-04-22"])
def test_wither_infect_and_poisonous_are_renumbered_and_stay_what_they_are(day: str) -> None:
    unchanged(day, given({**BEAR, "text": "Wither"}, {**ELK, "toughness": 9}).when(*ONE, damage()), has("elk", marked=0))
    unchanged(day, given({**BEAR, "text": "Infect"}).when(*UNBLOCKED, damage()), poison(Bob=3), life(Bob=20))
    unchanged(day, given({**BEAR, "text": "Poisonous 1"}).when(*UNBLOCKED, damage()), triggers(bear=1), life(Bob=17))


@pytest.mark.parametrize("day", ["2001-07-23", "2003-10-01", "2009-07-11", "2011-06-17", "2013-07-13", "2021-04-22"])
def test_protection_prevents_combat_damage_in_every_edition(day: str) -> None:
    board = given({**BEAR, "colors": ["R"]}, {**ELK, "text": "Protection from red"})
    unchanged(day, board.when(*ONE, damage()), legal, dealt(elk={"bear": 2}), dies())


@pytest.mark.parametrize("day", ["2003-07-01", "2009-07-11"])
def test_banding_divides_what_blocks_attackers_that_have_it_in_every_edition(day: str) -> None:
    board = given({**BEAR, "text": "Banding"}, creature("ox", ANN), {**ELK, "text": RANGE})
    blocked = (attack(bear=BOB, ox=BOB), block(elk=["bear", "ox"]))
    unchanged(day, board.when(*blocked, assign(ANN, elk={"bear": 1, "ox": 1})), legal)
    mine = board.when(*blocked, assign(ANN, elk={"bear": 1, "ox": 1}), assign(BOB), DEALS)
    unchanged(day, mine, legal, marked(bear=1, ox=1))


@pytest.mark.parametrize("day", ["2001-07-23", "2009-07-11", "2013-07-13"])
def test_what_is_indestructible_stays_in_every_edition(day: str) -> None:
    unchanged(day, given(BEAR, {**ELK, "text": "Indestructible"}).when(*ONE, damage()), legal, dies(), marked(elk=3))


@pytest.mark.parametrize(
    ("day", "before", "since"),
    [
        ("2007-05-01", "419.6b", "501.5a"),
        ("2009-07-11", "501.5a", "701.11a"),
        ("2011-09-30", "701.11a", "701.12a"),
        ("2016-09-30", "701.12a", "701.13a"),
        ("2018-04-27", "701.13a", "701.14a"),
        ("2020-07-03", "701.14a", "701.15a"),
        ("2025-06-06", "701.15a", "701.19a"),
    ],
)
def test_regeneration_is_renumbered(day: str, before: str, since: str) -> None:
    renumbered(day, {"regenerate": (before, since)})
    board = given(BEAR, ELK, effects=(effect(BOB, "Regenerate [elk]."),))
    unchanged(day, board.when(*ONE, damage()), dies(), marked(elk=0), blocking())


WITHER_TWO = {**BEAR, "power": 2, "text": "Wither"}


@pytest.mark.parametrize("day", ["1999-11-01", "2001-07-23", "2003-07-01", "2010-07-16", "2020-04-17"])
def test_state_based_actions_do_what_they_did_where_their_words_change(day: str) -> None:
    number = "420.5" if day < "2009-07-11" else "704.5"
    lethal, toughness, life_lost = ("c", "b", "a") if day < "2009-07-11" else ("g", "f", "a")
    unchanged(day, given(BEAR, ELK).when(*ONE, damage()), dies(number + lethal, "elk"))
    unchanged(day, given(WITHER_TWO, ELK).when(*ONE, damage()), dies(number + toughness, "elk"))
    unchanged(day, given(BEAR, life={BOB: 3}).when(*UNBLOCKED, damage()), loses(number + life_lost, BOB))


def test_2009_07_11_state_based_effects_become_actions_renumbered() -> None:
    renumbered(
        "2009-07-11",
        {"sba.toughness": ("420.5b", "704.5f"), "sba.poison": ("420.5h", "704.5c"), "sba.loyalty": ("420.5p", "704.5i")},
    )
    renumbered("2009-07-11", {"combat.end_removes": ("311.2", "511.3")})


@pytest.mark.parametrize("day", ["2003-07-01", "2009-07-11", "2016-09-30", "2023-04-14"])
def test_the_end_of_combat_triggers_and_removes_in_every_edition(day: str) -> None:
    bell = enchantment("bell", ANN, "At end of combat, you gain 1 life.")
    fought = given({**BEAR, "power": 1}, ELK, bell).when(*ONE, damage(), AFTER_COMBAT)
    unchanged(day, fought, triggers(bell=1), attacking(), blocking())
    unchanged(day, given({**BEAR, "power": 1}, ELK).when(*ONE, damage(), CLEANUP), marked(elk=0, bear=0))


@pytest.mark.parametrize(
    ("day", "before", "since"),
    [
        ("2007-10-01", "308.4", "308.5"),
        ("2009-07-11", "308.5", "508.6"),
        ("2016-09-30", "508.6", "508.5"),
        ("2017-08-25", "508.5", "508.8"),
    ],
)
def test_the_rule_on_skipped_steps_moves(day: str, before: str, since: str) -> None:
    renumbered(day, {"attack.none_skip": (before, since)})
    unchanged(day, given(BEAR).when(attack(), damage()), illegal(None))


# --- the timeline, row by row --------------------------------------------------------------------------------------------

TIMELINE: dict[str, list[tuple[str, str]]] = {
    "The step itself": [
        ("1999-04-23", "test_1999_04_23_combat_damage_goes_on_the_stack_and_is_dealt_as_assigned"),
        ("1999-11-01", "test_1999_11_01_deal_becomes_assign"),
        ("2001-07-23", "test_2001_07_23_a_recipient_that_is_no_creature_any_more_is_dealt_nothing"),
        ("2003-07-01", "test_2003_07_01_the_step_is_split_into_rules"),
        ("2004-02-01", "test_2004_02_01_creatures_with_0_power_dont_assign_and_so_may_in_the_second_step"),
        ("2005-08-01", "test_2005_08_01_a_player_may_not_be_overtaken"),
        ("2007-05-01", "test_2007_05_01_a_source_that_is_gone_counts_as_it_most_recently_existed"),
        ("2007-10-01", "test_2007_10_01_an_unblocked_creature_assigns_to_the_planeswalker_it_attacks"),
        ("2009-05-01", "test_2009_05_01_a_creature_with_0_power_has_assigned_0"),
        ("2009-07-11", "test_2009_07_11_nothing_happens_between_assigning_and_dealing"),
        ("2009-07-11", "test_2011_07_15_two_attackers_rely_on_each_other_since_2009"),
        ("2009-10-01", "test_2009_10_01_an_illegal_assignment_is_cut_back_as_a_whole"),
        ("2011-07-15", "test_2011_07_15_two_attackers_rely_on_each_other_since_2009"),
        ("2016-09-30", "test_2016_09_30_triggers_and_priority_are_no_turn_based_actions"),
        ("2012-02-01", "test_2012_02_01_who_has_left_is_assigned_nothing"),
        ("2023-04-14", "test_2023_04_14_battles"),
        ("2024-11-08", "test_2024_11_08_damage_is_divided_freely"),
    ],
    "Who deals in which step": [
        ("1999-04-23", "test_first_strike_gained_or_lost_in_between_neither_prevents_nor_doubles_in_any_edition"),
        ("2003-03-15", "test_2003_03_15_double_strike_deals_again"),
        ("2003-07-01", "test_first_strike_gained_or_lost_in_between_neither_prevents_nor_doubles_in_any_edition"),
        ("2007-02-01", "test_2007_02_01_any_creature_that_did_not_assign_not_only_survivors"),
        ("2009-07-11", "test_2009_07_11_it_counts_who_had_first_strike_not_who_assigned"),
        ("2009-09-04", "test_2009_09_04_double_strike_lost_in_between_deals_no_more"),
        ("2016-09-30", "test_2016_09_30_triggers_and_priority_are_no_turn_based_actions"),
    ],
    "Division, lethal damage, trample": [
        ("1999-04-23", "test_damage_is_divided_in_any_way_where_no_order_binds"),
        ("1999-04-23", "test_lethal_damage_for_trample_counts_marks_and_toughness_alone_in_every_edition"),
        ("2001-07-23", "test_trample_counts_what_others_assign_and_all_goes_over_where_no_blocker_is_left"),
        ("2003-07-01", "test_trample_counts_what_others_assign_and_all_goes_over_where_no_blocker_is_left"),
        ("2007-10-01", "test_2007_10_01_trample_to_the_planeswalker_it_attacks"),
        ("2009-07-11", "test_2007_10_01_trample_to_the_planeswalker_it_attacks"),
        ("2011-06-17", "test_trample_is_renumbered"),
        ("2013-07-13", "test_trample_is_renumbered"),
        ("2020-04-17", "test_trample_counts_what_others_assign_and_all_goes_over_where_no_blocker_is_left"),
        ("2021-06-18", "test_2021_06_18_trample_over_planeswalkers_goes_over_loyalty"),
        ("2023-04-14", "test_2023_04_14_trample_to_the_battle_it_attacks"),
    ],
    "Keywords": [
        ("2007-05-01", "test_keywords_are_renumbered"),
        ("2009-07-11", "test_2009_07_11_deathtouch_is_no_trigger_any_more"),
        ("2010-07-16", "test_2010_07_16_any_damage_by_deathtouch_is_lethal_and_the_order_is_obeyed"),
        ("2017-01-20", "test_keywords_are_renumbered"),
        ("2025-11-14", "test_2025_11_14_deathtouch_and_excess_damage"),
        ("2007-05-01", "test_keywords_are_renumbered"),
        ("2009-07-11", "test_2009_07_11_lifelink_is_a_result_and_may_save"),
        ("2016-04-08", "test_2016_04_08_each_source_with_lifelink_is_an_event_of_its_own"),
        ("2008-05-01", "test_wither_infect_toxic_and_poisonous_since_their_rules"),
        ("2010-10-01", "test_wither_infect_toxic_and_poisonous_since_their_rules"),
        ("2007-05-01", "test_keywords_are_renumbered"),
        ("2023-02-03", "test_wither_infect_toxic_and_poisonous_since_their_rules"),
        ("1999-04-23", "test_protection_prevents_combat_damage_in_every_edition"),
        ("2001-07-23", "test_banding_lets_the_other_player_divide_since_2001_07_23"),
        ("2003-07-01", "test_banding_divides_what_blocks_attackers_that_have_it_in_every_edition"),
        ("2009-07-11", "test_banding_divides_what_blocks_attackers_that_have_it_in_every_edition"),
        ("2009-07-11", "test_what_is_indestructible_stays_in_every_edition"),
    ],
    "State-based effects and actions": [
        ("0 or less life", "test_state_based_actions_do_what_they_did_where_their_words_change"),
        ("ten poison counters", "test_2009_07_11_state_based_effects_become_actions_renumbered"),
        ("toughness 0", "test_state_based_actions_do_what_they_did_where_their_words_change"),
        ("lethal damage", "test_state_based_actions_do_what_they_did_where_their_words_change"),
        ("deathtouch", "test_2009_07_11_deathtouch_is_no_trigger_any_more"),
        ("planeswalker", "test_2009_07_11_state_based_effects_become_actions_renumbered"),
        ("+1/+1", "test_2006_10_01_counters_cancel"),
        ("battle", "test_2023_04_14_battles"),
        ("21 combat damage", "NOT: commanders can't be stated in a case"),
    ],
    "Afterwards": [
        ('"At end of combat"', "test_the_end_of_combat_triggers_and_removes_in_every_edition"),
        ("everything leaves combat", "test_the_end_of_combat_triggers_and_removes_in_every_edition"),
        ("damage wears off", "test_the_end_of_combat_triggers_and_removes_in_every_edition"),
        ("no attacker", "test_the_rule_on_skipped_steps_moves"),
        ("an illegal assignment", "NOT: test_illegal_actions_by_date.py follows that rule through the years"),
    ],
}
"""Each row of the timeline of combat damage by how it begins, and the test of it, or after NOT why there is none here.

Numbers of concepts that nothing cites (wither, infect, toxic, protection, what damage results in) have no test of their own: they
are the closed list `UNCITED` of test_citations.py.
"""


def test_each_row_of_the_timeline_has_a_test_or_a_reason() -> None:
    for rows in TIMELINE.values():
        for row, test in rows:
            assert test.startswith("NOT: ") or callable(globals().get(test)), (row, test)


def test_the_timeline_has_these_rows_and_no_other(shared: Path) -> None:
    found: dict[str, list[str]] = {}
    for line in (shared / "rules" / "timeline-damage.md").read_text().splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line[3:], [])
        elif line.startswith("|") and found:
            rows.append(line[1:].split("|")[0].strip(" *"))
    assert list(found) == list(TIMELINE)
    for section, rows in found.items():
        shown = [row for row in rows if row not in ("", "from") and not row.startswith("-")]
        assert [row[: len(begins)] for row, (begins, _) in zip(shown, TIMELINE[section], strict=True)] == [
            begins for begins, _ in TIMELINE[section]
        ], section


@pytest.mark.parametrize(
    ("rules", "number"),
    [("2007-09-30", None), ("2007-10-01", "212.9g"), ("2009-10-01", "306.7"), ("2018-04-26", "306.7"), ("2018-04-27", None)],
)
def test_noncombat_damage_that_might_be_dealt_to_a_planeswalker_is_marked(rules: str, number: str | None) -> None:
    ox = creature("ox", ANN, "Whenever this creature attacks, it deals 2 damage to each player.")
    board = given(ox, planeswalker("sage", BOB), planeswalker("seer", ANN), rules=rules)
    marks = board.when(attack(ox=BOB), resolve()).then(life(Ann=18, Bob=18)).game.stack.marks
    why = f"whether the damage to Bob is dealt to sage instead isn't asked ({number})"
    assert [mark.why for mark in marks] == ([] if number is None else [why])
