"""What is taken back with an illegal declaration, through the years: which mana abilities stay, and by which rule."""

from typing import Any

import pytest
from editions.dates import changed, renumbered, unchanged
from referee import ANN, BOB, Check, When, attack, creature, given, land, tapped

RAIDER = creature("raider", ANN, "This creature can't attack unless you pay {3}.")


def underpaid(*abilities: dict[str, Any]) -> When:
    """An attack that costs {3}, of which too little is paid after mana abilities were activated."""
    step = {"mana_abilities": [{"adds": "{G}", **ability} for ability in abilities], "pay": {"mana": "{1}"}}
    return given(RAIDER, land("forest", ANN), land("grove", ANN)).when(attack(raider=BOB, step=step))


BACK, STAYS = tapped(), tapped("forest")


@pytest.mark.parametrize(
    ("day", "did", "before", "since"),
    [
        ("2001-07-23", "to library", BACK, STAYS),
        ("2001-07-23", "from library", BACK, STAYS),
        ("2001-07-23", "from library to the stack", BACK, STAYS),
        ("2001-07-23", "random choice", BACK, STAYS),
        ("2002-10-07", "from library to the stack", STAYS, BACK),
        ("2005-10-01", "random choice", STAYS, BACK),
        ("2010-07-16", "shuffled", BACK, STAYS),
        ("2014-06-01", "revealed", BACK, STAYS),
    ],
)
def test_what_a_mana_ability_did_decides_whether_it_is_taken_back(day: str, did: str, before: Check, since: Check) -> None:
    changed(day, underpaid({"source": "forest", "did": [did]}), before=before, since=since)


def test_2001_09_24_a_mana_ability_stays_if_its_mana_was_spent_on_one_that_stays() -> None:
    spent = underpaid({"source": "grove", "spent_on": "forest"}, {"source": "forest", "keep": True})
    changed("2001-09-24", spent, before=tapped("forest"), since=tapped("forest", "grove"))


@pytest.mark.parametrize("day", ["1999-04-24", "2001-07-23", "2009-07-11", "2025-07-25"])
def test_in_every_edition_a_mana_ability_is_taken_back_unless_the_player_wants_to_keep_it(day: str) -> None:
    unchanged(day, underpaid({"source": "forest"}), BACK)
    unchanged(day, underpaid({"source": "forest", "keep": True}), STAYS)


@pytest.mark.parametrize(
    ("day", "before", "since"),
    [
        ("2009-07-11", "422.1", "714.1"),
        ("2010-04-23", "714.1", "715.1"),
        ("2011-05-01", "715.1", "716.1"),
        ("2011-09-30", "716.1", "717.1"),
        ("2016-07-22", "717.1", "719.1"),
        ("2016-08-26", "719.1", "720.1"),
        ("2018-04-27", "720.1", "721.1"),
        ("2019-10-04", "721.1", "722.1"),
        ("2020-04-17", "722.1", "723.1"),
        ("2021-07-23", "723.1", "725.1"),
        ("2021-09-24", "725.1", "726.1"),
        ("2022-06-10", "726.1", "727.1"),
        ("2022-10-07", "727.1", "728.1"),
        ("2022-11-18", "728.1", "729.1"),
        ("2023-04-14", "729.1", "728.1"),
        ("2024-02-02", "728.1", "729.1"),
        ("2024-03-08", "729.1", "730.1"),
        ("2025-04-04", "730.1", "731.1"),
        ("2025-07-25", "731.1", "732.1"),
        ("2026-04-17", "732.1", "733.1"),
    ],
)
def test_the_rule_on_illegal_actions_moves(day: str, before: str, since: str) -> None:
    """No difference in behaviour."""
    renumbered(day, {"illegal_action": (before, since)})
