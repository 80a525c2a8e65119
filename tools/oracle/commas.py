"""The comma between what sets an ability off and what it does, where players leave it out: put where nothing else is meant."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile

from . import clauses
from .tables import words
from .tokens import QUOTE, Lexeme, tokenize
from .triggers import DECLARED, HAPPENINGS

_BEGINS = words("when whenever at")
_ENDS_A_SENTENCE = (".", "—", ":", QUOTE)
_INSTRUCTIONS = (clauses.INSTRUCTIONS | words("goad venture detain")) - words(
    "for after simultaneously target counter lose gain deal play cast"
)
_HAPPENED = (DECLARED | HAPPENINGS | words("blocked beginning end killed")) - words("you it would a")
_LAST = words(
    """
    attacks attack blocks block blocked unblocked alone dies die enters enter tapped untapped taps killed destroyed exiled
    sacrificed attached unattached equipped transforms mutates explores crewed saddled battlefield graveyard graveyards
    player players opponent opponents damage life turn upkeep upkeeps step steps combat card cards spell spells ability
    abilities counter counters token tokens land artifact enchantment mana dungeon library hand play monarch up down
    triggers ends enchanted countered time times phase game discarded monstrous creature creatures ~
    """
)
"""Words in which what happens ends."""
_DO = words("gain get have can can't lose draw discard sacrifice mill deal become")
_DOES = words(
    """
    gets gains deals becomes has loses fights explores connives draws discards sacrifices mills puts creates may can't
    must perpetually exiles returns can
    """
)
_YOU_DO = _DO | words("may create put scry surveil exile return") - {"become"}
_ITSELF = words("creature permanent enchantment artifact aura equipment token land planeswalker vehicle")
_SOMEBODY = words("opponent player creature controller owner permanent")
_PLURAL = words("creatures permanents players opponents")
_FARTHEST = 6
"""Words from the first of who does something to what they do: "other attacking creatures you control get"."""


@lru_cache(maxsize=16_384)
def with_comma(text: str, name: str = "", legendary: bool = False) -> str:
    """The line with that comma, or as it is."""
    at = missing_comma(tokenize(text, name, legendary))
    return text if at is None else f"{text[:at]},{text[at:]}"


def missing_comma(tokens: list[Lexeme]) -> int | None:
    """Where in its text a line lacks that comma; None where it has one, says no trigger, or where what is done begins isn't
    clear."""
    dash = next((at for at, token in enumerate(tokens[:8]) if token.word == "—"), -1)
    whole = tokens[dash + 1 :] if dash > 0 and tokens[0].word not in _BEGINS else tokens
    sentence = list(takewhile(lambda token: token.word not in _ENDS_A_SENTENCE, whole))
    if not sentence or sentence[0].word not in _BEGINS or any(token.word == "," for token in sentence):
        return None
    begins = _beginning([token.word for token in sentence])
    return None if begins is None else sentence[begins - 1].end


def _beginning(said: list[str]) -> int | None:
    """Where what the ability does begins; None where that isn't clear."""
    for at in range(2, len(said)):
        if any(word in _HAPPENED for word in said[1:at]) and _may_end(said, at - 1) and _is_done(said, at):
            # "Whenever a creature attacks you draw a card": who is attacked, or who draws.
            of_others = said[at - 1] in ("attack", "attacks") and said[at] == "you" and not _is_yours(said[1:at])
            return None if of_others else at
    return None


def _is_yours(who: list[str]) -> bool:
    """Whether it is said of what doesn't attack its own controller."""
    return who[0] in ("~", "this", "it") or "you control" in " ".join(who)


def _may_end(said: list[str], at: int) -> bool:
    """Whether what happens may end in that word: in a noun that something happens to, not in who does something."""
    word, before = said[at], said[at - 1]
    if word in ("you", "it", "them"):
        return before in ("to", "by", "against", "attack", "attacks")
    if word in ("creature", "creatures", "players", "opponents", "player", "opponent", "~"):
        return any(each in _HAPPENED for each in said[1:at]) and before not in ("that", "whose")
    return word in _LAST


def _is_done(said: list[str], at: int) -> bool:
    """Whether what the ability does begins there."""
    word, rest = said[at], said[at + 1 : at + 1 + _FARTHEST]
    then = rest[0] if rest else ""
    if word in _INSTRUCTIONS:
        return then != ""
    if word in ("gain", "lose"):
        return then.isdecimal() or then in ("x", "that")
    if word == "counter":
        return then in ("target", "that")
    if word == "you":
        return then in _YOU_DO
    if word in ("it", "he", "she", "~"):
        return then in _DOES
    if word == "they":
        return then in _DO
    if word == "this":
        return then in _ITSELF and rest[1:2] != [] and rest[1] in _DOES
    if word in ("each", "that", "its", "defending", "target", "another"):
        if then not in _SOMEBODY and word != "target":
            return word == "another" and then == "target"
        return any(each in _DOES for each in rest[1:]) and not any(each in ("that", "who", "whose") for each in rest)
    if word in ("up", "any"):
        return then in ("to", "number")
    if word in ("other", "all", "attacking", "blocking", "creatures", "permanents"):
        known = word in _PLURAL or any(each in _PLURAL for each in rest[:3])
        return known and then not in ("than", "with", "that") and any(each in _DO for each in rest)
    return False
