"""508.3a: "whenever [a creature] attacks", perhaps [a player, planeswalker or battle]: if it is declared so."""

import pytest
from referee import ANN, BOB, CAT, Check, attack, battle, creature, enchantment, given, planeswalker, triggers

THREE = (ANN, BOB, CAT)
BEARS = (creature("bear", ANN), creature("ox", ANN))


def whenever(event: str) -> str:
    return f"Whenever {event}, you gain 1 life."


def test_this_creature_attacks() -> None:
    given(creature("bear", ANN, whenever("this creature attacks")), creature("ox", ANN)).when(attack(bear=BOB)).then(
        triggers("508.3a", bear=1)
    )


def test_another_creature_attacking_doesnt_trigger_it() -> None:
    given(creature("bear", ANN, whenever("this creature attacks")), creature("ox", ANN)).when(attack(ox=BOB)).then(triggers())


def test_a_creature_attacks_is_once_for_each_creature() -> None:
    given(*BEARS, enchantment("drum", BOB, whenever("a creature attacks"))).when(attack(bear=BOB, ox=BOB)).then(
        triggers("508.3a", drum=2)
    )


def test_another_creature_you_control_isnt_itself() -> None:
    given(creature("chief", ANN, whenever("another creature you control attacks")), creature("ox", ANN)).when(
        attack(chief=BOB, ox=BOB)
    ).then(triggers(chief=1))


@pytest.mark.parametrize(
    ("target", "found"), [(BOB, triggers("508.3a", eye=1)), ("sage", triggers()), ("siege", triggers()), (CAT, triggers())]
)
def test_a_creature_attacks_you_is_about_the_player_alone(target: str, found: Check) -> None:
    given(
        *BEARS,
        enchantment("eye", BOB, whenever("a creature attacks you")),
        planeswalker("sage", BOB),
        battle("siege", BOB, BOB),
        players=THREE,
    ).when(attack(bear=target)).then(found)


@pytest.mark.parametrize(
    ("target", "found"), [(BOB, triggers(eye=1)), ("sage", triggers(eye=1)), ("siege", triggers()), ("monk", triggers())]
)
def test_a_creature_attacks_you_or_a_planeswalker_you_control(target: str, found: Check) -> None:
    given(
        *BEARS,
        enchantment("eye", BOB, whenever("a creature attacks you or a planeswalker you control")),
        planeswalker("sage", BOB),
        planeswalker("monk", CAT),
        battle("siege", BOB, BOB),
        players=THREE,
    ).when(attack(bear=target)).then(found)


@pytest.mark.parametrize(("target", "found"), [("siege", triggers("508.3a", bear=1)), (BOB, triggers()), ("sage", triggers())])
def test_this_creature_attacks_a_battle(target: str, found: Check) -> None:
    given(
        creature("bear", ANN, whenever("this creature attacks a battle")), battle("siege", ANN, BOB), planeswalker("sage", BOB)
    ).when(attack(bear=target)).then(found)


def test_a_creature_attacks_one_of_your_opponents_is_not_about_oneself() -> None:
    given(*BEARS, enchantment("eye", BOB, whenever("a creature attacks one of your opponents")), players=THREE).when(
        attack(bear=BOB, ox=CAT)
    ).then(triggers(eye=1))


def test_entering_attacking_isnt_attacking() -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("a creature attacks"))).when(
        attack(bear=BOB),
        {"enters": creature("late", ANN, whenever("this creature attacks")), "attacking": BOB},
    ).then(triggers())


def test_being_stated_to_attack_isnt_attacking() -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("a creature attacks"))).when(
        attack(bear=BOB), {"states_attacking": {"ox": BOB}}
    ).then(triggers())


def test_one_or_more_creatures_attack_is_once() -> None:
    board = given(*BEARS, enchantment("drum", ANN, whenever("one or more creatures you control attack")))
    board.when(attack(bear=BOB, ox=BOB)).then(triggers("508.3a", drum=1))
    board.when(attack()).then(triggers())


@pytest.mark.parametrize(("attackers", "found"), [({"bear": BOB}, triggers()), ({"bear": BOB, "ox": CAT}, triggers(drum=1))])
def test_two_or_more_creatures_attack_is_once_from_the_second_on(attackers: dict[str, str], found: Check) -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("two or more creatures you control attack")), players=THREE).when(
        attack(attackers)
    ).then(found)


def test_one_or_more_creatures_attack_a_player_is_once_for_each_player() -> None:
    given(
        *BEARS,
        creature("elf", ANN),
        enchantment("drum", ANN, whenever("one or more creatures you control attack a player")),
        players=THREE,
    ).when(attack(bear=BOB, elf=BOB, ox=CAT)).then(triggers("508.3a", drum=2))


def test_two_or_more_creatures_attack_a_player_counts_for_each_player_by_itself() -> None:
    board = given(
        *BEARS,
        creature("elf", ANN),
        enchantment("drum", ANN, whenever("two or more creatures you control attack a player")),
        players=THREE,
    )
    board.when(attack(bear=BOB, ox=CAT)).then(triggers())
    board.when(attack(bear=BOB, elf=BOB, ox=CAT)).then(triggers(drum=1))


def test_this_creature_and_at_least_two_others_attack() -> None:
    board = given(creature("captain", ANN, whenever("this creature and at least two other creatures attack")), *BEARS)
    board.when(attack(captain=BOB, bear=BOB)).then(triggers())
    board.when(attack(captain=BOB, bear=BOB, ox=BOB)).then(triggers("508.3a", captain=1))


def test_it_triggers_again_in_the_next_combat() -> None:
    given(creature("bear", ANN, f"Vigilance\n{whenever('this creature attacks')}")).when(
        attack(bear=BOB), {"combat": "again"}, attack(bear=BOB)
    ).then(triggers(bear=1))
