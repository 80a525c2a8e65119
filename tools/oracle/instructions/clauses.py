"""Clauses of an ability's sentences: who does what, or what permanents do or get; with "unless", "for each" and "may"."""

from __future__ import annotations

import re
from typing import Literal

from ....events import abilities as a
from ....events.model import parts_of
from ..cursor import Cursor, attempt, rule
from ..filters import noun
from ..logic import conjuncts
from ..numbers import number
from ..players import ANY, one_chosen
from ..predicates import LEADING, UNTIL
from ..quantities import ATTACKED, ATTACKED_OPPONENTS, for_each
from ..references import CONTRACTED, IT, THAT, THEM, possessor
from ..scope import (
    AFFECTED,
    CHOSEN,
    CREATED,
    EACH,
    ONE,
    OPPONENTS,
    TURNED_UP,
    UNCLEAR,
    YOU,
    NotUnderstood,
    Scope,
    of_player,
    types_in,
    words_of,
)
from ..tables import words
from .afterwards import LATER, delay
from .amounts import FOR_THOSE_WHO
from .card_verbs import chosen_card, puts_cards, target_card
from .changing import changes, stated, stays_tapped
from .choosing import chooses, chooses_ability
from .conditions import condition
from .damaging import deals, fights
from .deeds import VERBS_OF_PLAYERS, deed, life_and_cards
from .elsewhere import elsewhere
from .faces import blights
from .kinds_of_counters import chooses_kind, for_each_kind
from .libraries import reveals_hand, said_of_cards, said_of_one_card, said_of_turned_up, turns_up
from .making_tokens import becomes_copy, creates
from .objects import objects, several
from .parts import names
from .people import one_of_them, people
from .showing import reveals_cards
from .verbs import PREDICATES, imperative

_THIRD_PERSON = words(
    """
    loses wins gains draws discards mills gets sacrifices pays exiles returns creates investigates takes skips
    puts taps untaps adds reveals looks populates amasses shuffles
    """
)
_BASE_FORMS = frozenset(verb.removesuffix("s") for verb in _THIRD_PERSON)
_SEVERAL = ("they", "players", "opponents", "your opponents", "you and")
"""Who does something in the base form: "they draw a card, then discard a card"."""
_JOINTS = (", then", ", and then", "and then", ", and", "and", "then", ",")
_THEN_EACH = (", then each opponent who", ", then each player who")
"""Where a clause ends of which the next one asks whether they did it."""
_PREDICATES = words(
    """
    gains gain gets get can can't must has have loses lose becomes become deals deal doesn't don't fights fight attacks attack
    blocks block assigns assign connives connive explores explore endures phases transforms
    """
)


def clauses(c: Cursor, known: Scope, before: list[a.Instruction] | None = None) -> tuple[a.Instruction, ...]:
    """Clauses up to the end of the sentence, joined by "and" and "then"; a "may" reaches to its end. `before`: what was said
    before, to which what is done later may belong."""
    return tuple(_joined(c, known, before))


def _joined(c: Cursor, known: Scope, before: list[a.Instruction] | None) -> list[a.Instruction]:
    found: list[a.Instruction] = []
    who: a.Players | None = YOU
    several = False
    joint: str | None = None
    while True:
        alone = not found or c.sees("you skip") or (c.sees("copy it") and isinstance(known.it, a.IsTargetCard))
        if alone and (rest := elsewhere(c)) is not None:
            return [*found, rest]
        if c.take("you may"):
            c.filler("have")
            optional, known.optional = known.optional, True
            do = clauses(c, known)
            known.optional = optional
            return [*found, *_may(do)]
        moved = known.moved
        several = c.sees(*_SEVERAL) is not None or (several and c.peek() in _BASE_FORMS)
        if c.peek() in _PREDICATES and known.subject is not None and who is None and joint is not None:
            done = _said_of(c, known, known.subject) or [stated(c, known, known.subject)]
        else:
            who, done = _clause(c, known, who)
        c.filler("as well")
        if c.sees("or"):
            done = [_or_else(c, known, who, tuple(done))]
        if c.take("unless", ", unless"):
            if joint in ("and", ", and"):
                raise NotUnderstood  # whether all that is joined is meant isn't said
            done = [unless(c, known, tuple(done))]
        if c.take("if"):
            holds = _asked_of_what_is_moved(c, known, done) or said_of_cards(c, known) or condition(c, known)
            if not c.ended or (found and "then" not in (joint or "")) or _asks_what_is_made(holds, tuple(done)):
                raise NotUnderstood  # of what "and" joins it may be asked of all
            return [*found, a.If(condition=holds, do=tuple(done))]
        when = c.take(*LATER)
        if when is not None and c.take(", then"):
            done += clauses(c, known)  # all of it happens then
        if when is not None and c.take("if"):
            done = [a.If(condition=condition(c, known), do=tuple(done))]  # asked then
            if not c.ended:
                raise NotUnderstood
        if when is not None and c.take("unless"):
            done = [unless(c, known, tuple(done))]  # whoever may prevent it does so then
        if when is not None:
            known.moved = moved  # it is there until then
            delay(before if before and not found else found, tuple(done), when)
        else:
            found += done
        if c.ended or c.sees(*_THEN_EACH, *FOR_THOSE_WHO):
            return found
        joint = c.take(*_JOINTS)
        if joint is None:
            raise NotUnderstood
        if not c.sees("if able") and c.take("if"):
            return [*found, _if_so(c, known)]
        if c.peek() in _BASE_FORMS and who is not None and not several:
            who = YOU  # "each opponent loses 1 life, then draw a card"


@rule
def _asked_of_what_is_moved(c: Cursor, known: Scope, done: list[a.Instruction]) -> a.Condition | None:
    """ "[return it to the battlefield if] it's a permanent card", "… its mana value is 3 or less": asked before it is moved."""
    last = done[-1] if len(done) == 1 else None
    if not isinstance(last, a.PutsOntoBattlefield | a.PutsCards) or last.cards == TURNED_UP:
        return said_of_turned_up(c, known) if isinstance(last, a.PutsOntoBattlefield) else None
    meant = known.it, known.that, known.created
    known.it, known.that, known.created = last.cards, last.cards, None
    holds = said_of_one_card(c, last.cards, last.zone)
    if holds is None and c.sees("its", "it has", "that card's"):
        holds = condition(c, known)
    known.it, known.that, known.created = meant
    return holds


def _or_else(c: Cursor, known: Scope, who: a.Players | None, one: tuple[a.Instruction, ...]) -> a.Instruction:
    """ "[put a counter on it] or remove one from it", "[each opponent discards a card] or loses 2 life": whoever does it chooses
    (608.2d). Raises NotUnderstood."""
    targets = known.targets
    c.move()
    _, done = _clause(c, known, who)
    if not one or not done or known.targets != targets or not (c.ended or c.sees(*_JOINTS)):
        raise NotUnderstood
    other = tuple(done)
    known.created = None
    if who is None or not who.several:
        return a.Modes(modes=(one, other))
    return a.ForEach(players=who, do=(a.Modes(modes=(by_each(one, who), by_each(other, who))),))


def _if_so(c: Cursor, known: Scope) -> a.Instruction:
    """ "[draw a card, and if] it was a Treasure, put a counter on ~": asked when it comes to that. Raises NotUnderstood."""
    holds = said_of_cards(c, known) or condition(c, known)
    if not c.take(",") or c.sees("instead") or c.tokens[-1].word == "instead" or c.tokens[-2].word == "instead":
        raise NotUnderstood
    return a.If(condition=holds, do=clauses(c, known))


def _may(do: tuple[a.Instruction, ...]) -> tuple[a.Instruction, ...]:
    """What may be done: "you may pay {2} if …" asks first, so that nothing follows where it doesn't hold.

    Of "a Saga card and/or a land card" each may be by itself.
    """
    if any(isinstance(each, a.May) for each in do):
        if not all(isinstance(each, a.May) for each in do):
            raise NotUnderstood
        return do
    only = do[0] if len(do) == 1 else None
    if isinstance(only, a.If) and not only.otherwise:
        return (only.model_copy(update={"do": (a.May(do=only.do),)}),)
    return (a.May(do=do),)


_BY_THEN = (a.IsCreated, a.IsAffected)
"""What only the instruction makes: what stands after it is asked before it."""


def _asks_what_is_made(holds: a.Condition, done: tuple[a.Instruction, ...]) -> bool:
    turned_up = any(isinstance(each, a.TurnsUpCards | a.MovesCards) for each in parts_of(done))
    return any(isinstance(each, _BY_THEN) or (turned_up and isinstance(each, a.IsTurnedUp)) for each in parts_of(holds))


def unless(c: Cursor, known: Scope, done: tuple[a.Instruction, ...] = ()) -> a.Instruction:
    """ "[it is done unless] that player pays {2}" (118.12a): the player may, and if not, it is done; "[unless] you control an
    artifact, [it is done]". Raises NotUnderstood."""
    prevents = _is_done(c, known, done) or a.If(condition=condition(c, known), do=())
    if not (c.ended if done else c.take(",")):
        raise NotUnderstood
    done = done or clauses(c, known)
    if isinstance(prevents, a.If) and _asks_what_is_made(prevents.condition, done):
        raise NotUnderstood
    if not isinstance(prevents, a.ForEach) or prevents.players is None:
        return prevents.model_copy(update={"otherwise": done})
    # Each of them may, and what is done to those who don't is done to each.
    each = tuple(one.model_copy(update={"otherwise": by_each(done, prevents.players)}) for one in prevents.do)
    return prevents.model_copy(update={"do": each})


@rule
def _is_done(c: Cursor, known: Scope, done: tuple[a.Instruction, ...]) -> a.May | a.ForEach | None:
    """ "[unless] that player pays {2} or discards a card": what is done otherwise is added. Raises NotUnderstood."""
    if (anyone := c.look_up(_UNLESS_ANYONE)) is not None:
        cost = deed(c, known, EACH)
        return None if cost is None else a.May(do=of_player((cost,), EACH), by=anyone)
    they = known.doer or known.picked
    by = they if they is not None and c.take("they") else people(c, known)
    if by in (CHOSEN, EACH) and known.doer is not None and known.doer.several:
        by = known.doer  # "each opponent loses 4 life unless that player …"
    if by is not None and c.take("has", "have"):
        known.doer = by
        if done and isinstance(done[-1], a.Damages):
            known.amount = done[-1].amount  # "that much damage" is what would be dealt otherwise
        cost = _has_done(c, known)
    else:
        cost = None if by is None else deed(c, known, by)
    if cost is None and by == YOU:
        done_by_you = imperative(c, known)
        cost = done_by_you[0] if done_by_you is not None and len(done_by_you) == 1 else None
    if by is None or cost is None:
        return None
    costs: list[a.Instruction] = [cost]
    while c.take("or"):
        if (cost := deed(c, known, by)) is None:
            raise NotUnderstood
        costs.append(cost)
    do: tuple[a.Instruction, ...] = (cost,) if len(costs) == 1 else (a.Modes(modes=tuple((each,) for each in costs)),)
    if by.several:
        return a.ForEach(players=by, do=(a.May(do=by_each(do, by), by=EACH),))
    return a.May(do=do, by=None if by == YOU else by)


@rule
def _has_done(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "[its controller] has ~ deal damage to them equal to its power"."""
    known.those = None  # "damage to them": to those who have it done
    if c.take("you"):
        mine = done_by(c, known, YOU)
        return mine[0] if len(mine) == 1 else None
    done = _of_permanents(c, known, None)
    return done[1][0] if done is not None and len(done[1]) == 1 else None


def by_each(done: tuple[a.Instruction, ...], who: a.Players) -> tuple[a.Instruction, ...]:
    """What several players do, done by one of them after the other. Raises NotUnderstood where they don't do all of it."""
    found: list[a.Instruction] = []
    for each in done:
        if isinstance(each, a.Modes):
            found.append(each.model_copy(update={"modes": tuple(by_each(mode, who) for mode in each.modes)}))
            continue
        doers = {"players", "by"} & set(type(each).model_fields)
        if not doers or any(getattr(each, name) not in (who, EACH, CHOSEN) for name in doers):
            raise NotUnderstood
        found.append(of_player(each.model_copy(update=dict.fromkeys(doers, EACH)), EACH))
    return tuple(found)


_Result = tuple[a.Players | None, list[a.Instruction]]


def _clause(c: Cursor, known: Scope, who: a.Players | None) -> _Result:
    """One clause: who does it, if a player does, and what is done."""
    _agrees(c, known)
    for reading in (_done_by_you, _of_players, _of_permanents):
        c.mentioned = c.topic = known.it
        result = reading(c, known, who)
        if result is not None:
            return result
    return None, [stated(c, known)]


_OF_CREATURES = re.compile(
    r"(?:it|he|she) (?:gets?|fights?|attacks?|blocks?|connives?|explores?|assigns?|becomes? blocked"
    r"|can't (?:attack|block|be blocked)|(?:gains?|loses?) (?!all|hexproof|shroud|indestructible|protection|ward|that|the|\W))"
    r"|puts? [^.,]*(?:[+-]1/[+-]1|flying|trample|first strike|menace|lifelink|deathtouch) counters? on (?:it|him|her)\b"
    r"|(?:double|switch) its (?:base )?power"
)
"""What is said only of creatures, and done only to them."""
_OF_WHAT_IS_THERE = re.compile(
    r"(?:it|he|she) (?:gains?|loses?|becomes?|doesn't untap|phases out)\b"
    r"|(?:puts? [^.,]* counters? on|tap|untap) (?:it|him|her)\b"
)
_OF_NO_NEW_TOKEN = re.compile(r"untap (?:it|him|her)\b|return it to (?:its owner's|your) hand")
"""What nobody does to a token that was just created."""

_OF_WHAT_MAY_BE_GONE = re.compile(r"(?:exile|return) (?:it|him|her)\b|create [^.]* cop(?:y|ies) of (?:it|him|her)\b")
"""What is done to what has left, too."""


def _agrees(c: Cursor, known: Scope) -> None:
    """What is said in this clause of "it" can be said of what that means. Raises NotUnderstood."""
    if known.is_of_cards and c.peek() in ("it", "he", "she") and not _only_of_permanents(c, known):
        return
    said = words_of(c.tokens[c.at :])
    if re.match(r"(?:it|he|she) assigns? no combat damage", said) and known.first in (known.attacker, known.blocker):
        # "You may have it deal 2 damage to target creature. If you do, it assigns no combat damage this turn."
        dealt = known.dealer is not None and known.it == known.dealer[1]
        if (dealt or c.words[:3] == ["if", "you", "do"]) and isinstance(known.it, a.IsTarget):
            known.it = known.first
    if _OF_WHAT_MAY_BE_GONE.match(said) is not None and known.has_rival:
        raise NotUnderstood
    creature = _OF_CREATURES.match(said) is not None
    no_new_token = _OF_NO_NEW_TOKEN.match(said) is not None
    if creature or _OF_WHAT_IS_THERE.match(said) is not None:
        known.must_be(creature, no_new_token, " gains haste" in said)
    elif no_new_token and known.created == 1 and known.it != CREATED:
        known.created = None


@rule
def _done_by_you(c: Cursor, known: Scope, who: a.Players | None) -> _Result | None:
    """What the ability's controller does; in the third person ("draws"), what who was named before does."""
    if c.peek() in _THIRD_PERSON:
        return None if who in (None, YOU) else _does(c, known, who)
    if c.peek() in VERBS_OF_PLAYERS and c.peek() not in ("sacrifice", "pay") and who is not None:
        if (joined := life_and_cards(c, known, who)) is not None:
            return who, joined
        done = deed(c, known, who)
        if done is not None:
            return who, [done]
    if c.sees("create", "investigate") and who is not None:
        made = creates(c, known, who)
        return None if made is None else (who, made)
    if (by_name := chooses(c) or chooses_ability(c, known)) is not None:
        return YOU, [by_name]
    if c.take("choose"):
        # The target is named first, and what is done to it afterwards.
        if (cards := chosen_card(c, known)) is not None and c.ended:
            known.it = known.that = cards
            return YOU, []
        if target_card(c, known) is not None:
            return (YOU, []) if c.ended else None
        if one_chosen(c) is not None or chooses_kind(c, known):
            return YOU, []
        if c.sees("target player", "target opponent"):
            return (YOU, []) if people(c, known) is not None and c.ended else None
        chosen = objects(c, known)
        if isinstance(chosen, a.IsChosen) and chosen.permanents != a.ANYTHING:
            known.means(chosen, several=chosen.maximum != 1)
        elif not isinstance(chosen, a.IsTarget):
            return None
        return (YOU, []) if c.ended or c.sees("and", ", then") else None
    if c.take("for each"):
        return _for_each(c, known)
    if who is not None and (turned := turns_up(c, known, who) or reveals_hand(c, known, who)) is not None:
        return who, turned
    found = imperative(c, known)
    return None if found is None else (YOU, found)


def _for_each(c: Cursor, known: Scope) -> _Result | None:
    """ "for each opponent, create a token that's attacking that player", "for each Equipment attached to it, create …"."""
    if (whom := c.take(*_FOR_EACH_PLAYER)) is not None:
        return _for_each_player(c, known, _FOR_EACH_PLAYER[whom])
    if (kinds := for_each_kind(c, known)) is not None:
        return YOU, [kinds]
    return _tokens_for_each(c, known) or _of_each(c, known) or _so_many_times(c, known)


@rule
def _tokens_for_each(c: Cursor, known: Scope) -> _Result | None:
    """ "[for each] Equipment attached to it, create a token": one of so many, unless each is a copy of another one."""
    each = for_each(c)
    if each is None or not c.take(","):
        return None
    c.filler("you")
    made = creates(c, known, YOU)
    if made is None or len(made) != 1 or not isinstance(made[0], a.CreatesTokens) or made[0].copy_of or made[0].number != 1:
        return None
    if made[0].attacking == "that player":
        return None  # each attacks another one
    known.created = 0
    return YOU, [made[0].model_copy(update={"number": each})]


_FOR_EACH_PLAYER = {
    "opponent ,": OPPONENTS,
    "of your opponents ,": OPPONENTS,
    "player ,": ANY,
    "player being attacked ,": ATTACKED,
    "opponent being attacked ,": ATTACKED_OPPONENTS,
    **dict.fromkeys(
        ("opponent other than defending player ,", "other opponent ,", "of your opponents other than defending player ,"),
        a.Players.model_construct(who="other opponents"),
    ),
}


def _for_each_player(c: Cursor, known: Scope, whom: a.Players) -> _Result | None:
    """ "for each opponent, you create a 1/1 Soldier unless that player pays {1}", "…, tap up to one target creature that player
    controls"."""
    known.doer = EACH
    if (attacking := _attacking_each(c, known, whom)) is not None:
        return YOU, [attacking]
    if (chosen := _chosen_of_each(c, known, whom)) is not None:
        return YOU, [chosen]
    targets = len(known.targets)
    done = clauses(c, known)
    if len(known.targets) == targets:
        if not done:
            raise NotUnderstood
        return None, [a.ForEach(players=whom, do=of_player(done, EACH))]
    return None, list(_of_each_player(known, targets, done, whom))


@rule
def _chosen_of_each(c: Cursor, known: Scope, whom: a.Players) -> a.Instruction | None:
    """ "[for each opponent,] choose a creature that player controls": "those creatures" from then on."""
    c.filler("you")
    chosen = objects(c, known) if c.take("choose") else None
    if not isinstance(chosen, a.IsChosen) or chosen.random or not c.ended:
        return None
    if not any(each == a.ControlledBy(players=CHOSEN) for each in parts_of(chosen.permanents)):
        return None
    known.means(AFFECTED, several=True)
    known.it = known.that = None
    return a.ForEach(players=whom, do=(a.Chooses(permanents=of_player(chosen, EACH)),))


@rule
def _attacking_each(c: Cursor, known: Scope, whom: a.Players) -> a.Instruction | None:
    """ "create a token that's attacking that player": one for each of them."""
    start = c.at
    c.filler("you")
    made = creates(c, known, YOU)
    if made is None or len(made) != 1 or not isinstance(made[0], a.CreatesTokens) or made[0].attacking != "that player":
        return None
    if made[0].number != 1 or whom not in _ATTACKED_EACH or made[0].copy_of not in (None, a.THIS) or not c.ended:
        raise NotUnderstood
    if whom != OPPONENTS and (known.names_player or any(target.players for target in known.targets)):
        raise NotUnderstood  # other than another player
    known.created = 0
    each = made[0].model_copy(update={"attacking": _ATTACKED_EACH[whom]})
    c.restate(start, each)
    return each


_ATTACKED_EACH: dict[a.Players, Literal["each opponent", "each other opponent"]] = {
    OPPONENTS: "each opponent",
    a.Players.model_construct(who="other opponents"): "each other opponent",
}


def _of_each_player(known: Scope, since: int, done: tuple[a.Instruction, ...], whom: a.Players) -> tuple[a.Instruction, ...]:
    """What is done to targets, so many of each of these players. Raises NotUnderstood."""
    theirs = a.ControlledBy(players=CHOSEN)
    for at, target in enumerate(known.targets[since:], since):
        described = () if target.permanents is None else conjuncts(target.permanents)
        if theirs not in described or target.maximum is None or not _only_of_targets(done):
            raise NotUnderstood
        theirs_each = of_player(target, whom).model_copy(update={"each_of": whom})
        known.targets = (*known.targets[:at], theirs_each, *known.targets[at + 1 :])
    known.it = known.that = None
    known.those = of_player(known.those, whom)
    return of_player(done, whom)


def _only_of_targets(part: object) -> bool:
    """Whether "that player" is named only as the one who controls targets."""
    return not any(each in (CHOSEN, EACH) for each in parts_of(part, closed=a.IsTarget))


@rule
def _of_each(c: Cursor, known: Scope) -> _Result | None:
    """ "[for each] attacking creature you control, create a token that's a copy of that creature"."""
    c.mentioned = known.it
    among = noun(c)
    if among is None or c.too_deep or not c.take(","):
        return None
    known.outer, known.it, known.that = known.it, ONE, ONE
    known.types |= frozenset(types_in(among))
    known.those, known.created = None, None
    done = _without_targets(c, known)
    if not names(done, ONE):
        return None
    known.it, known.that = None, None
    known.created = 0 if any(isinstance(each, a.CreatesTokens) for each in done) else None
    return None, [a.ForEach(permanents=among, do=done)]


@rule
def _so_many_times(c: Cursor, known: Scope) -> _Result | None:
    """ "[for each] blight counter on it, each opponent loses 4 life"."""
    times = for_each(c)
    if times is None or not c.take(","):
        return None
    done = _without_targets(c, known)
    known.created = None
    return None, [a.ForEach(times=times, do=done)]


def _without_targets(c: Cursor, known: Scope) -> tuple[a.Instruction, ...]:
    """What is done for each of several, none of which has targets of its own. Raises NotUnderstood."""
    targets = len(known.targets)
    done = clauses(c, known)
    if len(known.targets) > targets:
        raise NotUnderstood
    return done


@rule
def _you_and(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "You and target opponent each draw a card": what is said of both is read of each."""
    other = people(c, known) if c.take("you and") else None
    if other is None or other == YOU:
        return None
    c.filler("each")
    start = c.mark()
    mine = done_by(c, known, YOU)
    end = c.at
    c.back_to(start)
    theirs = done_by(c, known, other)
    return [*mine, *theirs] if mine and theirs and c.at == end else None


def _done_by_one(c: Cursor, known: Scope, meant: a.Players) -> _Result | None:
    """What one player does: chooses, or gains control of something."""
    known.doer = meant
    if (done := _does(c, known, meant)) is not None:
        return done
    if (card := _chosen_by(c, known, meant)) is not None:
        known.it = known.that = card
        return meant, []
    chosen = objects(c, known) if c.take("chooses") else None
    if not isinstance(chosen, a.IsChosen) or not c.ended or chosen.permanents == a.ANYTHING:
        return None
    known.means(of_player(chosen, meant).model_copy(update={"by": meant}))
    return meant, []


@rule
def _of_players(c: Cursor, known: Scope, who: a.Players | None) -> _Result | None:
    """ "each opponent loses 1 life", "that player discards a card", "you gain that much life"."""
    if (rest := the_rest(c, known)) is not None:
        return who, rest
    if c.sees("an opponent chooses", "an opponent gains control of"):
        c.move(2)
        opponent = OPPONENTS.model_copy(update={"picked": "by you"})
        known.picks(opponent)
        return _done_by_one(c, known, opponent)
    if (both := _you_and(c, known)) is not None:
        return None, both
    if (anyone := _anyone_may(c, known)) is not None:
        return None, [anyone]
    one = known.names_player and known.those is None and known.created is None
    meant = CHOSEN if one and c.take("they") else one_of_them(c, known, VERBS_OF_PLAYERS) or people(c, known)
    if meant is None:
        return None
    if meant == YOU:
        return _done_by_you(c, known, YOU)
    known.doer = meant
    if not meant.several and c.sees("chooses"):
        return _done_by_one(c, known, meant)
    if c.sees("chooses") and (moved := _does(c, known, meant)) is not None:
        return moved  # "chooses a creature they control and exiles it"
    if (faced := _villainous(c, known, meant)) is not None:
        return None, [faced]
    if meant.several and (chosen_each := _each_chooses(c, known, meant)) is not None:
        return None, [chosen_each]
    if c.take("may"):
        by = EACH if meant.several else meant
        done = _may_do(c, known, meant, by)
        while done and not c.sees(*_THEN_EACH) and c.take(*_JOINTS):
            if not (more := _may_do(c, known, meant, by)):
                raise NotUnderstood  # whether what somebody else does is done where they don't isn't said
            done += more
        may = a.May(do=of_player(done, EACH) if by == EACH else done, by=by)
        return (None, [a.ForEach(players=meant, do=(may,)) if by == EACH else may]) if done else None
    return _does(c, known, meant)


def _may_do(c: Cursor, known: Scope, meant: a.Players, by: a.Players) -> tuple[a.Instruction, ...]:
    """One thing that others may do: "draw a card", "untap it", "have you draw a card"; nothing where none is said."""
    done = done_by(c, known, by) or tuple(_of_their_cards(c, known, meant) or _done_to_theirs(c, known, meant) or ())
    if not done and by != EACH:
        done = tuple(_done_to_named(c, known) or ())
    return clauses(c, known) if not done and by != EACH and c.take("have") else done


@rule
def _each_chooses(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """ "[each player] chooses a creature they control": "those creatures" from then on, and the others are "the rest"."""
    chosen = objects(c, known) if c.take("chooses", "choose") else None
    if not isinstance(chosen, a.IsChosen) or chosen.permanents == a.ANYTHING or chosen.random:
        return None
    if not (c.ended or c.sees(", then", "and", ",")):
        return None
    parts = conjuncts(chosen.permanents)
    theirs = any(isinstance(each, a.ControlledBy) and each.players in (CHOSEN, EACH) for each in parts)
    others = tuple(each for each in parts if not isinstance(each, a.ControlledBy))
    known.means(AFFECTED, several=True)
    known.rest = (who, a.AllOf(parts=(*others, a.Not(part=AFFECTED)))) if theirs else None
    each_own = of_player(chosen, EACH).model_copy(update={"by": EACH})
    return a.ForEach(players=who, do=(a.Chooses(permanents=each_own),))


@rule
def the_rest(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "[then] sacrifices the rest", "destroy the rest": what each of several players has not chosen."""
    if known.rest is None:
        return None
    who, rest = known.rest
    if c.take("sacrifices the rest", "sacrifice the rest", "sacrifices the others"):
        return [a.Sacrifices(players=who, permanents=rest, number=a.CountOf(filter=rest))]
    how = c.look_up(_DONE_TO_THE_REST, 3)
    theirs = a.AllOf(parts=(*rest.parts, a.ControlledBy(players=who)))
    return None if how is None else [a.Moves(permanents=theirs, how=how)]


_DONE_TO_THE_REST: dict[str, Literal["destroyed", "exiled"]] = {"destroy the rest": "destroyed", "exile the rest": "exiled"}


@rule
def _villainous(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """ "[defending player] faces a villainous choice — They lose 2 life, or you draw a card" (701.55). Raises NotUnderstood."""
    if not c.take("faces a villainous choice —", "face a villainous choice —"):
        return None
    middle = next(
        (at for at in range(c.at, len(c.tokens) - 1) if c.tokens[at].word == "," and c.tokens[at + 1].word == "or"), None
    )
    if middle is None:
        return None
    modes: list[tuple[a.Instruction, ...]] = []
    for end in (middle, len(c.tokens)):
        with c.clause(end, known.it):
            theirs = c.take("they", "that player") is not None
            done = done_by(c, known, who) if theirs else clauses(c, known)
            if not done or not c.ended:
                return None
        if who.several:
            done = by_each(done, who) if theirs else of_player(done, EACH)
        modes.append(done)
        c.filler(", or")
    faced = a.Modes(modes=tuple(modes))
    return a.ForEach(players=who, do=(faced,)) if who.several else faced


_ANYONE_MAY = {"any player may": ANY, "any opponent may": OPPONENTS}
ANYONE = tuple(_ANYONE_MAY.values())
"""Those of whom each may do something."""
_UNLESS_ANYONE = {
    **dict.fromkeys(("any player", "a player"), ANY),
    **dict.fromkeys(("any opponent", "an opponent"), OPPONENTS),
}


@rule
def _anyone_may(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "any player may exile a card from their graveyard", "any opponent may pay {2}": each of them, in turn order."""
    by = c.look_up(_ANYONE_MAY)
    if by is None:
        return None
    outer, known.doer, known.names_player = (known.doer, known.names_player), EACH, True
    done: tuple[a.Instruction, ...]
    if c.take("have"):
        caused = _has_done(c, known)
        done = () if caused is None else (caused,)
    else:
        done = done_by(c, known, EACH) or tuple(puts_cards(c, known) or ())
    known.doer, known.names_player = outer
    if not done or not c.ended:
        return None
    by_each_of_them = tuple(_chosen_by_them(each, EACH) for each in of_player(done, EACH))
    return a.May(do=by_each_of_them, by=by)


def _chosen_by_them(done: a.Instruction, who: a.Players) -> a.Instruction:
    """Cards that who does it chooses."""
    chosen = done.cards if isinstance(done, a.PutsCards | a.PutsOntoBattlefield) else None
    by_them = chosen.model_copy(update={"by": who}) if isinstance(chosen, a.IsChosenCard) and not chosen.every else None
    return done if by_them is None else done.model_copy(update={"cards": by_them})


def done_by(c: Cursor, known: Scope, who: a.Players) -> tuple[a.Instruction, ...]:
    """What somebody does, or creates; nothing where neither is said."""
    done = deed(c, known, who)
    return tuple(creates(c, known, who) or ()) if done is None else (done,)


def _by_each_of(who: a.Players, done: list[a.Instruction] | None) -> list[a.Instruction] | None:
    """The same, done by each of several."""
    return [a.ForEach(players=who, do=of_player(tuple(done), EACH))] if done and who.several else done


@attempt
def _does(c: Cursor, known: Scope, meant: a.Players) -> _Result | None:
    """What other players than you do."""
    if c.take("gains control of"):
        what, until = objects(c, known), c.look_up(UNTIL, 7)
        return (
            None
            if what is None or c.sees("until", "for")
            else (meant, [a.GainsControl(permanents=what, players=meant, until=until)])
        )
    if c.sees("creates", "create", "investigates", "investigate"):
        made = creates(c, known, meant)
        return None if made is None else (meant, made)
    if (turned := turns_up(c, known, meant) or reveals_hand(c, known, meant) or reveals_cards(c, known, meant)) is not None:
        return meant, turned
    put = _discards_it(c, known) or _by_each_of(meant, _of_their_cards(c, known, meant) or _done_to_theirs(c, known, meant))
    put = put or puts_cards(c, known) or _by_each_of(meant, _done_to_named(c, known))
    if put is not None:
        return meant, put
    if (joined := life_and_cards(c, known, meant)) is not None:
        return meant, joined
    found = deed(c, known, meant)
    return None if found is None else (meant, [found])


@rule
def _done_to_named(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "[defending player] taps it", "untaps target creature": nothing of it is chosen as that is done."""
    done = imperative(c, known) if c.sees("tap", "taps", "untap", "untaps", "remove", "put a", "put two") else None
    return None if done is None or any(isinstance(each, a.IsChosen) for each in parts_of(tuple(done))) else done


@rule
def _of_their_cards(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    """ "[its controller] searches their library for a basic land card, puts it onto the battlefield tapped, then shuffles"."""
    done = None if c.peek(1) in _POINTING else puts_cards(c, known)
    if done is None or not any(isinstance(getattr(each, "cards", None), a.IsChosenCard) for each in done):
        return None
    by = EACH if who.several else who
    return [_chosen_by_them(each, by) for each in of_player(tuple(done), by)]


_POINTING = words("it that them those")
"""Words for what was named before, which nobody chooses now."""


@rule
def _done_to_theirs(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    """ "[defending player] puts a -1/-1 counter on a creature they control", "taps a land they control": one that they choose."""
    by = EACH if who.several else who
    if c.take("blights", "blight"):
        many = number(c)
        put: a.Instruction | None = None if many is None else blights(many, by)
    else:
        done = imperative(c, known)
        put = done[0] if done is not None and len(done) == 1 else None
    chosen = put.permanents if isinstance(put, a.PutsCounters | a.Taps | a.Untaps) else None
    if put is None or not isinstance(chosen, a.IsChosen):
        return None
    theirs = of_player(chosen, by).model_copy(update={"by": by})
    if a.ControlledBy(players=by) not in getattr(theirs.permanents, "parts", ()):
        return None
    known.means(theirs)
    return [put.model_copy(update={"permanents": theirs})]


@rule
def _chosen_by(c: Cursor, known: Scope, who: a.Players) -> a.IsChosenCard | None:
    """ "chooses a creature card in your graveyard"."""
    chosen = chosen_card(c, known) if c.take("chooses") else None
    return None if chosen is None or not c.ended else chosen.model_copy(update={"by": who})


@rule
def _discards_it(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "that player discards that card": one that was chosen of a revealed hand."""
    if not isinstance(known.it, a.IsChosenCard) or not c.take("discards that card", "discards it"):
        return None
    return [a.PutsCards(cards=known.it, zone="hand", to="graveyard")]


_MAKING = words("create creates put puts return returns populate incubate manifest cloak amass investigate")


def _is_made_in(said: list[str]) -> bool:
    """Whether something is created, or put onto the battlefield, by these words of a sentence."""
    return not _MAKING.isdisjoint(said)


def _for_as_long(c: Cursor, known: Scope, what: a.Filter, holds: a.Condition) -> _Result | None:
    """ "For as long as that creature has a counter on it, it has haste": an effect that ends with what it says (611.2b)."""
    known.leading = "indefinite"
    done = changes(c, known, what)
    begins = done[0] if done is not None and len(done) == 1 else None
    if not isinstance(begins, a.Begins) or any(each.condition is not None for each in begins.abilities):
        return None
    timed = tuple(each.model_copy(update={"condition": holds}) for each in begins.abilities)
    return None, [begins.model_copy(update={"abilities": timed})]


_OF_CARDS_TOO = words("flashback escape retrace jump-start harmonize unearth embalm eternalize scavenge encore blitz")


def _only_of_permanents(c: Cursor, known: Scope) -> bool:
    """Whether what comes after the pronoun is said of no card: "gets +1/+1", "gains flying", "can't be blocked". A card that was
    exiled from a library may be cast, and gain haste then."""
    said = c.peek(1)
    if known.it == TURNED_UP and known.turned_to == "exile":
        return said == "gets"
    return said in ("gets", "can't") or (said == "gains" and c.peek(2).isalpha() and c.peek(2) not in _OF_CARDS_TOO)


@rule
def _of_permanents(c: Cursor, known: Scope, who: a.Players | None) -> _Result | None:
    """ "it deals 2 damage to any target", "creatures you control get +1/+1 and gain trample until end of turn"."""
    if (leading := c.take(*LEADING)) is not None:
        known.leading = LEADING[leading]
    as_long = condition(c, known) if c.take("for as long as") else None
    if as_long is not None and not c.take(","):
        return None
    if known.is_of_cards and c.peek() in ("it", "he", "she") and _only_of_permanents(c, known):
        known.it = known.permanent_before
    start, it = c.at, known.it
    contracted = c.peek() in CONTRACTED
    what = possessor(c, lambda inner: several(inner, known), 1, CONTRACTED) if contracted else several(c, known)
    if what is None:
        return None
    if what == a.THIS and it is not None:
        known.it = it  # "Whenever a creature attacks, ~ deals 1 damage to it"
        if it != a.THIS and not c.sees("deals", "deal", "fights"):
            known.other = UNCLEAR  # "~ gets +X/+0, where X is its power" may be of either
    if (
        what == CREATED
        and c.tokens[start].word in (*IT, *THAT, *THEM)
        and _is_made_in(c.words_before[: start - c.sentence_begins])
    ):
        raise NotUnderstood  # in the sentence that creates them, who "it" is isn't said
    known.subject = what
    c.filler("each")
    c.filler("also")
    if as_long is not None:
        return _for_as_long(c, known, what, as_long)
    done = _said_of(c, known, what)
    if what == a.THIS and known.other == UNCLEAR and it not in (None, a.THIS) and c.ended:
        known.it = a.THIS  # "~ gets +1/+0 until end of turn. It gains trample until end of turn."
    return None if done is None else (None, done)


@attempt
def _said_of(c: Cursor, known: Scope, what: a.Filter) -> list[a.Instruction] | None:
    """After the subject: "deals 2 damage to any target", "get +1/+1 and gain trample until end of turn"."""
    if what == known.it == a.IsOfGroup() and c.sees("deals", "deal", "connives", "connive", "explores", "explore"):
        raise NotUnderstood  # the one that attacked may have left, and does so all the same
    if (becomes := PREDICATES(c, permanents=what)) is not None:
        return [becomes]
    if c.take("deals", "deal"):
        return deals(c, known, what)
    if c.take("fights", "fight"):
        return fights(c, known, what)
    if c.take("becomes a copy of", "become a copy of"):
        return becomes_copy(c, known, what)
    return stays_tapped(c, known, what) if c.sees("doesn't untap", "don't untap") else changes(c, known, what)
