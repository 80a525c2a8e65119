"""The best attack, proved: the attack whose best block is worst for the defending player.

A *plan* says of every creature that could attack what blocks it, if anything. Held against an attack, the groups of creatures
that stay at home fall away; what remains obeys every restriction, since sets of blockers are legal attacker by attacker. So a
plan bounds the worth of every attack at once against which it is a legal block that keeps its player alive:

    worth of the attack  <=  - (values of the plan's groups whose attackers attack)

(what life is worth in them counts once: `life_worth.py`).

Take the attack that looks best to all plans so far (`looks.py`); find the best block to it, proved; that is a plan. Repeat
until an attack is worth what it looks. The proof: the best attack, the proof of the best block to it, and the plans: one of them
answers any attack.

A larger attack isn't always the better one, even for the kill: an attacker more is one more for lifelink to gain from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import comb, prod
from typing import Any, NamedTuple

from ...events.errors import Undecided
from ..budget import Spent
from .looks import WINS, Looks, Numbers, Plan
from .master import Master
from .search import Search

LOST_NEXT = 2**30
"""By how much an attack is worth less after which the other player wins in the next turn."""


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
    attacks: Collection[Numbers] | None,
    most_obeyed: Callable[[frozenset[int]], int],
    allowed: Callable[[frozenset[int]], bool] | None = None,
    charge: Callable[[frozenset[int], SolvedBlock], tuple[int, int]] | None = None,
) -> SolvedAttack:
    """The best of these attacks, each as numbers of attackers of each class; None: of all.

    `most_obeyed`: how many requirements a legal block of some attackers obeys. `allowed`: a condition that attacks have to meet,
    a win excepted. `charge`: by how much an attack is worth less, after its best block, at least and at most; never below 0.
    Where the budget is spent, there are bounds. Raises Spent where there aren't even those.
    """
    looks = Looks(master, attacks)
    best, which = -WINS, Numbers()
    answer: tuple[list[tuple[int, int]], Any] = ([], None)
    solved = 0

    def solve_one(at: Numbers) -> tuple[int, int, Search, Any]:
        """What the attack is worth at most and at least: the same, unless the search for its best block is cut short."""
        obeyed = most_obeyed(_members(master, at)) if looks.could_be_obeyed(at) else 0
        search = Search(master, at, most_obeyed=obeyed)
        top, proof = search.run()
        return -search.best if search.alive else WINS, -top if top >= master.least else WINS, search, proof

    while best < WINS and not (answer[1] is not None and looks.given_up_on):
        found = looks.best(above=best)
        if found is None or found[0] in looks.known:  # nothing looks better, or its best block isn't known exactly
            break
        at, _ = found
        most, least, search, proof = solve_one(at)
        solved += 1
        if charge is not None and least < WINS and not (answer[1] is not None and most <= best):
            fewer, more = 0, LOST_NEXT
            if most == least:  # else the best block isn't known, and so what comes after it
                fewer, more = charge(_members(master, at), SolvedBlock(-most, master.block(search.chosen), proof))
            most, least = most - fewer, least - more
        if least < WINS and allowed is not None and not allowed(_members(master, at)):
            # Whoever stays at home in a larger attack stays at home in this one: those aren't allowed either.
            looks.given_up += [at] if most < WINS else []
        elif least > best or answer[1] is None:
            best, which, answer = least, at, (search.chosen, proof)
        if search.alive:
            looks.plans.append(_plan(master, search))
        looks.known[at] = most

    def equally_good(limit: int = 300) -> int | None:
        """How many attacks (each creature by itself) are worth as much; None where that takes too long to say."""
        if best >= WINS or allowed is not None or charge is not None:
            return None
        number = 0
        candidates = looks.no_less(best, limit)
        for at in candidates or ():
            most, least, _, _ = solve_one(at)
            if most != least:
                return None
            if least == best:
                number += _ways(master, at)
        return number if candidates is not None else None

    if answer[1] is None and allowed is not None and not looks.given_up_on:
        raise NothingHolds("nothing survives the swing back: whoever attacks or stays at home")
    if answer[1] is None:
        raise Spent(f"no attack is known to be allowed: the search was given up{master.position.budget.words}")
    chosen, proof = answer
    return SolvedAttack(
        best,
        WINS if best >= WINS else looks.bound(best),
        tuple(sorted(_members(master, which))),
        master.block(chosen),
        {
            "block": proof,
            "plans": [_spelt_out(master, plan) for plan in looks.plans],
        },
        solved,
        equally_good,
    )


def _members(master: Master, numbers: Numbers) -> frozenset[int]:
    return frozenset(who for members, n in zip(master.who_attacks, numbers, strict=True) for who in members[:n])


def _ways(master: Master, numbers: Numbers) -> int:
    return prod(comb(len(members), n) for members, n in zip(master.who_attacks, numbers, strict=True))


def _plan(master: Master, search: Search) -> Plan:
    """For each class of attackers the columns of its members: first those of a block, then what idle blockers could do."""
    size, value = master.size, {c: values[0] for c, values in enumerate(master.values)}
    plan: Plan = [[] for _ in master.who_attacks]
    used = master.used(search.chosen)
    limited = [*range(size), *range(size + master.losses, len(search.has) - 1)]
    left = {row: search.has[row] - used[row] for row in limited}
    for c, n in search.chosen:
        plan[master.whose[c]] += [c] * n
    for columns in plan:
        columns.sort(key=lambda c: (-value[c], c))
    waiting = sorted(
        (a for a, who in enumerate(master.who_attacks) for _ in range(len(who) - len(plan[a]))),
        key=lambda a: value[master.empty[a]],
    )
    of: dict[int, list[int]] = {a: [] for a in waiting}
    for c, a in enumerate(master.whose):
        if a in of:
            of[a].append(c)
    for a in waiting:
        able = (c for c in of[a] if all(left.get(row, n) >= n for row, n in master.uses[c]))
        c = min(able, key=lambda c: (-value[c], sum(n for _, n in master.columns[c].blockers), c))
        plan[a].append(c)
        for row, n in master.uses[c]:
            if row in left:
                left[row] -= n
    return plan


def _spelt_out(master: Master, plan: Plan) -> dict[str, tuple[str]]:
    """A plan as a block: blocker → the attacker it blocks. The first members of a class have the first columns."""
    position, left = master.position, [list(who) for who in master.who_blocks]
    return {
        position.blockers[left[b].pop(0)].id: (position.attackers[attacker].id,)
        for members, row in zip(master.who_attacks, plan, strict=True)
        for attacker, column in zip(members, row, strict=True)
        for b, n in master.columns[column].blockers
        for _ in range(n)
    }
