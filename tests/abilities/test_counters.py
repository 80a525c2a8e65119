"""Counters of any kind: doubled, moved, removed; what others choose, and what keyword actions put them on."""

import pytest
from abilities.resolving import as_it_attacks
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    illegal,
    land,
    left,
    life,
    not_carried_out,
    refused,
    resolve,
    sizes,
)


def of_imp(text: str, **more: object) -> dict[str, object]:
    return creature("imp", ANN, f"Whenever this creature attacks, {text}", **more)


def test_each_kind_of_counter_is_doubled() -> None:
    elf = creature("elf", ANN, counters={"+1/+1": 2, "charge": 1}, power=4, toughness=4)
    board = given(of_imp("double the number of each kind of counter on target creature you control."), elf)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elf"]})).then(
        has("elf", counters={"+1/+1": 4, "charge": 2}), sizes(elf="6/6")
    )


def test_a_counter_of_any_kind_is_removed() -> None:
    text = "remove a counter from target permanent."
    board = given(of_imp(text), creature("elk", BOB, counters={"stun": 2}))
    chosen = {"source": "imp", "targets": ["elk"]}
    board.when(attack(imp=BOB), resolve("all", chosen)).then(has("elk", counters={"stun": 1}))
    board = given(of_imp(text), creature("elk", BOB, counters={"stun": 1, "charge": 1}))
    board.when(attack(imp=BOB), resolve("all", chosen)).then(not_carried_out("imp", "which counter"))
    board.when(attack(imp=BOB), resolve("all", {**chosen, "counters": ["charge"]})).then(has("elk", counters={"stun": 1}))


def test_all_counters_are_removed() -> None:
    elk = creature("elk", BOB, counters={"stun": 1, "charge": 1})
    chosen = {"source": "imp", "targets": ["elk"]}
    given(of_imp("remove all counters from target creature."), elk).when(attack(imp=BOB), resolve("all", chosen)).then(
        has("elk", counters={})
    )


def test_the_counters_of_what_died_are_put_on_another() -> None:
    text = "When this creature dies, put its counters on target creature you control."
    imp = creature("imp", ANN, text, counters={"+1/+1": 1, "trample": 1}, power=2, toughness=2)
    board = given(imp, creature("elf", ANN), creature("ox", BOB, power=5, toughness=5))
    board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(
        has("elf", counters={"+1/+1": 1, "trample": 1}), sizes(elf="3/3")
    )


def test_a_counter_is_moved() -> None:
    text = "you may move a +1/+1 counter from this creature onto another target creature you control."
    imp = of_imp(text, counters={"+1/+1": 1}, power=2, toughness=2)
    given(imp, creature("elf", ANN)).when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(
        sizes(imp="1/1", elf="3/3")
    )


def test_an_earthbent_land_returns() -> None:
    board = given(of_imp("earthbend 2."), land("wood", ANN, "Forest"), creature("ox", BOB, power=9, toughness=9))
    outcome = board.when(attack(imp=BOB), resolve()).then(sizes(wood="2/2"), has("wood", counters={"+1/+1": 2}))
    assert outcome.game.view.keywords("wood") == {"haste"}
    kill = enchantment("law", BOB, "Whenever a creature becomes blocked, destroy target land.")
    given(*board.case["battlefield"], kill).when(attack(imp=BOB), resolve(), block(ox="imp"), resolve()).then(
        has("wood #2", tapped=True, counters={})
    )


def test_what_is_airbent_is_exiled() -> None:
    board = given(of_imp("airbend up to one other target creature."), creature("elk", BOB))
    assert board.when(attack(imp=BOB), resolve()).then(left("elk")).game.board.cards["elk"].zone == "exile"


def test_another_player_chooses() -> None:
    text = "defending player chooses an untapped creature they control. That creature blocks this creature this turn if able."
    board = given(of_imp(text), creature("elk", BOB), creature("ox", BOB))
    chosen = resolve("all", {"source": "imp", "chosen": ["ox"]})
    board.when(attack(imp=BOB), chosen, block(elk="imp")).then(illegal("509.1c"))


def test_each_opponent_attacking_that_player_does_the_same() -> None:
    text = (
        "Enchant player\nWhenever enchanted player is attacked, you gain 2 life. Each opponent attacking that player does the "
        "same."
    )
    curse = enchantment("curse", BOB, text, subtypes=("Aura", "Curse"), attached_to=CAT)
    board = given(creature("imp", ANN), curse, players=(ANN, BOB, CAT))
    board.when(attack(imp=CAT), resolve()).then(life(Ann=22, Bob=22, Cat=20))


@pytest.mark.parametrize(
    "text",
    [
        "choose a counter on a permanent you control.",
        "move a counter from this creature onto it.",
        "put its counters on it.",
    ],
)
def test_what_else_is_done_with_counters_is_not_read(text: str) -> None:
    assert [each.does for each in read_permanent(f"Whenever this creature attacks, {text}") if isinstance(each, a.Triggered)] == [
        None
    ]


def test_each_opponent_blights_a_creature_of_their_own() -> None:
    others = creature("ox", BOB), creature("cow", BOB), creature("yak", CAT)
    as_it_attacks("each opponent blights 1.", *others, chosen=["ox", "yak"]).then(
        sizes(imp="2/2", ox="1/1", cow="2/2", yak="1/1")
    )


def test_up_to_so_many_other_creatures_are_supported() -> None:
    others = creature("ox", BOB), creature("elk", ANN)
    as_it_attacks("support 2.", *others, targets=["elk"]).then(sizes(imp="2/2", ox="2/2", elk="3/3"))
    as_it_attacks("support 2.", *others, targets=["elk", "ox"]).then(sizes(imp="2/2", ox="3/3", elk="3/3"))


@pytest.mark.parametrize(("held", "gained"), [(3, 3), (2, 0)])
@pytest.mark.parametrize("which", ["remove all of them", "remove them all", "remove those counters"])
def test_counters_that_an_if_asks_of_are_removed(held: int, gained: int, which: str) -> None:
    text = f"if it has three or more charge counters on it, {which} and you gain 3 life."
    done = as_it_attacks(text, by={"counters": {"charge": held}}).then(life(Ann=20 + gained))
    assert done.game.board.permanents["imp"].counters.get("charge", 0) == (0 if gained else held)


@pytest.mark.parametrize(
    ("counters", "chosen", "after"),
    [
        ({"+1/+1": 2}, [], {}),
        ({"+1/+1": 5}, [], {"+1/+1": 2}),
        ({"+1/+1": 2, "oil": 2}, ["+1/+1", "oil"], {"+1/+1": 1, "oil": 1}),
    ],
)
def test_up_to_so_many_counters_are_removed(counters: dict[str, int], chosen: list[str], after: dict[str, int]) -> None:
    elk = creature("elk", BOB, power=9, toughness=9, counters=counters)
    as_it_attacks("remove up to three counters from target permanent.", elk, targets=["elk"], counters=chosen).then(
        has("elk", counters=after)
    )


def test_no_more_counters_are_removed_than_may_be() -> None:
    elk = creature("elk", BOB, power=9, toughness=9, counters={"oil": 5})
    done = as_it_attacks("remove up to two counters from target permanent.", elk, targets=["elk"], counters=["oil"] * 3)
    done.then(refused("invalid-input", "at most 2"))
