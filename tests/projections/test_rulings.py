"""The rulings projection: every declaration that was tried."""

import pytest
from declarant.events.errors import IllegalDeclaration
from referee import ANN, BOB, attack, block, creature, given, illegally


def test_lists_legal_and_illegal_declarations_in_order() -> None:
    outcome = (
        given(creature("brute", ANN, "Menace"), creature("bear", BOB))
        .when(attack(brute=BOB), illegally(block(bear="brute")), block())
        .outcome()
    )

    judged = outcome.game.rulings

    assert [(each.action, each.player, each.ruling and each.ruling.rule) for each in judged] == [
        ("attack", ANN, None),
        ("block", BOB, "509.1b"),
        ("block", BOB, None),
    ]
    assert [each.first for each in judged] == sorted(each.first for each in judged)


def test_leaves_out_a_declaration_that_waits_for_payment() -> None:
    game = (
        given(creature("brute", ANN, "This creature can't attack unless you pay {1}."), creature("bear", BOB))
        .when(block())
        .outcome()
        .game
    )
    before = game.rulings

    game.declare_attackers({"brute": BOB}, pay=None)

    assert game.rulings == before
    with pytest.raises(IllegalDeclaration):
        game.pay(False)
    assert game.rulings[-1].ruling is not None and game.rulings[-1].ruling.rule == "508.1j"


def test_leaves_out_a_declaration_that_was_taken_back_without_a_ruling() -> None:
    game = given(creature("brute", ANN, "This creature can't attack unless you pay {1}.")).game()
    before = game.version
    game.declare_attackers({"brute": BOB}, pay=None)

    game.take_back(before)

    assert game.rulings == []
