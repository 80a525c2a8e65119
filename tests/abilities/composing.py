"""Sentences put together of parts, each with what it means: trigger event × condition × instruction × amount × to whom.

Each part is written once, in words and in what it does to a `Fight`; like the `reference` it knows nothing of the package.
`sentence` draws one, and `COMPOSED` knows from then on what it does.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from abilities.reference import (
    COMPOSED,
    ME,
    Creature,
    Fight,
    Instructions,
    Trigger,
    boost,
    gain,
    other_player,
    put,
    soldiers,
)

Do = Callable[[Fight, Trigger], None]
Number = Callable[[Fight, Trigger], int]
Holds = Callable[[Fight, Trigger], bool]
Choose = Callable[[Fight, Trigger], list[Creature]]

EVENTS = {
    "Whenever this creature attacks, ": "attacks",
    "Whenever this creature blocks, ": "blocks",
    "Whenever this creature becomes blocked, ": "becomes blocked",
    "Whenever this creature attacks and isn't blocked, ": "unblocked",
    "Whenever this creature deals combat damage to a player, ": "hits",
    "Whenever this creature deals combat damage to a creature, ": "hits a creature",
    "Whenever this creature becomes blocked by a creature, ": "becomes blocked by",
    "Whenever this creature is dealt damage, ": "is hurt",
    "Whenever another creature you control attacks, ": "another attacks",
    "Whenever another creature dies, ": "another dies",
    "Whenever a creature an opponent controls dies, ": "theirs dies",
    "Whenever a creature you control becomes blocked, ": "mine becomes blocked",
    "Whenever a creature you control deals combat damage to a player, ": "mine hits",
    "Whenever one or more +1/+1 counters are put on this creature, ": "gets counters",
    "Whenever you gain life, ": "gains life",
    "When this creature dies, ": "dies",
    "When this creature leaves the battlefield, ": "leaves",
}
NAMES_ANOTHER = (
    "hits a creature",
    "becomes blocked by",
    "another attacks",
    "another dies",
    "theirs dies",
    "mine becomes blocked",
    "mine hits",
)
"""The events of which "that creature" is another one, or may be."""
LEFT = ("dies", "leaves")
"""The events after which the creature itself isn't there any more."""


def _theirs(fight: Fight, trigger: Trigger) -> list[Creature]:
    return fight.there(other_player(trigger.controller))


def _mine(fight: Fight, trigger: Trigger) -> list[Creature]:
    return fight.there(trigger.controller)


def _who(holds: Callable[[Fight, Trigger, Creature], bool]) -> Choose:
    return lambda fight, trigger: [each for each in fight.there() if holds(fight, trigger, each)]


TARGETS: dict[str, Choose] = {
    "target creature": lambda fight, trigger: fight.there(),
    "target creature you control": _mine,
    "target creature an opponent controls": _theirs,
    "another target creature": _who(lambda fight, trigger, each: each is not trigger.source),
    "another target creature you control": _who(
        lambda fight, trigger, each: each is not trigger.source and each.owner == trigger.controller
    ),
    "target attacking creature": _who(lambda fight, trigger, each: each.attacking),
    "target blocking creature": _who(lambda fight, trigger, each: each.is_blocker),
    "target attacking or blocking creature": _who(lambda fight, trigger, each: each.attacking or each.is_blocker),
    "target tapped creature": _who(lambda fight, trigger, each: each.tapped),
    "target creature with power 2 or less": _who(lambda fight, trigger, each: fight.size(each)[0] <= 2),
    "target creature with a +1/+1 counter on it": _who(lambda fight, trigger, each: each.counters["+1/+1"] > 0),
    "target creature with lesser power": _who(lambda fight, trigger, each: fight.size(each)[0] < fight.size(trigger.source)[0]),
}
GROUPS: dict[str, Choose] = {
    "creature you control": _mine,
    "creature your opponents control": _theirs,
    "other creature you control": _who(
        lambda fight, trigger, each: each is not trigger.source and each.owner == trigger.controller
    ),
    "attacking creature": _who(lambda fight, trigger, each: each.attacking),
    "blocking creature": _who(lambda fight, trigger, each: each.is_blocker),
    "untapped creature": _who(lambda fight, trigger, each: not each.tapped),
    "creature with a +1/+1 counter on it": _who(lambda fight, trigger, each: each.counters["+1/+1"] > 0),
    "creature with power 3 or greater": _who(lambda fight, trigger, each: fight.size(each)[0] >= 3),
}


def _each(*do: Callable[[Creature], None]) -> Callable[[Fight, Trigger, list[Creature]], None]:
    def done(fight: Fight, trigger: Trigger, them: list[Creature]) -> None:
        for each in them:
            for one in do:
                one(each)

    return done


def _sets(name: str, value: bool) -> Callable[[Creature], None]:
    return lambda each: setattr(each, name, value)


def _deal(amount: int) -> Callable[[Fight, Trigger, list[Creature]], None]:
    return lambda fight, trigger, them: fight.hurt([(trigger.source, each, amount) for each in them], combat=False)


def _shield(each: Creature) -> None:
    each.shields += 1


def _lose_counter(each: Creature) -> None:
    each.counters["+1/+1"] -= each.counters["+1/+1"] > 0


ONE: dict[str, Callable[[Fight, Trigger, list[Creature]], None]] = {
    "tap {}": _each(_sets("tapped", True)),
    "untap {}": _each(_sets("tapped", False)),
    "destroy {}": lambda fight, trigger, them: fight.destroy_all(them),
    "exile {}": lambda fight, trigger, them: fight.leave(them, "exile"),
    "return {} to its owner's hand": lambda fight, trigger, them: fight.leave(them, "hand"),
    "put a +1/+1 counter on {}": _each(lambda each: put(each, "+1/+1")),
    "put two +1/+1 counters on {}": _each(lambda each: put(each, "+1/+1", 2)),
    "put a -1/-1 counter on {}": _each(lambda each: put(each, "-1/-1")),
    "remove a +1/+1 counter from {}": _each(_lose_counter),
    "{} gets +1/+1 until end of turn": _each(lambda each: boost(each, 1, 1)),
    "{} gets -2/-1 until end of turn": _each(lambda each: boost(each, -2, -1)),
    "{} gains first strike until end of turn": _each(lambda each: gain(each, "first strike")),
    "{} gains deathtouch until end of turn": _each(lambda each: gain(each, "deathtouch")),
    "{} gets +2/+0 and gains trample until end of turn": _each(
        lambda each: boost(each, 2, 0), lambda each: gain(each, "trample")
    ),
    "this creature deals 2 damage to {}": _deal(2),
    "{} can't block this turn": _each(_sets("cant_block", True)),
    "remove {} from combat": lambda fight, trigger, them: fight.take_out_of_combat(them),
    "regenerate {}": _each(_shield),
    "this creature deals 2 damage to {}. If that creature would die this turn, exile it instead": lambda fight, trigger, them: (
        _burns(fight, trigger, them)
    ),
    "create a token that's a copy of {}": lambda fight, trigger, them: [_copies(fight, trigger, each) for each in them],
}


def _burns(fight: Fight, trigger: Trigger, them: list[Creature]) -> None:
    _deal(2)(fight, trigger, them)
    for each in them:
        each.exiled_if_it_dies = True


"""What is done to one creature: a target, this creature, or that creature."""
SEVERAL: dict[str, Callable[[Fight, Trigger, list[Creature]], None]] = {
    "tap each {}": _each(_sets("tapped", True)),
    "untap each {}": _each(_sets("tapped", False)),
    "destroy each {}": lambda fight, trigger, them: fight.destroy_all(them),
    "exile each {}": lambda fight, trigger, them: fight.leave(them, "exile"),
    "put a +1/+1 counter on each {}": _each(lambda each: put(each, "+1/+1")),
    "put a -1/-1 counter on each {}": _each(lambda each: put(each, "-1/-1")),
    "each {} gets +1/+0 until end of turn": _each(lambda each: boost(each, 1, 0)),
    "each {} gains trample until end of turn": _each(lambda each: gain(each, "trample")),
    "this creature deals 1 damage to each {}": _deal(1),
}


def _power(fight: Fight, one: Creature) -> int:
    return fight.size(one)[0]


def _toughness(fight: Fight, one: Creature) -> int:
    return fight.size(one)[1]


GOES = ("destroy {}", "exile {}", "return {} to its owner's hand", "tap {}", "put a -1/-1 counter on {}")
"""What a rider may follow, which asks for the target as it last was (608.2h)."""
RIDERS: dict[str, Callable[[Fight, Trigger, Creature], None]] = {
    "You gain life equal to its power": lambda fight, trigger, it: fight.gain_life(trigger.controller, max(0, _power(fight, it))),
    "You gain life equal to its toughness": lambda fight, trigger, it: fight.gain_life(
        trigger.controller, max(0, _toughness(fight, it))
    ),
    "Each opponent loses life equal to its power": lambda fight, trigger, it: _loses(
        fight, other_player(trigger.controller), max(0, _power(fight, it))
    ),
    "Its controller loses 1 life": lambda fight, trigger, it: _loses(fight, it.owner, 1),
    "Its controller gains life equal to its toughness": lambda fight, trigger, it: fight.gain_life(
        it.owner, max(0, _toughness(fight, it))
    ),
    "Its controller creates a 1/1 white Soldier creature token": lambda fight, trigger, it: soldiers(fight, trigger, 1, it.owner),
    "Its controller sacrifices a creature": lambda fight, trigger, it: _sacrifices(fight, it.owner),
}


def _fight(fight: Fight, trigger: Trigger, one: Creature, other: Creature) -> None:
    if {one.where, other.where} != {"battlefield"}:
        return  # 701.14b
    powers = max(0, _power(fight, one)), max(0, _power(fight, other))
    fight.hurt([(one, other, powers[0]), (other, one, powers[1])], combat=False)


def _both(do: Callable[[Fight, Trigger, Creature, Creature], None]) -> Do:
    """Done only where both targets are legal still."""

    def done(fight: Fight, trigger: Trigger) -> None:
        if isinstance(trigger.target, Creature) and trigger.second is not None:
            do(fight, trigger, trigger.target, trigger.second)

    return done


def _of_each(*do: Callable[[Creature], None]) -> Do:
    """Done to whichever target is legal still: the one to the first, the other to the second."""

    def done(fight: Fight, trigger: Trigger) -> None:
        for one, target in zip(do, (trigger.target, trigger.second), strict=True):
            if isinstance(target, Creature):
                one(target)

    return done


TWO_TARGETS: dict[str, Do] = {
    "target creature you control fights target creature an opponent controls": _both(_fight),
    "target creature you control deals damage equal to its power to target creature an opponent controls": _both(
        lambda fight, trigger, one, other: fight.hurt([(one, other, max(0, _power(fight, one)))], combat=False)
    ),
    "target creature you control and target creature an opponent controls each get +1/+1 until end of turn": _of_each(
        lambda each: boost(each, 1, 1), lambda each: boost(each, 1, 1)
    ),
    "untap target creature you control and tap target creature an opponent controls": _of_each(
        _sets("tapped", False), _sets("tapped", True)
    ),
}
INSTEAD: dict[str, tuple[str, Do, Do]] = {
    "you gain 1 life": (
        "you gain 3 life",
        lambda fight, trigger: fight.gain_life(trigger.controller, 1),
        lambda fight, trigger: fight.gain_life(trigger.controller, 3),
    ),
    "each opponent loses 1 life": (
        "each opponent loses 2 life",
        lambda fight, trigger: _loses(fight, other_player(trigger.controller), 1),
        lambda fight, trigger: _loses(fight, other_player(trigger.controller), 2),
    ),
    "create a 1/1 white Soldier creature token": (
        "create two of those tokens",
        lambda fight, trigger: soldiers(fight, trigger, 1),
        lambda fight, trigger: soldiers(fight, trigger, 2),
    ),
    "put a +1/+1 counter on this creature": (
        "put two +1/+1 counters on it",
        lambda fight, trigger: put(trigger.source, "+1/+1"),
        lambda fight, trigger: put(trigger.source, "+1/+1", 2),
    ),
    "this creature gets +1/+0 until end of turn": (
        "it gets +3/+0 until end of turn",
        lambda fight, trigger: boost(trigger.source, 1, 0),
        lambda fight, trigger: boost(trigger.source, 3, 0),
    ),
}
"""What is done, what is done instead where a condition holds, and both in code."""


def _loses(fight: Fight, player: str, amount: int) -> None:
    fight.life[player] -= amount


def _sacrifices(fight: Fight, player: str) -> None:
    if chosen := fight.sacrifices(player, fight.there(player)):
        fight.leave([chosen], "graveyard")


ALONE: dict[str, Do] = {
    "you gain 2 life": lambda fight, trigger: fight.gain_life(trigger.controller, 2),
    "each opponent loses 1 life": lambda fight, trigger: _loses(fight, other_player(trigger.controller), 1),
    "you lose 1 life": lambda fight, trigger: _loses(fight, trigger.controller, 1),
    "create two 1/1 white Soldier creature tokens": lambda fight, trigger: soldiers(fight, trigger, 2),
    "each opponent sacrifices a creature": lambda fight, trigger: _sacrifices(fight, other_player(trigger.controller)),
    "create a 2/2 black Zombie creature token with deathtouch": lambda fight, trigger: _creates(
        fight, trigger, 2, 2, ("Deathtouch",)
    ),
    "create a token that's a copy of this creature": lambda fight, trigger: _copies(fight, trigger, trigger.source),
    "create a 1/1 white Soldier creature token that's tapped and attacking. Sacrifice it at end of combat": (
        lambda fight, trigger: _at_end_of_combat_goes(fight, trigger, fight.create(trigger, attacking=True))
    ),
}


def _creates(fight: Fight, trigger: Trigger, power: int, toughness: int, texts: tuple[str, ...]) -> None:
    fight.create(trigger, 1, power, toughness, texts)


def _copies(fight: Fight, trigger: Trigger, one: Creature) -> None:
    """What is printed on it, whatever has become of it (707.2)."""
    fight.create(trigger, 1, one.power, one.toughness, one.texts)


def _at_end_of_combat_goes(fight: Fight, trigger: Trigger, them: list[Creature]) -> None:
    delayed = Trigger(trigger.source, trigger.text, trigger.does)
    fight.at_end.append(("end of combat", delayed, lambda fight, one: fight.leave(them, "graveyard")))


WITH_X: dict[str, Callable[[Fight, Trigger, int], None]] = {
    "you gain X life": lambda fight, trigger, x: fight.gain_life(trigger.controller, x),
    "each opponent loses X life": lambda fight, trigger, x: _loses(fight, other_player(trigger.controller), x),
    "this creature gets +X/+0 until end of turn": lambda fight, trigger, x: boost(trigger.source, x, 0),
    "put X +1/+1 counters on this creature": lambda fight, trigger, x: put(trigger.source, "+1/+1", x),
    "create X 1/1 white Soldier creature tokens": lambda fight, trigger, x: soldiers(fight, trigger, x),
    "this creature deals X damage to each other creature": lambda fight, trigger, x: fight.hurt(
        [(trigger.source, each, x) for each in fight.there() if each is not trigger.source], combat=False
    ),
}
ONE_WITH_X: dict[str, Callable[[Fight, Trigger, Creature, int], None]] = {
    "{one} gets +X/+0 until end of turn, where X is {amount}": lambda fight, trigger, it, x: boost(it, x, 0),
    "{one} gets -0/-X until end of turn, where X is {amount}": lambda fight, trigger, it, x: boost(it, 0, -x),
    "put X +1/+1 counters on {one}, where X is {amount}": lambda fight, trigger, it, x: put(it, "+1/+1", x),
    "put a number of +1/+1 counters on {one} equal to {amount}": lambda fight, trigger, it, x: put(it, "+1/+1", x),
    "this creature deals damage equal to {amount} to {one}": lambda fight, trigger, it, x: fight.hurt(
        [(trigger.source, it, x)], combat=False
    ),
    "this creature deals X damage to {one}, where X is {amount}": lambda fight, trigger, it, x: fight.hurt(
        [(trigger.source, it, x)], combat=False
    ),
}
EQUAL_TO: dict[str, Callable[[Fight, Trigger, int], None]] = {
    "you gain life equal to {amount}": lambda fight, trigger, x: fight.gain_life(trigger.controller, x),
    "each opponent loses life equal to {amount}": lambda fight, trigger, x: _loses(fight, other_player(trigger.controller), x),
    "create a number of 1/1 white Soldier creature tokens equal to {amount}": lambda fight, trigger, x: soldiers(
        fight, trigger, x
    ),
}
FOR_EACH: dict[str, Number] = {
    "creature you control": lambda fight, trigger: len(_mine(fight, trigger)),
    "other creature you control": lambda fight, trigger: sum(each is not trigger.source for each in _mine(fight, trigger)),
    "attacking creature": lambda fight, trigger: len(fight.attacking()),
    "tapped creature": lambda fight, trigger: sum(each.tapped for each in fight.there()),
    "+1/+1 counter on this creature": lambda fight, trigger: trigger.source.counters["+1/+1"],
    "creature that died this turn": lambda fight, trigger: fight.died,
    "creature with power 3 or greater": lambda fight, trigger: sum(fight.size(each)[0] >= 3 for each in fight.there()),
}
ONE_FOR_EACH: dict[str, Callable[[Fight, Trigger, Creature, int], None]] = {
    "{one} gets +1/+0 until end of turn for each {each}": lambda fight, trigger, it, x: boost(it, x, 0),
    "{one} gets -1/-1 until end of turn for each {each}": lambda fight, trigger, it, x: boost(it, -x, -x),
    "put a +1/+1 counter on {one} for each {each}": lambda fight, trigger, it, x: put(it, "+1/+1", x),
}
ALONE_FOR_EACH: dict[str, Callable[[Fight, Trigger, int], None]] = {
    "you gain 1 life for each {each}": lambda fight, trigger, x: fight.gain_life(trigger.controller, x),
    "each opponent loses 1 life for each {each}": lambda fight, trigger, x: _loses(fight, other_player(trigger.controller), x),
    "create a 1/1 white Soldier creature token for each {each}": lambda fight, trigger, x: soldiers(fight, trigger, x),
}
ABOUT_ITSELF = ("this creature gets", "put X +1/+1 counters on this")
AMOUNTS: dict[str, Number] = {
    "the number of creatures you control": lambda fight, trigger: len(_mine(fight, trigger)),
    "the number of attacking creatures": lambda fight, trigger: len(fight.attacking()),
    "the number of tapped creatures": lambda fight, trigger: sum(each.tapped for each in fight.there()),
    "the number of +1/+1 counters on this creature": lambda fight, trigger: trigger.source.counters["+1/+1"],
    "this creature's power": lambda fight, trigger: fight.size(trigger.source)[0],
    "this creature's toughness": lambda fight, trigger: fight.size(trigger.source)[1],
    "the greatest power among creatures you control": lambda fight, trigger: max(
        (fight.size(each)[0] for each in _mine(fight, trigger)), default=0
    ),
    "the number of creatures that died this turn": lambda fight, trigger: fight.died,
    "the amount of life you gained this turn": lambda fight, trigger: fight.gained[trigger.controller],
}
OF_ANOTHER: dict[str, Number] = {
    "that creature's power": lambda fight, trigger: fight.size(trigger.about or trigger.source)[0],
    "that creature's toughness": lambda fight, trigger: fight.size(trigger.about or trigger.source)[1],
}
CONDITIONS: dict[str, Holds] = {
    "you control three or more creatures": lambda fight, trigger: len(_mine(fight, trigger)) >= 3,
    "you control no tapped creatures": lambda fight, trigger: not any(each.tapped for each in _mine(fight, trigger)),
    "you control exactly one creature": lambda fight, trigger: len(_mine(fight, trigger)) == 1,
    "an opponent controls a creature with power 2 or less": lambda fight, trigger: any(
        fight.size(each)[0] <= 2 for each in _theirs(fight, trigger)
    ),
    "a creature died this turn": lambda fight, trigger: fight.died > 0,
    "you gained life this turn": lambda fight, trigger: fight.gained[trigger.controller] > 0,
    "it's your turn": lambda fight, trigger: trigger.controller == ME,
    "an opponent controls more creatures than you": lambda fight, trigger: (
        len(_theirs(fight, trigger)) > len(_mine(fight, trigger))
    ),
    "you have 20 or more life": lambda fight, trigger: fight.life[trigger.controller] >= 20,
}
OF_ITSELF: dict[str, Holds] = {
    "this creature is attacking": lambda fight, trigger: fight.is_so(trigger.source, "attacking"),
    "this creature is tapped": lambda fight, trigger: fight.is_so(trigger.source, "tapped"),
    "this creature has a +1/+1 counter on it": lambda fight, trigger: trigger.source.counters["+1/+1"] > 0,
    "this creature's power is 3 or greater": lambda fight, trigger: fight.size(trigger.source)[0] >= 3,
}
AS_IT_DIED: dict[str, Holds] = {
    "it was attacking": lambda fight, trigger: "attacking" in (trigger.about or trigger.source).stood,
    "it was blocking": lambda fight, trigger: "blocking" in (trigger.about or trigger.source).stood,
    "it had a +1/+1 counter on it": lambda fight, trigger: (trigger.about or trigger.source).counters["+1/+1"] > 0,
    "its power was 3 or greater": lambda fight, trigger: (trigger.about or trigger.source).last[0] >= 3,
}


class Composing:
    """A sentence that is put together, part by part."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.event = random.choice([*EVENTS])
        self.at = EVENTS[self.event]
        self.target: Choose | None = None
        self.second: Choose | None = None
        self.up_to_one = False
        self.whole = False
        self.sacrifices = False
        """Whether nothing may follow, as it is more than one sentence."""

    def sentence(self) -> str:
        """The words; what they do stands in `COMPOSED`."""
        self.target = self.second = None
        self.up_to_one = self.whole = self.sacrifices = self.begun = False
        draw = self.random.random()
        if draw < 0.08:
            return self.known(*self.instead())
        if draw < 0.18:
            return self.known(*self.with_rider())
        if draw < 0.28:
            return self.known(*self.sacrificing())
        words, do = self.clause()
        self.begun = True
        if self.whole:
            return self.known(words, do)
        holds: Holds | None = None
        if draw < 0.4:
            asked, holds = self.condition()
            words = f"if {asked}, {words}"
        elif draw < 0.5:
            asked, later = self.condition(died=False)
            words, do = f"{words} if {asked}", _if(later, do)
        elif draw < 0.56:
            asked, later = self.condition(died=False)
            words, do = f"{words} unless {asked}", _if(_not(later), do)
        elif draw < 0.62:
            asked, later = self.condition(died=False)
            more, other = self.clause()
            words, do = f"{words} if {asked}. Otherwise, {more}", _either(later, do, other)
        elif draw < 0.7:
            asked, later = self.condition(died=False)
            more, other = self.clause()
            then = self.random.choice(("If", "Then if"))
            words, do = f"{words}. {then} {asked}, {more}", _then(do, _if(later, other))
        elif draw < 0.8:
            more, other = self.clause()
            words, do = f"{words}, then {more}", _then(do, other)
        elif draw < 0.88:
            words, do = f"you may have {words}" if words.startswith("this creature") else f"you may {words}", _may(do)
            if not words.startswith("you may have"):
                return (
                    self.sentence() if words.split()[2] in ("you", "each", "that", "target", "another") else self.known(words, do)
                )
            words = words.replace(" deals ", " deal ").replace(" gets ", " get ").replace(" gains ", " gain ")
        return self.known(words, do, holds)

    def instead(self) -> tuple[str, Do]:
        words, (other, first, second) = self.random.choice([*INSTEAD.items()])
        asked, holds = self.condition(died=False)
        if self.at in LEFT and "this creature" in words:
            return self.instead()
        return f"{words}. If {asked}, {other} instead", _either(holds, second, first)

    def with_rider(self) -> tuple[str, Do]:
        words, done = self.random.choice([*ONE.items()])
        if words not in GOES:
            return self.with_rider()
        target = self.some_target()
        rider, after = self.random.choice([*RIDERS.items()])

        def do(fight: Fight, trigger: Trigger) -> None:
            if isinstance(trigger.target, Creature):
                done(fight, trigger, [trigger.target])
                after(fight, trigger, trigger.target)

        return f"{words.format(target)}. {rider}", do

    def sacrificing(self) -> tuple[str, Do]:
        """One after the other, or an ability of its own, with a target of its own (603.12)."""
        when, self.sacrifices, self.begun = self.random.random() < 0.5, True, True
        draw = self.random.random()
        if draw < 0.4:
            life = self.random.choice(("power", "toughness"))
            size = _power if life == "power" else _toughness
            words = f"you gain life equal to the sacrificed creature's {life}"

            def gains(fight: Fight, trigger: Trigger, gone: Creature) -> None:
                fight.gain_life(trigger.controller, max(0, size(fight, gone)))

            done: Callable[[Fight, Trigger, Creature], None] = gains
        else:
            words, then = self.clause()

            def goes_on(fight: Fight, trigger: Trigger, gone: Creature) -> None:
                then(fight, trigger)

            done = goes_on
        target, second, up_to_one = self.target, self.second, self.up_to_one
        if when:
            self.target = self.second = None
            self.up_to_one = False

        def do(fight: Fight, trigger: Trigger) -> None:
            others = [each for each in fight.there(trigger.controller) if each is not trigger.source]
            if not others:
                return
            fight.choices["accept"] = (bool(fight.decide(2)),)
            if not fight.choices["accept"][0]:
                return
            chosen = fight.sacrifices(trigger.controller, others)
            assert chosen is not None
            fight.leave([chosen], "graveyard")
            if when:
                reflexive = Instructions(lambda fight, one: done(fight, one, chosen), target, second=second, up_to_one=up_to_one)
                fight.triggers(trigger.source, trigger.text, reflexive)
            else:
                done(fight, trigger, chosen)

        return f"you may sacrifice another creature. {'When' if when else 'If'} you do, {words}", do

    def some_target(self) -> str:
        # "Another", or "lesser", may be than this creature or than that one, where the event names both.
        clear = self.at not in NAMES_ANOTHER
        known = [each for each in TARGETS.items() if clear or not ("another" in each[0] or "lesser" in each[0])]
        target, self.target = self.random.choice(known)
        if self.random.random() < 0.2:
            self.up_to_one = True
            return f"up to one {target.replace('another', 'other')}"
        return target

    def known(self, words: str, do: Do, holds: Holds | None = None) -> str:
        text = f"{self.event}{words}."
        does = Instructions(do, self.target, holds or (lambda fight, trigger: True), self.second, self.up_to_one)
        COMPOSED[text] = [(self.at, does)]
        return text

    def condition(self, died: bool = True) -> tuple[str, Holds]:
        known = {**CONDITIONS}
        if died and self.at in ("dies", "another dies", "theirs dies"):
            known |= AS_IT_DIED
        if self.at not in LEFT:
            known |= OF_ITSELF
        return self.random.choice([*known.items()])

    def clause(self) -> tuple[str, Do]:
        draw = self.random.random()
        if draw < 0.15:
            words, do = self.random.choice([*ALONE.items()])
            return (words, do) if self.may_be_whole(words) else self.clause()
        if draw < 0.3:
            return self.with_x()
        if draw < 0.36:
            return self.for_each()
        if draw < 0.5:
            words, done = self.random.choice([*SEVERAL.items()])
            group, whom = self.random.choice([*GROUPS.items()])
            if group.startswith("other") and (self.target is not None or self.at in NAMES_ANOTHER):
                return self.clause()  # than whom?
            return words.format(group), lambda fight, trigger: done(fight, trigger, whom(fight, trigger))
        if draw < 0.56 and self.target is None:
            words, do = self.random.choice([*TWO_TARGETS.items()])
            self.target, self.second = _mine, _theirs
            return words, do
        words, done = self.random.choice([*ONE.items()])
        if not self.may_be_whole(words):
            return self.clause()
        if draw < 0.72 and (self.at in NAMES_ANOTHER or self.at not in LEFT):
            if "{}. If that creature" in words:
                return self.clause()
            return words.format(self.itself_or_that()), _to_one(done, self.about, "a copy of" in words)
        if self.target is None:
            return words.format(self.some_target()), _to_target(done, "a copy of" in words)
        return self.random.choice([each for each in ALONE.items() if "." not in each[0]])

    def may_be_whole(self, words: str) -> bool:
        """What is more than one sentence is said first, and nothing follows it."""
        first, self.begun = not self.begun, True
        self.whole = self.whole or "." in words
        return first or "." not in words

    about = begun = False
    """Whether "that creature" was said last, not "this creature"."""

    def itself_or_that(self) -> str:
        # What has died can't be met, and "that creature" is a target from then on.
        named = self.at in {*NAMES_ANOTHER} - {"another dies", "theirs dies"} and not self.sacrifices
        self.about = named and self.target is None and self.random.random() < 0.6
        return "that creature" if self.about else "this creature"

    def to_one(self, do: Callable[[Fight, Trigger, Creature], None]) -> tuple[str, Do]:
        """This creature, that creature, or a target, and the same done to it."""

        def each(fight: Fight, trigger: Trigger, them: list[Creature]) -> None:
            for one in them:
                do(fight, trigger, one)

        if self.target is None and (self.at in LEFT or self.random.random() < 0.5):
            return self.some_target(), _to_target(each)
        return self.itself_or_that(), _to_one(each, self.about)

    def for_each(self) -> tuple[str, Do]:
        of, number = self.random.choice([*FOR_EACH.items()])
        if of.startswith("other") and (self.target is not None or self.at in NAMES_ANOTHER):
            return self.for_each()  # than whom?
        if (self.target is not None and self.at in LEFT) or self.random.random() < 0.5:
            words, alone = self.random.choice([*ALONE_FOR_EACH.items()])
            return words.format(each=of), lambda fight, trigger: alone(fight, trigger, max(0, number(fight, trigger)))
        words, done = self.random.choice([*ONE_FOR_EACH.items()])
        if of.startswith("other"):
            return self.for_each()  # than whom?
        whom, do = self.to_one(lambda fight, trigger, it: done(fight, trigger, it, max(0, number(fight, trigger))))
        return words.format(one=whom, each=of), do

    def with_x(self) -> tuple[str, Do]:
        known = {**AMOUNTS, **(OF_ANOTHER if self.at in NAMES_ANOTHER and self.target is None and not self.sacrifices else {})}
        amount, number = self.random.choice([*known.items()])
        draw = self.random.random()
        if draw < 0.3:
            words, alone = self.random.choice([*EQUAL_TO.items()])
            return words.format(amount=amount), lambda fight, trigger: alone(fight, trigger, max(0, number(fight, trigger)))
        if draw < 0.6 and (self.target is None or self.at not in LEFT):
            words, to_it = self.random.choice([*ONE_WITH_X.items()])
            whom, do = self.to_one(lambda fight, trigger, it: to_it(fight, trigger, it, max(0, number(fight, trigger))))
            return words.format(one=whom, amount=amount), do
        words, done = self.random.choice([*WITH_X.items()])
        if self.at in LEFT and words.startswith(ABOUT_ITSELF):
            return self.with_x()
        return f"{words}, where X is {amount}", lambda fight, trigger: done(fight, trigger, max(0, number(fight, trigger)))


def _to_target(done: Callable[[Fight, Trigger, list[Creature]], None], wherever: bool = False) -> Do:
    """Done to the target, if it is there still; `wherever`: or as it last was (608.2h)."""

    def do(fight: Fight, trigger: Trigger) -> None:
        if isinstance(trigger.target, Creature):
            done(fight, trigger, [trigger.target] if wherever or trigger.target.where == "battlefield" else [])

    return do


def _to_one(done: Callable[[Fight, Trigger, list[Creature]], None], about: bool, wherever: bool = False) -> Do:
    def do(fight: Fight, trigger: Trigger) -> None:
        meant = trigger.about if about else trigger.source
        done(fight, trigger, [meant] if meant is not None and (wherever or meant.where == "battlefield") else [])

    return do


def _not(holds: Holds) -> Holds:
    return lambda fight, trigger: not holds(fight, trigger)


def _either(holds: Holds, do: Do, otherwise: Do) -> Do:
    return lambda fight, trigger: (do if holds(fight, trigger) else otherwise)(fight, trigger)


def _if(holds: Holds, do: Do) -> Do:
    return lambda fight, trigger: do(fight, trigger) if holds(fight, trigger) else None


def _then(first: Do, second: Do) -> Do:
    def both(fight: Fight, trigger: Trigger) -> None:
        first(fight, trigger)
        second(fight, trigger)

    return both


def _may(do: Do) -> Do:
    def chosen(fight: Fight, trigger: Trigger) -> None:
        fight.choices["accept"] = (bool(fight.decide(2)),)
        if fight.choices["accept"][0]:
            do(fight, trigger)

    return chosen


def sentence(random: Random) -> str:
    """One drawn."""
    return Composing(random).sentence()
