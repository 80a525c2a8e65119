"""615.5: an effect that prevents damage may remove a counter, once for what is dealt at one time; or it prevents half of it."""

import pytest
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, attack, block, creature, damage, dealt, dies, enchantment, given, has, life, sizes

PHANTOM = "If damage would be dealt to this creature, prevent that damage. Remove a +1/+1 counter from this creature."
HALF = "If a source would deal damage to you, prevent half that damage, rounded {}."


def phantom(**more: int) -> dict[str, object]:
    return creature("ghost", ANN, PHANTOM, counters={"+1/+1": 3}, power=3, toughness=3, **more)


@pytest.mark.parametrize("blockers", [("elk",), ("elk", "cow")])
def test_of_what_is_dealt_damage_at_one_time_one_counter_is_removed(blockers: tuple[str, ...]) -> None:
    board = given(phantom(), creature("elk", BOB, power=9), creature("cow", BOB))
    blocked = board.when(attack(ghost=BOB), block(**dict.fromkeys(blockers, "ghost")), damage(ghost={"elk": 3}))
    blocked.then(has("ghost", marked=0, counters={"+1/+1": 2}), sizes(ghost="2/2"))


def test_each_combat_damage_step_removes_one() -> None:
    board = given(phantom(), creature("elk", BOB, "Double strike", toughness=9))
    board.when(attack(ghost=BOB), block(elk="ghost"), damage(), damage()).then(has("ghost", counters={"+1/+1": 1}))


def test_it_is_removed_where_damage_cant_be_prevented_too() -> None:
    board = given(phantom(), creature("elk", BOB), enchantment("law", BOB, "Damage can't be prevented."))
    fight = (attack(ghost=BOB), block(elk="ghost"), damage())
    board.when(*fight).then(dealt(elk={"ghost": 2}, ghost={"elk": 3}), dies(None, "ghost", "elk"))


@pytest.mark.parametrize(("rounded", "power", "left"), [("up", 5, 18), ("down", 5, 17), ("up", 4, 18), ("up", 1, 20)])
def test_half_of_the_damage_is_prevented(rounded: str, power: int, left: int) -> None:
    board = given(creature("ox", ANN, power=power), enchantment("law", BOB, HALF.format(rounded)))
    board.when(attack(ox=BOB), block(), damage()).then(life(Bob=left))


TODAY = "If damage would be dealt to this creature, prevent that damage and remove a +1/+1 counter from it."


@pytest.mark.parametrize(("text", "words"), [(PHANTOM, TODAY), (HALF.format("up"), HALF.format("up"))])
def test_it_is_rendered_in_the_words_of_today(text: str, words: str) -> None:
    (read,) = read_permanent(text, name="Ghost", types=("Creature",))
    assert render(read, "Ghost").rstrip(".").lower() == words.rstrip(".").lower()
    assert read_permanent(words)[0].model_copy(update={"text": read.text}) == read
