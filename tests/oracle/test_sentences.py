"""Sentences by themselves, as a census of cards has them."""

import pytest
from declarant.events.abilities import (
    THIS,
    Ability,
    AllOf,
    Attacks,
    CantAttack,
    CantBlock,
    ControlledBy,
    Designates,
    Grants,
    HasType,
    Is,
    IsTarget,
    KeywordAbility,
    MustBlock,
    Players,
    Triggered,
)
from declarant.tools.oracle import read_sentence
from oracle.reading import bare, effects

CREATURE = HasType(type="Creature")
SUBJECT = Is(role="subject")
TARGET = IsTarget(permanents=CREATURE)
THEIRS = AllOf(parts=(CREATURE, ControlledBy(players=Players(who="opponents"))))


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("Target creature can't block this turn.", [CantBlock(blockers=TARGET)]),
        (
            "Goad target creature an opponent controls.",
            [Designates(creatures=IsTarget(permanents=THEIRS), designation="goaded")],
        ),
        ("Suspect it.", [Designates(creatures=SUBJECT, designation="suspected")]),
        ("Tap target creature and goad it.", [Designates(creatures=SUBJECT, designation="goaded")]),
        ("Detain target creature.", [CantAttack(creatures=TARGET), CantBlock(blockers=TARGET)]),
        (
            "Target creature gets +1/+1 and gains flying until end of turn.",
            [Grants(permanents=TARGET, abilities=(KeywordAbility(keyword="flying"),))],
        ),
        (
            "When you do, target creature blocks ~ this turn if able.",
            [MustBlock(blockers=TARGET, attackers=THIS, period="turn")],
        ),
        ("If you cast it, up to two target creatures can't block this turn.", [CantBlock(blockers=TARGET)]),
        (
            "Whenever you draw a card, you may have target creature block ~ this turn if able.",
            [MustBlock(blockers=TARGET, attackers=THIS, period="turn")],
        ),
    ],
)
def test_an_instruction_is_read_into_what_it_brings_about(sentence: str, meant: list[Ability]) -> None:
    assert effects(sentence) == meant


def test_a_trigger_and_what_it_does_are_distinguished() -> None:
    reading = read_sentence("Whenever ~ attacks, target creature blocks it this combat if able.")
    assert [bare(each) for each in reading.abilities] == [Triggered(events=(Attacks(creatures=THIS),))]
    assert [bare(each) for each in reading.effects] == [MustBlock(blockers=TARGET, attackers=THIS)]
    assert reading.duration == "end of combat"


def test_a_target_isnt_all_that_might_be_one() -> None:
    assert effects("Creatures can't block this turn.") == [CantBlock(blockers=CREATURE)]
    assert effects("Target creature can't block this turn.") == [CantBlock(blockers=TARGET)]
    chosen = AllOf(parts=(CREATURE, ControlledBy(players=Players(who="chosen"))))
    assert effects("Creatures target player controls can't block this turn.") == [CantBlock(blockers=chosen)]


def test_effects_that_end_at_several_times_say_so() -> None:
    reading = read_sentence("It gains haste until end of turn and attacks this combat if able.")
    assert (reading.duration, reading.durations) == (None, ("end of turn", "end of combat"))


def test_a_choice_made_as_it_resolves_is_marked() -> None:
    reading = read_sentence("Target creature gains protection from the color of your choice until end of turn.")
    assert reading.choice
    assert len(reading.effects[0].abilities) == 5


def test_what_a_case_states_as_a_step_is_a_happening() -> None:
    assert read_sentence("Return it to the battlefield tapped and attacking.").kind == "happening"


@pytest.mark.parametrize(
    "sentence",
    [
        "Destroy target attacking creature.",
        "Create a 1/1 white Bird creature token with flying.",
        "Draw a card for each blocking creature.",
    ],
)
def test_a_sentence_that_only_mentions_combat_is_not_about_declarations(sentence: str) -> None:
    assert read_sentence(sentence).kind == "not about declarations"


def test_a_sentence_that_is_declined_says_where() -> None:
    reading = read_sentence("Target creature can't block for fun.")
    assert (reading.kind, reading.unread, reading.offset) == ("declined", "for fun.", 28)


def test_an_instruction_is_never_waved_through_by_a_comma() -> None:
    assert read_sentence("When you win, target creature can't block sideways, draw a card.").kind == "declined"
