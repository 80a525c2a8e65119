"""Counters of kinds that are there already: another one of each, or of one that is chosen, there or elsewhere."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, not_carried_out, resolve, sizes

FIRST = "Whenever this creature attacks, "
OX = creature("ox", ANN, counters={"+1/+1": 2, "shield": 1})


def counters(outcome: Any, id: str) -> dict[str, int]:
    return {name: number for name, number in outcome.game.board.permanents[id].all_counters.items() if number}


def attacks(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices}) if choices else resolve()
    imp = creature("imp", ANN, FIRST + text, counters={"oil": 1})
    return given(imp, OX, *others).when(attack(imp=BOB), resolution)


@pytest.mark.parametrize(
    ("text", "ox", "imp"),
    [
        ("for each kind of counter on target creature, put another counter of that kind on it.", (3, 2), {"oil": 1}),
        ("put another counter of each kind already there on target creature.", (3, 2), {"oil": 1}),
        (
            "for each kind of counter on another target creature, put a counter of that kind on this creature.",
            (2, 1),
            {"oil": 1, "+1/+1": 1, "shield": 1},
        ),
        (
            "for each counter on another target creature, put a counter of that kind on this creature.",
            (2, 1),
            {"oil": 1, "+1/+1": 2, "shield": 1},
        ),
        (
            "for each kind of counter among other creatures you control, put a counter of that kind on this creature.",
            (2, 1),
            {"oil": 1, "+1/+1": 1, "shield": 1},
        ),
    ],
)
def test_each_kind(text: str, ox: tuple[int, int], imp: dict[str, int]) -> None:
    aimed = {"targets": ["ox"]} if "target" in text else {}
    outcome = attacks(text, **aimed).then()
    assert counters(outcome, "ox") == {"+1/+1": ox[0], "shield": ox[1]} and counters(outcome, "imp") == imp


CHOSEN = "choose a counter on target creature. Put an additional counter of that kind on it."


def test_one_kind_is_chosen() -> None:
    assert counters(attacks(CHOSEN, targets=["ox"], counters=["shield"]).then(), "ox") == {"+1/+1": 2, "shield": 2}
    attacks(CHOSEN, targets=["ox"]).then(not_carried_out("imp", "which kind of counter is chosen: +1/+1, shield"))
    assert counters(attacks(CHOSEN, targets=["imp"]).then(), "imp") == {"oil": 2}


def test_on_each_other_creature() -> None:
    text = "choose a counter on target creature you control. Put a counter of that kind on each other creature you control."
    outcome = attacks(text, creature("elk", ANN), creature("cat", BOB), targets=["ox"], counters=["+1/+1"])
    outcome.then(sizes(imp="3/3", elk="3/3", cat="2/2"))
    assert counters(outcome.then(), "ox") == {"+1/+1": 2, "shield": 1}


def test_of_the_kind_that_was_removed() -> None:
    text = "you may remove a counter from another creature you control. If you do, put a counter of that kind on this creature."
    outcome = attacks(text, accept=[True], counters=["shield"]).then()
    assert counters(outcome, "ox") == {"+1/+1": 2} and counters(outcome, "imp") == {"oil": 1, "shield": 1}
    assert counters(attacks(text).then(), "imp") == {"oil": 1}


def test_of_what_died_as_it_was() -> None:
    text = "When this creature dies, for each counter on it, put a counter of that kind on another target creature you control."
    imp = creature("imp", ANN, text, counters={"+1/+1": 2, "oil": 1})
    pit = creature("pit", ANN, "Whenever this creature attacks, destroy another target creature.")
    resolution = resolve("all", {"source": "pit", "targets": ["imp"]}, {"source": "imp", "targets": ["pit"]})
    outcome = given(imp, pit).when(attack(pit=BOB), resolution).then(sizes(pit="4/4"))
    assert counters(outcome, "pit") == {"+1/+1": 2, "oil": 1}


@pytest.mark.parametrize("said", ["proliferate twice", "proliferate X times, where X is the number of creatures you control"])
def test_the_same_permanent_is_chosen_each_time(said: str) -> None:
    outcome = attacks(f"{said}.", chosen=["imp", "imp"]).then()
    assert counters(outcome, "imp") == {"oil": 3} and counters(outcome, "ox") == {"+1/+1": 2, "shield": 1}


@pytest.mark.parametrize(
    "text",
    [
        "put a counter of that kind on target creature.",
        "tap target creature an opponent controls. Put a +1/+1 counter on each other creature you control.",
        "choose a counter on target creature. If it doesn't have a counter of that kind on it, draw a card.",
    ],
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(FIRST + text)
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]
