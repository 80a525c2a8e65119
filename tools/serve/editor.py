"""The table as it is shown: the case on it, what the form says, the rulings, and what there is to choose."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup

from ...events.errors import InvalidInput
from ...handlers.budget import Budget
from ..cases.life import together
from ..cases.line import is_line
from ..cases.models import (
    AssignStep,
    AttackStep,
    BlockStep,
    Case,
    DealDamageStep,
    DealsStep,
    EffectBeginsStep,
    LeavesStep,
    StatedPermanent,
)
from ..cases.report import DamageReport
from ..page.dispute import Dispute, dispute
from ..page.step import StepShown
from . import stating, table, typed
from .answers import case_of
from .permalink import encode
from .sources import KeywordSource

_OF_DAMAGE = (DealDamageStep, AssignStep, DealsStep, LeavesStep, EffectBeginsStep)
"""Steps of combat damage, with what players do before it is dealt."""

LEFT_OUT = "The table holds one combat: what else the case states isn’t on it."


class Editor:
    """The table, as it is shown: the case on it, what the form says, the rulings, and what there is to choose."""

    def __init__(self, case: Case, form: dict[str, str], notes: list[str]) -> None:
        self.case, self.form, self.notes = case, form, notes
        self.shown: Dispute | None = None
        self.error: InvalidInput | None = None
        self.games = False
        self.moved = False
        """Whether it was another table before: the address has to be that of this one."""
        self.asked: stating.AskedFact | None = None
        self.put_for: str | None = None
        """For whom a card was just put on the table: another may follow."""
        self.choices = table.TableOptions()
        self.code = encode(case)
        self.active = case.active or case.players[0]
        settled = together(case)
        self.attacking = settled.declaring(self.active)
        self.others_first = [player for player in case.players if player not in self.attacking]
        self.teammates = settled.team_of(self.active)
        self.lives = {settled.sharing_life(player)[0] for player in case.players}
        """Of whom a life total is stated: of the first who shares it."""
        creatures = [each for each in case.battlefield if "Creature" in each.types]
        self.attackers = [each for each in creatures if each.controller in self.attacking]
        self.blockers = [each for each in creatures if each.controller not in self.attacking]
        self.others = [each for each in case.battlefield if "Creature" not in each.types]
        self.targets = [player for player in self.others_first if player not in self.teammates]
        self.targets += [each.id for each in self.others if {"Planeswalker", "Battle"} & set(each.types)]
        self.names = table.names(case) | {each: each for each in case.players}
        self.put: frozenset[str] = frozenset()
        """What was just put on the table, or changed: how it is understood is stated."""
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
        """What is said of whom, as the form states it."""
        about = (*self.case.players, *(each.id for each in self.case.battlefield))
        return dict(stating.answers(self.form, about))

    @property
    def lede(self) -> StepShown | None:
        """The step whose ruling stands first."""
        return self.shown.lede if self.shown is not None else None

    @property
    def facts(self) -> list[Any]:
        """What happened by what was ruled on; of combat damage, in both of its steps."""
        if self.shown is None or self.lede is None:
            return []
        if not isinstance(self.case.steps[self.lede.number], _OF_DAMAGE):
            return self.lede.facts
        steps = [step for turn in self.shown.turns for step in turn.steps if step.number <= self.lede.number]
        return [fact for step in steps if isinstance(self.case.steps[step.number], _OF_DAMAGE) for fact in step.facts]

    @property
    def totals(self) -> dict[str, int]:
        """Each player's life after the combat damage that was ruled on."""
        report = self.shown.report.steps[self.lede.number] if self.shown is not None and self.lede is not None else None
        return report.life if isinstance(report, DamageReport) and report.verdict == "legal" else {}

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
        """What the choice that is ruled on costs, with the name of the fields that say how it is paid."""
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
        about = [each.model_dump(mode="json", exclude_unset=True) for each in self.case.effects]
        lasting = [typed.in_words(each, permanent.id) for each in about if typed.about(each, permanent.id)]
        keywords = dict.fromkeys(each.keyword if each.gained else f"no {each.keyword}" for each in self.sources(permanent))
        on = [f"on {self.names[attached]}"] if attached in self.names else []
        return [*stating.state_of(permanent), *on, *lasting, *keywords]

    def sources(self, permanent: StatedPermanent) -> list[KeywordSource]:
        """The keywords that it gained and lost, and by what."""
        return self.choices.keywords.get(permanent.id, [])

    def attaches(self, permanent: StatedPermanent) -> bool:
        """Whether it can be attached by a tap."""
        return stating.attaches(permanent)

    def hosts(self, permanent: StatedPermanent) -> list[str]:
        """What it may be attached to: creatures; an Aura also players and all else, where its text leaves that open."""
        every = [each for each in self.case.battlefield if each.id != permanent.id]
        creatures = [each.id for each in every if "Creature" in each.types]
        others = [each.id for each in every if each.id not in creatures] + list(self.case.players)
        open_to = others if "Aura" in permanent.subtypes and "enchanted creature" not in permanent.text.lower() else []
        open_to = open_to or [each for each in others if each == permanent.attached_to]
        return [*creatures, *open_to]

    def chips(self, permanent: StatedPermanent) -> list[tuple[str, str]]:
        """How it is understood: each thing in words, with the name by which it is taken away."""
        written = self.case.as_data()
        each = next(each for each in written["battlefield"] if each["id"] == permanent.id)
        return [(words, f"{permanent.id}:{chip}") for words, chip in typed.chips(each, written.get("effects", ()))]

    def lasting(self, permanent: StatedPermanent) -> list[tuple[str, str]]:
        """The effects on it, each in words, with the name by which it is taken away."""
        return [each for each in self.chips(permanent) if ":effects:" in each[1]]

    def goading(self, permanent: StatedPermanent) -> list[str]:
        """Who may have goaded it."""
        return [player for player in self.case.players if player != permanent.controller] if "Creature" in permanent.types else []

    def size(self, permanent: StatedPermanent) -> str:
        """Power and toughness with all that is at work."""
        return self.choices.sizes.get(permanent.id, f"{permanent.power}/{permanent.toughness}")

    def value(self, name: str) -> str:
        """What the form says in a field."""
        return self.form.get(name, "")


def editor_after(case: Case, form: dict[str, str], notes: list[str], budget: Budget) -> Editor:
    """The table after what a form says of it, with the rulings; what can't be done is stated on it."""
    try:
        if line := next((value for name, value in form.items() if name.startswith("add.") and is_line(value)), None):
            case = case_of(line)
            form, whole = table.form_of(case)
            notes = notes if whole else [*notes, LEFT_OUT]
        found = table.edited(case, form, budget)
        form = dict(found.form)
        context = _ruled(found.case, form, [*notes, *found.notes], budget)
        before = {each.id for each in case.battlefield}
        context.put = frozenset(
            each.id for each in found.case.battlefield if each.id not in before or form.get("off", "").startswith(f"{each.id}:")
        )
        lede = context.lede
        if form.get("take") and lede is not None and lede.declaration is not None:
            form = table.with_declaration(found.case, form, lede.number, lede.declaration)
            context = _ruled(table.edited(found.case, form, budget).case, form, notes, budget)
    except InvalidInput as error:
        context = Editor(case, form, notes)  # with all that was typed, to be put right
        context.error = in_names(error, context)
    return context


def in_names(error: InvalidInput, shown: Editor) -> InvalidInput:
    """The error as a person reads it: by names, and without paths into a case."""
    names = shown.names

    def named(text: str) -> str:
        return re.sub(
            r"\b(?:" + "|".join(map(re.escape, sorted(names, key=len, reverse=True))) + r")\b", lambda id: names[id[0]], text
        )

    where = re.sub(r"^.*: (?=\w+[\[.])", "", error.where)
    if permanent := re.match(r"battlefield\[(\d+)\]\.?(\w*)", where):
        id = shown.case.battlefield[int(permanent[1])].id if int(permanent[1]) < len(shown.case.battlefield) else ""
        where = f"{names.get(id, 'a permanent')}: {permanent[2]}".removesuffix(": ")
    elif about := re.match(r"(?:facts|designations)\.([^.\[]+)\[?['\"]?([^'\"\]]*)", where):
        where = f"{names.get(about[1], about[1])}: {about[2]}".removesuffix(": ")
    elif effect := re.match(r"effects\[\d+\]", where):
        where = "an effect" + where[effect.end() :].replace(".", ": ", 1)
    where = re.sub(r", character \d+$", "", where)
    return InvalidInput(named(where), named(error.found), named(error.allowed), error.kind)


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


_ONCE = ("take", "more", "leaves", "remove", "details", "is.", "add.", "off")
"""What a form says of one moment only."""
