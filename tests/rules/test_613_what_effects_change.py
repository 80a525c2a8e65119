"""613.1d–e, 613.4: what an effect makes of power, toughness, colors and types is applied, or the effect is declined."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    attacking,
    block,
    blocked,
    creature,
    effect,
    given,
    illegal,
    land,
    legal,
    refused,
    resolve,
    sizes,
    unblocked,
)

SKULK = creature("sneak", ANN, "Skulk", power=2)
GUARD = creature("guard", BOB, power=2)


def begins(text: str, controller: str = ANN) -> dict[str, Any]:
    return {"effect": effect(controller, text)}


@pytest.mark.parametrize("text", ["[guard] gets +1/+1 until end of turn.", "Creatures you control get +1/+0 until end of turn."])
def test_power_is_more(text: str) -> None:
    board = given(SKULK, GUARD)
    board.when(attack(sneak=BOB), block(guard="sneak")).then(legal)
    board.when(attack(sneak=BOB), begins(text, BOB), block(guard="sneak")).then(illegal("509.1b", "skulk"))


def test_an_effect_at_work_is_in_what_is_stated_and_added_to_what_is_printed() -> None:
    at_work = (effect(BOB, "[guard] gets +3/+3 and gains reach."),)
    steps = attack(sneak=BOB), block(guard="sneak")
    given(SKULK, GUARD, effects=at_work).when(*steps).then(legal)
    given(SKULK, GUARD, effects=at_work, stated=False).when(*steps).then(illegal("509.1b", "skulk"))


def test_it_ends_with_its_duration() -> None:
    later = ({"turn": BOB}, {"turn": ANN}, attack(sneak=BOB), block(guard="sneak"))
    given(SKULK, GUARD).when(begins("[guard] gets +1/+1 until end of turn.", BOB), *later).then(legal)


def test_what_is_stated_later_is_what_it_comes_to() -> None:
    grows = begins("[guard] gets +1/+1 until end of turn.", BOB)
    stated = {"changes": {"id": "guard", "power": 2}}
    given(SKULK, GUARD).when(grows, stated, attack(sneak=BOB), block(guard="sneak")).then(legal)


def test_base_power_comes_before_what_is_added() -> None:
    shrinks, grows = (
        begins("[guard] has base power and toughness 1/1 until end of turn.", BOB),
        begins("[guard] gets +2/+2.", BOB),
    )
    for effects in ((shrinks, grows), (grows, shrinks)):
        given(SKULK, GUARD).when(*effects, attack(sneak=BOB), block(guard="sneak")).then(illegal("509.1b", "skulk"))
    given(SKULK, creature("guard", BOB, power=5)).when(shrinks, attack(sneak=BOB), block(guard="sneak")).then(legal)


def test_counters_stay_on_top_of_base_power() -> None:
    grown = creature("guard", BOB, power=5, counters={"+1/+1": 2})
    shrinks = begins("[guard] has base power and toughness 1/1 until end of turn.", BOB)
    given(SKULK, grown).when(shrinks, attack(sneak=BOB), block(guard="sneak")).then(illegal("509.1b", "skulk"))


def test_colors() -> None:
    feared = creature("horror", ANN, "Fear")
    board = given(feared, GUARD)
    board.when(begins("[guard] becomes black until end of turn."), attack(horror=BOB), block(guard="horror")).then(legal)
    board.when(begins("[guard] is red."), attack(horror=BOB), block(guard="horror")).then(illegal("509.1b", "fear"))


def test_a_land_becomes_a_creature_and_attacks() -> None:
    whole = begins("[grove] becomes a 3/3 green Elemental creature with menace that's still a land.")
    given(land("grove", ANN), GUARD).when(whole, attack(grove=BOB), block(guard="grove")).then(illegal("509.1b", "menace"))


def test_types_replace_types_unless_they_are_in_addition() -> None:
    law = creature("law", BOB, "Goblins can't attack.")
    board = given(law, creature("gob", ANN, subtypes=["Goblin"]))
    board.when(begins("[gob] becomes a Frog until end of turn."), attack(gob=BOB)).then(legal)
    board.when(begins("[gob] becomes a Frog in addition to its other types until end of turn."), attack(gob=BOB)).then(
        illegal("508.1c", "law")
    )
    board.when(begins("[gob] becomes a 1/1 artifact creature until end of turn."), attack(gob=BOB)).then(illegal("508.1c"))


def test_what_stops_being_a_creature_leaves_combat() -> None:
    """506.4."""
    turned = begins("[bear] becomes a Treasure artifact until end of turn.", BOB)
    board = given(creature("bear", ANN), creature("ox", ANN), GUARD)
    board.when(attack(bear=BOB, ox=BOB), turned).then(attacking(ox=BOB))
    animated = begins("[grove] becomes a 3/3 creature that's still a land until end of combat.")
    combat = (animated, attack(grove=BOB), {"combat": "again"}, attack(grove=BOB))
    given(land("grove", ANN)).when(*combat).then(illegal("508.1a", "grove"))


def test_a_removed_blocker_leaves_its_attacker_blocked() -> None:
    turned = begins("[guard] becomes a land until end of turn.")
    given(creature("bear", ANN), GUARD).when(attack(bear=BOB), block(guard="bear"), turned).then(blocked("bear"), unblocked())


@pytest.mark.parametrize(
    "text",
    [
        "[guard] gets +X/+X until end of turn.",
        "[guard] gets +1/+1 until end of turn for each creature you control.",
        "[guard] gets +X/+X and gains reach until end of turn, where X is its power.",
        "[guard] becomes the color of your choice until end of turn.",
        "[guard] becomes a copy of [sneak].",
        "[guard]'s power and toughness are switched until end of turn.",
    ],
)
def test_what_isnt_understood_is_declined_and_never_dropped(text: str) -> None:
    given(SKULK, GUARD).when(begins(text, BOB)).then(refused("wording-not-understood"))


@pytest.mark.parametrize("text", ["This creature gets +1/+1.", "Gets +1/+1 and gains reach", "It gets +1/+1 and gains reach."])
def test_an_effect_on_a_permanent(text: str) -> None:
    """Applied, or declined: never dropped."""
    given_so = given(SKULK, GUARD, effects=({"on": "guard", "text": text},), stated=False).when(
        attack(sneak=BOB), block(guard="sneak")
    )
    error = given_so.outcome().report.error
    if error is None:
        given_so.then(illegal("509.1b", "skulk"))
    else:
        assert error.kind == "wording-not-understood"


def test_what_is_still_a_land_keeps_its_types() -> None:
    dryad = {"id": "dryad", "controller": ANN, "types": ["Land"], "subtypes": ["Forest"]}
    text = "[dryad] becomes a 3/3 Elemental creature until end of turn.{}"
    walker = creature("walker", BOB, "Forestwalk\nThis creature attacks each combat if able.")
    for still, forest in ((" It's still a land.", True), ("", False)):
        board = given(dryad, walker, effects=(effect(ANN, text.format(still)),))
        attacked = board.when(attack(dryad=BOB)).then(legal)
        assert attacked.game.board.permanents["dryad"].types >= {"Land"}
        assert ("Land" in attacked.game.view.permanents["dryad"].types) is forest


def test_what_is_switched_as_an_ability_resolves_and_grown_before_is_switched_last() -> None:
    """613.4d."""
    switches = "Whenever this creature attacks, switch this creature's power and toughness until end of turn."
    grows = "Whenever this creature attacks, it gets +2/+0 until end of turn."
    for text, size in {switches: "4/1", f"{switches}\n{grows}": "4/3", f"{grows}\n{switches}": "4/3"}.items():
        given(creature("imp", ANN, text, power=1, toughness=4)).when(attack(imp=BOB), resolve()).then(sizes(imp=size))
