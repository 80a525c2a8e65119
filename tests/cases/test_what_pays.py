"""What pays where several could, and nobody says which: the report says what was taken."""

import pytest
from referee import ANN, BOB, Outcome, attack, creature, given, illegal, land, legal, permanent

COSTS = {
    "sacrifice a land": "sacrifices",
    "return a land to its owner's hand": "returns",
    "tap an untapped artifact": "taps",
}
BOARD = (
    creature("hawk", ANN, "This creature has flying as long as you control an Island."),
    land("island", ANN, "Island"),
    permanent("orb", ANN, types=("Artifact",)),
)
OTHERS = (land("forest", ANN, "Forest"), permanent("rod", ANN, types=("Artifact",)))


def presumed(*facts: str) -> object:
    def check(outcome: Outcome) -> None:
        assert outcome.step.presumed == facts

    return check


@pytest.mark.parametrize("cost", COSTS)
def test_what_is_taken_is_said_where_it_is_one_of_several(cost: str) -> None:
    ox, taken = creature("ox", ANN, f"This creature can't attack unless you {cost}."), "orb" if "artifact" in cost else "island"
    said = f"what Ann {COSTS[cost]} to pay, taken to be {taken}"
    given(ox, *BOARD, *OTHERS).when(attack(ox=BOB)).then(legal, presumed(said))
    given(ox, *BOARD).when(attack(ox=BOB)).then(legal, presumed())
    action = cost.partition(" ")[0]
    given(ox, *BOARD, *OTHERS).when({**attack(ox=BOB), "pay": {action: [taken]}}).then(legal, presumed())


def test_nothing_that_is_offered_is_not_nothing_that_is_left() -> None:
    ox = creature("ox", ANN, "This creature can't attack unless you sacrifice a land.")
    board = given(ox, *BOARD, *OTHERS)
    outcome = board.when({**attack(ox=BOB), "pay": {"mana": "{1}"}}).then(illegal("508.1j"))
    assert "nothing offered to sacrifice" in outcome.step.why
    assert "nothing left to sacrifice" in given(ox).when(attack(ox=BOB)).then(illegal("508.1j")).step.why
