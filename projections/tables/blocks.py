"""The table `blocks`."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from .columns import (
    AtVersion,
    CombatNumber,
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
from .moment import Pending, TabulationState, characteristics
from .row_writer import RowWriter


@table("blocks", key=("declaration", "blocker", "attacker"))
class BlockRow(NamedTuple):
    """One row for each blocker of a declaration and each attacker that it blocks."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    declaration: Annotated[int, Means("The declaration of the blockers, as in `declarations`.", "version")]
    attack: Annotated[int | None, Means("The declaration of the attackers, as in `attacks`.", "version")]
    blocker: Annotated[str, Means("The creature that blocks.")]
    attacker: Annotated[str, Means("The creature that it blocks; empty where the record doesn't say which.")]
    player: Annotated[str, Means("The defending player.")]
    team: Team
    turn: TurnNumber
    combat: CombatNumber
    blocker_name: Annotated[str | None, Means("The name of the blocker.")]
    blocker_power: Annotated[int | None, Means("The power of the blocker when it was declared.", "power")]
    blocker_toughness: Annotated[int | None, Means("The toughness of the blocker when it was declared.", "toughness")]
    blocker_mana_value: Annotated[int | None, Means("The mana value of the blocker.", "mana")]
    blocker_token: Annotated[bool | None, Means("Whether the blocker is a token.")]
    blocker_keywords: Annotated[
        tuple[str, ...], Means("The keyword abilities of the blocker, without those that effects give it, sorted.")
    ]
    attacker_name: Annotated[str | None, Means("The name of the attacker.")]
    attacker_power: Annotated[int | None, Means("The power of the attacker when it was declared.", "power")]
    attacker_toughness: Annotated[int | None, Means("The toughness of the attacker when it was declared.", "toughness")]
    attacker_mana_value: Annotated[int | None, Means("The mana value of the attacker.", "mana")]
    attacker_token: Annotated[bool | None, Means("Whether the attacker is a token.")]
    attacker_keywords: Annotated[
        tuple[str, ...], Means("The keyword abilities of the attacker, without those that effects give it, sorted.")
    ]
    blockers: Annotated[int | None, Means("How many creatures of the declaration block this attacker.", "creatures")]
    blocking: Annotated[bool, Means("Whether the creature became blocking that attacker.")]
    interrupted: Interrupted
    stands: Stands
    taken_back_by: TakenBackBy
    dealt: Annotated[int | None, Means("Combat damage that the blocker dealt to this attacker.", "damage")]
    taken: Annotated[int | None, Means("Combat damage that this attacker dealt to the blocker.", "damage")]
    died: Annotated[bool | None, Means("Whether the blocker died in this combat; none where no combat damage is on record.")]
    killed: Annotated[bool | None, Means("Whether this attacker died in this combat, dealt damage by the blocker.")]


def write_blocks(writer: RowWriter, now: TabulationState, pending: Pending) -> None:
    """The rows of a declaration of blockers: one for each blocker and attacker."""
    declared = pending.declared
    for blocker, blocking, attacker, attacking, blockers in pending.blocks:
        became = blocker in pending.blocking if attacker is None else attacker in pending.blocking.get(blocker, ())
        writer.write(
            BlockRow,
            declared.began,
            pending.version,
            declaration=declared.began,
            attack=declared.attack,
            blocker=blocker,
            attacker=attacker or "",
            player=declared.player,
            team=now.board.teammates(declared.player),
            turn=declared.turn,
            combat=declared.combat,
            **characteristics(blocking, "blocker_"),
            **characteristics(attacking, "attacker_"),
            blockers=blockers,
            blocking=became,
            interrupted=declared.interrupted,
            **now.outcome.of_block(blocker, attacker, became),
        )
