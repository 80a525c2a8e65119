"""No word is dropped: with it a text says something else than without it, or it is declined, or marked where it resolves."""

import json
from typing import Any

import pytest
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, block, creature, given, illegal, legal, resolve

GOBLIN = creature("goblin", ANN, types=("Goblin",))


def plain(part: Any) -> Any:
    """A reading as data, without the sentences it was read from (keywords' are what they say)."""
    if isinstance(part, dict):
        kept = part.get("kind") == "keyword"
        return {name: plain(value) for name, value in part.items() if name != "text" or kept}
    return [plain(each) for each in part] if isinstance(part, list) else part


def reading(text: str, name: str = "") -> str | None:
    """What a text says; None where it is declined, or where a part of what it says isn't understood."""
    try:
        read = read_permanent(text, name=name)
    except WordingNotUnderstood:
        return None
    told = [plain(each.model_dump(mode="json")) for each in read]
    unknown = any(
        each["kind"] in ("unread", "not_modelled") or (each["kind"] == "triggered" and not each["does"]) for each in told
    )
    return None if unknown else json.dumps(told, sort_keys=True)


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


# --- parentheses that aren't closed, and costs that are no mana ----------------------------------------------------------


@pytest.mark.parametrize("text", ["(", "Flying\n(", "(Flying", "()", "( )\n("])
def test_a_parenthesis_that_isnt_closed_is_a_reminder(text: str) -> None:
    given(creature("imp", ANN, text)).when(attack(imp=BOB)).then(legal)
    given(creature("imp", ANN, text), stated=False).when(attack(imp=BOB)).then(legal)


def test_snow_mana_pays_snow_costs() -> None:
    """107.4h: mana that is told to be of any color isn't told to come from a snow source."""
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
    assert reading(f"{word.capitalize()} X, where X is the number of Goblins you control.") in (None, "[]")


def test_that_elf_is_no_goblin() -> None:
    begins = "Whenever a Goblin you control attacks"
    assert reading(f"{begins}, that Goblin gains trample until end of turn.") is not None
    assert reading(f"{begins}, that Elf gains trample until end of turn.") is None
    assert reading("Whenever this creature attacks, untap target Goblin. That Elf gains trample until end of turn.") is None


def test_those_of_a_color_are_no_others() -> None:
    text = "Whenever one or more creatures you control attack, those nonblue creatures get +1/+0 until end of turn."
    assert heeded(text, "nonblue ")
