"""Rulings as a judge says them to a player: what is wrong and why, by names, in the same sentences wherever they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...events.errors import FactNotStated, Undecided
from ...events.prose import Parts, Reference
from ...events.ruling import Ruling, Violation
from ...handlers.game import Game
from ...handlers.rulebook.concepts import REQUIREMENTS
from ...handlers.rulebook.keywords import keyword_called
from ...handlers.view.view import View
from ..oracle.descriptors import COLORS
from .report import PlainReason

MOST = 3
"""So many reasons are said in one sentence; the others stand in `reasons`."""


def letter(number: int) -> str:
    """A, B, …, Z, AA, …: what distinguishes those that share a name, counted from 0."""
    return (letter(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def names_of(named: Mapping[str, str]) -> dict[str, str]:
    """What permanents are called, by id: those that share a name are distinguished by letters, in their order."""
    names = dict(named)
    shared, seen = Counter(names.values()), Counter[str]()
    for id, name in names.items():
        if shared[name] > 1:
            names[id] = f"{name} {letter(seen[name])}"
            seen[name] += 1
    return names


def reasons_of(ruling: Ruling, game: Game) -> tuple[PlainReason, ...]:
    """Why a ruling is as it is, a reason for each thing that is wrong. `game`: as it was when it was declared."""
    if ruling.verdict == "legal":
        return ()
    violations = [each for each in ruling.violations if any(isinstance(part, Reference) for part in each.parts)]
    found = []
    for each in violations or ruling.violations:
        try:
            parts = _plain(ruling, each, game, violations)
        except (FactNotStated, Undecided):  # the ruling is the same whatever is so: as it was said first
            parts = each.parts
        found.append(PlainReason(parts=parts, source=each.source, quote=each.quote))
    return tuple(found) or ((PlainReason(parts=(ruling.why,)),) if ruling.why else ())


def sentence_of(ruling: Ruling, reasons: Sequence[PlainReason], names: Mapping[str, str]) -> str:
    """The ruling in a sentence, or one for each of the first reasons."""
    if ruling.verdict == "legal":
        return f"That is legal, for {ruling.cost}." if ruling.cost else "That is legal."
    said = [in_words(capital(each.parts), names) for each in reasons[:MOST]]
    more = len(reasons) - len(said)
    found = " ".join(f"{each}." for each in said) + (f" So it is of {more} more." if more else "")
    return f"That is undecided: {found}" if ruling.verdict == "undecided" else found


def in_words(parts: Parts, names: Mapping[str, str]) -> str:
    """Parts as text, with names."""
    return "".join(names.get(part.ref, part.ref) if isinstance(part, Reference) else part for part in parts)


def capital(parts: Parts) -> Parts:
    """A sentence that begins with a word begins with a capital letter; names stay as they are."""
    match parts:
        case (str(first), *rest):
            return (first[:1].upper() + first[1:], *rest)
    return parts


def _plain(ruling: Ruling, violation: Violation, game: Game, all: Sequence[Violation]) -> Parts:
    parts = violation.parts or (violation.why,)
    if violation.concept in REQUIREMENTS.values():
        return _could(ruling, parts, all)
    match parts:
        case (Reference(ref=blocker), " can't block ", Reference(ref=attacker)):
            return (*parts, ": ", *_evasion(game.view, blocker, attacker, violation))
        case (Reference(ref=first), *_) if violation.quote:
            return (*parts, ": ", *_because(violation, first))
    return (*parts, ": ", *_because(violation, None)) if violation.quote and violation.parts else parts


# --- requirements -------------------------------------------------------------------------------------------------------------

_MUST = {" blocks ": " must block ", " attacks ": " must attack ", " and attacks ": " and must attack "}


def _could(ruling: Ruling, parts: Parts, all: Sequence[Violation]) -> Parts:
    """A requirement that could be obeyed, and how: as the declaration does that is legal instead."""
    match parts:
        case (Reference(ref=subject), str(words), *rest):
            pass
        case _:
            return parts
    for verb, must in _MUST.items():
        words = f"{words} ".replace(verb, must, 1)[:-1] if verb in f"{words} " else words
    sentence: Parts = (parts[0], words, *rest)
    if ruling.instead is None:
        return sentence
    if "must be blocked" in words:
        blockers = [blocker for blocker, attackers in ruling.instead.items() if subject in attackers]
        return (*sentence, ", and it can be: ", *_listed(blockers), " could block it") if blockers else sentence
    aims = ruling.instead.get(subject)
    if not aims:
        return sentence
    named = {part.ref for part in rest if isinstance(part, Reference)}
    aims = (aims,) if isinstance(aims, str) else tuple(aims)
    if ruling.action == "block":
        subjects = {next((part.ref for part in each.parts if isinstance(part, Reference)), "") for each in all}
        company = [one for one, others in ruling.instead.items() if one not in subjects and set(aims) & set(others)]
        if not company and named >= set(aims):
            return (*sentence, ", and it can")
        beginning: Parts = ("with ", *_listed(company), " it") if company else ("it",)
        return (*sentence, ", and it can: ", *beginning, " could block ", *_listed(aims))
    return (
        (*sentence, ", and it can: it could attack ", *_listed(aims)) if not named >= set(aims) else (*sentence, ", and it can")
    )


def _listed(ids: Sequence[str]) -> Iterator[str | Reference]:
    for number, id in enumerate(ids):
        if number:
            yield " and " if number == len(ids) - 1 else ", "
        yield Reference(ref=id)


# --- restrictions -------------------------------------------------------------------------------------------------------------


_SENTENCE = re.compile(r"\bcan(?:not|['’]t)?\b", re.IGNORECASE)
"""What no keyword says by itself."""


def _because(violation: Violation, subject: str | None) -> Parts:
    """Whose ability it is, and what that says; of a keyword, that it is had."""
    whose: str | Reference = "it" if violation.source == subject else Reference(ref=violation.source or "")
    whose = "an effect" if isinstance(whose, Reference) and not whose.ref else whose
    quote = violation.quote.rstrip(".")
    keywords = (quote.split(" ")[0].lower(), quote.lower())
    if _SENTENCE.search(quote) is None and any(keyword_called(each) is not None for each in keywords):
        return (whose, f" has {quote[:1].lower() + quote[1:]}")
    return (whose, f" says “{quote}”")


def _evasion(view: View, blocker: str, attacker: str, violation: Violation) -> Parts:
    """Why a creature can't block another one: its keyword and what the other lacks, where nothing but that is quoted."""
    said = violation.quote.lower().rstrip(".").removesuffix(" counter")
    holder, against = (blocker, attacker) if violation.source == blocker else (attacker, blocker)
    this, other = Reference(ref=holder), Reference(ref=against)
    if violation.source != holder:
        return _because(violation, None)
    explain = _EVASIONS.get(said)
    if explain is not None and (found := explain(view, holder, against)):
        return (this, f" has {said}, and ", *found)
    walk = re.fullmatch(r"([a-z]+)walk", said)
    attack = view.combat.attackers.get(holder)
    if walk and attack is not None and attack.defending is not None:
        lands = [
            id
            for id, each in view.permanents.items()
            if each.controller == attack.defending and walk[1].capitalize() in each.types
        ]
        if lands:
            return (this, f" has {said}, and ", Reference(ref=attack.defending), " controls ", *_listed(lands[:1]))
    quality = re.fullmatch(r"protection from (.+)", said)
    if quality and holder == attacker:
        color = COLORS.get(quality[1])
        if color is not None and color in view.permanents[blocker].colors:
            return (this, f" has {said}, and ", other, f" is {quality[1]}")
        return (this, f" has {said}, and ", other, " is one of those")
    return _because(violation, None)


def _without(view: View, holder: str, against: str, *words: str) -> bool:
    return not any(word in view.keywords(against) for word in words)


def _flying(view: View, holder: str, against: str) -> Parts | None:
    without = _without(view, holder, against, "flying", "reach")
    return (Reference(ref=against), " has neither flying nor reach") if without else None


def _alike(word: str) -> Callable[[View, str, str], Parts | None]:
    def said(view: View, holder: str, against: str) -> Parts | None:
        return (Reference(ref=against), " hasn't") if _without(view, holder, against, word) else None

    return said


def _fear(view: View, holder: str, against: str) -> Parts:
    return (Reference(ref=against), " is neither an artifact nor black")


def _intimidate(view: View, holder: str, against: str) -> Parts:
    return (Reference(ref=against), " is no artifact and shares no color with it")


def _skulk(view: View, holder: str, against: str) -> Parts:
    powers = [view.permanents[id].power or 0 for id in (against, holder)]
    return (Reference(ref=against), f" has greater power ({powers[0]} against {powers[1]})")


_EVASIONS: dict[str, Callable[[View, str, str], Parts | None]] = {
    "flying": _flying,
    "horsemanship": _alike("horsemanship"),
    "shadow": _alike("shadow"),
    "fear": _fear,
    "intimidate": _intimidate,
    "skulk": _skulk,
}


def plain(ruling: Ruling | None, game: Game) -> dict[str, Any]:
    """The fields `sentence` and `reasons` of a report. `game`: as it was when that was declared, where it isn't legal."""
    if ruling is None:
        return {}
    reasons = reasons_of(ruling, game)
    names = names_of({id: each.name or id for id, each in game.state.board.permanents.items()}) if reasons else {}
    return {"sentence": sentence_of(ruling, reasons, names), "reasons": reasons}
