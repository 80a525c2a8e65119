"""Which words bear on declarations: where a sentence that isn't understood must be declined."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from . import keywords
from .descriptors import COLORS
from .tables import listed, words
from .tokens import QUOTE, Lexeme, tokenize
from .types import CARD_TYPES, LAND_TYPES, SUBTYPES

VERBS = words("attack attacks block blocks goad goads suspect suspects exert exerts enlist enlists reselect detain detains")
_STATES = words("goaded suspected")
_BEING = words("be is are it's they're become becomes he's she's also longer")
_DECLARING = (keywords.PLAIN | keywords.NUMBERED | {"protection", "landwalk", "unblockable"}) - {"flash"}
_ASKED_OF_BLOCKED = words(
    "becomes become isn't aren't is are was were wasn't weren't or that each target it all wall walls ~ and an a"
)
"""What stands before "blocked" where it is only asked, or said of what was declared; after anything else it is an effect."""
_JOINING = words(", and or and/or")
_NEGATED = words("doesn't don't")


def _of_counters(tokens: Sequence[Lexeme], at: int) -> bool:
    """ "a flying, first strike, or lifelink counter"."""
    for token in tokens[at + 1 : at + 24]:
        if token.word in ("counter", "counters"):
            return True
        joined = token.word in _JOINING or token.word in ("+1/+1", "strike", "first", "double")
        if not joined and token.word not in keywords.PLAIN:
            return False
    return False


def _mention(tokens: Sequence[Lexeme], at: int) -> bool:
    """Whether a keyword only says which objects are meant: "with flying", "a flying counter"."""
    if _of_counters(tokens, at):
        return True
    words = [token.word for token in tokens[:at]]
    if "except" in words and ("copy" in words or "copies" in words):
        return True  # what a copy is like is stated by the board
    at -= 1
    while at >= 0:
        word = tokens[at].word
        if word in ("has", "have", "had"):
            return _asked(tokens, at)
        if word in ("with", "without"):
            return word == "without" or not _turned_into(tokens, at)
        if word in _JOINING or word in keywords.PLAIN or word.endswith("walk"):
            at -= 1
        elif at and f"{tokens[at - 1].word} {word}" in keywords.PLAIN:
            at -= 2
        else:
            return False
    return False


def _asked(tokens: Sequence[Lexeme], at: int) -> bool:
    """Whether it is only asked if something has a keyword: "draw a card if it has flying", "that doesn't have flying"."""
    if at > 1 and tokens[at - 1].word in _NEGATED and tokens[at - 2].word == "that":
        return True
    for token in reversed(tokens[max(0, at - 5) : at]):
        if token.word in ("if", "when", "whenever"):
            return True
        if token.word in _JOINING:
            return False
    return False


_TURNING = words("becomes become is are it's he's she's they're")


def _turned_into(tokens: Sequence[Lexeme], at: int) -> bool:
    """Whether "with" belongs to what a permanent becomes: "it's a 7/7 Dragon creature with flying"."""
    at -= 1
    while at >= 0 and describes(tokens[at].word):
        at -= 1
    return at >= 0 and tokens[at].word in _TURNING


_ARTICLES = words("a an , and legendary token tokens")


def describes(word: str) -> bool:
    """Whether the word may stand between "becomes" and "with": an article, a color, a type, power and toughness."""
    known = word in _ARTICLES or word in COLORS or word == "colorless" or word in CARD_TYPES or word in SUBTYPES
    return known or "/" in word


def _landwalk(word: str) -> bool:
    return word.endswith("walk") and (word.removesuffix("walk") in LAND_TYPES or word == "landwalk")


_SIDES = words("attackers attacker blockers blocker")
_SLANG = words("evasion evasive evade evades unblockability unstoppable sickness taunt taunts taunted lure lures lured")
"""What players call what bears on declarations, and no rules text does."""
_NOT_TO_BE = words("declare declared defend defends attacking blocking")
_HAVING = words("has have gain gains")


_PAID = words("pay pays cost costs")
_PAID_ELSEWHERE = words("spell spells cast casting activate ability abilities equip ward may if unless whenever when")


def _costs(tokens: Sequence[Lexeme]) -> bool:
    """Whether it says what attacking or blocking costs: "opponents pay {1} for each creature attacking you"."""
    said = {token.word for token in tokens}
    return bool(said & _PAID) and not said & _PAID_ELSEWHERE


def _side(tokens: Sequence[Lexeme], at: int) -> bool:
    """ "Attackers", "can't be declared as blockers", "from attacking": as players say it, and cards only of a step."""
    word, before = tokens[at].word, tokens[at - 1].word if at else ""
    soon = [token.word for token in tokens[at + 1 : at + 3]]
    if word in ("attacking", "blocking"):
        if _costs(tokens):
            return True
        return before == "from" or (word == "attacking" and soon[:1] in (["doesn't"], ["don't"]))
    if word in _SIDES:
        return before not in ("declare", "declaring", "as") and "declared" not in soon and before not in ("an", "a", "of")
    if word.startswith("declare"):
        return any(token.word == "can't" for token in tokens[max(0, at - 2) : at])
    return True


def _bears(tokens: Sequence[Lexeme], at: int) -> bool:
    word = tokens[at].word
    before = tokens[at - 1].word if at else ""
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if word in _SIDES or word in _NOT_TO_BE:
        return _side(tokens, at)
    if word in ("skip", "skips"):
        skipped = [token.word for token in tokens[at + 1 : at + 7]]
        return "next" not in skipped and bool({"combat", "untap"} & set(skipped))
    if word in _SLANG:
        return after not in ("counter", "counters")
    if word in VERBS:
        return before != "didn't" and after not in ("counter", "counters")  # what happened before is only asked
    if word == "attacked" and before == "be":
        return True
    if word == "blocked":
        negated = before == "or" and any(token.word == "can't" for token in tokens[max(0, at - 5) : at])
        return negated or (at > 0 and before not in _ASKED_OF_BLOCKED)
    if word in _STATES:
        return before in _BEING or (before == "not" and at > 1)
    if word in _DECLARING or f"{word} {after}" in _DECLARING or _landwalk(word):
        return not _mention(tokens, at)
    if word == "additional":
        return (
            after == "time"
            and before in ("an", "one")
            and at > 1
            and tokens[at - 2].word == "triggers"
            and not _elsewhere(tokens)
        )
    if word == "abilities":
        near = [token.word for token in tokens[max(0, at - 3) : at]]
        had = bool({"all", "same", "every", "the"} & set(near)) and "activated" not in near
        return bool({"lose", "loses"} & set(near)) or (had and bool(_HAVING & set(near)))
    if word in ("keyword", "keywords"):
        return bool(_HAVING & {token.word for token in tokens[max(0, at - 3) : at]})
    if word == "untap":
        # Once ("its next untap step") is what an effect does when it resolves.
        soon = [token.word for token in tokens[at + 1 : at + 6]]
        if before == "can't" or (before == "to" and at > 1 and tokens[at - 2].word == "not"):
            return "untap" in (token.word for token in tokens[at + 1 :])
        if at == 0:
            return "untap step" in " ".join(token.word for token in tokens)
        return before in _NEGATED and "next" not in soon
    if word == QUOTE and _mention(tokens, at):
        return False  # a token's, which the board states with it
    if word == QUOTE:
        quoted = tokenize(tokens[at].raw)
        return first_bearing(quoted) is not None or _becomes(quoted)
    return False


def _elsewhere(tokens: Sequence[Lexeme]) -> bool:
    """Whether something causes it that no combat does: "a land entering"."""
    words = {token.word for token in tokens}
    return "causes" in words and not words & {"attacking", "blocking", "blocked", "dying", "damage"}


def _becomes(quoted: Sequence[Lexeme]) -> bool:
    """Whether a quoted ability triggers on becoming blocked, tapped or exerted."""
    whenever = bool(quoted) and quoted[0].word in ("when", "whenever")
    return whenever and any(
        token.word in ("blocked", "tapped", "exerted") and before.word in ("becomes", "become", "is")
        for before, token in pairwise(quoted)
    )


def first_bearing(tokens: Sequence[Lexeme], start: int = 0, end: int | None = None) -> int | None:
    """The index of the first token that bears on declarations, or None."""
    for at in range(start, len(tokens) if end is None else min(end, len(tokens))):
        if _bears(tokens, at):
            return at
    return None


# --- combat damage -----------------------------------------------------------------------------------------------------

_OF_DAMAGE = words("damage regenerate regenerates regenerated indestructible")
_OF_DAMAGE_PHRASES = tuple(
    phrase.split()
    for phrase in listed(
        """
        would die, would be destroyed, would gain life, can't gain life, would lose life, life total can't, life totals can't,
        life total would, lose the game,
        loses the game, would be put into, can't be destroyed, can't win the game, can't lose life, can't get poison counters,
        you control enchanted
        """
    )
)
_SET_OFF_BY_DAMAGE = words("damage dies die regenerates")
_SET_OFF_BY_DAMAGE_PHRASES = tuple(
    phrase.split()
    for phrase in listed(
        """
        from the battlefield, graveyard from play, graveyard from anywhere, leaves the battlefield, leave the battlefield,
        leaves play, gain life, gains life, lose life, loses life, loses or gains life, gain or lose life, gains or loses life,
        lose the game, loses the game, end of combat, end of each combat, counter is put on, counters are put on, is destroyed,
        are destroyed
        """
    )
)


def _mentions(tokens: Sequence[Lexeme], words: frozenset[str], phrases: Sequence[list[str]]) -> bool:
    said = [token.word for token in tokens]
    for at, word in enumerate(said):
        if word == "damage" and at and said[at - 1] == "noncombat" and "prevent" not in said:
            continue
        if word in words or any(said[at : at + len(phrase)] == phrase for phrase in phrases if phrase[0] == word):
            return True
    return False


def concerns_damage(tokens: Sequence[Lexeme]) -> bool:
    """Whether words that aren't understood may bear on what combat damage does: then dealing it must be declined."""
    if [token.word for token in tokens[:2]] == ["this", "spell"]:
        return False  # of what isn't on the battlefield yet
    if _mentions(tokens, _OF_DAMAGE, _OF_DAMAGE_PHRASES) or any(_keyword_of_damage(tokens, at) for at in range(len(tokens))):
        return True
    quoted = (tokenize(token.raw) for token in tokens if token.word == QUOTE)
    return any(set_off_by_damage(each) if _is_trigger(each) else concerns_damage(each) for each in quoted)


def _keyword_of_damage(tokens: Sequence[Lexeme], at: int) -> bool:
    """Whether a keyword that bears on combat damage is given or taken away there: "Creatures you control have persist"."""
    word = tokens[at].word
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    named = word in keywords.OF_DAMAGE or f"{word} {after}" in keywords.OF_DAMAGE
    return named and not _mention(tokens, at)


def _is_trigger(tokens: Sequence[Lexeme]) -> bool:
    return bool(tokens) and tokens[0].word in ("when", "whenever", "at")


def set_off_by_damage(tokens: Sequence[Lexeme]) -> bool:
    """Whether the condition of a trigger may come true as combat damage is dealt, or as permanents die of it."""
    return _mentions(tokens, _SET_OFF_BY_DAMAGE, _SET_OFF_BY_DAMAGE_PHRASES)
