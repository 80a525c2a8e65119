"""702.2, .12, .15, .16e, .19, .22j–k, .80, .90, .164: what keywords do to combat damage."""

import pytest
from referee import (
    ANN,
    BOB,
    DEALS,
    assign,
    attack,
    block,
    creature,
    damage,
    dealt,
    dies,
    given,
    has,
    illegal,
    legal,
    life,
    marked,
    planeswalker,
    poison,
    triggers,
)

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
BOTH = (attack(bear=BOB), block(elk="bear", owl="bear"))
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_2b_any_damage_by_deathtouch_destroys_a_creature() -> None:
    given(bear("Deathtouch", 1), ELK).when(*ONE, damage()).then(dies("704.5h", "elk"))
    given(bear("Deathtouch", 3), planeswalker("jace", BOB)).when(attack(bear="jace"), block(), damage()).then(dies(None, "jace"))


def test_702_2c_any_damage_by_deathtouch_is_lethal_for_trample() -> None:
    given(bear("Trample\nDeathtouch"), ELK, OWL).when(*BOTH, damage(bear={"elk": 1, "owl": 1, BOB: 3})).then(legal, life(Bob=17))
    given(bear("Trample\nDeathtouch"), ELK, OWL).when(*BOTH, damage(bear={"elk": 1, BOB: 4})).then(illegal("702.19b", "owl"))


def test_702_12b_indestructible_permanents_arent_destroyed() -> None:
    indestructible = {**ELK, "text": "Indestructible"}
    given(bear("Deathtouch"), indestructible).when(*ONE, damage()).then(dies(), marked(elk=5))
    withered = given(bear("Wither"), indestructible)
    withered.when(*ONE, damage()).then(dies("704.5f", "elk"))


def test_702_15b_lifelink_gains_life_as_damage_is_dealt() -> None:
    board = given(bear("Trample\nLifelink"), ELK)
    board.when(*ONE, damage(bear={"elk": 3, BOB: 2})).then(life(Ann=25, Bob=18), triggers())


@pytest.mark.parametrize("quality", ["creatures", "green", "everything"])
def test_702_16e_protection_prevents_damage_and_changes_no_assignment(quality: str) -> None:
    protected = {**ELK, "text": f"Protection from {quality}"}
    board = given({**bear("Trample"), "colors": ["G"]}, protected)
    board.when(*ONE, damage(bear={"elk": 2, BOB: 3})).then(illegal("702.19b"))
    board.when(*ONE, damage(bear={"elk": 3, BOB: 2})).then(dealt(bear={BOB: 2}, elk={"bear": 1}), dies(), life(Bob=18))


def test_702_19b_lethal_damage_to_all_blockers_before_anything_tramples_over() -> None:
    board = given(bear("Trample", 7), ELK, OWL)
    board.when(*BOTH, damage(bear={"elk": 3, "owl": 3, BOB: 1})).then(legal, life(Bob=19))
    board.when(*BOTH, damage(bear={"elk": 4, "owl": 2, BOB: 1})).then(illegal("702.19b", "owl", "1 more"))
    board.when(*BOTH, damage(bear={"elk": 7})).then(legal, life(Bob=20))


def test_702_19b_damage_that_is_marked_counts() -> None:
    given(bear("Trample"), {**ELK, "marked": 2}).when(*ONE, damage(bear={"elk": 1, BOB: 4})).then(legal, life(Bob=16))


def test_702_19c_trample_over_planeswalkers() -> None:
    board = given(bear("Trample over planeswalkers", 8), ELK, planeswalker("jace", BOB))
    declared = (attack(bear="jace"), block(elk="bear"))
    board.when(*declared, damage(bear={"elk": 3, "jace": 3, BOB: 2})).then(legal, dies(None, "elk", "jace"), life(Bob=18))
    board.when(*declared, damage(bear={"elk": 3, "jace": 2, BOB: 3})).then(illegal("702.19c", "jace"))
    board.when(*declared, damage(bear={"elk": 2, "jace": 6})).then(illegal("702.19b"))


def test_702_19d_with_no_blocker_left_all_of_it_goes_over() -> None:
    given(bear("Trample"), ELK).when(*ONE, {"leaves": "elk"}, damage()).then(legal, life(Bob=15))


def test_702_19e_over_a_planeswalker_that_is_gone() -> None:
    board = given(bear("Trample over planeswalkers"), planeswalker("jace", BOB))
    board.when(attack(bear="jace"), block(), {"leaves": "jace"}, damage()).then(legal, life(Bob=15))


def test_702_19f_nothing_to_the_player_behind_a_planeswalker() -> None:
    board = given(bear("Trample"), ELK, planeswalker("jace", BOB))
    declared = (attack(bear="jace"), block(elk="bear"))
    board.when(*declared, damage(bear={"elk": 3, BOB: 2})).then(illegal("702.19f"))
    board.when(*declared, {"leaves": "jace"}, damage(bear={"elk": 3, BOB: 2})).then(illegal("702.19f"))
    board.when(*declared, {"leaves": "jace"}, damage()).then(legal, dealt(bear={"elk": 5}, elk={"bear": 1}))


def test_702_22j_the_defending_player_chooses_for_what_a_creature_with_banding_blocks() -> None:
    board = given(bear(""), {**ELK, "text": "Banding"}, OWL)
    board.when(*BOTH, assign(ANN, bear={"elk": 5})).then(illegal("702.22j", "Bob chooses"))
    board.when(*BOTH, assign(BOB, bear={"elk": 2, "owl": 3}), DEALS).then(
        legal, dealt(bear={"elk": 2, "owl": 3}, elk={"bear": 1}, owl={"bear": 1})
    )


def test_702_22k_the_active_player_chooses_for_what_blocks_a_creature_with_banding() -> None:
    board = given(bear("Banding"), creature("ox", ANN, toughness=9), {**ELK, "power": 4})
    declared = (attack(bear=BOB, ox=BOB, step={"bands": [["bear", "ox"]]}), block(elk="ox"))
    board.when(*declared, assign(ANN, elk={"bear": 1, "ox": 3}), DEALS).then(legal, marked(bear=1, ox=3))
    board.when(*declared, assign(ANN, elk={"ox": 4}), assign(BOB, elk={"bear": 4})).then(illegal("702.22k", "Ann chooses"))


def test_702_80a_wither_puts_counters_on_creatures_and_hurts_players() -> None:
    given(bear("Wither", 2), ELK).when(*ONE, damage()).then(has("elk", counters={"-1/-1": 2}, power=-1, toughness=1, marked=0))
    given(bear("Wither", 2)).when(attack(bear=BOB), block(), damage()).then(life(Bob=18))


def test_702_90b_infect_poisons_players_and_puts_counters_on_creatures() -> None:
    given(bear("Infect", 2)).when(attack(bear=BOB), block(), damage()).then(life(Bob=20), poison(Bob=2))
    given(bear("Infect", 2), ELK).when(*ONE, damage()).then(has("elk", counters={"-1/-1": 2}), poison(Bob=0))


def test_702_164c_toxic_poisons_players_in_addition() -> None:
    board = given(bear("Toxic 1\nToxic 2", 2))
    board.when(attack(bear=BOB), block(), damage()).then(life(Bob=18), poison(Bob=3))
