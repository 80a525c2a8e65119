"""The combat damage step: announcing (510.1, 510.1e), dealing (510.2), and which creatures do (510.4).

The active player announces how creatures assign their combat damage, then each defending player in turn order (802.5). Each
announcement is checked as a whole; one that doesn't comply is taken back, and what others assigned stands. Until 2009-07-10 what
was assigned waits on the stack, and players may respond before it is dealt as it was assigned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...events import damage as g
from ...events.prose import said
from ..attempt import Attempt, Draft, Violated
from ..combat.assigning import DamageToAssign, Striker
from ..combat.dealing import check_understood, deal, shield_counters
from ..combat.legal_assignments import LegalAssignments
from ..combat.state_based_actions_704 import perform
from ..combat.turns import receive_priority, steps_follow
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..triggers.damage_510_3 import damage_triggers
from ..triggers.not_modelled import mark_not_modelled
from ..view.view import View
from .assigning_510_1 import Assigns, ReadAssignment, formulate, in_turn_order
from .blockers_509_1 import all_declared
from .commands import AssignCombatDamage, DealCombatDamage
from .runner import Procedure

# --- the step -----------------------------------------------------------------------------------------------------------


def begin_step(draft: Draft) -> None:
    """510.4: the combat damage step begins, or the second one after first strike, unless one has begun. Raises Violated."""
    combat = draft.state.combat
    if combat.damage is not None and not combat.damage.dealt:
        return
    why = _why_no_step(draft)
    if why is not None:
        raise Violated(Concept.DAMAGE_NO_STEP, [why], untimely=True)
    check_understood(draft.view)
    draft.append(next_step(draft.view, draft.edition))


def may_assign(draft: Draft) -> bool:
    """Whether combat damage may be assigned now: a step has begun, or can."""
    step = draft.state.combat.damage
    return (step is not None and not step.dealt) or _why_no_step(draft) is None


def _why_no_step(draft: Draft) -> str | None:
    """Why no combat damage step can begin now."""
    board, combat = draft.state.board, draft.state.combat
    if len(board.players) < 2:
        return "the game is over"
    if not combat.phase or not combat.attackers_declared or not steps_follow(draft):
        return "no creature is attacking: there is no combat damage step"
    if board.step == "end of combat":
        return "the end of combat step has begun"
    if combat.damage is not None:
        return None if combat.damage.first_strike else "combat damage was dealt already in this combat"
    return None if combat.blocks_complete or all_declared(draft) else "blockers haven't been declared"


def next_step(view: View, edition: Edition) -> g.CombatDamageStepBegan:
    """510.4: which creatures assign damage in the step that begins now, in the order in which they came into combat. Pure."""
    combat = view.combat
    fighting = tuple(id for id in (*combat.attackers, *combat.blockers) if id in view.permanents)
    if combat.damage is None:
        striking = tuple(id for id in fighting if not view.keywords(id).isdisjoint(("first strike", "double strike")))
        return g.CombatDamageStepBegan(first_strike=bool(striking), assigning=striking or fighting)
    have = set(combat.struck_first) if edition.second_step == "had first strike" else combat.have_assigned
    rest = tuple(id for id in fighting if id not in have or "double strike" in view.keywords(id))
    return g.CombatDamageStepBegan(first_strike=False, assigning=rest)


def awaited(draft: Draft) -> list[str]:
    """The players who are still to assign damage in the step that has begun, in turn order."""
    step = draft.state.combat.damage
    assert step is not None, "no combat damage step has begun"
    every = draft.assigns(step.assigning)
    return [player for player in in_turn_order(draft.state, every) if player not in step.assigned_by]


# --- assigning ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announcement:
    """One player's announcement, with all that it is checked against."""

    draft: Draft
    player: str
    named: ReadAssignment
    every: Mapping[str, Assigns]
    step: DamageToAssign
    whole: ReadAssignment
    """What was announced and what can be assigned in one way only."""
    open_to_choice: tuple[str, ...]
    """Creatures that could assign their damage in several ways and weren't named."""

    @property
    def placed(self) -> dict[str, Mapping[str, int]]:
        """What was announced for creatures that assign damage in this step."""
        return {id: amounts for id, amounts in self.named.items() if id in self.every}

    def violated(self, concept: str, whys: Iterable[str]) -> Violated:
        """What is wrong, with a legal announcement near this one."""
        kept = {id: amounts for id, amounts in self.placed.items() if id in self.step.strikers}
        violated = Violated(Concept(concept), whys, lambda: self.step.near(kept))
        violated.player = self.player
        return violated


def announce(draft: Draft, player: str, named: ReadAssignment, every: Mapping[str, Assigns] | None = None) -> Announcement:
    """510.1: a player announces how creatures assign combat damage. Raises Violated where no step can begin."""
    begin_step(draft)
    step = draft.state.combat.damage
    assert step is not None, "a combat damage step has begun"
    named = {id: {to: amount for to, amount in amounts.items() if amount} for id, amounts in named.items()}
    draft.append(g.CombatDamageAnnounced(player=player, assignment={id: dict(amounts) for id, amounts in named.items()}))
    if every is None:
        every = draft.assigns(step.assigning)
    formulated = formulate(draft.view, every, player, step.assignment)
    whole, open_to_choice = formulated.completed({id: amounts for id, amounts in named.items() if id in formulated.strikers})
    return Announcement(draft, player, named, every, formulated, whole, tuple(open_to_choice))


def assigned(announced: Announcement) -> None:
    """510.1e: the whole announcement complies with the rules, and stands. What goes on the stack goes there after the last."""
    draft, every = announced.draft, announced.every
    assert announced.step.is_legal(announced.whole), "what isn't legal was found wrong"
    made = {id: dict(amounts) for id, amounts in announced.whole.items() if amounts or _assigns_zero(draft.edition, every[id])}
    draft.append(g.CombatDamageAssigned(player=announced.player, assignment=made))
    if draft.edition.combat_damage == "on the stack" and not awaited(draft):
        draft.append(g.CombatDamagePutOnStack())


def assign(draft: Draft, player: str, named: ReadAssignment, every: Mapping[str, Assigns] | None = None) -> None:
    """510.1: an announcement that stands. Raises Violated at the first rule that isn't complied with."""
    announced = announce(draft, player, named, every)
    for check in CHECKS:
        check(announced)
    assigned(announced)


def _assigns_zero(edition: Edition, each: Assigns) -> bool:
    return edition.zero_power == "assigns 0" and each.striker.amount == 0 and bool(each.striker.ways)


def check_creatures(announced: Announcement) -> None:
    """510.4: only creatures of this step assign damage, and only those in combat."""
    combat = announced.draft.state.combat
    step = combat.damage
    assert step is not None, "a combat damage step has begun"
    gone = [id for id in announced.named if id not in combat.attackers and id not in combat.blockers]
    early = [id for id in announced.named if id not in gone and id not in step.assigning]
    if early:
        why = (
            "{} has neither first strike nor double strike: it assigns no damage in this step"
            if step.first_strike
            else "{} dealt its damage in the first step and has no double strike"
        )
        raise announced.violated(Concept.DAMAGE_TWO_STEPS, [said(why, id) for id in early])
    if gone:
        raise announced.violated(
            Concept.DAMAGE_NOT_IN_COMBAT, [said("{} is no attacking or blocking creature", id) for id in gone]
        )


def check_player(announced: Announcement) -> None:
    """510.1, 702.22j–k, 802.5: each player for the creatures that player chooses for, the active player first."""
    player, every, draft = announced.player, announced.every, announced.draft
    others = [id for id in announced.placed if every[id].chooser != player]
    banded = [id for id in others if every[id].chooser != every[id].controller]
    for concept, attacks, why in (
        (Concept.DAMAGE_BANDING_ATTACKER, True, "{} is blocked by a creature with banding: {} chooses how it assigns its damage"),
        (Concept.DAMAGE_BANDING_BLOCKER, False, "{} blocks a creature with banding: {} chooses how it assigns its damage"),
    ):
        wrong = [id for id in banded if every[id].attacks == attacks]
        if wrong:
            raise announced.violated(concept, [said(why, id, every[id].chooser) for id in wrong])
    if others:
        whys = [said("{} chooses how {} assigns its damage, not {}", every[id].chooser, id, player) for id in others]
        raise announced.violated(Concept.DAMAGE_ASSIGN, whys)
    step = draft.state.combat.damage
    assert step is not None, "a combat damage step has begun"
    if player in step.assigned_by:
        raise announced.violated(Concept.DAMAGE_ASSIGN, [said("{} has assigned combat damage already in this step", player)])
    turns = in_turn_order(draft.state, every)
    before = turns[: turns.index(player)] if player in turns else turns
    earlier = [other for other in before if other not in step.assigned_by]
    if earlier:
        concept = Concept.DAMAGE_ASSIGN if earlier[0] == draft.state.board.active else Concept.DAMAGE_APNAP
        raise announced.violated(concept, [said("{} assigns combat damage before {}", earlier[0], player)])


def check_recipients(announced: Announcement) -> None:
    """510.1b–d, 702.19f: to what it attacks, to the creatures blocking it, or to those it blocks."""
    for id, amounts in announced.placed.items():
        each = announced.every[id]
        wrong = [recipient for recipient in amounts if recipient not in each.striker.recipients]
        if wrong:
            concept = each.concept
            if each.behind in wrong:
                concept = Concept.DAMAGE_TRAMPLE_PLANESWALKER
            elif set(wrong) <= set(announced.draft.state.board.seats) - set(announced.draft.state.board.players):
                concept = Concept.DAMAGE_PLAYER_LEFT
            whys = [said("{} can't assign damage to {}: {to_whom}", id, other, to_whom=_to_whom(each)) for other in wrong]
            raise announced.violated(concept, whys)


def _to_whom(each: Assigns) -> str:
    """In words, what it may assign damage to."""
    if not each.striker.recipients:
        return "it assigns no combat damage"
    return said(f"it assigns its damage to {' or '.join('{}' for _ in each.striker.recipients)}", *each.striker.recipients)


def check_mixture(announced: Announcement) -> None:
    """Recipients each of which is possible, but not together: no rule says more."""
    for id, amounts in announced.placed.items():
        striker = announced.every[id].striker
        possible = bool(amounts) and set(amounts) <= set(striker.recipients)
        if possible and not any(set(amounts) <= set(way.recipients) for way in striker.ways):
            raise announced.violated(
                Concept.DAMAGE_MIXTURE,
                [said(f"{{}} can't assign damage to {' and '.join('{}' for _ in amounts)} at the same time", id, *amounts)],
            )


def check_power(announced: Announcement) -> None:
    """510.1a: each creature assigns damage equal to its power, all of it."""
    wrong = []
    for id, each in announced.every.items():
        if id in announced.open_to_choice:
            some = [amounts for _, amounts in zip(range(3), announced.step.options(id, announced.whole), strict=False)]
            named = " or ".join(", ".join(f"{amount} to {{}}" for amount in amounts.values()) for amounts in some)
            why = "{} can assign its {amount} damage in several ways, and none was announced: {named}, …"
            ways = said(named, *(recipient for amounts in some for recipient in amounts))
            wrong.append(said(why, id, amount=each.striker.amount, named=ways))
        elif id in announced.named:
            assigned = sum(announced.named[id].values())
            due = each.striker.amount if each.striker.ways else 0
            if assigned != due and (assigned or each.striker.passing is None):
                wrong.append(said("{} assigns {due} damage, not {assigned}", id, due=due, assigned=assigned))
    if wrong:
        raise announced.violated(Concept.DAMAGE_POWER, wrong)


def check_lethal(announced: Announcement) -> None:
    """510.1c–e, 702.19b–c: lethal damage where something tramples over or an order is kept, over the whole assignment."""
    step = announced.step
    wrong = [striker for striker in step.strikers.values() if step.way_of(striker, announced.whole) is None]
    for concept in (Concept.DAMAGE_TRAMPLE, Concept.DAMAGE_TRAMPLE_OVER_PLANESWALKERS, "order") if wrong else ():
        for striker in wrong:
            found = _missing(announced, striker, concept)
            if found is not None:
                raise found


def _missing(announced: Announcement, striker: Striker, concept: str) -> Violated | None:
    """What is short of lethal damage for this creature's assignment, if it is that rule which asks for it."""
    step, amounts = announced.step, announced.whole.get(striker.id, {})
    for way in striker.ways:
        if not set(amounts) <= set(way.recipients):
            continue
        tramples = any(amounts.get(each) for each in (way.over, way.beyond) if each is not None)
        asked: Iterable[str] = ()
        if concept == Concept.DAMAGE_TRAMPLE and tramples:
            asked = way.among
        elif concept == Concept.DAMAGE_TRAMPLE_OVER_PLANESWALKERS and way.beyond is not None and amounts.get(way.beyond):
            asked = (way.over,) if way.over is not None else ()
        elif concept == "order":
            asked = (each for each in way.asks(amounts) if each in way.order)
        short = {each: step.left(announced.whole, each) for each in step.unmet(announced.whole, asked)}
        if short:
            cited = announced.every[striker.id].concept if concept == "order" else concept
            further = "anything is assigned to the next in order" if concept == "order" else "anything tramples over"
            why = "{} has to be assigned {left} more damage before {further} ({})"
            whys = [said(why, each, striker.id, left=left, further=further) for each, left in short.items()]
            return announced.violated(cited, whys)
    return None


CHECKS = (check_creatures, check_player, check_recipients, check_mixture, check_power, check_lethal)
"""What an announcement is checked for, in the order in which a rule number is cited."""


# --- dealing ------------------------------------------------------------------------------------------------------------


def shared_out(draft: Draft, named: ReadAssignment) -> list[tuple[str, ReadAssignment, Mapping[str, Assigns]]]:
    """Every player who hasn't assigned yet, in turn order, with what is announced for that player's creatures. Raises
    Violated."""
    begin_step(draft)
    step = draft.state.combat.damage
    assert step is not None, "a combat damage step has begun"
    every = draft.assigns(step.assigning)
    players = [player for player in in_turn_order(draft.state, every) if player not in step.assigned_by]
    shares: dict[str, dict[str, Mapping[str, int]]] = {player: {} for player in players}
    first = players[0] if players else draft.state.board.active or draft.state.board.players[0]
    for id, amounts in named.items():
        # What nobody chooses for is refused as part of the first announcement.
        chooser = every[id].chooser if id in every else first
        shares.setdefault(chooser, {})[id] = amounts
    for each in every.values():
        # Who assigns 0 has assigned, which counts in the second step.
        if _assigns_zero(draft.edition, each) and each.chooser not in step.assigned_by:
            shares.setdefault(each.chooser, {})
    in_order = sorted(shares, key=lambda player: players.index(player) if player in players else len(players))
    return [(player, shares[player], every) for player in in_order]


def assign_the_rest(draft: Draft, named: ReadAssignment) -> None:
    """Every player who hasn't assigned yet does, in turn order. Raises Violated where an announcement doesn't comply."""
    for player, share, every in shared_out(draft, named):
        assign(draft, player, share, every)


def is_forced(draft: Draft) -> bool:
    """Whether combat damage is to be assigned now, and nobody who is still to do so has a choice. Pure."""
    if not may_assign(draft):
        return False
    creatures, done, standing = _step_now(draft)
    every = draft.assigns(creatures)
    if not any(each.striker.has_choice for each in every.values()):
        return True
    for player in in_turn_order(draft.state, every):
        if player not in done:
            whole, open_to_choice = formulate(draft.view, every, player, standing).completed({})
            if open_to_choice:
                return False
            standing = {**standing, **whole}
    return True


def deal_damage(draft: Draft) -> None:
    """510.2–3: everything that was assigned is dealt at one time; state-based actions are performed; what triggered waits."""
    step = draft.state.combat.damage
    assert step is not None and not step.dealt, "combat damage has been assigned and not dealt"
    before, since = draft.view, len(draft.events)
    event = deal(before, draft.edition, step.assignment)
    draft.append(event)
    for removed in shield_counters(before, event.damage):
        draft.append(removed)
    triggered = list(damage_triggers(draft.view, draft.edition, event))
    for each in triggered:
        draft.append(each)
    perform(draft, frozenset(each.source for each in triggered))
    mark_not_modelled(draft, before, since)


def next_to_assign(draft: Draft) -> str:
    """The player whose turn it is to assign combat damage, in the step that has begun or begins next; the active one if nobody's
    is."""
    board = draft.state.board
    assigning, done, _ = _step_now(draft)
    every = draft.assigns(assigning)
    waiting = [player for player in in_turn_order(draft.state, every) if player not in done]
    return (waiting or [board.active or board.players[0]])[0]


def _step_now(draft: Draft) -> tuple[tuple[str, ...], tuple[str, ...], ReadAssignment]:
    """Of the step that has begun or begins next: who assigns damage in it, the players who have done so, and what."""
    step = draft.state.combat.damage
    if step is not None and not step.dealt and step.assigning:
        return step.assigning, step.assigned_by, step.assignment
    if _why_no_step(draft) is None:
        return next_step(draft.view, draft.edition).assigning, (), {}
    return (), (), {}


def respond(draft: Draft) -> None:
    """Something happens between assigning and dealing: only while the damage is on the stack, where it goes first.

    That is so until 2009-07-10 (310.2, from 2003-07-01 310.1). Raises Violated after it: nobody can do anything there (510.2).
    """
    if draft.edition.combat_damage == "dealt at once":
        raise Violated(Concept.DAMAGE_DEALT, ["nothing can happen between assigning combat damage and dealing it"])
    step = draft.state.combat.damage
    if step is not None and not step.on_stack:
        for player in awaited(draft):
            assign(draft, player, {})
        if not isinstance(draft.events[-1], g.CombatDamagePutOnStack):
            draft.append(g.CombatDamagePutOnStack())
        receive_priority(draft)


def legal_assignments(draft: Draft, player: str | None) -> LegalAssignments:
    """What a player (None: the next in turn order) may assign in the step that begins now or has begun; the draft is changed."""
    try:
        begin_step(draft)
    except Violated:
        return LegalAssignments(DamageToAssign({}, {}), player or draft.state.board.players[0], possible=False)
    step = draft.state.combat.damage
    assert step is not None, "a combat damage step has begun"
    waiting = awaited(draft)
    chosen = player or (waiting[0] if waiting else draft.state.board.players[0])
    every = draft.assigns(step.assigning)
    formulated = formulate(draft.view, every, chosen, step.assignment)
    return LegalAssignments(formulated, chosen, possible=waiting[:1] == [chosen])


# --- the procedures -----------------------------------------------------------------------------------------------------


def _assign(attempt: Attempt[AssignCombatDamage]) -> None:
    _complied(attempt, announce(attempt.draft, attempt.player, attempt.command.assignment))


def _complied(attempt: Attempt[Any], announced: Announcement) -> None:
    """All that is wrong with an announcement is found; one with which nothing is stands."""
    complied = [attempt.comply(check, announced) for check in CHECKS]
    if all(complied):
        assigned(announced)


def _assign_the_rest(attempt: Attempt[DealCombatDamage]) -> None:
    for player, named, every in shared_out(attempt.draft, attempt.command.assignment):
        _complied(attempt, announce(attempt.draft, player, named, every))
        if attempt.violated:
            return


ASSIGNING_510_1 = Procedure(action="damage", steps=(_assign,), completion=())
"""A player assigns."""

DEALING_510_2 = Procedure(action="damage", steps=(_assign_the_rest,), completion=(lambda attempt: deal_damage(attempt.draft),))
"""Everybody who is left assigns, and the damage is dealt."""

RESPONDING_310_1 = Procedure(action="damage", steps=(lambda attempt: respond(attempt.draft),), completion=())
"""Something else happens while combat damage waits to be dealt."""
