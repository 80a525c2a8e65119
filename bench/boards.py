"""Random boards to judge declarations on, laid out as events: small ones as they are played, large ones, and hard ones."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from declarant.events import abilities as a
from declarant.events.catalogue import Event
from declarant.events.declarations import BecameAttacking
from declarant.events.facts import CombatBegan, GameStarted, PermanentEntered, StepBegan, TurnBegan
from declarant.handlers.attempt import Attempt, Draft, Violated
from declarant.handlers.procedure import runner
from declarant.handlers.procedure.attackers_508_1 import ATTACKERS_508_1
from declarant.handlers.procedure.blockers_509_1 import BLOCKERS_509_1
from declarant.handlers.procedure.commands import DeclareAttackers, DeclareBlockers
from declarant.handlers.rulebook.editions import editions
from declarant.projections.state import State, fold

BoardChoice = dict[str, tuple[str, ...]]

ANN, BOB, CAT = "Ann", "Bob", "Cat"
MENACE = a.KeywordAbility(keyword="menace")
FLYING = a.KeywordAbility(keyword="flying")
REACH = a.KeywordAbility(keyword="reach")
BY_THREE_OR_MORE = a.BlockerCount(attackers=a.THIS, minimum=3)
NOT_BY_MORE_THAN_ONE = a.BlockerCount(attackers=a.THIS, maximum=1)
LURE = a.MustBlock(blockers=a.ANYTHING, attackers=a.THIS)
MUST_BE_BLOCKED = a.MustBeBlocked(attackers=a.THIS)
MUST_BE_BLOCKED_BY_TWO = a.MustBeBlocked(attackers=a.THIS, minimum=2)
MUST_BLOCK = a.MustBlock(blockers=a.THIS)
MUST_ATTACK = a.MustAttack(creatures=a.THIS)
NOT_ALONE = a.NeedsCompany(action="attack", creatures=a.THIS)
BLOCKS_NOT_ALONE = a.NeedsCompany(action="block", creatures=a.THIS)
BLOCKS_TWO = a.BlocksAdditional(blockers=a.THIS)
OPPONENTS_PAY = a.AttackCost(creatures=a.ANYTHING, targets=a.Targets(players=a.Players(who="you")), cost=a.Cost(mana="{2}"))
FEATURES_OF_ATTACKERS: tuple[tuple[a.Ability, ...], ...] = (
    (FLYING,),
    (FLYING,),
    (MENACE,),
    (MENACE,),
    (a.KeywordAbility(keyword="fear"),),
    (a.KeywordAbility(keyword="skulk"),),
    (a.KeywordAbility(keyword="protection", quality=a.HasColor(color="W")),),
    (BY_THREE_OR_MORE,),
    (NOT_BY_MORE_THAN_ONE,),
    (LURE,),
    (LURE, MENACE),
    (MUST_BE_BLOCKED,),
    (MUST_BE_BLOCKED_BY_TWO,),
)
FEATURES_OF_BLOCKERS: tuple[tuple[a.Ability, ...], ...] = ((FLYING,), (REACH,), (MUST_BLOCK,), (BLOCKS_NOT_ALONE,), (BLOCKS_TWO,))


@dataclass(frozen=True)
class BenchBoard:
    """A board, and what the player who declares may choose from."""

    state: State
    action: a.CombatAction
    creatures: tuple[str, ...]
    targets: tuple[str, ...]

    def judge(self, chosen: BoardChoice) -> Violated | None:
        """What is wrong with the declaration (None: it is legal), up to the total cost: 508.1a–h, 509.1a–d."""
        draft = Draft.of(self.state, self.state.version)
        if self.action == "attack":
            attempt = Attempt[Any](
                draft, DeclareAttackers(attackers={unit: target for unit, (target,) in chosen.items()}, pay=None), ANN
            )
            runner.check(ATTACKERS_508_1, attempt)
        else:
            attempt = Attempt[Any](draft, DeclareBlockers(blocks=chosen, pay=None), BOB)
            runner.check(BLOCKERS_509_1, attempt)
        return attempt.violated[0] if attempt.violated else None


class _BoardLayout:
    """A board that is being laid out."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.abilities: dict[str, list[a.Ability]] = {}
        self.controller: dict[str, str] = {}
        self.others: set[str] = set()
        """Those that are no creatures."""

    def creatures(self, prefix: str, controller: str, number: int) -> list[str]:
        ids = [f"{prefix}{index}" for index in range(number)]
        self.controller |= dict.fromkeys(ids, controller)
        return ids

    def give(self, creature: str, *abilities: a.Ability) -> None:
        self.abilities.setdefault(creature, []).extend(abilities)

    def blocks(self, attackers: list[str], blockers: list[str], alike: bool = False) -> BenchBoard:
        became = BecameAttacking(player=ANN, attackers=dict.fromkeys(attackers, BOB), defending=dict.fromkeys(attackers, BOB))
        events = [*self._laid_out((ANN, BOB), alike), StepBegan(step="declare attackers"), became]
        return BenchBoard(fold(enumerate(events, 1)), "block", tuple(blockers), tuple(attackers))

    def attacks(self, creatures: list[str]) -> BenchBoard:
        state = fold(enumerate(self._laid_out((ANN, BOB, CAT), False), 1))
        return BenchBoard(state, "attack", tuple(creatures), (BOB, CAT))

    def _laid_out(self, players: tuple[str, ...], alike: bool) -> list[Event]:
        started = GameStarted(players=players, edition=editions()[0].effective, declarant_version="")
        entered = [self._entered(id, controller, alike) for id, controller in self.controller.items()]
        return [started, TurnBegan(player=ANN, number=1), *entered, CombatBegan()]

    def _entered(self, id: str, controller: str, alike: bool) -> PermanentEntered:
        event = PermanentEntered(
            id=id,
            controller=controller,
            owner=controller,
            types=("Enchantment",) if id in self.others else ("Creature",),
            colors=() if alike else (self.random.choice(("W", "U", "B", "R", "G")),),
            power=1 if alike else self.random.randint(1, 4),
            toughness=1,
            abilities=tuple(self.abilities.get(id, ())),
        )
        # As it comes out of a log: nothing is shared with another event.
        return PermanentEntered.model_validate_json(event.model_dump_json())


def few_blocks(random: Random, blockers: int = 4, attackers: int = 3, features: tuple[int, int] = (0, 2)) -> BenchBoard:
    """Blocks with few abilities that matter."""
    table = _BoardLayout(random)
    a_, b = table.creatures("a", ANN, attackers), table.creatures("b", BOB, blockers)
    for _ in range(random.randint(*features)):
        if random.random() < 0.7:
            table.give(random.choice(a_), *random.choice(FEATURES_OF_ATTACKERS))
        else:
            table.give(random.choice(b), *random.choice(FEATURES_OF_BLOCKERS))
    return table.blocks(a_, b)


def few_attacks(random: Random) -> BenchBoard:
    """Attacks on two players with few abilities that matter."""
    table = _BoardLayout(random)
    own, bob = table.creatures("a", ANN, 4), table.creatures("b", BOB, 1)
    for _ in range(random.randint(0, 2)):
        holder, ability = random.choice(
            (
                (random.choice(own), MUST_ATTACK),
                (random.choice(own), NOT_ALONE),
                (random.choice(bob), a.DeclarationLimit(action="attack", maximum=2)),
                (random.choice(bob), OPPONENTS_PAY),
                (random.choice(own), a.KeywordAbility(keyword="defender")),
            )
        )
        table.give(holder, ability)
    return table.attacks(own)


def many_blocks(random: Random, size: int = 20) -> BenchBoard:
    """Lures, menace, creatures that must block or be blocked, and evasion without a pattern: hardly alike."""
    table = _BoardLayout(random)
    attackers, blockers = table.creatures("a", ANN, size), table.creatures("b", BOB, size)
    density = random.choice((0.5, 0.8, 1.0))

    def give(holders: list[str], least: int, most: int, *abilities: a.Ability) -> None:
        for holder in random.sample(holders, random.randint(least, most)):
            table.give(holder, random.choice(abilities))

    for attacker in attackers:
        unable = tuple(blocker for blocker in blockers if random.random() > density)
        if unable:
            table.give(attacker, a.CantBlock(blockers=a.IsOneOf(ids=unable), attackers=a.THIS))
    give(attackers, 1, 4, LURE)
    give(attackers, 2, 8, MENACE, MENACE, MENACE, BY_THREE_OR_MORE)
    give(attackers, 0, 2, NOT_BY_MORE_THAN_ONE)
    give(attackers, 2, 8, MUST_BE_BLOCKED)
    give(attackers, 0, 2, MUST_BE_BLOCKED_BY_TWO)
    give(blockers, 1, 6, MUST_BLOCK)
    for blocker in random.sample(blockers, random.randint(0, 5)):
        table.give(blocker, a.MustBlock(blockers=a.THIS, attackers=a.IsOneOf(ids=(random.choice(attackers),))))
    give(blockers, 0, 2, BLOCKS_NOT_ALONE)
    give(blockers, 0, 2, BLOCKS_TWO)
    if random.random() < 0.3:
        table.give(blockers[0], a.DeclarationLimit(action="block", maximum=random.randint(4, 15)))
    return table.blocks(attackers, blockers)


def tokens(random: Random, size: int = 1000) -> BenchBoard:
    """Swarms of tokens: some fly, some reach, few attackers lure, have menace or must be blocked."""
    table = _BoardLayout(random)
    attackers, blockers = table.creatures("a", ANN, size), table.creatures("b", BOB, size)
    for attacker in attackers:
        if random.random() < 0.2:
            table.give(attacker, FLYING)
    for blocker in blockers:
        if random.random() < 0.3:
            table.give(blocker, REACH)
    for attacker in random.sample(attackers, random.randint(1, 3)):
        table.give(attacker, LURE)
    for attacker in random.sample(attackers, random.randint(1, 4)):
        table.give(attacker, MENACE)
    for attacker in random.sample(attackers, 2):
        table.give(attacker, MUST_BE_BLOCKED)
    if random.random() < 0.3:
        table.give(attackers[0], a.DeclarationLimit(action="block", maximum=random.randint(1, size)))
    return table.blocks(attackers, blockers, alike=True)


def lords(random: Random, size: int = 100) -> BenchBoard:
    """Creatures on both sides of which each gives all others of its side +1/+1 and a keyword."""
    table = _BoardLayout(random)
    attackers, blockers = table.creatures("a", ANN, size), table.creatures("b", BOB, size)
    yours = a.ControlledBy(players=a.Players(who="you"))
    others = a.AllOf(parts=(a.HasType(type="Creature"), yours, a.Not(part=a.THIS)))
    for lord in (*attackers, *blockers):
        more = a.ChangesCharacteristics(permanents=others, power=1, toughness=1)
        table.give(lord, more, a.Grants(permanents=others, abilities=(FLYING,)))
    return table.blocks(attackers, blockers, alike=True)


def crowd(random: Random, size: int = 5_000) -> BenchBoard:
    """So many permanents of many kinds, half of each player's: a fifth are no creatures."""
    table = _BoardLayout(random)
    attackers, blockers = table.creatures("a", ANN, 2 * size // 5), table.creatures("b", BOB, 2 * size // 5)
    table.others = {*table.creatures("c", ANN, size // 10), *table.creatures("d", BOB, size // 10)}
    kinds = (FLYING, REACH, MENACE, a.CantBlock(blockers=a.THIS), MUST_ATTACK, a.KeywordAbility(keyword="vigilance"))
    for creature in (*attackers, *blockers):
        if random.random() < 0.6:
            table.give(creature, random.choice(kinds))
    return table.blocks(attackers, blockers, alike=True)


def exact_cover(random: Random, triples: int = 20, more: int = 40) -> BenchBoard:
    """The reduction from exact cover: attackers that must be blocked, each only by three creatures, and by all of them.

    There is a cover, so that as many requirements as `triples` can be obeyed.
    """
    table = _BoardLayout(random)
    blockers = table.creatures("b", BOB, 3 * triples)
    shuffled = random.sample(blockers, len(blockers))
    sets = [tuple(shuffled[3 * index : 3 * index + 3]) for index in range(triples)]
    sets += [tuple(random.sample(blockers, 3)) for _ in range(more)]
    attackers = table.creatures("a", ANN, len(sets))
    for attacker, able in zip(random.sample(attackers, len(attackers)), sets, strict=True):
        others = a.Not(part=a.IsOneOf(ids=able))
        table.give(attacker, a.CantBlock(blockers=others, attackers=a.THIS), BY_THREE_OR_MORE, MUST_BE_BLOCKED)
    return table.blocks(attackers, blockers)


def at_random(random: Random, position: BenchBoard, share: float = 0.7) -> BoardChoice:
    """A declaration of many creatures without looking at restrictions."""
    return {creature: (random.choice(position.targets),) for creature in position.creatures if random.random() < share}
