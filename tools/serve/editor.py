"""The table as it is shown: the case on it, what the form says, the rulings, and what there is to choose."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from ...events.errors import InvalidInput
from ...handlers.budget import Budget
from ..cases.models import AttackStep, BlockStep, Case, StatedPermanent
from ..page.dispute import Dispute, dispute
from ..page.step import StepShown
from . import stating, table
from .permalink import encode


class Editor:
    """The table, as it is shown: the case on it, what the form says, the rulings, and what there is to choose."""

    def __init__(self, case: Case, form: dict[str, str], notes: list[str]) -> None:
        self.case, self.form, self.notes = case, form, notes
        self.shown: Dispute | None = None
        self.error: InvalidInput | None = None
        self.games = False
        self.moved = False
        """Whether it was another table before: the address has to be that of this one."""
        self.asked: tuple[str, str] | None = None
        """Of whom, and which fact, has to be said before it can be ruled on."""
        self.put_for: str | None = None
        """For whom a card was just put on the table: another may follow."""
        self.choices = table.TableOptions()
        self.code = encode(case)
        self.active = case.active or case.players[0]
        self.others_first = [player for player in case.players if player != self.active]
        creatures = [each for each in case.battlefield if "Creature" in each.types]
        self.attackers = [each for each in creatures if each.controller == self.active]
        self.blockers = [each for each in creatures if each.controller != self.active]
        self.others = [each for each in case.battlefield if "Creature" not in each.types]
        self.targets = [*self.others_first]
        self.targets += [each.id for each in self.others if {"Planeswalker", "Battle"} & set(each.types)]
        self.names = {each.id: each.name or each.id for each in case.battlefield} | {player: player for player in case.players}
        self.attacked = [each.id for each in self.attackers if self.value(f"attack.{each.id}")]

    @property
    def stage(self) -> str:
        """How far the combat goes."""
        return table.stage_of(self.form)

    @property
    def tiles(self) -> Markup:
        """The faces that pictures use: they are in the sheet, with its picture."""
        return Markup("")

    @property
    def detailed(self) -> StatedPermanent | None:
        """The permanent whose details are open."""
        opened = self.form.get("open") or self.form.get("details")
        return next((each for each in self.case.battlefield if each.id == opened), None)

    def typed(self, name: str, otherwise: object) -> object:
        """What stands in a field of the details: what was typed, where it couldn't be taken."""
        return self.value(f"is.{name}") if self.value("details") else otherwise

    @property
    def said(self) -> dict[tuple[str, str], str]:
        """What is said of whom, as the form tells it."""
        about = (*self.case.players, *(each.id for each in self.case.battlefield))
        return dict(stating.answers(self.form, about))

    @property
    def lede(self) -> StepShown | None:
        """The step whose ruling stands first."""
        return self.shown.lede if self.shown is not None else None

    @property
    def wrong(self) -> frozenset[str]:
        """Creatures whose choice broke a rule."""
        if self.shown is None or self.lede is None:
            return frozenset()
        step = self.case.steps[self.lede.number]
        if isinstance(step, BlockStep):
            return frozenset(id for id, attackers in step.block.items() if not self.lede.blamed.isdisjoint((id, *attackers)))
        return self.lede.blamed if isinstance(step, AttackStep) else frozenset()

    @property
    def cost(self) -> tuple[Markup, str] | None:
        """What the choice that is ruled on costs, with the name of the fields that tell how it is paid."""
        if self.shown is None or self.lede is None:
            return None
        step = self.case.steps[self.lede.number]
        if self.lede.cost is None or not isinstance(step, AttackStep | BlockStep):
            return None
        defending = getattr(step, "by", None) or self.others_first[0]
        return self.lede.cost, "attack" if isinstance(step, AttackStep) else f"block.{defending}"

    @property
    def payable(self) -> list[tuple[str, list[Any]]]:
        """What the cost asks to be done with permanents, and which of the payer's there are."""
        if self.cost is None:
            return []
        cost, key = self.cost
        payer = self.active if key == "attack" else key.removeprefix("block.")
        mine = [each for each in self.case.battlefield if each.controller == payer]
        return [(kind, mine) for kind in table.PERMANENTS_PAID if f"to {kind} " in cost]

    def line(self, permanent: StatedPermanent) -> str:
        """Its type line."""
        return " ".join((*permanent.supertypes, *permanent.types, *(("—", *permanent.subtypes) if permanent.subtypes else ())))

    def counters(self, permanent: StatedPermanent) -> str:
        """Its counters, as they are typed."""
        return ", ".join(f"{number} {kind}" for kind, number in permanent.counters.items())

    def state(self, permanent: StatedPermanent) -> list[str]:
        """What of its state isn't as it is of most, in words."""
        attached = permanent.attached_to
        return [*stating.state_of(permanent), *([f"on {self.names[attached]}"] if attached in self.names else [])]

    def value(self, name: str) -> str:
        """What the form says in a field."""
        return self.form.get(name, "")


def editor_after(case: Case, form: dict[str, str], notes: list[str], budget: Budget) -> Editor:
    """The table after what a form says of it, with the rulings; what can't be done is told on it."""
    try:
        found = table.edited(case, form, budget)
        form = dict(found.form)
        context = _ruled(found.case, form, [*notes, *found.notes], budget)
        lede = context.lede
        if form.get("take") and lede is not None and lede.declaration is not None:
            form = table.with_declaration(found.case, form, lede.number, lede.declaration)
            context = _ruled(table.edited(found.case, form, budget).case, form, notes, budget)
    except InvalidInput as error:
        context = Editor(case, form, notes)  # with all that was typed, to be put right
        context.error = error
    return context


def _ruled(case: Case, form: dict[str, str], notes: list[str], budget: Budget) -> Editor:
    context = Editor(case, {name: value for name, value in form.items() if not name.startswith(_ONCE)}, notes)
    context.put_for = next((player for player in case.players if form.get(f"add.{player}")), None)
    try:
        if case.steps:
            context.shown = dispute(case, years=False, budget=budget)
        context.choices = table.choices(case, budget)
    except InvalidInput as error:
        context.asked = stating.asked(case, stating.said(form, (*case.players, *context.names)), error)
        if context.asked is None:
            raise
    return context


_ONCE = ("take", "more", "leaves", "remove", "details", "is.", "add.")
"""What a form says of one moment only."""
