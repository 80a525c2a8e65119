"""The table `attacks`."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from .columns import (
    AtVersion,
    CombatNumber,
    DeclaredAt,
    EditionDate,
    GameName,
    Interrupted,
    Means,
    Stands,
    TakenBackBy,
    Team,
    TurnNumber,
    table,
)
from .moment import DeclaredAttacker, TabulationState, characteristics
from .row_writer import RowWriter


@table("attacks", key=("declaration", "attacker"))
class AttackRow(NamedTuple):
    """One row for each attacker of a declaration. A creature that entered attacking was never declared, and has no row."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    declaration: DeclaredAt
    attacker: Annotated[str, Means("The creature.")]
    player: Annotated[str, Means("The attacking player.")]
    team: Team
    turn: TurnNumber
    combat: CombatNumber
    target: Annotated[str | None, Means("The player, planeswalker or battle that it attacks.")]
    target_kind: Annotated[str | None, Means("`player`, `planeswalker` or `battle`.")]
    defending: Annotated[str | None, Means("The defending player, once it attacks.")]
    name: Annotated[str | None, Means("The name of the attacker.")]
    power: Annotated[int | None, Means("The power of the attacker when it was declared.", "power")]
    toughness: Annotated[int | None, Means("The toughness of the attacker when it was declared.", "toughness")]
    mana_value: Annotated[int | None, Means("The mana value of the attacker.", "mana")]
    token: Annotated[bool | None, Means("Whether the attacker is a token.")]
    keywords: Annotated[
        tuple[str, ...], Means("The keyword abilities of the attacker, without those that effects give it, sorted.")
    ]
    tapped: Annotated[bool, Means("Whether attacking tapped it.")]
    exerted: Annotated[bool, Means("Whether it was exerted as it attacked.")]
    enlisted: Annotated[str | None, Means("The creature that it enlisted; the first of several.")]
    band: Annotated[int | None, Means("The number of its band in the declaration.", "bands, from 1")]
    attacking: Annotated[bool, Means("Whether it became an attacking creature.")]
    blocked: Annotated[bool | None, Means("Whether it became blocked; none before blockers are declared.")]
    blockers: Annotated[
        int | None, Means("How many creatures were declared as blocking it; none where the record doesn't say.", "creatures")
    ]
    interrupted: Interrupted
    stands: Stands
    taken_back_by: TakenBackBy
    dealt: Annotated[int | None, Means("Combat damage that it dealt in this combat.", "damage")]
    taken: Annotated[int | None, Means("Combat damage that it was dealt in this combat.", "damage")]
    died: Annotated[bool | None, Means("Whether it died in this combat; none where no combat damage is on record.")]
    killed: Annotated[int | None, Means("How many permanents died in this combat that it dealt damage to.", "permanents")]


def write_attack(writer: RowWriter, now: TabulationState, attacker: DeclaredAttacker) -> None:
    """The row of an attacker whose declaration was taken back, or whose combat is over, or the journal at its end."""
    declared = attacker.declared
    writer.write(
        AttackRow,
        declared.began,
        attacker.version,
        declaration=declared.began,
        attacker=attacker.id,
        player=declared.player,
        team=now.board.teammates(declared.player),
        turn=declared.turn,
        combat=declared.combat,
        target=attacker.target,
        target_kind=attacker.target_kind,
        defending=attacker.defending,
        **characteristics(attacker.creature),
        tapped=attacker.tapped,
        exerted=attacker.exerted,
        enlisted=attacker.enlisted,
        band=attacker.band,
        attacking=attacker.attacking,
        blocked=attacker.blocked,
        blockers=attacker.blockers,
        interrupted=declared.interrupted,
        **now.outcome.of_attacker(attacker.id, attacker.attacking),
    )
