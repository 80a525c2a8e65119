"""Races: both players attack and block on for some turns, no new cards, both playing best; proved.

Every turn the active player's creatures untap, some of them attack, the other player's untapped ones block, damage is dealt and
wears off. Who is at 0 life after a damage step has lost; else the board and life count at the end.

Where only keywords are in force, more is never worse (a creature, one that is untapped, a point of life): one may play on as if
it weren't there. So of what a combat may come to, what another outcome is no worse than is left out, and with it blocks and
attacks:

- a block, if another one comes to no better for the attacking player, whatever the division (`holds`);
- an attack, if another one answers each block at least as well (`_attacks_no_worse`).

What is left doesn't depend on life, so it is found once for the creatures that are there (`Race.menu`). Over it goes alpha-beta
with a memory of positions (Marsland, 1986), in which a position with more life and the same creatures is worth so much more at
least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from ..budget import Budget
from ..legality.search.model import bits
from .endings import GroupEnding, endings
from .fighters import DamageRules, Fighter
from .groups import Play
from .life_worth import LifeWorth
from .position import BlockLimit

WINS = 2**40
"""What a race that is won is worth."""
COMPARED = 8
"""Attacks that each attack is compared with, those that look best: more take longer than what they leave out."""


@dataclass(frozen=True)
class RaceBoard:
    """Two players' creatures; 0 is the player whose turn it is."""

    fighters: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    life: tuple[int, int]
    poison_left: tuple[int, int]
    may_attack: tuple[int, int]
    """Masks of who may attack, once untapped."""
    attacks_now: int
    """Of the first player's, who may attack this turn."""
    untapped_now: int
    """Of the second player's, who may block this turn."""
    able: tuple[tuple[int, ...], tuple[int, ...]]
    """For each creature of a player the mask of the other player's creatures that it may block."""
    limits: tuple[dict[int, tuple[BlockLimit, ...]], dict[int, tuple[BlockLimit, ...]]]
    """For each player, by attacker: how many of the other player's creatures may block it together."""
    vigilant: tuple[int, int]
    rules: DamageRules = field(default_factory=DamageRules)
    life_worth: LifeWorth = field(default_factory=LifeWorth)
    tapped_now: int = 0
    """Of the first player's, who is tapped: nobody of them blocks in the second turn."""

    def worth(self, side: int, alive: int) -> int:
        """What these creatures (a mask) of a player are worth."""
        return sum(each.worth for number, each in enumerate(self.fighters[side]) if alive >> number & 1)


class RacePosition(NamedTuple):
    """As a turn begins, from the side of the player whose turn it is."""

    side: int
    own: int
    other: int
    """Masks of creatures on the battlefield."""
    ready: int
    """Of the other player's, those that are untapped."""
    life: int
    other_life: int
    poison_left: int = 10
    other_poison_left: int = 10
    counters: tuple[int, ...] = ()
    other_counters: tuple[int, ...] = ()
    """−1/−1 counters that creatures got; empty where none can."""
    may: int = -1
    """Who may attack: a mask; only in the first turn it says more than what may attack at all."""


class RaceLayout:
    """How an outcome of a combat is written as one whole number, with a field for each thing that a player may prize.

    In every field more is better for the attacking player: its own creature (0: dead; more, the fewer −1/−1 counters), whether
    that is untapped, each of the other player's, life and poison counters lost, life gained. A bit above each field is free, so
    that one subtraction compares all of them (Lamport, 1975). What two groups come to together is the sum of their changes.
    """

    def __init__(self, board: RaceBoard, side: int, counting: bool) -> None:
        own, other = board.fighters[side], board.fighters[1 - side]
        self.best = 1 + (max((each.toughness for each in (*own, *other)), default=0) if counting else 0)
        """What the field of a creature holds that is alive and has no counters."""
        most = 4 * sum(max(0, each.power) + each.toxic for each in (*own, *other)) + 4
        self._at, self.guards = 0, 0
        self.own = [self._field(self.best) for _ in own]
        self.untapped = [self._field(1) for _ in own]
        self.other = [self._field(self.best) for _ in other]
        self.used = [self._field(1) for _ in other]
        """Of the other player's, who blocks: for whoever blocks, fewer may still block."""
        self.every_used = sum(1 << at for at in self.used)
        self.totals = [self._field(most) for _ in range(5)]
        """Life that is lost after the first-strike step and after both, poison counters likewise, life that is gained."""
        self.zero = most // 2
        """What a total holds that is 0."""
        self.total_mask = (1 << most.bit_length()) - 1
        self.creature_mask = (1 << self.best.bit_length()) - 1

    def _field(self, most: int) -> int:
        at = self._at
        self._at += most.bit_length() + 1
        self.guards |= 1 << self._at - 1
        return at

    def total(self, outcome: int, number: int) -> int:
        """One of the totals of an outcome."""
        return (outcome >> self.totals[number] & self.total_mask) - self.zero


Outcomes: TypeAlias = tuple[int, ...]
"""What the attacking player may bring about against a block."""


class RaceAttack(NamedTuple):
    """An attack, and the blocks to it that others don't make needless: for each what the combat may come to."""

    attackers: int
    replies: tuple[Outcomes, ...]
    looks: int
    """What it changes in worth and life at the best block, if nobody loses."""


class Race:
    """The search of a race. `budget`: what it may take; Spent beyond.

    `few`: of a player's attacks and blocks only so many are looked at, those that look best: what is found is then worth no more
    to that player than the race is.
    """

    def __init__(self, board: RaceBoard, budget: Budget, few: tuple[int | None, int | None] = (None, None)) -> None:
        self.board, self.budget, self.few = board, budget, few
        every = (*board.fighters[0], *board.fighters[1])
        self.counting = any(each.wither or each.infect for each in every)
        self.layouts = RaceLayout(board, 0, self.counting), RaceLayout(board, 1, self.counting)
        self._menus: dict[tuple[object, ...], list[RaceAttack]] = {}
        self._groups: dict[tuple[object, ...], tuple[tuple[int, Outcomes], ...]] = {}
        self._teams: dict[tuple[object, ...], Outcomes] = {}
        self._known: dict[tuple[object, ...], dict[tuple[int, ...], tuple[int, int]]] = {}

    @property
    def begins(self) -> RacePosition:
        """The position in which the race begins."""
        board = self.board
        sizes = [len(side) for side in board.fighters]
        return RacePosition(
            0,
            (1 << sizes[0]) - 1,
            (1 << sizes[1]) - 1,
            board.untapped_now,
            *board.life,
            *board.poison_left,
            (0,) * sizes[0] if self.counting else (),
            (0,) * sizes[1] if self.counting else (),
            board.attacks_now,
        )

    # --- what a combat may come to ---------------------------------------------------------------------------------------

    def menu(self, at: RacePosition) -> list[RaceAttack]:
        """The attacks that others don't make needless, those that look best first."""
        key = (at.side, at.own, at.other, at.ready, at.counters, at.other_counters, at.may)
        if key not in self._menus:
            guards = self.layouts[at.side].guards
            found = sorted(self.attacks(at), key=lambda attack: (-attack.looks, attack.attackers.bit_count()))
            kept: list[RaceAttack] = []
            for attack in found:
                if not any(attack_no_worse(other, attack, guards) for other in kept[:COMPARED]):
                    kept.append(attack)
            self._menus[key] = kept
        return self._menus[key]

    def attacks(self, at: RacePosition) -> list[RaceAttack]:
        """Every attack, with the blocks to it that others don't make needless."""
        layout = self.layouts[at.side]
        may = at.own & at.may & self.board.may_attack[at.side] if at.may >= 0 else at.own & self.board.may_attack[at.side]
        fronts: dict[int, list[Outcomes]] = {0: [(self.nothing(at),)]}
        for number in _members(may):
            group = self.group(at, number)
            for attackers, front in list(fronts.items()):
                fronts[attackers | 1 << number] = self._extended(front, group, layout)
        change, found = self._changes(at), []
        for attackers, front in fronts.items():
            freely = minimal({tuple(outcome & ~layout.every_used for outcome in block) for block in front}, layout.guards)
            worst = sorted((max(map(change, reply)), reply) for reply in freely)
            found.append(RaceAttack(attackers, tuple(reply for _, reply in worst), worst[0][0]))
        return found

    def nothing(self, at: RacePosition) -> int:
        """The outcome in which nothing happens."""
        layout = self.layouts[at.side]
        outcome = sum(layout.zero << place for place in layout.totals)
        for number in _members(at.own):
            outcome += layout.best - (at.counters[number] if self.counting else 0) << layout.own[number]
            if at.may < 0 or not self.board.tapped_now >> number & 1:
                outcome += 1 << layout.untapped[number]
        for number, place in enumerate(layout.other):
            if not at.other >> number & 1:
                outcome += layout.best << place
            elif self.counting:
                outcome += at.other_counters[number] << place
        return outcome

    def _changes(self, at: RacePosition) -> Callable[[int], int]:
        """Says what an outcome changes in worth and life."""
        board, layout, life_worth = self.board, self.layouts[at.side], self.board.life_worth
        mask, best, gained, lost = (
            layout.creature_mask,
            layout.best,
            life_worth.point(at.life + 1),
            life_worth.point(at.other_life),
        )
        own = [(layout.own[number], board.fighters[at.side][number].worth) for number in _members(at.own)]
        other = [(layout.other[number], board.fighters[1 - at.side][number].worth) for number in _members(at.other)]
        all_own = sum(worth for _, worth in own)

        def change(outcome: int) -> int:
            total = gained * layout.total(outcome, 4) + lost * layout.total(outcome, 1) - all_own
            for place, worth in own:
                if outcome >> place & mask:
                    total += worth
            for place, worth in other:
                if outcome >> place & mask == best:
                    total += worth
            return total

        return change

    def group(self, at: RacePosition, attacker: int) -> tuple[tuple[int, Outcomes], ...]:
        """The sets of blockers of an attacker that others don't make needless, as used up, and what each changes."""
        board, side = self.board, at.side
        pool = at.ready & at.other
        pool = sum(1 << b for b, able in enumerate(board.able[1 - side]) if pool >> b & 1 and able >> attacker & 1)
        key = (side, attacker, pool, at.counters, at.other_counters)
        if key not in self._groups:
            layout, limits = self.layouts[side], board.limits[side].get(attacker, ())
            nothing = self.nothing(at)
            kept: list[tuple[int, Outcomes, Outcomes]] = []
            for team in sorted(_subsets(pool), key=lambda team: team.bit_count()):
                if team and not all(limit.holds(team) for limit in limits):
                    continue
                changes = self.team(at, attacker, team)
                whole = tuple(nothing + change for change in changes)
                if not any(holds(by, whole, layout.guards) for _, _, by in kept):
                    kept.append((team, changes, whole))
            self._groups[key] = tuple((sum(1 << layout.used[b] for b in _members(team)), changes) for team, changes, _ in kept)
        return self._groups[key]

    def team(self, at: RacePosition, attacker: int, team: int) -> Outcomes:
        """What an attacker and the creatures (a mask) that block it may change: numbers to be added to an outcome."""
        members = _members(team)
        counters = [at.counters[attacker], *(at.other_counters[b] for b in members)] if self.counting else []
        key = (at.side, attacker, team, *counters)
        if key in self._teams:
            return self._teams[key]
        guards = self.layouts[at.side].guards
        own, others = self.board.fighters[at.side], self.board.fighters[1 - at.side]
        self.budget.spend(1 + len(members))
        fought = endings(own[attacker], [others[b] for b in members], self.board.rules, self.budget, counters, best_only=True)
        found = {self.changed(at.side, attacker, members, counters, each) for each in fought}
        nothing = self.nothing(at)
        best = _undominated([nothing + change for change in sorted(found)], guards)
        self._teams[key] = tuple(outcome - nothing for outcome in best)
        return self._teams[key]

    def changed(self, side: int, attacker: int, members: Sequence[int], counters: Sequence[int], ending: GroupEnding) -> int:
        """What an ending of a group changes: a number to be added to an outcome."""
        layout, before = self.layouts[side], counters or [0] * (1 + len(members))
        change = sum(1 << layout.used[b] for b in members)
        alive, *theirs = ending.alive
        left = layout.best - ending.counters[0] if alive else 0
        change += left - (layout.best - before[0]) << layout.own[attacker]
        if not alive or not self.board.vigilant[side] >> attacker & 1:
            change -= 1 << layout.untapped[attacker]
        for b, lives, now, was in zip(members, theirs, ending.counters[1:], before[1:], strict=True):
            change += (now if lives else layout.best) - was << layout.other[b]
        totals = ending.lost_first, ending.lost, ending.poison_first, ending.poison, ending.linked
        return change + sum(total << place for total, place in zip(totals, layout.totals, strict=True))

    def plays(self, at: RacePosition, attackers: int, reply: Outcomes, outcome: int) -> dict[int, tuple[int, Play]]:
        """Which creatures (a mask) block each attacker in a block that may come to these, and a way to one of these outcomes."""
        layout = self.layouts[at.side]
        fronts: dict[Outcomes, tuple[int, ...]] = {(self.nothing(at),): ()}
        who = _members(attackers)
        for number in who:
            found: dict[Outcomes, tuple[int, ...]] = {}
            for outcomes, teams in fronts.items():
                for team, changes in self.group(at, number):
                    if not outcomes[0] & team:
                        both = _undominated(sorted({o + c for o in outcomes for c in changes}), layout.guards)
                        found.setdefault(both, (*teams, team))
            fronts = {block: found[block] for block in minimal(found, layout.guards)}
        unused = ~layout.every_used
        chosen = next(teams for block, teams in fronts.items() if tuple(each & unused for each in block) == reply)
        ways: list[list[tuple[int, int, Play]]] = []
        for number, used in zip(who, chosen, strict=True):
            members = [b for b, place in enumerate(layout.used) if used >> place & 1]
            counters = [at.counters[number], *(at.other_counters[b] for b in members)] if self.counting else []
            group = self.board.fighters[at.side][number], [self.board.fighters[1 - at.side][b] for b in members]
            fought = endings(*group, self.board.rules, self.budget, counters, best_only=True)
            team = sum(1 << b for b in members)
            ways.append([(team, self.changed(at.side, number, members, counters, each), way) for each, way in fought.items()])
        for picked in product(*ways):
            if (self.nothing(at) + sum(change for _, change, _ in picked)) & unused == outcome:
                return {number: (team, way) for number, (team, _, way) in zip(who, picked, strict=True)}
        raise AssertionError("an outcome has a way to it")

    def _extended(self, front: list[Outcomes], group: tuple[tuple[int, Outcomes], ...], layout: RaceLayout) -> list[Outcomes]:
        """Blocks of some attackers and of one more, without those that others make needless."""
        found: set[Outcomes] = set()
        for outcomes in front:
            first = outcomes[0]
            for team, changes in group:
                if not first & team:
                    if len(outcomes) == len(changes) == 1:
                        found.add((first + changes[0],))
                    else:
                        both = {outcome + change for outcome in outcomes for change in changes}
                        found.add(_undominated(sorted(both), layout.guards))
        self.budget.spend(len(found))
        return minimal(found, layout.guards)

    # --- the search --------------------------------------------------------------------------------------------------------

    def static(self, at: RacePosition) -> int:
        """What the board and life are worth to the player whose turn begins."""
        board = self.board
        worth = board.worth(at.side, at.own) - board.worth(1 - at.side, at.other)
        return worth + board.life_worth.of_all(at.life) - board.life_worth.of_all(at.other_life)

    def value(self, at: RacePosition, turns: int, low: int = -WINS, high: int = WINS) -> int:
        """What so many turns are worth to the player whose turn it is, exactly if between these (alpha and beta).

        Raises Spent.
        """
        if not turns:
            return self.static(at)
        key = (turns, at.side, at.own, at.other, at.ready, at.counters, at.other_counters, at.may)
        known = self._known.setdefault(key, {})
        totals = (at.life, at.other_life, at.poison_left, at.other_poison_left)
        least, most = self._remembered(known, totals)
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.budget.spend()
        best = -WINS
        low_here, high_here = max(low, least), min(high, most)
        for attack in self.menu(at)[: self.few[at.side]]:
            best = max(best, self.after_attack(at, attack, turns, max(low_here, best), high_here))
            if best >= high_here:
                break
        found = min(max(best, least), most)
        if found < high_here:
            most = found
        if found > low_here:
            least = found
        known[totals] = (least, most)
        return found

    def _remembered(self, known: dict[tuple[int, ...], tuple[int, int]], totals: tuple[int, ...]) -> tuple[int, int]:
        """Bounds from positions with the same creatures: more life is worth more, each point as much as the cheapest at least,
        but for who has won."""
        least, most = known.get(totals, (-WINS, WINS))
        if least == most:
            return least, most
        life, other_life, poison, other_poison = totals
        for (had, other_had, p, q), (low, high) in known.items():
            more = self.board.life_worth.points[-1] * (life - had + other_had - other_life)
            if low > -WINS and life >= had and other_life <= other_had and poison >= p and other_poison <= q:
                least = max(least, low if low == WINS else low + more)
            if high < WINS and life <= had and other_life >= other_had and poison <= p and other_poison >= q:
                most = min(most, high if high == -WINS else high + more)
        return least, most

    def after_attack(self, at: RacePosition, attack: RaceAttack, turns: int, low: int, high: int) -> int:
        """What an attack is worth, exactly if between these: the other player blocks best."""
        worst = WINS
        for reply in attack.replies[: self.few[1 - at.side]]:
            worst = min(worst, self.after_reply(at, reply, turns, low, min(high, worst)))
            if worst <= low:
                break
        return worst

    def after_reply(self, at: RacePosition, reply: Outcomes, turns: int, low: int, high: int) -> int:
        """What an attack is worth against a block, exactly if between these: the attacking player divides damage best."""
        best = -WINS
        for outcome in reply:
            after = self.after(at, outcome)
            found = WINS if after is None else -self.value(after, turns - 1, -high, -max(low, best))
            best = max(best, found)
            if best >= high:
                break
        return best

    def after(self, at: RacePosition, outcome: int) -> RacePosition | None:
        """The position in which the next turn begins; None: the other player has lost."""
        layout = self.layouts[at.side]
        lost_first, lost, poison_first, poison, linked = (layout.total(outcome, number) for number in range(5))
        if max(lost_first, lost) >= at.other_life or max(poison_first, poison) >= at.other_poison_left:
            return None
        mask, best = layout.creature_mask, layout.best
        mine = [outcome >> place & mask for place in layout.own]
        theirs = [outcome >> place & mask for place in layout.other]
        return RacePosition(
            1 - at.side,
            sum(1 << number for number, held in enumerate(theirs) if held < best),
            sum(1 << number for number, held in enumerate(mine) if held),
            sum(1 << number for number, place in enumerate(layout.untapped) if outcome >> place & 1),
            at.other_life - lost,
            at.life + linked,
            at.other_poison_left - poison,
            at.poison_left,
            tuple(held % best for held in theirs) if self.counting else (),
            tuple(best - held if held else 0 for held in mine) if self.counting else (),
        )


@lru_cache(1 << 12)
def _members(mask: int) -> tuple[int, ...]:
    return tuple(bits(mask))


def _subsets(pool: int) -> Iterator[int]:
    team = pool
    while True:
        yield team
        if not team:
            return
        team = team - 1 & pool


def no_worse(one: int, other: int, guards: int) -> bool:
    """Whether an outcome is no worse than another for the attacking player, in anything."""
    return ((one | guards) - other) & guards == guards


def holds(one: Outcomes, other: Outcomes, guards: int) -> bool:
    """Whether a block that may come to these holds the attacking player to no more than one that may come to those."""
    for each in one:
        for better in other:
            if ((better | guards) - each) & guards == guards:
                break
        else:
            return False
    return True


def _undominated(outcomes: Iterable[int], guards: int) -> Outcomes:
    """The outcomes to which no other one is better for the attacking player."""
    kept: list[int] = []
    for each in outcomes:
        if not any(no_worse(other, each, guards) for other in kept):
            kept = [other for other in kept if not no_worse(each, other, guards)]
            kept.append(each)
    return tuple(sorted(kept))


def _greatest_first(block: Outcomes) -> Outcomes:
    return block if len(block) == 1 else tuple(sorted(block, reverse=True))


def minimal(blocks: Iterable[Outcomes], guards: int) -> list[Outcomes]:
    """The blocks that no other one makes needless, the same in whatever order they are given.

    Fields are compared as numbers are: what is no more in each of them is no greater as a whole, and comes first.
    """
    greatest = _Greatest.of(guards)
    single: list[int] = []
    several: list[tuple[int, Outcomes]] = []
    for block in sorted(blocks, key=_greatest_first):
        alone = len(block) == 1
        top = block[0] if alone else greatest(block)
        guarded = top | guards
        for other in single:
            if guarded - other & guards == guards and (alone or holds((other,), block, guards)):
                break
        else:
            # What holds a block comes to no more than its outcomes do in each field.
            for most, by in several:
                if guarded - most & guards == guards and (alone or holds(by, block, guards)):
                    break
            else:
                if alone:
                    single.append(top)
                else:
                    several.append((top, block))
    return [*((outcome,) for outcome in single), *(block for _, block in several)]


class _Greatest:
    """Finds the greatest of some outcomes in each field by itself, all fields at a time."""

    def __init__(self, guards: int) -> None:
        self.guards = guards
        self._starts: dict[int, int] = {0: 0}

    @staticmethod
    @cache
    def of(guards: int) -> _Greatest:
        """That of a layout."""
        return _Greatest(guards)

    def _start(self, some: int) -> int:
        """The lowest bits of the fields of some guards."""
        if some not in self._starts:
            starts, begin = 0, 0
            for place in _members(self.guards):
                starts |= (some >> place & 1) << begin
                begin = place + 1
            self._starts[some] = starts
        return self._starts[some]

    def __call__(self, block: Outcomes) -> int:
        guards, most = self.guards, block[0]
        for each in block[1:]:
            no_less = ((most | guards) - each) & guards
            fields = no_less - self._start(no_less)
            most = most & fields | each & ~fields
        return most


def attack_no_worse(one: RaceAttack, other: RaceAttack, guards: int) -> bool:
    """Whether an attack is at least as good as another: each block to it has one to the other that comes to no better."""
    return all(any(holds(against, block, guards) for against in other.replies) for block in one.replies)
