"""The best attack, proved: the attack whose best block is worst for the defending player.

A *plan* says of every creature that could attack what blocks it, if anything. Held against an attack, the groups of creatures
that stay at home fall away; what remains obeys every restriction, since sets of blockers are legal attacker by attacker. So a
plan bounds the worth of every attack at once against which it is a legal block that keeps its player alive:

    worth of the attack  <=  - (values of the plan's groups whose attackers attack)

(what life is worth in them counts once: `life_worth.py`).

Take the attack that looks best to all plans so far; find the best block to it, proved; that is a plan. Repeat until an attack
is worth what it looks. The proof: the best attack, the proof of the best block to it, and the plans: one of them answers any
attack.

A larger attack isn't always the better one, even for the kill: an attacker more is one more for lifelink to gain from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from ...events.errors import Undecided
from ..budget import Spent
from .master import Master
from .search import Search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

WINS = 2**40
"""What an attack is worth that no block survives."""


class NothingHolds(Undecided):
    """No attack meets the condition that attacks have to meet, nor does staying at home."""


class SolvedBlock(NamedTuple):
    """The best block of an attack, attacker → its blockers, and its proof."""

    value: int
    block: dict[int, tuple[int, ...]]
    proof: dict[str, Any]


@dataclass(frozen=True)
class SolvedAttack:
    """The best of some attacks: what it is worth to the attacking player at the best block, and that block."""

    worth: int
    bound: int
    """No attack is worth more."""
    attackers: tuple[int, ...]
    block: dict[int, tuple[int, ...]]
    """Attacker → its blockers, in the best block."""
    proof: dict[str, Any]
    solved: int
    """How many attacks were solved."""
    equally_good: Callable[[], int | None]


def solve(
    master: Master,
    attacks: Sequence[Sequence[int]],
    most_obeyed: Callable[[frozenset[int]], int],
    allowed: Callable[[frozenset[int]], bool] | None = None,
    charge: Callable[[frozenset[int], SolvedBlock], int] | None = None,
) -> SolvedAttack:
    """The best of these attacks, each as numbers of attackers of each class.

    `most_obeyed`: how many requirements a legal block of some attackers obeys. `allowed`: a condition that attacks have to meet,
    a win excepted. `charge`: by how much an attack is worth less, after its best block; never below 0. Where the budget is
    spent, there are bounds. Raises Spent where there aren't even those.
    """
    import numpy as np

    offered = np.array(attacks, dtype=np.int64).reshape(len(attacks), len(master.who_attacks))
    could_be_obeyed = _could_be_obeyed(master, offered)
    looks = np.full(len(offered), WINS, dtype=np.int64)
    solved = np.zeros(len(offered), dtype=bool)
    size = offered.sum(axis=1)
    best, which = -WINS, -1
    answer: tuple[list[tuple[int, int]], Any] = ([], None)
    plans: list[list[list[int]]] = []

    def solve_one(at: int) -> tuple[int, int, Search, Any]:
        """What the attack is worth at most and at least: the same, unless the search for its best block is cut short."""
        obeyed = most_obeyed(_members(master, offered[at])) if could_be_obeyed[at] else 0
        search = Search(master, offered[at].tolist(), most_obeyed=obeyed)
        top, proof = search.run()
        return -search.best if search.alive else WINS, -top if top >= master.least else WINS, search, proof

    while True:
        at = int(np.lexsort((size, np.where(solved, -WINS, looks)))[-1])  # of those that look best, the largest
        if solved[at] or looks[at] <= best or (which >= 0 and master.position.budget.spent):
            break
        most, least, search, proof = solve_one(at)
        solved[at] = True
        if charge is not None and most < WINS and not (which >= 0 and most <= best):
            less = charge(_members(master, offered[at]), SolvedBlock(-most, master.block(search.chosen), proof))
            most, least = most - less, least - less
        if most < WINS and allowed is not None and not allowed(_members(master, offered[at])):
            # Whoever stays at home in a larger attack stays at home in this one: those aren't allowed either.
            looks[(offered >= offered[at]).all(axis=1) & (looks < WINS)] = -WINS
            looks[at] = -WINS
        elif least > best:
            best, which, answer = least, at, (search.chosen, proof)
        if best >= WINS:
            break
        if search.alive:
            plans.append(_plan(master, search))
            looks = np.minimum(looks, _worth(master, plans[-1], offered, could_be_obeyed))
        looks[at] = min(int(looks[at]), most)

    def equally_good(limit: int = 300) -> int | None:
        """How many attacks (each creature by itself) are worth as much; None where that takes too long to tell."""
        number = 0
        candidates = [int(at) for at in np.flatnonzero(looks >= best)]
        if best >= WINS or allowed is not None or charge is not None or len(candidates) > limit:
            return None
        for at in candidates:
            most, least, _, _ = solve_one(at)
            if most != least:
                return None
            if least == best:
                number += _ways(master, offered[at])
        return number

    if which < 0 and allowed is not None and not master.position.budget.spent:
        raise NothingHolds("nothing survives the swing back: whoever attacks or stays at home")
    if which < 0:
        raise Spent(f"no attack is known to be allowed: the search was given up{master.position.budget.words}")
    chosen, proof = answer
    if best < int(looks.max()):  # cut short: nobody may block, where that is survived
        unblocked = [[column] * len(who) for column, who in zip(master.empty, master.who_attacks, strict=True)]
        looks = np.minimum(looks, _worth(master, unblocked, offered, could_be_obeyed))
    members = _members(master, offered[which])
    return SolvedAttack(
        best,
        max(best, int(looks.max())) if best < WINS else WINS,
        tuple(sorted(members)),
        master.block(chosen),
        {
            "block": proof,
            "plans": [_spelt_out(master, plan) for plan in plans],
        },
        int(solved.sum()),
        equally_good,
    )


def _members(master: Master, numbers: Whole) -> frozenset[int]:
    return frozenset(who for members, n in zip(master.who_attacks, numbers, strict=True) for who in members[: int(n)])


def _ways(master: Master, numbers: Whole) -> int:
    return prod(comb(len(members), int(n)) for members, n in zip(master.who_attacks, numbers, strict=True))


def _could_be_obeyed(master: Master, offered: Whole) -> Whole:
    """For each attack a bound on the requirements that a block can obey."""
    import numpy as np

    position = master.position
    number = np.zeros(len(offered), dtype=np.int64)
    attacked = offered > 0
    for blocker in range(len(position.blockers)):
        asks = np.array([position.asks.get((blocker, who[0]), 0) for who in master.who_attacks], dtype=np.int64)
        if asks.any():
            number += np.max(np.where(attacked, asks, 0), axis=1, initial=0)
    draws = np.array([len(position.draws.get(who[0], ())) for who in master.who_attacks], dtype=np.int64)
    return number + offered @ draws


def _plan(master: Master, search: Search) -> list[list[int]]:
    """For each class of attackers the columns of its members: first those of a block, then what idle blockers could do."""
    import numpy as np

    size = master.size
    plan: list[list[int]] = [[] for _ in master.who_attacks]
    left = search.has[:size].copy()
    for c, n in search.chosen:
        plan[master.columns[c].attacker] += [c] * n
        left -= master.uses[c, :size] * n
    for row in plan:
        row.sort(key=lambda c: (-int(master.value[c]), c))
    waiting = sorted(
        (a for a, who in enumerate(master.who_attacks) for _ in range(len(who) - len(plan[a]))),
        key=lambda a: int(master.value[master.empty[a]]),
    )
    capped = slice(size + master.losses, len(search.has) - 1)
    caps = search.has[capped] - sum(
        (master.uses[c, capped] * n for c, n in search.chosen), np.zeros(len(search.has[capped]), int)
    )
    for a in waiting:
        fits = (master.whose == a) & (master.uses[:, :size] <= left).all(axis=1) & (master.uses[:, capped] <= caps).all(axis=1)
        able = np.flatnonzero(fits)
        c = int(able[np.lexsort((master.uses[able, :size].sum(axis=1), -master.value[able]))[0]])
        plan[a].append(c)
        left -= master.uses[c, :size]
        caps -= master.uses[c, capped]
    return plan


def _spelt_out(master: Master, plan: list[list[int]]) -> dict[str, tuple[str]]:
    """A plan as a block: blocker → the attacker it blocks. The first members of a class have the first columns."""
    position, left = master.position, [list(who) for who in master.who_blocks]
    return {
        position.blockers[left[b].pop(0)].id: (position.attackers[attacker].id,)
        for members, row in zip(master.who_attacks, plan, strict=True)
        for attacker, column in zip(members, row, strict=True)
        for b, n in master.columns[column].blockers
        for _ in range(n)
    }


def _worth(master: Master, plan: list[list[int]], offered: Whole, could_be_obeyed: Whole) -> Whole:
    """What each attack is worth at most, by a plan; WINS where its player wouldn't live, or it may be no legal block."""
    import numpy as np

    size = master.size
    rows = range(size, size + master.losses)
    worths = [np.full(len(offered), -constant, dtype=np.int64) for constant in master.constants]
    obeyed = np.zeros(len(offered), dtype=np.int64)
    losses = {row: np.zeros(len(offered), dtype=np.int64) for row in rows}
    for a, columns in enumerate(plan):
        sums = [(obeyed, -master.uses[columns, -1])]
        sums += [(worth, -master.values[columns, slope]) for slope, worth in enumerate(worths)]
        sums += [(losses[row], master.uses[columns, row]) for row in rows]
        for total, of in sums:
            total += np.concatenate([[0], np.cumsum(of)])[offered[:, a]]
    worth = np.max(worths, axis=0)
    holds = obeyed >= could_be_obeyed
    for row in rows:
        holds &= losses[row] <= master.has[row]
    return np.where(holds, worth, WINS)
