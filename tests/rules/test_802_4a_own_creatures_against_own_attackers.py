"""802.4a: a defending player blocks with their own creatures, what attacks them, their planeswalkers or battles they protect."""

from referee import ANN, BOB, CAT, attack, battle, block, blocking, creature, given, illegal, legal, planeswalker

BOARD = given(
    creature("bear", ANN),
    creature("ox", ANN),
    creature("guard", BOB),
    creature("ward", CAT),
    planeswalker("walker", CAT),
    battle("siege", BOB, CAT),
    players=(ANN, BOB, CAT),
)


def test_another_players_creature_cannot_be_chosen() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=BOB, ward="bear")).then(illegal("509.1a", "ward"))


def test_what_attacks_another_player_cannot_be_blocked() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=BOB, guard="ox")).then(illegal("509.1a", "ox", CAT))


def test_what_attacks_another_players_planeswalker_cannot_be_blocked() -> None:
    BOARD.when(attack(bear=BOB, ox="walker"), block(by=BOB, guard="ox")).then(illegal("509.1a", "ox", CAT))


def test_the_protector_of_a_battle_blocks_what_attacks_it() -> None:
    BOARD.when(attack(bear="siege"), block(by=CAT, ward="bear")).then(legal, blocking(ward=["bear"]))


def test_the_controller_of_a_battle_does_not_block_what_attacks_it() -> None:
    BOARD.when(attack(bear=BOB, ox="siege"), block(by=BOB, guard="ox")).then(illegal("509.1a", "ox"))
