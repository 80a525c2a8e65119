"""What becomes of a declaration, event by event, until its rows are written."""

from __future__ import annotations

from typing import Any

from ...events import declarations as d
from ...events import records as r
from ...events.abilities import CombatAction
from .moment import ClockAtRequest, DeclarationColumns, DeclaredAttacker, LockedTotal, Pending, TabulationState
from .row_writer import RowWriter, RowWriters


def stand(writer: RowWriter, now: TabulationState, event: d.DeclarationStood) -> None:
    """A declaration that is about to begin stands without a legal ruling."""
    ruling = writer.last_ruling
    about_it = ruling is not None and (ruling.action, ruling.player) == (event.action, event.player)
    now.stood = (event, ruling if about_it and event.reason != "record interrupted" else None)


def declare_attackers(writer: RowWriter, now: TabulationState, event: d.AttackersDeclared) -> None:
    """A declaration of attackers begins."""
    declared = _declared(writer, now, "attack", event.player, None, len(event.attackers))
    permanents, version = now.board.permanents, writer.version
    attackers = {id: DeclaredAttacker(declared, id, permanents.get(id), version=version) for id in event.attackers}
    now.pending = _begun(writer, now, declared, attackers=attackers)


def declare_blockers(writer: RowWriter, now: TabulationState, event: d.BlockersDeclared) -> None:
    """A declaration of blockers begins."""
    declared = _declared(writer, now, "block", event.player, now.attack, len(event.blocks))
    permanents = now.board.permanents
    facing: dict[str, int] = {}
    for attackers in event.blocks.values():
        for attacker in dict.fromkeys(attackers):
            facing[attacker] = facing.get(attacker, 0) + 1
    blocks = tuple(
        (blocker, permanents.get(blocker), attacker, permanents.get(attacker or ""), facing.get(attacker or ""))
        for blocker, attackers in event.blocks.items()
        for attacker in dict.fromkeys(attackers) or (None,)
    )
    now.pending = _begun(writer, now, declared, blocks=blocks)


def _declared(
    writer: RowWriter, now: TabulationState, action: CombatAction, player: str, attack: int | None, creatures: int
) -> DeclarationColumns:
    board = now.board
    asked = now.asked.pop((player, action), None)
    return DeclarationColumns(
        action,
        player,
        writer.version,
        writer.recorded,
        board.turn,
        now.combat.phases_this_turn,
        attack,
        board.interrupted,
        creatures,
        asked,
    )


def ask(writer: RowWriter, now: TabulationState, event: r.DeclarationAsked) -> None:
    """A player is asked to declare."""
    now.asked = {(event.player, event.action): ClockAtRequest(writer.recorded, event.time_left, event.match_clock)}


def _begun(writer: RowWriter, now: TabulationState, declared: DeclarationColumns, **parts: Any) -> Pending:
    stood, ruling = now.stood or (None, None)
    now.stood = None
    return Pending(declared, stood=stood, ruling=ruling, version=writer.version, **parts)


def announce_targets(writer: RowWriter, now: TabulationState, event: d.AttackTargetsAnnounced) -> None:
    """What each attacker attacks is announced."""
    if (pending := now.pending) is None:
        return
    pending.version = writer.version
    for id, target in event.targets.items():
        attacker = pending.attackers[id]
        attacker.target, attacker.target_kind, attacker.version = target, _target_kind(now, target), writer.version


def check_restrictions(writer: RowWriter, now: TabulationState, event: d.RestrictionsChecked) -> None:
    """Restrictions are obeyed."""
    if now.pending is not None:
        now.pending.restrictions, now.pending.version = event.in_force, writer.version


def check_requirements(writer: RowWriter, now: TabulationState, event: d.RequirementsChecked) -> None:
    """Requirements are obeyed as far as they have to be."""
    if now.pending is not None:
        now.pending.requirements, now.pending.version = event, writer.version


def announce_bands(writer: RowWriter, now: TabulationState, event: d.BandsAnnounced) -> None:
    """Bands are announced."""
    if now.pending is None:
        return
    for number, band in enumerate(event.bands, 1):
        for member in band:
            if (attacker := now.pending.attackers.get(member)) is not None:
                attacker.band, attacker.version = number, writer.version


def tap(writer: RowWriter, now: TabulationState, event: d.AttackersTapped) -> None:
    """Attacking taps creatures."""
    if now.pending is None:
        return
    for id in event.attackers:
        if (attacker := now.pending.attackers.get(id)) is not None:
            attacker.tapped, attacker.version = True, writer.version


def choose_optional_costs(writer: RowWriter, now: TabulationState, event: d.OptionalCostsChosen) -> None:
    """Optional costs are chosen."""
    if now.pending is None:
        return
    for id, attacker in now.pending.attackers.items():
        if id in event.exerted or id in event.enlisted:
            attacker.exerted = id in event.exerted
            attacker.enlisted = event.enlisted.get(id)
            attacker.version = writer.version


def lock_costs(writer: RowWriter, now: TabulationState, event: d.CostsLocked) -> None:
    """The total cost is locked in; of a team, that of each player who pays."""
    if now.pending is not None:
        sources = tuple(now.name(instance.source) for instance in event.instances)
        now.pending.locked += (LockedTotal(event, writer.version, sources),)
        now.pending.version = writer.version


def activate(writer: RowWriter, now: TabulationState, event: d.ManaAbilityActivated) -> None:
    """A mana ability is activated."""
    if now.pending is not None:
        now.pending.mana_abilities += 1
        now.pending.version = writer.version


def pay(writer: RowWriter, now: TabulationState, event: d.CostsPaid) -> None:
    """The total cost is paid, that of the player."""
    if now.pending is not None:
        now.pending.locked = tuple(
            total._replace(paid=total.paid or total.event.player == event.player) for total in now.pending.locked
        )
        now.pending.version = writer.version


def become_attacking(writer: RowWriter, now: TabulationState, event: d.BecameAttacking) -> None:
    """Creatures become attacking: the declaration is complete."""
    if (pending := now.pending) is None:
        return
    for id, target in event.attackers.items():
        attacker = pending.attackers[id]
        attacker.attacking, attacker.defending, attacker.version = True, event.defending.get(id), writer.version
        if attacker.target is None and target is not None:
            attacker.target, attacker.target_kind = target, _target_kind(now, target)
    now.attack = pending.declared.began
    now.attackers = pending.attackers
    _complete(writer, now, pending)


def become_blocking(writer: RowWriter, now: TabulationState, event: d.BecameBlocking) -> None:
    """Creatures become blocking: the declaration is complete."""
    if (pending := now.pending) is None:
        return
    pending.blocking = event.blockers
    all_known = all(attacker is not None for _, _, attacker, _, _ in pending.blocks)
    for each in () if all_known else now.attackers.values():
        each.blockers, each.version = None, writer.version
    for attackers in event.blockers.values():
        for id in attackers:
            if (attacker := now.attackers.get(id)) is not None and attacker.blockers is not None:
                attacker.blockers += 1
                attacker.version = writer.version
    _complete(writer, now, pending)


def _complete(writer: RowWriter, now: TabulationState, pending: Pending) -> None:
    now.pending = None
    pending.version = pending.completed = writer.version
    now.made[pending.declared.began] = pending


def become_blocked(writer: RowWriter, now: TabulationState, event: d.BecameBlocked) -> None:
    """Attackers become blocked."""
    _settle(writer, now, event.attackers, True)


def become_unblocked(writer: RowWriter, now: TabulationState, event: d.BecameUnblocked) -> None:
    """Attackers become unblocked."""
    _settle(writer, now, event.attackers, False)


def _settle(writer: RowWriter, now: TabulationState, attackers: tuple[str, ...], blocked: bool) -> None:
    for id in attackers:
        if (attacker := now.attackers.get(id)) is not None:
            attacker.blocked, attacker.version = blocked, writer.version
            if not blocked:
                attacker.blockers = attacker.blockers or 0


def _target_kind(now: TabulationState, target: str) -> str | None:
    if target in now.board.players:
        return "player"
    permanent = now.board.permanents.get(target)
    if permanent is None:
        return None
    return "battle" if "Battle" in permanent.types else "planeswalker" if "Planeswalker" in permanent.types else None


AFTER: RowWriters = {
    r.DeclarationAsked: ask,
    d.DeclarationStood: stand,
    d.AttackersDeclared: declare_attackers,
    d.AttackTargetsAnnounced: announce_targets,
    d.BlockersDeclared: declare_blockers,
    d.RestrictionsChecked: check_restrictions,
    d.RequirementsChecked: check_requirements,
    d.BandsAnnounced: announce_bands,
    d.AttackersTapped: tap,
    d.OptionalCostsChosen: choose_optional_costs,
    d.CostsLocked: lock_costs,
    d.ManaAbilityActivated: activate,
    d.CostsPaid: pay,
    d.BecameAttacking: become_attacking,
    d.BecameBlocking: become_blocking,
    d.BecameBlocked: become_blocked,
    d.BecameUnblocked: become_unblocked,
}
"""What writes the rows of an event, with the board as it is after the event."""
