"""Sentences of a page: who declares what, with names instead of ids, and reasons by their parts."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import date
from itertools import pairwise

from markupsafe import Markup, escape

from ...events.prose import Parts, Reference
from ...projections.board import Board
from ..cases import models as m
from ..cases.plainly import letter
from ..history import events_in_words as events

MAX_NAME = 80
"""How much of a name is shown."""

MAX_SHOWN = 2_000
"""How much of any other text is shown."""

_MARKS_IN_A_ROW = 3
"""Accents on one letter; more of them are there to run over other lines."""


def shown(text: str, limit: int = MAX_SHOWN) -> str:
    """Text from elsewhere with nothing in it that is unseen or turns others around: such characters are said by their numbers."""
    characters, marks = [], 0
    for character in text[:limit]:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if character in " \n" or (character.isprintable() and marks <= _MARKS_IN_A_ROW):
            characters.append(character)
        elif unicodedata.category(character) == "Zs":
            characters.append(" ")
        else:
            characters.append(f"\\u{ord(character):04x}")
    return "".join(characters) + ("…" if len(text) > limit else "")


class Names:
    """What permanents and players are called: their names, and what distinguishes those who share one."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._names: dict[str, str] = {}
        self._given = dict(given or {})
        """What players are called, by id."""
        self._shared: Counter[str] = Counter()
        self._number: dict[str, int] = {}

    def note(self, board: Board) -> None:
        """Take in the names on a board."""
        for player in board.seats or board.players:
            self._names.setdefault(player, self._given.get(player) or player)
        for id, permanent in board.permanents.items():
            self.take(id, permanent.name or id)

    def take(self, id: str, name: str) -> None:
        """Take in a name."""
        if id not in self._names:
            self._shared[name] += 1
            self._number[id] = self._shared[name]
        self._names[id] = name

    def base(self, id: str) -> str:
        """The name as it is printed."""
        return shown(self._names.get(id, id), MAX_NAME)

    def __call__(self, id: str) -> str:
        """The name, distinguished from those of others."""
        name = self._names.get(id, id)
        if self._shared[name] < 2 or id not in self._number:
            return self.base(id)
        return f"{self.base(id)} {letter(self._number[id] - 1)}"

    def plain(self, parts: Parts) -> str:
        """Parts as plain text."""
        return "".join(self(part.ref) if isinstance(part, Reference) else shown(part) for part in parts)

    def text(self, parts: Parts) -> Markup:
        """Parts as markup: names stand out, each in a direction of its own; symbols of mana are boxed."""
        return Markup("").join(self.name(part.ref) if isinstance(part, Reference) else with_symbols(part) for part in parts)

    def name(self, id: str) -> Markup:
        """A name as markup."""
        return Markup("<b><bdi>{}</bdi></b>").format(self(id))

    def listed(self, ids: Iterable[str]) -> Markup:
        """Names as markup, with commas and “and”."""
        return self.text(listed(ids))


_SYMBOL = re.compile(r"\{([A-Z0-9/]{1,5})\}")


def with_symbols(text: str) -> Markup:
    """Text as markup in which a symbol such as {2} is a box, which copies as it is written."""
    text = shown(text)
    pieces, at = [Markup("")], 0
    for symbol in _SYMBOL.finditer(text):
        pieces += [escape(text[at : symbol.start()])]
        pieces += [Markup('<span class="mana"><i>{{</i>{}<i>}}</i></span>').format(symbol[1])]
        at = symbol.end()
    return Markup("").join([*pieces, escape(text[at:])])


def day(value: date) -> str:
    """A date as people write it."""
    return f"{value.day} {value:%B %Y}"


def capital(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]


def listed(ids: Iterable[str]) -> Parts:
    """References with commas, and “and” before the last."""
    all = list(ids)
    parts: list[str | Reference] = []
    for number, id in enumerate(all):
        if number:
            parts.append(" and " if number == len(all) - 1 else ", ")
        parts.append(Reference(ref=id))
    return tuple(parts)


def declared(action: str, player: str, chosen: Mapping[str, str | tuple[str, ...]]) -> Parts:
    """A declaration as a sentence without its full stop. `chosen`: creature → what it attacks, or which attackers it blocks."""
    pairs = {creature: (aims,) if isinstance(aims, str) else tuple(aims) for creature, aims in chosen.items()}
    together: dict[tuple[str, ...], list[str]] = {}
    for creature, aims in pairs.items():
        if aims:
            together.setdefault(aims, []).append(creature)
    if not together:
        return (Reference(ref=player), f" declares no {action}ers")
    parts: list[str | Reference] = []
    for aims, creatures in together.items():
        parts += ["; "] if parts else []
        parts += [*listed(creatures), f" {action}s " if len(creatures) == 1 else f" {action} ", *listed(aims)]
    return tuple(parts)


def ordered(orders: Mapping[str, Iterable[str]]) -> Parts:
    """Damage assignment orders."""
    parts: list[str | Reference] = []
    for creature, order in orders.items():
        parts += ["; damage order of " if parts else "Damage order of ", Reference(ref=creature), ": "]
        for number, other in enumerate(order):
            parts += [", then "] if number else []
            parts.append(Reference(ref=other))
    return tuple(parts) or ("No damage order",)


def assigned(player: str, assignment: Mapping[str, Mapping[str, int]]) -> Parts:
    """Combat damage as it is assigned: creature → recipient → amount."""
    parts: list[str | Reference] = []
    for creature, amounts in assignment.items():
        for recipient, amount in amounts.items():
            parts += ["; "] if parts else []
            parts += [Reference(ref=creature), f" assigns {amount} to ", Reference(ref=recipient)]
    if not parts and not player:
        return ("Combat damage is assigned without a choice",)
    return tuple(parts) or (Reference(ref=player), " assigns combat damage without a choice")


_IN_COSTS = re.compile(r"((?:^|(?<=, )|(?<= is ))(?:tap|sacrifice|return|exile) (?:[0-9]+ of )?| or | and |, )")


def with_permanents(text: str, known: Container[str]) -> Parts:
    """A total cost as the game states it, by ids, with references to these permanents."""
    parts, names = list[str | Reference](), False
    for number, part in enumerate(_IN_COSTS.split(text)):
        if number % 2 and part.strip(" ,") not in ("or", "and", ""):
            names, part = True, f"to {part}"
        parts.append(Reference(ref=part) if names and part in known and not number % 2 else part)
    return tuple(part for part in parts if part)


def of_step(step: m.CaseStep, player: str) -> Parts:
    """What a step of a case does; `player`: who declares."""
    ref = Reference
    match step:
        case m.AttackStep():
            return declared("attack", player, step.attack) + _extras(step)
        case m.BlockStep():
            return declared("block", player, step.block) + _extras(step)
        case m.OrderStep():
            return ordered(step.order)
        case m.AssignStep():
            return assigned(step.by or player, step.assign)
        case m.DealDamageStep():
            return assigned("", step.damage)
        case m.DealsStep():
            return ("Combat damage is dealt",)
        case m.EndOfCombatStep():
            return ("The end of combat step begins",)
        case m.AfterCombatStep():
            return ("Combat ends",)
        case m.CleanupStep():
            return ("The cleanup step: damage wears off",)
        case m.ResolveStep(resolve=number):
            return ("Everything on the stack resolves" if number == "all" else f"Abilities on the stack resolve: {number}",)
        case m.TurnStep():
            return (ref(ref=step.turn), "’s turn begins")
        case m.CombatStep():
            return ("Another combat phase begins",)
        case m.EntersStep():
            enters = (ref(ref=step.enters.id), " enters under the control of ", ref(ref=step.enters.controller))
            if step.attacking is not None:
                return (*enters, ", attacking ", ref(ref=step.attacking))
            return (*enters, ", blocking ", ref(ref=step.blocking)) if step.blocking is not None else enters
        case m.LeavesStep():
            return (ref(ref=step.leaves), " leaves the battlefield")
        case m.PhasesOutStep():
            return (ref(ref=step.phases_out), " phases out")
        case m.RemovedFromCombatStep():
            return (ref(ref=step.removed_from_combat), " is removed from combat")
        case m.BecomesBlockedStep():
            return ("An effect: ", ref(ref=step.becomes_blocked), " becomes blocked")
        case m.BecomesUnblockedStep():
            return ("An effect: ", ref(ref=step.becomes_unblocked), " becomes unblocked")
        case m.BlocksStep():
            return ("An effect: ", *declared("block", player, step.blocks))
        case m.StopsBlockingStep():
            return ("An effect: ", *_pairs(step.stops_blocking, " stops blocking "))
        case m.StatesAttackingStep():
            return ("An effect: ", *_pairs(step.states_attacking, " is attacking "))
        case m.ReselectStep():
            return ("Reselected: ", *_pairs(step.reselect, " attacks "))
        case m.ChangesStep():
            return (ref(ref=step.changes.id), " changes: ", ", ".join(_changes(step.changes)))
        case m.EffectBeginsStep(effect=m.Goad(goad=creature, by=goader)):
            return (ref(ref=goader), " goads ", ref(ref=creature))
        case m.EffectBeginsStep(effect=m.Suspect(suspect=creature)):
            return (ref(ref=creature), " becomes suspected")
        case m.EffectBeginsStep(effect=m.GrantedAbility(on=permanent, text=text)):
            return (ref(ref=permanent), f" has “{text}”")
        case m.EffectBeginsStep(effect=m.LostAbilities(on=permanent)):
            return (ref(ref=permanent), " loses all abilities")
        case m.EffectBeginsStep(effect=m.WordedEffect(controller=controller, text=text)):
            return ("An effect of ", ref(ref=controller), f": {text}")
    return (f"{step.action.replace('_', ' ').capitalize()}: {events.in_words(getattr(step, step.action))}",)


def _pairs(pairs: Mapping[str, str], does: str) -> Parts:
    parts: list[str | Reference] = []
    for one, other in pairs.items():
        parts += ["; "] if parts else []
        parts += [Reference(ref=one), does, Reference(ref=other)]
    return tuple(parts)


def _changes(changes: m.Characteristics) -> Iterator[str]:
    for name in type(changes).model_fields:
        if name in changes.model_fields_set and name != "id":
            yield f"{name.replace('_', ' ')} {events.in_words(getattr(changes, name))}"


def _extras(step: m.AttackStep | m.BlockStep) -> Parts:
    """What a declaration says besides creatures."""
    parts: list[str | Reference] = []
    if isinstance(step, m.AttackStep):
        for band in step.bands:
            parts += [", in a band: ", *listed(band)]
        for creature, cost in _each_cost(step):
            match cost:
                case m.EnlistChoice(enlist=helper):
                    parts += [", ", Reference(ref=creature), " enlisting ", Reference(ref=helper)]
                case "exert":
                    parts += [", exerting ", Reference(ref=creature)]
                case _:
                    parts += [", paying for ", Reference(ref=creature)]
    for ability in step.mana_abilities:
        parts += [", with ", Reference(ref=ability.source), f" for {ability.adds}"]
    if step.pay is False:
        parts.append(", paying nothing")
    elif isinstance(step.pay, m.ExactPayment):
        parts += [", offering ", *_offered(step.pay)]
    return tuple(parts)


def _each_cost(step: m.AttackStep) -> Iterator[tuple[str, str | m.EnlistChoice]]:
    for creature, costs in step.optional_costs.items():
        for cost in costs if isinstance(costs, tuple) else (costs,):
            yield creature, cost


def _offered(pay: m.ExactPayment) -> Parts:
    offers: list[Parts] = []
    if pay.mana:
        offers.append((pay.mana,))
    if pay.life:
        offers.append((f"{pay.life} life",))
    if pay.discard:
        offers.append((f"{pay.discard} card{'s' if pay.discard > 1 else ''} to discard",))
    for word, ids in (
        ("to tap ", pay.tap),
        ("to sacrifice ", pay.sacrifice),
        ("to return ", pay.return_),
        ("to exile ", pay.exile),
    ):
        if ids:
            offers.append((word, *listed(ids)))
    parts: list[str | Reference] = []
    for before, offer in pairwise([(), *offers]):
        parts += [", " if before else "", *offer]
    return tuple(part for part in parts if part) or ("nothing",)
