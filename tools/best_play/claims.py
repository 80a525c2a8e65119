"""What a certificate of best play claims, as it is read: every field is of its type, or it is no certificate.

Whole numbers are written as such: `2.0`, `true` and `"2"` are none. Whether a claim holds is for `certificates.py` to check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from pydantic import Field

from ...events.errors import InvalidInput
from ...events.model import Model
from ...handlers.best_play.play import FLAT
from ..cases.models.values import Day, Flag
from ..claims import Whole, checked_claim, found_in_claim

FORMAT = 2

_Object: TypeAlias = dict[str, Any]
_Blocks: TypeAlias = dict[str, tuple[str, ...]]


class BlockClaim(Model):
    """A block that is claimed to be best against an attack, with its proof: prices, or branches that end in prices."""

    declaration: _Blocks = Field(description="an object: blocker → list of the attackers it blocks")
    value: Whole | None = Field(default=None, description="a whole number, or null")
    proof: _Object = Field(description="an object with prices, or branches")


class HoldClaim(BlockClaim):
    """How those at home would block if everything swung back, when these attack."""

    attack: tuple[str, ...] = Field(description="a list of creatures")


class AttackProof(Model):
    """The best block of an attack, and the plans of which one answers any attack."""

    block: BlockClaim = Field(description="an object with the best block and its proof")
    plans: tuple[_Blocks, ...] = Field(description="a list of blocks of the attack of all")


class NextAttackClaim(Model):
    """What the other player's best attack of the next turn is worth, after an attack and its best block."""

    attack: tuple[str, ...] = Field(description="a list of creatures")
    block: BlockClaim = Field(description="an object with the best block and its proof")
    value: Whole | None = Field(default=None, description="a whole number, or null: a win")
    declaration: dict[str, str] = Field(default={}, description="an object: attacker → whom it attacks")
    proof: AttackProof | None = Field(default=None, description="an object with the best block and plans")
    legal: dict[str, _Object] = Field(default={}, description="an object: attackers → why a block of these is legal")


class PlayedOutProof(Model):
    """That every line was played out."""

    played_out: Literal[True] = Field(alias="played out", description="true")


class GoneThroughProof(Model):
    """That every declaration, block and target of tricks was gone through."""

    gone_through: Literal[True] = Field(alias="gone through", description="true")


class _Claim(Model):
    """What every certificate of best play says."""

    action: str
    certificate: Whole
    case: str = Field(default="", description="text: the id of the case")
    rules: Day = Field(description="a day, as 2026-02-27")
    step: Whole = Field(ge=0, description="a whole number")
    player: str = Field(description="text: the player who declares")
    worth: dict[str, Whole] | str = Field(
        default=FLAT, description="an object: id or name → whole number; or the name of a worth"
    )
    value: Whole | None = Field(description="a whole number, or null")
    wins: Flag = Field(default=False, description="true or false")
    tricks: tuple[_Object, ...] | None = Field(default=None, description="a list of tricks, of which one player may hold one")
    legal: dict[str, _Object] = Field(default={}, description="an object: attackers → why a block of these is legal")


class BestBlockCertificate(_Claim):
    """That a block is the best one."""

    action: Literal["block"]
    declaration: _Blocks = Field(description="an object: blocker → list of the attackers it blocks")
    proof: _Object = Field(description="an object with prices, or branches, or that every line was played out")
    next_block: _Blocks | None = Field(default=None, description="an object: how the next attack of all is survived")


class BestAttackCertificate(_Claim):
    """That an attack is the best one."""

    action: Literal["attack"]
    declaration: dict[str, str] = Field(description="an object: attacker → whom it attacks")
    proof: AttackProof | PlayedOutProof | GoneThroughProof = Field(
        description="an object with the best block and plans, or that every line was played out or gone through"
    )
    ahead: tuple[NextAttackClaim, ...] | None = Field(
        default=None, description="a list of attacks, their best blocks, and the best attack of the next turn"
    )
    hold: tuple[HoldClaim, ...] | None = Field(default=None, description="a list of attacks, and how those at home would block")


class BestAssignmentCertificate(_Claim):
    """That an assignment of combat damage is the best one."""

    action: Literal["damage"]
    declaration: dict[str, dict[str, Whole]] = Field(description="an object: creature → recipient → whole number")
    proof: PlayedOutProof = Field(description='an object: {"played out": true}')


BestPlayCertificate: TypeAlias = BestBlockCertificate | BestAttackCertificate | BestAssignmentCertificate


BY_ACTION: Mapping[str, type[BestPlayCertificate]] = {
    "block": BestBlockCertificate,
    "attack": BestAttackCertificate,
    "damage": BestAssignmentCertificate,
}


def read_claim(claimed: Mapping[str, Any]) -> BestPlayCertificate:
    """What a certificate claims. Raises InvalidInput with the first field that isn't what it has to be."""
    version, action = claimed.get("certificate"), claimed.get("action")
    if type(version) is not int or version != FORMAT:
        raise InvalidInput("certificate.certificate", found_in_claim(version), f"{FORMAT}, the format of certificates")
    if not isinstance(action, str) or action not in BY_ACTION:
        raise InvalidInput("certificate.action", found_in_claim(action), f"one of {', '.join(BY_ACTION)}")
    return checked_claim(BY_ACTION[action], claimed)
