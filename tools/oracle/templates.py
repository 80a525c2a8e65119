"""Sentences that are understood, to be suggested in place of those that aren't: one for each thing that a card says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from ..suggestions import nearest
from . import keywords
from .tables import listed
from .tokens import plain

_TEMPLATES = """
    This creature can't attack.
    This creature can't block.
    This creature can't attack or block.
    This creature can't attack or block alone.
    This creature can't attack alone.
    This creature can't block alone.
    This creature can attack only alone.
    This creature can't attack or block unless you control a Goblin.
    This creature can't attack unless defending player controls an Island.
    This creature can't attack unless at least two other creatures attack.
    This creature can't attack unless you pay {2}.
    This creature can't attack you or planeswalkers you control.
    This creature can't attack during your turn.
    This creature can't block creatures with flying.
    This creature can't block creatures with power 3 or greater.
    This creature can block only creatures with flying.
    This creature can block an additional creature each combat.
    This creature can block any number of creatures.
    This creature can block creatures with shadow as though they had shadow.
    This creature can't be blocked.
    This creature can't be blocked by creatures with flying.
    This creature can't be blocked by creatures with power 2 or less.
    This creature can't be blocked by more than one creature.
    This creature can't be blocked by Walls.
    This creature can't be blocked except by two or more creatures.
    This creature can't be blocked except by creatures with flying or reach.
    This creature can't be blocked except by artifact creatures.
    This creature can't be blocked as long as defending player controls an artifact.
    This creature can attack as though it didn't have defender.
    This creature can attack as though it had haste.
    This creature attacks each combat if able.
    This creature attacks or blocks each combat if able.
    This creature blocks each combat if able.
    This creature must be blocked if able.
    This creature must be blocked by two or more creatures if able.
    All creatures able to block this creature do so.
    All creatures attack each combat if able.
    This creature doesn't untap during your untap step.
    Attacking doesn't cause this creature to tap.
    You may exert this creature as it attacks.
    This creature has flying.
    This creature has flying as long as you control an artifact.
    This creature loses all abilities.
    Creatures can't attack.
    Creatures can't block.
    Creatures you control can't be blocked.
    Creatures you control have flying.
    Creatures your opponents control attack each combat if able.
    Creatures your opponents control can't attack.
    Creatures your opponents control can't block.
    Creatures without flying can't attack.
    Creatures with flying can't block creatures you control.
    Creatures can't attack you or planeswalkers you control.
    Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.
    Creatures can't block unless their controller pays {1} for each of those creatures.
    No more than one creature can attack each combat.
    No more than two creatures can block each combat.
    Equipped creature can't be blocked.
    Enchanted creature can't attack or block.
    Enchanted creature attacks each combat if able.
    Each creature attacks each combat if able.
    Protection from red
    Whenever this creature attacks, draw a card.
    Whenever this creature attacks alone, draw a card.
    Whenever this creature blocks, draw a card.
    Whenever this creature becomes blocked, draw a card.
    Whenever this creature attacks or blocks, draw a card.
    Whenever this creature attacks and isn't blocked, draw a card.
    Whenever this creature blocks or becomes blocked by a creature, draw a card.
    Whenever a creature you control attacks, draw a card.
    Whenever one or more creatures you control attack, draw a card.
    Whenever you attack, draw a card.
    Whenever a creature attacks you, draw a card.
"""
TEMPLATES = tuple(line.strip() for line in _TEMPLATES.strip().splitlines())

_SLANG = {
    "goaded": "the effect {goad: ID, by: PLAYER}",
    "goad": "the effect {goad: ID, by: PLAYER}",
    "exert": "You may exert this creature as it attacks.",
    "can exert": "You may exert this creature as it attacks.",
    "can be exerted": "You may exert this creature as it attacks.",
    "suspect": "the effect {suspect: ID}",
    "suspected": "the effect {suspect: ID}",
    "summoning sick": "the field summoning_sick: true",
    "summoning sickness": "the field summoning_sick: true",
    "tapped": "the field tapped: true",
    "token": "the field token: true",
    "lure": "All creatures able to block this creature do so.",
    "unblockable": "This creature can't be blocked.",
    "evasion": "This creature can't be blocked.",
    "daunt": "This creature can't be blocked by creatures with power 2 or less.",
    "pacifism": "This creature can't attack or block.",
    "taunt": "This creature must be blocked if able.",
}
"""What players say, and how a case says it."""

KEYWORDS = tuple(
    sorted({each.capitalize() for each in keywords.PLAIN | keywords.NUMBERED | keywords.OF_DAMAGE | keywords.WITHOUT_BEARING})
)
_ONLY_WORDS = 3
_KEYWORDS_BESIDE = (
    *KEYWORDS,
    "Protection from red",
    "Landwalk",
    "Islandwalk",
    "Forestwalk",
    "Swampwalk",
    "Mountainwalk",
    "Plainswalk",
)


def suggestion(text: str, meant: str = "") -> str:
    """What is nearest to a wording that isn't understood, as a question in parentheses: of few words, perhaps nothing.

    `meant` is what a misspelt word in it may have been meant to be.
    """
    if "[" in text and (step := _step(text)) is not None:
        return f" (what happens at once is a step of a case: {step})"
    words = _words(text)
    said = " ".join(words)
    if (slang := _SLANG.get(said)) is not None:
        return f" (did you mean {slang.removesuffix('.')}?)"
    if said.startswith("goaded by"):
        return f" (did you mean {_SLANG['goaded']}?)"
    if meant and len(words) > _ONLY_WORDS:
        return f" (did you mean {meant}?)"
    if len(words) <= _ONLY_WORDS and (found := _nearest_keywords(text)):
        return f" (did you mean {' or '.join(found)}?)"
    if len(words) <= _ONLY_WORDS and not _weighty(words):
        return ""
    if _CARRIED_OUT & set(words):
        return _AS_AN_EFFECT
    return f" (the nearest that is understood: {max(TEMPLATES, key=lambda template: _alike(words, template))!r})"


_AT_ONCE = {
    r"^(?:un)?tap \[|\] (?:is|becomes) (?:un)?tapped\b": "{changes: {id: ID, tapped: true}}",
    r"^(?:destroy|exile|sacrifice|return) \[|\] (?:dies|leaves)\b": "{leaves: ID}",
    r"\] phases out\b": "{phases_out: ID}",
    r"^remove \[.*\] from combat|\] is removed from combat\b": "{removed_from_combat: ID}",
    r"\] (?:is|becomes) blocked\b": "{becomes_blocked: ID}",
    r"\] (?:is|becomes) unblocked\b": "{becomes_unblocked: ID}",
    r"\] is blocking \[": "{blocks: {ID: ID}}",
    r"\] is attacking \[": "{states_attacking: {ID: PLAYER}}",
    r"^reselect\b": "{reselect: {ID: PLAYER}}",
    r"\bgains? control of \[|\] controls \[": "{changes: {id: ID, controller: PLAYER}}",
    r"\bput .*\bcounters? on \[": '{changes: {id: ID, counters: {"+1/+1": 1}}}',
    r"\] (?:is|becomes) attached to \[": "{changes: {id: ID, attached_to: ID}}",
    r"\badditional combat phase\b": "{combat: again}",
    r"\] goads \[|\] is goaded by \[": "{effect: {goad: ID, by: PLAYER}}",
    r"\] is detained\b": '{effect: {controller: PLAYER, text: "Detain [ID]."}}',
}
"""What happens at once, as it is said of ids, and the step that says it."""


def _step(text: str) -> str | None:
    said = plain(text).lower()
    return next((step for pattern, step in _AT_ONCE.items() if re.search(pattern, said)), None)


_CARRIED_OUT = frozenset(("target", "until"))
_AS_AN_EFFECT = (
    """ (what is carried out is stated as an effect: {controller: PLAYER, text: "[ID] gains flying until end of turn."})"""
)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'/{}]+", plain(text).lower())


def _nearest_keywords(text: str) -> tuple[str, ...]:
    """The nearest keyword to each part of a list of them."""
    found: list[str] = []
    for part in re.split(r"[,;]|\band\b", text):
        near = nearest(part.strip(" ."), _KEYWORDS_BESIDE, most=1, least=0.6)
        found += [each for each in near if each.lower() != part.strip(" .").lower()]
    return tuple(dict.fromkeys(found))


_STEMS = listed(
    """
    attack, block, goad, untap, haste, fly, alone, able, unless, whenever, able, each, except, more
    """
)


def _stems(words: Iterable[str]) -> Counter[str]:
    """The words without their endings; those that matter most count for more."""
    found = Counter[str]()
    for word in words:
        found[word.removesuffix("s")] += 3 if word.startswith(_STEMS) else 1
    return found


def _weighty(words: Iterable[str]) -> bool:
    return any(word.startswith(_STEMS) for word in words)


def _alike(said: Sequence[str], template: str) -> float:
    """How much of what the two say is the same, 0 to 1, and a little of how they are spelt."""
    spelt = SequenceMatcher(None, " ".join(said), " ".join(_words(template))).ratio() / 4
    ours, theirs = _stems(said), _stems(_words(template))
    for usual in ("this", "creature", "if", "combat"):
        ours.setdefault(usual, 0)
        theirs[usual] = min(theirs[usual], ours[usual])
    return spelt + (ours & theirs).total() / max((ours | theirs).total(), 1)
