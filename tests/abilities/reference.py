"""Combat with triggered abilities worked out by plain code of its own, from the declaration of attackers to the cleanup step.

It knows nothing of the package. A creature is numbers and sentences; what each sentence does is written out here from the rules:
the active player's abilities go on the stack first, in an order of that player's choice, the last put there resolves first,
state-based actions follow. What players choose is asked of `decide`, so that every choice can be gone through. What happened is
written line by line (`done`), so that the same can be done elsewhere and compared after each line (`seen`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, permutations
from typing import Any

ME, YOU = "Ann", "Bob"
Decide = Callable[[int], int]
"""Picks one of so many, from 0."""


@dataclass(eq=False)
class Creature:
    """A creature: what is printed on it, and what has become of it."""

    id: str
    owner: str
    power: int
    toughness: int
    texts: tuple[str, ...] = ()
    token: bool = False
    tapped: bool = False
    counters: Counter[str] = field(default_factory=Counter)
    base: tuple[int, int] | None = None
    boosts: list[tuple[int, int]] = field(default_factory=list)
    switched: bool = False
    gained: set[str] = field(default_factory=set)
    marked: int = 0
    poisoned: bool = False
    """Whether a source with deathtouch dealt it damage."""
    shields: int = 0
    prevented: int = 0
    unhurt: bool = False
    renowned: bool = False
    exiled_if_it_dies: bool = False
    cant_block: bool = False
    unblockable: bool = False
    attacking: bool = False
    blocked: bool = False
    blocks: Creature | None = None
    is_blocker: bool = False
    struck_first: bool = False
    where: str = "battlefield"
    last: tuple[int, int, frozenset[str]] = (0, 0, frozenset())
    stood: frozenset[str] = frozenset()
    """What it was as it left: attacking, blocking, tapped."""
    blocked_by: tuple[Creature, ...] = ()
    """Who blocked it as it left."""
    fight: Fight | None = None


@dataclass(eq=False)
class Trigger:
    """A triggered ability that waits or is on the stack."""

    source: Creature
    text: str
    does: Instructions
    about: Creature | None = None
    target: Creature | str | None = None
    amount: int = 0
    second: Creature | None = None
    """The second target, of what has two."""
    number: int = 0
    """The order in which it triggered."""

    @property
    def controller(self) -> str:
        return self.source.owner


class Endless(Exception):
    """Abilities that set each other off, on and on."""


class Instructions:
    """What a sentence does, what it targets, if anything, and whether it is still done as it resolves ("if")."""

    def __init__(
        self,
        do: Callable[[Fight, Trigger], None],
        target: Callable[[Fight, Trigger], list[Any]] | None = None,
        condition: Callable[[Fight, Trigger], bool] = lambda fight, trigger: True,
        second: Callable[[Fight, Trigger], list[Any]] | None = None,
        up_to_one: bool = False,
    ) -> None:
        self.do, self.target, self.condition, self.second, self.up_to_one = do, target, condition, second, up_to_one


KEYWORDS = (
    "first strike",
    "double strike",
    "trample",
    "deathtouch",
    "lifelink",
    "infect",
    "wither",
    "indestructible",
    "vigilance",
)


class Fight:
    """Both sides, who attacks, who is meant to block whom, and everything that comes of it."""

    def __init__(self, creatures: list[Creature], attackers: list[str], blocks: dict[str, str], decide: Decide) -> None:
        self.creatures, self._decide = creatures, decide
        for each in creatures:
            each.fight = self
        self.triggered = self.resolved = 0
        self.at_the_end = self.chosen_at_the_end = False
        """Whether the end step has come, and whether anything was chosen since."""
        self.attackers, self.planned = attackers, blocks
        self.life = {ME: 20, YOU: 20}
        self.poison = {ME: 0, YOU: 0}
        self.waiting: list[Trigger] = []
        self.stack: list[Trigger] = []
        self.done: list[tuple[Any, ...]] = []
        self.seen: list[Any] = []
        self.must: list[tuple[Creature, Creature]] = []
        self.at_end: list[tuple[str, Trigger, Callable[[Fight, Trigger], None]]] = []
        self.no_combat_damage = False
        self.died = 0
        self.gained = {ME: 0, YOU: 0}
        self.choices: dict[str, Any] = {}

    def decide(self, number: int) -> int:
        self.chosen_at_the_end = self.chosen_at_the_end or (self.at_the_end and number > 1)
        return self._decide(number)

    # --- what there is -----------------------------------------------------------------------------------------------

    def there(self, owner: str | None = None) -> list[Creature]:
        return [each for each in self.creatures if each.where == "battlefield" and owner in (None, each.owner)]

    def gain_life(self, player: str, amount: int) -> None:
        """119.3, 614.1a."""
        if amount > 0:
            amount += sum(MORE_LIFE in each.texts for each in self.there(player))
        self.life[player] += amount
        self.gained[player] += amount
        for each in self.there(player) if amount else ():
            for text in each.texts:
                self.on("gains life", each, text)

    def is_so(self, one: Creature, state: str) -> bool:
        """Whether it is attacking, blocking or tapped; of what has left, whether it was (608.2h)."""
        return state in (self.standing(one) if one.where == "battlefield" else one.stood)

    def standing(self, one: Creature) -> frozenset[str]:
        so = {"attacking": one.attacking, "blocking": one.is_blocker, "tapped": one.tapped, "token": one.token}
        return frozenset(state for state, holds in so.items() if holds)

    def by_id(self, id: str) -> Creature:
        return next(each for each in self.creatures if each.id == id)

    def attacking(self) -> list[Creature]:
        return [each for each in self.there() if each.attacking]

    def blockers_of(self, attacker: Creature) -> list[Creature]:
        return [each for each in self.there() if each.blocks is attacker]

    def size(self, one: Creature) -> tuple[int, int]:
        """Power and toughness: set, then counted and added, then switched (613.4). Of what has left, as it last was."""
        if one.where != "battlefield":
            return one.last[0], one.last[1]
        power, toughness = one.base or (one.power, one.toughness)
        more = one.counters["+1/+1"] - one.counters["-1/-1"]
        boosts = [*one.boosts]
        for other in self.there(one.owner):
            if "Other creatures you control get +1/+1." in other.texts and other is not one:
                boosts.append((1, 1))
            if "Attacking creatures you control get +1/+0." in other.texts and one.attacking:
                boosts.append((1, 0))
        power += more + sum(each[0] for each in boosts)
        toughness += more + sum(each[1] for each in boosts)
        return (toughness, power) if one.switched else (power, toughness)

    def keywords(self, one: Creature) -> frozenset[str]:
        if one.where != "battlefield":
            return one.last[2]
        return frozenset({text.lower() for text in one.texts} & set(KEYWORDS) | one.gained | (set(KEYWORDS) & set(+one.counters)))

    def snapshot(self) -> Any:
        """What is compared: every creature there is, where the cards are that have left, and the players."""
        found = {
            each.id: (*self.size(each), {k: n for k, n in each.counters.items() if n}, each.tapped, each.marked)
            for each in self.there()
        }
        gone = {each.id: each.where for each in self.creatures if not each.token and each.where not in ("battlefield", "new")}
        combat = {each.id: tuple(other.id for other in self.blockers_of(each)) for each in self.attacking()}
        return found, gone, combat, dict(self.life), dict(self.poison)

    def record(self, *what: Any) -> None:
        self.done.append(what)
        self.seen.append(self.snapshot())

    # --- the turn --------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        self.attack()
        self.resolve_all()
        self.block()
        self.resolve_all()
        self.damage()
        self.end("end of combat")
        for each in self.creatures:
            self.out_of_combat(each)
        self.at_the_end = True
        self.end("end step")
        self.clean_up()
        self.record("cleanup")

    def clean_up(self) -> None:
        """514.2, 514.3a: again, as long as what wears off makes something die on which abilities trigger."""
        for each in self.creatures:
            each.marked, each.poisoned, each.boosts, each.base, each.switched = 0, False, [], None, False
            each.gained, each.shields, each.prevented, each.unhurt, each.exiled_if_it_dies = set(), 0, 0, False, False
        self.die()
        if self.waiting:
            self.resolve_all()
            self.clean_up()

    def attack(self) -> None:
        attackers = [self.by_id(id) for id in self.attackers]
        costs: dict[str, Any] = {}
        for each in attackers:
            each.attacking = True
            each.tapped = "vigilance" not in self.keywords(each)
        for each in attackers:
            if EXERT in each.texts and self.decide(2):
                costs[each.id] = "exert"
                self.triggers(each, EXERT_DOES, EXERTED)
            idle = [other for other in self.there(ME) if not other.attacking and not other.tapped]
            if "Enlist" in each.texts and (one := self.decide(1 + len(idle))):
                costs[each.id] = {"enlist": idle[one - 1].id}
                idle[one - 1].tapped = True
                self.triggers(each, "Enlist", Instructions(_enlists), idle[one - 1])
        for each in self.there(ME):
            for text in each.texts:
                self.on_attack(each, text, attackers)
        self.record("attack", tuple(self.attackers), costs)

    def on_attack(self, each: Creature, text: str, attackers: list[Creature]) -> None:
        if text == "Exalted" and len(attackers) == 1:
            self.triggers(each, text, Instructions(lambda fight, trigger: boost(trigger.about, 1, 1)), attackers[0])
        if text == ALONE and len(attackers) == 1:
            self.triggers(each, text, Instructions(lambda fight, trigger: gain(trigger.about, "double strike")), attackers[0])
        for other in attackers:
            if other is not each:
                self.on("another attacks", each, text, other)
        if not each.attacking:
            return
        if text == "Training" and not any(self.size(other)[0] > self.size(each)[0] for other in attackers):
            return
        if text == "Dethrone" and self.life[YOU] < self.life[ME]:
            return
        self.on("attacks", each, text)

    def block(self) -> None:
        """As planned, if able, and as what they have to block asks for (509.1c: as many requirements as can be)."""
        blocks = {}
        for each in self.there(YOU):
            if each.tapped or each.cant_block or "Decayed" in each.texts:
                continue
            wanted = [other for one, other in self.must if one is each and other.attacking and not other.unblockable]
            planned = self.planned.get(each.id)
            able = [other for other in self.attacking() if other.id == planned and not other.unblockable]
            if wanted and not (able and able[0] in wanted):
                able = wanted[:1]
            if able:
                each.blocks, each.is_blocker = able[0], True
                able[0].blocked = True
                blocks[each.id] = able[0].id
        for each in [*self.there(ME), *self.there(YOU)]:
            by = self.blockers_of(each)
            for text in each.texts:
                for other in self.there(each.owner):
                    if self.blockers_of(other):
                        self.on("mine becomes blocked", each, text, other)
                if by:
                    self.on("becomes blocked", each, text)
                    for other in by:
                        if not (text == "Flanking" and "Flanking" in other.texts):
                            self.on("becomes blocked by", each, text, other)
                elif each.attacking:
                    self.on("unblocked", each, text)
                if each.blocks is not None:
                    self.on("blocks", each, text)
                    self.on("blocks a creature", each, text, each.blocks)
        self.record("block", blocks)

    def damage(self) -> None:
        """510: one step, or two where somebody has first strike or double strike as the first one begins."""
        fighting = [each for each in self.there() if each.attacking or each.is_blocker]
        first = [each for each in fighting if self.keywords(each) & {"first strike", "double strike"}]
        for each in first:
            each.struck_first = True
        if first:
            self.deal(first)
        fighting = [each for each in self.there() if each.attacking or each.is_blocker]
        self.deal([each for each in fighting if not each.struck_first or "double strike" in self.keywords(each)])

    def deal(self, striking: list[Creature]) -> None:
        dealt: list[tuple[Creature, Creature | str, int]] = []
        assigned: dict[str, dict[str, int]] = {}
        for each in striking:
            power = max(0, self.size(each)[0])
            for to, amount in self.divided(each, power):
                dealt.append((each, to, amount))
                assigned.setdefault(each.id, {})[to if isinstance(to, str) else to.id] = amount
        self.record("assign", assigned)
        self.hurt(dealt, combat=True)
        self.die()
        self.record("damage")
        self.resolve_all()

    def divided(self, each: Creature, power: int) -> Iterator[tuple[Creature | str, int]]:
        if not power:
            return
        if each.attacking:
            by = self.blockers_of(each)
            if not each.blocked:
                yield YOU, power
            elif len(by) == 1 and "trample" not in self.keywords(each):
                yield by[0], power
            elif by:
                ways = self.ways(each, by, power)
                yield from ((to, amount) for to, amount in ways[self.decide(len(ways))] if amount)
            elif "trample" in self.keywords(each):
                yield YOU, power
        elif each.blocks is not None and each.blocks.attacking:
            yield each.blocks, power

    def ways(self, each: Creature, by: list[Creature], power: int) -> list[list[tuple[Creature | str, int]]]:
        """Every division among at most two blockers; with trample, what is left where all have lethal damage."""
        deadly = "deathtouch" in self.keywords(each)
        enough = [min(1, n) if deadly else n for n in (max(0, self.size(one)[1] - one.marked) for one in by)]
        enough = [0 if one.poisoned else n for one, n in zip(by, enough, strict=True)]
        found: list[list[tuple[Creature | str, int]]] = []
        for first in range(power + 1):
            rest = power - first
            if len(by) == 1:
                if rest == 0 or ("trample" in self.keywords(each) and first >= enough[0]):
                    found.append([(by[0], first), (YOU, rest)])
                continue
            for second in range(rest + 1):
                over = rest - second
                if over == 0 or ("trample" in self.keywords(each) and first >= enough[0] and second >= enough[1]):
                    found.append([(by[0], first), (by[1], second), (YOU, over)])
        return found

    def end(self, when: str) -> None:
        self.record(when)
        for at, trigger, do in [*self.at_end]:
            if at == when:
                self.at_end.remove((at, trigger, do))
                self.triggers(trigger.source, trigger.text, Instructions(do), trigger.about)
        self.resolve_all()

    # --- the stack -----------------------------------------------------------------------------------------------------

    def on(self, event: str, each: Creature, text: str, about: Creature | None = None, amount: int = 0) -> None:
        """The sentence triggers, if it is one for that event."""
        for at, does in meaning(text):
            if at == event:
                self.triggers(each, text, does, about, amount)

    def triggers(self, each: Creature, text: str, does: Instructions, about: Creature | None = None, amount: int = 0) -> None:
        trigger = Trigger(each, text, does, about, None, amount)
        self.triggered += 1
        trigger.number = self.triggered
        if does.condition(self, trigger):
            self.waiting.append(trigger)

    def put_on_stack(self) -> None:
        """603.3b: each player's in an order of that player's choice, the active player's first; targets are chosen."""
        put: list[Trigger] = []
        for player in (ME, YOU):
            own = [each for each in self.waiting if each.controller == player]
            orders = list(islice(permutations(own), 120))
            put += orders[self.decide(len(orders))]
        self.waiting = []
        there = [each for each in put if self.chooses_targets(each)]
        self.record("put", tuple((each, (each.target, each.second), each in there) for each in put))
        self.stack += there

    def chooses_targets(self, trigger: Trigger) -> bool:
        """Whether it stays on the stack: not where there is nothing to target (603.3d)."""
        does = trigger.does
        if does.target is None:
            return True
        possible = does.target(self, trigger)
        seconds = does.second(self, trigger) if does.second is not None else [None]
        if does.up_to_one:
            possible = [*possible, None]
        if not possible or not seconds:
            return False
        trigger.target = possible[self.decide(len(possible))]
        trigger.second = seconds[self.decide(len(seconds))]
        return True

    def illegal_targets_go(self, trigger: Trigger) -> bool:
        """608.2b: whether it resolves; it does nothing to a target that is illegal."""
        does = trigger.does
        chosen = trigger.target, trigger.second
        if does.target is not None and trigger.target is not None and trigger.target not in does.target(self, trigger):
            trigger.target = None
        if does.second is not None and trigger.second not in does.second(self, trigger):
            trigger.second = None
        return chosen == (None, None) or (trigger.target, trigger.second) != (None, None)

    def resolve_all(self) -> None:
        self.die()
        while self.waiting or self.stack:
            if self.waiting:
                self.put_on_stack()
                continue
            top = self.stack.pop()
            self.choices = {}
            self.resolved += 1
            if self.resolved > 60:
                raise Endless
            if self.illegal_targets_go(top) and top.does.condition(self, top):
                top.does.do(self, top)
            self.die()
            self.record("resolve", top, self.choices)

    # --- what happens ----------------------------------------------------------------------------------------------------

    def hurt(self, dealt: list[tuple[Creature, Creature | str, int]], *, combat: bool) -> None:
        """120.3: damage, all at one time, and what triggers on it."""
        happened = []
        dealt = [(source, to, self.replaced(source, to, amount)) for source, to, amount in dealt if amount > 0]
        for to in dict.fromkeys(to for _, to, _ in dealt if isinstance(to, Creature) and COUNTER_FOR_DAMAGE in to.texts):
            to.counters["+1/+1"] -= to.where == "battlefield" and to.counters["+1/+1"] > 0
        for source, to, amount in dealt:
            if combat and self.no_combat_damage:
                continue
            if isinstance(to, Creature):
                if to.where != "battlefield" or (combat and to.unhurt):
                    continue
                stopped = min(to.prevented, amount)
                to.prevented -= stopped
                amount -= stopped
            if amount > 0:
                happened.append((source, to, amount))
        for source, to, amount in happened:
            has = self.keywords(source)
            if isinstance(to, str):
                if "infect" in has:
                    self.poison[to] += amount
                else:
                    self.life[to] -= amount
                if combat and "Toxic 1" in source.texts:
                    self.poison[to] += 1
            else:
                if has & {"infect", "wither"}:
                    to.counters["-1/-1"] += amount
                else:
                    to.marked += amount
                to.poisoned = to.poisoned or "deathtouch" in has
        for source in dict.fromkeys(each[0] for each in happened):
            if "lifelink" in self.keywords(source):  # 119.9: once for each source
                self.gain_life(source.owner, sum(n for one, _, n in happened if one is source))
        for source, to, amount in happened if combat else ():
            for text in source.texts:
                if isinstance(to, str):
                    self.on("hits", source, text, None, amount)
                else:
                    self.on("hits a creature", source, text, to, amount)
        for source, to, amount in happened if combat else ():
            for each in self.there(source.owner) if isinstance(to, str) else ():
                for text in each.texts:
                    self.on("mine hits", each, text, source, amount)
        for source in dict.fromkeys(each[0] for each in happened if combat):
            for text in source.texts:
                self.on("deals", source, text, None, sum(n for one, _, n in happened if one is source))
        for to in dict.fromkeys(each[1] for each in happened if isinstance(each[1], Creature)):
            assert isinstance(to, Creature)
            for text in to.texts:
                self.on("is hurt", to, text)

    def replaced(self, source: Creature, to: Creature | str, amount: int) -> int:
        """614.1a, 615.1a."""
        amount += sum(MORE_DAMAGE in each.texts for each in self.there(source.owner))
        amount *= 2 ** sum(TWICE_THE_DAMAGE in each.texts for each in self.there())
        if isinstance(to, Creature) and to.where == "battlefield":
            amount = 0 if COUNTER_FOR_DAMAGE in to.texts else amount - (LESS_DAMAGE in to.texts)
        return amount

    def die(self) -> None:
        """704.5f–h, q: again and again, until there is nothing left to do."""
        while True:
            dying, destroyed = [], []
            for each in self.there():
                toughness = self.size(each)[1]
                if toughness <= 0:
                    dying.append(each)
                elif (each.marked >= toughness or each.poisoned) and "indestructible" not in self.keywords(each):
                    destroyed.append(each)
            both = [each for each in self.there() if min(each.counters["+1/+1"], each.counters["-1/-1"]) > 0]
            if not (dying or destroyed or both):
                return
            for each in both:
                pairs = min(each.counters["+1/+1"], each.counters["-1/-1"])
                each.counters -= Counter({"+1/+1": pairs, "-1/-1": pairs})
            self.leave(dying + [each for each in destroyed if not self.regenerates(each)], "graveyard")

    def regenerates(self, each: Creature) -> bool:
        """701.19a: its damage goes, it is tapped and out of combat."""
        if not each.shields:
            return False
        each.shields -= 1
        each.marked, each.poisoned, each.tapped = 0, False, True
        self.out_of_combat(each)
        return True

    def destroy(self, each: Creature) -> None:
        self.destroy_all([each])

    def leave(self, going: list[Creature], to: str) -> None:
        """All at one time: abilities look back at the board before (603.10a), replacement effects too (614.12)."""
        going = [each for each in going if each.where == "battlefield"]
        watching = self.there()
        for each in going:
            each.last, each.stood = (*self.size(each), self.keywords(each)), self.standing(each)
            each.blocked_by = tuple(self.blockers_of(each))
        places = ["exile" if to == "graveyard" and self.exiled_instead(each, watching) else to for each in going]
        for each, place in zip(going, places, strict=True):
            each.where = place
            self.out_of_combat(each)
        self.died += places.count("graveyard")
        for gone in going:
            for each in watching:
                for text in each.texts:
                    if each is gone:
                        self.on("leaves", each, text)
                    if gone.where == "graveyard":
                        self.on("dies" if each is gone else "another dies", each, text, None if each is gone else gone)
                        if each.owner != gone.owner:
                            self.on("theirs dies", each, text, gone)

    def exiled_instead(self, going: Creature, watching: list[Creature]) -> bool:
        nontoken = not going.token and any(NONTOKENS_EXILED in each.texts for each in watching)
        others = any(EXILED in each.texts if each is going else OTHERS_EXILED in each.texts for each in watching)
        return going.exiled_if_it_dies or nontoken or others

    def destroy_all(self, them: list[Creature]) -> None:
        """At one time."""
        there = [each for each in them if each.where == "battlefield" and "indestructible" not in self.keywords(each)]
        self.leave([each for each in there if not self.regenerates(each)], "graveyard")

    def enters(self, *new: Creature, counter: str = "") -> None:
        for each in new:
            each.fight = self
            if counter:
                put(each, counter)
        self.creatures += new

    def create(
        self,
        trigger: Trigger,
        number: int = 1,
        power: int = 1,
        toughness: int = 1,
        texts: tuple[str, ...] = (),
        *,
        attacking: bool = False,
        player: str = "",
    ) -> list[Creature]:
        player = player or trigger.controller
        new: list[Creature] = []
        named = {each.id for each in self.creatures}
        for at in range(1, 1_000):
            if len(new) < number and (id := f"{trigger.source.id} token {at}") not in named:
                new.append(Creature(id, player, power, toughness, texts, token=True, tapped=attacking))
                new[-1].attacking = attacking and player == ME
        self.enters(*new)
        return new

    def take_out_of_combat(self, them: list[Creature]) -> None:
        for each in them:
            self.out_of_combat(each)

    def out_of_combat(self, each: Creature) -> None:
        each.attacking = each.blocked = each.is_blocker = False
        each.blocks = None
        for other in self.creatures:
            if other.blocks is each:
                other.blocks = None

    def sacrifices(self, player: str, others: list[Creature]) -> Creature | None:
        """One that the player chooses; recorded as a choice."""
        if not others:
            return None
        chosen = others[self.decide(len(others))]
        self.choices.setdefault("sacrificed", []).append(chosen.id)
        return chosen


# --- what sentences do ---------------------------------------------------------------------------------------------------------


def boost(each: Creature | str | None, power: int, toughness: int) -> None:
    if isinstance(each, Creature) and each.where == "battlefield":
        each.boosts.append((power, toughness))


def gain(each: Creature | str | None, keyword: str) -> None:
    if isinstance(each, Creature) and each.where == "battlefield":
        each.gained.add(keyword)


def put(each: Creature | str | None, counter: str, number: int = 1) -> None:
    if not (isinstance(each, Creature) and each.where == "battlefield" and number):
        return
    assert each.fight is not None
    each.counters[counter] += number
    for text in each.texts if counter == "+1/+1" else ():
        each.fight.on("gets counters", each, text)


def _enlists(fight: Fight, trigger: Trigger) -> None:
    assert trigger.about is not None
    boost(trigger.source, fight.size(trigger.about)[0], 0)


def _any_creature(fight: Fight, trigger: Trigger) -> list[Any]:
    return list(fight.there())


def _own(fight: Fight, trigger: Trigger) -> list[Any]:
    return list(fight.there(trigger.controller))


def _theirs(fight: Fight, trigger: Trigger) -> list[Any]:
    return [each for each in fight.there() if each.owner != trigger.controller]


def _attackers(fight: Fight, trigger: Trigger) -> list[Any]:
    return list(fight.attacking())


def _anything(fight: Fight, trigger: Trigger) -> list[Any]:
    return [*fight.there(), ME, YOU]


def _weaker_attackers(fight: Fight, trigger: Trigger) -> list[Any]:
    return [each for each in fight.attacking() if fight.size(each)[0] < fight.size(trigger.source)[0]]


def _it(do: Callable[[Fight, Creature], None]) -> Instructions:
    """To the source, while it is on the battlefield."""

    def to_source(fight: Fight, trigger: Trigger) -> None:
        if trigger.source.where == "battlefield":
            do(fight, trigger.source)

    return Instructions(to_source)


def _to(target: Callable[[Fight, Trigger], list[Any]], do: Callable[[Fight, Any], None]) -> Instructions:
    """To the target."""
    return Instructions(lambda fight, trigger: do(fight, trigger.target), target)


def _other(fight: Fight, trigger: Trigger) -> str:
    return YOU if trigger.controller == ME else ME


def _loses(fight: Fight, player: str, amount: int) -> None:
    fight.life[player] -= amount


def _set(**what: Any) -> Callable[[Fight, Creature], None]:
    def do(fight: Fight, each: Creature) -> None:
        for name, value in what.items():
            setattr(each, name, value)

    return do


def _switch(fight: Fight, each: Creature) -> None:
    each.switched = not each.switched


def _shield(fight: Fight, each: Creature) -> None:
    each.shields += 1


def _prevent(fight: Fight, each: Creature) -> None:
    each.prevented += 1


def _bounce(fight: Fight, each: Creature) -> None:
    fight.leave([each], "hand")


def _return_it(fight: Fight, trigger: Trigger) -> None:
    """What has died is found in the graveyard it went to; what died meanwhile isn't (400.7)."""
    source = trigger.source
    if trigger.text.startswith("When this creature dies") and source.where == "graveyard" and not source.token:
        source.where = "hand"
    fight.leave([source], "hand")


def _exile(fight: Fight, each: Creature) -> None:
    fight.leave([each], "exile")


def _each_gets(fight: Fight, trigger: Trigger) -> None:
    for each in fight.there(trigger.controller):
        boost(each, 1, 1)


def _attackers_get(fight: Fight, trigger: Trigger) -> None:
    for each in fight.attacking():
        boost(each, 1, 0)


def _battle_cry(fight: Fight, trigger: Trigger) -> None:
    for each in fight.attacking():
        if each is not trigger.source:
            boost(each, 1, 0)


def _counters_on_each(fight: Fight, trigger: Trigger) -> None:
    for each in fight.there(trigger.controller):
        put(each, "+1/+1")


def _no_combat_damage(fight: Fight, trigger: Trigger) -> None:
    fight.no_combat_damage = True


def _deals_one(fight: Fight, trigger: Trigger) -> None:
    assert trigger.target is not None
    fight.hurt([(trigger.source, trigger.target, 1)], combat=False)


def _deals_one_to_each(fight: Fight, trigger: Trigger) -> None:
    fight.hurt([(trigger.source, each, 1) for each in fight.there()], combat=False)


def _fights(fight: Fight, trigger: Trigger) -> None:
    one, other = trigger.source, trigger.target
    if one.where == "battlefield" and isinstance(other, Creature):
        powers = max(0, fight.size(one)[0]), max(0, fight.size(other)[0])
        fight.hurt([(one, other, powers[0]), (other, one, powers[1])], combat=False)


def _gains_power(fight: Fight, trigger: Trigger) -> None:
    fight.gain_life(trigger.controller, max(0, fight.size(trigger.source)[0]))


def _gains_that_much(fight: Fight, trigger: Trigger) -> None:
    fight.gain_life(trigger.controller, trigger.amount)


def _gains_one(fight: Fight, trigger: Trigger) -> None:
    fight.gain_life(trigger.controller, 1)


def _may_sacrifice(fight: Fight, trigger: Trigger) -> None:
    others = [each for each in fight.there(trigger.controller) if each is not trigger.source]
    if not others:
        return
    fight.choices["accept"] = (bool(fight.decide(2)),)
    if fight.choices["accept"][0] and (chosen := fight.sacrifices(trigger.controller, others)):
        fight.leave([chosen], "graveyard")
        boost(trigger.source, 2, 2)


def _sacrifice(fight: Fight, trigger: Trigger) -> None:
    if chosen := fight.sacrifices(trigger.controller, fight.there(trigger.controller)):
        fight.leave([chosen], "graveyard")


def _defender_sacrifices(fight: Fight, trigger: Trigger) -> None:
    if chosen := fight.sacrifices(YOU, fight.there(YOU)):
        fight.leave([chosen], "graveyard")


def _each_sacrifices(fight: Fight, trigger: Trigger) -> None:
    fight.leave([one for player in (ME, YOU) if (one := fight.sacrifices(player, fight.there(player)))], "graveyard")


def _may_gain_indestructible(fight: Fight, trigger: Trigger) -> None:
    fight.choices["accept"] = (bool(fight.decide(2)),)
    if fight.choices["accept"][0]:
        gain(trigger.source, "indestructible")


def _soldier_attacking(fight: Fight, trigger: Trigger) -> None:
    fight.create(trigger, attacking=True)


def _soldier(fight: Fight, trigger: Trigger) -> None:
    fight.create(trigger)


def soldiers(fight: Fight, trigger: Trigger, number: int, player: str = "") -> None:
    fight.create(trigger, number, player=player)


def other_player(player: str) -> str:
    return YOU if player == ME else ME


def _mobilize(fight: Fight, trigger: Trigger) -> None:
    new = fight.create(trigger, attacking=True)
    later = Trigger(trigger.source, trigger.text, trigger.does)
    fight.at_end.append(("end step", later, lambda fight, trigger: fight.leave(new, "graveyard")))


def _at_end_of_combat(do: Callable[[Fight, Creature], None], *, itself: bool = True) -> Callable[[Fight, Trigger], None]:
    def later(fight: Fight, trigger: Trigger) -> None:
        about = trigger.source if itself else trigger.about
        assert about is not None
        if about.where == "battlefield" or not itself:
            delayed = Trigger(trigger.source, trigger.text, trigger.does, about)
            fight.at_end.append(("end of combat", delayed, lambda fight, one: do(fight, one.about) if one.about else None))

    return later


def _remove(fight: Fight, each: Creature) -> None:
    fight.out_of_combat(each)


def _must_block(fight: Fight, trigger: Trigger) -> None:
    assert isinstance(trigger.target, Creature)
    fight.must.append((trigger.target, trigger.source))


def _provoke(fight: Fight, trigger: Trigger) -> None:
    fight.choices["accept"] = (bool(fight.decide(2)),)
    if fight.choices["accept"][0]:
        _must_block(fight, trigger)
        assert isinstance(trigger.target, Creature)
        trigger.target.tapped = False


def _renown(fight: Fight, trigger: Trigger) -> None:
    if trigger.source.where == "battlefield":
        put(trigger.source, "+1/+1")
        trigger.source.renowned = True


def _returns_with(counter: str) -> Instructions:
    def do(fight: Fight, trigger: Trigger) -> None:
        old = trigger.source
        if old.where == "graveyard" and not old.token:
            old.where = "new"
            new = Creature(f"{old.id} #2", old.owner, old.power, old.toughness, old.texts)
            fight.enters(new, counter=counter)

    return Instructions(do, condition=lambda fight, trigger: trigger.source.counters[counter] == 0)


def _rampage(fight: Fight, each: Creature) -> None:
    beyond = 2 * max(0, len(fight.blockers_of(each)) - 1)
    boost(each, beyond, beyond)


def _for_each_blocker(fight: Fight, each: Creature) -> None:
    number = len(fight.blockers_of(each))
    boost(each, number, number)


def _for_each_creature(fight: Fight, each: Creature) -> None:
    boost(each, len(fight.there(each.owner)), 0)


def _boost(power: int, toughness: int) -> Callable[[Fight, Creature], None]:
    return lambda fight, each: boost(each, power, toughness)


def _gain(keyword: str) -> Callable[[Fight, Creature], None]:
    return lambda fight, each: gain(each, keyword)


def _put(counter: str) -> Callable[[Fight, Creature], None]:
    return lambda fight, each: put(each, counter)


def _boost_and_untap(fight: Fight, each: Creature) -> None:
    boost(each, 1, 0)
    each.tapped = False


def _gains_if(holds: Callable[[Fight, Trigger], bool]) -> Callable[[Fight, Trigger], None]:
    return lambda fight, trigger: _gains_one(fight, trigger) if holds(fight, trigger) else None


def _gains_if_token(go: Callable[[Fight, Creature], None], *, token: bool) -> Callable[[Fight, Trigger], None]:
    def do(fight: Fight, trigger: Trigger) -> None:
        assert isinstance(trigger.target, Creature)
        go(fight, trigger.target)
        if trigger.target.token == token:
            _gains_one(fight, trigger)

    return do


def _grows(fight: Fight, trigger: Trigger) -> None:
    _gains_one(fight, trigger)
    if fight.gained[trigger.controller] >= 3:
        put(trigger.source, "+1/+1")


def _second_counter(fight: Fight, trigger: Trigger) -> None:
    put(trigger.source, "+1/+1")
    if trigger.source.where == "battlefield" and trigger.source.counters["+1/+1"] >= 2:
        _gains_one(fight, trigger)


def _one_of_two_counters(fight: Fight, trigger: Trigger) -> None:
    which = fight.decide(2) if trigger.source.where == "battlefield" else 0
    fight.choices["modes"] = (which,)
    put(trigger.source, ("lifelink", "+1/+1")[which])


def _deals_two_instead(fight: Fight, trigger: Trigger) -> None:
    assert trigger.target is not None
    fight.hurt([(trigger.source, trigger.target, 2 if len(fight.there(trigger.controller)) >= 3 else 1)], combat=False)


def _hurls(fight: Fight, trigger: Trigger) -> None:
    """603.12: what triggers when it is sacrificed has a target of its own, and asks of the creature as it last was."""
    others = [each for each in fight.there(trigger.controller) if each is not trigger.source]
    if not others:
        return
    fight.choices["accept"] = (bool(fight.decide(2)),)
    if fight.choices["accept"][0] and (chosen := fight.sacrifices(trigger.controller, others)):
        fight.leave([chosen], "graveyard")
        power = max(0, chosen.last[0])
        hurt = Instructions(lambda fight, one: fight.hurt([(one.source, one.target or "", power)], combat=False), _any_creature)
        fight.triggers(trigger.source, trigger.text, hurt)


def _at_my_end_step(fight: Fight, trigger: Trigger) -> None:
    """Bob's own end step is in a turn of his."""
    if trigger.controller == ME:
        fight.at_end.append(("end step", trigger, _gains_one))


EVENTS = {
    "Whenever this creature attacks, ": "attacks",
    "Whenever this creature blocks, ": "blocks",
    "Whenever this creature becomes blocked, ": "becomes blocked",
    "Whenever this creature attacks and isn't blocked, ": "unblocked",
    "Whenever this creature deals combat damage to a player, ": "hits",
    "When this creature dies, ": "dies",
}
EFFECTS: dict[str, Instructions] = {
    "it gets +2/+0 until end of turn.": _it(_boost(2, 0)),
    "it gets +1/+1 until end of turn for each creature blocking it.": _it(_for_each_blocker),
    "it gets +X/+0 until end of turn, where X is the number of creatures you control.": _it(_for_each_creature),
    "it gets +1/+0 until end of turn. Untap it.": _it(_boost_and_untap),
    "it gains first strike until end of turn.": _it(_gain("first strike")),
    "it gains double strike until end of turn.": _it(_gain("double strike")),
    "you may have it gain indestructible until end of turn.": Instructions(_may_gain_indestructible),
    "target creature gains lifelink until end of turn.": _to(_any_creature, _gain("lifelink")),
    "target creature gets -1/-1 until end of turn.": _to(_any_creature, _boost(-1, -1)),
    "put a +1/+1 counter on it.": _it(_put("+1/+1")),
    "put a +1/+1 counter on target creature you control.": _to(_own, _put("+1/+1")),
    "put a +1/+1 counter on each creature you control.": Instructions(_counters_on_each),
    "put a -1/-1 counter on target creature.": _to(_any_creature, _put("-1/-1")),
    "it deals 1 damage to target creature.": Instructions(_deals_one, _any_creature),
    "it deals 1 damage to any target.": Instructions(_deals_one, _anything),
    "it deals 1 damage to each creature.": Instructions(_deals_one_to_each),
    "it fights target creature an opponent controls.": Instructions(_fights, _theirs),
    "you gain 1 life.": Instructions(_gains_one),
    "you gain life equal to its power.": Instructions(_gains_power),
    "each opponent loses 1 life.": Instructions(lambda fight, trigger: _loses(fight, _other(fight, trigger), 1)),
    "tap target creature.": _to(_any_creature, _set(tapped=True)),
    "untap it.": _it(_set(tapped=False)),
    "untap target creature.": _to(_any_creature, _set(tapped=False)),
    "create a 1/1 white Soldier creature token that's tapped and attacking.": Instructions(_soldier_attacking),
    "create a 1/1 white Soldier creature token.": Instructions(_soldier),
    "you may sacrifice another creature. If you do, it gets +2/+2 until end of turn.": Instructions(_may_sacrifice),
    "sacrifice a creature.": Instructions(_sacrifice),
    "each player sacrifices a creature.": Instructions(_each_sacrifices),
    "sacrifice it at end of combat.": Instructions(_at_end_of_combat(lambda fight, each: fight.leave([each], "graveyard"))),
    "return it to its owner's hand at end of combat.": Instructions(_at_end_of_combat(_bounce)),
    "regenerate it.": _it(_shield),
    "prevent the next 1 damage that would be dealt to it this turn.": _it(_prevent),
    "prevent all combat damage that would be dealt to it this turn.": _it(_set(unhurt=True)),
    "prevent all combat damage that would be dealt this turn.": Instructions(_no_combat_damage),
    "target creature can't block this turn.": _to(_any_creature, _set(cant_block=True)),
    "target creature can't be blocked this turn.": _to(_any_creature, _set(unblockable=True)),
    "creatures you control get +1/+1 until end of turn.": Instructions(_each_gets),
    "attacking creatures get +1/+0 until end of turn.": Instructions(_attackers_get),
    "exile target creature an opponent controls.": _to(_theirs, _exile),
    "return target creature to its owner's hand.": _to(_any_creature, _bounce),
    "return it to its owner's hand.": Instructions(_return_it),
    "destroy target creature an opponent controls.": _to(_theirs, lambda fight, each: fight.destroy(each)),
    "switch target creature's power and toughness until end of turn.": _to(_any_creature, _switch),
    "target creature has base power and toughness 1/1 until end of turn.": _to(_any_creature, _set(base=(1, 1))),
    "remove target attacking creature from combat.": _to(_attackers, _remove),
    "remove it from combat.": _it(_remove),
    "you gain 1 life if a creature died this turn.": Instructions(_gains_if(lambda fight, trigger: fight.died > 0)),
    "you gain 1 life. Then if you gained 3 or more life this turn, put a +1/+1 counter on this creature.": Instructions(_grows),
    "return target creature to its owner's hand. If it was a token, you gain 1 life.": Instructions(
        _gains_if_token(_bounce, token=True), _any_creature
    ),
    "destroy target creature an opponent controls. If it wasn't a token, you gain 1 life.": Instructions(
        _gains_if_token(lambda fight, each: fight.destroy(each), token=False), _theirs
    ),
    "put a +1/+1 counter on this creature. Then if it has two or more +1/+1 counters on it, you gain 1 life.": Instructions(
        _second_counter
    ),
    "put a lifelink or +1/+1 counter on this creature.": Instructions(_one_of_two_counters),
    "it deals 1 damage to target creature. If you control three or more creatures, it deals 2 damage instead.": Instructions(
        _deals_two_instead, _any_creature
    ),
    "you may sacrifice another creature. When you do, this creature deals damage equal to the sacrificed creature's power to "
    "target creature.": Instructions(_hurls),
    "you gain 1 life at the beginning of your next end step.": Instructions(_at_my_end_step),
}
ONLY_WHILE_THERE = (
    "it gets ",
    "it gains ",
    "you may have it gain ",
    "put a +1/+1 counter on it.",
    "untap it.",
    "you may sacrifice another creature. If you do, it gets",
    "sacrifice it at end of combat.",
    "return it to its owner's hand at end of combat.",
    "you gain 1 life. Then",
    "put a +1/+1 counter on this creature.",
    "put a lifelink or",
)
"""How effects begin that aren't asked for of what has died: "it" would be a card in a graveyard."""

MORE_LIFE = "If you would gain life, you gain that much life plus 1 instead."
MORE_DAMAGE = "If a creature you control would deal damage, it deals that much damage plus 1 instead."
TWICE_THE_DAMAGE = (
    "If a source would deal damage to a permanent or player, it deals double that damage to that permanent or player instead."
)
LESS_DAMAGE = "If a source would deal damage to this creature, prevent 1 of that damage."
COUNTER_FOR_DAMAGE = "If damage would be dealt to this creature, prevent that damage. Remove a +1/+1 counter from this creature."
OF_DAMAGE = (MORE_DAMAGE, TWICE_THE_DAMAGE, LESS_DAMAGE, COUNTER_FOR_DAMAGE)
"""One on a board, without a shield beside it: in what order they apply is chosen otherwise (616.1)."""
NONTOKENS_EXILED = "If a nontoken creature would die, exile it instead."
EXILED = "If this creature would die, exile it instead."
OTHERS_EXILED = "If another creature would die, exile it instead."
EXERT = "You may exert this creature as it attacks. When you do, it gets +1/+3 until end of turn."
EXERT_DOES = "When you do, it gets +1/+3 until end of turn."
EXERTED = _it(_boost(1, 3))
ALONE = "Whenever a creature you control attacks alone, it gains double strike until end of turn."
_MUST_BLOCK = "Whenever this creature attacks, target creature defending player controls blocks this creature this turn if able."
_ABOUT = "Whenever this creature becomes blocked by a creature, that creature gets -1/-1 until end of turn."
_BASILISK = "Whenever this creature blocks or becomes blocked by a creature, destroy that creature at end of combat."


def _about(do: Callable[[Fight, Creature], None]) -> Instructions:
    def to_it(fight: Fight, trigger: Trigger) -> None:
        if trigger.about is not None and trigger.about.where == "battlefield":
            do(fight, trigger.about)

    return Instructions(to_it)


def _bursts(fight: Fight, trigger: Trigger) -> None:
    """608.2h: whoever blocked it as it left."""
    source = trigger.source
    if source.where == "battlefield":
        fight.leave([source], "graveyard")
        fight.hurt([(source, each, 2) for each in source.blocked_by], combat=False)


_WARY = Instructions(_at_end_of_combat(lambda fight, each: fight.destroy(each), itself=False))
_SACRIFICED_LATER = Instructions(_at_end_of_combat(lambda fight, each: fight.leave([each], "graveyard")))
_FLANKED = _about(_boost(-1, -1))
_POISONS = Instructions(
    lambda fight, trigger: fight.poison.update({_other(fight, trigger): fight.poison[_other(fight, trigger)] + 1})
)

OWN: dict[str, list[tuple[str, Instructions]]] = {
    "Bushido 1": [("blocks", _it(_boost(1, 1))), ("becomes blocked", _it(_boost(1, 1)))],
    "Flanking": [("becomes blocked by", _FLANKED)],
    "Rampage 2": [("becomes blocked", _it(_rampage))],
    "Afflict 2": [("becomes blocked", Instructions(lambda fight, trigger: _loses(fight, YOU, 2)))],
    "Frenzy 1": [("unblocked", _it(_boost(1, 0)))],
    "Battle cry": [("attacks", Instructions(_battle_cry))],
    "Melee": [("attacks", _it(_boost(1, 1)))],
    "Training": [("attacks", _it(_put("+1/+1")))],
    "Dethrone": [("attacks", _it(_put("+1/+1")))],
    "Mentor": [("attacks", _to(_weaker_attackers, _put("+1/+1")))],
    "Provoke": [("attacks", Instructions(_provoke, _theirs))],
    "Annihilator 1": [("attacks", Instructions(_defender_sacrifices))],
    "Myriad": [("attacks", Instructions(lambda fight, trigger: None))],
    "Mobilize 1": [("attacks", Instructions(_mobilize))],
    "Renown 1": [("hits", Instructions(_renown, condition=lambda fight, trigger: not trigger.source.renowned))],
    "Poisonous 1": [("hits", _POISONS)],
    "Persist": [("dies", _returns_with("-1/-1"))],
    "Undying": [("dies", _returns_with("+1/+1"))],
    "Afterlife 1": [("dies", Instructions(_soldier))],
    "Decayed": [("attacks", _SACRIFICED_LATER)],
    _MUST_BLOCK: [("attacks", Instructions(_must_block, _theirs))],
    _ABOUT: [("becomes blocked by", _FLANKED)],
    _BASILISK: [("becomes blocked by", _WARY), ("blocks a creature", _WARY)],
    "Whenever this creature blocks a creature, exile that creature.": [("blocks a creature", _about(_exile))],
    "Whenever this creature deals combat damage to a creature, destroy that creature.": [
        ("hits a creature", _about(lambda fight, each: fight.destroy(each)))
    ],
    "Whenever this creature deals combat damage to a creature, tap that creature.": [
        ("hits a creature", _about(_set(tapped=True)))
    ],
    "Whenever this creature deals combat damage, you gain that much life.": [("deals", Instructions(_gains_that_much))],
    "Whenever this creature is dealt damage, put a +1/+1 counter on it.": [("is hurt", _it(_put("+1/+1")))],
    "Whenever another creature dies, put a +1/+1 counter on this creature.": [("another dies", _it(_put("+1/+1")))],
    "Whenever this creature attacks, defending player sacrifices a creature.": [("attacks", Instructions(_defender_sacrifices))],
    "Whenever this creature becomes blocked, sacrifice it. If you do, it deals 2 damage to each creature blocking it.": [
        ("becomes blocked", Instructions(_bursts))
    ],
}
STATIC = (
    "Other creatures you control get +1/+1.",
    "Attacking creatures you control get +1/+0.",
    "Exalted",
    "Enlist",
    "Toxic 1",
    EXERT,
    ALONE,
    EXILED,
    OTHERS_EXILED,
    NONTOKENS_EXILED,
    MORE_LIFE,
    *(keyword.capitalize() for keyword in KEYWORDS),
)
SENTENCES = (
    *STATIC,
    *OWN,
    *(
        event + effect
        for event in EVENTS
        for effect in EFFECTS
        if not (EVENTS[event] == "dies" and effect.startswith(ONLY_WHILE_THERE))
    ),
)
"""Every sentence whose outcome is known here."""


COMPOSED: dict[str, list[tuple[str, Instructions]]] = {}
"""Sentences put together of parts (`composing`), once they are drawn."""


def meaning(text: str) -> list[tuple[str, Instructions]]:
    """For which events the sentence triggers, and what it does then."""
    if (known := OWN.get(text) or COMPOSED.get(text)) is not None:
        return known
    return [(at, EFFECTS[text.removeprefix(event)]) for event, at in EVENTS.items() if text.startswith(event)]
