"""A letter wrong, missing, doubled or moved in a sentence that is understood: it is declined, or it says the same.

MISSPELLINGS is how many of each sentence are tried (40: some 4,500 in a minute), MISSPELLING_SEED which.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle.templates import TEMPLATES
from oracle.reading import permanent
from oracle.test_placements import FORMS, sentence

SENTENCES = tuple(dict.fromkeys([*TEMPLATES, *(sentence(form.says, "this creature") for form in FORMS)]))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def misspelt(said: str, number: int, chance: random.Random) -> Iterator[str]:
    places = [at for at, letter in enumerate(said) if letter.isalpha() or letter in " '"]
    for _ in range(number):
        at, letter = chance.choice(places), chance.choice(LETTERS)
        other = {
            "left out": said[:at] + said[at + 1 :],
            "another": said[:at] + letter + said[at + 1 :],
            "one more": said[:at] + letter + said[at:],
            "moved": said[:at] + said[at + 1 : at + 2] + said[at] + said[at + 2 :],
        }[chance.choice(("left out", "another", "one more", "moved"))]
        if other.lower() != said.lower():
            yield other


@pytest.mark.parametrize("said", SENTENCES)
def test_a_wrong_letter_is_declined_or_changes_nothing(said: str) -> None:
    chance = random.Random(f"{os.environ.get('MISSPELLING_SEED', '1')} {said}")
    meant = permanent(said)
    for other in misspelt(said, int(os.environ.get("MISSPELLINGS", "6")), chance):
        try:
            read = permanent(other)
        except WordingNotUnderstood:
            continue
        assert read == meant, other


@pytest.mark.parametrize(
    "wrong",
    [
        "This creature can't bloc alone.",
        "This creature can't beb locked.",
        "This creature must be locked by two or more creatures if able.",
        "This creature has lying as long as you control an artifact.",
        "Creatures you control havekflying.",
        "Creatures can't bloc kthis creature.",
        "This creature has protectionfrom red.",
        "This creature loses allabilities.",
        "This creature has menace and can't black.",
        "W hen this creature attacks, draw a card.",
        "You may exert this creature as it attacks. Whep you do, draw a card.",
        "You may exert this creature as it attacks. When youdo, draw a card.",
        "Creature can't attack.",
        "Whenever  creature attacks, draw a card.",
    ],
)
def test_what_was_passed_over_or_taken_for_something_else_is_declined(wrong: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        permanent(wrong)


@pytest.mark.parametrize(
    "right",
    [
        "Strive — This spell costs {2}{U} more to cast for each target beyond the first.",
        "Lock or unlock a door of target Room you control.",
        "Whenever a permanent entering causes a triggered ability to trigger, counter that ability.",
        "Islandwalk, legendary landwalk",
    ],
)
def test_words_that_cards_use_are_no_misspellings(right: str) -> None:
    assert len(permanent(right)) in (0, 2)
