"""All that players control of something, and what is other than some kind."""

import pytest
from abilities.saying import check_said_as_read
from declarant.events.abilities import Triggered
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, left, resolve, sizes


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, destroy all creatures other than artifact creatures.",
        "Whenever this creature attacks, each player sacrifices all creatures they control with power 4 or greater.",
    ],
)
def test_it_is_read_as_it_is_said(text: str) -> None:
    check_said_as_read(text)


def test_creatures_other_than_walls_are_those_that_are_none() -> None:
    text = "Whenever this creature attacks, creatures other than Walls get +1/+0 until end of turn."
    wall = creature("wall", BOB, subtypes=["Wall"])
    given(creature("imp", ANN, text), wall, creature("elk", BOB)).when(attack(imp=BOB), resolve()).then(
        sizes(imp="3/2", wall="2/2", elk="3/2")
    )


@pytest.mark.parametrize("than", ["Walls and artifact creatures", "Walls you control"])
def test_of_what_more_is_said_is_not_guessed(than: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, destroy all creatures other than {than}.", types=["Creature"])
    assert isinstance(ability, Triggered) and ability.does is None


def test_all_that_others_control_are_sacrificed() -> None:
    text = "Whenever this creature attacks, each opponent sacrifices all creatures they control with power 3 or greater."
    others = creature("elk", BOB, power=3), creature("ape", BOB, power=4), creature("cub", BOB), creature("ox", ANN, power=5)
    given(creature("imp", ANN, text), *others).when(attack(imp=BOB), resolve()).then(left("elk", "ape"))
    (mine,) = read_permanent(
        "Whenever this creature attacks, each player sacrifices all creatures you control.", types=["Creature"]
    )
    assert isinstance(mine, Triggered) and mine.does is None
