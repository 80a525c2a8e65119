"""What is done instead, stated before its condition or as a choice; and conditions of an ability's "if"."""

from typing import Any

import pytest
from declarant.events.abilities import CreatesTokens, Triggered
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, Check, attack, block, creature, damage, given, has, life, permanent, resolve, sizes, triggers

ATTACKS = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's 2/2 imp attacks Bob, and what its text says is done; Ann has 8 life and Bob 2."""
    board = given(creature("imp", ANN, ATTACKS + text), *others, life={ANN: 8, BOB: 2}, hand={BOB: 2}, graveyard={ANN: 1})
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


WIZARD = creature("wiz", ANN, types=["Wizard"])


@pytest.mark.parametrize(
    ("text", "without", "with_it"),
    [
        (
            "target creature gets -1/-1 until end of turn. It gets -2/-2 until end of turn instead if you control a Wizard.",
            sizes(ox="4/4"),
            sizes(ox="3/3"),
        ),
        (
            "target creature gets -1/-1 until end of turn. If you control a Wizard, that creature gets -2/-2 instead.",
            sizes(ox="4/4"),
            sizes(ox="3/3"),
        ),
        ("it deals 1 damage to you. It deals 3 damage instead if you control a Wizard.", life(Ann=7), life(Ann=5)),
        ("you gain 1 life. You gain 3 life instead if you control a Wizard.", life(Ann=9), life(Ann=11)),
    ],
)
def test_what_is_done_instead_is_stated_before_its_condition(text: str, without: Check, with_it: Check) -> None:
    ox = creature("ox", BOB, power=5, toughness=5)
    targets = {"targets": ["ox"]} if "target" in text else {}
    attacks(text, ox, **targets).then(without)
    attacks(text, ox, WIZARD, **targets).then(with_it)


@pytest.mark.parametrize(
    ("types", "accept", "zone"), [(["Goblin"], True, "battlefield"), (["Goblin"], False, "hand"), (["Elf"], None, "hand")]
)
def test_what_may_be_done_instead(types: list[str], accept: bool | None, zone: str) -> None:
    text = (
        "return target creature card from your graveyard to your hand. If it's a Goblin card, you may put it onto the "
        "battlefield instead."
    )
    rat = creature("rat", ANN, types=types)
    board = attacks(text, targets=["rat"], cards=[rat], accept=[] if accept is None else [accept]).outcome().game.board
    where = "battlefield" if "rat #2" in board.permanents else board.cards["rat"].zone
    assert where == zone


@pytest.mark.parametrize(
    ("asked", "so"),
    [
        ("you control the creature with the greatest power or tied for the greatest power", False),
        ("its power is greater than defending player's life total", False),
        ("its power is equal to defending player's life total", True),
        ("each player has 10 or less life", True),
        ("each opponent has 3 or more life", False),
    ],
)
def test_what_a_trigger_asks(asked: str, so: bool) -> None:
    imp = creature("imp", ANN, f"{ATTACKS}if {asked}, draw a card.")
    board = given(imp, creature("ox", BOB, power=5), life={ANN: 8, BOB: 2})
    board.when(attack(imp=BOB)).then(triggers(imp=1) if so else triggers())


def test_a_condition_that_is_not_understood_is_declined() -> None:
    text = f"{ATTACKS}you gain 1 life. You gain 3 life instead if the moon is blue."
    (ability,) = read_permanent(text, types=["Creature"])
    assert ability.does is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("destroy up to one target artifact, up to one target creature, and up to one target enchantment.", {"orb", "ox"}),
        (
            "exile target artifact and target creature. For as long as that card remains exiled, its owner may play it.",
            {"orb", "ox"},
        ),
        ("destroy one target artifact and one target creature.", {"orb", "ox"}),
    ],
)
def test_several_kinds_are_moved_together(text: str, gone: set[str]) -> None:
    orb = permanent("orb", BOB, types=["Artifact"])
    board = attacks(text, orb, creature("ox", BOB), targets=["orb", "ox"]).outcome().game.board
    assert not {"orb", "ox"} & set(board.permanents)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("you have two or more {E}", True),
        ("you have three or more energy counters", False),
        ("a player has 2 or less life", True),
        ("a player has 1 or less life", False),
        ("creatures you control have total toughness 6 or greater", True),
        ("creatures you control have total toughness 7 or greater", False),
    ],
)
def test_what_is_asked_of_players_and_of_several(condition: str, holds: bool) -> None:
    text = f"you get {{E}}{{E}}. If {condition}, you gain 1 life."
    attacks(text, creature("elk", ANN, power=1, toughness=4)).then(life(Ann=9 if holds else 8))


@pytest.mark.parametrize(("power", "gained"), [(3, 1), (2, 0)])
def test_what_is_compared_is_named_once(power: int, gained: int) -> None:
    text = "Whenever another creature attacks, if that creature's power is greater than this creature's, you gain 1 life."
    board = given(creature("imp", ANN, text, power=2), creature("elk", ANN, power=power))
    board.when(attack(elk=BOB), resolve()).then(life(Ann=20 + gained))


@pytest.mark.parametrize(("subtype", "counters"), [("Cat", 2), ("Elk", 1)])
@pytest.mark.parametrize("who", ["this creature", "equipped creature"])
def test_it_is_put_instead_on_what_was_asked_of(who: str, subtype: str, counters: int) -> None:
    text = f"Whenever a creature attacks, put a +1/+1 counter on {who}. If {who} is a Cat, put two +1/+1 counters on it instead."
    host, imp = creature("host", ANN, types=[subtype]), creature("imp", ANN)
    if who == "equipped creature":
        board = given(permanent("gear", ANN, text, types=["Artifact", "Equipment"], attached_to="host"), host, imp)
    else:
        board = given({**host, "text": text}, imp)
    board.when(attack(imp=BOB), resolve()).then(has("host", counters={"+1/+1": counters}))


def test_it_may_be_the_target_or_what_was_asked_of() -> None:
    text = "put a +1/+1 counter on target creature. If this creature is tapped, put two +1/+1 counters on it instead."
    (ability,) = read_permanent(ATTACKS + text, types=["Creature"])
    assert isinstance(ability, Triggered) and ability.does is None


@pytest.mark.parametrize(("keyword", "gained"), [("", 1), ("Flying", 0)])
def test_what_died_is_asked_what_it_didnt_have(keyword: str, gained: int) -> None:
    watch = permanent("watch", BOB, "Whenever a creature dies, if it didn't have flying, you gain 1 life.", types=["Enchantment"])
    board = given(creature("imp", ANN, keyword), creature("bat", BOB, "Flying", power=3, toughness=3), watch)
    board.when(attack(imp=BOB), block(bat="imp"), damage(), resolve()).then(life(Bob=20 + gained))


def test_so_many_more_are_created_instead() -> None:
    text = "When this creature dies, create two tapped Treasure tokens. If it was attacking, create three instead."
    (ability,) = read_permanent(text, types=["Creature"])
    assert [each.number for each in parts_of(ability) if isinstance(each, CreatesTokens)] == [3, 2]


@pytest.mark.parametrize(("on_the_imp", "gained"), [(2, 1), (1, 0)])
def test_what_is_attached_to_it_is_counted(on_the_imp: int, gained: int) -> None:
    hosts = ["imp"] * on_the_imp + ["elk"] * (3 - on_the_imp)
    gear = [permanent(f"gear{at}", ANN, types=["Artifact", "Equipment"], attached_to=host) for at, host in enumerate(hosts)]
    attacks("tap it. If two or more Equipment are attached to it, you gain 1 life.", creature("elk", ANN), *gear).then(
        life(Ann=8 + gained)
    )
