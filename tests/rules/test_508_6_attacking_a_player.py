"""508.6: a player is "attacking" one whom a creature of theirs attacks, and "attacked" whom they declared one as attacking."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    attack,
    battle,
    block,
    creature,
    enchantment,
    given,
    illegal,
    legal,
    planeswalker,
    refused,
    resolve,
    triggers,
)

THREE = (ANN, BOB, CAT)
BEAR, GUARD, PAGE = creature("bear", ANN), creature("guard", BOB), creature("page", CAT)
AWE = enchantment("awe", BOB, "Creatures attacking you can't be blocked.")
UNBLOCKABLE = illegal("509.1b", "awe")


@pytest.mark.parametrize(
    ("target", "declared", "verdict"),
    [
        (BOB, block(guard="bear", by=BOB), UNBLOCKABLE),
        ("sage", block(guard="bear", by=BOB), legal),
        (CAT, block(page="bear", by=CAT), legal),
    ],
)
def test_attacking_a_player_is_attacking_that_player_alone(target: str, declared: dict[str, Any], verdict: Check) -> None:
    given(BEAR, GUARD, PAGE, AWE, planeswalker("sage", BOB), players=THREE).when(attack(bear=target), declared).then(verdict)


def test_a_creature_that_entered_attacking_a_player_is_attacking_that_player() -> None:
    given(BEAR, GUARD, PAGE, AWE, players=THREE).when(
        attack(bear=CAT), {"enters": creature("token", ANN), "attacking": BOB}, block(guard="token", by=BOB)
    ).then(UNBLOCKABLE)


def test_a_creature_that_was_reselected_isnt_attacking_the_player_any_more() -> None:
    given(BEAR, GUARD, PAGE, AWE, players=THREE).when(
        attack(bear=BOB), {"reselect": {"bear": CAT}}, block(page="bear", by=CAT)
    ).then(legal)


# --- has attacked ----------------------------------------------------------------------------------------------------------


LATECOMER = creature("latecomer", ANN, "This creature can't attack unless you attacked this turn.")


def test_a_player_has_attacked_who_declared_an_attacker() -> None:
    board = given(BEAR, LATECOMER)
    board.when(attack(bear=BOB), {"combat": "again"}, attack(latecomer=BOB)).then(legal)
    board.when(attack(), {"combat": "again"}, attack(latecomer=BOB)).then(illegal("508.1c"))


def test_a_player_has_attacked_though_the_attacker_is_gone() -> None:
    given(BEAR, LATECOMER).when(attack(bear=BOB), {"leaves": "bear"}, {"combat": "again"}, attack(latecomer=BOB)).then(legal)


def test_a_player_hasnt_attacked_with_an_illegal_declaration() -> None:
    given(BEAR, LATECOMER).when(
        {**attack(bear=ANN), "expect": "illegal"}, attack(), {"combat": "again"}, attack(latecomer=BOB)
    ).then(illegal("508.1c"))


def test_a_player_hasnt_attacked_this_turn_who_attacked_in_an_earlier_one() -> None:
    given(BEAR, LATECOMER).when(attack(bear=BOB), {"turn": BOB}, {"turn": ANN}, attack(latecomer=BOB)).then(illegal("508.1c"))


# --- whom or what a player has attacked ---------------------------------------------------------------------------------------

SAGE, SIEGE = planeswalker("sage", BOB), battle("siege", ANN, BOB)
TWICE = {"options": {"attack": "multiple"}, "players": THREE}
AGAINST = [{"bear": BOB}, {"bear": "sage"}, {"bear": "siege"}, {"bear": BOB, "ox": CAT}, {"bear": BOB, "ox": BOB}, {}]
ATTACKED = {
    "two or more players": (False, False, False, True, False, False),
    "exactly one opponent": (True, False, False, False, True, False),
    "each opponent": (False, False, False, True, False, False),
    "a planeswalker": (False, True, False, False, False, False),
    "a battle": (False, False, True, False, False, False),
}


@pytest.mark.parametrize("whom", ATTACKED)
def test_whom_a_player_attacked_this_turn_is_known(whom: str) -> None:
    late = creature("late", ANN, f"This creature can't attack unless you attacked {whom} this turn.")
    board = given(BEAR, creature("ox", ANN), late, SAGE, SIEGE, **TWICE)
    for attackers, known in zip(AGAINST, ATTACKED[whom], strict=True):
        verdict = legal if known else illegal("508.1c", "late")
        board.when(attack(**attackers), {"combat": "again"}, attack(late=BOB)).then(verdict)
        board.when(attack(**attackers), {"turn": BOB}, {"turn": ANN}, attack(late=BOB)).then(illegal("508.1c", "late"))


def test_a_player_is_attacked_in_one_combat_and_another_in_the_next_or_by_what_has_left() -> None:
    late = creature("late", ANN, "This creature can't attack unless you attacked two or more players this turn.")
    board = given({**BEAR, "text": "Vigilance"}, late, **TWICE)
    again = {"combat": "again"}
    board.when(attack(bear=BOB), again, attack(bear=CAT), again, attack(late=BOB)).then(legal)
    board.when(attack(bear=BOB), again, attack(bear=BOB), again, attack(late=BOB)).then(illegal("508.1c", "late"))
    board.when(attack(bear=BOB), again, attack(bear=CAT), {"leaves": "bear"}, again, attack(late=BOB)).then(legal)
    board.when(attack(bear=BOB), again, attack(bear=CAT), {"leaves_game": CAT}, again, attack(late=BOB)).then(legal)


def test_a_player_who_left_the_game_is_no_opponent_that_must_have_been_attacked() -> None:
    late = creature("late", ANN, "This creature can't attack unless you attacked each opponent this turn.")
    board = given(BEAR, late, **TWICE)
    board.when(attack(bear=BOB), {"leaves_game": CAT}, {"combat": "again"}, attack(late=BOB)).then(legal)


def test_a_planeswalker_was_attacked_that_has_left_and_one_that_may_be_another_is_asked_for() -> None:
    asked = "you attacked a planeswalker this turn"
    late = creature("late", ANN, f"This creature can't attack unless {asked}.")
    gone, again = (attack(bear="sage"), {"leaves": "sage"}), {"combat": "again"}
    given(BEAR, late, SAGE).when(*gone, again, attack(late=BOB)).then(legal)
    board = {"players": [ANN, BOB]}
    back = {"enters": SAGE}
    given(BEAR, late, SAGE, **board).when(*gone, back, again, attack(late=BOB)).then(refused("wording-not-understood", asked))
    stated = given(BEAR, late, SAGE, facts={ANN: [asked]}, **board)
    stated.when(*gone, back, again, attack(late=BOB)).then(legal)


@pytest.mark.parametrize(("target", "gained"), [(BOB, True), ("sage", False)])
def test_that_player_was_attacked(target: str, gained: bool) -> None:
    text = "Whenever this creature attacks, target opponent loses 1 life. If you attacked that player this turn, you gain 1 life."
    board = given(creature("imp", ANN, text), SAGE).when(attack(imp=target), resolve("all", {"source": "imp", "targets": [BOB]}))
    assert board.outcome().game.board.life == {ANN: 20 + gained, BOB: 19}


@pytest.mark.parametrize(
    "asked", ["exactly two creatures are", "you control exactly two creatures", "there are exactly two creatures"]
)
def test_exactly_two_creatures_attack_the_same_player(asked: str) -> None:
    where = " on the battlefield" if asked.startswith("there") else ""
    imp = creature("imp", ANN, f"Whenever this creature attacks, if {asked} attacking the same player{where}, you gain 1 life.")
    board = given(imp, BEAR, creature("ox", ANN), creature("elk", ANN), SAGE, **TWICE)
    board.when(attack(imp=BOB, bear=BOB)).then(triggers(imp=1))
    board.when(attack(imp=CAT, bear=BOB, ox=BOB)).then(triggers(imp=1))
    board.when(attack(imp=BOB, bear=BOB, ox=BOB)).then(triggers())
    board.when(attack(imp=BOB, bear="sage", ox=CAT)).then(triggers())
    board.when(attack(imp=BOB, bear=BOB, ox=BOB, elk=CAT)).then(triggers())


# --- creatures that attacked this combat -----------------------------------------------------------------------------------

AGAIN = {"combat": "again"}
TIRED = creature("tired", ANN, "Vigilance\nThis creature can't be blocked as long as it attacked this combat.")
PAIRED = "This creature can't be blocked as long as it attacked with exactly one other creature this combat."
IDLE = enchantment("idle", ANN, "Creatures not declared as attackers this combat can't be blocked.")


def test_a_creature_attacked_this_combat_only_if_it_was_declared_in_this_one() -> None:
    late = {
        "enters": creature("late", ANN, "This creature can't be blocked as long as it attacked this combat."),
        "attacking": BOB,
    }
    given(TIRED, GUARD).when(attack(tired=BOB), block(guard="tired")).then(illegal("509.1b", "tired"))
    given(BEAR, GUARD).when(attack(bear=BOB), late, block(guard="late")).then(legal)


def test_an_attack_of_an_earlier_combat_is_of_this_turn_and_not_of_this_combat() -> None:
    for period, verdict in (("combat", legal), ("turn", illegal("508.1c"))):
        once = creature("once", ANN, f"Vigilance\nThis creature can't attack if it attacked this {period}.")
        given(once).when(attack(once=BOB), AGAIN, attack(once=BOB)).then(verdict)


def test_it_attacked_with_exactly_one_other_creature_though_that_one_has_left() -> None:
    board = given(creature("rogue", ANN, PAIRED), BEAR, creature("ox", ANN), GUARD)
    unblockable = illegal("509.1b", "rogue")
    board.when(attack(rogue=BOB, bear=BOB), block(guard="rogue")).then(unblockable)
    board.when(attack(rogue=BOB, bear=BOB), {"leaves": "bear"}, block(guard="rogue")).then(unblockable)
    board.when(attack(rogue=BOB), block(guard="rogue")).then(legal)
    board.when(attack(rogue=BOB, bear=BOB, ox=BOB), block(guard="rogue")).then(legal)


def test_who_was_not_declared_as_an_attacker_this_combat_is_known() -> None:
    token = {"enters": creature("token", ANN), "attacking": BOB}
    board = given(IDLE, BEAR, GUARD)
    board.when(attack(bear=BOB), token, block(guard="token")).then(illegal("509.1b", "idle"))
    board.when(attack(bear=BOB), token, block(guard="bear")).then(legal)


# --- creatures that attacked during their controller's last turn -------------------------------------------------------------

HALLS = enchantment("halls", BOB, "Creatures that attacked during their controller's last turn can't attack.")


def test_who_attacked_during_its_controllers_last_turn_is_known_where_the_case_has_that_turn() -> None:
    given(BEAR, HALLS).when(attack(), {"turn": BOB}, {"turn": ANN}, attack(bear=BOB)).then(legal)


def test_an_attack_of_the_turn_before_the_last_is_over() -> None:
    calm = {**HALLS, "id": "calm"}
    board = given(BEAR, creature("ox", ANN), GUARD)
    enters = {"enters": calm}
    there_and_back = ({"turn": BOB}, {"turn": ANN})
    board.when(attack(bear=BOB), enters, *there_and_back, attack(bear=BOB)).then(illegal("508.1c", "calm"))
    board.when(attack(bear=BOB), enters, *there_and_back, attack(ox=BOB)).then(legal)
    board.when(attack(bear=BOB), enters, *there_and_back, *there_and_back, attack(bear=BOB)).then(legal)


def test_a_creature_that_came_back_did_not_attack_in_the_last_turn() -> None:
    back = ({"leaves": "bear"}, {"enters": creature("bear", ANN, "Haste")})
    given(BEAR).when(attack(bear=BOB), {"turn": BOB}, *back, {"enters": HALLS}, {"turn": ANN}, attack(bear=BOB)).then(legal)


def test_a_last_turn_that_the_case_does_not_have_is_declined() -> None:
    for steps in ((), (attack(), {"turn": BOB})):
        error = given(BEAR, GUARD, HALLS).when(*steps, attack(guard=ANN) if steps else attack(bear=BOB)).outcome().report.error
        assert error is not None and "during their controller's last turn" in error.found
