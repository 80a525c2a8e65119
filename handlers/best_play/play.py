"""Best play: the declaration whose outcome is best for the player who declares it, with its proof.

The value of a block, from the blocking player's side: first, not losing; then the worth of attackers destroyed - the worth of
own creatures destroyed + life gained - life lost, and the other player's life the other way round, where the attacking player
divides damage as well as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...events.errors import InvalidInput, MissingExtra, Undecided
from ...projections.board import Permanent
from ...projections.combat import Combat
from ...projections.state import State
from ..budget import Spent
from ..legality.blocks import formulate_blocks
from ..legality.formulation import Formulation
from ..legality.search.maximum import maximum
from ..view.view import View
from .attacks import WINS, SolvedAttack, solve
from .block_triggers import standing, triggering
from .counting import count_best
from .fighters import Fighter
from .fitted import attacked, fitted
from .formula import outcome
from .groups import beginning, dealt, line_of_play, strikes
from .master import Master
from .position import Position
from .reading import (
    AttackPosition,
    SwingBack,
    Worth,
    Worths,
    attacking,
    legal_attacks,
    most_obeyed,
    read_attack,
    read_block,
    read_swing_back,
)
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


NAMED = {"flat": power_and_toughness, "power and toughness": power_and_toughness, "mana value": mana_value}
"""What permanents can be worth, by name, beside `FITTED`."""
FITTED = "one"
"""The worth that was fitted by self-play (`fitted.py`)."""


def worth_of(worth: Worths | None, view: View) -> Worth:
    """What permanents are worth: by default power and toughness; else as named, by table of ids or names, or function.

    `view`: the board, for the fitted worth: it is in points of the attacked player's life. Worths are whole numbers from 0 on.
    Raises InvalidInput for others.
    """
    if worth is None:
        return power_and_toughness
    if worth == FITTED:
        return fitted(view, attacked(view))
    if isinstance(worth, str):
        if worth not in NAMED:
            raise InvalidInput("worth", repr(worth), f"one of {', '.join((FITTED, *NAMED))}; a table, or a function")
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
    before: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """The steps in which what triggered before resolves."""

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
        return [*self.before, block, *({"block": {}, "by": player} for player in others), *damage]


def best_block(formulation: Formulation, worth: Worths | None = None, before: Sequence[Mapping[str, Any]] = ()) -> BestBlock:
    """The best of the blocks of a formulation, or bounds, where its budget is spent. `before`: the steps that lead there.

    By the fitted worth, the best of those in which no creature is thrown away: where its player then lives, and through the next
    attack of all as well, no creature blocks that dies and destroys nothing.

    Raises NotModelled where something in force might change what combat does and isn't known; Undecided where the most
    requirements that can be obeyed aren't known; MissingExtra without the solver.
    """
    position = read_block(formulation, worth_of(worth, formulation.view), triggering=True)
    position = replace(position, most_obeyed=most_obeyed(formulation.model) - position.settled)
    try:
        if worth == FITTED:
            kept = _solved_block(formulation, replace(position, chumps=False), before)
            if kept.value is not None and lives_on(formulation, kept.position, kept.declaration):
                return kept
        return _solved_block(formulation, position, before)
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name), "solver") from None


def _solved_block(formulation: Formulation, position: Position, before: Sequence[Mapping[str, Any]]) -> BestBlock:
    master = Master(position)
    search = Search(master)
    bound, proof = search.run()
    if bound > (most_of_all := sum(max(0, each.worth) for each in position.attackers) + position.most_gained):
        bound, proof = most_of_all, {"prices": {}}  # all that all creatures can do
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
    return BestBlock(formulation.player, value, declared, (value, most), position, formulation, proof, [*map(dict, before)])


def lives_on(formulation: Formulation, position: Position, block: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether the player can live through the next attack of all creatures of the attacking player, after a block, with those
    that are left on both sides, all untapped. False where something triggers as blockers are declared. Raises Spent."""
    if any(each.triggers for each in (*position.attackers, *position.blockers)):
        return False
    state, player = formulation.view.state.copy(), formulation.player
    gone, lost = left_by(position, block)
    active = state.board.active
    assert active is not None, "a combat is somebody's"
    state.combat = Combat()
    state.board.life[player] -= lost
    for id, each in list(state.board.permanents.items()):
        if id in gone:
            del state.board.permanents[id]
        else:
            state.board.permanents[id] = replace(each, tapped=False, marked=0)
    theirs = [p.id for p in View(state).permanents.values() if p.controller == active and "Creature" in p.types]
    if not theirs:
        return True
    budget = position.budget
    again = formulate_blocks(View(attacking(state, active, theirs, player), budget), formulation.edition, player, budget)
    search = Search(Master(read_block(again, power_and_toughness, stage="attack")))
    bound, _ = search.run()
    if not search.alive and bound >= search.master.least:
        raise Spent(f"whether the player lives on isn't known: the search was given up{budget.words}")
    return search.alive


def left_by(position: Position, block: Mapping[str, tuple[str, ...]]) -> tuple[set[str], int]:
    """Who dies in a combat with this block, as the attacking player divides damage best, and how much life is lost."""
    by_id = {each.id: each for each in position.blockers}
    gone, lost = set[str](), 0
    for attacker in position.attackers:
        team = sorted((by_id[b] for b, whom in block.items() if attacker.id in whom), key=lambda each: str(each.kind))
        group = (attacker, *team)
        play = line_of_play(attacker, team, position.rules, outcome(attacker, team, position.rules).value)
        if play is None:
            raise Spent("a line of play wasn't found")
        state = beginning(group)
        for early, (amounts, through) in ((True, play.first), (False, play.second)):
            state, step = dealt(group, state, strikes(group, state, early=early), amounts, through)
            lost += step.lost - step.gained
        gone |= {each.id for each, alive in zip(group, state.alive, strict=True) if not alive}
    return gone, lost


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
    """Every legal attack by the first of those that can stand for each other, by the numbers of the position's attackers."""
    block: dict[str, tuple[str, ...]] = field(repr=False)
    """The best block of it."""
    proof: dict[str, Any] = field(repr=False)
    count: Callable[[], int | None] = field(repr=False)
    holding: Holding | None = field(default=None, repr=False)
    """Where only attacks were looked at after which those at home survive if everything swings back: which do, and why."""
    read: AttackPosition | None = field(default=None, repr=False)
    """All attacks, and what triggers as creatures attack."""

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
        attack = [number for number, a in enumerate(self.position.attackers) if a.id in self.declaration]
        triggers = self.read.triggers if self.read is not None else None
        resolving = [{"resolve": "all"}] if triggers is not None and triggers.triggers_in(attack) else []
        return [{"attack": dict(self.declaration)}, *resolving, *follows]


def best_attack(formulation: Formulation, state: State, worth: Worths | None = None, hold: bool = False) -> BestAttack:
    """The best of the attacks of a formulation, each against its best block.

    `hold`: only attacks after which those who stay at home can keep their player alive, should all creatures of the other player
    live and attack in the next turn (an attack that wins excepted). Raises as `best_block`.
    """
    told = worth_of(worth, formulation.view)
    read = read_attack(formulation, state, told, triggering=not hold)
    blocks = read.formulation
    back = None
    if hold:
        back = read_swing_back(state, formulation.edition, formulation.player, read.position.defender, read.position.budget)
        read = read._replace(position=back.telling_apart(read.position))
    most = most_obeyed(blocks.model) - read.position.settled
    read = read._replace(position=replace(read.position, most_obeyed=most))
    attacks = legal_attacks(formulation, read.number_of, read.position)
    allowed = Holding(back, read.position) if back is not None else None

    def obeyed(attackers: frozenset[int]) -> int:
        return most_obeyed(blocks.model, sum(1 << who for who in attackers)) - read.position.settled

    found: list[tuple[Position, SolvedAttack]] = []
    for position, alike in read.modes(attacks):
        try:
            master = Master(position)
            numbers = dict.fromkeys(
                tuple(sum(who in attack for who in members) for members in master.who_attacks) for attack in alike
            )
            found.append((position, solve(master, list(numbers), obeyed, allowed)))
        except ModuleNotFoundError as error:
            raise MissingExtra(str(error.name), "solver") from None
        if found[-1][1].worth >= WINS:
            break
    position, solved = max(found, key=lambda each: each[1].worth)
    bound = max(each.bound for _, each in found)
    blocked: dict[str, tuple[str, ...]] = {
        position.blockers[b].id: (position.attackers[a].id,) for a, team in solved.block.items() for b in team
    }
    if solved.worth >= WINS:
        attacking_now = sum(1 << a for a in solved.attackers)
        allowed_blocks = [targets & attacking_now for targets in blocks.model.comparable({})]
        blocked = blocks.names(maximum(blocks.model, allowed_blocks, {}).witness)
    plans = [plan for _, each in found for plan in each.proof["plans"]]
    return BestAttack(
        formulation.player,
        None if solved.worth >= WINS else solved.worth,
        {position.attackers[a].id: position.defender for a in solved.attackers},
        (None if solved.worth >= WINS else solved.worth, None if bound >= WINS else bound),
        position,
        blocks,
        attacks,
        blocked,
        _told({"block": solved.proof["block"], "plans": plans}, blocked),
        lambda: _all_equally_good(solved.worth, [each for _, each in found]),
        allowed,
        read,
    )


def _all_equally_good(worth: int, found: Iterable[SolvedAttack]) -> int | None:
    """How many attacks of all modes are worth that much; None where that takes too long to tell."""
    numbers = [each.equally_good() for each in found if each.worth == worth]
    return None if None in numbers else sum(number or 0 for number in numbers)


def value_of_attack(best: BestAttack, declared: Iterable[str]) -> tuple[int | None, bool]:
    """What a legal attack is worth at its best block (None: it wins), with what triggers, and whether that is proved."""
    assert best.read is not None, "it was found by a search"
    ids = {*declared}
    attack = frozenset(number for number, a in enumerate(best.position.attackers) if a.id in ids)
    ((position, _),) = best.read.modes([attack])
    master = Master(position)
    numbers = [sum(who in attack for who in members) for members in master.who_attacks]
    obeyed = most_obeyed(best.formulation.model, sum(1 << who for who in attack)) - position.settled
    search = Search(master, numbers, most_obeyed=obeyed)
    bound, _ = search.run()
    if not search.alive:
        return None, bound < master.least
    return -search.best, bound == search.best


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
    fighting: list[Fighter] = []
    triggered = False
    for a in position.attackers:
        team = sorted(teams[a.id], key=lambda b: str(b.kind))
        triggered = triggered or any(not each.trigger.earlier for each in triggering((a, *team)))
        stood = standing(a, team)
        fighting += [each for each in (stood.attacker, *stood.blockers) if each is not None]
        if stood.attacker is None:
            continue
        team = list(stood.blockers)
        play = line_of_play(stood.attacker, team, position.rules, outcome(stood.attacker, team, position.rules).value)
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
    if triggered:
        steps.append({"resolve": "all"})
    two_steps = any(c.early for c in fighting)
    return [*steps, *([{"damage": first}] if two_steps else []), {"damage": second}]
