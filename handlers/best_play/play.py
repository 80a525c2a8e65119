"""Best play: the declaration whose outcome is best for the player who declares it, with its proof.

The value of a block, from the blocking player's side: first, not losing; then the worth of attackers destroyed - the worth of
own creatures destroyed + life gained - life lost, and the other player's life the other way round, where the attacking player
divides damage as well as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...events.errors import InvalidInput, MissingExtra, Undecided
from ...projections.board import Permanent
from ...projections.state import State
from ..budget import Spent
from ..legality.formulation import Formulation
from ..legality.search.maximum import maximum
from .attacks import WINS, solve
from .counting import count_best
from .fighters import Fighter
from .formula import outcome
from .groups import line_of_play
from .master import Master
from .position import Position
from .reading import SwingBack, Worth, Worths, legal_attacks, most_obeyed, read_attack, read_block, read_swing_back
from .search import Search


def power_and_toughness(permanent: Permanent) -> int:
    """What a permanent is worth by default, in points of life: a creature its power and toughness, as the board states them;
    a planeswalker its loyalty, a battle its defense; others nothing."""
    if "Creature" in permanent.types:
        return max(0, permanent.power) + max(0, permanent.toughness)
    return permanent.loyalty or permanent.defense or 0


def mana_value(permanent: Permanent) -> int:
    """A permanent's mana value. Raises InvalidInput where it isn't known."""
    if permanent.mana_value is None:
        raise InvalidInput(f"worth.{permanent.id}", "an unknown mana value", "permanents whose mana values are known")
    return permanent.mana_value


NAMED = {"power and toughness": power_and_toughness, "mana value": mana_value}
"""What permanents can be worth, by name."""


def worth_of(worth: Worths | None) -> Worth:
    """What permanents are worth: by default power and toughness; else as named in `NAMED`, by table of ids or names, or function.

    Worths are whole numbers from 0 on. Raises InvalidInput for others.
    """
    if worth is None:
        return power_and_toughness
    if isinstance(worth, str):
        if worth not in NAMED:
            raise InvalidInput("worth", repr(worth), f"one of {', '.join(NAMED)}; a table, or a function")
        return NAMED[worth]
    table = worth

    def told(permanent: Permanent) -> int:
        if isinstance(table, Mapping):
            number = table.get(permanent.id, table.get(permanent.name, power_and_toughness(permanent)))
        else:
            number = table(permanent)
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:  # type: ignore[redundant-expr]
            raise InvalidInput(f"worth.{permanent.id}", repr(number), "a whole number from 0 on")
        return number

    return told


@dataclass(frozen=True)
class BestBlock:
    """The best block found: what it is worth, which it is, what follows, and whether it is proved that none is better."""

    player: str
    value: int | None
    """None: whatever blocks, the attacking player can win."""
    declaration: dict[str, tuple[str, ...]]
    """Blocker → the attackers it blocks."""
    bounds: tuple[int | None, int | None]
    """What the best block is worth at least, and at most (None: it loses)."""
    position: Position = field(repr=False)
    formulation: Formulation = field(repr=False)
    """Of the blocks."""
    proof: dict[str, Any] = field(repr=False)
    """Prices, and branches where it takes any: what `declarant verify` checks."""

    @property
    def proven(self) -> bool:
        """Whether no block is worth more."""
        return self.bounds[0] == self.bounds[1]

    @cached_property
    def equally_good(self) -> int | None:
        """How many blocks are worth as much; None where they are too many to be counted, or the value isn't proved."""
        if not self.proven or self.value is None:
            return None
        try:
            return count_best(self.position, self.value, self.proof)
        except Spent:
            return None

    @property
    def line(self) -> list[dict[str, Any]]:
        """The steps that follow, as a case writes them: the block, orders where the edition has them, combat damage.

        The attacking player divides damage so that the block is worth no more than its value. What other defending players do is
        no part of it: they block nothing.
        """
        view = self.formulation.view
        block, *damage = _line(self.position, self.declaration)
        attacked = {attack.defending for attack in view.combat.attackers.values()} - {
            self.player,
            *view.combat.blocks_declared_by,
        }
        seats = view.board.players
        first = seats.index(self.player)
        others = [player for player in (*seats[first:], *seats[:first]) if player in attacked]
        return [block, *({"block": {}, "by": player} for player in others), *damage]


def best_block(formulation: Formulation, worth: Worths | None = None) -> BestBlock:
    """The best of the blocks of a formulation, or bounds, where its budget is spent.

    Raises NotModelled where something in force might change what combat does and isn't known; Undecided where the most
    requirements that can be obeyed aren't known; MissingExtra without the solver.
    """
    position = read_block(formulation, worth_of(worth))
    position = replace(position, most_obeyed=most_obeyed(formulation.model) - position.settled)
    try:
        master = Master(position)
        search = Search(master)
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name), "solver") from None
    bound, proof = search.run()
    if search.alive:
        block = master.block(search.chosen)
        value: int | None = search.best
        declaration: dict[str, tuple[str, ...]] = {
            position.blockers[blocker].id: (position.attackers[attacker].id,)
            for attacker, team in block.items()
            for blocker in team
        }
    else:
        value = None
        legal = maximum(formulation.model, formulation.model.comparable({}), {})
        if not legal.exact:
            raise Undecided(f"no block is known to be legal: the search was given up{position.budget.words}")
        declaration = formulation.names(legal.witness)
    most = bound if bound >= master.least else None
    declared = _in_order(declaration, position.blockers)
    return BestBlock(formulation.player, value, declared, (value, most), position, formulation, proof)


def value_of_block(position: Position, declaration: Mapping[str, Iterable[str]]) -> int | None:
    """What a legal block is worth, where the attacking player divides damage as well as can be; None: it loses.

    The declaration: blocker → the attacker it blocks.
    """
    by_id = {blocker.id: blocker for blocker in position.blockers}
    outcomes = []
    for attacker in position.attackers:
        team = [by_id[blocker] for blocker, whom in declaration.items() if attacker.id in whom]
        outcomes.append(outcome(attacker, sorted(team, key=lambda each: str(each.kind)), position.rules))
    losses = [sum(each) for each in zip(*(each.losses for each in outcomes), strict=True)] if outcomes else [0] * 4
    left = (position.life, position.life, position.poison_left, position.poison_left)
    if any(lost >= most for lost, most in zip(losses, left, strict=True)):
        return None
    return sum(each.value for each in outcomes)


@dataclass(frozen=True)
class BestAttack:
    """The best attack found, against the best block: what it is worth, which it is, what follows, and whether that is proved."""

    player: str
    value: int | None
    """None: it wins, whatever blocks."""
    declaration: dict[str, str]
    """Attacker → whom it attacks."""
    bounds: tuple[int | None, int | None]
    """What the best attack is worth at least, and at most (None: it wins)."""
    position: Position = field(repr=False)
    formulation: Formulation = field(repr=False)
    """Of the blocks, if all attacked."""
    attacks: list[frozenset[int]] = field(repr=False)
    """Every legal attack, by the numbers of the position's attackers."""
    block: dict[str, tuple[str, ...]] = field(repr=False)
    """The best block of it."""
    proof: dict[str, Any] = field(repr=False)
    count: Callable[[], int | None] = field(repr=False)
    holding: Holding | None = field(default=None, repr=False)
    """Where only attacks were looked at after which those at home survive if everything swings back: which do, and why."""

    @property
    def proven(self) -> bool:
        """Whether no attack is worth more."""
        return self.bounds[0] == self.bounds[1]

    @cached_property
    def equally_good(self) -> int | None:
        """How many attacks are worth as much; None where that takes too long to tell, or the value isn't proved."""
        return self.count() if self.proven else None

    @property
    def line(self) -> list[dict[str, Any]]:
        """The steps that follow, as a case writes them: the attack, the best block, combat damage."""
        attackers = tuple(a for a in self.position.attackers if a.id in self.declaration)
        follows = _line(replace(self.position, attackers=attackers), self.block) if attackers else []
        return [{"attack": dict(self.declaration)}, *follows]


def best_attack(formulation: Formulation, state: State, worth: Worths | None = None, hold: bool = False) -> BestAttack:
    """The best of the attacks of a formulation, each against its best block.

    `hold`: only attacks after which those who stay at home can keep their player alive, should all creatures of the other player
    live and attack in the next turn (an attack that wins excepted). Raises as `best_block`.
    """
    told = worth_of(worth)
    read = read_attack(formulation, state, told)
    blocks = read.formulation
    back = None
    if hold:
        back = read_swing_back(state, formulation.edition, formulation.player, read.position.defender, read.position.budget)
        read = read._replace(position=back.telling_apart(read.position))
    position = replace(read.position, most_obeyed=most_obeyed(blocks.model) - read.position.settled)
    attacks = legal_attacks(formulation, read.number_of)
    try:
        master = Master(position)
        numbers = dict.fromkeys(
            tuple(sum(who in attack for who in members) for members in master.who_attacks) for attack in attacks
        )

        def obeyed(attackers: frozenset[int]) -> int:
            return most_obeyed(blocks.model, sum(1 << who for who in attackers)) - position.settled

        allowed = Holding(back, position) if back is not None else None
        solved = solve(master, list(numbers), obeyed, allowed)
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name), "solver") from None
    blocked: dict[str, tuple[str, ...]] = {
        position.blockers[b].id: (position.attackers[a].id,) for a, team in solved.block.items() for b in team
    }
    if solved.worth >= WINS:
        attacking_now = sum(1 << a for a in solved.attackers)
        allowed_blocks = [targets & attacking_now for targets in blocks.model.comparable({})]
        blocked = blocks.names(maximum(blocks.model, allowed_blocks, {}).witness)
    return BestAttack(
        formulation.player,
        None if solved.worth >= WINS else solved.worth,
        {position.attackers[a].id: position.defender for a in solved.attackers},
        (None if solved.worth >= WINS else solved.worth, None if solved.bound >= WINS else solved.bound),
        position,
        blocks,
        attacks,
        blocked,
        _told(solved.proof, blocked),
        solved.equally_good,
        allowed,
    )


def _told(proof: Mapping[str, Any], blocked: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """The proof of an attack: its best block with that block's own proof, and the plans that answer every attack."""
    return {"block": {"declaration": dict(blocked), "proof": proof["block"]}, "plans": proof["plans"]}


class Holding:
    """Whether those who stay at home can keep their player alive, should all of the other player's creatures attack next turn."""

    def __init__(self, back: SwingBack, position: Position) -> None:
        self.back, self._position = back, position
        self.claims: dict[frozenset[int], dict[str, Any]] = {}
        """Of each attack that was asked about: the best block of those at home, and its proof."""

    def __call__(self, attackers: frozenset[int]) -> bool:
        """Whether they can, when these attack. Raises Spent."""
        ids = sorted(self._position.attackers[a].id for a in attackers)
        position = self.back.at_home(ids)
        search = Search(Master(position))
        bound, proof = search.run()
        if not search.alive and bound >= search.master.least:
            words = self._position.budget.words
            raise Spent(f"whether those at home survive isn't known: the search was given up{words}")
        block = search.master.block(search.chosen) if search.alive else {}
        declaration = {position.blockers[b].id: [position.attackers[a].id] for a, team in block.items() for b in team}
        value = search.best if search.alive else None
        self.claims[attackers] = {"attack": ids, "declaration": declaration, "value": value, "proof": proof}
        return search.alive


def _in_order(declaration: Mapping[str, tuple[str, ...]], blockers: Iterable[Fighter]) -> dict[str, tuple[str, ...]]:
    return {b.id: declaration[b.id] for b in blockers if b.id in declaration}


def _line(position: Position, declaration: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    by_id = {b.id: b for b in position.blockers}
    teams = {a.id: [by_id[b] for b, whom in declaration.items() if a.id in whom] for a in position.attackers}
    block = {b: list(whom) for b, whom in declaration.items()}
    orders: dict[str, list[str]] = {}
    first: dict[str, dict[str, int]] = {}
    second: dict[str, dict[str, int]] = {}
    for a in position.attackers:
        team = sorted(teams[a.id], key=lambda b: str(b.kind))
        play = line_of_play(a, team, position.rules, outcome(a, team, position.rules).value)
        if play is None:
            continue
        if position.rules.ordered and len(team) > 1:
            orders[a.id] = [team[number - 1].id for number in play.order]
        for step, (amounts, through) in ((first, play.first), (second, play.second)):
            assigned = {team[number - 1].id: amount for number, amount in amounts if amount}
            if through:
                assigned[position.defender] = through
            if assigned:
                step[a.id] = assigned
    steps: list[dict[str, Any]] = [{"block": block}]
    if orders:
        steps.append({"order": orders})
    two_steps = any(c.early for c in (*position.attackers, *(by_id[b] for b in declaration)))
    return [*steps, *([{"damage": first}] if two_steps else []), {"damage": second}]
