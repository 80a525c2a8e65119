"""What triggered keywords of combat do, from the day they came into the rules: read off the published rules of 127 days.

What each of them does is the same from its first day on; when rampage triggers changed twice (`test_triggers_by_date`). The
numbers of these keywords' own rules aren't cited by any ruling; those before 2026-01-16 weren't found (`NUMBERS`). Flanking and
rampage are older than the oldest rules that are known (1999-04-23), where rampage stands in the glossary only. What the layers
of power and toughness were called before 2009 wasn't looked up: what they come to is the same. Sources: the archives that
`timeline-damage.md` of the shared rules names.
"""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, damage, given, life, poison, resolve, sizes

OLDEST, LAST_ON_STACK, NEWEST = "1999-04-23", "2009-07-10", "2026-01-16"
SCOUT, ELK, COW = creature("scout", ANN, power=1), creature("elk", BOB, power=1, toughness=4), creature("cow", BOB, toughness=4)
KEYWORDS: dict[str, tuple[str, list[dict[str, Any]], Any]] = {
    "Flanking": (OLDEST, [block(elk="it"), resolve()], sizes(elk="0/3")),
    "Rampage 2": (OLDEST, [block(elk="it", cow="it"), resolve()], sizes(it="4/4")),
    "Provoke": ("2003-03-15", [resolve("all", {"source": "it", "targets": ["elk"]}), block(elk="it")], lambda outcome: None),
    "Bushido 1": ("2004-10-01", [block(elk="it"), resolve()], sizes(it="3/3")),
    "Frenzy 2": ("2007-05-01", [block(), resolve()], sizes(it="4/2")),
    "Poisonous 3": ("2007-05-01", [block(), damage(), resolve()], poison(Bob=3)),
    "Exalted": ("2008-10-01", [resolve()], sizes(it="3/3")),
    "Annihilator 1": ("2010-04-23", [resolve("all", {"source": "it", "sacrificed": ["cow"]})], sizes(elk="1/4", cow=None)),
    "Battle cry": ("2011-02-04", [resolve()], sizes(scout="1/2")),
    "Dethrone": ("2014-06-01", [resolve()], sizes(it="3/3")),
    "Renown 1": ("2015-07-17", [block(), damage(), resolve()], sizes(it="3/3")),
    "Melee": ("2016-11-11", [resolve()], sizes(it="3/3")),
    "Afflict 2": ("2017-07-07", [block(elk="it"), resolve()], life(Bob=18)),
    "Mobilize 1": ("2025-04-04", [resolve()], sizes(**{"it token 1": "1/1"})),
}


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_what_a_keyword_does_is_the_same_since_its_first_day(keyword: str) -> None:
    first, steps, expected = KEYWORDS[keyword]
    for day in sorted(day for day in {first, LAST_ON_STACK, "2009-07-11", NEWEST} if day >= first):
        board = given(creature("it", ANN, keyword), SCOUT, ELK, COW, rules=day, designations={"it": []})
        board.when(attack(it=BOB), *steps).then(expected)


@pytest.mark.parametrize(
    ("text", "last", "first", "expected"),
    [("Training", "2021-11-19", NEWEST, sizes(it="3/3")), ("Mentor", "2018-10-05", NEWEST, sizes(scout="2/3"))],
)
def test_keywords_about_two_attackers(text: str, last: str, first: str, expected: Any) -> None:
    stronger = creature("giant", ANN, power=4)
    for day in (last, first):
        board = given(creature("it", ANN, text), SCOUT, stronger, ELK, rules=day)
        board.when(attack(it=BOB, scout=BOB, giant=BOB), resolve()).then(expected)


def test_players_order_their_own_triggers_since_the_stack_came() -> None:
    """410.3, 603.3b from 2009-07-11: the active player's first, each player's in any order."""
    lesser = "Whenever this creature attacks, put a +1/+1 counter on each other attacking creature with power 2 or less."
    monk, imp = creature("monk", ANN, lesser), creature("imp", ANN)
    drum = creature("drum", ANN, "Whenever this creature attacks, other attacking creatures get +1/+1 until end of turn.")
    for day in (OLDEST, LAST_ON_STACK, "2009-07-11", NEWEST):
        fight = given(drum, monk, imp, rules=day).when(
            attack(drum=BOB, monk=BOB, imp=BOB), {**resolve(), "in_order": ["drum", "monk"]}
        )
        fight.then(sizes(imp="3/3"))


NUMBERS = {
    "Rampage": "702.23",
    "Flanking": "702.25",
    "Provoke": "702.39",
    "Modular": "702.43",
    "Bushido": "702.45",
    "Soulshift": "702.46",
    "Haunt": "702.55",
    "Frenzy": "702.68",
    "Poisonous": "702.70",
    "Persist": "702.79",
    "Exalted": "702.83",
    "Annihilator": "702.86",
    "Battle Cry": "702.91",
    "Undying": "702.93",
    "Dethrone": "702.105",
    "Renown": "702.112",
    "Ingest": "702.115",
    "Myriad": "702.116",
    "Melee": "702.121",
    "Afflict": "702.130",
    "Mentor": "702.134",
    "Afterlife": "702.135",
    "Decayed": "702.147",
    "Training": "702.149",
    "Enlist": "702.154",
    "Mobilize": "702.181",
    "Firebending": "702.189",
}
"""The triggered keywords' own rules, as of 2026-01-16. Not found: which numbers they had before, and since when they have these.
The texts by date that are known hold the rules of combat and of triggers, none of section 702 (502 until 2009)."""


def test_the_numbers_of_the_keywords_rules_are_those_of_the_newest_rules(shared: Path) -> None:
    text = gzip.decompress((shared / "rules" / "comprehensive-rules-2026-01-16.txt.gz").read_bytes()).decode()
    published = {name.strip(): number for number, name in re.findall(r"(?m)^(702\.\d+)\. ([^\n.]+)$", text)}
    assert {keyword: published.get(keyword) for keyword in NUMBERS} == NUMBERS
    assert {each.split()[0] for each in KEYWORDS} <= {each.split()[0] for each in NUMBERS}
