"""Facts that no board states: conditions and descriptions that are kept in the card's words, and never guessed at."""

from __future__ import annotations

import re

from ...events.abilities import Filter, IsUnstated, Unstated
from .cursor import Cursor, last_resort, rule
from .tables import listed, words
from .types import CARD_TYPES, SUBTYPES

_CONDITION = re.compile(
    r"""
    \b(?: (?:this|last|each|that)\ turn | this\ game | this\ way | this\ combat | graveyards? | exiled? | library | hand | cast
      | casts | chosen | poisoned | tempted | poison\ counters? | rad\ counters? | experience\ counters? | energy\ counters?
      | starting\ life\ total | was | were | wasn't | weren't | hasn't | haven't | has\ been | have\ been | mana
      | unspent | spent | paid | promised | paired | haunts? | imprinted | dungeon | crewed | saddled\ it | command\ zone | drawn
      | drew | sacrificed | completed | committed | died | entered | left | gained | lost | discarded | put | partner
      | draft | voted? | votes | won | outside\ the\ game | your\ turns? | rolled | flipped | level\ up | kicked | bargained
    )\b
    | \{E\} | \bit\ exploited\b | \bdealt\ damage\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Words of conditions about what happened, and about cards and counters that aren't on the battlefield."""

_DECLARING = words("attack attacks block blocks goad goads")
_EFFECTS = words("can can't gain gains get gets lose loses must become becomes pay pays")
"""What is brought about, rather than asked: a condition ends before it."""
_GOES_ON = ("if", "unless", "as", "instead")
LONGEST = 40
"""Words of a condition: a longer one is declined."""
_BEFORE = re.compile(r"\b(?:(?:this|last) turn|this game|graveyards?|library|starting life total)\b", re.IGNORECASE)
_NAMED_BEFORE = re.compile(
    r"\b(?:its?|it's|this way|that|those|these|them|they|their|he|she|his|her|him|chosen|exiled|revealed|milled|was|were)\b",
    re.IGNORECASE,
)


@rule
def unstated_before(c: Cursor) -> Unstated | None:
    """A condition on what was so before the ability resolves, and so may be stated: it names nothing that the ability does."""
    found = _up_to_its_end(c)
    said = found is not None and _BEFORE.search(found.fact) and not _NAMED_BEFORE.search(found.fact)
    return found if said else None


@last_resort
def unstated_condition(c: Cursor) -> Unstated | None:
    """A condition up to the comma after what isn't stated, or up to the end of the sentence."""
    return _up_to_its_end(c)


def _up_to_its_end(c: Cursor) -> Unstated | None:
    furthest = c.furthest
    found: list[str] = []
    while not c.ended and len(found) <= LONGEST:
        word = c.peek()
        if word in _DECLARING or (found and word in _GOES_ON) or word in (":", "—", '"'):
            break
        known = _CONDITION.search(" ".join(found)) is not None
        if word == "," and (known or not _listed(c)):
            break
        if word in _EFFECTS:
            break
        if word == "and" and known and (c.peek(1) in _PREDICATES or c.sees("and you control")):
            break
        found.append(_ASKED_OF_EACH.get(word, _ASKED_OF_EACH["who"]) if c.at == c.asked_of else c.raw())
        c.move()
    text = " ".join(found).replace(" ,", ",")
    broken_off = c.peek() in _DECLARING or (c.peek() in _EFFECTS and c.peek() != "can't") or len(found) > LONGEST
    if not found or broken_off or _CONDITION.search(text) is None:
        c.furthest = furthest
        return None
    return Unstated(fact=text)


_ASKED_OF_EACH = {"who": "defending player", "with": "defending player has"}
"""What the word stands for that is asked of: "an opponent who drew a card" is asked as the defending player."""


def _listed(c: Cursor) -> bool:
    """Whether the comma that comes next sets types of a list apart."""
    return c.peek(1) in SUBTYPES or c.peek(1) in CARD_TYPES or c.peek(1) in ("or", "and/or")


_PREDICATES = words("has have gains gain can can't must")

_CHOSEN = listed(
    """
    of the chosen color, of the chosen type, of the chosen colors, of the chosen types, of the chosen quality, of that color,
    of that type, of that quality, of the creature type of your choice, of the color of your choice, of a color of your choice,
    of the chosen name, of the chosen creature type, of a creature type of your choice, with the chosen name, with that name,
    of those colors, of those types, of the last chosen color, with an exhaust ability, with flavor text,
    in the pile of their choice, in a pile with the chosen label, with a name chosen for ~,
    with the chosen number, with mana value of the chosen quality, with mana value of that quality
    """
)
_HAPPENED = words(
    """
    dealt created discarded put exiled returned revealed chosen tapped untapped that attacked blocked destroyed sacrificed milled
    """
)
_CHOSEN_BY_NAME = listed(
    """
    of that type, of the chosen type, of that creature type, of the chosen creature type, of the creature type of your choice,
    of a creature type of your choice, of the color of your choice, of a color of your choice, of that color,
    of the chosen color, of that quality, of the chosen quality, with mana value of that quality,
    with mana value of the chosen quality
    """
)


@rule
def chosen_by_name(c: Cursor) -> Filter | None:
    """ "of that color", where an ability chooses one as it resolves."""
    phrase = c.take(*_CHOSEN_BY_NAME) if c.scope is not None else None
    return None if phrase is None else IsUnstated(fact=phrase)


@last_resort
def unstated_description(c: Cursor) -> Filter | None:
    """ "of the chosen type", "dealt damage this way": what follows a noun and isn't stated."""
    phrase = c.take(*_CHOSEN)
    if phrase is not None:
        return IsUnstated(fact=phrase)
    if c.peek() not in _HAPPENED or (c.peek() == "that" and c.peek(1) not in _DID):
        return None
    found: list[str] = []
    while not c.ended and len(found) < 14 and c.peek() != ",":
        if c.peek() in _DECLARING or (found and c.peek() in _MODAL):
            return None
        ended = c.take("this way", "this turn", "last turn")
        if ended:
            return IsUnstated(fact=" ".join((*found, ended))) if _past(found, ended) else None
        found.append(c.raw())
        c.move()
    return None


_DID = words("has have had was were attacked blocked entered died dealt")
_MODAL = words("can can't must gain gains get gets lose loses is are becomes")


def _past(found: list[str], ended: str) -> bool:
    """What the board does state is no part of it: that a creature attacked or blocked this turn."""
    return bool(found) and (ended != "this turn" or not {"attacked", "blocked"} & set(found))
