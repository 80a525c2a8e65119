"""508.4a–b: what enters attacking, or is stated to be attacking, something that can't be attacked any more isn't attacking."""

from typing import Any

import pytest
from referee import ANN, BOB, CAT, WITH_ORDERS, WITHOUT_ORDERS, attack, attacking, battle, creature, given, planeswalker

BEAR, OX = creature("bear", ANN), creature("ox", ANN)
SAGE, SIEGE = planeswalker("sage", BOB), battle("siege", BOB, BOB)
WAYS = [
    ({"enters": creature("token", ANN)}, "token", "508.4a"),
    ({"states_attacking": {}}, "ox", "508.4b"),
]


def step(way: dict[str, Any], creature: str, target: str) -> dict[str, Any]:
    return {**way, "attacking": target} if "enters" in way else {"states_attacking": {creature: target}}


def numbers(outcome: Any) -> list[tuple[str, str | None]]:
    events = [event for _, event in outcome.game.log.events() if event.type == "NeverEnteredCombat"]
    return [(event.creature, outcome.game.edition.number(event.concept)) for event in events]


@pytest.mark.parametrize(("way", "name", "rule"), WAYS)
@pytest.mark.parametrize(
    ("gone", "target"),
    [
        ({"leaves": "sage"}, "sage"),
        ({"leaves": "siege"}, "siege"),
        ({"phases_out": "sage"}, "sage"),
        ({"changes": {"id": "sage", "types": ["Artifact"]}}, "sage"),
        ({"changes": {"id": "siege", "types": ["Enchantment"]}}, "siege"),
    ],
)
def test_what_is_gone_or_something_else_now_isnt_attacked(
    way: dict[str, Any], name: str, rule: str, gone: dict[str, Any], target: str
) -> None:
    outcome = given(BEAR, OX, SAGE, SIEGE).when(attack(bear=BOB), gone, step(way, name, target)).then(attacking(bear=BOB))
    assert numbers(outcome) == [(name, rule)]


LOST = [
    ({"changes": {"id": "sage", "controller": ANN}}, "sage"),
    ({"changes": {"id": "siege", "protector": ANN}}, "siege"),
]


@pytest.mark.parametrize(("way", "name", "rule"), WAYS)
@pytest.mark.parametrize(("lost", "target"), LOST)
def test_what_no_defending_player_controls_or_protects_isnt_attacked(
    way: dict[str, Any], name: str, rule: str, lost: dict[str, Any], target: str
) -> None:
    board = given(BEAR, OX, SAGE, SIEGE, rules=WITHOUT_ORDERS)
    outcome = board.when(attack(bear=BOB), lost, step(way, name, target)).then(attacking(bear=BOB))
    assert numbers(outcome) == [(name, rule)]


@pytest.mark.parametrize(("way", "name", "rule"), WAYS)
@pytest.mark.parametrize(("lost", "target"), LOST)
def test_the_older_rule_names_only_what_is_gone_or_something_else(
    way: dict[str, Any], name: str, rule: str, lost: dict[str, Any], target: str
) -> None:
    given(BEAR, OX, SAGE, SIEGE, rules=WITH_ORDERS).when(attack(bear=BOB), lost, step(way, name, target)).then(
        attacking(**{"bear": BOB, name: target})
    )


@pytest.mark.parametrize(("way", "name", "rule"), WAYS)
def test_what_another_defending_player_controls_now_is_attacked(way: dict[str, Any], name: str, rule: str) -> None:
    given(BEAR, OX, SAGE, players=(ANN, BOB, CAT)).when(
        attack(bear=BOB), {"changes": {"id": "sage", "controller": CAT}}, step(way, name, "sage")
    ).then(attacking(**{"bear": BOB, name: "sage"}))


@pytest.mark.parametrize(("way", "name", "rule"), WAYS)
@pytest.mark.parametrize("target", [ANN, "rock"])
def test_neither_oneself_nor_another_permanent_is_attacked(way: dict[str, Any], name: str, rule: str, target: str) -> None:
    given(BEAR, OX, creature("rock", BOB)).when(attack(bear=BOB), step(way, name, target)).then(attacking(bear=BOB))
