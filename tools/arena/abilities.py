"""What Arena's numbers of abilities and its qualifications mean.

Arena says of each object which abilities it has now, by number, granted ones included and lost ones not. Small numbers are
keywords. What another number says is known where the card's text is: the printed abilities come first, in the order of the text.
One that depends on what a log doesn't say is taken for not known.
What an ability does to attacking and blocking Arena also states itself, in a qualification: that is read wherever the ability's
own text isn't known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...events.model import Model, parts_of
from ...handlers.best_play.reading import DECLARED
from .. import oracle
from ..cards import CardFace
from ..cases.permanents import abilities as read_text
from ..oracle import keywords
from ..oracle.bearing import concerns_damage
from ..oracle.tokens import tokenize
from .messages import Annotation, GameObject

KEYWORDS = {
    1: "deathtouch",
    2: "defender",
    3: "double strike",
    6: "first strike",
    7: "flash",
    8: "flying",
    9: "haste",
    10: "hexproof",
    12: "lifelink",
    13: "reach",
    14: "trample",
    15: "vigilance",
    74: "changeling",
    81: "wither",
    104: "indestructible",
    137: "prowess",
    142: "menace",
    143: "skulk",
    214: "decayed",
}
"""The keyword abilities whose numbers are known."""

TEXTS = {
    368: "Protection from each of your opponents",
    1026: "This creature can't be blocked by more than one creature.",
    1663: "This creature can't block.",
    141939: "Ward {2}",
    169817: "Whenever this creature attacks, scry 1.",
}
"""Other abilities whose numbers are known, in Oracle wording."""

ROLES = {
    1027: "Enchant creature",
    15269: "Enchanted creature gets +1/+1 and has trample.",
    169818: 'Enchanted creature gets +1/+1 and has "Whenever this creature attacks, scry 1."',
}
"""Abilities of Role tokens (111.10k, n), in Oracle wording: which one was created is stated by the card that did it, and Arena
says what the enchanted creature has gained by it."""

_OF_PREDEFINED_TOKENS = frozenset((183, 304))
"""The activated abilities of Treasure and Map tokens (111.10)."""
_BASIC_LAND_ABILITIES = range(1001, 1006)
"""The mana abilities of the basic land types, which come before the printed abilities of a land that has them."""
_WITHOUT_BEARING = frozenset((*_BASIC_LAND_ABILITIES, *_OF_PREDEFINED_TOKENS, *ROLES))
"""Abilities that nobody activates as a board lies on the table, and those of Roles: Arena says what a creature has by them."""

KnownAbilities = tuple[a.Ability, ...]
CardLookup = Callable[[int], CardFace | None]
"""The card of a number of Arena's (`grpId`), None where it isn't known."""


def no_cards(number: int) -> CardFace | None:
    """Cards where none are loaded."""
    return None


class AbilityBook:
    """The abilities that numbers stand for, as they come to be known from cards. `name` and `abilities` never guess."""

    def __init__(self, cards: CardLookup = no_cards) -> None:
        self._cards = cards
        self._known: dict[int, KnownAbilities] = {
            number: (a.KeywordAbility(text=keyword, keyword=keyword),) for number, keyword in KEYWORDS.items()
        }
        self._known.update({number: oracle.read_permanent(text) for number, text in TEXTS.items()})
        self._learnt: set[int] = set()
        self._without_bearing: set[int] = {*_BASIC_LAND_ABILITIES, *_OF_PREDEFINED_TOKENS, *ROLES}
        """Numbers whose text is known and isn't kept: it doesn't bear on combat damage."""
        self._of: dict[tuple[int, ...], KnownAbilities] = {}

    def card(self, number: int) -> CardFace | None:
        """The card of that number, if it is known."""
        return self._cards(number)

    def unknown(self, found: GameObject) -> tuple[int, ...]:
        """The numbers of a permanent's abilities of which isn't known what they say."""
        self.abilities(found)
        numbers = (ability.grp_id for ability in found.unique_abilities)
        return tuple(number for number in numbers if number not in self._known and number not in self._without_bearing)

    def unread(self, found: GameObject) -> int:
        """How many of a permanent's abilities it has of which isn't known what they say, or that aren't understood."""
        self.abilities(found)
        numbers = (ability.grp_id for ability in found.unique_abilities)
        return sum(number not in self._known and number not in _WITHOUT_BEARING for number in numbers)

    def knows(self, ability: int) -> bool:
        """Whether it is known what an ability says."""
        return ability in self._known or ability in self._without_bearing

    def is_static(self, ability: int) -> bool:
        """Whether an ability is known to say something of declarations itself, not when it triggers or is activated."""
        return any(isinstance(each, (*DECLARED, a.KeywordAbility)) for each in self._known.get(ability, ()))

    def abilities(self, found: GameObject) -> KnownAbilities:
        """What is known of the abilities that a permanent has now."""
        numbers = tuple(ability.grp_id for ability in found.unique_abilities)
        if found.shown_grp_id not in self._learnt:
            self._learn(found, numbers)
        key = (int("SubType_AllCreatureTypes" in found.subtypes), *numbers)
        cached = self._of.get(key)
        if cached is None:
            cached = tuple(ability for number in numbers for ability in self._known.get(number, ()))
            if key[0] and not any(isinstance(each, a.KeywordAbility) and each.keyword == "changeling" for each in cached):
                cached += self._known[74]
            if all(number in self._known for number in numbers):
                self._of[key] = cached
        return cached

    def _learn(self, found: GameObject, numbers: tuple[int, ...]) -> None:
        """From a card's text, what its abilities' numbers stand for: if they fit one another, the printed ones first."""
        card = self._cards(found.shown_grp_id)
        if card is None:
            self._learnt.add(found.shown_grp_id)
            return
        if not {f"CardType_{word}" for word in card.types} <= set(found.card_types):
            return  # another face, or no longer what is printed
        pieces = list(printed_abilities(card.text))
        if "Land" in card.types:
            numbers = tuple(number for number in numbers if number not in _BASIC_LAND_ABILITIES or len(numbers) <= len(pieces))
        if len(numbers) < len(pieces):
            return
        if any(KEYWORDS.get(number, piece.lower()) != piece.lower() for number, piece in zip(numbers, pieces, strict=False)):
            return
        self._learnt.add(found.shown_grp_id)
        for number, piece in zip(numbers, pieces, strict=False):
            if number not in self._known:
                try:
                    known = read_text(piece, card.name, card.every_type, "stated")
                except InvalidInput:
                    if not concerns_damage(tokenize(piece)):
                        self._without_bearing.add(number)
                    continue  # not understood: what Arena says of it is read instead
                if not concerns_damage(tokenize(piece)):
                    self._without_bearing.add(number)
                if not any(isinstance(each, DECLARED) and _depends(each) for each in known):
                    self._known[number] = tuple(
                        _as_followed(each, piece) for each in known if not _is_followed(each, card.every_type)
                    )


def _is_followed(ability: a.Ability, types: tuple[str, ...]) -> bool:
    """Whether Arena states by itself, by numbers, who has gained or lost abilities by this, as long as the combat goes on: what
    isn't a creature stays, and who has it alone needs it no longer than it lives. Nor is mana anything that a log asks about."""
    if isinstance(ability, a.ManaAbility):
        return _depends(ability)
    return isinstance(ability, a.Grants | a.Removes) and ("Creature" not in types or ability.permanents == a.THIS)


def _as_followed(ability: a.Ability, text: str) -> a.Ability:
    """What of an ability the rules can go by. One that triggers where a log doesn't say whether it does triggers, and nobody
    knows what it does; what a creature gives or takes from others is stated as it is now, but not what they have once it is gone.
    """
    if isinstance(ability, a.Triggered):
        asked = ability.model_copy(update={"does": None})
        if not _depends(asked):
            return ability
        plain = asked.model_copy(update={"condition": None})
        return a.NotModelledAbility(text=text) if _depends(plain) else plain
    if isinstance(ability, a.Grants | a.Removes) or _depends(ability):
        return a.ChangesStatedValues(text=text)
    return ability


def _depends(ability: a.Ability) -> bool:
    return any(map(_depends_on_more, parts_of(ability)))


_LOGGED_NOWHERE = (a.HasDesignation, a.IsDesignated, a.Unstated, a.UnstatedNumber, a.IsUnstated, a.IsTarget)


def _depends_on_more(part: Model) -> bool:
    """Whether an ability depends on what a case would state and a log doesn't say: who is the monarch, what is saddled."""
    return (
        isinstance(part, _LOGGED_NOWHERE)
        or (isinstance(part, a.Players) and part.who in ("monarch", "chosen"))
        or (isinstance(part, a.IsInState) and part.state in ("suspected", "goaded"))
        or (isinstance(part, a.OnRecord) and not part.complete)
    )


_REMINDER = re.compile(r"\([^()]*\)")
_KEYWORD = re.compile(
    "(?:protection from|"
    + "|".join(
        re.escape(" ".join(each.split()))
        for each in sorted(
            {*keywords.PLAIN, *keywords.NUMBERED, *keywords.OF_DAMAGE, *keywords.WITHOUT_BEARING}, key=len, reverse=True
        )
    )
    + r"|[a-z]+walk)\b",
    re.IGNORECASE,
)


def printed_abilities(text: str) -> list[str]:
    """The abilities of a card's text as Arena counts them: each keyword of a list, each other line; modes belong to theirs."""
    found: list[str] = []
    for line in _REMINDER.sub("", text).splitlines():
        line = line.strip()
        if line.startswith("•") and found:
            found[-1] += f"\n{line}"
        elif line:
            parts = line.split(", ")
            found += parts if all(_KEYWORD.match(part) for part in parts) else [line]
    return found


# --- qualifications ------------------------------------------------------------------------------------------------------

_Meaning = Callable[[a.Filter], KnownAbilities]

_MEANINGS: Mapping[int, _Meaning] = {
    30: lambda them: (a.CantAttack(creatures=them),),
    31: lambda them: (a.CantBlock(blockers=them),),
    32: lambda them: (a.CantBlock(attackers=them),),
    33: lambda them: (a.MustBeBlocked(attackers=them),),
    34: lambda them: (a.MustAttack(creatures=them),),
    39: lambda them: (a.BlockerCount(attackers=them, maximum=1),),
    40: lambda them: (a.BlockerCount(attackers=them, minimum=2),),
}
"""What a qualification says of those that it is about, by its type. Type 32 may also be about some blockers only, which Arena
doesn't say: it is read as it is shown, "can't be blocked"."""


QUALIFICATIONS = frozenset(_MEANINGS)
"""The numbers of the qualifications that are read."""


def qualified(annotation: Annotation, player: Callable[[int], str | None]) -> KnownAbilities:
    """What a qualification says of declarations; nothing, if it is about something else. `player` names a seat."""
    meaning = _MEANINGS.get(annotation.number("QualificationType") or 0)
    if meaning is None:
        return ()
    players = tuple(name for id in annotation.affected_ids if (name := player(id)) is not None)
    permanents = tuple(str(id) for id in annotation.affected_ids if player(id) is None)
    found: KnownAbilities = ()
    if permanents:
        found += meaning(a.IsOneOf(ids=permanents))
    if players:
        found += meaning(a.ControlledBy(players=a.Players(who="named", ids=players)))
    return found
