"""509.1 in every edition: who declares blockers, once in each combat; an illegal declaration leaves the game as it was."""

import pytest
from declarant import Game
from declarant.events.damage import PlayerLost
from declarant.events.errors import InvalidInput
from referee import ANN, BOB, attack, block, blocking, creature, given, illegal, illegally, legal, logged, planeswalker, unblocked

BOARD = given(creature("bear", ANN), creature("guard", BOB), planeswalker("walker", BOB))


def test_the_defending_player_declares_blockers_and_may_choose_none() -> None:
    BOARD.when(attack(bear=BOB), block()).then(legal, blocking(), unblocked("bear"))


def test_with_two_players_the_nonactive_one_declares_also_when_nothing_is_attacked_any_more() -> None:
    BOARD.when(attack(bear="walker"), {"leaves": "walker"}, block(guard="bear")).then(legal, blocking(guard=["bear"]))


def test_the_active_player_declares_no_blockers() -> None:
    given(creature("bear", ANN), creature("ox", ANN)).when(attack(bear=BOB), block(by=ANN, ox="bear")).then(
        illegal("509.1a", ANN)
    )


def test_the_active_player_declares_not_even_no_blockers() -> None:
    BOARD.when(attack(bear=BOB), block(by=ANN)).then(illegal("509.1a", ANN))


def test_without_attackers_there_is_no_declaration_of_blockers_and_no_rule_is_cited() -> None:
    BOARD.when(attack(), block()).then(illegal(None, "no creature"))


def test_without_a_declaration_of_attackers_there_is_no_declaration_of_blockers() -> None:
    BOARD.when(block(guard="bear")).then(illegal(None))


def test_a_creature_put_onto_the_battlefield_attacking_is_reason_enough_for_a_declaration() -> None:
    BOARD.when(attack(), {"enters": creature("wolf", ANN), "attacking": BOB}, block(guard="wolf")).then(
        legal, blocking(guard=["wolf"])
    )


def test_blockers_are_still_declared_after_every_attacker_left_combat() -> None:
    BOARD.when(attack(bear=BOB), {"leaves": "bear"}, block()).then(legal)


def test_a_player_declares_blockers_once_in_a_combat() -> None:
    BOARD.when(attack(bear=BOB), block(), block(guard="bear")).then(illegal("509.1", "already"), blocking())


def test_a_player_declares_blockers_anew_in_the_next_combat() -> None:
    given(creature("bear", ANN, "Vigilance"), creature("guard", BOB)).when(
        attack(bear=BOB), block(), {"combat": "again"}, attack(bear=BOB), block(guard="bear")
    ).then(legal, blocking(guard=["bear"]))


def test_an_illegal_declaration_is_no_declaration_and_another_may_follow() -> None:
    BOARD.when(attack(bear=BOB), illegally(block(guard=["bear", "guard"])), block(guard="bear")).then(legal)


def test_an_illegal_declaration_leaves_the_game_as_it_was_before() -> None:
    BOARD.when(attack(bear=BOB), block(guard=["bear", "guard"])).then(
        illegal("509.1a"), blocking(), unblocked(), logged("BecameAttacking", "PriorityReceived")
    )


def test_where_nobody_is_left_to_block_it_is_stated() -> None:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    game.happen(lambda draft: draft.append(PlayerLost(player="Bob", concept="sba.life")))
    with pytest.raises(InvalidInput, match="nobody left in the game but Ann"):
        game.legal_blocks.count()
