"""To what "may" and "at end of combat" reach: to all that is joined, and to what is said of what is made then."""

from itertools import pairwise

import pytest
from abilities.resolving import as_it_attacks
from abilities.saying import check_said_as_read
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, END_OF_COMBAT, attack, block, creature, damage, given, has, life, resolve, tapped

FIRST = "Whenever this creature attacks, "


def instructions(text: str) -> tuple[a.Instruction, ...] | None:
    """What an ability that says so does; None where it isn't understood."""
    (ability,) = read_permanent(FIRST + text, types=["Creature"])
    assert isinstance(ability, a.Triggered)
    return None if ability.does is None else ability.does.instructions


THEIRS = ("draw a card", "lose 1 life", "untap it", "put a +1/+1 counter on it", "remove it from combat", "sacrifice it")
"""What a creature's controller may do."""


@pytest.mark.parametrize("joint", [" and ", ", then "])
@pytest.mark.parametrize(("first", "second"), [*pairwise((*THEIRS, THEIRS[0]))])
def test_all_that_is_joined_may_be_done(first: str, joint: str, second: str) -> None:
    found = instructions(f"its controller may {first}{joint}{second}.")
    assert found is not None
    (may,) = found
    assert isinstance(may, a.May) and may.by is not None and len(may.do) == 2
    check_said_as_read(f"{FIRST}its controller may {first}{joint}{second}.")


@pytest.mark.parametrize(
    ("who", "more"),
    [
        ("defending player", "you gain 2 life"),
        ("target opponent", "each player loses 1 life"),
        ("each opponent", "you gain 2 life"),
        ("its controller", "it gains haste until end of turn"),
    ],
)
def test_what_another_does_besides_is_declined(who: str, more: str) -> None:
    assert instructions(f"{who} may draw a card and {more}.") is None
    assert instructions(f"{who} may draw a card.") is not None


@pytest.mark.parametrize("accept", [True, False])
def test_both_are_done_or_neither(accept: bool) -> None:
    text = "defending player may tap an untapped creature they control, then gain 2 life."
    ours, theirs = creature("ox", ANN), creature("elk", BOB)
    board = as_it_attacks(text, ours, theirs, accept=[accept], **({"chosen": ["elk"]} if accept else {}))
    board.then(tapped("imp", *(["elk"] if accept else [])), life(Bob=20 + 2 * accept))


RETURNS = (
    ("exile target creature you control. ", "it"),
    ("you may exile target creature you control. If you do, ", "it"),
    ("exile up to two target creatures you control. ", "them"),
)
SAID = (
    "{It} gain{s} haste.",
    "Put a +1/+1 counter on {it}.",
    "{It} gain{s} flying until end of turn.",
)


@pytest.mark.parametrize(
    ("said", "when"), [*((said, "at end of combat") for said in SAID), (SAID[0], "at the beginning of the next end step")]
)
@pytest.mark.parametrize(("first", "it"), RETURNS)
def test_what_is_said_of_what_returns_later_is_done_then(first: str, it: str, said: str, when: str) -> None:
    of_it = said.format(it=it, It="It" if it == "it" else "They", s="s" if it == "it" else "")
    text = f"{first}Return {it} to the battlefield under your control {when}. {of_it}"
    found = instructions(text)
    assert found is not None
    last = found[-1].then[-1] if isinstance(found[-1], a.May) else found[-1]
    assert isinstance(last, a.Delayed) and len(last.do) == 2
    check_said_as_read(FIRST + text)
    assert instructions(text.replace(of_it, f"You gain 1 life. {of_it}")) is None


def test_it_gets_a_counter_as_it_returns() -> None:
    text = "exile target creature you control. Return it to the battlefield at end of combat. Put a +1/+1 counter on it."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", ANN))
    exiled = attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})
    board.when(*exiled, block(), damage(), END_OF_COMBAT, resolve()).then(has("ox #2", counters={"+1/+1": 1}))


@pytest.mark.parametrize(
    ("paid", "instead", "done"),
    [
        ("pay {2}", "pay {1}", "put a +1/+1 counter on this creature"),
        ("sacrifice two artifacts", "sacrifice an artifact", "draw a card"),
        ("discard two cards", "discard a card", "put a +1/+1 counter on this creature"),
    ],
)
def test_what_may_be_paid_instead_takes_the_place_of_a_cost(paid: str, instead: str, done: str) -> None:
    offered = f"you may {paid}. If you do, {done}."
    assert instructions(f"{offered} If you control a Goblin, you may {instead} instead.") is None
    assert instructions(f"{offered} If you control a Goblin, you gain 5 life instead.") is not None
