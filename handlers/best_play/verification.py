"""Checks certificates of best play without any of the search: in whole numbers, every legal set of blockers, damage played out.

- At prices for blockers, losses, caps and obeyed requirements, none negative, no block is worth more than the prices of all
  there is plus, for each attacker, the most that any set of blockers is worth less the prices of what it uses up.
- The attacking player divides damage as well as can be: a set is worth no more than at any one division.
- A proof may branch: a number is at most n (its row has no negative price) or at least n + 1 (no positive one).
- A set that is no better than a smaller one in it (value, losses if any can matter, requirements) is in no block that needs it.
- A set whose use alone brings the bound at the root down to the claim is in no better block: branches leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import product
from operator import mul
from typing import Any

from ..legality.verification import NotProved as NotProved
from .answered import check_every_answered
from .block_triggers import has_triggers
from .every_division import MOST_STEPS, Fate, GroupResult, results, results_after_triggers
from .fighters import DamageRules, Fighter
from .position import EveryAttack, Position

SCALE, NOTHING = 5040, -(2**61)  # prices are written times SCALE
FEW = 64  # attacks that are gone through one by one
Claim = Mapping[str, Any]  # a certificate or a part of one, as it is written
Branch = tuple[int, Any, int, int]  # class of attackers, what is counted, 1 for at most and −1 for at least, the number
Block = Mapping[str, Sequence[str]]  # blocker → the attackers it blocks
AttackSets = Collection[frozenset[int]]  # by the numbers of attackers
Legality = Callable[[Block, frozenset[int]], bool]  # whether it is proved that a block obeys as many requirements as any


class _Group:
    """What comes of an attacker and a set of blockers: a bound by one division at first, exact once it is played out."""

    def __init__(self, group: Sequence[Fighter], position: Position, slopes: Sequence[int]) -> None:
        self._others = (results_after_triggers if has_triggers(group) else results)(group, position.rules)
        self._slopes, self._gained = slopes, position.life_worth.gained
        self.values, self.losses, (self.falls, self.kills) = self._valued(next(self._others))

    def _valued(self, result: tuple[GroupResult, tuple[int, ...], Fate]) -> tuple[tuple[int, ...], tuple[int, ...], Fate]:
        (worth, lost, linked), losses, fate = result
        return tuple(worth - slope * lost - self._gained * linked for slope in self._slopes), losses, fate

    def further(self, step: Callable[[], None]) -> bool:
        """Look at another division; False: there is none."""
        for values, losses, (falls, kills) in map(self._valued, self._others):
            step()
            self.values, self.losses = tuple(map(min, self.values, values)), tuple(map(max, self.losses, losses))
            self.falls, self.kills = self.falls and falls, self.kills or kills
            return True
        return False

    def played_out(self, step: Callable[[], None]) -> _Group:
        while self.further(step):
            pass
        return self


class _Prices:
    """Prices of a proof, read and found to be in shape."""

    def __init__(self, check: _PositionCheck, claim: Claim, rows: Sequence[Branch]) -> None:
        position = check.position
        capped, counted = [cap.maximum for cap in position.caps], [number for _, _, _, number in rows]
        there_is = [len(who) for who in check.blockers], [left - 1 for left in position.left], capped, counted
        written = [claim.get(name, []) for name in ("blockers", "losses", "caps", "branches")]
        pay = [[*map(_whole, prices), *[0] * (len(n) - len(prices))] for prices, n in zip(written, there_is, strict=True)]
        self.total = sum(price * n for prices, of in zip(pay, there_is, strict=True) for price, n in zip(prices, of, strict=True))
        (blockers, self.losses, capped, branches), self.obeys = pay, _whole(claim.get("obeys", 0))
        weights = [*map(_whole, claim.get("life", []))] or [SCALE, *[0] * (len(check.slopes) - 1)]
        self.weights = list(zip(weights, check.slopes, check.constants, strict=True))
        if sum(weights) != SCALE or min(weights) < 0:
            raise NotProved("weights of what life is worth that don't add up")
        self.total += sum(weight * constant for weight, _, constant in self.weights)
        self.rows, caps = list(zip(branches, rows, strict=True)), list(zip(capped, position.caps, strict=True))
        if min([self.obeys, *blockers, *self.losses, *capped, *(price * sign for price, (_, _, sign, _) in self.rows)]) < 0:
            raise NotProved("a price of the wrong sign")

        def cost(price: int, b: int, a: int) -> int:  # of a creature of a class of blockers for an attacker of a class
            price += sum(p for p, cap in caps if cap.attackers >> a & cap.blockers >> b & 1)
            return price - self.obeys * position.asks.get((b, a), 0)

        self.each = [[cost(p, b[0], a[0]) for p, b in zip(blockers, check.blockers, strict=True)] for a in check.attackers]


class _PositionCheck:
    """A position, and what comes of the sets of blockers that were looked at."""

    def __init__(self, position: Position) -> None:
        self.position, self.steps = position, 0
        self.attackers, self.blockers = position.classes_of_attackers(), position.classes_of_blockers()
        self.losses_matter = position.losses_matter
        self._fought: dict[tuple[int, int], _Group] = {}
        of, life, self.slopes = position.life_worth, position.life, position.slopes
        # The most that life is worth more than so much a point: where a point more is worth another number.
        left = [life, *range(1, len(of.points) + 1)]
        self.constants = [max(of.change(life, life - each) + slope * (life - each) for each in left) for slope in self.slopes]

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise NotProved(f"more than {MOST_STEPS:,} sets of blockers and divisions would have to be looked at")

    def fought(self, attacker: int, team: int) -> _Group:
        """An attacker blocked by a team, a mask."""
        if (attacker, team) not in self._fought:
            blockers = [b for number, b in enumerate(self.position.blockers) if team >> number & 1]
            group = self.position.attackers[attacker], *sorted(blockers, key=lambda b: (-b.worth, b.id))
            self._fought[attacker, team] = _Group(group, self.position, self.slopes)
        return self._fought[attacker, team]

    def mask(self, team: tuple[int, ...]) -> int:
        return sum(1 << who for number, members in zip(team, self.blockers, strict=True) for who in members[:number])

    def legal(self, attacker: int, team: int) -> bool:
        return not team or self.position.team_is_legal(attacker, team)

    def counts(self, attacker: int, team: int) -> bool:
        """Whether the position takes in blocks in which creatures are thrown away, or this set isn't one. It is played out."""
        group = self.fought(attacker, team).played_out(self.step)
        return self.position.chumps or group.falls or not group.kills

    def worth(self, prices: _Prices, index: int, team: tuple[int, ...]) -> int:
        """What a set is worth at these prices, times `SCALE`; by what is known of its group, so it may be less."""
        attacker, mask, group = self.attackers[index][0], self.mask(team), self.fought(self.attackers[index][0], self.mask(team))
        self.step()
        worth = sum(weight * value for (weight, _, _), value in zip(prices.weights, group.values, strict=True))
        worth -= sum(price * n for price, n in zip(prices.each[index], team, strict=True))
        worth -= sum(price * loss for price, loss in zip(prices.losses, group.losses, strict=True))
        if prices.obeys:
            worth += prices.obeys * sum(draw.holds(mask) for draw in self.position.draws.get(attacker, ()))
        counts = [(price, counted) for price, (a, counted, _, _) in prices.rows if a == index]
        return worth - sum(price * (team[counted] if isinstance(counted, int) else counted == team) for price, counted in counts)

    def above(self, prices: _Prices, index: int, floor: int = NOTHING, *, top: bool = False) -> list[tuple[tuple[int, ...], int]]:
        """The legal sets that are worth more than the floor, at prices without branches; `top`: the last is worth most.

        A set is worth no more than the attacker, if it can be destroyed, and what its blockers gain by lifelink (which makes up
        for losses), less what a strike that surely comes destroys of a smaller set. Where all is plain and a set destroys the
        attacker whatever that does, and soaks up what tramples, blockers more are no better, but for lifelink, early strikes
        and requirements: the attacker may give them nothing.
        """
        found: list[tuple[tuple[int, ...], int]] = []
        position, attacker = self.position, self.attackers[index][0]
        a, draws = position.attackers[attacker], position.draws.get(attacker, ())
        point = sum(weight * slope for weight, slope, _ in prices.weights) + sum(prices.losses)
        most = a.worth * SCALE + prices.obeys * len(draws)
        able = [len(who) * (position.able[who[0]] >> attacker & 1) for who in self.blockers]
        fighters = [position.blockers[who[0]] for who in self.blockers]
        gains = [b.lifelink * b.strikes * point - cost for b, cost in zip(fighters, prices.each[index], strict=True)]
        plain = position.rules == DamageRules() and all(each.plain for each in (a, *fighters)) and not draws
        adds = [
            b.lifelink or b.early or (who[0], attacker) in position.asks for b, who in zip(fighters, self.blockers, strict=True)
        ]
        order = sorted((b for b, n in enumerate(able) if n), key=lambda b: not adds[b])
        hits = [a.toughness if b.deathtouch and b.power > 0 else b.strikes for b in fighters]
        soaks = [1 if a.deathtouch else max(1, b.toughness) for b in fighters]
        early, strikes = a.early and a.power > 0, a.early or not any(b.early for b in fighters)
        # What a creature doesn't deal if it is destroyed in the first step, and what is lost with it, if it ever is.
        misses = [
            n - n // (1 + b.late) * b.early if early and not b.indestructible else 0 for b, n in zip(fighters, hits, strict=True)
        ]
        worths = [b.worth if plain and strikes and not b.indestructible else 0 for b in fighters]
        by_misses, by_worths = (
            [(b, of[b]) for b in sorted(order, key=lambda b: -Fraction(of[b], soaks[b])) if of[b]] for of in (misses, worths)
        )
        # From each on: what all gain, and deal.
        rest = [sum(max(0, gains[b]) * able[b] for b in order[at:]) for at in range(len(order))]
        deals = [sum(hits[b] * able[b] for b in order[at:]) for at in range(len(order))]

        def settled(team: tuple[int, ...], hit: int) -> bool:
            if not plain or a.indestructible or hit < a.toughness or not self.legal(attacker, self.mask(team)):
                return False
            if a.trample and sum(map(mul, soaks, team)) < a.strikes:
                return False
            return hit - taken(team, by_misses, whole=False) >= a.toughness

        def taken(team: tuple[int, ...], of_each: Sequence[tuple[int, int]], *, whole: bool) -> int:
            """The most that one strike takes of a team: parts of creatures as well, or (perhaps less than that) whole ones."""
            total, left = 0, max(0, a.power)
            for b, each in of_each:
                n = min(team[b], left // soaks[b])
                total, left = total + n * each, left - n * soaks[b]
                if n < team[b] and not whole:
                    return total - (-left * each // soaks[b])
            return total

        def visit(begin: int, team: tuple[int, ...], gained: int, hit: int) -> None:
            nonlocal floor
            self.step()
            if self.legal(attacker, self.mask(team)) and (worth := self.worth(prices, index, team)) > floor:
                group = self.fought(attacker, self.mask(team))
                while worth > floor and group.further(self.step):  # each division makes it worth no more
                    worth = self.worth(prices, index, team)
                if worth > floor and self.counts(attacker, self.mask(team)):
                    found.append((team, worth))
                    floor = worth if top else floor
            done, lost = settled(team, hit), taken(team, by_worths, whole=True) * SCALE
            for at, b in enumerate(order[begin:], begin):
                if done and not adds[b]:
                    break
                falls = not plain or (not a.indestructible and hit + deals[at] >= a.toughness)
                if team[b] < able[b] and most * falls - lost + gained + gains[b] + rest[at] > floor:
                    visit(at, (*team[:b], team[b] + 1, *team[b + 1 :]), gained + gains[b], hit + hits[b])

        if position.triggering:  # what triggers may be worth more
            most += position.most_gained * max(point, SCALE * position.life_worth.gained) + position.most_grown * SCALE
        visit(0, (0,) * len(able), 0, 0)
        return found

    def reducible(self, attacker: int, team: tuple[int, ...]) -> bool:
        """Whether a set is no better than a smaller one in it: then no best block needs it."""
        smaller = [less for less in product(*(range(n + 1) for n in team)) if less != team]

        def outcome(mask: int) -> list[int]:
            group = self.fought(attacker, mask).played_out(self.step)
            losses = [-loss for loss in group.losses] if self.losses_matter else []
            return [*group.values, self.position.obeyed(attacker, mask), *losses]

        own, masks = outcome(self.mask(team)), [mask for mask in map(self.mask, smaller) if self.legal(attacker, mask)]
        legal = [mask for mask in masks if self.counts(attacker, mask)]
        return any(all(x <= y for x, y in zip(own, outcome(mask), strict=True)) for mask in legal)

    def no_more(self, proof: Claim, most: int, who: frozenset[int], obeyed: int) -> None:
        """Check that no block that keeps its player alive and obeys so many requirements is worth more."""
        numbers = [len(who.intersection(members)) for members in self.attackers]
        root = _Prices(self, proof["root" if "branch" in proof else "prices"], [])
        tops = [self.above(root, index, top=True)[-1][1] if n else 0 for index, n in enumerate(numbers)]
        total = root.total - root.obeys * obeyed + sum(n * top for n, top in zip(numbers, tops, strict=True))
        if total // SCALE <= most:
            return
        if "branch" not in proof:
            raise NotProved(f"no more than {total // SCALE} is proved, where {most} is claimed")
        floors = [(most + 1) * SCALE - total + top - 1 for top in tops]
        above = [self.above(root, index, floor) if numbers[index] else [] for index, floor in enumerate(floors)]
        kept = [
            [team for team, _ in sets if not self.reducible(a[0], team)] for sets, a in zip(above, self.attackers, strict=True)
        ]

        def walk(proof: Claim, rows: list[Branch]) -> None:
            if "branch" in proof:
                (attacker, counted), number = proof["branch"], _whole(proof["at most"])
                if not isinstance(counted, int):  # how often one set blocks
                    counted = tuple(dict(counted).get(b, 0) for b in range(len(self.blockers)))
                walk(proof["less"], [*rows, (attacker, counted, 1, number)])
                walk(proof["more"], [*rows, (attacker, counted, -1, number + 1)])
                return
            prices = _Prices(self, proof["prices"], rows)
            total = prices.total - prices.obeys * obeyed
            for index, n in enumerate(numbers):
                total += n * max((self.worth(prices, index, team) for team in kept[index]), default=NOTHING * (n > 0))
            if total // SCALE > most:
                raise NotProved(f"no more than {total // SCALE} is proved in a branch, where {most} is claimed")

        walk(proof, [])

    def declared(self, declaration: Block, who: frozenset[int]) -> tuple[int | None, int]:
        """What a block of some attackers is worth (None: it loses), and how many requirements it obeys."""
        teams = self.position.teams(declaration, who)
        groups = [self.fought(attacker, team).played_out(self.step) for attacker, team in teams.items()]
        lost = any(sum(group.losses[n] for group in groups) >= left for n, left in enumerate(self.position.left))
        obeyed = sum(self.position.obeyed(attacker, team) for attacker, team in teams.items())
        if not all(self.counts(attacker, team) for attacker, team in teams.items()):
            raise NotProved("a creature is thrown away")
        sums = [sum(each) for each in zip(self.constants, *(group.values for group in groups), strict=True)]
        return None if lost else min(sums), obeyed

    def block(self, claim: Claim, who: frozenset[int], legal: Legality) -> None:
        worth, obeyed = self.declared(claim["declaration"], who)
        if worth != (None if claim["value"] is None else _whole(claim["value"])):
            raise NotProved("the block doesn't keep its player alive" if worth is None else f"the block is worth {worth}")
        if not legal(claim["declaration"], who):
            raise NotProved("it isn't proved that no block obeys more requirements")
        self.no_more(claim["proof"], self.position.least - 1 if worth is None else worth, who, obeyed)

    @property
    def begins(self) -> tuple[list[int], list[int]]:
        """What life is worth at each slope where nothing is lost, and what may be lost."""
        return self.constants, [left - 1 for left in self.position.left]

    def planned(self, plan: Block) -> dict[int, tuple[list[int], list[int]]]:
        """What comes of each attacker's group in a plan: its values, and its losses. Raises NotProved beside requirements."""
        if self.position.asks or self.position.draws:
            raise NotProved("more attacks than are gone through one by one, beside requirements")
        teams = self.position.teams(plan, frozenset(range(len(self.position.attackers))))
        if not all(self.counts(attacker, team) for attacker, team in teams.items()):
            raise NotProved("a creature is thrown away")
        groups = {attacker: self.fought(attacker, team).played_out(self.step) for attacker, team in teams.items()}
        return {attacker: ([*group.values], [*group.losses]) for attacker, group in groups.items()}

    def answers(self, plan: Block, who: frozenset[int], worth: int, legal: Legality) -> bool:
        """Whether a plan, held against an attack, is a legal block that holds it to its worth."""
        block = {b: whom for b, whom in plan.items() if whom[0] in {self.position.attackers[number].id for number in who}}
        found, obeyed = self.declared(block, who)
        return found is not None and -found <= worth and (obeyed >= self.position.could_obey(who) or legal(block, who))


def check_reply(position: Position, claim: Claim, who: frozenset[int], legal: Legality) -> None:
    """Check that a block of some of the attackers is the best one. Raises NotProved."""
    try:
        _PositionCheck(position).block(claim, who, legal)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        raise NotProved(f"the proof isn't well formed: {error}") from None


def survives(position: Position, block: Block) -> bool:
    """Whether a block keeps its player alive. Raises NotProved where it isn't legal."""
    try:
        return _PositionCheck(position).declared(block, frozenset(range(len(position.attackers))))[0] is not None
    except (TypeError, ValueError, IndexError) as error:
        raise NotProved(str(error)) from None


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise NotProved(f"{number!r} isn't a whole number")
    return number


def check(
    position: Position,
    claim: Claim,
    attacks: AttackSets = (),
    legal: Legality = lambda *_: True,
    given_up: AttackSets = (),
    modes: Sequence[tuple[Position, AttackSets]] = (),
    held_to: int | None = None,
    answered: AttackSets = (),
) -> None:
    """Check that a block is best, or of these legal attacks (if any) one. Raises NotProved.

    A claim has `value` (None: the attacking player can win), `declaration` (blocker → attackers; attacker → whom it attacks) and
    `proof`; that of an attack has `block`, the claim of its best block, and `plans`, blocks of the attack of all: against each
    attack one of them is a legal block that holds it to the claim; those that are given up for a condition don't win. `modes`:
    the attacks, with the positions that what triggers makes of them. `held_to`: what plans hold attacks
    to, if that isn't the claim; those that are `answered` otherwise aside.
    """
    try:
        check, value, proof = _PositionCheck(position), claim["value"], claim["proof"]
        if not attacks:
            return check.block(claim, frozenset(range(len(position.attackers))), legal)
        chosen = frozenset(number for number, a in enumerate(position.attackers) if a.id in claim["declaration"])
        alike = position.first_of_classes(chosen)
        if len(chosen) < len(claim["declaration"]) or not (chosen in attacks or alike in attacks):
            raise NotProved("the attack isn't legal")
        parts = [(_PositionCheck(each), alike) for each, alike in modes] or [(check, attacks)]
        check = next(each for each, those in parts if chosen in those or alike in those)
        check.block({**proof["block"], "value": None if value is None else -_whole(value)}, chosen, legal)
        for check, those in parts if value is not None else ():
            most = _whole(value if held_to is None else held_to)
            if isinstance(those, EveryAttack) and not given_up and those.count > FEW:
                groups = [check.planned(plan) for plan in proof["plans"]]
                check_every_answered(groups, those, check.begins, most, answered, check.step)
                continue
            asked = {**dict.fromkeys(given_up, -NOTHING), **{check.position.first_of_classes(each): most for each in those}}
            for attack, worth in asked.items():
                if attack not in answered and not any(check.answers(plan, attack, worth, legal) for plan in proof["plans"]):
                    raise NotProved(f"no plan answers the attack of {sorted(position.attackers[who].id for who in attack)}")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        raise NotProved(f"the proof isn't well formed: {error}") from None
