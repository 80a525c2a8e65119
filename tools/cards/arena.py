"""Arena's own database of cards, a SQLite file beside the game: `Raw_CardDatabase_….mtga`.

Its tables, as public readers of it describe them: `Cards` (a face a row; lists of numbers are parted by commas), `Abilities` and
`Enums`, which name texts by number, and `Localizations_enUS`, the English texts. A mana cost is `o2oW`, in a text `{o2oW}`;
CARDNAME stands for the card's name. Loyalty and defense aren't read: no source at hand says where they are.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from .formats import CardFace, mana_value

HEADER = b"SQLite format 3\0"
_FILES = "Raw_CardDatabase_*.mtga"
_COLORS = {"1": "W", "2": "U", "3": "B", "4": "R", "5": "G"}
_STEPS = 50_000_000
"""Steps of SQLite after which a file is given up: a view in an altered one may have no end."""


class Numbered(NamedTuple):
    """A face by its number in Arena. `named`: it is what a case means by the name alone: no token, and not a rebalanced card."""

    number: int
    card: CardFace
    named: bool


def installed() -> Path | None:
    """The newest database of an Arena that is installed on this machine, where it is found."""
    raw = Path("Downloads", "Raw")
    home, programs = Path.home(), [Path(os.environ[name]) for name in ("ProgramFiles", "ProgramFiles(x86)") if name in os.environ]
    folders = [
        home / "Library/Application Support/com.wizards.mtga" / raw,
        home / "Library/Application Support/Steam/steamapps/common/MTGA/MTGA_Data" / raw,
        Path("/Users/Shared/Epic Games/MagicTheGathering/MTGA.app/Contents/Resources/Data") / raw,
        *(program / "Wizards of the Coast/MTGA/MTGA_Data" / raw for program in programs),
        *(program / "Steam/steamapps/common/MTGA/MTGA_Data" / raw for program in programs),
        *(program / "Epic Games/MagicTheGathering/MTGA_Data" / raw for program in programs),
    ]
    found = [file for folder in folders for file in folder.glob(_FILES)]
    return max(found, key=lambda file: file.stat().st_mtime, default=None)


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database."""
    try:
        with path.open("rb") as file:
            return file.read(len(HEADER)) == HEADER
    except OSError:
        return False


def read_database(path: Path, unknown: Callable[[str], None] = lambda column: None) -> Iterator[Numbered]:
    """The cards of Arena's database. `unknown` is given each column of `Cards` that nobody knows.

    Raises ValueError for a file that has another shape, or is damaged.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            database.set_progress_handler(lambda: 1, _STEPS)
            for _, column, *_ in database.execute("PRAGMA table_info(Cards)"):
                if column not in _KNOWN and not column.startswith("Order_"):
                    unknown(column)
            texts = _texts(database)
            words = {(kind, str(value)): texts.get(text, "") for kind, value, text in database.execute(_WORDS)}
            abilities = {str(id): texts.get(text, "") for id, text in database.execute("SELECT Id, TextId FROM Abilities")}
            for row in database.execute(_CARDS):
                yield _numbered(row, texts, words, abilities)
    except (sqlite3.Error, ValidationError, TypeError) as error:
        raise ValueError(f"Arena's database of cards can't be read: {str(error)[:200]}") from None


_WORDS = "SELECT Type, Value, LocId FROM Enums WHERE Type IN ('CardType', 'SubType', 'SuperType')"
_CARDS = """
    SELECT GrpId, TitleId, Supertypes, Types, Subtypes, Colors, OldSchoolManaText, Power, Toughness, AbilityIds,
        IsToken OR IsRebalanced
    FROM Cards ORDER BY GrpId
"""


_READ_COLUMNS = "GrpId TitleId Supertypes Types Subtypes Colors OldSchoolManaText Power Toughness AbilityIds IsToken IsRebalanced"
_COLUMNS_WITHOUT_BEARING = """
ArtId ArtPath ArtSize ArtistCredit InterchangeableTitleId AltTitleId FlavorTextId ReminderTextId TypeTextId SubtypeTextId
Rarity ExpansionCode DigitalReleaseSet IsPrimaryCard IsDigitalOnly RebalancedCardGrpId DefunctRebalancedCardGrpId
AlternateDeckLimit CollectorNumber CollectorMax CollectorSuffix UsesSideboard LinkedFaceType LinkedFaceGrpIds RawFrameDetail
Watermark ColorIdentity FrameColors IndicatorColors LinkedTokenGrpIds AbilityIdToLinkedTokenGrpId
AbilityIdToLinkedConjurations AdditionalFrameDetails ExtraFrameDetails KnownSupportedStyles Tags
"""
_KNOWN = frozenset((*_READ_COLUMNS.split(), *_COLUMNS_WITHOUT_BEARING.split()))
"""Columns of cards. Those without bearing are no characteristics, or say again what others say: pictures, printings, frames,
other cards; `Order_…` sorts."""


def _texts(database: sqlite3.Connection) -> dict[int, str]:
    """English texts by number: of the forms that Arena has of one, the plain one first."""
    texts: dict[int, str] = {}
    for number, text in database.execute("SELECT LocId, Loc FROM Localizations_enUS ORDER BY LocId, Formatted"):
        texts.setdefault(number, _plain(str(text)))
    return texts


def _numbered(
    row: tuple[int, int, str, str, str, str, str, str, str, str, int],
    texts: dict[int, str],
    words: dict[tuple[str, str], str],
    abilities: dict[str, str],
) -> Numbered:
    number, title, supertypes, types, subtypes, colors, cost, power, toughness, listed, other = row
    name = texts.get(title, "")

    def called(kind: str, numbers: str | None) -> tuple[str, ...]:
        return tuple(word for each in _listed(numbers) if (word := words.get((kind, each), "")))

    kinds, subs = called("CardType", types), called("SubType", subtypes)
    fights = "Creature" in kinds or "Vehicle" in subs  # what the columns hold of other cards isn't known
    lines = (abilities.get(each.partition(":")[0], "") for each in _listed(listed))
    card = CardFace(
        name=name,
        supertypes=called("SuperType", supertypes),
        types=kinds,
        subtypes=subs,
        colors=tuple(_COLORS[each] for each in _listed(colors) if each in _COLORS),
        mana_value=mana_value("".join(f"{{{symbol}}}" for symbol in _symbols(cost or ""))),
        power=power or None if fights else None,
        toughness=toughness or None if fights else None,
        text="\n".join(line.replace("CARDNAME", name) for line in lines if line),
    )
    return Numbered(number, card, bool(name) and not other)


def _listed(numbers: str | None) -> list[str]:
    return [each.strip() for each in str(numbers).split(",") if each.strip()] if numbers else []


def _symbols(text: str) -> list[str]:
    """The symbols of `o2o(W/U)oX`."""
    return [symbol.strip("()") for symbol in re.findall(r"o(\([^)]*\)|[0-9]+|[A-Za-z])", text)]


def _plain(text: str) -> str:
    """A text without Arena's markup, its symbols one to a pair of braces."""
    text = re.sub(r"</?[a-z][^<>]*>", "", text)
    return re.sub(r"\{(o[^{}]*)\}", lambda found: "".join(f"{{{symbol}}}" for symbol in _symbols(found[1])), text)
