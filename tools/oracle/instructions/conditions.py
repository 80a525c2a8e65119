"""Conditions that are asked as an ability resolves: "if it was a Goblin", "if two or more cards were milled this way"."""

from __future__ import annotations

import re
from typing import Any

from ....events import abilities as a
from ....events.model import rewritten
from ..conditions import condition as stated_condition
from ..cursor import Cursor, rule
from ..filters import noun
from ..logic import both
from ..scope import (
    CHOSEN,
    CREATED,
    OTHER,
    SACRIFICED,
    SUBJECT,
    TURNED_UP,
    YOU,
    NotUnderstood,
    Scope,
)
from ..unstated import unstated_before
from .parts import names_subject
from .voting import of_votes


def condition(c: Cursor, known: Scope) -> a.Condition:
    """A condition; of "it" and "that creature", whatever that is by now. Raises NotUnderstood."""
    start = c.mark()
    if (moved := _of_what_moved(c, known)) is not None:
        return moved
    c.back_to(start)
    if (dealt := _dealt_this_way(c, known)) is not None:
        return dealt
    meant = known.that if c.sees("that creature", "that creature's", "that permanent", "the creature") else known.it
    if known.countered is not None and _asks_of_counters(c, known.countered[0]):
        meant = known.countered[1]
        known.it = known.it or meant  # "if there are three or more counters on it, transform it"
    c.past = (bool(known.gone) and meant in known.gone) or c.sees("the sacrificed") is not None
    c.past = c.past or (a.THIS in known.gone and c.sees("~ was", "~ had", "this creature was", "this creature had") is not None)
    c.mentioned = meant if isinstance(meant, a.Is) else SUBJECT
    since = len(c.derivations)
    holds = (
        of_votes(c, known)
        or _of_what_was_paid(c)
        or _of_counters_of_a_player(c, known)
        or stated_condition(c)
        or unstated_before(c)
    )
    past, c.past = c.past, False
    pronouns = c.pronouns(since)
    if holds is None or c.too_deep or ("that" in pronouns and meant == a.THIS):  # nothing calls itself "that creature"
        raise NotUnderstood
    if meant == TURNED_UP:
        meant = None
    words = [token.word for token in c.tokens[start.at :]]
    asked = words[: c.at - start.at]
    if not pronouns:
        past = past and not {"was", "were", "had"}.isdisjoint(asked)
        instead = "instead" in words
        named = isinstance(holds, a.Matches) and holds.role in ("source", "host") and not past
        if isinstance(holds, a.Matches) and named and (known.it is not None or instead):
            if instead and isinstance(known.it, a.IsTarget | a.IsChosen):
                raise NotUnderstood  # whether "it" is that, or this
            known.it = a.Is(role=holds.role)  # "if ~ is tapped, it gets +3/+0": what was named last
        return holds
    # What was, or what something else is done for instead, isn't a token that is created.
    before = (meant in known.gone and not {"was", "were", "had"}.isdisjoint(asked)) or (
        "instead" in words and pronouns == {"that"}
    )
    created = known.created is not None and not before
    if not (known.created == 1 and meant == CREATED) and (created or meant is None):
        raise NotUnderstood
    if meant == OTHER and "that" not in pronouns:
        return holds
    if isinstance(meant, a.Is) and (meant != OTHER):
        if known.that == OTHER and "that" in pronouns:
            raise NotUnderstood
        return holds
    if meant == OTHER:
        known.it = OTHER  # "if that creature is white, destroy it": what was named last
    said = _said_of(holds, meant)
    c.restate(start.at, said)
    return said


@rule
def _dealt_this_way(c: Cursor, known: Scope) -> a.Condition | None:
    """ "a creature is dealt damage this way": the target to which it was dealt, which is "it" from then on."""
    which = noun(c) if known.dealt_to is not None and c.take("a", "an", "that") else None
    if which is None or c.too_deep or not c.take("is dealt damage this way", "was dealt damage this way"):
        return None
    known.it = known.that = known.dealt_to
    return a.Exists(filter=both(which, a.IsAffected(dealt=True)))


def _of_role(part: Any, role: a.Role) -> Any:
    """The same, said of the permanent in that role."""
    now = rewritten(part, lambda each: _of_role(each, role))
    named = [name for name in ("role", "of", "other") if getattr(now, name, None) == "subject"]
    return now.model_copy(update=dict.fromkeys(named, role)) if named else now


_PAID = re.compile(
    r"(?:it was (?:kicked|bargained)|(?:its|his|her|their|~'s) [a-z]+ cost was paid(?: this turn)?"
    r"|you(?:'ve| haven't) completed a dungeon)"
)


@rule
def _of_what_was_paid(c: Cursor) -> a.Condition | None:
    """ "her sneak cost was paid this turn", "you've completed a dungeon": nothing that a combat shows."""
    rest = c.tokens[c.at : c.at + 9]
    said = _PAID.match(" ".join(token.word for token in rest))
    if said is None:
        return None
    start = c.at
    c.move(len(said[0].split()))
    return a.Unstated(fact=c.printed(start))


@rule
def _of_counters_of_a_player(c: Cursor, known: Scope) -> a.Condition | None:
    """ "they don't have any rad counters", "that player has no poison counters"."""
    if known.names_player and c.take("they don't have any", "that player doesn't have any", "they have no", "that player has no"):
        who = CHOSEN
    elif c.take("you don't have any", "you have no"):
        who = YOU
    else:
        return None
    name = c.take("rad counters", "experience counters")
    if name is None:
        return None
    many = a.PlayerCounters(counter=name.removesuffix(" counters"), players=who)
    return a.QuantityCompares(quantity=many, comparison="=", than=0)


def _of_what_moved(c: Cursor, known: Scope) -> a.Condition | None:
    """ "it was an artifact", "that creature had flying", "its power was 4 or greater": of what was just destroyed, exiled,
    returned or sacrificed, as it last was."""
    its = c.sees(*_MOVED, *(f"{it}'s" for it in _MOVED), "its")
    moved = known.it if isinstance(known.it, a.IsTarget | a.IsChosen) and known.it == known.moved else None
    if its is None or (moved is None and known.that != SACRIFICED):
        return None
    start = c.mark()
    c.past, c.mentioned = True, SUBJECT
    holds = stated_condition(c)
    c.past = False
    words = {token.word for token in c.tokens[start.at : c.at]}
    if holds is None or c.too_deep or not c.sees(",") or words.isdisjoint(("was", "wasn't", "had")):
        return None
    found = _of_role(holds, "sacrificed") if moved is None else _said_of_what_moved(holds, moved)
    if found is not None:
        c.restate(start.at, found)
    return found


def _said_of_what_moved(holds: a.Condition, moved: a.Filter) -> a.Condition | None:
    """A condition that was read of the subject, said of what moved; None for one that can't be."""
    match holds:
        case a.Matches(role="subject", filter=what) if not names_subject(what):
            return _was(moved, what)
        case a.Unless(part=a.Matches(role="subject", filter=what)) if not names_subject(what):
            return a.Every(parts=(_was(moved, a.ANYTHING), a.Unless(part=_was(moved, what))))
        case a.QuantityCompares(quantity=a.CharacteristicOf(of="subject", characteristic="power" | "toughness" | "mana_value")):
            assert isinstance(holds.quantity, a.CharacteristicOf), "it was asked above"
            number = a.NumberOf.model_validate({"filter": moved, "characteristic": holds.quantity.characteristic})
            return None if names_subject(holds.than) else holds.model_copy(update={"quantity": number})
    return None


def _was(moved: a.Filter, what: a.Filter) -> a.Condition:
    """Whether it matches: as it left, or as it is where it didn't."""
    left = a.QuantityCompares(quantity=a.CountDone(filter=what), comparison=">=", than=1)
    return a.Either(parts=(left, a.Exists(filter=a.AllOf(parts=(moved, what)))))


_MOVED = ("it", *(f"that {noun}" for noun in ("creature", "permanent", "land", "artifact", "enchantment", "planeswalker")))


def _asks_of_counters(c: Cursor, name: str) -> bool:
    """Whether a condition asks how many of these counters are on "it": on what they were just put."""
    words = " ".join(token.word for token in c.tokens[c.at : c.at + 14])
    return re.match(rf"(?:it has|there are) [a-z ]+ {re.escape(name)} counters on it\b", words) is not None


_IT_OR_THAT = re.compile(r"^(?:it|that \w+) ")


def _said_of(holds: a.Condition, meant: a.Filter) -> a.Condition:
    """A condition that was read of the subject, said of something else. Raises NotUnderstood."""
    match holds:
        case a.Matches(role="subject"):
            found: a.Condition = a.Exists(filter=a.AllOf(parts=(meant, holds.filter)))
        case a.QuantityCompares(quantity=a.CharacteristicOf(of="subject")):
            number = holds.quantity
            assert isinstance(number, a.CharacteristicOf), "it was asked above"
            compares = a.Compares(characteristic=number.characteristic, comparison=holds.comparison, than=holds.than)
            if names_subject(holds.than):
                raise NotUnderstood
            return a.Exists(filter=a.AllOf(parts=(meant, compares)))
        case a.Unless():
            found = a.Unless(part=_said_of(holds.part, meant))
        case a.Either() | a.Every():
            parts = tuple(_said_of(each, meant) if names_subject(each) else each for each in holds.parts)
            return holds.model_copy(update={"parts": parts})
        case a.OnRecord(happened=a.Matches(role="subject", filter=done)):
            fact = f"that {_IT_OR_THAT.sub('', holds.fact)}"
            record = a.IsOnRecord(fact=fact, happened=done, negated=holds.negated, complete=holds.complete)
            return a.Exists(filter=a.AllOf(parts=(meant, record)))
        case _:
            raise NotUnderstood
    if names_subject(holds.filter if isinstance(holds, a.Matches) else None):
        raise NotUnderstood
    return found
