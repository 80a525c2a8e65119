"""What of one ability's words isn't modelled, whoever has it: trigger events, replacement effects and prohibitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from ...events import abilities as a
from ...events.model import parts_of
from .commas import with_comma
from .happenings import at_beginnings, ends_nowhere, may_trigger, of_entering, of_keywords, of_replacing, triggers, with_self

ReadsWords = Callable[[str], Sequence[a.Ability] | None]
"""The abilities that are read of words; None where they are declined."""
_MODELLED: dict[type[a.TriggerEvent], tuple[a.HappeningKind, ...]] = {
    a.Dies: ("leaves",),
    a.SomeDie: ("leaves",),
    a.Leaves: ("leaves",),
    a.GainsLife: ("life gained", "life lost"),
    a.LosesLife: ("life gained", "life lost"),
    a.CountersPut: ("counters",),
    a.BecomesTapped: ("tapped",),
    a.DealsDamage: ("damage", "noncombat damage"),
    a.IsDealtDamage: ("damage", "noncombat damage"),
    a.SomeDealDamage: ("damage", "noncombat damage"),
    a.SomeAreDealtDamage: ("damage", "noncombat damage"),
    a.EntersAttacking: ("enters",),
}
"""What of it the trigger events state that are read of the line: those abilities trigger by themselves."""
_CHAPTER = re.compile(r"[IV]+(?:, [IV]+)* ?(?:—|--)")
"""714.2b: a chapter of a Saga triggers as a lore counter is put on it, first as it enters (714.3a)."""


def of_line(line: str, names: Collection[str], read: ReadsWords) -> Iterator[a.Ability]:
    """What isn't modelled of a line, a quotation too, without reminders. `names`: what the permanent calls itself."""
    meant = with_comma(with_self(line, names))  # a name may hold a comma
    clauses = list(triggers(meant))
    found = (read(line) or ()) if clauses else ()
    modelled = {*_modelled(found)}
    for clause in clauses[1:] if None in modelled else clauses:
        if "next" in clause.split() and _ACTIVATED.match(line):
            continue  # a delayed ability, which that one creates
        if (_begins(meant, clause) and ends_nowhere(meant, clause)) or (not found and _IF_IN_COMBAT.match(meant)):
            yield a.NotModelledAbility(text=line)  # where what sets it off ends isn't said
            continue
        yield from may_trigger(clause, line, {each for each in modelled if each is not None})
    if not any(isinstance(each, a.Triggered) and each.does is not None for each in found):
        yield from of_entering(line, names)  # else it is what that ability makes enter
    began = [each.model_copy(update={"text": line}) for each in at_beginnings(meant)]
    if not began and _AT_SOMETHING.match(meant) and not (read(line) or ()):
        began = [a.NotModelledAbility(text=line)]
    yield from began
    if _CHAPTER.match(line):
        yield a.NotModelledAbility(text=line, on=("enters", "counters", "turn begins"), itself=True, whose="you")  # 714.3b
    yield from () if _TRIGGERS.match(meant) else of_keywords(line)
    if is_static(line):
        for sentence in sentences_of(line):
            yield from _replacing(sentence, names, read)
            if _VOTING.search(sentence):
                yield a.NotModelledAbility(text=sentence, on=("done",), words=("vote",))


_TRIGGERS = re.compile(r"(?:[^—.,\"“]{1,40} (?:—|--) )?When(?:ever)? ", re.IGNORECASE)


def _begins(line: str, clause: str) -> bool:
    """Whether the line begins with that trigger."""
    return (first := _TRIGGERS.match(line)) is not None and line.startswith(clause, first.end())


_IF_IN_COMBAT = re.compile(r"If [^,]*\b(?:un)?(?:attack|block)(?!.*\bwould\b)", re.IGNORECASE)
"""What a card says with "when", which is read."""
_AT_SOMETHING = re.compile(r"At (?!.*\bnext\b)", re.IGNORECASE)
_ACTIVATED = re.compile(r"[^.\"“]+: ")
_VOTING = re.compile(r"\b(?:[Vv]ot(?:es?|ing))\b")
"""More votes, or whose they are: "while voting, you may vote an additional time"."""
_SENTENCE = re.compile(r"(?<=\.) ")
_ABILITY = re.compile(r"[:\"]|^•|^At the beginning|^Whenever|^When\b")
"""What isn't a static ability: those have no cost, trigger or quotation, and are no mode."""
_STATIC = re.compile(r"\b(?:would|can't|don't cause|attached only|leaving[^.]* causes)\b", re.IGNORECASE)


def is_static(line: str) -> bool:
    """Whether the line has neither cost, trigger nor quotation."""
    return not (any(triggers(line)) or _ABILITY.search(line))


def sentences_of(line: str) -> list[str]:
    """The sentences of a line without quotations."""
    return _SENTENCE.split(line)


def _replacing(sentence: str, names: Collection[str], read: ReadsWords) -> Iterator[a.NotModelledAbility]:
    """What of a sentence replaces or forbids what happens, and isn't read; of damage and of dying, an `Unread` is declined where
    it matters. What is declined is declined with its line."""
    found = read(sentence) if _STATIC.search(sentence) else None
    if found is None:
        return
    if not found:
        yield from of_replacing(sentence, names, ())
    elif all(isinstance(each, a.Unread) for each in found):
        yield from of_replacing(sentence, names, ("leaves", "damage", "noncombat damage"))


def _modelled(found: Sequence[a.Ability]) -> Iterator[a.HappeningKind | None]:
    """What the trigger events state that are read of a line; None where its first trigger stands as one that isn't modelled."""
    for each in found:
        if isinstance(each, a.NotModelledAbility):
            yield None
        for part in parts_of(each):
            if isinstance(part, a.Triggered):
                yield from (happening for event in part.events for happening in _MODELLED.get(type(event), ()))
