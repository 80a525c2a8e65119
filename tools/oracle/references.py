"""Permanents that a sentence points at: the source, what it is attached to, an id, what was named before."""

from __future__ import annotations

from collections.abc import Callable, Container
from itertools import pairwise
from typing import TypeVar

from ...events import abilities as a
from ...events.errors import InvalidInput, some_of
from ...events.model import parts_of
from .cursor import Cursor, rule
from .logic import both
from .scope import CREATED, DONE, HOST, ONE, OTHER, SACRIFICED, SUBJECT, TURNED_UP, Scope, role
from .tables import listed, words
from .types import CARD_TYPES, SINGULAR, SUBTYPES

T = TypeVar("T")

_THIS = tuple(
    f"this {noun}"
    for noun in listed(
        """
        creature, permanent, aura, vehicle, enchantment, token, equipment, artifact, land,
        planeswalker, saga, spacecraft, card, siege, class, mount, battle, fortification
        """
    )
)
_OF_THIS = words("attacks blocks deals dies becomes enters leaves is can't has gets gains loses must doesn't untaps and or")
"""What is said of "this", as players call a permanent that cards call "this creature"."""
_HOST = tuple(
    f"{how} {noun}"
    for how, nouns in (
        ("enchanted", "creature permanent artifact land wall vehicle planeswalker"),
        ("equipped", "creature permanent"),
        ("fortified", "land"),
    )
    for noun in nouns.split()
)
_PRONOUNS = ("it", "he", "she", "they", "him", "her", "them")
CONTRACTED = ("it's", "he's", "she's", "they're")
BEFORE = listed(
    """
    that creature, that permanent, that token, those creatures, those tokens, those permanents, each of
    them, each of those creatures, the token, the tokens, the chosen creature, the chosen creatures,
    both creatures, that artifact, that land, that enchantment, that planeswalker, the attacking creature, that attacking
    creature, that blocking creature, those attacking creatures, the creature, the copy, one of the other creatures, one of them,
    one of those creatures, one of those permanents, the other creature, the other
    """
)

IT = ("it", "him", "her", "he", "she")
THOSE = tuple(f"those {noun}" for noun in listed("creatures, permanents, artifacts, enchantments, lands, planeswalkers"))
THEM = ("them", "they", "each of them", *THOSE, *(f"each of {those}" for those in THOSE))
TOKENS = (
    *(f"{which}{way}" for way in (" created this way", "") for which in ("the token", "the tokens")),
    "that token",
    "those tokens",
)
THAT = ("that creature", "that permanent", "that artifact creature", "the creature")
_ATTACKER = ("the attacking creature", "that attacking creature", "that attacker")
_BLOCKER = ("the blocking creature", "that blocking creature", "that blocker")
_SACRIFICED = tuple(f"the sacrificed {noun}" for noun in ("creature", "permanent", "artifact", "enchantment", "land"))
_CHOSEN = ("the chosen creature", "the chosen permanent")


def identity(c: Cursor) -> str | None:
    """The id in brackets that comes next, of a permanent or a player.

    Raises InvalidInput where ids are expected and this isn't one of them.
    """
    word = c.peek()
    if not word.startswith("[") or word.endswith("'s") or not (c.setting.ids or c.setting.players):
        return None
    found = c.raw()
    if found not in c.setting.ids and found not in c.setting.players:
        known = sorted(c.setting.ids | c.setting.players)
        raise InvalidInput(c.setting.where, f"[{found}]", f"the id of a permanent or a player: {some_of(known)}")
    c.move()
    return found


@rule
def identities(c: Cursor, others: Container[str], *joints: str) -> tuple[str, ...] | None:
    """Ids joined by one of the words, which are none of the others."""
    ids: list[str] = []
    while c.raw() not in others and (found := identity(c)) is not None:
        ids.append(found)
        if not (c.peek(1).startswith("[") and c.take(*joints)):
            break
    return tuple(ids) or None


@rule
def _that_kind(c: Cursor) -> a.Filter | None:
    """ "that Dragon", "that Mount or Vehicle"."""
    if not c.setting.instruction or not c.take("that", "those", "the chosen"):
        return None
    if c.peek() not in SUBTYPES or not c.raw()[:1].isupper():
        return None
    if c.scope is not None and SUBTYPES[c.peek()] not in c.scope.types:
        return None  # nothing was called so
    c.move()
    if c.sees("or") and c.peek(1) in SUBTYPES:
        c.move(2)
    return SUBJECT


NO_PRONOUN = object()


def _is_named_besides(c: Cursor) -> bool:
    """ "It deals 2 damage to that creature": they are two, and "it" isn't what was named last."""
    clause = list(pairwise([*(token.word for token in c.tokens[c.at :]), "."]))
    ends = (at for at, (word, after) in enumerate(clause) if after == "." or (word == "," and after != "where"))
    return not _THAT_ONE.isdisjoint(clause[: next(ends, 0) + 1])


_THAT_ONE = {("that", f"{noun}{of}") for noun in ("creature", "permanent") for of in ("", "'s")}


def pronoun(c: Cursor, scope: Scope) -> a.Filter | object | None:
    """What "it" or "that creature" means in what an ability does: None where that isn't known, `NO_PRONOUN` where none comes."""
    if c.take(*TOKENS):
        return CREATED if scope.created is not None else scope.that if scope.that == ONE else None
    if (them := c.take(*THEM)) is not None:
        if scope.created == 0:
            return CREATED
        alone = them in ("them", "they") and not scope.accompanied
        those = scope.several if scope.group is not None or them not in ("them", "they", "each of them") else scope.those
        return those if those is not None else scope.it if alone else None
    if c.take(*IT):
        if scope.created == 1:
            return CREATED
        scope.named_again()  # several that were created aren't "it"
        if scope.dealer is not None and scope.it == scope.dealer[1] and c.sees("deals"):
            return scope.dealer[0]  # "it deals 3 damage to target creature, then it deals 1 damage to you"
        if scope.it == scope.that and scope.it not in (a.THIS, None) and _is_named_besides(c):
            return a.THIS if scope.first == a.THIS else None
        return scope.one(scope.it)
    if c.take(*THAT):
        if scope.created is not None:
            return CREATED if scope.created == 1 and scope.that in (None, CREATED) else None
        if (scope.that == TURNED_UP or isinstance(scope.that, a.IsChosenCard)) and scope.permanent is not None:
            return None if scope.permanent == a.THIS else scope.permanent  # no card is a creature, and nothing calls itself so
        if scope.that == OTHER:
            scope.it = OTHER  # "tap that creature. It doesn't untap …"
        return None if scope.that == a.THIS else scope.one(scope.that)  # nothing calls itself so
    if c.take("both creatures", "both of those creatures"):
        return a.AnyOf(parts=(scope.it, OTHER)) if isinstance(scope.it, a.Is) and scope.that == OTHER else None
    if c.take("the other creature"):
        return OTHER if scope.that == OTHER else None
    if c.take("the first creature"):
        return scope.first
    for phrases, side in ((_ATTACKER, scope.attacker), (_BLOCKER, scope.blocker)):
        if c.take(*phrases):
            named = isinstance(scope.that, a.IsTarget | a.IsChosen)
            return scope.that if named and (side is None or _is_called_so(scope.that, phrases)) else side
    if c.take(*_CHOSEN):
        return scope.that if isinstance(scope.that, a.IsTarget | a.IsChosen) else None
    return NO_PRONOUN


def _is_called_so(meant: object, phrases: tuple[str, ...]) -> bool:
    """Whether it was described as attacking, or as blocking."""
    state = "attacking" if phrases == _ATTACKER else "blocking"
    return any(isinstance(each, a.IsInState) and each.state == state for each in parts_of(meant))


_AFTER_A_NAME = words(
    "assign assigns attacks blocks enters becomes deals dies has gets is gains loses must can can't doesn't and or"
)
_NO_NAME = words("a an all each every other another any no target the this that these those you your it its up as one two")


@rule
def _proper_name(c: Cursor) -> bool | None:
    """The name of a card, before a verb: capitalised words that are none of the game's, or one of these without an article."""
    start, furthest = c.at, c.furthest
    listed = c.last in ("or", "and", "and/or")
    if not listed and c.raw().lower() in SINGULAR and c.raw()[:1].isupper() and c.peek(1) in _AFTER_A_NAME:
        name = c.raw()
        c.move()
        return True if c.setting.alone or c.setting.name.split(",")[0] == name else None
    if not c.setting.alone:
        return None
    c.filler("the")
    named = False
    while c.raw()[:1].isupper() and c.peek() not in _NO_NAME:
        plain = c.peek() in SUBTYPES or c.peek() in CARD_TYPES or c.peek().startswith("non")
        named = named or (c.at > c.begins and not plain)
        if c.at == c.begins and (plain or c.peek().endswith(("ed", "ing"))):
            return None
        c.move()
    if named and c.at > start and c.peek() in _AFTER_A_NAME:
        return True
    c.furthest = furthest  # nothing was read
    return None


def _is_of_pairs(c: Cursor) -> bool:
    """ "As long as this creature is paired with another creature, each of those creatures has …" (702.95)."""
    return c.mentioned == a.THIS and "paired" in c.words_before


@rule
def reference(c: Cursor) -> a.Filter | None:
    """A permanent that is pointed at; "it" means it from then on."""
    found: a.Filter | None = None
    start = c.at
    if (
        c.take(*_THIS)
        or (c.peek() == "~" and not c.setting.granted and c.take("~"))
        or (c.take("the ~") and not c.setting.granted)
        or (c.peek() == "this" and c.peek(1) in _OF_THIS and c.take("this"))
    ) or ((c.setting.alone or c.setting.name) and _proper_name(c)):
        found = a.THIS
    elif c.scope is not None and c.scope.did == "sacrificed" and c.take(*_SACRIFICED):
        found = SACRIFICED
    elif c.take("your commander"):
        found = a.AllOf(parts=(a.IsDesignated(designation="commander"), a.OwnedBy(players=a.Players(who="you"))))
    elif c.take("your ring-bearer"):
        found = a.AllOf(parts=(a.IsDesignated(designation="Ring-bearer"), a.ControlledBy(players=a.Players(who="you"))))
    elif not c.setting.instruction and (c.take("both creatures") or (_is_of_pairs(c) and c.take("each of those creatures"))):
        found = a.AnyOf(parts=(a.THIS, a.IsDesignated(designation="paired")))
    elif (host := c.take(*_HOST)) is not None:
        found = a.AllOf(parts=(HOST, a.HasType(type="Wall"))) if host.endswith("wall") else HOST
    elif (ids := identities(c, c.setting.players, "and", ",")) is not None:
        found = a.IsOneOf(ids=ids)
    elif c.take(*_PRONOUNS):
        found = c.mentioned or (SUBJECT if c.setting.instruction else None)
        c.derive("it", start, len(c.derivations), found)
    elif (before := c.take(*BEFORE)) is not None:
        found = SUBJECT if c.setting.instruction else c.that or c.mentioned
        if found == a.THIS and before.startswith(("those", "each of", "both")):
            return None  # it is one
        if c.scope is not None and c.scope.several is not None and before.startswith("one of"):
            return None  # of several each by itself
        c.filler("created this way")
        c.derive("that", start, len(c.derivations), found)
    elif (known := _that_kind(c)) is not None:
        found = known
        c.derive("that", start, len(c.derivations), found)
    if found is not None:
        c.mentioned = found
    return found


def said_to_be(c: Cursor, *verbs: str) -> bool:
    """ "is", or one of the verbs for it, or the rest of "it's", which was read with the pronoun."""
    return c.last in CONTRACTED or c.take(*verbs) is not None


@rule
def contracted(c: Cursor) -> a.Filter | None:
    """ "It's": what "it" means, with its verb."""
    start = c.at
    if c.mentioned is None or not c.take(*CONTRACTED):
        return None
    c.derive("it", start, len(c.derivations), c.mentioned)
    return c.mentioned


def pointed_at(permanent: a.Filter | None) -> a.Role | None:
    """The role in which an ability meets the one permanent that is meant, or its id; None if it isn't one."""
    if isinstance(permanent, a.Is):
        return permanent.role
    return f"[{permanent.ids[0]}]" if isinstance(permanent, a.IsOneOf) and len(permanent.ids) == 1 else None


def owner(c: Cursor) -> a.Filter | None:
    """Whose: "this creature's", "~'s", "[bear]'s", "equipped creature's"."""
    return possessor(c, reference)


@rule
def possessor(c: Cursor, read: Callable[[Cursor], T], longest: int = 6, pronouns: Container[str] = ()) -> T | None:
    """ "[double] target creature's [power]": whose, read without the ending of the word; of `pronouns` without theirs, too."""
    ahead = range(c.at, min(len(c.tokens), c.at + longest))
    owners = (at for at in ahead if c.tokens[at].word.endswith("'s") or c.tokens[at].word in pronouns)
    ends = next((at for at in owners if not c.is_read(at)), None)  # "…, where X is its power" is read already
    if ends is None:
        return None
    with c.clause(ends + 1, c.mentioned, c.topic, owner=True):
        found = read(c)
        return found if c.ended else None


@rule
def did_this_way(c: Cursor, scope: Scope) -> str | None:
    """ "Tapped this way", where that was done last."""
    done = c.look_up(DONE, 7)
    return done if done in (scope.did, scope.turned) else None


@rule
def one(c: Cursor) -> a.Role | None:
    """The role of the one permanent that comes next: what "it" means in what an ability does stays as it was."""
    if c.scope is None:
        return pointed_at(reference(c))
    changed, mentioned = len(c.scope.changes), c.mentioned
    meant = pronoun(c, c.scope)
    c.scope.undo(changed)
    if meant is NO_PRONOUN:
        c.mentioned = c.scope.it
        found = None if c.sees(*BEFORE) else reference(c)
        meant = c.scope.that if found == SUBJECT else found
    c.mentioned = mentioned
    return role(meant) if isinstance(meant, a.Is) else None


def being(permanent: a.Filter, state: a.Filter) -> a.Condition:
    """The condition that the permanent, or each of those meant, matches."""
    if (one := pointed_at(permanent)) is not None:
        return a.Matches(role=one, filter=state)
    return a.Exists(filter=both(permanent, state), minimum=_how_many(permanent))


def means_several(permanent: a.Filter) -> bool:
    """Whether several permanents are meant: "[bear] and [ox]", "both creatures". What isn't so of them may be so of one."""
    return _how_many(permanent) > 1


def _how_many(permanent: a.Filter) -> int:
    if isinstance(permanent, a.IsOneOf):
        return len(permanent.ids)
    return len(permanent.parts) if isinstance(permanent, a.AnyOf) else 1
