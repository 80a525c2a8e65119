"""508.3c: "whenever [a player] attacks with [a creature]": if such a creature of that player is declared as an attacker."""

import pytest
from referee import ANN, BOB, CAT, attack, creature, enchantment, given, planeswalker, triggers

GOBLINS = (creature("imp", ANN, subtypes=("Goblin",)), creature("brat", ANN, subtypes=("Goblin",)))


def whenever(event: str) -> str:
    return f"Whenever {event}, you gain 1 life."


def test_you_attack_with_a_creature_of_a_kind_is_once_for_each_of_them() -> None:
    board = given(*GOBLINS, creature("ox", ANN), enchantment("banner", ANN, whenever("you attack with a Goblin")))
    board.when(attack(imp=BOB, brat=BOB, ox=BOB)).then(triggers("508.3c", banner=2))
    board.when(attack(ox=BOB)).then(triggers())


def test_one_or_more_is_once() -> None:
    given(*GOBLINS, enchantment("banner", ANN, whenever("you attack with one or more Goblins"))).when(
        attack(imp=BOB, brat=BOB)
    ).then(triggers("508.3c", banner=1))


@pytest.mark.parametrize(("attackers", "times"), [(1, 0), (2, 1), (3, 1)])
def test_two_or_more_counts_creatures_wherever_they_attack(attackers: int, times: int) -> None:
    targets = dict([("imp", BOB), ("brat", "sage"), ("ox", BOB)][:attackers])
    given(
        *GOBLINS,
        creature("ox", ANN),
        planeswalker("sage", BOB),
        enchantment("banner", ANN, whenever("you attack with two or more creatures")),
    ).when(attack(targets)).then(triggers(**({"banner": 1} if times else {})))


@pytest.mark.parametrize(("attackers", "times"), [({}, 0), ({"imp": BOB}, 1), ({"imp": BOB, "brat": BOB}, 0)])
def test_exactly_one_is_neither_none_nor_two(attackers: dict[str, str], times: int) -> None:
    given(*GOBLINS, enchantment("banner", ANN, whenever("you attack with exactly one creature"))).when(attack(attackers)).then(
        triggers(**({"banner": 1} if times else {}))
    )


def test_it_is_about_that_players_creatures() -> None:
    given(*GOBLINS, enchantment("banner", BOB, whenever("you attack with a Goblin"))).when(attack(imp=BOB)).then(triggers())


def test_a_player_attacks_with_is_about_anybodys() -> None:
    given(
        *GOBLINS,
        creature("ox", ANN),
        enchantment("horn", CAT, whenever("a player attacks with three or more creatures")),
        players=(ANN, BOB, CAT),
    ).when(attack(imp=BOB, brat=BOB, ox=CAT)).then(triggers("508.3c", horn=1))


def test_entering_attacking_isnt_being_attacked_with() -> None:
    given(*GOBLINS, enchantment("banner", ANN, whenever("you attack with a Goblin"))).when(
        attack(imp=BOB), {"enters": creature("late", ANN, subtypes=("Goblin",)), "attacking": BOB}
    ).then(triggers())
