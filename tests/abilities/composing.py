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
    Does,
    Fight,
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
    "Whenever you gain life, ": "gains life",
    "When this creature dies, ": "dies",
    "When this creature leaves the battlefield, ": "leaves",
}
NAMES_ANOTHER = ("hits a creature", "becomes blocked by", "another attacks", "another dies")
"""The events of which "that creature" is another one."""
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
}
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
}
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

    def sentence(self) -> str:
        """The words; what they do stands in `COMPOSED`."""
        self.target, draw = None, self.random.random()
        words, do = self.clause()
        holds: Holds | None = None
        if draw < 0.25:
            asked, holds = self.condition()
            words = f"if {asked}, {words}"
        elif draw < 0.4:
            asked, later = self.condition(died=False)
            words, do = f"{words} if {asked}", _if(later, do)
        elif draw < 0.55:
            asked, later = self.condition(died=False)
            more, other = self.clause()
            words, do = f"{words}. If {asked}, {more}", _then(do, _if(later, other))
        elif draw < 0.7:
            more, other = self.clause()
            words, do = f"{words}, then {more}", _then(do, other)
        elif draw < 0.8:
            words, do = f"you may have {words}" if words.startswith("this creature") else f"you may {words}", _may(do)
            if not words.startswith("you may have"):
                return (
                    self.sentence() if words.split()[2] in ("you", "each", "that", "target", "another") else self.known(words, do)
                )
            words = words.replace(" deals ", " deal ").replace(" gets ", " get ").replace(" gains ", " gain ")
        return self.known(words, do, holds)

    def known(self, words: str, do: Do, holds: Holds | None = None) -> str:
        text = f"{self.event}{words}."
        does = Does(do, self.target) if holds is None else Does(do, self.target, holds)
        COMPOSED[text] = [(self.at, does)]
        return text

    def condition(self, died: bool = True) -> tuple[str, Holds]:
        known = {**CONDITIONS}
        if died and self.at in ("dies", "another dies"):
            known |= AS_IT_DIED
        if self.at not in LEFT:
            known |= OF_ITSELF
        return self.random.choice([*known.items()])

    def clause(self) -> tuple[str, Do]:
        draw = self.random.random()
        if draw < 0.15:
            return self.random.choice([*ALONE.items()])
        if draw < 0.35:
            return self.with_x()
        if draw < 0.55:
            words, done = self.random.choice([*SEVERAL.items()])
            group, whom = self.random.choice([*GROUPS.items()])
            return words.format(group), lambda fight, trigger: done(fight, trigger, whom(fight, trigger))
        words, done = self.random.choice([*ONE.items()])
        if draw < 0.7 and (self.at in NAMES_ANOTHER or self.at not in LEFT):
            # What has died can't be met, and "that creature" is a target from then on.
            about = self.at in {*NAMES_ANOTHER} - {"another dies"} and self.target is None and self.random.random() < 0.6
            return words.format("that creature" if about else "this creature"), _to_one(done, about)
        if self.target is None:
            # "Another", or "lesser", may be than this creature or than that one, where the event names both.
            clear = self.at not in NAMES_ANOTHER
            known = [each for each in TARGETS.items() if clear or not ("another" in each[0] or "lesser" in each[0])]
            target, self.target = self.random.choice(known)
            return words.format(target), _to_target(done)
        return self.random.choice([*ALONE.items()])

    def with_x(self) -> tuple[str, Do]:
        words, done = self.random.choice([*WITH_X.items()])
        known = {**AMOUNTS, **(OF_ANOTHER if self.at in NAMES_ANOTHER and self.target is None else {})}
        amount, number = self.random.choice([*known.items()])
        if self.at in LEFT and words.startswith(ABOUT_ITSELF):
            return self.with_x()
        return f"{words}, where X is {amount}", lambda fight, trigger: done(fight, trigger, max(0, number(fight, trigger)))


def _to_target(done: Callable[[Fight, Trigger, list[Creature]], None]) -> Do:
    def do(fight: Fight, trigger: Trigger) -> None:
        if isinstance(trigger.target, Creature):
            done(fight, trigger, [trigger.target] if trigger.target.where == "battlefield" else [])

    return do


def _to_one(done: Callable[[Fight, Trigger, list[Creature]], None], about: bool) -> Do:
    def do(fight: Fight, trigger: Trigger) -> None:
        meant = trigger.about if about else trigger.source
        done(fight, trigger, [meant] if meant is not None and meant.where == "battlefield" else [])

    return do


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
