"""603.4: "those creatures" in an ability's "if" are those that set it off, and whom they attacked doesn't change any more."""

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    attack,
    block,
    creature,
    enchantment,
    given,
    life,
    planeswalker,
    resolve,
    tapped,
    triggers,
)

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


# --- several that block, become blocked, or aren't blocked ------------------------------------------------------------------

ATTACKERS, BLOCKERS = ("imp", "ox", "rat"), ("elk", "cow", "bat")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Whenever this creature becomes blocked by one or more creatures, tap them.", tapped(*ATTACKERS, "elk", "cow")),
        ("Whenever one or more creatures block this creature, tap those creatures.", tapped(*ATTACKERS, "elk", "cow")),
        ("Whenever this creature becomes blocked by one or more Goats, tap those creatures.", tapped(*ATTACKERS, "elk")),
        ("Whenever one or more Goats an opponent controls block, tap one of those creatures.", tapped(*ATTACKERS, "elk")),
        ("Whenever one or more Goats an opponent controls block, tap up to one of those Goats.", tapped(*ATTACKERS, "elk")),
        ("Whenever this creature becomes blocked by two or more creatures, you gain that much life.", life(Ann=22)),
        ("Whenever one or more creatures you control become blocked, you gain that much life.", life(Ann=22)),
        ("Whenever one or more creatures you control attack and aren't blocked, untap those creatures.", tapped("imp", "ox")),
        (
            "Whenever one or more creatures an opponent controls block, tap each of those creatures.",
            tapped(*ATTACKERS, *BLOCKERS),
        ),
    ],
)
def test_those_creatures_in_a_block(text: str, expected: Check) -> None:
    """Ann's imp is blocked by Bob's elk and cow, her ox by his bat; her rat isn't blocked."""
    mine = creature("imp", ANN, text), creature("ox", ANN), creature("rat", ANN)
    theirs = creature("elk", BOB, types=("Goat",)), creature("cow", BOB), creature("bat", BOB)
    board = given(*mine, *theirs)
    fought = attack(imp=BOB, ox=BOB, rat=BOB), block(elk="imp", cow="imp", bat="ox")
    board.when(*fought, resolve("all")).then(expected)
