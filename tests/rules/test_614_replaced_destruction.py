"""614: what happens instead of destruction and of dying is decided alike, whatever destroys: damage (704.5g) or an ability."""

from itertools import product
from typing import Any

import pytest
from declarant.events.damage import PermanentRegenerated, StateBasedAction, StateBasedActionsPerformed
from referee import ANN, BOB, attack, block, creature, damage, effect, enchantment, given, has, left, refused, resolve, tapped

DESTROYS = "Whenever this creature becomes blocked by a creature, destroy that creature."
REGENERATE = effect(BOB, "Regenerate [elk].")
NEVER = enchantment("law", ANN, "Creatures can't be regenerated.")
ELSEWHERE = enchantment("gate", ANN, "If a creature an opponent controls would die, exile it instead.")
BY_DAMAGE = [attack(bear=BOB), block(elk="bear"), damage()]
BY_ABILITY = [attack(bear=BOB), block(elk="bear"), resolve()]


def what_becomes(steps: list[dict[str, Any]], text: str, more: dict[str, Any], laws: tuple[Any, ...], saved: bool) -> Any:
    """Where the elk is, and whether it is tapped and out of combat."""
    bear = creature("bear", ANN, text, power=4, toughness=9)
    elk = creature("elk", BOB, **more)
    game = given(bear, elk, *laws, effects=(REGENERATE,) if saved else ()).when(*steps).outcome().game
    there = game.board.permanents.get("elk")
    card = game.board.cards.get("elk")
    return (
        (there.tapped, there.marked if there.tapped else 0, "elk" in game.combat.blockers) if there is not None else None,
        card.zone if card is not None else None,
    )


@pytest.mark.parametrize(
    ("sturdy", "finality", "saved", "never", "elsewhere"), [*product((False, True), repeat=5)], ids=lambda each: str(each)[0]
)
def test_damage_and_an_ability_destroy_alike(sturdy: bool, finality: bool, saved: bool, never: bool, elsewhere: bool) -> None:
    more: dict[str, Any] = {"text": "Indestructible"} if sturdy else {}
    if finality:
        more["counters"] = {"finality": 1}
    laws = (*((NEVER,) if never else ()), *((ELSEWHERE,) if elsewhere else ()))
    by_damage = what_becomes(BY_DAMAGE, "", more, laws, saved)
    assert by_damage == what_becomes(BY_ABILITY, DESTROYS, more, laws, saved)
    there, zone = by_damage
    if sturdy:
        assert there == (False, 0, True)
    elif saved and not never:
        assert there == (True, 0, False)
    else:
        assert there is None
        assert zone == ("exile" if finality or elsewhere else "graveyard")


def test_122_1c_a_shield_counter_replaces_what_an_effect_destroys_and_no_state_based_action() -> None:
    elk = {"counters": {"shield": 1}}
    assert what_becomes(BY_ABILITY, DESTROYS, elk, (), False)[0] == (False, 0, True)
    weak = given(creature("bear", ANN, DESTROYS, power=0, toughness=9), creature("elk", BOB, **elk))
    assert not weak.when(*BY_ABILITY).outcome().game.board.permanents["elk"].counters.get("shield")
    marked = creature("elk", BOB, toughness=3, marked=2, **elk)
    given(creature("bear", ANN, "Whenever this creature attacks, target creature gets -0/-1 until end of turn."), marked).when(
        attack(bear=BOB), resolve("all", {"source": "bear", "targets": ["elk"]})
    ).then(left("elk"))


def test_regenerating_by_an_effect_is_no_state_based_action() -> None:
    board = given(creature("bear", ANN, DESTROYS), creature("elk", BOB), effects=(REGENERATE,))
    outcome = board.when(*BY_ABILITY).then(tapped("bear", "elk"))
    happened = {event.type for _, event in outcome.game.log.events()}
    assert "PermanentRegenerated" in happened
    assert "StateBasedActionsPerformed" not in happened


@pytest.mark.parametrize(("text", "steps"), [("", BY_DAMAGE), (DESTROYS, BY_ABILITY)])
def test_a_static_ability_regenerates_each_time(text: str, steps: list[dict[str, Any]]) -> None:
    bear = creature("bear", ANN, f"Vigilance\n{text}", power=4, toughness=9)
    elk = creature("elk", BOB, "Vigilance\nIf this creature would be destroyed, regenerate it.")
    again = [{"combat": "again"}, {"changes": {"id": "elk", "tapped": False}}, *steps]
    given(bear, elk).when(*steps, *again).then(has("elk", tapped=True, marked=0))
    given(bear, elk, NEVER).when(*steps).then(left("elk"))


def test_of_two_places_to_go_instead_one_is_chosen() -> None:
    other = enchantment("well", ANN, "If a creature an opponent controls would die, return it to its owner's hand instead.")
    board = given(creature("bear", ANN, power=4), creature("elk", BOB), ELSEWHERE, other)
    board.when(*BY_DAMAGE).then(refused("wording-not-understood", "the death of elk"))


def test_what_older_journals_state_of_it_is_folded_alike() -> None:
    game = given(creature("elk", BOB), effects=(REGENERATE,)).game()
    (id,) = game.board.effects
    older = StateBasedActionsPerformed(actions=(StateBasedAction(concept="regenerate", id="elk", regenerates=id),))
    boards = []
    for event in (older, PermanentRegenerated(id="elk", effect=id)):
        branch = game.branch()
        branch.happen(lambda draft, event=event: draft.append(event))
        boards.append(branch.board)
    assert boards[0].permanents == boards[1].permanents
    assert boards[0].regenerated == boards[1].regenerated == {(id, "elk")}
