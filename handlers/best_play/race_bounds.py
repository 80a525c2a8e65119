"""What a player is sure of in a race that is too large to be searched through, by play of one kind.

The player attacks once at most, in the first turn of the player's own or in the last turn of all. Creatures that attacked do
nothing any more. In each turn of the other player's but the last, those at home block so that none of them dies, whatever the
division of damage (or don't block); in the last one they block as well as can be. So every combat is one of all that the other
player has against the same creatures, solved by the search for single combats (`attacks.py`).

That such play is worth so much at least, whatever the other player does: of a player who has fewer creatures every attack and
every block is one of a player who has all of them, and comes to the same; less life to begin with never leaves more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from ..budget import Budget, Spent
from ..legality.search.model import bits
from .attacks import SolvedAttack, solve
from .fighters import Fighter
from .life_worth import LifeWorth
from .looks import WINS as WON
from .master import Master
from .position import Position
from .races import WINS, RaceBoard
from .search import Search


class Sure(NamedTuple):
    """What a player is sure of, and the first attack of the player's own for it."""

    value: int
    """Worth of the player's creatures and life at the end, less the other player's; `WINS`: a win, `-WINS`: nothing is sure."""
    attackers: int
    """A mask."""


def sure(board: RaceBoard, side: int, turns: int, budget: Budget) -> Sure:
    """What a player of a race is sure of. `budget`: where it is spent, that is less."""
    return _Play(board, side, turns, budget).best()


@dataclass(frozen=True)
class _Combat:
    """One combat: who may attack and block (masks), life and what it is worth."""

    active: int
    attackers: int
    blockers: int
    life: int
    life_worth: LifeWorth


class _Play:
    def __init__(self, board: RaceBoard, side: int, turns: int, budget: Budget) -> None:
        self.board, self.side, self.turns, self.budget = board, side, turns, budget
        self.other = 1 - side
        self.attacked = [at for at in range(turns) if at % 2 != side]
        """The turns of the other player's."""
        theirs = _of(board, self.other, board.may_attack[self.other])
        self.dealt = sum(each.strikes for each in theirs)
        self.linked = sum(each.strikes for each in theirs if each.lifelink)
        """Life that the other player gains by an attack at most."""
        poison = sum(each.strikes * each.infect + 2 * each.toxic for each in theirs)
        self.poisoned = poison * len(self.attacked) >= board.poison_left[side]
        self.shrinks = any(each.wither or each.infect for each in theirs)
        """Whether who blocks may get counters: then only in the last turn anybody does."""
        self.all_own = (1 << len(board.fighters[side])) - 1
        self.able_now = board.untapped_now if side else self.all_own & ~board.tapped_now

    def best(self) -> Sure:
        """The best of such play."""
        board, side = self.board, self.side
        first, last = Sure(self._sure(0), 0), self.turns - 1
        if last % 2 == side and last > 0:
            first = max(first, Sure(self._attacking_last(last), 0))
        may = board.attacks_now if side == 0 else board.may_attack[1]
        if self.turns <= side or not may:
            return first
        looks = self._looks_best(may)
        found = max(first, Sure(self._sure(looks), looks))
        tried = {0, looks}
        improved = True
        while improved and found.value < WINS:
            improved = False
            for who in bits(may):
                attackers = found.attackers ^ 1 << who
                if attackers in tried or self.budget.spent:
                    continue
                tried.add(attackers)
                another = Sure(self._sure(attackers), attackers)
                if another.value > found.value:
                    found, improved = another, True
        return found if found.value > -WINS else Sure(-WINS, looks)

    def _worth(self) -> int:
        """What all creatures are worth to the player."""
        board, theirs = self.board, (1 << len(self.board.fighters[self.other])) - 1
        return board.worth(self.side, self.all_own) - board.worth(self.other, theirs)

    def _sure(self, attackers: int) -> int:
        """What is sure where these attack in the first turn of the player's own, and do nothing any more."""
        board, life_worth = self.board, self.board.life_worth
        life, others_life, value = board.life[self.side], board.life[self.other], self._worth()
        at_home = self.all_own & ~attackers
        attacked, turn = [at for at in self.attacked if at < self.side], self.side
        if attackers:
            life = self._life_after(life, len(attacked), self.able_now)
            others_life += self.linked * len(attacked)
            won = self._attack_is_worth(attackers, others_life) if life > 0 else -WINS
            if abs(won) == WINS:
                return won
            value += won - life_worth.of_all(others_life)
            others_life = max(1, others_life - sum(each.strikes for each in _of(board, self.side, attackers)))
        else:
            turn, value = 0, value - life_worth.of_all(others_life)
        left = [at for at in self.attacked if at >= turn]
        point = life_worth.point(others_life + 1)
        home = at_home & self.able_now
        life = self._life_after(life, len(left[:-1]), home)
        if life <= 0:
            return -WINS
        value += life_worth.of_all(life) - point * self.linked * len(left[:-1])
        if not left:
            return value
        taken = self._taken_last(life, home, point)
        return -WINS if taken is None else value - taken

    def _attacking_last(self, last: int) -> int:
        """What is sure where the player attacks in the last turn of all only."""
        board, life_worth = self.board, self.board.life_worth
        life = self._life_after(board.life[self.side], len(self.attacked), self.able_now)
        if life <= 0:
            return -WINS
        others_life = board.life[self.other] + self.linked * len(self.attacked)
        all_theirs = (1 << len(board.fighters[self.other])) - 1
        of = _Combat(self.side, board.may_attack[self.side], all_theirs, others_life, replace(life_worth, gained=0))
        solved = self._solved(of)
        if solved is not None and solved.worth >= WON:
            return WINS
        gained = solved.worth if solved is not None else 0
        return self._worth() + life_worth.of_all(life) - life_worth.of_all(others_life) + max(0, gained)

    def _life_after(self, life: int, turns: int, blockers: int) -> int:
        """The life that is left after so many turns of the other player's, where nobody dies; 0 or less: that isn't sure."""
        if not turns:
            return life
        if self.poisoned:
            return 0
        board = self.board
        for _ in range(turns):
            if life <= 0:
                break
            lost = self.dealt
            if blockers and not self.shrinks:
                safe = 1 + self.dealt + sum(each.strikes for each in board.fighters[self.side])
                of = _Combat(self.other, board.may_attack[self.other], blockers, life, LifeWorth(gained=0))
                solved = self._solved(of, safe)
                if solved is not None and solved.bound < safe:
                    lost = min(lost, max(0, solved.bound))
            life -= lost
        return life

    def _taken_last(self, life: int, blockers: int, point: int) -> int | None:
        """What the other player's last attack takes at most; None: perhaps all."""
        board = self.board
        worth = replace(board.life_worth, gained=point)
        of = _Combat(self.other, board.may_attack[self.other], blockers, life, worth)
        solved = self._solved(of)
        if solved is not None and solved.bound < WON:
            return max(0, solved.bound)
        if self.dealt >= life or self.poisoned:
            return None
        return -worth.change(life, self.dealt) + point * self.linked

    def _looks_best(self, may: int) -> int:
        """The attack that is best where nothing follows."""
        solved = self._solved(self._first(may, self.board.life[self.other]))
        return 0 if solved is None else sum(1 << who for at, who in enumerate(bits(may)) if at in solved.attackers)

    def _first(self, attackers: int, life: int) -> _Combat:
        """The combat of an attack in the first turn of the player's own."""
        all_theirs = (1 << len(self.board.fighters[self.other])) - 1
        ready = self.board.untapped_now if self.side == 0 else all_theirs
        return _Combat(self.side, attackers, ready, life, replace(self.board.life_worth, gained=0))

    def _attack_is_worth(self, attackers: int, life: int) -> int:
        """What an attack is worth at the best block."""
        search = Search(Master(self._position(self._first(attackers, life), None)))
        bound, _ = search.run()
        if not search.alive and bound < search.master.least:
            return WINS
        return -bound

    def _solved(self, of: _Combat, price: int | None = None) -> SolvedAttack | None:
        """The best attack of a combat; None: nothing is known. `price`: what a blocker's death costs, where no other counts."""
        try:
            return solve(Master(self._position(of, price)), None, lambda _: 0)
        except Spent:
            return None

    def _position(self, of: _Combat, price: int | None) -> Position:
        board = self.board
        attacking = list(bits(of.attackers))

        def priced(each: Fighter, worth: int) -> Fighter:
            return replace(each, worth=each.worth if price is None else worth, wears=(0, 0, 0))

        def allowed(blocker: int, able: int) -> int:
            among = able if of.blockers >> blocker & 1 else 0
            return sum(1 << at for at, who in enumerate(attacking) if among >> who & 1)

        limits = board.limits[of.active]
        return Position(
            tuple(priced(board.fighters[of.active][who], 0) for who in attacking),
            tuple(priced(each, price or 0) for each in board.fighters[1 - of.active]),
            of.life,
            "",
            tuple(allowed(blocker, able) for blocker, able in enumerate(board.able[1 - of.active])),
            board.rules,
            board.poison_left[1 - of.active],
            {at: limits[who] for at, who in enumerate(attacking) if who in limits},
            life_worth=of.life_worth,
            budget=self.budget,
        )


def _of(board: RaceBoard, side: int, mask: int) -> list[Fighter]:
    return [board.fighters[side][number] for number in bits(mask)]
