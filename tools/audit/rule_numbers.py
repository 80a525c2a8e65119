"""What a number of the rules says here: under which names, in which editions, in which functions, and which tests show it.

Names and spans are read off the editions, functions off their docstrings, tests off the repository's `tests/`, where it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from ...events.errors import InvalidInput
from ...events.model import Model
from ...handlers.rulebook.concepts import Concept
from ...handlers.rulebook.editions import editions
from ...handlers.rulebook.keywords import KEYWORDS, numbers_of
from ..cases.comparison import Ruled, compare
from ..cases.models import Case
from ..cases.reading import read_cases
from ..suggestions import did_you_mean

_ROOT = Path(__file__).resolve().parents[2]
_NUMBER = re.compile(r"(\d{3}\.\d{1,3})([a-z]?)(?:[–-]([a-z]))?(?![\d])")
_OURS = re.compile(r"(?:30[0-9]|310|50[6-9]|51[01])\.")
"""The rules of the combat phase: 506–511, and 300–310 until 2009-07-10."""


class NumberSpan(Model):
    """From when until when (None: still) a concept had a number; None: it had no rule of its own."""

    since: date
    until: date | None
    number: str | None


class CodePlace(Model):
    """A function or a test, and what it says of the rule."""

    path: str
    name: str
    words: str


class RuleReport(Model):
    """A number of the rules: the concepts and keywords that had it, with their spans, the functions that cite it and the tests
    that show it.

    `apart`: of a number that no function cites, which module applies it, or why nothing does.
    """

    number: str
    concepts: dict[str, tuple[NumberSpan, ...]]
    functions: tuple[CodePlace, ...]
    tests: tuple[CodePlace, ...]
    apart: str | None = None


NAMES = (*Concept, *(word for word, keyword in KEYWORDS.items() if keyword.rule))
"""What has numbers: concepts, and keywords."""

_ENTERING = "`handlers/combat/entering.py`"
_REMOVAL = "`handlers/combat/removal.py`"
_TIMING = "not modelled: when spells may be cast; casting isn't"
APART = {
    "[35]06.1": "`handlers/procedure/sequence.py`: which step follows which",
    "306.2|506.2a?|507.1|306.3": "`handlers/legality/attacks.py`: who can be attacked; every opponent defends",
    "506.2b": "not modelled: teams that share turns",
    "307.1|507.[23]|308.6": "`handlers/combat/turns.py`: who gets priority; what players do with it isn't modelled",
    "310.3": "not modelled: nothing counters what is on the stack",
    "308.[15]a|309.[14]a|306.5": "`handlers/view/matching.py`: attacking alone, blocking alone",
    "306.[24][ab]|506.4[ab]": f"{_REMOVAL}: only what it names removes a creature; being tapped or held back later doesn't",
    "306.4[cd]?|506.4[de]": f"{_REMOVAL}: what is removed from combat",
    "306.1c|306.3[abc]|506.3[bcdef]": f"{_ENTERING}: what enters attacking or blocking, and what doesn't",
    "310.2e": "`handlers/damage_assignment/assigning.py`: other ways to assign damage",
    "310.4[abc]": "`handlers/combat/dealing.py`: damage that was on the stack is dealt as it was assigned",
    "509.5": "`handlers/triggers/blockers_509_3.py`",
    "510.1f": "`handlers/procedure/announcing_510_1.py`: an announcement is checked as a whole",
    "506.[67][a-g]?": f"{_TIMING}; whether a creature had to attack is declined as wording",
    "508.5a": "`handlers/view/view.py`: the defending player of an attacker",
    "508.7a": f"{_ENTERING}: reselecting isn't attacking again",
    "508.7[def]": "not modelled: variants with one defending player, limited range of influence, or teams",
}
"""Numbers that no function cites, as patterns: which module applies them, or why nothing does."""


def known_of(number: str) -> RuleReport:
    """What is known of a number of the rules. Raises InvalidInput for one that isn't known."""
    known, apart = numbers(), _apart(number)
    if number not in known and apart is None:
        raise InvalidInput("NUMBER", repr(number[:40]), f"the number of a rule such as 509.1c{did_you_mean(number, known)}")
    traces = {name: trace(name) for name in NAMES}
    concepts = {concept: spans for concept, spans in traces.items() if any(span.number == number for span in spans)}
    tests = tuple(place for numbers, place in _cited("tests") if number in numbers and "/test_" in place.path)
    functions = tuple(place for numbers, place in _cited("handlers") if number in numbers)
    return RuleReport(
        number=number, concepts=concepts, functions=functions, tests=_files(tests), apart=apart if not functions else None
    )


@cache
def trace(concept: str) -> tuple[NumberSpan, ...]:
    """The numbers of a concept, or of a keyword, since 1999, the oldest first. Raises InvalidInput for what is neither."""
    if concept not in NAMES:
        allowed = f"a concept such as block.requirements, or a keyword such as menace{did_you_mean(concept, NAMES)}"
        raise InvalidInput("--trace", repr(concept[:60]), allowed)
    found: list[NumberSpan] = []
    dated: Iterable[tuple[date, str | None]] = numbers_of(concept) if concept in KEYWORDS else _of_concept(concept)
    for since, number in dated:
        if found and found[-1].number == number:
            continue
        if found:
            found[-1] = found[-1].model_copy(update={"until": since - timedelta(days=1)})
        found.append(NumberSpan(since=since, until=None, number=number))
    return tuple(found)


def _of_concept(concept: str) -> Iterator[tuple[date, str | None]]:
    return ((edition.effective, edition.number(concept)) for edition in reversed(editions()))


def described(name: str) -> str:
    """A concept, or a keyword, in words."""
    return "the keyword" if name in KEYWORDS else Concept(name).words


def first_board(concept: str) -> tuple[Case, int, tuple[Ruled, ...]] | None:
    """The first board of the demonstration on which a step is illegal by the concept in some editions, and legal in others.

    Returns the case, the index of the step, and its rulings, oldest rules first; None where there is no such board.
    """
    cited = {span.number for span in trace(concept)} - {None}
    for case in read_cases(_ROOT / "tools" / "demo.yaml"):
        assert isinstance(case, Case), "the demonstration can be read"
        for step in compare(case, tuple(edition.effective for edition in reversed(editions()))).steps:
            against = any(ruled.verdict == "illegal" and cited & set(ruled.rules) for ruled in step.rulings)
            if against and any(ruled.verdict == "legal" for ruled in step.rulings):
                return case, step.step, tuple(step.rulings)
    return None


@cache
def numbers() -> tuple[str, ...]:
    """Every number that an edition gives, a function or a test names, or that is distinguished, in order."""
    found = {number for edition in editions() for number in edition.numbers.values()}
    found |= {number for word in KEYWORDS for _, number in numbers_of(word)}
    found |= {number for numbers, _ in (*_cited("handlers"), *_cited("tests")) for number in numbers}
    return tuple(sorted(found, key=_order))


def coverage() -> list[RuleReport]:
    """What is known of each number of the rules of the combat phase, in order."""
    return [known_of(number) for number in numbers() if _OURS.match(number)]


def _apart(number: str) -> str | None:
    return next((words for pattern, words in APART.items() if re.fullmatch(pattern.replace(".", r"\."), number)), None)


def is_known(number: str) -> bool:
    """Whether there is anything to say of a number."""
    return number in numbers() or _apart(number) is not None


def _order(number: str) -> tuple[int, int, str]:
    chapter, _, rest = number.partition(".")
    return int(chapter), int(re.match(r"\d+", rest)[0]), rest  # type: ignore[index]


@cache
def _cited(folder: str) -> tuple[tuple[frozenset[str], CodePlace], ...]:
    """Functions, classes and modules of a folder whose docstring cites rules; of tests also files that are named by one."""
    found = []
    for file in sorted((_ROOT / folder).rglob("*.py")):
        named, source = re.match(r"test_(\d{3})_(\d+)([a-z]?)_", file.name), file.read_text("utf-8")
        if named is None and _NUMBER.search(source) is None:
            continue
        for node in _documented(ast.parse(source)):
            doc = ast.get_docstring(node) or ""
            cited = set(_numbers(doc))
            if named and isinstance(node, ast.Module):
                cited.add(f"{named[1]}.{named[2]}{named[3]}")
            if cited:
                name = node.name if not isinstance(node, ast.Module) else ""
                words = doc.split("\n\n")[0].replace("\n", " ").strip()
                found.append((frozenset(cited), CodePlace(path=file.relative_to(_ROOT).as_posix(), name=name, words=words)))
    return tuple(found)


def _documented(node: ast.AST) -> Iterator[ast.FunctionDef | ast.ClassDef | ast.Module]:
    """The module, its classes and functions, and those in them: what may have a docstring. Expressions have none."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
        yield node
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for each in getattr(node, part, ()) if not isinstance(node, ast.expr) else ():
            yield from _documented(each)


def _numbers(text: str) -> Iterator[str]:
    """The numbers that a text cites; 510.1a–c are three."""
    for rule, first, last in _NUMBER.findall(text):
        yield rule + first
        if first and last:
            yield from (rule + chr(letter) for letter in range(ord(first) + 1, ord(last) + 1))


def _files(places: tuple[CodePlace, ...]) -> tuple[CodePlace, ...]:
    """One place a file."""
    return tuple({place.path: place for place in reversed(places)}.values())[::-1]
