"""611.2c: what a resolved effect changes of permanents is locked in as it begins; a change of the rules isn't."""

import pytest
from referee import ANN, BOB, attack, block, creature, effect, given, illegal, legal

BEAR, GUARD = creature("bear", ANN), creature("guard", BOB)
NEW = {"enters": creature("newt", ANN, summoning_sick=False)}


def begins(text: str, controller: str = ANN) -> dict[str, object]:
    return {"effect": effect(controller, text)}


FLYING = "Creatures you control gain flying until end of turn."


def test_a_creature_that_enters_later_gains_nothing() -> None:
    board = given(BEAR, GUARD)
    board.when(begins(FLYING), NEW, attack(newt=BOB), block(guard="newt")).then(legal)
    board.when(begins(FLYING), NEW, attack(bear=BOB), block(guard="bear")).then(illegal("509.1b", "flying"))
    board.when(NEW, begins(FLYING), attack(newt=BOB), block(guard="newt")).then(illegal("509.1b", "flying"))


def test_what_stops_matching_keeps_what_it_gained() -> None:
    stolen = {"changes": {"id": "bear", "colors": ["R"]}}
    white = {**BEAR, "colors": ["W"]}
    board = given(white, GUARD)
    board.when(begins("White creatures gain flying until end of turn."), stolen, attack(bear=BOB), block(guard="bear")).then(
        illegal("509.1b", "flying")
    )


def test_abilities_that_are_lost_are_locked_in_as_well() -> None:
    later = {"enters": creature("newt", ANN, "Flying", summoning_sick=False)}
    lost = begins("All creatures lose all abilities until end of turn.")
    given(BEAR, GUARD).when(lost, later, attack(newt=BOB), block(guard="newt")).then(illegal("509.1b", "flying"))


def test_goading_all_goads_those_that_are_there() -> None:
    goaded = begins("All creatures your opponents control are goaded.", BOB)
    given(BEAR).when(goaded, NEW, attack(bear=BOB)).then(legal)
    given(BEAR).when(goaded, NEW, attack(newt=BOB)).then(illegal("508.1d", "bear"))


def test_a_restriction_holds_for_those_that_come() -> None:
    board = given(BEAR, GUARD)
    board.when(begins("Creatures you control can't attack this turn."), NEW, attack(newt=BOB)).then(illegal("508.1c"))


def test_an_emblem_that_says_what_they_have_goes_on_for_those_that_come() -> None:
    emblem = (effect(ANN, "Creatures you control have flying."),)
    given(BEAR, GUARD, effects=emblem).when(NEW, attack(newt=BOB), block(guard="newt")).then(illegal("509.1b", "flying"))


@pytest.mark.parametrize(
    "text", ["[bear] gains flying until end of turn.", "[bear] gets +3/+3 and gains flying until end of turn."]
)
def test_a_named_creature_and_no_other(text: str) -> None:
    board = given(BEAR, GUARD, creature("ox", ANN))
    board.when(begins(text), attack(bear=BOB, ox=BOB), block(guard="bear")).then(illegal("509.1b", "flying"))
    board.when(begins(text), attack(bear=BOB, ox=BOB), block(guard="ox")).then(legal)
