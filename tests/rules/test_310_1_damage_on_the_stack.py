"""310.1–310.4, until 2009-07-10: all players announce, those of creatures with 0 power too; responses come after, and change
nothing of what was assigned."""

from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from referee import ANN, BOB, attack, block, creature, given, illegal, legal
from referee import dealt as found

OLD = ("1999-05-01", "2001-08-01", "2003-08-01", "2005-09-01", "2007-06-01", "2008-06-01", "2009-06-01")
CREATURES = ("a1", "a2", "b1")


def board(powers: dict[str, int], rules: str) -> Any:
    creatures = (creature(id, ANN if id[0] == "a" else BOB, power=power, toughness=9) for id, power in powers.items())
    return given(*creatures, rules=rules)


def dealt(powers: dict[str, int]) -> dict[str, dict[str, int]]:
    """a1 is blocked by b1, a2 isn't."""
    to = {"a1": "b1", "a2": BOB, "b1": "a1"}
    return {id: {to[id]: power} for id, power in powers.items() if power}


sizes = st.fixed_dictionaries({id: st.integers(0, 3) for id in CREATURES})


@drawn(sizes, sizes, st.sampled_from(OLD), st.lists(st.sampled_from((ANN, BOB)), max_size=2, unique=True).map(sorted))
def test_what_is_assigned_is_dealt_whatever_power_is_then(
    powers: dict[str, int], later: dict[str, int], rules: str, announce: list[str]
) -> None:
    """Who has nothing to assign may announce that, or not."""
    due = {player: {id: to for id, to in dealt(powers).items() if id[0] == player[0].lower()} for player in (ANN, BOB)}
    players = [player for player in (ANN, BOB) if due[player] or player in announce] or [ANN]
    board(powers, rules).when(
        attack(a1=BOB, a2=BOB),
        block(b1="a1"),
        *({"assign": due[player], "by": player} for player in players),
        *({"changes": {"id": id, "power": power}} for id, power in later.items()),
        {"deals": True},
    ).then(legal, found(**dealt(powers)))


def test_nobody_announces_once_damage_is_on_the_stack() -> None:
    board({"a1": 0, "a2": 0, "b1": 2}, "2007-06-01").when(
        attack(a1=BOB),
        block(b1="a1"),
        {"assign": {"b1": {"a1": 2}}, "by": BOB},
        {"changes": {"id": "a1", "power": 3}},
        {"assign": {"a1": {"b1": 3}}, "by": ANN},
    ).then(illegal("310.1", "on the stack"))


@pytest.mark.parametrize(("rules", "again"), [("2003-08-01", 0), ("2004-06-01", 3), ("2009-06-01", 0)])
def test_who_assigned_0_in_the_first_step_assigns_nothing_in_the_second(rules: str, again: int) -> None:
    """310.5; from 2004-02-01 to 2009-04-30 who has 0 power doesn't assign (310.2a)."""
    given(
        creature("a1", ANN, "First strike", power=0, toughness=9),
        creature("a2", ANN, "First strike", power=1, toughness=9),
        rules=rules,
    ).when(
        attack(a1=BOB, a2=BOB),
        block(),
        {"assign": {"a2": {BOB: 1}}, "by": ANN},
        {"changes": {"id": "a1", "power": 3}},
        {"deals": True},
        {"damage": {}},
    ).then(found(**({"a1": {BOB: again}} if again else {})))
