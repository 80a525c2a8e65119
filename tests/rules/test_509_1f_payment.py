"""509.1f in every edition: all costs are paid, or the declaration is illegal and nothing was paid."""

import pytest
from referee import ANN, BOB, Outcome, attack, block, blocking, costs, creature, given, illegal, instead, legal, permanent

BEAR = creature("bear", ANN)
TOLL = creature("toll", BOB, "This creature can't block unless you pay {2}.")
MISER = creature("miser", BOB, "This creature can't block unless you pay 3 life.")


def test_a_player_who_can_pay_blocks() -> None:
    given(BEAR, TOLL, mana={BOB: "{W}{W}"}).when(attack(bear=BOB), block(toll="bear")).then(
        legal, costs("{2}"), blocking(toll=["bear"])
    )


@pytest.mark.parametrize("pay", [False, "{1}"])
def test_declining_or_paying_less_is_illegal(pay: bool | str) -> None:
    given(BEAR, TOLL).when(attack(bear=BOB), block(toll="bear", step={"pay": pay})).then(
        illegal("509.1f"), costs("{2}"), blocking(), instead()
    )


def test_a_player_who_cannot_pay_cannot_block() -> None:
    given(BEAR, TOLL, mana={BOB: "{1}"}).when(attack(bear=BOB), block(toll="bear")).then(illegal("509.1f"))


def test_mana_of_the_other_player_pays_nothing() -> None:
    given(BEAR, TOLL, mana={ANN: "{2}", BOB: "{0}"}).when(attack(bear=BOB), block(toll="bear")).then(illegal("509.1f"))


def test_life_is_paid() -> None:
    def three_life_less(outcome: Outcome) -> None:
        assert outcome.game.board.life == {ANN: 20, BOB: 17}

    given(BEAR, MISER).when(attack(bear=BOB), block(miser="bear")).then(legal, three_life_less)


def test_a_player_with_too_little_life_cannot_pay_it() -> None:
    given(BEAR, MISER, life={BOB: 2}).when(attack(bear=BOB), block(miser="bear")).then(illegal("509.1f"))


def test_of_several_costs_all_are_paid_or_none() -> None:
    def nothing_paid(outcome: Outcome) -> None:
        assert outcome.game.board.life[BOB] == 20

    given(BEAR, MISER, TOLL, mana={BOB: "{1}"}).when(attack(bear=BOB), block(miser="bear", toll="bear")).then(
        illegal("509.1f"), nothing_paid, blocking()
    )


def test_a_permanent_pays_for_one_cost_only() -> None:
    altars = [creature(id, BOB, "This creature can't block unless you sacrifice an artifact.") for id in ("altar", "pyre")]
    board = given(BEAR, *altars, permanent("idol", BOB, types=("Artifact",)))
    board.when(attack(bear=BOB), block(altar="bear")).then(legal)
    board.when(attack(bear=BOB), block(altar="bear", pyre="bear")).then(illegal("509.1f"))


def test_mana_that_was_spent_is_gone_for_the_next_declaration() -> None:
    given(creature("bear", ANN, "Vigilance"), TOLL, mana={BOB: "{3}"}).when(
        attack(bear=BOB), block(toll="bear"), {"combat": "again"}, attack(bear=BOB), block(toll="bear")
    ).then(illegal("509.1f"))


def test_where_all_blocks_cant_be_paid_for_the_nearest_that_can_be_is_stated() -> None:
    text = "This creature can't block unless you pay {2}."
    given(creature("brute", ANN), creature("wall", BOB, text), creature("post", BOB, text), mana={BOB: "{3}"}).when(
        attack(brute=BOB), block(wall="brute", post="brute")
    ).then(illegal("509.1f"), instead(post=["brute"]))
