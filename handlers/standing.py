"""Declarations that stand in a recorded game without a ruling that they are legal.

The game went on with them, so what follows from them follows: creatures become attacking or blocking, abilities trigger. What a
referee would have checked is not checked, and costs aren't known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ..events import declarations as d
from .attempt import Draft
from .combat import turns
from .procedure import attackers_508_1 as attack
from .procedure import blockers_509_1 as block

Reason = Literal["illegal", "undecided", "record interrupted"]


def let_attack_stand(draft: Draft, player: str, attackers: Mapping[str, str], reason: Reason) -> None:
    """508.1 without its checks: those of these creatures that the player controls attack."""
    draft.append(d.DeclarationStood(action="attack", player=player, reason=reason))
    draft.append(d.AttackersDeclared(player=player, attackers=tuple(attackers)))
    draft.append(d.AttackTargetsAnnounced(targets=dict(attackers)))
    attack.tap(draft, tuple(attacker for attacker in attackers if attacker in draft.view.permanents))
    attack.become_attacking(draft)
    turns.receive_priority(draft)


def let_block_stand(draft: Draft, player: str, blocks: block.Blocks, reason: Reason) -> None:
    """509.1 without its checks: those of these creatures that the player controls block."""
    draft.append(d.DeclarationStood(action="block", player=player, reason=reason))
    draft.append(d.BlockersDeclared(player=player, blocks=dict(blocks)))
    block.become_blocking(draft)
    turns.receive_priority(draft)
