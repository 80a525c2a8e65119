"""Declarations that another one dominates: no worse in anything, whatever the player prizes, and better in something.

An outcome of a combat is each player's life and poison, of each creature whether it lives and its −1/−1 counters, and after an
attack which of the own creatures are untapped. More is better for its side; who has lost has nothing else to count.

- A block B is at least as good as A if for each outcome that the attacking player may bring about under B, one under A is no
  better for the blocking player in anything.
- An attack B is at least as good as A if for each block β against B there is a block α against A such that each outcome of (A, α)
  has one of (B, β) that is no worse for the attacking player.

That holds exactly if B guarantees no less than A whatever the player prizes. B dominates A if B is at least as good and A isn't.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...events import abilities as a
from ...events.errors import InvalidInput, NotModelled
from ...projections.state import State
from ..legality.formulation import Formulation
from ..legality.search.model import bits
from ..view.view import View
from .best_race import combat_steps
from .endings import endings
from .fighters import Fighter
from .groups import Play
from .position import Position
from .races import Outcomes, Race, RaceBoard, attack_no_worse, holds, minimal, no_worse
from .reading import legal_attacks, moving_cards, read_attack, read_block

MOST_BLOCKS = 20_000
"""Blocks beyond which a declaration isn't compared with others."""


@dataclass(frozen=True)
class Dominance:
    """Which declarations dominate one, and the lines of play that show it for the first of them."""

    player: str
    declared: dict[str, Any]
    by: list[dict[str, Any]]
    """All that dominate it."""
    outright: list[dict[str, Any]]
    """Those of which, besides, every outcome is no worse than every outcome of the declared one, whatever anybody does."""
    line: list[dict[str, Any]]
    """What may come of what is declared, as steps of a case."""
    better_line: list[dict[str, Any]]
    """Beside it what comes of the first that dominates it; both empty where none does."""

    @property
    def dominated(self) -> bool:
        """Whether another declaration dominates it."""
        return bool(self.by)


class ComparedCombat:
    """The outcomes of a combat of these creatures, as numbers of which more is better for the attacking player."""

    def __init__(self, position: Position, vigilant: int) -> None:
        attackers, blockers = position.attackers, position.blockers
        if position.caps or position.asks or position.draws:
            raise NotModelled(["requirements, or a limit on the number of blockers"])
        every = (1 << len(attackers)) - 1, (1 << len(blockers)) - 1
        board = RaceBoard(
            (attackers, blockers),
            (2**40, position.life),
            (10, position.poison_left),
            (every[0], 0),
            every[0],
            every[1],
            ((0,) * len(attackers), position.able),
            (dict(position.limits), {}),
            (vigilant, 0),
            position.rules,
        )
        self.position, self.race = position, Race(board, position.budget)
        self.layout = self.race.layouts[0]
        self.lost = (1 << self.layout.guards.bit_length()) - 1 & ~self.layout.guards
        """The outcome in which the blocking player has lost: nothing is better."""
        ignored = self.layout.totals[0], self.layout.totals[2]
        self.counted = ~(sum(self.layout.total_mask << at for at in ignored) | self.layout.every_used)

    def final(self, outcome: int) -> int:
        """What counts of an outcome at the end."""
        if self.race.after(self.race.begins, outcome) is None:
            return self.lost
        return outcome & self.counted

    def ways(self, attacker: int, team: int) -> dict[int, Play]:
        """What each division of an attacker's damage changes, with the division."""
        race, fighters = self.race, self.race.board.fighters
        members = list(bits(team))
        group: tuple[Fighter, list[Fighter]] = fighters[0][attacker], [fighters[1][b] for b in members]
        found = endings(*group, race.board.rules, race.budget)
        return {race.changed(0, attacker, members, (), ending): play for ending, play in found.items()}

    def outcomes(self, teams: Mapping[int, int]) -> dict[int, dict[int, tuple[int, Play]]]:
        """What may come of a block (attacker → mask of its blockers), and how."""
        nothing, found = self.race.nothing(self.race.begins), dict[int, dict[int, tuple[int, Play]]]()
        ways = [self.ways(attacker, team).items() for attacker, team in teams.items()]
        for picked in product(*ways):
            self.race.budget.spend()
            outcome = self.final(nothing + sum(change for change, _ in picked))
            if outcome not in found:
                found[outcome] = {who: (team, play) for (who, team), (_, play) in zip(teams.items(), picked, strict=True)}
        return found

    def blocks(self, attackers: Iterable[int]) -> list[dict[int, int]]:
        """Every legal block of these attackers."""
        position, who = self.position, list(attackers)
        options = [[None, *(at for at in who if able >> at & 1)] for able in position.able]
        number = 1
        for each in options:
            number *= len(each)
        if number > MOST_BLOCKS:
            raise NotModelled([f"{number:,} blocks, more than {MOST_BLOCKS:,}"])
        found = []
        for chosen in product(*options):
            teams = dict.fromkeys(who, 0)
            for b, at in enumerate(chosen):
                if at is not None:
                    teams[at] |= 1 << b
            if all(not team or position.team_is_legal(at, team) for at, team in teams.items()):
                found.append(teams)
        return found

    def steps(self, groups: Mapping[int, tuple[int, Play]]) -> list[dict[str, Any]]:
        """A block and damage as steps of a case."""
        return combat_steps(self.race, self.race.begins, groups, self.position.defender)


def _check_no_cards(view: View) -> None:
    """Raises NotModelled where cards are drawn or discarded in the combat: they count, too."""
    if moving := moving_cards(view):
        raise NotModelled(moving)


def dominance_of_block(formulation: Formulation, declared: Mapping[str, Iterable[str]]) -> Dominance:
    """Which legal blocks dominate one. Raises NotModelled, InvalidInput for a block that isn't legal."""
    _check_no_cards(formulation.view)
    combat = ComparedCombat(read_block(formulation, lambda _: 0), 0)
    position, guards = combat.position, combat.layout.guards
    who = range(len(position.attackers))

    every = [(position.teams_named(teams), combat.outcomes(teams)) for teams in combat.blocks(who)]
    wanted = {blocker: tuple(whom) for blocker, whom in declared.items() if tuple(whom)}
    own = next((outcomes for block, outcomes in every if block == wanted), None)
    if own is None:
        raise InvalidInput("declared", str(wanted), "a legal block")
    by, outright, shown = [], [], None
    for block, outcomes in every:
        if holds(tuple(outcomes), tuple(own), guards) and not holds(tuple(own), tuple(outcomes), guards):
            by.append(block)
            plainly = all(no_worse(one, other, guards) for one in own for other in outcomes)
            if plainly:
                outright.append(block)
            if shown is None or (plainly and len(outright) == 1):
                better = max(outcomes)
                worse = next(each for each in sorted(own, reverse=True) if no_worse(each, better, guards))
                shown = combat.steps(own[worse]), combat.steps(outcomes[better])
                shown[1][0]["block"] = {blocker: list(whom) for blocker, whom in block.items()}
    by.sort(key=lambda block: block not in outright)
    line, beside = shown or ([], [])
    return Dominance(formulation.player, dict(wanted), by, outright, line, beside)


def dominance_of_attack(formulation: Formulation, state: State, declared: Mapping[str, str]) -> Dominance:
    """Which legal attacks dominate one. Raises NotModelled, InvalidInput for an attack that isn't legal."""
    _check_no_cards(formulation.view)
    if formulation.view.held(a.AttacksWithoutTapping):
        raise NotModelled(["attackers that don't tap"])
    read = read_attack(formulation, state, lambda _: 0)
    position = read.position
    vigilant = sum(
        1 << number for number, each in enumerate(position.attackers) if "vigilance" in formulation.view.keywords(each.id)
    )
    combat = ComparedCombat(position, vigilant)
    race, guards = combat.race, combat.layout.guards
    legal = {sum(1 << who for who in attack) for attack in legal_attacks(formulation, read.number_of)}
    finals = {}
    for attack in race.attacks(race.begins):
        if attack.attackers in legal:
            replies: list[Outcomes] = [tuple(sorted({combat.final(each) for each in reply})) for reply in attack.replies]
            finals[attack.attackers] = attack._replace(replies=tuple(minimal(set(replies), guards)))

    def spelt_out(attackers: int) -> dict[str, str]:
        return {each.id: position.defender for number, each in enumerate(position.attackers) if attackers >> number & 1}

    own = next((number for number in finals if spelt_out(number) == dict(declared)), None)
    if own is None:
        raise InvalidInput("declared", str(dict(declared)), "a legal attack")
    better = [
        number
        for number, attack in finals.items()
        if attack_no_worse(attack, finals[own], guards) and not attack_no_worse(finals[own], attack, guards)
    ]

    def every_outcome(attackers: int) -> dict[int, dict[int, tuple[int, Play]]]:
        found = dict[int, dict[int, tuple[int, Play]]]()
        for teams in combat.blocks(bits(attackers)):
            for outcome, how in combat.outcomes(teams).items():
                found.setdefault(outcome, how)
        return found

    declared_outcomes = every_outcome(own) if better else {}
    outcomes = {number: every_outcome(number) for number in better}
    plainly = [
        number
        for number in better
        if all(no_worse(one, other, guards) for one in outcomes[number] for other in declared_outcomes)
    ]
    better.sort(key=lambda number: number not in plainly)
    line: list[dict[str, Any]] = []
    beside: list[dict[str, Any]] = []
    if better:
        # The block to the better attack that leaves it least, and the one to the declared attack that answers it.
        first = finals[better[0]]
        block = min(first.replies, key=max)
        against = next(each for each in finals[own].replies if holds(each, block, guards))
        worse = max(against)
        best = next(each for each in block if no_worse(each, worse, guards))
        line = [{"attack": spelt_out(own)}, *_steps(combat, declared_outcomes, worse)]
        beside = [{"attack": spelt_out(better[0])}, *_steps(combat, outcomes[better[0]], best)]
    return Dominance(
        formulation.player,
        dict(declared),
        [spelt_out(number) for number in better],
        [spelt_out(number) for number in plainly],
        line,
        beside,
    )


def _steps(combat: ComparedCombat, outcomes: Mapping[int, dict[int, tuple[int, Play]]], outcome: int) -> list[dict[str, Any]]:
    groups = outcomes[outcome]
    return combat.steps(groups) if groups else []
