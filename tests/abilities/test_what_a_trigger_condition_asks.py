"""What a trigger condition asks itself: "while …", "with total power …", "for the first time each turn"; an "if" behind it is
asked twice (603.4)."""

from typing import Any

import pytest
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    block,
    creature,
    damage,
    enchantment,
    given,
    life,
    resolve,
    triggers,
)

GOBLIN = creature("goblin", ANN, types=("Goblin",))
AGAIN: dict[str, Any] = {"combat": "again"}
GONE = {"leaves": "goblin"}
VIGILANT = creature("imp", ANN, "Vigilance")


@pytest.mark.parametrize(("asked", "gained"), [(" while you control a Goblin,", 21), (", if you control a Goblin,", 20)])
def test_while_is_asked_once_and_an_intervening_if_twice(asked: str, gained: int) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks{asked} you gain 1 life.")
    given(imp, GOBLIN).when(attack(imp=BOB), GONE, resolve()).then(life(**{ANN: gained, BOB: 20}))
    given(imp).when(attack(imp=BOB)).then(triggers())


@pytest.mark.parametrize(
    "text",
    [
        "Whenever you attack with creatures with total power 4 or greater, you gain 1 life.",
        "Whenever this creature attacks, if you attacked with creatures with total power 4 or greater this combat, "
        "you gain 1 life.",
    ],
)
def test_the_total_power_is_that_of_what_was_attacked_with(text: str) -> None:
    board = given(creature("imp", ANN, text), GOBLIN)
    board.when(attack(imp=BOB, goblin=BOB), GONE, resolve()).then(life(**{ANN: 21, BOB: 20}))
    board.when(attack(imp=BOB)).then(triggers())


@pytest.mark.parametrize(
    ("event", "times"),
    [
        ("you attack", 1),
        ("you attack a player", 1),
        ("a creature you control attacks", 2),
        ("one or more creatures you control attack", 1),
        ("you attack with one or more creatures", 1),
        ("a player is attacked", 1),
        ("a player attacks", 1),
    ],
)
def test_the_first_attack_of_a_turn(event: str, times: int) -> None:
    law = enchantment("law", ANN, f"Whenever {event} for the first time each turn, you gain 1 life.")
    board = given(VIGILANT, creature("ox", ANN, "Vigilance"), law)
    declared = attack(imp=BOB, ox=BOB)
    board.when(declared).then(triggers(law=times))
    board.when(declared, AGAIN, declared).then(triggers())
    board.when(declared, AGAIN, declared, {"turn": BOB}, {"turn": ANN}, declared).then(triggers(law=times))


def test_the_first_block_of_a_turn_may_be_in_its_second_combat() -> None:
    text = "Whenever {} for the first time each turn, you gain 1 life."
    for event in ("this creature becomes blocked", "a creature you control becomes blocked"):
        board = given(creature("imp", ANN, f"Vigilance\n{text.format(event)}", toughness=9), creature("elk", BOB, power=0))
        first = attack(imp=BOB), block(elk="imp")
        board.when(*first).then(triggers(imp=1))
        board.when(*first, AGAIN, *first).then(triggers())
        board.when(attack(imp=BOB), block(), AGAIN, *first).then(triggers(imp=1))
    board = given(VIGILANT, creature("elk", BOB, text.format("this creature blocks"), toughness=9))
    board.when(attack(imp=BOB), block(elk="imp")).then(triggers(elk=1))
    board.when(attack(imp=BOB), block(elk="imp"), AGAIN, attack(imp=BOB), block(elk="imp")).then(triggers())


def test_the_first_deaths_are_those_at_one_time() -> None:
    law = enchantment("law", ANN, "Whenever a creature dies for the first time each turn, you gain 1 life.")
    board = given(creature("imp", ANN, power=5, toughness=9), creature("elk", BOB), creature("elf", BOB), law)
    board.when(attack(imp=BOB), block(elk="imp", elf="imp"), damage(imp={"elk": 3, "elf": 2})).then(triggers(law=1))


# --- who "that player" is ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "lost"),
    [
        ("an opponent attacks you", ANN),
        ("a creature an opponent controls attacks", ANN),
        ("a creature an opponent controls attacks you", ANN),
        ("a creature you control is dealt combat damage", None),
        ("a creature an opponent controls becomes blocked", ANN),
    ],
)
def test_that_player_is_who_did_it_where_it_was_done_to_you(event: str, lost: str | None) -> None:
    law = enchantment("law", BOB, f"Whenever {event}, that player loses 3 life.")
    steps = attack(imp=BOB), resolve(), block(elk="imp"), resolve()
    outcome = given(creature("imp", ANN), creature("elk", BOB), law).when(*steps).outcome()
    assert outcome.report.steps[-1].life == {ANN: 17 if lost == ANN else 20, BOB: 20}  # type: ignore[attr-defined]


def test_that_player_is_whose_creature_blocks() -> None:
    law = enchantment("law", ANN, "Whenever a creature an opponent controls blocks, that player loses 3 life.")
    board = given(creature("imp", ANN), creature("elk", BOB), law)
    board.when(attack(imp=BOB), block(elk="imp"), resolve()).then(life(**{ANN: 20, BOB: 17}))


def test_that_player_is_who_dealt_damage_to_you() -> None:
    for text in (
        "Whenever a creature an opponent controls deals combat damage to you, that player loses 3 life.",
        "Whenever one or more creatures an opponent controls deal combat damage to you, that opponent loses 3 life.",
    ):
        board = given(creature("imp", ANN), enchantment("law", BOB, text))
        board.when(attack(imp=BOB), block(), damage(), resolve()).then(life(**{ANN: 17, BOB: 18}))


def test_that_creature_is_who_dealt_damage_to_this_one() -> None:
    text = "Whenever a creature deals combat damage to this creature, this creature deals that much damage to that creature."
    board = given(creature("imp", ANN, toughness=9), creature("elk", BOB, text, power=0, toughness=9))
    outcome = board.when(attack(imp=BOB), block(elk="imp"), damage(), resolve()).outcome()
    assert outcome.game.board.permanents["imp"].marked == outcome.game.board.permanents["elk"].marked == 2


# --- each their own --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, each opponent loses 1 life for each creature they control.",
        "Whenever this creature attacks, each opponent loses X life, where X is the number of creatures that player controls.",
        "Whenever this creature attacks, each opponent loses life equal to the number of creatures they control.",
    ],
)
def test_each_loses_for_their_own_creatures(text: str) -> None:
    mine = creature("imp", ANN, text), creature("ox", ANN)
    board = given(*mine, creature("elk", BOB), creature("cat", CAT), creature("cub", CAT), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB), resolve()).then(life(**{ANN: 20, BOB: 19, CAT: 18}))


def test_a_result_is_looked_up_in_the_table() -> None:
    rows = "1-9 | You gain 1 life.\n10—19 | You gain 2 life. Draw a card.\n20 | You gain 5 life."
    text = f"Whenever this creature attacks, roll a d20.\n{rows}"
    board = given(creature("imp", ANN, text))
    for rolled, gained in {1: 1, 9: 1, 10: 2, 19: 2, 20: 5}.items():
        board.when(attack(imp=BOB), resolve("all", {"source": "imp", "rolls": [rolled]})).then(
            life(**{ANN: 20 + gained, BOB: 20})
        )


def test_who_is_also_a_cleric_is_one() -> None:
    also = "This creature is also a Cleric, Rogue, Warrior, and Wizard."
    gains = "Whenever this creature attacks, you gain 1 life for each Wizard you control."
    given(creature("imp", ANN, f"{also}\n{gains}", stated=False)).when(attack(imp=BOB), resolve()).then(
        life(**{ANN: 21, BOB: 20})
    )


def test_a_token_is_as_large_as_its_ability_says() -> None:
    token = '0/0 colorless Construct artifact creature token with "This token gets +1/+1 for each artifact you control."'
    text = f"Whenever this creature attacks, create a {token}"
    outcome = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).outcome()
    assert len(outcome.game.board.permanents) == 2


@pytest.mark.parametrize(
    ("event", "blocks"),
    [
        ("this creature blocks a creature", True),
        ("this creature becomes blocked by a creature", False),
        ("a creature blocks this creature", False),
        ("this creature deals combat damage to a creature", True),
        ("a creature deals combat damage to this creature", True),
    ],
)
@pytest.mark.parametrize(("asked", "holds"), [("that creature is a Goblin", True), ("that creature is an Elf", False)])
def test_an_if_asks_of_the_creature_that_is_meant(event: str, blocks: bool, asked: str, holds: bool) -> None:
    """As it triggers and as it resolves."""
    text = f"Whenever {event}, if {asked}, you gain 1 life."
    mine, theirs = (BOB, ANN) if blocks else (ANN, BOB)
    board = given(
        creature("elf", mine, text, types=("Elf",), toughness=3), creature("imp", theirs, types=("Goblin",), toughness=3)
    )
    attackers, blockers = ({"imp": BOB}, {"elf": "imp"}) if blocks else ({"elf": BOB}, {"imp": "elf"})
    board.when(attack(attackers), block(blockers), resolve(), damage(), resolve()).then(life(**{mine: 20 + holds}))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever two or more creatures attack, if its power is 3 or greater, you gain 1 life.",
        "Whenever you attack a player, if its power is 3 or greater, you gain 1 life.",
        "Whenever one or more creatures attack, if it's a Goblin, you gain 1 life.",
        "Whenever this creature attacks, if that creature is a Goblin, you gain 1 life.",
        "Whenever a creature blocks a creature an opponent controls, if that creature is a Goblin, you gain 1 life.",
    ],
)
def test_an_if_of_nobody_in_particular_is_declined(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text)


def test_it_is_the_one_that_does_it() -> None:
    """Also where the ability triggers for the other one (509.3b)."""
    law = enchantment("law", BOB, "Whenever a creature blocks a creature, if it's a Goblin, you gain 1 life.")
    goblin, elf = creature("imp", BOB, types=("Goblin",)), creature("elf", ANN, types=("Elf",))
    given(goblin, elf, law).when(attack(elf=BOB), block(imp="elf"), resolve()).then(life(Bob=21))
    other = creature("imp", ANN, types=("Goblin",)), creature("elf", BOB, types=("Elf",)), law
    given(*other).when(attack(imp=BOB), block(elf="imp"), resolve()).then(life(Bob=20))


@pytest.mark.parametrize("first", ["enters", "attacks", "dies", "becomes blocked", "deals combat damage to a player", "mutates"])
@pytest.mark.parametrize(
    "asked", [" for the first time each turn", " while you control a Goblin", " during your turn", ", if tapped,"]
)
@pytest.mark.parametrize("then", ["attacks", "blocks", "becomes blocked"])
def test_what_is_asked_of_one_event_isnt_taken_for_asked_of_the_next(first: str, asked: str, then: str) -> None:
    """ "Enters for the first time each turn or attacks": whether it may attack more often isn't said."""
    if first == then:
        return
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"Whenever this creature {first}{asked} or {then}, you gain 1 life.")
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"Whenever this creature {first}{asked.rstrip(',')}, or {then}, you gain 1 life.")
