"""Which declarations are legal, by listing every one of them: the test reference for legality.

It shares nothing with `handlers/legality` but the vocabulary of abilities, which it reads for itself in the plainest way, and
counts by looking at each declaration on its own. Read it beside rules 508.1 and 509.1; it knows what `boards` can draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from declarant.events import abilities as a

from .boards import Board

Declaration = dict[str, tuple[str, ...]]
"""Creature → what it attacks or blocks. Creatures that aren't declared are absent."""

CostInstance = tuple[int, str, str | None]
"""Which ability asks for it, for which creature, and for attacking whom."""


@dataclass(frozen=True)
class Has:
    """An ability, the permanent that has it (None: an effect), its controller, and a number of its own."""

    ability: a.Ability
    source: str | None
    you: str
    number: int


@dataclass(frozen=True)
class About:
    """The creatures that a filter or a condition speaks of."""

    has: Has
    subject: str | None = None
    attacker: str | None = None
    blocker: str | None = None


class Table:
    """A board, read naively: who has which abilities, and what filters and conditions say."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.permanents = {permanent.id: permanent for permanent in board.permanents}
        self.active = board.players[0]
        granted: dict[str, list[a.Ability]] = {}
        for effect in board.effects:
            for ability in effect.abilities:
                if isinstance(ability, a.Grants):
                    assert isinstance(ability.permanents, a.IsOneOf)
                    for id in ability.permanents.ids:
                        granted.setdefault(id, []).extend(ability.abilities)
        self.abilities: list[Has] = []
        for permanent in board.permanents:
            for ability in [*permanent.abilities, *granted.get(permanent.id, [])]:
                self.abilities.append(Has(ability, permanent.id, permanent.controller, len(self.abilities)))
        for effect in board.effects:
            for ability in effect.abilities:
                self.abilities.append(Has(ability, effect.source, effect.controller, len(self.abilities)))
        self.pretended: set[tuple[str, str]] = set()
        self.hidden: set[tuple[str, str]] = set()

    def those(self, kind: type[a._Ability]) -> list[Has]:
        return [has for has in self.abilities if isinstance(has.ability, kind)]

    def keyword_abilities(self, id: str) -> list[a.KeywordAbility]:
        return [has.ability for has in self.abilities if has.source == id and isinstance(has.ability, a.KeywordAbility)]

    def has_keyword(self, id: str, keyword: str) -> bool:
        if (id, keyword) in self.pretended:
            return True
        if (id, keyword) in self.hidden:
            return False
        return any(ability.keyword == keyword for ability in self.keyword_abilities(id))

    def is_suspected(self, id: str) -> bool:
        return any(
            has.ability.designation == "suspected" and self.matches(has.ability.creatures, id, About(has))
            for has in self.those(a.Designates)
        )

    # --- what words mean ----------------------------------------------------------------------------------------------

    def is_one(self, players: a.Players, player: str | None, has: Has) -> bool:
        match players.who:
            case "you":
                return player == has.you
            case "opponents":
                return player is not None and player != has.you
            case "named":
                return player in players.ids
        raise AssertionError(players)

    def defender_of(self, target: str) -> str | None:
        """The player who is attacked, controls the planeswalker or protects the battle; None: it can't be attacked."""
        if target in self.board.players:
            return target
        permanent = self.permanents[target]
        if "Battle" in permanent.types:
            return permanent.protector
        return permanent.controller if "Planeswalker" in permanent.types else None

    def is_target(self, targets: a.Targets | None, target: str, has: Has) -> bool:
        if targets is None:
            return True
        if target in self.board.players:
            return targets.players is not None and self.is_one(targets.players, target, has)
        meant = targets.battles if "Battle" in self.permanents[target].types else targets.planeswalkers
        return meant is not None and self.is_one(meant, self.defender_of(target), has)

    def matches(self, filter: a.Filter, id: str, about: About) -> bool:
        permanent = self.permanents[id]
        match filter:
            case a.AllOf():
                return all(self.matches(part, id, about) for part in filter.parts)
            case a.AnyOf():
                return any(self.matches(part, id, about) for part in filter.parts)
            case a.Not():
                return not self.matches(filter.part, id, about)
            case a.Is(role="source"):
                return id == about.has.source
            case a.IsOneOf():
                return id in filter.ids
            case a.HasType():
                return filter.type in permanent.types
            case a.HasColor():
                return filter.color in permanent.colors
            case a.HasKeyword():
                return self.has_keyword(id, filter.keyword)
            case a.ControlledBy():
                return self.is_one(filter.players, permanent.controller, about.has)
            case a.Compares(characteristic="power"):
                than = filter.than
                if isinstance(than, a.CharacteristicOf):
                    assert than.of == "subject" and about.subject is not None
                    than = self.permanents[about.subject].power
                assert isinstance(than, int)
                return {
                    "<": permanent.power < than,
                    "<=": permanent.power <= than,
                    "=": permanent.power == than,
                    ">=": permanent.power >= than,
                    ">": permanent.power > than,
                }[filter.comparison]
        raise AssertionError(filter)

    def holds(self, condition: a.Condition | None, about: About) -> bool:
        match condition:
            case None:
                return True
            case a.Exists():
                return sum(self.matches(condition.filter, id, about) for id in self.permanents) >= condition.minimum
            case a.TurnOf():
                return self.is_one(condition.players, self.active, about.has)
            case a.Unless():
                return not self.holds(condition.part, about)
            case a.Either():
                return any(self.holds(part, about) for part in condition.parts)
        raise AssertionError(condition)

    def applies(self, has: Has, creatures: a.Filter, id: str) -> bool:
        """The ability is about that creature, and does something now."""
        about = About(has, subject=id)
        return self.matches(creatures, id, about) and self.holds(has.ability.condition, about)


class Enumeration:
    """Every declaration of one player, and what the rules say of each.

    `verdicts` has the concept that a declaration fails by; None where it is legal.
    """

    def __init__(self, board: Board, player: str) -> None:
        self.table = Table(board)
        self.board = board
        self.player = player
        self.creatures = [
            permanent.id for permanent in board.permanents if permanent.controller == player and "Creature" in permanent.types
        ]
        self.targets = self._targets()
        self.requirements = list(self._requirements())
        declarations = list(self._every_declaration())
        comparable = [
            (self.cost_instances(declaration), self.obeyed(declaration))
            for declaration in declarations
            if self.can_be_chosen(declaration) and self.obeys_restrictions(declaration)
        ]
        best: dict[frozenset[CostInstance], int] = {}
        for instances, obeyed in comparable:
            best[instances] = max(best.get(instances, 0), obeyed)
        self.verdicts = [(declaration, self._verdict(declaration, best)) for declaration in declarations]

    def _verdict(self, declaration: Declaration, best: dict[frozenset[CostInstance], int]) -> str | None:
        if not self.can_be_chosen(declaration):
            return f"{self.board.action}.choose"
        if not self.obeys_restrictions(declaration):
            return f"{self.board.action}.restrictions"
        mine = self.cost_instances(declaration)
        # Nobody is required to pay: only what incurs no other costs is compared.
        if any(instances <= mine and obeyed > self.obeyed(declaration) for instances, obeyed in best.items()):
            return f"{self.board.action}.requirements"
        return None if self.can_be_paid(mine) else f"{self.board.action}.pay"

    def obeyed(self, declaration: Declaration) -> int:
        return sum(requirement(declaration) for requirement in self.requirements)

    def can_be_paid(self, instances: Iterable[CostInstance]) -> bool:
        """All of them at once, with the mana that the player can produce and 20 life; costs are generic mana and life."""
        mana, life = 0, 0
        for number, _, _ in instances:
            cost = self.table.abilities[number].ability.cost
            assert isinstance(cost, a.Cost) and isinstance(cost.life, int)
            mana += int(cost.mana.strip("{}") or "0")
            life += cost.life
        available = self.board.mana.get(self.player)
        return life <= 20 and (available is None or mana <= int(available.strip("{}")))

    # --- the two kinds of declarations ----------------------------------------------------------------------------------

    def _targets(self) -> list[str]:
        raise NotImplementedError

    def _every_declaration(self) -> Iterator[Declaration]:
        raise NotImplementedError

    def can_be_chosen(self, declaration: Declaration) -> bool:
        """508.1a–b, 509.1a."""
        raise NotImplementedError

    def obeys_restrictions(self, declaration: Declaration) -> bool:
        """508.1c, 509.1b."""
        raise NotImplementedError

    def _requirements(self) -> Iterator[Callable[[Declaration], bool]]:
        """508.1d, 509.1c: one for each requirement that somebody is able to obey."""
        raise NotImplementedError

    def cost_instances(self, declaration: Declaration) -> frozenset[CostInstance]:
        raise NotImplementedError

    # --- restrictions on numbers, alike for both ------------------------------------------------------------------------

    def _obeys_numbers(self, declaration: Declaration) -> bool:
        table, action = self.table, self.board.action
        for has in table.those(a.DeclarationLimit):
            limit = has.ability
            if limit.action == action and table.holds(limit.condition, About(has)):
                counted = [
                    id
                    for id, targets in declaration.items()
                    if table.matches(limit.creatures, id, About(has))
                    and any(table.is_target(limit.targets, target, has) for target in targets)
                ]
                if len(counted) > limit.maximum:
                    return False
        for has in table.those(a.NeedsCompany):
            for id in declaration:
                if has.ability.action == action and table.applies(has, has.ability.creatures, id):
                    about = About(has, subject=id)
                    company = [o for o in declaration if o != id and table.matches(has.ability.others, o, about)]
                    if len(company) < has.ability.minimum:
                        return False
        for has in table.those(a.OnlyAlone):
            for id in declaration:
                if has.ability.action == action and table.applies(has, has.ability.creatures, id) and len(declaration) > 1:
                    return False
        return True


class Attacks(Enumeration):
    """The attacks of the active player."""

    def _targets(self) -> list[str]:
        everything = [*self.board.players, *self.table.permanents]
        return [id for id in everything if self.table.defender_of(id) not in (None, self.player)]

    def _every_declaration(self) -> Iterator[Declaration]:
        for chosen in product([None, *self.targets], repeat=len(self.creatures)):
            yield {id: (target,) for id, target in zip(self.creatures, chosen, strict=True) if target is not None}

    def can_be_chosen(self, declaration: Declaration) -> bool:
        return all(self._may_be_chosen(id, target) for id, (target,) in declaration.items())

    def _may_be_chosen(self, id: str, target: str) -> bool:
        permanent, table = self.table.permanents[id], self.table
        if permanent.tapped or "Battle" in permanent.types:
            return False
        return permanent.continuously_controlled or table.has_keyword(id, "haste") or self._as_though(id, target, "with haste")

    def _as_though(self, id: str, target: str, as_though: str) -> bool:
        return any(
            has.ability.as_though == as_though
            and self.table.applies(has, has.ability.creatures, id)
            and self.table.is_target(has.ability.targets, target, has)
            for has in self.table.those(a.AttacksAsThough)
        )

    def obeys_restrictions(self, declaration: Declaration) -> bool:
        return all(self._may_attack(id, target) for id, (target,) in declaration.items()) and self._obeys_numbers(declaration)

    def _may_attack(self, id: str, target: str) -> bool:
        table = self.table
        if table.has_keyword(id, "defender") and not self._as_though(id, target, "without defender"):
            return False
        return not any(
            table.applies(has, has.ability.creatures, id) and table.is_target(has.ability.targets, target, has)
            for has in table.those(a.CantAttack)
        )

    def _requirements(self) -> Iterator[Callable[[Declaration], bool]]:
        table = self.table

        def attacks(id: str, targets: list[str]) -> Callable[[Declaration], bool]:
            return lambda declaration: id in declaration and declaration[id][0] in targets

        for id in self.creatures:
            able = [t for t in self.targets if self._may_be_chosen(id, t) and self._may_attack(id, t)]
            for has in table.those(a.MustAttack):
                must = has.ability
                if not table.applies(has, must.creatures, id):
                    continue
                meant = [target for target in able if table.is_target(must.targets, target, has)]
                if not meant:
                    continue
                if must.if_attacks is None:
                    yield attacks(id, meant)
                else:
                    others = [
                        other
                        for other in self.creatures
                        if other != id and table.matches(must.if_attacks, other, About(has, subject=id))
                    ]
                    yield self._attacks_with(id, meant, others)
            goaders = {
                has.you
                for has in table.those(a.Designates)
                if has.ability.designation == "goaded" and table.applies(has, has.ability.creatures, id)
            }
            for goader in goaders:
                if able:
                    yield attacks(id, able)
                others = [target for target in able if target in self.board.players and target != goader]
                if others:
                    yield attacks(id, others)

    def _attacks_with(self, id: str, targets: list[str], others: list[str]) -> Callable[[Declaration], bool]:
        def obeyed(declaration: Declaration) -> bool:
            if not any(other in declaration for other in others):
                return True
            return id in declaration and declaration[id][0] in targets

        return obeyed

    def cost_instances(self, declaration: Declaration) -> frozenset[CostInstance]:
        table = self.table
        return frozenset(
            (has.number, id, None if has.ability.targets is None else table.defender_of(target))
            for has in table.those(a.AttackCost)
            for id, (target,) in declaration.items()
            if table.applies(has, has.ability.creatures, id) and table.is_target(has.ability.targets, target, has)
        )


class Blocks(Enumeration):
    """The blocks of one defending player."""

    def _targets(self) -> list[str]:
        attacking = self.board.attacking.items()
        return [attacker for attacker, target in attacking if self.table.defender_of(target) == self.player]

    def _every_declaration(self) -> Iterator[Declaration]:
        # One more than a creature can block, to see that refused; on larger boards not even that.
        spare = 1 if len(self.creatures) * len(self.targets) <= 6 else 0
        options: list[list[tuple[str, ...]]] = [
            [
                chosen
                for size in range(min(len(self.targets), self._capacity(id) + spare) + 1)
                for chosen in combinations(self.targets, size)
            ]
            for id in self.creatures
        ]
        for declared in product(*options):
            yield {id: targets for id, targets in zip(self.creatures, declared, strict=True) if targets}

    def _capacity(self, id: str) -> int:
        capacity = 1
        for has in self.table.those(a.BlocksAdditional):
            if self.table.applies(has, has.ability.blockers, id):
                number = has.ability.number
                assert number is None or isinstance(number, int)
                capacity += len(self.targets) if number is None else number
        return capacity

    def can_be_chosen(self, declaration: Declaration) -> bool:
        return all(
            len(attackers) <= self._capacity(id) and all(self._may_be_chosen(id, attacker) for attacker in attackers)
            for id, attackers in declaration.items()
        )

    def _may_be_chosen(self, id: str, attacker: str) -> bool:
        permanent = self.table.permanents[id]
        if "Battle" in permanent.types:
            return False
        return not permanent.tapped or any(
            has.ability.untapped and self._speaks_of(has, id, attacker) for has in self.table.those(a.BlocksAsThough)
        )

    def _speaks_of(self, has: Has, blocker: str, attacker: str) -> bool:
        """The ability is about that blocker and that attacker, and does something now."""
        about = About(has, subject=blocker, blocker=blocker, attacker=attacker)
        return (
            self.table.matches(has.ability.blockers, blocker, about)
            and (has.ability.attackers is None or self.table.matches(has.ability.attackers, attacker, about))
            and self.table.holds(has.ability.condition, about)
        )

    def obeys_restrictions(self, declaration: Declaration) -> bool:
        pairs = all(self._may_block(id, attacker) for id, attackers in declaration.items() for attacker in attackers)
        return pairs and self._obeys_numbers(declaration) and self._obeys_blocker_counts(declaration)

    def _may_block(self, blocker: str, attacker: str) -> bool:
        table = self.table
        permissions = [has.ability for has in table.those(a.BlocksAsThough) if self._speaks_of(has, blocker, attacker)]
        table.pretended = {(blocker, p.with_keyword) for p in permissions if p.with_keyword}
        table.hidden = {(attacker, p.attacker_without) for p in permissions if p.attacker_without}
        try:
            return not any(self._evasions(blocker, attacker)) and not any(
                self._speaks_of(has, blocker, attacker) for has in table.those(a.CantBlock)
            )
        finally:
            table.pretended, table.hidden = set(), set()

    def _evasions(self, blocker: str, attacker: str) -> Iterator[bool]:
        """Rule 702, keyword by keyword: true where it keeps the creature from blocking that attacker."""
        table = self.table
        one, other = table.permanents[attacker], table.permanents[blocker]

        def has(id: str, keyword: str) -> bool:
            return table.has_keyword(id, keyword)

        yield has(attacker, "flying") and not has(blocker, "flying") and not has(blocker, "reach")
        yield has(attacker, "shadow") != has(blocker, "shadow")
        yield has(attacker, "horsemanship") and not has(blocker, "horsemanship")
        yield has(attacker, "fear") and "Artifact" not in other.types and "B" not in other.colors
        yield has(attacker, "intimidate") and "Artifact" not in other.types and not set(one.colors) & set(other.colors)
        yield has(attacker, "skulk") and other.power > one.power
        yield has(blocker, "decayed")
        yield has(blocker, "unleash") and other.counters.get("+1/+1", 0) > 0
        yield table.is_suspected(blocker)
        for keyword in table.keyword_abilities(attacker):
            if keyword.keyword == "protection":
                assert isinstance(keyword.quality, a.HasColor)
                yield keyword.quality.color in other.colors

    def _obeys_blocker_counts(self, declaration: Declaration) -> bool:
        table = self.table
        for attacker in self.targets:
            blockers = sum(attacker in attackers for attackers in declaration.values())
            if not blockers:
                continue
            if blockers < 2 and (table.has_keyword(attacker, "menace") or table.is_suspected(attacker)):
                return False
            for has in table.those(a.BlockerCount):
                count = has.ability
                if not table.applies(has, count.attackers, attacker):
                    continue
                minimum = len(self.creatures) if count.every else count.minimum
                if blockers < minimum or (count.maximum is not None and blockers > count.maximum):
                    return False
        return True

    def _requirements(self) -> Iterator[Callable[[Declaration], bool]]:
        table = self.table

        def blocks(blocker: str, attackers: list[str]) -> Callable[[Declaration], bool]:
            return lambda declaration: any(attacker in attackers for attacker in declaration.get(blocker, ()))

        for id in self.creatures:
            able = [t for t in self.targets if self._may_be_chosen(id, t) and self._may_block(id, t)]
            for has in table.those(a.MustBlock):
                if has.ability.attackers is None:
                    if table.applies(has, has.ability.blockers, id):
                        yield blocks(id, able)
                    continue
                meant = [attacker for attacker in able if self._speaks_of(has, id, attacker)]
                if has.ability.any_one:
                    yield from [blocks(id, meant)] if meant else []
                else:
                    yield from (blocks(id, [attacker]) for attacker in meant)
        for has in table.those(a.MustBeBlocked):
            for attacker in self.targets:
                if table.applies(has, has.ability.attackers, attacker):
                    yield self._is_blocked(has, attacker)

    def _is_blocked(self, has: Has, attacker: str) -> Callable[[Declaration], bool]:
        must = has.ability
        assert isinstance(must, a.MustBeBlocked)

        def obeyed(declaration: Declaration) -> bool:
            number = sum(
                attacker in attackers and self.table.matches(must.blockers, blocker, About(has))
                for blocker, attackers in declaration.items()
            )
            return must.minimum <= number and (must.maximum is None or number <= must.maximum)

        return obeyed

    def cost_instances(self, declaration: Declaration) -> frozenset[CostInstance]:
        return frozenset(
            (has.number, id, None)
            for has in self.table.those(a.BlockCost)
            for id, attackers in declaration.items()
            if any(self._speaks_of(has, id, attacker) for attacker in attackers)
        )


def enumerate_declarations(board: Board) -> list[Enumeration]:
    """All declarations on the board: the attacks, or the blocks of each player who is attacked, in turn order."""
    if board.action == "attack":
        return [Attacks(board, board.players[0])]
    attacked = {Table(board).defender_of(target) for target in board.attacking.values()}
    opponents = board.players[1:]
    return [Blocks(board, player) for player in opponents if player in attacked or len(opponents) == 1]
