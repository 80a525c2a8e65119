"""508.4, 506.3a–c, 506.3e: what enters attacking, or is stated to be attacking, is attacking but never "attacked"."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    attacking,
    battle,
    block,
    blocked,
    creature,
    given,
    illegal,
    land,
    legal,
    planeswalker,
    refused,
    resolve,
    tapped,
    unblocked,
)

THREE = (ANN, BOB, CAT)
BEAR, TOKEN = creature("bear", ANN), creature("token", ANN, token=True, summoning_sick=True)


def enters(permanent: dict[str, Any], attacking: str) -> dict[str, Any]:
    return {"enters": permanent, "attacking": attacking}


def stated(**targets: str) -> dict[str, Any]:
    return {"states_attacking": targets}


@pytest.mark.parametrize("target", [BOB, CAT, "sage", "siege"])
def test_its_controller_chooses_a_player_planeswalker_or_battle(target: str) -> None:
    given(BEAR, planeswalker("sage", CAT), battle("siege", ANN, BOB), players=THREE).when(
        attack(bear=BOB), enters(TOKEN, target)
    ).then(attacking(bear=BOB, token=target))


@pytest.mark.parametrize("target", [BOB, CAT, "sage", "siege"])
def test_a_creature_on_the_battlefield_can_be_stated_to_be_attacking(target: str) -> None:
    given(BEAR, creature("ox", ANN), planeswalker("sage", CAT), battle("siege", ANN, BOB), players=THREE).when(
        attack(bear=BOB), stated(ox=target)
    ).then(attacking(bear=BOB, ox=target))


def test_it_doesnt_become_tapped() -> None:
    given(BEAR, creature("ox", ANN)).when(attack(bear=BOB), enters(TOKEN, BOB), stated(ox=BOB)).then(tapped("bear"))


def test_its_controller_hasnt_attacked_with_it() -> None:
    given(creature("ox", ANN, "This creature can't attack unless you attacked this turn.")).when(
        attack(), enters(TOKEN, BOB), {"combat": "again"}, attack(ox=BOB)
    ).then(illegal("508.1c"))


def test_it_counts_for_no_limit_on_attackers_of_the_turn() -> None:
    given(BEAR, creature("gate", BOB, "No more than one creature can attack each turn.")).when(
        attack(), enters(TOKEN, BOB), {"combat": "again"}, attack(bear=BOB)
    ).then(legal)


def test_it_can_be_blocked() -> None:
    given(BEAR, creature("guard", BOB)).when(attack(bear=BOB), enters(TOKEN, BOB), block(guard="token")).then(
        legal, blocked("token"), unblocked("bear")
    )


def test_it_is_unblocked_if_its_defending_player_has_declared_blockers() -> None:
    given(BEAR, creature("guard", BOB)).when(attack(bear=BOB), block(guard="bear"), enters(TOKEN, BOB)).then(
        blocked("bear"), unblocked("token")
    )


def test_so_is_what_is_stated_to_be_attacking_then() -> None:
    given(BEAR, creature("ox", ANN), creature("guard", BOB)).when(attack(bear=BOB), block(guard="bear"), stated(ox=BOB)).then(
        blocked("bear"), unblocked("ox")
    )


def test_a_permanent_that_isnt_a_creature_never_attacks() -> None:
    given(BEAR).when(attack(bear=BOB), enters(land("manor", ANN), BOB)).then(attacking(bear=BOB))


def test_a_creature_of_another_player_never_attacks() -> None:
    board = given(BEAR, creature("wolf", BOB), players=THREE)
    board.when(attack(bear=BOB), enters(creature("traitor", BOB), CAT)).then(attacking(bear=BOB))
    board.when(attack(bear=BOB), stated(wolf=CAT)).then(attacking(bear=BOB))


def test_a_creature_that_is_a_battle_never_attacks() -> None:
    living = battle("living", ANN, BOB, power=3, toughness=3) | {"types": ["Creature", "Battle"]}
    board = given(BEAR, {**living, "id": "there"})
    board.when(attack(bear=BOB), enters(living, BOB)).then(attacking(bear=BOB))
    board.when(attack(bear=BOB), stated(there=BOB)).then(attacking(bear=BOB))


def test_nothing_enters_attacking_outside_combat() -> None:
    given(BEAR).when(enters(TOKEN, BOB)).then(attacking())


def test_it_attacks_no_more_in_the_next_combat() -> None:
    given(BEAR).when(attack(bear=BOB), enters(TOKEN, BOB), {"combat": "again"}).then(attacking())


GOBLINS = "Whenever this creature attacks, create two 1/1 red Goblin creature tokens that are tapped and attacking."


@pytest.mark.parametrize(
    ("chosen", "attacked"), [((), (BOB, BOB)), (("jace",), ("jace", BOB)), ((CAT, "jace"), (CAT, "jace")), ((BOB,), (BOB, BOB))]
)
def test_whom_it_attacks_is_chosen_where_nothing_is_said_of_it(chosen: tuple[str, ...], attacked: tuple[str, str]) -> None:
    board = given(creature("imp", ANN, GOBLINS), planeswalker("jace", CAT), players=THREE)
    game = board.when(attack(imp=BOB), resolve(1, {"source": "imp", "chosen": [*chosen]})).outcome().game
    tokens = [game.combat.attackers[f"imp token {number}"] for number in (1, 2)]
    assert tuple(each.target for each in tokens) == attacked


def test_it_attacks_nothing_that_its_controller_cannot_attack() -> None:
    board = given(creature("imp", ANN, GOBLINS), planeswalker("own", ANN))
    board.when(attack(imp=BOB), resolve(1, {"source": "imp", "chosen": ["own"]})).then(refused("invalid-input", "own"))


def test_a_token_that_an_opponents_ability_creates_attacks_what_its_controller_chooses() -> None:
    """It can attack the ability's controller, whose opponent it isn't."""
    text = "Whenever a Warrior attacks, you may have its controller create a tapped and attacking 1/1 red Orc creature token."
    board = given(creature("fighter", ANN, types=("Warrior",)), creature("chief", BOB, text), planeswalker("sage", BOB))
    by_default = resolve("all", {"source": "chief", "accept": [True]})
    board.when(attack(fighter=BOB), by_default).then(attacking(**{"fighter": BOB, "chief token 1": BOB}))
    chosen = resolve("all", {"source": "chief", "accept": [True], "chosen": ["sage"]})
    board.when(attack(fighter=BOB), chosen).then(attacking(**{"fighter": BOB, "chief token 1": "sage"}))
