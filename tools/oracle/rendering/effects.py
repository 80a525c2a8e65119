"""What abilities do as they resolve, in words: an instruction a clause, as sentences without their last period.

What the words here can't say is said in those of the card (`lines.render`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from ....events import abilities as a
from ....events.model import parts_of
from ..grammar import Grammar
from ..instructions.deeds import DEEDS, PAYS, YOUR_DEEDS
from ..instructions.modes import CHOOSERS
from ..instructions.places import said_in_library
from ..instructions.verbs import PREDICATES, VERBS
from ..logic import conjuncts
from ..predicates import SAID_UNTIL
from ..scope import EACH, YOU
from .continuous import LATER, begins, creates
from .phrases import EACH_OF, cards_described, condition_clause, counted, in_all, kind_of, said_otherwise
from .saying import LIBRARIES, Saying
from .words import NotRendered, joined, number_word, outside_quotes, sentence, sentences, with_article

Says = Callable[[Any, Saying], str]


def effect_words(does: a.Instructions, again: str) -> str:
    """What an ability does, in words, in which `again` is a target that was named before. Raises NotRendered, or KeyError for
    what has none."""
    if does.modal is not None:
        return _modes(does.modal, again)
    return _sentences(does.instructions, Saying(does.targets, again))


def _sentences(instructions: Sequence[a.Instruction], saying: Saying, *, follow: bool = False) -> str:
    """Sentences. `follow`: others were said before."""
    found: list[str] = []
    first = instructions[0] if instructions and not follow else None
    asked = (_asked_last(first, saying),) if isinstance(first, a.If) and first.do else ()
    for said in chain(asked, _one_by_one(instructions[len(asked) :], saying)):
        found.append(said + saying.tail)
        saying.tail = ""
    if not found:
        raise NotRendered("nothing")
    return sentences([each[:1].upper() + each[1:] if at or follow else each for at, each in enumerate(found)])


def _one_by_one(instructions: Sequence[a.Instruction], saying: Saying) -> Iterator[str]:
    """The words for each, or for several that are said as one."""
    rest = instructions
    while rest:
        together = ((length, says(rest[:length], saying)) for length, says in _TOGETHER if len(rest) >= length)
        taken, said = next((found for found in together if found[1] is not None), (1, None))
        yield _one(rest[0], saying) if said is None else said
        rest = rest[taken:]


def _one(each: a.Instruction, saying: Saying) -> str:
    """As a row says it, or a function where it takes more than that."""
    try:
        said = _by_row(each, saying)
    except KeyError:
        if type(each) not in _SAYS:
            raise
        return _SAYS[type(each)](each, saying)
    if isinstance(each, a.Manifests):
        saying.created = "it" if each.number == 1 else "them"
    return said


_ROWS = (VERBS, YOUR_DEEDS, DEEDS, PREDICATES)


def _by_row(each: Any, saying: Saying) -> str:
    """As the row of its verb says it. Raises KeyError."""
    said = _said_by(_ROWS, each, saying)
    return said.removeprefix("you ") if isinstance(each, a.MovesCards) else said


def _said_by(rows: Sequence[Grammar[Any]], value: object, saying: Saying) -> str:
    """As the first of the rows says it that mean it. Raises KeyError."""
    for phrase, given in ((phrase, grammar.given) for grammar in rows for phrase in grammar.phrases):
        try:
            with saying.tried():
                said = phrase.words_for(value, saying.words, given=given)
        except KeyError:
            continue  # another one may have words
        if said is not None:
            return said
    raise KeyError(value)


def _done(instructions: Sequence[a.Instruction], saying: Saying) -> str:
    """What is done, one after the other, in one sentence."""
    if not instructions:
        raise NotRendered("nothing")
    said = joined(list(_one_by_one(instructions, saying)), "and") + saying.tail
    saying.tail = ""
    return said


def _modes(modal: a.ModalChoice, again: str) -> str:
    """ "Choose one —", and the modes, a line each."""
    several = modal.maximum > 1
    many = {(1, 1): "one", (1, 2): "one or both" if len(modal.modes) == 2 else "one or two", (2, 2): "two"}
    many |= {(3, 3): "three", (0, len(modal.modes)): "any number"}
    if several and modal.minimum == 1 and modal.maximum == len(modal.modes) > 2:
        many[1, modal.maximum] = "one or more"
    offered = "\n• ".join(["", *(sentence(effect_words(mode, again)) for mode in modal.modes)])
    chooses = "choose" if modal.by is None else f"{_CHOOSERS[modal.by.who]} chooses"
    how = " at random" * modal.random
    apart = all(target.other for mode in modal.modes for target in mode.targets) and any(mode.targets for mode in modal.modes)
    leads = ". Each mode must target a different player." if apart else " —"
    return f"{chooses} {many[modal.minimum, modal.maximum]}{how}{leads}{offered}".removesuffix(".")


_CHOOSERS = {whom.who: who for who, whom in CHOOSERS.items()}


# --- several instructions that are said as one ---------------------------------------------------------------------------


def _amass(each: Sequence[a.Instruction], saying: Saying) -> str | None:
    """701.47a."""
    match each:
        case [a.If(do=(), otherwise=(a.CreatesTokens(token=a.Token() as army),)), a.PutsCounters() as put, a.Begins()]:
            if "Army" in army.types:
                kind = army.name.removesuffix(" Army")
                return f"amass {kind}s {put.number if isinstance(put.number, int) else saying.is_x(put.number)}"
    return None


def _flicker(each: Sequence[a.Instruction], saying: Saying) -> str | None:
    """ "Exile it, then return it to the battlefield"."""
    match each:
        case [a.Moves(how="exiled") as out, a.PutsOntoBattlefield(zone="exile") as back] if back.cards == out.permanents:
            what = saying.permanents(out.permanents)
            how = _entering(back, saying)
            saying.created = "it"
            them = "them" if saying.is_several(out.permanents) else "it"
            return f"exile {what}, then return {them} to the battlefield{how}"
    return None


def _said_by_one_row(each: Sequence[a.Instruction], saying: Saying) -> str | None:
    """ "Proliferate twice", "earthbend 2": what these aim at is named by the row."""
    aimed_at = (part for one in each for part in parts_of(one) if isinstance(part, a.IsTarget))
    try:
        with saying.tried():
            said = _said_by((VERBS,), tuple(each), saying)
            return said if all(map(saying.is_plain, aimed_at)) else said_otherwise(each)
    except KeyError:
        return None


_TOGETHER: tuple[tuple[int, Callable[[Sequence[a.Instruction], Saying], str | None]], ...] = (
    (3, _amass),
    (3, _said_by_one_row),
    (2, _flicker),
    (2, _said_by_one_row),
)


# --- what is done to permanents ------------------------------------------------------------------------------------------


def _puts_counters(each: a.PutsCounters, saying: Saying) -> str:
    what = saying.permanents(each.permanents)
    if saying.is_several(each.permanents) and not isinstance(each.permanents, a.AnyOf):
        what = f"each of {what}"
    if isinstance(each.number, a.CountersOn) and each.number.counter == each.counter:
        return f"double the number of {each.counter} counters on {what}"
    return f"put {saying.number(each.number, f'{each.counter} counter')} on {what}"


def _damages(each: a.Damages, saying: Saying) -> str:
    who = saying.permanents(each.source)
    return f"{who} deals {_dealt(each, saying)}" + ". Excess damage is dealt to that creature's controller instead" * each.excess


def _dealt(each: a.Damages, saying: Saying) -> str:
    """ "3 damage to any target"."""
    to = each.recipients
    much = saying.much(each.amount, "damage")
    if to.attacked_by is not None:
        attacker = {"source": "this creature is", "subject": "it's"}[getattr(to.attacked_by, "role", "")]
        what = "player or planeswalker" if to.spares_battles else "player, planeswalker, or battle"
        return f"{much} to the {what} {attacker} attacking"
    if isinstance(to.permanents, a.IsTarget):
        aimed = _aimed(to.permanents, saying)
        return f"{much} {aimed}"
    if to.permanents is None:
        return f"{much} to {saying.players(to.players or YOU)}"
    if to.players is None:
        return f"{much} to {saying.permanents(to.permanents)}"
    theirs = a.ControlledBy(players=to.players)
    parts = conjuncts(to.permanents)
    rest = a.AllOf(parts=tuple(part for part in parts if part != theirs))
    controlled = f" {'you' if to.players == YOU else 'they'} control" if theirs in parts else ""
    return f"{much} to {saying.players(to.players)} and each {kind_of(rest, one=True)}{controlled}"


def _aimed(filter: a.IsTarget, saying: Saying) -> str:
    """ "To any target", "to target player or planeswalker", "divided as you choose among one or two targets"."""
    target = saying.aims(filter)
    if target is None:
        return f"to {saying.permanents(filter)}"
    if target.divided:
        what = "targets" if target.players else f"target {kind_of(filter.permanents, one=False)}"
        return f"divided as you choose among {_among(target)} {what}"
    if (target.minimum, target.maximum, target.number) != (1, 1, 0):
        raise NotRendered("several targets")
    types = filter.permanents.parts if isinstance(filter.permanents, a.AnyOf) else (filter.permanents,)
    named = {each.type for each in types if isinstance(each, a.HasType)}
    if named == {"Creature", "Planeswalker", "Battle"}:
        return "to any target"
    if named == {"Planeswalker"}:
        return f"to target {'opponent' if target.opponents else 'player'} or planeswalker"
    if named == {"Creature"}:
        return f"to target creature or {'opponent' if target.opponents else 'player'}"
    raise NotRendered("players and permanents")


def _among(target: a.Target) -> str:
    """Among how many targets something is divided."""
    if target.minimum:
        return {2: "one or two", 3: "one, two, or three"}[target.maximum or 0]
    return "any number of" if target.maximum in (None, target.divided) else f"up to {number_word(target.maximum)}"


def _damages_together(each: a.DamagesTogether, saying: Saying) -> str:
    sources = {part.source for part in each.parts}
    if len(sources) > 1:
        raise NotRendered("several sources")
    return f"{saying.permanents(sources.pop())} deals {' and '.join(_dealt(part, saying) for part in each.parts)}"


def _moves(each: a.Moves, saying: Saying) -> str:
    if each.how != "sacrificed":
        said = _by_row(each.model_copy(update={"regenerable": True}), saying)
        return said if each.regenerable else f"{said}. It can't be regenerated"
    if isinstance(each.permanents, a.AllOf | a.HasType | a.AnyOf):
        return f"sacrifice all {kind_of(each.permanents, one=False)}"
    return f"sacrifice {saying.permanents(each.permanents)}"


def _sacrifices(each: a.Sacrifices, saying: Saying) -> str:
    verb = {None: "sacrifice", "exiled": "exile", "returned": "return"}[each.how]
    back = " to its owner's hand" if each.how == "returned" else ""
    theirs = f" {'you' if each.players == YOU else 'they'} control" if each.how is not None else ""
    if isinstance(each.permanents, a.Is):
        return saying.does(each.players, verb, "it")
    if each.number is None:
        many = f"any number of {kind_of(each.permanents, one=False)}"
    elif each.number == 1:
        many = with_article(kind_of(each.permanents, one=True) + theirs)
    elif isinstance(each.number, int):
        many = f"{number_word(each.number)} {kind_of(each.permanents, one=False)}{theirs}"
    else:
        unit = kind_of(each.permanents, one=False)
        many = saying.number(each.number, unit, plural=unit)
    return f"{verb} {many}{back}" if each.players == YOU else saying.does(each.players, verb, many) + back


def _gains_control(each: a.GainsControl, saying: Saying) -> str:
    until = "" if each.until is None else f" {SAID_UNTIL[each.until]}"
    if each.players == YOU:
        return f"gain control of {saying.permanents(each.permanents)}{until}"
    return f"{saying.players(each.players)} gains control of {saying.permanents(each.permanents)}{until}"


# --- what players do -----------------------------------------------------------------------------------------------------


def _pays(each: a.Pays, saying: Saying) -> str:
    other = each.by not in (None, EACH)
    said = PAYS.words_for(each.model_copy(update={"least": 0}), saying.words, int(not other))
    return f"{saying.players(each.by)} {said}" if other and each.by is not None else said


def _mana(each: a.AddsMana, saying: Saying) -> str:
    if each.number is None:
        return f"add {each.mana}"
    if isinstance(each.number, int):
        return f"add {number_word(each.number)} {each.mana}"
    return f"add {saying.much(each.number, each.mana)}"


# --- cards ---------------------------------------------------------------------------------------------------------------


def _turns_up(each: a.TurnsUpCards, saying: Saying) -> str:
    whose = LIBRARIES[each.players.who]
    if each.players.where is not None or each.players.of is not None:
        raise NotRendered("whose library")
    verb = {"library": "reveal", "exile": "exile"}[each.to]
    if each.until is not None:
        saying.turned_up = "them"
        return f"{verb} cards from the top of {whose} until you {verb} {with_article(cards_described(each.until, True))}"
    saying.turned_up = "it" if each.number == 1 else "those cards"
    many = saying.number(each.number, "card")
    top = "the top card" if each.number == 1 else f"{many} from the top" if many.startswith("that ") else f"the top {many}"
    return f"{'look at' if each.to == 'library' else verb} {top} of {whose}"


def _searched(cards: a.Filter) -> str | None:
    """ "search your library for a basic land card", where that is what is meant."""
    if not isinstance(cards, a.IsChosenCard) or cards.cards.zone != "library" or cards.minimum:
        return None
    parts = conjuncts(cards.cards.filter)
    whose = {"you": "your", "chosen": "that player's"}.get(cards.cards.players.who)
    if a.IsTurnedUp() in parts or whose is None:
        return None
    one = cards.maximum == 1
    which = cards_described(cards.cards.filter, one) + in_all(cards.cards)
    many = with_article(which) if one else f"any number of {which}" if cards.maximum is None else _up_to(cards.maximum, which)
    return f"search {whose} library for {many}"


def _up_to(maximum: int, which: str) -> str:
    return f"up to {number_word(maximum)} {which}"


def _puts_cards(each: a.PutsCards, saying: Saying) -> str:
    places = {"hand": "into your hand", "graveyard": "into your graveyard"}
    if each.to == "library" and each.place == "shuffled":
        what = "the rest" if each.cards == a.IsTurnedUp() else saying.cards(each.cards)
        whose = "your" if isinstance(each.cards, a.IsTurnedUp | a.IsTargetCard | a.IsChosenCard) else "its owner's"
        return f"shuffle {what} into {whose} library"
    if each.to == "library":
        places["library"] = said_in_library("your", each.place, each.order)
        if isinstance(each.cards, a.IsChosenCard) and each.cards.by is not None and each.cards.by == each.cards.cards.players:
            who, (which, zone, _) = each.cards.by, saying.cards(each.cards).partition(" from ")
            place = said_in_library("their", each.place, each.order)
            return saying.does(who, "put", f"{which}{zone}their {each.zone} {place}")
    if (searched := _searched(each.cards)) is not None:
        where = "exile it" if each.to == "exile" else f"put it {places[each.to]}"
        return f"{searched}, {where}, then shuffle"
    what = saying.cards(each.cards)
    if each.to == "exile":
        return f"exile {what}"
    if each.to == "hand" and each.zone in ("graveyard", "exile"):
        of_anybody = not isinstance(each.cards, a.IsTargetCard | a.IsChosenCard) or each.zone == "exile"
        own = "its owner's hand" if of_anybody else "your hand"
        return f"return {what} to {own}"
    return f"put {what} {places[each.to]}"


def _entering(each: a.PutsOntoBattlefield, saying: Saying) -> str:
    how = " tapped and attacking" if each.attacking else " tapped" if each.tapped else ""
    how += " that player" if each.attacking == "that player" else ""
    how += " or a planeswalker they control" if each.or_planeswalker else ""
    face = f" {each.face}" if each.face else ""
    counters = "".join(
        f" with {with_article(f'{name} counter') if many == 1 else f'{number_word(many)} {name} counters'} on it"
        for name, many in each.counters.items()
    )
    control = " under your control" if each.players == YOU else " under its owner's control"
    host = "" if each.attached_to is None else f" attached to {saying.permanents(each.attached_to)}"
    return f"{face}{how}{control}{host}{counters}"


def _onto_battlefield(each: a.PutsOntoBattlefield, saying: Saying) -> str:
    searched = _searched(each.cards)
    what = "it" if searched is not None else saying.cards(each.cards)
    several = saying.is_several(each.cards) or (isinstance(each.cards, a.IsChosenCard) and each.cards.maximum != 1)
    how = _entering(each, saying)
    saying.created = "them" if several else "it"
    if searched is not None:
        return f"{searched}, put {'them' if several else 'it'} onto the battlefield{how}, then shuffle"
    verb, onto = ("return", "to") if each.zone == "graveyard" else ("put", "onto")
    return f"{verb} {what} {onto} the battlefield{how}"


# --- what is done if, when, or perhaps -----------------------------------------------------------------------------------


def _follows(then: Sequence[a.Instruction], otherwise: Sequence[a.Instruction], saying: Saying, who: str = "you") -> str:
    words = ""
    if len(then) == 1 and isinstance(then[0], a.Reflexive):
        does = then[0].does
        if does.modal is not None:
            raise NotRendered("modes, when something was done")
        inner = Saying(does.targets, saying.again)
        inner.x, inner.created = saying.x, saying.created
        words = f". When {who} do, {_sentences(does.instructions, inner)}"
    elif then:
        words = f". If {who} do, {_done(then, saying)}"
    return words + (f". If {who} don't, {_done(otherwise, saying)}" if otherwise else "")


def _may(each: a.May, saying: Saying) -> str:
    if each.by not in (None, EACH) or (each.by == EACH and each.then):
        return _may_others(each, saying)
    if each.by == EACH:
        raise NotRendered("each may")
    not_zero = _NOT_ZERO if any(isinstance(done, a.Pays) and done.least for done in each.do) else ""
    return _done_perhaps(each, saying) + _follows(each.then, each.otherwise, saying) + not_zero + _ONCE * each.once_each_turn


_NOT_ZERO = ". X can't be 0"


def _done_perhaps(each: a.May, saying: Saying) -> str:
    said = _done(each.do, saying).removeprefix("you ")
    first = each.do[0] if each.do else None
    by_another = getattr(first, "players", YOU) not in (YOU, EACH) and not said.startswith(_DONE_FOR_OTHERS)
    if by_another or (isinstance(first, _DONE_BY_PERMANENTS) and not said.startswith(_DONE_BY_YOU)):
        said = "have " + outside_quotes(said, lambda part: _BASE_FORM.sub(_base_form, part))
    return f"you may {said}"


_BASE_FORM = re.compile(
    r"\b(has|(?:get|gain|lose|become|deal|connive|explore|fight|phase|assign|attack|block|draw|discard|mill|create|sacrifice|exile"
    r"|return|put|pay|tap|untap|reveal|investigate|take|skip)s)\b"
)


def _base_form(verb: re.Match[str]) -> str:
    return "have" if verb[0] == "has" else verb[0].removesuffix("s")


_DONE_FOR_OTHERS = ("gain control of ", "put ", "exile ", "return ", "look at ", "reveal ")
"""What you do with cards of others, or for them."""
_DONE_BY_YOU = ("goad ", "suspect ", "regenerate ", "detain ", "double ", "switch ")
"""Verbs with which an effect begins that is said as what you do."""
_ONCE = ". Do this only once each turn"
_DONE_BY_PERMANENTS = (a.Damages, a.DamagesTogether, a.Begins, a.Connives, a.Explores, a.PhasesOut, a.Fights)


def _may_others(each: a.May, saying: Saying) -> str:
    """ "That player may draw a card", "you draw a card unless that player pays {2}"."""
    assert each.by is not None, "asked before"
    if each.by.several:
        raise NotRendered("any of several players may")
    if each.otherwise and not each.then:
        done = _done(each.otherwise, saying)
        costs = each.do[0].modes if len(each.do) == 1 and isinstance(each.do[0], a.Modes) else (each.do,)
        paid = " or ".join(_paid(cost, saying) for cost in costs)
        return f"{done} unless {saying.players(each.by)} {paid}"
    if each.then or each.otherwise:
        raise NotRendered("what follows where another player did it")
    return f"{saying.players(each.by)} may {_done([_as_each(done) for done in each.do], saying).removeprefix('they ')}"


def _paid(cost: Sequence[a.Instruction], saying: Saying) -> str:
    if len(cost) != 1:
        raise NotRendered("several costs at once")
    (one,) = cost
    if isinstance(one, a.Pays):
        return PAYS.words_for(one, saying.words)
    said = _one(_as_each(one), saying).removeprefix("they ")
    verb, _, rest = said.partition(" ")
    return f"{verb}s {rest}"


def _as_each(done: a.Instruction) -> a.Instruction:
    return done.model_copy(update={"players": EACH}) if "players" in type(done).model_fields else done


def _asked_last(each: a.If, saying: Saying) -> str:
    """ "Draw a card if you control a Goblin": an "if" before that would be asked as the ability triggers (603.4)."""
    if len(each.do) == 1 and isinstance(may := each.do[0], a.May) and may.by is None:
        words = f"{_done_perhaps(may, saying)} if {condition_clause(each.condition)}"
        return words + _follows(may.then, may.otherwise, saying) + _ONCE * may.once_each_turn
    words = f"{_done(each.do, saying)} if {condition_clause(each.condition)}"
    return words + (f". Otherwise, {_done(each.otherwise, saying)}" if each.otherwise else "")


def _if(each: a.If, saying: Saying) -> str:
    if each.otherwise and not each.do:
        return f"{_done(each.otherwise, saying)} unless {condition_clause(each.condition)}"
    words = f"if {condition_clause(each.condition)}, {_done(each.do, saying)}"
    return words + (f". Otherwise, {_done(each.otherwise, saying)}" if each.otherwise else "")


def _if_done(each: a.IfDone, saying: Saying) -> str:
    who = "you" if getattr(each.do[0], "players", YOU) == YOU else "they"
    return _done(each.do, saying) + _follows(each.then, each.otherwise, saying, who)


def _for_each(each: a.ForEach, saying: Saying) -> str:
    if each.players is not None:
        may = each.do[0] if len(each.do) == 1 else None
        if isinstance(may, a.May) and may.by == EACH:
            return _may_others(may.model_copy(update={"by": each.players}), saying)
        return f"for {EACH_OF[each.players.who]}, {_done(each.do, saying)}"
    if each.permanents is not None:
        return f"for each {kind_of(each.permanents, one=True)}, {_done(each.do, saying)}"
    return f"for each {counted(each.times or 0)}, {_done(each.do, saying)}"


def _delayed(each: a.Delayed, saying: Saying) -> str:
    first, *more = each.do
    if all(a.IsCreated() in parts_of(said) for said in more):
        words = f"{_done((first,), saying)} {LATER[each.when]}"
        return f"{words}. {_sentences(more, saying, follow=True)}" if more else words
    return f"{LATER[each.when]}, {_done(each.do, saying)}"


def _modes_within(each: a.Modes, saying: Saying) -> str:
    """ "Tap or untap target creature", "gains your choice of flying or trample"."""
    ways: list[Any] = [mode[0] for mode in each.modes if len(mode) == 1]
    match ways:
        case [a.PutsCounters(), *_] as puts if all(isinstance(put, a.PutsCounters) for put in puts):
            names = [put.counter for put in puts]
            return f"put your choice of a {joined(names, 'or')} counter on {saying.permanents(puts[0].permanents)}"
        case [a.Sacrifices() as sacrifice, other] if sacrifice.players == YOU:
            return f"{_one(sacrifice, saying)} or {_one(other, saying)}"
        case [a.Begins(abilities=(a.Grants(),)), *_] as given if len(given) == len(each.modes):
            whole = tuple(ability for one in given for ability in one.abilities[0].abilities)
            grants = given[0].abilities[0].model_copy(update={"abilities": whole})
            said = begins(given[0].model_copy(update={"abilities": (grants,)}), saying)
            verb = " gains " if " gains " in said else " gain "
            who, _, what = said.partition(verb)
            return f"{who}{verb}your choice of {what.replace(' and ', ' or ')}"
    return said_otherwise(each)


def _flips(each: a.FlipsCoins, saying: Saying) -> str:
    words = _by_row(each.model_copy(update={"won": (), "lost": ()}), saying)
    asked = "if you {} the flip" if each.number == 1 else "for each flip you {}"
    for verb, done in (("win", each.won), ("lose", each.lost)):
        words += f". {asked.format(verb).capitalize()}, {_done(done, saying)}" if done else ""
    return words


def _clashes(each: a.Clashes, saying: Saying) -> str:
    words = _by_row(each.model_copy(update={"won": (), "lost": ()}), saying)
    words += f". If you win, {_done(each.won, saying)}" if each.won else ""
    return words + (f". Otherwise, {_done(each.lost, saying)}" if each.lost else "")


def _reveals(each: a.RevealsCards, saying: Saying) -> str:
    said = saying.cards(each.cards)
    saying.turned_up = "it" if isinstance(each.cards, a.IsChosenCard) and each.cards.maximum == 1 else "those cards"
    return f"reveal {said}"


_VOTERS = {"any": "starting with you, each player", "opponents": "each opponent"}


def _votes(each: a.Votes, saying: Saying) -> str:
    what = joined(list(each.options), "or") if each.permanents is None else with_article(kind_of(each.permanents, one=True))
    return f"{_VOTERS[each.players.who]} votes for {what}"


_SAYS: dict[type[Any], Says] = {
    a.PutsCounters: _puts_counters,
    a.Attaches: lambda each, saying: f"attach {saying.permanents(each.permanents)} to {saying.permanents(each.to)}",
    a.Fights: lambda each, saying: f"{saying.permanents(each.creature)} fights {saying.permanents(each.other)}",
    a.GainsControl: _gains_control,
    a.AddsMana: _mana,
    a.OffBoard: lambda each, saying: each.text.removesuffix("."),
    a.Damages: _damages,
    a.DamagesTogether: _damages_together,
    a.Moves: _moves,
    a.Sacrifices: _sacrifices,
    a.TurnsUpCards: _turns_up,
    a.PutsCards: _puts_cards,
    a.PutsOntoBattlefield: _onto_battlefield,
    a.CreatesTokens: creates,
    a.Begins: begins,
    a.May: _may,
    a.If: _if,
    a.IfDone: _if_done,
    a.ForEach: _for_each,
    a.Delayed: _delayed,
    a.Modes: _modes_within,
    a.FlipsCoins: _flips,
    a.Clashes: _clashes,
    a.Votes: _votes,
    a.RevealsCards: _reveals,
    a.ChoosesType: lambda each, saying: "choose a creature type" + f" other than {joined(list(each.but), 'or')}" * bool(each.but),
    a.Pays: _pays,
}
