"""506.4 and its parts: what takes a permanent out of combat, and what doesn't."""

from typing import Any

import pytest
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
    effect,
    enchantment,
    given,
    legal,
    life,
    permanent,
    planeswalker,
    tapped,
    unblocked,
)

BEAR, OX, GUARD = creature("bear", ANN), creature("ox", ANN), creature("guard", BOB)
SAGE = planeswalker("sage", BOB)


def types(id: str, *types: str, **more: Any) -> dict[str, Any]:
    return {"changes": {"id": id, "types": list(types), **more}}


def removals(id: str, controller: str) -> list[dict[str, Any]]:
    return [
        {"leaves": id},
        {"phases_out": id},
        {"removed_from_combat": id},
        {"changes": {"id": id, "controller": controller}},
        types(id, "Artifact"),
        types(id, "Creature", "Battle", protector=BOB),
    ]


@pytest.mark.parametrize("removed", removals("bear", BOB))
def test_an_attacker_stops_attacking(removed: dict[str, Any]) -> None:
    given(BEAR, OX).when(attack(bear=BOB, ox=BOB), removed).then(attacking(ox=BOB))


@pytest.mark.parametrize("removed", removals("bear", BOB))
def test_a_removed_attacker_is_neither_blocked_nor_unblocked(removed: dict[str, Any]) -> None:
    given(BEAR, OX, GUARD).when(attack(bear=BOB, ox=BOB), block(guard="bear"), removed).then(
        attacking(ox=BOB), blocked(), unblocked("ox")
    )


@pytest.mark.parametrize("removed", removals("guard", ANN))
def test_a_blocker_stops_blocking_and_what_it_blocked_stays_blocked(removed: dict[str, Any]) -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), removed).then(blocking(), blocked("bear"), attacking(bear=BOB))


def test_a_blocker_of_what_was_removed_stays_a_blocking_creature() -> None:
    given(BEAR, OX, GUARD).when(attack(bear=BOB, ox=BOB), block(guard="bear"), {"leaves": "bear"}).then(blocking(guard=[]))


def test_a_removed_attacker_that_comes_back_doesnt_attack() -> None:
    given(BEAR, OX).when(attack(bear=BOB, ox=BOB), types("bear", "Artifact"), types("bear", "Artifact", "Creature")).then(
        attacking(ox=BOB)
    )


MARCH = "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value."
SONG = "Enchant permanent\nEnchanted permanent is a colorless Forest land."


@pytest.mark.parametrize("id", ["bear", "guard"])
def test_what_an_aura_that_enters_makes_no_creature_leaves_combat(id: str) -> None:
    song = permanent("song", BOB, SONG, types=("Enchantment", "Aura"), attached_to=id)
    declared = attack(bear=BOB), block(guard="bear")
    given(BEAR, GUARD).when(*declared, {"enters": song}, damage()).then(dealt(), life(Bob=20))  # it stays blocked


def test_what_is_a_creature_for_as_long_as_something_is_there_leaves_combat_with_it() -> None:
    march = enchantment("march", ANN, MARCH)
    rock = permanent("rock", ANN, types=("Artifact",), mana_value=3, stated=False)
    given(rock, march).when(attack(rock=BOB), {"leaves": "march"}).then(attacking())


def test_what_an_aura_makes_no_planeswalker_isnt_attacked_any_more() -> None:
    song = permanent("song", BOB, SONG, types=("Enchantment", "Aura"), attached_to="walker")
    given(BEAR, planeswalker("walker", BOB)).when(attack(bear="walker"), {"enters": song}).then(attacking(bear=None))


def test_becoming_another_kind_of_creature_removes_nothing() -> None:
    given(BEAR).when(attack(bear=BOB), types("bear", "Artifact", "Creature")).then(attacking(bear=BOB))


def test_a_change_of_controller_to_the_same_player_removes_nothing() -> None:
    given(BEAR).when(attack(bear=BOB), {"changes": {"id": "bear", "controller": ANN}}).then(attacking(bear=BOB))


# --- 506.4a–b: what doesn't ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "happens",
    [
        {"effect": effect(BOB, "[bear] can't attack this turn.")},
        {"effect": {"on": "bear", "text": "Defender"}},
        {"changes": {"id": "bear", "summoning_sick": True}},
    ],
)
def test_what_would_have_kept_a_creature_from_attacking_removes_nothing(happens: dict[str, Any]) -> None:
    given(BEAR).when(attack(bear=BOB), happens).then(attacking(bear=BOB))


def test_what_would_have_kept_a_creature_from_blocking_removes_nothing() -> None:
    given(BEAR, GUARD).when(
        attack(bear=BOB), block(guard="bear"), {"effect": effect(ANN, "[guard] can't block this turn.")}
    ).then(blocking(guard=["bear"]), blocked("bear"))


def test_tapping_and_untapping_remove_nothing() -> None:
    given(BEAR, GUARD).when(
        attack(bear=BOB),
        block(guard="bear"),
        {"changes": {"id": "bear", "tapped": False}},
        {"changes": {"id": "guard", "tapped": True}},
    ).then(attacking(bear=BOB), blocking(guard=["bear"]), tapped("guard"))


# --- 506.4, 506.4c: what is attacked -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "removed",
    [
        {"leaves": "sage"},
        {"phases_out": "sage"},
        {"removed_from_combat": "sage"},
        {"changes": {"id": "sage", "controller": CAT}},
        types("sage", "Artifact"),
    ],
)
def test_what_attacked_a_planeswalker_goes_on_attacking_but_attacks_nothing(removed: dict[str, Any]) -> None:
    given(BEAR, SAGE, players=(ANN, BOB, CAT)).when(attack(bear="sage"), removed).then(attacking(bear=None))


@pytest.mark.parametrize("removed", [{"leaves": "siege"}, {"phases_out": "siege"}, types("siege", "Enchantment")])
def test_so_does_what_attacked_a_battle(removed: dict[str, Any]) -> None:
    given(BEAR, battle("siege", ANN, BOB)).when(attack(bear="siege"), removed).then(attacking(bear=None))


def test_it_may_be_blocked_and_is_unblocked_otherwise() -> None:
    board = given(BEAR, OX, GUARD, SAGE)
    board.when(attack(bear="sage", ox="sage"), {"leaves": "sage"}, block(guard="bear")).then(
        legal, blocked("bear"), unblocked("ox")
    )


def test_a_planeswalker_that_becomes_a_creature_too_is_still_attacked() -> None:
    given(BEAR, SAGE).when(attack(bear="sage"), types("sage", "Planeswalker", "Creature")).then(attacking(bear="sage"))


# --- 506.4d: a blocking creature that is also an attacked planeswalker ----------------------------------------------------------


RANGER = planeswalker("ranger", BOB, power=3, toughness=3) | {"types": ["Creature", "Planeswalker"]}


@pytest.mark.parametrize(
    ("now", "blocks", "target"),
    [(["Creature"], ["ox"], None), (["Planeswalker"], None, "ranger"), (["Artifact"], None, None)],
    ids=["a creature only", "a planeswalker only", "neither"],
)
def test_it_stops_being_only_what_it_isnt_any_more(now: list[str], blocks: list[str] | None, target: str | None) -> None:
    given(RANGER, BEAR, OX).when(attack(bear="ranger", ox=BOB), block(ranger="ox"), types("ranger", *now)).then(
        attacking(bear=target, ox=BOB), blocking(**({"ranger": blocks} if blocks else {})), blocked("ox")
    )


# --- 506.4e: an attacked planeswalker that is also a battle -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("controller", "now", "target"),
    [
        (BOB, ["Planeswalker"], "relic"),
        (CAT, ["Planeswalker"], None),
        (CAT, ["Battle"], "relic"),
        (BOB, ["Battle"], "relic"),
        (BOB, ["Artifact"], None),
    ],
    ids=[
        "a planeswalker that its protector controls",
        "a planeswalker that its protector doesn't control",
        "a battle",
        "a battle that its protector controls",
        "neither",
    ],
)
def test_it_is_still_attacked_as_what_it_still_is(controller: str, now: list[str], target: str | None) -> None:
    relic = battle("relic", controller, BOB, loyalty=3) | {"types": ["Battle", "Planeswalker"]}
    given(BEAR, relic, players=(ANN, BOB, CAT)).when(attack(bear="relic"), types("relic", *now)).then(attacking(bear=target))


def test_what_is_attached_to_a_permanent_phases_out_with_it() -> None:
    outcome = (
        given(
            creature("bear", ANN),
            enchantment("banner", ANN, "Creatures you control have menace.", subtypes=["Aura"], attached_to="bear"),
            creature("ox", ANN),
            creature("cat", BOB),
        )
        .when(attack(ox=BOB), {"phases_out": "bear"}, block(cat="ox"))
        .then(legal)
    )
    assert outcome.game.board.permanents["banner"].phased_out
