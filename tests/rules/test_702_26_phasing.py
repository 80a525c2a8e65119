"""702.26: what phases out at one time, and what triggers as something phases in or out, which isn't modelled: it is marked."""

from typing import Any

import pytest
from editions.dates import the_day_before
from referee import ANN, BOB, creature, enchantment, given, life, not_carried_out, permanent

LEAVING = "2001-07-23", the_day_before("2005-10-01")
"""The first and the last day on which what phases out leaves the battlefield, as far as the texts say."""
OUT, IN = "out", "in"
DRAKE = creature("drake", ANN, "Phasing")
PHASES: dict[str, list[dict[str, Any]]] = {
    OUT: [{"phases_out": "drake"}],
    IN: [{"phases_out": "drake"}, {"turn": BOB}, {"turn": ANN}],
}


@pytest.mark.parametrize("rules", [*LEAVING, "2005-10-01", "2017-08-25", "2025-06-06"])
@pytest.mark.parametrize("text", ["a creature phases {}", "one or more permanents phase {} and whenever you draw a card"])
@pytest.mark.parametrize("how", [OUT, IN])
def test_what_triggers_as_something_phases_in_or_out_marks_the_game(rules: str, text: str, how: str) -> None:
    words = f"Whenever {text.format(how)}, draw a card."
    board = given(creature("drake", ANN), enchantment("imp", ANN, words), rules=rules)
    board.when(*PHASES[how]).then(not_carried_out("imp", "isn't modelled"))
    if how == IN:
        assert not board.when(*PHASES[OUT]).outcome().game.stack.marks


@pytest.mark.parametrize(("turns", "how"), [([ANN], OUT), ([ANN, BOB, ANN], IN)])
def test_so_does_what_triggers_in_the_untap_step(turns: list[str], how: str) -> None:
    board = given(DRAKE, enchantment("imp", ANN, f"Whenever a creature phases {how}, draw a card."))
    board.when(*({"turn": player} for player in turns)).then(not_carried_out("imp", "isn't modelled"))


def test_what_triggers_as_this_creature_phases_out_is_no_other_creatures_business() -> None:
    board = given(creature("imp", ANN, "Whenever this creature phases out, discard a card."), creature("drake", ANN))
    assert not board.when({"phases_out": "drake"}).outcome().game.stack.marks
    board.when({"phases_out": "imp"}).then(not_carried_out("imp"))


@pytest.mark.parametrize(("rules", "gained"), [(LEAVING[0], 2), (LEAVING[1], 2), ("2005-10-01", 0), ("2025-06-06", 0)])
def test_what_phases_out_together_leaves_together(rules: str, gained: int) -> None:
    seer = creature("seer", ANN, "Phasing\nWhenever another creature leaves the battlefield, you gain 1 life.")
    when = given(seer, DRAKE, creature("ghost", ANN, "Phasing"), rules=rules).when({"turn": ANN}, {"resolve": "all"})
    when.then(life(Ann=20 + gained))


@pytest.mark.parametrize(("rules", "gained"), [(LEAVING[0], 1), (LEAVING[1], 1), ("2005-10-01", 0)])
def test_an_aura_on_it_leaves_with_it(rules: str, gained: int) -> None:
    text = "Enchant creature\nWhen enchanted creature leaves the battlefield, you gain 1 life."
    aura = permanent("aura", ANN, text, types=("Enchantment",), subtypes=("Aura",), attached_to="drake")
    given(creature("drake", ANN), aura, rules=rules).when({"phases_out": "drake"}, {"resolve": "all"}).then(life(Ann=20 + gained))


@pytest.mark.parametrize(("rules", "marks"), [(LEAVING[0], 1), (LEAVING[1], 1), ("2005-10-01", 0), ("2017-08-24", 0)])
@pytest.mark.parametrize("token", [False, True])
def test_what_triggers_as_something_leaves_and_is_not_understood_marks_the_game_where_it_leaves(
    rules: str, marks: int, token: bool
) -> None:
    text = "Whenever one or more creatures leave the battlefield or become monstrous, draw a card."
    board = given(creature("drake", ANN, token=token), enchantment("imp", ANN, text), rules=rules)
    assert len(board.when({"phases_out": "drake"}).outcome().game.stack.marks) == marks
