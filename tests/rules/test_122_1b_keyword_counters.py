"""122.1b: a keyword counter gives a permanent its keyword; it is a counter like others otherwise."""

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal

GUARD = creature("guard", BOB)


def counted(id: str, controller: str, text: str = "", **counters: int) -> dict[str, object]:
    return creature(id, controller, text, counters={kind.replace("_", " "): number for kind, number in counters.items()})


@pytest.mark.parametrize(("counter", "rule"), [("flying", "509.1b"), ("menace", "509.1b"), ("shadow", "509.1b")])
def test_an_evasion_counter_evades(counter: str, rule: str) -> None:
    given(counted("bear", ANN, **{counter: 1}), GUARD).when(attack(bear=BOB), block(guard="bear")).then(illegal(rule, counter))


def test_other_counters_and_none_left_give_nothing() -> None:
    given(counted("bear", ANN, flying=0, oil=2), GUARD).when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_a_blocker_reaches_with_a_reach_counter() -> None:
    given(creature("bird", ANN, "Flying"), counted("guard", BOB, reach=1)).when(attack(bird=BOB), block(guard="bird")).then(legal)


def test_a_decayed_counter_keeps_from_blocking_and_a_haste_counter_lets_attack() -> None:
    given(creature("bear", ANN), counted("guard", BOB, decayed=1)).when(attack(bear=BOB), block(guard="bear")).then(
        illegal("509.1b")
    )
    hasty = creature("bear", ANN, summoning_sick=True, counters={"haste": 1})
    given(hasty).when(attack(bear=BOB)).then(legal)


def test_abilities_lost_before_the_counter_came_are_not_lost_by_it() -> None:
    """613.7c: a counter has its own timestamp."""
    lost = {"effect": {"on": "bear", "loses_abilities": True}}
    flies = {"changes": {"id": "bear", "counters": {"flying": 1}}}
    board = given(counted("bear", ANN, flying=1), creature("ox", ANN), GUARD)
    board.when(lost, attack(bear=BOB), block(guard="bear")).then(legal)
    given(creature("bear", ANN), GUARD).when(lost, flies, attack(bear=BOB), block(guard="bear")).then(illegal("509.1b", "flying"))
    given(creature("bear", ANN), GUARD).when(flies, lost, attack(bear=BOB), block(guard="bear")).then(legal)
