"""A creature as somebody types it in haste: “3x 1/1 goblin tapped”, “flying 2/2 with two +1/+1 counters, goaded by Bob”.

What is understood is shown as chips, each of which can be taken away; of what isn't, the words are stated, and nothing is
dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...events.errors import DeclarantError, InvalidInput
from ...events.types import CREATURE_TYPES, PERMANENT_TYPES
from ...handlers.rulebook.keywords import KEYWORDS
from .. import oracle
from ..cases.models import DESIGNATIONS
from ..oracle.descriptors import COLORS
from ..oracle.numbers import NUMBERS
from ..oracle.types import CARD_TYPES, SUBTYPES, SUPERTYPES
from ..suggestions import did_you_mean

MOST = 20
"""So many creatures are put on the table at once at most."""

LONGEST = 24
"""How long words are at most that a creature is called by."""

LONGEST_TYPED = 400
"""Characters that are typed of a creature at most."""

MOST_READ = 40
"""So many texts are read at most to find out what was typed: enough for a dozen keywords in a row."""

_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)})"
_COUNT = re.compile(rf"^\s*(?:({_NUMBER})\s*[x×]?\s+(?=\D*\d+\s*/)|(\d{{1,2}})\s*[x×]\s*|[x×]\s*(\d{{1,2}})\s+)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"[\s,]+[x×]\s*(\d{1,2})\s*$", re.IGNORECASE)
_SIZE = re.compile(r"(?<![+\-/\d])(\d{1,4})\s*/\s*(\d{1,4})(?:s\b)?(?![/\d])")
_COUNTERS = re.compile(
    rf",?\s*\b(?:(?:and|with|has)\s+)*(?<![/\d])({_NUMBER})\s+"
    r"([+-]\d{1,2}/[+-]\d{1,2}|[a-z]+(?: strike)?) counters?(?: on it)?",
    re.IGNORECASE,
)
_ONE_COUNTER = re.compile(
    r",?\s*\b(?:(?:and|with|has)\s+)*()(?<![/\d])([+-]\d{1,2}/[+-]\d{1,2}|(?!no\b|each\b|any\b|the\b)[a-z]+(?: strike)?) "
    r"counter\b(?: on it)?",
    re.IGNORECASE,
)
_DAMAGE = re.compile(
    r",?\s*\b(?:(?:and|with|has)\s+)*(?<![/\d])(\d{1,4}) damage(?: marked)?(?: on it)?(?=$|,| and )", re.IGNORECASE
)
_GOADED = re.compile(r",?\s*\b(?:(?:and|is) )*goaded\b(?: by ([^,]+?))?(?=$|,| and | until | with )", re.IGNORECASE)
_LASTING = re.compile(r"\b(?:until end of turn|this turn)\b", re.IGNORECASE)
_WORDS_FOR = {"flyer": "flying", "flier": "flying", "trampler": "trample"}
_FLAGS = {"tapped": "tapped", "token": "token", "tokens": "token", "sick": "summoning_sick"}
_CALLED = {f"{word}{s}": keyword for s in ("", "s") for word, keyword in _WORDS_FOR.items()}
"""Words for what has a keyword."""
_ELSEWHERE = {
    "no": "nothing of what it doesn’t have",
    "without": "nothing of what it doesn’t have",
    "attacking": "a declaration of attackers",
    "blocking": "a declaration of blockers",
    "blocked": "a declaration of blockers",
    "unblocked": "a declaration of blockers",
    "named": "the name in its field",
    "equipped": "the Equipment as a permanent of its own, attached to it",
    "enchanted": "the Aura as a permanent of its own, attached to it",
    "goad": "“goaded by” a player",
}
"""What to say instead of what no creature is typed with."""
_FILLERS = {
    "untapped",
    "a",
    "an",
    "the",
    "with",
    "and",
    "that",
    "which",
    "is",
    "has",
    "creature",
    "creatures",
    "summoning",
    ",",
    "it",
}


@dataclass
class Typed:
    """Creatures as they are typed: how many, what is said of each, and effects that are about it."""

    number: int = 1
    fields: dict[str, Any] = field(default_factory=dict)
    lasting: list[str] = field(default_factory=list)
    """What it has or gets until end of turn, in words."""
    goaded: list[str] = field(default_factory=list)
    """By whom."""

    def effects(self, id: str, controller: str) -> Iterator[dict[str, Any]]:
        """The effects of a case that say so of one of them."""
        for words in self.lasting:
            gets = re.match(r"(?:gets\s+)?([+-]\d+/[+-]\d+.*)", words, re.IGNORECASE)
            if gets:
                yield {"controller": controller, "text": f"[{id}] gets {gets[1]}."}
            else:
                yield {"on": id, "text": words[:1].upper() + words[1:] + "."}
        yield from ({"goad": id, "by": player} for player in self.goaded)


def typed(text: str, controller: str, players: Sequence[str]) -> Typed | None:
    """What somebody types of a creature; None where it has no size, and so is something else. Raises InvalidInput."""
    if _SIZE.search(text) is None:
        return None
    if len(text) > LONGEST_TYPED:
        raise InvalidInput("words", f"{len(text)} characters", f"at most {LONGEST_TYPED} of a creature")
    found, text = Typed(), re.sub(r"\beot\b", "end of turn", text, flags=re.IGNORECASE)
    if count := _COUNT.match(text):
        number = next(filter(None, count.groups()))
        if _SIZE.search(text, count.end()):
            found.number = _number(number)
            text = text[count.end() :]
    elif count := _COUNT_LAST.search(text):
        found.number, text = int(count[1]), text[: count.start()]
    size = _SIZE.search(text)
    if size is None:
        return None
    if not 1 <= found.number <= MOST:
        raise InvalidInput("number", str(found.number), f"1 to {MOST} creatures at once")
    found.fields |= {"types": ["Creature"], "power": int(size[1]), "toughness": int(size[2])}
    rest = f"{text[: size.start()]} {text[size.end() :]}"
    rest = re.sub("[()]", " ", rest)  # nothing that is typed in haste is a reminder
    for counters in (_COUNTERS, _ONE_COUNTER):
        rest = counters.sub(lambda match: _counters(found, match), rest)
    rest = _DAMAGE.sub(lambda match: _damage(found, match), rest)
    rest = _GOADED.sub(lambda match: _goaded(found, match, controller, players), rest)
    lines: list[str] = []
    for piece in _pieces(rest, found):
        if _LASTING.search(piece):
            found.lasting.append(piece)
        else:
            lines.append(piece[:1].upper() + piece[1:])
    if lines:
        keywords = [line for line in lines if _is_keyword(line)]
        others = [line for line in lines if line not in keywords]
        together = [", ".join([keywords[0], *(each[:1].lower() + each[1:] for each in keywords[1:])])] if keywords else []
        found.fields["text"] = "\n".join((*together, *others))
    if "counters" in found.fields or any(re.search(r"[+-]\d+/[+-]\d+", words) for words in found.lasting):
        found.fields["stated"] = False
    return found


def _counters(found: Typed, match: re.Match[str]) -> str:
    counters = found.fields.setdefault("counters", {})
    counters[match[2].lower()] = counters.get(match[2].lower(), 0) + _number(match[1] or "one")
    return " "


def _damage(found: Typed, match: re.Match[str]) -> str:
    found.fields["marked"] = int(match[1])
    return " "


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS[word.lower()]


def _goaded(found: Typed, match: re.Match[str], controller: str, players: Sequence[str]) -> str:
    others = [player for player in players if player != controller]
    by = (match[1] or "").strip()
    named = [player for player in players if player.lower() == by.lower()] if by else others[: len(others) == 1]
    if not named:
        raise InvalidInput("goaded", repr(by) if by else "nobody named", f"goaded by one of {', '.join(others)}")
    found.goaded += named
    return " "


def _pieces(rest: str, found: Typed) -> Iterator[str]:
    """What is left as texts that can be read, one after the other; words of state and type are noted. Raises InvalidInput."""
    reads = iter(range(MOST_READ))

    def is_read(text: str) -> bool:
        return next(reads, None) is not None and _is_read(text)

    while rest := re.sub(r"^(?:with|has|and) +", "", " ".join(rest.split()).strip(" ,"), flags=re.IGNORECASE).rstrip(" ,"):
        first, _, after = rest.partition(" ")
        if first.lower().strip(",") in _CALLED:
            first = _CALLED[first.lower().strip(",")]
            rest = f"{first} {after}".strip()
        if is_read(rest):
            yield rest
            return
        before, _, last = rest.rpartition(" ")
        if _noted(first.strip(","), found):
            rest = after
        elif before and _noted(last, found):
            rest = before
        else:
            cuts = (cut for separator in (", ", " and ", " with ", " ") for cut in re.finditer(re.escape(separator), rest))
            cut = next((cut for cut in cuts if is_read(rest[: cut.start()])), None)
            if cut is None:
                suggested = did_you_mean(first.lower(), [*KEYWORDS, *_FLAGS, *SUBTYPES])
                usual = f"types, keywords, “tapped”, counters, or a text as on a card, as in “2/2 goblin flying”{suggested}"
                allowed = _ELSEWHERE.get(first.lower(), usual)
                raise InvalidInput("words", f"“{rest[:80]}”, which isn’t understood", allowed)
            yield rest[: cut.start()]
            rest = rest[cut.end() :]


def _noted(word: str, found: Typed) -> bool:
    """Whether a word by itself says a state, a color or a type, which is noted then."""
    plain, fields = word.lower(), found.fields
    subtype = SUBTYPES.get(plain)
    if plain in _FILLERS:
        pass
    elif plain in _FLAGS:
        fields[_FLAGS[plain]] = True
    elif plain in COLORS:
        fields.setdefault("colors", []).append(COLORS[plain])
    elif CARD_TYPES.get(plain) in PERMANENT_TYPES:
        fields["types"].insert(0, CARD_TYPES[plain])
    elif plain in SUPERTYPES:
        fields.setdefault("supertypes", []).append(SUPERTYPES[plain])
    elif plain in DESIGNATIONS:
        fields.setdefault("designations", []).append(plain)
    elif plain == "colorless":
        fields["colors"] = []
    elif subtype in CREATURE_TYPES:
        fields.setdefault("subtypes", []).append(subtype)
    else:
        return False
    return True


def _is_read(text: str) -> bool:
    """Whether a text can be read as one that a creature has, or has for a while."""
    gets = re.fullmatch(r"(?:gets\s+)?([+-]\d+/[+-]\d+ .*)", text, re.IGNORECASE)
    try:
        if gets:
            oracle.read_effect(f"[c] gets {gets[1]}.", ids=("c",), players=(), on=None, name="")
        elif _LASTING.search(text):
            oracle.read_effect(text, ids=("c",), players=(), on="c", name="")
        else:
            oracle.read_permanent(text, name="", types=("Creature",), derived=True)
    except (DeclarantError, ValueError):
        return False
    return True


def _is_keyword(line: str) -> bool:
    return all(part.strip().lower() in KEYWORDS for part in line.split(","))


def called(fields: Mapping[str, Any]) -> str:
    """What a creature is called that has no name: its size, its types and what it can, where that is short."""
    text = fields.get("text", "")
    words = [*fields.get("subtypes", ()), *([text] if len(text) <= LONGEST and "\n" not in text else [])]
    return f"{fields.get('power')}/{fields.get('toughness')} {' '.join(words)}".strip()


# --- chips --------------------------------------------------------------------------------------------------------------------


def chips(permanent: Mapping[str, Any], effects: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """What is understood of a permanent: each in words, with how it is named where it is taken away."""
    shown = [(each, f"{kind}:{each}") for kind in ("supertypes", "types", "subtypes") for each in permanent.get(kind, ())]
    shown = [each for each in shown if each[0] != "Creature"]
    shown += [(name, f"colors:{letter}") for name, letter in COLORS.items() if letter in permanent.get("colors", ())]
    shown += [(line, f"text:{number}") for number, line in enumerate(str(permanent.get("text", "")).split("\n")) if line]
    flags = {"tapped": "tapped", "summoning_sick": "came this turn", "token": "token"}
    shown += [(words, f"{name}:") for name, words in flags.items() if permanent.get(name)]
    shown += [(each, f"designations:{each}") for each in permanent.get("designations") or ()]
    shown += [(f"{permanent['marked']} damage", "marked:")] if permanent.get("marked") else []
    shown += [(f"{number} {kind}", f"counters:{kind}") for kind, number in permanent.get("counters", {}).items()]
    for number, effect in enumerate(effects):
        if about(effect, permanent["id"]):
            shown.append((in_words(effect, permanent["id"]), f"effects:{number}"))
    return shown


def about(effect: Mapping[str, Any], id: str) -> bool:
    """Whether an effect is about that permanent alone."""
    return id in (effect.get("on"), effect.get("goad"), effect.get("suspect")) or str(effect.get("text", "")).startswith(
        f"[{id}] "
    )


def in_words(effect: Mapping[str, Any], id: str) -> str:
    """An effect in the words that are shown on the permanent that it is about."""
    if "goad" in effect:
        return f"goaded by {effect['by']}"
    if "suspect" in effect:
        return "suspected"
    return "lost all abilities" if effect.get("loses_abilities") else str(effect["text"]).removeprefix(f"[{id}] ").rstrip(".")


def without(written: Mapping[str, Any], chip: str) -> dict[str, Any]:
    """A case's data without what a chip says (`ID:KIND:WHICH`)."""
    id, _, named = chip.partition(":")
    kind, _, which = named.partition(":")
    effects = [each for number, each in enumerate(written.get("effects", ())) if (kind, which) != ("effects", str(number))]
    battlefield = [_without(each, kind, which) if each["id"] == id else each for each in written["battlefield"]]
    return {**written, "battlefield": battlefield, **({"effects": effects} if "effects" in written else {})}


def _without(permanent: Mapping[str, Any], kind: str, which: str) -> dict[str, Any]:
    found = _less(permanent, kind, which)
    return {**found, "name": called(found)} if permanent.get("name") == called(permanent) else found


def _less(permanent: Mapping[str, Any], kind: str, which: str) -> dict[str, Any]:
    value = permanent.get(kind)
    if kind == "text":
        lines = [line for number, line in enumerate(str(value or "").split("\n")) if str(number) != which]
        return {**permanent, "text": "\n".join(lines)}
    if isinstance(value, list):
        return {**permanent, kind: [each for each in value if each != which]}
    if isinstance(value, dict):
        return {**permanent, kind: {each: number for each, number in value.items() if each != which}}
    return {name: each for name, each in permanent.items() if name != kind or not isinstance(each, int)}
