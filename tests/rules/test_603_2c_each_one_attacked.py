"""603.2c: "attacks a player or planeswalker" has an occurrence for each of those that is attacked, whoever controls it."""

from collections import Counter

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from referee import ANN, BOB, CAT, attack, battle, block, creature, enchantment, given, planeswalker, triggers

PLAYERS, WALKERS, BATTLES = (BOB, CAT), ("monk", "sage", "king"), ("siege", "raid")
OF_BOB = ("monk", "sage")
ATTACKERS = ("ant", "bee", "cow", "doe")
BOARD = (
    *(creature(id, ANN) for id in ATTACKERS),
    *(planeswalker(id, BOB) for id in OF_BOB),
    planeswalker("king", CAT),
    *(battle(id, ANN, BOB) for id in BATTLES),
)
ATTACKED = {
    "a player": PLAYERS,
    "a planeswalker": WALKERS,
    "a battle": BATTLES,
    "a player or planeswalker": (*PLAYERS, *WALKERS),
    "a player or battle": (*PLAYERS, *BATTLES),
    "a player, planeswalker, or battle": (*PLAYERS, *WALKERS, *BATTLES),
    "one of your opponents or a planeswalker an opponent controls": (*PLAYERS, *WALKERS),
}
"""What Ann's text names → what is meant."""
NUMBERS = {"one or more": 1, "two or more": 2, "three or more": 3}


@drawn(
    st.dictionaries(st.sampled_from(ATTACKERS), st.sampled_from((*PLAYERS, *WALKERS, *BATTLES)), min_size=1),
    st.sampled_from(list(ATTACKED)),
    st.sampled_from(list(NUMBERS)),
    st.sampled_from(["{number} creatures you control attack {what}", "you attack {what} with {number} creatures"]),
)
def test_it_triggers_once_for_each_that_so_many_attack(targets: dict[str, str], what: str, number: str, wording: str) -> None:
    text = f"Whenever {wording.format(number=number, what=what)}, you gain 1 life."
    times = sum(many >= NUMBERS[number] and target in ATTACKED[what] for target, many in Counter(targets.values()).items())
    given(*BOARD, enchantment("flag", ANN, text), players=(ANN, BOB, CAT)).when(attack(targets)).then(
        triggers(**({"flag": times} if times else {}))
    )


@pytest.mark.parametrize(
    ("event", "times"),
    [
        ("you attack a battle", 2),
        ("you attack one or more battles", 1),
        ("you attack a planeswalker", 2),
        ("a planeswalker is attacked", 2),
        ("one or more creatures attack a planeswalker an opponent controls", 2),
        ("you attack one or more planeswalkers", 1),
    ],
)
def test_one_or_more_of_them_are_attacked_once(event: str, times: int) -> None:
    given(*BOARD, enchantment("flag", ANN, f"Whenever {event}, you gain 1 life."), players=(ANN, BOB, CAT)).when(
        attack(ant="siege", bee="raid", cow="monk", doe="sage")
    ).then(triggers(flag=times))


@pytest.mark.parametrize(
    ("event", "times"),
    [
        ("an opponent attacks you and/or one or more planeswalkers you control", 1),
        ("an opponent attacks you and/or planeswalkers you control", 1),
        ("an opponent attacks you or a planeswalker you control", 3),
    ],
)
def test_and_or_names_all_of_them_at_once(event: str, times: int) -> None:
    given(*BOARD, enchantment("flag", BOB, f"Whenever {event}, you gain 1 life."), players=(ANN, BOB, CAT)).when(
        attack(ant=BOB, bee="monk", cow="sage", doe=BOB)
    ).then(triggers(flag=times))


@pytest.mark.parametrize(("number", "times"), [("one", 3), ("two", 1)])
def test_those_that_arent_blocked_count_for_each_one_attacked(number: str, times: int) -> None:
    event = f"{number} or more creatures you control attack a player or planeswalker and aren't blocked"
    two = (each for each in BOARD if each["controller"] != CAT)
    given(*two, enchantment("flag", ANN, f"Whenever {event}, you gain 1 life.")).when(
        attack(ant=BOB, bee="monk", cow="sage", doe=BOB), block()
    ).then(triggers(flag=times))
