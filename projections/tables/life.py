"""The tables `life` and `spells`."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ...events import damage as g
from ...events import facts as t
from .columns import (
    ActivePlayer,
    AtVersion,
    CombatsBegun,
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
from .moment import TabulationState
from .row_writer import RowWriter, RowWriters


@table("life", key=("changed_at", "number"))
class LifeRow(NamedTuple):
    """One row for each time that a player gained or lost life."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    changed_at: Annotated[int, Means("The version at which it changed.", "version")]
    number: Annotated[int, Means("Distinguishes what changed at that version.", "changes, from 1")]
    turn: TurnNumber
    active: ActivePlayer
    combat: CombatsBegun
    step: StepName
    player: Annotated[str, Means("The player whose life changed.")]
    team: Team
    change: Annotated[int, Means("How much was gained, or (below 0) lost.", "life")]
    life: Annotated[int, Means("The player's life after it.", "life")]
    cause: Annotated[
        str | None, Means("`combat damage`, `damage`, `lifelink` (in games judged here) or `other`; none where nothing says.")
    ]
    sources: Annotated[tuple[str, ...], Means("What dealt the damage, or else did it.")]
    source_names: Annotated[tuple[str, ...], Means("The names of those of them that are permanents.")]
    interrupted: Interrupted
    stands: Stands
    taken_back_by: TakenBackBy


@table("spells", key=("cast_at",))
class SpellRow(NamedTuple):
    """One row for each spell that was cast, where a record has spells."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    cast_at: Annotated[int, Means("The version at which it was cast.", "version")]
    turn: TurnNumber
    active: ActivePlayer
    combat: CombatsBegun
    step: StepName
    spell: Annotated[str, Means("The spell.")]
    player: Annotated[str, Means("The player who cast it.")]
    team: Team
    name: Annotated[str, Means("Its name.")]
    types: Annotated[tuple[str, ...], Means("Its supertypes, card types and subtypes.")]
    mana_value: Annotated[int | None, Means("Its mana value, where its card is known.", "mana")]
    interrupted: Interrupted
    stands: Stands
    taken_back_by: TakenBackBy


def change_life(writer: RowWriter, now: TabulationState, event: t.LifeChanged) -> None:
    """A change of life that a record has: of damage, with its sources, or of something else."""
    combat, sources, amount = now.dealt_to.get(event.player, (False, (), 0))
    if event.change < 0 and amount == -event.change:
        del now.dealt_to[event.player]
        _write_life(writer, now, event.player, event.change, "combat damage" if combat else "damage", sources)
    else:
        _write_life(writer, now, event.player, event.change, "other", () if event.source is None else (event.source,))


def change_totals(writer: RowWriter, now: TabulationState, event: t.PlayerTotalsChanged) -> None:
    """The part of a change of life of which no event said why."""
    if event.life is None:
        return
    rest = event.life - now.board.life[event.player] - now.life_written.get(event.player, 0)
    if rest:
        _write_life(writer, now, event.player, rest, None, ())
    now.life_written.pop(event.player, None)
    now.dealt_to.pop(event.player, None)


def change_by_damage(writer: RowWriter, now: TabulationState, event: g.CombatDamageDealt) -> None:
    """The life that players lose to combat damage and gain by lifelink: its rows."""
    number = 0
    for player, amount in event.life.items():
        sources = tuple(each.source for each in event.damage if each.recipient == player and each.dealt)
        number += 1
        _write_life(writer, now, player, -amount, "combat damage", sources, number)
    for gained in event.gained:
        number += 1
        _write_life(writer, now, gained.player, gained.amount, "lifelink", (gained.source,), number)
    now.life_written = {}


def _write_life(
    writer: RowWriter,
    now: TabulationState,
    player: str,
    change: int,
    cause: str | None,
    sources: tuple[str, ...],
    number: int = 1,
) -> None:
    now.life_written[player] = now.life_written.get(player, 0) + change
    written = sum(now.life_written.get(each, 0) for each in now.board.sharing_life(player))
    writer.write_now(
        LifeRow,
        changed_at=writer.version,
        number=number,
        turn=now.board.turn,
        active=now.board.active,
        combat=now.combat.phases_this_turn,
        step=now.board.step,
        player=player,
        team=now.board.teammates(player),
        change=change,
        life=now.board.life[player] + written,
        cause=cause,
        sources=sources,
        source_names=tuple(name for source in sources if (name := now.name(source))),
        interrupted=now.board.interrupted,
    )


def cast(writer: RowWriter, now: TabulationState, event: t.SpellCast) -> None:
    """A spell was cast: its row."""
    writer.write_now(
        SpellRow,
        cast_at=writer.version,
        turn=now.board.turn,
        active=now.board.active,
        combat=now.combat.phases_this_turn,
        step=now.board.step,
        spell=event.id,
        player=event.player,
        team=now.board.teammates(event.player),
        name=event.name,
        types=event.types,
        mana_value=event.mana_value,
        interrupted=now.board.interrupted,
    )


BEFORE: RowWriters = {
    t.PlayerTotalsChanged: change_totals,
}
"""What writes the rows of an event, with the board as it is before the event."""

AFTER: RowWriters = {
    t.LifeChanged: change_life,
    t.SpellCast: cast,
}
"""What writes the rows of an event, with the board as it is after the event."""
