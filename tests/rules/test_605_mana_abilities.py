"""302.6, 605: the mana abilities that permanents have, what they tap and sacrifice, and what their mana pays."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    attacking,
    block,
    blocking,
    creature,
    enchantment,
    given,
    illegal,
    land,
    legal,
    refused,
    tapped,
)

TAXED = "This creature can't attack unless you pay {2}."
BEAR = creature("bear", ANN, TAXED)
GUARD = creature("guard", BOB, "This creature can't block unless you pay {1}.")
ELF, THRULL = "{T}: Add {G}.", "Sacrifice this creature: Add {B}."


def using(source: str, adds: str = "{G}", **more: Any) -> dict[str, Any]:
    return {"mana_abilities": [{"source": source, "adds": adds, **more}]}


def test_its_mana_is_added_to_what_the_player_can_produce() -> None:
    board = given(BEAR, creature("elf", ANN, ELF), mana={ANN: "{1}"})
    board.when(attack(bear=BOB)).then(illegal("508.1j"))
    game = board.when(attack(bear=BOB, step=using("elf"))).then(legal, tapped("bear", "elf")).game
    assert game.board.mana[ANN] == "{0}"


def test_mana_that_isnt_spent_is_left() -> None:
    board = given(BEAR, creature("elf", ANN, ELF), mana={ANN: "{2}"})
    assert board.when(attack(bear=BOB, step=using("elf"))).then(legal).game.board.mana[ANN] in ("{1}", "{G}")


def test_a_sick_creature_cant_be_tapped_for_mana() -> None:
    sick = creature("elf", ANN, ELF, summoning_sick=True)
    given(BEAR, sick).when(attack(bear=BOB, step=using("elf"))).then(illegal("508.1i", "elf has no haste"))
    hasty = creature("elf", ANN, f"Haste\n{ELF}", summoning_sick=True)
    given(BEAR, hasty).when(attack(bear=BOB, step=using("elf"))).then(legal)
    given(BEAR, creature("thrull", ANN, THRULL, summoning_sick=True)).when(attack(bear=BOB, step=using("thrull", "{B}"))).then(
        legal
    )


def test_an_attacker_that_is_sacrificed_for_mana_attacks_nothing() -> None:
    board = given(BEAR, creature("thrull", ANN, THRULL))
    game = board.when(attack(bear=BOB, thrull=BOB, step=using("thrull", "{B}"))).then(legal, attacking(bear=BOB)).game
    assert "thrull" not in game.board.permanents and game.board.graveyard[ANN] == 1


def test_a_blocker_that_is_sacrificed_for_mana_blocks_nothing() -> None:
    board = given(creature("ox", ANN), GUARD, creature("thrull", BOB, THRULL))
    board.when(attack(ox=BOB), block(guard="ox", thrull="ox", step=using("thrull", "{B}"))).then(legal, blocking(guard=["ox"]))


def test_a_sacrifice_is_taken_back_with_an_illegal_declaration_unless_it_is_kept() -> None:
    taken_back = given(BEAR, creature("thrull", ANN, THRULL), mana={ANN: "{0}"})
    game = taken_back.when(attack(bear=BOB, step=using("thrull", "{B}"))).then(illegal("508.1j")).game
    assert "thrull" in game.board.permanents and game.board.mana[ANN] == "{0}"
    game = taken_back.when(attack(bear=BOB, step=using("thrull", "{B}", keep=True))).then(illegal("508.1j")).game
    assert "thrull" not in game.board.permanents and game.board.mana[ANN] == "{B}"


@pytest.mark.parametrize(
    ("text", "adds"),
    [
        ("{T}: Add {G} or {W}.", "{W}"),
        ("{T}: Add {R}, {W}, or {B}.", "{B}"),
        ("{T}: Add one mana of any color.", "{U}"),
        ("{T}: Add {C}{C}.", "{C}{C}"),
        ("{T}: Add {G} for each creature you control.", "{G}{G}{G}"),
        ("{T}, Sacrifice this artifact: Add one mana of any color.", "{R}"),
        ("Flying\n{T}: Add {G}. (It's a mana ability.)", "{G}"),
    ],
)
def test_what_it_adds_is_one_of_what_its_text_says(text: str, adds: str) -> None:
    given(BEAR, creature("elf", ANN, text)).when(attack(bear=BOB, step=using("elf", adds))).then(legal)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{T}: Add {G} or {W}.", "no mana ability that adds {B}"),
        ("", "it has none"),
        ("{1}, {T}: Add {B}.", "{1}"),
        ("{T}: Add {B}. Spend this mana only to cast creature spells.", "Spend this mana only"),
    ],
)
def test_an_ability_that_it_doesnt_have_must_be_stated(text: str, said: str) -> None:
    board = given(BEAR, creature("elf", ANN, text))
    board.when(attack(bear=BOB, step=using("elf", "{B}"))).then(refused("invalid-input", "mana_abilities[0].source", said))
    board.when(attack(bear=BOB, step=using("elf", "{B}", taps=True))).then(legal, tapped("bear", "elf"))
    board.when(attack(bear=BOB, step=using("elf", "{B}", taps=False))).then(legal, tapped("bear"))


def test_basic_lands_and_granted_abilities_are_the_permanent_s_own() -> None:
    given(BEAR, land("isle", ANN, "Island")).when(attack(bear=BOB, step=using("isle", "{U}"))).then(legal, tapped("bear", "isle"))
    rites = enchantment("rites", ANN, 'Creatures you control have reach and "{T}: Add one mana of any color."')
    given(BEAR, creature("ox", ANN), rites).when(attack(bear=BOB, step=using("ox", "{R}"))).then(legal, tapped("bear", "ox"))


def test_what_has_lost_its_abilities_has_no_mana_ability() -> None:
    lost = {"on": "elf", "loses_abilities": True}
    given(BEAR, creature("elf", ANN, ELF), effects=(lost,)).when(attack(bear=BOB, step=using("elf"))).then(
        refused("invalid-input", "no mana ability")
    )
