"""Questions as players ask them, each put to the tools of assistants once, as their descriptions say."""

from __future__ import annotations

import pytest
from declarant.tools.serve import assistants

QUESTIONS = {
    "Can one creature block a creature with menace?": (
        'Ann 20: brute 3/2 "Menace" | Bob 20: bear 2/2 | attack brute>Bob | block bear>brute',
        "illegal 509.1b",
    ),
    "Does reach let my spider block a flier?": (
        'Ann: bird 2/2 "Flying" | Bob: spider 1/3 "Reach" | attack bird>Bob | block spider>bird',
        "legal",
    ),
    "May a tapped creature block?": ("Ann: ox 2/2 | Bob: bear 2/2 tapped | attack ox>Bob | block bear>ox", "illegal 509.1a"),
    "May a creature attack that came this turn?": ("Ann: ox 2/2 sick | Bob: | attack ox>Bob", "illegal 508.1a"),
    "And with haste?": ('Ann: ox 2/2 sick "Haste" | Bob: | attack ox>Bob', "legal"),
    "My creature is goaded by Bob: may it attack Bob when Cat is there?": (
        "Ann: ox 2/2 | Bob: | Cat: | goad ox by:Bob | attack ox>Bob",
        "illegal 508.1d",
    ),
    "Must I pay for Propaganda because my creature attacks if able?": (
        'Ann: ox 2/2 "This creature attacks each combat if able." | Bob: p Enchantment "Creatures can\'t attack you unless their '
        "controller pays {2} for each creature they control that's attacking you.\" | attack none",
        "legal",
    ),
    "Deathtouch and trample: one to the blocker, the rest to Bob?": (
        'Ann: ox 6/6 "Deathtouch, trample" | Bob 20: wall 0/8 | attack ox>Bob | block wall>ox | damage ox>wall:1+Bob:5',
        "legal",
    ),
    "Trample over a 2/2 with one damage to it?": (
        'Ann: ox 6/6 "Trample" | Bob 20: bear 2/2 | attack ox>Bob | block bear>ox | damage ox>bear:1+Bob:5 bear>ox:2',
        "illegal 702.19b",
    ),
    "May a white creature block protection from white?": (
        'Ann: ox 2/2 "Protection from white" | Bob: bear 2/2 colors:W | attack ox>Bob | block bear>ox',
        "illegal 509.1b",
    ),
    "With a lure, may one of my creatures stay out?": (
        'Ann: ox 2/2 "All creatures able to block this creature do so." | Bob: a 1/1; b 1/1 | attack ox>Bob | block a>ox',
        "illegal 509.1c",
    ),
}


@pytest.mark.parametrize(("line", "answer"), QUESTIONS.values(), ids=QUESTIONS)
def test_it_is_answered_at_the_first_try(line: str, answer: str) -> None:
    report = assistants.audit(line)
    last = report["steps"][-1]
    assert " ".join(filter(None, (last["verdict"], last["rule"]))) == answer, last["sentence"]
    assert last["sentence"] and report["link"].startswith("http")
