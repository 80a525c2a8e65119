"""Sentences that break off, clauses where none can begin, and what nobody gets: declined before anything of a line is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .tables import words
from .tokens import Lexeme

_OPEN = words(
    """
    a an the with without of and or until unless if as your its their than under where whenever when can can't must gets become
    becomes may who whose at into onto ,
    """
)
"""Words with which no sentence ends: something follows them."""
_SIZES = re.compile(r"[+-](?:\d{1,6}|[xy])/[+-](?:\d{1,6}|[xy])")
_GOT = words(
    """
    a an that many more the to twice x one two three four five six seven eight nine ten emblem any half additional as poison
    """
)
"""What begins what a player or a permanent gets, besides changes of its size and symbols."""

_NOUN_FOLLOWS = words("a an the its their your base every")
_BEGINNING = words("while if unless for instead with and only or as until without") | {"nontoken", "other"}
"""Words with which a clause, or a description behind its noun, begins."""
_NOT_BEHIND = {
    **dict.fromkeys(_NOUN_FOLLOWS, _BEGINNING),
    "a": _BEGINNING - {"nontoken"},
    **dict.fromkeys(words("the its their your"), _BEGINNING - {"nontoken", "other"}),
    **dict.fromkeys(words("has have"), words("with while unless for instead until without nontoken")),
    "be": _BEGINNING - {"other"},
}
"""Word → what never stands behind it: a clause put between an article and its noun, or a verb and what it says, is no clause of
the sentence, and whoever reads either without it reads something else."""
_CLAUSE = "(?:while|if|unless|for|instead|with|and|only|or|nontoken|other)"
_IN_ADDITION = re.compile(
    r"\bin addition (?:,|to (?:paying )?(?:its|their|his|her) (?:other )?(?:colors and )?(?:(?:creature|land|card|artifact) )?"
    rf"(?:types?|colors?|costs?)\b(?! (?:only|other|instead|nontoken|or)\b)|to (?!(?:paying )?(?:its|their|his|her|{_CLAUSE})\b))"
)


def _added(said: str) -> bool:
    """Whether what something is, or is paid, in addition is said as cards say it, wherever "addition" stands."""
    return len(_IN_ADDITION.findall(said)) == len(re.findall(r"\baddition\b", said))


def unfinished(sentence: Sequence[Lexeme]) -> int | None:
    """The index of the word after which a sentence goes on that doesn't go on, of one behind which a clause begins
    in the middle of a phrase, or of one that gets what nobody gets; or None."""
    said = [(at, token.word) for at, token in enumerate(sentence) if token.word != "."]
    if not said:
        return None
    last, word = said[-1]
    if word in _OPEN or (word == "target" and len(said) > 2 and "any" not in (said[-2][1], said[-3][1])):
        return last
    for place, ((at, before), (_, got)) in enumerate(pairwise(said)):
        if before in ("has", "have") and place and said[place - 1][1] in ("it", "they", "you"):
            continue  # "for each point of bushido it has until end of turn"
        known = got in _GOT or got.startswith("{") or got.isdecimal() or _SIZES.fullmatch(got)
        if (before in ("get", "gets") and not known) or got in _NOT_BEHIND.get(before, ()):
            return at
    added = next((at for at, word in said if word == "addition"), None)
    return None if added is None or _added(" ".join(word for _, word in said)) else added
