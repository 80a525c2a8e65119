"""Permanents that something is done to: pointed at, described, targets, or chosen as the ability resolves."""

from __future__ import annotations

from itertools import takewhile
from typing import Literal, TypeVar, cast

from ....events import abilities as a
from ....events.model import parts_of, rewritten
from ..cursor import Cursor, rule
from ..filters import noun, permanents
from ..logic import both, conjuncts
from ..numbers import NUMBERS, number
from ..quantities import where, x_is_open
from ..references import BEFORE, NO_PRONOUN, pronoun
from ..scope import CHOSEN, HOST, OTHER, SUBJECT, TURNED_UP, UNCLEAR, Scope, is_called, targets_in
from ..tokens import Lexeme
from ..types import CARD_TYPES, SUBTYPES

PartT = TypeVar("PartT")
_NUMBERS = {word: number for word, number in NUMBERS.items() if number and word not in ("a", "an")}


def objects(c: Cursor, known: Scope) -> a.Filter | None:
    """The permanents that something is done to; what "it" means from then on."""
    if (fought := _fought(c, known)) is not None:
        return fought
    if (pointed := _pointed_at(c, known)) is not NO_PRONOUN:
        return None if pointed == TURNED_UP else pointed  # type: ignore[return-value]
    if (chosen := choice(c, known)) is not None:
        return chosen
    if (neither := _of_neither(c, known)) is not None:
        return neither
    if c.sees(*BEFORE) or (c.peek() in ("a", "an") or (c.peek() == "another" and c.peek(1) != "target")):
        return None  # several that aren't known here
    others = next((token.word for token in c.tokens[c.at : c.at + 3] if token.word in ("other", "another")), None)
    phrase = takewhile(lambda word: word not in (",", "and", "then"), _words_ahead(c))
    of_two = known.it == SUBJECT and not known.is_host and "target" not in phrase
    if others is not None and (known.that == OTHER or of_two):
        return None  # other than which of the two isn't said
    up_to = up_to_many(c, known, targets=True)
    at = next((at for at in range(c.at, min(len(c.tokens), c.at + 8)) if c.tokens[at].word in ("target", "targets")), None)
    count = targets_counted(c.tokens[c.at : at + 1], at - c.at) if at is not None else None
    c.mentioned = known.it
    start, before = c.at, c.mark()
    found = permanents(c)
    if isinstance(found, a.AnyOf) and c.peek() in _OF_ONE and "and" in (words := [t.word for t in c.tokens[start : c.at]]):
        # "~ and it gains menace": what comes after "and" is the next clause.
        c.back_to(before)
        with c.clause(start + words.index("and"), known.it):
            found = permanents(c)
    if found is None or c.too_deep:
        return None
    if isinstance(found, a.AnyOf) and SUBJECT in found.parts:
        # "~ and that creature": whichever is called so here
        pronouns = {token.word for token in c.tokens[start : c.at]} & {"that", "it"}
        meant = known.that if pronouns == {"that"} else known.it if pronouns == {"it"} else None
        if meant is None:
            return None
        found = a.AnyOf(parts=tuple(meant if each == SUBJECT else each for each in found.parts))
        c.restate(start, found)
    if found == SUBJECT:
        # "that Hero": what was named as one
        return known.that if {SUBTYPES.get(token.word) for token in c.tokens[start : c.at]} & known.types else None
    named = targets_in((found,))
    if len(named) == 1 and found != named[0] and _is_attached_to(found, named[0]):
        # "all Auras attached to target land"
        if not any(each.permanents == named[0].permanents for each in known.targets):
            if count != (1, 1) or up_to is not None:
                return None
            known.target(a.Target(permanents=named[0].permanents))
        known.means(found, several=True)
    elif named and at is None and all(any(each.permanents == one.permanents for each in known.targets) for one in named):
        # "all other creatures with the same name as that creature": of a target that was named before
        joined = start and c.tokens[start - 1].word == "and"  # "target creature and each other creature you control"
        if not joined and not all(_is_said_of_others(found, each) for each in dict.fromkeys(named)):
            return None
    elif named:
        if count is None or found not in (named[0], *(a.AnyOf(parts=(each, named[0])) for each in (a.THIS, SUBJECT, HOST))):
            return None
        if up_to is not None:
            count = 0, None
        apart = count[1] != 1 and c.take(*_APART) is not None
        by = _chosen_by(c, known)
        random = c.take("chosen at random", "at random") is not None
        known.target(
            a.Target(
                permanents=named[0].permanents, minimum=count[0], maximum=count[1], up_to=up_to, by=by, random=random, apart=apart
            )
        )
        known.means(found, several=count[1] != 1 or found != named[0])
        if found != named[0]:
            known.it = known.that = None  # "~ and target creature"
        elif count[1] != 1:
            known.it = known.that = found
    elif found in (a.THIS, HOST):
        # "Whenever another creature attacks, put a counter on ~": who "it" is from now on isn't said.
        if known.other is not None or known.created is not None or isinstance(known.it, a.IsTarget | a.IsChosen):
            known.other = UNCLEAR
        if not (found == HOST and known.is_host and known.it == SUBJECT):
            known.it = found if known.it in (found, None) or isinstance(known.it, a.IsTarget | a.IsChosen) else None
    known.created = None
    return found


_FOUGHT: dict[str, Literal["blocked by", "blocking"]] = {
    "the creature it's blocking": "blocked by",
    "the creature it blocked": "blocked by",
    "the creature it blocks": "blocked by",
    "the blocked creature": "blocked by",
    "the creature blocking it": "blocking",
}


@rule
def _fought(c: Cursor, known: Scope) -> a.Filter | None:
    """ "the creature it's blocking": where it blocks several, one of them is chosen."""
    said = c.take(*_FOUGHT)
    if said is None and known.attacker is None and known.blocker == known.it and c.take(said_so := "the attacking creature"):
        said = said_so
    if said is None or not isinstance(known.it, a.Is) or known.that == OTHER:
        return None
    met = a.InCombatWith(relation=_FOUGHT.get(said, "blocked by"), other=known.it.role)
    found = a.IsChosen(permanents=a.AllOf(parts=(a.HasType(type="Creature"), met)))
    c.restate(c.at - len(said.split()), found)
    known.choices += (found,)
    known.those = found
    known.other = UNCLEAR
    return found


_AMONG = {
    "one or two": (1, 2),
    "one , two , or three": (1, 3),
    "two , or three": (1, 3),
    "any number of": (0, None),
}


@rule
def divided_among(c: Cursor, known: Scope, much: a.Quantity, any_target: a.Filter | None = None) -> a.IsTarget | None:
    """ "one or two target creatures with flying", "any number of targets": among them so much is divided as they are chosen
    (601.2d). `any_target`: what "targets" are, besides players."""
    least, most = c.look_up(_AMONG, 6) or (0, None)
    if c.take("up to"):
        most = number(c)
        if most is None:
            return None
    elif c.last in ("among", "other"):
        return None
    other = c.take("other") is not None
    if isinstance(much, int):
        most = much if most is None else min(most, much)
    if any_target is not None and not other and c.peek(1) in ("", ",", ".", "and") and c.take("targets", "target"):
        known.target(a.Target(permanents=any_target, players=True, minimum=least, maximum=most, divided=much))
        return a.IsTarget(permanents=any_target)
    found = noun(c) if c.take("target") else None
    if found is None or c.too_deep or c.sees("and", "and/or", "or"):
        return None
    if other:
        if known.it not in (a.THIS, None):
            return None
        found = both(found, a.Not(part=a.THIS))
    known.target(a.Target(permanents=found, minimum=least, maximum=most, divided=much))
    among = a.IsTarget(permanents=found)
    known.means(among, several=True)
    return among


def _is_said_of_others(found: a.Filter, target: a.IsTarget) -> bool:
    """Whether "other" is other than the target, and not than what has the ability: both are the same player's, or the target is
    named beside it."""
    parts = conjuncts(found)
    if a.Not(part=target) not in parts:
        return True
    theirs = target.permanents.parts if isinstance(target.permanents, a.AllOf) else ()
    whose, others = ([each for each in some if isinstance(each, a.ControlledBy)] for some in (theirs, parts))
    beside = any(target in parts_of(each) for each in parts if each != a.Not(part=target))
    return beside or (len(whose) == 1 and whose == others)


def _is_attached_to(found: a.Filter, host: a.IsTarget) -> bool:
    """Whether the target is named only as what these are attached to."""
    return isinstance(found, a.AllOf) and a.AttachedToSome(permanents=host) in found.parts


@rule
def _of_neither(c: Cursor, known: Scope) -> a.Filter | None:
    """ "each other creature defending player controls", after two in a combat: the other than which that player may control."""
    if known.that != OTHER or not isinstance(known.it, a.Is) or not c.take("each other"):
        return None
    found = noun(c)
    parts = found.parts if isinstance(found, a.AllOf) else ()
    if found is None or c.too_deep or a.ControlledBy(players=a.Players(who="defending")) not in parts:
        return None
    return a.AllOf(parts=(*parts, a.Not(part=OTHER), a.Not(part=known.it)))


_APART = ("with different controllers", "controlled by different players")


def _chosen_by(c: Cursor, known: Scope) -> a.Players | None:
    """ "[target creature] of defending player's choice": another player chooses it."""
    if c.take("of defending player's choice"):
        return a.Players(who="defending")
    if c.take("of that player's choice"):
        return CHOSEN
    theirs = known.doer is not None and not known.doer.several and c.take("of their choice") is not None
    return known.doer if theirs else None


@rule
def up_to_many(c: Cursor, known: Scope, targets: bool) -> a.Quantity | None:
    """ "Up to that many target creatures", "up to X lands", of `targets` or not: how many, if no number says it."""
    word = c.take("that many", "x") if c.take("each of up to", "up to") else None
    if word is None or ("target" in _words_ahead(c)[:3]) != targets:
        return None
    many = known.amount if word == "that many" else where(c)
    return None if isinstance(many, int) else many


_SOME = ("one of", "up to one of", "any number of")


@rule
def _among(c: Cursor, known: Scope) -> a.Filter | None:
    """ "one of them", "up to one of those creatures", "any number of them": of a group that is pointed at."""
    many = c.take(*_SOME)
    group = known.several
    if group is None or group in known.gone or isinstance(group, a.IsChosen) or not c.sees("them", "those"):
        return None
    if not c.take("them"):
        c.move()
        if is_called(c.peek(), group, known):
            c.move()
        elif noun(c) is None or c.too_deep:
            return None
    chosen = a.IsChosen(permanents=group, minimum=int(many == "one of"), maximum=None if many == "any number of" else 1)
    known.choices += (chosen,)
    known.means(chosen, several=chosen.maximum is None)
    return chosen


def several(c: Cursor, known: Scope) -> a.Filter | None:
    """Permanents, and more of them: "that creature and each other Goblin you control", "up to one target land and up to one
    target creature"."""
    found = objects(c, known)
    parts = [] if found is None else [found]
    while parts and c.sees("and each", "and all", "and up to", "and target"):
        more = _and_more(c, known)
        if more is None:
            break
        parts.append(more)
    if len(parts) > 1:
        known.it = known.that = None
    return together(parts)


def together(parts: list[a.Filter]) -> a.Filter | None:
    """All of these. None for "each creature and each planeswalker you control": whether the creatures are yours isn't said."""
    described = [each for each in parts if isinstance(each, a.AllOf | a.HasType)]
    if [any(isinstance(part, a.ControlledBy | a.OwnedBy) for part in parts_of(each)) for each in described[-2:]] == [False, True]:
        return None
    return parts[0] if len(parts) == 1 else a.AnyOf(parts=tuple(parts)) if parts else None


@rule
def _and_more(c: Cursor, known: Scope) -> a.Filter | None:
    """ "and each other Goblin you control", where that is the end of what something is done to."""
    c.move()
    more = objects(c, known)
    return more if c.ended or c.peek() in (",", "and", ".", "equal", "for", "each", *_VERBS) else None


_OF_ONE = ("gains", "gets", "deals", "can't", "becomes", "loses")
"""Verbs that one permanent does: of two that are joined, the second."""
_VERBS = ("gains", "gain", "gets", "get", "deals", "can't", "becomes", "loses")


def _pointed_at(c: Cursor, known: Scope) -> a.Filter | object | None:
    """A pronoun, or "that …": None where it isn't known what it means."""
    if c.sees(*_SOME) and (among := _among(c, known)) is not None:
        return among
    if (meant := pronoun(c, known)) is not NO_PRONOUN:
        return meant
    if c.sees("that", "those") and (c.peek(1) in CARD_TYPES or c.peek(1) in SUBTYPES) and c.peek(2) not in ("card", "cards"):
        meant = known.several if c.peek() == "those" else known.that
        if meant is not None and is_called(c.peek(1), meant, known):
            c.move(2)
            return meant
    if c.sees("those") and (those := known.several) is not None:
        # "those Zombies", "those attacking creatures"
        c.move()
        found = noun(c)
        return None if found is None or c.too_deep else _narrowed(those, found, known)
    return NO_PRONOUN


def _narrowed(those: a.Filter, found: a.Filter, known: Scope) -> a.Filter | None:
    """ "those Zombies", "those nonblue creatures": all of them, unless the words say more than what they were called before."""
    parts = conjuncts(found)
    more = [each for each in parts if not (isinstance(each, a.HasType) and each.type in {"Creature", *known.types})]
    more = [each for each in more if each != a.IsInState(state="attacking")]
    return those if not more else a.AllOf(parts=(those, *more)) if those == a.IsOfGroup() else None


@rule
def choice(c: Cursor, known: Scope) -> a.Filter | None:
    """ "a land you control", "another creature", "up to two lands", "any number of creatures you control": no targets."""
    up_to = up_to_many(c, known, targets=False)
    another = c.sees("another") is not None and c.peek(1) != "target"
    least, most = (1, 1) if another else (0, None) if up_to is not None or _x_of_them(c, known) else how_many(c)
    if least is None or "target" in _words_ahead(c)[:3] or c.sees("counter", "+1/+1", "-1/-1"):
        return None
    than: a.Filter = a.THIS
    random = c.take("random") is not None  # "a random creature you control"
    if c.sees("other", "another") and not known.another_than_this:
        if not isinstance(known.it, a.IsTarget) or known.it != known.that:
            return None  # other than which of the two isn't said
        than = known.it
    start, c.mentioned = c.at, than
    found = noun(c)
    different = c.look_up(_DIFFERENT, 4) if most != 1 else None
    c.filler("of your choice")
    random = random or c.take("chosen at random", "at random") is not None
    if random and least != most:
        return None
    if not {"card", "cards"}.isdisjoint(_words_ahead(c)[:4]) and not c.ended and c.peek() != ".":
        return None
    if found is None or c.too_deep or {*targets_in((found,))} - {than} or c.sees("card", "cards", "of their choice"):
        return None
    if different is None and isinstance(found, a.AllOf) and _WITH_DIFFERENT_NAMES in found.parts:
        found, different = a.AllOf(parts=tuple(each for each in found.parts if each != _WITH_DIFFERENT_NAMES)), "name"
    chosen = a.IsChosen(permanents=found, minimum=least, maximum=most, random=random, different=different, up_to=up_to)
    if than != a.THIS:
        chosen = _compared_with(chosen, than)
    if than != a.THIS or different == "name":
        c.restate(start, chosen)
    if chosen in known.choices:
        return None  # two choices that are described alike aren't distinguished
    known.choices += (chosen,)
    known.those = chosen
    if most == 1 and known.that in (a.THIS, None):
        known.that = chosen  # what has the ability is never called "that creature"
    known.other = UNCLEAR
    known.created = None
    return chosen


_DIFFERENT: dict[str, a.Differing] = {
    "with different powers": "power",
    "with different toughnesses": "toughness",
    "with different mana values": "mana_value",
    "with different names": "name",
}
_WITH_DIFFERENT_NAMES = a.IsUnstated.model_construct(fact="with different names")


def _compared_with(part: PartT, than: a.Filter) -> PartT:
    """ "Another creature with lesser power": lesser than that of what the other one is."""
    if (
        isinstance(part, a.CharacteristicOf)
        and part.of == "subject"
        and part.characteristic in ("power", "toughness", "mana_value")
    ):
        return cast(PartT, a.NumberOf(filter=than, characteristic=part.characteristic))
    return rewritten(part, lambda each: _compared_with(each, than))


def _x_of_them(c: Cursor, known: Scope) -> bool:
    """ "X untapped Myr": as many as are chosen, and X is their number."""
    if not (x_is_open(c) and c.take("x")):
        return False
    known.x = a.AmountDone()
    return True


def how_many(c: Cursor) -> tuple[int | None, int | None]:
    """How many are chosen, at least and at most; None where that isn't said."""
    if c.take("any number of"):
        return 0, None
    if c.take("one or more"):
        return 1, None
    up_to = c.take("up to") is not None
    amount = number(c)
    if amount is None or not 0 < amount < 100:
        return None, None
    return (0 if up_to else amount), amount


def targets_counted(tokens: list[Lexeme], at: int) -> tuple[int, int | None] | None:
    """How many targets there are, from the words before "target"; None where that isn't a number."""
    before = [token.word for token in tokens[:at]]
    if before and before[-1] in ("other", "another"):
        before.pop()
    said = " ".join(before[-4:])
    for phrase, bounds in (("any number of", (0, None)), ("one or more", (1, None)), ("one or two", (1, 2))):
        if said.endswith(phrase):
            return bounds
    if said.endswith("one , two , or three") or said.endswith("two , or three"):
        return 1, 3
    if before and (before[-1] == "x" or said.endswith("that many")):
        return None
    if said.endswith("up to one hundred"):
        return 0, 100
    padded = ["", "", *before]
    ahead, last = padded[:-1], padded[-1]
    if last in ("more", "greater") and ahead[-1] == "or":
        least = _amount(ahead[-2])
        return None if least is None else (least, None)
    if last in ("fewer", "less", "no") or (last.isdecimal() and _amount(last) is None):
        return None
    if (amount := _amount(last)) is not None:
        if ahead[-1] == "or" or ahead[-2:] == ["fewer", "than"]:
            return None
        if ahead[-2:] == ["at", "least"]:
            return amount, None
        return (0, amount) if ahead[-2:] == ["up", "to"] else (amount, amount)
    return 1, 1


def _amount(word: str) -> int | None:
    """A number in words or digits, of so many targets."""
    return int(word) if word.isdecimal() and 0 < len(word) < 3 and int(word) else _NUMBERS.get(word)


def _words_ahead(c: Cursor) -> list[str]:
    return [token.word for token in c.tokens[c.at : c.at + 6]]
