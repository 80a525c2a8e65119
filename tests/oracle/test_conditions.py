"""Conditions."""

import pytest
from declarant.events.abilities import (
    THIS,
    AllOf,
    AttackedThisTurn,
    CantBlock,
    Compares,
    Condition,
    ControlledBy,
    CountOf,
    Every,
    Exists,
    FirstCombat,
    HasColor,
    HasCounter,
    HasDesignation,
    HasKeyword,
    HasType,
    IsInState,
    Matches,
    Not,
    OnRecord,
    Players,
    PlayerTotal,
    QuantityCompares,
    TotalPower,
    TurnOf,
    Unless,
    Unstated,
)
from declarant.events.abilities import CharacteristicOf as Of
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from oracle.reading import one

YOU = Players(who="you")
MINE = ControlledBy(players=YOU)
DEFENDERS = ControlledBy(players=Players(who="defending"))
CREATURE = HasType(type="Creature")
LAND = HasType(type="Land")
ARTIFACT = HasType(type="Artifact")


def on_record(fact: str, happened: Condition) -> OnRecord:
    return OnRecord(fact=fact, happened=happened)


def source(state: object) -> Matches:
    return Matches(role="source", filter=state)


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("you control an artifact", Exists(filter=AllOf(parts=(ARTIFACT, MINE)))),
        ("you control three or more artifacts", Exists(filter=AllOf(parts=(ARTIFACT, MINE)), minimum=3)),
        ("you control no artifacts", Exists(filter=AllOf(parts=(ARTIFACT, MINE)), minimum=0, maximum=0)),
        ("you don't control an artifact", Unless(part=Exists(filter=AllOf(parts=(ARTIFACT, MINE))))),
        ("you control another artifact", Exists(filter=AllOf(parts=(ARTIFACT, Not(part=THIS), MINE)))),
        (
            "defending player controls an untapped land",
            Exists(filter=AllOf(parts=(IsInState(state="untapped"), LAND, DEFENDERS))),
        ),
        (
            "you control an artifact and a land",
            Every(parts=(Exists(filter=AllOf(parts=(ARTIFACT, MINE))), Exists(filter=AllOf(parts=(LAND, MINE))))),
        ),
        (
            "you control more lands than defending player",
            QuantityCompares(
                quantity=CountOf(filter=AllOf(parts=(LAND, MINE))),
                comparison=">",
                than=CountOf(filter=AllOf(parts=(LAND, DEFENDERS))),
            ),
        ),
        ("there are five or more lands on the battlefield", Exists(filter=LAND, minimum=5)),
        ("an artifact is on the battlefield", Exists(filter=ARTIFACT)),
        (
            "seven or more cards are in your graveyard",
            QuantityCompares(quantity=PlayerTotal(what="graveyard", players=YOU), comparison=">=", than=7),
        ),
        ("you have no cards in hand", QuantityCompares(quantity=PlayerTotal(what="hand", players=YOU), comparison="=", than=0)),
        ("you have 5 or less life", QuantityCompares(quantity=PlayerTotal(what="life", players=YOU), comparison="<=", than=5)),
        (
            "an opponent has 10 or less life",
            QuantityCompares(
                quantity=PlayerTotal(what="life", players=Players(who="opponents"), over="least"), comparison="<=", than=10
            ),
        ),
        (
            "creatures you control have total power 8 or greater",
            QuantityCompares(quantity=TotalPower(filter=AllOf(parts=(CREATURE, MINE))), comparison=">=", than=8),
        ),
        ("it's your turn", TurnOf(players=YOU)),
        ("it's not your turn", Unless(part=TurnOf(players=YOU))),
        ("it's the first combat phase of the turn", FirstCombat()),
        ("you attacked this turn", on_record("you attacked this turn", AttackedThisTurn(players=YOU))),
        ("you're the monarch", HasDesignation(designation="monarch")),
        ("this creature is monstrous", HasDesignation(designation="monstrous")),
        ("this creature is attacking alone", source(IsInState(state="attacking alone"))),
        ("it isn't attacking", Unless(part=source(IsInState(state="attacking")))),
        ("this creature is white", source(HasColor(color="W"))),
        ("this creature has flying", source(HasKeyword(keyword="flying"))),
        ("this creature has a dread counter on it", source(HasCounter(counter="dread"))),
        ("this creature has no dread counters on it", source(Not(part=HasCounter(counter="dread")))),
        ("this creature has power 4 or greater", source(Compares(characteristic="power", comparison=">=", than=4))),
        (
            "this creature's power is 5 or greater",
            QuantityCompares(quantity=Of(characteristic="power", of="source"), comparison=">=", than=5),
        ),
        (
            "this creature attacked this turn",
            on_record("this creature attacked this turn", source(IsInState(state="attacked this turn"))),
        ),
        ("enchanted creature is tapped", Matches(role="host", filter=IsInState(state="tapped"))),
    ],
)
def test_a_condition_is_read(phrase: str, meant: Condition) -> None:
    assert one(f"This creature can't block as long as {phrase}.") == CantBlock(blockers=THIS, condition=meant)


def test_unless_is_the_contrary() -> None:
    controlled = Exists(filter=AllOf(parts=(ARTIFACT, MINE)))
    assert one("This creature can't block unless you control an artifact.") == CantBlock(
        blockers=THIS, condition=Unless(part=controlled)
    )


def test_a_condition_may_come_first_and_then_holds_for_all_that_follows() -> None:
    found = read_permanent("As long as it's your turn, this creature can't block and can't be blocked.")
    assert [each.condition for each in found] == [TurnOf(players=YOU)] * 2


def test_extra_turns_are_a_designation_of_the_turn() -> None:
    assert one("This creature can't block during extra turns.").condition == HasDesignation(designation="extra turn")


@pytest.mark.parametrize(
    "phrase",
    [
        "you've cast a spell this turn",
        "a Goblin died this turn",
    ],
)
def test_what_a_board_does_not_state_is_kept_in_the_card_s_words(phrase: str) -> None:
    assert one(f"This creature can't block as long as {phrase}.").condition == Unstated(fact=phrase)
    (trigger,) = read_permanent(f"Whenever this creature attacks, if {phrase}, draw a card.")
    assert trigger.condition == Unstated(fact=phrase)


def test_what_a_board_does_not_state_stands_beside_what_it_states() -> None:
    found = one("As long as this creature is in your graveyard and you control a Swamp, creatures you control have fear.")
    assert isinstance(found.condition, Every)
    assert [type(part) for part in found.condition.parts] == [Exists, Unstated]


@pytest.mark.parametrize(
    "text",
    [
        "This creature can't block as long as the moon is full.",
        "This creature can't block unless a creature that attacked last turn attacks.",
        "If you do, this creature can't block this turn, attack this turn, or cast spells this turn.",
        "Whenever a creature blocks this creature, if its power is greater than that creature's, draw a card.",
        "Whenever a creature you control attacks, if its power is less than its power, draw a card.",
    ],
)
def test_a_condition_that_is_not_understood_is_declined(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text)


def test_what_it_is_may_be_contracted() -> None:
    contracted, whole = (one(f"~ has flying as long as {it} enchanted by two or more Auras.") for it in ("it's", "it is"))
    assert contracted == whole


def test_what_is_tied_for_the_least_has_it() -> None:
    alone, tied = (one(f"Creatures with the least power {tied}can't block.") for tied in ("", "or tied for the least power "))
    assert alone == tied
