"""What the ability's controller does to permanents: counters, tapping, destroying, controlling, attaching, combats."""

from __future__ import annotations

import re
from typing import Literal

from ....events import abilities as a
from ..cursor import Cursor, rule
from ..filters import counter_name
from ..numbers import number
from ..quantities import quantity
from ..scope import SUBJECT, YOU, Scope
from .amounts import amount, for_each_of
from .card_verbs import puts_cards
from .changing import base_becomes, doubles
from .deeds import MORE, deed, pays, sacrifices
from .faces import FACES, InstructionsRead
from .making_tokens import creates
from .objects import objects, several


def imperative(c: Cursor, known: Scope) -> InstructionsRead:
    """What somebody is told to do to permanents, or to cards."""
    return next((done for read in _VERBS if (done := read(c, known)) is not None), None)


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
        if name is None:
            return None
        kinds.append((None, name))
    else:
        while True:
            many = amount(c, known)
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
            many = quantity(c) if c.take("equal to") else None
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
    """A name of counters, the word "counter" being told once for several."""
    for size in (2, 1):
        name = " ".join(c.peek(ahead) for ahead in range(size))
        if c.peek(size) in (",", "or", "counter") and re.fullmatch(r"[+-]\d+/[+-]\d+|[a-z]+(?: strike)?", name):
            c.move(size)
            return name
    return None


@rule
def _distributes(c: Cursor, known: Scope) -> InstructionsRead:
    """ "distribute two +1/+1 counters among one or two target creatures" (601.2d)."""
    if not c.take("distribute"):
        return None
    many = number(c)
    name = counter_name(c) if many is not None else None
    if many is None or name is None or not c.take("among"):
        return None
    if c.take("one or two target"):
        least, most = 1, 2
    elif c.take("one , two , or three target"):
        least, most = 1, 3
    elif c.take("any number of target"):
        least, most = 0, many
    else:
        return None
    c.at -= 1
    before = len(known.targets)
    what = objects(c, known)
    if not isinstance(what, a.IsTarget) or len(known.targets) != before + 1:
        return None
    divided = a.Target(permanents=what.permanents, minimum=least, maximum=min(most, many), divided=many)
    known.targets = (*known.targets[:-1], divided)
    return [a.PutsCounters(permanents=what, counter=name, number=1)]


@rule
def _removes(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("remove"):
        return None
    everything = c.take("all") is not None
    many = None if everything else amount(c, known)
    name = None if c.take("counter", "counters") else counter_name(c)
    named = name is not None or c.tokens[c.at - 1].word.startswith("counter")
    if not named or (many is None and not everything) or not c.take("from each of", "from"):
        return None
    what = objects(c, known)
    if what is None:
        return None
    known.counts()
    return [a.RemovesCounters(permanents=what, counter=name, number=many)]


@rule
def _leaves_combat(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("remove"):
        return None
    what = objects(c, known)
    return [a.RemovesFromCombat(permanents=what)] if what is not None and c.take("from combat") else None


@rule
def _taps(c: Cursor, known: Scope) -> InstructionsRead:
    if c.take("tap or untap"):
        what = objects(c, known)
        if what is None:
            return None
        return [a.Modes(modes=((a.Taps(permanents=what),), (a.Untaps(permanents=what),)))]
    verb = c.take("tap", "untap", "untaps", "taps")
    what = several(c, known) if verb else None
    if verb is None or what is None:
        return None
    known.done_to(what)
    if verb.startswith("tap"):
        if isinstance(what, a.IsChosen):
            known.counts()
        return [a.Taps(permanents=what)]
    return [a.Untaps(permanents=what)]


_ON_TOP = ("on top of its owner's library", "on the bottom of its owner's library", "on top of their owner's library")


@rule
def _to_library(c: Cursor, known: Scope) -> InstructionsRead:
    """ "put it on top of its owner's library": where in the library it is nobody asks."""
    if not c.take("put"):
        return None
    what = objects(c, known)
    if what is None or what in known.gone or isinstance(what, a.IsChosenCard | a.IsTargetCard | a.IsTurnedUp):
        return None
    return [a.Moves(permanents=what, how="library")] if c.take(*_ON_TOP) else None


@rule
def _moves(c: Cursor, known: Scope) -> InstructionsRead:
    verb = c.take("destroy", "exile", "return")
    if verb is None:
        return None
    found: list[a.Filter] = []
    while True:
        what = objects(c, known)
        if what is None or (not isinstance(what, a.Is) and c.sees("card", "cards")) or what in known.gone:
            return None
        found.append(what)
        if not c.sees("and target", "and up to", "and ~", "and it") or _is_clause_ahead(c):
            break
        c.filler("and")
    if verb == "return":
        to = c.take("to its owner's hand", "to their owner's hand", "to their owners' hands", "to his or her hand")
        if to is None and not (found == [a.IsCreated()] and c.take("to your hand")):
            return None
    until = verb == "exile" and c.take("until ~ leaves the battlefield", "until this creature leaves the battlefield") is not None
    how: Literal["destroyed", "exiled", "returned"]
    how = "destroyed" if verb == "destroy" else "exiled" if verb == "exile" else "returned"
    known.done_to(found[0] if len(found) == 1 else a.IsAffected())
    known.did = {"destroy": "destroyed", "exile": "exiled", "return": "returned"}[verb]
    known.moved = found[0] if len(found) == 1 else None
    if verb == "exile":
        known.exiled = found[0] if len(found) == 1 else None
    if len(found) > 1:
        known.it = known.that = known.those = None
    moved = found[0] if len(found) == 1 else a.AnyOf(parts=tuple(found))
    return [a.Moves(permanents=moved, how=how, until_it_leaves=until)]


def _is_clause_ahead(c: Cursor) -> bool:
    """Whether "and ~" begins another clause, rather than naming one more permanent."""
    return c.peek(1) in ("~", "it") and c.peek(2) not in (".", "", "at", "to")


@rule
def _flickers(c: Cursor, known: Scope) -> InstructionsRead:
    """ "exile it, then return it to the battlefield under its owner's control" (400.7)."""
    if not c.take("exile"):
        return None
    what = objects(c, known)
    then = what is not None and c.take(
        ", then return it", ", then return that card", ", then return them", ", then return those cards", ", then return him"
    )
    if what is None or what in known.gone or not then:
        return None
    if not c.take("to the battlefield"):
        return None
    tapped, yours, attacking = False, False, False
    face: Literal["transformed", "face down"] | None = None
    while True:
        if c.take("transformed", "and transformed", "converted"):
            face = "transformed"
        elif c.take("tapped and attacking"):
            tapped = attacking = True
        elif c.take("tapped"):
            tapped = True
        elif c.take("under your control"):
            yours = True
        elif not c.take("under its owner's control", "under their owners' control", "under their owner's control"):
            break
    if c.sees("with", "face", "attached"):
        return None
    back = a.PutsOntoBattlefield(
        cards=what, zone="exile", players=YOU if yours else None, tapped=tapped, attacking=attacking, face=face
    )
    known.it = known.that = known.those = a.IsCreated()
    known.created = 1
    return [a.Moves(permanents=what, how="exiled"), back]


@rule
def _sacrifices(c: Cursor, known: Scope) -> InstructionsRead:
    done = sacrifices(c, known, YOU) if c.take("sacrifice") else None
    if done is None:
        return None
    if c.take("or discard a card"):
        discard = a.MovesCards(players=YOU, what="discard")
        return [a.Modes(modes=((done,), (discard,)))]
    if c.take("or pay"):
        paid = pays(c, known, YOU)
        return None if paid is None else [a.Modes(modes=((done,), (paid,)))]
    return [done]


@rule
def _controls(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("gain control of"):
        return None
    what, until = objects(c, known), control_until(c)
    if what is None or c.sees("until", "for", "during", "this"):
        return None
    return [a.GainsControl(permanents=what, players=YOU, until=until)]


def control_until(c: Cursor) -> Literal["end of turn", "end of combat"] | None:
    """Until when somebody has gained control; None: indefinitely."""
    if c.take("until end of turn"):
        return "end of turn"
    return "end of combat" if c.take("until end of combat") else None


@rule
def _exchanges(c: Cursor, known: Scope) -> InstructionsRead:
    """ "exchange control of target artifact you control and target artifact", "exchange control of two target creatures"."""
    if not c.take("exchange control of"):
        return None
    what = several(c, known)
    if what is None or c.sees("until", "for"):
        return None
    two = isinstance(what, a.AnyOf) and len(what.parts) == 2
    if isinstance(what, a.IsTarget):
        two = any(each.permanents == what.permanents and (each.minimum, each.maximum) == (2, 2) for each in known.targets)
    known.it = known.that = None
    return [a.ExchangesControl(permanents=what)] if two else None


@rule
def _attaches(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("attach"):
        return None
    it = known.it
    what = objects(c, known)
    if what is None or not c.take("to"):
        return None
    if c.sees("it", "him", "her"):
        known.it = it  # what is attached isn't attached to itself
    to = objects(c, known)
    return None if to is None or to == what else [a.Attaches(permanents=what, to=to)]


@rule
def _scries(c: Cursor, known: Scope) -> InstructionsRead:
    """Cards of a library are looked at: nothing that the board holds."""
    start, before = c.at, len(known.derivations)
    if not c.take("scry", "surveil") or amount(c, known) is None:
        return None
    known.derivations = known.derivations[:before]  # how many they are is the player's
    c.pass_over(start, "elsewhere")
    return [a.OffBoard(text=" ".join(token.raw for token in c.tokens[start : c.at]))]


@rule
def _pays(c: Cursor, known: Scope) -> InstructionsRead:
    paid = pays(c, known, YOU) if c.take("pay") else None
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


@rule
def _moves_counters(c: Cursor, known: Scope) -> InstructionsRead:
    """ "move a +1/+1 counter from ~ onto another target creature", "put its counters on target creature you control"."""
    if c.take("put its counters on", "put those counters on"):
        of, name, many = known.it, None, None
    elif c.take("move"):
        many = None if c.take("all") else amount(c, known)
        every = c.tokens[c.at - 1].word == "all"
        name = None if c.take("counters") else counter_name(c)
        if (many is None and not every) or (name is None and not every) or not c.take("from"):
            return None
        of = objects(c, known)
        if not c.take("onto"):
            return None
    else:
        return None
    on = objects(c, known) if isinstance(of, a.Is | a.IsTarget | a.IsChosen) else None
    return None if of is None or on is None or on == of else [a.MovesCounters(of=of, on=on, counter=name, number=many)]


@rule
def _doubles_counters(c: Cursor, known: Scope) -> InstructionsRead:
    if c.take("double the number of each kind of counter on"):
        each = several(c, known)
        if each is None:
            return None
        known.done_to(each)
        return [a.DoublesCounters(permanents=each)]
    if not c.take("double the number of"):
        return None
    name = counter_name(c)
    what = objects(c, known) if name is not None and c.take("on") else None
    if name is None or what is None:
        return None
    own = a.CountersOn(of=what.role if isinstance(what, a.Is) else "itself", counter=name)
    known.done_to(what)
    return [a.PutsCounters(permanents=what, counter=name, number=own)]


_MANA = re.compile(r"(?:\{[wubrgc]\})+")


@rule
def _adds_mana(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("add", "adds"):
        return None
    many = amount(c, known)
    if not _MANA.fullmatch(c.peek()):
        return None
    added = c.raw().upper()
    c.move()
    if many is not None:
        return [a.AddsMana(mana=added, number=many)]
    while c.sees("or", ",") and (_MANA.fullmatch(c.peek(1)) or c.peek(1) == "or"):
        c.move(2)
        if _MANA.fullmatch(c.peek()):
            c.move()
    return [a.AddsMana(mana=added)]


@rule
def _bolsters(c: Cursor, known: Scope) -> InstructionsRead:
    """701.39a: a creature you control with the least toughness gets counters."""
    many = amount(c, known) if c.take("bolster") else None
    if many is None:
        return None
    mine = a.AllOf(parts=(a.HasType(type="Creature"), a.ControlledBy(players=YOU)))
    least = a.Extremum(filter=mine, characteristic="toughness", least=True)
    weakest = a.Compares(characteristic="toughness", comparison="<=", than=least)
    chosen = a.IsChosen(permanents=a.AllOf(parts=(*mine.parts, weakest)))
    known.means(chosen)
    return [a.PutsCounters(permanents=chosen, counter="+1/+1", number=many)]


@rule
def _proliferates(c: Cursor, known: Scope) -> InstructionsRead:
    if not c.take("proliferate"):
        return None
    return [a.Proliferates(), a.Proliferates()] if c.take("twice", ", then proliferate again") else [a.Proliferates()]


_COMBAT = (
    "there's an additional combat phase after this phase",
    "there is an additional combat phase after this phase",
    "there is an additional combat phase after this one",
    "after this phase , there is an additional combat phase",
    "after this combat phase , there is an additional combat phase",
)


@rule
def _adds_combat(c: Cursor, known: Scope) -> InstructionsRead:
    return [a.AddsCombat()] if c.take(*_COMBAT) else None


@rule
def _airbends(c: Cursor, known: Scope) -> InstructionsRead:
    """701.65: exile it; while it is exiled, its owner may cast it for {2}."""
    what = objects(c, known) if c.take("airbend") else None
    if what is None or what in known.gone:
        return None
    known.done_to(what)
    return [a.Moves(permanents=what, how="exiled"), a.OffBoard(text="its owner may cast it for {2} while it is exiled")]


@rule
def _earthbends(c: Cursor, known: Scope) -> InstructionsRead:
    """701.66: target land you control becomes a 0/0 creature with haste that's still a land, with so many +1/+1 counters. When it
    dies or is exiled, it returns tapped."""
    many = amount(c, known) if c.take("earthbend") else None
    if many is None:
        return None
    lands = a.AllOf(parts=(a.HasType(type="Land"), a.ControlledBy(players=YOU)))
    land = a.IsTarget(permanents=lands)
    known.target(a.Target(permanents=lands))
    known.means(land)
    back = (a.PutsOntoBattlefield(cards=SUBJECT, zone=zone, players=YOU, tapped=True) for zone in _FROM)
    returns = a.Triggered(
        events=(a.Leaves(permanents=land),),
        does=a.Instructions(instructions=tuple(back)),
        text="When it dies or is exiled, return it.",
    )
    becomes = a.ChangesCharacteristics(permanents=land, types=("Creature",), kept=True, base_power=0, base_toughness=0)
    hasty = a.Grants(permanents=land, abilities=(a.KeywordAbility(keyword="haste"),))
    return [
        a.Begins(abilities=(becomes, hasty), duration="indefinite"),
        a.PutsCounters(permanents=land, counter="+1/+1", number=many),
        a.Begins(abilities=(returns,), duration="indefinite"),
    ]


_FROM: tuple[a.Zone, ...] = ("graveyard", "exile")


_VERBS = (
    _moves_counters,
    _airbends,
    _earthbends,
    _puts,
    _distributes,
    _removes,
    _taps,
    _flickers,
    _moves,
    puts_cards,
    _to_library,
    _sacrifices,
    creates,
    _scries,
    _doubles_counters,
    doubles,
    base_becomes,
    _leaves_combat,
    _pays,
    _controls,
    _exchanges,
    _attaches,
    _adds_mana,
    _bolsters,
    *FACES,
    _adds_combat,
    _proliferates,
)
