"""How much was done just before: life lost, cards discarded, and what was exiled and returns."""

from typing import Any

import pytest
from declarant.events.abilities import Triggered
from declarant.tools.oracle.permanents import read_permanent
from referee import ANN, BOB, attack, block, creature, damage, given, has, life, resolve, resolved, sizes, triggers

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


def test_for_each_of_those_creatures_or_tokens() -> None:
    text = "put a +1/+1 counter on each other creature you control. You gain 1 life for each of those creatures."
    attacks(text, creature("ox", ANN), creature("elk", ANN), creature("cow", BOB)).then(life(Ann=22, Bob=20))
    attacks("create two 1/1 red Goblin creature tokens. You gain 1 life for each of those tokens.").then(life(Ann=22))
    left_since = "destroy all creatures you control. You gain 1 life for each of those creatures."
    (read,) = read_permanent(FIRST + left_since, types=["Creature"])
    assert isinstance(read, Triggered) and read.does is None  # they aren't on the battlefield any more


def test_that_many_after_a_condition_on_counters_are_those_counters() -> None:
    """603.4, 608.2h: as it last existed on the battlefield."""
    text = "When this creature dies, if it had one or more +1/+1 counters on it, you gain that much life."
    board = creature("imp", ANN, text, power=2, toughness=2, counters={"+1/+1": 3, "charge": 1}), creature("ox", BOB, power=9)
    dies = attack(imp=BOB), block(ox="imp"), damage(), resolve()
    given(*board).when(*dies).then(life(Ann=23))
    any_counters = creature("imp", ANN, text.replace("+1/+1 ", ""), counters={"+1/+1": 3, "charge": 1})
    given(any_counters, board[1]).when(*dies).then(life(Ann=24))
    given(creature("imp", ANN, text), board[1]).when(*dies[:3]).then(triggers(imp=0))


def test_what_the_players_counters_are_counted_for() -> None:
    text = "that player loses 1 life for each poison counter they have."
    text = "Whenever this creature deals combat damage to a player, " + text
    given(creature("imp", ANN, text), poison={BOB: 3, ANN: 1}).when(attack(imp=BOB), block(), damage(), resolve()).then(
        life(Ann=20, Bob=15)
    )


@pytest.mark.parametrize(("types", "gained"), [(["Creature"], 5), (["Land"], 0)])
def test_a_card_for_each_damage_dealt(types: list[str], gained: int) -> None:
    text = "that player mills a card for each 1 damage dealt to them. If the player mills at least one creature card this way, "
    text = f"Whenever this creature deals combat damage to a player, {text}you gain 5 life."
    size = {"power": 1, "toughness": 1} if "Creature" in types else {}
    top = {"id": "top", "controller": BOB, "owner": BOB, "types": types, **size}
    bog = {"id": "bog", "controller": BOB, "owner": BOB, "types": ["Land"]}
    resolution = resolve("all", {"source": "imp", "library": [top, bog]})
    given(creature("imp", ANN, text)).when(attack(imp=BOB), block(), damage(), resolution).then(life(Ann=20 + gained))
