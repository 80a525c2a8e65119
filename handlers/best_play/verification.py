"""Checks a certificate of best play without any of the search: whole numbers, every legal set of blockers, damage played out.

What is checked of a block: it is legal, keeps its player alive and is worth what is claimed; and no block that keeps its
player alive is worth more. The second rests on facts that are plain to see:

- At prices for blockers, losses, caps and obeyed requirements, none negative, no block is worth more than the prices of all
  there is plus, for each attacker, the most that any set of blockers is worth less the prices of what it uses up.
- The attacking player divides damage as well as can be: a set is worth no more than at any one division.
- A number is at most n, or at least n + 1: a proof may branch. A row "at most" has a price that isn't negative, "at least"
  one that isn't positive.
- A set that is no better than a smaller one in it (value, losses, requirements) is in no block that needs it.
- A set whose use alone brings the bound at the root down to the claim is in no better block, and needs no look in the branches.

Of an attack: it is legal, its best block is proved as above, and against every legal attack one of the plans given is a legal
block that keeps its player alive and holds the attack to the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from .fighters import Fighter
from .groups import Outcome, State, beginning, dealt, played_out, strikes
from .position import Position

SCALE = 5040
"""Prices are written times this."""
MANY_SETS = 2_000_000
"""Sets of blockers beyond which nothing is checked."""
Team = tuple[int, ...]
"""How many creatures of each class of blockers."""
Row = tuple[int, Any, int, int]
"""A branch: class of attackers, what is counted, 1 for at most and −1 for at least, the number."""


class NotProved(Exception):
    """A certificate that proves nothing, and why not."""


class _Sets:
    """Every legal set of blockers of one class of attackers, and bounds on what it is worth."""

    def __init__(self, position: Position, attacker: int, classes: Sequence[Sequence[int]]) -> None:
        self.position, self.attacker, self.classes = position, attacker, classes
        self.a = position.attackers[attacker]
        able = [len(who) if position.able[who[0]] >> attacker & 1 else 0 for who in classes]
        teams = product(*(range(n + 1) for n in able))
        self.teams = [team for team in teams if not any(team) or position.team_is_legal(attacker, self.mask(team))]
        self._legal = frozenset(self.teams)
        together = sum(a.strikes for a in position.attackers)
        poison = sum(2 * a.toxic + (a.strikes if a.infect else 0) for a in position.attackers)
        self.harmless = together < position.life and poison < position.poison_left
        """Losses don't matter where all damage of all attackers together doesn't make the player lose."""
        self._exact: dict[Team, Outcome] = {}
        self._bounds: dict[Team, tuple[int, tuple[int, ...]]] = {}

    def mask(self, team: Team) -> int:
        return sum(1 << who for number, members in zip(team, self.classes, strict=True) for who in members[:number])

    def fighters(self, team: Team) -> list[Fighter]:
        members = zip(team, self.classes, strict=True)
        return [self.position.blockers[who] for number, who_all in members for who in who_all[:number]]

    def exact(self, team: Team) -> Outcome:
        """What comes of the group, by playing out every division."""
        if team not in self._exact:
            self._exact[team] = played_out(self.a, self.fighters(team), self.position.rules)
        return self._exact[team]

    def bound(self, team: Team) -> tuple[int, tuple[int, ...]]:
        """A value that it doesn't exceed, and losses that it doesn't fall below: those of a few divisions."""
        if team not in self._bounds:
            self._bounds[team] = _at_a_few_divisions(self.a, self.fighters(team), self.position)
        return self._bounds[team]

    def reducible(self, team: Team) -> bool:
        """Whether it is no better than with a creature less, or than nobody: then no best block needs it."""
        smaller = [(*team[:b], n - 1, *team[b + 1 :]) for b, n in enumerate(team) if n]
        return any(less in self._legal and self._no_better(team, less) for less in [*smaller, (0,) * len(team)] if less != team)

    def _no_better(self, team: Team, less: Team) -> bool:
        found, by = self.exact(team), self.exact(less)
        if found.value > by.value or self.uses(team)[0] > self.uses(less)[0]:
            return False
        return self.harmless or all(x >= y for x, y in zip(found.losses, by.losses, strict=True))

    def uses(self, team: Team) -> tuple[int, list[int]]:
        """How many requirements it obeys, and how much of each cap it uses up."""
        mask = self.mask(team)
        caps = [(mask & c.blockers).bit_count() if c.attackers >> self.attacker & 1 else 0 for c in self.position.caps]
        return self.position.obeyed(self.attacker, mask), caps


def _at_a_few_divisions(a: Fighter, team: Sequence[Fighter], position: Position) -> tuple[int, tuple[int, ...]]:
    """The least value and the greatest losses where damage goes to creatures one after the other, lethal damage to each."""
    group = (a, *team)
    numbers = range(1, len(group))
    orders = [
        sorted(numbers, key=lambda n: (-group[n].worth, n)),
        sorted(numbers, key=lambda n: (group[n].toughness, n)),
        sorted(numbers, key=lambda n: (group[n].indestructible, -group[n].worth * 100 // max(1, group[n].toughness), n)),
    ]
    start = beginning(group)
    results = []
    for order in orders if len(team) > 1 else orders[:1]:
        between, first = dealt(
            group, start, strikes(group, start, early=True), *_in_order(group, start, order, position, early=True)
        )
        late = strikes(group, between, early=False)
        _, second = dealt(group, between, late, *_in_order(group, between, order, position, early=False))
        gained = first.gained if position.rules.lifelink_is_result else 0
        gained_later = second.gained if position.rules.lifelink_is_result else 0
        life = first.lost + second.lost - first.gained - gained_later
        losses = (first.lost - gained, life, first.poison, first.poison + second.poison)
        results.append((first.value + second.value, losses))
    return min(value for value, _ in results), tuple(map(max, zip(*(losses for _, losses in results), strict=True)))


def _in_order(
    group: Sequence[Fighter], state: State, order: Sequence[int], position: Position, *, early: bool
) -> tuple[list[tuple[int, int]], int]:
    """Lethal damage to one after the other; what is left goes to the player if it tramples, else to the last."""
    a, rules = group[0], position.rules
    left = strikes(group, state, early=early)[0]
    if len(group) == 1:
        return [], left
    standing = [number for number in order if state.alive[number]]
    if not standing:
        return [], left if a.trample else 0
    amounts = []
    for number in standing:
        lethal = max(0, group[number].toughness - state.counters[number] - state.damage[number])
        if a.deathtouch and rules.deathtouch == "any damage is lethal":
            lethal = min(1, lethal)
        amounts.append((number, min(lethal, left)))
        left -= min(lethal, left)
    if left and not a.trample:
        amounts[-1] = (amounts[-1][0], amounts[-1][1] + left)
        left = 0
    return amounts, left


def check_block(position: Position, claim: Mapping[str, Any], attacking: Sequence[int] | None = None) -> None:
    """Check that a block is best. `attacking`: which of the attackers attack (all, if it isn't said). Raises NotProved.

    A claim has `value` (None: whatever blocks, the attacking player can win), `declaration` (blocker → attackers) and `proof`.
    """
    who = range(len(position.attackers)) if attacking is None else attacking
    value = claim["value"]
    if value is None:
        strength = 2 * sum(a.strikes for a in position.attackers) + sum(b.worth for b in position.blockers)
        most = -strength - 1  # any block that keeps its player alive is worth more
    else:
        most = _whole(value)
        _check_claimed_block(position, claim["declaration"], most, who)
    _check_bound(position, claim["proof"], most, who)


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise NotProved(f"{number!r} isn't a whole number")
    return number


def _check_claimed_block(position: Position, declaration: Mapping[str, Sequence[str]], value: int, who: Sequence[int]) -> None:
    blockers = {b.id: number for number, b in enumerate(position.blockers)}
    attackers = {position.attackers[number].id: number for number in who}
    teams = dict.fromkeys(attackers.values(), 0)
    for blocker, blocked in declaration.items():
        if blocker not in blockers or len(blocked) != 1 or blocked[0] not in attackers:
            raise NotProved(f"{blocker} can't block {', '.join(blocked)}")
        if not position.able[blockers[blocker]] >> attackers[blocked[0]] & 1:
            raise NotProved(f"{blocker} can't block {blocked[0]}")
        teams[attackers[blocked[0]]] |= 1 << blockers[blocker]
    worth, obeyed, losses = 0, 0, [0, 0, 0, 0]
    for attacker, team in teams.items():
        if team and not position.team_is_legal(attacker, team):
            raise NotProved(f"{position.attackers[attacker].id} can't be blocked so")
        fighters = [b for number, b in enumerate(position.blockers) if team >> number & 1]
        found = played_out(position.attackers[attacker], fighters, position.rules)
        worth += found.value
        losses = [a + b for a, b in zip(losses, found.losses, strict=True)]
        obeyed += position.obeyed(attacker, team)
    for cap in position.caps:
        if (
            sum((team & cap.blockers).bit_count() for attacker, team in teams.items() if cap.attackers >> attacker & 1)
            > cap.maximum
        ):
            raise NotProved("more creatures block than may")
    if obeyed < position.most_obeyed:
        raise NotProved(f"the block obeys {obeyed} requirements, and {position.most_obeyed} can be obeyed")
    if any(loss >= most for loss, most in zip(losses, _limits(position), strict=True)):
        raise NotProved("the block doesn't keep its player alive")
    if worth != value:
        raise NotProved(f"the block is worth {worth}")


def _limits(position: Position) -> list[int]:
    return [position.life] * 2 + [position.poison_left] * 2


def _check_bound(position: Position, proof: Mapping[str, Any], most: int, who: Sequence[int]) -> None:
    """No block that keeps its player alive is worth more than `most`."""
    attackers, blockers = position.classes_of_attackers(), position.classes_of_blockers()
    numbers = [sum(number in who for number in members) for members in attackers]
    sizes = [len(members) for members in blockers]
    number_of_sets = 0
    for members in attackers:
        able = [len(b) + 1 for b in blockers if position.able[b[0]] >> members[0] & 1]
        number_of_sets += _product(able)
        if number_of_sets > MANY_SETS:
            raise NotProved(f"more than {MANY_SETS:,} sets of blockers would have to be looked at")
    sets = [_Sets(position, members[0], blockers) for members in attackers]
    kept = [list(each.teams) for each in sets]

    def bound(prices: Mapping[str, Any], rows: Sequence[Row]) -> tuple[int, list[list[int]]]:
        """What the prices prove, and what each set that is kept is worth at them, both times `SCALE`."""
        shape = {"blockers": len(sizes), "losses": 4, "caps": len(position.caps), "branches": len(rows)}
        pay = {name: [_whole(p) for p in prices.get(name, [])] for name in shape}
        for name, length in shape.items():
            pay[name] += [0] * (length - len(pay[name]))
            if len(pay[name]) != length:
                raise NotProved(f"{len(pay[name])} prices of {name} for {length}")
        obeys = _whole(prices.get("obeys", 0))
        if min([obeys, 0, *pay["blockers"], *pay["losses"], *pay["caps"]]) < 0:
            raise NotProved("a negative price")
        total = sum(p * n for p, n in zip(pay["blockers"], sizes, strict=True)) - obeys * position.most_obeyed
        total += sum(p * (n - 1) for p, n in zip(pay["losses"], _limits(position), strict=True))
        total += sum(p * cap.maximum for p, cap in zip(pay["caps"], position.caps, strict=True))
        for price, (_, _, sign, number) in zip(pay["branches"], rows, strict=True):
            if price * sign < 0:
                raise NotProved("a price of the wrong sign")
            total += price * number
        worths = []
        for index, each in enumerate(sets):

            def at(team: Team, value: int, losses: Sequence[int], index: int = index, each: _Sets = each) -> int:
                obeyed, caps = each.uses(team)
                worth = value * SCALE + obeys * obeyed
                worth -= sum(p * n for p, n in zip(pay["blockers"], team, strict=True))
                worth -= sum(p * n for p, n in zip(pay["losses"], losses, strict=True))
                worth -= sum(p * n for p, n in zip(pay["caps"], caps, strict=True))
                return worth - sum(
                    price * _counted(counted, team)
                    for price, (attacker, counted, _, _) in zip(pay["branches"], rows, strict=True)
                    if attacker == index
                )

            own = [at(team, *each.bound(team)) for team in kept[index]]
            # A bound that decides is made exact, until one that is exact is the greatest.
            exact = set()
            while numbers[index] and own and (top := max(range(len(own)), key=own.__getitem__)) not in exact:
                exact.add(top)
                found = each.exact(kept[index][top])
                own[top] = at(kept[index][top], found.value, found.losses)
            worths.append(own)
            total += numbers[index] * max(own) if numbers[index] else 0
        return total, worths

    def walk(proof: Mapping[str, Any], rows: Sequence[Row]) -> None:
        nonlocal kept
        if "branch" not in proof:
            total, _ = bound(proof["prices"], rows)
            if total // SCALE > most:
                raise NotProved(f"no more than {total // SCALE} is proved, where {most} is claimed")
            return
        if "root" in proof and not rows:
            total, worths = bound(proof["root"], rows)
            if total // SCALE <= most:
                return
            kept = [
                [team for team, worth in zip(teams, own, strict=True) if (total - max(own) + worth) // SCALE > most]
                for teams, own in zip(kept, worths, strict=True)
            ]
            kept = [[team for team in teams if not each.reducible(team)] for teams, each in zip(kept, sets, strict=True)]
        attacker, counted = proof["branch"]
        number = _whole(proof["at most"])
        walk(proof["less"], [*rows, (attacker, counted, 1, number)])
        walk(proof["more"], [*rows, (attacker, counted, -1, number + 1)])

    try:
        walk(proof, [])
    except (KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        raise NotProved(f"the proof isn't well formed: {error}") from None


def _product(numbers: Sequence[int]) -> int:
    total = 1
    for number in numbers:
        total *= number
    return total


def _counted(counted: Any, team: Team) -> int:
    """What a branch counts: creatures of a class of blockers, or whether it is one set."""
    if isinstance(counted, int):
        return team[counted]
    wanted = {int(b): int(n) for b, n in counted}
    return int(all(n == wanted.get(b, 0) for b, n in enumerate(team)))


def check_attack(
    position: Position,
    claim: Mapping[str, Any],
    attacks: Sequence[Sequence[int]],
    most_obeyed: Callable[[frozenset[int]], int],
    narrowed: Callable[[frozenset[int]], Position],
) -> None:
    """Check that an attack is best. Raises NotProved.

    `attacks`: every legal attack, by the numbers of the position's attackers. `narrowed`: the position where only some attack.
    A claim has `value` (None: it wins), `declaration`, and a `proof` with `block` (its best block, with that block's proof) and
    `plans`: for each class of attackers, who blocks each of its members.
    """
    ids = {a.id: number for number, a in enumerate(position.attackers)}
    if not claim["declaration"].keys() <= ids.keys():
        raise NotProved("somebody attacks who can't")
    chosen = frozenset(ids[id] for id in claim["declaration"])
    if chosen not in set(map(frozenset, attacks)):
        raise NotProved("the attack isn't legal")
    proof = claim["proof"]
    block = {"value": None if claim["value"] is None else -_whole(claim["value"]), **proof["block"]}
    check_block(narrowed(chosen), block, sorted(chosen))
    if claim["value"] is None:
        return
    attackers, blockers = position.classes_of_attackers(), position.classes_of_blockers()
    sets = [_Sets(position, members[0], blockers) for members in attackers]
    plans = [_read_plan(position, plan, attackers, blockers, sets) for plan in proof["plans"]]
    for numbers in {tuple(sum(who in attack for who in members) for members in attackers) for attack in map(set, attacks)}:
        members = frozenset(who for n, all_of in zip(numbers, attackers, strict=True) for who in all_of[:n])
        if members and not any(_answers(position, plan, numbers, members, claim["value"], most_obeyed) for plan in plans):
            raise NotProved(f"no plan answers the attack of {', '.join(sorted(position.attackers[who].id for who in members))}")


Plan = list[list[tuple[int, Sequence[int], int]]]
"""For each class of attackers, for 0, 1, … of its members: the value, the losses and the requirements obeyed, summed up."""


def _read_plan(
    position: Position, plan: Any, attackers: Sequence[Sequence[int]], blockers: Sequence[Sequence[int]], sets: Sequence[_Sets]
) -> Plan:
    used = [0] * len(blockers)
    caps = [0] * len(position.caps)
    rows: Plan = []
    if len(plan) != len(attackers):
        raise NotProved("a plan that isn't about these attackers")
    for members, each, row in zip(attackers, sets, plan, strict=True):
        if len(row) != len(members):
            raise NotProved("a plan that isn't about these attackers")
        sums: list[tuple[int, Sequence[int], int]] = [(0, (0, 0, 0, 0), 0)]
        legal = set(each.teams)
        for told in row:
            wanted = {_whole(b): _whole(n) for b, n in told}
            team = tuple(wanted.get(b, 0) for b in range(len(blockers)))
            if team not in legal:
                raise NotProved("a plan in which a block isn't legal")
            used = [a + b for a, b in zip(used, team, strict=True)]
            found, (obeyed, capped) = each.exact(team), each.uses(team)
            caps = [a + b for a, b in zip(caps, capped, strict=True)]
            value, losses, before = sums[-1]
            sums.append((value + found.value, [a + b for a, b in zip(losses, found.losses, strict=True)], before + obeyed))
        rows.append(sums)
    if any(n > len(members) for n, members in zip(used, blockers, strict=True)):
        raise NotProved("a plan that uses a blocker twice")
    if any(n > cap.maximum for n, cap in zip(caps, position.caps, strict=True)):
        raise NotProved("a plan in which more creatures block than may")
    return rows


def _answers(
    position: Position,
    plan: Plan,
    numbers: Sequence[int],
    members: frozenset[int],
    worth: int,
    most_obeyed: Callable[[frozenset[int]], int],
) -> bool:
    parts = [row[n] for row, n in zip(plan, numbers, strict=True)]
    losses = [sum(each) for each in zip(*(losses for _, losses, _ in parts), strict=True)]
    return (
        -sum(value for value, _, _ in parts) <= worth
        and all(loss < most for loss, most in zip(losses, _limits(position), strict=True))
        and sum(obeyed for _, _, obeyed in parts) >= (most_obeyed(members) if position.most_obeyed else 0)
    )
