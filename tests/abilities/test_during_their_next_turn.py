"""What is said of a creature named before, of a target or a group, and until when: also in another's next turn (611.2a–b)."""

from typing import Any

import pytest
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, CAT, attack, block, creature, damage, given, illegal, legal, resolve

AGAIN = {"combat": "again"}
UNTAP = {"changes": {"id": "imp", "tapped": False}}
NO_MORE = illegal("508.1c")


def blocked(text: str) -> Any:
    """Ann's imp attacked, and Bob's ox blocked it, which says that as it blocks a creature; blocks and damage are over."""
    guard = creature("ox", BOB, f"Whenever this creature blocks a creature, {text}", power=0, toughness=9)
    board = given(creature("imp", ANN), guard, players=(ANN, BOB))
    return board, (attack(imp=BOB), block(ox="imp"), resolve(), damage())


def test_it_may_attack_again_this_turn_but_not_in_its_controllers_next_one() -> None:
    board, fought = blocked("that creature can't attack during its controller's next turn.")
    board.when(*fought, AGAIN, UNTAP, attack(imp=BOB)).then(legal)
    board.when(*fought, {"turn": BOB}, {"turn": ANN}, attack(imp=BOB)).then(NO_MORE)
    board.when(*fought, {"turn": BOB}, {"turn": ANN}, {"turn": BOB}, {"turn": ANN}, attack(imp=BOB)).then(legal)
    board.when(*fought, {"turn": BOB}, UNTAP, attack(ox=ANN), block(imp="ox")).then(legal)


def test_it_cant_do_so_until_its_controllers_next_turn() -> None:
    board, fought = blocked("that creature can't block until its controller's next turn.")
    board.when(*fought, {"turn": BOB}, UNTAP, attack(ox=ANN), block(imp="ox")).then(illegal("509.1b"))
    board.when(*fought, {"turn": BOB}, {"turn": ANN}, {"turn": BOB}, attack(ox=ANN), block(imp="ox")).then(legal)


def test_it_cant_do_so_for_as_long_as_the_other_is_there() -> None:
    board, fought = blocked("that creature can't attack or block for as long as you control this creature.")
    board.when(*fought, {"turn": BOB}, {"turn": ANN}, attack(imp=BOB)).then(NO_MORE)
    board.when(*fought, {"turn": BOB}, {"leaves": "ox"}, {"turn": ANN}, attack(imp=BOB)).then(legal)


def test_it_is_so_for_as_long_as_it_has_a_counter() -> None:
    board, fought = blocked("put a net counter on that creature. It can't attack for as long as it has a net counter on it.")
    board.when(*fought, {"turn": BOB}, {"turn": ANN}, attack(imp=BOB)).then(NO_MORE)
    free = {"changes": {"id": "imp", "counters": {"net": 0}}}
    board.when(*fought, {"turn": BOB}, {"turn": ANN}, free, attack(imp=BOB)).then(legal)


def test_a_target_and_a_group_are_named_so() -> None:
    text = "Whenever this creature attacks, tap up to two target creatures. Those creatures can't attack until your next turn."
    board = given(creature("imp", ANN, text), creature("ox", BOB), creature("elk", CAT), players=(ANN, BOB, CAT))
    attacked = attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["ox"]}), block(), damage()
    untap = {"changes": {"id": "ox", "tapped": False}}
    board.when(*attacked, {"turn": BOB}, untap, attack(ox=ANN)).then(NO_MORE)
    board.when(*attacked, {"turn": BOB}, {"turn": CAT}, attack(elk=ANN)).then(legal)


@pytest.mark.parametrize(
    "text",
    [
        "that creature can't attack during its controller's next turn.",
        "that creature can't block until its controller's next turn.",
        "target creature can't be blocked until the end of your next turn.",
        "target creature can't attack you until the end of its controller's next turn.",
        "that creature can't block this turn. You gain 2 life.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    whole = f"Whenever this creature blocks a creature, {text}"
    (ability,) = read_permanent(whole, types=["Creature"])
    assert ability.does is not None  # type: ignore[union-attr]
    said = render(ability.model_copy(update={"text": ""}))
    assert said == whole


def test_whose_turn_of_several_isnt_stated() -> None:
    text = "Whenever one or more creatures block, those creatures can't attack during their controllers' next turns."
    (ability,) = read_permanent(text, types=["Creature"])
    assert ability.does is None  # type: ignore[union-attr]
