"""Words that nobody knows are declined, with what may have been meant; nothing is passed over because it isn't known."""

import pytest
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.keywords import NUMBERED
from declarant.tools.oracle.templates import TEMPLATES
from oracle.reading import permanent


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Menance", "did you mean Menace?"),
        ("Flyng", "did you mean Flying?"),
        ("Trampel, vigilence, menance", "did you mean Trample or Vigilance or Menace?"),
        ("Flying, menance", "did you mean Menace?"),
        ("Daunt", "This creature can't be blocked by creatures with power 2 or less"),
        ("Lure", "All creatures able to block this creature do so"),
        ("goaded", "{goad: ID, by: PLAYER}"),
        ("Summoning sick", "summoning_sick: true"),
        ("Phantom strike", "First strike"),
        ("Quagga", ""),
        ("4/4", ""),
        ("~", ""),
        ("Draw fire", ""),
        ("This creature has menance.", "did you mean menace?"),
        ("This creature can't be bloked.", "did you mean blocked?"),
        ("This creature can't bx blocked.", "This creature can't be blocked."),
        ("Whenever this creature atacks, draw a card.", "did you mean attacks?"),
        ("Whenever this creature becomez blocked, draw a card.", "Whenever this creature becomes blocked, draw a card."),
        ("This creature has “Whenever this creature atacks, draw a card.”", "did you mean attacks?"),
        ("This creature can't beblocked.", "did you mean block?"),
        ("Creatures you control can't be locked.", "did you mean blocked?"),
        ("Creatures attackeach combat if able.", "did you mean attack?"),
        ("This creature loses al abilities.", "This creature loses all abilities."),
        ("This creature doesn't untap duwring your untap step.", "untap"),
        ("Whenyver this creature becomes blocked, draw a card.", "did you mean whenever?"),
        ("Can only block flyers with feet", "This creature can block only creatures with flying."),
        ("Target creature can't block this turn.", "[ID] gains flying until end of turn."),
    ],
)
def test_it_is_declined_and_the_nearest_is_reported(line: str, meant: str) -> None:
    with pytest.raises(WordingNotUnderstood) as refusal:
        read_permanent(line)
    assert meant in refusal.value.allowed


@pytest.mark.parametrize(
    "line",
    [
        "Choose a Background",
        "Artifact offering",
        "Escape—{3}{B}, Exile four other cards from your graveyard.",
        "Recover—Pay half your life, rounded up.",
        "Landfall — Whenever a land you control enters, draw a card.",
        "Goblin offering",
        "More Than Meets the Eye {2}{R}",
        "Ward--Discard a card.",
        "Learn.",
        "Draw a card.",
        "Enters tapped",
        "This creature escapes with two +1/+1 counters on it.",
        "Whenever you cast a spell named Goade, draw a card.",
    ],
)
def test_what_has_no_bearing_and_is_known_says_nothing(line: str) -> None:
    assert permanent(line) == []


def test_what_a_leveler_creature_or_a_spacecraft_is_then_says_nothing() -> None:
    assert [each.kind for each in permanent("LEVEL 1-3\n4/4\nFlying")] == ["grants"]
    assert [each.kind for each in permanent("8+ | Flying\n3/5")] == ["grants"]


@pytest.mark.parametrize("template", TEMPLATES)
def test_what_is_suggested_is_understood(template: str) -> None:
    assert read_permanent(template)


@pytest.mark.parametrize("keyword", sorted(NUMBERED))
def test_a_keyword_without_its_number_is_declined(keyword: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(keyword.capitalize())
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"Flying, {keyword}")


def test_a_creature_may_be_called_like_a_keyword() -> None:
    assert [each.kind for each in permanent("Menace", name="Menace")] == ["keyword"]


@pytest.mark.parametrize(
    "line",
    [
        "You choose attackers.",
        "Attackers get +1/+0.",
        "This creature is immune to blockers.",
        "You can't declare attackers.",
        "Creatures can't be declared as attackers.",
        "Creatures you control may not be declared as blockers.",
        "Can't be targeted or blocked.",
        "Nobody may defend.",
        "Prevent this creature from attacking.",
        "Players skip their untap steps.",
        "Skip your combat phase.",
        "This creature has every keyword.",
        "Equipped creature has sky guard.",
        "Equipped creature has sky guard as long as you control a Wall.",
        "Enchanted creature loses high sky guard.",
        "Frob—Pay 3 life.",
        "Frob high—{2}, Sacrifice a creature.",
        "This creature has all abilities of other creatures.",
        "Attack: draw a card.",
        "Combat: this can't block.",
    ],
)
def test_what_players_say_of_combat_and_isnt_read_is_declined(line: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(line)


@pytest.mark.parametrize(
    "line",
    [
        "{2}: Draw a card. Activate only during your turn, before attackers are declared.",
        "{T}: Draw a card. Activate only during the declare blockers step.",
        "This creature has all activated abilities of all creatures your opponents control.",
        "When this creature enters, target player skips their next combat phase.",
    ],
)
def test_what_cards_say_of_steps_and_other_abilities_says_nothing_of_declarations(line: str) -> None:
    assert [each for each in permanent(line) if each.kind not in ("triggered", "mana_ability")] == []


@pytest.mark.parametrize(
    "cost",
    [
        "Opponents pay 1 for each creature attacking you.",
        "Attacking you costs 2 more for each creature",
        "Attacking costs {1}",
        "Blocking costs 2",
        "Players pay 1 life for each attacking creature.",
        "Attackers cost 1 each",
    ],
)
def test_what_attacking_or_blocking_costs_in_other_words_is_declined(cost: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(cost)
