"""Two combats of one turn, written down by hand, and what a triggered ability makes of them: by a few lines of arithmetic that
share nothing with the package. A sentence is put together of a subject, what it does, a word that bears meaning, and an
instruction; each part says what it means here.

First combat: Goblin a1 (2/9) and Elf a2 (3/9, flying, a token) attack Bob, b1 (1/9) blocks a1. Second combat: a1, a2 and Elf a3
(1/9) attack Bob, b2 (4/9, Goblin) blocks a2. All have vigilance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

ANN, BOB = "Ann", "Bob"
CONTROLLER = {"a1": ANN, "a2": ANN, "a3": ANN, "b1": BOB, "b2": BOB}
POWER = {"a1": 2, "a2": 3, "a3": 1, "b1": 1, "b2": 4}
TYPE = {"a1": "Goblin", "a2": "Elf", "a3": "Elf", "b1": "Orc", "b2": "Goblin"}
COMBATS = ((("a1", "a2"), {"b1": "a1"}), (("a1", "a2", "a3"), {"b2": "a2"}))
"""Who attacks, and who blocks whom."""

Whom = Callable[[str, str], bool]
"""Whether a creature is meant, of whoever controls the ability."""


@dataclass(frozen=True)
class Words:
    """A description, and whom it means; `by`: the player it names, if any; `creature`: it says "creature"."""

    text: str
    means: Whom
    by: str = ""
    creature: bool = True


def other_player(player: str) -> str:
    return BOB if player == ANN else ANN


CREATURES = (
    Words("a creature", lambda one, you: True),
    Words("a creature you control", lambda one, you: CONTROLLER[one] == you, "you"),
    Words("a creature an opponent controls", lambda one, you: CONTROLLER[one] != you, "an opponent"),
    Words("another creature", lambda one, you: True),
    Words("another creature you control", lambda one, you: CONTROLLER[one] == you, "you"),
    Words("a nontoken creature", lambda one, you: one != "a2"),
    Words("a Goblin", lambda one, you: TYPE[one] == "Goblin", creature=False),
    Words("a creature with flying", lambda one, you: one == "a2"),
    Words("a creature with power 3 or greater", lambda one, you: POWER[one] >= 3),
)
SEVERAL = (
    Words("one or more creatures", lambda one, you: True),
    Words("one or more creatures you control", lambda one, you: CONTROLLER[one] == you, "you"),
    Words("one or more creatures an opponent controls", lambda one, you: CONTROLLER[one] != you, "an opponent"),
    Words("one or more nontoken creatures", lambda one, you: one != "a2"),
    Words("two or more creatures", lambda one, you: True),
)
PLAYERS = (
    Words("you", lambda one, you: CONTROLLER[one] == you, "you"),
    Words("an opponent", lambda one, you: CONTROLLER[one] != you, "an opponent"),
    Words("a player", lambda one, you: True, "a player"),
)


@dataclass(frozen=True)
class Happened:
    """A creature did something, to a creature or a player, in the first or the second combat, with so much damage."""

    combat: int
    deed: str
    who: str
    to: str = ""
    amount: int = 0


def happenings() -> Iterator[Happened]:
    for number, (attackers, blocks) in enumerate(COMBATS):
        yield from (Happened(number, "attacks", each, BOB) for each in attackers)
        yield from (Happened(number, "blocks", blocker, attacker) for blocker, attacker in blocks.items())
        yield from (Happened(number, "becomes blocked", attacker, blocker) for blocker, attacker in blocks.items())
        yield from (Happened(number, "isn't blocked", each, BOB) for each in attackers if each not in blocks.values())
        for each in attackers:
            against = [blocker for blocker, attacker in blocks.items() if attacker == each]
            yield Happened(number, "damages", each, against[0] if against else BOB, POWER[each])
            yield from (Happened(number, "damages", blocker, each, POWER[blocker]) for blocker in against)


@dataclass(frozen=True)
class Deed:
    """What a creature does, of several what they do, and of a player; `to`: whom it names besides, of creatures or players."""

    one: str
    many: str
    deed: str
    """ "never": it doesn't happen in these combats, and an ability that triggers for it has lost a word."""
    to: str = ""
    by_player: str = ""
    """What a player does then."""
    suffers: bool = False
    """The creature that is meant is the one it is done to."""


DEEDS = (
    Deed("attacks", "attack", "attacks", by_player="attack"),
    Deed("attacks you", "attack you", "attacks", "you", by_player="attack you"),
    Deed("attacks alone", "", "never"),
    Deed("attacks a player", "attack a player", "attacks", "a player", by_player="attack a player"),
    Deed("attacks and isn't blocked", "attack and aren't blocked", "isn't blocked"),
    Deed("blocks", "block", "blocks"),
    Deed("blocks a creature", "", "blocks", "a creature"),
    Deed("blocks two or more creatures", "", "never"),
    Deed("becomes blocked by two or more creatures", "", "never"),
    Deed("becomes blocked", "become blocked", "becomes blocked"),
    Deed("becomes blocked by a creature", "", "becomes blocked", "a creature"),
    Deed("deals combat damage to a player", "deal combat damage to a player", "damages", "a player"),
    Deed("deals combat damage to you", "deal combat damage to you", "damages", "you"),
    Deed("deals combat damage to a creature", "", "damages", "a creature"),
    Deed("is dealt combat damage", "are dealt combat damage", "damages", suffers=True),
)


@dataclass(frozen=True)
class TriggerContext:
    """What the ability triggered for: the creatures (one, or those of a group), the other one, the player, and the damage."""

    combat: int
    creatures: tuple[str, ...]
    other: str = ""
    amount: int = 0


@dataclass(frozen=True)
class Event:
    text: str
    subject: Words
    deed: Deed
    of: str
    """ "one" creature, "several", a "player", or the "source"."""


def events() -> Iterator[Event]:
    for deed in DEEDS:
        yield from (Event(f"{each.text} {deed.one}", each, deed, "one") for each in CREATURES)
        yield Event(
            f"this creature {deed.one}", Words("this creature", lambda one, you: one == "a1", creature=False), deed, "source"
        )
        if deed.many:
            yield from (Event(f"{each.text} {deed.many}", each, deed, "several") for each in SEVERAL)
        if deed.by_player:
            for each in PLAYERS:
                does = deed.by_player if each.by == "you" else deed.by_player.replace("attack", "attacks", 1)
                yield Event(f"{each.text} {does}", each, deed, "player")


def occasions(event: Event, you: str) -> list[TriggerContext]:
    """All for which the ability triggers, without the words that are put in."""
    found = []
    for happened in happenings():
        if happened.deed != event.deed.deed or not _to(event.deed.to, happened.to, you):
            continue
        who, other = (happened.to, happened.who) if event.deed.suffers else (happened.who, happened.to)
        if who in CONTROLLER and event.subject.means(who, you):
            found.append(TriggerContext(happened.combat, (who,), other, happened.amount))
    if event.of in ("one", "source"):
        return found
    groups = []
    for combat in (0, 1):
        together = [each for each in found if each.combat == combat]
        if len(together) >= (2 if event.subject.text.startswith("two") else 1):
            group = tuple(each for one in together for each in one.creatures)
            groups.append(TriggerContext(combat, group, "", sum(each.amount for each in together)))
    return groups


def _to(words: str, whom: str, you: str) -> bool:
    return {"": True, "you": whom == you, "a player": whom in (ANN, BOB), "a creature": whom in CONTROLLER}[words]


def first_time(event: Event, contexts: list[TriggerContext]) -> list[TriggerContext]:
    """ "For the first time each turn": of each creature by itself; of several, or a player, of all of them."""
    seen: set[tuple[str, ...]] = set()
    kept = []
    for each in contexts:
        who = each.creatures if event.of in ("one", "source") else ()
        kept += [] if who in seen else [each]
        seen.add(who)
    return kept


def without(contexts: list[TriggerContext], gone: list[TriggerContext]) -> list[TriggerContext]:
    return [each for each in contexts if not any(each is one for one in gone)]


def if_it(holds: Callable[[str], bool]) -> Callable[[Event, list[TriggerContext], str], list[TriggerContext] | None]:
    """A condition on "it": of the one creature, and of nobody where there are several, or a player."""

    def kept(event: Event, contexts: list[TriggerContext], you: str) -> list[TriggerContext] | None:
        return [each for each in contexts if holds(each.creatures[0])] if event.of in ("one", "source") else None

    return kept


CONDITIONS: dict[str, Callable[[Event, list[TriggerContext], str], list[TriggerContext] | None]] = {
    "": lambda event, contexts, you: contexts,
    " for the first time each turn": lambda event, contexts, you: first_time(event, contexts),
    " while you control an Elf": lambda event, contexts, you: contexts if you == ANN else [],
    ", if you control an Elf": lambda event, contexts, you: contexts if you == ANN else [],
    ", if an opponent controls an Elf": lambda event, contexts, you: contexts if you == BOB else [],
    ", if no opponent controls an Elf": lambda event, contexts, you: contexts if you == ANN else [],
    " during an opponent's turn": lambda event, contexts, you: contexts if you == BOB else [],
    " for the second time each turn": lambda event, contexts, you: first_time(
        event, without(contexts, first_time(event, contexts))
    ),
    ", if you control three or more creatures": lambda event, contexts, you: contexts if you == ANN else [],
    " during your turn": lambda event, contexts, you: contexts if you == ANN else [],
    ", if it's your turn": lambda event, contexts, you: contexts if you == ANN else [],
    ", if it isn't your turn": lambda event, contexts, you: contexts if you == BOB else [],
    ", if it has flying": if_it(lambda one: one == "a2"),
    ", if it's a Goblin": if_it(lambda one: TYPE[one] == "Goblin"),
    ", if its power is 3 or greater": if_it(lambda one: POWER[one] >= 3),
    " instead": lambda event, contexts, you: [] if contexts else contexts,
}
NONSENSE = (" instead",)
"""Nobody can say what these mean there: no reading is right."""

Totals = Counter[str]
"""What came of it: life gained and lost by players, counters on creatures, "unknown" where nobody can say."""


def _player_meant(event: Event, occasion: TriggerContext, you: str) -> str | None:
    """Who "that player" is: whom the condition names, which "you" never is; of an attack on nobody named, who is attacked."""
    named = {event.subject.by} - {"", "you"}
    to = {event.deed.to} & {"a player"}
    if len(named) + len(to) > 1:
        return None
    if to:
        return BOB
    if named:
        return other_player(you) if "an opponent" in named else CONTROLLER[occasion.creatures[0]]
    silent = event.deed.to == "" and event.deed.deed in ("attacks", "isn't blocked") and event.subject.by == ""
    return "" if silent or event.subject.by else None


def _creature_meant(event: Event, occasion: TriggerContext) -> str | None:
    """Who "that creature" is: the one that is called a creature, but for what has the ability."""
    if event.of in ("several", "player"):
        return None
    if event.deed.to != "a creature":
        return None if event.of == "source" else "" if event.subject.text == "a Goblin" else occasion.creatures[0]
    if event.of == "source" or not event.subject.creature or event.subject.by:
        return occasion.other
    return None


def _life(who: str | None, amount: int) -> Totals:
    return Counter({who or "unknown": amount})


def _that_player(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    meant = _player_meant(event, occasion, you)
    return None if meant == "" else _life(meant, -2)


def _that_creature(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    meant = _creature_meant(event, occasion)
    return None if meant == "" else _life(meant, 1)


def _its_controller(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    return _life(CONTROLLER[occasion.creatures[0]] if event.of in ("one", "source") else None, -1)


def _those(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    if event.of == "several":
        return Counter(occasion.creatures)
    return _life(None, 1) if event.of in ("one", "source") else None


def _that_much(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    if event.deed.deed == "attacks" and event.of == "several":
        return None  # as many as attack, if anything
    return _life(you if event.deed.deed == "damages" else None, occasion.amount)


def _each(counted: Callable[[Event, str, TriggerContext, str], bool]) -> Callable[[Event, TriggerContext, str], Totals | None]:
    """A counter on each of these creatures."""
    return lambda event, occasion, you: Counter(each for each in CONTROLLER if counted(event, each, occasion, you))


def _defending(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    return _life(BOB, -1) if event.deed.deed in ("attacks", "isn't blocked") else None


def _its_power(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    return _life(you if event.of in ("one", "source") else None, POWER[occasion.creatures[0]])


def _that_creatures_controller(event: Event, occasion: TriggerContext, you: str) -> Totals | None:
    meant = _creature_meant(event, occasion)
    return None if meant == "" else _life(CONTROLLER.get(meant or ""), -1)


INSTRUCTIONS: dict[str, Callable[[Event, TriggerContext, str], Totals | None]] = {
    "you gain 1 life": lambda event, occasion, you: _life(you, 1),
    "you may gain 1 life": lambda event, occasion, you: _life(you, 1),
    "each opponent loses 1 life": lambda event, occasion, you: _life(other_player(you), -1),
    "each other player loses 1 life": lambda event, occasion, you: _life(other_player(you), -1),
    "that opponent loses 2 life": lambda event, occasion, you: (
        _life(other_player(you), -2) if event.subject.by == "an opponent" and not event.deed.to else None
    ),
    "you gain 1 life for each other attacking creature": lambda event, occasion, you: (
        _life(you, len({*COMBATS[occasion.combat][0]} - {"a1"})) if event.of == "source" else None
    ),
    "you gain 1 life unless an opponent controls an Elf": lambda event, occasion, you: _life(you, you == ANN),
    "up to one target creature gets +0/+0 until end of turn, then you gain 1 life": lambda event, occasion, you: _life(you, 1),
    "each opponent loses 1 life for each creature they control": lambda event, occasion, you: _life(
        other_player(you), -sum(each == other_player(you) for each in CONTROLLER.values())
    ),
    "each player gains 1 life for each Goblin they control": lambda event, occasion, you: Counter({ANN: 1, BOB: 1}),
    "you gain 1 life for each attacking creature": lambda event, occasion, you: _life(you, len(COMBATS[occasion.combat][0])),
    "you gain 2 life if you control an Elf": lambda event, occasion, you: _life(you, 2 * (you == ANN)),
    "you gain 2 life unless you control an Elf": lambda event, occasion, you: _life(you, 2 * (you != ANN)),
    "that player loses 2 life": _that_player,
    "put a +1/+1 counter on that creature": _that_creature,
    "put a +1/+1 counter on it": lambda event, occasion, you: _life(
        occasion.creatures[0] if event.of in ("one", "source") else None, 1
    ),
    "its controller loses 1 life": _its_controller,
    "put a +1/+1 counter on each of those creatures": _those,
    "you gain that much life": _that_much,
    "that creature's controller loses 1 life": _that_creatures_controller,
    "defending player loses 1 life": _defending,
    "you gain life equal to its power": _its_power,
    "you gain 1 life for each creature attacking you": lambda event, occasion, you: _life(
        you, len(COMBATS[occasion.combat][0]) * (you == BOB)
    ),
    "put a +1/+1 counter on each nontoken creature you control": _each(
        lambda event, one, occasion, you: CONTROLLER[one] == you and one != "a2"
    ),
    "put a +1/+1 counter on each other creature you control": _each(
        lambda event, one, occasion, you: CONTROLLER[one] == you and not (event.of == "source" and one == "a1")
    ),
    "put a +1/+1 counter on each attacking Goblin": _each(
        lambda event, one, occasion, you: TYPE[one] == "Goblin" and one in COMBATS[occasion.combat][0]
    ),
    "you gain 1 life instead": lambda event, occasion, you: _life(None, 1),
}
"""What is done; None where English leaves it open, and a reading may be either."""


@dataclass(frozen=True)
class Sentence:
    event: Event
    word: str
    instruction: str
    you: str

    @property
    def text(self) -> str:
        return f"Whenever {self.event.text}{self.word}, {self.instruction}."

    def expected(self) -> Totals | None:
        """What comes of it; None where English leaves it open."""
        total: Totals = Counter()
        contexts = occasions(self.event, self.you)
        kept = CONDITIONS[self.word](self.event, contexts, self.you)
        if kept is None:
            return Counter(unknown=len(contexts))
        asks_for_power = "power" in self.event.text + self.word
        for each in kept:
            done = INSTRUCTIONS[self.instruction](self.event, each, self.you)
            if done is None or (asks_for_power and not done.keys().isdisjoint(CONTROLLER)):
                return None  # or counters would change what is asked for
            for who, amount in done.items():
                total[who] += amount
        return total


def sentences() -> list[Sentence]:
    found = product(events(), CONDITIONS, INSTRUCTIONS, (ANN, BOB))
    return [Sentence(*each) for each in found if each[0].of != "source" or each[3] == ANN]
