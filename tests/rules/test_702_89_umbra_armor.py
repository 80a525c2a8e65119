"""702.89: what an Aura with umbra armor enchants isn't destroyed; its damage is removed, and the Aura is destroyed instead."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, damage, effect, given, has, left, permanent, refused, resolve

OX, GUARD = creature("ox", ANN, power=3, toughness=9), creature("guard", BOB)
KILLER = creature("ox", ANN, "Whenever this creature attacks, destroy target creature defending player controls.")
FIGHT = attack(ox=BOB), block(guard="ox"), damage()


def armor(text: str = "Umbra armor", **more: Any) -> dict[str, Any]:
    return permanent(more.pop("id", "aura"), BOB, text, types=("Enchantment", "Aura"), attached_to="guard", **more)


@pytest.mark.parametrize("keyword", ["Umbra armor", "Totem armor"])
def test_the_aura_is_destroyed_instead(keyword: str) -> None:
    given(OX, GUARD, armor(keyword)).when(*FIGHT).then(left("aura"), has("guard", marked=0, tapped=False))
    given(KILLER, GUARD, armor(keyword)).when(attack(ox=BOB), resolve()).then(left("aura"), has("guard", marked=0))


def test_by_deathtouch_too() -> None:
    touching = creature("ox", ANN, "Deathtouch", power=1, toughness=9)
    given(touching, GUARD, armor()).when(*FIGHT).then(left("aura"), has("guard", marked=0, deathtouched=False))


def test_an_indestructible_aura_stays() -> None:
    for board, steps in ((OX, FIGHT), (KILLER, (attack(ox=BOB), resolve()))):
        given(board, GUARD, armor("Umbra armor\nIndestructible")).when(*steps).then(left(), has("guard", marked=0))


def test_toughness_0_destroys_nothing() -> None:
    shrinks = "Whenever this creature attacks, target creature defending player controls gets -2/-2 until end of turn."
    shrinking = creature("ox", ANN, shrinks)
    given(shrinking, GUARD, armor()).when(attack(ox=BOB), resolve()).then(left("guard", "aura"))


def test_which_of_two_replaces_it_is_chosen() -> None:
    given(OX, GUARD, armor(), armor(id="other")).when(*FIGHT).then(refused("wording-not-understood", "destruction of guard"))
    saved = given(OX, GUARD, armor(), effects=(effect(BOB, "Regenerate [guard]."),))
    saved.when(*FIGHT).then(refused("wording-not-understood", "destruction of guard"))
