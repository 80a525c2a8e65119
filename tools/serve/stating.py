"""What a judge states on the table: the state of a permanent, and what no board can derive, designations and facts.

Fields of the form: `is.tapped`, `is.counters`, … of the permanent whose details are open; `say.WHO.FACT`, which is `yes`, `no` or
a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ...events.errors import FactNotStated, InvalidInput
from ...events.facts import normalised
from ...handlers.view.stated_facts import is_about_players, is_about_the_turn
from ..cards.formats import of_type_line
from ..cases.models import DESIGNATIONS, Case, StatedPermanent

Form = Mapping[str, str]
StatedAnswers = dict[tuple[str, str], bool | int]
"""Of whom and which fact → whether it is so, or its number."""

COUNTED_DOWN = {"loyalty": "Planeswalker", "defense": "Battle"}
"""What a permanent of that type has instead of toughness."""

ATTACHING = frozenset(("Aura", "Equipment", "Fortification"))
"""Subtypes of what is attached to others (301.5, 303.4)."""

_LEVEL = re.compile(r"\blevel ([0-9]{1,2})\b")
_COUNTERS = re.compile(r"(?P<number>[0-9]{1,4}) +(?P<kind>\S.*)|(?P<kind_before>\S.*?) *[x×:]? +(?P<number_after>[0-9]{1,4})")
_VERB = re.compile(r"(?:gets|gains|loses|attacks|blocks|can't|can’t|must)\b", re.IGNORECASE)
_MORE = re.compile(r"^([+-]\d+/[+-]\d+)(?: and|,) (?!gains|loses|can)")
_SIZE = re.compile(r"\s*(-?[0-9]{1,4})\s*/\s*(-?[0-9]{1,4})\s*")


def whole(where: str, text: str) -> int:
    """A whole number as it is typed. Raises InvalidInput."""
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,6}\s*", text):
        raise InvalidInput(where, repr(text[:40]), "a whole number")
    return int(text)


# --- a permanent ------------------------------------------------------------------------------------------------------------


def detailed(permanent: Mapping[str, Any], form: Form) -> dict[str, Any]:
    """A permanent as the open details say. Raises InvalidInput."""
    found = {key: value for key, value in permanent.items() if key not in ("tapped", "summoning_sick", "token")}
    found |= {name: True for name in ("tapped", "summoning_sick", "token") if form.get(f"is.{name}")}
    if line := form.get("is.line", "").strip():
        supertypes, types, subtypes = of_type_line(line.replace(" - ", " — ").replace(" – ", " — "))
        found |= {"supertypes": list(supertypes), "types": list(types), "subtypes": list(subtypes)}
    if size := form.get("is.size", "").strip():
        if not (sized := _SIZE.fullmatch(size)):
            raise InvalidInput("power and toughness", repr(size[:40]), "two numbers, as in 2/2")
        found |= {"power": int(sized[1]), "toughness": int(sized[2])}
    for name in COUNTED_DOWN:
        if number := form.get(f"is.{name}", "").strip():
            found[name] = whole(name, number)
    if protector := form.get("is.protector"):
        found["protector"] = protector
    found["colors"] = [color for color in "WUBRG" if color in form.get("is.colors", "").upper()]
    found["text"] = form.get("is.text", "").replace("\r\n", "\n").strip()
    found["counters"] = counters_of(form.get("is.counters", ""))
    found["marked"] = whole("damage", form.get("is.marked", "0"))
    return {key: value for key, value in found.items() if value or key in permanent}


def lasting(id: str, controller: str, form: Form) -> Iterator[dict[str, Any]]:
    """The effects on a permanent that the open details add: until end of turn, and who goaded it."""
    if words := form.get("is.until", "").strip(" ."):
        yield until_end_of_turn(id, controller, words)
    if player := form.get("is.goaded"):
        yield {"goad": id, "by": player}


def until_end_of_turn(id: str, controller: str, words: str) -> dict[str, Any]:
    """The effect that a permanent gets `+2/+2`, or gains or loses something, until end of turn."""
    words = _MORE.sub(r"\1 and gains ", words)
    said = words if _VERB.match(words) else f"{'gets' if words[0] in '+-' else 'gains'} {words}"
    return {"controller": controller, "text": f"[{id}] {said} until end of turn."}


def counters_of(text: str) -> dict[str, int]:
    """Counters as they are typed: `2 +1/+1, shield`."""
    found: dict[str, int] = {}
    for each in filter(None, (part.strip() for part in text.split(","))):
        typed = _COUNTERS.fullmatch(each)
        number = (typed["number"] or typed["number_after"]) if typed else "1"
        kind = (typed["kind"] or typed["kind_before"]) if typed else each
        found[kind] = found.get(kind, 0) + int(number)
    return {kind: number for kind, number in found.items() if number}


def state_of(permanent: StatedPermanent) -> list[str]:
    """What of a permanent's state isn't as it is of most, in words."""
    found = [words for name, words in (("tapped", "tapped"), ("summoning_sick", "came this turn")) if getattr(permanent, name)]
    found += [f"{number} {kind}" for kind, number in permanent.counters.items()]
    found += [f"{name} {number}" for name in COUNTED_DOWN if (number := getattr(permanent, name)) is not None]
    return found + ([f"{permanent.marked} damage"] if permanent.marked else [])


def attaches(permanent: StatedPermanent) -> bool:
    """Whether it is one that is attached to others, or is."""
    return permanent.attached_to is not None or not ATTACHING.isdisjoint(permanent.subtypes)


# --- designations and facts ---------------------------------------------------------------------------------------------------


def answers(form: Form, about: Iterable[str]) -> Iterator[tuple[tuple[str, str], str]]:
    """Of whom and which fact, and the answer, in the words of a form."""
    # The longest name first: one may begin like another.
    people = sorted(about, key=lambda each: (-len(each), each))
    for name, value in form.items():
        who = next((each for each in people if name.startswith(f"say.{each}.")), None)
        fact = normalised(name.removeprefix(f"say.{who}.")) if who is not None else ""
        if who is not None and fact and value:
            yield (who, fact), value


def said(form: Form, about: Iterable[str]) -> StatedAnswers:
    """What a form says of these players and permanents. Raises InvalidInput."""
    people = tuple(about)
    found: StatedAnswers = {}
    for (who, fact), value in answers(form, people):
        found[who, fact] = {"yes": True, "no": False}[value] if value in ("yes", "no") else whole(fact, value)
    who, fact = form.get("say-who", ""), normalised(form.get("say-fact", ""))
    if fact and who in people:
        value = form.get("say-number", "").strip()
        found[who, fact] = whole(fact, value) if value else True
    return found


def kept(said: StatedAnswers, before: Case, after: Case) -> StatedAnswers:
    """Without what was said of somebody who left, and what only texts asked about that are gone."""
    gone = {permanent.id for permanent in before.battlefield} - {permanent.id for permanent in after.battlefield}
    were, are = _words(before), _words(after)
    return {
        (who, fact): answer for (who, fact), answer in said.items() if who not in gone and not (fact in were and fact not in are)
    }


def stated(case: Case, said: StatedAnswers) -> dict[str, Any]:
    """What a case says of it, under `designations` and `facts`.

    A case names all designations that somebody has. So they are stated once it is said of each that a text names.
    """
    facts: dict[str, dict[str, bool | int]] = {}
    designations: dict[str, list[str]] = {}
    for (who, fact), answer in said.items():
        if not _is_designation(fact):
            facts.setdefault(who, {})[fact] = answer
        elif not any(_unsaid(case, said, who)):
            designations.setdefault(who, []).extend([fact] if answer else [])
    return {"facts": facts, "designations": designations}


def form_of_stated(case: Case) -> dict[str, str]:
    """What a form says where a case states this."""
    found: StatedAnswers = {}
    for who, facts in case.facts.items():
        found |= {(who, normalised(fact)): facts[fact] if isinstance(facts, Mapping) else True for fact in facts}
    for who, designations in _designations(case).items():
        has = [normalised(each) for each in designations]
        found |= {(who, each): each in has for each in (*_named(case, who), *has)}
    return fields_of(found)


def fields_of(said: StatedAnswers) -> dict[str, str]:
    """The fields of a form that says this."""
    return {
        f"say.{who}.{fact}": ("yes" if answer else "no") if isinstance(answer, bool) else str(answer)
        for (who, fact), answer in said.items()
    }


class AskedFact(NamedTuple):
    """Of whom, and which fact, has to be said before it can be ruled on; `number`: a number, not yes or no."""

    who: str
    fact: str
    number: bool = False


def asked(case: Case, said: StatedAnswers, error: BaseException) -> AskedFact | None:
    """What has to be said first; None where something else is missing than a yes, a no or a number."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, FactNotStated):
        found = found.__context__
    if found is None:
        return None
    if found.counted is not None:
        return AskedFact(*found.counted, number=True)
    if found.about is None or found.about not in said:
        return AskedFact(*found.about) if found.about is not None else None
    return next((AskedFact(found.about[0], each) for each in _unsaid(case, said, found.about[0])), None)


def _designations(case: Case) -> dict[str, tuple[str, ...]]:
    return {
        **{each.id: tuple(each.designations) for each in case.battlefield if each.designations is not None},
        **{who: tuple(each) for who, each in case.designations.items()},
    }


def _words(case: Case) -> str:
    """All texts of a case."""
    texts = [each.text for each in case.battlefield] + [getattr(each, "text", "") for each in case.effects]
    return normalised(" ".join(texts))


def _is_designation(fact: str) -> bool:
    return fact in map(normalised, DESIGNATIONS) or _LEVEL.fullmatch(fact) is not None


def _named(case: Case, who: str) -> Iterator[str]:
    """The designations that texts of the case name and that this player or permanent could have."""
    words = _words(case)
    for each in map(normalised, DESIGNATIONS):
        of_players = is_about_players(each) or is_about_the_turn(each)
        if of_players == (who in case.players) and re.search(rf"\b{re.escape(each)}", words):
            yield each
    if who not in case.players:
        yield from dict.fromkeys(f"level {number}" for number in _LEVEL.findall(words))


def _unsaid(case: Case, said: StatedAnswers, who: str) -> Iterator[str]:
    return (each for each in _named(case, who) if (who, each) not in said)
