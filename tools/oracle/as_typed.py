"""Wording as players type it, in the words of a card: what has one meaning is taken as meant.

Nothing here reads anything: it offers other words for a line that isn't understood as it stands, each of them what the line
can only mean. A subject that is missing is the permanent itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from . import keywords
from .quantities import NUMBERS
from .tokens import plain
from .types import SUBTYPES

LONGEST = 160
"""Characters of a line that is offered in other words."""

Rewriting = tuple[str, str | Callable[[re.Match[str]], str]]

_SPELLING: tuple[Rewriting, ...] = (
    (r"[`´]", "'"),
    (r"\s+", " "),
    (r"[!.,]+\s*$", "."),
    (r"\bcan ?not\b", "can't"),
    (r"\b(can|does|do|is|are|did)(n?)t\b", lambda match: f"{match[1]}{'' if match[1].lower() == 'can' else 'n'}'t"),
    (r"\bmore then\b", "more than"),
    (r"\bw/o\b", "without"),
    (r"\bw/ ?", "with "),
    (r"\bas if\b", "as though"),
    (r"\bif possible\b", "if able"),
    (r"\b(?:every|each) (?:turn|combat|round|attack)\b", "each combat"),
    (r"\b(first|double)-strike\b", r"\1 strike"),
    (r"\bpro(?:tection)?[ -](?:from )?(white|blue|black|red|green)\b", r"protection from \1"),
    (r"\bfrom (white|blue|black|red|green),? and (white|blue|black|red|green)\b", r"from \1 and from \2"),
    (r"\bI control\b", "you control"),
    (r"\battack me\b", "attack you"),
    (r"\bpays? (\d{1,3})(?: mana)?(?=\.?$| for\b)", r"pay {\1}"),
)
_SYNONYMS: tuple[Rewriting, ...] = (
    (r"\b(?:flyers|fliers|flying creatures|creatures that fly)\b", "creatures with flying"),
    (r"\bnon-?fl(?:yers|iers|ying creatures)\b", "creatures without flying"),
    (r"\b(?:enemy|opposing|opponents?'?s?) creatures\b", "creatures your opponents control"),
    (r"\bcreatures (?:my|the) opponents? controls?\b", "creatures your opponents control"),
    (r"\b(?:my|your) creatures\b", "creatures you control"),
    (r"\b(?:has|have|needs?|is forced|are forced) to (attack|block|be blocked)\b", r"must \1"),
    (r"\balways (attack|block)s?\b", r"must \1"),
    (r"\bmust be blocked by (?:all|every|everything)\b.*$", "must be blocked by all"),
    (r"\bblock (?:two|2) creatures(?: at once| each combat)?(?=\.?$)", "block an additional creature each combat"),
    (r"\bby more than (one|1)(?=\.?$)", r"by more than \1 creature"),
    (r"\bby (two|three|2|3) or more(?=\.?$)", r"by \1 or more creatures"),
    (r"\bby (?:less|fewer) than (?:two|2)(?: creatures)?(?=\.?$)", "except by two or more creatures"),
)
_LASTING = re.compile(
    r"^(?:it |this creature )?(?:has |have |gains? )?(.+?),? (until end of turn|until your next turn|this turn|this combat)\.?$",
    re.IGNORECASE,
)
_PROTECTION = re.compile(r"^protection from [\w ]+$", re.IGNORECASE)
_VERBS = r"(?:can't|can|must|attacks?|blocks?|has|have|gains?|loses?|lose|doesn't|isn't|is|gets?)"
_ONE = r"(?:attacks|blocks|has|gains|loses|doesn't|isn't|is|gets)"
_SUBJECT = re.compile(
    rf"^(?:(?:it|he|she|this|the creature|this card|this guy) |creature (?={_ONE}\b))?(?={_VERBS}\b)", re.IGNORECASE
)
"""Who is meant by the permanent itself. "Creature can't attack" may be said of all creatures, too."""
_SINGULAR = re.compile(r"^(?:attack|block|gain|lose|get|have)\b")
_UNBLOCKABLE = re.compile(r"^(?:this creature )?(?:is )?unblockable\.?$", re.IGNORECASE)
_OWN_TRIGGER = re.compile(
    r"^when(?:ever)? (?:it |he |she |this |the creature )?(?=attacks?\b|blocks?\b|becomes blocked\b)", re.IGNORECASE
)
_NO_COMMA = re.compile(
    r"^(When(?:ever)? [^,]*?\b(?:attacks|blocks|attack|block|blocked)(?: alone)?) (?=(?:you (?:may|gain|lose|draw)|"
    r"it gets|target|draw|create|put|tap|untap|deal|destroy|exile|gain|lose|scry|sacrifice|return|discard|mill)\b)",
    re.IGNORECASE,
)
_MUST = re.compile(r"\b(?:must|attacks|blocks|attack|block)\b")
_LURE = re.compile(r"^(.*) must be blocked by all\.?$", re.IGNORECASE)


def as_typed(line: str, *, itself: bool = True) -> Iterator[str]:
    """What the line may be in the words of a card, the likeliest first; it may hold what isn't understood either.

    `itself`: it is said of the permanent that has it, so that a subject can be missing.
    """
    if len(line) > LONGEST:
        return
    said = plain(line).strip()
    if (listed := _keywords(said)) is not None:
        yield listed
    for pattern, meant in (*_SPELLING, *_SYNONYMS):
        said = re.sub(pattern, meant, said, flags=re.IGNORECASE).strip()
    if (listed := _keywords(said)) is not None:
        yield listed
    if itself:
        if (lasting := _LASTING.match(said)) is not None and (_keywords(lasting[1]) or _PROTECTION.match(lasting[1])):
            yield f"This creature gains {(_keywords(lasting[1]) or lasting[1]).lower()} {lasting[2].lower()}."
        said = "This creature can't be blocked." if _UNBLOCKABLE.match(said) else said
        said = _OWN_TRIGGER.sub("Whenever this creature ", said)
        if (subject := _SUBJECT.match(said)) is not None:
            rest = said[subject.end() :]
            said = f"This creature {_SINGULAR.sub(_singular, rest[:1].lower() + rest[1:], count=1)}"
    said = said if "," in said else _NO_COMMA.sub(r"\1, ", said)
    if (lure := _LURE.match(said)) is not None:
        said = f"All creatures able to block {lure[1][:1].lower()}{lure[1][1:]} do so."
    said = said[:1].upper() + said[1:].removesuffix(".") + "."
    for known in dict.fromkeys((said, _with_types(said))):
        yield known
        if _MUST.search(known) and "if able" not in known and not known.startswith("When"):
            yield _if_able(known)


def _singular(verb: re.Match[str]) -> str:
    return "has" if verb[0] == "have" else f"{verb[0]}s"


def _if_able(said: str) -> str:
    """ "attacks", "must attack" and "must be blocked" are what a card says with "each combat if able"."""
    must = re.sub(r"\bmust (attack|block)\b", r"\1s" if said.startswith("This creature") else r"\1", said.removesuffix("."))
    if re.search(r"\b(?:attacks?|blocks?)$", must):
        must += " each combat"
    return f"{must} if able."


_JOINTS = re.compile(r"\s*(?:,|;|&|\+|/|\band\b|\s)\s*", re.IGNORECASE)
_HAVING = re.compile(r"^(?:(?:this creature |it )?(?:has|have|with) )", re.IGNORECASE)


def _keywords(said: str) -> str | None:
    """A list of keywords, however they are joined, as a card has it; None if it is something else."""
    words = [word for word in _JOINTS.split(_HAVING.sub("", said.rstrip(".! "))) if word]
    found: list[str] = []
    while words:
        for size in (3, 2, 1):
            phrase = (
                " ".join(words[:size]).lower().replace("first-strike", "first strike").replace("double-strike", "double strike")
            )
            if phrase in keywords.PLAIN:
                found.append(phrase)
                words = words[size:]
                break
            if size == 2 and words[0].lower() in keywords.NUMBERED and words[1].isdecimal():
                found.append(phrase)
                words = words[size:]
                break
        else:
            return None
    return ", ".join(found).capitalize() if found else None


_ORDINARY = {
    "will",
    "time",
    "eye",
    "spawn",
    "map",
    "stone",
    "role",
    "class",
    "case",
    "mine",
    "clue",
    "guest",
    "hero",
    "food",
    "pest",
}
_TYPES = {word for word in SUBTYPES if " " not in word and word not in _ORDINARY and word not in NUMBERS}


def _with_types(said: str) -> str:
    """With a capital for every word that is a subtype, as cards write it."""
    return re.sub(r"(?<!\[)\b[a-z][\w-]+\b(?!\])", lambda match: match[0].capitalize() if match[0] in _TYPES else match[0], said)
