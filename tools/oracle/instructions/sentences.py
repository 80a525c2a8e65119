"""Sentences of an ability and their clauses: what is done if, when and unless; who may; what is done instead, or later."""

from __future__ import annotations

from functools import partial
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
from .afterwards import LATER, after_mode, delay, instead_do, not_regenerable, otherwise_do, put_otherwise, then_do, within_last
from .amounts import FOR_THOSE_WHO, amount_of
from .card_verbs import onto_battlefield, shuffled_afterwards
from .changing import stated
from .clauses import ANYONE, by_each, clauses, done_by, unless
from .conditions import condition
from .deeds import VERBS_OF_PLAYERS, deed
from .elsewhere import is_elsewhere, the_rest_elsewhere
from .libraries import said_of_cards, said_of_one_card, some_turned_up
from .making_tokens import abilities_of_token
from .modes import name_of_mode, numbered, offer
from .objects import objects
from .parts import names_subject
from .people import attacking_that_player
from .voting import votes

_REGENERATION = tuple(
    f"{who} can't be regenerated"
    for who in ("it", "they", "that creature", "those creatures", "a creature destroyed this way", "creatures destroyed this way")
)
_NOT_ZERO = "x can't be 0"
_BOTH_COINS = {"if both coins come up heads ,": 2, "if both coins come up tails ,": 0}
_FLIPS = ("if you win the flip ,", "if you lose the flip ,", "for each flip you win ,", "for each flip you lose ,")
_SEVERAL_DYING = ("those creatures", "a creature dealt damage this way")
_INSTEAD_OF_DYING = {
    f"if {who} would die this turn , exile {it} instead": who
    for who in (*_SEVERAL_DYING, "that creature", "it", "that permanent")
    for it in ("it", "that creature", "that permanent")
}
_INSTEAD_OF_LEAVING = tuple(
    f"if {who} would leave the battlefield , exile it instead of putting it anywhere else"
    for who in ("it", "that creature", "that permanent", "that token", "the token")
)


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
        return _whole(c, known, found, start, modal)


def _whole(c: Cursor, known: Scope, found: list[a.Instruction], start: int, modal: a.ModalChoice | None = None) -> a.Instructions:
    """What was read from the word `start` on. Raises NotUnderstood."""
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
    if (later := _triggers_later(c, known)) is not None:
        found.append(later)
        return
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
    _is_read(c)
    _only_if_done(found, began)
    _only_then(found, began)


def _is_read(c: Cursor) -> None:
    """Each word of the sentence is in a leaf. Raises NotUnderstood."""
    if not c.ended or c.gap(c.sentence_begins) is not None:
        raise NotUnderstood


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
    found[-1] = last.model_copy(update={"do": (*last.do, *more)})
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
    start = c.mark()
    row = _row(c)
    c.back_to(start)
    return row is not None


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
    if not c.sees("when", "whenever") or is_elsewhere(words_of(c.tokens[start:])):
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
    does = _rest(c, inner)
    holds = does.instructions[0] if asks and len(does.instructions) == 1 else None
    condition = None
    if isinstance(holds, a.If) and not holds.otherwise:
        condition, does = holds.condition, does.model_copy(update={"instructions": holds.do})
    limit: Literal["once each turn"] | None = "once each turn" if once and not leaving else None
    ability = a.Triggered(events=events, does=does, text=printed(c.tokens[start:]), limit=limit, condition=condition)
    return a.Begins(abilities=(ability,), duration=duration or "indefinite")


def _rest(c: Cursor, known: Scope) -> a.Instructions:
    """What the rest of the sentence says to do. Raises NotUnderstood."""
    found: list[a.Instruction] = []
    start = c.at
    with c.meaning(known):
        _sentence(c, known, found)
        return _whole(c, known, found, start)


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


def _chosen_then(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "If you do, choose one —": the mode is chosen then, so that none of them has targets. Raises NotUnderstood."""
    modal = _modal_then(c, known)
    if modal is None:
        return False
    if modal.unchosen is not None or modal.random or any(mode.targets or mode.modal for mode in modal.modes):
        raise NotUnderstood
    modes = tuple(mode.instructions for mode in modal.modes)
    then_do(found, (a.Modes(modes=modes, minimum=modal.minimum, maximum=modal.maximum),), known.sentence)
    return True


@rule
def _modal_then(c: Cursor, known: Scope) -> a.ModalChoice | None:
    return _modal(c, known) if c.take("if you do ,") else None


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
    if _is_all(c, "this ability triggers only once each turn"):
        return
    if _is_all(c, "do this only once each turn"):
        may = found[0] if len(found) == 1 else None
        if not isinstance(may, a.May) or may.by is not None or may.otherwise:
            raise NotUnderstood
        found[0] = may.model_copy(update={"once_each_turn": True})
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
        found += clauses(c, known, found)


@attempt
def _is_all(c: Cursor, *phrases: str) -> str | None:
    """One of the phrases, where the sentence says nothing else."""
    said = c.take(*phrases)
    return said if c.ended else None


def _replaces(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "If a source would deal damage to a player this turn, it deals that much damage plus 2 instead" (614.1a)."""
    words = words_of(c.tokens[c.at :])
    if not words.startswith("if ") or " would " not in words or not words.removesuffix(" .").endswith(" instead"):
        return False
    found.append(stated(c, known))
    return True


def _elsewhere(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    words = words_of(c.tokens[c.at :])
    if found and shuffled_afterwards(c, found[-1]):
        return True
    if not is_elsewhere(words) or (known.looking is not None and words.startswith("put the rest")):
        return False
    found.append(the_rest_elsewhere(c))
    return True


def _won_or_lost(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """After a clash or a coin: "if you win, draw a card", "for each flip you win, create a Treasure token"."""
    last = found[-1] if found else None
    flips = next((each for each in found if isinstance(each, a.FlipsCoins)), None)
    if flips is not None and flips.number == 2 and (both := c.take(*_BOTH_COINS)) is not None:
        alike = a.QuantityCompares(quantity=a.AmountDone(), comparison="=", than=_BOTH_COINS[both])
        asked = a.If(condition=alike, do=tuple(clauses(c, known, [])))
        found[-1:] = [last.model_copy(update={"otherwise": (asked,)})] if isinstance(last, a.If) else [flips, asked]
        return True
    if isinstance(last, a.Clashes) and (clashed := c.take("if you win ,", "if you don't ,", "otherwise ,")) is not None:
        found[-1] = last.model_copy(update={"won" if "win" in clashed else "lost": tuple(clauses(c, known, []))})
        return True
    if isinstance(last, a.FlipsCoins) and last.number == 1 and bool(last.won) != bool(last.lost) and c.take("otherwise ,"):
        found[-1] = last.model_copy(update={"lost" if last.won else "won": tuple(clauses(c, known, []))})
        return True
    if flips is None or (flipped := c.take(*_FLIPS)) is None:
        return False
    what = "won" if "win" in flipped else "lost"
    several = flipped.startswith("for each")
    if not isinstance(last, a.FlipsCoins) or getattr(last, what) or several != (last.number > 1):
        raise NotUnderstood
    found[-1] = last.model_copy(update={what: tuple(clauses(c, known, []))})
    return True


def _regeneration(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "They can't be regenerated": what was just destroyed (701.19c)."""
    if not _is_all(c, *_REGENERATION):
        return False
    if not within_last(found, not_regenerable):
        raise NotUnderstood
    return True


def _instead_of_leaving(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "If it would leave the battlefield, exile it instead of putting it anywhere else"."""
    if not _is_all(c, *_INSTEAD_OF_LEAVING):
        return False
    if not isinstance(known.that, _POINTED) or known.created == 0 or known.that in known.gone:
        raise NotUnderstood
    found.append(a.Begins(abilities=(a.LeavesInsteadOfDying(permanents=known.that, leaving=True),), duration="indefinite"))
    return True


def _instead_of_dying(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "If that creature would die this turn, exile it instead"."""
    if (said := _is_all(c, *_INSTEAD_OF_DYING)) is None:
        return False
    who = _INSTEAD_OF_DYING[said]
    those = known.those if who in _SEVERAL_DYING else known.that
    if not isinstance(those, _POINTED) and those != AFFECTED:
        raise NotUnderstood
    dealt = both(a.IsAffected(dealt=True), a.HasType(type="Creature"))
    dying = dealt if who == "a creature dealt damage this way" else those
    found.append(a.Begins(abilities=(a.LeavesInsteadOfDying(permanents=dying),), duration="end of turn"))
    return True


def _excess(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "Excess damage is dealt to that creature's controller instead" (120.4a)."""
    if not c.take("excess damage is dealt to that creature's controller instead"):
        return False
    last = found[-1] if found else None
    if not isinstance(last, a.Damages) or not isinstance(last.recipients.permanents, a.IsTarget | a.Is):
        raise NotUnderstood
    if last.recipients.players is not None or not c.ended:
        raise NotUnderstood
    found[-1] = last.model_copy(update={"excess": True})
    return True


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
    do = tuple(_so_much_instead(c, known, found) or clauses(c, known, []))
    known.amount, known.leading = that_much, leading
    return do


def _x_is_not_zero(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "X can't be 0": of what somebody pays."""
    paid = _x_paid(found) if _is_all(c, _NOT_ZERO) else None
    if paid is None:
        return False
    found[-1] = found[-1].model_copy(update={"do": (paid.model_copy(update={"least": 1}),)})
    return True


def _x_paid(found: list[a.Instruction]) -> a.Pays | None:
    """What somebody may pay, of which X is a part."""
    may = found[-1] if found else None
    paid = may.do[0] if isinstance(may, a.May) and len(may.do) == 1 else None
    return paid if isinstance(paid, a.Pays) and "{X}" in paid.mana else None


def _same_of_others(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "The same is true for first strike, lifelink, and trample": what was said of one keyword is done for each."""
    if not c.take("the same is true for", "do the same for"):
        return False
    last, asked = (found[-1], _keywords_asked(found[-1])) if found else (None, set())
    others: list[str] = []
    while (named := keyword_name(c)) is not None and isinstance(named, a.HasKeyword):
        others.append(named.keyword)
        c.pass_over(c.at - len(named.keyword.split()), "another form")
        c.filler(", and", ",", "and")
    if last is None or len(asked) != 1 or not others or not c.ended:
        raise NotUnderstood
    found += [_of_keyword(last, other) for other in others]
    return True


def _keywords_asked(part: object) -> set[str]:
    """The keywords that a part of an ability asks for, or gives."""
    return {each.keyword for each in parts_of(part) if isinstance(each, a.HasKeyword | a.KeywordAbility)}


def _of_keyword(part: Any, keyword: str) -> Any:
    """The same, of another keyword."""
    now = rewritten(part, lambda each: _of_keyword(each, keyword))
    if isinstance(now, a.HasKeyword):
        return now.model_copy(update={"keyword": keyword})
    return now.model_copy(update={"keyword": keyword, "text": keyword.capitalize()}) if isinstance(now, a.KeywordAbility) else now


def _stays(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "It's still a land": what it becomes is in addition to its other types (205.1b)."""
    if not c.take(*_STILL):
        return False
    place = next((at for at in reversed(range(len(found))) if _becomes_something(found[at])), None)
    last = None if place is None else found[place]
    if place is None or not isinstance(last, a.Begins) or not c.ended:
        raise NotUnderstood
    becomes = [each for each in last.abilities if isinstance(each, a.ChangesCharacteristics) and each.types]
    if len(becomes) != 1:
        raise NotUnderstood
    at = last.abilities.index(becomes[0])
    found[place] = last.model_copy(
        update={
            "abilities": (*last.abilities[:at], *in_addition(becomes[0], types=True, colors=False), *last.abilities[at + 1 :])
        }
    )
    return True


def _becomes_something(instruction: a.Instruction) -> bool:
    """Whether what it is done to gets types."""
    begins = instruction.abilities if isinstance(instruction, a.Begins) else ()
    return any(isinstance(each, a.ChangesCharacteristics) and each.types for each in begins)


_STILL = tuple(
    f"{it} still {what}"
    for it, nouns in (
        ("it's", ("a land", "a planeswalker", "an artifact", "an enchantment")),
        ("they're", ("lands", "artifacts")),
    )
    for what in nouns
)


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


@rule
def _they_do(c: Cursor, known: Scope) -> tuple[a.Instruction, ...] | None:
    """After "if the player does": "they create a token"; they are who did what was said before."""
    if known.doer is None or known.doer == EACH or known.doer.several or not c.take("they"):
        return None
    done = done_by(c, known, known.doer)
    return done if done and c.ended else None


@rule
def _if_done(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "If you do, …", "if it doesn't, …", "otherwise, …": of what the sentence before said."""
    last = found[-1] if found else None
    if c.take("if you do ,", "if they do ,", "if that player does ,", "if the player does ,", "if you pay ,"):
        if isinstance(last, a.OffBoard):
            known.it = known.that = None  # what was cast
        later = _triggers_later(c, known)
        follows = _they_do(c, known) or tuple(clauses(c, known, [])) if later is None else (later,)
        then_do(found, follows, known.sentence)
        return True
    if isinstance(last, a.May) and last.by in ANYONE:
        if c.take("if a player does ,", "if any player does ,", "if an opponent does ,", "if any opponent does ,"):
            then_do(found, tuple(clauses(c, known, [])))
            return True
        if c.take("if no one does ,", "if no player does ,", "if no opponent does ,"):
            otherwise_do(found, tuple(clauses(c, known, [])))
            return True
    if isinstance(found[-1] if found else None, a.If) and c.take("if it doesn't ,", "if it isn't ,", "if it wasn't ,"):
        otherwise_do(found, tuple(clauses(c, known, [])))
        return True
    if (not_done := c.take(*_IF_NOT)) is None:
        return False
    if known.before is not None:
        known.it, known.that, known.those, known.created, known.other = known.before
    known.exiled, known.moved = known.exiled_before, None
    known.named_again()
    if " put " in not_done:
        put_otherwise(found, tuple(clauses(c, known, [])), known.sentence)
        return True
    theirs = deed(c, known, known.doer) if "they" in not_done and known.doer is not None and c.take("they") else None
    otherwise_do(found, (theirs,) if theirs is not None and c.ended else tuple(clauses(c, known, [])), known.sentence)
    return True


def _does_the_same(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "Each opponent attacking that player does the same": as you did."""
    others = attacking_that_player(c, known) if c.sees("each opponent attacking that player does the same") else None
    if others is None:
        return False
    again = _done_by(tuple(found), others)
    if known.targets or not again or not c.take("does the same"):
        raise NotUnderstood
    found += again
    return True


def _for_each_who(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "[Each opponent may create a Treasure token.] For each opponent who does, create a Treasure token"."""
    who = c.take(*_FOR_EACH_WHO)
    if who is None:
        return False
    meant, does = _FOR_EACH_WHO[who]
    last = found[-1] if found else None
    may = last.do[0] if isinstance(last, a.ForEach) and last.players == meant and len(last.do) == 1 else None
    if not isinstance(may, a.May) or may.by != EACH or may.then or may.otherwise:
        raise NotUnderstood
    known.created = None
    known.doer = None
    did = a.AmountDone()
    times = did if does else a.Difference(one=a.PlayerCount(players=meant), other=did)
    follows = (a.ForEach(times=times, do=tuple(clauses(c, known, []))),)
    found[-1] = may.model_copy(update={"by": meant, "then": follows, "otherwise": () if does else follows})
    return True


_FOR_EACH_WHO = {
    f"for each {who} who {verb} ,": (meant, verb in ("does", "did"))
    for who, meant in (("opponent", OPPONENTS), ("player", a.Players.model_construct(who="any")))
    for verb in ("does", "did", "doesn't", "didn't")
}


def _each_who(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "Each opponent who can't loses 3 life", also after ", then"."""
    if (for_each := c.take(*(f"for {who} ," for who in _WHO))) is not None:
        _for_those_who(c, known, found, _WHO[for_each.removeprefix("for ").removesuffix(" ,")])
        return True
    last = next((who for who in _WHO if words_of(c.tokens[c.at :]).removesuffix(" .").endswith(f" for {who}")), None)
    if last is not None and found:
        _for_those_who(c, known, found, _WHO[last])
        return True
    who = c.sees(*_WHO)
    if who is not None and c.peek(len(who.split())) in VERBS_OF_PLAYERS:
        c.move(len(who.split()))
        _of_those_who(c, known, found, *_WHO[who])
        return True
    return last is None and bool(found) and _of_each_that_did(c, known, found) is not None


@rule
def _of_each_that_did(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool | None:
    """ "Each opponent who discarded a land card this way loses 2 life", "each player who didn't discard a nonland card …"."""
    start = c.at
    if (who := c.take(*_OF_EACH)) is None:
        return None
    negated = c.take("didn't") is not None
    happened = _did(c, known)
    if happened is None or (not c.take("this way") and not negated) or c.peek() not in VERBS_OF_PLAYERS:
        return None
    c.restate(start, happened)
    _of_those_who(c, known, found, _OF_EACH[who], a.Unless(part=happened) if negated else happened)
    return True


@rule
def _did(c: Cursor, known: Scope) -> a.Condition | None:
    """ "Discarded a land card", "sacrifice an Ox": whether one of those with which that was just done was such."""
    if known.looking is not None and c.take(*_TURNED_UP) and c.take("a", "an", "one or more", "at least one"):
        which = card(c, known)
        return None if which is None else some_turned_up(known, which)
    number = did_to(c)
    return None if number is None else a.QuantityCompares(quantity=number, comparison=">=", than=1)


_TURNED_UP = listed("discard, discarded, reveal, revealed, exile, exiled, mill, milled")
_OF_EACH = {"each opponent who": OPPONENTS, "each player who": a.Players.model_construct(who="any")}


def _later(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "At the beginning of the next end step, sacrifice it" (603.7)."""
    c.filler("then if you do ,")
    delayed = c.take(*(f"{when} ," for when in LATER))
    if delayed is None:
        return False
    moved = known.moved
    delay(found, tuple(clauses(c, known, [])), delayed.removesuffix(" ,"))
    known.moved = moved  # it is there until then
    return True


def _votes(c: Cursor, known: Scope, found: list[a.Instruction]) -> bool:
    """ "Starting with you, each player votes for strength or wealth"."""
    vote = votes(c, known)
    found += [vote] if vote is not None else []
    return vote is not None


_READINGS = (
    _elsewhere,
    _votes,
    lambda c, known, found: within_last(found, partial(_won_or_lost, c, known)),
    _regeneration,
    _instead_of_leaving,
    _instead_of_dying,
    _excess,
    _stays,
    _same_of_others,
    _enters_attacking,
    _token_has,
    _replaces,
    _instead_if,
    _x_is_not_zero,
    _if_done,
    _does_the_same,
    _for_each_who,
    _each_who,
    _later,
)
"""Sentences of their own kind: each adds what it reads, or changes what was said before; False where it is another one."""


def _done_by(done: tuple[a.Instruction, ...], who: a.Players) -> list[a.Instruction]:
    """What you do, done by others. Raises NotUnderstood where it isn't all done by players."""
    again: list[a.Instruction] = []
    for each in done:
        if not isinstance(each, a.ChangesLife | a.CreatesTokens | a.MovesCards) or each.players != YOU or names_subject(each):
            raise NotUnderstood
        again.append(each.model_copy(update={"players": who}))
    return again


_WHO = {
    f"each {whom} who {does}": (meant, done)
    for whom, meant in (("opponent", OPPONENTS), ("player", a.Players.model_construct(who="any")))
    for does, done in (("does", True), ("doesn't", False), ("can't", False))
}


def _for_those_who(c: Cursor, known: Scope, found: list[a.Instruction], asked: tuple[a.Players, bool]) -> None:
    """ "each opponent may pay {1}. You draw a card for each opponent who doesn't". Raises NotUnderstood."""
    (meant, done), last = asked, found[-1] if found else None
    if last is None:
        raise NotUnderstood
    if not isinstance(last, a.ForEach):
        last = a.ForEach(players=meant, do=by_each((last,), meant))
    targets = known.targets
    follows = tuple(clauses(c, known, []))
    if not (c.take(*FOR_THOSE_WHO) or c.ended) or last.players != meant:
        raise NotUnderstood
    if known.targets != targets or any(part in (CHOSEN, EACH) for part in parts_of(follows)):
        raise NotUnderstood
    do = list(last.do)
    (then_do if done else otherwise_do)(do, follows)
    found[-1] = last.model_copy(update={"do": tuple(do)})


def _of_those_who(c: Cursor, known: Scope, found: list[a.Instruction], meant: a.Players, asked: bool | a.Condition) -> None:
    """ "each opponent sacrifices a creature. Each opponent who can't discards a card", "… who discarded a land card this way
    loses 2 life". `asked`: whether they did it, or another condition. Raises NotUnderstood."""
    last = found[-1]
    if not isinstance(last, a.ForEach):
        last = a.ForEach(players=meant, do=by_each((last,), meant))
    if last.players != meant:
        raise NotUnderstood
    known.doer = EACH
    follows = deed(c, known, EACH)
    if follows is None or not c.ended:
        raise NotUnderstood
    do, then = list(last.do), of_player((follows,), EACH)
    if isinstance(asked, bool):
        (then_do if asked else otherwise_do)(do, then)
    else:
        do.append(a.If(condition=asked, do=then))
    found[-1] = last.model_copy(update={"do": tuple(do)})


_ENTERS = ("it", "the token", "that token", "he", "she", "they", "the tokens", "those tokens", "the token created this way")
_IF_NOT = (
    "if you don't ,",
    "otherwise ,",
    "if not ,",
    "if you can't ,",
    "if they don't ,",
    "if that player doesn't ,",
    "if the player doesn't ,",
    "if the player can't ,",
    "if that player can't ,",
    "if they can't ,",
    *(
        f"if you {put} {onto}{way} ,"
        for put in ("don't put", "didn't put")
        for onto in (
            "it onto the battlefield",
            "the card onto the battlefield",
            "a card onto the battlefield",
            "a card into your hand",
        )
        for way in (" this way", "")
    ),
    "if you put no cards into your hand this way ,",
    "if you put no cards onto the battlefield this way ,",
)


def _if(c: Cursor, known: Scope, found: list[a.Instruction]) -> None:
    """ "if you control a Wizard, draw a card", "…, it gets +2/+2 instead"."""
    if known.before is not None and known.before[0] == TURNED_UP and known.looking is not None and c.sees(*_IT_IS_ANOTHER):
        known.it = known.that = TURNED_UP  # "If it's a land card, … If it isn't a land card, …"
    if known.it == CREATED and c.take("it entered under your control ,"):
        mine = a.Exists(filter=both(CREATED, a.ControlledBy(players=YOU)))
        found.append(a.If(condition=mine, do=tuple(clauses(c, known, []))))
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
    do = tuple(clauses(c, known, []))
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
