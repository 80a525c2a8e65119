"""An intervening "if" about what died asks how it was as it most recently existed (603.4, 603.10a, 608.2h)."""

from typing import Any

import pytest
from abilities.resolving import as_it_dies
from referee import (
    ANN,
    BOB,
    END_OF_COMBAT,
    Check,
    attack,
    block,
    creature,
    damage,
    dies,
    enchantment,
    given,
    has,
    illegal,
    life,
    marked,
    permanent,
    resolve,
    sizes,
)

GEAR: dict[str, Any] = {"types": ("Artifact", "Equipment"), "attached_to": "ox"}
GUARD = creature("guard", BOB, power=5, toughness=9)


@pytest.mark.parametrize(
    ("asked", "more", "holds"),
    [
        ("it had no counters on it", {}, True),
        ("it had no counters on it", {"counters": {"oil": 1}}, False),
        ("it had a +1/+1 counter on it", {"counters": {"+1/+1": 1}}, True),
        ("it had a +1/+1 counter on it", {}, False),
        ("it was a Goblin", {"subtypes": ["Goblin"]}, True),
        ("it was a Goblin", {}, False),
        ("it had power 2 or greater", {}, True),
        ("it had power 3 or greater", {}, False),
        ("it was attacking", {}, True),
        ("it was attacking alone", {}, True),
        ("it was blocked", {}, True),
        ("it was equipped", {}, False),
        ("it was modified", {"counters": {"oil": 1}}, True),
        ("it was blocking", {}, False),
        ("it wasn't blocking", {}, True),
        ("it wasn't a token", {"token": True}, False),
    ],
)
def test_what_it_was_is_asked_as_it_triggers(asked: str, more: dict[str, Any], holds: bool) -> None:
    imp = creature("imp", ANN, f"When this creature dies, if {asked}, you gain 3 life.", **more)
    wall = creature("wall", BOB, power=5, toughness=5)
    given(imp, wall).when(attack(imp=BOB), block(wall="imp"), damage(), resolve()).then(life(Ann=23 if holds else 20))


def test_what_another_was_is_asked_of_that_one() -> None:
    text = "Whenever another creature you control dies, if it had flying, you gain 3 life."
    imp, bat, ox = creature("imp", ANN, text), creature("bat", ANN, "Flying"), creature("ox", ANN)
    spider = creature("spider", BOB, "Reach", power=5, toughness=5)
    board = given(imp, bat, ox, spider)
    board.when(attack(bat=BOB), block(spider="bat"), damage(), resolve()).then(life(Ann=23))
    board.when(attack(ox=BOB), block(spider="ox"), damage(), resolve()).then(life(Ann=20))


def test_tokens_that_are_created_meanwhile_are_not_meant() -> None:
    text = (
        "Whenever another creature you control dies, create a 1/1 red Satyr creature token. If the creature had power 4 or "
        "greater, create two of those tokens instead. You gain 1 life for each Satyr you control."
    )
    imp, giant, ox = creature("imp", ANN, text), creature("giant", ANN, power=4), creature("ox", ANN, power=3)
    wall = creature("wall", BOB, power=5, toughness=5)
    board = given(imp, giant, ox, wall)
    board.when(attack(giant=BOB), block(wall="giant"), damage(), resolve()).then(life(Ann=22))
    board.when(attack(ox=BOB), block(wall="ox"), damage(), resolve()).then(life(Ann=21))


def test_it_can_be_asked_after_it_died_how_it_stood() -> None:
    text = "Whenever another creature you control dies, you gain 1 life if it was attacking. Otherwise, you lose 1 life."
    board = given(creature("imp", ANN, text), creature("ox", ANN), GUARD, creature("elk", BOB, power=3))
    board.when(attack(ox=BOB), block(guard="ox"), damage(), resolve()).then(life(Ann=21))
    board = given(creature("imp", BOB, text), creature("ox", ANN, power=3), creature("elk", BOB))
    board.when(attack(ox=BOB), block(elk="ox"), damage(), resolve()).then(life(Bob=19))


def test_what_dies_together_is_asked_how_it_was_before() -> None:
    """603.10a, 704.3: neither was attacking alone, and the one had the bonus of the other."""
    event = "Whenever a creature you control dies, "
    watcher = enchantment(
        "altar", ANN, f"{event}if it was attacking alone, you gain 9 life.\n{event}you lose 1 life if it was blocked."
    )
    lord = creature("lord", ANN, "Other creatures you control get +1/+1.\nFirst strike", power=1, toughness=1)
    imp = creature("imp", ANN, "When this creature dies, you gain life equal to its power.", power=2, toughness=1)
    board = given(watcher, lord, imp, creature("b1", BOB, power=3), creature("b2", BOB, power=3), stated=False)
    board.when(attack(lord=BOB, imp=BOB), block(b1="lord", b2="imp"), damage(), damage(), resolve()).then(life(Ann=21))


def test_an_if_is_asked_of_the_board_after_it_died() -> None:
    """603.4: what left isn't counted any more, and has died."""
    asked = "you control no creatures", "a creature died this turn"
    texts = [f"Whenever a creature you control dies, if {each}, you gain 1 life." for each in asked]
    board = given(
        enchantment("altar", ANN, "\n".join(texts)),
        creature("ox", ANN),
        GUARD,
        facts={"Ann": {"a creature died this turn": False}},
    )
    board.when(attack(ox=BOB), block(guard="ox"), damage(), resolve()).then(life(Ann=22))


def test_who_blocked_it_and_whom_it_blocked() -> None:
    event = "Whenever another creature you control becomes blocked, "
    text = event + "sacrifice it. If you do, it deals 4 damage to each creature blocking it."
    board = given(creature("imp", ANN, text), creature("gob", ANN), creature("ox", ANN), GUARD, creature("elk", BOB, toughness=5))
    board.when(attack(gob=BOB), block(guard="gob"), resolve()).then(marked(guard=4, elk=0))
    text = "When this creature dies, destroy target creature blocked by it."
    board = given(creature("ox", ANN, power=3, toughness=9), creature("elk", ANN), creature("imp", BOB, text))
    board.when(attack(ox=BOB, elk=BOB), block(imp="ox"), damage(), resolve()).then(dies())


def test_what_was_attached_to_it() -> None:
    """Also where the Equipment is asked for later: what was attached to the creature as that left."""
    text = "Whenever another equipped creature you control dies, you may attach all Equipment attached to that creature to ~."
    axe, ox = permanent("axe", ANN, **GEAR), creature("ox", ANN)
    fight = attack(ox=BOB), block(guard="ox"), resolve(), damage(), resolve()
    game = given(creature("imp", ANN, text), ox, axe, GUARD).when(*fight).outcome().game
    assert game.board.permanents["axe"].attached_to == "imp"
    text = "Whenever this creature blocks an equipped creature, destroy all Equipment attached to that creature at end of combat."
    guard = creature("guard", BOB, text, power=5, toughness=9)
    game = given(ox, axe, permanent("bow", ANN, types=GEAR["types"]), guard).when(*fight, END_OF_COMBAT, resolve()).outcome().game
    assert "axe" not in game.board.permanents and "bow" in game.board.permanents


@pytest.mark.parametrize(
    "mover", ["", "Whenever a creature you control dies, attach all Equipment attached to it to this creature."]
)
def test_it_is_the_creature_that_was_equipped(mover: str) -> None:
    """However the Equipment is attached since: 603.10a, 608.2h."""
    axe = permanent("axe", ANN, "Whenever equipped creature dies, exile it. You gain life equal to its power.", **GEAR)
    bow = permanent(
        "bow", ANN, "Whenever equipped creature is dealt damage, it deals damage equal to its power to each opponent.", **GEAR
    )
    board = given(creature("imp", ANN, mover, power=7), creature("ox", ANN), axe, bow, GUARD)
    game = board.when(attack(ox=BOB), block(guard="ox"), damage(), resolve()).then(life(Ann=22, Bob=18)).game
    assert game.board.cards["ox"].zone == "exile" and not game.stack.marks


def test_what_it_shared() -> None:
    text = "When this creature dies, tap each other creature that shares a color with it."
    imp = creature("imp", ANN, text, colors=["R"])
    board = given(imp, creature("ox", ANN, colors=["R", "G"]), creature("elk", ANN, colors=["G"]), GUARD)
    game = board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve()).outcome().game
    assert not game.stack.marks and [id for id, one in game.board.permanents.items() if one.tapped] == ["ox"]


def test_an_aura_finds_the_card_that_it_has_become() -> None:
    """400.7: the creature left, and the Aura followed it into the graveyard."""
    aura = {"types": ("Enchantment", "Aura"), "attached_to": "ox"}
    halo = permanent("halo", ANN, "When enchanted creature dies, return this card to its owner's hand.", **aura)
    cloak = permanent("cloak", ANN, "When enchanted creature leaves the battlefield, return ~ to its owner's hand.", **aura)
    board = given(creature("ox", ANN), halo, cloak, permanent("axe", ANN, **GEAR), GUARD)
    game = board.when(attack(ox=BOB), block(guard="ox"), damage(), resolve()).outcome().game
    assert {id: game.board.cards[id].zone for id in ("ox", "halo", "cloak")} == {
        "ox": "graveyard",
        "halo": "hand",
        "cloak": "hand",
    }


def test_what_is_asked_to_be_on_the_battlefield_is_not_there_once_it_left() -> None:
    text = "Whenever you attack, if this creature is on the battlefield, you gain 1 life."
    felon = creature("ox", ANN, "Whenever this creature attacks, sacrifice another creature.")
    board = given(creature("imp", ANN, text), felon)
    for order, gained in (["imp", "ox"], 1), (["ox", "imp"], 0):
        board.when(attack(ox=BOB), {**resolve(), "in_order": order}).then(life(Ann=20 + gained))


@pytest.mark.parametrize(("power", "returns"), [(3, True), (4, False)])
def test_cards_are_compared_with_what_died_as_it_was(power: int, returns: bool) -> None:
    """608.2h."""
    text = (
        "When this creature dies, return target creature card with equal or lesser power from your graveyard to the battlefield."
    )
    chosen = {"source": "imp", "targets": ["elk"], "cards": [creature("elk", ANN, power=power)]}
    board = given(creature("imp", ANN, text, power=3), GUARD, graveyard={ANN: 1})
    died = board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve("all", chosen))
    if returns:
        died.then(has("elk #2", power=3))
    else:
        died.then(illegal("603.3d", "elk"))


@pytest.mark.parametrize(("who", "gained"), [("a source an opponent controls", 5), ("a source you control", 0)])
def test_damage_of_a_source_that_has_left_is_still_its_controllers(who: str, gained: int) -> None:
    """608.2h."""
    watch = enchantment("watch", ANN, f"Whenever {who} deals damage to you, you gain 5 life.")
    imp = creature("imp", BOB, "When this creature dies, it deals 1 damage to target player.")
    resolution = resolve("all", {"source": "imp", "targets": [ANN]})
    board = given(watch, imp, creature("ox", ANN, power=5))
    board.when(attack(ox=BOB), block(imp="ox"), damage(), resolution).then(life(Ann=19 + gained))


@pytest.mark.parametrize(("types", "counters"), [(["Warrior"], 2), (["Wizard"], 1)])
def test_what_it_was_as_it_died(types: list[str], counters: int) -> None:
    text = (
        "When this creature dies, put a +1/+1 counter on target creature you control. If this creature was a Warrior, put two "
        "+1/+1 counters on it instead."
    )
    imp, ox = creature("imp", ANN, text, types=types), creature("ox", BOB, power=9, toughness=9)
    fought = attack(imp=BOB), block(ox="imp"), damage(), resolve("all", {"source": "imp", "targets": ["elk"]})
    given(imp, creature("elk", ANN), ox).when(*fought).then(has("elk", counters={"+1/+1": counters}))


@pytest.mark.parametrize(
    ("text", "choices", "expected"),
    [
        ("each opponent loses life equal to its power and you gain that much life.", {}, life(Ann=23, Bob=17)),
        (
            "distribute a number of +1/+1 counters equal to its power among any number of target creatures you control.",
            {"targets": ["elk", "cow"], "division": {"elk": 1, "cow": 2}},
            sizes(elk="3/3", cow="4/4"),
        ),
        ("create a token that's a copy of it. It gains haste.", {}, has("imp token 1", power=3)),
    ],
)
def test_what_is_done_as_it_dies(text: str, choices: dict[str, Any], expected: Check) -> None:
    as_it_dies(f"When this creature dies, {text}", creature("elk", ANN), creature("cow", ANN), **choices).then(expected)


def test_counters_that_what_died_had_are_counted() -> None:
    text = "When this creature dies, put a +1/+1 counter on target creature you control for each counter this creature had."
    imp = creature("imp", ANN, text, power=0, toughness=0, counters={"+1/+1": 3})
    board = given(imp, creature("elk", ANN), creature("ox", BOB, power=9), stated=False)
    fought = attack(imp=BOB), block(ox="imp"), damage()
    board.when(*fought, resolve(1, {"source": "imp", "targets": ["elk"]})).then(sizes(elk="5/5"))


OF_THOSE = [
    ("you gain 1 life for each of them", {"Ann": 22}),
    ("you gain life equal to the total power of those creatures", {"Ann": 24}),
    ("you gain life equal to the greatest power among those creatures", {"Ann": 23}),
    ("each of those creatures deals damage equal to its power to defending player", {"Bob": 16}),
]


@pytest.mark.parametrize("leave", [(), ("imp",), ("imp", "elk")])
@pytest.mark.parametrize(("does", "totals"), OF_THOSE)
def test_those_that_attacked_count_as_they_are_or_most_recently_were(
    does: str, totals: dict[str, int], leave: tuple[str, ...]
) -> None:
    drum = enchantment("drum", ANN, f"Whenever you attack with one or more creatures, {does}.")
    board = given(drum, creature("imp", ANN, power=3), creature("elk", ANN, power=1))
    board.when(attack(imp=BOB, elk=BOB), *({"leaves": each} for each in leave), resolve()).then(life(**totals))


@pytest.mark.parametrize(("does", "totals"), OF_THOSE[:3])
def test_those_that_died_count(does: str, totals: dict[str, int]) -> None:
    drum = enchantment("drum", ANN, f"Whenever one or more creatures you control die, {does}.")
    guards = [creature(each, BOB, power=5, toughness=9) for each in ("guard", "wall")]
    board = given(drum, creature("imp", ANN, power=3), creature("elk", ANN, power=1), *guards)
    board.when(attack(imp=BOB, elk=BOB), block(guard="imp", wall="elk"), damage(), resolve()).then(life(**totals))


@pytest.mark.parametrize(
    ("when", "moves", "counters"),
    [
        ("another creature you control dies, if it had a +1/+1 counter on it", "put those counters on", {"+1/+1": 1}),
        ("another creature you control dies, if it had counters on it", "move those counters onto", {"+1/+1": 1, "oil": 2}),
        ("another creature you control with an oil counter on it dies", "move those counters onto", {"oil": 2}),
        ("another creature you control dies", "move its counters onto", {"+1/+1": 1, "oil": 2}),
    ],
)
def test_those_counters_are_those_that_were_asked_of(when: str, moves: str, counters: dict[str, int]) -> None:
    imp = creature("imp", ANN, f"Whenever {when}, {moves} this creature.")
    board = given(imp, creature("ox", ANN, power=3, toughness=2, counters={"+1/+1": 1, "oil": 2}), GUARD)
    board.when(attack(ox=BOB), block(guard=["ox"]), damage(), resolve()).then(has("imp", counters=counters))


def test_a_number_of_what_died_or_was_sacrificed() -> None:
    died = "you lose life equal to its power as it last existed on the battlefield"
    imp = creature("imp", ANN, f"Whenever another creature you control dies, {died}.")
    board = given(imp, creature("ox", ANN, power=3), GUARD)
    board.when(attack(ox=BOB), block(guard=["ox"]), damage(), resolve()).then(life(Ann=17))
    sacrificed = "you may sacrifice an artifact. If you do, you gain life equal to the mana value of the sacrificed artifact."
    imp = creature("imp", ANN, f"Whenever this creature attacks, {sacrificed}")
    board = given(imp, permanent("urn", ANN, types=("Artifact",), mana_value=4))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(life(Ann=24))
