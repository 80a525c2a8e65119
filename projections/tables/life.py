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
from .teller import Teller, Tells


@table("life", key=("changed_at", "number"))
class LifeRow(NamedTuple):
    """One row for each time that a player gained or lost life."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    changed_at: Annotated[int, Means("The version at which it changed.", "version")]
    number: Annotated[int, Means("Tells apart what changed at that version.", "changes, from 1")]
    turn: TurnNumber
    active: ActivePlayer
    combat: CombatsBegun
    step: StepName
    player: Annotated[str, Means("The player whose life changed.")]
    team: Team
    change: Annotated[int, Means("How much was gained, or (below 0) lost.", "life")]
    life: Annotated[int, Means("The player's life after it.", "life")]
    cause: Annotated[
        str | None, Means("`combat damage`, `damage`, `lifelink` (in games judged here) or `other`; none where nothing tells.")
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


def change_life(teller: Teller, now: TabulationState, event: t.LifeChanged) -> None:
    """A change of life that a record has: of damage, with its sources, or of something else."""
    combat, sources, amount = now.dealt_to.get(event.player, (False, (), 0))
    if event.change < 0 and amount == -event.change:
        del now.dealt_to[event.player]
        _tell_life(teller, now, event.player, event.change, "combat damage" if combat else "damage", sources)
    else:
        _tell_life(teller, now, event.player, event.change, "other", () if event.source is None else (event.source,))


def change_totals(teller: Teller, now: TabulationState, event: t.PlayerTotalsChanged) -> None:
    """The part of a change of life of which no event said why."""
    if event.life is None:
        return
    rest = event.life - now.board.life[event.player] - now.life_told.get(event.player, 0)
    if rest:
        _tell_life(teller, now, event.player, rest, None, ())
    now.life_told.pop(event.player, None)
    now.dealt_to.pop(event.player, None)


def change_by_damage(teller: Teller, now: TabulationState, event: g.CombatDamageDealt) -> None:
    """The life that players lose to combat damage and gain by lifelink: its rows."""
    number = 0
    for player, amount in event.life.items():
        sources = tuple(each.source for each in event.damage if each.recipient == player and each.dealt)
        number += 1
        _tell_life(teller, now, player, -amount, "combat damage", sources, number)
    for gained in event.gained:
        number += 1
        _tell_life(teller, now, gained.player, gained.amount, "lifelink", (gained.source,), number)
    now.life_told = {}


def _tell_life(
    teller: Teller, now: TabulationState, player: str, change: int, cause: str | None, sources: tuple[str, ...], number: int = 1
) -> None:
    now.life_told[player] = now.life_told.get(player, 0) + change
    told = sum(now.life_told.get(each, 0) for each in now.board.sharing_life(player))
    teller.tell_now(
        LifeRow,
        changed_at=teller.version,
        number=number,
        turn=now.board.turn,
        active=now.board.active,
        combat=now.combat.phases_this_turn,
        step=now.board.step,
        player=player,
        team=now.board.teammates(player),
        change=change,
        life=now.board.life[player] + told,
        cause=cause,
        sources=sources,
        source_names=tuple(name for source in sources if (name := now.name(source))),
        interrupted=now.board.interrupted,
    )


def cast(teller: Teller, now: TabulationState, event: t.SpellCast) -> None:
    """A spell was cast: its row."""
    teller.tell_now(
        SpellRow,
        cast_at=teller.version,
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


BEFORE: Tells = {
    t.PlayerTotalsChanged: change_totals,
}
"""What writes the rows of an event, with the board as it is before the event."""

AFTER: Tells = {
    t.LifeChanged: change_life,
    t.SpellCast: cast,
}
"""What writes the rows of an event, with the board as it is after the event."""
