"""704.3, 704.5a, c, f–i, m–n, q, v: state-based actions after combat damage, all at once, until none applies; 701.19, 800.4."""

import pytest
from declarant.handlers.rulebook.concepts import Concept
from declarant.handlers.rulebook.editions import editions
from declarant.tools.cases.report import DamageReport
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    attacking,
    battle,
    block,
    blocked,
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
    logged,
    loses,
    marked,
    permanent,
    poison,
    resolve,
    resolved,
    tapped,
    triggers,
)

BEAR, ELK = creature("bear", ANN), creature("elk", BOB)
ONE = (attack(bear=BOB), block(elk="bear"), damage())
UNBLOCKED = (attack(bear=BOB), block(), damage())


def test_704_5a_a_player_with_0_or_less_life_loses() -> None:
    given(BEAR, life={BOB: 2}).when(*UNBLOCKED).then(loses("704.5a", BOB), life(Bob=0))
    given(BEAR, life={BOB: 3}).when(*UNBLOCKED).then(loses(), life(Bob=1))


def test_704_5c_a_player_with_ten_poison_counters_loses() -> None:
    rat = creature("bear", ANN, "Infect", power=1)
    given(rat, poison={BOB: 9}).when(*UNBLOCKED).then(loses("704.5c", BOB), poison(Bob=10))
    given(rat, poison={BOB: 8}).when(*UNBLOCKED).then(loses(), poison(Bob=9))


def test_704_5f_a_creature_with_toughness_0_is_put_into_a_graveyard() -> None:
    given(creature("bear", ANN, "Wither"), ELK).when(*ONE).then(dies(None, "bear", "elk"))
    given(creature("bear", ANN, "Wither", toughness=5), ELK).when(*ONE).then(dies("704.5f", "elk"))


def test_704_5g_a_creature_with_lethal_damage_is_destroyed() -> None:
    given(BEAR, {**ELK, "power": 0}).when(*ONE).then(dies("704.5g", "elk"))
    given(BEAR, {**ELK, "power": 0, "toughness": 4, "marked": 2}).when(*ONE).then(dies("704.5g", "elk"))
    given(BEAR, {**ELK, "power": 0, "toughness": 3}).when(*ONE).then(dies(), marked(elk=2))


def test_704_5q_counters_cancel_and_the_creature_stays_as_large() -> None:
    board = given(creature("bear", ANN, "Wither", toughness=9), creature("elk", BOB, toughness=5, counters={"+1/+1": 1}))
    board.when(*ONE).then(has("elk", counters={"-1/-1": 1}, power=0, toughness=3))


def test_704_5v_a_battle_with_defense_0_is_put_into_a_graveyard_and_a_siege_triggers() -> None:
    tower = {**battle("tower", BOB, BOB), "subtypes": []}
    given({**BEAR, "power": 3}, tower).when(attack(bear="tower"), block(), damage()).then(dies("704.5v", "tower"))
    siege = given({**BEAR, "power": 3}, battle("siege", ANN, BOB))
    siege.when(attack(bear="siege"), block(), damage()).then(dies(), triggers(siege=1), has("siege", defense=0))


@pytest.mark.parametrize(
    ("rules", "of_aura", "of_equipment"), [("2026-01-16", "704.5m", "704.5n"), ("2017-09-28", "704.5n", "704.5p")]
)
def test_704_5m_n_what_was_attached_to_it(rules: str, of_aura: str, of_equipment: str) -> None:
    aura = enchantment("aura", BOB, "", subtypes=("Aura",), attached_to="elk")
    sword = permanent("sword", BOB, types=("Artifact",), subtypes=("Equipment",), attached_to="elk")
    fought = given(BEAR, ELK, aura, sword, rules=rules).when(*ONE)
    found = fought.then(dies(None, "bear", "elk", "aura"), has("sword", attached_to=None)).step
    assert isinstance(found, DamageReport)
    assert (found.sba["aura"], found.sba["sword"]) == (of_aura, of_equipment)


def test_every_state_based_action_has_a_number_today() -> None:
    assert all(editions()[0].number(concept) for concept in Concept if concept.startswith("sba."))


def test_704_5m_an_aura_on_a_player_who_has_lost() -> None:
    curse = enchantment("curse", ANN, "", subtypes=("Aura", "Curse"), attached_to=BOB)
    board = given(creature("bear", ANN, power=3), curse, players=(ANN, BOB, "Cat"), life={ANN: 20, BOB: 3, "Cat": 20})
    board.when(attack(bear=BOB), block(), damage()).then(dies(None, "curse"))


def test_704_3_checks_are_repeated_until_none_applies() -> None:
    shield = enchantment("shield", BOB, "Creatures you control have indestructible.", subtypes=("Aura",), attached_to="owl")
    owl = creature("owl", BOB, toughness=1)
    wither = creature("bear", ANN, "Wither", power=1, toughness=9)
    board = given(wither, creature("ox", ANN, power=2, toughness=9), owl, ELK, shield)
    board.when(attack(bear=BOB, ox=BOB), block(owl="bear", elk="ox"), damage()).then(dies(None, "owl", "shield", "elk"))


def test_701_19a_a_regeneration_shield_replaces_destruction_once() -> None:
    regenerate = effect(BOB, "Regenerate [elk].")
    board = given({**BEAR, "toughness": 9}, ELK, effects=(regenerate,))
    board.when(*ONE).then(dies(), marked(elk=0), tapped("bear", "elk"), blocking(), blocked("bear"), attacking(bear=BOB))
    again = (*ONE, {"combat": "again"}, {"changes": {"id": "bear", "tapped": False}}, {"changes": {"id": "elk", "tapped": False}})
    board.when(*again, *ONE).then(dies("704.5g", "elk"))


def test_701_19_regeneration_doesnt_help_against_toughness_0() -> None:
    board = given(creature("bear", ANN, "Wither", toughness=9), ELK, effects=(effect(BOB, "Regenerate [elk]."),))
    board.when(*ONE).then(dies("704.5f", "elk"))


def test_615_7_a_shield_prevents_the_next_damage_and_is_used_up() -> None:
    shield = effect(BOB, "Prevent the next 3 damage that would be dealt to [elk] this turn.")
    board = given(creature("bear", ANN, "Double strike", toughness=9), {**ELK, "toughness": 5}, effects=(shield,))
    board.when(*ONE).then(dealt(), marked(elk=0))
    board.when(*ONE, damage()).then(dealt(bear={"elk": 1}, elk={"bear": 2}), marked(elk=1))


def test_615_10_a_static_ability_prevents_of_each_source() -> None:
    urn = enchantment("urn", BOB, "If a source would deal damage to you, prevent 1 of that damage.")
    given(BEAR, creature("ox", ANN), urn).when(attack(bear=BOB, ox=BOB), block(), damage()).then(life(Bob=18))


def test_614_damage_is_doubled_as_it_is_dealt() -> None:
    text = (
        "If a source you control would deal damage to a permanent or player, it deals double that damage to that permanent or "
        "player instead."
    )
    given(BEAR, enchantment("fury", ANN, text)).when(*UNBLOCKED).then(dealt(bear={BOB: 4}), life(Bob=16))
    twice = given(BEAR, enchantment("fury", ANN, text), enchantment("wrath", ANN, text))
    twice.when(*UNBLOCKED).then(life(Bob=12))


def test_616_an_order_of_effects_that_a_player_chooses_is_declined_where_it_matters() -> None:
    text = (
        "If a source you control would deal damage to a permanent or player, it deals double that damage to that permanent or "
        "player instead."
    )
    urn = enchantment("urn", BOB, "If a source would deal damage to you, prevent 1 of that damage.")
    outcome = given(BEAR, enchantment("fury", ANN, text), urn).when(*UNBLOCKED).outcome()
    assert outcome.report.error is not None
    assert outcome.report.error.kind == "wording-not-understood"


def test_800_4_a_player_who_loses_leaves_with_what_that_player_owns() -> None:
    three = given(
        creature("bear", ANN, "First strike", power=5),
        creature("ox", ANN),
        creature("elk", CAT),
        creature("hen", BOB),
        players=(ANN, BOB, CAT),
        life={CAT: 5},
    )
    lost = (attack(bear=CAT, ox=CAT), block(by=CAT), damage())
    three.when(*lost).then(loses("704.5a", CAT), logged("PlayerLost", "PermanentLeft"))
    three.when(*lost, damage()).then(legal, dealt(), life(Cat=0))
    three.when(*lost, damage(ox={CAT: 2})).then(illegal("800.4e"))


@pytest.mark.parametrize("text", ["Draw two cards, then discard a card at random."])
def test_what_is_no_wording_of_damage_doesnt_matter(text: str) -> None:
    given({**BEAR, "text": "{T}: " + text}).when(*UNBLOCKED).then(legal)


def test_nothing_resolves_once_the_game_has_ended() -> None:
    """104.1: what triggered by the last damage is as if it weren't there."""
    given(creature("ox", ANN, "Whenever this creature deals combat damage to a player, you gain 1 life."), life={BOB: 2}).when(
        attack(ox=BOB), block(), damage(), resolve()
    ).then(resolved())


@pytest.mark.parametrize(
    "last",
    [
        {"effect": effect(BOB, "[bear] gets -0/-2 until end of turn.")},
        {"changes": {"id": "bear", "marked": 4}},
        {"leaves": "banner"},
    ],
    ids=lambda step: next(iter(step)),
)
def test_what_they_did_in_the_last_step_is_in_its_report(last: dict[str, object]) -> None:
    board = given({**BEAR, "marked": 3}, enchantment("banner", ANN, "Creatures you control get +0/+2."), stated=False)
    board.when(attack(bear=BOB), last).then(dies(None, "bear"))
