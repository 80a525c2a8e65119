"""How much was done just before: life lost, cards discarded, and what was exiled and returns."""

from typing import Any

from referee import ANN, BOB, attack, creature, given, has, life, resolve, resolved, sizes

FIRST = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], **more: Any) -> Any:
    return given(creature("imp", ANN, FIRST + text), *others, **more).when(attack(imp=BOB), resolve())


def test_for_each_life_lost() -> None:
    text = "each player loses 1 life. Put a +1/+1 counter on this creature for each 1 life lost this way."
    attacks(text).then(life(Ann=19, Bob=19), has("imp", counters={"+1/+1": 2}))


def test_for_each_card_discarded() -> None:
    text = "discard your hand. Each opponent sacrifices a creature of their choice for each card discarded this way."
    board = attacks(
        text, creature("ox", BOB, power=1), creature("elk", BOB, power=2), creature("owl", BOB, power=3), hand={ANN: 2}
    )
    game = board.then(resolved("imp")).game
    assert {*game.board.permanents} == {"imp", "owl"}


def test_two_that_something_is_done_to_together() -> None:
    text = "this creature and up to one other target creature you control each get +1/+1 until end of turn."
    attacks(text, creature("ox", ANN)).then(sizes(imp="3/3", ox="3/3"))


def test_those_that_were_chosen_return() -> None:
    text = "exile two other creatures you control. Return those cards to the battlefield under their owner's control at the "
    text += "beginning of the next end step."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", ANN), creature("elk", ANN))
    game = board.when(attack(imp=BOB), resolve(), {"turn": BOB}).then().game
    assert {"ox #2", "elk #2"} < {*game.board.permanents}
