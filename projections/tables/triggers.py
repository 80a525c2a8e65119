"""The tables `triggers` and `orders`."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ...events import declarations as d
from .columns import (
    AttackDeclaredAt,
    AtVersion,
    CombatNumber,
    EditionDate,
    GameName,
    Means,
    Stands,
    TakenBackBy,
    Team,
    TurnNumber,
    table,
)
from .moment import TabulationState
from .row_writer import RowWriter, RowWriters


@table("triggers", key=("trigger",))
class TriggerRow(NamedTuple):
    """One row for each time that an ability triggered, once or several times at a time."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    trigger: Annotated[int, Means("The version at which it triggered.", "version")]
    turn: TurnNumber
    combat: CombatNumber
    attack: AttackDeclaredAt
    source: Annotated[str, Means("The permanent whose ability it is.")]
    source_name: Annotated[str | None, Means("Its name, while it is on the battlefield.")]
    controller: Annotated[str, Means("The player who controls the ability.")]
    team: Team
    ability: Annotated[str, Means("The ability in its own words; a keyword by its name.")]
    concept: Annotated[str, Means("The rule that it triggers by, by a name that is the same in all editions.")]
    times: Annotated[int, Means("How often it triggered at once.", "times")]
    about: Annotated[tuple[str, ...], Means("The creatures or players that it triggered for.")]
    stands: Stands
    taken_back_by: TakenBackBy


@table("orders", key=("announced", "creature"))
class OrderRow(NamedTuple):
    """One row for each creature whose damage assignment order was announced."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    announced: Annotated[int, Means("The version at which it was announced.", "version")]
    creature: Annotated[str, Means("The attacker or the blocker.")]
    turn: TurnNumber
    combat: CombatNumber
    attack: AttackDeclaredAt
    order: Annotated[tuple[str, ...], Means("The creatures it faces, in the order announced.")]
    concept: Annotated[str, Means("The rule that asks for it, by a name that is the same in all editions.")]
    stands: Stands
    taken_back_by: TakenBackBy


def trigger(writer: RowWriter, now: TabulationState, event: d.AbilityTriggered) -> None:
    """An ability triggers: its row."""
    writer.write_now(
        TriggerRow,
        trigger=writer.version,
        turn=now.board.turn,
        combat=now.combat.phases_this_turn,
        attack=now.attack,
        source=event.source,
        source_name=now.name(event.source),
        controller=event.controller,
        team=now.board.teammates(event.controller),
        ability=event.ability,
        concept=event.concept,
        times=event.times,
        about=event.about,
    )


def announce_orders(writer: RowWriter, now: TabulationState, event: d.DamageOrderAnnounced) -> None:
    """Damage assignment orders are announced: their rows."""
    for creature, order in event.orders.items():
        writer.write_now(
            OrderRow,
            announced=writer.version,
            creature=creature,
            turn=now.board.turn,
            combat=now.combat.phases_this_turn,
            attack=now.attack,
            order=order,
            concept=event.concept,
        )


AFTER: RowWriters = {
    d.AbilityTriggered: trigger,
    d.DamageOrderAnnounced: announce_orders,
}
"""What writes the rows of an event, with the board as it is after the event."""
