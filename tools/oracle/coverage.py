"""How many sentences of a file are understood: `declarant wording coverage FILE`.

The file holds an object a line (`.jsonl` or `.jsonl.gz`): sentences with `sentence` and `categories`, or cards with
`name` and `text`, whose lines are then counted each in the category `permanent`.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import BinaryIO, TypedDict, cast

from pydantic import ConfigDict, ValidationError

from ...events.errors import InvalidInput, WordingNotUnderstood
from ...events.model import Model
from .alternatives import readings
from .doing import EffectCoverage, kind, read_card
from .permanents import read_permanent
from .reader import blocks, in_other_words
from .sentences import Reading, read_sentence

_ASIDE = ("T.zz", "zz-", "state-")
_MENTIONS = ("keyword-mention", "history-condition", "timing", "combat-phase-mention")
_OF_DIGITAL_GAMES = re.compile(
    r"\b(?:perpetually|[Cc]onjures?|[Ss]eeks? (?:an?|X|one|two|three|that)|(?:[Ss]|uns)pecializes?"
    r"|intensity|intensif(?:y|ies)|spellbook|boon|heists?)\b"
)
"""What only cards of digital games say (MTG Arena's Alchemy): none of it is in the Comprehensive Rules."""


class Tally(TypedDict):
    """How many lines of a category there are, and what became of them."""

    lines: int
    understood: int
    not_about_declarations: int
    happening: int
    declined: int
    ambiguous: int


class CountedPart(TypedDict):
    """What became of the lines of one part of the cards, and of the abilities that combat sets off."""

    lines: int
    understood: int
    what_abilities_do: EffectCoverage


class Split(TypedDict):
    """The cards that may be read as the grammar is written, and those that are kept unread (`kept_apart`)."""

    read: CountedPart
    kept: CountedPart


class Coverage(TypedDict):
    """What became of all lines, and of those of each category."""

    lines: int
    understood: int
    declined: int
    ambiguous: int | None
    bearing_on_declarations: Tally
    by_category: dict[str, Tally]
    commonest_declined: list[tuple[str, int]]
    what_abilities_do: EffectCoverage | None
    """Of a file of cards: the abilities that combat sets off and that act on the battlefield or on life."""
    split: Split | None


def bears(category: str) -> bool:
    """Whether sentences of that category touch declarations or triggers, rather than only mention combat."""
    return category not in _MENTIONS and not category.startswith(_ASIDE)


_ALLOWED = "a JSON object with `sentence` and perhaps `categories`, or with `name` and `text`, of strings and lists of strings"
MAX_LINE_BYTES = 2**20
MAX_BYTES = 64 * 2**20
"""How long a file may be, unpacked: ten times all sentences of all cards."""
MAX_CATEGORIES = 1_000


class WordingLine(Model):
    """A sentence or a card of a file; what else is said of it is of no interest."""

    model_config = ConfigDict(extra="ignore")

    sentence: str | None = None
    categories: tuple[str, ...] = ()
    name: str = ""
    card: str = ""
    types: tuple[str, ...] = ()
    text: str | None = None
    digital: bool = False

    @property
    def of_digital_games(self) -> bool:
        """Whether only digital games have the card: the file says so, or its text does what no paper card can."""
        return self.digital or _OF_DIGITAL_GAMES.search(self.text or "") is not None

    @property
    def kept_apart(self) -> bool:
        """Whether it is of the fifth of all cards, by a hash of the name, that nobody reads who works on the grammar."""
        return kept_apart(self.card or self.name)


def kept_apart(card: str) -> bool:
    """Whether that card is of the fifth that is kept unread."""
    return zlib.crc32(card.encode()) % 5 == 0


def rows(path: Path) -> Iterator[WordingLine]:
    """The sentences or cards of a file, never more than a line of it in memory. Raises InvalidInput."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as lines:
            yield from _rows(cast(BinaryIO, lines), path)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or str(error), "a file of sentences or cards") from None


def _rows(lines: BinaryIO, path: Path) -> Iterator[WordingLine]:
    number = size = 0
    while line := lines.readline(MAX_LINE_BYTES + 1):
        number, size = number + 1, size + len(line)
        place = f"{path}:{number}"
        if len(line) > MAX_LINE_BYTES:
            raise InvalidInput(place, "a longer line", f"lines of at most {MAX_LINE_BYTES} bytes")
        if size > MAX_BYTES:
            raise InvalidInput(place, "a longer file", f"at most {MAX_BYTES} bytes, unpacked")
        if line.isspace():
            continue
        try:
            row = WordingLine.model_validate_json(line)
        except ValidationError:
            row = WordingLine()
        if row.sentence is None and row.text is None:
            raise InvalidInput(place, repr(line[:80].decode(errors="replace")), _ALLOWED)
        yield row


def _read(row: WordingLine) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Sentence, kind of its reading, and categories."""
    if (sentence := row.sentence) is not None:
        reading = _understood(sentence, row.name)
        kind = reading.kind if reading.kind == "declined" or _can_be_put(sentence, reading, row.name) else "declined"
        yield sentence, kind, row.categories
        return
    for line in (row.text or "").split("\n"):
        try:
            found = read_card(line, row.name, row.types)
        except WordingNotUnderstood:
            yield line, "declined", ("permanent",)
        else:
            yield line, "understood" if found else "not about declarations", ("permanent",)


def _understood(sentence: str, name: str) -> Reading:
    """How a sentence is understood, if need be in the words in which a case takes it."""
    reading = read_sentence(sentence)
    meant = in_other_words(sentence, name=name) if reading.kind == "declined" else ()
    return read_sentence(meant[0][1], name=name) if meant else reading


def _can_be_put(sentence: str, reading: Reading, name: str) -> bool:
    """Whether a permanent that says so can be put into a case; an instruction is what an ability of its own does.

    What permanent it is isn't stated: a legendary one may call itself by a part of its name.
    """
    texts = (sentence,) if reading.abilities else (sentence, f"{{0}}: {sentence}")
    for text, types in product(texts, ((), ("Legendary", "Creature"))):
        try:
            read_permanent(text, name=name, types=types)
        except WordingNotUnderstood:
            continue
        return True
    return False


def _tally() -> Tally:
    return Tally(lines=0, understood=0, not_about_declarations=0, happening=0, declined=0, ambiguous=0)


def _count(tally: Tally, kind: str, ambiguous: bool) -> None:
    tally["lines"] += 1
    tally["ambiguous"] += ambiguous
    if kind == "declined":
        tally["declined"] += 1
        return
    tally["understood"] += 1
    if kind == "not about declarations":
        tally["not_about_declarations"] += 1
    elif kind == "happening":
        tally["happening"] += 1


def measure(
    path: Path,
    commonest: int = 40,
    progress: Callable[[], None] = lambda: None,
    *,
    second_readings: bool = True,
    split: bool = False,
) -> Coverage:
    """Reads every sentence of the file and counts what becomes of it; `progress` is called after each.

    A sentence counts as understood only if a permanent that says so can be put into a case. One that isn't about
    declarations counts as understood, and is counted apart as well, as is one that speaks of a happening (a creature put
    onto the battlefield attacking, …), which a case states as a step. A sentence with two readings (`alternatives`) is
    counted as ambiguous, too; this is looked for in sentences by themselves, unless `second_readings` are not asked for.
    Where none was looked at, as in a file of cards, the number is None. Abilities of cards that only digital games have aren't
    counted. `split`: the fifth that is kept unread is counted apart as well, and none of its sentences is shown.

    Raises InvalidInput for a file that can't be read, or a line that is neither a sentence nor a card.
    """
    total, bearing = _tally(), _tally()
    by_category: dict[str, Tally] = {}
    declined: Counter[str] = Counter()
    known: dict[str, bool] = {}
    read, kept = _part(), _part()
    for row in rows(path):
        part = kept if row.kept_apart else read
        for line in blocks(row.text or "") if row.sentence is None and not row.of_digital_games else ():
            if (done := kind(line, row.name, row.types)) is not None:
                part["what_abilities_do"][done] += 1
        for sentence, how, categories in _read(row):
            several = False
            if second_readings and row.sentence is not None:
                if sentence not in known:
                    known[sentence] = len(readings(sentence)) > 1
                several = known[sentence]
            _count(total, how, several)
            part["lines"] += 1
            part["understood"] += how != "declined"
            progress()
            for category in categories:
                if category not in by_category and len(by_category) == MAX_CATEGORIES:
                    raise InvalidInput(str(path), "more categories", f"at most {MAX_CATEGORIES} in all")
                _count(by_category.setdefault(category, _tally()), how, several)
            if any(bears(category) for category in categories):
                _count(bearing, how, several)
                if how == "declined" and not (split and row.kept_apart):
                    declined[sentence] += 1
    doing = _together(read["what_abilities_do"], kept["what_abilities_do"])
    return Coverage(
        lines=total["lines"],
        understood=total["understood"],
        declined=total["declined"],
        ambiguous=total["ambiguous"] if known else None,
        bearing_on_declarations=bearing,
        by_category=dict(sorted(by_category.items())),
        commonest_declined=declined.most_common(commonest),
        what_abilities_do=doing if any(doing.values()) else None,
        split=Split(read=read, kept=kept) if split else None,
    )


def _part() -> CountedPart:
    none = EffectCoverage(carried_out=0, fact_stated=0, card_stated=0, chance_stated=0, understood_only=0, declined=0)
    return CountedPart(lines=0, understood=0, what_abilities_do=none)


def _together(one: EffectCoverage, other: EffectCoverage) -> EffectCoverage:
    more = cast(dict[str, int], other)
    return cast(EffectCoverage, {status: number + more[status] for status, number in cast(dict[str, int], one).items()})


def in_words(coverage: Coverage) -> str:
    """The table that people read."""
    columns = f"{'category':40} {'lines':>6} {'underst.':>8} {'aside':>6} {'happen.':>7} {'declined':>8} {'ambig.':>6}"
    lines = [columns]
    tallies = {"bearing on declarations": coverage["bearing_on_declarations"]} | coverage["by_category"]
    for name, tally in tallies.items():
        share = tally["understood"] / tally["lines"] if tally["lines"] else 1.0
        lines.append(
            f"{name:40} {tally['lines']:6} {tally['understood']:8} {tally['not_about_declarations']:6} "
            f"{tally['happening']:7} {tally['declined']:8} {tally['ambiguous']:6} {share:6.1%}"
        )
    ambiguous = "not looked for" if coverage["ambiguous"] is None else coverage["ambiguous"]
    counted = f"understood {coverage['understood']}, declined {coverage['declined']}, ambiguous {ambiguous}"
    lines.append(f"lines {coverage['lines']}, {counted}")
    if (doing := coverage["what_abilities_do"]) is not None:
        lines.append(f"what abilities do that combat sets off: {_done_in_words(doing)}")
    if (split := coverage["split"]) is not None:
        for which, part in (("four fifths read", split["read"]), ("fifth kept unread", split["kept"])):
            understood = part["understood"] / part["lines"] if part["lines"] else 1.0
            lines.append(
                f"{which}: understood {understood:.1%} of {part['lines']} lines; {_done_in_words(part['what_abilities_do'])}"
            )
    lines += [f"{number:5} {sentence}" for sentence, number in coverage["commonest_declined"]]
    return "\n".join(lines)


def _done_in_words(doing: EffectCoverage) -> str:
    """How many are carried out, and of how many a fact, a card or chance is stated first; the share of what is never performed is
    what is left."""
    numbers = cast(dict[str, int], doing)
    total = sum(numbers.values())
    if not total:
        return "no abilities that combat sets off"
    stated = {status: number for status, number in numbers.items() if status.endswith("_stated")}
    shares = ", ".join(f"{number / total:.1%} {status.replace('_', ' ')}" for status, number in stated.items())
    counted = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in numbers.items())
    in_all = numbers["carried_out"] + sum(stated.values())
    return f"{counted} ({in_all / total:.1%} carried out: {numbers['carried_out'] / total:.1%} by the board alone, {shares})"
