"""What is read and has no bearing on any ruling, and why: the whole list. Whatever isn't on it is used, or declined."""

from __future__ import annotations

from collections.abc import Mapping

from ..events.model import Model
from ..handlers.view.stated_facts import PRESUMED_NONE, PRESUMED_NOT_SO
from .arena.annotations import QUALIFICATIONS_WITHOUT_BEARING, WITHOUT_BEARING
from .arena.fields import OBJECTS_WITHOUT_BEARING
from .arena.fields import WITHOUT_BEARING as FIELDS_OF_MESSAGES
from .arena.message_types import BLOCKS_WITHOUT_BEARING
from .arena.message_types import WITHOUT_BEARING as MESSAGES_WITHOUT_BEARING
from .cases.expectations import COMPARED, COMPARED_OUTCOMES
from .records.forge import WITHOUT_BEARING as CAPTIONS_OF_FORGE
from .records.seventeen_lands import WITHOUT_BEARING as COLUMNS_OF_17LANDS
from .records.xmage_lists import SENTENCES_WITHOUT_BEARING
from .records.xmage_lists import WITHOUT_BEARING as FIELDS_OF_XMAGE

_OF_REPORTS = "it names the case in reports, and its game in a journal"
_REMARK = "a remark for readers"
_COMPARED = "it is compared with the ruling, which doesn't look at it"

FIELDS_OF_CASES = {
    "Case.id": _OF_REPORTS,
    "Case.source": _REMARK,
    "CaseStep.why": _REMARK,
    "Case.refused": "it is compared with the error, and changes none",
    **{f"expected {field}": _COMPARED for field in (*COMPARED, *COMPARED_OUTCOMES)},
}
"""Fields of a case, by model and field; what a step expects by the field alone, for each kind of step takes it."""

WORDINGS = {
    "words in parentheses": "reminder text, which has no function in the game (207.2)",
    "an ability word and its dash, as in “Landfall —”": "it only ties together cards that do alike (207.2c)",
    "a chapter of a Saga": "it does something when lore counters are put on: the case states what it did",
    "the effect of an activated ability, but mana": "nobody activates it by a declaration: the case states the effect as a step",
    "the effect of a triggered ability": "declarations make it trigger, which is stated: the case states what it does as a step",
    "a triggered ability that no declaration, no damage and no death sets off": "it can't trigger from what is ruled on",
    "“Activate only …”": "it restricts an activation, not a declaration",
    "the modes and the die-roll table of such an ability": "they are its effect",
    "keywords that say nothing about combat, as Cycling or Flash": "a closed list (`handlers/rulebook/keywords.py`)",
    "a keyword that says which objects are meant, as in “a token with flying”": "the board states who has it",
    "a sentence with a verb of a closed list, in which no word of another closed list bears on attacking, blocking, untapping "
    "for combat, combat damage or dying": "it speaks of something else (lists: `tools/oracle/bearing.py`, `passing.py`); "
    "unless it is of spells, costs, cards, what enters or what would happen, a note says that it isn't understood",
}
"""Parts of a rules text. Words that are none of these, and aren't understood, are declined."""


def _by_reason(what: str, prefix: str, without_bearing: Mapping[str, str], between: str = ", ") -> dict[str, str]:
    """Those of a record that begin so, those together that have no bearing for the same reason."""
    names: dict[str, list[str]] = {}
    for name, why in without_bearing.items():
        if name.startswith(prefix):
            names.setdefault(why, []).append(name.removeprefix(prefix))
    return {f"{what} {between.join(each)}": why for why, each in names.items()}


RECORDS = {
    "of a card in Scryfall's or MTGJSON's data: prices, pictures, printings, rulings (all: `tools/cards/formats.py`)": "they "
    "aren't characteristics; a field that is in no list is stated as the cards are loaded",
    "of a card in Arena's own database: pictures, printings, frames, other cards (all: `tools/cards/arena.py`)": "they aren't "
    "characteristics; a column that is in no list is stated as the cards are loaded",
    "of a log of MTG Arena: blocks other than between client and match, of ranks and of drafts": "they aren't about a game",
    **_by_reason("of a log of MTG Arena: annotations", "AnnotationType_", WITHOUT_BEARING),
    **_by_reason("of a log of MTG Arena: messages from the server", "GREMessageType_", MESSAGES_WITHOUT_BEARING),
    **_by_reason("of a log of MTG Arena: messages from the client", "ClientMessageType_", MESSAGES_WITHOUT_BEARING),
    **_by_reason("of a log of MTG Arena: blocks between client and match", "", BLOCKS_WITHOUT_BEARING),
    **_by_reason("of a log of MTG Arena: fields", "", FIELDS_OF_MESSAGES),
    **_by_reason("of a log of MTG Arena: objects", "GameObjectType_", OBJECTS_WITHOUT_BEARING),
    f"of a log of MTG Arena: qualifications {', '.join(map(str, sorted(QUALIFICATIONS_WITHOUT_BEARING)))}": "in real games what "
    "Arena offered was the same without them; others that aren't read mark the game",
    **_by_reason("of 17Lands' replay data: columns", "", COLUMNS_OF_17LANDS),
    **_by_reason("of a log of Forge: captions", "", CAPTIONS_OF_FORGE),
    **_by_reason("of a game of XMage: fields", "", FIELDS_OF_XMAGE),
    **_by_reason("of a game of XMage: sentences", "", SENTENCES_WITHOUT_BEARING, " · "),
    "of an entry of a journal: the time of recording, and notes of who recorded it": "rulings don't depend on the clock",
}
"""Parts of what others wrote, whose formats we don't own."""


PRESUMED = {
    **{f"presumed not to be so: {what}": f"{why}; a ruling that depends on it says so" for what, why in PRESUMED_NOT_SO.items()},
    **{f"presumed to be {none}: {what}": "a ruling that asks for it says so" for what, none in PRESUMED_NONE.items()},
    "a fact or a designation whose answer makes no difference": "the ruling is the same either way",
}
"""What isn't asked for though it isn't stated. For whatever else isn't, a case whose ruling depends on it is declined."""


class Ignored(Model):
    """Something without bearing, where it is met, and why it has none."""

    where: str
    what: str
    why: str


def ignored() -> tuple[Ignored, ...]:
    """All of it."""
    parts = {"a case": FIELDS_OF_CASES, "a rules text": WORDINGS, "a record": RECORDS, "what isn't stated": PRESUMED}
    return tuple(Ignored(where=where, what=what, why=why) for where, rows in parts.items() for what, why in rows.items())
