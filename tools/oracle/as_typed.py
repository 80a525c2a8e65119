"""Wording as players type it, in the words of a card: what has one meaning is taken as meant.

Nothing here reads anything: it offers other words for a line that isn't understood as it stands, each of them what the line
can only mean. A subject that is missing is the permanent itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from . import keywords
from .commas import with_comma
from .numbers import NUMBERS
from .tables import words
from .tokens import plain
from .types import LAND_TYPES, SUBTYPES

LONGEST = 160
"""Characters of a line that is offered in other words."""

Rewriting = tuple[str, str | Callable[[re.Match[str]], str]]

_COLOR = "(white|blue|black|red|green)"
_ATTACKING_YOU = "for each creature they control that's attacking you"
_SPELLING: tuple[Rewriting, ...] = (
    (r"[`´]", "'"),
    (r"\s+", " "),
    (r"[!.,]+\s*$", "."),
    (r"\b(?:can ?not|may not)\b", "can't"),
    (r"\bmay (?=attack\b|block\b)", "can "),
    (r"\b(do|does|is|are|did) not\b", r"\1n't"),
    (r"\b(can|does|do|is|are|did)(n?)t\b", lambda match: f"{match[1]}{'' if match[1].lower() == 'can' else 'n'}'t"),
    (r"\bmore then\b", "more than"),
    (r"\bw/o\b", "without"),
    (r"\bw/ ?", "with "),
    (r"\bas if\b", "as though"),
    (r"\bif possible\b", "if able"),
    (r"\b(?:every|each) (?:combat|round|attack)\b", "each combat"),
    (r"\bevery turn\b", "each turn"),
    (r"\b(first|double)-strike\b", r"\1 strike"),
    (r"\bpro(?:t|tection)?[ :-]+(?:from )?(white|blue|black|red|green)\b", r"protection from \1"),
    (
        rf"\bfrom {_COLOR},? and {_COLOR}\b(?! (?:creatures?|permanents?|spells?|sources?|(?-i:[A-Z]\w+))\b)",
        r"from \1 and from \2",
    ),
    (r"\bCARDNAME\b", "this creature"),
    (r"\bI control\b", "you control"),
    (r"\b(attacks?) me\b", r"\1 you"),
    (r"\bI attack\b", "you attack"),
    (r"\b(power|toughness) (?:>=|=>) ?(\d{1,3})\b", r"\1 \2 or greater"),
    (r"\b(power|toughness) (?:<=|=<) ?(\d{1,3})\b", r"\1 \2 or less"),
    (r"\b(power|toughness) > ?(\d{1,3})\b", lambda match: f"{match[1]} {int(match[2]) + 1} or greater"),
    (r"\b(power|toughness) < ?([1-9]\d{0,2})\b", lambda match: f"{match[1]} {int(match[2]) - 1} or less"),
    (r"\b(pays?) (\d{1,3})(?: mana)?(?=\.?$| for\b)", r"\1 {\2}"),
)
_SYNONYMS: tuple[Rewriting, ...] = (
    (r"\b(?:flyers|fliers|flying creatures|creatures that fly)\b", "creatures with flying"),
    (r"\bnon-?fl(?:yers|iers|ying creatures)\b", "creatures without flying"),
    (r"\b(?:(?:my|your|the) )?(?:enemy|opposing|opponents?'?s?) creatures\b", "creatures your opponents control"),
    (r"\bcreatures (?:my|the) opponents? controls?\b", "creatures your opponents control"),
    (r"\b(?:all )?(?:my|your) (\w+s)(?= (?:can|have|attack|block|must|gain|lose|get)\b)", r"\1 you control"),
    (r"\b(?:my|your) creatures\b", "creatures you control"),
    (r"^can only be blocked by\b", "can't be blocked except by"),
    (r"^only (.+?) can block (?:this|it|this creature)(?=\.?$)", r"can't be blocked except by \1"),
    (r"^can (?:only (attack|block)|(attack|block) only) if\b", lambda match: f"can't {match[1] or match[2]} unless"),
    (r"^unblockable (?=if\b|as long as\b|unless\b)", "can't be blocked "),
    (r"\bif (?:the )?opponent controls\b", "if an opponent controls"),
    (r"\b(?:block) (?:one|1) more creature\b", "block an additional creature"),
    (r"\beven though it has defender\b", "as though it didn't have defender"),
    (r"\bby (white|blue|black|red|green)(?=\.?$)", r"by \1 creatures"),
    (
        r"^only (one|two|three|\d) creatures? can (attack|block)\b",
        lambda match: f"no more than {match[1]} creature{'s' * (match[1] not in ('1', 'one'))} can {match[2]}",
    ),
    (r"^(no more than .* can (?:attack|block))(?=\.?$)", r"\1 each combat"),
    (r"^(?:each player|players) can (attack|block) with only (one|two|three|\d)\b", r"players can't \1 with more than \2"),
    (r"\b(can't attack you unless .* pays? \S+) for each(?: one| attacker| creature)?(?=\.?$)", rf"\1 {_ATTACKING_YOU}"),
    (r"^all creatures (?:that can|able to) block (?:this|it|this creature) must (?:block it|do so)\b", "must be blocked by all"),
    (r"\bwhen(?:ever)? (?:it's |it is |it gets |this is |is |gets )?blocked\b", "whenever it becomes blocked"),
    (r"^(when(?:ever)? [^,]*?)\b(?:is|gets) blocked\b", r"\1becomes blocked"),
    (r"\b(?:(?:has|have|needs?) to|(?:is |are )?forced to) (attack|block|be blocked)\b", r"must \1"),
    (r"\balways (attack|block)s?\b", r"must \1"),
    (
        r"\bmust be blocked by (?:all|every(?:thing)?)\b"
        r"(?: (?:able )?(?:creatures?|blockers?)(?= able| that can| if able|\.?$))?(.*?)"
        r"(?: (?:able|that can|that's able|that are able)(?: to)?(?: block(?: it| this creature)?)?)?(?: if able)?\.?$",
        r"must be blocked by all\1",
    ),
    (r"\bblock (?:two|2) creatures(?: at once| each combat)?(?=\.?$)", "block an additional creature each combat"),
    (r"\bby more than (one|1)(?=\.?$)", r"by more than \1 creature"),
    (r"\bby (two|three|2|3) or more(?=\.?$)", r"by \1 or more creatures"),
    (r"\bby (?:less|fewer) than (?:two|2)(?: creatures)?(?=\.?$)", "except by two or more creatures"),
)
_LASTING = re.compile(
    r"^(?:it |this creature )?(?:has |have |gains? )?(.+?),? (until end of turn|until your next turn|this turn|this combat)\.?$",
    re.IGNORECASE,
)
_DURING = re.compile(
    r"^(?:it |this creature )?(?:has |have )?(.+?),? (?:when|while|whenever|if) "
    r"(?:it's |it is |this creature is )?(attacking|blocking)\.?$",
    re.IGNORECASE,
)
"""A keyword that is had in combat: "first strike when attacking"."""
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
_MUST = re.compile(r"\b(?:must|attacks|blocks|attack|block)\b")
_LEADING = re.compile(r"^(If|While|Unless) ([^,]+), (.+)$")
"""A condition before what depends on it: a card says "as long as" there, or puts "unless" behind."""
_LURE = re.compile(r"^(.*) must be blocked by all( .+?)?\.?$", re.IGNORECASE)


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
    if itself and (during := _DURING.match(said)) is not None and (had := _keywords(during[1])) is not None:
        yield f"This creature has {had.lower()} as long as it's {during[2].lower()}."
    if itself:
        if (lasting := _LASTING.match(said)) is not None and (_keywords(lasting[1]) or _PROTECTION.match(lasting[1])):
            yield f"This creature gains {(_keywords(lasting[1]) or lasting[1]).lower()} {lasting[2].lower()}."
        said = "This creature can't be blocked." if _UNBLOCKABLE.match(said) else said
        said = _with_keywords(said)
        said = _OWN_TRIGGER.sub("Whenever this creature ", said)
        if (subject := _SUBJECT.match(said)) is not None:
            rest = said[subject.end() :]
            said = f"This creature {_SINGULAR.sub(_singular, rest[:1].lower() + rest[1:], count=1)}"
    said = with_comma(said)
    if (lure := _LURE.match(said)) is not None:
        said = f"All{lure[2] or ' creatures'} able to block {lure[1][:1].lower()}{lure[1][1:]} do so."
    said = said[:1].upper() + said[1:].removesuffix(".") + "."
    for known in dict.fromkeys((said, _with_types(said))):
        yield known
        if _MUST.search(known) and "if able" not in known and not known.startswith("When"):
            yield _if_able(known)
        if (leading := _LEADING.match(known)) is not None:
            holds, rest = leading[2], leading[3]
            yield f"As long as {holds}, {rest}" if leading[1] != "Unless" else f"{rest[:1].upper()}{rest[1:-1]} unless {holds}."


def _singular(verb: re.Match[str]) -> str:
    return "has" if verb[0] == "have" else f"{verb[0]}s"


def _if_able(said: str) -> str:
    """ "attacks", "must attack" and "must be blocked" are what a card says with "each combat if able"."""
    must = re.sub(r"\bmust (attack|block)\b", r"\1s" if said.startswith("This creature") else r"\1", said.removesuffix("."))
    if re.search(r"\b(?:attacks?|blocks?)$", must):
        must += " each combat"
    return f"{must} if able."


_SAID_BESIDE = re.compile(
    r"^(.+?)(?:,? and|,? but|,) ((?:can't|can|attacks?|blocks?|must|loses|gets)\b.*)$|^(.*?can't .*?),? but ((?:has|gains)\b.*)$",
    re.IGNORECASE,
)
_BIGGER = re.compile(r"^(.*\bgets? [+-]\d{1,3}/[+-]\d{1,3}),? and (.+)$", re.IGNORECASE)


def _with_keywords(said: str) -> str:
    """ "flying but can't block", "gets +1/+1 and flying": a verb for the keywords."""
    if (beside := _SAID_BESIDE.match(said)) is not None:
        if beside[3]:
            return f"{beside[3]} and {beside[4]}"
        return f"has {listed.lower()} and {beside[2]}" if (listed := _keywords(beside[1])) else said
    if (bigger := _BIGGER.match(said)) is not None and (listed := _keywords(bigger[2])) is not None:
        return f"{bigger[1]} and has {listed.lower()}."
    return said


_JOINTS = re.compile(r"\s*(?:,|;|&|\+|/|\.\s|\band\b|\s)\s*", re.IGNORECASE)
_PROTECTED = re.compile("protection from (?:white|blue|black|red|green|everything)")
_HAVING = re.compile(r"^(?:(?:this creature |it )?(?:has|have|with) )", re.IGNORECASE)


def _keywords(said: str) -> str | None:
    """A list of keywords, however they are joined, as a card has it; None if it is something else."""
    left = [word for word in _JOINTS.split(_HAVING.sub("", said.rstrip(".! "))) if word]
    found: list[str] = []
    while left:
        for size in (3, 2, 1):
            phrase = (
                " ".join(left[:size]).lower().replace("first-strike", "first strike").replace("double-strike", "double strike")
            )
            if phrase in keywords.PLAIN or phrase.removesuffix("walk") in LAND_TYPES or _PROTECTED.fullmatch(phrase):
                found.append(phrase)
                left = left[size:]
                break
            if size == 2 <= len(left) and left[0].lower() in keywords.NUMBERED and left[1].isdecimal():
                found.append(phrase)
                left = left[size:]
                break
        else:
            return None
    return ", ".join(found).capitalize() if found else None


_ORDINARY = words("will time eye spawn map stone role class case mine clue guest hero food pest")
_TYPES = {word for word in SUBTYPES if " " not in word and word not in _ORDINARY and word not in NUMBERS}


def _with_types(said: str) -> str:
    """With a capital for every word that is a subtype, as cards write it."""
    return re.sub(r"(?<!\[)\b[a-z][\w-]+\b(?!\])", lambda match: match[0].capitalize() if match[0] in _TYPES else match[0], said)
