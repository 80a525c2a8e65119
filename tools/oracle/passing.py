"""Which sentences without a word that bears on declarations are passed over: those put together as cards put theirs, by closed
lists. What nobody prints may be a player's way to say something that does bear, and is declined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from . import clauses, keywords, predicates
from .bearing import describes
from .references import CONTRACTED
from .tables import words
from .tokens import QUOTE, Lexeme
from .triggers import HAPPENINGS

_PRONOUNS = words("you it for after simultaneously until also perpetually each this")
_VERBS = (
    clauses.VERBS | predicates.VERBS | HAPPENINGS | words("draft drafts guess behold learn support escapes remain remains")
) - _PRONOUNS
_SHORT = (*CONTRACTED, "you're")
_ONLY_WORDS = 3
_PERHAPS_NOUNS = clauses.INSTRUCTIONS | {"crew"}


def says_nothing(tokens: Sequence[Lexeme]) -> bool:
    """Whether the words say something that has no bearing on declarations, rather than what nobody knows.

    A sentence has a verb of a closed list. In a short one an instruction's verb, which may be a noun ("flying counter"), comes
    first, and there is a full stop. What it says of somebody goes on as cards go on.
    """
    said = [token.word for token in tokens if token.word[:1].isalnum() or token.word.startswith("~")]
    instructs = bool(said) and said[0] in clauses.INSTRUCTIONS
    verbs = {word for word in said if word in _VERBS or word in _SHORT}
    every = [token.word for token in tokens]
    if tokens[0].word != QUOTE and not (verbs and _has_a_verb(every)):
        return False
    if len(said) <= _ONLY_WORDS and verbs <= _PERHAPS_NOUNS and not (instructs and tokens[-1].word == "."):
        return False
    if _has_a_size_or_a_counter(every) or _opens_as_no_card_does(every):
        return False
    return not _ends_in_what_nobody_knows(tokens) and (instructs or next(_unheard_of(tokens), None) is None)


_OPENINGS = {
    "as": r"(?:long as|an|the|though)\b|.*\b(?:enter(?:s|ed|ing)?|turned|transforms|draft(?:ed)?|chosen|choose|crewed|casts?)\b",
    "during": r"(?:your|each|any|turns?|the|that|target|their|an|every|other|combat on)\b",
    "once": r"(?:during|each|per|a)\b",
    "after": r"(?:\S+ ){0,5}(?:phase|step|turn|game|draft|main|combat)\b",
    "while": r".*\b(?:voting|choosing|searching|drafting|exploring|library|casting|activating)\b",
    "upon": r"(?!)",
    "on": r"(?!)",
    "each time": r"(?!)",
    "every time": r"(?!)",
    "any time": r"(?!)",
    "the first time": r".*\bwould\b",
}
"""What follows where a sentence of a card begins so that bears on nothing declared."""


def _opens_as_no_card_does(said: Sequence[str]) -> bool:
    """Whether it begins as players say what sets something off: "while attacking", "each time this swings"."""
    for size in (1, 2, 3):
        if (follows := _OPENINGS.get(" ".join(said[:size]))) is not None:
            return re.match(follows, " ".join(said[size:])) is None
    return False


_FINITE = _VERBS | set(_SHORT) | words("triggers ensues assembles stations count investigates attacked chose there's end reduces")
_INSTRUCTING = (clauses.INSTRUCTIONS | words("draft phase end")) - words("gain lose cost deal")
_BEFORE_AN_INSTRUCTION = words(
    """
    . : ; • — * then may can can't you they each player players opponent opponents instead also to would could did didn't do don't
    doesn't
    """
)
_CLAUSES = words("if unless while when whenever where until")
_ENDS_A_CLAUSE = words(", ; — •")


def _has_a_verb(said: Sequence[str]) -> bool:
    """Whether the words have a verb of their own, not only nouns and what is said besides: "3/3 with menace until end of turn"
    and "creature with a flying counter if you control an Elf" are no sentences."""
    aside = relative = False
    led = said[0] == "at" or any("{" in word for word in said[:3])
    for at, (before, word, after) in enumerate(zip([".", *said], said, [*said[1:], ""], strict=False)):
        if word in _ENDS_A_CLAUSE:
            aside = relative = False
        elif _begins_a_clause(before, word, after):
            aside = led = True
        elif word in ("who", "which") or (word == "that" and at and after in _FINITE | {"you", "they"}):
            relative = True
        elif word not in _FINITE or not _may_be_a_verb(word, before, led):
            continue
        elif relative:
            relative = False
        elif not aside and not _whose(said, at):
            return True
    return said[0] == "~" and said[1] == "target"


def _may_be_a_verb(word: str, before: str, led: bool) -> bool:
    """Whether a word that may be a noun stands where a verb does; `led`: a clause or a cost stands before."""
    if word in ("turn", "target"):
        return before in ("may", "can", "can't", "to")
    return word not in _INSTRUCTING or before in _BEFORE_AN_INSTRUCTION or (led and before in (",", "and", "or"))


def _begins_a_clause(before: str, word: str, after: str) -> bool:
    return (
        word in _CLAUSES
        or (before, word, after) == ("as", "long", "as")
        or (word, after) == ("for", "each")
        or (before == "turn" and word in ("it", "you", "~"))
    )


_OWNERS = words("you they opponent opponents player players")


def _whose(said: Sequence[str], at: int) -> bool:
    """Whether the verb there says whose something is: "creatures you control"."""
    owned = said[at] in ("control", "controls", "cast") and at > 1
    return owned and said[at - 1] in _OWNERS and said[at - 2] not in _BEFORE_AN_INSTRUCTION | _ENDS_A_CLAUSE


_SIZE = re.compile(r"[\dx*]+/[\dx*]+")
_BEING = words("is are")
_MADE = words("create creates created becomes")
_COUNTERS = words("counter counters")
_HOLDERS = words("it them him her ~ this that those each target")


def _has_a_size_or_a_counter(said: Sequence[str]) -> bool:
    """Whether it says of which size something is, or with which counters, as cards don't: they say "a counter on it", "enters as
    a 3/3 creature", and "is a 3/3 creature", "base power and toughness 3/3" and nothing of it besides."""
    sized = next((at for at, word in enumerate(said) if _SIZE.fullmatch(word)), None)
    if sized is not None and _MADE.isdisjoint(said) and said[sized - 2] != "as":
        known = said[sized - 1] == "toughness" or said[sized - 1] in _BEING or said[sized - 2] in _BEING
        if not known or "with" in said[sized:]:
            return True
    counted = any(word in _COUNTERS and said[at - 1] not in (",", "•") for at, word in enumerate(said))
    return counted and "with" in said and not any(word == "on" and of in _HOLDERS for word, of in pairwise(said))


_HAVING = words("has have gain gains lose loses")
_HELD = {*keywords.PLAIN, *keywords.NUMBERED, *keywords.OF_DAMAGE, *keywords.WITHOUT_BEARING} | words("protection life control")
_WORDS_HELD = {word for held in _HELD for word in held.split()} | words(
    "ability abilities counter counters this turn that game max speed mana flip name names all types adventure other"
)
_LONGEST_KEYWORD = 3
_WHEN_IT_HOLDS = words("as until unless while if during")


def _ends_in_what_nobody_knows(tokens: Sequence[Lexeme]) -> bool:
    """Whether it ends, but for when that holds, in a word for what something can't do that is no verb of a list, or in one to
    three for what it has of which none is of a keyword."""
    every = [token.word for token in tokens if token.word != "."]
    said = ["", "", *every[:1], *takewhile(lambda word: word not in _WHEN_IT_HOLDS, every[1:])]
    if said[-2] in _HAVING:
        return said[-1].isalpha() and said[-1] not in _HELD and not said[-1].endswith("walk")
    for many in range(2, min(_LONGEST_KEYWORD + 1, len(said))):
        if said[-many - 1] in _HAVING:
            return all(map(str.isalpha, said[-many:])) and _WORDS_HELD.isdisjoint(said[-many:]) and not said[-1].endswith("walk")
    return said[-2] == "can't" and said[-1].isalpha() and said[-1] not in _VERBS


_COUNTED = words("one two three four five six seven eight nine ten eleven twelve thirteen twenty x y more fewer exactly at")
_IS = _COUNTED | words(
    """
    each equal the in your their its dealt less greater that on all copies increased reduced doubled every also smaller larger
    half created removed declared mana even odd higher lower no still heads tails among there under from as both only plus minus
    until to snow basic true able
    """
)
_STATES = words(
    """
    attacking blocking attached tied put enchanted equipped modified untapped tapped paired exiled drawn discarded sacrificed
    cast activated healed turned phased saddled monstrous renowned crewed prevented countered already unblocked
    """
)
"""What may follow it where it is asked, not said: that is stated by the board."""
_ASKING = words("if as that whose where while when whenever who unless was would which after before enters have ~")
_KINDS = words("copy permanent spell commander historic party player single target token legendary additional")
_WITH_SUBJECT = words(
    """
    gets get has have is isn't can can't deals enters escapes assigns becomes become crews gains loses costs doesn't also and
    perpetually specializes doubles target
    """
)
_CAN = words(
    """
    be cast lose win have reduce target become pay divide play transform enter gain change contain cause include spend activate
    search draw look discard sacrifice choose regenerate equip crew copy counter put exile trigger only get
    add attach move unlock turn prevent control make reveal create phase take
    """
)
_CAN_BE = words(
    """
    countered the your activated regenerated prevented spent copied greater less paid cast targeted sacrificed enchanted equipped
    turned destroyed transformed put chosen played attached removed reduced ignored used added manifested exiled a modified two
    crewed triggered increased
    """
)
_DO = words("remove control apply cause own lose trigger exist share cost count have't untap empty leave cease change, , .")
_NOT_SAID = words("never always won't nobody nothing everybody everyone unaffected immune")
_NOT_BEGUN = words("to combat goaded suspected exerted detained")
_HELD_BACK = words("tapped untapped")
_ALSO = words("has have can't can is are gain gains lose loses becomes become costs cost deals deal enters gets get its it you")


def _unheard_of(tokens: Sequence[Lexeme]) -> Iterator[str]:
    """The words in what is said of somebody that cards don't use so."""
    said = [token.word for token in tokens]
    yield from (word for word in said if word in _NOT_SAID)
    subject = 2 if said[:2] == ["this", "creature"] else 1 if said[0] in ("~", "it") else 0
    if subject and said[subject : subject + 1] and said[subject] not in _WITH_SUBJECT and said[subject].isalpha():
        yield said[subject]
    sized = False
    for at, (token, after) in enumerate(pairwise(tokens)):
        word, then = token.word, after.word
        if word in ("is", "are", "isn't", "aren't"):
            known = _is_said(tokens, at + 1)
        elif word in ("can", "can't"):
            known = then in _CAN
        elif word == "be":
            known = tokens[0] is token or then in _CAN_BE | _IS or describes(then)
        elif word in ("doesn't", "don't", "didn't"):
            known = then in _DO or word == "didn't"
        elif word == "must":
            known = then in ("be", "pay", "choose", "discard", "reveal")
        elif word in ("remain", "remains", "stay", "stays"):
            known = then not in _HELD_BACK
        elif word in ("has", "have", "enters"):
            known = then not in _NOT_BEGUN
        elif word == "become":
            known = then != "untapped" or "can't" not in said
        elif word == "no":
            known = then != "combat"
        elif word == "and" and sized:
            known = then in _ALSO
        else:
            known = True
        if not known:
            yield then
        sized = word in ("get", "gets") and "/" in then if word in ("get", "gets") else sized and "/" in word


def _is_said(tokens: Sequence[Lexeme], at: int) -> bool:
    """Whether cards say of something that it "is" what comes there."""
    after, further = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    word = after.word
    if word in ("a", "an") and further is not None:
        return describes(further.word) or further.word in _KINDS or further.word.startswith(("non", "~", "["))
    if word in _STATES or (word == "in" and further is not None and further.word == "combat"):
        return not _ASKING.isdisjoint(token.word for token in tokens[: at - 1])
    return word in _IS or word.isdecimal() or describes(word) or word.startswith(("~", "mono", "non", "["))


_WITHOUT_BEARING = re.compile(
    r"""
    as\ (?:an\ additional\ cost|an?\ .*enters|~|this\b|the\ game\ begins|you\ draft)
    | .*\b(?:enters?|entering)\b
    | .*\b(?:spells?|abilities|cards?|equip)\b.*\b(?:costs?|have|has|gains?|can't)\b
    | .*\b(?:can't|couldn't)\ be\ (?:countered|the\ target)
    | .*\b(?:may|can|can't|only|don't)\ (?:\w+\ )?
      (?:cast|play|activate|search|look|spend|pay|reveal|draw|roll|vote|discard|lose)\b
    | .*\b(?:cast|play|search|draw)s?\ .*\b(?:spells?|lands?|cards?|library|libraries|hands?)\b
    | .*\b(?:maximum|starting)\ (?:hand|deck)\b | .*\b(?:commander|deck|draft(?:ed)?|emblem|libraries|library)\b
    | (?:if|the\ first\ time)\ .*\bwould\b | this\ effect\b | it's\ still\b | activate\ | cast\ this | mana\ of\b
    | (?:~|this\ \w+)\ is\ (?:all\ colors|colorless)\b  # the board states them
    | (?:the|its)\ (?:\w+\ )?cost\b | [xy]\ is\b | skip\ | escapes?\b | ~\ escapes\b | [{\[•]
    """,
    re.VERBOSE,
)
"""What cards say of spells, costs, hands, libraries, of what enters and of replacement (of which other modules know what isn't
modelled): none of it bears on a combat."""
_GOES_ON_WITH = words("then otherwise if when until unless they those that it its the")
_KEYWORDS = "|".join(sorted(map(re.escape, keywords.WITHOUT_BEARING), key=len, reverse=True))
_HAS_A_KEYWORD = re.compile(rf"(?:.*\b(?:has|have|gains?) )?(?:{_KEYWORDS})\b")


def is_known_to_say_nothing(sentence: str, *, goes_on: bool) -> bool:
    """Whether a sentence that isn't read is of the closed list of what has no bearing on a combat.

    `sentence`: of a static ability, in small letters, with "~" for the permanent. `goes_on`: it may go on with one before it.
    """
    first = sentence.split(maxsplit=1)[0]
    if goes_on and (first in _GOES_ON_WITH or first in clauses.INSTRUCTIONS):
        return True
    return _WITHOUT_BEARING.match(sentence) is not None or _HAS_A_KEYWORD.match(sentence) is not None
