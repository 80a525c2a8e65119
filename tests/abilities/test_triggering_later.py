"""Abilities that are there for the rest of the turn, or until a creature leaves (603.7); what is exiled instead of dying."""

import pytest
from declarant.events import abilities as a
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, block, creature, damage, given, left, life, resolve, sizes

ELK = creature("elk", BOB, power=5, toughness=5)


def test_when_that_creature_dies_this_turn() -> None:
    text = (
        "Whenever you attack, target attacking creature gets +1/+0 until end of turn. When that creature dies this turn, you "
        "gain 3 life."
    )
    board = given(creature("imp", ANN, text), creature("elf", ANN), ELK)
    fight = attack(imp=BOB, elf=BOB), resolve("all", {"source": "imp", "targets": ["elf"]})
    board.when(*fight, block(elk="elf"), damage(), resolve()).then(life(Ann=23))
    board.when(*fight, block(elk="imp"), damage(), resolve()).then(life(Ann=20))


def test_whenever_that_creature_deals_combat_damage_this_turn() -> None:
    text = (
        "Whenever this creature attacks, another target attacking creature gains double strike until end of turn. Whenever that "
        "creature deals combat damage to a player this turn, you gain 1 life."
    )
    board = given(creature("imp", ANN, text), creature("elf", ANN))
    board.when(attack(imp=BOB, elf=BOB), resolve(), block(), damage(), resolve(), damage(), resolve()).then(life(Ann=22))


def test_whenever_that_creature_is_dealt_damage_this_turn() -> None:
    text = (
        "Whenever you attack, choose target attacking creature. Whenever that creature is dealt damage this turn, it deals that "
        "much damage to each opponent."
    )
    board = given(creature("imp", ANN, text), creature("elf", ANN), ELK)
    fight = attack(imp=BOB, elf=BOB), resolve("all", {"source": "imp", "targets": ["elf"]})
    board.when(*fight, block(elk="elf"), damage(), resolve()).then(life(Bob=13))
    board.when(*fight, block(elk="imp"), damage(), resolve()).then(life(Bob=18))


@pytest.mark.parametrize(("asked", "dies"), [("it attacked this turn", True), ("it didn't attack this turn", False)])
def test_what_a_target_did_this_turn_is_asked_then(asked: str, dies: bool) -> None:
    text = (
        "Whenever you attack, target creature gets +1/+0 until end of turn. At the beginning of the next end step, destroy that "
        f"creature if {asked}."
    )
    board = given(creature("imp", ANN, text), creature("elf", ANN))
    fight = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["imp"]}), block(), damage(), {"turn": BOB})
    assert ("imp" not in fight.outcome().game.board.permanents) == dies
    other = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elf"]}), block(), damage(), {"turn": BOB})
    assert ("elf" in other.outcome().game.board.permanents) == dies


def test_what_would_die_is_exiled_instead() -> None:
    text = (
        "Whenever this creature attacks, it deals 3 damage to target creature. If that creature would die this turn, exile it "
        "instead."
    )
    outcome = given(creature("imp", ANN, text), creature("ox", BOB)).when(attack(imp=BOB), resolve()).then(left("ox"))
    assert outcome.game.board.cards["ox"].zone == "exile"


def test_one_of_them_is_chosen() -> None:
    text = "Whenever one or more creatures you control attack, put a +1/+1 counter on one of them."
    board = given(creature("imp", ANN, text), creature("elf", ANN))
    board.when(attack(imp=BOB, elf=BOB), resolve("all", {"source": "imp", "chosen": ["elf"]})).then(sizes(elf="3/3", imp="2/2"))


@pytest.mark.parametrize(
    "text",
    [
        "When that creature attacks, draw a card.",
        "Whenever that creature deals damage, draw a card.",
        "When you next cast a creature spell this turn, put a +1/+1 counter on this creature.",
    ],
)
def test_what_else_triggers_later_is_not_read(text: str) -> None:
    whole = f"Whenever this creature attacks, tap target creature. {text}"
    assert [each.does for each in read_permanent(whole) if isinstance(each, a.Triggered)] == [None]


def test_what_a_later_ability_makes_is_meant_by_its_own_words() -> None:
    text = (
        "Whenever this creature attacks, you may tap an untapped Elf you control. When you do, create a 1/1 red Goblin creature "
        "token. It gains haste until end of turn."
    )
    fight = attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})
    game = given(creature("imp", ANN, text), creature("elf", ANN, types=["Creature", "Elf"])).when(*fight).then().game
    (effect,) = (timed.effect for timed in game.board.effects.values())
    assert a.IsOneOf(ids=("imp token 1",)) in parts_of(effect.abilities)


def test_the_if_of_an_ability_that_triggers_later_is_asked_as_it_triggers() -> None:
    """603.4: it doesn't trigger where it isn't so."""
    text = (
        "Whenever this creature attacks, put an egg counter on target creature you don't control. "
        "When that creature dies, if it has an egg counter on it, you gain 2 life."
    )
    chosen = {"source": "imp", "targets": ["elk"]}
    board = given(creature("imp", ANN, text), creature("cub", ANN, power=3), creature("elk", BOB))
    start = attack(imp=BOB, cub=BOB), resolve("all", chosen)
    fight = block(elk="cub"), damage(), resolve()
    board.when(*start, *fight).then(life(Ann=22))
    gone = board.when(*start, {"changes": {"id": "elk", "counters": {}}}, *fight).then(life(Ann=20)).game
    assert not any(each.source == "imp" for each in gone.stack.abilities)
