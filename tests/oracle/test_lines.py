"""Whole texts of permanents."""

import pytest
from declarant.events.abilities import (
    THIS,
    CantBlock,
    CountersOn,
    Every,
    Grants,
    HasDesignation,
    KeywordAbility,
    QuantityCompares,
)
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from oracle.reading import one, permanent


def test_every_line_is_an_ability_and_keeps_its_sentence() -> None:
    found = read_permanent("Flying\nThis creature can't block. (It just can't.)")
    assert [each.text for each in found] == ["Flying", "This creature can't block."]


@pytest.mark.parametrize(
    "line",
    [
        "{T}: Target creature can't block this turn. Activate only during combat.",
        "Discard a card: This creature gains flying until end of turn.",
        "−3: Goad each creature you don't control.",
        "I, II — Target creature can't block this turn.",
        "({T}: Add {R}.)",
        "As this creature enters, choose a color.",
        "",
    ],
)
def test_what_does_nothing_until_it_resolves_says_nothing(line: str) -> None:
    assert read_permanent(line) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Grim Ox can't block.",
        "~ can't block.",
        "This creature can't block.",
        "This permanent can't block.",
        "Moody — Grim Ox can't block.",
    ],
)
def test_a_permanent_speaks_of_itself_in_several_ways(text: str) -> None:
    assert one(text, name="Grim Ox") == CantBlock(blockers=THIS)


def test_the_first_name_of_a_legendary_permanent_means_it() -> None:
    (found,) = read_permanent("Brakka can't block.", name="Brakka of Thorn", types=["Legendary", "Creature"])
    assert isinstance(found, CantBlock)


def test_it_means_what_the_sentence_before_was_about() -> None:
    assert permanent("This creature can't be blocked. It can't block.")[1] == CantBlock(blockers=THIS)


def test_modes_belong_to_the_trigger_before_them() -> None:
    text = "When this creature enters, choose one —\n• Target creature can't block this turn.\n• Goad target creature."
    assert read_permanent(text) == ()


def test_modes_that_a_choice_on_entering_decides_are_declined() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent("As this creature enters, choose red or blue.\n• Red — This creature can't block.")


def test_max_speed_is_a_designation() -> None:
    assert one("Max speed — This creature can't block.").condition == HasDesignation(designation="max speed")


def test_a_station_threshold_counts_charge_counters() -> None:
    enough = QuantityCompares(quantity=CountersOn(of="source", counter="charge"), comparison=">=", than=8)
    assert one("8+ | Flying") == Grants(permanents=THIS, abilities=(KeywordAbility(keyword="flying"),), condition=enough)


def test_a_leveler_has_its_abilities_at_its_levels() -> None:
    counters = CountersOn(of="source", counter="level")
    first, second = permanent("LEVEL 1-2\n2/2\nFlying\nLEVEL 3+\n3/3\nReach")
    least = QuantityCompares(quantity=counters, comparison=">=", than=1)
    most = QuantityCompares(quantity=counters, comparison="<=", than=2)
    flying = (KeywordAbility(keyword="flying"),)
    assert first == Grants(permanents=THIS, abilities=flying, condition=Every(parts=(least, most)))
    assert second.condition == QuantityCompares(quantity=counters, comparison=">=", than=3)


@pytest.mark.parametrize("line", ["{1}{U}: Level 2\nThis creature can't block.", "{1}{U}: Level 2 — This creature can't block."])
def test_a_class_has_its_abilities_at_its_level(line: str) -> None:
    assert one(line) == CantBlock(blockers=THIS, condition=HasDesignation(designation="level 2"))


def test_a_refusal_counts_characters_over_all_lines() -> None:
    text = "Flying\n{1}{U}: Level 2 — This creature can't block uphill."
    with pytest.raises(WordingNotUnderstood) as refusal:
        read_permanent(text)
    assert refusal.value.where == f"text, character {text.index('uphill')}"
