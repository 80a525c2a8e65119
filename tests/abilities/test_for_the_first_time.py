"""What happens "for the first time each turn": of a creature or a player, its own first time; of several, that it happens at
all."""

import pytest
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, attack, block, creature, damage, enchantment, given, has, resolve, sizes, triggers

FIRST = " for the first time each turn, put a +1/+1 counter on it."
AGAIN = {"combat": "again"}
ATTACKERS = creature("ant", ANN, "Vigilance", toughness=9), creature("bee", ANN, "Vigilance", toughness=9)
BLOCKERS = creature("elk", BOB, toughness=9), creature("ox", BOB, toughness=9)


@pytest.mark.parametrize(
    ("event", "grown"),
    [
        ("a creature blocks a creature", {"elk", "ox"}),
        ("a creature becomes blocked by a creature", {"ant", "bee"}),
        ("a creature becomes blocked", {"ant", "bee"}),
        ("a creature attacks and isn't blocked", {"ant", "bee"}),
        ("a creature deals combat damage to a creature", {"ant", "bee", "elk", "ox"}),
        ("a creature deals combat damage to a player", {"ant", "bee"}),
        ("a creature is dealt combat damage", {"ant", "bee", "elk", "ox"}),
        ("a creature attacks", {"ant", "bee"}),
        ("a creature blocks", {"elk", "ox"}),
    ],
)
def test_each_creature_has_a_first_time_of_its_own(event: str, grown: set[str]) -> None:
    law = enchantment("law", ANN, f"Whenever {event}{FIRST}")
    combats = []
    for blocks in ({"elk": "ant"}, {"ox": "bee"}, {"ox": "ant"}):
        combats += [attack(ant=BOB, bee=BOB), resolve(), block(**blocks), resolve(), damage(), resolve(), AGAIN]
    outcome = given(*ATTACKERS, *BLOCKERS, law, life={BOB: 40}).when(*combats[:-1]).outcome()
    counters = {id: each.counters.get("+1/+1", 0) for id, each in outcome.game.board.permanents.items() if id != "law"}
    assert counters == {id: int(id in grown) for id in counters}
    assert not outcome.game.stack.marks


def test_of_two_that_block_the_same_attacker_each_is_meant() -> None:
    law = enchantment("law", BOB, "Whenever a creature blocks a creature, put a +1/+1 counter on it.")
    blocks = block(elk="ant", ox="ant")
    given(*ATTACKERS, *BLOCKERS, law).when(attack(ant=BOB), blocks, resolve()).then(sizes(elk="3/10", ox="3/10", ant="2/9"))
    law = enchantment(
        "law", BOB, "Whenever a creature becomes blocked by a creature for the first time each turn, you gain 1 life."
    )
    given(*ATTACKERS, *BLOCKERS, law).when(attack(ant=BOB), blocks).then(triggers(law=1))


def test_what_had_its_first_time_before_the_ability_was_there() -> None:
    law = enchantment(
        "law", BOB, "Whenever a creature blocks a creature for the first time each turn, put a +1/+1 counter on it."
    )
    first = attack(ant=BOB), block(elk="ant"), damage(), AGAIN
    again = {"enters": law}, attack(ant=BOB), block(elk="ant", ox="ant"), resolve()
    given(*ATTACKERS, *BLOCKERS).when(*first, *again).then(has("elk", counters={}), has("ox", counters={"+1/+1": 1}))


@pytest.mark.parametrize(("time", "counters"), [("first", (1, 1, 1)), ("second", (0, 1, 1)), ("third", (0, 0, 1))])
@pytest.mark.parametrize("whom", ["", " a player"])
def test_how_often_a_creature_attacked_this_turn_is_counted(time: str, counters: tuple[int, ...], whom: str) -> None:
    text = f"Whenever this creature attacks{whom} for the {time} time each turn, put a +1/+1 counter on this creature."
    (read,) = read_permanent(text)
    assert render(read) == text
    ant = creature("ant", ANN, f"Vigilance\n{text}")
    combats = [attack(ant=BOB), resolve(), block(), damage(), AGAIN]
    for number, grown in enumerate(counters, 1):
        outcome = given(ant, life={BOB: 40}).when(*(combats * number)[:-1]).outcome()
        assert outcome.game.board.permanents["ant"].counters.get("+1/+1", 0) == grown


@pytest.mark.parametrize(
    "event", ["you attack", "this creature blocks", "this creature becomes blocked", "this creature attacks alone"]
)
def test_what_else_happens_for_the_second_time_is_declined(event: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"Whenever {event} for the second time each turn, you gain 1 life.")
