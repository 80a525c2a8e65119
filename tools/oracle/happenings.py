"""What isn't modelled, and when it matters, as far as the words say: triggers, and what replaces or forbids what happens."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal

from ...events import abilities as a
from ...events.types import CARD_TYPES
from ...handlers.rulebook.keywords import KEYWORDS
from . import clauses
from .conditions import condition
from .cursor import Cursor, Setting
from .tokens import tokenize

_LISTED = r"(?-i:[A-Z]\w+|artifacts?|creatures?|enchantments?|lands?|planeswalkers?|tokens?)"
_TRIGGER = re.compile(
    rf"\b(?:When|Whenever) ((?:\bnon[\w-]+,(?= non)|[^,\"\n]|,(?= (?:{_LISTED}, )*(?:and|or|and/or) {_LISTED}\b))+)",
    re.IGNORECASE,
)
""" "Whenever one or more Mutants, Ninjas, and/or Turtles deal damage", "a nontoken, nonland permanent": such commas don't end the
condition."""
_REFLEXIVE = ("you do", "you do so", "they do")
"""What triggers on what its own ability has just done (603.12): it is part of what that ability does."""
_BEGINNING = re.compile(
    r"(?:^|— |\"|^When[^,\"]*? (?:and|or) )At "
    r"(?:(?:the )?(?:beginning|start) of |(?=(?:the )?end of (?:(?!combat|phase|step)[\w']+ ){0,3}turn\b)"
    r"|(?=(?:(?:the|your|each|every) )?(?:[\w']+ )?(?:end step|upkeep|draw step|combat|main phase)\b))([^,\"\n]+)",
    re.IGNORECASE,
)
""" "At end of turn" is as the end step begins, in the words of before 2009."""
_IF_IT_HAPPENS = re.compile(
    r"(?:^|\")If ((?![^,\"]*\bwould\b)[^,\"]*"
    r"\b(?:dies|damages|deals?|regenerates|leaves|(?:is|are) (?:put into|dealt|destroyed))\b[^,\"]*),",
    re.IGNORECASE,
)
"""What happens, behind "if" where cards say "when" since 1996."""
_INSTRUCTING = "|".join(sorted(clauses.INSTRUCTIONS))
_IF_SAID_FOR_WHEN = re.compile(
    rf"^If ((?![^,\"]*\b(?:would|do|don't|didn't|was|were|it's|kicked)\b)[^,\"]+), "
    rf"(?=(?:you (?:may )?(?:gain|lose|draw|get|create|put|sacrifice)|(?!cast|play)(?:{_INSTRUCTING}))\b)",
    re.IGNORECASE,
)
"""What is done to something, which a card's ability says of what triggers it."""
_ENTERING = re.compile(
    r"(?:^|\. |— ?)(?:As )?(?!When|At |If |Until |Then |It |They )([^.,:—\"\n]{1,80}?) enters?\b(?! or\b)", re.IGNORECASE
)
_STATE = re.compile(r"you (?:don't )?control\b", re.IGNORECASE)
"""A state trigger (603.8): it asks for what a player controls, whoever did what."""
_BASIC_LAND_TYPES = r"\b(?:Plains|Islands?|Swamps?|Mountains?|Forests?)\b"
_ITSELF = re.compile(
    r"(?:~|this \w+) (?:enters?|comes? into play|goes|leaves?|phases?|dies?|(?:is|are) (?:put|sacrificed)|becomes?)"
    r"(?! or another)\b",
    re.IGNORECASE,
)

_LEAVING_GRAVEYARDS = r"leaves? (?:your|a|their|an opponent's) graveyards?"
_OF_OTHERS = r"(?:an opponent controls|your opponents control)"
"""Whoever attacks taps their own creatures: only what an ability says to do taps those of others."""
_HAPPENINGS: tuple[tuple[str, tuple[a.HappeningKind, ...]], ...] = (
    (r"enters?|entering|creates?|created|comes? into play", ("enters",)),
    (rf"(?!{_LEAVING_GRAVEYARDS})leav(?:es?|ing)|dies?|dying|put into|goes (?:in)?to|returned", ("leaves",)),
    (r"phases? out", ("phased out",)),
    (r"phases? in", ("phased in",)),
    (r"(?<!search your )(?<!searches their )librar(?:y|ies)|from anywhere", ("cards",)),
    (_LEAVING_GRAVEYARDS, ("graveyard left",)),
    (r"(?:un)?attached|be equipped|be enchanted", ("attached",)),
    (r"sacrificed?|sacrifices", ("sacrificed",)),
    (r"controls?(?= of)", ("control",)),
    (rf"(?<!un)tapped(?! for mana)|taps?(?! .*(?:for (?:mana|\{{\w\}})|{_OF_OTHERS}))", ("tapped",)),
    (r"(?<!an )untapped|untaps?", ("untapped",)),
    (r"tapped for mana|taps? .*for (?:mana|\{\w\})|(?<!isn't a )mana ability", ("tapped for mana",)),
    (r"gains? (?:or loses? )?life|gained life", ("life gained",)),
    (r"life total", ("life gained", "life lost")),
    (r"(?:loses?|pays?) (?:\w+ ){0,2}life", ("life lost",)),
    (r"draws?|discards?|mills?|discarded|milled", ("cards",)),
    (r"(?<!they )draws?(?! steps?\b)(?!.*\b(?:except the first|second)\b)", ("turn begins",)),
    (r"counters?|proliferates?|gets? one or more \{E", ("counters",)),
    (r"targets?", ("targeted",)),
    (r"(?<!noncombat )damage[sd]?", ("damage",)),
    (r"killed|kills?|destroys?|destroyed", ("leaves",)),
    (r"(?:is|are|be) exiled|you exile", ("leaves", "cards")),
    (r"noncombat damage|fights?", ("noncombat damage",)),
    (
        r"casts?|cycles?|attacks?|blocks?|blocked|attacked|unblocked|activates?|activated"
        r"|plays?|saddled|crews?|mutates?"
        r"|loses? the game|exerts?|enlists?|trains?|specializes?|becomes? (?:monstrous|plotted|crewed|level)"
        r"|pays? this cost|expends?|day becomes night|night becomes day|donates?|exploits?|completes? a dungeon|unlocks?"
        r"|waterbends?|stations?|championed",
        ("elsewhere",),
    ),
)
"""What a trigger condition may say, word for word: what says none of it may be anything."""
_DONE: tuple[tuple[str, str], ...] = (
    (r"scrys?", "scry"),
    (r"surveils?", "surveil"),
    (r"search(?:es)?", "search"),
    (r"shuffles?", "shuffle"),
    (r"seeks?", "seek"),
    (r"discovers?", "discover"),
    (r"proliferates?", "proliferate"),
    (r"explores?", "explore"),
    (r"turned face up", "face up"),
    (r"transforms?", "transform"),
    (r"rolls?", "roll"),
    (r"wins? a coin flip|loses? a coin flip|flips?", "flip"),
    (r"clash(?:es)?", "clash"),
    (r"votes?|voting", "vote"),
    (r"collects? evidence", "collect evidence"),
    (r"adds? mana", "add"),
    (r"investigates?", "investigate"),
    (r"becomes? the monarch", "monarch"),
    (r"takes? the initiative", "initiative"),
    (rf"taps? .*{_OF_OTHERS}", "tap"),
)
"""The words of what abilities say to do as they resolve, by what a trigger condition says."""
_BEGINNINGS: tuple[tuple[str, tuple[a.HappeningKind, ...]], ...] = (
    ("combat", ("combat begins",)),
    ("(?:second|postcombat) main phases?", ("postcombat main phase begins",)),
    ("(?<!first )(?<!precombat )main phases?", ("turn begins", "postcombat main phase begins")),
    ("(?:end step|end of .*turn)", ("end step begins",)),
)
"""What begins, by its words: any other step or phase is part of the turn that begins."""
_BEGUN = re.compile(r"(?:each )?combat\b(?: on .*?\bturns?\b)?|.*?\b(?:steps?|upkeeps?|phases?|turns?)\b")
"""What begins, without what is done then."""
_DESCRIBED = re.compile(
    r"(?<! is)(?<! are) (?:that (?:was|were) )?dealt damage (?:by [^,]+? )?this turn\b"
    r"| with (?:an?|one or more|\w+ or more) [^,]*?counters? on (?:it|them)\b"
)
"""What only says which permanent is meant."""


def triggers(line: str) -> Iterator[str]:
    """The conditions of the triggers that a line states: what stands after "when" and "whenever"."""
    found = (each[1] for pattern in (_TRIGGER, _IF_IT_HAPPENS, _IF_SAID_FOR_WHEN) for each in pattern.finditer(line))
    return (clause for clause in found if clause not in _REFLEXIVE and not clause.endswith(" this way"))


def ends_nowhere(line: str, clause: str) -> bool:
    """Whether it isn't said where what sets an ability off ends, and what it does begins: its sentence has no comma."""
    return ". " in clause or line.rstrip(". ").endswith(clause.rstrip(". "))


def with_self(text: str, names: Collection[str]) -> str:
    """The text with "~" wherever a permanent calls itself by one of its names."""
    called = "|".join(map(re.escape, names))
    return re.sub(rf"(?<!\w)(?:{called})(?!\w)", "~", text) if names else text


def may_trigger(clause: str, line: str, modelled: Collection[a.HappeningKind] = ()) -> Iterator[a.NotModelledAbility]:
    """What stands for a trigger in place of an event that isn't modelled: nothing, if no combat brings it about.

    `clause`: with "~" for the permanent itself. `modelled`: what of it trigger events state.
    """
    clause = _DESCRIBED.sub("", clause)
    types = tuple(sorted(each for each in CARD_TYPES if re.search(rf"\b{each}s?\b", clause, re.IGNORECASE)))
    if "commit a crime" in clause:
        yield a.NotModelledAbility(text=line, on=("targeted",))  # 700.15: whatever of an opponent's is targeted
        return
    if _STATE.match(clause):
        types = ("Land",) if re.search(_BASIC_LAND_TYPES, clause) else types
        sized: tuple[a.HappeningKind, ...] = ("size changed",) if re.search(r"\b(?:power|toughness)\b", clause) else ()
        yield a.NotModelledAbility(
            text=line, on=("state", "enters", "leaves", "control", *sized), types=types, condition=_state(clause)
        )
        return
    matched = [happenings for words, happenings in _HAPPENINGS if re.search(rf"\b(?:{words})(?!\w)", clause, re.IGNORECASE)]
    done = tuple(stem for words, stem in _DONE if re.search(rf"\b(?:{words})\b", clause, re.IGNORECASE))
    if done:
        matched.append(("done",))
    on = tuple(dict.fromkeys(each for each in (happening for some in matched for happening in some) if each not in modelled))
    if matched and not set(on) - {"elsewhere"}:
        return
    low = clause.lower()
    of_you = low.startswith("you ") or "you control" in low
    of_others = low.startswith("an opponent ") or "an opponent controls" in low or "your opponents control" in low
    yield a.NotModelledAbility(
        text=line,
        on=on,
        itself=_ITSELF.match(clause) is not None,
        whose="opponents" if of_others and not of_you else "you" if of_you and not of_others else "any",
        types=types,
        words=done,
    )


def _state(clause: str) -> a.Condition | None:
    """What a state trigger asks for; None where that isn't understood, so that it may be so whatever happens."""
    cursor = Cursor(tokenize(clause), Setting())
    holds = condition(cursor)
    return holds if cursor.at == len(cursor.tokens) else None


def of_entering(line: str, names: Collection[str]) -> Iterator[a.NotModelledAbility]:
    """What stands for abilities that change how something enters (614.12): "this creature enters with a counter on it"."""
    for found in _ENTERING.finditer(line.replace("--", "—")):
        subject = found[1].removeprefix("You may have ")
        its_own = any(each.startswith(subject) for each in names)
        yield from may_trigger(f"{'~' if its_own else subject} enters", line)


_REPLACING = re.compile(r"\b(?:If|The first time) ([^,.:\"]*\bwould\b[^,.:\"]*)", re.IGNORECASE)
_FORBIDDING = re.compile(r"\b(?:can't|don't cause|attached only|leaving[^.]* causes)\b", re.IGNORECASE)
_SPELLS_ONLY = re.compile(r"\bspells?\b(?!.*\babilit)", re.IGNORECASE)


def of_replacing(sentence: str, names: Collection[str], modelled: Collection[a.HappeningKind]) -> Iterator[a.NotModelledAbility]:
    """What stands for a static ability that replaces what happens (614.1), or forbids it: "If you would create a token, …
    instead", "counters can't be put on creatures". `sentence`: one that nothing else reads. `modelled`: as for `may_trigger`."""
    if (found := _REPLACING.search(sentence)) is not None:
        yield from (each for each in may_trigger(with_self(found[1], names), sentence, modelled) if each.on)
    elif _FORBIDDING.search(sentence) and not _SPELLS_ONLY.search(sentence):
        for each in may_trigger(with_self(sentence, names), sentence, modelled):
            if each.on:
                yield each.model_copy(update={"whose": "any"})  # players are named there in several roles


def at_beginnings(line: str) -> Iterator[a.NotModelledAbility]:
    """What stands for abilities that trigger as a step or phase begins: "At the beginning of combat on your turn, …"."""
    for found in _BEGINNING.finditer(line):
        said = found[1].lower()
        clause = named[0] if (named := _BEGUN.match(said)) is not None else said
        if "next" in clause.split():
            continue  # a delayed ability, which is created elsewhere
        begins = next((happenings for words, happenings in _BEGINNINGS if re.search(rf"\b{words}\b", clause)), ("turn begins",))
        whose: Literal["any", "you", "opponents"] = "opponents" if "opponent" in clause else "you" if "your" in clause else "any"
        yield a.NotModelledAbility(text=line, on=begins, whose=whose)


_KEYWORDS = {word: keyword.happens for word, keyword in KEYWORDS.items() if keyword.happens is not None}


def of_keywords(line: str) -> Iterator[a.Ability]:
    """What stands for the keywords of a line that aren't modelled: such a line is a list of them, with numbers and costs."""
    for part in re.split(r"[,;] ", line):
        for keyword, stands_for in _KEYWORDS.items():
            if re.fullmatch(rf"(?i:{re.escape(keyword)})(?:[ —].{{0,60}}|—.{{0,80}})?", part) and "." not in part.rstrip("."):
                abilities = stands_for()
                for each in abilities if isinstance(abilities, tuple) else (abilities,):
                    yield each.model_copy(update={"text": part[:1].upper() + part[1:]})
