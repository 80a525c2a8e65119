"""What a part of an ability reads of its context: formulating asks once for everything that it doesn't read."""

from typing import get_args

import pytest
from declarant.events import abilities as a
from declarant.events.errors import FactNotStated
from declarant.events.model import Model
from declarant.handlers.view.context import Context
from declarant.handlers.view.reading import reading
from declarant.handlers.view.view import View
from legality.boards import Board, creature

WHO = get_args(a.Players.model_fields["who"].annotation)
TOLD_LATER = ("chosen", "chosen before", "each", "other opponents")
"""No board states who that is: a fact does, or it is said as an ability resolves."""
ROLES = ("source", "subject", "attacker", "blocker", "defending")


def view() -> View:
    """Three creatures of different players, attacking; an Aura on one player; something that was attacked before."""
    permanents = (
        creature("ann's", "Ann", owner="Bob"),
        creature("ann's other", "Ann"),
        creature("bob's", "Bob"),
        creature("cat's", "Cat", attached_to="Bob"),
    )
    attacking = {"ann's": "Bob", "ann's other": "Cat"}
    state = Board("block", ("Ann", "Bob", "Cat"), permanents, (), attacking).game().state.copy()
    state.combat.attacked_this_turn["ann's"] = ("Cat",)
    state.board.designations = {"Ann": frozenset(["monarch"]), "Bob": frozenset(), "Cat": frozenset()}
    return View(state)


@pytest.mark.parametrize("who", [each for each in WHO if each not in TOLD_LATER])
def test_whom_players_means_depends_on_what_it_reads_and_on_nothing_else(who: str) -> None:
    seen, players = view(), a.Players.model_validate({"who": who, "ids": ("Bob",)})
    context = Context("cat's", "Bob", "ann's", "ann's", "bob's", "Cat")

    def meant(context: Context) -> list[bool]:
        return [seen.includes(players, player, context) for player in seen.board.players]

    for role in {*ROLES, "you"} - reading(players).fields:
        for other in ("Ann", "Bob", "Cat") if role in ("you", "defending") else (*seen.permanents, None):
            assert meant(context._replace(**{role: other})) == meant(context), (role, other)


@pytest.mark.parametrize("who", TOLD_LATER)
def test_whom_nobody_named_is_asked_for(who: str) -> None:
    with pytest.raises(FactNotStated):
        view().includes(a.Players.model_validate({"who": who}), "Ann", Context("cat's", "Bob"))


def test_a_field_that_names_a_role_is_found_by_its_name() -> None:
    parts = [part for part in vars(a).values() if isinstance(part, type) and issubclass(part, Model)]
    naming = {(part.__name__, name) for part in parts for name, field in part.model_fields.items() if field.annotation == a.Role}
    assert naming
    assert {name for _, name in naming} <= {"role", "of", "other"}


def test_a_role_is_read_however_deep_it_stands() -> None:
    power = a.CharacteristicOf(characteristic="power", of="attacker")
    greater = a.Not(part=a.AllOf(parts=(a.ANYTHING, a.Compares(characteristic="power", comparison=">", than=power))))
    assert reading(greater).fields == {"attacker"}
    assert reading(a.Matches(role="host", filter=a.ControlledBy(players=a.Players(who="you")))).fields == {"source", "you"}
    assert reading(a.ANYTHING).fields == frozenset()
