"""Sentences of an ability and their clauses: what is done if, when and unless; who may; what is done instead, or later."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from ....events.model import Model
from ..conditions import condition
from ..cursor import Cursor, Setting
from ..filters import noun
from ..logic import both
from ..quantities import NUMBERS, bounds, comparison
from ..tokens import Lexeme, tokenize
from ..triggers import trigger
from .amounts import amount, done_this_way, for_each, where
from .card_verbs import chosen_card, onto_battlefield, puts_cards, target_card
from .cards import card
from .changing import changes, stated, stays_tapped
from .damaging import deals, fights
from .deeds import DEEDS, deed
from .elsewhere import is_elsewhere
from .faces import endures
from .known import (
    AFFECTED,
    CHOSEN,
    CREATED,
    EACH,
    ONE,
    OPPONENTS,
    OTHER,
    SUBJECT,
    TURNED_UP,
    YOU,
    Known,
    NotUnderstood,
    is_several,
    known_of,
    of_player,
    words_of,
)
from .libraries import reveals_hand, said_of_cards, some_turned_up, turns_up
from .making_tokens import creates
from .objects import IT, THAT, THEM, objects
from .people import people
from .verbs import imperative

_REGENERATION = re.compile(r"(?:it|they|that creature|those creatures) can't be regenerated \.?")
_REFLEXIVE = re.compile(
    r"when you (?:do"
    r"|discard (?:a card|one or more cards) this way|remove a counter this way|sacrifice one or more \w+ this way) ,"
)
_DISCARDING = "when you discard a"
_COINS = re.compile(r"flip (a|two|three|four|five) coins? \.?")
_DICE = re.compile(r"roll (a|two|three) (d\d{1,3}|(?:four|six|eight|ten|twelve|twenty)-sided (?:die|dice)|d\d{1,3}s) \.?")
_FLIPS = ("if you win the flip ,", "if you lose the flip ,", "for each flip you win ,", "for each flip you lose ,")
_LATER = {"at end of combat": "end of combat", "at the beginning of the next end step": "end step"}
_INSTEAD_OF_DYING = re.compile(
    r"if (that creature|it|those creatures|a creature dealt damage this way|that permanent) would die this turn , "
    r"exile (?:it|that creature|that permanent) instead \.?"
)
_X_TARGETS = re.compile(r"\bup to x (?:other )?target|\bwith (?:power|toughness|mana value) x\b")
_ONCE = ("this ability triggers only once each turn",)


def read(sentences: list[list[Lexeme]], setting: Setting, known: Known) -> a.Does:
    """What the sentences tell to be done. Raises NotUnderstood."""
    found: list[a.Instruction] = []
    modal: a.ModalChoice | None = None
    for number, sentence in enumerate(sentences):
        words = words_of(sentence)
        if (options := _options(sentences[number:])) is not None:
            modal = _modal(options, setting, known)
            break
        if (reflexive := _REFLEXIVE.match(words)) is not None:
            rest = [sentence[len(reflexive[0].split()) :], *sentences[number + 1 :]]
            does = read(rest, setting, known.later())
            _then(found, (a.Reflexive(does=does),))
            break
        if words.startswith(_DISCARDING) and known.looking is not None:
            which = Cursor(sentence[len(_DISCARDING.split()) :], setting)
            filter = card(which, known)
            if filter is None or not which.take("this way ,"):
                raise NotUnderstood
            does = read(
                [sentence[len(sentence) - len(which.tokens) + which.at :], *sentences[number + 1 :]], setting, known.later()
            )
            found.append(a.If(condition=some_turned_up(known, filter), do=(a.Reflexive(does=does),)))
            break
        if sentence[0].word in ("when", "whenever") and not is_elsewhere(words):
            found.append(_triggers_later(sentence, setting, known))
            continue
        _sentence(Cursor(list(sentence), setting), known, found)
    if not found and modal is None:
        raise NotUnderstood
    return a.Does(instructions=tuple(found), targets=tuple(known.targets), modal=modal)


def _triggers_later(sentence: list[Lexeme], setting: Setting, known: Known) -> a.Instruction:
    """ "When that creature dies this turn, draw a card": it is there for as long as is said (603.7). Raises NotUnderstood."""
    c = Cursor(list(sentence), setting, mentioned=known.that)
    once = c.peek() == "when"
    told = trigger(c)
    if told is None or len(told) != 1 or c.too_deep or not c.take(","):
        raise NotUnderstood
    one = told[0]
    leaving = all(isinstance(event, a.Dies | a.Leaves) for event in one.events)
    if not one.events or one.unread or one.limit is not None or one.condition is not None:
        raise NotUnderstood
    if one.duration is None and not (once and leaving):
        raise NotUnderstood  # for how long isn't said
    if once and not leaving and one.duration is None:
        raise NotUnderstood
    about = next((known.that if "that" in words_of(sentence[:4]) else known.it for _ in one.events), None)
    events = tuple(_of_those(event, about) for event in one.events)
    does = read([c.tokens[c.at :]], setting, known_of(list(events), known.quoted))
    text = " ".join(token.raw for token in sentence)
    ability = a.Triggered(events=events, does=does, text=text, limit="once each turn" if once and not leaving else None)
    return a.Begins(abilities=(ability,), duration=one.duration or "indefinite")


def _of_those(event: a.TriggerEvent, about: a.Filter | None) -> a.TriggerEvent:
    """A trigger event that was read of "that creature", said of what that is. Raises NotUnderstood."""
    field = next((name for name in ("creatures", "permanents", "sources") if hasattr(event, name)), None)
    if field is None or getattr(event, field) != SUBJECT or not isinstance(about, _POINTED):
        raise NotUnderstood
    changed = event.model_copy(update={field: about})
    if _names_subject(tuple(getattr(changed, name) for name in type(changed).model_fields if name != field)):
        raise NotUnderstood
    return changed


_POINTED = (a.Is, a.IsTarget, a.IsChosen, a.IsCreated)


# --- modes -----------------------------------------------------------------------------------------------------------------

_HOW_MANY = {
    "choose one": (1, 1),
    "choose two": (2, 2),
    "choose three": (3, 3),
    "choose up to one": (0, 1),
    "choose up to two": (0, 2),
    "choose one or both": (1, 2),
    "choose one or more": (1, 99),
    "choose any number": (0, 99),
    "you may choose one": (0, 1),
    "you may choose two": (0, 2),
}


def _options(sentences: list[list[Lexeme]]) -> tuple[tuple[int, int], list[list[list[Lexeme]]]] | None:
    """How many modes are chosen, and the sentences of each; None where no modes follow."""
    tokens = [token for sentence in sentences for token in sentence]
    dash = next((at for at, token in enumerate(tokens[:8]) if token.word == "—"), None)
    if dash is None:
        return None
    how_many = _HOW_MANY.get(words_of(tokens[:dash]).removeprefix("then , ").removeprefix("then "))
    if how_many is None or dash + 1 >= len(tokens) or tokens[dash + 1].word not in ("•", "*"):
        return None
    options: list[list[list[Lexeme]]] = []
    for sentence in sentences:
        for token in sentence:
            if token.word in ("•", "*"):
                options.append([[]])
            elif options:
                options[-1][-1].append(token)
                if token.word == ".":
                    options[-1].append([])
    return how_many, [[each for each in option if each] for option in options]


def _modal(options: tuple[tuple[int, int], list[list[list[Lexeme]]]], setting: Setting, known: Known) -> a.ModalChoice:
    (least, most), told = options
    modes = []
    for option in told:
        sentences = [_without_name(option[0]), *option[1:]] if option else option
        modes.append(read([each for each in sentences if words_of(each) != "."], setting, known.later()))
    asked = [(target.permanents, target.cards) for mode in modes for target in mode.targets]
    if most > 1 and len(set(asked)) < len(asked):
        # Which of two targets that are described alike is meant is told by their numbers.
        if sum(target.permanents is None and target.cards is None for mode in modes for target in mode.targets) > 1:
            raise NotUnderstood
        modes = [_numbered(mode, number) for number, mode in enumerate(modes)]
    if known.targets:
        raise NotUnderstood
    return a.ModalChoice(modes=tuple(modes), minimum=least, maximum=min(most, len(modes)))


def _numbered(part: Any, number: int) -> Any:
    """The same, with this number for each of its targets."""
    if isinstance(part, tuple):
        return tuple(_numbered(each, number) for each in part)
    if not isinstance(part, Model):
        return part
    changed = {name: _numbered(getattr(part, name), number) for name in type(part).model_fields}
    if isinstance(part, a.IsTarget | a.IsTargetCard | a.Target) and not part.number:
        changed["number"] = number
    changed = {name: value for name, value in changed.items() if value != getattr(part, name)}
    return part.model_copy(update=changed) if changed else part


def _without_name(tokens: list[Lexeme]) -> list[Lexeme]:
    """A mode without its name: "Sword — …"."""
    dash = next((at for at, token in enumerate(tokens[:8]) if token.word == "—"), None)
    return tokens if dash is None else tokens[dash + 1 :]


# --- sentences -------------------------------------------------------------------------------------------------------------


def _sentence(c: Cursor, known: Known, found: list[a.Instruction]) -> None:
    words = words_of(c.tokens)
    known.leading = False
    if known.x is None and " where x is " in words and _X_TARGETS.search(words) and where(c, known) is None:
        raise NotUnderstood
    if words.removesuffix(" .") in _ONCE:
        return
    if is_elsewhere(words) and not (known.looking is not None and words.startswith("put the rest")):
        found.append(_elsewhere(c))
        return
    if (coins := _COINS.fullmatch(words)) is not None:
        found.append(a.FlipsCoins(number=NUMBERS[coins[1]]))
        return
    if (dice := _DICE.fullmatch(words)) is not None:
        sides = int(dice[2][1:].rstrip("s")) if dice[2].startswith("d") else NUMBERS[dice[2].split("-")[0]]
        found.append(a.RollsDice(sides=sides, number=NUMBERS[dice[1]]))
        known.amount = known.way = a.AmountDone()
        return
    if words.removesuffix(" .") == "clash with an opponent":
        found.append(a.Clashes())
        return
    clash = found[-1] if found else None
    if isinstance(clash, a.Clashes) and (clashed := c.take("if you win ,", "if you don't ,", "otherwise ,")) is not None:
        found[-1] = clash.model_copy(update={"won" if "win" in clashed else "lost": tuple(_clauses(c, known, []))})
        return
    if (flipped := c.take(*_FLIPS)) is not None:
        last = found[-1] if found else None
        what = "won" if "win" in flipped else "lost"
        several = flipped.startswith("for each")
        if not isinstance(last, a.FlipsCoins) or getattr(last, what) or several != (last.number > 1):
            raise NotUnderstood
        found[-1] = last.model_copy(update={what: tuple(_clauses(c, known, []))})
        return
    if _REGENERATION.fullmatch(words):
        if not _not_regenerable(found):
            raise NotUnderstood
        return
    if (instead := _INSTEAD_OF_DYING.fullmatch(words)) is not None:
        those = known.those if instead[1] in ("those creatures", "a creature dealt damage this way") else known.that
        if not isinstance(those, _POINTED) and those != AFFECTED:
            raise NotUnderstood
        found.append(a.Begins(abilities=(a.LeavesInsteadOfDying(permanents=those),), duration="end of turn"))
        return
    if (entering := _ENTERING.fullmatch(words)) is not None:
        last = found[-1] if found else None
        if known.created is None or not isinstance(last, a.CreatesTokens) or last.attacking is not None:
            raise NotUnderstood
        if entering[1] not in _ENTERS and (last.token is None or last.token.name.lower() != entering[1]):
            raise NotUnderstood
        how = "that player" if entering[2] else "same"
        found[-1] = last.model_copy(update={"tapped": True, "attacking": how})
        return
    if c.take("if you do ,", "if they do ,", "if that player does ,", "if you pay ,"):
        _then(found, tuple(_clauses(c, known, [])))
        return
    if isinstance(found[-1] if found else None, a.If) and c.take("if it doesn't ,", "if it isn't ,", "if it wasn't ,"):
        _otherwise(found, tuple(_clauses(c, known, [])))
        return
    if c.take(*_IF_NOT):
        if known.before is not None:
            known.it, known.that, known.those, known.created = known.before
        _otherwise(found, tuple(_clauses(c, known, [])))
        return
    if words.removesuffix(" .") == "each opponent attacking that player does the same":
        theirs = a.AllOf(parts=(a.ControlledBy(players=a.Players(who="defending")), a.AttacksWhat(targets=_ENCHANTED)))
        others = OPPONENTS.model_copy(update={"where": a.Exists(filter=theirs)})
        again = _done_by(tuple(found), others)
        if known.targets or not again or not known.attacks_host:
            raise NotUnderstood
        found += again
        return
    if (who := c.sees(*_WHO)) is not None and c.peek(len(who.split())) in DEEDS:
        c.take(who)
        _of_those_who(c, known, found, _WHO[who])
        return
    c.take("then if you do ,")
    if (delayed := c.take(*(f"{when} ," for when in _LATER))) is not None:
        _delay(found, tuple(_clauses(c, known, [])), delayed.removesuffix(" ,"))
        return
    c.take("then ,", "then")
    if c.take("if"):
        _if(c, known, found)
        return
    found += _clauses(c, known, found)


def _elsewhere(c: Cursor) -> a.Instruction:
    """The rest of the sentence, which says nothing of the battlefield."""
    told = a.Elsewhere(text=" ".join(token.raw for token in c.tokens[c.at :]))
    c.at = len(c.tokens)
    return told


_ENCHANTED = a.Targets(players=a.Players(who="enchanted"))


def _done_by(done: tuple[a.Instruction, ...], who: a.Players) -> list[a.Instruction]:
    """What you do, done by others. Raises NotUnderstood where it isn't all done by players."""
    again: list[a.Instruction] = []
    for each in done:
        if not isinstance(each, a.ChangesLife | a.CreatesTokens | a.MovesCards) or each.players != YOU or _names_subject(each):
            raise NotUnderstood
        again.append(each.model_copy(update={"players": who}))
    return again


_WHO = {
    f"each {whom} who {does}": (meant, done)
    for whom, meant in (("opponent", OPPONENTS), ("player", a.Players(who="any")))
    for does, done in (("does", True), ("doesn't", False), ("can't", False))
}


def _of_those_who(c: Cursor, known: Known, found: list[a.Instruction], asked: tuple[a.Players, bool]) -> None:
    """ "each opponent sacrifices a creature. Each opponent who can't discards a card". Raises NotUnderstood."""
    (meant, done), last = asked, found[-1] if found else None
    if last is None:
        raise NotUnderstood
    if not isinstance(last, a.ForEach):
        last = a.ForEach(players=meant, do=_by_each((last,), meant))
    if last.players != meant:
        raise NotUnderstood
    known.doer = EACH
    follows = deed(c, known, EACH)
    if follows is None or not c.ended:
        raise NotUnderstood
    do = list(last.do)
    (_then if done else _otherwise)(do, of_player((follows,), EACH))
    found[-1] = last.model_copy(update={"do": tuple(do)})


_ENTERS = ("it", "the token", "that token", "he", "she")
_IF_NOT = (
    "if you don't ,",
    "otherwise ,",
    "if you can't ,",
    "if they don't ,",
    "if that player doesn't ,",
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
_ENTERING = re.compile(r"(it|the token|that token|he|she|[a-z]+) enters tapped and attacking( that player)? \.?")


def _not_regenerable(found: list[a.Instruction]) -> bool:
    """Whether what was just destroyed is told not to be regenerated: also where it is part of what follows something else."""
    last = found[-1] if found else None
    if isinstance(last, a.May | a.IfDone):
        then = list(last.then)
        if not _not_regenerable(then):
            return False
        found[-1] = last.model_copy(update={"then": tuple(then)})
        return True
    if not isinstance(last, a.Moves) or last.how != "destroyed":
        return False
    found[-1] = last.model_copy(update={"regenerable": False})
    return True


def _with_last(
    change: Callable[[list[a.Instruction], tuple[a.Instruction, ...]], None],
    outer: a.Delayed | a.ForEach | a.If,
    more: tuple[a.Instruction, ...],
) -> a.Instruction:
    """The same, where what is done in it is changed at its end."""
    do = list(outer.do)
    change(do, more)
    return outer.model_copy(update={"do": tuple(do)})


def _then(found: list[a.Instruction], then: tuple[a.Instruction, ...]) -> None:
    """What follows if the last thing was done."""
    last = found[-1] if found else None
    if isinstance(last, a.Delayed):
        found[-1] = _with_last(_then, last, then)
    elif isinstance(last, a.ForEach) and last.players is not None:
        found[-1] = _with_last(_then, last, of_player(then, EACH))
    elif isinstance(last, a.May) and not last.then:
        found[-1] = last.model_copy(update={"then": then})
    elif isinstance(last, a.If) and last.do and isinstance(last.do[-1], a.May) and not last.otherwise:
        found[-1] = _with_last(_then, last, then)
    elif isinstance(last, _CHECKED) and not (isinstance(last, a.MovesCards) and last.what != "discard"):
        found[-1] = a.IfDone(do=(last,), then=then)
    else:
        raise NotUnderstood


def _otherwise(found: list[a.Instruction], otherwise: tuple[a.Instruction, ...]) -> None:
    last = found[-1] if found else None
    if isinstance(last, a.ForEach) and last.players is not None:
        found[-1] = _with_last(_otherwise, last, of_player(otherwise, EACH))
    elif isinstance(last, a.May | a.If | a.IfDone) and not last.otherwise:
        found[-1] = last.model_copy(update={"otherwise": otherwise})
    elif isinstance(last, _CHECKED) and not (isinstance(last, a.MovesCards) and last.what != "discard"):
        found[-1] = a.IfDone(do=(last,), otherwise=otherwise)
    else:
        raise NotUnderstood


_CHECKED = (
    a.Pays,
    a.Sacrifices,
    a.MovesCards,
    a.RemovesCounters,
    a.Moves,
    a.Taps,
    a.PutsCounters,
    a.PutsCards,
    a.PutsOntoBattlefield,
    a.Transforms,
    a.CollectsEvidence,
    a.RollsDice,
)
"""What it can be told of whether it was done."""


def _if(c: Cursor, known: Known, found: list[a.Instruction]) -> None:
    """ "if you control a Wizard, draw a card", "…, it gets +2/+2 instead"."""
    if (put := _put_if_it_is(c, known)) is not None:
        found.append(put)
        return
    holds = said_of_cards(c, known) or _condition(c, known)
    if not c.take(","):
        raise NotUnderstood
    instead = c.take("instead") is not None
    if not instead and len(c.tokens) > 1:
        at = len(c.tokens) - (2 if c.tokens[-1].word == "." else 1)
        if c.tokens[at].word == "instead":
            instead = True
            del c.tokens[at]
    replaced = found[-1] if found else None
    known.before = known.it, known.that, known.those, known.created
    do = tuple(_clauses(c, known, []))
    if not instead:
        found.append(a.If(condition=holds, do=do))
        return
    if replaced is None or isinstance(replaced, a.May | a.If | a.IfDone | a.Delayed):
        raise NotUnderstood
    found[-1] = a.If(condition=holds, do=do, otherwise=(replaced,))


def _put_if_it_is(c: Cursor, known: Known) -> a.Instruction | None:
    """ "if it's a land card, you may put it onto the battlefield tapped": of a card that is looked at."""
    if known.it != TURNED_UP or known.looking is None:
        return None
    start, before = c.at, known.copy()
    which = card(c, known) if c.take("it's a", "it's an", "that card is a", "that card is an") else None
    if which is not None and c.take(", you may put it", ", you may put that card"):
        among = a.Cards(zone=known.turned_to, players=known.looking, filter=both(TURNED_UP, which))
        put = onto_battlefield(c, known, a.IsChosenCard(cards=among))
        if put is not None and c.ended:
            known.it = known.that = TURNED_UP
            return a.May(do=(put,))
    c.at = start
    known.restore(before)
    return None


_PRONOUNS = frozenset((*IT, "its", "it's", "they", "them"))


def _condition(c: Cursor, known: Known) -> a.Condition:
    """A condition; of "it" and "that creature", whatever that is by now. Raises NotUnderstood."""
    start = c.at
    how_many = bounds(c)
    if how_many is not None and (done := done_this_way(c, known)) is not None:
        least, most = how_many
        if most is None:
            return a.QuantityCompares(quantity=done, comparison=">=", than=least)
        return a.QuantityCompares(quantity=done, comparison="=" if least == most else "<=", than=most)
    c.at = start
    settled = isinstance(known.x, a.UnstatedNumber | a.ChosenNumber | a.AmountOfOccasion)  # it doesn't change meanwhile
    if settled and known.x is not None and c.take("x is") and (compared := comparison(c)) is not None:
        return a.QuantityCompares(quantity=known.x, comparison=compared[0], than=compared[1])
    c.at = start
    if c.take("you controlled that permanent") and isinstance(known.that, a.IsTarget) and known.did is not None:
        return a.QuantityCompares(quantity=a.CountDone(filter=a.ControlledBy(players=YOU)), comparison=">=", than=1)
    c.at = start
    if c.take("it's the first combat phase of your turn"):
        return a.Every(parts=(a.FirstCombat(), a.TurnOf(players=YOU)))
    meant = known.that if c.sees("that creature", "that permanent", "the creature") else known.it
    if known.gone and meant in known.gone:
        _in_the_present(c)
    c.mentioned = meant if isinstance(meant, a.Is) else SUBJECT
    holds = condition(c)
    asked = {token.word for token in c.tokens[start : c.at]}
    if holds is None or c.too_deep:
        raise NotUnderstood
    if meant == TURNED_UP:
        meant = None
    pronouns = not asked.isdisjoint(_PRONOUNS) or "that creature" in words_of(c.tokens[start : c.at])
    if not pronouns:
        return holds
    if not (known.created == 1 and meant == CREATED) and (known.created is not None or meant is None):
        raise NotUnderstood
    if isinstance(meant, a.Is) and (meant != OTHER):
        if known.that == OTHER and "that" in asked:
            raise NotUnderstood
        return holds
    return _said_of(holds, meant)


_PRESENT = {"was": "is", "were": "are", "had": "has"}


def _in_the_present(c: Cursor) -> None:
    """What is asked of something that is gone is asked of it as it last was: "if it was a Goblin"."""
    for at in range(c.at, len(c.tokens)):
        if c.tokens[at].word == ",":
            break
        word = _PRESENT.get(c.tokens[at].word)
        if word is not None:
            c.tokens[at] = c.tokens[at]._replace(word=word, raw=word)
    if c.sees("the creature"):
        c.tokens[c.at] = c.tokens[c.at]._replace(word="that", raw="that")


def _said_of(holds: a.Condition, meant: a.Filter) -> a.Condition:
    """A condition that was read of the subject, said of something else. Raises NotUnderstood."""
    match holds:
        case a.Matches(role="subject"):
            found: a.Condition = a.Exists(filter=a.AllOf(parts=(meant, holds.filter)))
        case a.QuantityCompares(quantity=a.CharacteristicOf(of="subject")):
            number = holds.quantity
            assert isinstance(number, a.CharacteristicOf), "it was asked above"
            compares = a.Compares(characteristic=number.characteristic, comparison=holds.comparison, than=holds.than)
            if _names_subject(holds.than):
                raise NotUnderstood
            return a.Exists(filter=a.AllOf(parts=(meant, compares)))
        case a.Unless():
            found = a.Unless(part=_said_of(holds.part, meant))
        case _:
            raise NotUnderstood
    if _names_subject(holds.filter if isinstance(holds, a.Matches) else None):
        raise NotUnderstood
    return found


def names(part: object, meant: a.Filter) -> bool:
    """Whether a part of an instruction speaks of these."""
    if part == meant or (isinstance(meant, a.Is) and part == meant.role):
        return True
    if isinstance(part, tuple):
        return any(names(each, meant) for each in part)
    return isinstance(part, Model) and any(names(getattr(part, name), meant) for name in type(part).model_fields)


def _names_subject(part: object) -> bool:
    if part == "subject":
        return True
    if isinstance(part, tuple):
        return any(map(_names_subject, part))
    return isinstance(part, Model) and any(_names_subject(getattr(part, name)) for name in type(part).model_fields)


def _delay(found: list[a.Instruction], done: tuple[a.Instruction, ...], when: str) -> None:
    """What is done later. Of tokens created before, it belongs to their creation."""
    if not done or any(isinstance(each, a.Reflexive | a.Delayed) for each in done):
        raise NotUnderstood
    later = a.Delayed.model_validate({"when": _LATER[when], "do": ()}).model_copy(update={"do": done})
    last = found[-1] if found else None
    if isinstance(last, a.CreatesTokens) and len(done) == 1 and isinstance(done[0], a.Moves) and done[0].permanents == CREATED:
        later = later.model_copy(update={"do": (done[0].model_copy(update={"permanents": SUBJECT}),)})
        found[-1] = last.model_copy(update={"until": later})
        return
    found.append(later)


# --- clauses ---------------------------------------------------------------------------------------------------------------

_JOINTS = (", then", ", and then", "and then", ", and", "and", "then", ",")
_PREDICATES = frozenset(
    ("gains", "gain", "gets", "get", "can't", "has", "have", "loses", "becomes", "deals", "deal", "doesn't", "don't", "fights")
)


def _clauses(c: Cursor, known: Known, before: list[a.Instruction]) -> list[a.Instruction]:
    """Clauses up to the end of the sentence, joined by "and" and "then"; a "may" reaches to its end."""
    found: list[a.Instruction] = []
    who: a.Players | None = YOU
    while True:
        if not found and is_elsewhere(words_of(c.tokens[c.at :])):
            return [_elsewhere(c)]
        if c.take("you may"):
            c.take("have")
            return [*found, a.May(do=tuple(_clauses(c, known, [])))]
        who, done = _clause(c, known, who)
        if c.take("unless"):
            done = [_unless(c, known, tuple(done))]
        if c.take("if"):
            holds = _condition(c, known)
            if not c.ended or found:
                raise NotUnderstood
            return [a.If(condition=holds, do=tuple(done))]
        when = c.take(*_LATER)
        if when is not None and c.take(", then"):
            done += _clauses(c, known, [])  # all of it happens then
        if when is not None:
            _delay(before if before and not found else found, tuple(done), when)
        else:
            found += done
        if c.ended:
            return found
        if not c.take(*_JOINTS):
            raise NotUnderstood
        if c.peek() in _PREDICATES and known.subject and who is None:
            c.tokens[c.at : c.at] = known.subject


def _unless(c: Cursor, known: Known, done: tuple[a.Instruction, ...]) -> a.Instruction:
    """ "… unless that player pays {2}" (118.12a): the player may, and if not, it is done."""
    start = c.at
    by = known.doer if known.doer is not None and c.take("they") else people(c, known)
    if by == CHOSEN and known.doer is not None and is_several(known.doer):
        by = known.doer  # "each opponent loses 4 life unless that player …"
    if by is None:
        c.at = start
        holds = _condition(c, known)
        if not c.ended:
            raise NotUnderstood
        return a.If(condition=holds, do=(), otherwise=done)
    cost = deed(c, known, by)
    if cost is None and by == YOU:
        told = imperative(c, known)
        cost = told[0] if told is not None and len(told) == 1 else None
    costs = [cost]
    while cost is not None and c.take("or"):
        cost = deed(c, known, by)
        costs.append(cost)
    if None in costs or not c.ended:
        raise NotUnderstood
    paid = [each for each in costs if each is not None]
    do: tuple[a.Instruction, ...] = (paid[0],) if len(paid) == 1 else (a.Modes(modes=tuple((each,) for each in paid)),)
    if is_several(by):
        # Each of them may, and what is done to those who don't is done to each.
        one = a.May(do=_by_each(do, by), otherwise=_by_each(done, by), by=EACH)
        return a.ForEach(players=by, do=(one,))
    return a.May(do=do, otherwise=done, by=None if by == YOU else by)


def _by_each(done: tuple[a.Instruction, ...], who: a.Players) -> tuple[a.Instruction, ...]:
    """What several players do, done by one of them after the other. Raises NotUnderstood where they don't do all of it."""
    found: list[a.Instruction] = []
    for each in done:
        if isinstance(each, a.Modes):
            found.append(each.model_copy(update={"modes": tuple(_by_each(mode, who) for mode in each.modes)}))
            continue
        doers = {"players", "by"} & set(type(each).model_fields)
        if not doers or any(getattr(each, name) not in (who, EACH, CHOSEN) for name in doers):
            raise NotUnderstood
        found.append(of_player(each.model_copy(update=dict.fromkeys(doers, EACH)), EACH))
    return tuple(found)


_Result = tuple[a.Players | None, list[a.Instruction]]


def _clause(c: Cursor, known: Known, who: a.Players | None) -> _Result:
    """One clause: who does it, if a player does, and what is done."""
    start = c.at
    c.mentioned = c.topic = known.it
    before = known.copy()
    tokens = list(c.tokens)
    for reading in (_told, _of_players, _of_permanents):
        result = reading(c, known, who)
        if result is not None:
            return result
        c.at = start
        c.tokens[:] = tokens
        known.restore(before)
        c.mentioned = c.topic = known.it
    return None, [stated(c, known)]


def _told(c: Cursor, known: Known, who: a.Players | None) -> _Result | None:
    """What the ability's controller, or who was named before, is told to do."""
    if c.peek() in DEEDS and c.peek() not in ("sacrifice", "pay") and who is not None:
        start = c.at
        done = deed(c, known, who)
        if done is not None:
            return who, [done]
        c.at = start
    if c.sees("gains control of") and who not in (None, YOU):
        c.move(3)
        what = objects(c, known)
        return None if what is None or not c.ended else (who, [a.GainsControl(permanents=what, players=who)])
    if c.sees("creates", "create", "investigate") and who is not None:
        made = creates(c, known, who)
        return None if made is None else (who, made)
    if c.take("choose"):
        # The target is told first, and what is done to it afterwards.
        if (cards := chosen_card(c, known)) is not None and c.ended:
            known.it = known.that = cards
            return YOU, []
        if target_card(c, known) is not None:
            return (YOU, []) if c.ended else None
        chosen = objects(c, known)
        return (YOU, []) if isinstance(chosen, a.IsTarget) and c.ended else None
    if c.take("for each"):
        return _for_each(c, known)
    if who is not None and (turned := turns_up(c, known, who) or reveals_hand(c, known, who)) is not None:
        return who, turned
    told = imperative(c, known)
    return None if told is None else (YOU, told)


def _for_each(c: Cursor, known: Known) -> _Result | None:
    """ "for each opponent, create a token that's attacking that player", "for each Equipment attached to it, create …"."""
    if (whom := c.take(*_FOR_EACH_PLAYER)) is not None:
        return _for_each_player(c, known, _FOR_EACH_PLAYER[whom])
    start, before = c.at, known.copy()
    each = for_each(c, known)
    if each is not None and c.take(","):
        c.take("you")
        made = creates(c, known, YOU)
        # Where each of them is a copy of another one, it is told below.
        if made is not None and len(made) == 1 and isinstance(made[0], a.CreatesTokens) and made[0].copy_of is None:
            if made[0].number != 1:
                return None
            known.created = 0
            return YOU, [made[0].model_copy(update={"number": each})]
    c.at = start
    known.restore(before)
    return _for_each_of(c, known)


_FOR_EACH_PLAYER = {"opponent ,": OPPONENTS, "of your opponents ,": OPPONENTS, "player ,": a.Players(who="any")}


def _for_each_player(c: Cursor, known: Known, whom: a.Players) -> _Result | None:
    """ "for each opponent, you create a 1/1 Soldier unless that player pays {1}", "…, tap up to one target creature that player
    controls"."""
    start, before, targets = c.at, known.copy(), len(known.targets)
    known.doer = EACH
    c.take("you")
    made = creates(c, known, YOU)
    if made is not None and len(made) == 1 and isinstance(made[0], a.CreatesTokens) and made[0].attacking == "that player":
        if made[0].number != 1 or whom != OPPONENTS or made[0].copy_of is not None or not c.ended:
            return None
        known.created = 0
        return YOU, [made[0].model_copy(update={"attacking": "each opponent"})]
    c.at = start
    known.restore(before)
    known.doer = EACH
    done = tuple(_clauses(c, known, []))
    if len(known.targets) == targets:
        return None, [a.ForEach(players=whom, do=of_player(done, EACH))]
    return None, list(_of_each_player(known, targets, done, whom))


def _of_each_player(known: Known, since: int, done: tuple[a.Instruction, ...], whom: a.Players) -> tuple[a.Instruction, ...]:
    """What is done to targets, so many of each of these players. Raises NotUnderstood."""
    theirs = a.ControlledBy(players=CHOSEN)
    for at, target in enumerate(known.targets[since:], since):
        parts = target.permanents.parts if isinstance(target.permanents, a.AllOf) else ()
        if theirs not in parts or target.maximum is None or not _only_of_targets(done):
            raise NotUnderstood
        known.targets[at] = of_player(target, whom).model_copy(update={"each_of": whom})
    known.it = known.that = None
    known.those = of_player(known.those, whom)
    return of_player(done, whom)


def _only_of_targets(part: object) -> bool:
    """Whether "that player" is named only as the one who controls targets."""
    if isinstance(part, a.IsTarget):
        return True
    if isinstance(part, tuple):
        return all(map(_only_of_targets, part))
    if part in (CHOSEN, EACH):
        return False
    return not isinstance(part, Model) or all(_only_of_targets(getattr(part, name)) for name in type(part).model_fields)


def _for_each_of(c: Cursor, known: Known) -> _Result | None:
    """ "for each attacking creature you control, create a token that's a copy of that creature", "for each blight counter on it,
    each opponent loses 4 life"."""
    start, before = c.at, known.copy()
    c.mentioned = known.it
    among = noun(c)
    if among is not None and not c.too_deep and c.take(","):
        known.it = known.that = ONE
        known.those, known.created = None, None
        done = tuple(_clauses(c, known, []))
        if len(known.targets) > len(before.targets):
            raise NotUnderstood
        if names(done, ONE):
            known.it, known.that = None, None
            known.created = 0 if any(isinstance(each, a.CreatesTokens) for each in done) else None
            return None, [a.ForEach(permanents=among, do=done)]
    c.at = start
    known.restore(before)
    times = for_each(c, known)
    if times is None or not c.take(","):
        return None
    done = tuple(_clauses(c, known, []))
    if len(known.targets) > len(before.targets):
        raise NotUnderstood
    known.created = None
    return None, [a.ForEach(times=times, do=done)]


_BOTH = {
    "you and that player": CHOSEN,
    "you and defending player": a.Players(who="defending"),
    "you and the attacking player": a.Players(who="active"),
}


def _of_players(c: Cursor, known: Known, who: a.Players | None) -> _Result | None:
    """ "each opponent loses 1 life", "that player discards a card", "you gain that much life"."""
    if (both := c.take(*_BOTH)) is not None:
        c.take("each")
        start = c.at
        mine = deed(c, known, YOU)
        end, c.at = c.at, start
        theirs = deed(c, known, _BOTH[both])
        return None if mine is None or theirs is None or c.at != end else (None, [mine, theirs])
    meant = people(c, known)
    if meant is None:
        return None
    if meant == YOU:
        return _told(c, known, YOU)
    known.doer = meant
    if not is_several(meant) and c.take("chooses"):
        chosen = objects(c, known)
        if not isinstance(chosen, a.IsChosen) or not c.ended or chosen.permanents == a.ANYTHING:
            return None
        known.means(of_player(chosen, meant).model_copy(update={"by": meant}))
        return meant, []
    if c.take("may"):
        by = EACH if is_several(meant) else meant
        rest = deed(c, known, by)
        made = creates(c, known, by) if rest is None else None
        done = (rest,) if rest is not None else tuple(made or ())
        may = a.May(do=of_player(done, EACH) if by == EACH else done, by=by)
        return (meant, [a.ForEach(players=meant, do=(may,)) if by == EACH else may]) if done else None
    if c.take("gains control of"):
        what = objects(c, known)
        return None if what is None or not c.ended else (meant, [a.GainsControl(permanents=what, players=meant)])
    if c.sees("creates", "create", "investigates"):
        made = creates(c, known, meant)
        return None if made is None else (meant, made)
    if (turned := turns_up(c, known, meant) or reveals_hand(c, known, meant)) is not None:
        return meant, turned
    if c.sees("puts", "exiles", "discards that card", "returns that card"):
        start, before = c.at, known.copy()
        put = _discards_it(c, known) or puts_cards(c, known)
        if put is not None:
            return meant, put
        c.at = start
        known.restore(before)
    found = deed(c, known, meant)
    return None if found is None else (meant, [found])


def _discards_it(c: Cursor, known: Known) -> list[a.Instruction] | None:
    """ "that player discards that card": one that was chosen of a revealed hand."""
    if not isinstance(known.it, a.IsChosenCard) or not c.take("discards that card", "discards it"):
        return None
    return [a.PutsCards(cards=known.it, zone="hand", to="graveyard")]


def _of_permanents(c: Cursor, known: Known, who: a.Players | None) -> _Result | None:
    """ "it deals 2 damage to any target", "creatures you control get +1/+1 and gain trample until end of turn"."""
    if c.peek() in ("it's", "he's", "she's", "they're"):
        c.tokens[c.at : c.at + 1] = tokenize(c.peek().replace("'s", " is").replace("'re", " are"))
    known.leading = known.leading or c.take("until end of turn ,") is not None
    start, it = c.at, known.it
    what = objects(c, known)
    if what is None:
        return None
    if what == a.THIS and it is not None:
        known.it = it  # "Whenever a creature attacks, ~ deals 1 damage to it"
    if what == CREATED and start > 1 and c.tokens[start].word in (*IT, *THAT, *THEM):
        raise NotUnderstood  # in the sentence that creates them, who "it" is isn't told
    known.subject = tuple(c.tokens[start : c.at])
    c.take("each")
    done: list[a.Instruction] | None
    if c.take("deals", "deal"):
        done = deals(c, known, what)
    elif c.take("fights", "fight"):
        done = fights(c, known, what)
    elif c.take("connives", "connive"):
        many = 1 if c.ended or c.sees(".", ",", "and") else amount(c, known)
        done = None if many is None else [a.Connives(permanents=what, number=many)]
    elif c.take("explores", "explore"):
        known.done_to(what)
        done = [a.Explores(permanents=what)]
    elif c.take("endures", "endure"):
        done = endures(c, known, what)
    elif c.take("phases out", "phase out"):
        done = [a.PhasesOut(permanents=what)]
    elif c.take("transforms", "transform"):
        done = [a.Transforms(permanents=what)]
    elif c.take("becomes prepared", "become prepared"):
        done = [a.Designating(permanents=what, designation="prepared")]
    elif c.sees("doesn't untap", "don't untap"):
        done = stays_tapped(c, known, what)
    else:
        done = changes(c, known, what)
    return None if done is None else (None, done)
