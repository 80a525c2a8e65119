"""A combat in which a player holds a trick: what comes of its groups and blocks, with and without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from ...events.errors import NotModelled, Undecided
from ..budget import Budget
from .block_triggers import StandingGroup, changed, standing
from .fighters import DamageRules, Fighter, in_kinds
from .formula import left_standing, outcome, with_triggers
from .groups import GroupOutcome
from .life_worth import GroupWay, taken
from .position import Position
from .promising import Promising

MOST_LINES = 2_000_000
"""Blocks and targets, of all attacks together, that are gone through at most."""


FindsOutcome: TypeAlias = Callable[[Fighter, Sequence[Fighter], DamageRules, Budget | None], GroupOutcome]
"""What finds the outcome of a group."""


@dataclass(frozen=True)
class Trick:
    """What a spell does to one target creature: a closed list, others aren't known."""

    controller: str
    name: str
    power: int = 0
    toughness: int = 0
    damage: int = 0
    gains: frozenset[str] = frozenset()
    of: Literal["anybody", "you", "an opponent"] = "anybody"
    """Who controls its target."""
    fighting: frozenset[Literal["attacking", "blocking"]] = frozenset()
    """What its target does; empty: anything."""
    cost: str = ""
    """In mana symbols: it is cast where its controller can pay that."""
    weight: int | None = None
    """In how many of a hundred games its controller holds it; None: the worst case counts."""
    text: str = field(default="", compare=False)
    """What it was read from."""

    @property
    def only_gives(self) -> bool:
        """Whether it makes no creature smaller."""
        return self.power >= 0 and self.toughness >= 0 and not self.damage

    @property
    def may_save(self) -> bool:
        """Whether a creature may live by it that else dies."""
        return self.toughness > 0 or "indestructible" in self.gains

    @property
    def only_takes(self) -> bool:
        """Whether it makes no creature greater."""
        return self.power <= 0 and self.toughness <= 0 and not self.gains

    def changed(self, creature: Fighter) -> Fighter | None:
        """The creature as it is then; None: it dies."""
        sizes = creature.power + self.power, creature.toughness + self.toughness
        then = replace(
            changed(creature, *sizes, tuple(self.gains)), marked=creature.marked + self.damage, triggers=creature.triggers
        )
        destroyed = then.marked >= then.toughness and then.marked and not then.indestructible
        return None if then.toughness <= 0 or destroyed else then


class TrickUse(NamedTuple):
    """Which trick is cast, and at which creature."""

    name: str
    target: str


class Weighed(NamedTuple):
    """What a declaration comes to where its opponent, or the player, holds each trick in so many of a hundred games."""

    lost: int
    """In how many of a hundred games the block loses, or the attack wins."""
    expected: float
    """What it is worth in the others, on average."""


class JudgedBlock(NamedTuple):
    """What a block comes to: what it is compared by, its value at worst, how that comes about, and what weights make of it."""

    rank: tuple[int, int]
    value: int | None
    teams: dict[int, int]
    use: TrickUse | None
    weighed: Weighed | None


_Cast: TypeAlias = tuple[int, str, GroupOutcome]
"""Which trick is cast at whom, and what that creature's group comes to then."""


class TrickCombat:
    """A position, the tricks, and what comes of groups with and without them."""

    def __init__(
        self,
        position: Position,
        others: Sequence[tuple[Fighter, str]],
        controllers: Mapping[str, str],
        tricks: Sequence[Trick],
        own: bool = False,
        payable: bool = True,
    ) -> None:
        if position.rules.ordered:
            raise NotModelled(["damage assignment orders, which are announced before a trick is cast"])
        ganged = any(sum(able >> a & 1 for able in position.able) > 1 for a in range(len(position.attackers)))
        saving = any(each.controller == position.defender and each.may_save for each in tricks)
        if position.rules.stacked and ganged and saving:
            raise NotModelled(["damage on the stack, on which a blocker may be saved once it is known what it is assigned"])
        if position.caps or position.asks or position.draws:
            raise NotModelled(["requirements, or a limit on the number of blockers"])
        self.position, self.others, self.controllers, self.tricks = position, others, controllers, tricks
        self.own, self.payable = own, payable
        """Whether who declares holds the trick, and whether each that may be held can be paid for."""
        self.lines = 0
        self.fought: FindsOutcome = outcome
        self.leaves_out = True
        """Whether tricks aren't looked at where they surely do no good, or as much as at an equal creature."""
        self._teams: dict[int, list[Fighter]] = {}
        self._groups: dict[tuple[int, int], GroupOutcome] = {}
        self._cast: dict[tuple[int, int], tuple[list[_Cast], Iterator[_Cast]]] = {}
        self._plain = not position.triggering
        self._by_prices: dict[bool, Promising] = {}
        # Equal blockers stand together.
        self._in_order = sorted(enumerate(position.blockers), key=lambda each: str(each[1].kind))
        self._changed: dict[tuple[int, str], Fighter | None] = {}
        self._targets = {
            (number, does): {id for id in controllers if self._may_target(trick, id, does)}
            for number, trick in enumerate(tricks)
            for does in ("attacking", "blocking")
        }

    def in_mode(self, position: Position) -> TrickCombat:
        """The same with what triggered as creatures attacked; what was gone through counts on."""
        if position is self.position:
            return self
        other = TrickCombat(position, self.others, self.controllers, self.tricks, self.own, self.payable)
        other.lines = self.lines
        return other

    def group(self, attacker: int, team: int) -> GroupOutcome:
        """What an attacker and its blockers (a mask) come to without a trick."""
        key = attacker, team
        if key not in self._groups:
            found = self._fought(attacker, team)
            assert found is not None, "nothing is cast"
            self._groups[key] = found
        return self._groups[key]

    def nth_cast(self, attacker: int, team: int, number: int) -> _Cast | None:
        """A way to cast a trick at an attacker or its blockers: which, at whom, and what the group comes to then."""
        found, others = self._cast.setdefault((attacker, team), ([], self._casting(attacker, team)))
        if number == len(found) and (each := next(others, None)):
            found.append(each)
        return found[number] if number < len(found) else None

    def cast(self, attacker: int, team: int) -> Iterator[_Cast]:
        """Each way to cast a trick at an attacker or its blockers."""
        number = 0
        while each := self.nth_cast(attacker, team, number):
            yield each
            number += 1

    def _casting(self, attacker: int, team: int) -> Iterator[_Cast]:
        first, blocking = self.position.attackers[attacker], self._blocking(team)
        doing = [(first, "attacking"), *((each, "blocking") for each in blocking)]
        vain = self.leaves_out and all(each.id in self._steady for each, _ in doing)
        for number in range(len(self.tricks)):
            targets, known = self._targets, set[tuple[object, ...]]()
            for each, does in doing:
                if each.id not in targets[number, does] or (vain and (number, each.id) in self._vain):
                    continue
                if does == "blocking" and self.leaves_out and self._plain:
                    if each.kind in known:
                        continue
                    known.add(each.kind)
                if (found := self._fought(attacker, team, number, each)) is not None:
                    yield number, each.id, found

    @cached_property
    def _steady(self) -> set[str]:
        """The creatures of which a greater one is no worse for its controller, in a group of such creatures.

        Let the attacking player divide damage against a greater blocker in any way. Against the smaller one that player may do
        the same (what the blocker doesn't need goes to others), which destroys no fewer of them, tramples over for no less, and
        doesn't end the attacker sooner. A smaller attacker's damage may likewise be dealt by a greater one. With lifelink it may
        be otherwise: there it counts how much damage is dealt, and for how long.
        """
        if not self._plain or not self.position.rules.lifelink_is_result:
            return set()
        every = (*self.position.attackers, *self.position.blockers)
        return {each.id for each in every if each.plain and not each.lifelink and each.worth >= 0}

    @cached_property
    def _vain(self) -> set[tuple[int, str]]:
        """Which trick does its controller no good at which creature: it makes one's own smaller, or another's greater."""
        return {
            (number, id)
            for number, trick in enumerate(self.tricks)
            for id, controller in self.controllers.items()
            if (trick.only_takes if controller == trick.controller else trick.only_gives)
        }

    def changed(self, number: int, creature: Fighter) -> Fighter | None:
        """A creature with a trick; None: it dies."""
        if not self._plain:  # what triggered has changed it before
            return self.tricks[number].changed(creature)
        key = number, creature.id
        if key not in self._changed:
            self._changed[key] = self.tricks[number].changed(creature)
        return self._changed[key]

    def _blocking(self, team: int) -> list[Fighter]:
        """The creatures of a mask, equal ones together."""
        if team not in self._teams:
            self._teams[team] = [b for n, b in self._in_order if team >> n & 1]
        return self._teams[team]

    def _fought(self, attacker: int, team: int, number: int = -1, target: Fighter | None = None) -> GroupOutcome | None:
        """What a group comes to, with a trick (its number) at one of its creatures; None: that one is dead already."""
        position, first, blocking = self.position, self.position.attackers[attacker], self._blocking(team)
        if not self._plain:
            return self._after_triggers(standing(first, blocking), number, target.id if target else None, blocked=team > 0)
        if target is None:
            return self.fought(first, blocking, position.rules, position.budget)
        then = self.changed(number, target)
        if target is first:
            if then is None:
                return left_standing(StandingGroup(None, (), first.worth, 0))
            return self.fought(then, blocking, position.rules, position.budget)
        if then is not None:
            blocking = [then if each is target else each for each in blocking]
            return self.fought(first, blocking, position.rules, position.budget)
        return self._fought_on(StandingGroup(first, tuple(each for each in blocking if each is not target), -target.worth, 0))

    def _after_triggers(self, stood: StandingGroup, number: int, target: str | None, *, blocked: bool) -> GroupOutcome | None:
        if target and all(each is None or each.id != target for each in (stood.attacker, *stood.blockers)):
            return None
        now, worth, blockers = stood.attacker, stood.worth, list[Fighter]()
        for each in stood.blockers:
            then = each if each.id != target else self.changed(number, each)
            if then is None:
                worth -= each.worth
            else:
                blockers.append(then)
        if now is not None and now.id == target:
            then = self.changed(number, now)
            worth, now = worth + (now.worth if then is None else 0), then
        return self._fought_on(stood._replace(attacker=now, blockers=tuple(in_kinds(blockers)), worth=worth), blocked=blocked)

    def _fought_on(self, stood: StandingGroup, *, blocked: bool = True) -> GroupOutcome:
        """What a group comes to in which creatures may have died: those who were blocked stay so."""
        if stood.attacker is None or (blocked and not (stood.blockers or stood.attacker.trample)):
            return left_standing(stood)
        return with_triggers(stood, self.fought(stood.attacker, stood.blockers, self.position.rules, self.position.budget))

    def most_beside(self) -> int:
        """The most that a trick is worth to the defending player at a creature that doesn't fight."""
        others = (each for each, side in self.others if side != self.position.defender)
        return max((each.worth for each in (*others, *self.position.attackers)), default=0)

    def least(self) -> int:
        """No block that keeps its player alive is worth less: all life but a point is lost, and the player's creatures."""
        position = self.position
        dealt = sum(map(position.most_dealt, range(len(position.attackers))))
        linked = 2 * (dealt + max((max(0, trick.power) for trick in self.tricks), default=0))
        own = sum(max(0, each.worth) for each in (*position.blockers, *(each for each, _ in self.others)))
        own += position.most_grown
        return position.life_worth.change(position.life, position.life - 1) - position.life_worth.gained * linked - own

    def _may_target(self, trick: Trick, id: str, doing: str | None) -> bool:
        own = self.controllers[id] == trick.controller
        if (trick.of == "you" and not own) or (trick.of == "an opponent" and own):
            return False
        return not trick.fighting or doing in trick.fighting

    def _promising(self, own: bool) -> Promising:
        if own not in self._by_prices:
            self._by_prices[own] = Promising(self, own=own)
        return self._by_prices[own]

    @cached_property
    def beside(self) -> list[tuple[int, str, int]]:
        """Each way to destroy a creature that doesn't fight: with which trick, which, and what that is worth to the defender."""
        position = self.position
        sides = [*((each, -1) for each in position.attackers), *((each, 1) for each in position.blockers)]
        sides += [(each, 1 if side == position.defender else -1) for each, side in self.others]
        return [
            (number, each.id, -sign * each.worth)
            for number, trick in enumerate(self.tricks)
            for each, sign in sides
            if self._may_target(trick, each.id, None) and trick.changed(each) is None
        ]

    @cached_property
    def bounded(self) -> bool:
        """Whether prices say which blocks can't be best: the trick that is best to cast counts, not each by itself."""
        apart = self.own and (len(self.tricks) > 1 or not self.payable)
        return not apart and all(trick.weight is None for trick in self.tricks)

    def best_block(self, attackers: Sequence[int], own: bool, most: tuple[int, int] | None = None) -> JudgedBlock:
        """A best block of these attackers, where whoever holds a trick casts it best. `own`: that is the defending player.

        `most`: where one is worth more than that, it will do.
        """
        promising = self._promising(own)
        best = self.judged(promising.first(attackers), own)
        if most is not None and best.rank > most:
            return best
        aim: int | None = None
        most_left: int | None = promising.bound(attackers) if self.bounded else None
        """No block that wasn't looked at is worth more."""

        def least() -> int | None:
            """What a better block is worth at least, if no less than what is looked for."""
            return aim if aim is None or best.value is None else max(aim, best.value + 1)

        # What is worth nearly as much as can be is found among few.
        for aim in promising.aims(attackers) if self.bounded else (None,):
            if best.value is not None and most_left is not None and best.value >= most_left:
                break
            for teams in promising.blocks(attackers, least):
                judged = self.judged(teams, own)
                if judged.rank > best.rank:
                    best = judged
                    if most is not None and best.rank > most:
                        return best
            most_left = None if aim is None else aim - 1
        return best

    def best_blocks(self, attackers: Sequence[int], own: bool, best: JudgedBlock) -> list[JudgedBlock]:
        """All blocks that are as good as a best one."""
        least = best.value if self.bounded else None
        found = (self.judged(teams, own) for teams in self._promising(own).blocks(attackers, lambda: least))
        return sorted((each for each in found if each.rank == best.rank), key=lambda each: self._whom(each.teams))

    def _whom(self, teams: Mapping[int, int]) -> list[int]:
        """What each blocker blocks."""
        return [next((at for at, team in teams.items() if team >> b & 1), -1) for b in range(len(self.position.blockers))]

    def judged(self, teams: Mapping[int, int], own: bool) -> JudgedBlock:
        """What a block comes to, where whoever holds a trick casts it best. `own`: that is the defending player."""
        every = list(self.values(teams))

        def cast(number: int | None = None) -> tuple[int | None, TrickUse | None]:
            """What comes of it where that trick is held (−1: none; None: any)."""
            held = every if number is None else [every[0], *(each for each in every if each[2] == number)]
            return (max if own else min)(held, key=lambda each: _rank(each[0]))[:2]

        # Which trick it is, is known to who holds it; who is judged gets the worst of them.
        worst = min if own is self.own else max
        weights = [trick.weight for trick in self.tricks if trick.weight is not None]
        if not weights:
            numbers = [None] if self.bounded else [*range(len(self.tricks)), *([] if self.payable else [-1])]
            value, use = worst(map(cast, numbers), key=lambda each: _rank(each[0]))
            return JudgedBlock(_rank(value), value, dict(teams), use, None)
        lost = total = 0
        cases = [(100 - sum(weights), -1), *((trick.weight or 0, n) for n, trick in enumerate(self.tricks))]
        come = [(weight, cast(number)) for weight, number in cases if weight]
        for weight, (worth, _) in come:
            lost, total = (lost + weight, total) if worth is None else (lost, total + weight * worth)
        value, use = worst((each for _, each in come), key=lambda each: _rank(each[0]))
        weighed = Weighed(lost, total / (100 - lost) if lost < 100 else 0.0)
        return JudgedBlock((-lost, total), value, dict(teams), use, weighed)

    def values(self, teams: Mapping[int, int]) -> Iterator[tuple[int | None, TrickUse | None, int]]:
        """What a block is worth (None: it loses) where nothing is cast (−1), and with each trick (its number) at each target."""
        position, life_worth = self.position, self.position.life_worth
        plain = {at: self.group(at, team) for at, team in teams.items()}
        lost = [sum(each) for each in zip(*(each.losses for each in plain.values()), strict=True)] or [0] * 4
        ways = [sum(each) for each in zip((0, 0, 0), *(each.ways[0] for each in plain.values()), strict=True)]
        single = all(len(each.ways) == 1 for each in plain.values())

        def worth(at: int, now: GroupOutcome) -> int | None:
            before = plain[at]
            losses = zip(lost, before.losses, now.losses, position.left, strict=True)
            if any(n - less + more >= left for n, less, more, left in losses):
                return None
            if not single or len(now.ways) > 1:
                return taken([each.ways for each in {**plain, at: now}.values()], life_worth, position.life)[0]
            then = GroupWay(*(n - less + more for n, less, more in zip(ways, before.ways[0], now.ways[0], strict=True)))
            return then.worth + life_worth.change(position.life, then.lost) - life_worth.gained * then.linked

        at = next(iter(plain), None)
        nothing = 0 if at is None else worth(at, plain[at])
        yield nothing, None, -1
        if at is None:
            return
        fighting = {position.attackers[at].id for at in teams}
        for at, team in teams.items():
            fighting |= {each.id for n, each in enumerate(position.blockers) if team >> n & 1}
            for number, target, now in self.cast(at, team):
                self._step()
                yield worth(at, now), TrickUse(self.tricks[number].name, target), number
        for number, target, change in self.beside:
            if target not in fighting:
                self._step()
                yield None if nothing is None else nothing + change, TrickUse(self.tricks[number].name, target), number

    def _step(self) -> None:
        self.lines += 1
        self.position.budget.spend()
        if self.lines > MOST_LINES:
            raise Undecided(f"more than {MOST_LINES:,} blocks and targets of tricks")


def _rank(value: int | None) -> tuple[int, int]:
    """Orders what blocks are worth: to lose is less than anything."""
    return (0, 0) if value is None else (1, value)
