"""Keywords whose number is X, "where X is …": it is counted as the ability resolves."""

import pytest
from declarant.tools.oracle import keywords, read_permanent
from referee import ANN, BOB, attack, block, creature, given, left, life, resolve, sizes, triggers

GOBLINS = creature("imp", ANN, types=("Goblin",)), creature("ogre", ANN, types=("Goblin",))
FOES = creature("elk", BOB), creature("ox", BOB), creature("cat", BOB)


@pytest.mark.parametrize("word", keywords.COUNTED)
def test_whatever_has_a_number_when_it_triggers_may_have_x(word: str) -> None:
    (ability,) = read_permanent(f"{word.capitalize()} X, where X is the number of Goblins you control.")
    assert ability.keyword == word and ability.number.kind == "count"


def beast(text: str) -> dict:
    return creature("beast", ANN, text, power=3, toughness=9)


def test_annihilator() -> None:
    text = "Flying, annihilator X, where X is the number of Goblins you control."
    given(beast(text), *GOBLINS, *FOES).when(attack(beast=BOB), resolve()).then(left("elk", "ox"))


def test_what_has_left_by_then_is_not_counted() -> None:
    text = "Annihilator X, where X is the number of Goblins you control."
    board = given(beast(text), *GOBLINS, *FOES).when(attack(beast=BOB), {"leaves": "imp"}, resolve())
    board.then(left("elk"))


def test_mobilize() -> None:
    text = "Mobilize X, where X is the number of creatures you control."
    outcome = given(beast(text), *GOBLINS).when(attack(beast=BOB), resolve()).then(triggers())
    assert len(outcome.game.combat.attackers) == 4


def test_afflict() -> None:
    text = "Afflict X, where X is this creature's power."
    given(beast(text), *FOES).when(attack(beast=BOB), block(elk="beast"), resolve()).then(life(Bob=17))


def test_bushido_and_frenzy() -> None:
    text = "Bushido X, where X is the number of Goblins you control."
    given(beast(text), *GOBLINS, *FOES).when(attack(beast=BOB), block(elk="beast"), resolve()).then(sizes(beast="5/11"))
    text = "Frenzy X, where X is the number of Goblins you control."
    given(beast(text), *GOBLINS).when(attack(beast=BOB), block(), resolve()).then(sizes(beast="5/9"))


def test_firebending_triggers() -> None:
    given(beast("Firebending X, where X is this creature's power.")).when(attack(beast=BOB)).then(triggers(beast=1))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Rampage X, where X is the number of Goblins you control.", "7/13"),
        ("Rampage X, where X is this creature's power.", "9/15"),
        (
            "Whenever this creature becomes blocked, it gets +X/+0 until end of turn for each creature blocking it, "
            "where X is the number of Goblins you control.",
            "9/9",
        ),
    ],
)
def test_so_many_for_each_of_so_many(text: str, size: str) -> None:
    """Of three blockers two are beyond the first; there are two Goblins."""
    declared = attack(beast=BOB), block(elk="beast", ox="beast", cat="beast")
    given(beast(text), *GOBLINS, *FOES).when(*declared, resolve()).then(sizes(beast=size))
