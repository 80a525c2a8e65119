"""No word is dropped: with it a text says something else than without it, or it is declined, or marked where it resolves."""

import gzip
import json
import os
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from declarant.events.abilities import Triggered
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.coverage import kept_apart
from referee import ANN, BOB, attack, block, creature, given, illegal, legal, refused, resolve

EVERY_TEXT = "DECLARANT_EVERY_TEXT" in os.environ
GOBLIN = creature("goblin", ANN, types=("Goblin",))


def plain(part: Any) -> Any:
    """A reading as data, without the sentences it was read from (keywords' are what they say)."""
    if isinstance(part, dict):
        kept = part.get("kind") == "keyword"
        return {name: plain(value) for name, value in part.items() if name != "text" or kept}
    return [plain(each) for each in part] if isinstance(part, list) else part


def reading(text: str, name: str = "", *, derived: bool = False) -> str | None:
    """What a text says; None where it is declined, or where a part of what it says isn't understood. `derived`: also what it
    makes of sizes, colors and types."""
    try:
        read = read_permanent(text, name=name, derived=derived)
    except WordingNotUnderstood:
        return None
    dumped = [plain(each.model_dump(mode="json")) for each in read]
    unknown = any(
        each["kind"] in ("unread", "not_modelled") or (each["kind"] == "triggered" and not each["does"]) for each in dumped
    )
    return None if unknown else json.dumps(dumped, sort_keys=True)


def heeded(text: str, *words: str) -> bool:
    """Whether each of the phrases makes a difference where the text is read at all."""
    read = reading(text)
    return read is None or all(words in text and reading(text.replace(words, "", 1)) != read for words in words)


# --- "if" behind an effect that begins, and "instead" -------------------------------------------------------------------

EFFECTS = [
    "target creature can't be blocked this turn",
    "this creature can't be blocked this turn",
    "target creature can't block this turn",
    "this creature assigns no combat damage this turn",
    "target creature blocks this creature this turn if able",
    "goad target creature",
    "creatures you control gain trample until end of turn",
    "this creature gets +2/+0 until end of turn",
]


@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize(
    "words", [" if you control a Goblin", " if defending player controls an Elf", " instead", " unless you control an Elf"]
)
def test_what_is_said_behind_an_effect_is_heeded(effect: str, words: str) -> None:
    assert heeded(f"Whenever this creature attacks, {effect}{words}.", words)


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_if_behind_an_effect_is_read(effect: str) -> None:
    assert reading(f"Whenever this creature attacks, {effect} if you control a Goblin.") is not None


def test_an_if_behind_an_effect_is_asked_as_it_resolves() -> None:
    evades = creature("imp", ANN, "Whenever this creature attacks, it can't be blocked this turn if you control a Goblin.")
    elk = creature("elk", BOB)
    steps = attack(imp=BOB), resolve(), block(elk="imp")
    given(evades, elk).when(*steps).then(legal)
    given(evades, elk, GOBLIN).when(*steps).then(illegal("509.1b"))


@pytest.mark.parametrize("begins", ["Creatures can't attack", "Whenever a creature attacks", "Whenever an opponent attacks"])
@pytest.mark.parametrize("kind", ["a planeswalker {} control", "planeswalkers {} control", "a battle {} protect"])
@pytest.mark.parametrize("whose", ["they", "that player"])
def test_who_they_are_is_never_you(begins: str, kind: str, whose: str) -> None:
    """ "Attacks you or a planeswalker they control": whose is meant isn't said, and it isn't yours."""
    ends = ", draw a card." if begins.startswith("When") else "."
    theirs = kind.format(whose) + ("s" if whose == "that player" else "")
    assert reading(f"{begins} you or {theirs}{ends}") is None
    assert reading(f"{begins} you or {kind.format('you')}{ends}") is not None


# --- parentheses that aren't closed, and costs that are no mana ----------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["(", "Flying\n(", "(Flying", "( )\n(", "Flying (This creature can't attack", "This creature can't (attack or) block."],
)
def test_what_is_no_reminder_between_parentheses_is_declined(text: str) -> None:
    for stated in (True, False):
        given(creature("imp", ANN, text), stated=stated).when(attack(imp=BOB)).then(refused("wording-not-understood", "("))


def test_snow_mana_pays_snow_costs() -> None:
    """107.4h: mana that is said to be of any color isn't said to come from a snow source."""
    yeti = creature("yeti", ANN, "This creature can't attack unless you pay {S}.")
    for mana, check in {"{1}{G}": illegal("508.1j"), "{C}": illegal("508.1j"), "{S}": legal}.items():
        given(yeti, mana={ANN: mana}).when(attack(yeti=BOB)).then(check)


@pytest.mark.parametrize("cost", ["{E}", "{E}{E}", "{T}", "{Q}", "{2}{E}", "{CHAOS}"])
@pytest.mark.parametrize("verb", ["attack", "block", "attack or block"])
def test_a_cost_that_is_no_mana_is_declined(cost: str, verb: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"This creature can't {verb} unless you pay {cost}.")


# --- trigger conditions ------------------------------------------------------------------------------------------------


EVENTS = [
    "Whenever this creature attacks",
    "Whenever a creature you control attacks",
    "Whenever you attack",
    "Whenever you attack with two or more creatures",
    "Whenever one or more creatures you control attack a player",
    "Whenever an opponent attacks you",
    "Whenever this creature blocks",
    "Whenever this creature becomes blocked",
    "Whenever this creature blocks or becomes blocked",
    "Whenever this creature attacks and isn't blocked",
    "Whenever this creature enters or attacks",
    "Whenever this creature deals combat damage to a player",
    "Whenever this creature is dealt damage",
    "Whenever a creature dies",
    "Whenever this creature dies or leaves the battlefield",
    "Whenever you gain life",
    "Whenever an opponent loses life",
]
ASKED = [
    " while you control a Goblin",
    " for the first time each turn",
    " or is put into exile",
    " or is put into exile while you control a Goblin",
    " or enters while you control a Goblin",
    " during your turn",
    " if you control a Goblin",
]


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("words", ASKED)
def test_what_a_trigger_condition_asks_is_heeded(event: str, words: str) -> None:
    text = f"{event}{words}, you gain 1 life."
    shorter = words.split(" while")[0] if " while" in words and words.startswith(" or") else ""
    assert reading(text) is None or reading(text) != reading(f"{event}{shorter}, you gain 1 life.")


@pytest.mark.parametrize("word", ["mobilize", "annihilator", "afflict", "rampage", "bushido", "firebending", "toxic"])
def test_a_keyword_with_x_isnt_one_with_1(word: str) -> None:
    counted = reading(f"{word.capitalize()} X, where X is the number of Goblins you control.")
    assert counted is None or '"kind": "count"' in counted


def test_that_elf_is_no_goblin() -> None:
    begins = "Whenever a Goblin you control attacks"
    assert reading(f"{begins}, that Goblin gains trample until end of turn.") is not None
    assert reading(f"{begins}, that Elf gains trample until end of turn.") is None
    assert reading("Whenever this creature attacks, untap target Goblin. That Elf gains trample until end of turn.") is None


def test_those_of_a_color_are_no_others() -> None:
    text = "Whenever one or more creatures you control attack, those nonblue creatures get +1/+0 until end of turn."
    assert heeded(text, "nonblue ")


# --- text after a size, and what is typed into the text though it belongs elsewhere ---------------------------------------


SUBJECTS = ["", "gets +2/+2 ", "This creature gets +2/+2 ", "3/3 ", "a 3/3 ", "white 3/3 ", "3/3 Goblin ", "3/3, "]
SUBJECTS += ["creature ", "target creature ", "it's a 3/3 ", "this creature is a 3/3 ", "it has 3/3 "]
HAD = ["with menace", "with a flying counter", "with reach and a +1/+1 counter", "with two shield counters"]
FOR_HOW_LONG = [
    "",
    " until end of turn",
    " this turn",
    " each turn",
    " the turn it enters",
    " as long as it's attacking",
    ", draw a card",
]
FOR_HOW_LONG += [
    " if you control an Elf",
    " unless you pay {1}",
    " for each Elf you control",
    " and draw a card",
    " until end of turn.",
]


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("had", HAD)
def test_what_is_said_with_a_size_isnt_dropped(subject: str, had: str) -> None:
    """A text without a verb of its own is no sentence, and is declined; "becomes a 3/3 creature with menace" is read."""
    begin = HAD.index(had)
    for clause in FOR_HOW_LONG if EVERY_TEXT else FOR_HOW_LONG[begin % 2 :: 2]:
        assert reading(f"{subject}{had}{clause}") != "[]", clause


@pytest.mark.parametrize("when", ["two creatures are attacking the same player", "a creature is attacking", "it is blocking"])
def test_nothing_triggers_on_something_being_so(when: str) -> None:
    assert reading(f"Whenever {when}, you gain 1 life.") is None


@pytest.mark.parametrize(
    "text", ["gets +3/+3 until end of turn", "This creature gets +3/+3 until end of turn.", "+3/+3 this turn"]
)
def test_an_effect_isnt_what_a_permanents_text_says(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no defender", ["without 'defender'", "loses defender"]),
        ("5/5", ["`power` (5)", "`toughness` (5)"]),
        ("2/2 tapped", ["`power` (2)", "`tapped`"]),
        ("flying 2/2", ["`toughness` (2)"]),
        ("1/1 goblin", ["'Goblin'", "`subtypes`"]),
        ("0/4 wall defender", ["`toughness` (4)", "'Wall'"]),
        ("3x 1/1", ["for each of the 3", "`power` (1)"]),
    ],
)
def test_of_what_belongs_into_another_field_it_is_said_so(text: str, words: list[str]) -> None:
    with pytest.raises(WordingNotUnderstood) as declined:
        read_permanent(text)
    assert all(each in str(declined.value) for each in words), str(declined.value)


def test_what_can_only_mean_one_thing_is_taken_as_meant() -> None:
    assert reading("CARDNAME can't block.") == reading("This creature can't block.")
    meant = reading("This creature has first strike as long as it's attacking.")
    assert reading("first strike when attacking") == reading("First strike while attacking.") == meant


@pytest.mark.parametrize(
    "said", ["It's if you control an Elf still a land.", "It's still only a land.", "It's other still a land."]
)
def test_what_is_said_to_be_still_so_under_a_condition_is_declined(said: str) -> None:
    begins = "Enchanted land is a 2/6 white Wall creature with defender."
    assert reading(f"{begins} {said}") is None and reading(f"{begins} It's still a land.") is not None


# --- clauses put in anywhere ----------------------------------------------------------------------------------------------

CLAUSES = (
    " while you control a Goblin",
    " if you control an Elf",
    " unless you control an Elf",
    " for the first time each turn",
    " instead",
    " with flying",
    " and a +1/+1 counter",
    " other",
    " only",
    " nontoken",
    " or a planeswalker they control",
)
_TOLD_ELSEWHERE = re.compile(
    r"\b(?:you may|may) (?:cast|play)\b|gets? [+-]\d+/[+-]\d+ for each|\bgets? [+-]\d+/[+-]\d+ and\b|its activated abilities"
)
"""What says nothing of the battlefield, and sizes that a board states: no reading holds these words."""
TEXTS = 100_000 if EVERY_TEXT else 25
"""How many texts of real cards are changed: all of them, in some twenty minutes, where the environment asks for it."""


def _lines(shared: Path) -> list[tuple[str, str]]:
    """Lines of real cards that bear on combat, without reminders, each with the name of its card."""
    found: list[tuple[str, str]] = []
    with gzip.open(shared / "cards" / "visible.jsonl.gz", "rt") as rows:
        for card in map(json.loads, rows):
            for line in () if kept_apart(card["card"]) else (card["text"] or "").split("\n"):
                plain = re.sub(r"\s*\([^()]*\)", "", line)
                if _BEGINS.match(plain) and '"' not in plain and len(plain) < 220 and not _TOLD_ELSEWHERE.search(plain):
                    found.append((plain, card["name"]))
    return found


_BEGINS = re.compile("When|At end|This creature|Creatures|Enchanted|Equipped|Each|All")


TWICE = {" other": re.compile(r"\b(?:an)?other\b(?: target)?$"), " nontoken": re.compile(r"\bnontoken$")}
"""What says nothing more behind a word that says it already."""
ABILITY_WORD = re.compile(r"^[^.:,\"]{1,40} (?:--|—) ")
"""An ability word has no rules meaning (207.2c), whatever it is."""


def says_nothing_more(clause: str, line: str, place: int) -> bool:
    """Whether a clause may be put in at a place without a difference: a closed list."""
    word = ABILITY_WORD.match(line)
    again = TWICE.get(clause)
    return (word is not None and place < word.end()) or (again is not None and again.search(line[:place]) is not None)


@pytest.mark.parametrize(
    "line",
    [
        "Enchanted creature gets +1/+2, has flying, and is an Angel in addition to its other types.",
        "Enchanted creature is a blue Wall in addition to its other colors and types and has defender.",
        "Equipped creature has ward {2}, is an Assassin in addition to its other types, and can't be blocked.",
        "Enchanted creature has base power and toughness 4/4 and has flying.",
        "Enchanted creature has protection from white. This effect doesn't remove this Aura.",
    ],
)
@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_anywhere_changes_what_is_read_or_is_declined(line: str, clause: str) -> None:
    """Of a text that a case gives, both readings are used: what isn't understood of sizes, colors and types alone is noted."""
    before, derived = reading(line), reading(line, derived=True)
    assert before is not None and derived is not None
    places = [match.start() for match in re.finditer(r"(?<=\w)(?=[ ,.])", line)]
    for place in places if EVERY_TEXT else places[CLAUSES.index(clause) % 3 :: 3]:
        if not says_nothing_more(clause, line, place):
            changed = line[:place] + clause + line[place:]
            assert (reading(changed), reading(changed, derived=True)) != (before, derived), changed


def test_types_in_addition_are_derived_beside_other_things() -> None:
    assert "Assassin" in (
        reading("Equipped creature has ward {2} and is an Assassin in addition to its other types.", derived=True) or ""
    )
    text = "Equipped creature has ward {2}, is an Assassin in addition to its other types, and can't be blocked."
    assert "Assassin" in (reading(text, derived=True) or "")


def test_a_clause_that_is_put_in_anywhere_changes_what_is_read_or_is_declined(shared: Path) -> None:
    lines = _lines(shared)
    Random(1).shuffle(lines)
    read = 0
    for line, name in lines:
        before = reading(line, name)
        if before in (None, "[]"):
            continue
        read += 1
        places = [match.start() for match in re.finditer(r"(?<=\w)(?=[ ,.])", line)]
        for place in Random(read).sample(places, min(4, len(places))):
            for clause in Random(place + read).sample(CLAUSES, 3):
                beside = line[max(0, place - len(clause)) : place + len(clause)]
                if clause.split()[-1] not in beside and not says_nothing_more(clause, line, place):
                    changed = line[:place] + clause + line[place:]
                    if reading(changed, name) == before:  # it may be about sizes, colors and types alone
                        derived = reading(line, name, derived=True)
                        assert derived is None or reading(changed, name, derived=True) != derived, changed
        if read == TEXTS:
            break
    assert read >= 25


def test_a_duration_may_follow_what_something_has() -> None:
    text = "Whenever this creature blocks, it gets +1/+1 for each point of bushido it has until end of turn."
    (read,) = read_permanent(text)
    assert isinstance(read, Triggered)


@pytest.mark.parametrize(
    "done", ["you gain X life", "target creature gets +X/+0 until end of turn", "mill X cards", "create X Food tokens"]
)
@pytest.mark.parametrize("clause", [*CLAUSES, " or Elves", " and Elves", " or each Elf", " and its controller"])
def test_what_is_put_in_before_what_x_is_is_heeded(done: str, clause: str) -> None:
    """What X is was read ahead by then."""
    for what in ("this creature's power", "its power", "the number of Goblins you control"):
        assert heeded(f"Whenever this creature attacks, {done}{clause}, where X is {what}.", clause)
