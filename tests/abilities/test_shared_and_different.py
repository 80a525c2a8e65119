"""What shares its name, a color or a creature type with what was named before, and what differs in name, size or mana value."""

from typing import Any

import pytest
from abilities.saying import check_said_as_read
from referee import ANN, BOB, Check, attack, creature, given, left, life, refused, resolve, sizes, tapped

ATTACKS = "Whenever this creature attacks, "
BOARD = (
    creature("elk", ANN, name="Elk", types=["Elk", "Beast"], mana_value=3),
    creature("ox", BOB, name="Ox", types=["Ox", "Beast"], power=3, tapped=True, colors=["G"]),
    creature("bull", BOB, name="Ox", types=["Ox"], tapped=True),
    creature("rat", BOB, name="Rat", types=["Rat"], tapped=True, colors=["G"], mana_value=1),
)


def attacks(text: str, **choices: Any) -> Any:
    """Ann's imp attacks Bob beside her elk; Bob has two creatures named Ox and a rat, all tapped."""
    imp = creature("imp", ANN, ATTACKS + text, name="Imp", types=["Imp"], mana_value=1)
    board = given(imp, *BOARD, graveyard={ANN: 1})
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("destroy target creature and all other creatures with the same name as that creature.", left("ox", "bull")),
        ("untap target creature. Untap all other creatures with the same name as it.", tapped("imp", "rat")),
        (
            "target creature gets +1/+0 until end of turn. Each creature that shares a creature type with it gets +0/+1 until "
            "end of turn.",
            sizes(ox="4/3", elk="2/3", bull="2/3", rat="2/2"),
        ),
        (
            "target creature gets +1/+0 until end of turn. Each other creature that shares a color with it gets +0/+1 until end "
            "of turn.",
            sizes(ox="4/2", rat="2/3", bull="2/2"),
        ),
        (
            "target creature and each other creature you control get +1/+1 until end of turn.",
            sizes(ox="4/3", imp="3/3", elk="3/3"),
        ),
    ],
)
def test_what_is_shared_with_a_target(text: str, expected: Check) -> None:
    attacks(text, targets=["ox"]).then(expected)


def test_what_is_shared_with_a_card() -> None:
    text = (
        "exile target creature card from your graveyard. Each creature you control that shares a creature type with that card "
        "gets +1/+1 until end of turn."
    )
    yak = creature("yak", ANN, types=["Beast"])
    attacks(text, targets=["yak"], cards=[yak]).then(sizes(elk="3/3", imp="2/2"))


@pytest.mark.parametrize(
    ("number", "comes_to"),
    [
        ("differently named creatures", 4),
        ("different names among creatures an opponent controls", 2),
        ("different mana values among creatures you control", 2),
        ("different toughnesses among creatures", 1),
    ],
)
def test_what_differs_is_counted(number: str, comes_to: int) -> None:
    attacks(f"you gain life equal to the number of {number}.").then(life(Ann=20 + comes_to))


@pytest.mark.parametrize(
    ("text", "chosen", "expected"),
    [
        ("choose up to two creatures with different names. Untap those creatures.", ["ox", "rat"], tapped("imp", "bull")),
        (
            "choose up to two creatures with different names. Untap those creatures.",
            ["ox", "bull"],
            refused("invalid-input", "choices.chosen"),
        ),
        ("choose any number of creatures with different powers. Untap those creatures.", ["ox", "rat"], tapped("imp", "bull")),
        (
            "choose any number of creatures with different powers. Untap those creatures.",
            ["bull", "rat"],
            refused("invalid-input", "choices.chosen"),
        ),
    ],
)
def test_no_two_that_are_chosen_are_alike(text: str, chosen: list[str], expected: Check) -> None:
    attacks(text, chosen=chosen).then(expected)


@pytest.mark.parametrize(
    "text",
    [
        "destroy target creature and all other creatures with the same name as that creature.",
        "you gain life equal to the number of different names among creatures you control.",
        "choose up to two creatures with different mana values. Those creatures gain trample until end of turn.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    check_said_as_read(ATTACKS + text)
