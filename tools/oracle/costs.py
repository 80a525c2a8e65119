"""Costs to attack or block: "unless their controller pays …"."""

from __future__ import annotations

from typing import Literal

from ...events import abilities as a
from ...events.model import parts_of
from ...handlers.mana import symbols
from .cursor import Cursor, rule
from .descriptors import CREATURE, kind
from .filters import noun
from .numbers import number
from .players import of_yours, targets
from .quantities import for_each, quantity
from .references import reference

_VERBS: tuple[Literal["tap", "sacrifice", "return", "exile"], ...] = ("tap", "sacrifice", "return", "exile")
_ACTIONS = {form: verb for verb in _VERBS for form in (verb, f"{verb}s")}
_CONTROLLERS = ("its controller", "their controller", "that creature's controller", "that player")


@rule
def payment(c: Cursor, of: a.Filter, at_what: a.Targets | None = None, *, to_block: bool = False) -> a.Cost | None:
    """ "you pay {2}", "their controller sacrifices a land of their choice for each …": what is paid for one of these creatures.

    `of`: whose attack or block costs that; `at_what`: what they would attack. `to_block`: it is paid to block them, by the
    defending player, for each creature that does; otherwise by whoever controls them (508.1h, 509.1d). Costs that somebody else
    pays aren't read.
    """
    if to_block:
        payers: tuple[str, ...] = ("defending player", "that player")
    else:
        named = c.setting.instruction or c.setting.stated
        payers = (*_CONTROLLERS, "you") if named or of_yours(of) == of else _CONTROLLERS
    if not c.take(*payers):
        return None
    cost: a.Cost | None = None
    unknown = False
    if c.take("pay", "pays"):
        if c.peek().startswith("{"):
            mana = c.raw().upper()
            c.move()
            unknown = "{X}" in mana
            if mana != "{X}" and not _is_mana(mana):
                return None
            cost = a.Cost(mana="" if unknown else mana)
        elif (amount := number(c)) is not None and c.take("life"):
            cost = a.Cost(life=amount)
    elif c.peek() in _ACTIONS:
        cost = _permanents(c)
    elif c.take("discard", "discards") and (amount := number(c)) is not None and c.take("card", "cards"):
        cost = a.Cost(discard=amount)
    if cost is None:
        return None
    start = c.at
    times = _for_each(c, of, at_what)
    if times is None:
        return None
    if to_block and (times != 1 or "blocking" not in (token.word for token in c.tokens[start : c.at])):
        return None  # once for the attacker, however many block it
    if times != 1:
        if not cost.mana:
            return None
        cost = cost.model_copy(update={"times": times})
    if unknown and c.take(", where x is"):
        amount_of = quantity(c)
        return None if amount_of is None else a.Cost(generic=amount_of)
    if unknown:
        return a.Cost(generic=a.UnstatedNumber(fact="X")) if c.setting.instruction else None
    return cost


def _is_mana(cost: str) -> bool:
    """Whether a cost is all mana: energy ({E}) and tapping ({T}) are none, nor is what has {X}."""
    try:
        return bool(symbols(cost))
    except ValueError:
        return False


@rule
def _permanents(c: Cursor) -> a.Cost | None:
    """ "[sacrifices] a land of their choice", "[returns] an Island you control to its owner's hand"."""
    action = _ACTIONS[c.peek()]
    c.move()
    amount = number(c)
    matching = noun(c)
    if amount is None or matching is None:
        return None
    c.filler("of their choice")
    if action == "return" and not c.take("to its owner's hand", "to their owner's hand", "to their owners' hands"):
        return None
    return a.Cost(permanents=(a.PermanentCost(action=action, number=amount, filter=matching),))


def _is_of_any_creature(part: object) -> bool:
    """Whether all that attack or block are such: beside what nonblue creatures pay it is said that blue ones can't."""
    return part == CREATURE or isinstance(part, a.AllOf | a.ControlledBy | a.Not)


_OF_ALL = ("attacking creature they control", "blocking creature they control", "attacking creature", "blocking creature")
_BLOCKING_IT = (
    "creature blocking it",
    "creature blocking ~",
    "creature blocking this creature",
    "creature they control that's blocking it",
)


@rule
def _for_each(c: Cursor, of: a.Filter, at_what: a.Targets | None) -> a.Quantity | None:
    """By what the cost is multiplied. A cost for each of the creatures that attack or block is the cost of one: 1."""
    if not c.take("for each"):
        return 1
    if c.take("of those creatures", "of them"):
        return 1
    if c.take(*_BLOCKING_IT) or (
        all(map(_is_of_any_creature, parts_of(of, closed=(a.ControlledBy, a.Not)))) and c.take(*_OF_ALL)
    ):
        return 1
    start = c.mark()
    if kind(c) == of and (does := c.take("they control that's attacking", "they control that's blocking")) is not None:
        c.pass_over(start.at, "another form")
        named = targets(c) if does.endswith("attacking") else reference(c)
        return 1 if named is None or named == at_what or isinstance(named, a.Is) else None
    c.back_to(start)
    each = for_each(c)
    if isinstance(each, a.CountOf) and c.last not in ("battlefield", "control"):
        return None
    return each
