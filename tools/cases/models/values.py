"""The values of a case file: numbers, texts, ids and lists of them, each with the words for what is allowed."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from ....events.facts import normalised
from ....events.types import CARD_TYPES, CREATURE_TYPES, NONCREATURE_SUBTYPES, SUPERTYPES, as_known
from ....handlers.rulebook.keywords import given_by_counters
from ...oracle.types import SUBTYPES as OF_WORD
from ...suggestions import did_you_mean

MAX_PLAYERS = 1_000
MAX_PERMANENTS = 20_000
MAX_STEPS = 10_000
MAX_EFFECTS = 10_000
MAX_NUMBER = 1_000_000
MAX_ID = 200
MAX_TEXT = 10_000

ItemT = TypeVar("ItemT")
Items = Annotated[tuple[ItemT, ...], Field(fail_fast=True)]
"""A list. Its first misfit is enough: a million of them would cost a gigabyte."""

MANA_SYMBOLS = r"^(\{(0|[1-9][0-9]{0,5}|[WUBRGCS]|[WUBRGCS]/[WUBRG]|2/[WUBRG]|[WUBRG]/P|[WUBRG]/[WUBRG]/P)\}){1,100}$"
LIFE = r"^([0-9]{1,6}) life$"
_ISO_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

Flag = Annotated[bool, Field(strict=True, description="true or false")]
WholeNumber = Annotated[
    int,
    Field(strict=True, ge=-MAX_NUMBER, le=MAX_NUMBER, description=f"a whole number, {-MAX_NUMBER} to {MAX_NUMBER}"),
]
NaturalNumber = Annotated[int, Field(strict=True, ge=0, le=MAX_NUMBER, description=f"a whole number, 0 to {MAX_NUMBER}")]
Text = Annotated[str, Field(max_length=MAX_TEXT, description=f"text of at most {MAX_TEXT} characters")]
Word = Annotated[str, Field(min_length=1, max_length=MAX_ID)]


def _of_types(*known: str) -> AfterValidator:
    """Takes a word in other case as meant; refuses what isn't known."""

    def meant(word: str) -> str:
        found = as_known(word)
        if found in known:
            return found
        raise PydanticCustomError("unknown_word", "not a known word", {"suggestion": _suggested(found, known)})

    return AfterValidator(meant)


def _suggested(word: str, known: tuple[str, ...]) -> str:
    if word in NONCREATURE_SUBTYPES or word in CREATURE_TYPES:
        return f" ({word} is one of the subtypes)"
    return did_you_mean(word, known)


CardTypes = Annotated[
    Items[Annotated[Word, _of_types(*CARD_TYPES, *SUPERTYPES)]],
    Field(max_length=100, description="a list of card types: " + ", ".join(CARD_TYPES)),
]
"""Card types; a supertype among them means what it means among the supertypes."""

Supertypes = Annotated[
    Items[Annotated[Word, _of_types(*SUPERTYPES)]],
    Field(max_length=100, description="a list of supertypes: " + ", ".join(SUPERTYPES)),
]


def _subtype(word: str) -> str:
    """Takes a subtype in other case as meant, and one that isn't known as one of its own; refuses a plural."""
    found = as_known(word)
    if found not in SUBTYPES and (one := OF_WORD.get(word.lower())) is not None:
        raise PydanticCustomError("unknown_word", "not a known word", {"suggestion": f" (did you mean {one}?)"})
    return found


SUBTYPES = NONCREATURE_SUBTYPES.union(CREATURE_TYPES)
Subtypes = Annotated[
    Items[Annotated[Word, AfterValidator(_subtype)]],
    Field(max_length=100, description='a list of subtypes such as "Goblin"'),
]
Mana = Annotated[str, Field(pattern=MANA_SYMBOLS, description='mana symbols such as "{2}{W}", "{W/U}", "{2/W}", "{S}" or "{0}"')]
Id = Annotated[str, Field(min_length=1, max_length=MAX_ID, pattern=r"^[^\x00-\x1f\x7f\[\]]+$")]
"""Names a player or a permanent. Wording refers to them in brackets, so they hold none."""

_KNOWN_COUNTERS = ("defense", "finality", "loyalty", "shield", "stun")
_SIZED_COUNTER = r"[+-][0-9]{1,3}/[+-][0-9]{1,3}"


def _counter(name: str) -> str:
    """Refuses another form of the name than texts and rules ask for: it would be another counter."""
    plain = re.sub(r"\s+counters?$", "", " ".join(name.replace("−", "-").lower().split()))
    meant = plain.removesuffix("s") if _is_known_counter(plain.removesuffix("s")) else plain
    if name == meant:
        return name
    raise PydanticCustomError("unknown_word", "not the name of a counter", {"suggestion": f" (did you mean {meant}?)"})


def _is_known_counter(name: str) -> bool:
    return name in _KNOWN_COUNTERS or given_by_counters(name) or re.fullmatch(_SIZED_COUNTER, name) is not None


Counter = Annotated[Id, AfterValidator(_counter)]
"""The name of a counter, without that word."""
ID_FORM = f"1 to {MAX_ID} characters, none of them a bracket or a control character"
PlayerId = Annotated[Id, Field(description="the name of a player")]
PermanentId = Annotated[Id, Field(description="the id of a permanent")]
TargetId = Annotated[Id, Field(description="the name of a player, or the id of a planeswalker or a battle")]
PermanentIds = Annotated[Items[PermanentId], Field(max_length=MAX_PERMANENTS, description="a list of ids of permanents")]
StatedTargets = Annotated[
    dict[PermanentId, TargetId],
    Field(description="an object of creatures' ids, each with the player, planeswalker or battle that it attacks"),
]
Pairs = Annotated[
    dict[PermanentId, PermanentId],
    Field(min_length=1, description="an object of blocking creatures' ids, each with the id of an attacking creature"),
]
StatedOrders = Annotated[
    dict[PermanentId, PermanentIds],
    Field(description="an object of creatures' ids, each with a list of ids of creatures"),
]
PlayerCounts = Annotated[
    dict[PlayerId, NaturalNumber], Field(description=f"an object of players' names, each with a number, 0 to {MAX_NUMBER}")
]


def _iso_date(value: object) -> object:
    """Only YYYY-MM-DD: pydantic alone would take timestamps as well."""
    if isinstance(value, datetime.date) or (isinstance(value, str) and re.fullmatch(_ISO_DATE, value)):
        return value
    raise ValueError("not an ISO date")


Day = Annotated[datetime.date, BeforeValidator(_iso_date), Field(description="an ISO date such as 2024-06-07")]

DESIGNATIONS = (
    *("monarch", "initiative", "city's blessing", "max speed", "enduring story", "day", "night", "extra turn"),
    *("saddled", "commander", "Ring-bearer", "renowned", "monstrous", "face-down", "crewed", "paired", "solved"),
)
"""What players, the turn and permanents can be; a Class or a level up creature also has `level 2` and so on."""


def _designation(value: str) -> str:
    if normalised(value) in map(normalised, DESIGNATIONS) or re.fullmatch(r"level [1-9][0-9]?", normalised(value)):
        return value
    raise PydanticCustomError("unknown_word", "not a designation", {"suggestion": did_you_mean(value, DESIGNATIONS)})


Designations = Annotated[
    Items[Annotated[str, Field(max_length=MAX_ID), AfterValidator(_designation)]],
    Field(max_length=100, description=f"a list of any of {', '.join(DESIGNATIONS)}, level 2"),
]
_Fact = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
FactsOf = Annotated[
    Annotated[Annotated[Items[_Fact], Field(max_length=1_000)], Tag("list")]
    | Annotated[dict[_Fact, Flag | NaturalNumber], Field(max_length=1_000), Tag("object")],
    Discriminator(lambda value: "object" if isinstance(value, dict) else "list"),
]
"""Facts in the words of the texts that ask about them: those that are so, or each with true, false or a number."""
DesignationsOf = Annotated[
    dict[Id, Designations],
    Field(
        description="an object of players' names and permanents' ids, each with a list of all its designations: any of "
        f"{', '.join(DESIGNATIONS)}, level 2"
    ),
]
Facts = Annotated[
    dict[Id, FactsOf],
    Field(
        description="an object of players' names and permanents' ids, each with a list of facts that are so, in the words of "
        "a text that asks, or an object of facts, each with true, false or a number"
    ),
]


Amount = Annotated[int, Field(strict=True, ge=1, le=MAX_NUMBER, description=f"a whole number, 1 to {MAX_NUMBER}")]
StatedAssignment = Annotated[
    dict[PermanentId, Annotated[dict[TargetId, Amount], Field(max_length=MAX_PERMANENTS)]],
    Field(description="an object of creatures' ids, each with an object of recipients' ids or names and amounts, 1 or more"),
]
PermanentCounts = Annotated[
    dict[PermanentId, NaturalNumber], Field(description=f"an object of permanents' ids, each with a number, 0 to {MAX_NUMBER}")
]


def _true(value: object) -> bool:
    # Literal[True] alone would take 1 for true.
    if value is not True:
        raise ValueError("not true")
    return value


Yes = Annotated[Literal[True], BeforeValidator(_true)]
"""A key that only says that something is so."""
