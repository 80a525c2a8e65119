"""613.1b: who controls a permanent of which an Aura gives control follows what the Aura is attached to, and whose it is."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    block,
    creature,
    damage,
    given,
    illegal,
    legal,
    permanent,
    refused,
    resolve,
    tapped,
)

TAKES = "Enchant creature\nYou control enchanted creature."


def aura(controller: str, to: str) -> dict[str, Any]:
    return permanent("bond", controller, TAKES, types=("Enchantment", "Aura"), attached_to=to)


def controllers(**expected: str) -> Any:
    """Who controls these permanents."""

    def check(outcome: Any) -> None:
        board = outcome.game.board.permanents
        assert {id: board[id].controller for id in expected} == expected and not outcome.game.stack.marks

    return check


@pytest.mark.parametrize(
    ("step", "of_elk", "of_ox"),
    [
        ({"leaves": "bond"}, BOB, CAT),
        ({"changes": {"id": "bond", "attached_to": "ox"}}, BOB, ANN),
        ({"changes": {"id": "bond", "controller": CAT}}, CAT, CAT),
        ({"leaves": "imp"}, ANN, CAT),
    ],
)
def test_control_follows_the_aura(step: dict[str, Any], of_elk: str, of_ox: str) -> None:
    board = aura(ANN, "elk"), creature("elk", ANN, owner=BOB), creature("ox", CAT), creature("imp", ANN)
    given(*board, players=(ANN, BOB, CAT)).when(step).then(controllers(elk=of_elk, ox=of_ox))


def test_what_changes_controllers_leaves_combat() -> None:
    board = given(aura(ANN, "elk"), creature("elk", ANN, owner=BOB))
    outcome = board.when(attack(elk=BOB), {"leaves": "bond"}).then(controllers(elk=BOB))
    assert not outcome.game.combat.attackers


def test_an_aura_that_enters_takes_control() -> None:
    enters = {"enters": aura(BOB, "elk")}
    board = given(creature("elk", ANN), creature("ox", BOB))
    board.when(enters, attack(elk=BOB)).then(illegal("508.1a", "elk"))
    outcome = board.when(attack(elk=BOB), enters).then(controllers(elk=BOB, ox=BOB))
    assert not outcome.game.combat.attackers


def test_a_board_that_states_what_an_aura_takes_with_its_owner_is_refused() -> None:
    board = aura(ANN, "elk"), creature("elk", BOB)
    given(*board).when(attack(elk=ANN)).then(refused("invalid-input", "elk under Bob", "elk under Ann", "owner"))
    given(aura(ANN, "elk"), creature("elk", BOB, owner=BOB)).when({"turn": BOB}, attack(elk=ANN)).then(legal)


def test_an_aura_that_is_attached_as_an_ability_resolves_takes_control() -> None:
    text = (
        "When this creature deals combat damage to a player, you may transform it. If you do, attach it to target creature that "
        "player controls."
    )
    face = permanent("imp", ANN, TAKES, types=("Enchantment", "Aura"))
    resolution = resolve("all", {"source": "imp", "accept": [True], "targets": ["elk"], "faces": [face]})
    board = given(creature("imp", ANN, text), creature("elk", BOB)).when(attack(imp=BOB), block(), damage(), resolution)
    board.then(controllers(elk=ANN))


def test_who_gained_control_later_keeps_it() -> None:
    """613.7: the effect is the later one."""
    text = "Whenever this creature attacks, gain control of target creature."
    resolution = resolve("all", {"source": "imp", "targets": ["elk"]})
    board = given(creature("imp", ANN, text), aura(BOB, "elk"), creature("elk", BOB, owner=ANN))
    board.when(attack(imp=BOB), resolution, {"leaves": "bond"}).then(controllers(elk=ANN), tapped("imp"))
