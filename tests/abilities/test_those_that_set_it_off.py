"""603.4: "those creatures" in an ability's "if" are those that set it off, and whom they attacked doesn't change any more."""

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, CAT, attack, creature, enchantment, given, life, planeswalker, resolve, triggers

RAIN = (
    "Whenever an opponent attacks with creatures, if two or more of those creatures {} you and/or planeswalkers you control, "
    "you gain 1 life."
)
IMPS = [creature("imp", ANN), creature("ox", ANN), creature("elk", ANN)]


@pytest.mark.parametrize("attacked", ["are attacking", "attacked"])
def test_those_creatures_are_those_that_attack(attacked: str) -> None:
    rain = enchantment("rain", BOB, RAIN.format(attacked))
    board = given(*IMPS, rain, planeswalker("sage", BOB), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB, ox="sage", elk=CAT)).then(triggers(rain=1))
    board.when(attack(imp=BOB, ox=CAT, elk=CAT)).then(triggers())


def test_of_those_that_are_described_the_others_do_not_count() -> None:
    text = "Whenever one or more Beasts attack, if two or more of those creatures are attacking you, you gain 1 life."
    beast = creature("bear", ANN, types=("Beast",))
    board = given(*IMPS, beast, enchantment("rain", BOB, text))
    board.when(attack(imp=BOB, ox=BOB, bear=BOB)).then(triggers())
    both = given(creature("stag", ANN, types=("Beast",)), beast, enchantment("rain", BOB, text))
    both.when(attack(stag=BOB, bear=BOB), resolve("all")).then(life(Bob=21))


@pytest.mark.parametrize(("attacked", "gained"), [("are attacking", 0), ("attacked", 1)])
def test_what_is_attacking_is_asked_again_and_what_attacked_is_not(attacked: str, gained: int) -> None:
    pit = enchantment("pit", BOB, "Whenever an Imp attacks, destroy it.")
    imp = creature("imp", ANN, types=("Imp",))
    board = given(imp, IMPS[1], enchantment("rain", BOB, RAIN.format(attacked)), pit)
    board.when(attack(imp=BOB, ox=BOB), resolve("all")).then(life(Bob=20 + gained))


def test_whom_an_opponents_creatures_attacked_is_settled_as_it_triggers() -> None:
    rain = enchantment("rain", BOB, "Whenever an opponent attacks, if they attacked you, you gain 1 life.")
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy it.")
    board = given(IMPS[0], rain, pit, players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB), resolve("all")).then(life(Bob=21))
    board.when(attack(imp=CAT)).then(triggers(pit=1))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a player attacks, if two or more of those creatures are attacking you, draw a card.",
        "Whenever a creature attacks, draw a card if they attacked you.",
    ],
)
def test_whose_group_is_not_known_is_declined(text: str) -> None:
    try:
        read = read_permanent(text, types=["Creature"])
    except WordingNotUnderstood:
        return
    assert all(each.does is None for each in read if isinstance(each, a.Triggered))
