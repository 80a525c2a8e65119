"""For how long each of several things is so that one sentence says of a creature."""

from itertools import permutations, product

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_effect, read_permanent

SAID = ("gets +2/+2", "gains flying", "loses trample", "can't be blocked")
LASTING = {"": None, " until end of turn": "end of turn", " until your next turn": "your next turn"}
PAIRS = list(permutations(SAID, 2))


def in_an_ability(text: str) -> list[str] | None:
    """For how long what an ability begins lasts, one thing after the other; None where it isn't understood."""
    (ability,) = read_permanent(f"Whenever this creature attacks, {text[0].lower()}{text[1:]}")
    assert isinstance(ability, a.Triggered)
    if ability.does is None:
        return None
    return [each.duration for each in ability.does.instructions if isinstance(each, a.Begins) for _ in each.abilities]


def in_an_effect(text: str) -> list[str] | None:
    """The same, of an effect, which ends all at once."""
    try:
        read = read_effect(text, ids=["ox"], players=["Ann"])
    except WordingNotUnderstood:
        return None
    return [read.duration] * len(read.abilities)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_each_lasts_as_long_as_is_said_behind_it_or_behind_a_later_one(one: str, other: str) -> None:
    for (first, of_first), (second, of_second) in product(LASTING.items(), repeat=2):
        said = [each or "indefinite" for each in (of_first or of_second, of_second)]
        text = f"{one}{first} and {other}{second}."
        open_whether = first and not second
        assert in_an_ability(f"Target creature {text}") in (None if open_whether else said, None), text
        assert in_an_effect(f"[ox] {text}") in (None if open_whether else said, None), text
        if first == second != "" or (second and not first):
            assert in_an_ability(f"Target creature {text}") == in_an_effect(f"[ox] {text}") == said


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_what_is_said_before_them_is_said_of_each_that_has_none_of_its_own(one: str, other: str) -> None:
    for (first, of_first), (second, of_second) in product(LASTING.items(), repeat=2):
        said = [of_first or "end of turn", of_second or "end of turn"]
        text = f"{one}{first} and {other}{second}."
        assert in_an_ability(f"Until end of turn, target creature {text}") in (said, None), text
        assert in_an_effect(f"Until end of turn, [ox] {text}") in (said, None), text


@pytest.mark.parametrize(
    "said",
    ["can't block{}", "can't attack you{}", "attacks{} if able{}", "must be blocked{} by a Goblin{} if able", "gains flying{}"],
)
def test_for_how_long_is_said_once(said: str) -> None:
    lasting = (" this turn", " until end of combat", " until your next turn")
    for first, second in product(lasting, repeat=2):
        once = said.format(*([first] + [""] * said.count("{}")))
        twice = said.format(first, second) if said.count("{}") > 1 else f"{once}{second}"
        assert in_an_effect(f"[ox] {once}.") is not None, once
        assert in_an_effect(f"[ox] {twice}.") is None, twice
        assert in_an_effect(f"[ox] {once} each turn.") is None, once
