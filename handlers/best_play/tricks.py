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

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from ...events.errors import InvalidInput, NotModelled, Undecided
from ...projections.board import Permanent
from ...projections.state import State
from ..budget import Budget
from ..legality.formulation import Formulation
from ..mana import pay
from ..view.view import View
from .block_triggers import standing
from .fighters import DamageRules, Fighter
from .formula import left_standing, outcome, with_triggers
from .groups import GroupOutcome
from .life_worth import taken
from .play import worth_of
from .position import Position
from .promising import Promising
from .reading import Worths, legal_attacks, read_attack, read_block, read_fighter

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

    def changed(self, creature: Fighter) -> Fighter | None:
        """The creature as it is then; None: it dies."""
        power, toughness = creature.power + self.power, creature.toughness + self.toughness
        marked = creature.marked + self.damage
        indestructible = creature.indestructible or "indestructible" in self.gains
        if toughness <= 0 or (marked >= toughness and marked and not indestructible):
            return None
        double = "double strike" in self.gains or (creature.early and creature.late)
        early = creature.early or double or "first strike" in self.gains
        return replace(
            creature,
            power=power,
            toughness=toughness,
            marked=marked,
            early=early,
            late=double or not early,
            trample=creature.trample or "trample" in self.gains,
            deathtouch=creature.deathtouch or "deathtouch" in self.gains,
            lifelink=creature.lifelink or "lifelink" in self.gains,
            indestructible=indestructible,
        )


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


@dataclass(frozen=True)
class BestAgainstTricks:
    """The best declaration where a player holds one of some tricks: what it is worth in the worst case, and which that is."""

    player: str
    action: Literal["attack", "block"]
    value: int | None
    """None: with the trick the block loses, whatever it is; the attack wins, whatever is done."""
    wins: bool
    best: list[dict[str, Any]]
    """Every declaration that is worth as much."""
    use: TrickUse | None
    """How the trick is cast against (or, for an attack, with the block to) the first of these; None: it isn't."""
    block: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Of an attack: the best block to it."""
    weighed: Weighed | None = None
    """Where tricks have weights: what decides instead of the worst case."""
    tricks: tuple[Trick, ...] = field(default=(), repr=False)

    @property
    def declaration(self) -> dict[str, Any]:
        """The first of the best ones."""
        return self.best[0]

    @property
    def line(self) -> list[dict[str, Any]]:
        """The steps of a case until the trick is cast."""
        if self.action == "block":
            return [{"block": {blocker: list(whom) for blocker, whom in self.declaration.items()}}]
        blocks = {"block": {blocker: list(whom) for blocker, whom in self.block.items()}}
        return [{"attack": dict(self.declaration)}, *([blocks] if self.declaration else [])]

    @property
    def equally_good(self) -> int | None:
        """How many declarations are worth as much; None where the player wins or loses anyway."""
        return None if self.value is None else len(self.best)

    @property
    def proven(self) -> bool:
        """Every block, and every target, was gone through."""
        return True

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """What the best declaration is worth at least and at most."""
        return self.value, self.value


class JudgedBlock(NamedTuple):
    """What a block comes to: what it is compared by, its value at worst, how that comes about, and what weights make of it."""

    rank: tuple[int, int]
    value: int | None
    teams: dict[int, int]
    use: TrickUse | None
    weighed: Weighed | None


class TrickCombat:
    """A position, the tricks, and what comes of groups with and without them."""

    def __init__(
        self,
        position: Position,
        others: Sequence[tuple[Fighter, str]],
        controllers: Mapping[str, str],
        tricks: Sequence[Trick],
        fought: FindsOutcome = outcome,
    ) -> None:
        if position.rules.ordered:
            raise NotModelled(["damage assignment orders, which are announced before a trick is cast"])
        if position.caps or position.asks or position.draws:
            raise NotModelled(["requirements, or a limit on the number of blockers"])
        self.position, self.others, self.controllers, self.tricks = position, others, controllers, tricks
        self.lines, self.fought = 0, fought
        self._groups: dict[tuple[int, int, int, str], GroupOutcome | None] = {}

    def in_mode(self, position: Position) -> TrickCombat:
        """The same with what triggered as creatures attacked; what was gone through counts on."""
        if position is self.position:
            return self
        other = TrickCombat(position, self.others, self.controllers, self.tricks, self.fought)
        other.lines = self.lines
        return other

    def group(self, attacker: int, team: int, trick: int = -1, target: str = "") -> GroupOutcome | None:
        """What an attacker and its blockers come to, with a trick on one of them; None: that one is dead already."""
        key = attacker, team, trick, target
        if key not in self._groups:
            self._groups[key] = self._fought(attacker, team, None if trick < 0 else self.tricks[trick], target)
        return self._groups[key]

    def _fought(self, attacker: int, team: int, trick: Trick | None, target: str) -> GroupOutcome | None:
        position = self.position
        blocking = [b for n, b in enumerate(position.blockers) if team >> n & 1]
        stood = standing(position.attackers[attacker], blocking)
        if trick is not None and target not in {each.id for each in (stood.attacker, *stood.blockers) if each is not None}:
            return None
        if stood.attacker is None:
            lost = sum(
                each.worth for each in stood.blockers if trick is not None and each.id == target and not trick.changed(each)
            )
            return left_standing(stood._replace(worth=stood.worth - lost))
        creatures = [stood.attacker, *stood.blockers]
        alive = [trick.changed(each) if trick is not None and each.id == target else each for each in creatures]
        worth = stood.worth - sum(each.worth for each, now in zip(creatures[1:], alive[1:], strict=True) if now is None)
        stood = stood._replace(worth=worth)
        first = alive[0]
        if first is None:
            return left_standing(stood._replace(worth=worth + creatures[0].worth))
        blockers = sorted((each for each in alive[1:] if each is not None), key=lambda each: str(each.kind))
        if team and not blockers and not first.trample:
            return left_standing(stood)
        return with_triggers(stood, self.fought(first, blockers, position.rules, position.budget))

    def group_with_trick(self, attacker: int, team: int) -> Iterator[GroupOutcome]:
        """What an attacker and its blockers come to, each way to cast a trick at one of them."""
        position = self.position
        fighting = [b.id for n, b in enumerate(position.blockers) if team >> n & 1]
        doing = {position.attackers[attacker].id: "attacking", **dict.fromkeys(fighting, "blocking")}
        for number, trick in enumerate(self.tricks):
            for id, does in doing.items():
                if self._may_target(trick, id, does) and (found := self.group(attacker, team, number, id)) is not None:
                    yield found

    def most_beside(self) -> int:
        """The most that a trick is worth to the defending player at a creature that doesn't fight."""
        others = (each for each, side in self.others if side != self.position.defender)
        return max((each.worth for each in (*others, *self.position.attackers)), default=0)

    def _may_target(self, trick: Trick, id: str, doing: str | None) -> bool:
        own = self.controllers[id] == trick.controller
        if (trick.of == "you" and not own) or (trick.of == "an opponent" and own):
            return False
        return not trick.fighting or doing in trick.fighting

    @cached_property
    def _promising(self) -> Promising:
        return Promising(self)

    def uses(self, attackers: Sequence[int], used: int) -> Iterator[tuple[int, str, int | None, int]]:
        """Every way to cast a trick: which, at whom, in whose group (None: of nobody), and what it changes outside of groups."""
        position = self.position
        blocking = {b.id for n, b in enumerate(position.blockers) if used >> n & 1}
        attacking = {position.attackers[n].id: n for n in attackers}
        sides = [*((each, -1) for each in position.attackers), *((each, 1) for each in position.blockers)]
        sides += [(each, 1 if side == position.defender else -1) for each, side in self.others]
        for number, trick in enumerate(self.tricks):
            for creature, sign in sides:
                doing = "attacking" if creature.id in attacking else "blocking" if creature.id in blocking else None
                if not self._may_target(trick, creature.id, doing):
                    continue
                if doing is not None:
                    yield number, creature.id, attacking.get(creature.id, -1), 0
                elif trick.changed(creature) is None:
                    yield number, creature.id, None, -sign * creature.worth

    def best_blocks(self, attackers: Sequence[int], own: bool, most: tuple[int, int] | None = None) -> list[JudgedBlock]:
        """The best blocks of these attackers, where whoever holds a trick casts it best. `own`: that is the defending player.

        `most`: where one is worth more than that, it alone.
        """
        found: list[JudgedBlock] = []
        counts = self.position.life_worth.is_linear and all(trick.weight is None for trick in self.tricks)

        def least() -> int | None:
            return found[0].value if found and counts else None

        for teams in self._promising.blocks(attackers, own, least):
            judged = self.judged(teams, own)
            if most is not None and judged.rank > most:
                return [judged]
            if found and judged.rank > found[0].rank:
                found.clear()
            if not found or judged.rank == found[0].rank:
                found.append(judged)
        return sorted(found, key=lambda each: self._in_order(each.teams))

    def _in_order(self, teams: Mapping[int, int]) -> list[int]:
        """What each blocker blocks."""
        return [next((at for at, team in teams.items() if team >> b & 1), -1) for b in range(len(self.position.blockers))]

    def judged(self, teams: Mapping[int, int], own: bool) -> JudgedBlock:
        """What a block comes to, where whoever holds a trick casts it best. `own`: that is the defending player."""
        pick = max if own else min
        every = list(self.values(teams))
        value, use, _ = pick(every, key=lambda each: _rank(each[0]))
        weights = [trick.weight for trick in self.tricks if trick.weight is not None]
        if not weights:
            return JudgedBlock(_rank(value), value, dict(teams), use, None)
        plain, lost, total = every[0], 0, 0
        cases = [(100 - sum(weights), -1), *((trick.weight or 0, n) for n, trick in enumerate(self.tricks))]
        for weight, number in cases:
            held = [plain, *(each for each in every if each[2] == number)]
            worth = pick((each[0] for each in held), key=_rank)
            lost, total = (lost + weight, total) if worth is None else (lost, total + weight * worth)
        weighed = Weighed(lost, total / (100 - lost) if lost < 100 else 0.0)
        return JudgedBlock((-lost, total), value, dict(teams), use, weighed)

    def values(self, teams: Mapping[int, int]) -> Iterator[tuple[int | None, TrickUse | None, int]]:
        """What a block is worth (None: it loses) where nothing is cast (−1), and with each trick (its number) at each target."""
        position = self.position
        plain = {at: found for at, team in teams.items() if (found := self.group(at, team)) is not None}

        def worth(groups: Mapping[int, GroupOutcome], change: int = 0) -> int | None:
            losses = [sum(loss) for loss in zip(*(each.losses for each in groups.values()), strict=True)]
            if any(n >= left for n, left in zip(losses, position.left, strict=False)):
                return None
            return taken([each.ways for each in groups.values()], position.life_worth, position.life)[0] + change

        yield worth(plain), None, -1
        if not teams:
            return
        used = 0
        for team in teams.values():
            used |= team
        for number, target, where, change in self.uses(list(teams), used):
            self.lines += 1
            position.budget.spend()
            if self.lines > MOST_LINES:
                raise Undecided(f"more than {MOST_LINES:,} blocks and targets of tricks")
            use = TrickUse(self.tricks[number].name, target)
            if where is None:
                yield worth(plain, change), use, number
                continue
            at = where if where >= 0 else self._blocked_by(teams, target)
            if (now := self.group(at, teams[at], number, target)) is not None:
                yield worth({**plain, at: now}), use, number

    def _blocked_by(self, teams: Mapping[int, int], blocker: str) -> int:
        number = next(n for n, each in enumerate(self.position.blockers) if each.id == blocker)
        return next(at for at, team in teams.items() if team >> number & 1)

    def spelt_out(self, teams: Mapping[int, int]) -> dict[str, tuple[str, ...]]:
        """A block as it is declared."""
        return {
            blocker.id: (self.position.attackers[at].id,)
            for b, blocker in enumerate(self.position.blockers)
            for at, team in teams.items()
            if team >> b & 1
        }


def best_block_against(
    formulation: Formulation, tricks: Sequence[Trick], worth: Worths, fought: FindsOutcome = outcome
) -> BestAgainstTricks:
    """The best block where the attacking player holds one of these tricks, in the worst case; or holds it oneself.

    `fought`: what finds the outcome of a group.
    Raises NotModelled, Undecided where there is too much to go through.
    """
    position = read_block(formulation, worth_of(worth, formulation.view), triggering=True)
    combat = _combat(formulation.view, position, tricks, worth, fought)
    own = _whose(tricks, formulation.view) == position.defender
    best = combat.best_blocks(range(len(position.attackers)), own)
    declared: list[dict[str, Any]] = [combat.spelt_out(each.teams) for each in best]
    first = best[0]
    return BestAgainstTricks(
        formulation.player, "block", first.value, False, declared, first.use, weighed=first.weighed, tricks=tuple(tricks)
    )


def best_attack_against(
    formulation: Formulation, state: State, tricks: Sequence[Trick], worth: Worths, fought: FindsOutcome = outcome
) -> BestAgainstTricks:
    """The best attack where the defending player holds one of these tricks, in the worst case; or holds it oneself.

    Raises as `best_block_against`.
    """
    read = read_attack(formulation, state, worth_of(worth, formulation.view), triggering=True)
    position = read.position
    combat = _combat(formulation.view, position, tricks, worth, fought)
    own = _whose(tricks, formulation.view) != position.defender
    best: list[tuple[JudgedBlock, frozenset[int]]] = []
    for mode, attacks in read.modes(legal_attacks(formulation, read.number_of)):
        combat = combat.in_mode(mode)
        for attack in attacks:
            reply, *_ = combat.best_blocks(sorted(attack), not own, best[0][0].rank if best else None)
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
        declared,
        use,
        combat.spelt_out(teams),
        None if weighed is None else Weighed(weighed.lost, -weighed.expected),
        tuple(tricks),
    )


def _rank(value: int | None) -> tuple[int, int]:
    """Orders what blocks are worth: to lose is less than anything."""
    return (0, 0) if value is None else (1, value)


def _whose(tricks: Sequence[Trick], view: View) -> str:
    holders = {trick.controller for trick in tricks}
    if len(holders) != 1 or not holders <= {*view.board.players}:
        raise InvalidInput("tricks", ", ".join(sorted(holders)) or "none", "tricks of one player of the game")
    return holders.pop()


def _combat(view: View, position: Position, tricks: Sequence[Trick], worth: Worths, fought: FindsOutcome) -> TrickCombat:
    price, known = worth_of(worth, view), {each.id for each in (*position.attackers, *position.blockers)}
    creatures: dict[str, Permanent] = {id: each for id, each in view.permanents.items() if "Creature" in each.types}
    others = [(read_fighter(view, each, {}, price), each.controller) for id, each in creatures.items() if id not in known]
    untargetable = {"hexproof", "shroud", "ward"}
    odd = [f"{id}: {word}" for id in creatures for word in sorted(untargetable & set(view.keywords(id)))]
    protected = [f"{each.id}: protection" for each in (*position.attackers, *position.blockers) if each.unharmed_by]
    protected += [f"{id}: protection" for id in creatures if "protection" in view.keywords(id)]
    if odd or protected:
        raise NotModelled([f"{each} (what can be targeted)" for each in dict.fromkeys((*odd, *protected))])
    mana = view.board.mana
    payable = [each for each in tricks if pay(each.cost, mana.get(each.controller), 0) is not None]
    weights = [each.weight for each in tricks if each.weight is not None]
    if weights and (len(weights) < len(tricks) or sum(weights) > 100):
        raise InvalidInput(
            "tricks.weight", str(sum(weights)), "a weight for each trick, 100 at most in all: one is held at a time"
        )
    return TrickCombat(position, others, {id: each.controller for id, each in creatures.items()}, payable, fought)
