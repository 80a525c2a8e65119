"""306.5b, 310.4b: loyalty and defense are counters of these names: texts that count, move or remove counters mean them, too."""

import pytest
from referee import ANN, BOB, attack, battle, creature, given, has, life, planeswalker, resolve, sizes

SAGE, SIEGE, IMP = planeswalker("sage", ANN), battle("siege", BOB, ANN), creature("imp", ANN)


def after(text: str, **choices: object):
    return given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), SAGE, SIEGE).when(
        attack(imp=BOB), resolve("all", {"source": "imp", **choices})
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("remove a loyalty counter from target planeswalker.", 2),
        ("remove a counter from target planeswalker.", 2),
        ("remove all counters from target planeswalker.", None),
        ("double the number of each kind of counter on target planeswalker.", 6),
        ("move a counter from target planeswalker onto this creature.", 2),
        ("put a loyalty counter on each planeswalker with a counter on it.", 4),
    ],
)
def test_what_is_done_to_counters_is_done_to_loyalty(text: str, left: int | None) -> None:
    found = after(text, targets=["sage"]) if "target" in text else after(text)
    sage = found.outcome().game.board.permanents.get("sage")
    assert (None if sage is None else sage.loyalty) == left


def test_a_defense_counter_is_removed() -> None:
    after("you may remove a counter from target battle. If you do, you gain 2 life.", targets=["siege"], accept=[True]).then(
        has("siege", defense=2), life(Ann=22)
    )


def test_proliferating_adds_one_of_each() -> None:
    after("proliferate.", chosen=["sage", "siege"]).then(has("sage", loyalty=4), has("siege", defense=4))


@pytest.mark.parametrize(
    ("counted", "size"),
    [
        ("loyalty counters among planeswalkers you control", "5/5"),
        ("counters among permanents you control", "5/5"),
        ("permanents with a defense counter on it", None),
    ],
)
def test_they_are_counted(counted: str, size: str | None) -> None:
    if size is None:
        after("if a battle has a defense counter on it, you gain 1 life.").then(life(Ann=21))
        return
    after(f"it gets +X/+X until end of turn, where X is the number of {counted}.").then(sizes(imp=size))
