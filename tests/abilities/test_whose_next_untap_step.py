"""In whose next untap step something doesn't untap: a player's, or that of whoever controls it then (502.3)."""

import pytest
from declarant.events.facts import ControllerChanged
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, attack, creature, given, resolve

ATTACKS = "Whenever this creature attacks, "


@pytest.mark.parametrize(
    ("effect", "id", "tapped_after"),
    [
        ("it doesn't untap during your next untap step", "bear", (False, False)),
        ("it doesn't untap during its controller's next untap step", "bear", (True, False)),
        ("tap all creatures defending player controls. Those creatures don't untap during that player's next untap step", "ox",
         (True, False)),
        ("tap target creature defending player controls. It doesn't untap during your next untap step", "ox", (False, False)),
    ],
)  # fmt: skip
def test_a_creature_that_changes_controllers(effect: str, id: str, tapped_after: tuple[bool, bool]) -> None:
    """Of Bob's next untap step, and of Ann's next one: under Bob's control in his, under Ann's in hers."""
    board = given(creature("bear", ANN, f"{ATTACKS}{effect}."), creature("ox", BOB))
    game = board.when(attack(bear=BOB), resolve()).outcome().game
    for player, tapped in zip((BOB, ANN), tapped_after, strict=True):
        if game.board.permanents[id].controller != player:
            changed = ControllerChanged(id=id, controller=player)
            game.happen(lambda draft, changed=changed: draft.append(changed))  # type: ignore[misc]
        game.begin_turn(player)
        assert game.board.permanents[id].tapped is tapped


def test_what_stays_tapped_in_a_players_next_untap_step_untaps_in_the_one_after() -> None:
    board = given(creature("bear", ANN, f"{ATTACKS}it doesn't untap during your next untap step."))
    game = board.when(attack(bear=BOB), resolve()).outcome().game
    for player, tapped in ((BOB, True), (ANN, True), (BOB, True), (ANN, False)):
        game.begin_turn(player)
        assert game.board.permanents["bear"].tapped is tapped


@pytest.mark.parametrize("whose", ["your next untap step", "its controller's next untap step"])
def test_it_is_said_as_it_was_read(whose: str) -> None:
    (ability,) = read_permanent(f"{ATTACKS}it doesn't untap during {whose}.")
    assert whose in render(ability)
