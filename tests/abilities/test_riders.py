"""What follows in later sentences of an ability: of what was moved, counted, sacrificed or returned, and what waits."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    attacking,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    left,
    life,
    permanent,
    planeswalker,
    resolve,
    resolved,
    sizes,
    tapped,
)

FIRST = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], choices: dict[str, Any] | None = None, **more: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and everything resolves."""
    steps = [resolve(1, {"source": "imp", **choices})] if choices else []
    return given(creature("imp", ANN, FIRST + text), *others, **more).when(attack(imp=BOB), *steps, resolve())


def of_type(type: str, *ids: str) -> Any:
    def check(outcome: Any) -> None:
        assert {id for id, each in outcome.game.view.permanents.items() if type in each.types} == {*ids}

    return check


@pytest.mark.parametrize(
    ("what", "gained"),
    [({"types": ["Artifact", "Creature"]}, 3), ({"types": ["Creature"], "token": True}, 1), ({"types": ["Creature"]}, 0)],
)
def test_what_was_moved_is_asked_of_as_it_left(what: dict[str, Any], gained: int) -> None:
    text = (
        "return target creature to its owner's hand. If it was an artifact, you gain 3 life. If it was a token, you gain 1 life."
    )
    ox = permanent("ox", BOB, power=2, toughness=2, **what)
    outcome = attacks(text, ox, choices={"targets": ["ox"]}).then(life(Ann=20 + gained))
    assert not outcome.game.stack.marks


def test_what_wasnt_moved_is_asked_of_as_it_is() -> None:
    text = "destroy target creature. If it was an artifact, you gain 3 life. If it wasn't a token, you gain 1 life."
    golem = permanent("golem", BOB, "Indestructible", types=["Artifact", "Creature"], power=2, toughness=2)
    attacks(text, golem).then(life(Ann=24))
    up_to = "destroy up to one target land. If it wasn't a token, you gain 1 life."
    attacks(up_to).then(life(Ann=20))


@pytest.mark.parametrize(("counters", "life_total"), [(1, 20), (2, 25)])
def test_counters_on_what_they_were_just_put_on(counters: int, life_total: int) -> None:
    text = "Whenever a creature you control attacks alone, it gains lifelink until end of turn. Put a dread counter on this "
    then = "enchantment. Then if there are three or more dread counters on it, you gain 5 life."
    shadows = permanent("shadows", ANN, text + then, types=["Enchantment"], counters={"dread": counters})
    ox = creature("ox", ANN, counters={"dread": 7})
    given(shadows, ox).when(attack(ox=BOB), resolve()).then(
        life(Ann=life_total), has("shadows", counters={"dread": counters + 1})
    )


@pytest.mark.parametrize(("type", "dealt"), [("Giant", 6), ("Elf", 3)])
def test_another_amount_instead_is_dealt_to_the_same(type: str, dealt: int) -> None:
    text = (
        "you may sacrifice another creature. When you do, this creature deals damage equal to the sacrificed creature's power to "
    )
    instead = "target opponent. If the sacrificed creature was a Giant, this creature deals twice that much damage instead."
    ox = creature("ox", ANN, power=3, types=["Creature", type])
    attacks(text + instead, ox, choices={"accept": [True], "sacrificed": ["ox"]}).then(life(Bob=20 - dealt))


def test_a_fixed_amount_instead() -> None:
    text = "it deals 1 damage to any target. If you control a Mountain, this creature deals 2 damage instead."
    attacks(text, permanent("peak", ANN, types=["Land", "Mountain"])).then(life(Bob=18))
    attacks(text).then(life(Bob=19))


def test_what_returns_with_counters_and_another_type() -> None:
    returns = (
        "When this creature dies, return it to the battlefield under its owner's control with two additional +1/+1 counters on "
    )
    dies = creature("elk", ANN, returns + "it. It's a Vampire in addition to its other types.")
    board = given(dies, creature("ox", BOB, power=5, toughness=5))
    board.when(attack(elk=BOB), block(ox="elk"), damage(), resolve()).then(
        sizes(**{"elk #2": "4/4"}), has("elk #2", counters={"+1/+1": 2}), of_type("Vampire", "elk #2")
    )


def test_a_creature_stays_tapped_for_as_long_as_something_holds() -> None:
    text = "tap target creature. That creature doesn't untap during its controller's untap step for as long as this creature "
    text += "remains tapped."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", BOB))
    held = board.when(attack(imp=BOB), resolve(), {"turn": BOB})
    held.then(tapped("imp", "ox"))
    board.when(attack(imp=BOB), resolve(), {"turn": ANN}, {"turn": BOB}).then(tapped())


def test_for_as_long_as_a_counter_is_on_it() -> None:
    text = (
        "put a mark counter on target creature. For as long as that creature has a mark counter on it, it's a Wraith in addition "
    )
    text += "to its other types."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", BOB))
    board.when(attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["ox"]})).then(of_type("Wraith", "ox"))


@pytest.mark.parametrize(
    ("when", "turns"), [("the next upkeep", (BOB,)), ("your next upkeep", (BOB, ANN)), ("your next end step", (BOB,))]
)
def test_what_waits_for_a_step(when: str, turns: tuple[str, ...]) -> None:
    text = f"at the beginning of {when}, you gain 3 life."
    board = given(creature("imp", ANN, FIRST + text))
    for passed in range(len(turns) + 1):
        steps = [{"turn": each} for each in turns[:passed]]
        board.when(attack(imp=BOB), resolve(), *steps).then(life(Ann=23 if passed == len(turns) else 20))


def test_your_next_end_step_isnt_an_opponents() -> None:
    text = "Whenever this creature blocks, at the beginning of your next end step, you gain 3 life."
    board = given(creature("wall", BOB, text), creature("imp", ANN))
    fought = (attack(imp=BOB), block(wall="imp"), resolve(), {"turn": BOB})
    board.when(*fought).then(life(Bob=20))
    board.when(*fought, {"turn": ANN}).then(life(Bob=23))


def test_those_exiled_return_later() -> None:
    text = "exile each other creature you control. Return them to the battlefield tapped under their owner's control at the "
    text += "beginning of the next end step."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", ANN))
    board.when(attack(imp=BOB), resolve()).then(left("ox"))
    game = board.when(attack(imp=BOB), resolve(), {"turn": BOB}).then().game
    assert "ox #2" in game.board.permanents


def test_a_token_that_is_goaded_for_good() -> None:
    text = "target opponent creates a 4/2 red Pirate creature token. The token is goaded for the rest of the game."
    board = given(creature("imp", ANN, FIRST + text))
    game = board.when(attack(imp=BOB), resolve(), {"turn": BOB}, {"turn": ANN}, {"turn": BOB}).then().game
    (pirate,) = (each.id for each in game.board.permanents.values() if each.token)
    assert [id for id, _ in game.view.designated("goaded")] == [pirate]


def test_a_named_token_says_its_name() -> None:
    text = 'create Bones, a legendary 2/1 black Skeleton creature token with "Bones can\'t attack" and '
    text += '"When Bones dies, you gain 1 life."'
    game = attacks(text).then(resolved("imp")).game
    (bones,) = (each for each in game.board.permanents.values() if each.token)
    assert (bones.name, bones.power, len(bones.abilities)) == ("Bones", 2, 2)


def test_one_of_several_counters_is_chosen() -> None:
    text = "put a flying, lifelink, or +1/+1 counter on it."
    attacks(text, choices={"modes": [2]}).then(has("imp", counters={"+1/+1": 1}))
    attacks(text, choices={"modes": [1]}).then(has("imp", counters={"lifelink": 1}), attacking(imp=BOB))


def test_who_becomes_the_monarch() -> None:
    game = attacks("you gain 1 life and you become the monarch.").then(life(Ann=21)).game
    assert game.board.held_by["monarch"] == ANN
    game = attacks("target opponent becomes the monarch, then you gain 1 life.").then(life(Ann=21)).game
    assert game.board.held_by["monarch"] == BOB


def test_a_planeswalker_is_called_by_its_name() -> None:
    text = "Whenever a creature you control attacks, put a loyalty counter on Kaito."
    kaito = permanent("kaito", ANN, text, types=["Legendary", "Planeswalker", "Kaito"], name="Kaito, Unseen", loyalty=3)
    given(creature("imp", ANN), kaito).when(attack(imp=BOB), resolve()).then(resolved("kaito"), has("kaito", loyalty=4))


def test_what_triggers_for_the_rest_of_the_turn_if_something_is_done() -> None:
    text = "you may pay 2 life. If you do, until end of turn, whenever this creature deals combat damage to a player, you gain 5 "
    text += "life."
    board = given(creature("imp", ANN, FIRST + text))
    for accept, total in ((True, 23), (False, 20)):
        choices = {"source": "imp", "accept": [accept]}
        board.when(attack(imp=BOB), resolve(1, choices), block(), damage(), resolve()).then(life(Ann=total))


def test_a_creature_dealt_damage_this_way_is_no_planeswalker() -> None:
    text = "it deals 3 damage to any target. If a creature dealt damage this way would die this turn, exile it instead."
    for other, zone in ((creature("ox", BOB, toughness=3), "exile"), (planeswalker("jace", BOB), "graveyard")):
        game = attacks(text, other, choices={"targets": [other["id"]]}).outcome().game
        assert game.board.cards[other["id"]].zone == zone


@pytest.mark.parametrize(
    "rest",
    ["gets -1/-1 for as long as this creature", "doesn't untap during its controller's untap step for as long as this creature"],
)
def test_what_lasts_for_as_long_as_something_holds_does_not_begin_again(rest: str) -> None:
    """611.2b: it ends as this creature untaps, though it is tapped again afterwards."""
    text = f"tap target creature. That creature {rest} remains tapped."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", BOB), creature("elk", BOB))
    first, then = (resolve("all", {"source": "imp", "targets": [id]}) for id in ("ox", "elk"))
    turns = [attack(imp=BOB), first, {"turn": BOB}, {"turn": ANN}, attack(imp=BOB), then]
    smaller = "1/1" if "-1/-1" in rest else "2/2"
    board.when(*turns).then(sizes(ox="2/2", elk=smaller))
    if smaller == "2/2":
        board.when(*turns, {"turn": BOB}).then(tapped("imp", "elk"))


@pytest.mark.parametrize(("power", "lives"), [(2, False), (3, True)])
def test_whether_a_shield_is_made_is_asked_as_it_is(power: int, lives: bool) -> None:
    text = "Whenever this creature blocks, regenerate this creature unless an opponent controls a creature with power 2 or less."
    board = given(creature("ox", ANN, power=power), creature("imp", BOB, text, power=1, toughness=1))
    game = board.when(attack(ox=BOB), block(imp="ox"), resolve(), damage()).outcome().game
    assert ("imp" in game.board.permanents) == lives


def test_a_counter_that_was_put_on_what_has_the_ability_is_asked_of_it() -> None:
    text = (
        "Whenever a creature you control attacks alone, it gains flying until end of turn. Put a dread counter on this "
        "enchantment. Then if there are two or more dread counters on it, sacrifice it."
    )
    board = given(creature("imp", ANN), enchantment("dark", ANN, text, counters={"dread": 1}))
    board.when(attack(imp=BOB), resolve()).then(left("dark"))


@pytest.mark.parametrize("owner", [ANN, BOB])
def test_what_returns_later_under_your_control(owner: str) -> None:
    text = (
        "Whenever this creature attacks, exile up to one other target creature. At the beginning of the next end step, return "
        "that card to the battlefield under its owner's control. If it entered under your control, put a +1/+1 counter on this "
        "creature."
    )
    fight = attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]}), {"turn": BOB}
    game = given(creature("imp", ANN, text), creature("ox", owner)).when(*fight).then().game
    assert "ox #2" in game.board.permanents and game.board.permanents["imp"].counters == ({"+1/+1": 1} if owner == ANN else {})


def test_several_are_exiled_and_return_together() -> None:
    text = (
        "Whenever this creature attacks, at end of combat, exile it and up to one creature you control with flying, then return "
        "those cards to the battlefield under their owner's control."
    )
    board = given(creature("imp", ANN, text), creature("bat", ANN, "Flying"))
    game = (
        board.when(
            attack(imp=BOB),
            resolve(),
            block(),
            damage(),
            {"end_of_combat": True},
            resolve("all", {"source": "imp", "chosen": ["bat"]}),
        )
        .then()
        .game
    )
    assert {"imp #2", "bat #2"} <= set(game.board.permanents)
