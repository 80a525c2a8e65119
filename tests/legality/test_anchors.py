"""Boards whose answer is published, or was once wrong here."""

from collections import Counter

import pytest
from declarant.events import abilities as a
from legality.boards import Board, creature
from legality.compare import disagreements, judged
from legality.reference import Declaration, enumerate_declarations

MENACE = a.KeywordAbility(keyword="menace")
LURE = a.MustBlock(blockers=a.ANYTHING, attackers=a.THIS)
MUST_BE_BLOCKED = a.MustBeBlocked(attackers=a.THIS)
MUST_BLOCK = a.MustBlock(blockers=a.THIS)
MUST_ATTACK = a.MustAttack(creatures=a.THIS)
NOT_BY_MORE_THAN_ONE = a.BlockerCount(attackers=a.THIS, maximum=1)
OPPONENTS_PAY = a.AttackCost(creatures=a.ANYTHING, targets=a.Targets(players=a.Players(who="you")), cost=a.Cost(mana="{2}"))


def blocks(attackers: list[tuple[a.Ability, ...]], blockers: list[tuple[a.Ability, ...]]) -> Board:
    """Attackers and blockers with these abilities: a0, a1, … and b0, b1, …"""
    permanents = [creature(f"a{number}", "Ann", *held) for number, held in enumerate(attackers)]
    permanents += [creature(f"b{number}", "Bob", *held) for number, held in enumerate(blockers)]
    return Board("block", ("Ann", "Bob"), tuple(permanents), (), {f"a{number}": "Bob" for number in range(len(attackers))})


def legal(board: Board) -> list[Declaration]:
    """The declarations that the referee rules legal; the reference has to agree on all of them."""
    assert not list(disagreements(board, Counter()))
    enumeration = enumerate_declarations(board)[0]
    game = board.game()
    return [d for d, _ in enumeration.verdicts if judged(game, enumeration, d).verdict == "legal"]


VANILLA: tuple[a.Ability, ...] = ()


def test_a_creature_that_must_be_blocked_and_has_menace_is_not_blocked_by_a_lone_blocker() -> None:
    assert legal(blocks([(MENACE, MUST_BE_BLOCKED)], [VANILLA])) == [{}]


def test_a_creature_that_must_block_stays_out_where_only_two_could() -> None:
    assert legal(blocks([(MENACE,)], [(MUST_BLOCK,)])) == [{}]


def test_a_helper_is_conscripted_to_block_together_with_one_that_must() -> None:
    assert legal(blocks([(MENACE,)], [(MUST_BLOCK,), VANILLA])) == [{"b0": ("a0",), "b1": ("a0",)}]


def test_a_lure_that_cant_be_blocked_by_more_than_one_is_blocked_by_exactly_one_of_them() -> None:
    board = blocks([(LURE, NOT_BY_MORE_THAN_ONE)], [VANILLA] * 3)
    assert legal(board) == [{"b2": ("a0",)}, {"b1": ("a0",)}, {"b0": ("a0",)}]


def test_one_blocker_chooses_between_two_lures() -> None:
    assert legal(blocks([(LURE,), (LURE,)], [VANILLA])) == [{"b0": ("a0",)}, {"b0": ("a1",)}]


def test_of_two_that_must_be_blocked_the_one_with_menace_gives_way_where_it_costs_nothing() -> None:
    board = blocks([(MENACE, MUST_BE_BLOCKED), VANILLA], [VANILLA, VANILLA])
    assert legal(board) == [{"b0": ("a0",), "b1": ("a0",)}]


@pytest.mark.parametrize("goader", ["Bob", "Cat"])
def test_no_attack_is_legal_for_a_goaded_creature_that_can_attack_only_for_mana_that_is_not_there(goader: str) -> None:
    taxing = [creature(f"taxing {player}", player, OPPONENTS_PAY) for player in ("Bob", "Cat")]
    goaded = a.Effect(
        id="goad", controller=goader, abilities=(a.Designates(creatures=a.IsOneOf(ids=("a0",)), designation="goaded"),)
    )
    board = Board("attack", ("Ann", "Bob", "Cat"), (creature("a0", "Ann"), *taxing), (goaded,), mana={"Ann": "{1}"})
    assert legal(board) == [{}]


def test_a_creature_goaded_by_both_opponents_attacks_a_player_and_no_planeswalker() -> None:
    walker = creature("walker", "Bob", types=("Planeswalker",))
    goads = tuple(
        a.Effect(
            id=f"goad {player}",
            controller=player,
            abilities=(a.Designates(creatures=a.IsOneOf(ids=("a0",)), designation="goaded"),),
        )
        for player in ("Bob", "Cat")
    )
    board = Board("attack", ("Ann", "Bob", "Cat"), (creature("a0", "Ann"), walker), goads)
    assert legal(board) == [{"a0": ("Bob",)}, {"a0": ("Cat",)}]


def test_with_a_limit_of_one_attacker_only_the_one_that_must_may_attack() -> None:
    limit = a.DeclarationLimit(action="attack", maximum=1)
    board = Board("attack", ("Ann", "Bob"), (creature("a0", "Ann", MUST_ATTACK), creature("a1", "Ann", limit)))
    assert legal(board) == [{"a0": ("Bob",)}]


# --- once wrong here ---------------------------------------------------------------------------------------------------


def test_one_that_attacks_if_another_does_asks_for_nothing_where_it_is_unable_to_attack() -> None:
    follower = creature("a0", "Ann", a.MustAttack(creatures=a.THIS, if_attacks=a.ANYTHING), a.CantAttack(creatures=a.THIS))
    board = Board("attack", ("Ann", "Bob"), (follower, creature("a1", "Ann")))
    assert legal(board) == [{}, {"a1": ("Bob",)}]


def test_the_way_out_is_one_that_the_player_can_pay_for() -> None:
    taxed = creature("a0", "Ann", a.AttackCost(creatures=a.THIS, cost=a.Cost(mana="{2}")))
    board = Board("attack", ("Ann", "Bob"), (taxed, creature("a1", "Ann", MUST_ATTACK)), mana={"Ann": "{1}"})
    ruling = board.game().judge_attackers({"a0": "Bob"})
    assert (ruling.concept, ruling.instead) == ("attack.requirements", {"a1": "Bob"})
    assert legal(board) == [{"a1": ("Bob",)}]


def test_a_tapped_creature_that_may_block_one_attacker_as_though_untapped_blocks_no_other_beside_it() -> None:
    permission = a.BlocksAsThough(blockers=a.THIS, attackers=a.HasColor(color="W"), untapped=True)
    board = Board(
        "block",
        ("Ann", "Bob"),
        (
            creature("a0", "Ann", colors=("W",)),
            creature("a1", "Ann"),
            creature("b0", "Bob", permission, a.BlocksAdditional(blockers=a.THIS), tapped=True),
        ),
        (),
        {"a0": "Bob", "a1": "Bob"},
    )
    assert legal(board) == [{}, {"b0": ("a0",)}]
