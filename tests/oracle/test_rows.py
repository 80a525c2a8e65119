"""Statements and trigger events are rows: each is read as it is said, and as one thing."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from declarant.tools import oracle
from declarant.tools.oracle import predicates, read_permanent, statements, trigger_events
from declarant.tools.oracle.grammar import Grammar, Part, Phrase, phrase
from declarant.tools.oracle.rendering.lines import same, worded

SAMPLES = {
    "during": "",
    "that_phase": "",
    "noncombat": "noncombat damage",
    "subject": "~",
    "who": "you",
    "whom": "~",
    "targets": "a player",
    "permanents": "artifact creatures",
    "noun": "artifact creatures",
    "reference": "~",
    "owner": "~'s",
    "enchanted": "enchanted creature",
    "attackers": "artifact creatures",
    "blockers": "artifact creatures",
    "able": "artifact creatures",
    "met_by_all": "this creature",
    "keyword": "flying",
    "blocked": "each artifact creature",
    "any_one": "an artifact creature",
    "those": "artifact creatures",
    **dict.fromkeys(("now", "period", "rest_of_turn", "each_combat"), ""),
    "per": "Forest you control",
    "none_but": "artifact creatures",
    "only": "artifact creatures",
    "cost": "defending player pays {2} for each creature blocking it",
    "number": "2",
    "many": "two",
    "over_one": "two",
    "at_least": "at least two",
    **dict.fromkeys(("or_more", "so_many"), "two or more"),
    "pointed": "~",
    "company": "at least two",
    "one_attacker": "an artifact creature",
    "everybody": "artifact creatures",
    "just_players": "a player",
    "blocking": "artifact creatures",
    "so_much": "",
    "one_way": "",
    "combat": "combat damage",
    "recipients": "an opponent",
    "some_recipients": "an opponent",
    "players_together": "one or more opponents",
    "one_shield": "you",
    "sources": "artifact creatures",
    "each": "each combat",
    "untap_step": "during your untap step",
    "named_counter": "-1/-1",
    **dict.fromkeys(("one", "one_blocked", "one_blocking"), "an artifact creature"),
    **dict.fromkeys(("several", "several_blocked", "several_blocking"), "artifact creatures"),
}


def rows(*grammars: Grammar[object], **samples: str) -> Iterator[str]:
    for grammar in grammars:
        for each in grammar.phrases:
            ways = max((len(part) for part in each.parts if not isinstance(part, Part)), default=1)
            yield from (said(each, SAMPLES | samples, way) for way in range(ways))


def said(each: Phrase, samples: dict[str, str], way: int) -> str:
    return " ".join(each.said(samples, way).split())


STATEMENTS = [
    *rows(statements.SENTENCES, statements.OF_PLAYERS, statements.OF_PERMANENTS, predicates.SAID),
    *rows(predicates.EVASION, subject="~ can't be blocked"),
]
EVENTS = [
    *rows(trigger_events.OF_ONE, trigger_events.IS_DEALT, trigger_events.OF_PLAYERS),
    *rows(trigger_events.BY_PLAYERS, trigger_events.IN_COMPANY, noun="other artifact creatures"),
    *rows(trigger_events.OF_OTHERS, permanents="an artifact creature"),
    *rows(trigger_events.OF_SEVERAL, subject="two or more artifact creatures"),
]
NOT_ALONE = re.compile(r"(?:You may r|R)egenerate |.*(?: next combat phase if able| (?:that ability|those abilities))\.$")
"""What is only done, or said after another sentence."""


@pytest.mark.parametrize(
    "lines",
    [[f"{each[:1].upper()}{each[1:]}." for each in STATEMENTS], [f"Whenever {each}, draw a card." for each in EVENTS]],
    ids=["statements", "events"],
)
def test_what_a_row_reads_is_read_as_it_is_said(lines: list[str]) -> None:
    read = 0
    for line in lines:
        if NOT_ALONE.match(line):
            continue
        for ability in read_permanent(line, types=("Creature",)):
            try:
                words = worded(ability)
            except KeyError:
                continue
            assert [same(each) for each in read_permanent(words, types=("Creature",))] == [same(ability)], (line, words)
            read += 1
    assert read > len(lines) / 2


def test_what_stands_in_brackets_may_be_left_out() -> None:
    ways = Grammar({}, phrase("it attacks [<targets>] this turn [if able]")).phrases
    assert [said(each, SAMPLES, 0) for each in ways] == [
        "it attacks a player this turn if able",
        "it attacks a player this turn",
        "it attacks this turn if able",
        "it attacks this turn",
    ]


GRAMMARS = [
    value
    for module in walk_packages(oracle.__path__, f"{oracle.__name__}.")
    for value in vars(import_module(module.name)).values()
    if isinstance(value, Grammar)
]


def test_every_rule_is_named_by_a_row() -> None:
    """Rows of several grammars may have one table."""
    held = {(name, reads) for grammar in GRAMMARS for name, reads in grammar.rules.items()}
    named = {
        (name, grammar.rules[name]) for grammar in GRAMMARS for row in grammar.phrases for name in {*row.rules} & {*grammar.rules}
    }
    assert {name for name, _ in held - named} == set()


def test_every_row_names_rules_that_there_are() -> None:
    for grammar in GRAMMARS:
        assert {name for row in grammar.phrases for name in row.rules} <= {*grammar.rules, *grammar.given}
