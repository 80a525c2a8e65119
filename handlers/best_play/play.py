"""Best play: the declaration whose outcome is best for the player who declares it, with its proof.

The value of a block, from the blocking player's side: first, not losing; then the worth of attackers destroyed - the worth of
own creatures destroyed + life gained - life lost, and the other player's life the other way round, where the attacking player
divides damage as well as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...events.errors import InvalidInput, NotModelled, Undecided
from ...projections.board import Permanent
from ...projections.state import State
from ..budget import Spent
from ..legality.formulation import Formulation
from ..legality.search.maximum import maximum
from ..view.view import View
from .attacks import LOST_NEXT, SolvedAttack, SolvedBlock, solve
from .block_triggers import standing, triggering
from .counting import count_best
from .fighters import Fighter
from .fitted import Fitted
from .formula import left_standing, outcome, with_triggers
from .groups import line_of_play
from .life_worth import taken
from .looks import WINS
from .master import Master
from .next_turn import SwingBack, after_combat, next_attack, next_swing, read_swing_back
from .position import EveryAttack, Position
from .reading import (
    AttackPosition,
    Worth,
    Worths,
    legal_attacks,
    most_obeyed,
    read_attack,
    read_block,
)
from .search import Search


def power_and_toughness(permanent: Permanent) -> int:
    """What a permanent is worth by `flat`, in points of life: a creature its power and toughness, as the board states them;
    a planeswalker its loyalty, a battle its defense; others nothing."""
    if "Creature" in permanent.types:
        return max(0, permanent.power) + max(0, permanent.toughness)
    return permanent.loyalty or permanent.defense or 0


def mana_value(permanent: Permanent) -> int:
    """A permanent's mana value. Raises InvalidInput where it isn't known."""
    if permanent.mana_value is None:
        raise InvalidInput(f"worth.{permanent.id}", "an unknown mana value", "permanents whose mana values are known")
    return permanent.mana_value


FLAT = "flat"
"""Power and toughness, and 1 for a point of life."""
NAMED = {FLAT: power_and_toughness, "power and toughness": power_and_toughness, "mana value": mana_value}
"""What permanents can be worth, by name, beside `FITTED`."""
MOST_WORTH = 1_000_000
"""More would be lost to rounding in the search."""
FITTED = "one"
"""The worth that was fitted by self-play (`fitted.py`): the default."""


def worth_of(worth: Worths, view: View) -> Worth:
    """What permanents are worth: as named, by table of ids or names (others power and toughness), or function.

    `view`: the board, for the fitted worth: it is of permanents as they stand there. Worths are whole numbers from 0 on, up to
    `MOST_WORTH`.
    Raises InvalidInput for others.
    """
    if worth == FITTED:
        return Fitted(view)
    if isinstance(worth, str) and worth in NAMED:
        return NAMED[worth]
    if isinstance(worth, str) or not (callable(worth) or isinstance(worth, Mapping)):
        raise InvalidInput("worth", repr(worth), f"one of {', '.join((FITTED, *NAMED))}; a table, or a function")
    table = worth

    def priced(permanent: Permanent) -> int:
        if isinstance(table, Mapping):
            number = table.get(permanent.id, table.get(permanent.name, power_and_toughness(permanent)))
        else:
            number = table(permanent)
        check_worth(f"worth.{permanent.id}", number)
        return number

    return priced


def check_worth(where: str, number: object) -> None:
    """Raises InvalidInput for what nothing can be worth."""
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_WORTH:
        raise InvalidInput(where, repr(number)[:40], f"a whole number from 0 to {MOST_WORTH:,}")


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
    next_block: dict[str, tuple[str, ...]] | None = field(default=None, repr=False)
    """Where no block was looked at that throws a creature away: a block that survives the next attack of all creatures."""

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


def best_block(formulation: Formulation, worth: Worths = FITTED, before: Sequence[Mapping[str, Any]] = ()) -> BestBlock:
    """The best of the blocks of a formulation, or bounds, where its budget is spent. `before`: the steps that lead there.

    By the fitted worth, the best of those in which no creature is thrown away: where its player then lives, and through the next
    attack of all as well, no creature blocks that dies and destroys nothing.

    Raises NotModelled where something in force might change what combat does and isn't known; Undecided where the most
    requirements that can be obeyed aren't known.
    """
    position = read_block(formulation, worth_of(worth, formulation.view), triggering=True)
    position = replace(position, most_obeyed=most_obeyed(formulation.model) - position.settled)
    if worth == FITTED:
        kept = _solved_block(formulation, replace(position, chumps=False), before)
        swing = next_swing(formulation, kept.position, kept.declaration) if kept.value is not None else None
        try:
            if swing is not None and (survived := _survived(swing)) is not None:
                return replace(kept, next_block=survived)
        except Spent:  # it is that one, or the best of all: which isn't known
            every = _solved_block(formulation, position, before)
            bounds = (kept.value, every.bounds[1])
            return replace(every, value=kept.value, declaration=kept.declaration, bounds=bounds)
    return _solved_block(formulation, position, before)


def _survived(swing: Position) -> dict[str, tuple[str, ...]] | None:
    """A block that survives an attack of all; None: there is none. Raises Spent."""
    search = Search(Master(swing))
    bound, _ = search.run()
    if not search.alive and bound >= search.master.least:
        raise Spent(f"whether the player lives on isn't known: the search was given up{swing.budget.words}")
    if not search.alive:
        return None
    return swing.named(search.master.block(search.chosen))


def _solved_block(formulation: Formulation, position: Position, before: Sequence[Mapping[str, Any]]) -> BestBlock:
    master = Master(position)
    search = Search(master)
    bound, proof = search.run()
    if search.alive:
        value: int | None = search.best
        declaration = position.named(master.block(search.chosen))
    else:
        value = None
        legal = maximum(formulation.model, formulation.model.comparable({}), {})
        if not legal.exact:
            raise Undecided(f"no block is known to be legal: the search was given up{position.budget.words}")
        declaration = formulation.names(legal.witness)
    most = bound if bound >= master.least else None
    declared = _in_order(declaration, position.blockers)
    return BestBlock(formulation.player, value, declared, (value, most), position, formulation, proof, [*map(dict, before)])


def value_of_block(position: Position, declaration: Mapping[str, Sequence[str]]) -> int | None:
    """What a legal block is worth, where the attacking player divides damage as well as can be; None: it loses.

    The declaration: blocker → the attacker it blocks.
    """
    outcomes = [outcome(attacker, team, position.rules) for attacker, team in position.groups(declaration)]
    losses = [sum(each) for each in zip(*(each.losses for each in outcomes), strict=True)] if outcomes else [0] * 4
    if any(lost >= most for lost, most in zip(losses, position.left, strict=True)):
        return None
    return taken([each.ways for each in outcomes], position.life_worth, position.life)[0]


@dataclass(frozen=True)
class BestAttack:
    """The best attack found, against the best block: what it is worth, which it is, what follows, and whether that is proved."""

    player: str
    value: int | None
    """None: it wins, whatever blocks."""
    declaration: dict[str, str]
    """Attacker → whom it attacks."""
    bounds: tuple[int | None, int | None]
    """What the best attack is worth at least (None: it wins, or it may lose in the next turn), and at most (None: it may win)."""
    position: Position = field(repr=False)
    formulation: Formulation = field(repr=False)
    """Of the blocks, if all attacked."""
    attacks: Collection[frozenset[int]] = field(repr=False)
    """Every legal attack by the first of those that can stand for each other, by the numbers of the position's attackers."""
    block: dict[str, tuple[str, ...]] = field(repr=False)
    """The best block of it."""
    proof: dict[str, Any] = field(repr=False)
    count: Callable[[], int | None] = field(repr=False)
    holding: Holding | None = field(default=None, repr=False)
    """Where only attacks were looked at after which those at home survive if everything swings back: which do, and why."""
    read: AttackPosition | None = field(default=None, repr=False)
    """All attacks, and what triggers as creatures attack."""
    ahead: NextTurn | None = field(default=None, repr=False)
    """Where the other player's next attack counts: what that is worth after each attack that was solved."""

    @property
    def proven(self) -> bool:
        """Whether no attack is worth more."""
        return self.value == self.bounds[0] == self.bounds[1]

    @cached_property
    def equally_good(self) -> int | None:
        """How many attacks are worth as much; None where that takes too long to find out, or the value isn't proved."""
        return self.count() if self.proven else None

    @property
    def loses_next(self) -> bool:
        """Whether the other player wins in the next turn, whatever attacks now."""
        if self.ahead is None or self.value is None:
            return False
        _, after = self.ahead.found.get(self.position.numbers(self.declaration), (None, None))
        return after is not None and after.value is None

    @property
    def line(self) -> list[dict[str, Any]]:
        """The steps that follow, as a case writes them: the attack, the best block, combat damage."""
        attackers = tuple(a for a in self.position.attackers if a.id in self.declaration)
        follows = _line(replace(self.position, attackers=attackers), self.block) if attackers else []
        triggers = self.read.triggers if self.read is not None else None
        resolving = (
            [{"resolve": "all"}] if triggers is not None and triggers.triggers_in(self.position.numbers(self.declaration)) else []
        )
        return [{"attack": dict(self.declaration)}, *resolving, *follows]


def best_attack(
    formulation: Formulation, state: State, worth: Worths = FITTED, hold: bool = False, ahead: bool = True
) -> BestAttack:
    """The best of the attacks of a formulation, each against its best block.

    By the fitted worth an attack is worth less by half of what the other player's best attack of the next turn is worth after it
    (`ahead`; where something triggers or creatures get counters, that isn't looked at).
    `hold`: only attacks after which those who stay at home can keep their player alive, should all creatures of the other player
    live and attack in the next turn that may (an attack that wins excepted). Raises as `best_block`.
    """
    priced = worth_of(worth, formulation.view)
    if worth == FITTED and ahead and not hold:
        try:
            return _best_attack(formulation, state, read_attack(formulation, state, priced), hold, ahead=True)
        except NotModelled:
            pass  # this combat alone counts, with what triggers
    return _best_attack(formulation, state, read_attack(formulation, state, priced, triggering=not hold), hold)


def _best_attack(formulation: Formulation, state: State, read: AttackPosition, hold: bool, *, ahead: bool = False) -> BestAttack:
    blocks = read.formulation
    back = None
    if hold or ahead:
        back = read_swing_back(state, formulation.edition, formulation.player, read.position.defender, read.position.budget)
        read = read._replace(position=back.distinguishing(read.position))
    most = most_obeyed(blocks.model) - read.position.settled
    read = read._replace(position=replace(read.position, most_obeyed=most))
    attacks = legal_attacks(formulation, read.number_of, read.position)
    allowed = Holding(back, read.position) if back is not None and hold else None
    charge = NextTurn(formulation, state, read.position) if ahead else None

    def obeyed(attackers: frozenset[int]) -> int:
        return most_obeyed(blocks.model, sum(1 << who for who in attackers)) - read.position.settled

    found: list[tuple[Position, SolvedAttack]] = []
    for position, alike in read.modes(attacks):
        master = Master(position)
        numbers = None
        if not isinstance(alike, EveryAttack):
            numbers = {tuple(len(attack.intersection(members)) for members in master.who_attacks) for attack in alike}
        found.append((position, solve(master, numbers, obeyed, allowed, charge)))
        if found[-1][1].worth >= WINS:
            break
    position, solved = max(found, key=lambda each: each[1].worth)
    bound = max(each.bound for _, each in found)
    blocked = position.named(solved.block)
    if solved.worth >= WINS:
        attacking_now = sum(1 << a for a in solved.attackers)
        allowed_blocks = [targets & attacking_now for targets in blocks.model.comparable({})]
        blocked = blocks.names(maximum(blocks.model, allowed_blocks, {}).witness)
    plans = [plan for _, each in found for plan in each.proof["plans"]]
    loses = solved.worth < -LOST_NEXT // 2  # or it isn't known that the player lives through the next turn
    worth = None if solved.worth >= WINS else solved.worth + LOST_NEXT * loses
    lost = LOST_NEXT if bound < -LOST_NEXT // 2 else 0  # whatever attacks
    return BestAttack(
        formulation.player,
        worth,
        {position.attackers[a].id: position.defender for a in solved.attackers},
        (None if loses and not lost else worth, None if bound >= WINS else bound + lost),
        position,
        blocks,
        attacks,
        blocked,
        _proof_stated({"block": solved.proof["block"], "plans": plans}, blocked),
        lambda: _all_equally_good(solved.worth, [each for _, each in found]),
        allowed,
        read,
        charge,
    )


def _all_equally_good(worth: int, found: Iterable[SolvedAttack]) -> int | None:
    """How many attacks of all modes are worth that much; None where that takes too long to find out."""
    numbers = [each.equally_good() for each in found if each.worth == worth]
    return None if None in numbers else sum(number or 0 for number in numbers)


def value_of_attack(best: BestAttack, declared: Collection[str]) -> tuple[int | None, bool]:
    """What a legal attack is worth at its best block (None: it wins), with what triggers, and whether that is proved.

    As for `best_attack`, the next turn counts; where only after this attack the other player wins in it, by `LOST_NEXT`.
    """
    assert best.read is not None, "it was found by a search"
    attack = best.position.numbers(declared)
    ((position, _),) = best.read.modes([attack])
    master = Master(position)
    numbers = [sum(who in attack for who in members) for members in master.who_attacks]
    obeyed = most_obeyed(best.formulation.model, sum(1 << who for who in attack)) - position.settled
    search = Search(master, numbers, most_obeyed=obeyed)
    bound, _ = search.run()
    if not search.alive:
        return None, bound < master.least
    if best.ahead is None:
        return -search.best, bound == search.best
    less, most = best.ahead(attack, SolvedBlock(search.best, master.block(search.chosen), {}))
    if less != most:
        raise Spent(f"what the next turn is worth isn't known: the search was given up{position.budget.words}")
    return -search.best - less + (LOST_NEXT if best.loses_next else 0), bound == search.best


def _proof_stated(proof: Mapping[str, Any], blocked: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """The proof of an attack: its best block with that block's own proof, and the plans that answer every attack."""
    return {"block": {"declaration": dict(blocked), "proof": proof["block"]}, "plans": proof["plans"]}


class NextTurn:
    """What the other player's best attack of the next turn is worth after attacks, each with its best block."""

    def __init__(self, formulation: Formulation, state: State, position: Position) -> None:
        self._formulation, self._state, self._position = formulation, state, position
        self.found: dict[frozenset[int], tuple[SolvedBlock, BestAttack | None]] = {}
        """Of each attack that was asked about, its best block, and the best attack after it (None: nobody can attack), proved."""

    def __call__(self, attackers: frozenset[int], solved: SolvedBlock) -> tuple[int, int]:
        """By how much an attack is worth less, at least and at most. Raises NotModelled."""
        position = self._position
        try:
            best = best_next_attack(self._formulation, self._state, position, attackers, position.named(solved.block))
        except Spent:
            return 0, LOST_NEXT
        most = charged(best)
        if best is not None and not best.proven:
            return 0, most
        self.found[attackers] = solved, best
        return most, most


def charged(best: BestAttack | None) -> int:
    """By how much an attack is worth less at most for the best one of the next turn: half of that, if it is worth anything."""
    if best is None:
        return 0
    most = best.bounds[1]
    return LOST_NEXT if most is None else max(0, most) // 2


def best_next_attack(
    formulation: Formulation, state: State, position: Position, attackers: Iterable[int], block: Mapping[str, tuple[str, ...]]
) -> BestAttack | None:
    """The other player's best attack of the next turn, after an attack and its block; None: nobody can attack.

    Raises NotModelled, Spent.
    """
    view = View(state, position.budget)
    after = after_combat(view, position, block, [position.attackers[a] for a in sorted(attackers)])
    attacks, then = next_attack(after, formulation.edition, position.defender, position.budget)
    if not any(attacks.model.allowed):
        return None
    return best_attack(attacks, then, FITTED, ahead=False)


class Holding:
    """Whether those who stay at home can keep their player alive, should all attack next turn that may."""

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
        declaration = {blocker: list(whom) for blocker, whom in position.named(block).items()}
        value = search.best if search.alive else None
        self.claims[attackers] = {"attack": ids, "declaration": declaration, "value": value, "proof": proof}
        return search.alive


def _in_order(declaration: Mapping[str, tuple[str, ...]], blockers: Iterable[Fighter]) -> dict[str, tuple[str, ...]]:
    return {b.id: declaration[b.id] for b in blockers if b.id in declaration}


def _line(position: Position, declaration: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    block = {b: list(whom) for b, whom in declaration.items()}
    orders: dict[str, list[str]] = {}
    first: dict[str, dict[str, int]] = {}
    second: dict[str, dict[str, int]] = {}
    fighting: list[Fighter] = []
    triggered = False
    groups = position.groups(declaration)
    stood = [standing(*group) for group in groups]
    fought = [None if each.attacker is None else outcome(each.attacker, each.blockers, position.rules) for each in stood]
    every = [(left_standing(to) if of is None else with_triggers(to, of)).ways for to, of in zip(stood, fought, strict=True)]
    _, best = taken(every, position.life_worth, position.life)
    for (a, blockers), to, of, way in zip(groups, stood, fought, best, strict=True):
        triggered = triggered or any(not each.trigger.earlier for each in triggering((a, *blockers)))
        fighting += [each for each in (to.attacker, *to.blockers) if each is not None]
        if to.attacker is None or of is None:
            continue
        team = list(to.blockers)
        play = line_of_play(to.attacker, team, position.rules, of.ways[way])
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
