"""What players say where a card says "whenever": it is read, declined, or stands for what may happen; it is never passed over."""

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.cases.permanents import abilities

OPENING = (
    "When",
    "whenever",
    "Each time",
    "every time",
    "If",
    "Once",
    "After",
    "Upon",
    "While",
    "As",
    "During",
    "On",
    "The first time",
)
HAPPENING = (
    *("this creature attacks", "this attacks", "it attacks", "attacking", "this swings", "this creature is attacking", "attack"),
    *("this is declared as an attacker", "this creature is assigned as an attacker", "this creature becomes attacking"),
    *("this turns sideways", "this creature goes to combat", "this creature joins combat", "combat starts", "combat", "swinging"),
    *("this creature blocks", "this gets blocked", "blocked", "blocking", "this goes unblocked", "this is unblocked"),
    *("this connects", "this hits a player", "this damages an opponent", "you get hit", "this takes damage", "damage is dealt"),
    *("this is killed", "this dies", "this goes to the yard", "this hits the bin", "this croaks", "you lose this", "death"),
    *("creatures attack", "creatures you control attack", "your creatures attack", "Goblins attack", "any creature attacks"),
    *("you swing", "you attack", "I attack", "an opponent swings", "you're attacked", "someone attacks you"),
    *("this taps", "this becomes tapped", "you tap this", "you gain life", "you go up in life", "you lose life", "you sac this"),
)


def said(text: str) -> list[a.Ability] | None:
    try:
        return [*abilities(text, "Rask", ("Creature",))]
    except WordingNotUnderstood:
        return None


@pytest.mark.parametrize("opening", OPENING)
@pytest.mark.parametrize("then", [", draw a card.", " you gain 1 life"])
def test_what_sets_something_off_is_never_passed_over(opening: str, then: str) -> None:
    for happening in HAPPENING:
        read = said(f"{opening} {happening}{then}")
        assert read is None or any(
            isinstance(each, a.Triggered | a.ChangesStatedValues | a.OptionalAttackCost | a.Unread)
            or (isinstance(each, a.NotModelledAbility) and {*each.on} != {"elsewhere"})
            for each in read
        ), f"{opening} {happening}{then}"


@pytest.mark.parametrize(
    ("typed", "on"),
    [
        ("At combat, draw a card.", "combat begins"),
        ("At the start of combat on your turn draw a card", "combat begins"),
        ("At start of your upkeep, draw a card.", "turn begins"),
        ("At upkeep, draw a card.", "turn begins"),
        ("At your end step draw a card", "end step begins"),
        ("At the end of turn, draw a card.", "end step begins"),
    ],
)
def test_what_begins_may_be_said_shortly(typed: str, on: a.HappeningKind) -> None:
    (ability,) = said(typed) or ()
    assert isinstance(ability, a.NotModelledAbility) and ability.on == (on,)


@pytest.mark.parametrize("when", ["At night", "At the end", "At instant speed", "At the beginning"])
def test_what_begins_and_isnt_known_may_be_anything(when: str) -> None:
    (ability,) = said(f"{when}, draw a card.") or ()
    assert isinstance(ability, a.NotModelledAbility) and ability.on == ()


@pytest.mark.parametrize("who", ["creatures", "Goblins", "Goblins you control", "creatures your opponents control"])
@pytest.mark.parametrize("does", ["attack", "block", "become blocked"])
def test_whether_it_triggers_once_for_several_isnt_guessed(who: str, does: str) -> None:
    assert said(f"Whenever {who} {does}, draw a card.") is None
    assert said(f"Whenever one or more {who} {does}, draw a card.")
