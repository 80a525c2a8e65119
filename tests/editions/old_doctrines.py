"""The requirements of old editions by listing every declaration: a test reference for the doctrines that aren't today's.

What can be chosen, obeys the restrictions, obeys a requirement and costs something is as the reference of `tests/legality` says.
Which declarations a proposed one is compared with is written down here from the text of the rules, without looking at the
referee's models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from declarant.events import abilities as a
from declarant.handlers.game import Game
from legality.boards import Board, boards_from, creature
from legality.reference import Attacks, Blocks, Declaration, Enumeration, enumerate_declarations

_COST = a.Cost(mana="{1}")
_TELLING: dict[str, tuple[tuple[float, a.Ability], ...]] = {
    "attack": (
        (0.4, a.MustAttack(creatures=a.THIS)),
        (0.4, a.NeedsCompany(action="attack", creatures=a.THIS, minimum=1)),
        (0.25, a.AttackCost(creatures=a.THIS, cost=_COST)),
    ),
    "block": (
        (0.4, a.MustBlock(blockers=a.THIS)),
        (0.25, a.BlockCost(blockers=a.THIS, cost=_COST)),
        (0.25, a.BlocksAsThough(blockers=a.THIS, untapped=True)),
    ),
    "attacked": (
        (0.5, a.BlockerCount(attackers=a.THIS, minimum=2)),
        (0.3, a.MustBeBlocked(attackers=a.THIS)),
        (0.2, a.MustBlock(blockers=a.ANYTHING, attackers=a.THIS)),
    ),
}
"""Abilities over which the doctrines quarrel, and how often a creature has them: of attackers, blockers, and what is blocked."""


def telling_boards(first_seed: int, number: int) -> Iterator[tuple[int, Board]]:
    """Random boards with more of the abilities that the doctrines quarrel over, each with its seed."""
    for seed, board in boards_from(first_seed, number, creatures=3, others=2, abilities=2):
        random = Random(seed)
        permanents = []
        for permanent in board.permanents:
            role = "attacked" if permanent.id in board.attacking else board.action
            if "Creature" in permanent.types:
                more = tuple(ability for often, ability in _TELLING[role] if random.random() < often)
                tapped = permanent.tapped or any(isinstance(ability, a.BlocksAsThough) for ability in more)
                permanent = permanent.model_copy(update={"abilities": (*permanent.abilities, *more), "tapped": tapped})
            permanents.append(permanent)
        yield seed, replace(board, permanents=tuple(permanents))


def laid_out(board: Board, rules: str) -> Game:
    """The board under old rules, in the step in which the declaration is made."""
    game = Game.start(board.players, mana=board.mana, rules=rules)
    attackers = [permanent for permanent in board.permanents if permanent.id in board.attacking]
    for permanent in board.permanents:
        if permanent not in attackers:
            game.enter(permanent)
    if board.action == "block":
        # Until 2007-09-30 blockers are declared only if a creature was declared as an attacker.
        game.enter(creature("vanguard", board.players[0], a.KeywordAbility(keyword="haste")))
        game.declare_attackers({"vanguard": board.players[1]})
        game.leave("vanguard")
    for attacker in attackers:
        game.enter(attacker, attacking=board.attacking[attacker.id])
    for effect in board.effects:
        game.begin_effect(effect)
    return game


@dataclass(frozen=True)
class Text:
    """What the rules of a time say, as far as they differ."""

    compared: Callable[[OldRules, Declaration], Iterator[Declaration]]
    """The declarations that a proposed one is compared with."""
    planeswalkers: bool = False
    one_player: bool = True
    tapped_exempt: bool = False
    costly_exempt: bool = False


class OldRules:
    """All declarations of one player under old rules: `legal` has those that the rules allow, whether they can be paid or not."""

    def __init__(self, enumeration: Enumeration, text: Text) -> None:
        self.enumeration, self.text = enumeration, text
        declarations = [declaration for declaration, _ in enumeration.verdicts if self._may_attack_these(declaration)]
        self.possible = [d for d in declarations if enumeration.can_be_chosen(d) and enumeration.obeys_restrictions(d)]
        self.exempt = {id for id in enumeration.creatures if self._is_exempt(id)}
        self.requirements = [r for r in enumeration.requirements if not self._depends_on(r) <= self.exempt or not self.exempt]
        # Whether it obeys a requirement doesn't depend on restrictions: two may be needed to block what must be blocked by one.
        choosable = [d for d in declarations if enumeration.can_be_chosen(d)]
        self.asked = {(id, to) for d in choosable for id in d for to in d[id] if self._obeys_by(d, id, to)}
        self.declarations = declarations
        self.legal = [d for d in self.possible if not self._is_beaten(d)]

    def obeyed(self, declaration: Declaration) -> int:
        return sum(requirement(declaration) for requirement in self.requirements)

    def _is_beaten(self, proposed: Declaration) -> bool:
        """Some declaration that it is compared with obeys more, and costs nothing that this one doesn't."""
        mine = self.enumeration.cost_instances(proposed)
        return any(
            self.obeyed(other) > self.obeyed(proposed) and self.enumeration.cost_instances(other) <= mine
            for other in self.text.compared(self, proposed)
            if all(other.get(id, ()) in ((), proposed.get(id, ())) for id in self.exempt)
        )

    def _may_attack_these(self, declaration: Declaration) -> bool:
        if isinstance(self.enumeration, Blocks):
            return True
        targets = {target for (target,) in declaration.values()}
        table, players = self.enumeration.table, set(self.enumeration.board.players)
        known = all(t in players or (self.text.planeswalkers and "Battle" not in table.permanents[t].types) for t in targets)
        return known and (not self.text.one_player or len({table.defender_of(target) for target in targets}) <= 1)

    def _is_exempt(self, id: str) -> bool:
        costly = all(self.enumeration.cost_instances(declaration) for declaration in self._alone(id))
        tapped = self.enumeration.table.permanents[id].tapped
        return (self.text.costly_exempt and costly) or (self.text.tapped_exempt and tapped)

    def _alone(self, id: str) -> Iterator[Declaration]:
        """What the creature could be declared for by itself, restrictions on numbers aside."""
        enumeration = self.enumeration
        for target in enumeration.targets:
            alone = {id: (target,)}
            pair = enumeration._may_attack if isinstance(enumeration, Attacks) else enumeration._may_block  # type: ignore[attr-defined]
            if self._may_attack_these(alone) and enumeration.can_be_chosen(alone) and pair(id, target):
                yield alone

    def _depends_on(self, requirement: Callable[[Declaration], bool]) -> set[str]:
        """The creatures whose being declared obeys a requirement."""
        return {
            id
            for declaration, _ in self.enumeration.verdicts
            for id in declaration
            if requirement(declaration) and not requirement({other: to for other, to in declaration.items() if other != id})
        }

    def _obeys_by(self, declaration: Declaration, id: str, target: str) -> bool:
        """A requirement is obeyed because the creature is declared for that target, and not otherwise."""
        rest = tuple(other for other in declaration[id] if other != target)
        without = {**declaration, id: rest} if rest else {other: to for other, to in declaration.items() if other != id}
        return any(requirement(declaration) and not requirement(without) for requirement in self.requirements)


def undeclared_one_by_one(rules: OldRules, proposed: Declaration) -> Iterator[Declaration]:
    """500.2 of 1999: each creature that isn't declared, with the rest of the proposal as it is."""
    for other in one_by_one(rules, proposed):
        if all(other.get(id) == targets for id, targets in proposed.items()):
            yield other


def one_by_one(rules: OldRules, proposed: Declaration) -> Iterator[Declaration]:
    """500.2 and 500.3 of 2001: each creature, declared or not, with the rest of the proposal as it is."""
    for other in rules.possible:
        if sum(other.get(id) != proposed.get(id) for id in rules.enumeration.creatures) == 1:
            yield other


def by_options_that_meet_a_requirement(rules: OldRules, proposed: Declaration) -> Iterator[Declaration]:
    """500.4 and 500.5 of 2003: each creature as proposed, not at all, or for what meets a requirement on it."""
    for other in rules.possible:
        if all(to in proposed.get(id, ()) or (id, to) in rules.asked for id, targets in other.items() for to in targets):
            yield other


def every_one(rules: OldRules, proposed: Declaration) -> Iterator[Declaration]:
    """500.4 of 2007."""
    yield from rules.possible


def old_rules(board: Board, text: Text) -> list[OldRules]:
    """For each player who declares."""
    return [OldRules(enumeration, text) for enumeration in enumerate_declarations(board)]
