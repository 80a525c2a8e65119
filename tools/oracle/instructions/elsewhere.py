"""Sentences that say nothing of the battlefield, of life, or of how many cards there are: a closed list.

They say what may be cast, played or looked at later. What a player does of it, a case puts in.
"""

from __future__ import annotations

import re

from ....events import abilities as a
from ..cursor import Cursor
from ..scope import words_of

_CARDS = "(?:that card|those cards|it|them|one of those cards|that spell|the exiled card|the cop(?:y|ies)|a spell|spells|cards)"
_UNTIL = r"(?:this turn|until end of turn|until the end of your next turn|until your next end step|from exile this turn)"
_FREE = r"(?: from among (?:them|those cards|those exiled cards|the exiled cards))?(?: without paying (?:its|their) mana costs?)?"
_ANY_MANA = (
    "(?: (?:, and|and|,) (?:you may spend )?mana (?:of any type can be spent|as though it were mana of any (?:color|type))"
    " to cast (?:it|that spell|them|those spells))?"
)
_WORD = r"(?!(?:then|creates?|puts?|deals?|gains?|gets?|loses?|sacrifices?|pay|if|when|has|have)\b)[\w',/+-]+"
_NAMED = rf"{_WORD}(?: {_WORD})*"
_SENTENCES = (
    rf"(?:{_UNTIL} , )?(?:you may |they may |that player may )?(?:cast|play) {_NAMED}",
    rf"(?:you|they|that player) may look at (?:and (?:cast|play) )?{_CARDS}(?: for as long as (?:it|they) remains? exiled)?",
    r"for as long as (?:it|that card|they|those cards) remains? exiled , (?:its owner|their owners|you|that player) may "
    rf"(?:cast|play) {_CARDS}",
    r"mana of any (?:type|color) can be spent to cast (?:a|that) spell(?: this way)?",
    r"(?:you|they) may spend mana as though it were mana of any (?:type|color) to cast (?:it|that spell|them|those spells)",
    rf"(?:{_UNTIL} , )?you may (?:play|cast) {_CARDS}{_FREE}(?: {_UNTIL})?{_ANY_MANA}",
    r"until end of turn , you don't lose this mana as steps and phases end",
    r"until end of (?:turn|combat) , you don't lose this mana as steps(?: and phases)? end",
    r"put (?:the rest(?: of (?:the|those) cards)?|all (?:revealed )?cards not cast this way) on the bottom of your library in "
    r"(?:a )?(?:random|any) order",
    r"(?:then )?shuffle(?: your library)?",
    r"(?:then )?that player shuffles",
    r"you may choose new targets for the cop(?:y|ies)",
    r"copy (?:that spell|it)",
    rf"target {_NAMED}(?: , {_NAMED})? in your graveyard(?: that's [a-z ]+| or that has mana value [0-9] or less| , )* gains "
    r"(?:flashback|escape|harmonize|jump-start|retrace)(?: (?:\{[^}]*\})+)? until end of turn",
    r"the (?:escape|flashback|harmonize) cost is equal to its mana cost(?: plus exile \w+ other cards from your graveyard)?",
    r"when you (?:next )?cast an instant or sorcery spell this turn , copy (?:that spell|it)",
    r"when you next cast an instant or sorcery spell this turn , copy (?:that spell|it)",
    r"if (?:that|the) spell would be put into (?:your|a) graveyard , exile it instead",
    r"(?:you may )?activate loyalty abilities of [\w ~]+ twice this turn rather than only once",
    rf"(?:{_UNTIL} , )?you may look at the top card of your library any time(?: ,? and you may (?:cast|play) {_NAMED})?",
    r"you skip your next draw step",
    rf"spend this mana only to cast {_NAMED}",
    r"(?:spells|players|your opponents|each opponent|that player|defending player|they)"
    r"(?: can't be cast| can't cast (?:noncreature )?spells) (?:this turn|during combat|until your next turn)",
    r"for as long as (?:it|that card|they|those cards) remains? exiled , (?:its owner|that player|you|they) may (?:play|cast) "
    rf"(?:it|that card|them|one of those cards|those cards|spells from among them){_FREE}{_ANY_MANA}",
    r"(?:it|that card) becomes plotted",
    r"spells you cast this way cost \{[0-9]+\} (?:less|more) to cast",
    r"(?:creature )?spells you (?:control|cast) this turn can't be countered",
    r"the next (?:\w+ )?spell you cast this turn (?:costs \{[0-9]+\} less to cast|can't be countered)",
    r"if it doesn't have suspend , it gains suspend",
    r"during any turn you attacked with (?:a|one or more) \w+ , you may play (?:that card|those cards)",
)
_ELSEWHERE = tuple(map(re.compile, _SENTENCES))


def elsewhere_comes(c: Cursor) -> bool:
    """Whether the rest of the sentence is one of those."""
    said = words_of(c.tokens[c.at :]).removesuffix(" .")
    return any(each.fullmatch(said) for each in _ELSEWHERE)


def elsewhere(c: Cursor) -> a.OffBoard | None:
    """The rest of the sentence, where it is one of those."""
    start = c.at
    if not elsewhere_comes(c):
        return None
    c.to_the_end()
    return off_board(c, start)


def off_board(c: Cursor, start: int) -> a.OffBoard:
    """What was read since that place changes nothing that a board holds."""
    c.pass_over(start, "elsewhere")
    return a.OffBoard(text=c.printed(start))
