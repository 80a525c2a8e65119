"""What a triggered ability does as it resolves: the sentences after its condition, read whole or not at all.

Nothing is passed over here: a word that isn't understood leaves the whole ability "understood only", and a game in which it
resolves is marked so. Effects that begin are read by the rules for statements (`clauses`), all else by those of this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ...events import abilities as a
from ...events.model import Model
from .bearing import COLORS as COLOR_WORDS
from .clauses import statement
from .conditions import condition
from .cursor import Choices, Cursor, Setting, Use
from .filters import COLORS, noun, permanents, quantity
from .grants import Quoted, ability_list
from .players import players
from .predicates import DURATIONS
from .quantities import number
from .references import BEFORE as _BEFORE
from .tokens import Token
from .triggers import Trigger
from .types import CARD_TYPES, SUBTYPES, SUPERTYPES

SUBJECT, OTHER = a.Is(role="subject"), a.Is(role="other")
HOST = a.Is(role="host")
YOU, CHOSEN = a.Players(who="you"), a.Players(who="chosen")
ANY_TARGET = a.AnyOf(parts=(a.HasType(type="Creature"), a.HasType(type="Planeswalker"), a.HasType(type="Battle")))
_PAIRS = (a.BlocksCreature, a.BecomesBlockedBy)
_CREATURE = a.HasType(type="Creature")


@dataclass(slots=True)
class _Strictly(Choices):
    """No rule may pass over words."""

    used: list[Use] = field(default_factory=list)

    def allows(self, use: Use, *, last_resort: bool) -> bool:
        self.used.append(use)
        return not last_resort

    def forget(self, number: int) -> None:
        del self.used[number:]

    def __len__(self) -> int:
        return len(self.used)


class _Unread(Exception):
    """Words that aren't understood."""


@dataclass(slots=True)
class _Known:
    """What words refer to: "it", "that creature", the tokens created last; the targets so far."""

    it: a.Filter | None
    that: a.Filter | None
    targets: list[a.Target] = field(default_factory=list)
    created: bool = False
    x: a.Quantity | None = None
    much: bool = False
    """What set it off is an amount: "that much"."""

    def target(self, target: a.Target) -> None:
        """One more target, unless it is the same as before."""
        known = [each for each in self.targets if (each.permanents, each.players) == (target.permanents, target.players)]
        if known and known[0] != target:
            raise _Unread
        if not known:
            self.targets.append(target)


def does(sentences: Iterable[list[Token]], triggers: list[Trigger], setting: Setting, quoted: Quoted) -> a.Does | None:
    """What the sentences tell to be done; None where something in them isn't understood."""
    known = _known([event for each in triggers for event in each.events])
    strict = replace(setting, instruction=True, changes=True, choices=_Strictly())
    found: list[a.Instruction] = []
    try:
        for sentence in sentences:
            _sentence(Cursor(sentence, strict), known, quoted, found)
    except _Unread:
        return None
    events = [event for each in triggers for event in each.events]
    gone = [event.permanents for event in events if isinstance(event, a.Dies | a.SomeDie | a.Leaves)]
    if gone and _moved((SUBJECT, *((a.THIS,) if any(map(_names_this, gone)) else ())), tuple(found)):
        return None
    return a.Does(instructions=tuple(found), targets=tuple(known.targets)) if found else None


def _moved(left: tuple[a.Filter, ...], part: object) -> bool:
    """Whether what has left the battlefield, and is a card now, is moved again."""
    if isinstance(part, a.Moves):
        return part.permanents in left
    if isinstance(part, tuple):
        return any(_moved(left, each) for each in part)
    return isinstance(part, Model) and any(_moved(left, getattr(part, name)) for name in type(part).model_fields)


def _names_this(filter: a.Filter) -> bool:
    return filter == a.THIS or (isinstance(filter, a.AnyOf) and a.THIS in filter.parts)


def _known(events: list[a.TriggerEvent]) -> _Known:
    whose = {_about(event) for event in events}
    it = whose.pop() if len(whose) == 1 else SUBJECT if whose and None not in whose else None
    pairs = [isinstance(event, _PAIRS) or _is_dealt_to_permanents(event) for event in events]
    that: a.Filter | None = OTHER if all(pairs) and pairs else None if any(pairs) else it
    return _Known(it, that, much=bool(events) and all(isinstance(event, _AMOUNTS) for event in events))


_AMOUNTS = (a.DealsDamage, a.SomeDealDamage, a.IsDealtDamage, a.GainsLife, a.LosesLife)


def _is_dealt_to_permanents(event: a.TriggerEvent) -> bool:
    """Whether "that creature" is the one that is dealt damage."""
    return isinstance(event, a.DealsDamage) and event.recipients is not None and event.recipients.permanents is not None


def _about(event: a.TriggerEvent) -> a.Filter | None:
    """Who "it" is: the source, what that is attached to, or the one that the ability triggered for."""
    several = a.SomeAttack | a.SomeBlock | a.SomeBecomeBlocked | a.SomeArentBlocked | a.SomeDealDamage | a.SomeDie
    if isinstance(event, several | a.SomeAreDealtDamage | a.IsDealtDamage | a.IsAttacked):
        if isinstance(event, a.IsDealtDamage) and event.recipients.players is None and event.recipients.permanents is not None:
            return event.recipients.permanents if event.recipients.permanents in (a.THIS, HOST) else SUBJECT
        return None
    if isinstance(event, a.PlayerAttacksWith):
        return SUBJECT if event.minimum is None else None
    filter = next((getattr(event, name) for name in ("creatures", "permanents", "sources") if hasattr(event, name)), None)
    if filter is None:
        return None
    return filter if filter in (a.THIS, HOST) else SUBJECT


# --- sentences and clauses ---------------------------------------------------------------------------------------------


def _sentence(c: Cursor, known: _Known, quoted: Quoted, found: list[a.Instruction]) -> None:
    words = " ".join(token.word for token in c.tokens)
    if words.startswith("this ability triggers only once each turn"):
        return
    if _REGENERATION.fullmatch(words):
        last = found[-1] if found else None
        if not isinstance(last, a.Moves) or last.how != "destroyed":
            raise _Unread
        found[-1] = last.model_copy(update={"regenerable": False})
        return
    done: tuple[a.Instruction, ...]
    if c.take("if you do ,"):
        last = found[-1] if found else None
        if not isinstance(last, a.May) or last.then:
            raise _Unread
        found[-1] = last.model_copy(update={"then": tuple(_clauses(c, known, quoted))})
        return
    if c.take("if you don't ,", "otherwise ,"):
        last = found[-1] if found else None
        otherwise = tuple(_clauses(c, known, quoted))
        if isinstance(last, a.May | a.If) and not last.otherwise:
            found[-1] = last.model_copy(update={"otherwise": otherwise})
            return
        raise _Unread
    delayed = c.take("at end of combat ,", "at the beginning of the next end step ,")
    if delayed is not None:
        done = tuple(_clauses(c, known, quoted))
        _delay(found, done, delayed, known)
        return
    c.take("then")
    if c.take("if"):
        holds = _condition(c, known)
        if not c.take(","):
            raise _Unread
        done = tuple(_clauses(c, known, quoted))
        found.append(a.If(condition=holds, do=done))
        return
    found += _clauses(c, known, quoted, found)


_REGENERATION = re.compile(r"(?:it|they|that creature|those creatures) can't be regenerated \.?")


def _condition(c: Cursor, known: _Known) -> a.Condition:
    """A condition, in which "it" isn't a target or something created before."""
    start = c.at
    c.mentioned = known.it
    holds = condition(c)
    asked = {token.word for token in c.tokens[start : c.at]}
    if holds is None or c.too_deep:
        raise _Unread
    if (known.created or not isinstance(known.it, a.Is) or known.that == OTHER) and not asked.isdisjoint((*_PRONOUNS, "it's")):
        raise _Unread
    return holds


def _clauses(c: Cursor, known: _Known, quoted: Quoted, before: list[a.Instruction] | None = None) -> list[a.Instruction]:
    """Clauses up to the end of the sentence, joined by "and" and "then"; a "may" reaches to its end."""
    if c.take("you may"):
        if c.take("have"):
            pass
        return [a.May(do=tuple(_clauses(c, known, quoted)))]
    found: list[a.Instruction] = []
    who: a.Players | None = YOU
    while True:
        who, done = _clause(c, known, quoted, who)
        if c.take("if"):
            holds = _condition(c, known)
            if not c.ended or found:
                raise _Unread
            return [a.If(condition=holds, do=tuple(done))]
        when = c.take("at end of combat", "at the beginning of the next end step")
        if when is not None:
            if before is not None and not found:
                _delay(before, done, when, known)
            else:
                _delay(found, done, when, known)
        else:
            if known.created and any(_names_created(each) for each in done):
                raise _Unread
            found += done
        if c.ended:
            return found
        if not c.take(", then", ", and then", "and then", ", and", "and", ", then"):
            raise _Unread


_CREATED = a.IsUnstated(fact="the tokens created")
"""Stands for tokens created before, until it is known what is done to them, and when."""


def _names_created(part: object) -> bool:
    if part == _CREATED:
        return True
    if isinstance(part, tuple):
        return any(map(_names_created, part))
    return isinstance(part, Model) and any(_names_created(getattr(part, name)) for name in type(part).model_fields)


def _delay(found: list[a.Instruction], done: Iterable[a.Instruction], when: str, known: _Known) -> None:
    """What is done later; of tokens created before, it belongs to their creation."""
    instructions = tuple(done)
    later: a.Delayed = a.Delayed(when="end of combat" if "combat" in when else "end step", do=instructions)
    if any(map(_names_created, instructions)):
        last = found[-1] if found else None
        (only,) = instructions if len(instructions) == 1 else (None,)
        if not isinstance(last, a.CreatesTokens) or not isinstance(only, a.Moves) or only.permanents != _CREATED:
            raise _Unread
        later = later.model_copy(update={"do": (only.model_copy(update={"permanents": SUBJECT}),)})
        found[-1] = last.model_copy(update={"until": later})
        return
    if not instructions or not all(
        isinstance(each, a.Moves | a.Taps | a.Untaps | a.PutsCounters | a.RemovesCounters) for each in instructions
    ):
        raise _Unread
    found.append(later)


def _clause(c: Cursor, known: _Known, quoted: Quoted, who: a.Players | None) -> tuple[a.Players | None, list[a.Instruction]]:
    """One clause: who does it, if a player does, and what is done."""
    start = c.at
    c.mentioned = c.topic = known.it
    before = replace(known, targets=list(known.targets))
    for read in (_imperative, _of_players, _of_permanents):
        result = read(c, known, quoted, who)
        if result is not None:
            return result
        c.at = start
        known.it, known.that, known.targets, known.created = before.it, before.that, list(before.targets), before.created
        c.mentioned = c.topic = known.it
    return who, [_statement(c, known, quoted)]


def _statement(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction:
    """An effect that begins, up to the end of the sentence."""
    start = c.at
    rest = Cursor(c.tokens[start:], c.setting, mentioned=known.it, topic=known.it)
    words = [token.word for token in rest.tokens]
    # Pronouns after a target would mean the target: only one kind of thing may be meant.
    if known.targets and any(word in _PRONOUNS for word in words) and "target" not in words:
        raise _Unread
    if known.created or "x" in words or (known.it is None and any(word in _PRONOUNS for word in words)):
        raise _Unread
    if known.that == OTHER and not {"that", "other", "another"}.isdisjoint(words):
        raise _Unread
    if known.it == SUBJECT and "other" in words and "target" not in words:
        raise _Unread
    if any(word in ("a", "an") for word in words[:1]):
        raise _Unread
    if any(phrase in " ".join(words) for phrase in _BEFORE if phrase != "that creature"):
        raise _Unread
    counts = [_count(rest.tokens, at) for at, word in enumerate(words) if word in ("target", "targets")]
    if len(counts) > 1 or None in counts:
        raise _Unread
    read = statement(rest, quoted)
    if (
        read is None
        or rest.too_deep
        or read.choice
        or not read.abilities
        or any(isinstance(each, a.NotModelled | a.Unread) for each in read.abilities)
    ):
        raise _Unread
    if len(set(read.durations)) > 1:
        raise _Unread
    duration = read.duration or (read.durations[0] if read.durations else None)
    if duration is None and not any(isinstance(each, a.Designates) for each in read.abilities):
        raise _Unread
    abilities = tuple(read.abilities)
    for target in dict.fromkeys(_targets_in(abilities)):
        least, most = counts[0] if counts and counts[0] is not None else (1, 1)
        known.target(a.Target(permanents=target.permanents, minimum=least, maximum=most))
        known.it = known.that = target
    if "target player" in " ".join(words) or "target opponent" in " ".join(words):
        raise _Unread
    c.at = len(c.tokens)
    return a.Begins(abilities=abilities, duration=duration or "indefinite")


_PRONOUNS = frozenset(("it", "them", "they", "he", "she", "him", "her", "its", "their", "that", "those", "his"))


def _targets_in(part: object) -> Iterable[a.IsTarget]:
    if isinstance(part, a.IsTarget):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _targets_in(each)
    elif isinstance(part, Model):
        for name in type(part).model_fields:
            yield from _targets_in(getattr(part, name))


# --- permanents, players and amounts -----------------------------------------------------------------------------------

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def _count(tokens: list[Token], at: int) -> tuple[int, int | None] | None:
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
    if before and before[-1] == "x":
        return None
    if before and before[-1] in _NUMBERS:
        amount = _NUMBERS[before[-1]]
        return (0, amount) if before[-3:-1] == ["up", "to"] else (amount, amount)
    return 1, 1


_IT = ("it", "him", "her", "them", "he", "she", "they")
_TOKENS = ("that token", "those tokens", "the token", "the tokens")
_THAT = ("that creature", "that permanent", "that artifact creature", "the blocking creature", "the creature")


def _objects(c: Cursor, known: _Known) -> a.Filter | None:
    """The permanents that something is done to; what "it" means from then on."""
    if c.take(*_TOKENS):
        return _CREATED if known.created else None
    if c.take(*_IT):
        return _CREATED if known.created else known.it
    if c.take(*_THAT):
        return _CREATED if known.created else known.that
    if c.sees(*_BEFORE) or (c.peek() in ("a", "an") or (c.peek() == "another" and c.peek(1) != "target")):
        return None  # several that aren't known here, or one that a player would choose
    others = next((token.word for token in c.tokens[c.at : c.at + 3] if token.word in ("other", "another")), None)
    if others is not None and (known.that == OTHER or (known.it == SUBJECT and "target" not in _words_ahead(c))):
        return None  # other than which of the two isn't told
    at = next((at for at in range(c.at, min(len(c.tokens), c.at + 8)) if c.tokens[at].word in ("target", "targets")), None)
    count = _count(c.tokens[c.at : at + 1], at - c.at) if at is not None else None
    c.mentioned = known.it
    found = permanents(c)
    if found is None or c.too_deep:
        return None
    if found == SUBJECT:
        return known.that  # "that Hero"
    named = list(_targets_in((found,)))
    if named:
        if found != named[0] or count is None:
            return None
        known.target(a.Target(permanents=named[0].permanents, minimum=count[0], maximum=count[1]))
        known.it = known.that = found
    elif found in (a.THIS, HOST):
        known.it = found
    known.created = False
    return found


def _words_ahead(c: Cursor) -> list[str]:
    return [token.word for token in c.tokens[c.at : c.at + 6]]


def _role(filter: a.Filter | None) -> a.Role | None:
    return filter.role if isinstance(filter, a.Is) else None


def _amount(c: Cursor, known: _Known) -> a.Quantity | None:
    """A number: "two", "that much", "X" of which is told later what it is."""
    if c.take("that much", "that many"):
        return a.AmountOfOccasion() if known.much else None
    if c.sees("x"):
        told = _where(c, known)
        if told is not None:
            c.move()
        return told
    return number(c)


def _where(c: Cursor, known: _Known) -> a.Quantity | None:
    """What X is, told at the end of the sentence."""
    if known.x is not None:
        return known.x
    words = [token.word for token in c.tokens]
    for at in range(c.at, len(words) - 3):
        if words[at : at + 3] == ["where", "x", "is"]:
            asked = Cursor(c.tokens, c.setting, at + 3, mentioned=known.it)
            found = _quantity(asked, known)
            if found is None or asked.too_deep or not asked.ended:
                return None
            known.x = found
            del c.tokens[at - 1 if at and words[at - 1] == "," else at : len(words)]
            return found
    return None


def _quantity(c: Cursor, known: _Known) -> a.Quantity | None:
    """A number that the board tells: "its power", "the number of creatures you control"."""
    if c.take("that damage"):
        return a.AmountOfOccasion() if known.much else None
    if c.take("the number of opponents you have"):
        return a.PlayerCount(players=a.Players(who="opponents"))
    for what in ("power", "toughness", "mana value"):
        if c.take(f"the greatest {what} among", f"the highest {what} among"):
            among = noun(c)
            characteristic = what.replace(" ", "_")
            return None if among is None else a.GreatestPower(filter=among, characteristic=characteristic)
        if c.take(f"the total {what} of") and what == "power":
            among = noun(c)
            return None if among is None else a.TotalPower(filter=among)
    role = _role(known.that if c.sees("that creature's") else known.it)
    if role is None and c.sees("its", "that creature's", "their", "his", "her"):
        return None
    c.mentioned = known.it
    found = quantity(c, role or "subject")
    return None if c.too_deep else found


def _for_each(c: Cursor, known: _Known) -> a.Quantity | None:
    """What comes after "for each"."""
    if c.take("opponent you have", "opponent"):
        return a.PlayerCount(players=a.Players(who="opponents"))
    if c.take("card in your hand"):
        return a.PlayerTotal(what="hand", players=YOU)
    if c.take("card in your graveyard"):
        return a.PlayerTotal(what="graveyard", players=YOU)
    start = c.at
    if (counter := _counter(c)) is not None and c.take("on"):
        role = _role(_objects(c, known))
        return None if role is None else a.CountersOn(of=role, counter=counter)
    c.at = start
    c.mentioned = known.it
    if _role(known.it) is None:
        c.mentioned = None
    found = noun(c)
    if found is None or c.too_deep:
        return None
    return a.Scaled(quantity=a.CountOf(filter=found), more=-1) if c.take("beyond the first") else a.CountOf(filter=found)


def _times(amount: a.Quantity, each: a.Quantity) -> a.Quantity:
    if not isinstance(amount, int):
        raise _Unread
    if isinstance(each, a.Scaled):
        return each.model_copy(update={"times": each.times * amount})
    return a.Scaled(quantity=each, times=amount) if amount != 1 else each


def _for_each_of(c: Cursor, known: _Known, amount: a.Quantity) -> a.Quantity | None:
    """The amount, for each of what follows if "for each" does; None where that isn't read."""
    if not c.take("for each"):
        return amount
    each = _for_each(c, known)
    return None if each is None else _times(amount, each)


def _counter(c: Cursor) -> str | None:
    """The name of counters, and the word "counter"."""
    for size in (1, 2):
        if c.peek(size) in ("counter", "counters"):
            name = " ".join(c.peek(ahead) for ahead in range(size))
            if not re.fullmatch(r"[+-]\d+/[+-]\d+|[a-z]+(?: strike| mark)?", name) or name in (
                "kind",
                "of",
                "energy",
                "experience",
                "poison",
                "ticket",
                "rad",
            ):
                return None
            c.move(size + 1)
            return name
    return None


def _players(c: Cursor, known: _Known) -> a.Players | None:
    """Players who do something or to whom something is done; "target player" is a target."""
    for phrase, opponents in (("target player", False), ("target opponent", True)):
        if c.take(phrase):
            known.target(a.Target(players=True, opponents=opponents))
            return CHOSEN
    if c.sees("its controller", "its owner", "their controller", "that creature's controller", "that creature's owner"):
        about = known.that if c.sees("that creature's") else known.it
        owner = "owner" in (c.peek(1), c.peek(2))
        if about not in (SUBJECT, a.THIS, HOST):
            return None
        c.move(3 if c.sees("that") else 2)
        if about == HOST:
            return None if owner else a.Players(who="host controller")
        return a.Players(who="owner" if owner else "controller")
    if c.take("the attacking player"):
        return a.Players(who="active")
    found = players(c)
    if found is not None and (found.who in ("named", "except_named", "attacked before", "monarch") or found.where is not None):
        return None
    if found is not None and any(target.players and target.permanents is None for target in known.targets):
        return found if found != CHOSEN or c.tokens[c.at - 1].word in ("player", "opponent") else None
    return found


# --- what players do -----------------------------------------------------------------------------------------------------

_Result = tuple[a.Players | None, list[a.Instruction]]


def _of_players(c: Cursor, known: _Known, quoted: Quoted, who: a.Players | None) -> _Result | None:
    """ "each opponent loses 1 life", "that player discards a card", "you gain that much life"."""
    meant = _players(c, known)
    if meant is None:
        return None
    if meant.who == "you":
        done = _imperative(c, known, quoted, YOU)
        return done
    found = _deed(c, known, meant)
    return None if found is None else (meant, [found])


def _deed(c: Cursor, known: _Known, who: a.Players) -> a.Instruction | None:
    """What somebody does: loses or gains life, draws, discards, mills, sacrifices, gets poison counters."""
    verb = c.take(*_DEEDS)
    if verb is None:
        return None
    verb = verb.rstrip("s") if verb != "loses" else "lose"
    if verb in ("lose", "gain"):
        if c.take("life equal to"):
            amount = _quantity(c, known)
        else:
            amount = _amount(c, known)
            if amount is None or not c.take("life"):
                return None
        if amount is None:
            return None
        amount = _for_each_of(c, known, amount)
        if amount is None:
            return None
        return a.ChangesLife(players=who, loses=amount) if verb == "lose" else a.ChangesLife(players=who, gains=amount)
    if verb in ("draw", "discard", "mill"):
        if c.take("a card", "one card"):
            return _cards(who, verb, 1, c)
        if verb == "draw" and c.take("cards equal to"):
            amount = _quantity(c, known)
            return None if amount is None else _cards(who, verb, amount, c)
        if verb == "discard" and c.take("their hand", "your hand"):
            return _cards(who, verb, a.PlayerTotal(what="hand", players=who), c) if who == YOU else None
        amount = _amount(c, known)
        if amount is None or not c.take("cards", "card"):
            return None
        return _cards(who, verb, amount, c)
    if verb == "sacrifice":
        count = 1 if c.take("a", "an") else _amount(c, known)
        if count is None:
            return None
        what = noun(c)
        c.take("of their choice", "of his or her choice", "of your choice")
        return None if what is None or c.too_deep else a.Sacrifices(players=who, permanents=what, number=count)
    if verb == "get":
        amount = _amount(c, known)
        return (
            a.GivesPoison(players=who, number=amount)
            if amount is not None and c.take("poison counter", "poison counters")
            else None
        )
    return None


_DEEDS = (
    "loses",
    "lose",
    "gains",
    "gain",
    "draws",
    "draw",
    "discards",
    "discard",
    "mills",
    "mill",
    "sacrifices",
    "sacrifice",
    "gets",
    "get",
)


def _cards(who: a.Players, verb: str, amount: a.Quantity, c: Cursor) -> a.Instruction | None:
    c.take("at random")
    if c.take("for each"):
        return None
    return a.MovesCards(players=who, what=verb, number=amount)


# --- instructions --------------------------------------------------------------------------------------------------------


def _imperative(c: Cursor, known: _Known, quoted: Quoted, who: a.Players | None) -> _Result | None:
    """What the ability's controller, or who was named before, is told to do."""
    deeds = (
        "lose",
        "gain",
        "draw",
        "discard",
        "mill",
        "get",
        "loses",
        "gains",
        "draws",
        "discards",
        "mills",
        "gets",
        "sacrifices",
    )
    if c.peek() in deeds and who is not None:
        start = c.at
        found = _deed(c, known, who)
        if found is not None:
            return who, [found]
        c.at = start
        return None
    for read in (_puts, _removes, _taps, _moves, _sacrifices, _creates, _scries, _doubles, _leaves_combat, _pays):
        start = c.at
        done = read(c, known, quoted)
        if done is not None:
            return YOU, [done]
        c.at = start
    return None


def _puts(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    if not c.take("put", "puts"):
        return None
    amount = _amount(c, known)
    counter = _counter(c) if amount is not None else None
    if amount is None or counter is None or not c.take("on each of", "on"):
        return None
    what = _objects(c, known)
    if what is None:
        return None
    amount = _for_each_of(c, known, amount)
    if amount is None:
        return None
    return a.PutsCounters(permanents=what, counter=counter, number=amount)


def _removes(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    if not c.take("remove"):
        return None
    amount = None if c.take("all") else _amount(c, known)
    everything = c.tokens[c.at - 1].word == "all"
    counter = _counter(c)
    if counter is None or (amount is None and not everything) or not c.take("from"):
        return None
    what = _objects(c, known)
    return None if what is None else a.RemovesCounters(permanents=what, counter=counter, number=amount)


def _leaves_combat(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    if not c.take("remove"):
        return None
    what = _objects(c, known)
    return a.RemovesFromCombat(permanents=what) if what is not None and c.take("from combat") else None


def _taps(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    verb = c.take("tap", "untap")
    what = _objects(c, known) if verb else None
    if what is None:
        return None
    return a.Taps(permanents=what) if verb == "tap" else a.Untaps(permanents=what)


def _moves(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    verb = c.take("destroy", "exile", "return")
    if verb is None:
        return None
    what = _objects(c, known)
    if what is None or (_several(what) and c.sees("card", "cards")):
        return None
    if verb == "return":
        to = c.take(
            "to its owner's hand", "to their owner's hand", "to their owners' hands", "to your hand", "to his or her hand"
        )
        return None if to is None or to == "to your hand" else a.Moves(permanents=what, how="returned")
    return a.Moves(permanents=what, how="destroyed" if verb == "destroy" else "exiled")


def _several(what: a.Filter) -> bool:
    return not isinstance(what, a.Is)


def _sacrifices(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    if not c.take("sacrifice"):
        return None
    if c.sees(*_IT, *_TOKENS, *_THAT) or c.sees("~", "this", "equipped", "enchanted"):
        what = _objects(c, known)
        return None if what is None else a.Moves(permanents=what, how="sacrificed")
    another = c.take("another") is not None
    amount = 1 if another or c.take("a", "an") else _amount(c, known)
    found = noun(c) if amount is not None else None
    if amount is None or found is None or c.too_deep:
        return None
    if another:
        found = a.AllOf(parts=(found, a.Not(part=a.THIS)))
    return a.Sacrifices(players=YOU, permanents=found, number=amount)


def _scries(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    start = c.at
    if not c.take("scry") or number(c) is None:
        return None
    return a.Elsewhere(text=" ".join(token.raw for token in c.tokens[start : c.at]))


def _pays(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    if not c.take("pay"):
        return None
    if re.fullmatch(r"(?:\{(?:[0-9]+|[wubrgc])\})+", c.peek()):
        paid = c.raw()
        c.move()
        return a.Pays(mana=paid.upper())
    amount = number(c)
    return a.Pays(life=amount) if amount is not None and c.take("life") else None


def _doubles(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    if c.take("double the number of"):
        counter = _counter(c)
        what = _objects(c, known) if counter is not None and c.take("on") else None
        role = _role(what)
        if counter is None or role is None or what is None:
            return None
        return a.PutsCounters(permanents=what, counter=counter, number=a.CountersOn(of=role, counter=counter))
    if c.take("double its power until end of turn", "double ~'s power until end of turn"):
        what = a.THIS if c.tokens[c.at - 5].word.startswith("~") else known.it
        return None if what is None else _grows(what, a.CharacteristicOf(characteristic="power", of="itself"), 0)
    if c.take("double"):
        what = _objects(c, known)
        if what is None or not c.tokens[c.at - 1].word.endswith("'s"):
            return None
    return None


def _grows(what: a.Filter, power: a.Quantity, toughness: a.Quantity) -> a.Begins:
    return a.Begins(
        abilities=(a.ChangesCharacteristics(permanents=what, power=power, toughness=toughness),), duration="end of turn"
    )


# --- tokens --------------------------------------------------------------------------------------------------------------

_PREDEFINED = {
    "treasure": ("Artifact", "Treasure"),
    "food": ("Artifact", "Food"),
    "clue": ("Artifact", "Clue"),
    "blood": ("Artifact", "Blood"),
    "map": ("Artifact", "Map"),
    "powerstone": ("Artifact", "Powerstone"),
    "gold": ("Artifact", "Gold"),
}
_SIZE = re.compile(r"(\d{1,3})/(\d{1,3})")
_ATTACKING = (
    "that's tapped and attacking",
    "that are tapped and attacking",
    "tapped and attacking",
    "that's attacking",
    "that are attacking",
)


def _creates(c: Cursor, known: _Known, quoted: Quoted) -> a.Instruction | None:
    """ "create two 1/1 red Goblin creature tokens that are tapped and attacking", "investigate"."""
    if c.take("investigate"):
        known.created = True
        return a.CreatesTokens(token=a.Token(name="Clue", types=_PREDEFINED["clue"]))
    if not c.take("create"):
        return None
    amount = _amount(c, known)
    if amount is None:
        return None
    attacking = bool(c.take("tapped and attacking"))
    tapped = attacking or bool(c.take("tapped"))
    if c.take("token that's a copy of", "token that is a copy of"):
        copied = _objects(c, known)
        if copied is None or not isinstance(copied, a.Is):
            return None
        later = c.take(*_ATTACKING)
        created = a.CreatesTokens(number=amount, copy_of=copied)
    else:
        token = _token(c, quoted)
        if token is None:
            return None
        later = c.take(*_ATTACKING)
        created = a.CreatesTokens(number=amount, token=token)
    attacking = attacking or later is not None
    tapped = tapped or (later is not None and "tapped" in later)
    known.created = True
    return created.model_copy(update={"tapped": tapped, "attacking": "same" if attacking else None})


def _token(c: Cursor, quoted: Quoted) -> a.Token | None:
    if c.peek() in _PREDEFINED and c.peek(1) in ("token", "tokens"):
        word = c.peek()
        c.move(2)
        return a.Token(name=word.capitalize(), types=_PREDEFINED[word])
    size = _SIZE.fullmatch(c.peek())
    if size is None:
        return None
    c.move()
    colors: list[a.Color] = []
    types: list[str] = []
    named: list[str] = []
    while c.peek() not in ("token", "tokens"):
        word = c.peek()
        if word in COLOR_WORDS:
            colors.append(COLORS[word])
        elif (known := CARD_TYPES.get(word) or SUPERTYPES.get(word) or SUBTYPES.get(word)) is not None:
            types.append(known)
            named += [known] if word in SUBTYPES and word not in CARD_TYPES else []
        elif word not in ("colorless", "and", ","):
            return None
        c.move()
        if c.at >= len(c.tokens):
            return None
    c.move()
    if "Creature" not in types:
        return None
    abilities: tuple[a.Ability, ...] = ()
    if c.take("with"):
        listed = ability_list(c, quoted)
        if listed is None:
            return None
        abilities = tuple(listed)
    return a.Token(
        name=" ".join(named),
        types=tuple(types),
        colors=tuple(colors),
        power=int(size[1]),
        toughness=int(size[2]),
        abilities=abilities,
    )


# --- what permanents do --------------------------------------------------------------------------------------------------

_CHANGE = re.compile(r"([+-])(\d{1,6}|x)/([+-])(\d{1,6}|x)")


def _of_permanents(c: Cursor, known: _Known, quoted: Quoted, who: a.Players | None) -> _Result | None:
    """ "it deals 2 damage to any target", "creatures you control get +1/+1 and gain trample until end of turn"."""
    leading = c.take("until end of turn ,")
    what = _objects(c, known)
    if what is None or what == _CREATED:
        return None
    c.take("each")
    if c.take("deals", "deal"):
        done = _damage(c, known, what)
        return None if done is None else (None, [done])
    if c.take("fights", "fight"):
        other = _objects(c, known)
        return None if other is None else (None, [a.Fights(creature=what, other=other)])
    if c.take("gets", "get"):
        begins = _gets(c, known, quoted, what, leading is not None)
        return None if begins is None else (None, [begins])
    if c.take("gains", "gain"):
        begins = _gains(c, quoted, what, leading is not None)
        return None if begins is None else (None, [begins])
    if c.take("doesn't untap during its controller's next untap step", "don't untap during their controllers' next untap steps"):
        return None
    return None


def _damage(c: Cursor, known: _Known, source: a.Filter) -> a.Instruction | None:
    if not isinstance(source, a.Is):
        return None
    amount: a.Quantity | None
    to: a.Recipients | None = None
    if c.take("damage to"):
        to = _recipients(c, known)
        if to is None or not c.take("equal to"):
            return None
        amount = _power(c, known, source)
    elif c.take("damage equal to"):
        amount = _power(c, known, source)
        if amount is None or not c.take("to"):
            return None
    else:
        amount = _amount(c, known)
        if amount is None or not c.take("damage to"):
            return None
    if amount is None:
        return None
    to = to or _recipients(c, known)
    if to is None:
        return None
    amount = _for_each_of(c, known, amount)
    if amount is None:
        return None
    return a.Damages(source=source, recipients=to, amount=amount)


def _power(c: Cursor, known: _Known, source: a.Filter) -> a.Quantity | None:
    """The damage's amount: "its power" is the source's."""
    if c.take("its power", "his power", "her power"):
        role = _role(source)
        return None if role is None else a.CharacteristicOf(characteristic="power", of=role)
    return _quantity(c, known)


def _recipients(c: Cursor, known: _Known) -> a.Recipients | None:
    if c.take("any target"):
        known.target(a.Target(permanents=ANY_TARGET, players=True))
        return a.Recipients(permanents=a.IsTarget(permanents=ANY_TARGET))
    for phrase, kinds in (
        ("target player or planeswalker", ("Planeswalker",)),
        ("target opponent or planeswalker", ("Planeswalker",)),
        ("target creature or player", ("Creature",)),
        ("target creature , player , or planeswalker", ("Creature", "Planeswalker")),
    ):
        if c.take(phrase):
            types = tuple(a.HasType(type=kind) for kind in kinds)
            filter: a.Filter = types[0] if len(types) == 1 else a.AnyOf(parts=types)
            known.target(a.Target(permanents=filter, players=True, opponents="opponent" in phrase))
            return a.Recipients(permanents=a.IsTarget(permanents=filter))
    start = c.at
    meant = _players(c, known)
    if meant is not None:
        if c.take("and each creature they control", "and each creature that player controls"):
            return None
        return a.Recipients(players=meant)
    c.at = start
    if c.take("itself"):
        return a.Recipients(permanents=a.THIS) if known.it == a.THIS else None
    what = _objects(c, known)
    return None if what is None or what == _CREATED else a.Recipients(permanents=what)


def _gets(c: Cursor, known: _Known, quoted: Quoted, what: a.Filter, leading: bool) -> a.Instruction | None:
    change = _CHANGE.fullmatch(c.peek())
    if change is None:
        return None
    x = _where(c, known) if "x" in c.peek() else None
    if "x" in c.peek() and x is None:
        return None
    c.move()

    def size(sign: str, digits: str) -> a.Quantity:
        amount: a.Quantity = int(digits) if digits != "x" else x if x is not None else 0
        if sign == "+":
            return amount
        return -amount if isinstance(amount, int) else _times(-1, amount)

    power, toughness = size(change[1], change[2]), size(change[3], change[4])
    abilities: list[a.Ability] = []
    until = leading
    if c.take("and gains", "and gain", ", gains"):
        listed = ability_list(c, quoted)
        if listed is None or c.choice:
            return None
        abilities = [a.Grants(permanents=what, abilities=tuple(listed))] if listed else []
    duration = _duration(c)
    each = _for_each(c, known) if c.take("for each") else None
    if c.tokens[c.at - 1].word == "each" and each is None:
        return None
    duration = duration or _duration(c)
    if c.take("and gains", "and gain"):
        listed = ability_list(c, quoted)
        if listed is None or c.choice:
            return None
        abilities += [a.Grants(permanents=what, abilities=tuple(listed))] if listed else []
        duration = _duration(c) or duration
    if each is not None:
        power, toughness = _each(power, each), _each(toughness, each)
    if duration is None and not until:
        return None
    change_of = a.ChangesCharacteristics(permanents=what, power=power, toughness=toughness)
    return a.Begins(abilities=(change_of, *abilities), duration=duration or "end of turn")


def _each(amount: a.Quantity, each: a.Quantity) -> a.Quantity:
    return 0 if amount == 0 else _times(amount, each)


def _gains(c: Cursor, quoted: Quoted, what: a.Filter, leading: bool) -> a.Instruction | None:
    listed = ability_list(c, quoted)
    if not listed or c.choice:
        return None
    duration = _duration(c)
    if duration is None and not leading:
        return None
    return a.Begins(abilities=(a.Grants(permanents=what, abilities=tuple(listed)),), duration=duration or "end of turn")


def _duration(c: Cursor) -> a.Duration | None:
    phrase = c.take(*_UNTIL)
    return None if phrase is None else DURATIONS[phrase]


_UNTIL = tuple(phrase for phrase, until in DURATIONS.items() if until is not None and phrase.startswith("until"))
