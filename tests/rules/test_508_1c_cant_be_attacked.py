"""508.1c: who or what can't be attacked; and what requirements and limits speak of."""

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, effect, enchantment, given, illegal, legal, planeswalker, resolve

BEAR, BIRD = creature("bear", ANN), creature("bird", ANN, "Flying")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("You can't be attacked.", BOB),
        ("Players can't be attacked.", BOB),
        ("Planeswalkers you control can't be attacked.", "sage"),
        ("You can't be attacked except by creatures with flying.", BOB),
        ("You can't be attacked by creatures without flying.", BOB),
    ],
)
def test_what_cant_be_attacked(text: str, target: str) -> None:
    board = given(BEAR, BIRD, planeswalker("sage", BOB), enchantment("law", BOB, text))
    board.when(attack(bear=target)).then(illegal("508.1c", "law"))
    board.when(attack(bear=BOB if target == "sage" else "sage")).then(legal)
    if "flying" in text:
        board.when(attack(bird=target)).then(legal)


def test_whose_blocks_another_player_chooses() -> None:
    guard = creature("guard", BOB)
    chooses = (effect(ANN, "You choose which creatures block this turn and how those creatures block."),)
    given(BEAR, guard, effects=chooses).when(attack(bear=BOB), block(guard="bear", by=ANN)).then(legal)
    given(BEAR, guard).when(attack(bear=BOB), block(guard="bear", by=ANN)).then(illegal("509.1a"))


def test_whose_blocks_the_controller_of_an_attacker_chooses() -> None:
    lord = creature(
        "lord", ANN, "Whenever this creature attacks, you choose which creatures block this combat and how those creatures block."
    )
    board = given(lord, creature("guard", BOB))
    board.when(attack(lord=BOB), resolve(), block(guard="lord", by=ANN)).then(legal)
    board.when(attack(lord=BOB), block(guard="lord", by=ANN)).then(illegal("509.1a"))


def test_a_requirement_names_its_target_and_its_number() -> None:
    loyal = creature("loyal", ANN, "This creature attacks Bob each combat if able.")
    loyal["text"] = "This creature attacks the player with the most life or tied for most life each combat if able."
    board = given(loyal, players=(ANN, BOB, CAT), life={BOB: 30})
    board.when(attack(loyal=CAT)).then(illegal("508.1d", "loyal attacks Bob if able"))
    one = given(
        creature("lone", ANN, "This creature must be blocked by exactly one creature each combat if able."),
        creature("guard", BOB),
    )
    if one.when(attack(lone=BOB)).outcome().report.error is None:
        one.when(attack(lone=BOB), block()).then(illegal("509.1c", "by exactly 1 if able"))


def test_a_limit_says_of_whom() -> None:
    law = enchantment("law", BOB, "No more than one creature can attack you each combat.")
    board = given(BEAR, BIRD, law, players=(ANN, BOB, CAT))
    board.when(attack(bear=BOB, bird=BOB)).then(illegal("508.1c", "no more than 1 may attack Bob"))
