"""The tables `damage` and `deaths`, and what damage changes in the rows of its combat."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ...events import damage as g
from ...events import facts as t
from .columns import (
    AttackDeclaredAt,
    AtVersion,
    CombatNumber,
    EditionDate,
    GameName,
    Interrupted,
    Means,
    Stands,
    StepName,
    TakenBackBy,
    Team,
    TurnNumber,
    table,
)
from .life import change_by_damage
from .moment import TabulationState
from .outcomes import DEATHS, Hit, derived, imported, recipient_kind
from .row_writer import RowWriter, RowWriters


@table("damage", key=("dealt_at", "number"))
class DamageRow(NamedTuple):
    """One row for each source and each recipient of damage that was dealt at one time."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    dealt_at: Annotated[int, Means("The version at which it was dealt.", "version")]
    number: Annotated[int, Means("Distinguishes what was dealt at that version.", "sources and recipients, from 1")]
    turn: TurnNumber
    combat: CombatNumber
    attack: AttackDeclaredAt
    combat_damage: Annotated[bool, Means("Whether it is combat damage.")]
    step: Annotated[str | None, Means("The combat damage step: `first strike` or `regular`.")]
    source: Annotated[str | None, Means("What deals it; none where the record has only the sum.")]
    source_name: Annotated[str | None, Means("Its name, if it is a permanent.")]
    source_controller: Annotated[str | None, Means("Who controls it.")]
    source_team: Team
    source_power: Annotated[int | None, Means("Its power as damage is dealt.", "power")]
    source_toughness: Annotated[int | None, Means("Its toughness as damage is dealt.", "toughness")]
    recipient: Annotated[str, Means("The permanent or the player that is dealt it.")]
    recipient_name: Annotated[str | None, Means("The name of that permanent.")]
    recipient_kind: Annotated[str | None, Means("`player`, `creature`, `planeswalker` or `battle`.")]
    recipient_controller: Annotated[str | None, Means("Who controls that permanent, or the player.")]
    recipient_team: Team
    recipient_power: Annotated[int | None, Means("Its power as damage is dealt.", "power")]
    recipient_toughness: Annotated[int | None, Means("Its toughness as damage is dealt.", "toughness")]
    assigned: Annotated[int | None, Means("What was assigned; none where the record has only what was dealt.", "damage")]
    dealt: Annotated[int, Means("What was dealt.", "damage")]
    prevented: Annotated[int | None, Means("What was prevented; none where the record doesn't say.", "damage")]
    lethal: Annotated[
        bool | None,
        Means(
            "Whether all that is dealt to the recipient at this time is lethal damage, or the last of its life, loyalty or "
            "defense; prevention counts, indestructible doesn't."
        ),
    ]
    interrupted: Interrupted
    stands: Stands
    taken_back_by: TakenBackBy


@table("deaths", key=("died_at",))
class DeathRow(NamedTuple):
    """One row for each permanent that was put into a graveyard, or that state-based actions would have put there and went
    elsewhere."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    died_at: Annotated[int, Means("The version at which it left the battlefield.", "version")]
    turn: TurnNumber
    combat: CombatNumber
    attack: Annotated[int | None, Means("The declaration of the attackers, in a combat.", "version")]
    step: StepName
    permanent: Annotated[str, Means("The permanent.")]
    name: Annotated[str, Means("Its name.")]
    controller: Annotated[str, Means("Who controlled it.")]
    team: Team
    owner: Annotated[str, Means("Who owns it.")]
    creature: Annotated[bool, Means("Whether it was a creature.")]
    token: Annotated[bool, Means("Whether it was a token.")]
    power: Annotated[int | None, Means("Its power as it left; none where the record doesn't say.", "power")]
    toughness: Annotated[int | None, Means("Its toughness as it left.", "toughness")]
    mana_value: Annotated[int | None, Means("Its mana value; none where its card isn't known.", "mana")]
    to: Annotated[str | None, Means("The zone that it went to.")]
    why: Annotated[str | None, Means("A state-based action or what was done: see `PermanentLeft`.")]
    attacked: Annotated[bool, Means("Whether it was declared as an attacker in this combat.")]
    blocked: Annotated[bool, Means("Whether it was declared as a blocker in this combat.")]
    damaged_by: Annotated[tuple[str, ...], Means("The sources that dealt damage to it this turn, in that order.")]
    interrupted: Interrupted
    stands: Stands
    taken_back_by: TakenBackBy


def begin_step(writer: RowWriter, now: TabulationState, event: t.StepBegan) -> None:
    """A step begins, as a record has it."""
    if event.step == "combat damage":
        _begin_combat_damage(writer, now, event.damage == "first strike", event.damage != "not told")


def begin_damage_step(writer: RowWriter, now: TabulationState, event: g.CombatDamageStepBegan) -> None:
    """A combat damage step begins."""
    _begin_combat_damage(writer, now, event.first_strike)


def _begin_combat_damage(writer: RowWriter, now: TabulationState, first_strike: bool, said: bool = True) -> None:
    now.first_strike = first_strike
    now.outcome.known, now.outcome.stated = True, said
    _outcome_changed(writer, now)


def deal(writer: RowWriter, now: TabulationState, event: g.CombatDamageDealt) -> None:
    """Combat damage is dealt: its rows, and those of the life that it changes."""
    _write_damage(writer, now, writer.version, derived(event, now.board), combat=True)
    change_by_damage(writer, now, event)


def record_damage(writer: RowWriter, now: TabulationState, event: t.DamageDealt) -> None:
    """A record reports damage. What was dealt at the same time follows at once."""
    now.recorded_at_once += ((writer.version, event),)


def write_recorded_damage(writer: RowWriter, now: TabulationState) -> None:
    """The rows of the damage that a record reported at one time."""
    said, now.recorded_at_once = now.recorded_at_once, ()
    for combat in (True, False):
        at_once = [(version, event) for version, event in said if event.combat == combat]
        hits = imported([event for _, event in at_once], now.board)
        for (version, _), hit in zip(at_once, hits, strict=True):
            _write_damage(writer, now, version, [hit], combat)


def _write_damage(writer: RowWriter, now: TabulationState, version: int, hits: list[Hit], combat: bool) -> None:
    board = now.board
    fighting = combat and now.combat.phase
    for number, hit in enumerate(hits, 1):
        source, recipient = board.permanents.get(hit.source or ""), board.permanents.get(hit.recipient)
        to = recipient.controller if recipient is not None else hit.recipient if hit.recipient in board.life else None
        writer.write(
            DamageRow,
            version,
            version,
            dealt_at=version,
            number=number,
            turn=board.turn,
            combat=now.combat.phases_this_turn,
            attack=now.attack,
            combat_damage=combat,
            step=("first strike" if now.first_strike else "regular") if combat else None,
            source=hit.source,
            source_name=source.name if source is not None else None,
            source_controller=source.controller if source is not None else None,
            source_team=board.teammates(source.controller) if source is not None else (),
            source_power=source.power if source is not None else None,
            source_toughness=source.toughness if source is not None else None,
            recipient=hit.recipient,
            recipient_name=recipient.name if recipient is not None else None,
            recipient_kind=recipient_kind(board, hit.recipient),
            recipient_controller=to,
            recipient_team=board.teammates(to) if to is not None else (),
            recipient_power=recipient.power if recipient is not None else None,
            recipient_toughness=recipient.toughness if recipient is not None else None,
            assigned=hit.assigned,
            dealt=hit.dealt,
            prevented=hit.prevented,
            lethal=hit.lethal,
            interrupted=board.interrupted,
        )
        if hit.dealt and hit.recipient in board.life:
            _, sources, amount = now.dealt_to.get(hit.recipient, (combat, (), 0))
            now.dealt_to[hit.recipient] = (combat, (*sources, hit.source) if hit.source else sources, amount + hit.dealt)
        if hit.dealt and hit.source is not None:
            now.hit_by[hit.recipient] = tuple(dict.fromkeys((*now.hit_by.get(hit.recipient, ()), hit.source)))
        if fighting:
            now.outcome.deal(hit)
    if fighting:
        _outcome_changed(writer, now)


def leave(writer: RowWriter, now: TabulationState, event: t.PermanentLeft) -> None:
    """A permanent leaves the battlefield: its row, if it dies."""
    permanent = now.board.permanents.get(event.id)
    if permanent is None or (event.to != "graveyard" and event.why not in DEATHS):
        return
    combat, id = now.combat, event.id
    if combat.phase:
        now.outcome.died[id] = permanent.controller
        _outcome_changed(writer, now)
    writer.write_now(
        DeathRow,
        died_at=writer.version,
        turn=now.board.turn,
        combat=combat.phases_this_turn,
        attack=now.attack,
        step=now.board.step,
        permanent=id,
        name=permanent.name,
        controller=permanent.controller,
        team=now.board.teammates(permanent.controller),
        owner=permanent.owner,
        creature="Creature" in permanent.types,
        token=permanent.token,
        power=permanent.power if permanent.size_known else None,
        toughness=permanent.toughness if permanent.size_known else None,
        mana_value=permanent.mana_value,
        to=event.to,
        why=event.why,
        attacked=id in now.attackers,
        blocked=any(id in made.blocking for made in now.made.values()),
        damaged_by=now.hit_by.get(id, ()),
        interrupted=now.board.interrupted,
    )


def _outcome_changed(writer: RowWriter, now: TabulationState) -> None:
    """The rows that say what came of the combat change."""
    for attacker in now.attackers.values():
        attacker.version = writer.version
    for made in now.made.values():
        made.version = writer.version


BEFORE: RowWriters = {
    g.CombatDamageDealt: deal,
    t.PermanentLeft: leave,
}
"""What writes the rows of an event, with the board as it is before the event."""

AFTER: RowWriters = {
    t.StepBegan: begin_step,
    g.CombatDamageStepBegan: begin_damage_step,
    t.DamageDealt: record_damage,
}
"""What writes the rows of an event, with the board as it is after the event."""
