"""Judges again what a journal records: each declaration that was tried, on the board as it was, beside the ruling it got."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, islice
from typing import NamedTuple

from ...events.catalogue import Event
from ...events.damage import CombatDamageAnnounced, CombatDamageAssigned
from ...events.declarations import (
    AbilityTriggered,
    AttackersDeclared,
    BecameAttacking,
    BecameBlocking,
    BlockersDeclared,
    CostsPaid,
    DeclarationStood,
)
from ...events.errors import CorruptJournal, InvalidInput
from ...events.facts import GameStarted
from ...events.journal.cuts import Cut
from ...events.journal.encoding import Item
from ...events.journal.entry import Entry, cuts_among
from ...events.ruling import Ruling
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...handlers.procedure import commands
from ...handlers.rulebook.concepts import MANA, PAY, Concept
from ...handlers.rulebook.editions import edition_of
from ...projections.pending import PendingDeclaration
from ...projections.state import State
from ...projections.timeline import Timeline
from ..cases.report import CaseReport, FieldDifference, StepReport
from ..cases.reporting import step_report

NOT_RECORDED = "the journal doesn't record all that was chosen: the procedure didn't come to that"
INTERRUPTED = "the record of the game leaves out what a ruling depends on"

_UNKNOWN = ""
"""Stands for what an attacker attacks where that was never announced: no permanent or player has this name."""


class DeclarationReport(StepReport):
    """The ruling that a recorded declaration gets now; `version` is where it begins. It agrees if it is the recorded one.

    It has no verdict, and `why` states the reason, where it can't be judged again.
    """

    version: int


class GameReport(CaseReport):
    """A report on the declarations of a game in a journal, in their order: `case` is the game's name."""

    steps: tuple[DeclarationReport, ...] = ()


@dataclass(slots=True)
class _Begun:
    """A declaration that isn't over: where it begins, what was before it, and what is known of it besides what is pending."""

    version: int
    before: State
    paid: CostsPaid | None = None
    stood: DeclarationStood | None = None


@dataclass(frozen=True, slots=True)
class _Announced:
    """An announcement of combat damage: where it stands, what was before it, and the ruling that took it back, if one did."""

    version: int
    before: State
    event: CombatDamageAnnounced
    ruling: Ruling | None = None
    over: int = 0


@dataclass(slots=True)
class _Now:
    """The state of the game, and the declaration that isn't over."""

    state: State
    begun: _Begun | None = None
    stood: DeclarationStood | None = None
    announced: _Announced | None = None

    def copy(self) -> _Now:
        begun = self.begun
        copied = begun and _Begun(begun.version, begun.before, begun.paid, begun.stood)
        return _Now(self.state.copy(), copied, self.stood, self.announced)

    def apply(self, event: Event, version: int) -> None:
        """Fold an event, and what it says of a declaration that begins, or is under way."""
        match event:
            case AttackersDeclared() | BlockersDeclared():
                self.begun = _Begun(version, self.state.copy(), stood=self.stood)
                self.stood = None
            case DeclarationStood():
                self.stood = event
            case CombatDamageAnnounced():
                self.announced = _Announced(version, self.state.copy(), event)
            case CombatDamageAssigned():
                self.announced = None
            case BecameAttacking() | BecameBlocking():
                self.begun = None
            case CostsPaid() if self.begun is not None:
                self.begun.paid = event
        self.state.apply(event, version)


def judge_again(
    game: str, entries: Iterable[Entry], cuts: Sequence[Entry], rules: date | None = None, budget: Budget | None = None
) -> GameReport:
    """Judge the recorded declarations of a game again, under its rules or those of another day.

    `entries` are all of the game, `cuts` the cuts among them. `budget`: as for `Game.start`. Raises CorruptJournal if they
    can't be read.
    """
    remaining = iter(entries)
    first = list(islice(remaining, 1))
    edition = _edition(first, rules)
    steps: list[DeclarationReport] = []
    for recorded in _recorded(chain(first, remaining), cuts):
        if isinstance(recorded, _Announced):
            recorded.before.board.edition = edition
            steps.append(_damage_report(len(steps), recorded))
        else:
            recorded.begun.before.board.edition = edition
            steps.append(_report(len(steps), recorded, budget))
    return GameReport(case=game, rules=edition, steps=tuple(steps))


def _edition(first: list[Entry], rules: date | None) -> date | None:
    """The edition to judge under: that of the day asked for, or the game's, which its first entry states."""
    if rules is not None:
        return edition_of(rules).effective
    for entry in first:
        if isinstance(started := entry.item, GameStarted):
            return started.edition
        raise CorruptJournal(entry.name, "a game begins with GameStarted")
    return None


class Tried(NamedTuple):
    """A declaration that a journal records: the version where it begins and that of what decided it, the state before it, and
    the command. `ruling` is the one that took it back; None where it stands, or was taken back without one (`stands`).

    `unsure` says why it isn't known whole, or whether it was legal; empty where it is.
    """

    version: int
    over: int
    before: State
    command: commands.DeclareAttackers | commands.DeclareBlockers | commands.AssignCombatDamage
    ruling: Ruling | None
    stands: bool
    unsure: str = ""


def tried(entries: Iterable[Entry], cuts: Sequence[Entry]) -> Iterator[Tried]:
    """The declarations of a game, in their order. `entries` are all of the game, `cuts` the cuts among them.

    Raises CorruptJournal if they can't be read.
    """
    for each in _recorded(entries, cuts):
        if isinstance(each, _Announced):
            damage = commands.AssignCombatDamage(assignment=each.event.assignment, by=each.event.player)
            yield Tried(each.version, each.over, each.before, damage, each.ruling, each.ruling is None)
            continue
        begun, concept = each.begun, each.ruling.concept if each.ruling is not None else None
        unsure = ""
        if begun.before.board.interrupted or (begun.stood is not None and begun.stood.reason == "record interrupted"):
            unsure = INTERRUPTED
        elif not _suffices(each, concept):
            unsure = NOT_RECORDED
        yield Tried(begun.version, each.over, begun.before, _command(each), each.ruling, each.completed, unsure)


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A declaration that is over, and what the journal says of it. `ruling` is None where it was taken back without one."""

    begun: _Begun
    pending: PendingDeclaration
    bands: tuple[tuple[str, ...], ...]
    completed: bool
    ruling: Ruling | None
    over: int
    """The version of what ended it."""


def _recorded(entries: Iterable[Entry], cuts: Sequence[Entry]) -> Iterator[_Recorded | _Announced]:
    going = Timeline(_Now(State()), cuts_among(cuts))
    for entry in entries:
        now = going.now
        begun, announced, pending, bands = now.begun, now.announced, now.state.declarations.pending, now.state.combat.bands
        item = going.read(entry)
        ruling = item.ruling if isinstance(item, Cut) else None
        if begun is not None and pending is not None and _is_over(item, begun.version):
            yield _Recorded(begun, pending, bands, not isinstance(item, Cut), ruling, entry.version)
        if announced is not None and (isinstance(item, CombatDamageAssigned) or ruling is not None):
            yield replace(announced, ruling=ruling, over=entry.version)


def _is_over(item: Item, began: int) -> bool:
    """Whether a declaration that began then is complete, or taken back, with this."""
    return began > item.to if isinstance(item, Cut) else isinstance(item, BecameAttacking | BecameBlocking)


# --- one declaration -----------------------------------------------------------------------------------------------------


def _report(number: int, recorded: _Recorded, budget: Budget | None) -> DeclarationReport:
    """A declaration of attackers or blockers, judged again on the board as it was."""
    game = Game.on(recorded.begun.before, budget=budget)
    ruling, why = _judged(game, recorded)
    if ruling is not None and ruling.verdict == "legal":
        game.declare(_command(recorded))
    triggered = [event for event in game.last_events if isinstance(event, AbilityTriggered)]
    presumed = ruling.presumed if ruling is not None else ()
    report = step_report(number, recorded.pending.action, game, ruling, triggered, why=why, presumed=presumed)
    return _compared(report, recorded.begun.version, _expected(recorded))


def _damage_report(number: int, announced: _Announced) -> DeclarationReport:
    """An announcement of combat damage, judged again on the board as it was."""
    game = Game.on(announced.before)
    ruling, why = None, ""
    try:
        ruling = game.judge_combat_damage(announced.event.assignment, by=announced.event.player)
    except InvalidInput as error:
        why = str(error)
    was = announced.ruling
    expected = {"verdict": was.verdict, "rule": was.rule} if was is not None else {"verdict": "legal", "rule": None}
    report = step_report(number, "damage", game, ruling, why=why, presumed=ruling.presumed if ruling is not None else ())
    return _compared(report, announced.version, expected)


def _compared(report: StepReport, version: int, expected: dict[str, str | None] | None) -> DeclarationReport:
    """The report on what began at that version, compared with what was recorded (None: there is nothing to compare)."""
    compared = {} if report.verdict is None or expected is None else expected
    differences = tuple(
        FieldDifference(field=field, expected=was, found=now)
        for field, was in compared.items()
        if was != (now := getattr(report, field))
    )
    found = dict(report) | {"agrees": not differences if compared else None, "differences": differences}
    return DeclarationReport(version=version, **found)


def _expected(recorded: _Recorded) -> dict[str, str | None] | None:
    """Verdict, rule and cost as recorded; None where nothing was ruled, or the search was given up."""
    ruling, stood, locked = recorded.ruling, recorded.begun.stood, recorded.pending.locked
    if stood is not None:
        return {"verdict": "illegal"} if stood.reason == "illegal" else None
    if ruling is not None:
        return {"verdict": ruling.verdict, "rule": ruling.rule, "cost": ruling.cost} if ruling.verdict == "illegal" else None
    if recorded.completed:
        return {"verdict": "legal", "rule": None, "cost": locked.total.text if locked is not None else None}
    return None


def _judged(game: Game, recorded: _Recorded) -> tuple[Ruling | None, str]:
    """The ruling now, or why there can be none."""
    stood = recorded.begun.stood
    if game.board.interrupted or (stood is not None and stood.reason == "record interrupted"):
        return None, INTERRUPTED
    try:
        ruling = game.judge(_command(recorded))
    except InvalidInput as error:
        return None, str(error)
    if not _suffices(recorded, ruling.concept):
        return None, NOT_RECORDED
    return ruling, ""


def _suffices(recorded: _Recorded, concept: str | None) -> bool:
    """Whether enough was recorded for a ruling by that concept (None: for the ruling that it is legal)."""
    pending = recorded.pending
    if pending.action == "attack" and pending.attackers and not pending.targets:
        return concept in (Concept.ATTACK_CHOOSE, Concept.ATTACK_DECLARATION)
    if recorded.ruling is not None and recorded.ruling.concept == MANA[pending.action]:
        # Which mana ability couldn't be activated isn't stated, nor what would have been paid.
        return concept not in (None, PAY[pending.action])
    return True


def _command(recorded: _Recorded) -> commands.DeclareAttackers | commands.DeclareBlockers:
    """What was chosen, as a command."""
    pending = recorded.pending
    if pending.action == "block":
        return commands.DeclareBlockers(
            blocks=dict(pending.blocks), by=pending.player, mana_abilities=pending.mana_abilities, pay=_payment(recorded)
        )
    costs: dict[str, list[commands.OptionalCost]] = defaultdict(list)
    if (chosen := pending.optional_costs) is not None:
        for creature in chosen.exerted:
            costs[creature].append("exert")
        for creature in chosen.enlisted:
            costs[creature] += map(commands.Enlist, chosen.enlisted_by(creature))
        for creature in chosen.paid_as_it_attacks:
            costs[creature].append("pay")
    return commands.DeclareAttackers(
        attackers=dict(pending.targets) or dict.fromkeys(pending.attackers, _UNKNOWN),
        bands=recorded.bands,
        optional_costs={creature: tuple(each) for creature, each in costs.items()},
        mana_abilities=pending.mana_abilities,
        pay=_payment(recorded),
    )


def _payment(recorded: _Recorded) -> commands.Offer | bool:
    """What was paid; that the player declined, where the total wasn't paid."""
    paid, ruling = recorded.begun.paid, recorded.ruling
    if paid is not None:
        return commands.Offer(
            paid.mana or "{0}", paid.life, paid.discard, paid.tapped, paid.sacrificed, paid.returned, paid.exiled
        )
    return ruling is None or ruling.concept != PAY[recorded.pending.action]
