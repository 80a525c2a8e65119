"""What "it" is after an "if", what "that creature" of a block is within a sentence, and "the first creature"; colors for good."""

from typing import Any

import pytest
from abilities.saying import check_said_as_read
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, END_OF_COMBAT, attack, block, creature, damage, given, has, left, marked, permanent, resolve, sizes


@pytest.mark.parametrize(
    "text",
    [
        "At end of combat, if this creature attacked or blocked this combat, remove a +1/+0 counter from it.",
        "At end of combat, if this creature didn't attack this combat, sacrifice it.",
        "At end of combat, if this creature hasn't attacked this combat, sacrifice it.",
        "Whenever this creature attacks, it becomes green.",
        "Whenever this creature attacks, target creature becomes the color of your choice.",
        "Whenever this creature blocks a creature, prevent all combat damage that would be dealt by that creature this turn.",
        "Whenever this creature blocks a creature, prevent all damage that would be dealt to you by that creature this turn.",
        "Whenever this creature becomes blocked by a creature, that creature gets -X/-0 until end of turn, where X is half the "
        "creature's power, rounded down.",
        "Whenever a creature dies, if another creature is on the battlefield, return the first card to the battlefield under its "
        "owner's control.",
        "Whenever this creature attacks, exile the top card of your library. If it's a creature card, this creature gets +X/+Y "
        "until end of turn, where X is the exiled creature card's power and Y is its toughness.",
        "Whenever this creature attacks, exile target creature card from a graveyard. You gain life equal to the exiled card's "
        "power.",
        "Whenever this creature deals combat damage to a player, search that player's library for a card and exile it. Then that "
        "player shuffles.",
        "When this creature dies, each player may search their library for up to two land cards and put them onto the "
        "battlefield. Then each player who searched their library this way shuffles.",
    ],
)
def test_it_is_read_as_it_is_said(text: str) -> None:
    check_said_as_read(text)


def after(text: str, *others: dict[str, Any], **counters: int) -> Any:
    """The imp attacked and what set its ability off at end of combat has resolved."""
    board = given(creature("imp", ANN, text, counters=counters), *others)
    return board.when(attack(imp=BOB), block(), damage(), END_OF_COMBAT, resolve())


def test_what_the_if_was_about_is_it() -> None:
    text = "At end of combat, if this creature attacked or blocked this combat, remove a +1/+1 counter from it."
    after(text, **{"+1/+1": 2}).then(has("imp", counters={"+1/+1": 1}))
    resting = creature("elk", ANN, "At end of combat, if this creature didn't attack this combat, sacrifice it.")
    after("", resting).then(left("elk"))


def test_what_it_is_attached_to_may_be_it() -> None:
    text = "At end of combat, if equipped creature attacked this combat, put a +0/+1 counter on it."
    collar = permanent("collar", ANN, text, types=["Artifact"], subtypes=["Equipment"], attached_to="imp")
    after("", collar).then(sizes(imp="2/3"))


def test_a_color_without_a_duration_stays() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, target creature becomes green.", colors=["R"])
    board = given(imp, creature("ox", BOB, colors=["W"]))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).then(
        lambda outcome: pytest.fail("it isn't green") if outcome.game.view.permanents["ox"].colors != {"G"} else None
    )


def test_damage_by_that_creature_of_the_block_alone_is_prevented() -> None:
    text = "Whenever this creature blocks a creature, prevent all combat damage that would be dealt by that creature this turn."
    board = given(creature("ox", ANN, power=3), creature("imp", ANN), creature("guard", BOB, text), creature("elk", BOB))
    board.when(attack(ox=BOB, imp=BOB), block(guard="ox", elk="imp"), resolve(), damage()).then(left("ox", "imp", "elk"))


def test_the_first_creature_is_what_set_it_off() -> None:
    text = (
        "Whenever a creature you control becomes blocked, you may have it deal damage equal to its power to target creature. If "
        "you do, the first creature assigns no combat damage this turn."
    )
    board = given(
        creature("ox", ANN, power=3, toughness=9),
        creature("nun", ANN, text),
        creature("guard", BOB, toughness=4),
        creature("elk", BOB),
    )
    board.when(
        attack(ox=BOB), block(guard="ox"), resolve("all", {"source": "nun", "targets": ["elk"], "accept": [True]}), damage()
    ).then(marked(guard=0))


def test_the_first_card_is_that_of_what_died() -> None:
    text = (
        "Whenever a creature dies, if another creature is on the battlefield, return the first card to the battlefield under its "
        "owner's control."
    )
    board = given(creature("nun", ANN, text), creature("imp", ANN), creature("guard", BOB, power=3, toughness=3))
    board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve()).then(has("imp #2", controller=ANN))


def test_a_sentence_about_a_size_alone_says_what_it_is() -> None:
    text = "Equipped creature gets +1/+1. As long as it's white, it gets an additional +2/+2. As long as it's red, it has reach."
    (ability,) = read_permanent(text, types=["Artifact"])
    (same,) = read_permanent("As long as equipped creature is red, equipped creature has reach.", types=["Artifact"])
    assert ability.model_copy(update={"text": ""}) == same.model_copy(update={"text": ""})


@pytest.mark.parametrize(
    "when",
    [
        "At the beginning of your upkeep or when this creature attacks",
        "Whenever this creature attacks and at the beginning of your upkeep",
    ],
)
def test_what_triggers_as_a_step_begins_as_well_triggers_in_combat(when: str) -> None:
    imp = creature("imp", ANN, f"{when}, put a +1/+1 counter on it.")
    given(imp).when(attack(imp=BOB), resolve()).then(sizes(imp="3/3"))
