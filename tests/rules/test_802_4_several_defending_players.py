"""802.4: several defending players declare blockers in turn order, each of those who are attacked."""

from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    battle,
    block,
    blocked,
    creature,
    given,
    illegal,
    legal,
    logged,
    planeswalker,
    unblocked,
)

PLAYERS = (ANN, BOB, CAT)
BOARD = given(
    creature("bear", ANN),
    creature("ox", ANN),
    creature("guard", BOB),
    creature("ward", CAT),
    planeswalker("walker", CAT),
    battle("siege", ANN, CAT),
    players=PLAYERS,
)


def test_the_first_in_turn_order_declares_first() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=CAT, ward="ox")).then(illegal("509.1", f"{BOB} declares blockers before"))


def test_the_second_declares_after_the_first() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=BOB, guard="bear"), block(by=CAT, ward="ox")).then(legal, blocked("bear", "ox"))


def test_turn_order_begins_after_the_active_player_and_goes_round() -> None:
    board = given(creature("bear", BOB), creature("ox", BOB), players=PLAYERS, active=BOB)
    board.when(attack(bear=ANN, ox=CAT), block(by=ANN)).then(illegal("509.1", f"{CAT} declares blockers before"))
    board.when(attack(bear=ANN, ox=CAT), block(by=CAT), block(by=ANN)).then(legal)


def test_each_declaration_settles_only_what_attacks_that_player() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=BOB)).then(legal, unblocked("bear"), blocked())


def test_who_is_not_attacked_declares_no_blockers() -> None:
    BOARD.when(attack(bear=CAT), block(by=BOB)).then(illegal("509.1a", BOB))


def test_who_is_not_attacked_is_not_waited_for() -> None:
    BOARD.when(attack(bear=CAT), block(by=CAT, ward="bear")).then(legal, blocked("bear"))


def test_a_player_whose_planeswalker_is_attacked_declares_blockers() -> None:
    BOARD.when(attack(bear="walker"), block(by=CAT, ward="bear")).then(legal, blocked("bear"))


def test_a_player_who_protects_an_attacked_battle_declares_blockers() -> None:
    BOARD.when(attack(bear="siege"), block(by=CAT, ward="bear")).then(legal, blocked("bear"))


def test_a_player_whose_attacked_planeswalker_left_may_still_block_what_attacked_it() -> None:
    """506.4c: it goes on attacking, nothing any more, and may be blocked: by whom it attacked last (508.5)."""
    BOARD.when(attack(bear="walker"), {"leaves": "walker"}, block(by=CAT, ward="bear")).then(legal, blocked("bear"))
    BOARD.when(attack(bear="walker"), {"leaves": "walker"}, block()).then(legal, unblocked("bear"), logged("PriorityReceived"))
    BOARD.when(attack(bear="walker"), {"leaves": "walker"}, block(by=BOB, guard="bear")).then(illegal("509.1a", BOB))
    left = (attack(bear="walker", ox=BOB), {"leaves": "walker"}, block(by=BOB, guard="ox"))
    BOARD.when(*left).then(legal, blocked("ox"), unblocked())
    BOARD.when(*left, block(by=CAT)).then(legal, blocked("ox"), unblocked("bear"), logged("PriorityReceived"))


def test_a_player_declares_once_also_while_others_are_still_to_declare() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=BOB), block(by=BOB, guard="bear")).then(illegal("509.1", "already"))


def test_nobody_gets_priority_between_two_declarations() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=BOB)).then(logged("BecameBlocking", "BecameUnblocked"))


def test_priority_comes_after_the_last_declaration() -> None:
    BOARD.when(attack(bear=BOB, ox=CAT), block(by=BOB), block(by=CAT)).then(
        logged("BecameBlocking", "BecameUnblocked", "PriorityReceived")
    )
