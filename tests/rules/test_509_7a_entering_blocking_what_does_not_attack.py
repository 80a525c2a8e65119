"""509.7a (509.4a from 2024-11-08): if that creature isn't attacking any more, or not that player, it isn't blocking."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    Check,
    Outcome,
    attack,
    block,
    blocked,
    blocking,
    creature,
    given,
    triggers,
    unblocked,
)

BEAR = creature("bear", ANN, "Whenever this creature becomes blocked by a creature, draw a card.")
WOLF = {"enters": creature("wolf", BOB), "blocking": "bear"}
both_editions = pytest.mark.parametrize(("rules", "rule"), [(WITH_ORDERS, "509.7a"), (WITHOUT_ORDERS, "509.4a")])


def cited(rule: str) -> Check:
    def check(outcome: Outcome) -> None:
        last = [event for _, event in outcome.game.log.events()][-1]
        assert last.type == "NeverEnteredCombat", last
        assert outcome.game.edition.number(last.concept) == rule

    return check


@both_editions
@pytest.mark.parametrize("gone", [{"leaves": "bear"}, {"removed_from_combat": "bear"}])
def test_a_creature_that_would_block_what_left_combat_is_never_blocking(rules: str, rule: str, gone: dict[str, str]) -> None:
    given(BEAR, creature("ox", ANN), rules=rules).when(attack(bear=BOB, ox=BOB), block(), gone, WOLF).then(
        blocking(),
        blocked(),
        triggers(),
        cited(rule),
    )


@both_editions
def test_it_enters_the_battlefield_all_the_same(rules: str, rule: str) -> None:
    def there(outcome: Outcome) -> None:
        assert "wolf" in outcome.game.board.permanents

    given(BEAR, creature("ox", ANN), rules=rules).when(attack(ox=BOB), block(), WOLF).then(blocking(), there)


@both_editions
def test_a_creature_whose_controller_does_not_defend_against_it_is_never_blocking(rules: str, rule: str) -> None:
    given(BEAR, creature("ox", ANN), players=(ANN, BOB, CAT), rules=rules).when(
        attack(bear=CAT, ox=BOB), block(by=BOB), block(by=CAT), WOLF
    ).then(blocking(), unblocked("bear", "ox"), triggers(), cited(rule))


@both_editions
def test_a_creature_of_the_attacking_player_is_never_blocking(rules: str, rule: str) -> None:
    given(BEAR, rules=rules).when(attack(bear=BOB), block(), {"enters": creature("wolf", ANN), "blocking": "bear"}).then(
        blocking(),
        unblocked("bear"),
        cited(rule),
    )
