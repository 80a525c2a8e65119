"""Whom the words for what an ability does speak of: what was named before, targets, players, cards, and how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

from ....events import abilities as a
from ..grammar import Renders, Several
from ..logic import conjuncts
from ..scope import EACH, YOU
from .phrases import (
    EACH_OF,
    ROLES,
    cards_described,
    cards_in_zone,
    condition_clause,
    in_all,
    is_other,
    kind_of,
    quantity_of,
    said_otherwise,
)
from .words import NotRendered, joined, number_word, with_article

_POINTED = {**{role: ROLES[role] for role in ("source", "subject", "host")}, "other": "that creature", "each": "that creature"}
_POINTED["sacrificed"] = "the sacrificed creature"
_PLAYERS = {"you": "you", "opponents": EACH_OF["opponents"], "any": EACH_OF["any"], "defending": "defending player"}
_PLAYERS |= {"chosen": "that player", "controller": "its controller", "owner": "its owner", "active": "the attacking player"}
_PLAYERS |= {
    "host controller": "its controller",
    "each": "they",
    "other opponents": "each other opponent",
    "monarch": "the monarch",
    "chosen before": "the chosen player",
}
LIBRARIES = {"you": "your library", "chosen": "that player's library", "defending": "defending player's library"}
LIBRARIES |= {"active": "that player's library", "any": "each player's library", "opponents": "each opponent's library"}
_OWN: dict[a.Quantity, str] = {
    a.PlayerTotal(what=what, players=who): f"{whose} {what}"
    for what in ("life", "hand")
    for who, whose in ((YOU, "your"), (EACH, "their"))
}
_POINTING = (a.Is, a.IsTarget, a.IsCreated, a.IsAffected, a.IsOfGroup, a.IsChosen)
_DIFFERENT = {"power": "powers", "toughness": "toughnesses", "mana_value": "mana values", "name": "names"}


class Saying:
    """What has been said so far of one ability: a target is described once, and so is what X is.

    `again` is how a target is called that was named before.
    """

    def __init__(self, targets: Sequence[a.Target], again: str = "that creature") -> None:
        self._targets = list(targets)
        self.again = again
        self._several: set[a.Filter] = set()
        self._picked: a.Players | None = None
        self.created = "it"
        """What was created last."""
        self.turned_up = "it"
        """Cards that were turned up last."""
        self.x: a.Quantity | None = None
        self.tail = ""
        """What X is, to be said at the end of the sentence."""

    def permanents(self, filter: a.Filter) -> str:
        """These permanents, where something is done to them."""
        match filter:
            case a.Is(role=role):
                return _POINTED[role]
            case a.IsTarget():
                return self._target(filter)
            case a.IsCreated():
                return self.created
            case a.IsChosen():
                return self._chosen(filter)
            case a.IsOfGroup() | a.IsAffected(dealt=False, done=None):
                return "those creatures"
            case a.AnyOf() if any(isinstance(each, _POINTING) for each in filter.parts):
                return joined([self.permanents(each) for each in filter.parts], "and")
            case a.AllOf() | a.AnyOf() | a.HasType() | a.ControlledBy() | a.IsInState():
                return f"each {kind_of(filter, one=True)}"
        raise NotRendered(filter.kind)

    def is_several(self, filter: a.Filter) -> bool:
        """Whether they are spoken of in the plural: "they gain"."""
        if isinstance(filter, a.IsCreated):
            return self.created == "them"
        if isinstance(filter, a.IsChosen):
            return filter.maximum != 1
        joint = isinstance(filter, a.AnyOf) and any(isinstance(each, _POINTING) for each in filter.parts)
        return joint or isinstance(filter, a.IsOfGroup | a.IsAffected) or filter in self._several

    def subject(self, filter: a.Filter) -> str:
        """These permanents, where they do something, or something is said of them."""
        who = self.permanents(filter)
        return Several("they" if who == "them" else who) if self.is_several(filter) else who

    def _chosen(self, filter: a.IsChosen) -> str:
        if filter.by is not None:
            raise NotRendered("another player chooses")
        if filter in self._several:
            return "it" if filter.maximum == 1 else "them"
        self._several.add(filter)
        how = "" if filter.different is None else f" with different {_DIFFERENT[filter.different]}"
        how += " chosen at random" if filter.random else ""
        if filter.maximum == 1:
            return f"{'' if filter.minimum else 'up to one '}{_one(filter.permanents, article=filter.minimum == 1)}{how}"
        if filter.up_to is not None:
            return f"up to {self._unknown(filter.up_to, 'that many')} {kind_of(filter.permanents, one=False)}{how}"
        return f"{_many(filter.minimum, filter.maximum)} {kind_of(filter.permanents, one=False)}{how}"

    def _target(self, filter: a.IsTarget) -> str:
        target = next((each for each in self._targets if _is_meant(each, filter)), None)
        if target is None:
            return "those creatures" if filter in self._several else self.again
        counted = target.up_to is not None and not isinstance(target.up_to, a.AmountDone | a.AmountOfOccasion)
        if target.players or target.divided or counted or target.each_of is not None or target.other:
            raise NotRendered("targets of another kind")
        self._targets.remove(target)
        parts = conjuncts(filter.permanents)
        another = any(map(is_other, parts))
        rest = a.AllOf(parts=tuple(each for each in parts if not is_other(each)))
        if target.maximum == 1:
            which = ("another " if another else "") if target.minimum else f"up to one {'other ' * another}"
            return f"{which}target {kind_of(rest, one=True)}"
        self._several.add(filter)
        if target.up_to is not None:
            return f"up to that many target {kind_of(rest, one=False)}"
        return f"{_many(target.minimum, target.maximum)} {'other ' * another}target {kind_of(rest, one=False)}"

    def _take(self, filter: a.IsTarget) -> a.Target | None:
        """The target, where it wasn't named before."""
        return self._named_now(lambda each: _is_meant(each, filter))

    def _named_now(self, is_meant: Callable[[a.Target], bool]) -> a.Target | None:
        """The first target that is meant and wasn't named before; from now on it was."""
        found = next(filter(is_meant, self._targets), None)
        if found is not None:
            self._targets.remove(found)
        return found

    def is_plain(self, filter: a.IsTarget) -> bool:
        """Whether no more is to be said of a target than what it is; from now on it was named."""
        return self._take(filter) in (None, a.Target(permanents=filter.permanents))

    @contextmanager
    def tried(self) -> Iterator[None]:
        """What is said within was never said where it turns out to have no words."""
        before = {**vars(self), "_targets": [*self._targets], "_several": {*self._several}}
        try:
            yield
        except KeyError:
            vars(self).update(before)
            raise

    def once(self, filter: a.IsTarget) -> bool | None:
        """Whether a plain target is named for the first time; None where it is no plain one."""
        target = self._take(filter)
        if target is None:
            return False if filter not in self._several else None
        return True if target == a.Target(permanents=filter.permanents) else None

    def aims(self, filter: a.IsTarget) -> a.Target | None:
        """The target, where that may be a player too, which is said once."""
        return self._named_now(lambda each: bool(each.players or each.divided) and each.permanents == filter.permanents)

    def cards(self, filter: a.Filter) -> str:
        """Cards somewhere else, where something is done to them."""
        match filter:
            case a.Is(role="source"):
                return "this card"
            case a.Is(role=role):
                return _POINTED[role]
            case a.IsExiledWith(every=True):
                return "all cards exiled with this creature"
            case a.IsTurnedUp():
                return self.turned_up
            case a.IsCreated():
                return self.created
            case a.IsExiledWith(every=False):
                return "the exiled card"
            case a.IsTargetCard():
                target = self._named_now(lambda each: each.cards == filter.cards)
                if target is None:
                    return "it"
                one = target.maximum == 1
                many = "" if (target.minimum, target.maximum) == (1, 1) else f"{_many(target.minimum, target.maximum)} "
                return f"{many}target {self._in_zone(filter.cards, one)}"
            case a.IsChosenCard(cards=a.Cards(filter=a.IsOfGroup())):
                return f"{_many(filter.minimum, filter.maximum).removesuffix(' of')} of them"
            case a.IsChosenCard(every=True) | a.IsChosenCard(cards=a.Cards(filter=a.IsExiledWith(every=True))):
                return f"each {self._in_zone(filter.cards, True)}"
            case a.IsChosenCard(cards=a.Cards(filter=a.AllOf(parts=parts))) if a.IsExiledWith(every=True) in parts:
                return f"each {self._in_zone(filter.cards, True)}"
            case a.IsChosenCard():
                one = filter.maximum == 1
                said = self._in_zone(filter.cards, one)
                if filter.up_to is not None:
                    return f"up to {self._unknown(filter.up_to, 'that many')} {said}"
                if filter.random:
                    said = said.replace(" from ", " at random from ")
                return with_article(said) if one and filter.minimum else f"{_many(filter.minimum, filter.maximum)} {said}"
            case a.IsTarget():
                return "them" if filter in self._several else self.again
        raise NotRendered(filter.kind)

    def _in_zone(self, cards: a.Cards, one: bool) -> str:
        parts = conjuncts(cards.filter)
        if a.IsTurnedUp() in parts:
            rest = a.AllOf(parts=tuple(each for each in parts if each != a.IsTurnedUp()))
            return f"{cards_described(rest, one)}{in_all(cards)} from among them"
        with_it = [each for each in parts if isinstance(each, a.IsExiledWith)]
        if with_it:
            rest = a.AllOf(parts=tuple(each for each in parts if each not in with_it))
            return f"{cards_described(rest, one)} exiled with this creature"
        return cards_in_zone(cards, one, "from")

    def players(self, players: a.Players) -> str:
        """Who does it, or to whom it is done."""
        if players.picked is not None:
            again, self._picked = self._picked == players, players
            among = {"opponents": "an opponent", "any": "a player", "others": "another player"}[players.who]
            return (
                "that player" if again else f"{among} {'chosen at random' if players.picked == 'at random' else 'of your choice'}"
            )
        if players.where is not None:
            said = condition_clause(players.where)
            if not said.startswith("defending player "):
                raise NotRendered(said)
            return f"{EACH_OF[players.who]} who {said.removeprefix('defending player ')}"
        if players.of is not None:
            whose = "that creature's" if players.of == a.Is(role="other") or self.again != "it" else "its"
            return f"{'its' if players.of == a.THIS else whose} {players.who}"
        target = None if players.who != "chosen" else self._named_now(lambda each: each.players and each.permanents is None)
        if target is not None:
            return f"{'' if target.minimum else 'up to one '}target {'opponent' if target.opponents else 'player'}"
        who = _PLAYERS[players.who]
        return Several(who) if players in (YOU, EACH) else who

    def whose(self, players: a.Players) -> str:
        """ "Your", "target player's"."""
        return {"you": "your", "each": "their"}.get(players.who) or f"{self.players(players)}'s"

    def number(self, quantity: a.Quantity, unit: str, *, plural: str | None = None) -> str:
        """So many of a unit; what "X" is, is said at the end."""
        several = plural or f"{unit}s"
        if isinstance(quantity, int):
            return with_article(unit) if quantity == 1 else f"{number_word(quantity)} {several}"
        return f"{self._unknown(quantity, 'that many')} {several}"

    def much(self, quantity: a.Quantity, unit: str) -> str:
        """So much of something that isn't counted."""
        if isinstance(quantity, int):
            return f"{quantity} {unit}"
        if self.x not in (None, quantity) and not isinstance(quantity, a.AmountOfOccasion | a.AmountDone):
            return f"{unit} equal to {quantity_of(quantity)}"
        return f"{self._unknown(quantity, 'that much')} {unit}"

    @cached_property
    def words(self) -> Mapping[str, Renders]:
        """What says that which the rows of verbs read (`instructions.verbs`)."""
        return {
            "players": self.players,
            "permanents": self.subject,
            **dict.fromkeys(("objects", "several", "in_play", "these", "created", "one", "two"), self.permanents),
            "from": lambda permanents: f"from {self.permanents(permanents)}",
            "its": lambda permanents: "its" if self.permanents(permanents) in ("it", self.again) else said_otherwise(permanents),
            "until_it_leaves": lambda leaves: "until this creature leaves the battlefield" if leaves else "",
            "amount": lambda number: "a" if number == 1 else Several(self.many(number)),
            "number": number_word,
            "digits": str,
            "die": lambda sides: f"d{sides}",
            "x": self._digits,
            **dict.fromkeys(("chosen", "chosen_x"), self._chosen_x),
            "x_over_one": lambda number: self._digits(number) if number != 1 else said_otherwise(number),
            "counter": lambda name: (f"{name} counter", f"{name} counters"),
            "counters": lambda name: f"{name} counters",
            "library": lambda players: LIBRARIES[players.who],
            "life": self._life,
            **dict.fromkeys(("cards", "discarded"), self._cards),
            "own_hand": lambda number: _OWN[number],
            "own": lambda each: "your" if each.players == YOU else "their",
            "skipped": str,
            "energy": self._energy,
            "paid_life": lambda life: self.much(life, "life") if life != 0 else said_otherwise(life),
            **{f"{name}_counters": self._counters(name) for name in ("poison", "experience", "rad", "ticket")},
            "emblem": lambda abilities: f'"{" ".join(each.text for each in abilities)}"',
            "held": self._held,
            "mana": self._mana,
            "any_mana": self._mana,
            "times": lambda pays: "any number of times",
            "chosen_energy": lambda number: f"{self._chosen_x(number)} {{E}}",
            "quantity": quantity_of,
            "whose_life": lambda players: f"{self.whose(players)} life total",
            "one_other": self.players,
            "total": lambda much: str(much) if isinstance(much, int) else f"equal to {quantity_of(much)}",
        }

    def _life(self, much: a.Quantity) -> str:
        if isinstance(much, a.Half) and much.quantity in _OWN:
            return f"half {_OWN[much.quantity]}, rounded {'up' if much.up else 'down'}"
        return self.much(much, "life")

    def _cards(self, number: a.Quantity) -> str:
        self.turned_up = "it" if number == 1 else "those cards"
        return self.number(number, "card")

    def _counters(self, name: str) -> Renders:
        return lambda number: self.number(number, f"{name} counter")

    def _chosen_x(self, number: a.Quantity) -> str:
        return self.is_x(number) if number == a.ChosenNumber() else said_otherwise(number)

    def _energy(self, number: a.Quantity) -> str:
        if number == 0:
            return said_otherwise(number)
        return "{E}" * number if isinstance(number, int) else f"{self.many(number)} {{E}}"

    def _mana(self, mana: str) -> str:
        if not mana:
            return said_otherwise(mana)
        self.x = a.ChosenNumber() if "{X}" in mana else self.x
        return mana

    def _held(self, cards: a.IsChosenCard) -> str:
        which = cards_described(cards.cards.filter, cards.maximum == 1)
        return with_article(which) if cards.maximum == 1 else f"any number of {which}"

    def _digits(self, quantity: a.Quantity) -> str:
        return str(quantity) if isinstance(quantity, int) else self.is_x(quantity)

    def many(self, quantity: a.Quantity) -> str:
        """How many: a number, "that many" or "X"."""
        return number_word(quantity) if isinstance(quantity, int) else self._unknown(quantity, "that many")

    def _unknown(self, quantity: a.Quantity, that: str) -> str:
        match quantity:
            case a.AmountOfOccasion():
                return that
            case a.AmountDone() if self.x is None:
                return that
            case a.Scaled(quantity=a.AmountOfOccasion(), times=2, more=0):
                return f"twice {that}"
        return self.is_x(quantity)

    def is_x(self, quantity: a.Quantity) -> str:
        """ "X", which is said once: as what is chosen, or at the end of the sentence."""
        if self.x is None and quantity != a.ChosenNumber():
            self.tail = f", where X is {quantity_of(quantity)}"
        elif self.x not in (None, quantity):
            raise NotRendered("two numbers")
        self.x = quantity
        return "X"

    def does(self, who: a.Players, verb: str, what: str) -> str:
        """ "You draw a card", "each opponent draws a card"."""
        one = who not in (YOU, EACH)
        return f"{self.players(who)} {verb}{'s' if one else ''} {what}"


def _is_meant(target: a.Target, filter: a.IsTarget) -> bool:
    return (target.permanents, target.number) == (filter.permanents, filter.number)


def _one(filter: a.Filter, *, article: bool) -> str:
    words = kind_of(filter, one=True)
    return with_article(words) if article else words


def _many(minimum: int, maximum: int | None) -> str:
    """How many are chosen: "up to two"."""
    if maximum is None:
        return {0: "any number of", 1: "one or more"}[minimum]
    if minimum == maximum:
        return number_word(maximum)
    return f"up to {number_word(maximum)}" if not minimum else {(1, 2): "one or two"}[minimum, maximum]
