"""Small random boards over every family of abilities that decides which declarations are legal.

A board is data: what is on the table, and for blocks what is attacking. `game` lays it out for the referee; the test reference
reads the same data by itself. Equal seeds give equal boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from declarant.events import abilities as a
from declarant.events.facts import PermanentEntered
from declarant.handlers.game import Game

PLAYERS = ("Ann", "Bob", "Cat")
YOU, OPPONENTS = a.Players(who="you"), a.Players(who="opponents")
YOUR_CREATURES = a.ControlledBy(players=YOU)
THEIR_CREATURES = a.ControlledBy(players=OPPONENTS)


@dataclass(frozen=True)
class Board:
    """What the declaration is made on. The first player is active; `attacking` says what each attacker attacks."""

    action: a.CombatAction
    players: tuple[str, ...]
    permanents: tuple[PermanentEntered, ...]
    effects: tuple[a.Effect, ...] = ()
    attacking: dict[str, str] = field(default_factory=dict)
    mana: dict[str, str] = field(default_factory=dict)

    def game(self, rules: str | None = None) -> Game:
        """The board laid out, in the step in which the declaration is made; under the rules of a day, or the newest."""
        game = Game.start(self.players, rules=rules, mana=self.mana)
        attackers = [permanent for permanent in self.permanents if permanent.id in self.attacking]
        for permanent in self.permanents:
            if permanent not in attackers:
                game.enter(permanent)
        game.begin_combat()
        for attacker in attackers:
            # Put onto the battlefield attacking: no restriction or requirement on attacking applies (508.4c).
            game.enter(attacker, attacking=self.attacking[attacker.id])
        for effect in self.effects:
            game.begin_effect(effect)
        return game

    def reordered(self, random: Random) -> Board:
        """The same board, laid out in another order."""
        return replace(
            self,
            permanents=tuple(random.sample(self.permanents, len(self.permanents))),
            effects=tuple(random.sample(self.effects, len(self.effects))),
        )

    def with_more(self, *permanents: PermanentEntered) -> Board:
        """The board with more permanents on it."""
        return replace(self, permanents=(*self.permanents, *permanents))


def creature(id: str, controller: str, *abilities: a.Ability, power: int = 2, **more: object) -> PermanentEntered:
    """A creature that can be declared, unless it says otherwise."""
    return PermanentEntered.model_validate(
        {"id": id, "controller": controller, "owner": controller, "types": ("Creature",)}
        | {"power": power, "toughness": 2, "abilities": abilities}
        | more
    )


def random_board(random: Random, creatures: int = 3, others: int = 2, abilities: int = 4) -> Board:
    """A board to declare attackers or blockers on: so many creatures at most, so many things to attack or block at most."""
    draw = _Draw(random)
    return draw.attack(creatures, others, abilities) if random.random() < 0.45 else draw.block(creatures, others, abilities)


class _Draw:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.abilities: dict[str, list[a.Ability]] = {}
        self.effects: list[a.Effect] = []

    # --- boards -------------------------------------------------------------------------------------------------------

    def attack(self, creatures: int, others: int, abilities: int) -> Board:
        random = self.random
        self.players = PLAYERS[: random.choice((2, 2, 3)) if others > 1 else 2]
        active, *opponents = self.players
        permanents = [self.creature(f"a{number}", active) for number in range(random.randint(1, creatures))]
        for number in range(random.randint(0, max(0, others - len(opponents)))):
            defender = random.choice(self.players)
            if random.random() < 0.5:
                permanents.append(self.permanent(f"walker{number}", defender, "Planeswalker"))
            else:
                permanents.append(self.permanent(f"siege{number}", random.choice(self.players), "Battle", protector=defender))
        for player in self.players:
            permanents.append(self.permanent(f"totem of {player}", player, "Enchantment"))
        if random.random() < 0.3:
            permanents.append(self.creature("bystander", random.choice(opponents)))
        self.permanents = permanents
        self.own = [permanent.id for permanent in permanents if permanent.id.startswith("a")]
        for _ in range(random.randint(0, abilities)):
            random.choice(_ATTACK_FAMILIES)(self)
        return self.board("attack", {})

    def block(self, creatures: int, others: int, abilities: int) -> Board:
        random = self.random
        self.players = PLAYERS[: 3 if others > 1 and random.random() < 0.15 else 2]
        active, *opponents = self.players
        permanents, attacking = [], {}
        walker = self.permanent("walker", random.choice(opponents), "Planeswalker")
        permanents.append(walker)
        for number in range(random.randint(1, others)):
            permanents.append(self.creature(f"a{number}", active))
            attacking[f"a{number}"] = random.choice([*opponents, *opponents, "walker"])
        for number in range(random.randint(1, creatures)):
            controller = random.choice(opponents) if random.random() < 0.9 else active
            permanents.append(self.creature(f"b{number}", controller))
        for player in self.players:
            permanents.append(self.permanent(f"totem of {player}", player, "Enchantment"))
        self.permanents = permanents
        self.own = [permanent.id for permanent in permanents if permanent.id.startswith("b")]
        self.attackers = list(attacking)
        for _ in range(random.randint(0, abilities)):
            random.choice(_BLOCK_FAMILIES)(self)
        return self.board("block", attacking)

    def board(self, action: a.CombatAction, attacking: dict[str, str]) -> Board:
        permanents = tuple(
            permanent.model_copy(update={"abilities": tuple(self.abilities[permanent.id])})
            if permanent.id in self.abilities
            else permanent
            for permanent in self.permanents
        )
        mana = {p: f"{{{self.random.randint(0, 3)}}}" for p in self.players if self.random.random() < 0.5}
        return Board(action, self.players, permanents, tuple(self.effects), attacking, mana)

    def permanent(self, id: str, controller: str, *types: str, **more: object) -> PermanentEntered:
        return PermanentEntered.model_validate({"id": id, "controller": controller, "owner": controller, "types": types} | more)

    def creature(self, id: str, controller: str) -> PermanentEntered:
        random = self.random
        types = [
            "Creature",
            *(["Artifact"] if random.random() < 0.15 else []),
            *(["Planeswalker"] if random.random() < 0.03 else []),
        ]
        return creature(
            id,
            controller,
            power=random.randint(0, 4),
            types=tuple(types),
            colors=tuple(random.sample("WUBRG", random.choice((0, 1, 1, 1, 2)))),
            counters={"+1/+1": 1} if random.random() < 0.1 else {},
            tapped=random.random() < (0.05 if id.startswith("a") else 0.12),
            continuously_controlled=random.random() > 0.08,
        )

    # --- parts of abilities -------------------------------------------------------------------------------------------

    def give(self, ability: a.Ability, holders: Iterable[str]) -> None:
        """A permanent has the ability; or an effect gives it, or is it."""
        holder = self.random.choice(list(holders))
        if self.random.random() < 0.1:
            granted = a.Grants(permanents=a.IsOneOf(ids=(holder,)), abilities=(ability,))
            self.effect(granted, self.random.choice(self.players))
        else:
            self.abilities.setdefault(holder, []).append(ability)

    def effect(self, ability: a.Ability, controller: str, source: str | None = None) -> None:
        id = f"effect {len(self.effects)}"
        self.effects.append(a.Effect(id=id, controller=controller, source=source, abilities=(ability,)))

    def totems(self, *players: str) -> list[str]:
        return [f"totem of {player}" for player in players or self.players]

    def keyword(self, *holders: str, keywords: Iterable[str]) -> None:
        keyword = self.random.choice(list(keywords))
        quality = None
        if keyword == "protection":
            quality = a.HasColor(color=self.random.choice("WUBRG"))
        self.give(a.KeywordAbility(keyword=keyword, quality=quality), holders)

    def quality(self) -> a.Filter:
        """A characteristic that some creatures have."""
        random = self.random
        choices: list[Callable[[], a.Filter]] = [
            lambda: a.HasColor(color=random.choice("WUBRG")),
            lambda: a.Compares(
                characteristic="power", comparison=random.choice((">=", "<=", ">", "<")), than=random.randint(1, 3)
            ),
            lambda: a.HasKeyword(keyword=random.choice(("flying", "reach", "shadow"))),
            lambda: a.HasType(type="Artifact"),
            lambda: a.Not(part=a.HasKeyword(keyword="flying")),
            lambda: a.AnyOf(parts=(a.HasColor(color="B"), a.HasType(type="Artifact"))),
            lambda: a.ANYTHING,
        ]
        return random.choice(choices)()

    def condition(self) -> a.Condition | None:
        random = self.random
        if random.random() < 0.8:
            return None
        exists = a.Exists(
            filter=a.AllOf(parts=(a.HasType(type="Creature"), self.quality(), YOUR_CREATURES)), minimum=random.randint(1, 2)
        )
        return random.choice(
            (exists, a.Unless(part=exists), a.TurnOf(players=YOU), a.Either(parts=(a.TurnOf(players=OPPONENTS), exists)))
        )

    def targets(self, players: a.Players) -> a.Targets:
        """Those players, perhaps with their planeswalkers and battles, or these alone."""
        return self.random.choice(
            (
                a.Targets(players=players),
                a.Targets(players=players, planeswalkers=players),
                a.Targets(players=players, planeswalkers=players, battles=players),
                a.Targets(planeswalkers=players),
            )
        )

    def cost(self) -> a.Cost:
        random = self.random
        return random.choice(
            (a.Cost(mana=f"{{{random.randint(0, 2)}}}"), a.Cost(mana="{1}"), a.Cost(life=random.choice((1, 21))))
        )

    def one_of(self, ids: list[str]) -> a.Filter:
        return a.IsOneOf(ids=tuple(sorted(self.random.sample(ids, self.random.randint(1, min(2, len(ids)))))))

    # --- families: attacks --------------------------------------------------------------------------------------------

    def attack_keyword(self) -> None:
        self.keyword(*self.own, keywords=("defender", "haste", "flying", "decayed", "vigilance"))

    def cant_attack(self) -> None:
        if self.random.random() < 0.4:
            self.give(a.CantAttack(creatures=a.THIS, condition=self.condition()), self.own)
            return
        targets = self.random.choice((None, self.targets(YOU), self.targets(YOU)))
        self.give(a.CantAttack(creatures=self.quality(), targets=targets, condition=self.condition()), self.totems())

    def attacks_as_though(self) -> None:
        targets = self.random.choice((None, None, self.targets(OPPONENTS)))
        as_though = self.random.choice(("without defender", "with haste"))
        filter = self.random.choice((a.THIS, self.quality()))
        self.give(a.AttacksAsThough(creatures=filter, as_though=as_though, targets=targets, condition=self.condition()), self.own)

    def attack_limit(self) -> None:
        targets = self.random.choice((None, self.targets(YOU)))
        limit = a.DeclarationLimit(
            action="attack",
            creatures=self.quality(),
            maximum=self.random.randint(0, 2),
            targets=targets,
            condition=self.condition(),
        )
        self.give(limit, self.totems())

    def attack_company(self) -> None:
        self.give(self.company("attack"), self.own)

    def company(self, action: a.CombatAction) -> a.Ability:
        greater = a.Compares(
            characteristic="power", comparison=">", than=a.CharacteristicOf(characteristic="power", of="subject")
        )
        others = self.random.choice((a.ANYTHING, self.quality(), greater))
        creatures = a.THIS if self.random.random() < 0.8 else self.quality()
        return a.NeedsCompany(
            action=action, creatures=creatures, others=others, minimum=self.random.randint(1, 2), condition=self.condition()
        )

    def attacks_alone(self) -> None:
        self.give(a.OnlyAlone(action="attack", creatures=a.THIS, condition=self.condition()), self.own)

    def must_attack(self) -> None:
        random = self.random
        named = a.Players(who="named", ids=(random.choice(self.players),))
        targets = random.choice((None, None, self.targets(named), self.targets(OPPONENTS)))
        self.give(a.MustAttack(creatures=a.THIS, targets=targets, condition=self.condition()), self.own)

    def all_must_attack(self) -> None:
        targets = self.random.choice((None, self.targets(YOU)))
        self.give(a.MustAttack(creatures=self.quality(), targets=targets, condition=self.condition()), self.totems())

    def attacks_with(self) -> None:
        company = self.random.choice((a.AllOf(parts=(a.HasType(type="Creature"), YOUR_CREATURES)), self.one_of(self.own)))
        self.give(a.MustAttack(creatures=a.THIS, if_attacks=company, condition=self.condition()), self.own)

    def goad(self) -> None:
        random = self.random
        goaded = a.Designates(creatures=self.one_of(self.own), designation="goaded", condition=self.condition())
        self.effect(goaded, random.choice(self.players[1:]))

    def attack_cost(self) -> None:
        if self.random.random() < 0.4:
            self.give(a.AttackCost(creatures=a.THIS, cost=self.cost(), condition=self.condition()), self.own)
        else:
            tax = a.AttackCost(creatures=self.quality(), targets=self.targets(YOU), cost=self.cost(), condition=self.condition())
            self.give(tax, self.totems(*self.players[1:]))

    # --- families: blocks ---------------------------------------------------------------------------------------------

    def attacker_keyword(self) -> None:
        self.keyword(
            *self.attackers,
            keywords=("flying", "shadow", "fear", "intimidate", "skulk", "horsemanship", "protection", "menace", "menace"),
        )

    def blocker_keyword(self) -> None:
        self.keyword(*self.own, keywords=("flying", "reach", "shadow", "horsemanship", "decayed", "unleash"))

    def cant_block(self) -> None:
        random = self.random
        ability = random.choice(
            (
                a.CantBlock(blockers=a.THIS, attackers=self.quality(), condition=self.condition()),
                a.CantBlock(blockers=a.THIS, attackers=a.Not(part=a.HasKeyword(keyword="flying"))),
            )
        )
        self.give(ability, self.own)

    def cant_be_blocked(self) -> None:
        self.give(a.CantBlock(blockers=self.quality(), attackers=a.THIS, condition=self.condition()), self.attackers)

    def weak_cant_block(self) -> None:
        self.give(a.CantBlock(blockers=self.quality(), attackers=self.quality(), condition=self.condition()), self.totems())

    def suspect(self) -> None:
        suspected = a.Designates(creatures=self.one_of([*self.own, *self.attackers]), designation="suspected")
        self.effect(suspected, self.random.choice(self.players))

    def blocks_as_though(self) -> None:
        random = self.random
        permission: dict[str, object] = random.choice(
            (
                {"untapped": True, "attackers": self.quality()},
                {"with_keyword": "flying", "attackers": self.quality()},
                {"with_keyword": "shadow", "attackers": a.HasKeyword(keyword="shadow")},
                {"attacker_without": "flying", "attackers": a.HasKeyword(keyword="flying")},
            )
        )
        blockers = random.choice((a.THIS, a.THIS, YOUR_CREATURES))
        self.give(a.BlocksAsThough.model_validate({"blockers": blockers} | permission), self.own)

    def blocker_count(self) -> None:
        random = self.random
        bounds: dict[str, object] = random.choice(
            (
                {"minimum": 2},
                {"minimum": 2},
                {"minimum": 3},
                {"maximum": 1},
                {"maximum": 2},
                {"minimum": 2, "maximum": 2},
                {"every": True},
            )
        )
        filter = a.THIS if random.random() < 0.8 else self.quality()
        ability = a.BlockerCount.model_validate({"attackers": filter, "condition": self.condition()} | bounds)
        self.give(ability, self.attackers)

    def blocks_additional(self) -> None:
        self.give(a.BlocksAdditional(blockers=a.THIS, number=self.random.choice((1, 1, None))), self.own)

    def block_limit(self) -> None:
        limit = a.DeclarationLimit(
            action="block", creatures=self.quality(), maximum=self.random.randint(0, 2), condition=self.condition()
        )
        self.give(limit, self.totems())

    def block_company(self) -> None:
        self.give(self.company("block"), self.own)

    def blocks_alone(self) -> None:
        self.give(a.OnlyAlone(action="block", creatures=a.THIS, condition=self.condition()), self.own)

    def must_block(self) -> None:
        self.give(a.MustBlock(blockers=a.THIS, condition=self.condition()), self.own)

    def all_must_block(self) -> None:
        self.give(a.MustBlock(blockers=self.quality(), condition=self.condition()), self.totems())

    def lure(self) -> None:
        blockers = a.ANYTHING if self.random.random() < 0.7 else self.quality()
        self.give(a.MustBlock(blockers=blockers, attackers=a.THIS, condition=self.condition()), self.attackers)

    def provoke(self) -> None:
        pair = a.MustBlock(blockers=self.one_of(self.own), attackers=self.one_of(self.attackers))
        self.effect(pair, self.players[0])

    def hunts(self) -> None:
        self.give(a.MustBlock(blockers=a.THIS, attackers=self.quality(), any_one=True, condition=self.condition()), self.own)

    def must_be_blocked(self) -> None:
        random = self.random
        bounds: dict[str, object] = random.choice(({}, {}, {"minimum": 2}, {"maximum": 1}, {"minimum": 2, "maximum": 2}))
        blockers = a.ANYTHING if random.random() < 0.7 else self.quality()
        ability = a.MustBeBlocked.model_validate(
            {"attackers": a.THIS, "blockers": blockers, "condition": self.condition()} | bounds
        )
        self.give(ability, self.attackers)

    def block_cost(self) -> None:
        attackers = self.random.choice((None, self.quality()))
        if self.random.random() < 0.5:
            self.give(a.BlockCost(blockers=a.THIS, attackers=attackers, cost=self.cost(), condition=self.condition()), self.own)
        else:
            self.give(a.BlockCost(blockers=self.quality(), attackers=attackers, cost=self.cost()), self.totems())


_ATTACK_FAMILIES: tuple[Callable[[_Draw], None], ...] = (
    _Draw.attack_keyword,
    _Draw.cant_attack,
    _Draw.attacks_as_though,
    _Draw.attack_limit,
    _Draw.attack_company,
    _Draw.attacks_alone,
    _Draw.must_attack,
    _Draw.all_must_attack,
    _Draw.attacks_with,
    _Draw.goad,
    _Draw.goad,
    _Draw.attack_cost,
)
_BLOCK_FAMILIES: tuple[Callable[[_Draw], None], ...] = (
    _Draw.attacker_keyword,
    _Draw.attacker_keyword,
    _Draw.blocker_keyword,
    _Draw.cant_block,
    _Draw.cant_be_blocked,
    _Draw.weak_cant_block,
    _Draw.suspect,
    _Draw.blocks_as_though,
    _Draw.blocker_count,
    _Draw.blocker_count,
    _Draw.blocks_additional,
    _Draw.block_limit,
    _Draw.block_company,
    _Draw.blocks_alone,
    _Draw.must_block,
    _Draw.all_must_block,
    _Draw.lure,
    _Draw.lure,
    _Draw.provoke,
    _Draw.hunts,
    _Draw.must_be_blocked,
    _Draw.must_be_blocked,
    _Draw.block_cost,
)


def boards_from(first_seed: int, number: int, *, creatures: int, others: int, abilities: int) -> Iterator[tuple[int, Board]]:
    """So many boards, each with its seed."""
    for seed in range(first_seed, first_seed + number):
        yield seed, random_board(Random(seed), creatures, others, abilities)
