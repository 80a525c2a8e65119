"""What words do on a board, end to end: an "if" behind an effect, "other" for a target, "those" and "that" of another kind, sizes
that are compared, tokens that size themselves."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    dealt,
    given,
    illegal,
    left,
    legal,
    life,
    not_carried_out,
    resolve,
    resolved,
    sizes,
    triggers,
)

ATTACKS = "Whenever this creature attacks, "
GOBLIN, ELK = creature("goblin", ANN, types=("Goblin",)), creature("elk", BOB, power=1, toughness=9)


def imp(text: str, **more: Any) -> dict[str, Any]:
    return creature("imp", ANN, ATTACKS + text, toughness=9, **more)


@pytest.mark.parametrize(
    ("effect", "with_goblin"),
    [
        ("target creature you control can't be blocked this turn", illegal("509.1b")),
        ("target creature an opponent controls can't block this turn", illegal("509.1b")),
        ("target creature an opponent controls blocks it this turn if able", legal),
    ],
)
def test_an_if_behind_an_effect(effect: str, with_goblin: Any) -> None:
    steps = attack(imp=BOB), resolve(), block(elk="imp")
    given(imp(f"{effect} if you control a Goblin."), ELK).when(*steps).then(legal)
    given(imp(f"{effect} if you control a Goblin."), ELK, GOBLIN).when(*steps).then(with_goblin)


def test_an_if_behind_what_makes_it_block_or_assign_nothing() -> None:
    blocks = imp("target creature an opponent controls blocks it this turn if able if you control a Goblin.")
    for goblins, check in (((), legal), ((GOBLIN,), illegal("509.1c"))):
        given(blocks, ELK, *goblins).when(attack(imp=BOB), resolve(), block()).then(check)
    nothing = imp("it assigns no combat damage this turn if you control a Goblin.")
    for goblins, amounts in (((), {"imp": {BOB: 2}}), ((GOBLIN,), {})):
        given(nothing, *goblins).when(attack(imp=BOB), resolve(), block(), damage()).then(dealt(**amounts))


@pytest.mark.parametrize(("goblins", "check"), [((), legal), ((GOBLIN,), illegal("508.1d"))])
def test_an_if_behind_a_goad(goblins: tuple[Any, ...], check: Any) -> None:
    goads = imp("goad target creature an opponent controls if you control a Goblin.")
    given(goads, ELK, *goblins).when(attack(imp=BOB), resolve(), block(), damage(), {"turn": BOB}, attack()).then(check)


def test_each_other_is_other_than_the_target() -> None:
    text = "target attacking creature gets +1/+0 until end of turn for each other attacking creature."
    attackers = imp(text), creature("ox", ANN), creature("ant", ANN)
    targeted = resolve("all", {"source": "imp", "targets": ["ox"]})
    given(*attackers).when(attack(imp=BOB, ox=BOB, ant=BOB), targeted).then(sizes(ox="4/2", imp="2/9"))


@pytest.mark.parametrize(
    "text",
    [
        "creatures you control get +1/+1 until end of turn. Those nonblue creatures gain flying until end of turn.",
        "that Elf gets +1/+1 until end of turn.",
    ],
)
def test_what_is_said_of_others_than_were_named_isnt_carried_out(text: str) -> None:
    given(imp(text, types=("Goblin",))).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "understood"))


def test_a_token_lives_by_its_own_ability() -> None:
    token = '0/0 colorless Construct artifact creature token with "This token gets +1/+1 for each artifact you control."'
    given(imp(f"create a {token}")).when(attack(imp=BOB), resolve()).then(sizes(**{"imp token 1": "1/1"}))


@pytest.mark.parametrize(("power", "check"), [(2, illegal("509.1b")), (3, legal)])
def test_lesser_power_is_less_than_the_attackers(power: int, check: Any) -> None:
    evades = creature("imp", ANN, "Creatures with lesser power can't block this creature.", power=3)
    given(evades, creature("elk", BOB, power=power)).when(attack(imp=BOB), block(elk="imp")).then(check)


def test_who_deals_damage_to_it_is_destroyed_and_not_itself() -> None:
    text = "Whenever a creature deals combat damage to this creature, destroy that creature."
    board = given(creature("imp", ANN, toughness=9), creature("elk", BOB, text, toughness=9))
    board.when(attack(imp=BOB), block(elk="imp"), damage(), resolve()).then(left("imp"))


def test_half_of_the_life_that_is_left() -> None:
    text = "Whenever this creature deals combat damage to a player, they lose half their life, rounded up."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), block(), damage(), resolve()).then(life(Bob=9))


def test_where_nothing_resolves_nothing_of_the_step_before_is_reported_again() -> None:
    gains = "Whenever this creature deals combat damage to a player, you gain 1 life."
    for power in (2, 25):  # with 25 the game is over
        board = given(creature("imp", ANN, "" if power == 2 else gains, power=power))
        board.when(attack(imp=BOB), block(), damage(), resolve()).then(dealt(), resolved(), left(), triggers())
