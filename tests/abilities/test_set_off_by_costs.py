"""What is paid as attackers and blockers are declared sets off what triggers on that (508.2b, 509.2a)."""

from typing import Any

import pytest
from referee import ANN, BOB, Outcome, attack, block, creature, enchantment, given, legal, permanent, triggers

SACRIFICING = "This creature can't attack unless you sacrifice a creature."
PAYS = {"pay": {"sacrifice": ["elk"]}}


def paying(text: str, toll: str = SACRIFICING, pay: Any = PAYS, **more: Any) -> Outcome:
    board = given(creature("imp", ANN, toll), creature("elk", ANN), enchantment("altar", ANN, text), **more)
    return board.when(attack(imp=BOB, step=pay)).then(legal)


@pytest.mark.parametrize("text", ["a creature you control dies", "another creature dies", "one or more creatures die"])
def test_what_dies_as_a_cost_sets_off_what_triggers_on_that(text: str) -> None:
    outcome = paying(f"Whenever {text}, you gain 1 life.")
    triggers("508.2b", altar=1)(outcome)
    assert outcome.game.board.graveyard[ANN] == 1


def test_what_dies_as_a_cost_looks_back_at_itself() -> None:
    elk = creature("elk", BOB, "When this creature dies, you gain 1 life.")
    toll = creature("toll", BOB, SACRIFICING.replace("attack", "block"))
    board = given(creature("imp", ANN), elk, toll)
    board.when(attack(imp=BOB), block(toll="imp", step=PAYS)).then(legal, triggers("509.2a", elk=1))


def test_what_is_exiled_instead_of_dying_dies_for_no_cost() -> None:
    void = enchantment("void", BOB, "If a creature would die, exile it instead.")
    board = given(
        creature("imp", ANN, SACRIFICING),
        creature("elk", ANN),
        enchantment("altar", ANN, "Whenever a creature you control dies, you gain 1 life."),
        void,
    )
    outcome = board.when(attack(imp=BOB, step=PAYS)).then(legal, triggers())
    assert outcome.game.board.graveyard[ANN] == 0


def test_life_that_is_paid_is_lost() -> None:
    toll = "This creature can't attack unless you pay 2 life."
    triggers("508.2b", altar=1)(paying("Whenever you lose life, you draw a card.", toll, {"pay": True}))
    triggers()(paying("Whenever an opponent loses life, you draw a card.", toll, {"pay": True}))


def test_what_was_paid_counts_for_the_turn() -> None:
    outcome = paying("Other creatures have flying.")
    tally = outcome.game.board.tally
    assert (tally[ANN, "permanents sacrificed"], tally[ANN, "creatures died"]) == (1, 1)


def test_what_a_mana_ability_sacrifices_sets_off_what_triggers_on_that() -> None:
    toll = enchantment(
        "toll",
        BOB,
        "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you.",
    )
    rock = permanent("rock", ANN, "{T}, Sacrifice this artifact: Add {G}.", types=("Artifact", "Creature"), power=1, toughness=1)
    altar = enchantment("altar", ANN, "Whenever a creature you control dies, you gain 1 life.")
    mana = {"mana_abilities": [{"source": "rock", "adds": "{G}"}], "pay": True}
    board = given(creature("imp", ANN), rock, altar, toll)
    board.when(attack(imp=BOB, step=mana)).then(legal, triggers("508.2b", altar=1))
