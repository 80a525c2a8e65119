"""510.4, 702.4, 702.7: with first or double strike in combat there are two combat damage steps; who deals in which."""

from typing import Any

import pytest
from declarant.tools.cases.report import DamageReport
from declarant.tools.text.cases import damage_done
from referee import (
    AFTER_COMBAT,
    ANN,
    BOB,
    CLEANUP,
    END_OF_COMBAT,
    attack,
    block,
    creature,
    damage,
    dealt,
    dies,
    given,
    illegal,
    legal,
    life,
    marked,
)

FIRST, DOUBLE = creature("lynx", ANN, "First strike"), creature("ogre", ANN, "Double strike")
BEAR, ELK = creature("bear", ANN, power=1), creature("elk", BOB, power=3)


def test_first_strikers_deal_first_and_what_they_kill_deals_nothing() -> None:
    fought = (attack(lynx=BOB), block(elk="lynx"), damage())
    given(FIRST, ELK).when(*fought).then(legal, dies(None, "elk"), dealt(lynx={"elk": 2}))
    given(FIRST, ELK).when(*fought, damage()).then(legal, dealt())


def test_others_assign_nothing_in_the_first_step() -> None:
    given(FIRST, BEAR).when(attack(lynx=BOB, bear=BOB), block(), damage(bear={BOB: 1})).then(illegal("510.4", "neither first"))


def test_first_strikers_assign_nothing_in_the_second_step() -> None:
    fought = (attack(lynx=BOB, bear=BOB), block(), damage())
    given(FIRST, BEAR).when(*fought, damage(lynx={BOB: 2})).then(illegal("510.4", "no double strike"))
    given(FIRST, BEAR).when(*fought, damage()).then(legal, life(Bob=17))


def test_double_strikers_deal_in_both() -> None:
    fought = (attack(ogre=BOB), block(), damage())
    given(DOUBLE).when(*fought).then(life(Bob=18))
    given(DOUBLE).when(*fought, damage()).then(life(Bob=16))
    given(DOUBLE).when(*fought, damage(), damage()).then(illegal(None, "already"))


def test_without_either_there_is_one_step() -> None:
    given(BEAR).when(attack(bear=BOB), block(), damage(), damage()).then(illegal(None))


def test_a_blockers_first_strike_makes_two_steps_too() -> None:
    board = given(BEAR, creature("elk", BOB, "First strike", power=0))
    board.when(attack(bear=BOB), block(elk="bear"), damage()).then(legal, dealt())
    board.when(attack(bear=BOB), block(elk="bear"), damage(), damage()).then(legal, marked(elk=1))


def test_702_7c_first_strike_gained_or_lost_in_between_neither_prevents_nor_doubles() -> None:
    between = (attack(lynx=BOB, bear=BOB), block(), damage(), {"changes": {"id": "lynx", "text": ""}})
    given(FIRST, BEAR).when(*between, damage()).then(legal, dealt(bear={BOB: 1}))
    gained = (attack(lynx=BOB, bear=BOB), block(), damage(), {"effect": {"on": "bear", "text": "First strike"}})
    given(FIRST, BEAR).when(*gained, damage()).then(legal, dealt(bear={BOB: 1}))


def test_702_4c_double_strike_lost_in_between_stops_it() -> None:
    fought = (attack(ogre=BOB), block(), damage(), {"changes": {"id": "ogre", "text": ""}})
    given(DOUBLE).when(*fought, damage(ogre={BOB: 2})).then(illegal("510.4"))
    given(DOUBLE).when(*fought, damage()).then(legal, dealt())


def test_702_4d_double_strike_gained_in_between_lets_it_deal_again() -> None:
    fought = (attack(lynx=BOB), block(), damage(), {"effect": {"on": "lynx", "text": "Double strike"}})
    given(FIRST).when(*fought, damage()).then(legal, life(Bob=16))


def test_what_enters_in_between_deals_in_the_second_first_strike_or_not() -> None:
    entered = {"enters": creature("ninja", ANN, "First strike"), "attacking": BOB}
    given(FIRST).when(attack(lynx=BOB), block(), damage(), entered, damage()).then(legal, dealt(ninja={BOB: 2}))


def test_a_first_striker_with_0_power_had_first_strike_all_the_same() -> None:
    fought = (attack(lynx=BOB), block(), damage(), {"changes": {"id": "lynx", "power": 3}})
    given({**FIRST, "power": 0}).when(*fought, damage(lynx={BOB: 3})).then(illegal("510.4"))


def test_damage_of_the_first_step_counts_in_the_second() -> None:
    wall = creature("wall", BOB, "This creature can block an additional creature each combat.", power=0, toughness=3)
    trampler = creature("rhino", ANN, "Trample", power=4)
    fought = (attack(lynx=BOB, rhino=BOB), block(wall=["lynx", "rhino"]), damage())
    given(FIRST, trampler, wall).when(*fought, damage(rhino={"wall": 1, BOB: 3})).then(legal, dies(None, "wall"), life(Bob=17))


SWIFT, SLOW = creature("swift", ANN, "First strike", power=3), creature("slow", ANN, power=2)


@pytest.mark.parametrize("on", [{"turn": BOB}, END_OF_COMBAT, AFTER_COMBAT, CLEANUP, {"combat": "again"}])
@pytest.mark.parametrize(
    ("blocks", "steps", "undealt"),
    [
        ({"elk": "swift"}, 1, ["slow"]),
        ({"elk": "swift"}, 2, []),
        ({"elk": "slow"}, 1, ["slow", "elk"]),
        ({"elk": "slow"}, 0, ["swift", "slow", "elk"]),
    ],
)
def test_a_game_that_goes_on_without_combat_damage_is_marked(
    on: dict[str, Any], blocks: dict[str, str], steps: int, undealt: list[str]
) -> None:
    board = given(SWIFT, SLOW, creature("elk", BOB))
    outcome = board.when(attack(swift=BOB, slow=BOB), block(blocks), *[damage()] * steps, on).outcome()
    assert [mark.source for mark in outcome.game.stack.marks] == undealt


def test_the_report_says_that_a_second_step_follows() -> None:
    board = given(SWIFT, SLOW, creature("elk", BOB))
    for steps, follows in ((1, True), (2, False)):
        report = board.when(attack(swift=BOB, slow=BOB), block(elk="swift"), *[damage()] * steps).outcome().step
        assert isinstance(report, DamageReport) and report.second_step_follows == follows
        assert ("then the second combat damage step" in damage_done(report)) == follows


def test_where_nothing_is_left_to_deal_damage_it_may_go_on() -> None:
    when = given(SWIFT, creature("elk", BOB)).when(attack(swift=BOB), block(elk="swift"), damage(), AFTER_COMBAT)
    assert not when.outcome().game.stack.marks


@pytest.mark.parametrize(
    ("blocks", "elk", "follows"),
    [
        ({}, {}, False),
        ({"elk": "swift"}, {"toughness": 2}, False),
        ({"elk": "swift"}, {"toughness": 4}, True),
        ({"elk": "swift"}, {"toughness": 4, "power": 0}, False),
    ],
)
def test_none_follows_where_nobody_is_left_to_deal_damage_in_it(
    blocks: dict[str, str], elk: dict[str, int], follows: bool
) -> None:
    when = given(SWIFT, creature("elk", BOB, **elk)).when(attack(swift=BOB), block(blocks), damage())
    report = when.outcome().step
    assert isinstance(report, DamageReport) and report.second_step_follows == follows


def test_none_follows_once_the_game_is_over() -> None:
    case = given(SWIFT, SLOW)
    case.case.update(life={BOB: 3})
    report = case.when(attack(swift=BOB, slow=BOB), block({}), damage()).outcome().step
    assert isinstance(report, DamageReport) and not report.second_step_follows
