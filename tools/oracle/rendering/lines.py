"""Abilities as sentences in current templating: `render` says what `read_permanent` reads.

A sentence is given only if reading it gives the ability back, so that none ever says something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from ....events.errors import WordingNotUnderstood
from ..descriptors import COLOR_WORDS
from ..grammar import Renders
from ..grants import QUALITY
from ..permanents import read_permanent
from ..predicates import SAID_UNTIL
from ..sentences import read_sentence
from .continuous import ability_words, had, keyword_words
from .phrases import (
    ALL_OF,
    kind_of,
    named_players,
    quality_of,
    quantity_of,
    said_otherwise,
    subject_of,
    while_clause,
)
from .statements import CLAUSES
from .triggers import triggered_clause
from .words import NotRendered, joined, of_nobody_named, outside_quotes, sentence


def render(ability: a.Ability, name: str = "") -> str:
    """The line of a permanent that says all of it, in which the permanent is "this creature".

    Where no phrases do, the words that it was read from, of a permanent of that name, which may say more than it. Raises
    NotRendered where these need what stands before them.
    """
    offer = _offer(ability)
    for again in _AGAIN if isinstance(ability, a.Triggered) else _AGAIN[:1]:
        try:
            said = worded(ability, again)
        except KeyError:
            continue
        agreeing = _of_several(said) if _is_of_several(ability, said) else said
        for words in dict.fromkeys((_as_printed(agreeing, ability.text.lower()), agreeing, said)):
            if _says(offer + words, "", ability, alone=not offer):
                return words
    if not ability.text or not _says(offer + ability.text, name, ability, alone=False):
        raise NotRendered(ability.text)
    return ability.text


def _offer(ability: a.Ability) -> str:
    """The sentence before "when you do"."""
    exerted = (each for each in getattr(ability, "events", ()) if isinstance(each, a.Exerts) and each.linked)
    return next((f"{worded(a.OptionalAttackCost(creatures=each.creatures, cost='exert'))} " for each in exerted), "")


def _is_of_several(ability: Any, said: str) -> bool:
    """Whether the sentence is about several, so that "it" is "they" in it."""
    about = (getattr(ability, name, None) for name in ("creatures", "permanents", "attackers", "blockers"))
    subjects = [subject_of(each) for each in about if each not in (None, a.ANYTHING) and not isinstance(each, a.Not)]
    return any(not one and said.lower().startswith(f"{who.lower()} ") for who, one in subjects)


_PLURAL = {"is": "are", "isn't": "aren't", "has": "have", "doesn't": "don't", "was": "were", "wasn't": "weren't"}
_ITS = re.compile(r"(?P<of>blocking it)|\b(?:it (?P<verb>[a-z\']+)(?= )|(?P<its>its|it\'s|it))\b")


def _of_several(said: str) -> str:
    """The sentence in which "it" is several: "unless they have flying", "their controller"."""

    def plural(found: re.Match[str]) -> str:
        if found["verb"] is not None:
            verb = found["verb"]
            return f"they {_PLURAL[verb]}" if verb in _PLURAL else f"them {verb}"
        return {"its": "their", "it's": "they're", "it": "them"}.get(found["its"] or "", found[0])

    return outside_quotes(said, lambda part: _ITS.sub(plural, part))


_ALIKE = {
    "enchanted creature": ("equipped creature", "enchanted permanent"),
    "this creature": (
        "this artifact",
        "this enchantment",
        "this land",
        "this vehicle",
        "this equipment",
        "this aura",
        "this permanent",
    ),
    "on the bottom of your library": ("on top of your library", "on top of its owner's library"),
}
"""What is read alike, since a board doesn't state it or it makes no difference: the usual words, and others for the same."""


def _as_printed(said: str, printed: str) -> str:
    """The sentence with those of several words for the same that the printed text has."""
    for usual, others in _ALIKE.items():
        other = next((each for each in others if each in printed), None)
        if other is not None and usual not in printed:
            words = _PROPER.get(other, other)
            said = said.replace(usual, words).replace(usual.capitalize(), words[:1].upper() + words[1:])
    return said


_PROPER = {f"this {word.lower()}": f"this {word}" for word in ("Vehicle", "Equipment", "Aura")}
_AGAIN = ("that creature", "it", "that permanent")
"""What a target may be called that was named before."""
_NAMED = ("Legendary", "Creature")
"""It may be called by its first name, and is what is spoken of without a subject."""


def _says(words: str, name: str, ability: a.Ability, *, alone: bool) -> bool:
    """Whether the words, read again, are that ability, alone or among others."""
    try:
        read = read_permanent(words, name=name, types=_NAMED)
    except WordingNotUnderstood:
        return False
    said = [same(each) for each in read]
    return said == [same(ability)] if alone else same(ability) in said


_UNTIL: dict[a.Duration | None, str] = {**{until: f"{words}, " for until, words in SAID_UNTIL.items()}, None: ""}


def render_effect(ability: a.Ability, duration: a.Duration | None) -> str:
    """The instruction that brings the ability about, for that long. Raises NotRendered."""
    try:
        said = _instruction(ability, duration)
    except KeyError as error:
        raise NotRendered(str(error)) from error
    read = read_sentence(said)
    if [same(each) for each in read.effects] != [same(ability)] or read.duration != duration or read.abilities:
        raise NotRendered(said)
    return said


def _instruction(ability: a.Ability, duration: a.Duration | None) -> str:
    if isinstance(ability, a.Designates) and ability.condition is None and not ability.no_longer:
        usual = {"goaded": "your next turn", "suspected": "indefinite"}[ability.designation] == duration
        if usual:
            return sentence(f"{ability.designation.removesuffix('ed')} {subject_of(ability.creatures)[0]}")
    if duration == "indefinite":
        words = worded(ability).removesuffix(".")
        return f"{words} for the rest of the game."
    return sentence(_UNTIL[duration] + _CLAUSES[type(ability)](ability))


def same(ability: Any) -> Any:
    """What two abilities have in common that say the same: sentences aside, and the order of what is joined."""
    return _unordered(ability.model_dump(mode="json", exclude={"text"}))


def _unordered(data: Any) -> Any:
    if isinstance(data, dict):
        found = {key: _unordered(value) for key, value in data.items() if key != "text"}
        if "parts" in found:
            found["parts"] = sorted(found["parts"], key=lambda part: json.dumps(part, sort_keys=True))
        return found
    return [_unordered(each) for each in data] if isinstance(data, list) else data


def _keyword(ability: a.KeywordAbility) -> str:
    if ability.condition is not None:
        raise NotRendered("a keyword with a condition")
    if isinstance(ability.number, int):
        return f"{ability.keyword} {ability.number}"
    if ability.number is not None:
        return f"{ability.keyword} X, where X is {quantity_of(ability.number)}"
    if ability.keyword == "bands with other" and ability.quality is not None:
        return f"bands with other {kind_of(ability.quality, one=False)}"
    if ability.keyword == "enchant" and ability.quality is not None:
        return f"enchant {kind_of(ability.quality, one=True)}"
    if ability.keyword not in ("protection", "hexproof") or ability.quality is None:
        return ability.keyword
    return f"{ability.keyword} from {_what_keeps_off(ability.quality)}"


def _what_keeps_off(quality: a.Filter) -> str:
    """What protection, or hexproof, is from."""
    if isinstance(quality, a.IsUnstated):
        return quality.fact
    return "its colors" if isinstance(quality, a.SharesColor) else QUALITY.words_for(quality, _KEEPING_OFF)


_KEEPING_OFF: dict[str, Renders] = {
    "color": lambda color: COLOR_WORDS[color],
    "compared": lambda quality: (quality_of(quality) if isinstance(quality, a.Compares) else None) or said_otherwise(quality),
    "several": lambda permanents: kind_of(permanents, one=False),
    "noun": lambda kind: said_otherwise(kind) if isinstance(kind, a.ControlledBy) else kind_of(kind, one=False),
    "players": lambda players: ALL_OF.get(players.who, named_players(players)),
}


def _grants(ability: a.Grants) -> str:
    who, one = subject_of(ability.permanents)
    return f"{who} {'has' if one else 'have'} {joined(had(ability.abilities), 'and')}{while_clause(ability.condition)}"


def _removes(ability: a.Removes) -> str:
    who, one = subject_of(ability.permanents)
    lost = "all abilities" if ability.keywords is None else joined(ability.keywords, "and")
    if ability.cant_have:
        return f"{who} can't have or gain {lost}{while_clause(ability.condition)}"
    return f"{who} lose{'s' if one else ''} {lost}{while_clause(ability.condition)}"


def _designates(ability: a.Designates) -> str:
    who, one = subject_of(ability.creatures)
    longer = "no longer " if ability.no_longer else ""
    return f"{who} {'is' if one else 'are'} {longer}{ability.designation}{while_clause(ability.condition)}"


def _cant_be_targets(ability: a.CantBeTargets) -> str:
    if ability.sources != a.ANYTHING and not ability.by_opponents:
        raise NotRendered("protection of players: it prevents damage as well")
    from_what = "" if ability.sources == a.ANYTHING else f" from {_what_keeps_off(ability.sources)}"
    who = ALL_OF.get(ability.players.who, named_players(ability.players))
    has = "have" if who in ("you", "players") or who.endswith("s") else "has"
    return f"{who} {has} {'hexproof' if ability.by_opponents else 'shroud'}{from_what}{while_clause(ability.condition)}"


def _is_in_its_own_words(ability: a.Ability) -> bool:
    """Whether what it says is held only in the words that it was read from."""
    match ability:
        case a.Triggered():
            return ability.does is None
        case a.ManaAbility():
            return ability.adds is None or bool(ability.unread)
    return isinstance(ability, a.NotModelledAbility | a.ChangesStatedValues | a.Unread)


ability_words.define(lambda ability: worded(ability))
keyword_words.define(_keyword)
_CLAUSES: dict[type[Any], Callable[[Any], str]] = {
    **CLAUSES,
    a.CantBeTargets: _cant_be_targets,
    a.Grants: _grants,
    a.Removes: _removes,
    a.Designates: _designates,
    a.Triggered: triggered_clause,
}


def worded(ability: a.Ability, again: str = _AGAIN[0]) -> str:
    """The line that says so, whether it is read back or not; `again` is a target that was named before. Raises NotRendered, or
    KeyError for what has no words."""
    if _is_in_its_own_words(ability) and ability.text:
        return ability.text
    if isinstance(ability, a.Triggered):
        return sentence(triggered_clause(ability, again))
    if isinstance(ability, a.KeywordAbility):
        words = _keyword(ability)
        return words[:1].upper() + words[1:]
    return sentence(of_nobody_named(_CLAUSES[type(ability)](ability)))
