"""What is said of permanents: restrictions, requirements, costs, permissions, abilities had and lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from ...events import abilities as a
from ...events.model import parts_of
from .bearing import concerns_damage, describes, first_bearing
from .changes import ALL_CARD_TYPES, CHANGING, KEPT, changed, said_in_addition
from .conditions import condition
from .costs import payment
from .cursor import Cursor, last_resort, rule
from .descriptors import CREATURE, card_name, keyword_name
from .filters import is_bare_plural, noun, permanents
from .grammar import Grammar, Reads, phrase
from .grants import Quoted, ability_list, lost
from .logic import both, conjuncts
from .numbers import at_least, bounds, number
from .players import CONTROLLER, OPPONENTS, YOU, of_yours, targets
from .quantities import for_each
from .references import pointed_at, said_to_be
from .scope import SUBJECT
from .tables import listed, words
from .tokens import Lexeme


@dataclass(slots=True)
class Clause:
    """What one subject and one predicate say."""

    abilities: list[a.Ability] = field(default_factory=list)
    duration: a.Duration | None = None
    condition: a.Condition | None = None
    lasts: bool = False
    """For how long was said: it isn't said again."""


DURATIONS: dict[str, a.Duration | None] = {
    "until end of turn": "end of turn",
    "until the end of turn": "end of turn",
    "until end of combat": "end of combat",
    "until your next turn": "your next turn",
    "until the end of your next turn": "end of your next turn",
    "until end of your next turn": "end of your next turn",
    "this turn": "end of turn",
    "this combat": "end of combat",
    "that combat": "end of combat",
    "each combat this turn": "end of turn",
    "each combat": None,
    "each turn": None,
    "for the rest of the game": "indefinite",
}

UntilWhen = Literal["end of turn", "end of combat", "your next turn", "end of your next turn"]
UNTIL = {phrase: cast(UntilWhen, until) for phrase, until in DURATIONS.items() if phrase.startswith("until")}
"""Until when, of which the first words for the same are said."""
SAID_UNTIL = {until: phrase for phrase, until in reversed(UNTIL.items())}
LEADING = {f"{phrase} ,": until for phrase, until in DURATIONS.items() if until is not None and not phrase.startswith("for")}
"""Durations as they stand before what they are of."""

_LATER = listed(
    """
    during its controller's next turn, during their controllers' next turns, during that player's next turn, during target
    player's next turn, during target opponent's next turn, during their next turn, during his or her next turn, during your
    next turn, on your next turn, until the end of that turn, until
    your next upkeep, until your next end step, until that player's next turn, until its controller's next turn, until the end
    of its controller's next turn, until the end of that player's next turn, until their next turn, until the end of their next
    turn, this turn and next turn, during that turn
    """
)
"""When an effect says something that a case states otherwise: by an effect that begins with that turn."""


def later(c: Cursor) -> a.Condition | None:
    """During some later turn: a case doesn't know that one from others, so that it is kept in the card's words."""
    phrase = c.take(*_LATER) if c.setting.instruction else None
    return None if phrase is None else a.Unstated(fact=phrase)


def duration(c: Cursor, clause: Clause) -> bool:
    """Reads for how long, if that is said, and wasn't before."""
    if clause.lasts:
        return False
    phrase = c.take("each combat this turn", *DURATIONS)
    if phrase is None:
        held = later(c)
        clause.condition = held or clause.condition
        clause.lasts = held is not None
    else:
        clause.duration = DURATIONS[phrase] or clause.duration
        clause.lasts = True
    return clause.lasts


def during(c: Cursor) -> Clause:
    """For how long, as a row reads it beside the value: a clause that says nothing else."""
    clause = Clause()
    duration(c, clause)
    return clause


class Statements(Grammar[Clause]):
    """Rows that say what is so: what they make are abilities, and beside them is said for how long (`during`)."""

    def whole(self, made: Any, beside: Sequence[Any]) -> Clause | None:
        if sum(isinstance(each, Clause) and each.lasts for each in beside) > 1:
            return None
        clause = made if isinstance(made, Clause) else Clause(list(made) if isinstance(made, tuple) else [made])
        for each in beside:
            if isinstance(each, Clause):
                clause.duration = each.duration or clause.duration
                clause.lasts = each.lasts or clause.lasts
                if each.condition is not None and clause.condition is not None:
                    clause.condition = a.Every(parts=(each.condition, clause.condition))
                else:
                    clause.condition = each.condition or clause.condition
        return clause


def period(c: Cursor) -> Literal["combat", "turn"]:
    """Whether a requirement is one for the turn, or for each combat, by how long it is at work: which comes next."""
    return "turn" if c.sees("this turn", "each turn") else "combat"


def _aside(c: Cursor, relative: Literal["attacker", "blocker", "subject"] = "subject") -> a.Filter | None:
    """Permanents that are the predicate's object: "it" goes on to mean the subject."""
    mentioned = c.mentioned
    if c.sees("it", "him", "her"):
        # Nothing blocks itself: "it" isn't the subject here.
        c.mentioned = c.topic
    elif relative == "attacker" and mentioned == SUBJECT:
        c.mentioned = a.Is(role="attacker")  # "creatures that share a color with them": with the one that they would block
    found = permanents(c, relative)
    c.mentioned = mentioned
    return found


# --- can't -----------------------------------------------------------------------------------------------------------

_OTHER_ACTIONS = listed(
    """
    crew vehicles, transform, be countered, be sacrificed, become suspected, be enchanted,
    be equipped, transform or phase out, untap, phase out, crew, be activated, be prevented
    """
)


@rule
def _cant(c: Cursor, subject: a.Filter) -> Clause | None:
    """ "can't attack you", "can't attack or block alone", "can't block creatures with flying", "can't have or gain flying"."""
    if not c.take("can't", "cannot"):
        return None
    if c.take("have or gain", "have"):
        names = lost(c)
        return None if names is None else Clause([a.Removes(permanents=subject, keywords=names, cant_have=True)])
    clause = Clause()
    attack: a.Targets | bool = False
    block: a.Filter | bool = False
    while True:
        if c.take("be blocked"):
            if attack or block:
                return _nor_be_blocked(c, subject) if block is True and not attack else None
            return EVASION(c, subject=subject)
        if c.take("attack"):
            attack = targets(c) or True
        elif c.take("block"):
            block = _aside(c, "blocker") or True
        elif not c.take(*_OTHER_ACTIONS):
            return None
        start = c.mark()
        if not c.take(", or", "or", ","):
            break
        if not c.sees("attack", "block", "be blocked", *_OTHER_ACTIONS):
            c.back_to(start)
            break
    if attack is False and block is False:
        return clause
    duration(c, clause)
    at_what = attack if isinstance(attack, a.Targets) else None
    what = None if isinstance(block, bool) else block
    said: tuple[tuple[a.CombatAction, object], ...] = (("attack", attack), ("block", block))
    actions: list[a.CombatAction] = [action for action, meant in said if meant]
    if at_what is None and what is None:
        company = _company(c, subject, actions)
        if company is not None:
            clause.abilities += company
            return clause
    before = c.mark()
    if c.take("unless"):
        cost = payment(c, subject, at_what)
        if cost is not None:
            if attack:
                clause.abilities.append(a.AttackCost(creatures=subject, targets=at_what, cost=cost))
            if block:
                clause.abilities.append(a.BlockCost(blockers=subject, attackers=what, cost=cost))
            return clause
        c.back_to(before)
    if compares_itself(subject):
        # "Creatures with lesser power can't block this creature": than the creature that they would block has.
        if attack or what is None:
            return None
        subject = said_of_role(subject, "attacker")
    if attack:
        clause.abilities.append(a.CantAttack(creatures=subject, targets=at_what))
    if block:
        clause.abilities.append(a.CantBlock(blockers=subject, attackers=a.ANYTHING if what is None else what))
    return clause


def compares_itself(creatures: a.Filter) -> bool:
    """Whether creatures are described as greater or less than somebody who isn't named."""
    compared = (each for each in parts_of(creatures) if isinstance(each, a.Compares))
    return any(isinstance(each.than, a.CharacteristicOf) and each.than.of == "subject" for each in compared)


def said_of_role(creatures: a.Filter, role: a.Role) -> a.Filter:
    """The same, compared with the one in that role."""
    if isinstance(creatures, a.AllOf | a.AnyOf):
        return creatures.model_copy(update={"parts": tuple(said_of_role(each, role) for each in creatures.parts)})
    if isinstance(creatures, a.Compares) and compares_itself(creatures):
        assert isinstance(creatures.than, a.CharacteristicOf)
        return creatures.model_copy(update={"than": creatures.than.model_copy(update={"of": role})})
    return creatures


@rule
def _company(c: Cursor, subject: a.Filter, actions: list[a.CombatAction]) -> list[a.Ability] | None:
    """ "alone", "unless at least two other creatures attack", "unless a creature with greater power also attacks"."""
    if c.take("alone"):
        return [a.NeedsCompany(action=action, creatures=subject, others=CREATURE) for action in actions]
    if not c.take("unless"):
        return None
    least = at_least(c)
    others = noun(c)
    if least is None or others is None:
        return None
    verbs = {"attack": ("also attacks", "attack", "attacks"), "block": ("also blocks", "block", "blocks")}
    for action in actions:
        if c.take(*verbs[action]):
            return [a.NeedsCompany(action=each, creatures=subject, others=others, minimum=least) for each in actions]
    return None


@rule
def _nor_be_blocked(c: Cursor, subject: a.Filter) -> Clause | None:
    """After "can't block or be blocked": "by creatures with flying"."""
    clause = during(c)
    other = _aside(c) if c.take("by") else None
    if other is None:
        return None
    clause.abilities += [a.CantBlock(blockers=subject, attackers=other), a.CantBlock(blockers=other, attackers=subject)]
    return clause


def _over_one(c: Cursor) -> int | None:
    found = number(c)
    return found if found is not None and found > 1 else None


def _none_but(c: Cursor) -> a.Filter | None:
    """ "[except by] Walls": not "all Walls", all of which would have to block it."""
    blockers = None if c.sees("all") else _aside(c, "attacker")
    return None if blockers is None else a.Not(part=blockers)


def _pointed(c: Cursor) -> a.Filter | None:
    """One permanent: "this creature", "[ox]"."""
    one = _aside(c) if c.sees("this", "~") or c.peek().startswith("[") else None
    return one if pointed_at(one) is not None else None


def _blocking(c: Cursor) -> a.Filter | None:
    found = noun(c, "attacker")
    return None if c.last == "able" else found


def _also(c: Cursor) -> bool:
    c.filler("also")
    return True


def _per(c: Cursor) -> a.Quantity | None:
    if c.mentioned == SUBJECT:
        c.mentioned = None  # of several, none is "it"
    return for_each(c)


def _attacking(c: Cursor) -> a.Filter | None:
    """ "a creature attacking": which, without that it attacks."""
    start, attacks = c.at, a.IsInState(state="attacking")
    found = permanents(c)
    if not isinstance(found, a.AllOf) or attacks not in found.parts:
        return None
    c.pass_over(start, "another form")
    return both(*(part for part in found.parts if part != attacks))


_ANY_ONE = ("a", "an", "another", "any")


_RULES: dict[str, Reads] = {
    "during": during,
    "targets": targets,
    "many": number,
    "over_one": _over_one,
    "so_many": bounds,
    "pointed": _pointed,
    "blocking": _blocking,
    "blockers": lambda c: _aside(c, "attacker"),
    "none_but": _none_but,
    "only": lambda c: None if (attackers := _aside(c, "blocker")) is None else a.Not(part=attackers),
    "cost": lambda c: payment(c, CREATURE, to_block=True),
    "those": lambda c: _aside(c, "blocker"),
    "blocked": lambda c: None if c.sees(*_ANY_ONE) or is_bare_plural(c) else _aside(c, "blocker"),
    "any_one": lambda c: _aside(c, "blocker") if c.sees(*_ANY_ONE) else None,
    "keyword": lambda c: found.keyword if isinstance(found := keyword_name(c), a.HasKeyword) else None,
    "period": period,
    "each_combat": during,
    "per": _per,
    **dict.fromkeys(("one", "cause", "permanents"), permanents),
    "attacking": _attacking,
    "does": lambda c: c.take("attacks ,", "attack ,"),
    "also": _also,
}
EVASION = Statements(
    _RULES,
    phrase("<attackers:subject> <-during> by more than <maximum:many> (creature|creatures)", a.BlockerCount),
    phrase("<attackers:subject> <-during> by <blockers>", a.CantBlock),
    phrase("<attackers:subject> <-during> except by <minimum:over_one> or more creatures", a.BlockerCount),
    phrase("<attackers:subject> <-during> except by <blockers:none_but>", a.CantBlock),
    phrase("<attackers:subject> <-during> unless all creatures defending player controls block it", a.BlockerCount, every=True),
    phrase("<attackers:subject> <-during> unless <cost>", a.BlockCost, blockers=a.ANYTHING),
    phrase("<attackers:subject> <-during>", a.CantBlock),
    given=("subject",),
)
"""What follows "can't be blocked"."""


# --- abilities and designations --------------------------------------------------------------------------------------


@rule
def has(c: Cursor, subject: a.Filter, quoted: Quoted) -> Clause | None:
    """ "has flying and vigilance", 'gains "Whenever this creature attacks, …"'."""
    if not c.take("has", "have", "gains", "gain"):
        return None
    found = ability_list(c, quoted)
    if found is None:
        return None
    clause = Clause()
    if found:
        clause.abilities.append(a.Grants(permanents=subject, abilities=tuple(found)))
    return clause


@rule
def becomes(c: Cursor, subject: a.Filter, quoted: Quoted) -> Clause | None:
    """ "becomes a 3/3 Elemental creature with haste": types and numbers are stated by the board, abilities aren't."""
    if not said_to_be(c, "becomes", "become", "is", "are"):
        return None
    start = c.at
    while describes(c.peek()):
        c.move()
    c.pass_over(start, "stated")
    if not c.take("with"):
        return None
    found = ability_list(c, quoted)
    if found is None:
        return None
    while c.take(*_STATED_BY_THE_BOARD) or _named(c):
        pass
    return Clause([a.Grants(permanents=subject, abilities=tuple(found))] if found else [])


_STATED_BY_THE_BOARD = (*KEPT, "and all creature types")


@rule
def _named(c: Cursor) -> str | None:
    """ "named Urza's Saga", of what something becomes: the board states it."""
    return card_name(c) if c.take("named") else None


@rule
def _has_each(c: Cursor, subject: a.Filter, quoted: Quoted) -> Clause | None:
    """ "has trample as long as you control a Beast, haste as long as you control a Goblin, and …"."""
    if not c.take("has", "have"):
        return None
    clause = Clause()
    number_read = 0
    while True:
        start = c.at
        found = ability_list(c, quoted)
        if found is None:
            break
        holds = trailing_condition(c)
        if holds is None:
            return None
        if found:
            clause.abilities.append(a.Grants(permanents=subject, abilities=tuple(found), condition=holds))
        else:
            c.pass_over(start, "bears on nothing")
        number_read += 1
        if not c.take(", and", ","):
            break
    return clause if number_read > 1 else None


_EVERYTHING = (
    "all other abilities , card types , and creature types",
    "all other card types , creature types , and abilities",
    "all other card types and abilities",
    "all other card types",
    "all other abilities",
    "all abilities",
)


def _what_is_left(c: Cursor, subject: a.Filter) -> list[a.Ability] | None:
    """After "loses": "all abilities", "all other card types and abilities"."""
    everything = c.take(*_EVERYTHING)
    if everything is None:
        return None
    abilities: list[a.Ability] = [a.Removes(permanents=subject)] if "abilities" in everything else []
    types = [a.ChangesCharacteristics(permanents=subject, lost_types=ALL_CARD_TYPES)] if "types" in everything else []
    return [*abilities, *types]


@rule
def loses(c: Cursor, subject: a.Filter) -> Clause | None:
    """ "loses flying", "loses all abilities"."""
    if not c.take("loses", "lose"):
        return None
    if (everything := _what_is_left(c, subject)) is not None:
        return Clause(everything)
    chosen = c.setting.instruction and c.take("your choice of") is not None
    names = lost(c)
    if names is None:
        return None
    c.choice = c.choice or chosen
    ways = [(name,) for name in names] if chosen else [names]
    return Clause([a.Removes(permanents=subject, keywords=each) for each in ways])


@rule
def _is(c: Cursor, subject: a.Filter) -> Clause | None:
    """ "is goaded", "is no longer suspected"."""
    return designated(c, subject) if c.take("is", "are", "become", "becomes") else None


@rule
def designated(c: Cursor, subject: a.Filter) -> Clause | None:
    """ "goaded", "suspected", "no longer suspected"."""
    c.filler("also")
    ended = bool(c.take("no longer"))
    if not ended and c.take("unblockable"):
        return Clause([a.CantBlock(attackers=subject)])
    if c.take("goaded"):
        return Clause([a.Designates(creatures=subject, designation="goaded", no_longer=ended)])
    if c.take("suspected"):
        return Clause([a.Designates(creatures=subject, designation="suspected", no_longer=ended)])
    return None


_WITHOUT_BEARING = words(
    """
    gets get is are becomes become deals deal assigns assign enters enter costs cost has have doesn't don't
    phases phase untaps untap perpetually also each explores connives fights can't can gains gain loses lose
    isn't aren't dies draws draw discards discard returns takes skips sacrifices sacrifice puts exiles
    creates reveals choose chooses pays controls may transforms remains assigned doubles would was were
    until adds add
    """
)
VERBS = _WITHOUT_BEARING | words("has have gains gain loses lose can can't cannot must is are")
OF_THE_SAME = VERBS - words("each until")
"""What a clause begins with that has no subject of its own."""


def starts_predicate(c: Cursor) -> bool:
    """Whether a predicate comes next that may bear on declarations."""
    return c.peek() in _PREDICATES or bool(c.sees("doesn't untap during", "don't untap during"))


_PREDICATES = words("has have gains gain loses lose can can't cannot must attacks attack blocks block is are also assigns assign")


def _conjoined(c: Cursor) -> bool:
    """Whether the words so far are done with, and what comes is said of the same subject or of another."""
    start = c.mark()
    joined = c.take(", and", "and", ", then", "then", ",")
    if not joined:
        return False
    c.filler("it", "they", "he", "she")
    goes_on = starts_predicate(c) or c.sees("all creatures able", "all walls able") is not None
    c.back_to(start)
    return goes_on


@last_resort
def without_bearing(c: Cursor) -> Clause | None:
    """A predicate that says nothing about declarations ("gets +2/+1 for each …"), up to the next that may."""
    if c.peek() not in _WITHOUT_BEARING and not said_to_be(c):
        return None
    if c.peek() in ("has", "have") and c.peek(1) in ("and", "or"):
        return None  # what it has comes next
    start, furthest = c.at, c.furthest
    c.move()
    while not c.ended and not _conjoined(c) and not c.sees("until end of turn", "until your next turn", "until end of combat"):
        if c.sees("as long as", "unless", "if", "except"):
            break
        c.move()
    if first_bearing(c.tokens, start, c.at) is not None or not may_be_passed_over(c, start):
        c.furthest = furthest
        return None
    c.pass_over(start, "bears on nothing")
    return Clause()


def may_be_passed_over(c: Cursor, start: int) -> bool:
    """Whether the words up to the cursor, which bear on nothing declared, don't concern damage either (or may, here), nor what is
    done where it is said what is so (604.1)."""
    passed = c.tokens[start : c.at]
    return c.setting.instruction or (not _is_done(passed) and (c.setting.aside or not concerns_damage(passed)))


_DONE = words(
    """
    deals deal draws draw discards discard returns return takes take sacrifices sacrifice puts put exiles exile creates create
    reveals reveal chooses choose pays pay adds add untap tap taps doubles double transforms connives explores fights mills mill
    """
)
_SOMETIMES_DONE = words("gains gain loses lose becomes become")
_OF_ONCE = words("life control tapped untapped")
_SO = words("is are isn't aren't has have doesn't don't can can't cannot may must gets get enters enter costs cost would skips")


def _is_done(passed: Sequence[Lexeme]) -> bool:
    """Whether the first verb is of what happens once, as something resolves: "draw a card", "each opponent loses 2 life"."""
    said = [token.word for token in passed]
    verb = next((word for word in said if word in _DONE | _SOMETIMES_DONE | _SO), "")
    return verb in _DONE or (verb in _SOMETIMES_DONE and not _OF_ONCE.isdisjoint(said))


@rule
def what_is_changed(c: Cursor, subject: a.Filter, quoted: Quoted) -> Clause | None:
    """What characteristics become, where that is read: "is a 3/3 Elemental creature with haste"."""
    change = changed(c, subject) if c.setting.changes else None
    if change is None:
        return None
    also = ability_list(c, quoted) if c.take("with") else ()
    if also is None:
        return None
    if also and len(change) == 1 and isinstance(change[0], a.ChangesCharacteristics):
        change = said_in_addition(c, change[0])
    while c.take(*_STATED_BY_THE_BOARD) or _named(c):
        pass
    return Clause([*change, *([a.Grants(permanents=subject, abilities=tuple(also))] if also else [])])


@rule
def predicate(c: Cursor, subject: a.Filter, quoted: Quoted) -> Clause | None:
    """What is said of the subject; a clause without abilities if it says nothing about declarations."""
    start = c.mark()
    c.filler("each", "also", "perpetually") if c.peek(1) in _WITHOUT_BEARING | _PREDICATES else None
    for reading in _READINGS:
        found = reading(c, subject)
        if found is not None:
            return found
    if (change := what_is_changed(c, subject, quoted)) is not None:
        return change
    found = _has_each(c, subject, quoted) or has(c, subject, quoted) or becomes(c, subject, quoted)
    if found is not None:
        return found
    c.back_to(start)
    if c.setting.changes and c.peek() in CHANGING:
        return None  # an effect's change is read or declined
    return without_bearing(c)


def _in_next_combat(creatures: a.Filter, targets: a.Targets | None = None) -> Clause | None:
    """Of one creature, whose controller that is."""
    one = isinstance(creatures, a.Is | a.IsOneOf | a.IsTarget)
    return Clause([a.MustAttack(creatures=creatures, targets=targets)], "next combat") if one else None


def _attack_or_block(creatures: a.Filter, period: Literal["combat", "turn"]) -> tuple[a.Ability, ...]:
    return a.MustAttack(creatures=creatures, period=period), a.MustBlock(blockers=creatures, period=period)


def _as_described(attackers: a.Filter, what: str, blockers: a.Filter = a.ANYTHING) -> a.Ability | None:
    """ "Those abilities" are the one by which the creatures were described."""
    parts = conjuncts(attackers)
    names = [part.keyword for part in parts if isinstance(part, a.HasKeyword)]
    return a.BlocksAsThough(blockers=blockers, attackers=attackers, **{what: names[0]}) if len(names) == 1 else None


_LACKING = "(it|they|he|she|those creatures) didn't have"
_HAVING = "(it|they|he|she|those creatures) had"
_DESCRIBED = "(those abilities|that ability)"
_CAN_BE, _CAN = "<attackers:subject> can be blocked <-during> as though", "<blockers:subject> can block"
_AS_THOUGH = "<attackers:those> <-during> as though"
_CAN_ATTACK = "<creatures:subject> can attack [<targets>] <-during> as though (it|they|he|she|those creatures)"
_ATTACKS, _BLOCKS = "(attacks|attack|must attack)", "(blocks|block|must block)"
SAID = Statements(
    _RULES,
    *(
        phrase(f"<creatures:subject> can {only} alone", a.OnlyAlone, action=action)
        for action in ("attack", "block")
        for only in (f"{action} only", f"only {action}")
    ),
    *(phrase(f"<blockers:subject> can {only} <attackers:only>", a.CantBlock) for only in ("block only", "only block")),
    phrase(f"{_CAN_ATTACK} didn't have defender", a.AttacksAsThough, as_though="without defender"),
    phrase(f"{_CAN_ATTACK} had haste", a.AttacksAsThough, as_though="with haste"),
    phrase(
        "<permanents:subject> (doesn't|don't) untap during your untap step",
        lambda permanents: a.StaysTapped(permanents=of_yours(permanents)),
    ),
    *(
        phrase(f"<permanents:subject> (doesn't|don't) untap during {whose}", a.StaysTapped)
        for whose in ("its controller's untap step", "(their controllers' untap steps|their controller's untap step)")
    ),
    phrase(f"<creatures:subject> {_ATTACKS} (or blocks|or block) <period> <-during> if able", _attack_or_block),
    phrase("<creatures:subject> attacks [<targets>] during its controller's next combat phase if able", _in_next_combat),
    phrase(f"<creatures:subject> {_ATTACKS} [<targets>] <period> <-during> if able", a.MustAttack),
    phrase(f"<blockers:subject> {_BLOCKS} <attackers:any_one> <period> <-during> if able", a.MustBlock, any_one=True),
    phrase(f"<blockers:subject> {_BLOCKS} [<attackers:blocked>] <period> <-during> if able", a.MustBlock),
    phrase(f"{_CAN_BE} {_LACKING} {_DESCRIBED}", _as_described, what="attacker_without"),
    phrase(f"{_CAN_BE} {_LACKING} <attacker_without:keyword>", a.BlocksAsThough),
    phrase(f"{_CAN} {_AS_THOUGH} {_LACKING} {_DESCRIBED}", _as_described, what="attacker_without"),
    phrase(f"{_CAN} {_AS_THOUGH} {_HAVING} {_DESCRIBED}", _as_described, what="with_keyword"),
    phrase(
        f"{_CAN} [<attackers:those>] <-during> as though (it were untapped|they were untapped)", a.BlocksAsThough, untapped=True
    ),
    phrase(f"{_CAN} [<attackers:those>] <-during> as though they didn't have <attacker_without:keyword>", a.BlocksAsThough),
    phrase(f"{_CAN} [<attackers:those>] <-during> as though {_LACKING} <attacker_without:keyword>", a.BlocksAsThough),
    phrase(f"{_CAN} [<attackers:those>] <-during> as though {_HAVING} <with_keyword:keyword>", a.BlocksAsThough),
    phrase("<attackers:subject> must be blocked <-during> if able", a.MustBeBlocked),
    phrase("<attackers:subject> must be blocked <-during> by <blockers:pointed> <-during> if able", a.MustBeBlocked),
    phrase(
        "<attackers:subject> must be blocked <-during> by <minimum+maximum:so_many> <blockers:blocking> <-during> if able",
        a.MustBeBlocked,
    ),
    phrase("<blockers:subject> can block any number of creatures <-during>", a.BlocksAdditional, number=None),
    phrase("<blockers:subject> can block an additional creature <-each_combat> [for each <number:per>]", a.BlocksAdditional),
    phrase("<blockers:subject> can block an additional <number:many> creatures <-each_combat>", a.BlocksAdditional),
    phrase("<blockers:subject> can block [up to] <number:many> additional creatures <-each_combat>", a.BlocksAdditional),
    given=("subject",),
)
"""Predicates that are rows, with their subject."""


def _opponents_too(first: a.Filter) -> a.Ability | None:
    """ "If a creature an opponent controls attacks, all creatures that opponent controls attack if able"."""
    if not isinstance(first, a.AllOf) or a.ControlledBy(players=OPPONENTS) not in first.parts:
        return None
    whatever = (part for part in first.parts if not isinstance(part, a.ControlledBy))
    return a.MustAttack(creatures=first, if_attacks=both(*whatever, a.ControlledBy(players=CONTROLLER)))


_AGAIN = "(that ability triggers an additional time|it triggers an additional time)"
_ABILITY = "(a triggered ability of|an ability of) <permanents:one>"
IF_SOMETHING_HAPPENS = Statements(
    _RULES,
    phrase("if <first:permanents> <-does> all creatures that opponent controls <-also> attack <-during> if able", _opponents_too),
    phrase("if <if_attacks:one> <-does> <creatures:permanents> <-also> (attacks|attack) <-during> if able", a.MustAttack),
    phrase(f"if <dying:cause> dying causes {_ABILITY} to trigger , {_AGAIN}", a.TriggersAgain),
    phrase(f"if <attacking> causes {_ABILITY} to trigger , {_AGAIN}", a.TriggersAgain),
    phrase(f"if {_ABILITY} triggers , {_AGAIN}", a.TriggersAgain),
)
"""What happens besides if something does: what else must attack, and what triggers again."""


def _by_row(c: Cursor, subject: a.Filter) -> Clause | None:
    return SAID(c, subject=subject)


_READINGS = (_by_row, _cant, loses, _is)


@rule
def tail(c: Cursor, clause: Clause) -> bool | None:
    """For how long and under which condition; None where nothing of that comes."""
    found = False
    while True:
        if duration(c, clause) or (c.setting.stated_by_a_case and _asked_once(c)):
            found = True
        elif (holds := trailing_condition(c)) is not None:
            clause.condition = holds if clause.condition is None else a.Every(parts=(clause.condition, holds))
            found = True
        elif not clause.abilities and c.take("for each"):
            if noun(c) is None:
                return None
            found = True
        elif c.sees(", where x is") and first_bearing(c.tokens, c.at) is None:
            # Of a predicate without bearing: what X is goes on to the end.
            start = c.at
            c.to_the_end()
            c.pass_over(start, "bears on nothing")
            found = True
        else:
            return found or None


@rule
def _asked_once(c: Cursor) -> bool | None:
    """ "if …" after an instruction that a case states, which knows whether it was carried out at all."""
    start = c.at
    if not c.take("if") or condition(c) is None:
        return None
    c.pass_over(start, "stated")
    return True


@rule
def trailing_condition(c: Cursor) -> a.Condition | None:
    """ "as long as …", "unless …", "if …", "during extra turns"."""
    if c.take("during extra turns"):
        return a.HasDesignation(designation="extra turn")
    if c.take("during your turn"):
        return a.TurnOf(players=YOU)
    word = c.take("for as long as", "as long as", "unless", "if", "while")
    if word is None or (word == "if" and c.setting.instruction):
        return None
    holds = condition(c)
    if holds is None:
        return None
    return a.Unless(part=holds) if word == "unless" else holds
