"""Rulings and explanations are decided at once; their words, and what would be legal instead, are found when they are read."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from declarant import Budget, Game, IllegalDeclaration, permanent
from declarant.events.deferred import Deferred
from declarant.events.journal.cuts import Cut
from declarant.events.ruling import Ruling
from pydantic import BaseModel

BLOCK = {"bear": ["imp"]}
MADE = Ruling(
    action="block",
    player="Bob",
    verdict="illegal",
    why="it is tapped",
    instead={"bear": ("ox",)},
    violations=(),
    concept="block.choose",
)


def made_later() -> Ruling:
    return Ruling.deferred(lambda: MADE.model_copy(), {"action": "block", "verdict": "illegal"})


def is_made(value: Deferred) -> bool:
    return value.__dict__.keys() <= type(value).model_fields.keys()


def game(budget: Budget | None = None) -> Game:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", budget=budget)
    game.enter(permanent("imp", "Ann", types=["Creature"], power=1, toughness=1, text="Flying"))
    game.enter(permanent("ox", "Ann", types=["Creature"], power=2, toughness=2))
    game.enter(
        permanent("bear", "Bob", types=["Creature"], power=2, toughness=2, text="This creature blocks each combat if able.")
    )
    game.declare_attackers({"imp": "Bob", "ox": "Bob"})
    return game


def test_the_verdict_is_stated_at_once_and_the_words_when_they_are_read() -> None:
    ruling = game().judge_blockers(BLOCK)
    assert (ruling.verdict, ruling.rule, is_made(ruling)) == ("illegal", "509.1b", False)
    assert ruling.why == "bear can't block imp (imp: Flying)"
    assert ruling.instead == {"bear": ("ox",)}
    assert is_made(ruling)


def test_it_is_the_same_after_the_game_has_gone_on() -> None:
    one, other = game(), game()
    ruling, explained = one.judge_blockers(BLOCK), one.explain_blockers(BLOCK)
    one.leave("ox")
    one.declare_blockers({})
    assert ruling == other.judge_blockers(BLOCK)
    assert explained.model_dump() == other.explain_blockers(BLOCK).model_dump()


def test_what_a_budget_limits_is_made_at_once() -> None:
    ruling = game(Budget(steps=10_000)).judge_blockers(BLOCK)
    assert is_made(ruling)
    assert ruling == game().judge_blockers(BLOCK)


@pytest.mark.parametrize(
    "read",
    [
        lambda value: value,
        repr,
        str,
        dict,
        copy.copy,
        copy.deepcopy,
        lambda value: pickle.loads(pickle.dumps(value)),
        lambda value: value.model_dump(),
        lambda value: value.model_dump(exclude_unset=True),
        lambda value: value.model_dump_json(),
        lambda value: value.model_copy(update={"rule": "509.1a"}),
        lambda value: Cut(to=1, ruling=value).model_dump_json(),
        lambda value: Cut(to=1, ruling=value),
        lambda value: value.model_fields_set,
        lambda value: value.instead,
        lambda value: value.apart(),
    ],
)
def test_nobody_sees_from_outside_whether_a_value_is_made_already(read: Callable[[Any], Any]) -> None:
    assert read(made_later()) == read(MADE)
    assert read(MADE) == read(made_later())


def test_what_is_no_field_isnt_there() -> None:
    with pytest.raises(AttributeError, match="'Ruling' object has no attribute 'reason'"):
        _ = made_later().reason  # type: ignore[attr-defined]


def test_it_can_be_a_part_of_a_model_of_the_users_own() -> None:
    class Note(BaseModel):
        ruling: Ruling

    assert Note(ruling=made_later()).model_dump_json() == Note(ruling=MADE).model_dump_json()


def test_what_the_journal_holds_cant_be_changed_by_whoever_has_the_ruling() -> None:
    one, other = game(), game()
    for each in (one, other):
        with pytest.raises(IllegalDeclaration) as error:
            each.declare_blockers(BLOCK)
        if each is one:
            error.value.ruling.instead.clear()  # type: ignore[union-attr]
    assert one.rewound[0].ruling == other.rewound[0].ruling
    assert one.rewound[0].ruling.instead == {"bear": ("ox",)}


def test_an_illegal_declaration_states_its_ruling_in_words() -> None:
    with pytest.raises(IllegalDeclaration) as error:
        game().declare_blockers(BLOCK)
    words = "509.1b: bear can't block imp (imp: Flying)"
    assert (str(error.value), repr(error.value)) == (words, f"IllegalDeclaration({words!r})")
    assert str(pickle.loads(pickle.dumps(error.value))) == words
