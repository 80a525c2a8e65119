"""What of a rules text is passed over: each row of the list by an example, and by a near miss that is read or declined."""

from contextlib import suppress
from itertools import product

import pytest
from declarant.events.abilities import ChangesStatedValues
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.ignored import WORDINGS
from declarant.tools.oracle import not_modelled, read_permanent

EXAMPLES: dict[str, tuple[str, str]] = {
    "words in parentheses": ("(This creature can't be blocked.)", "This creature can't be blocked."),
    "an ability word and its dash, as in “Landfall —”": (
        "Landfall — Whenever a land you control enters, you gain 1 life.",
        "Landfall — This creature can't block.",
    ),
    "a chapter of a Saga": ("I, II — Creatures can't block this turn.", "Creatures can't block this turn."),
    "the effect of an activated ability, but mana": ("{2}: This creature can't be blocked this turn.", "{T}: Add {G}."),
    "the effect of a triggered ability": (
        "When this creature enters, creatures can't block this turn.",
        "Whenever this creature attacks, creatures can't block this turn.",
    ),
    "a triggered ability that no declaration, no damage and no death sets off": (
        "Whenever you cast a spell, draw a card.",
        "Whenever this creature blocks, draw a card.",
    ),
    "“Activate only …”": ("{2}: Draw a card. Activate only as a sorcery.", "Activate only Goblins attack."),
    "the modes and the die-roll table of such an ability": (
        "{2}: Choose one —\n• Creatures can't block this turn.\n• Draw a card.",
        "Choose one —\n• Creatures can't block this turn.",
    ),
    "keywords that say nothing about combat, as Cycling or Flash": ("Cycling {2}", "Menace"),
    "a keyword that says which objects are meant, as in “a token with flying”": (
        "When this creature enters, create a 1/1 token with flying.",
        "This creature has flying.",
    ),
    "a sentence with a verb of a closed list, in which no word of another closed list bears on attacking, blocking, untapping "
    "for combat, combat damage or dying": ("Spells you cast cost {1} less to cast.", "Zorb spells flumph."),
}


def test_every_row_of_the_list_has_an_example() -> None:
    assert EXAMPLES.keys() == WORDINGS.keys()


@pytest.mark.parametrize("row", EXAMPLES)
def test_what_is_on_the_list_says_nothing_of_declarations_and_what_is_beside_it_isnt_passed_over(row: str) -> None:
    passed, beside = EXAMPLES[row]
    assert read_permanent(passed) == ()
    with suppress(WordingNotUnderstood):
        assert read_permanent(beside)


@pytest.mark.parametrize(
    "text",
    [
        "Glorp.",
        "Flying counter",
        "Shield counter.",
        "Vehicle crew 2",
        "Zorb spells flumph.",
        "This creature glorps each combat if able.",
        "Creatures you control have glorp.",
        "Landfall — Glorp glorp.",
        "Whenever this creature attacks and glorps, draw a card.",
        "As long as it glorps, this creature can't block.",
        "Creatures can't glorp.",
        "Flash, glorp",
    ],
)
def test_words_that_nobody_knows_are_never_passed_over(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text)


AS_PLAYERS_SAY = """
This creature gets +1/+1 and evasion.
This creature is evasive.
Opponents must deal with this creature.
Nobody can stop this creature.
This creature can't be stopped.
This creature is always unblocked.
This creature is unaffected by summoning sickness.
This creature doesn't have summoning sickness.
This creature never untaps.
This creature remains tapped as long as it is enchanted.
This creature untaps each turn.
This creature doesn't tap when attacking.
This creature is not tapped by attacking.
Does not tap when attacking.
This creature swings each turn.
This creature has to swing.
This creature fights each turn.
This creature enters combat each turn.
This creature is in combat.
This creature takes part in combat.
This creature can't leave home.
This creature is a flyer.
This creature is tapped.
This creature is attacking.
This creature is monstrous.
Whenever this creature becomes unblocked, draw a card.
Whenever you declare attackers, draw a card.
When blockers are declared, draw a card.
At the beginning of the declare attackers step, draw a card.
Enchanted creature can't become untapped.
This creature enters goaded.
This creature has the abilities of enchanted creature.
There is no combat.
No combat this turn.
"""


@pytest.mark.parametrize("text", AS_PLAYERS_SAY.strip().split("\n"))
def test_what_no_card_says_so_is_declined_though_no_word_in_it_bears(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text)


@pytest.mark.parametrize("text", ["Threshold — Flying", "Metalcraft — This creature can't be blocked.", "Level 2 — Flying"])
def test_an_ability_word_without_the_condition_that_it_stands_for_is_declined(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text)
    assert read_permanent("Threshold — This creature has flying as long as seven or more cards are in your graveyard.")
    assert read_permanent("Wild Shape — Flying")


@pytest.mark.parametrize(
    "text",
    [
        "This creature gets +2/+0 as long as it's tapped.",
        "As long as this creature is equipped, it gets +1/+1.",
        "This creature enters tapped.",
        "This creature is all colors.",
        "Artifacts you control are Clues in addition to their other types.",
        "Spells you cast can't be countered.",
        "This effect doesn't remove Auras that are already attached to it.",
        "This creature's power is equal to the number of lands you control.",
    ],
)
def test_what_cards_say_besides_is_passed_over(text: str) -> None:
    assert read_permanent(text) == ()


STATEMENTS = (
    "This creature can't block",
    "This creature attacks each combat if able",
    "This creature can't be blocked except by two or more creatures",
    "This creature can block an additional creature each combat",
    "This creature doesn't untap during your untap step",
    "This creature has menace",
    "Creatures you control have vigilance",
    "Creatures can't attack you unless their controller pays {2}",
    "All creatures lose flying",
    "As long as you control a Goblin, this creature can't block",
    "This creature must be blocked if able",
)
DONE = (
    "draw a card",
    "you draw a card",
    "gain 2 life",
    "its controller loses 2 life",
    "each opponent discards a card",
    "sacrifice it",
    "tap it",
    "it fights target creature",
    "gain control of all Goblins",
    "it becomes tapped",
    "put a +1/+1 counter on it",
    "choose a color",
    "add {G}",
)


@pytest.mark.parametrize(("statement", "joint"), list(product(STATEMENTS, (", then ", ", and ", " and ", ", "))))
def test_what_is_done_beside_what_is_so_is_declined_with_the_words_for_it(statement: str, joint: str) -> None:
    assert read_permanent(f"{statement}.")
    for done in DONE:
        with pytest.raises(WordingNotUnderstood, match=r"character [1-9]"):
            read_permanent(f"{statement}{joint}{done}.")


@pytest.mark.parametrize("statement", STATEMENTS)
def test_of_what_is_so_nothing_comes_first(statement: str) -> None:
    assert read_permanent(f"{statement} and its activated abilities can't be activated.")
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"{statement}, then its activated abilities can't be activated.")


@pytest.mark.parametrize("asking", ["as long as", "unless", "if"])
@pytest.mark.parametrize("joint", [" and ", ", and "])
@pytest.mark.parametrize(
    "asked",
    [
        "you control a Wall",
        "each opponent controls a Wall",
        "players control a Wall",
        "it has two counters",
        "its controller has no cards",
        "your life total is prime",
    ],
)
def test_what_may_be_asked_behind_a_condition_is_never_taken_for_something_said_besides(
    asking: str, joint: str, asked: str
) -> None:
    for subject in ("This creature can't block", "Creatures you control have flying"):
        before = f"{subject} {asking} you control a Goblin or you control an Elf"
        assert read_permanent(f"{before}.")
        with pytest.raises(WordingNotUnderstood) as refusal:
            read_permanent(f"{before}{joint}{asked}.")
        assert int(refusal.value.where.rpartition(" ")[2]) >= len(before)


@pytest.mark.parametrize("still", ["It's still a land", "They're still lands"])
@pytest.mark.parametrize(
    "more", ["with flying", "until end of turn", "as long as you control a Goblin", "while tapped", "instead"]
)
@pytest.mark.parametrize("derived", [False, True])
def test_what_follows_that_it_is_still_a_land_is_declined(still: str, more: str, derived: bool) -> None:
    text = "Enchanted land is a 2/2 creature."
    read_permanent(f"{text} {still}.", derived=derived)
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"{text} {still} {more}.", derived=derived)


OF_NO_LIST = """
Your creatures get +1/+1.
Opponents' creatures get -1/-1.
Flyers get +1/+1.
Creatures your opponents control have base toughness 1.
Enchanted creature's power is 2.
This creature doubles its power.
All creatures have their power and toughness switched.
Attacking creatures are removed from combat.
Each attacking player loses 1 life.
After combat, you gain 1 life.
Creatures that die are exiled.
"""


@pytest.mark.parametrize("text", OF_NO_LIST.strip().split("\n"))
def test_what_is_on_no_list_and_not_read_is_noted(text: str) -> None:
    kept = (*read_permanent(text, derived=True, as_far_as_read=True), *not_modelled(text, "Zorb", ("Creature",), "derived"))
    assert ChangesStatedValues(text=text) in kept


@pytest.mark.parametrize(
    "text",
    [
        "As an additional cost to cast this spell, sacrifice a creature.",
        "This creature enters tapped.",
        "Goblin spells you cast cost {1} less to cast.",
        "Creatures your opponents control can't be the target of spells.",
        "You may look at the top card of your library any time.",
        "During your turn, you may play lands from your graveyard.",
        "You have no maximum hand size.",
        "Goblins you control have ward {2}.",
        "Skip your draw step.",
        "Flying, trample",
        "Equip {2}",
    ],
)
def test_what_has_no_bearing_on_a_combat_is_not_noted(text: str) -> None:
    found = not_modelled(text, "Zorb", ("Creature",), "derived")
    assert not any(isinstance(each, ChangesStatedValues) for each in found)
