"""Words that are a letter away from one that bears on declarations, and are no word that cards use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from . import keywords
from .bearing import VERBS
from .tables import words
from .tokens import QUOTE, Lexeme, tokenize

_BEARING = (
    VERBS
    | {word for phrase in keywords.PLAIN | keywords.NUMBERED for word in phrase.split()}
    | {phrase for phrase in keywords.OF_DAMAGE if " " not in phrase}
    | words(
        """
        blocked attacked blocking attacking attacker blocker attackers blockers goaded suspected exerted unblockable abilities
        untap can't cannot unless whenever doesn't protection landwalk islandwalk swampwalk forestwalk mountainwalk plainswalk
        """
    )
)

_REAL = words(
    """
    each black scry attach attached attaches attacked clash clashes process gold dream team teams battles battled double doubles
    doubled either year years list training delayed untaps first locked back evoke haunts mentor mentors haste then gods god goats
    goat bear bears beat retain obtain obtains reaches shadows strikes strike struck menaces trampled infected near weather wear
    wears try expert experts taste waste exit hunt hunts decay decays landing binding bonding load loads road roads indestructibly
    provoked fears feast lock locks insect conflict
    strife inflict persists projection breach steam stroke gear withers toxin blocker's tonic proud
    """
)
"""Words of cards, and of any text about the game, that are so near to those."""
_ENDS = (".", "—", ":", "•", "*", "|")
_STEMS = ("attack", "block")
_OF_STEMS = words(
    """
    attack attacks attacked attacking attacker attackers attacker's attackers' counterattack block blocks blocked blocking blocker
    blockers blocker's blockers' nonattacking nonblocking unblocked unblockable blockade blockades roadblock
    """
)
_RUN_TOGETHER = words(
    "flying protection vigilance defender trample whenever banding horsemanship intimidate untap unless creature"
)
_OF_THESE = words(
    "trampled defenders disbanding creatures creature's creatures' noncreature intimidated untaps untapped untapping"
)


def _run_together(word: str) -> str | None:
    """ "beblocked", "attackeach", "haveflying": words that hold one that bears."""
    if not word[:1].isalpha() or word in _OF_STEMS or word in _OF_THESE or word in _WHOLE:
        return None
    if (stem := next((stem for stem in _STEMS if stem in word), None)) is not None:
        return stem
    if "-" in word:
        return None
    if "n't" in word and not word.endswith("n't"):
        return word[: word.index("n't") + 3]
    if held := next((held for held in _RUN_TOGETHER if held != word and word.startswith(held) | word.endswith(held)), None):
        return held
    for at in range(1, len(word)):
        one, other = word[:at], word[at:]
        if (one in _SMALL and other in _WHOLE) or (one in _WHOLE and other in _SMALL):
            return f"{one} {other}"
    return None


_SMALL = words(
    """
    a all and as be by can can't creature creatures each do has have if is it must no of that this to with you become becomes
    """
)


def _apart(tokens: Sequence[Lexeme], at: int) -> str | None:
    """ "beb locked", "bloc kthis", "W hen": a space that stands a letter too early or late, or within a word."""
    if at + 1 == len(tokens) or not (tokens[at].word[:1].isalpha() and tokens[at + 1].word[:1].isalpha()):
        return None
    first, second = tokens[at].word, tokens[at + 1].word
    if first + second in _WHOLE and not {first, second} <= _SMALL | _WHOLE:
        return first + second
    for one, other in ((first[:-1], first[-1] + second), (first + second[0], second[1:])):
        if (one in _SMALL and other in _WHOLE) or (one in _WHOLE and other in _SMALL):
            return f"{one} {other}"
    return None


_WHOLE = _BEARING | words("when")
_LOCKS = {"lock": "block", "locks": "blocks", "locked": "blocked", "lying": "flying"}
_BEFORE_LOCKS = words("can't cannot can must to be become becomes has have gains gain loses lose with without")


def _locked(tokens: Sequence[Lexeme], at: int) -> str | None:
    """ "can't lock", "be locked", "has lying": a real word, where it can't be meant."""
    if tokens[at].word == "black" and at and tokens[at - 1].word in ("can't", "can", "cannot", "must"):
        return "block"
    meant = _LOCKS.get(tokens[at].word)
    return meant if meant is not None and at and tokens[at - 1].word in _BEFORE_LOCKS else None


@cache
def _nearby() -> dict[str, str]:
    """What is a letter away from a word that bears, and that word."""
    found = dict.fromkeys(("hen", "wen", "whn", "whe", "wehn", "hwen", "whenn"), "when")
    found |= {"doesnt": "doesn't", "dont": "don't", "isnt": "isn't", "arent": "aren't"}
    found |= {wrong: word for word in sorted(_BEARING) if len(word) > 2 for wrong in _a_letter_away(word)}
    return {wrong: word for wrong, word in found.items() if wrong not in _BEARING and wrong not in _REAL}


def _a_letter_away(word: str) -> Iterator[str]:
    letters = "abcdefghijklmnopqrstuvwxyz'-"
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in letters:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]


def misspelt(tokens: Sequence[Lexeme]) -> tuple[int, str] | None:
    """The first word that must be a misspelling, by its index, and what it may have been meant to be.

    A capital within a sentence begins a name, which may be anything.
    """
    nearby = _nearby()
    start = True
    dash = next((at for at, token in enumerate(tokens[:5]) if token.word == "—" and tokens[0].raw[:1].isupper()), -1)
    for at, token in enumerate(tokens):
        if at <= dash:
            continue  # an ability word may be anything
        meant = nearby.get(token.word) or _run_together(token.word) or _locked(tokens, at) or _apart(tokens, at)
        if token.word == QUOTE and (quoted := misspelt(tokenize(token.raw))) is not None:
            return at, quoted[1]
        if meant is not None and (start or not token.raw[:1].isupper()) and not token.raw.isupper():
            return at, meant
        start = token.word in _ENDS
    return None
