"""The tables `declarations` and `costs`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, NamedTuple

from ...events import declarations as d
from ...events.ruling import Ruling, Wrong
from .attacks import write_attack
from .blocks import write_blocks
from .columns import (
    AttackOrBlock,
    AtVersion,
    CombatNumber,
    DecidingConcept,
    DecidingRule,
    DeclaredAt,
    EditionDate,
    GameName,
    Interrupted,
    Means,
    RecordedAt,
    Stands,
    TakenBackBy,
    Team,
    TurnNumber,
    Why,
    table,
)
from .columns import (
    WrongSteps as WrongNames,
)
from .moment import LockedTotal, Pending, TabulationState
from .row_writer import RowWriter, time_of


@table("declarations", key=("declaration",))
class DeclarationRow(NamedTuple):
    """One row for each declaration of attackers or blockers, illegal attempts included."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    declaration: Annotated[int, Means("The version at which the declaration began.", "version")]
    action: AttackOrBlock
    player: Annotated[str, Means("The player who declared; of a team, one who stands for it.")]
    team: Team
    turn: TurnNumber
    combat: CombatNumber
    attack: Annotated[int | None, Means("Of blocks: the declaration of the attackers in this combat.", "version")]
    creatures: Annotated[int, Means("How many creatures were chosen.", "creatures")]
    verdict: Annotated[
        str | None,
        Means(
            "`legal`, `illegal` or `undecided`; none while it waits for payment, where it was taken back without one, and "
            "where the record left out what a ruling depends on."
        ),
    ]
    rule: DecidingRule
    concept: DecidingConcept
    why: Why
    wrong: WrongNames
    stood: Annotated[
        str | None,
        Means(
            "Why the recorded game went on with it without a legal ruling: `illegal`, `undecided` or `record interrupted`. "
            "The attempt that was ruled illegal is a row of its own, taken back."
        ),
    ]
    restrictions: Annotated[int | None, Means("Restrictions in force, if they were obeyed.", "restrictions")]
    requirements: Annotated[int | None, Means("Requirements in force, if restrictions were obeyed.", "requirements")]
    obeyed: Annotated[int | None, Means("Requirements that it obeys.", "requirements")]
    cost: Annotated[str | None, Means("The locked-in total cost.", "mana symbols and words")]
    cost_mana: Annotated[str | None, Means("The mana of that total; of several players one after the other.", "mana symbols")]
    cost_life: Annotated[int | None, Means("The life of that total.", "life")]
    mana_abilities: Annotated[int, Means("Mana abilities activated to pay it.", "mana abilities")]
    paid: Annotated[bool | None, Means("Whether the total was paid; none where nothing was to be paid.")]
    completed: Annotated[int | None, Means("The version at which it was complete.", "version")]
    thinking_time: Annotated[
        int | None,
        Means("From the request to the declaration, where the record says when the player was asked.", "milliseconds"),
    ]
    time_left: Annotated[
        int | None, Means("How long the player's timer had left at the request, where the record says.", "milliseconds")
    ]
    match_clock: Annotated[int | None, Means("How long the player had left for the match, likewise.", "milliseconds")]
    interrupted: Interrupted
    recorded: RecordedAt
    stands: Stands
    taken_back_by: TakenBackBy
    damage_to_others: Annotated[
        int | None, Means("Combat damage dealt in this combat to players but the declaring one.", "damage")
    ]
    own_died: Annotated[int | None, Means("Permanents of the declaring player that died in this combat.", "permanents")]
    others_died: Annotated[int | None, Means("Permanents of other players that died in this combat.", "permanents")]


@table("costs", key=("locked", "cost"))
class CostRow(NamedTuple):
    """One row for each cost that a declaration incurs."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    locked: Annotated[int, Means("The version at which the total cost was locked in.", "version")]
    cost: Annotated[int, Means("The number of the cost in the total.", "costs, from 1")]
    declaration: DeclaredAt
    action: AttackOrBlock
    player: Annotated[str, Means("The player who is to pay.")]
    team: Team
    turn: TurnNumber
    combat: CombatNumber
    source: Annotated[str | None, Means("The permanent whose ability asks for it; none for an effect.")]
    source_name: Annotated[str | None, Means("Its name.")]
    creature: Annotated[str, Means("The creature that attacks or blocks at that cost.")]
    target: Annotated[str | None, Means("What it attacks or blocks, where the cost depends on it.")]
    text: Annotated[str, Means("The ability in its own words.")]
    paid: Annotated[bool, Means("Whether the total that it is part of was paid.")]
    stands: Stands
    taken_back_by: TakenBackBy


def write_declaration(writer: RowWriter, now: TabulationState, pending: Pending, ruling: Ruling | None = None) -> None:
    """The row of a declaration that is over (or of which the journal says no more), and those of its parts.

    `ruling`: the one that takes it back.
    """
    declared, completed = pending.declared, pending.completed
    totals = {total.event.player: total.event.total for total in pending.locked}
    checked, stood, asked = pending.requirements, pending.stood, declared.asked
    ruling = ruling or pending.ruling
    verdict: str | None = None
    if ruling is not None:
        verdict = ruling.verdict
    elif stood is not None:
        verdict = stood.reason if stood.reason != "record interrupted" else None
    elif completed is not None and not declared.interrupted:
        verdict = "legal"
    writer.write(
        DeclarationRow,
        declared.began,
        pending.version,
        declaration=declared.began,
        action=declared.action,
        player=declared.player,
        team=now.board.teammates(declared.player),
        turn=declared.turn,
        combat=declared.combat,
        attack=declared.attack,
        creatures=declared.creatures,
        verdict=verdict,
        **ruled(ruling),
        stood=stood.reason if stood is not None else None,
        restrictions=pending.restrictions,
        requirements=checked.in_force if checked is not None else None,
        obeyed=checked.obeyed if checked is not None else None,
        cost=_in_words(totals) if totals else None,
        cost_mana="".join(total.mana for total in totals.values()) if totals else None,
        cost_life=sum(total.life for total in totals.values()) if totals else None,
        mana_abilities=pending.mana_abilities,
        paid=all(total.paid for total in pending.locked) if totals else None,
        completed=completed,
        thinking_time=_between(asked.at, declared.recorded) if asked is not None else None,
        time_left=asked.time_left if asked is not None else None,
        match_clock=asked.match_clock if asked is not None else None,
        interrupted=declared.interrupted,
        recorded=time_of(declared.recorded),
        **now.outcome.of_declaration(declared.player, tuple(now.board.life), completed is not None),
    )
    write_costs(writer, now, pending, pending.locked)
    write_blocks(writer, now, pending)
    if completed is None:
        for attacker in pending.attackers.values():
            write_attack(writer, now, attacker)


def _between(asked: str, declared: str) -> int:
    """Milliseconds."""
    return round((time_of(declared) - time_of(asked)).total_seconds() * 1000)


def _in_words(totals: Mapping[str, d.LockedCost]) -> str:
    """The total, or the total of each player, as a ruling states it."""
    if len(totals) > 1:
        return "; ".join(f"{player}: {total.text}" for player, total in totals.items())
    return next(iter(totals.values())).text


def write_costs(writer: RowWriter, now: TabulationState, pending: Pending, totals: Iterable[LockedTotal]) -> None:
    """The rows of the costs of these totals, which are locked in."""
    for total in totals:
        _write_costs_of(writer, now, pending, total)


def _write_costs_of(writer: RowWriter, now: TabulationState, pending: Pending, total: LockedTotal) -> None:
    declared = pending.declared
    for number, (instance, name) in enumerate(zip(total.event.instances, total.sources, strict=True), 1):
        writer.write(
            CostRow,
            total.at,
            pending.version,
            locked=total.at,
            cost=number,
            declaration=declared.began,
            action=declared.action,
            player=total.event.player,
            team=now.board.teammates(total.event.player),
            turn=declared.turn,
            combat=declared.combat,
            source=instance.source or None,
            source_name=name,
            creature=instance.creature,
            target=instance.target,
            text=instance.text,
            paid=total.paid,
        )


def ruled(ruling: Ruling | None) -> dict[str, object]:
    """The columns that state a ruling: rule, concept, why and what is wrong."""
    if ruling is None:
        return {"rule": None, "concept": None, "why": None, "wrong": ()}
    return {"rule": ruling.rule, "concept": ruling.concept, "why": ruling.why, "wrong": _names(ruling.wrong)}


@cache
def _names(wrong: Wrong) -> tuple[str, ...]:
    return tuple(str(flag.name) for flag in wrong)
