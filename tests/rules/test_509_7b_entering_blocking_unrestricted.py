"""509.7b (509.4b from 2024-11-08): restrictions and requirements don't apply to a creature that enters blocking."""

import pytest
from referee import (
    ANN,
    BOB,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    attack,
    block,
    blocked,
    blocking,
    creature,
    enchantment,
    given,
    unblocked,
)

both_editions = pytest.mark.parametrize("rules", [WITH_ORDERS, WITHOUT_ORDERS])


@both_editions
@pytest.mark.parametrize("text", ["Flying", "Menace", "This creature can't be blocked."])
def test_evasion_of_the_attacker_does_not_matter(rules: str, text: str) -> None:
    given(creature("bear", ANN, text), rules=rules).when(
        attack(bear=BOB), block(), {"enters": creature("wolf", BOB), "blocking": "bear"}
    ).then(blocked("bear"), blocking(wolf=["bear"]))


@both_editions
def test_a_creature_that_cannot_block_enters_blocking_even_tapped(rules: str) -> None:
    wolf = creature("wolf", BOB, "This creature can't block.", tapped=True)
    given(creature("bear", ANN), rules=rules).when(attack(bear=BOB), block(), {"enters": wolf, "blocking": "bear"}).then(
        blocking(wolf=["bear"])
    )


@both_editions
def test_a_limit_on_blockers_does_not_matter(rules: str) -> None:
    narrows = enchantment("narrows", ANN, "No more than one creature can block each combat.")
    given(creature("bear", ANN), creature("guard", BOB), narrows, rules=rules).when(
        attack(bear=BOB), block(guard="bear"), {"enters": creature("wolf", BOB), "blocking": "bear"}
    ).then(blocking(guard=["bear"], wolf=["bear"]))


@both_editions
def test_a_lure_does_not_draw_it_away(rules: str) -> None:
    lure = creature("lure", ANN, "All creatures able to block this creature do so.")
    given(lure, creature("bear", ANN), rules=rules).when(
        attack(lure=BOB, bear=BOB), block(), {"enters": creature("wolf", BOB), "blocking": "bear"}
    ).then(blocking(wolf=["bear"]), unblocked("lure"))
