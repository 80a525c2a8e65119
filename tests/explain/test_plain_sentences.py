"""A ruling in a sentence that a player accepts, the same wherever it stands."""

from __future__ import annotations

import pytest
from declarant import judge
from declarant.tools.cases.reading import read_line
from declarant.tools.history.explanations import explain
from declarant.tools.page.dispute import dispute
from page.test_dispute import text_of

BLOCK = " | attack brute>Bob | block bear>brute"
SAID = {
    'Ann: brute=Brute 3/3 Creature "Flying" | Bob: bear=Bear 2/2 Creature'
    + BLOCK: "Bear can't block Brute: Brute has flying, and Bear has neither flying nor reach.",
    'Ann: brute=Brute 3/3 Creature; wings Enchantment "Enchanted creature has flying." on:brute | Bob: bear=Bear 2/2 Creature'
    + BLOCK: "Bear can't block Brute: Brute has flying, and Bear has neither flying nor reach.",
    'Ann: brute=Brute 3/3 Creature "Islandwalk" | Bob: tarn=Island Land -Island; bear=Bear 2/2 Creature'
    + BLOCK: "Bear can't block Brute: Brute has islandwalk, and Bob controls Island.",
    'Ann: brute=Brute 3/3 Creature "Protection from green" | Bob: bear=Bear 2/2 Creature colors:G'
    + BLOCK: "Bear can't block Brute: Brute has protection from green, and Bear is green.",
    'Ann: brute=Brute 3/3 Creature "Skulk" | Bob: bear=Bear 4/4 Creature'
    + BLOCK: "Bear can't block Brute: Brute has skulk, and Bear has greater power (4 against 3).",
    'Ann: brute=Brute 3/3 Creature "Shadow" | Bob: bear=Bear 4/4 Creature'
    + BLOCK: "Bear can't block Brute: Brute has shadow, and Bear hasn't.",
    'Ann: brute=Brute 3/3 Creature | Bob: bear=Bear 4/4 Creature "Shadow"'
    + BLOCK: "Bear can't block Brute: Bear has shadow, and Brute hasn't.",
    "Ann: brute=Brute 3/3 Creature 1xflying | Bob: bear=Bear 2/2 Creature"
    + BLOCK: "Bear can't block Brute: Brute has flying, and Bear has neither flying nor reach.",
    'Ann: brute=Brute 3/3 Creature "Fear" | Bob: bear=Bear 2/2 Creature'
    + BLOCK: "Bear can't block Brute: Brute has fear, and Bear is neither an artifact nor black.",
    'Ann: brute=Brute 3/3 Creature "Intimidate" | Bob: bear=Bear 2/2 Creature'
    + BLOCK: "Bear can't block Brute: Brute has intimidate, and Bear is no artifact and shares no color with it.",
    'Ann: brute=Brute 3/3 Creature "Horsemanship" | Bob: bear=Bear 2/2 Creature'
    + BLOCK: "Bear can't block Brute: Brute has horsemanship, and Bear hasn't.",
    'Ann: brute=Brute 3/3 Creature "This creature can\'t be blocked by creatures with flying." | Bob: bear=Bear 2/2 "Flying"'
    + BLOCK: "Bear can't block Brute: Brute says “This creature can't be blocked by creatures with flying”.",
    'Ann: brute=Brute 3/3 "Fear" | Bob: bear=Bear 2/2 colors:B "This creature can\'t block creatures with fear."'
    + BLOCK: "Bear can't block Brute: Bear says “This creature can't block creatures with fear”.",
    'Ann: brute=Brute 3/3 Creature "Islandwalk" | Bob: tarn=Tarn Land; '
    'bear=Bear 2/2 "This creature can\'t block creatures with islandwalk."'
    + BLOCK: "Bear can't block Brute: Bear says “This creature can't block creatures with islandwalk”.",
    'Ann: brute=Brute 3/3 Creature "Nonbasic landwalk" | Bob: tarn=Tarn Land; bear=Bear 2/2 Creature'
    + BLOCK: "Bear can't block Brute: Brute has nonbasic landwalk.",
    'Ann: brute=Brute 3/3 Creature "Menace" | Bob: bear=Bear 2/2 Creature'
    + BLOCK: "Brute can't be blocked except by 2 or more creatures: it has menace.",
    'Ann: brute=Brute 3/3 Creature "Menace" | Bob: squire=Squire 1/1 "This creature blocks each combat if able."; '
    "sentry=Sentry 1/4 Creature | attack brute>Bob | block none": (
        "Squire must block if able, and it can: with Sentry it could block Brute."
    ),
    'Ann: brute=Brute 3/3 "This creature attacks each combat if able."; elf=Elf 1/1 Creature | Bob: | attack elf>Bob': (
        "Brute must attack if able, and it can: it could attack Bob."
    ),
    "Ann: brute=Brute 3/3 Creature | Bob: | Cat: | goad brute by:Bob | attack brute>Bob": (
        "Brute is goaded and must attack a player other than Bob if able, and it can: it could attack Cat."
    ),
    'Ann: wall=Wall 0/4 "Defender" | Bob: | attack wall>Bob': "Wall can't attack Bob: it has defender.",
    'Ann: wall=Wall 0/4 Creature | Bob: moat=Moat Enchantment "Creatures can\'t attack you." | attack wall>Bob': (
        "Wall can't attack Bob: Moat says “Creatures can't attack you”."
    ),
    'Ann: one=Ox 3/3 "Menace"; two=Ox 3/3 "Menace" | Bob: bear=Bear 2/2 Creature | attack one+two>Bob | block bear>two': (
        "Ox B can't be blocked except by 2 or more creatures: it has menace."
    ),
}


@pytest.mark.parametrize(("line", "said"), SAID.items())
def test_a_ruling_is_said_as_a_judge_says_it_the_same_everywhere(line: str, said: str) -> None:
    case = read_line(line)
    step = judge(case).steps[-1]
    assert step.sentence == said
    assert [each.sentence for each in explain(case)][-1] == said
    assert said.rstrip(".") in text_of(dispute(case).page()).replace("  ", " ").replace(" :", ":")


def test_its_reasons_are_in_parts() -> None:
    (reason,) = judge(next(iter(SAID))).steps[-1].reasons
    assert [getattr(part, "ref", None) for part in reason.parts] == ["bear", None, "brute", None, "brute", None, "bear", None]
    assert (reason.source, reason.quote) == ("brute", "Flying")


def test_what_is_legal_says_so_and_what_it_costs() -> None:
    toll = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    assert judge(f'Ann: ox 2/2 | Bob: toll Enchantment "{toll}" | attack ox>Bob').steps[0].sentence == "That is legal, for {2}."
    assert judge("Ann: ox 2/2 | Bob: | attack ox>Bob").steps[0].sentence == "That is legal."
