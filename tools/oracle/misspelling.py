"""Words that are a letter away from one that bears on declarations, and are no word that cards use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from . import keywords
from .bearing import VERBS
from .tables import words
from .tokens import QUOTE, Token, tokenize

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
    each black scry attach attached attaches insect clash god process strive gold bear goat beam locked doubles cannon untaps
    flesh either year gods fist delayed clock clocks flock flocks lock locks back bloc attic load loads road roads toad goats
    toads expert experts exit retain obtain obtains list trampled tramples ample trampling lying crying frying drying plying
    flaying haste taste waste paste hasten chaste hate peach beach teach leach reaches breach preach menaced menaces shadows ear
    ears tear near hear gear wear dear feat fears feast pear rear fears bears clashes slash lash flask flashes team tear steam
    dream seam teams battles bottle cattle rattle battled dry try fry pry cries tonic skull hulk bulk sulk first thirst strikes
    stride stroke struck doubled double doubly shrouds proud projection training draining straining mentors mentor whither
    withers weather inject infects inflict conflict phrasing fusing deafly bushidos provoked provokes invoke evoke decay decays
    blocky blocking's rocked docked mocked cocked clocked flocked blocker's stocked attics melees myriads indestructibly
    unlace unleashed unleashes frenzied exalt exalts banking landing handing sanding binding bonding ranking bathing
    canst antic haunts haunted hunt hunts aunt daunt persists absorbs absorbed adsorb ingests
    infected infecting wished intimidated intimidates toxin toxins
    """
)
"""Words of cards, and of any text, that are so near to those."""


_ENDS = (".", "—", ":", "•", "*", "|")


_STEMS = ("attack", "block")
_OF_STEMS = words(
    """
    attack attacks attacked attacking attacker attackers attacker's attackers' counterattack block blocks blocked blocking blocker
    blockers blocker's blockers' nonattacking nonblocking unblocked unblockable blockade blockades roadblock
    """
)


def _run_together(word: str) -> str | None:
    """ "beblocked", "attackeach": words that hold one that bears."""
    return next((stem for stem in _STEMS if stem in word), None) if word not in _OF_STEMS and word[:1].isalpha() else None


def _locked(tokens: Sequence[Token], at: int) -> str | None:
    """ "can't lock", "can't be locked": a real word, where it can't be meant."""
    before = [token.word for token in tokens[max(0, at - 2) : at]]
    if tokens[at].word not in ("lock", "locked") or not before:
        return None
    return f"b{tokens[at].word}" if before[-1] == "can't" or before == ["can't", "be"] else None


@cache
def _nearby() -> dict[str, str]:
    """What is a letter away from a word that bears, and that word."""
    found = {"doesnt": "doesn't", "dont": "don't", "isnt": "isn't", "arent": "aren't"}
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


def misspelt(tokens: Sequence[Token]) -> tuple[int, str] | None:
    """The first word that must be a misspelling, by its index, and what it may have been meant to be.

    A capital within a sentence begins a name, which may be anything.
    """
    nearby = _nearby()
    start = True
    for at, token in enumerate(tokens):
        meant = nearby.get(token.word) or _run_together(token.word) or _locked(tokens, at)
        if token.word == QUOTE and (quoted := misspelt(tokenize(token.raw))) is not None:
            return at, quoted[1]
        if meant is not None and (start or not token.raw[:1].isupper()) and not token.raw.isupper():
            return at, meant
        start = token.word in _ENDS
    return None
