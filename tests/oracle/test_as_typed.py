"""Wording as players type it: what has one meaning is taken as meant, and the report says how; the rest is declined."""

import pytest
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.oracle import in_other_words, read_effect, read_permanent
from oracle.reading import permanent
from referee import ANN, BOB, attack, block, creature, enchantment, given, illegal

TYPED = [
    ("Can't block.", "This creature can't block."),
    ("must attack", "This creature attacks each combat if able."),
    ("cant be blocked", "This creature can't be blocked."),
    ("Flying and menace", "Flying, menace"),
    ("flying menace first strike", "Flying, menace, first strike"),
    ("Flying & haste", "Flying, haste"),
    ("Flying. Haste.", "Flying, haste"),
    ("First-strike", "First strike"),
    ("has flying", "Flying"),
    ("attacks each turn", "This creature attacks each turn if able."),
    ("must attack each turn if able", "This creature attacks each turn if able."),
    ("unblockable", "This creature can't be blocked."),
    ("cannot block", "This creature can't block."),
    ("doesnt untap during your untap step", "This creature doesn't untap during your untap step."),
    ("can't attack alone", "This creature can't attack alone."),
    ("must be blocked", "This creature must be blocked if able."),
    ("must block", "This creature blocks each combat if able."),
    ("can only block flyers", "This creature can block only creatures with flying."),
    ("can't be blocked by walls", "This creature can't be blocked by Walls."),
    ("cant be blocked except by 2 or more", "This creature can't be blocked except by two or more creatures."),
    ("can't be blocked by more then one", "This creature can't be blocked by more than one creature."),
    ("It can't block", "This creature can't block."),
    ("this has to attack", "This creature attacks each combat if able."),
    ("When attacks draw a card", "Whenever this creature attacks, draw a card."),
    ("Whenever it attacks, draw a card.", "Whenever this creature attacks, draw a card."),
    ("Whenever this creature attacks draw a card", "Whenever this creature attacks, draw a card."),
    ("can attack as if it didn't have defender", "This creature can attack as though it didn't have defender."),
    ("can block two creatures", "This creature can block an additional creature each combat."),
    ("all creatures must attack", "All creatures attack each combat if able."),
    ("enemy creatures cant block", "Creatures your opponents control can't block."),
    ("my creatures have flying", "Creatures you control have flying."),
    ("creatures my opponents control must attack", "Creatures your opponents control attack each combat if able."),
    ("pro-red", "Protection from red"),
    ("protection from red and blue", "Protection from red and from blue"),
    ("has to be blocked", "This creature must be blocked if able."),
    ("always attacks", "This creature attacks each combat if able."),
    ("must be blocked by all creatures", "All creatures able to block this creature do so."),
    ("must be blocked by everything that can", "All creatures able to block this creature do so."),
    ("must be blocked by all Walls if able", "All Walls able to block this creature do so."),
    ("must be blocked by every creature with flying", "All creatures with flying able to block this creature do so."),
    ("can't be blocked by my opponent's creatures", "This creature can't be blocked by creatures your opponents control."),
    ("can't attack unless you pay 2", "This creature can't attack unless you pay {2}."),
    ("can't attack unless i control an island", "This creature can't attack unless you control an Island."),
    ("Creatures cant attack me", "Creatures can't attack you."),
    ("has menace and can't block", "This creature has menace and can't block."),
    ("can't attack or block!", "This creature can't attack or block."),
    ("goblins can't block", "Goblins can't block."),
    ("Can`t attack", "This creature can't attack."),
    ("gain flying as long as you control an artifact", "This creature has flying as long as you control an artifact."),
    ("may not block", "This creature can't block."),
    ("can only be blocked by flyers", "This creature can't be blocked except by creatures with flying."),
    ("can only be blocked by 2 or more creatures", "This creature can't be blocked except by two or more creatures."),
    ("only walls can block this", "This creature can't be blocked except by Walls."),
    ("can only attack if you control an island", "This creature can't attack unless you control an Island."),
    ("forced to attack", "This creature attacks each combat if able."),
    ("has to attack every turn", "This creature attacks each turn if able."),
    ("needs to be blocked", "This creature must be blocked if able."),
    ("unblockable if you control an artifact", "This creature can't be blocked if you control an artifact."),
    ("can't be blocked if opponent controls an island", "This creature can't be blocked if an opponent controls an Island."),
    ("islandwalk and flying", "Islandwalk, flying"),
    ("prot from red", "Protection from red"),
    ("protection: red", "Protection from red"),
    ("flying but can't block", "This creature has flying and can't block."),
    ("can't block but has haste", "This creature can't block and has haste."),
    ("haste, attacks each combat if able", "This creature has haste and attacks each combat if able."),
    ("menace and must be blocked", "This creature has menace and must be blocked if able."),
    ("gets +1/+1 and flying", "This creature gets +1/+1 and has flying."),
    ("can block one more creature", "This creature can block an additional creature each combat."),
    ("may block an additional creature", "This creature can block an additional creature each combat."),
    ("can attack even though it has defender", "This creature can attack as though it didn't have defender."),
    ("does not untap during your untap step", "This creature doesn't untap during your untap step."),
    ("all my goblins have menace", "Goblins you control have menace."),
    ("only one creature can attack each combat", "No more than one creature can attack each combat."),
    ("no more than 2 creatures can attack", "No more than two creatures can attack each combat."),
    ("each player can attack with only one creature", "Players can't attack with more than one creature."),
    (
        "creatures can't attack me unless their controller pays 2 for each",
        "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
    ),
    ("whenever i attack, draw a card", "Whenever you attack, draw a card."),
    ("whenever a creature attacks me, draw a card", "Whenever a creature attacks you, draw a card."),
    ("Whenever this creature is blocked, draw a card.", "Whenever this creature becomes blocked, draw a card."),
    ("when blocked, draw a card", "Whenever this creature becomes blocked, draw a card."),
    ("all creatures that can block this must block it", "All creatures able to block this creature do so."),
    ("can't be blocked by red", "This creature can't be blocked by red creatures."),
    ("can't block creatures with power > 2", "This creature can't block creatures with power 3 or greater."),
    ("If you control a Swamp, this creature has menace.", "As long as you control a Swamp, this creature has menace."),
    ("if it's your turn, creatures can't block", "As long as it's your turn, creatures can't block."),
    ("while this creature is attacking, creatures can't block", "As long as this creature is attacking, creatures can't block."),
    (
        "Unless you control another creature, this creature can't attack or block.",
        "This creature can't attack or block unless you control another creature.",
    ),
    ("can't block creatures with power <= 2", "This creature can't block creatures with power 2 or less."),
]


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_what_has_one_meaning_is_taken_as_meant(typed: str, meant: str) -> None:
    assert permanent(typed) == permanent(meant) != []
    assert [line for line, _ in in_other_words(typed)] == [typed]


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Whenever this deals combat damage to a player, draw a card.", "Whenever this creature deals"),
        ("This can't be blocked.", "This creature can't"),
        ("When this or another creature dies, draw a card.", "When this creature or"),
        ("As long as this is attacking, creatures you control have trample.", "As long as this creature is"),
    ],
)
def test_this_alone_is_the_permanent(typed: str, printed: str) -> None:
    start = next(
        start for start in ("Whenever this deals", "This can't", "When this or", "As long as this is") if typed.startswith(start)
    )
    assert permanent(typed) == permanent(typed.replace(start, printed)) != []


@pytest.mark.parametrize(
    "text", ["This creature can't block.", "Flying, menace", "flying, first strike", "Draw a card.", "Menance"]
)
def test_what_is_understood_as_it_stands_or_not_at_all_has_no_other_words(text: str) -> None:
    assert in_other_words(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "can't be blocked by power 2 or less",
            "doesn't untap",
            "bites when it attacks",
            "must attack Bob",
            "tramples",
            "exert",
        ),
        *(
            "walls can attack",
            "can't attack unless they pay 2",
            "costs 2 to attack",
            "can't block big creatures",
            "goaded by Bob",
        ),
        *("can't be blocked by weaker creatures", "goad", "Reward: draw a card."),
    ],
)
def test_what_has_no_one_meaning_is_declined_with_the_nearest(text: str) -> None:
    with pytest.raises(WordingNotUnderstood) as refusal:
        read_permanent(text)
    assert "is understood: " in refusal.value.allowed or "did you mean" in refusal.value.allowed


def test_what_is_typed_without_a_subject_on_what_is_no_creature_is_declined() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent("Can't block.", types=("Enchantment", "Aura"))
    assert read_permanent("goblins can't block", types=("Enchantment",))


def test_an_effect_may_be_typed_too() -> None:
    on = read_effect("cant be blocked this turn", ids=("bear",), players=(ANN, BOB), on="bear")
    assert on.duration == "end of turn" and on.meant == "This creature can't be blocked this turn."
    assert read_effect("[bear] cant block this turn", ids=("bear",), players=(ANN, BOB)).meant == "[bear] can't block this turn."
    with pytest.raises(WordingNotUnderstood):
        read_effect("cant block this turn", ids=("bear",), players=(ANN, BOB))


def test_the_report_says_how_it_was_understood() -> None:
    board = given(
        creature("bear", ANN, "Flying and menace"),
        creature("ox", BOB, "Cant block"),
        enchantment("moat", ANN, "Walls can't attack."),
        effects=({"on": "bear", "text": "must attack"},),
    ).when(attack(bear=BOB), block(ox="bear"))
    board.then(illegal("509.1b"))
    report = judge(Case.model_validate(board.case))
    assert [(each.where, each.found, each.meant) for each in report.understood] == [
        ("battlefield[0].text", "Flying and menace", "Flying, menace"),
        ("battlefield[1].text", "Cant block", "This creature can't block."),
        ("effects[0].text", "must attack", "This creature attacks each combat if able."),
    ]
