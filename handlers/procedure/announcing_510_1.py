"""Announcing combat damage (510.1): a player says how creatures assign it, and that is checked as a whole (510.1e).

One function a check, in the order in which a rule number is cited. An announcement that doesn't comply is taken back; what others
assigned stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ...events import damage as g
from ...events.prose import said
from ..attempt import Draft, Violated
from ..damage_assignment.assigning import Amounts, DamageToAssign, Way
from ..damage_assignment.assigning_510_1 import Assigns, formulate, in_turn_order
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from . import checks
from .commands import ReadAssignment
from .damage_steps_510_4 import begin_step, yet_to_assign


class Announcement(NamedTuple):
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

    @property
    def says_nothing(self) -> bool:
        """It says of a player's creatures that have 0 power what stands already: damage is on the stack, and none is theirs."""
        step = self.draft.state.combat.damage
        if step is None or not step.on_stack or any(self.named.values()):
            return False
        return not any(step.assignment.get(id) for id, each in self.every.items() if each.chooser == self.player)

    def violated(self, concept: Concept, whys: Iterable[str]) -> Violated:
        """What is wrong, with a legal announcement near this one."""
        kept = {id: amounts for id, amounts in self.placed.items() if id in self.step.strikers}
        violated = Violated(concept, whys, lambda: self.step.near(kept))
        violated.player = self.player
        return violated


def announce(draft: Draft, player: str, named: ReadAssignment, every: Mapping[str, Assigns] | None = None) -> Announcement:
    """510.1: a player announces how creatures assign combat damage. Raises Violated where no step can begin."""
    begin_step(draft)
    step = draft.state.combat.damage_step
    named = {id: {to: amount for to, amount in amounts.items() if amount} for id, amounts in named.items()}
    draft.append(g.CombatDamageAnnounced(player=player, assignment={id: dict(amounts) for id, amounts in named.items()}))
    if every is None:
        every = draft.assigns(step.assigning)
    formulated = formulate(draft.view, every, player, step.assignment)
    whole, open_to_choice = formulated.completed({id: amounts for id, amounts in named.items() if id in formulated.strikers})
    return Announcement(draft, player, named, every, formulated, whole, tuple(open_to_choice))


def assigned(announced: Announcement) -> None:
    """510.1e: the whole announcement complies with the rules, and stands. What goes on the stack goes there after the last.

    A player whose creatures have 0 power announces too, though nothing can be chosen (310.1–310.4, until 2009-07-10).
    """
    draft, every = announced.draft, announced.every
    if announced.says_nothing:
        return
    assert announced.step.is_legal(announced.whole), "what isn't legal was found wrong"
    made = {id: dict(amounts) for id, amounts in announced.whole.items() if amounts or assigns_zero(draft.edition, every[id])}
    draft.append(g.CombatDamageAssigned(player=announced.player, assignment=made))
    if draft.edition.combat_damage != "on the stack" or yet_to_assign(draft):
        return
    if rest := yet_to_assign_zero(draft):
        assign(draft, rest[0], {})
    else:
        draft.append(g.CombatDamagePutOnStack())


def assign(draft: Draft, player: str, named: ReadAssignment, every: Mapping[str, Assigns] | None = None) -> None:
    """510.1: an announcement that stands. Raises Violated at the first rule that isn't complied with."""
    announced = announce(draft, player, named, every)
    for check in CHECKS:
        check(announced)
    assigned(announced)


def assigns_zero(edition: Edition, each: Assigns) -> bool:
    """Whether a creature with 0 power has assigned combat damage, by the rules of the edition."""
    return edition.zero_power == "assigns 0" and each.striker.amount == 0 and bool(each.striker.ways)


def yet_to_assign_zero(draft: Draft) -> list[str]:
    """The players who haven't assigned, and of whose creatures one assigns 0: it has assigned then, which counts in the second
    step."""
    step = draft.state.combat.damage_step
    if step.on_stack:
        return []
    every = draft.assigns(step.assigning).values()
    players = dict.fromkeys(each.chooser for each in every if assigns_zero(draft.edition, each))
    return [player for player in players if player not in step.assigned_by]


def check_creatures(announced: Announcement) -> None:
    """510.4: only creatures of this step assign damage, and only those in combat."""
    combat = announced.draft.state.combat
    step = combat.damage_step
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
    board = draft.state.board
    others = [id for id in announced.placed if every[id].chooser != player]
    banded = [id for id in others if every[id].chooser != every[id].controller]
    for concept, attacks, why in (
        (
            Concept.DAMAGE_BANDING_ATTACKER,
            True,
            "{} is blocked by a creature with banding: {} choose{s} how it assigns its damage",
        ),
        (Concept.DAMAGE_BANDING_BLOCKER, False, "{} blocks a creature with banding: {} choose{s} how it assigns its damage"),
    ):
        wrong = [id for id in banded if every[id].attacks == attacks]
        if wrong:
            choosing = {id: checks.who_does(board, every[id].chooser) for id in wrong}
            raise announced.violated(concept, [said(why, id, who, s=s) for id, (who, s) in choosing.items()])
    if others:
        choosing = {id: checks.who_does(board, every[id].chooser) for id in others}
        not_they = checks.who_does(board, player)[0]
        whys = [
            said("{} choose{s} how {} assigns its damage, not {}", who, id, not_they, s=s) for id, (who, s) in choosing.items()
        ]
        raise announced.violated(Concept.DAMAGE_ASSIGN, whys)
    step = draft.state.combat.damage_step
    if announced.says_nothing:
        return
    if player in step.assigned_by:
        who, s = checks.who_does(board, player)
        why = said("{} {has} assigned combat damage already in this step", who, has="has" if s else "have")
        raise announced.violated(Concept.DAMAGE_ASSIGN, [why])
    if step.on_stack:
        raise announced.violated(Concept.DAMAGE_ASSIGN, ["combat damage is on the stack already"])
    earlier = [other for other in in_turn_order(draft.state, every) if other != player and other not in step.assigned_by]
    if earlier:
        order = board.in_turn_order(board.active or player)
        earlier = [other for other in earlier if order.index(other) < order.index(player)]
    if earlier:
        first = earlier[0] in board.active_side or board.options.shared_turns
        concept = Concept.DAMAGE_ASSIGN if first else Concept.DAMAGE_APNAP
        who, s = checks.who_does(board, earlier[0])
        why = said("{} assign{s} combat damage before {}", who, checks.who_does(board, player)[0], s=s)
        raise announced.violated(concept, [why])


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
    step, whole = announced.step, announced.whole
    wrong = [striker for striker in step.strikers.values() if step.way_of(striker, whole) is None]
    for concept, further, asked in _LETHAL_FIRST if wrong else ():
        for striker in wrong:
            amounts = whole.get(striker.id, {})
            fitting = [way for way in striker.ways if set(amounts) <= set(way.recipients)]
            for way in fitting:
                short = step.unmet(whole, asked(way, amounts))
                if not short:
                    continue
                if way.unplaced and asked is Way.before_the_last:
                    low = [each for each in striker.recipients if amounts.get(each) and step.left(whole, each)]
                    named = " and ".join("{}" for _ in low)
                    whys = [
                        said(f"no order of {{}} allows it: of {named} only the last may lack lethal damage", striker.id, *low)
                    ]
                else:
                    why = "{} has to be assigned {left} more damage before {further} ({})"
                    whys = [said(why, each, striker.id, left=step.left(whole, each), further=further) for each in short]
                raise announced.violated(concept or announced.every[striker.id].concept, whys)


def _before_trampling(way: Way, amounts: Amounts) -> tuple[str, ...]:
    """702.19b: all of them, if any damage goes over."""
    return way.among if any(amounts.get(each) for each in (way.over, way.beyond) if each is not None) else ()


def _before_its_controller(way: Way, amounts: Amounts) -> tuple[str, ...]:
    """702.19c: the planeswalker, if any damage goes to its controller."""
    return (way.over,) if way.over is not None and way.beyond is not None and amounts.get(way.beyond) else ()


_LETHAL_FIRST: tuple[tuple[Concept | None, str, Callable[[Way, Amounts], tuple[str, ...]]], ...] = (
    (Concept.DAMAGE_TRAMPLE, "anything tramples over", _before_trampling),
    (Concept.DAMAGE_TRAMPLE_OVER_PLANESWALKERS, "anything tramples over", _before_its_controller),
    (None, "anything is assigned to the next in order", Way.before_the_last),
)
"""What requires lethal damage: the concept (None: the one by which the creature assigns its damage), in words, and of whom."""


CHECKS = (check_creatures, check_player, check_recipients, check_mixture, check_power, check_lethal)
"""What an announcement is checked for, in the order in which a rule number is cited."""
