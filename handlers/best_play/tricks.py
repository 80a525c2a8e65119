"""The best block or attack where a player holds a trick: a known, free spell, cast at most once after blocks and before damage.

What the trick's controller may do with it is gone through: nothing, and each legal target on either side. State-based actions
follow, then damage; attackers stay blocked. A group that the trick doesn't touch is worth what it is worth without, so that a
block is worth

    the sum of the values of its groups, with that of the group of the target as it is then.

The attacking player takes the worst of these for the block, the defending player the best of these with the block. What the trick
kills counts as what damage kills, also of creatures that don't fight; what it adds changes no worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal, NamedTuple

from ...events.errors import InvalidInput, NotModelled, Undecided
from ...projections.board import Permanent
from ...projections.state import State
from ..legality.formulation import Formulation
from ..view.view import View
from .fighters import Fighter
from .formula import outcome
from .groups import GroupOutcome
from .play import worth_of
from .position import Position
from .reading import Worths, legal_attacks, read_attack, read_block, read_fighter

MOST_LINES = 2_000_000
"""Blocks and targets, of all attacks together, that are gone through at most."""
GAINED = frozenset({"first strike", "double strike", "deathtouch", "lifelink", "trample", "indestructible"})
"""Keywords that a trick can give and that bear on damage."""
WITHOUT_EFFECT = frozenset({"flying", "reach", "menace", "vigilance", "haste", "shadow", "fear", "intimidate", "skulk"})
"""Keywords that do nothing once blockers are declared."""


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


class TrickCombat:
    """A position, the tricks, and what comes of groups with and without them."""

    def __init__(
        self,
        position: Position,
        others: Sequence[tuple[Fighter, str]],
        controllers: Mapping[str, str],
        tricks: Sequence[Trick],
    ) -> None:
        if position.rules.ordered:
            raise NotModelled(["damage assignment orders, which are announced before a trick is cast"])
        if position.caps or position.asks or position.draws:
            raise NotModelled(["requirements, or a limit on the number of blockers"])
        self.position, self.others, self.controllers, self.tricks = position, others, controllers, tricks
        self.lines = 0
        self._groups: dict[tuple[int, int, int, str], GroupOutcome] = {}

    def group(self, attacker: int, team: int, trick: int = -1, target: str = "") -> GroupOutcome:
        """What an attacker and its blockers come to, with a trick on one of them."""
        key = attacker, team, trick, target
        if key not in self._groups:
            self._groups[key] = self._fought(attacker, team, None if trick < 0 else self.tricks[trick], target)
        return self._groups[key]

    def _fought(self, attacker: int, team: int, trick: Trick | None, target: str) -> GroupOutcome:
        position = self.position
        creatures = [position.attackers[attacker], *(b for n, b in enumerate(position.blockers) if team >> n & 1)]
        alive: list[Fighter | None] = list(creatures)
        for number, each in enumerate(creatures):
            if trick is not None and each.id == target:
                alive[number] = trick.changed(each)
        lost = sum(each.worth for each, now in zip(creatures[1:], alive[1:], strict=True) if now is None)
        first = alive[0]
        if first is None:
            return GroupOutcome(creatures[0].worth - lost, 0, 0)
        blockers = sorted((each for each in alive[1:] if each is not None), key=lambda each: str(each.kind))
        if team and not blockers and not first.trample:
            return GroupOutcome(-lost, 0, 0)
        found = outcome(first, blockers, position.rules, position.budget)
        return found._replace(value=found.value - lost)

    def uses(self, attackers: Sequence[int], used: int) -> Iterator[tuple[int, str, int | None, int]]:
        """Every way to cast a trick: which, at whom, in whose group (None: of nobody), and what it changes outside of groups."""
        position = self.position
        blocking = {b.id for n, b in enumerate(position.blockers) if used >> n & 1}
        attacking = {position.attackers[n].id: n for n in attackers}
        sides = [*((each, -1) for each in position.attackers), *((each, 1) for each in position.blockers)]
        sides += [(each, 1 if side == position.defender else -1) for each, side in self.others]
        for number, trick in enumerate(self.tricks):
            for creature, sign in sides:
                own = self.controllers[creature.id] == trick.controller
                if (trick.of == "you" and not own) or (trick.of == "an opponent" and own):
                    continue
                doing = "attacking" if creature.id in attacking else "blocking" if creature.id in blocking else None
                if trick.fighting and doing not in trick.fighting:
                    continue
                if doing is not None:
                    yield number, creature.id, attacking.get(creature.id, -1), 0
                elif trick.changed(creature) is None:
                    yield number, creature.id, None, -sign * creature.worth

    def blocks(self, attackers: Sequence[int]) -> Iterator[dict[int, int]]:
        """Every legal block of these attackers: attacker → mask of its blockers."""
        position = self.position
        options = [[None, *(at for at in attackers if able >> at & 1)] for able in position.able]
        for chosen in product(*options):
            teams = dict.fromkeys(attackers, 0)
            for b, at in enumerate(chosen):
                if at is not None:
                    teams[at] |= 1 << b
            if all(not team or position.team_is_legal(at, team) for at, team in teams.items()):
                yield teams

    def values(self, teams: Mapping[int, int]) -> Iterator[tuple[int | None, TrickUse | None]]:
        """What a block is worth (None: it loses) where nothing is cast, and with each trick at each target."""
        position = self.position
        plain = [self.group(at, team) for at, team in teams.items()]
        total, losses = (
            sum(each.value for each in plain),
            [sum(loss) for loss in zip(*(each.losses for each in plain), strict=True)],
        )
        losses = losses or [0, 0, 0, 0]

        def worth(value: int, losses: Sequence[int]) -> int | None:
            return None if any(n >= left for n, left in zip(losses, position.left, strict=True)) else value

        yield worth(total, losses), None
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
                yield worth(total + change, losses), use
                continue
            at = where if where >= 0 else self._blocked_by(teams, target)
            before, now = self.group(at, teams[at]), self.group(at, teams[at], number, target)
            after = [n - was + then for n, was, then in zip(losses, before.losses, now.losses, strict=True)]
            yield worth(total - before.value + now.value, after), use

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


def best_block_against(formulation: Formulation, tricks: Sequence[Trick], worth: Worths | None) -> BestAgainstTricks:
    """The best block where the attacking player holds one of these tricks, in the worst case; or holds it oneself.

    Raises NotModelled, Undecided where there is too much to go through.
    """
    position = read_block(formulation, worth_of(worth))
    combat = _combat(formulation.view, position, tricks, worth)
    own = _whose(tricks, formulation.view) == position.defender
    found: list[tuple[tuple[int, int], int | None, dict[int, int], TrickUse | None]] = []
    for teams in combat.blocks(range(len(position.attackers))):
        pick = max if own else min
        value, use = pick(combat.values(teams), key=lambda each: _rank(each[0]))
        found.append((_rank(value), value, teams, use))
    most = max(rank for rank, *_ in found)
    best = [each for each in found if each[0] == most]
    declared: list[dict[str, Any]] = [combat.spelt_out(teams) for _, _, teams, _ in best]
    return BestAgainstTricks(formulation.player, "block", best[0][1], False, declared, best[0][3])


def best_attack_against(
    formulation: Formulation, state: State, tricks: Sequence[Trick], worth: Worths | None
) -> BestAgainstTricks:
    """The best attack where the defending player holds one of these tricks, in the worst case; or holds it oneself.

    Raises as `best_block_against`.
    """
    read = read_attack(formulation, state, worth_of(worth))
    position = read.position
    combat = _combat(formulation.view, position, tricks, worth)
    own = _whose(tricks, formulation.view) != position.defender
    found = []
    for attack in legal_attacks(formulation, read.number_of):
        replies: list[tuple[tuple[int, int], int | None, dict[int, int], TrickUse | None]] = []
        for teams in combat.blocks(sorted(attack)):
            pick = min if own else max
            value, use = pick(combat.values(teams), key=lambda each: _rank(each[0]))
            replies.append((_rank(value), value, teams, use))
        reply = max(replies, key=lambda each: each[0])
        found.append((reply, attack))
    least = min(reply[0] for reply, _ in found)
    best = [(reply, attack) for reply, attack in found if reply[0] == least]
    (_, value, teams, use), _ = best[0]
    declared: list[dict[str, Any]] = [
        {each.id: position.defender for number, each in enumerate(position.attackers) if number in attack} for _, attack in best
    ]
    worth_of_attack = None if value is None else -value
    return BestAgainstTricks(formulation.player, "attack", worth_of_attack, value is None, declared, use, combat.spelt_out(teams))


def _rank(value: int | None) -> tuple[int, int]:
    """Orders what blocks are worth: to lose is less than anything."""
    return (0, 0) if value is None else (1, value)


def _whose(tricks: Sequence[Trick], view: View) -> str:
    holders = {trick.controller for trick in tricks}
    if len(holders) != 1 or not holders <= {*view.board.players}:
        raise InvalidInput("tricks", ", ".join(sorted(holders)) or "none", "tricks of one player of the game")
    return holders.pop()


def _combat(view: View, position: Position, tricks: Sequence[Trick], worth: Worths | None) -> TrickCombat:
    price, known = worth_of(worth), {each.id for each in (*position.attackers, *position.blockers)}
    creatures: dict[str, Permanent] = {id: each for id, each in view.permanents.items() if "Creature" in each.types}
    others = [(read_fighter(view, each, {}, price), each.controller) for id, each in creatures.items() if id not in known]
    untargetable = {"hexproof", "shroud", "ward"}
    odd = [f"{id}: {word}" for id in creatures for word in sorted(untargetable & set(view.keywords(id)))]
    protected = [f"{each.id}: protection" for each in (*position.attackers, *position.blockers) if each.unharmed_by]
    protected += [f"{id}: protection" for id in creatures if "protection" in view.keywords(id)]
    if odd or protected:
        raise NotModelled([f"{each} (what can be targeted)" for each in dict.fromkeys((*odd, *protected))])
    return TrickCombat(position, others, {id: each.controller for id, each in creatures.items()}, tricks)
