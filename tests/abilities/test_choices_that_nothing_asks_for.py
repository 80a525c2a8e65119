"""What is stated as chosen, and nothing asks for, is refused: it is a fact about another game than the one on the board."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, creature, given, refused, resolve

ATTACKS = "Whenever this creature attacks, "


def attacks(text: str, **choices: Any) -> Any:
    """Ann's 2/2 imp attacks Bob, who has an elk; what its text says is done by these choices."""
    imp = creature("imp", ANN, ATTACKS + text)
    board = given(imp, creature("elk", BOB), creature("ox", BOB), mana={ANN: "{2}"})
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


@pytest.mark.parametrize(
    ("field", "stated"),
    [
        ("targets", ["elk"]),
        ("division", {"elk": 1}),
        ("modes", [0]),
        ("accept", [False]),
        ("flips", [True]),
        ("rolls", [3]),
        ("x", 3),
        ("nonland", 1),
        ("counters", ["charge"]),
        ("votes", ["yes"]),
        ("types", ["Goblin"]),
        ("chosen", ["elk"]),
        ("sacrificed", ["elk"]),
        ("library", [creature("rat", ANN)]),
        ("discarded", [creature("rat", ANN)]),
        ("faces", [creature("elk", BOB)]),
    ],
)
def test_a_choice_of_an_ability_that_leaves_none(field: str, stated: Any) -> None:
    attacks("put a +1/+1 counter on it.", **{field: stated}).then(refused("invalid-input", f"choices.{field}"))


@pytest.mark.parametrize(
    ("text", "choices", "field"),
    [
        ("you may draw a card.", {"accept": [False, True]}, "accept"),
        ("you gain 1 life. If you control an artifact, you may draw a card.", {"accept": [True]}, "accept"),
        ("flip a coin. If you win the flip, draw a card.", {"flips": [True, False]}, "flips"),
        ("roll a d6. You gain life equal to the result.", {"rolls": [1, 2]}, "rolls"),
        ("tap target creature an opponent controls.", {"targets": ["elk"], "division": {"elk": 1}}, "division"),
        ("tap target creature an opponent controls.", {"targets": ["elk"], "modes": [0]}, "modes"),
        ("you may draw a card. When you do, you gain 1 life.", {"accept": [True], "targets": ["elk"]}, "targets"),
    ],
)
def test_a_choice_too_many(text: str, choices: dict[str, Any], field: str) -> None:
    attacks(text, **choices).then(refused("invalid-input", f"choices.{field}"))


@pytest.mark.parametrize("id", ["x", "modes", "charge"])
def test_a_card_is_asked_for_by_its_id_alone(id: str) -> None:
    """What is called as a field, or as a kind of counter, that is asked for is another thing."""
    text = "you may pay {X}. If you do, put X +1/+1 counters on it."
    attacks(text, accept=[True], x=1, cards=[creature(id, ANN)]).then(refused("invalid-input", "choices.cards", id))


def test_the_targets_of_what_triggers_as_an_ability_resolves_are_stated_with_its_choices() -> None:
    text = "you may pay {2}. When you do, tap target creature an opponent controls."
    for id in ("elk", "ox"):
        board = attacks(text, accept=[True], targets=[id]).outcome().game.board
        assert [each for each in ("elk", "ox") if board.permanents[each].tapped] == [id]


def test_targets_and_modes_of_the_second_of_two_abilities_are_as_stated() -> None:
    text = f"{ATTACKS}choose one —\n• Tap target creature an opponent controls.\n• You gain 3 life."
    board = given(creature("imp", ANN, text), creature("rat", ANN, text), creature("elk", BOB))
    both = [{"source": "imp", "modes": [1]}, {"source": "rat", "modes": [1]}]
    game = board.when(attack(imp=BOB, rat=BOB), resolve("all", *both)).outcome().game
    assert game.board.life[ANN] == 26 and not game.board.permanents["elk"].tapped
