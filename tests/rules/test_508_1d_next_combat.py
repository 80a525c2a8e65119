""" "Attacks during its controller's next combat phase if able": the requirement holds in that one (508.1d), and ends with it."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, effect, given, illegal, legal, resolve

NEXT = "attacks during its controller's next combat phase if able."
AGAIN = {"combat": "again"}
OX, ELK = creature("ox", ANN), creature("elk", BOB)


@pytest.mark.parametrize("said", [effect(BOB, f"[ox] {NEXT}"), {"on": "ox", "text": f"This creature {NEXT}"}])
def test_it_holds_in_the_next_combat_and_no_more(said: dict[str, Any]) -> None:
    board = given(OX, ELK, effects=[said])
    board.when(attack()).then(illegal("508.1d"))
    board.when(attack(ox=BOB)).then(legal)
    board.when(attack(ox=BOB), AGAIN, attack()).then(legal)


def test_a_combat_in_which_it_couldnt_attack_was_the_next_one_too() -> None:
    board = given(creature("ox", ANN, tapped=True), ELK, effects=[effect(BOB, f"[ox] {NEXT}")])
    board.when(attack(), {"changes": {"id": "ox", "tapped": False}}, AGAIN, attack()).then(legal)


def test_combats_of_others_go_by() -> None:
    board = given(OX, ELK, effects=[effect(ANN, f"[elk] {NEXT}")])
    board.when(attack(), {"turn": BOB}, attack()).then(illegal("508.1d"))
    board.when(attack(), {"turn": BOB}, attack(elk=ANN), AGAIN, attack()).then(legal)


def test_what_begins_within_a_combat_is_for_the_one_after_it() -> None:
    imp = creature("imp", ANN, f"Vigilance\nWhenever this creature attacks, target creature {NEXT}")
    board = given(imp, OX, ELK)
    mine = attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})
    board.when(*mine, AGAIN, attack()).then(illegal("508.1d"))
    board.when(*mine, AGAIN, attack(ox=BOB), AGAIN, attack()).then(legal)
    theirs = attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elk"]})
    board.when(*theirs, AGAIN, attack(), {"turn": BOB}, attack()).then(illegal("508.1d"))


@pytest.mark.parametrize(
    "does",
    [
        "creatures you control attack during its controller's next combat phase if able",
        "up to two target creatures attack during its controller's next combat phase if able",
        "target creature can't block during its controller's next combat phase",
    ],
)
def test_of_several_and_of_what_is_forbidden_it_isnt_read(does: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {does}.")
    assert isinstance(ability, a.Triggered) and ability.does is None


@pytest.mark.parametrize("text", [f"This creature {NEXT}", f"Each creature {NEXT}"])
def test_a_permanents_own_text_doesnt_say_so(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text)
