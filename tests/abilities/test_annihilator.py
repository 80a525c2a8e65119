"""702.86: the defending player sacrifices N permanents of their choice."""

from referee import ANN, BOB, attack, creature, given, land, left, resolve, tapped

ELDRAZI = creature("eldrazi", ANN, "Annihilator 2", power=8)
BOARD = (ELDRAZI, creature("bear", BOB), land("forest", BOB, "Forest"), creature("titan", BOB, power=9, toughness=9))


def test_the_defending_player_chooses_what_goes() -> None:
    choice = {"source": "eldrazi", "sacrificed": ["titan", "forest"]}
    given(*BOARD).when(attack(eldrazi=BOB), resolve("all", choice)).then(left("titan", "forest"))


def test_by_default_the_smallest_go() -> None:
    given(*BOARD).when(attack(eldrazi=BOB), resolve()).then(left("bear", "forest"), tapped("eldrazi"))


def test_who_has_fewer_sacrifices_them_all() -> None:
    given(ELDRAZI, creature("bear", BOB)).when(attack(eldrazi=BOB), resolve()).then(left("bear"))
