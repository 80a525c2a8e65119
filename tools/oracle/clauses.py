"""Sentences that say what is so: clauses with their durations and conditions, put together into abilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...events import abilities as a
from . import damage, statements
from .bearing import concerns_damage, first_bearing
from .changes import changes_characteristics, loses_all_others
from .conditions import condition
from .cursor import Cursor, last_resort, rule
from .descriptors import CREATURE
from .filters import noun, permanents
from .grammar import phrase
from .grants import Quoted, ability_list
from .logic import both, either
from .numbers import number
from .players import ANY, CHOSEN, YOU, players, targets
from .predicates import (
    IF_SOMETHING_HAPPENS,
    LEADING,
    OF_THE_SAME,
    Clause,
    Statements,
    becomes,
    designated,
    duration,
    during,
    later,
    may_be_passed_over,
    period,
    predicate,
    starts_predicate,
    tail,
    trailing_condition,
    what_is_changed,
    without_bearing,
)
from .references import CONTRACTED, possessor, reference
from .scope import SUBJECT
from .tables import listed, words
from .tokens import WHOSE
from .unstated import unstated_condition


@dataclass(slots=True)
class Statement:
    """What a sentence says: abilities, and for how long (None: as long as its source says so, or each for its own time)."""

    abilities: list[a.Ability] = field(default_factory=list)
    duration: a.Duration | None = None
    durations: tuple[a.Duration | None, ...] = ()
    """For how long each of the abilities."""
    choice: bool = False
    """Only one of the abilities granted is meant, by choice."""
    subject: a.Filter | None = None
    """The permanent that it ends up being about: "it" in a sentence after it."""
    holds: a.Condition | None = None
    """The condition under which all of it is said, where it says nothing of declarations itself: what "otherwise" denies."""


_REPLACES = (a.PreventsDamage, a.ChangesDamage, a.RedirectsDamage, a.ChangesLifeGain, a.LeavesInsteadOfDying)


def replaces(ability: a.Ability) -> bool:
    """Whether it replaces or prevents an event (614, 615): what is said after it is part of what happens instead."""
    return isinstance(ability, _REPLACES)


def conditioned(ability: a.Ability, holds: a.Condition | None) -> a.Ability:
    """The ability, under one more condition; a keyword is had as long as that holds (702.178a, 711.2a, 721.2a)."""
    if holds is None:
        return ability
    if isinstance(ability, a.KeywordAbility):
        return a.Grants(permanents=a.THIS, abilities=(ability,), condition=holds, text=ability.text)
    # Of what triggers it says when it is had, and nothing once it has triggered: there is no "if" after the event.
    name = "circumstances" if isinstance(ability, a.Triggered) else "condition"
    stated = getattr(ability, name)
    return ability.model_copy(update={name: holds if stated is None else a.Every(parts=(holds, stated))})


# --- sentences of their own kind ---------------------------------------------------------------------------------------


@rule
def _switch(c: Cursor) -> Clause | None:
    """613.4d: "Switch target creature's power and toughness until end of turn"."""
    if not c.setting.changes or not c.take("switch"):
        return None
    creatures = possessor(c, permanents, pronouns=WHOSE)
    if creatures is None or not c.take("power and toughness"):
        return None
    found = Clause([a.ChangesCharacteristics(permanents=creatures, switches=True)])
    duration(c, found)
    return found


def _who(c: Cursor) -> a.Players | None:
    return players(c) or (CHOSEN if _they_are_players(c) and c.take("they") else None)


def _doing(c: Cursor) -> Clause | None:
    """ "[each opponent] who doesn't": which of them, as a case states it."""
    if (doing := c.take("who does", "who do", "who doesn't", "who don't", "who can't")) is not None:
        return Clause(condition=a.Unstated(fact=doing))
    holds = unstated_condition(c) if (asked := c.take("who")) is not None else None
    return None if asked is not None and holds is None else Clause(condition=holds)


def _theirs(players: a.Players, creatures: a.Filter = CREATURE) -> a.Filter:
    return both(creatures, a.ControlledBy(players=players))


def _limited(players: a.Players, creatures: a.Filter, **said: Any) -> a.Ability:
    return a.DeclarationLimit(creatures=_theirs(players, creatures), **said)


def _cant_attack(players: a.Players, targets: a.Targets | None = None, creatures: a.Filter = CREATURE) -> a.Ability:
    return a.CantAttack(creatures=_theirs(players, creatures), targets=targets)


def _cant_block(players: a.Players, creatures: a.Filter) -> a.Ability:
    return a.CantBlock(blockers=_theirs(players, creatures))


_PLAYERS_CANT = Statements(
    {"who": _who, "doing": _doing, "targets": targets, "number": number, "noun": noun, "period": period, "during": during},
    *(
        phrase(
            f"<players:who> <-doing> can't {what} with more than <maximum:number> <creatures:noun> <period> <-during>",
            _limited,
            action=action,
        )
        for what, action in (("attack [<targets>]", "attack"), ("block", "block"))
    ),
    phrase("<players:who> <-doing> can't attack [<targets>] with <creatures:noun> <-during>", _cant_attack),
    phrase("<players:who> <-doing> can't attack <targets> <-during>", _cant_attack),
    phrase("<players:who> <-doing> can't block with <creatures:noun> <-during>", _cant_block),
)
"""What players can't do with their creatures: "each opponent can't block with more than one creature this combat"."""


def _they_are_players(c: Cursor) -> bool:
    """Whether "they", which comes next, are players: "if they don't, they can't attack you"."""
    before = [token.word for token in c.tokens[c.begins : c.at]]
    named = "player" in before or "opponent" in before or before[:2] == ["if", "they"]
    return c.setting.instruction and c.peek() == "they" and named


@rule
def _player_has(c: Cursor) -> Clause | None:
    """ "You have hexproof", "you gain protection from everything until your next turn": damage to them is prevented (702.16e)."""
    who = players(c)
    if who is None or not c.take("have", "gain", "has", "gains") or not c.sees("protection", "hexproof", "shroud"):
        return None
    start = c.at
    had = ability_list(c, lambda *_: ())
    c.pass_over(start, "another form")
    return None if had is None else Clause(_protecting(who, had))


def _protecting(who: a.Players, had: Iterable[a.Ability]) -> list[a.Ability]:
    """What protection, hexproof and shroud of players do: they can't be attacked any less."""
    found: list[a.Ability] = []
    for each in had:
        if not isinstance(each, a.KeywordAbility) or each.keyword not in ("protection", "hexproof", "shroud"):
            continue
        quality = each.quality or a.ANYTHING
        if each.keyword == "protection":
            found.append(a.PreventsDamage(sources=quality, recipients=a.Recipients(players=who)))
        found.append(a.CantBeTargets(players=who, sources=quality, by_opponents=each.keyword == "hexproof"))
    return found


@rule
def _have_it(c: Cursor, quoted: Quoted) -> tuple[a.Filter, Clause] | None:
    """ "you may have target creature block this creature this turn if able"."""
    if not c.setting.instruction or not c.take("you may have", "have"):
        return None
    found = _subject_and_predicate(c, quoted)
    if found is None or any(isinstance(each, a.AssignsAsThoughUnblocked) for each in found[1].abilities):
        return None  # that is a choice made as damage is assigned (`damage`)
    return found


_DONE_AS_IT_ATTACKS = ("choose", "reveal", "exile the top card of your library", "exile the top cards of your library")


@rule
def _as_it_attacks(c: Cursor) -> Clause | None:
    """ "As this creature attacks, choose a color": what is done then, where it speaks of no declaration, and of no damage."""
    start = c.at
    if not c.take("as") or reference(c) is None or not c.take("attacks ,", "blocks ,"):
        return None
    done = c.at
    if first_bearing(c.tokens, done) is not None or not c.sees(*_DONE_AS_IT_ATTACKS):
        return None
    c.to_the_end()
    if concerns_damage(c.tokens[done : c.at]):
        return None
    c.pass_over(start, "bears on nothing")
    return Clause()


_WHOLE = (
    *statements.WHOLE,
    _as_it_attacks,
    IF_SOMETHING_HAPPENS,
    _switch,
    _PLAYERS_CANT,
    _player_has,
    *damage.WHOLE,
)


# --- subject and predicate -------------------------------------------------------------------------------------------


@rule
def _subject_and_predicate(c: Cursor, quoted: Quoted) -> tuple[a.Filter, Clause] | None:
    known = c.mentioned or (SUBJECT if c.setting.instruction else None)
    if known is not None and c.take(*CONTRACTED):
        turned = designated(c, known) or what_is_changed(c, known, quoted) or becomes(c, known, quoted) or without_bearing(c)
        return None if turned is None else (known, turned)
    mentioned, of_you_too = c.mentioned, c.take("you and", "you ,")
    subject = None if _they_are_players(c) and c.peek(1) in ("can't", "attack") else permanents(c)
    if of_you_too == "you ,":
        c.mentioned = mentioned
        others = permanents(c) if subject is not None and c.take(", and") else None
        subject = None if subject is None or others is None else either([subject, others])
    if subject is None:
        return None
    found = _said_of(c, subject, quoted)
    if found is not None and of_you_too is not None:
        had = [each for said in found.abilities if isinstance(said, a.Grants) for each in said.abilities]
        found.abilities += _protecting(YOU, had)
    return None if found is None else (subject, found)


def _said_of(c: Cursor, subject: a.Filter, quoted: Quoted) -> Clause | None:
    return statements.OF_PERMANENTS(c, subject=subject) or predicate(c, subject, quoted)


@last_resort
def _player_without_bearing(c: Cursor) -> Clause | None:
    """An instruction or a statement about players that doesn't bear on declarations, up to what may."""
    start, furthest = c.mark(), c.furthest
    if not _is_clause(c):
        return None
    c.back_to(start)
    while not c.ended:
        before = c.mark()
        joined = c.take(", and", "and", ", then", "then", ",")
        skipped = c.at - start.at - len((joined or "").split())
        if joined and (skipped > 1 or c.tokens[start.at].word in INSTRUCTIONS) and _bearing_start(c):
            c.back_to(before)
            break
        if not joined:
            c.move()
    passed = c.tokens[start.at : c.at]
    said = not passed or first_bearing(passed) is not None or (c.setting.stated and changes_characteristics(passed))
    if said or not may_be_passed_over(c, start.at):
        c.furthest = furthest
        return None
    if c.setting.instruction:
        object = c.tokens[min(start.at + 1, c.at - 1)].word  # what the instruction acted on
        c.mentioned = a.THIS if object in ("~", "this") else SUBJECT
    c.pass_over(start.at, "bears on nothing")
    return Clause()


INSTRUCTIONS = words(
    """
    put create draw untap tap exile destroy return sacrifice gain choose reveal search shuffle look mill
    scry surveil investigate amass proliferate prevent remove discard add counter deal copy cast play double
    attach unattach conjure connive explore transform populate bolster manifest cloak fight take skip roll
    flip seek learn incubate discover adapt monstrosity regenerate exchange note support earthbend airbend
    waterbend switch move lose pay repeat convert distribute for after simultaneously plot endure target
    """
)
VERBS = INSTRUCTIONS | words(
    """
    gains loses draws discards puts sacrifices may choose chooses get gets can't can have has don't control
    controls win lose reveals exiles creates mills pays become becomes searches returns taps untaps shuffles
    scries skip skips adds takes deals
    """
)


def _is_clause(c: Cursor) -> bool:
    """Whether what comes has a verb: it isn't the rest of a phrase whose beginning was read."""
    if c.peek() in INSTRUCTIONS and (c.setting.instruction or c.peek() == "prevent"):
        return True
    if c.take("its", "their", "it", "they", "he", "she", "you", "your"):
        return c.peek() != ","
    if c.peek() == "each" and c.peek(1) in ("player", "opponent"):
        return True
    start = c.mark()
    if players(c) is not None and c.peek() in VERBS:
        return True
    c.back_to(start)
    return permanents(c) is not None and c.peek() in VERBS


def _bearing_start(c: Cursor) -> bool:
    """Whether the rest of the sentence, from here to its end or the next joint, is read."""
    start, furthest = c.mark(), c.furthest
    found = _clause(c, lambda *_: (), None)
    good = found is not None and (bool(found[1].abilities) or c.ended)
    c.back_to(start)
    c.furthest = furthest
    return good


def _clause(c: Cursor, quoted: Quoted, subject: a.Filter | None) -> tuple[a.Filter | None, Clause] | None:
    """A clause with its own subject, or another predicate of the subject before."""
    itself = c.sees("~", "this planeswalker", "this battle")
    for reading in _WHOLE:
        found = reading(c)
        if found is not None:
            return a.THIS if itself and reading is statements.CANT_BE_ATTACKED else subject, found
    before = c.mark()
    if subject is not None and not c.setting.instruction and c.mentioned == SUBJECT and c.take("they", "it"):
        said = predicate(c, subject, quoted)  # of the same creatures as before
        if said is None:
            c.back_to(before)
        else:
            return subject, said
    if subject is not None and starts_predicate(c):
        more = _said_of(c, subject, quoted)
        if more is not None:
            return subject, more
    read = _have_it(c, quoted) or _subject_and_predicate(c, quoted)
    if read is not None:
        return read
    if subject is not None:
        more = _said_of(c, subject, quoted)
        if more is not None:
            return subject, more
    return None


@rule
def _leading(c: Cursor, statement: Statement) -> list[a.Condition] | None:
    """Durations and conditions before the first clause."""
    holds: list[a.Condition] = []
    while True:
        phrase = c.take(*LEADING)
        if phrase is not None:
            statement.duration = LEADING[phrase]
        elif c.take("during your turn ,"):
            holds.append(a.TurnOf(players=YOU))
        elif c.take("during turns other than yours ,"):
            holds.append(a.TurnOf(players=ANY.model_copy(update={"who": "others"})))
        elif (held := later(c)) is not None:
            if not c.take(","):
                return None
            holds.append(held)
        elif c.sees("for as long as", "as long as"):
            found = trailing_condition(c)
            if found is None or not c.take(","):
                return None
            holds.append(found)
        elif c.at == c.begins and c.sees(*_NOT_EXERTED):
            c.move()
            exerted = condition(c)
            if exerted is None or not c.take(","):
                return None
            c.mentioned = a.THIS
            holds.append(exerted)
        elif c.setting.instruction and (phrase := c.take(*_LATER)) is not None:
            holds.append(a.Unstated(fact=phrase.removesuffix(" ,")))
        elif not _asked_before(c):
            return holds


_NOT_EXERTED = tuple(f"if {this} hasn't been exerted this turn ," for this in ("this creature", "~"))
_LATER = tuple(
    f"at the beginning of {when} ,"
    for when in listed("the next end step, your next upkeep, your next end step, your next turn, the next upkeep")
)
"""When something is carried out that is set up now."""


def _asked_before(c: Cursor) -> bool:
    """ "if …," before an instruction that a case states, which knows whether it was carried out at all."""
    start = c.mark()
    if c.at > c.begins or not c.setting.stated_by_a_case or not c.take("if"):
        return False
    if (condition(c) is None or not c.take(",")) and not _skip_to_comma(c):
        c.back_to(start)
        return False
    c.pass_over(start.at, "stated")
    c.filler("instead")
    return True


@last_resort
def _skip_to_comma(c: Cursor) -> bool | None:
    while not c.ended and c.peek() != ",":
        c.move()
    return bool(c.take(",")) or None


def how_long_each(said: Sequence[a.Duration | None], leading: a.Duration | None) -> tuple[a.Duration | None, ...]:
    """For how long each of several things is so: as is said behind it, before all of them, or behind a later one ("gets +1/+1 and
    gains flying until end of turn")."""
    found: list[a.Duration | None] = []
    for each in reversed(said):
        found.insert(0, each or leading or (found[0] if found else None))
    return tuple(found)


_JOINTS = (", and", ", then", ", but", "and then", "and", ",", "then")
_THEN = (", then", "and then", "then")
"""What joins what is done, one thing after the other: of what is so nothing comes first."""


@rule
def statement(c: Cursor, quoted: Quoted, subject: a.Filter | None = None) -> Statement | None:
    """A whole sentence, or nothing: every word of it has been read. `subject`: what it is said of, where that was read before."""
    result = Statement()
    if c.setting.stated_by_a_case:
        c.filler("then", "otherwise ,", "instead ,")
    begin = c.mark()
    special = IF_SOMETHING_HAPPENS(c) or damage.replaced(c)
    if special is not None and c.ended:
        if not special.abilities:
            c.pass_over(c.begins, "bears on nothing")
        result.abilities = special.abilities
        result.duration = special.duration
        result.durations = (special.duration,) * len(special.abilities)
        return result
    if special is not None:
        c.back_to(begin)
    conditions = _leading(c, result)
    if conditions is None:
        return None
    leading = result.duration
    open_since, asked = 0, False
    own_durations: list[a.Duration | None] = []
    while True:
        start = c.at
        read = _clause(c, quoted, subject)
        if read is None:
            skipped = None if any(map(replaces, result.abilities)) else _player_without_bearing(c)
            if skipped is None:
                return None
            read = (subject, skipped)
        subject, clause = read
        if asked and not clause.abilities and c.tokens[start].word not in OF_THE_SAME:
            c.furthest = start
            return None  # what has a subject of its own may be asked, too, and not said
        before = len(result.abilities)
        if before == 0:
            open_since = 0
        own = Clause(abilities=list(clause.abilities), lasts=clause.lasts)
        word = c.peek()
        tail(c, own)
        until = own.duration or clause.duration
        if clause.abilities or result.duration is None:
            # What bears on nothing declared may have its own.
            result.duration = until or result.duration
        result.abilities += (conditioned(each, clause.condition) for each in clause.abilities)
        own_durations += [until] * len(clause.abilities)
        asked = own.condition is not None
        if own.condition is not None:
            if not clause.abilities and before > open_since and word in ("as", "for"):
                return None  # open whether it holds for what was said before, too
            # "as long as" closes what is joined before it; "unless" belongs to the last verb.
            first = before if word in ("unless", "if") else open_since
            result.abilities[first:] = [conditioned(each, own.condition) for each in result.abilities[first:]]
            open_since = len(result.abilities)
        if not clause.abilities:
            c.pass_over(start, "bears on nothing")
        if c.setting.stated_by_a_case:
            c.filler("instead")
        if c.ended:
            result.choice = c.choice
            result.subject = c.mentioned if c.mentioned != SUBJECT else None
            result.abilities = loses_all_others(result.abilities)
            result.durations = how_long_each(own_durations, leading)[: len(result.abilities)]
            if len(set(result.durations)) > 1:
                result.duration = None
            if not result.abilities:
                c.pass_over(c.begins, "bears on nothing")
            break
        joint = c.take(*_JOINTS)
        if joint is None or (joint in _THEN and not c.setting.instruction and not any(map(replaces, result.abilities))):
            return None
    for holds in reversed(conditions):
        result.abilities = [conditioned(each, holds) for each in result.abilities]
    return result
