"""A line of the corpus: a board, and what the rules of each day asked for say of it."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from ...events.model import Model

VERSION = 2
"""Of the corpus: the same version, seed, number and days give the same bytes."""


class Declared(Model):
    """A declaration, and what the rules say of it."""

    creatures: dict[str, str] = Field(description="Who is declared: creature → the player it attacks, or the attacker it blocks.")
    verdict: Literal["legal", "illegal"]
    rule: str | None = Field(description="The number of the rule it breaks, in the rules of that day.")


class Best(Model):
    """What the best block is worth, to who blocks."""

    value: int | None = Field(
        description="Power and toughness of the attackers that die, less those of the blockers that die, and life gained less "
        "life lost, the other player's life the other way round, where the attacking player orders blockers and divides damage "
        "as well as can be. Null: whatever blocks, the attacking player can win."
    )
    blocks: int | None = Field(description="How many legal blocks are worth that much; null where the attacking player can win.")


class DamageStep(Model):
    """A combat damage step, and what came of it once state-based actions were performed and all that triggered had resolved."""

    assigned: dict[str, dict[str, int]] = Field(description="Creature → recipient → amount, of all who assign damage.")
    dealt: dict[str, dict[str, int]] = Field(description="Source → recipient → amount, less what was prevented.")
    died: tuple[str, ...] = Field(description="The creatures that left the battlefield, by name.")
    lost: tuple[str, ...] = Field(description="The players who lost.")
    life: dict[str, int] = Field(description="Of each player, afterwards.")
    poison: dict[str, int] = Field(description="Poison counters of players who have any, afterwards.")
    marked: dict[str, int] = Field(description="Damage marked on creatures that have any, afterwards.")
    counters: dict[str, int] = Field(description="-1/-1 counters of creatures that have any, afterwards.")


class CombatAnswers(Model):
    """What follows an attack."""

    attack: dict[str, str] = Field(description="The attack that is declared: creature → player.")
    legal_blocks: int = Field(description="How many blocks are legal, that of nobody included.")
    blocks: tuple[Declared, ...] = Field(description="Some blocks, legal and not.")
    best_block: Best
    block: dict[str, str] = Field(description="The block that is declared: blocker → attacker.")
    orders: dict[str, tuple[str, ...]] = Field(
        description="Damage assignment orders, attacker → its blockers, where the rules of the day have them."
    )
    damage: tuple[DamageStep, ...] = Field(description="The combat damage steps, one or two.")


class Answers(Model):
    """What the rules of one day say."""

    rules: date
    legal_attacks: int = Field(description="How many attacks are legal, that of nobody included.")
    attacks: tuple[Declared, ...] = Field(description="Some attacks, legal and not.")
    combat: CombatAnswers | None = Field(description="What follows one of the attacks; null where no creature may attack.")


class CorpusEntry(Model):
    """A board, and what the rules say of it. `battlefield` is as in a case: see `declarant schema case`."""

    id: str
    players: tuple[str, str] = Field(description="The first attacks, the second blocks.")
    life: dict[str, int]
    poison: dict[str, int]
    battlefield: tuple[dict[str, Any], ...] = Field(
        description="Creatures: `id`, `controller`, `types`, `colors`, `power`, `toughness`, `text`; `tapped`; and "
        "`summoning_sick` of one that came this turn."
    )
    answers: tuple[Answers, ...]


def line_schema() -> dict[str, Any]:
    """The JSON Schema of a line."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **CorpusEntry.model_json_schema(mode="serialization"),
        "title": "Entry",
    }
