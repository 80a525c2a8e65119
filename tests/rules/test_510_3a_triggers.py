"""510.3a: what triggers on damage being dealt, and as state-based actions are performed after it, waits for the active player."""

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, damage, enchantment, given, life, logged, resolve, triggers

BEAR, OX, ELK = creature("bear", ANN, power=2, toughness=5), creature("ox", ANN), creature("elk", BOB, power=1, toughness=5)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Whenever this creature deals combat damage to a player, draw a card.", 0),
        ("Whenever this creature deals combat damage, draw a card.", 1),
        ("Whenever this creature is dealt damage, draw a card.", 1),
        ("Whenever this creature deals combat damage to a creature, draw a card.", 1),
    ],
)
def test_a_blocked_creature(text: str, times: int) -> None:
    expected = {"bear": times} if times else {}
    given({**BEAR, "text": text}, ELK).when(attack(bear=BOB), block(elk="bear"), damage()).then(triggers(**expected))


def test_to_a_player() -> None:
    text = "Whenever this creature deals combat damage to a player, draw a card."
    given({**BEAR, "text": text}).when(attack(bear=BOB), block(), damage()).then(triggers("510.3a", bear=1))


def test_damage_that_is_prevented_triggers_nothing() -> None:
    text = "Whenever this creature deals combat damage to a player, draw a card."
    prevented = {"controller": BOB, "text": "Prevent all combat damage that would be dealt this turn."}
    given({**BEAR, "text": text}, effects=(prevented,)).when(attack(bear=BOB), block(), damage()).then(triggers())


def test_dealt_damage_by_several_at_once_triggers_once() -> None:
    wall = creature("wall", BOB, "Whenever this creature is dealt damage, you gain 1 life.", toughness=9)
    board = given(BEAR, OX, {**wall, "text": wall["text"] + "\nThis creature can block an additional creature each combat."})
    board.when(attack(bear=BOB, ox=BOB), block(wall=["bear", "ox"]), damage(wall={"bear": 2})).then(triggers(wall=1))


@pytest.mark.parametrize(
    ("to", "times", "gained"), [("a player", 2, 5), ("one or more players", 1, 5), ("one or more of your opponents", 1, 5)]
)
def test_damage_to_several_players_is_one_event_where_one_or_more_of_them_are_asked_for(to: str, times: int, gained: int) -> None:
    watch = enchantment(
        "watch", ANN, f"Whenever one or more creatures you control deal combat damage to {to}, you gain that much life."
    )
    board = given(creature("ox", ANN, power=3), creature("elk", ANN, power=2), watch, players=(ANN, BOB, CAT))
    steps = (attack(ox=BOB, elk=CAT), block(by=BOB), block(by=CAT), damage())
    board.when(*steps).then(triggers(watch=times))
    board.when(*steps, resolve()).then(life(Ann=20 + gained))


def test_who_is_dealt_damage_by_several_at_once_is_dealt_it_once() -> None:
    watch = enchantment("watch", BOB, "Whenever combat damage is dealt to you, you gain that much life.")
    board = given(BEAR, OX, watch)
    board.when(attack(bear=BOB, ox=BOB), block(), damage()).then(triggers(watch=1))


def test_what_dies_sees_the_others_die_with_it() -> None:
    text = "Whenever another creature dies, you gain 1 life."
    board = given(creature("bear", ANN, text), creature("elk", BOB))
    board.when(attack(bear=BOB), block(elk="bear"), damage()).then(triggers(bear=1))


def test_each_source_of_lifelink_is_an_event_of_gaining_life() -> None:
    watch = enchantment("watch", ANN, "Whenever you gain life, draw a card.")
    board = given(creature("bear", ANN, "Lifelink"), creature("ox", ANN, "Lifelink"), watch)
    board.when(attack(bear=BOB, ox=BOB), block(), damage()).then(triggers(watch=2), life(Ann=24))


def test_they_go_on_the_stack_before_the_active_player_gets_priority() -> None:
    text = "Whenever this creature deals combat damage to a player, draw a card."
    board = given({**BEAR, "text": text})
    board.when(attack(bear=BOB), block(), damage(), {"effect": {"suspect": "bear"}}).then(
        logged("CombatDamageDealt", "AbilityTriggered", "TriggersPutOnStack", "PriorityReceived", "EffectBegan")
    )


def test_poisonous_is_a_triggered_ability() -> None:
    given({**BEAR, "text": "Poisonous 1"}).when(attack(bear=BOB), block(), damage()).then(triggers("702.70a", bear=1))
