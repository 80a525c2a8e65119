"""Sentences of an ability and their clauses: what is done if, when and unless; who may; what is done instead, or later."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from itertools import pairwise
from typing import Any, Literal, cast

from ....events import abilities as a
from ....events.filters import role_named_by
from ....events.model import parts_of, rewritten
from ..cards import card
from ..changes import in_addition
from ..cursor import Cursor, attempt, rule
from ..descriptors import keyword_name
from ..grammar import Grammar, phrase
from ..logic import both
from ..numbers import ORDINALS, number
from ..players import ANY
from ..predicates import LEADING
from ..quantities import did_to
from ..scope import (
    AFFECTED,
    CHOSEN,
    CREATED,
    EACH,
    OPPONENTS,
    SUBJECT,
    TURNED_UP,
    YOU,
    NotUnderstood,
    Scope,
    counters_asked_of,
    difference_asked,
    known_of,
    of_player,
    targets_in,
    words_of,
)
from ..tables import listed
from ..tokens import BULLETS, printed
from ..triggers import trigger
from .afterwards import (
    LATER,
    after_mode,
    change,
    delay,
    inside,
    instead_do,
    not_regenerable,
    otherwise_do,
    put_otherwise,
    then_do,
    within_last,
)
from .amounts import FOR_THOSE_WHO, amount_of
from .card_verbs import onto_battlefield, shuffled_afterwards
from .changing import stated
from .clauses import ANYONE, by_each, clauses, done_by, unless
from .conditions import condition
from .deeds import VERBS_OF_PLAYERS, deed
from .elsewhere import elsewhere, elsewhere_comes
from .libraries import said_of_cards, said_of_one_card, some_turned_up
from .making_tokens import abilities_of_token
from .modes import name_of_mode, numbered, offer
from .objects import objects
from .parts import names_subject
from .people import ATTACKING_THAT_PLAYER
from .voting import votes

_NOT_ZERO = "x can't be 0"


def read(c: Cursor, known: Scope, *, of_row: bool = False) -> a.Instructions:
    """What the text says to do from here on: to its end, or to that of a mode, or of a row of a die's table. Raises
    NotUnderstood."""
    found: list[a.Instruction] = []
    modal: a.ModalChoice | None = None
    start, known.exiled_now, known.picked_since = c.at, known.exiled, 0
    with c.meaning(known):
        while c.peek() and not c.sees(*BULLETS) and modal is None:
            if c.sees(_NOT_ZERO) and _x_paid(found) is None:
                break  # X is what was paid for all of it
            if of_row and _row_comes(c):
                break
            modal = _modal(c, known)
            if modal is None and not any(reading(c, known, found) for reading in _TO_THE_END):
                with c.sentence():
                    _sentence(c, known, found)
                c.filler(".")
    if not found and modal is None:
        raise NotUnderstood
    players = known.names_player and any(each.only_players for each in known.targets)
    if players and _named_before_target([token.word for token in c.tokens[start : c.at]]):
        raise NotUnderstood  # "that player" is whom the trigger names, and afterwards the target
    return a.Instructions(instructions=tuple(found), targets=known.targets, modal=modal)


def _read_later(c: Cursor, known: Scope, *, of_row: bool = False) -> a.Instructions:
    """What is done later, or only perhaps: it has targets of its own. Raises NotUnderstood."""
    return read(c, known.later(), of_row=of_row)


def _named_before_target(said: list[str]) -> bool:
    """Whether "that player" was named before "target player", or "they" were."""
    pairs = [(word.removesuffix("'s"), then.removesuffix("'s")) for word, then in pairwise(said)]
    named = (at for at, pair in enumerate(pairs) if pair[0] in ("they", "their") or pair in _THAT_PLAYER)
    targets = (at for at, pair in enumerate(pairs) if pair in _TARGET_PLAYER)
    return next(named, len(pairs)) < max(targets, default=0)


_THAT_PLAYER = {("that", "player"), ("that", "opponent")}
_TARGET_PLAYER = {("target", "player"), ("target", "opponent")}


def _sentence(c: Cursor, known: Scope, found: list[a.Instruction]) -> None:
    """One sentence: what it says to do is added, or changes what was said before. Raises NotUnderstood."""
    known.exiled_before, known.exiled_now = known.exiled_now, known.exiled
    began, before = len(found), known.picked
    if "result" not in c.words or not within_last(found, partial(_of_result, c, known)):
        _said(c, known, found)
        if c.take(", then") and not _each_who(c, known, found):
            raise NotUnderstood
    if known.picked is not None:
        if any(target.players for target in known.targets):
            raise NotUnderstood  # "that player" may be the one who was chosen, or the target
        known.picked_since = began if before is None else known.picked_since
        found[known.picked_since :] = of_player(tuple(found[known.picked_since :]), known.picked)
    if len(found) > began:
        known.sentence = began
    if not c.ended or c.gap(c.sentence_begins) is not None:
        raise NotUnderstood  # a word is in no leaf
    _only_if_done(found, began)
    _only_then(found, began)


def _only_if_done(found: list[a.Instruction], since: int) -> None:
    """What a sentence says of the targets that "if you do, tap up to two target creatures" names is done only then, too."""
    last, more = found[since - 1] if 0 < since < len(found) else None, found[since:]
    if not isinstance(last, a.May | a.IfDone):
        return
    named = _targets_in(last.then) - _targets_in((*found[: since - 1], *last.do, *last.otherwise))
    if not named.isdisjoint(_targets_in(tuple(more))):
        found[since - 1 :] = [last.model_copy(update={"then": (*last.then, *more)})]


def _only_then(found: list[a.Instruction], since: int) -> None:
    """What a sentence says of what is returned, or created, later is done then: "return it at end of combat. It gains haste".
    Raises NotUnderstood where something else was said in between."""
    makers = [at for at, each in enumerate(found[:since]) if any(isinstance(part, _MAKES) for part in parts_of(each))]
    before, more = found[:since], tuple(found[since:])
    if not makers or CREATED not in parts_of(more):
        return
    if within_last(before, lambda last: _makes_later(last, more)):
        found[:] = before
    elif any(isinstance(part, a.Delayed) and _makes_later([part], more) for part in parts_of(before[makers[-1]])):
        raise NotUnderstood


def _makes_later(found: list[a.Instruction], more: tuple[a.Instruction, ...]) -> bool:
    """Whether what is done last makes something later: more is done then."""
    last = found[-1]
    if not isinstance(last, a.Delayed) or not any(isinstance(each, _MAKES) for each in parts_of(last.do)):
        return False
    change(found, do=(*last.do, *more))
    return True


_MAKES = a.PutsOntoBattlefield | a.CreatesTokens


def _targets_in(part: object) -> set[a.Filter]:
    return {each for each in parts_of(part) if isinstance(each, a.IsTarget | a.IsTargetCard)}


def _reflexive(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "When you do, …", "when you remove a counter this way, …": what follows has targets of its own (603.12)."""
    done = c.take(*_WHEN_DONE)
    if done is None:
        return False
    then: a.Instruction = a.Reflexive(does=_read_later(c, known))
    if "cost" in done:
        then = a.If(condition=a.QuantityCompares(quantity=a.ChosenNumber(), comparison=">=", than=1), do=(then,))
    kind = _WHEN_DONE[done]
    if kind is None or not after_mode(found, kind, then):
        then_do(found, (then,), known.sentence)
    return True


_WHEN_DONE: dict[str, type[Any] | None] = {
    "when you do ,": None,
    "when you pay this cost ,": None,
    "when you pay this cost one or more times ,": None,
    **{
        f"when you {verb} {what} this way ,": kind
        for verb, noun, kind in (
            ("discard", "card", a.MovesCards),
            ("exile", "card", None),
            ("remove", "counter", a.RemovesCounters),
            *(("tap", noun, a.Taps) for noun in ("creature", "permanent", "artifact", "land", "token", "enchantment")),
        )
        for what in (f"a {noun}", f"an {noun}", f"one or more {noun}s")
    },
}
"""What is done by such a verb, where it is one of several ways."""


def _when(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "When one or more land cards are milled this way, …", "when this ability resolves for the second time this turn, …"."""
    puts = [each for each in parts_of(tuple(found)) if isinstance(each, a.PutsOntoBattlefield)]
    if c.sees("when you put") and known.created is None and len(puts) == 1 and puts[0].cards == TURNED_UP:
        known.it = known.that = CREATED
        known.created = 1
    happened = _RESOLVED(c) or _done_this_way(c, known)
    if happened is None:
        return False
    found.append(a.If(condition=happened, do=(a.Reflexive(does=_read_later(c, known)),)))
    return True


_RESOLVED: Grammar[a.Condition] = Grammar(
    {"ordinal": lambda c: c.look_up(ORDINALS)},
    phrase(
        "when this ability resolves for the <than:ordinal> time this turn ,",
        a.QuantityCompares,
        quantity=a.TimesResolved(),
        comparison="=",
    ),
)


@rule
def _done_this_way(c: Cursor, known: Scope) -> a.Condition | None:
    """ "When you discard a creature card this way," whether that was so."""
    if not c.take("when"):
        return None
    with c.sentence():
        try:
            happened = said_of_cards(c, known) or condition(c, known)
        except NotUnderstood:
            return None
        return happened if c.last == "way" and c.take(",") and c.gap(c.sentence_begins) is None else None


@rule
def _row(c: Cursor) -> int | None:
    """ "10—19 |", "20 |", "15+ |": the least result that a row of a die's table is for; rows list results in order."""
    least = number(c) if c.peek().isdecimal() else None
    if not c.take("+"):
        c.move(c.peek().startswith("-"))
        if c.take("—"):
            number(c)
    return least if c.take("|") else None


def _row_comes(c: Cursor) -> bool:
    return "|" in (c.peek(ahead) for ahead in (1, 2, 3))


def _of_result(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """A sentence that speaks of the result of the roll that was named last: it belongs where that is. Raises NotUnderstood."""
    if not isinstance(found[-1], a.RollsDice):
        return False
    _said(c, known, found)
    return True


def _by_result(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """706.3b: what the table says for the result of the roll that was named last. Raises NotUnderstood."""
    return _row_comes(c) and within_last(found, partial(_table, c, known))


def _table(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    if not isinstance(found[-1], a.RollsDice):
        return False
    table: tuple[a.Instruction, ...] = ()
    before = 0
    while (least := _row(c)) is not None:
        does = _read_later(c, known, of_row=True)
        if least < before or does.targets or does.modal is not None:
            raise NotUnderstood  # targets are chosen before the die is rolled
        reached = a.QuantityCompares(quantity=a.AmountDone(), comparison=">=", than=least)
        table, before = (a.If(condition=reached, do=does.instructions, otherwise=table),), least
    found += table
    return True


@rule
def _triggers_later(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "When that creature dies this turn, draw a card": it is there for as long as is said (603.7). Raises NotUnderstood."""
    start, c.mentioned = c.at, known.that
    leading = c.look_up(LEADING, 8)
    if not c.sees("when", "whenever") or elsewhere_comes(c):
        return None
    once = c.peek() == "when"
    about = known.that if "that" in (c.peek(ahead) for ahead in range(4)) else known.it
    read_triggers = trigger(c)
    if read_triggers is None or len(read_triggers) != 1 or c.too_deep or not c.take(","):
        raise NotUnderstood
    one = read_triggers[0]
    leaving = all(isinstance(event, a.Dies | a.Leaves) for event in one.events)
    duration = one.duration or leading
    asked = one.condition is not None or one.circumstances is not None
    if not one.events or one.unread or one.limit is not None or asked:
        raise NotUnderstood
    if duration is None and not (once and leaving):
        raise NotUnderstood  # for how long isn't said
    events = tuple(_of_those(event, about) for event in one.events)
    asks = c.peek() == "if"  # 603.4
    inner = known_of(list(events), known.quoted)
    inner.animates = known.animates
    does = read(c, inner)
    holds = does.instructions[0] if asks and len(does.instructions) == 1 else None
    condition = None
    if isinstance(holds, a.If) and not holds.otherwise:
        condition, does = holds.condition, does.model_copy(update={"instructions": holds.do})
    limit: Literal["once each turn"] | None = "once each turn" if once and not leaving else None
    ability = a.Triggered(events=events, does=does, text=printed(c.tokens[start:]), limit=limit, condition=condition)
    return a.Begins(abilities=(ability,), duration=duration or "indefinite")


def _of_those(event: a.TriggerEvent, about: a.Filter | None) -> a.TriggerEvent:
    """A trigger event that was read of "that creature", said of what that is. Raises NotUnderstood."""
    if isinstance(event, a.IsDealtDamage) and event.recipients.permanents == SUBJECT and isinstance(about, _POINTED):
        return event.model_copy(update={"recipients": event.recipients.model_copy(update={"permanents": about})})
    field = next((name for name in ("creatures", "permanents", "sources") if hasattr(event, name)), None)
    if field is not None and getattr(event, field) != SUBJECT and not names_subject(event) and not targets_in((event,)):
        return event  # "whenever a creature you control attacks"
    if field is None or getattr(event, field) != SUBJECT or not isinstance(about, _POINTED):
        raise NotUnderstood
    changed = event.model_copy(update={field: about})
    if names_subject(tuple(getattr(changed, name) for name in type(changed).model_fields if name != field)):
        raise NotUnderstood
    return changed


_POINTED = (a.Is, a.IsTarget, a.IsChosen, a.IsCreated)


def _modal(c: Cursor, known: Scope) -> a.ModalChoice | None:
    """ "Choose one —", and each mode read by itself: it has targets of its own. Raises NotUnderstood."""
    offered = offer(c)
    if offered is None:
        return None
    if known.targets:
        raise NotUnderstood
    modes = []
    while c.take(*BULLETS):
        name_of_mode(c)
        modes.append(_read_later(c, known))
    targets = [target for mode in modes for target in mode.targets]
    asked = [(target.permanents, target.cards) for target in targets]
    if offered.most > 1 and (len(set(asked)) < len(asked) or any(target.only_players for target in targets)):
        # Which of two targets that are described alike is meant, and whether "that player" is one, is said by their numbers.
        modes = [numbered(mode, number) for number, mode in enumerate(modes, 1)]
    if offered.apart:
        modes = [_of_another_player(mode) for mode in modes]
    return a.ModalChoice(
        modes=tuple(modes),
        minimum=offered.least,
        maximum=min(offered.most, len(modes)),
        unchosen=offered.unchosen,
        random=offered.random,
        by=offered.by,
    )


@rule
def _chosen_then(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool | None:
    """ "If you do, choose one —": the mode is chosen then, so that none of them has targets. Raises NotUnderstood."""
    modal = _modal(c, known) if c.take("if you do ,") else None
    if modal is None:
        return None
    if modal.unchosen is not None or modal.random or any(mode.targets or mode.modal for mode in modal.modes):
        raise NotUnderstood
    modes = tuple(mode.instructions for mode in modal.modes)
    then_do(found, (a.Modes(modes=modes, minimum=modal.minimum, maximum=modal.maximum),), known.sentence)
    return True


_TO_THE_END = (_by_result, _chosen_then, _reflexive, _when)
"""What leads to all that follows: each adds it; False where another sentence comes."""


def _of_another_player(mode: a.Instructions) -> a.Instructions:
    """ "Each mode must target a different player": none that another mode has. Raises NotUnderstood."""
    if len(mode.targets) != 1 or not mode.targets[0].only_players:
        raise NotUnderstood
    return mode.model_copy(update={"targets": (mode.targets[0].model_copy(update={"other": True}),)})


def _said(c: Cursor, known: Scope, found: list[a.Instruction]) -> None:
    """What a sentence says, of which all else isn't settled yet. Raises NotUnderstood."""
    known.leading = None
    if _shuffled(c, known, found):
        return
    one = _elsewhere(c, known) or _triggers_later(c, known) or votes(c, known)
    if one is not None:
        found.append(one)
        return
    if any(reading(c, known, found) for reading in _READINGS):
        return
    c.filler("then ,", "then")
    if (put := _put_if_it_is(c, known)) is not None:
        found.append(put)
    elif c.take("unless"):
        found.append(unless(c, known))
    elif c.take("if"):
        _if(c, known, found)
    else:
        _done(c, known, found)


def _done(c: Cursor, known: Scope, found: list[a.Instruction], those: tuple[a.Players, bool] | None = None) -> None:
    """Clauses: "you draw a card for each opponent who doesn't" is done for `those`, who perhaps were named before. Raises
    NotUnderstood."""
    targets = known.targets
    done = clauses(c, known, found)
    those = those or c.look_up(FOR_THOSE_WHO, 5)
    if those is None:
        found += done
        return
    if not c.ended or known.targets != targets or any(part in (CHOSEN, EACH) for part in parts_of(done)):
        raise NotUnderstood
    _by_those(found, *those, done)


def _replaces(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "If a source would deal damage to a player this turn, it deals that much damage plus 2 instead" (614.1a)."""
    words = words_of(c.tokens[c.at :])
    if not words.startswith("if ") or " would " not in words or not words.removesuffix(" .").endswith(" instead"):
        return False
    found.append(stated(c, known))
    return True


def _elsewhere(c: Cursor, known: Scope) -> a.Instruction | None:
    return None if known.looking is not None and c.sees("put the rest") else elsewhere(c)


def _shuffled(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool | None:
    return shuffled_afterwards(c, found[-1]) if found else None


def _instead_if(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "It deals 4 damage instead if you control a Wizard": what is done instead, said before its condition."""
    words = [token.word for token in c.tokens]
    at = next((at for at in range(c.at + 1, len(words) - 2) if words[at : at + 2] == ["instead", "if"]), None)
    if at is None or not found:
        return False

    def asked(c: Cursor) -> a.Condition | None:
        holds = said_of_cards(c, known) or condition(c, known)
        return holds if c.ended else None

    before = known.it, known.that
    holds = cast(a.Condition | None, c.read_ahead(at, 2, asked, known.it))
    known.it, known.that = before
    if holds is None:
        raise NotUnderstood
    instead_do(found, holds, _done_instead(c, known, found))
    return True


def _done_instead(c: Cursor, known: Scope, found: list[a.Instruction]) -> tuple[a.Instruction, ...]:
    """What is done instead of the last thing: "that much" is as much as that was, and it lasts as long."""
    last, that_much, leading = found[-1] if found else None, known.amount, known.leading
    if isinstance(last, a.Damages):
        known.amount = last.amount
    elif isinstance(last, a.Begins) and last.duration != "indefinite":
        known.leading = leading or last.duration
    do = tuple(_so_much_instead(c, known, found) or clauses(c, known))
    known.amount, known.leading = that_much, leading
    return do


def _x_paid(found: list[a.Instruction]) -> a.Pays | None:
    """What somebody may pay, of which X is a part."""
    may = found[-1] if found else None
    paid = may.do[0] if isinstance(may, a.May) and len(may.do) == 1 else None
    return paid if isinstance(paid, a.Pays) and "{X}" in paid.mana else None


_ENTERS = ("it", "the token", "that token", "he", "she", "they", "the tokens", "those tokens", "the token created this way")


@rule
def _enters_attacking(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool | None:
    """ "The token enters tapped and attacking that player" (508.4)."""
    last = found[-1] if found else None
    called = last.token.name.lower() if isinstance(last, a.CreatesTokens) and last.token is not None else ""
    who = c.take(*_ENTERS) or (c.take(called) if called else None)
    if who is None or not c.take("enters tapped and attacking", "enter tapped and attacking"):
        return None
    whom = c.take("that player")
    if not c.ended:
        return None
    if known.created is None or not isinstance(last, a.CreatesTokens | a.PutsOntoBattlefield) or last.attacking:
        raise NotUnderstood
    token = isinstance(last, a.CreatesTokens)
    if not token and who not in ("it", "he", "she", "they"):
        raise NotUnderstood
    how = "that player" if whom else "same" if token else True
    found[-1] = last.model_copy(update={"tapped": True, "attacking": how})
    return True


def _token_has(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "It has "{T}: Add {C}."": of a token that was just described."""
    last = found[-1] if found else None
    if not isinstance(last, a.CreatesTokens) or last.token is None or not c.take(*_HAVING):
        return False
    listed = abilities_of_token(c, known)
    if listed is None or not c.ended:
        raise NotUnderstood
    has = (*last.token.abilities, *listed)
    found[-1] = last.model_copy(update={"token": last.token.model_copy(update={"abilities": has})})
    return True


_HAVING = ("it has", "they have", "the token has", "that token has", "those tokens have", "each of those tokens has")


def _each_who(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "Each opponent who can't loses 3 life", also after ", then"."""
    if (those := c.look_up(_LEADING_THOSE, 6)) is not None:
        _done(c, known, found, those)
        return True
    who, asked = _those_who(c) or (_those_that_did(c, known) if found else None) or (None, False)
    if who is None:
        return False
    known.doer = EACH
    done = deed(c, known, EACH)
    if done is None or not c.ended:
        raise NotUnderstood
    _by_those(found, who, asked, of_player((done,), EACH))
    return True


_LEADING_THOSE = {f"{each} ,": those for each, those in FOR_THOSE_WHO.items()}
_THOSE = {each.removeprefix("for "): those for each, those in FOR_THOSE_WHO.items()}


@attempt
def _those_who(c: Cursor) -> tuple[a.Players, bool] | None:
    """ "Each opponent who can't", before what they do."""
    those = c.look_up(_THOSE, 4)
    return those if c.peek() in VERBS_OF_PLAYERS else None


@rule
def _those_that_did(c: Cursor, known: Scope) -> tuple[a.Players, a.Condition] | None:
    """ "Each opponent who discarded a land card this way", "each player who didn't discard a nonland card"."""
    who = c.look_up(_OF_EACH)
    negated = c.take("didn't") is not None
    happened = None if who is None else _did(c, known)
    if who is None or happened is None or (not c.take("this way") and not negated) or c.peek() not in VERBS_OF_PLAYERS:
        return None
    return who, a.Unless(part=happened) if negated else happened


def _by_those(found: list[a.Instruction], who: a.Players, asked: bool | a.Condition, follows: tuple[a.Instruction, ...]) -> None:
    """What is done by, or for, each of several players who did what was said last, or didn't, or of whom something is so. Raises
    NotUnderstood."""
    if not found:
        raise NotUnderstood
    last = found[-1]
    if not isinstance(last, a.ForEach):
        last = a.ForEach(players=who, do=by_each((last,), who))
    if last.players != who:
        raise NotUnderstood
    found[-1] = last
    if isinstance(asked, bool):
        inside(found, "do", then_do if asked else otherwise_do, follows)
    else:
        change(found, do=(*last.do, a.If(condition=asked, do=follows)))


@rule
def _did(c: Cursor, known: Scope) -> a.Condition | None:
    """ "Discarded a land card", "sacrifice an Ox": whether one of those with which that was just done was such."""
    if known.looking is not None and c.take(*_TURNED_UP) and c.take("a", "an", "one or more", "at least one"):
        which = card(c, known)
        return None if which is None else some_turned_up(known, which)
    number = did_to(c)
    return None if number is None else a.QuantityCompares(quantity=number, comparison=">=", than=1)


_TURNED_UP = listed("discard, discarded, reveal, revealed, exile, exiled, mill, milled")
_OF_EACH = {"each opponent who": OPPONENTS, "each player who": ANY}


# --- what is said of what was said before --------------------------------------------------------------------------------


def _without_more(said: Callable[..., None]) -> Callable[..., bool | None]:
    """Of a sentence that says nothing else."""

    @wraps(said)
    def reading(rest: Cursor, known: Scope, found: list[a.Instruction], **how: bool) -> bool | None:
        if not rest.ended:
            return None
        said(known, found, **how)
        return True

    return reading


@_without_more
def _read_before(known: Scope, found: list[a.Instruction]) -> None:
    """Of the trigger, which was read with it (`lines`)."""


@_without_more
def _once_each_turn(known: Scope, found: list[a.Instruction]) -> None:
    may = found[0] if len(found) == 1 else None
    if not isinstance(may, a.May) or may.by is not None or may.otherwise:
        raise NotUnderstood
    change(found, once_each_turn=True)


@_without_more
def _not_regenerated(known: Scope, found: list[a.Instruction]) -> None:
    """What was just destroyed (701.19c)."""
    if not within_last(found, not_regenerable):
        raise NotUnderstood


@_without_more
def _leaves_to_exile(known: Scope, found: list[a.Instruction]) -> None:
    if not isinstance(known.that, _POINTED) or known.created == 0 or known.that in known.gone:
        raise NotUnderstood
    found.append(a.Begins(abilities=(a.LeavesInsteadOfDying(permanents=known.that, leaving=True),), duration="indefinite"))


@_without_more
def _dies_to_exile(known: Scope, found: list[a.Instruction], *, several: bool = False, dealt: bool = False) -> None:
    those = known.those if several or dealt else known.that
    if not isinstance(those, _POINTED) and those != AFFECTED:
        raise NotUnderstood
    dying = both(a.IsAffected(dealt=True), a.HasType(type="Creature")) if dealt else those
    found.append(a.Begins(abilities=(a.LeavesInsteadOfDying(permanents=dying),), duration="end of turn"))


@_without_more
def _excess(known: Scope, found: list[a.Instruction]) -> None:
    """120.4a."""
    last = found[-1] if found else None
    to = last.recipients if isinstance(last, a.Damages) else None
    if to is None or not isinstance(to.permanents, a.IsTarget | a.Is) or to.players is not None:
        raise NotUnderstood
    change(found, excess=True)


@_without_more
def _x_is_not_zero(known: Scope, found: list[a.Instruction]) -> None:
    if (paid := _x_paid(found)) is None:
        raise NotUnderstood
    change(found, do=(paid.model_copy(update={"least": 1}),))


@_without_more
def _stays(known: Scope, found: list[a.Instruction]) -> None:
    """What it becomes is in addition to its other types (205.1b)."""
    place = next((at for at in reversed(range(len(found))) if _types_given(found[at])), None)
    last = None if place is None else found[place]
    if place is None or not isinstance(last, a.Begins) or len(becomes := _types_given(last)) > 1:
        raise NotUnderstood
    at = last.abilities.index(becomes[0])
    abilities = (*last.abilities[:at], *in_addition(becomes[0], types=True, colors=False), *last.abilities[at + 1 :])
    found[place] = last.model_copy(update={"abilities": abilities})


def _types_given(instruction: a.Instruction) -> list[a.ChangesCharacteristics]:
    """What gives types to what it is done to."""
    begins = instruction.abilities if isinstance(instruction, a.Begins) else ()
    return [each for each in begins if isinstance(each, a.ChangesCharacteristics) and each.types]


@_without_more
def _does_the_same(known: Scope, found: list[a.Instruction]) -> None:
    """As you did. Raises NotUnderstood where it isn't all done by players."""
    if not known.attacks_host or known.targets or not found:
        raise NotUnderstood
    for each in tuple(found):
        if not isinstance(each, a.ChangesLife | a.CreatesTokens | a.MovesCards) or each.players != YOU or names_subject(each):
            raise NotUnderstood
        found.append(each.model_copy(update={"players": ATTACKING_THAT_PLAYER}))


def _same_of_others(rest: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """What was said of one keyword is done for each: "first strike, lifelink, and trample"."""
    asked = {each.keyword for each in parts_of(tuple(found[-1:])) if isinstance(each, a.HasKeyword | a.KeywordAbility)}
    others: list[str] = []
    while (named := keyword_name(rest)) is not None and isinstance(named, a.HasKeyword):
        others.append(named.keyword)
        rest.pass_over(rest.at - len(named.keyword.split()), "another form")
        rest.filler(", and", ",", "and")
    if len(asked) != 1 or not others or not rest.ended:
        raise NotUnderstood
    found += [_of_keyword(found[-1], other) for other in others]
    return True


def _of_keyword(part: Any, keyword: str) -> Any:
    """The same, of another keyword."""
    now = rewritten(part, lambda each: _of_keyword(each, keyword))
    if isinstance(now, a.HasKeyword):
        return now.model_copy(update={"keyword": keyword})
    return now.model_copy(update={"keyword": keyword, "text": keyword.capitalize()}) if isinstance(now, a.KeywordAbility) else now


def _both_coins(rest: Cursor, known: Scope, found: list[a.Instruction], *, heads: int) -> bool | None:
    last = found[-1] if found else None
    flips = next((each for each in found if isinstance(each, a.FlipsCoins)), None)
    if flips is None or flips.number != 2:
        return None
    alike = a.QuantityCompares(quantity=a.AmountDone(), comparison="=", than=heads)
    asked = a.If(condition=alike, do=clauses(rest, known))
    found[-1:] = [last.model_copy(update={"otherwise": (asked,)})] if isinstance(last, a.If) else [flips, asked]
    return True


def _flipped(rest: Cursor, known: Scope, found: list[a.Instruction], *, side: str, several: bool = False) -> bool | None:
    """What is done for a coin, or for each of several, on one side."""

    def of_coins(found: list[a.Instruction]) -> bool:
        last = found[-1]
        if not isinstance(last, a.FlipsCoins):
            return False
        if getattr(last, side) or several != (last.number > 1):
            raise NotUnderstood
        change(found, **{side: clauses(rest, known)})
        return True

    return within_last(found, of_coins) or None


def _other_side(rest: Cursor, known: Scope, found: list[a.Instruction], *, side: str = "lost") -> bool | None:
    """What is done after a clash, or for a coin of which one side is said."""

    def of_chance(found: list[a.Instruction]) -> bool:
        last = found[-1]
        if isinstance(last, a.FlipsCoins) and side == "lost" and last.number == 1 and bool(last.won) != bool(last.lost):
            other = "lost" if last.won else "won"
        elif isinstance(last, a.Clashes):
            other = side
        else:
            return False
        change(found, **{other: clauses(rest, known)})
        return True

    return within_last(found, of_chance) or None


def _then(rest: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    if found and isinstance(found[-1], a.OffBoard):
        known.it = known.that = None  # what was cast
    follows: list[a.Instruction] = []
    if (later := _triggers_later(rest, known)) is not None:
        follows = [later]
    elif not _later(rest, known, follows):
        follows += _they_do(rest, known, several=False) or clauses(rest, known)
    then_do(found, tuple(follows), known.sentence)
    return True


@rule
def _they_do(c: Cursor, known: Scope, *, several: bool) -> tuple[a.Instruction, ...] | None:
    """After "if the player does": "they create a token"; they are who did what was said before, perhaps `several`."""
    if known.doer is None or (not several and (known.doer == EACH or known.doer.several)) or not c.take("they"):
        return None
    done = done_by(c, known, known.doer)
    return done if done and c.ended else None


def _after(rest: Cursor, known: Scope, found: list[a.Instruction], *, does: bool, anyone: bool = True) -> bool | None:
    """Whether any of several players did what each of them may do; or whether it was what was asked last."""
    last = found[-1] if found else None
    if not (isinstance(last, a.May) and last.by in ANYONE if anyone else isinstance(last, a.If)):
        return None
    (then_do if does else otherwise_do)(found, clauses(rest, known))
    return True


def _otherwise(rest: Cursor, known: Scope, found: list[a.Instruction], *, theirs: bool = False, put: bool = False) -> bool:
    """What is done where that wasn't done: words refer to what they did before. `theirs`: it was somebody else's to do; `put`: it
    was to put a card somewhere."""
    if known.before is not None:
        known.it, known.that, known.those, known.created, known.other = known.before
    known.exiled, known.moved = known.exiled_before, None
    known.named_again()
    follows = (_they_do(rest, known, several=True) if theirs else None) or clauses(rest, known)
    (put_otherwise if put else otherwise_do)(found, follows, known.sentence)
    return True


def _for_each_who(rest: Cursor, known: Scope, found: list[a.Instruction], *, players: a.Players, does: bool) -> bool:
    """ "[Each opponent may create a Treasure token.] For each opponent who does, create a Treasure token"."""
    last = found[-1] if found else None
    may = last.do[0] if isinstance(last, a.ForEach) and last.players == players and len(last.do) == 1 else None
    if not isinstance(may, a.May) or may.by != EACH or may.then or may.otherwise:
        raise NotUnderstood
    known.created = None
    known.doer = None
    did = a.AmountDone()
    times = did if does else a.Difference(one=a.PlayerCount(players=players), other=did)
    follows = (a.ForEach(times=times, do=clauses(rest, known)),)
    found[-1] = may.model_copy(update={"by": players, "then": follows, "otherwise": () if does else follows})
    return True


_ROWS: Grammar[bool] = Grammar(
    {},
    phrase("this ability triggers only once each turn", _read_before),
    phrase("do this only once each turn", _once_each_turn),
    phrase(
        "(it|they|that creature|those creatures|a creature destroyed this way|creatures destroyed this way) can't be regenerated",
        _not_regenerated,
    ),
    phrase(
        "if (it|that creature|that permanent|that token|the token)"
        " would leave the battlefield , exile it instead of putting it anywhere else",
        _leaves_to_exile,
    ),
    *(
        phrase(f"if {who} would die this turn , exile (it|that creature|that permanent) instead", _dies_to_exile, **those)
        for who, those in (
            ("(it|that creature|that permanent)", {}),
            ("those creatures", {"several": True}),
            ("a creature dealt damage this way", {"dealt": True}),
        )
    ),
    phrase("excess damage is dealt to that creature's controller instead", _excess),
    phrase(_NOT_ZERO, _x_is_not_zero),
    phrase("it's still (a land|a planeswalker|an artifact|an enchantment)", _stays),
    phrase("they're still (lands|artifacts)", _stays),
    phrase("each opponent attacking that player does the same", _does_the_same),
    phrase("(the same is true|do the same) for", _same_of_others),
    phrase("if both coins come up heads ,", _both_coins, heads=2),
    phrase("if both coins come up tails ,", _both_coins, heads=0),
    phrase("if you win the flip ,", _flipped, side="won"),
    phrase("if you lose the flip ,", _flipped, side="lost"),
    phrase("for each flip you win ,", _flipped, side="won", several=True),
    phrase("for each flip you lose ,", _flipped, side="lost", several=True),
    phrase("if you win ,", _other_side, side="won"),
    phrase("(if you don't|otherwise) ,", _other_side),
    phrase("(if you do|if they do|if that player does|if the player does|if you pay|then if you do) ,", _then),
    phrase("if (a|any) (player|opponent) does ,", _after, does=True),
    phrase("if no (one|player|opponent) does ,", _after, does=False),
    phrase("if it (doesn't|isn't|wasn't) ,", _after, does=False, anyone=False),
    phrase("(otherwise|if not|if you don't|if you can't) ,", _otherwise),
    phrase("if (they|that player|the player) (don't|doesn't|can't) ,", _otherwise, theirs=True),
    phrase(
        "if you (don't|didn't) put (it onto the battlefield|the card onto the battlefield|a card onto the battlefield"
        "|a card into your hand) (this way ,|,)",
        _otherwise,
        put=True,
    ),
    phrase("if you put no cards (into your hand|onto the battlefield) this way ,", _otherwise, put=True),
    *(
        phrase(f"for each {who} who {verb} ,", _for_each_who, players=players, does=does)
        for who, players in (("opponent", OPPONENTS), ("player", ANY))
        for verb, does in (("(does|did)", True), ("(doesn't|didn't)", False))
    ),
)
"""What begins a sentence that changes what was said before, or adds what follows from it."""


def _by_row(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    return _ROWS(c, rest=c, known=known, found=found) is not None


def _later(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "At the beginning of the next end step, sacrifice it" (603.7)."""
    when = c.take(*(f"{when} ," for when in LATER))
    if when is None:
        return False
    moved = known.moved
    delay(found, clauses(c, known), when.removesuffix(" ,"))
    known.moved = moved  # it is there until then
    return True


_READINGS = (
    _by_row,
    _enters_attacking,
    _token_has,
    _replaces,
    _instead_if,
    _each_who,
    _later,
)
"""Sentences of their own kind: each adds what it reads, or changes what was said before; False where it is another one."""


def _if(c: Cursor, known: Scope, found: list[a.Instruction]) -> None:
    """ "if you control a Wizard, draw a card", "…, it gets +2/+2 instead"."""
    if known.before is not None and known.before[0] == TURNED_UP and known.looking is not None and c.sees(*_IT_IS_ANOTHER):
        known.it = known.that = TURNED_UP  # "If it's a land card, … If it isn't a land card, …"
    if known.it == CREATED and c.take("it entered under your control ,"):
        mine = a.Exists(filter=both(CREATED, a.ControlledBy(players=YOU)))
        found.append(a.If(condition=mine, do=clauses(c, known)))
        return
    holds = _said_of_named_card(c, known, found) or said_of_cards(c, known) or condition(c, known)
    known.countered = counters_asked_of(holds) or known.countered
    known.difference = difference_asked(holds, " ".join(c.words_before)) or known.difference
    if not c.take(","):
        raise NotUnderstood
    instead = c.take("instead") is not None
    if not instead and c.coming[-1:] == ["instead"]:
        instead = True
        c.pass_ahead(c.at + len(c.coming) - 1, c.at + len(c.coming))
    known.before = known.it, known.that, known.those, known.created, known.other
    if instead:
        instead_do(found, holds, _done_instead(c, known, found))
        return
    do = clauses(c, known)
    last, asked = found[-1] if found else None, a.If(condition=holds, do=do)
    if isinstance(last, a.May | a.IfDone) and _asks_of_sacrificed(holds) and not last.otherwise:
        found[-1] = last.model_copy(update={"then": (*last.then, asked)})
    else:
        found.append(asked)


def _said_of_named_card(c: Cursor, known: Scope, found: list[a.Instruction]) -> a.Condition | None:
    """ "it's a Goblin card": of a card that was named, where it is by then; where something is done instead, where it was."""
    last = found[-1] if found else None
    if not isinstance(known.it, a.IsTargetCard | a.IsChosenCard) or not isinstance(last, a.PutsCards) or last.cards != known.it:
        return None
    return said_of_one_card(c, known.it, last.zone if "instead" in c.words else last.to)


def _asks_of_sacrificed(holds: a.Condition) -> bool:
    """Whether it is asked of a permanent that may have been sacrificed."""
    return any(role_named_by(each) == "sacrificed" for each in parts_of(holds))


_IT_IS_ANOTHER = ("it's a", "it's an", "it's not a", "it isn't a", "it isn't an")


@rule
def _so_much_instead(c: Cursor, known: Scope, found: list[a.Instruction]) -> list[a.Instruction] | None:
    """ "~ deals 4 damage [instead]": to whom it would have dealt the other damage; "create three [instead]": of the same."""
    last = found[-1] if found else None
    last = last.then[-1] if isinstance(last, a.May | a.IfDone) and last.then else last
    verb = {a.CreatesTokens: "create", a.PutsCounters: "put", a.MovesCards: "draw"}.get(type(last)) if last is not None else None
    if isinstance(last, a.CreatesTokens) and c.take("investigate twice"):
        clue = last.token is not None and "Clue" in last.token.types
        return [last.model_copy(update={"number": 2})] if clue and c.ended else None
    if isinstance(last, a.CreatesTokens | a.PutsCounters | a.MovesCards) and verb is not None and c.take(verb):
        many = number(c) if not isinstance(last, a.MovesCards) or last.what == "draw" else None
        return None if many is None or not c.ended else [last.model_copy(update={"number": many})]
    if not isinstance(last, a.Damages) or not (c.take("it") or objects(c, known) == last.source) or not c.take("deals", "deal"):
        return None
    much = amount_of(c, known, "damage")
    c.filler("to that permanent or player", "to that creature or player")
    return None if much is None or not c.ended else [last.model_copy(update={"amount": much})]


@rule
def _put_if_it_is(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "If it's a land card, you may put it onto the battlefield", "you may put it onto the battlefield if it's one": of a
    card that is looked at."""
    if known.it != TURNED_UP or known.looking is None:
        return None
    among = a.Cards(zone=known.turned_to, players=known.looking, filter=TURNED_UP)
    put = onto_battlefield(c, known, a.IsChosenCard(cards=among)) if c.take(*_MAY_PUT_IT) else None
    which = card(c, known) if c.take(*_IF_IT_IS) else None
    if put is None and c.take(","):
        put = onto_battlefield(c, known, a.IsChosenCard(cards=among)) if c.take(*_MAY_PUT_IT) else None
    known.it = known.that = TURNED_UP
    if put is None or which is None or not c.ended:
        return None
    chosen = a.IsChosenCard(cards=among.model_copy(update={"filter": both(TURNED_UP, which)}))
    return a.May(do=(put.model_copy(update={"cards": chosen}),))


_IF_IT_IS = ("if it's a", "if it's an", "if that card is a", "if that card is an")
_MAY_PUT_IT = ("you may put it", "you may put that card")
