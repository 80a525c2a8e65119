"""What the ability's controller does to permanents: counters, tapping, destroying, controlling, attaching, combats."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from ....events import abilities as a
from ..cursor import Cursor, rule
from ..filters import CHARACTERISTICS, counter_name
from ..grammar import Grammar, Reads, phrase
from ..numbers import NUMBERS, number
from ..players import ANY, DEFENDING
from ..predicates import LEADING, UNTIL
from ..quantities import quantity, x_is_open
from ..references import TOKENS, possessor
from ..scope import AFFECTED, CHOSEN, CREATED, SUBJECT, TURNED_UP, YOU, Scope
from ..tokens import WHOSE
from .amounts import amount, for_each_of
from .card_verbs import puts_cards
from .changing import base_becomes, doubles
from .conditions import condition
from .deeds import LIFE_TOTALS, MORE, deed, pays, sacrifices
from .deeds import RULES as OF_LIFE
from .elsewhere import off_board
from .faces import FACES, RULES, done_to, endures
from .kinds_of_counters import puts_kinds
from .making_tokens import creates
from .objects import divided_among, objects, several, together
from .places import OF_ITS_OWNER
from .showing import RULES as SHOWN
from .showing import SHOWING, reveals_cards

InstructionsRead = list[a.Instruction] | None


def imperative(c: Cursor, known: Scope) -> InstructionsRead:
    """What somebody does to permanents, or to cards."""
    return next((done for read in _READINGS if (done := read(c, known)) is not None), None)


@rule
def _puts(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("put", "puts"):
        return None
    if c.take("your choice of"):
        return _puts_one_of(c, known)
    return _puts_one_of(c, known) or _puts_counters(c, known)


@rule
def _puts_counters(c: Cursor, known: Scope) -> InstructionsRead:
    """After "put": "a +1/+1 counter and a flying counter on target creature"."""
    found: list[a.Instruction] = []
    kinds: list[tuple[a.Quantity | None, str]] = []
    if c.take("a number of"):
        name = counter_name(c)
        much = quantity(c) if name is not None and c.take("equal to") else None
        if name is None or (much is None and not c.sees("on")):
            return None
        kinds.append((much, name))
    else:
        while True:
            many = None if _x_is_said_of_what_follows(c) else amount(c, known)
            name = counter_name(c) if many is not None else None
            if many is None or name is None:
                return None
            kinds.append((many, name))
            if not c.take("and", ", and", ","):
                break
    if not c.take("on each of", "on"):
        return None
    what = several(c, known)
    if what is None:
        return None
    for many, name in kinds:
        if many is None:
            many = _of_each(c, what) or quantity(c) if c.take("equal to") else None
        many = None if many is None else for_each_of(c, known, many)
        if many is None:
            return None
        found.append(a.PutsCounters(permanents=what, counter=name, number=many))
    if c.sees("and a", "and two") and "counter" in (c.peek(3), c.peek(4), c.peek(2)):
        c.move()
        more = _puts_counters(c, known)
        return None if more is None else [*found, *more]
    if isinstance(what, a.IsChosen):
        known.means(what)
    known.done_to(what)
    known.countered = (kinds[-1][1], what)
    return found


def _x_is_said_of_what_follows(c: Cursor) -> bool:
    """ "[put] X counters on target creature, where X is its power": of a permanent that isn't named yet."""
    words = list(c.coming)
    at = words.index("where") if words[:1] == ["x"] and "where" in words else len(words)
    return words[at + 3 : at + 4] == ["its"] and not {"target", "each", "another"}.isdisjoint(words[:at])


@rule
def _of_each(c: Cursor, what: a.Filter) -> a.Quantity | None:
    """ "[counters on each creature you control equal to] that creature's power": each one's own."""
    if isinstance(what, a.Is | a.IsTarget | a.IsChosen | a.IsCreated) or not c.take("that creature's", "its"):
        return None
    characteristic = c.look_up(CHARACTERISTICS)
    return None if characteristic is None else a.CharacteristicOf(characteristic=characteristic, of="itself")


@rule
def _puts_one_of(c: Cursor, known: Scope) -> InstructionsRead:
    """ "your choice of a +1/+1, first strike, or trample counter on it"."""
    c.filler("a", "an")
    names: list[str] = []
    while True:
        name = _name_of_counter(c)
        if name is None:
            return None
        names.append(name)
        c.filler("counter")
        if not c.take(", or", ", or a", "or a", "or an", "or", ","):
            break
        c.filler("a", "an")
    what = objects(c, known) if len(names) > 1 and c.take("on each of", "on") else None
    if what is None:
        return None
    known.done_to(what)
    return [a.Modes(modes=tuple((a.PutsCounters(permanents=what, counter=each),) for each in names))]


def _name_of_counter(c: Cursor) -> str | None:
    """A name of counters, the word "counter" being said once for several."""
    for size in (2, 1):
        name = " ".join(c.peek(ahead) for ahead in range(size))
        if c.peek(size) in (",", "or", "counter") and re.fullmatch(r"[+-]\d+/[+-]\d+|[a-z]+(?: strike)?", name):
            c.move(size)
            return name
    return None


@rule
def _distributes(c: Cursor, known: Scope) -> InstructionsRead:
    """ "distribute two +1/+1 counters among one or two target creatures" (601.2d)."""
    if c.take("distribute a number of"):
        name = counter_name(c)
        many = quantity(c) if name is not None and c.take("equal to") else None
    else:
        many = amount(c, known) if c.take("distribute") else None
        name = counter_name(c) if many is not None else None
    if many is None or name is None or not c.take("among"):
        return None
    what = divided_among(c, known, many)
    return None if what is None else [a.PutsCounters(permanents=what, counter=name, number=1)]


@rule
def _sacrifices(c: Cursor, known: Scope) -> InstructionsRead:
    done = sacrifices(c, known, YOU) if c.take("sacrifice") else None
    if done is None:
        return None
    if c.take("or discard a card"):
        discard = a.MovesCards(players=YOU, what="discard")
        return [a.Modes(modes=((done,), (discard,)))]
    if c.sees("or pay"):
        c.move()
        paid = pays(c, YOU)
        return None if paid is None else [a.Modes(modes=((done,), (paid,)))]
    return [done]


@rule
def _controls(c: Cursor, known: Scope) -> InstructionsRead:
    known.leading = c.look_up(LEADING, 8) or known.leading
    if not c.take("gain control of", "you gain control of"):
        return None
    leading = next((each for each in UNTIL.values() if each == known.leading), None)
    what, until = objects(c, known), c.look_up(UNTIL, 7) or leading
    as_long_as = condition(c, known) if until is None and c.take("for as long as") else None
    if what is None or c.sees("until", "for", "during", "this") or (until is None and known.leading is not None):
        return None
    return [a.GainsControl(permanents=what, players=YOU, until=until, as_long_as=as_long_as)]


@rule
def _marks_a_card(c: Cursor, known: Scope) -> InstructionsRead:
    """ "put a memory counter on it", of a card in exile: no board holds those."""
    start = c.at
    in_exile = known.looking is not None and known.turned_to == "exile"
    in_exile = in_exile or (known.did == "exiled" and isinstance(known.it, a.IsTargetCard | a.IsChosenCard))
    if not in_exile or not c.take("put") or amount(c, known) is None or counter_name(c) is None or not c.take("on"):
        return None
    if not c.take("that card", "it", "each of them", "them", "those cards", "each of those cards"):
        return None
    return [off_board(c, start)]


@rule
def _attaches(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("attach"):
        return None
    it, created = known.it, known.created
    if c.take("to it", "to him", "to her"):
        to, what = CREATED if created == 1 else it, objects(c, known)
        return None if to is None or what in (None, to) or created == 0 else [a.Attaches(permanents=what, to=to)]
    what = objects(c, known)
    if what is None or not c.take("to"):
        return None
    if c.sees("it", "him", "her", *TOKENS):
        known.it = it  # what is attached isn't attached to itself
        known.created = None if what == CREATED else created
    to = objects(c, known)
    return None if to is None or to == what else [a.Attaches(permanents=what, to=to)]


@rule
def _scries(c: Cursor, known: Scope) -> InstructionsRead:
    """Cards of a library are looked at: nothing that the board holds."""
    start = c.at
    if not c.take("scry", "surveil") or amount(c, known) is None:
        return None
    return [off_board(c, start)]


@rule
def _reveals(c: Cursor, known: Scope) -> InstructionsRead:
    """ "reveal it", of a card that was looked at: nothing that the board holds."""
    said = c.take("reveal it", "reveal that card") if known.looking is not None else None
    return None if said is None else [a.OffBoard(text=said)]


@rule
def _pays(c: Cursor, known: Scope) -> InstructionsRead:
    paid = pays(c, YOU)
    if paid is None:
        return None
    found: list[a.Instruction] = [paid]
    while c.sees(*MORE):
        c.move()
        more = imperative(c, known) if c.peek() != "discard" else _deed(c, known)
        if more is None:
            return None
        found += more
    return found


def _deed(c: Cursor, known: Scope) -> InstructionsRead:
    done = deed(c, known, YOU)
    return None if done is None else [done]


_MANA_OF_ANY_COLOR = "mana of any color", "mana of any one color", "mana in any combination of colors"
_MANA = re.compile(r"(?:\{[wubrgc]\})+")


@rule
def _adds_mana(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("add", "adds"):
        return None
    equal = c.take("an amount of") is not None
    many = None if equal else amount(c, known)
    if many is not None and (any_of := c.take(*_MANA_OF_ANY_COLOR)) is not None:
        return [a.AddsMana(mana=any_of, number=many)]
    if not _MANA.fullmatch(c.peek()):
        return None
    added = c.raw().upper()
    c.move()
    if equal or c.sees("for each"):
        many = for_each_of(c, known, 1) if not equal else quantity(c) if c.take("equal to") else None
        if many is None:
            return None
    if many is not None:
        return [a.AddsMana(mana=added, number=many)]
    while c.sees("or", ",") and (_MANA.fullmatch(c.peek(1)) or c.peek(1) == "or"):
        c.move(2)
        if _MANA.fullmatch(c.peek()):
            c.move()
    return [a.AddsMana(mana=added)]


# --- verbs as rows -------------------------------------------------------------------------------------------------------


def _in_play(c: Cursor) -> a.Filter | None:
    """Permanents that haven't left the battlefield, nor are cards."""
    what = objects(c, c.known)
    return None if what in c.known.gone or isinstance(what, a.IsChosenCard | a.IsTargetCard | a.IsTurnedUp) else what


def _owned(c: Cursor) -> a.Filter | None:
    """ "its [owner shuffles it …]", "target creature's": the permanent whose owner does something with it."""
    what = possessor(c, _in_play, 12, WHOSE)
    shuffled = c.sees(*(f"owner {does} {it}" for does in ("shuffles", "puts") for it in ("it", "that", "~")))
    return None if shuffled is None or (shuffled.endswith("~") and what != a.THIS) else what


def _these(c: Cursor) -> a.Filter | None:
    """ "target creature and target land": permanents that are moved together."""
    found: list[a.Filter] = []
    while True:
        what = objects(c, c.known)
        if what is None or (not isinstance(what, a.Is) and c.sees("card", "cards")) or what in c.known.gone:
            return None
        if isinstance(what, a.IsChosenCard) or TURNED_UP in (what, getattr(what, "permanents", None)):
            return None  # a card, which isn't on the battlefield
        found.append(what)
        if not c.sees(*_AND_MORE) or _is_clause_ahead(c):
            return together(found)
        c.filler(", and", ",", "and")


_AND_MORE = (
    *("and target", "and up to", "and one target", "and ~", "and this creature", "and it", "and all", "and each"),
    *(", target", ", up to one target", ", and target", ", and up to one target"),
)
"""How one more begins of those that are moved together."""


def _is_clause_ahead(c: Cursor) -> bool:
    """Whether "and ~" begins another clause, rather than naming one more permanent."""
    return c.peek(1) in ("~", "it") and c.peek(2) not in (".", "", "at", "to")


def _countered(c: Cursor) -> a.RemovesCounters | None:
    """ "all of them", "one from it", after "remove": of the counters that were put last, or asked of."""
    if c.known.countered is None:
        return None
    name, what = c.known.countered
    if c.take("all of them", "them all", "them", "those counters", "all of those counters", "all those counters"):
        return a.RemovesCounters(permanents=what, counter=name, number=None)
    many = number(c)
    from_it = many is not None and c.take("of them", "of those counters", "from it") is not None
    return a.RemovesCounters(permanents=what, counter=name, number=many) if from_it and many is not None else None


def _removes_those(of: a.RemovesCounters) -> a.Instruction:
    return of


def _created(c: Cursor) -> a.Filter | None:
    return CREATED if objects(c, c.known) == CREATED else None


def _one(c: Cursor) -> a.Filter | None:
    """One permanent that is pointed at, chosen or a target."""
    what = objects(c, c.known)
    return what if isinstance(what, a.Is | a.IsTarget | a.IsChosen) else None


def _two(c: Cursor) -> a.Filter | None:
    """ "target artifact you control and target artifact", "two target creatures"."""
    what = several(c, c.known)
    if isinstance(what, a.IsTarget):
        two = any(each.permanents == what.permanents and (each.minimum, each.maximum) == (2, 2) for each in c.known.targets)
    else:
        two = (
            isinstance(what, a.AnyOf) and len(what.parts) == 2 and all(isinstance(each, a.Is | a.IsTarget) for each in what.parts)
        )
    return what if two and not c.sees("until", "for") else None


def _until_it_leaves(c: Cursor) -> bool:
    return c.take("until ~ leaves the battlefield", "until this creature leaves the battlefield") is not None


def _tapped(known: Scope, permanents: a.Filter) -> None:
    known.done_to(permanents)
    known.turned = "tapped"
    if isinstance(permanents, a.IsChosen):
        known.counts()


def _untapped(known: Scope, permanents: a.Filter) -> None:
    known.done_to(permanents)
    known.turned = "untapped"
    if isinstance(permanents, a.IsChosen) and known.is_one(permanents):
        known.means(permanents)  # "it gains vigilance"


def _moved(did: str) -> Callable[..., None]:
    """Permanents were moved, and how: "if it was exiled this way"."""

    def moved(known: Scope, permanents: a.Filter, **_: object) -> None:
        one = None if isinstance(permanents, a.AnyOf) else permanents
        known.done_to(one or a.IsAffected())
        known.did, known.moved = did, one
        if did == "exiled":
            known.exiled = one
        if one is None:
            known.it = known.that = None
            known.those = AFFECTED if did == "exiled" else None

    return moved


def _counted(known: Scope, **_: object) -> None:
    known.counts()


def _of_a_kind(known: Scope, **_: object) -> None:
    known.counts()
    known.did, known.kinds_of = "removed", None  # "a counter of that kind"


def _any_number(known: Scope, **_: object) -> None:
    known.counts(that_many=True)


def _chosen_x(c: Cursor) -> a.Quantity | None:
    """ "X", where nothing says what it is: as many as a player chooses."""
    return a.ChosenNumber() if x_is_open(c) and c.take("x") else None


def _x_is_chosen(known: Scope, **_: object) -> None:
    known.x = a.ChosenNumber()
    known.counts(that_many=True)


def _exchanged(known: Scope, **_: object) -> None:
    known.it = known.that = None


def _exchanges_power(one: a.Filter, other: a.Filter, duration: a.Duration) -> a.Instruction | None:
    """701.12g: each one's base power becomes what the other's power is now."""
    changes = (
        a.ChangesCharacteristics(permanents=each, base_power=a.NumberOf(filter=than, characteristic="power"))
        for each, than in ((one, other), (other, one))
    )
    return None if one == other else a.Begins(abilities=tuple(changes), duration=duration)


def _taps_or_untaps(permanents: a.Filter) -> a.Instruction:
    return a.Modes(modes=((a.Taps(permanents=permanents),), (a.Untaps(permanents=permanents),)))


def _moves_counters(of: a.Filter, on: a.Filter, counter: str | None, number: a.Quantity | None) -> a.Instruction | None:
    return None if on == of else a.MovesCounters(of=of, on=on, counter=counter, number=number)


def _those_counters(c: Cursor) -> tuple[str | None, a.Filter | None] | None:
    """ "Those counters", and what they were on: of the name that was asked of, or all of them."""
    return (c.known.countered or (None, c.known.it)) if c.take("those counters") else None


def _moves_those(those: tuple[str | None, a.Filter | None], on: a.Filter) -> a.Instruction | None:
    counter, of = those
    return None if of is None else _moves_counters(of, on, counter, None)


def _doubles(permanents: a.Filter, counter: str) -> a.Instruction:
    own = a.CountersOn(of=permanents.role if isinstance(permanents, a.Is) else "itself", counter=counter)
    return a.PutsCounters(permanents=permanents, counter=counter, number=own)


_MINE = a.AllOf.model_construct(parts=(a.HasType(type="Creature"), a.ControlledBy.model_construct(players=YOU)))
_LEAST = a.Extremum.model_construct(filter=_MINE, characteristic="toughness", least=True)
_AT_MOST = a.Compares.model_construct(characteristic="toughness", comparison="<=", than=_LEAST)
_WEAKEST = a.IsChosen.model_construct(permanents=a.AllOf.model_construct(parts=(*_MINE.parts, _AT_MOST)))


def _bolsters(number: a.Quantity) -> a.Instruction:
    """701.39a: a creature you control with the least toughness gets counters."""
    return a.PutsCounters(permanents=_WEAKEST, counter="+1/+1", number=number)


def _airbends(permanents: a.Filter) -> tuple[a.Instruction, ...]:
    """701.65: exile it; while it is exiled, its owner may cast it for {2}."""
    cast = a.OffBoard(text="its owner may cast it for {2} while it is exiled")
    return a.Moves(permanents=permanents, how="exiled"), cast


_OTHER_CREATURE = a.AllOf.model_construct(parts=(a.HasType(type="Creature"), a.Not.model_construct(part=a.THIS)))
_SUPPORTED = a.IsTarget.model_construct(permanents=_OTHER_CREATURE)


def _supports(number: int) -> a.Instruction:
    """701.41a: up to so many other target creatures get a counter each."""
    return a.PutsCounters(permanents=_SUPPORTED, counter="+1/+1", number=1)


def _are_supported(known: Scope, number: int) -> None:
    known.target(a.Target(permanents=_OTHER_CREATURE, minimum=0, maximum=number))
    known.means(_SUPPORTED, several=True)


_MY_LAND = a.AllOf.model_construct(parts=(a.HasType(type="Land"), a.ControlledBy.model_construct(players=YOU)))
_LAND = a.IsTarget.model_construct(permanents=_MY_LAND)


def _earthbends(number: a.Quantity) -> tuple[a.Instruction, ...]:
    """701.66: target land you control becomes a 0/0 creature with haste that's still a land, with so many +1/+1 counters. When it
    dies or is exiled, it returns tapped."""
    zones: tuple[a.Zone, ...] = ("graveyard", "exile")
    back = tuple(a.PutsOntoBattlefield(cards=SUBJECT, zone=zone, players=YOU, tapped=True) for zone in zones)
    returns = a.Triggered(
        events=(a.Leaves(permanents=_LAND),),
        does=a.Instructions(instructions=back),
        text="When it dies or is exiled, return it.",
    )
    becomes = a.ChangesCharacteristics(permanents=_LAND, types=("Creature",), kept=True, base_power=0, base_toughness=0)
    hasty = a.Grants(permanents=_LAND, abilities=(a.KeywordAbility(keyword="haste"),))
    return (
        a.Begins(abilities=(becomes, hasty), duration="indefinite"),
        a.PutsCounters(permanents=_LAND, counter="+1/+1", number=number),
        a.Begins(abilities=(returns,), duration="indefinite"),
    )


def _land_is_meant(known: Scope, number: a.Quantity) -> None:
    known.target(a.Target(permanents=_LAND.permanents))
    known.means(_LAND)
    known.animates = True


def _designates(permanents: a.Filter, designation: Literal["goaded", "suspected"], duration: a.Duration) -> a.Instruction:
    return a.Begins(abilities=(a.Designates(creatures=permanents, designation=designation),), duration=duration)


def _assigns_none(permanents: a.Filter, duration: a.Duration) -> a.Instruction:
    return a.Begins(abilities=(a.AssignsNoDamage(creatures=permanents),), duration=duration)


_SIDED = re.compile(r"d(\d{1,3})s?|([a-z]+)-sided")


def _die(c: Cursor) -> int | None:
    """ "d20", "six-sided die": how many sides it has."""
    die = _SIDED.fullmatch(c.peek())
    if die is None:
        return None
    c.move(1 if die[1] else 2)
    return int(die[1]) if die[1] else NUMBERS.get(die[2])


def _rolled(known: Scope, **_: object) -> None:
    known.amount = known.way = a.AmountDone()


def _proliferates(many: a.Quantity) -> a.Instruction:
    return a.ForEach(times=many, do=(a.Proliferates(),))


def _is_sacrificed(permanents: a.Filter) -> a.Instruction:
    return a.Sacrifices(players=ANY, permanents=permanents, number=a.CountOf(filter=permanents))


_RULES: dict[str, Reads] = (
    RULES
    | SHOWN
    | OF_LIFE
    | {
        "objects": lambda c: objects(c, c.known),
        "several": lambda c: several(c, c.known),
        "in_play": _in_play,
        "owned": _owned,
        "these": _these,
        "created": _created,
        "one": _one,
        "until": lambda c: c.look_up(UNTIL, 7),
        "two": _two,
        "its": lambda c: c.known.it if c.take("its") else None,
        "those_counters": _those_counters,
        "it": lambda c: c.known.it if c.take("it") else None,
        "countered": _countered,
        "until_it_leaves": _until_it_leaves,
        **dict.fromkeys(("amount", "x", "x_over_one"), lambda c: amount(c, c.known)),
        "chosen_x": _chosen_x,
        "die": _die,
        **dict.fromkeys(("counter", "counters"), counter_name),
        "from": lambda c: objects(c, c.known) if c.take("from each of", "from") else None,
    }
)

VERBS: Grammar[a.Instruction | tuple[a.Instruction, ...]] = Grammar(
    _RULES,
    phrase("(put|move) <those:those_counters> (on|onto) <on:objects>", _moves_those),
    phrase("(put|move) <of:its> counters (on|onto) <on:objects>", _moves_counters, counter=None, number=None),
    phrase("(put|move) <of:its> <counter:counters> (on|onto) <on:objects>", _moves_counters, number=None),
    phrase("move all counters from <of:one> onto <on:objects>", _moves_counters, counter=None, number=None),
    phrase("move all <counter:counters> from <of:one> onto <on:objects>", _moves_counters, number=None),
    phrase("move any number of <counter:counters> from <of:one> onto <on:objects>", _moves_counters, number=a.ChosenNumber()),
    phrase("move <number:amount> <counter> from <of:one> onto <on:objects>", _moves_counters),
    phrase("move <number:amount> (counter|counters) from <of:one> onto <on:objects>", _moves_counters, counter=None),
    phrase("remove <of:countered>", _removes_those).then(_counted),
    phrase("remove all (counters|counter) <permanents:from>", a.RemovesCounters, counter=None, number=None).then(_counted),
    phrase("remove all <counter:counters> <permanents:from>", a.RemovesCounters, number=None).then(_counted),
    phrase("remove any number of <counter:counters> <permanents:from>", a.RemovesCounters, number=a.ChosenNumber()).then(
        _any_number
    ),
    phrase("remove up to <number:amount> (counter|counters) <permanents:from>", a.RemovesCounters, counter=None, up_to=True).then(
        _counted
    ),
    phrase("remove up to <number:amount> <counter> <permanents:from>", a.RemovesCounters, up_to=True).then(_counted),
    phrase("remove <number:chosen_x> <counter:counters> <permanents:from>", a.RemovesCounters).then(_x_is_chosen),
    phrase("remove <number:amount> (counter|counters) <permanents:from>", a.RemovesCounters, counter=None).then(_of_a_kind),
    phrase("remove <number:amount> <counter> <permanents:from>", a.RemovesCounters).then(_counted),
    phrase("remove <permanents:objects> from combat", a.RemovesFromCombat),
    phrase("unattach <permanents:objects>", a.Attaches, to=None).then(done_to),
    phrase(
        "creatures <blockers:it> was blocking that had become blocked by only (it|this creature|that creature|~) this combat "
        "become unblocked",
        a.BecomesUnblocked,
    ),
    phrase("tap or untap <permanents:objects>", _taps_or_untaps),
    phrase("(tap|taps) <permanents:several>", a.Taps).then(_tapped),
    phrase("(untap|untaps) <permanents:several>", a.Untaps).then(_untapped),
    phrase("those players sacrifice <permanents:objects>", _is_sacrificed),
    phrase("destroy <permanents:these>", a.Moves, how="destroyed").then(_moved("destroyed")),
    phrase("exile <permanents:these> <until_it_leaves>", a.Moves, how="exiled").then(_moved("exiled")),
    phrase(
        "return <permanents:these> to (its owner's hand|their owner's hand|their owners' hands|his or her hand)",
        a.Moves,
        how="returned",
    ).then(_moved("returned")),
    phrase("return <permanents:created> to your hand", a.Moves, how="returned").then(_moved("returned")),
    *(
        phrase(f"put <permanents:these> ({'|'.join(words)})", a.Moves, how="library", place=place, order=order).then(
            _moved("put into a library")
        )
        for (place, order), words in OF_ITS_OWNER.items()
    ),
    phrase(
        "shuffle <permanents:these> into (its owner's library|their owners' libraries|their owner's library)",
        a.Moves,
        how="library",
        place="shuffled",
    ).then(_moved("shuffled into a library")),
    *(
        phrase(f"<permanents:owned> owner {puts} their library", a.Moves, how="library", place=place)
        for puts, place in (
            ("shuffles (it|that creature|that permanent|~) into", "shuffled"),
            ("puts (it|that creature|that permanent|~) on top of", 1),
            ("puts (it|that creature|that permanent|~) on the bottom of", "bottom"),
            ("puts (it|that creature|that permanent|~) on their choice of the top or bottom of", "top or bottom"),
        )
    ),
    phrase("double the number of each kind of counter on <permanents:several>", a.DoublesCounters).then(done_to),
    phrase("double the number of <counter:counters> on <permanents:objects>", _doubles).then(done_to),
    phrase("exchange control of <permanents:two>", a.ExchangesControl).then(_exchanged),
    phrase("exchange <one:its> power and the power of <other:objects> <duration:until>", _exchanges_power),
    phrase("bolster <number:x>", _bolsters).then(lambda known, number: known.means(_WEAKEST)),
    phrase("support <number:digits>", _supports).then(_are_supported),
    phrase("airbend <permanents:in_play>", _airbends).then(done_to),
    phrase("earthbend <number:x>", _earthbends).then(_land_is_meant),
    phrase("(proliferate twice|proliferate , then proliferate again)", (a.Proliferates(), a.Proliferates())),
    phrase("proliferate <many:amount> times", _proliferates),
    phrase("proliferate", a.Proliferates),
    phrase("flip a coin", a.FlipsCoins),
    phrase("flip <number> coins", a.FlipsCoins),
    phrase("roll a <sides:die>", a.RollsDice).then(_rolled),
    phrase("roll <number> <sides:die>", a.RollsDice).then(_rolled),
    phrase("clash with an opponent", a.Clashes),
    phrase("clash with defending player", a.Clashes, opponent=DEFENDING),
    phrase("clash with that player", a.Clashes, opponent=CHOSEN),
    phrase("goad <permanents:several>", _designates, designation="goaded", duration="your next turn").then(done_to),
    phrase("suspect <permanents:several>", _designates, designation="suspected", duration="indefinite").then(done_to),
    phrase(
        "after this (phase|combat phase|main phase) , there is an additional combat phase followed by an additional main phase",
        (a.AddsCombat(), a.OffBoard(text="an additional main phase follows")),
    ),
    *(
        phrase(said, a.AddsCombat)
        for said in (
            "after this (phase|combat phase) , there is an additional combat phase",
            "(there's|there is) an additional combat phase after this phase",
            "there is an additional combat phase after this one",
        )
    ),
    *FACES,
    *SHOWING,
    *LIFE_TOTALS,
)
"""What is done, in words and as instructions: the rows read them, and say them (`rendering.effects`)."""
PREDICATES: Grammar[a.Instruction] = Grammar(
    _RULES,
    phrase("<permanents> (connives|connive) <number:x_over_one>", a.Connives),
    phrase("<permanents> (connives|connive|connives again|connive again)", a.Connives),
    phrase("<permanents> (explores|explore|explores again|explore again)", a.Explores).then(done_to),
    phrase("<permanents> (endures|endure) <number:x>", endures),
    phrase("<permanents> (phases out|phase out)", a.PhasesOut),
    phrase("<permanents> (transforms|transform)", a.Transforms),
    phrase("<permanents> (becomes prepared|become prepared)", a.Designating, designation="prepared"),
    phrase("<permanents> (assigns|assign) no combat damage this turn", _assigns_none, duration="end of turn"),
    phrase("<permanents> (assigns|assign) no combat damage this combat", _assigns_none, duration="end of combat"),
    phrase(  # the last after "it's"
        "<permanents> (is goaded|are goaded|goaded) for the rest of the game",
        _designates,
        designation="goaded",
        duration="indefinite",
    ).then(done_to),
    phrase("<permanents> (is sacrificed by its controller|are sacrificed by their controllers)", _is_sacrificed),
    given=("permanents",),
)
"""What permanents do, or what becomes of them: the verb after them."""


def _verb(c: Cursor, known: Scope) -> InstructionsRead:
    done = VERBS(c)
    return None if done is None else list(done) if isinstance(done, tuple) else [done]


_READINGS = (
    _marks_a_card,
    puts_kinds,
    _puts,
    _distributes,
    _verb,
    reveals_cards,
    puts_cards,
    _sacrifices,
    creates,
    _scries,
    _reveals,
    doubles,
    base_becomes,
    _pays,
    _controls,
    _attaches,
    _adds_mana,
)
