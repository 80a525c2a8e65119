"""What an "if" asks of a player named before, of base sizes and exact numbers; damage of several sources; and what may be
prevented later."""

from typing import Any

import pytest
from abilities.saying import check_said_as_read
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
    land,
    left,
    life,
    marked,
    permanent,
    resolve,
    sizes,
    tapped,
    triggers,
)

GAINS = "you gain 1 life."


def gained(outcome: Any) -> bool:
    return bool(outcome.game.board.life[ANN] == 21)


def attacks(text: str, *others: dict[str, Any], **more: Any) -> Any:
    """Ann's imp attacks Bob, and what triggers resolves."""
    return given(creature("imp", ANN, text), *others, players=(ANN, BOB, CAT), **more).when(attack(imp=BOB), resolve())


HIS = land("moor", BOB, "Swamp"), land("fen", BOB, "Swamp")


@pytest.mark.parametrize("asked", ["that player controls more lands than you", "you control fewer lands than that player"])
@pytest.mark.parametrize(
    "when", ["Whenever this creature attacks a player, if {}, ", "Whenever this creature attacks a player, {}"]
)
def test_that_player_is_who_is_attacked(asked: str, when: str) -> None:
    text = when.format(asked) + GAINS if "if" in when else f"{when.format('scry 1.')} If {asked}, {GAINS}"
    assert gained(attacks(text, *HIS).outcome())
    assert not gained(attacks(text, *(each | {"controller": CAT} for each in HIS)).outcome())


@pytest.mark.parametrize(("asked", "is_so"), [("they control a land", True), ("that player has more life than you", False)])
def test_that_player_is_who_is_dealt_damage(asked: str, is_so: bool) -> None:
    text = f"Whenever this creature deals combat damage to a player, if {asked}, {GAINS}"
    board = given(creature("imp", ANN, text), *HIS, life={ANN: 20, BOB: 20}).when(attack(imp=BOB), block(), damage(), resolve())
    assert gained(board.outcome()) == is_so


@pytest.mark.parametrize("asked", ["that player has more life than you", "they control a Goblin"])
def test_that_player_is_who_attacks_you(asked: str) -> None:
    text = f"Whenever an opponent attacks you, if {asked}, put a +1/+1 counter on this creature."
    for so in (True, False):
        board = given(
            creature("imp", ANN),
            creature("guard", BOB, text),
            *([creature("gob", ANN, subtypes=["Goblin"])] if so else [creature("gob", BOB, subtypes=["Goblin"])]),
            life={ANN: 15 if so else 9, BOB: 10},
        )
        board.when(attack(imp=BOB)).then(triggers(guard=int(so)))


@pytest.mark.parametrize(
    ("asked", "board", "is_so"),
    [
        ("its power is exactly 2", {}, True),
        ("its power is exactly 3", {}, False),
        ("you have exactly 20 life", {}, True),
        ("its power is greater than its base power", {"counters": {"+1/+1": 1}}, True),
        ("its power is greater than its base power", {}, False),
        ("its toughness is greater than its power", {"toughness": 3}, True),
        ("it has fewer than three oil counters on it", {"counters": {"oil": 2}}, True),
        ("it has fewer than three oil counters on it", {"counters": {"oil": 3}}, False),
        ("it has exactly two oil counters on it", {"counters": {"oil": 2}}, True),
        ("it has exactly two oil counters on it", {"counters": {"oil": 3}}, False),
        ("it has two or fewer counters on it", {"counters": {"oil": 2}}, True),
        ("there are two or more attacking creatures", {}, False),
        ("there is an attacking creature", {}, True),
        ("you control both an artifact and an enchantment", {}, False),
        ("you control creatures with total power 2 or greater", {}, True),
        ("you control creatures with total power 3 or greater", {}, False),
    ],
)
def test_numbers_that_an_if_asks_of(asked: str, board: dict[str, Any], is_so: bool) -> None:
    board = {"power": 2, "toughness": 2} | board
    chalice = permanent("chalice", ANN, types=["Artifact"])
    for text in (
        f"Whenever this creature attacks, if {asked}, {GAINS}",
        f"Whenever this creature attacks, scry 1. If {asked}, {GAINS}",
    ):
        run = given(creature("imp", ANN, text, **board), chalice).when(attack(imp=BOB), resolve())
        assert gained(run.outcome()) == is_so, text


def test_what_was_so_in_the_turn_is_stated_as_well_where_it_is_asked_late() -> None:
    text = f"Whenever this creature attacks, scry 1. If you descended this turn, {GAINS}"
    for so in (True, False):
        board = given(creature("imp", ANN, text), facts={ANN: {"you descended this turn": so}})
        assert gained(board.when(attack(imp=BOB), resolve()).outcome()) == so
    unknown = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).outcome()
    assert "you descended this turn" in str(unknown.step)


# --- damage of several --------------------------------------------------------------------------------------------------


def test_each_of_several_deals_damage() -> None:
    text = "Whenever this creature attacks, each other creature you control deals damage equal to its power to target creature."
    others = creature("elk", ANN, power=1), creature("ape", ANN, "Deathtouch", power=3), creature("ox", BOB, toughness=9)
    board = given(creature("imp", ANN, text, power=5), *others)
    board.when(attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["ox"]})).then(left("ox"))
    weak = given(creature("imp", ANN, text, power=5), others[0], others[2])
    weak.when(attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["ox"]})).then(marked(ox=1))


def test_each_of_those_who_block_deals_damage() -> None:
    text = "Whenever this creature becomes blocked, each creature blocking it deals 1 damage to defending player."
    board = given(creature("imp", ANN, text), creature("elk", BOB), creature("ox", BOB), creature("cow", BOB))
    board.when(attack(imp=BOB), block(elk="imp", ox="imp"), resolve()).then(life(Bob=18))


def test_targets_deal_damage_each_their_own() -> None:
    text = (
        "Whenever this creature attacks, up to two target creatures you control each deal damage equal to their power to another "
        "target creature."
    )
    others = creature("elk", ANN, power=1), creature("ape", ANN, power=3), creature("ox", BOB, toughness=9)
    board = given(creature("imp", ANN, text), *others)
    board.when(attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["elk", "ape", "ox"]})).then(marked(ox=4))


# --- what may be prevented later ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pays", [True, False])
def test_it_may_be_prevented_when_it_is_done(pays: bool) -> None:
    text = "Whenever this creature blocks a creature, destroy that creature at end of combat unless its controller pays 3 life."
    board = given(creature("imp", ANN, power=4, toughness=9), creature("ox", BOB, text, toughness=9))
    done = board.when(
        attack(imp=BOB),
        block(ox="imp"),
        resolve(),
        damage(),
        {"end_of_combat": True},
        resolve(1, {"source": "ox", "accept": [pays]}),
    )
    done.then(life(Ann=17 if pays else 20), *(() if pays else (left("imp"),)))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, sacrifice it at end of combat unless you pay {R}.",
        "Whenever this creature becomes blocked by a Wall, destroy that creature at end of combat. It can't be regenerated.",
        "Whenever this creature attacks, each other attacking creature deals 1 damage to defending player.",
        "Whenever this creature is dealt damage, each other creature deals damage equal to its power to this creature.",
        "Whenever this creature attacks, if it's neither day nor night, you gain 2 life.",
        "Whenever this creature attacks, if its power is greater than its base power, you gain 2 life.",
        "Whenever this creature attacks, if you have fewer cards in hand than defending player, you gain 2 life.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    check_said_as_read(text)


# --- another target ------------------------------------------------------------------------------------------------------


def test_another_target_is_another_than_the_one_before() -> None:
    text = "Whenever this creature attacks, tap target creature and another target creature gets +1/+1 until end of turn."
    board = given(creature("imp", ANN, text), creature("elk", ANN), creature("ox", BOB))
    told = {"source": "imp", "targets": ["ox", "elk"]}
    board.when(attack(imp=BOB), resolve("all", told)).then(tapped("imp", "ox"), sizes(elk="3/3"))
    twice = told | {"targets": ["ox", "ox"]}
    board.when(attack(imp=BOB), resolve("all", twice)).then(illegal("603.3d"))
