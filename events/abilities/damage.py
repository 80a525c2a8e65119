"""What abilities say about combat damage and what comes of it (510, 614, 615, 701.19); nothing that is declared."""

from typing import Literal

from pydantic import Field

from ..filters import ANYTHING, Filter, LibraryPlace, Players, Quantity, Recipients
from ..model import is_default, is_none
from .base import BaseAbility


class AssignsByToughness(BaseAbility):
    """These creatures assign combat damage equal to their toughness rather than their power (510.1a)."""

    creatures: Filter


class AssignsNoDamage(BaseAbility):
    """These creatures assign no combat damage."""

    creatures: Filter


class AssignsAsThoughUnblocked(BaseAbility):
    """These creatures assign their combat damage as though they weren't blocked, or may do so (510.1c)."""

    creatures: Filter
    optional: bool = True


class DividesDamage(BaseAbility):
    """The combat damage of these creatures may be divided as their controller chooses among the defending player and any number
    of creatures that player controls."""

    creatures: Filter


class CantDealDamage(BaseAbility):
    """These sources can't deal damage (to these recipients; None: any). Nothing is prevented: nothing is dealt.

    `combat`: only combat damage is meant.
    """

    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    combat: bool = False


class ChangesDamage(BaseAbility):
    """Replacement (614): if one of these sources would deal damage (to one of these recipients; None: any), it deals `factor`
    times that damage (0: none of it), plus `more`, instead. `combat`: only combat damage is meant."""

    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    factor: int = 1
    more: int = 0
    combat: bool = False


class RedirectsDamage(BaseAbility):
    """Replacement (614.9): damage that one of these sources would deal (to one of these recipients; None: any) is dealt `to` that
    permanent or player instead. `combat`: only combat damage is meant."""

    to: Recipients
    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    combat: bool = False


class PreventsDamage(BaseAbility):
    """Prevention (615): damage that one of these sources would deal (to one of these recipients; None: any) is prevented.

    `amount`: so much of the damage of each source to each recipient; None: all of it. `all_but`: all but so much. `half`: half of
    it, rounded that way. `removes`: the kind of counter of which the permanent loses one, whatever deals it damage at that time
    (615.5). `combat`: only combat damage is meant; `noncombat`: only other damage.
    """

    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    amount: Quantity | None = None
    all_but: int | None = None
    half: Literal["up", "down"] | None = Field(None, exclude_if=is_none)
    removes: str = Field("", exclude_if=is_default)
    combat: bool = False
    noncombat: bool = Field(False, exclude_if=is_default)


class PreventsNextDamage(BaseAbility):
    """Prevention (615.7): a shield that prevents the next `amount` damage that would be dealt to these recipients, in all."""

    recipients: Recipients
    amount: int
    sources: Filter = ANYTHING
    combat: bool = False


class DamageCantBePrevented(BaseAbility):
    """Damage that one of these sources would deal (to one of these recipients; None: any) can't be prevented."""

    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    combat: bool = False


class Regenerates(BaseAbility):
    """Regeneration shield (701.19): the next time one of these permanents would be destroyed this turn, it is regenerated.

    Each of them has one such shield from each of these abilities. `each_time`: it is so each time (701.19b).
    """

    permanents: Filter
    each_time: bool = Field(False, exclude_if=is_default)


class DestroyedInstead(BaseAbility):
    """Replacement: if one of these permanents would be destroyed, its damage is removed, and what has this ability is destroyed
    instead (702.89a)."""

    permanents: Filter


class CantBeRegenerated(BaseAbility):
    """These permanents can't be regenerated."""

    permanents: Filter


class CantGainLife(BaseAbility):
    """These players can't gain life."""

    players: Players


class CantLoseLife(BaseAbility):
    """These players can't lose life, nor pay any but 0 (119.8)."""

    players: Players


class CantGetPoison(BaseAbility):
    """These players can't get poison counters."""

    players: Players


class CantLose(BaseAbility):
    """These players can't lose the game; they may concede (104.3a)."""

    players: Players


class CantWin(BaseAbility):
    """No effect lets these players win the game (104.2b)."""

    players: Players


class LivesOnWithoutLife(BaseAbility):
    """These players don't lose the game for having 0 or less life."""

    players: Players


class ControlsWhat(BaseAbility):
    """The controller of the ability controls these permanents. Boards state who controls what: by this, who gave control.

    `before`: who controlled them before, and does so again as the effect ends.
    """

    permanents: Filter
    before: str | None = Field(None, exclude_if=is_none)


class ChangesLifeGain(BaseAbility):
    """Replacement: if one of these players would gain life, they gain `factor` times as much, plus `more`, instead."""

    players: Players
    factor: int = 1
    more: int = 0


class LeavesInsteadOfDying(BaseAbility):
    """Replacement: if one of these permanents would die (`leaving`: would leave the battlefield for any other zone), it goes `to`
    another zone instead: it doesn't die. `place`: where in a library."""

    permanents: Filter
    to: Literal["exile", "hand", "library"] = "exile"
    place: LibraryPlace | None = Field(None, exclude_if=is_none)
    leaving: bool = Field(False, exclude_if=is_default)


CombatDamageAbility = (
    AssignsByToughness
    | AssignsNoDamage
    | AssignsAsThoughUnblocked
    | DividesDamage
    | CantDealDamage
    | ChangesDamage
    | RedirectsDamage
    | PreventsDamage
    | PreventsNextDamage
    | DamageCantBePrevented
    | Regenerates
    | DestroyedInstead
    | CantBeRegenerated
    | CantGainLife
    | CantLoseLife
    | CantGetPoison
    | CantLose
    | CantWin
    | LivesOnWithoutLife
    | ControlsWhat
    | ChangesLifeGain
    | LeavesInsteadOfDying
)
"""Any of these."""
