"""Effects that begin: "gets +1/+1 and gains trample until end of turn", "double its power", and what statements say."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import Literal, TypeVar, cast

from ....events import abilities as a
from ....events.model import models_in, parts_of, rewritten
from ....events.types import BASIC_LAND_TYPES
from ..changes import CHANGE, IN_ADDITION, for_each_of, gets, loses_all_others, power_and_toughness
from ..clauses import conditioned, how_long_each, statement
from ..cursor import Cursor, rule
from ..descriptors import COLORS
from ..grants import ability_list
from ..numbers import number
from ..predicates import UNTIL, has, loses, what_is_changed
from ..quantities import for_each, quantity, where
from ..references import BEFORE, being, possessor
from ..scope import CHOSEN, CREATED, OTHER, SUBJECT, YOU, NotUnderstood, Scope, role, targets_in, words_of
from ..tables import listed
from .amounts import FOR_THOSE_WHO
from .choosing import THAT_ABILITY
from .conditions import condition
from .objects import objects, targets_counted

NamedT = TypeVar("NamedT")
_NEXT_UNTAP: dict[str, a.Players | None] = {
    "during its controller's next untap step": None,
    "during their controllers' next untap steps": None,
    "during their controller's next untap step": None,
    "during their next untap step": None,
    "during your next untap step": YOU,
    "during that player's next untap step": CHOSEN,
}
"""In whose next untap step something doesn't untap; None: its controller's, whoever that is then."""


def changes(c: Cursor, known: Scope, what: a.Filter) -> list[a.Instruction] | None:
    """What these get, gain and become, in the order in which it is said, and until when: unless it is said, for good (611.2a)."""
    found: list[a.Ability] = []
    choices: list[a.Ability] = []
    chosen = 0
    per: a.Quantity | None = None
    lasting: list[a.Duration | None] = []
    while True:
        if not choices and (choices := _chosen_of_several(c, known, what)):
            chosen = len(found)
            lasting.append(_duration(c))
            if not _goes_on(c):
                break
            continue
        said_of_x = dropwhile(lambda word: word != "where", c.coming)
        if c.sees("gets") and not isinstance(what, _NAMED) and {"it", "its"} & {*said_of_x}:
            raise NotUnderstood  # "each creature gets +X/+0, where X is its power": each one's own
        read = gets(c, what) or _gains(c, known, what)
        if read is None and (said := loses(c, what) or what_is_changed(c, what, known.quoted)) is not None:
            read = said.abilities
        if read is None or c.choice:
            return None
        found += read
        lasting.append(_duration(c))
        if not c.sees(*FOR_THOSE_WHO) and c.take("for each"):
            start = c.at
            per = for_each(c)
            if per is None:
                return None
            if isinstance(per, a.Scaled):
                c.restate(start, per.quantity)
            lasting[-1] = _duration(c) or lasting[-1]
            found = [for_each_of(each, per) if isinstance(each, a.ChangesCharacteristics) else each for each in found]
        if not _goes_on(c):
            break
    if len(lasting_each := set(how_long_each(lasting, known.leading))) > 1:
        return None
    duration = lasting_each.pop()
    found = loses_all_others(found)
    if duration is None and c.take("until ~ leaves the battlefield", "until this creature leaves the battlefield"):
        there = being(a.THIS, a.ANYTHING)
        found, duration = [each.model_copy(update={"condition": there}) for each in found], "indefinite"
    if duration is None and c.take("for as long as"):
        if not known.is_one(what):
            raise NotUnderstood  # of several each by itself
        holds = condition(c, known)
        found, duration = [each.model_copy(update={"condition": holds}) for each in found], "indefinite"
    timed = not {"until", "turn"}.isdisjoint(c.words)
    if duration is None and (not c.ended or timed or any(_is_of_size(each) for each in (*found, *choices))):
        return None
    known.done_to(what)
    ways = [(*found[:chosen], each, *found[chosen:]) for each in choices] or [tuple(found)]
    begins: list[a.Instruction] = [a.Begins(abilities=abilities, duration=duration or "indefinite") for abilities in ways]
    return [a.Modes(modes=tuple((each,) for each in begins))] if choices else begins


def _chosen_of_several(c: Cursor, known: Scope, what: a.Filter) -> list[a.Ability]:
    """What these get, gain or become, of which one is chosen as it resolves (608.2d)."""
    return _gets_one_of(c, what) or _gains_one_of(c, known, what) or _becomes_one_of(c, what) or []


@rule
def _gains_one_of(c: Cursor, known: Scope, what: a.Filter) -> list[a.Ability] | None:
    """ "gains your choice of first strike or lifelink"."""
    if not c.take("gains", "gain"):
        return None
    listed = ability_list(c, known.quoted)
    chosen, c.choice = c.choice, False
    return [a.Grants(permanents=what, abilities=(each,)) for each in listed] if listed and chosen else None


@rule
def _gets_one_of(c: Cursor, what: a.Filter) -> list[a.Ability] | None:
    """ "gets +1/-1 or -1/+1"."""
    if not c.take("gets", "get"):
        return None
    sizes: list[a.Ability] = []
    while (size := CHANGE.fullmatch(c.peek())) is not None and not {"x", "y"} & {size[2], size[4]}:
        c.move()
        power, toughness = (int(sign + digits) for sign, digits in (size.group(1, 2), size.group(3, 4)))
        sizes.append(a.ChangesCharacteristics(permanents=what, power=power, toughness=toughness))
        if not c.take("or"):
            break
    return sizes if len(sizes) > 1 else None


_OF_CHOICE: dict[str, tuple[a.ChangesCharacteristics, ...]] = {
    "the color of your choice": tuple(
        a.ChangesCharacteristics.model_construct(permanents=SUBJECT, colors=(color,)) for color in COLORS.values()
    ),
    "the basic land type of your choice": tuple(
        a.ChangesCharacteristics.model_construct(permanents=SUBJECT, types=(type,)) for type in BASIC_LAND_TYPES
    ),
}
"""What is chosen as it resolves, and the ways there are."""


@rule
def _becomes_one_of(c: Cursor, what: a.Filter) -> list[a.Ability] | None:
    """ "becomes the color of your choice", "… the basic land type of your choice in addition to its other types"."""
    ways = c.look_up(_OF_CHOICE, 7) if c.take("becomes", "become") else None
    kept = ways is not None and c.take(*IN_ADDITION) is not None
    return None if ways is None else [each.model_copy(update={"permanents": what, "kept": kept}) for each in ways]


_CHANGING = listed("gets, get, gains, gain, loses, lose, has, have, becomes, become, is a, is an, are, it loses all other")


def _goes_on(c: Cursor) -> bool:
    """Whether "and gains …" or the like follows, which is moved to."""
    start = c.mark()
    if c.take("and", ", and", ",") and c.sees(*_CHANGING):
        c.filler("it")
        return True
    c.back_to(start)
    return False


@rule
def _gains(c: Cursor, known: Scope, what: a.Filter) -> list[a.Ability] | None:
    if known.abilities and c.take(*(f"{verb} {which} ability" for verb in ("gains", "gain") for which in ("that", "the chosen"))):
        return [a.Grants(permanents=what, abilities=(THAT_ABILITY,))]
    had = None if c.sees("has base", "have base") else has(c, what, known.quoted)
    return had.abilities if had is not None else None


def _is_of_size(ability: a.Ability) -> bool:
    """Whether it changes power and toughness: for how long is always said then."""
    return isinstance(ability, a.ChangesCharacteristics) and not ability.types and ability.colors is None


def _duration(c: Cursor) -> a.Duration | None:
    return c.look_up(UNTIL, 7)


def stays_tapped(c: Cursor, known: Scope, what: a.Filter) -> list[a.Instruction] | None:
    """ "doesn't untap during its controller's next untap step"."""
    if not c.take("doesn't untap", "don't untap"):
        return None
    if c.take("during its controller's untap step for as long as"):
        if not isinstance(what, a.Is | a.IsTarget | a.IsChosen):
            return None
        return [a.Begins(abilities=(a.StaysTapped(permanents=what, condition=condition(c, known)),), duration="indefinite")]
    if (when := c.take(*_NEXT_UNTAP)) is None:
        return None
    if _NEXT_UNTAP[when] == YOU and isinstance(what, a.IsTarget) and a.ControlledBy(players=YOU) not in parts_of(what):
        return None  # it may be another player's, who untaps it then
    return [a.Begins(abilities=(a.StaysTapped(permanents=what, players=_NEXT_UNTAP[when]),), duration="next untap step")]


_BASES = {
    "base power and toughness": ("base_power", "base_toughness"),
    "base power": ("base_power",),
    "base toughness": ("base_toughness",),
}


@rule
def base_becomes(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "have the base power and toughness of other creatures become equal to ~'s power and toughness until end of turn", "change
    its base power and toughness to 4/4"."""
    changing = c.take("change") is not None
    it, start = known.it, c.mark()
    what: a.Filter | None = None
    sizes: tuple[str, ...] = ()
    for said, of_them in _BASES.items():
        what = _whose(c, known, said)
        if what is not None and c.take(*(("to",) if changing else ("become", "becomes"))):
            sizes = of_them
            break
        c.back_to(start)
    if not sizes or what is None:
        return None
    if not changing:
        c.filler("equal to")
    numbers: tuple[a.Quantity, ...]
    if len(sizes) == 1:
        much = where(c) if c.peek() == "x" else quantity(c) or number(c)
        if c.peek() == "x":
            c.move()
        if much is None:
            return None
        numbers = (much,)
    elif (of := _both_sizes(c, known, it)) is not None:
        numbers = tuple(a.CharacteristicOf(characteristic=each, of=of) for each in ("power", "toughness"))
    elif (both := power_and_toughness(c)) is not None:
        numbers = both
    else:
        return None
    until = _duration(c)
    change = a.ChangesCharacteristics(permanents=what, **dict(zip(sizes, numbers, strict=True)))
    return None if until is None else [a.Begins(abilities=(change,), duration=until)]


def _both_sizes(c: Cursor, known: Scope, it: a.Filter | None) -> a.Role | None:
    """Whose power and toughness: "~'s power and toughness", "that creature's power and toughness"."""
    if c.take("~'s power and toughness", "this creature's power and toughness"):
        return "source"
    if c.take("that creature's power and toughness"):
        return role(known.that)
    return role(it) if c.take("its power and toughness") else None


@rule
def doubles(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "double its power", "double the number of +1/+1 counters on each creature you control"."""
    if c.take("switch"):
        switched = _whose(c, known, "power and toughness")
        until = _duration(c)
        if switched is None or until is None:
            return None
        return [a.Begins(abilities=(a.ChangesCharacteristics(permanents=switched, switches=True),), duration=until)]
    times_more = 2 if c.take("triple") else 1 if c.take("double") else None
    if times_more is None:
        return None
    for what in ("power and toughness", "power", "toughness"):
        start = c.mark()
        whose = _whose(c, known, what)
        if whose is not None and (until := _duration(c)) is not None:
            return [_doubled(whose, what, until, times_more)]
        c.back_to(start)
    return None


def _whose(c: Cursor, known: Scope, what: str) -> a.Filter | None:
    if c.take(f"its {what}", f"his {what}", f"her {what}"):
        return known.it
    if c.take(f"~'s {what}", f"this creature's {what}"):
        return a.THIS
    if c.take(f"that creature's {what}"):
        return None if known.that in (None, a.THIS, *known.gone) or known.created is not None else known.that
    if c.take(f"the {what} of"):
        return objects(c, known)
    found = possessor(c, lambda inner: objects(inner, known)) if c.sees("target") else None
    return found if found is not None and c.take(what) else None


def _doubled(whose: a.Filter, what: str, until: a.Duration, times_more: int) -> a.Begins:
    """701.10b: it gets +X, where X is what it is as the effect begins; or twice that, where it is tripled."""

    def more(characteristic: Literal["power", "toughness"]) -> a.Quantity:
        own = a.CharacteristicOf(characteristic=characteristic, of="itself")
        return 0 if characteristic not in what else own if times_more == 1 else a.Sum(quantities=(own, own))

    power, toughness = more("power"), more("toughness")
    change = a.ChangesCharacteristics(permanents=whose, power=power, toughness=toughness)
    return a.Begins(abilities=(change,), duration=until)


# --- what statements say -------------------------------------------------------------------------------------------------

_PRONOUNS = frozenset(("it", "them", "they", "he", "she", "him", "her", "its", "their", "that", "those", "his"))
_NO_REFERENCE = re.compile(
    r"that (?:player|color|quality)|unless (?:its|their) controllers? pays? \{\S+\} for each[^,.]*|(?<=damage )that(?= would)"
    r"|(?:equal to|rather than|greater than|less than) their (?:power|toughness)|how those creatures block"
    r"|\bit deals (?:that much|(?:double|twice|triple) that) damage(?= (?:plus|minus|instead))"
)
"""What means nothing that was named before: of each of several, "their power" is its own."""


def stated(c: Cursor, known: Scope, subject: a.Filter | None = None) -> a.Instruction:
    """An effect that begins, as the rules for statements read it: up to the end of the sentence, or to an "and" or "if" before.
    `subject`: what it is said of, where that was read before. Raises NotUnderstood."""
    start, read = c.mark(), len(c.read)
    for end in _ends(c):
        try:
            with c.clause(end, known.it, known.it):
                found = _stated(c, known, subject)
            if known.that not in (known.it, OTHER) and "that" in c.pronouns(read):
                raise NotUnderstood  # it was read as what "it" is
        except NotUnderstood:
            c.back_to(start)
            continue
        return _asked_now(found)
    if (of_named := _said_of_named(c, known, subject)) is not None:
        return of_named
    raise NotUnderstood


def _asked_now(found: a.Instruction) -> a.Instruction:
    """ "Regenerate it unless you control an artifact": a shield is made or not, which is asked as that is done (701.19a)."""
    shield = found.abilities[0] if isinstance(found, a.Begins) and len(found.abilities) == 1 else None
    if not isinstance(found, a.Begins) or not isinstance(shield, a.Regenerates) or shield.condition is None:
        return found
    made = (found.model_copy(update={"abilities": (shield.model_copy(update={"condition": None}),)}),)
    if isinstance(shield.condition, a.Unless):
        return a.If(condition=shield.condition.part, do=(), otherwise=made)
    return a.If(condition=shield.condition, do=made)


def _ends(c: Cursor) -> list[int]:
    """Where a statement may end, from the last such place on."""
    ends = [at for at in range(c.at + 2, len(c.tokens)) if c.tokens[at].word == "and" or _asks(c, at)]
    return [len(c.tokens), *(end - (c.tokens[end - 1].word == ",") for end in reversed(ends))]


_NAMED = a.Is | a.IsTarget | a.IsChosen | a.IsOfGroup | a.IsCreated
_TURNS: dict[str, tuple[a.Duration, bool]] = {
    "until {} next turn": ("your next turn", False),
    "until the end of {} next turn": ("end of your next turn", False),
    "during {} next turn": ("end of your next turn", True),
}
_TURNS_OF = {
    said.format(whose): (whose, *when)
    for said, when in _TURNS.items()
    for whose in ("its controller's", "that creature's controller's", "that player's", "your")
}


@rule
def _said_of_named(c: Cursor, known: Scope, subject: a.Filter | None) -> a.Instruction | None:
    """ "That creature can't block this turn", "… can't attack during its controller's next turn": said of what was named, or of a
    target, or of tokens that were just created, as of "it"."""
    what = objects(c, known) if subject is None else subject
    if not isinstance(what, _NAMED) or what in known.gone:
        return None
    for end in _ends(c):
        start, predicate = c.mark(), c.tokens[c.at : end]
        at = next((at for at in range(1, len(predicate)) if words_of(predicate[at : at + 4]) == "for as long as"), None)
        timed = next((said for said in _TURNS_OF if words_of(predicate).removesuffix(" .").endswith(f" {said}")), None)
        until = 0 if timed is None else len(timed.split()) + (predicate[-1].word == ".")
        last = len(predicate) - until if at is None else at
        with c.clause(c.at + last, SUBJECT, SUBJECT):
            begins = _said_of_it(c, known, what)
        if begins is None or (begins.duration != "indefinite") != (last == len(predicate)):
            c.back_to(start)
            continue
        if at is not None:
            if not c.take("for as long as") or not known.is_one(what):
                raise NotUnderstood  # of several each by itself
            holds = condition(c, known)
            begins = begins.model_copy(update={"abilities": tuple(conditioned(each, holds) for each in begins.abilities)})
        elif timed is not None and c.take(timed):
            whose, duration, during = _TURNS_OF[timed]
            of = {"your": None, "that player's": CHOSEN}.get(whose, a.Players(who="controller", of=what))
            begins = begins.model_copy(update={"duration": duration, "turn_of": of, "during": during})
        known.done_to(what)
        return begins
    return None


def _said_of_it(c: Cursor, known: Scope, what: a.Filter) -> a.Begins | None:
    """What a statement about "it" says of that, and until when ("indefinite": that isn't said); None where it isn't read whole,
    or names something else."""
    others = _PRONOUNS - {"that"} if what == CREATED else _PRONOUNS  # "that token attacks that player this turn"
    if not {token.word for token in c.tokens[c.at :]}.isdisjoint((*others, "target")):
        return None
    read = statement(c, known.quoted, SUBJECT)
    if read is None or c.too_deep or not c.ended or read.choice or len(set(read.durations)) > 1 or not read.abilities:
        return None
    if any(isinstance(each, a.NotModelledAbility | a.Unread) for each in read.abilities):
        return None
    abilities = tuple(_with_subject(each, what) for each in read.abilities)
    return a.Begins(abilities=abilities, duration=read.duration or next(iter(read.durations), None) or "indefinite")


def _with_subject(part: NamedT, what: a.Filter) -> NamedT:
    """The same, with what "it" means in place of it: not in abilities that are given, which are about what has them."""
    if part == SUBJECT:
        return cast(NamedT, what)
    return part if isinstance(part, a.Triggered) else rewritten(part, lambda each: _with_subject(each, what))


def _asks(c: Cursor, at: int) -> bool:
    """Whether an "if" there asks something: "if able" doesn't."""
    return c.tokens[at].word == "if" and not (at + 1 < len(c.tokens) and c.tokens[at + 1].word == "able")


def _stated(c: Cursor, known: Scope, subject: a.Filter | None) -> a.Instruction:
    said = words_of(c.tokens[c.at :])
    words = _NO_REFERENCE.sub("", said).split()
    pronouns = any(word in _PRONOUNS for word in words)
    # Pronouns after a target would mean the target: only one kind of thing may be meant.
    if known.targets and pronouns and "target" not in words and not _is_only(known):
        raise NotUnderstood
    if known.created is not None or "x" in words or (known.it is None and pronouns):
        raise NotUnderstood
    one, several = words[:1] == ["it"] or "that creature" in said, words[:1] in (["they"], ["those"])
    if isinstance(known.it, a.IsTarget) and "target" not in words and (several if known.is_one(known.it) else one):
        raise NotUnderstood  # a target is never "they", nor are several "it"
    if known.accompanied and not {"they", "them", "those"}.isdisjoint(words):
        raise NotUnderstood  # several that aren't known
    others = {"that", "other", "another"}.intersection(words) if known.that == OTHER else set()
    of_other = others == {"that"} == _PRONOUNS.intersection(words) and "that creature" in said and "target" not in words
    if others and not of_other:
        raise NotUnderstood
    if "that creature" in said and "target" not in words and known.that in (None, a.THIS):
        raise NotUnderstood  # nothing calls itself so
    if known.it == SUBJECT and "other" in words and "target" not in words:
        raise NotUnderstood
    if (words[:1] and words[0] in ("a", "an")) or "during that" in said:
        raise NotUnderstood
    plain = " ".join(words)
    if any(phrase in plain for phrase in BEFORE if phrase != "that creature"):
        raise NotUnderstood
    targets = (at for at in range(c.at, len(c.tokens)) if c.tokens[at].word in ("target", "targets"))
    counts = [targets_counted(c.tokens, at) for at in targets]
    if len(counts) > 1 or None in counts:
        raise NotUnderstood
    read = statement(c, known.quoted, subject)
    if read is None or c.too_deep or read.choice or not read.abilities:
        raise NotUnderstood
    if any(isinstance(each, a.NotModelledAbility | a.Unread) for each in read.abilities) or len(set(read.durations)) > 1:
        raise NotUnderstood
    duration = read.duration or (read.durations[0] if read.durations else None) or known.leading
    if duration is None and not any(isinstance(each, a.Designates) for each in read.abilities):
        raise NotUnderstood
    abilities = tuple(_with_subject(each, OTHER) if of_other else each for each in read.abilities)
    if pronouns and "target" not in words and not isinstance(known.it, a.Is | a.IsTarget | None):
        # "Defending player chooses a creature they control. That creature …"
        if not isinstance(known.it, a.IsChosen) or known.it != known.that or known.targets:
            raise NotUnderstood
        abilities = tuple(_meaning(each, known) for each in abilities)
    if known.targets and pronouns and "target" not in words:
        abilities = tuple(_meaning(each, known) for each in abilities)
        if "that" in words and any(SUBJECT in models_in(each) for each in abilities):
            raise NotUnderstood
    for target in dict.fromkeys(targets_in(abilities)):
        if target in (known.it, known.that):
            continue
        least, most = counts[0] if counts and counts[0] is not None else (1, 1)
        known.target(a.Target(permanents=target.permanents, minimum=least, maximum=most))
        known.it = known.that = known.those = target
    if "target player" in said or "target opponent" in said:
        raise NotUnderstood
    return a.Begins(abilities=abilities, duration=duration or "indefinite")


def _is_only(known: Scope) -> bool:
    """Whether a pronoun can only mean the one target there is."""
    return len(known.targets) == 1 and isinstance(known.it, a.IsTarget) and known.it == known.that


def _meaning(part: a.Ability, known: Scope) -> a.Ability:
    """What statements say of "it" is said of the target."""
    return rewritten(part, lambda each: known.it if each == SUBJECT else each)
