"""The best block or attack where a player holds a trick: a known, free spell, cast at most once after blocks and before damage.

What the trick's controller may do with it is gone through: nothing, and each legal target on either side. State-based actions
follow, then damage; attackers stay blocked. What triggered as creatures attacked and blocked has resolved before. A group that
the trick doesn't touch is worth what it is worth without, so that a block is worth

    the sum of the values of its groups, with that of the group of the target as it is then.

The attacking player takes the worst of these for the block, the defending player the best of these with the block. Blocks that
can't be best are left out by prices (`promising.py`). What the trick kills counts as what damage kills, also of creatures that
don't fight; what it adds changes no worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from ...events.errors import Undecided
from ...projections.state import State
from ..legality.formulation import Formulation
from .play import worth_of
from .reading import Worths, legal_attacks, read_attack, read_block
from .trick_combat import JudgedBlock, Trick, TrickUse, Weighed
from .trick_reading import combat_with_tricks


@dataclass(frozen=True)
class BestAgainstTricks:
    """The best declaration where a player holds one of some tricks: what it is worth in the worst case, and which that is.

    Who holds one casts it best, and doesn't choose which: of tricks of one's own the worst counts, too.
    """

    player: str
    action: Literal["attack", "block"]
    value: int | None
    """In the worst case, also where weights decide. None: the block loses, whatever it is; the attack wins, whatever is done."""
    wins: bool
    declaration: dict[str, Any]
    """One that is worth as much."""
    use: TrickUse | None
    """How the trick is cast against it (or, for an attack, with the block to it); None: it isn't."""
    every: Callable[[], list[dict[str, Any]]] = field(repr=False, compare=False)
    """Finds all that are worth as much."""
    block: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Of an attack: the best block to it."""
    weighed: Weighed | None = None
    """Where tricks have weights: what decides instead of the worst case."""
    tricks: tuple[Trick, ...] = field(default=(), repr=False)

    @cached_property
    def best(self) -> list[dict[str, Any]]:
        """Every declaration that is worth as much. Raises Undecided where there is too much to go through."""
        return self.every()

    @property
    def line(self) -> list[dict[str, Any]]:
        """The steps of a case until the trick is cast."""
        if self.action == "block":
            return [{"block": {blocker: list(whom) for blocker, whom in self.declaration.items()}}]
        blocks = {"block": {blocker: list(whom) for blocker, whom in self.block.items()}}
        return [{"attack": dict(self.declaration)}, *([blocks] if self.declaration else [])]

    @property
    def equally_good(self) -> int | None:
        """How many declarations are worth as much; None where the player wins or loses anyway, or they are too many."""
        try:
            return None if self.value is None else len(self.best)
        except Undecided:
            return None

    @property
    def proven(self) -> bool:
        """No block, and no target, was left out that could be better."""
        return True

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """What the best declaration is worth at least and at most; on average, where weights decide."""
        decides = self.value if self.weighed is None else self.weighed.expected if self.weighed.lost < 100 else None
        return decides, decides


def best_block_against(formulation: Formulation, tricks: Sequence[Trick], worth: Worths) -> BestAgainstTricks:
    """The best block where the attacking player holds one of these tricks, in the worst case; or holds it oneself.

    Raises NotModelled, Undecided where there is too much to go through.
    """
    position = read_block(formulation, worth_of(worth, formulation.view), triggering=True)
    combat = combat_with_tricks(formulation.view, position, tricks, worth, "block")
    own = combat.own
    attackers = range(len(position.attackers))
    best = combat.best_block(attackers, own)

    def every() -> list[dict[str, Any]]:
        return [position.teams_named(each.teams) for each in combat.best_blocks(attackers, own, best)]

    declared = position.teams_named(best.teams)
    return BestAgainstTricks(
        formulation.player, "block", best.value, False, declared, best.use, every, weighed=best.weighed, tricks=tuple(tricks)
    )


def best_attack_against(formulation: Formulation, state: State, tricks: Sequence[Trick], worth: Worths) -> BestAgainstTricks:
    """The best attack where the defending player holds one of these tricks, in the worst case; or holds it oneself.

    Raises as `best_block_against`.
    """
    read = read_attack(formulation, state, worth_of(worth, formulation.view), triggering=True)
    position = read.position
    combat = combat_with_tricks(formulation.view, position, tricks, worth, "attack")
    own = combat.own
    best: list[tuple[JudgedBlock, frozenset[int]]] = []
    for mode, attacks in read.modes(legal_attacks(formulation, read.number_of)):
        combat = combat.in_mode(mode)
        for attack in attacks:
            reply = combat.best_block(sorted(attack), not own, best[0][0].rank if best else None)
            if not best or reply.rank <= best[0][0].rank:
                best = [*(best if best and reply.rank == best[0][0].rank else ()), (reply, attack)]
    (_, value, teams, use, weighed), _ = best[0]
    declared: list[dict[str, Any]] = [
        {each.id: position.defender for number, each in enumerate(position.attackers) if number in attack} for _, attack in best
    ]
    return BestAgainstTricks(
        formulation.player,
        "attack",
        None if value is None else -value,
        value is None,
        declared[0],
        use,
        lambda: declared,
        position.teams_named(teams),
        None if weighed is None else Weighed(weighed.lost, -weighed.expected),
        tuple(tricks),
    )
