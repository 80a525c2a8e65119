"""Cases in which one thing is different, a letter, a key, a value or a type, and what became of them.

Each is ruled as before, or refused at the right place, or ruled otherwise for a reason that is named here. Run as a program,
`python tests/cases/mutations.py 10000`, it goes through so many and counts what became of them.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from declarant import InvalidInput
from declarant.tools.cases.documents import parse_json
from declarant.tools.cases.judging import judge
from declarant.tools.cases.misfits import located
from declarant.tools.cases.reading import read_case
from declarant.tools.cases.report import CaseError, CaseReport

Data = dict[str, Any]
Location = tuple[Any, ...]
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,'+-/{}[]"
OTHER_TYPES: tuple[Any, ...] = (None, True, 0, -1, 7, 2.5, "", "x", [], ["x"], {}, {"x": 1}, [[]])
UNKNOWN_KEYS = ("note", "colour", "cost", "text", "by", "rule", "pay", "tapped", "attacking")

EXPECTED = {
    *("expect", "rule", "cost", "triggers", "blocked", "unblocked", "orders", "tapped_after", "attacking", "blocking", "why"),
    *("life", "poison", "marked", "loyalty", "defense", "counters", "dealt", "destroyed", "sba", "lost", "won", "over", "costs"),
}
"""What of a step is compared with the ruling, or is a remark: no ruling may depend on it."""


class Mutation(NamedTuple):
    """A case in which what stands at that location is different (of a key: the key itself)."""

    kind: str
    case: Data
    at: Location
    old: Any
    new: Any


def _locations(value: Any, at: Location = ()) -> Iterator[Location]:
    if at:
        yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _locations(item, (*at, key))


def value_at(value: Any, at: Location) -> Any:
    """What stands there; None where nothing does."""
    for key in at:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _letter(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return text[:place] + random.choice(LETTERS) + text[place:]
        case 1:
            return text[:place] + text[place + 1 :]
        case 2:
            return text[:place] + random.choice(LETTERS) + text[place + 1 :]
    return text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]


def _other_value(value: Any, alike: list[Any], random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-2, -1, 1, 2, 1000))
    if isinstance(value, str):
        return random.choice([each for each in alike if isinstance(each, str)])
    if isinstance(value, list):
        return value[1:] if value and random.random() < 0.5 else [*value, *value[:1]]
    if isinstance(value, dict) and value:
        gone = random.choice(list(value))
        return {key: item for key, item in value.items() if key != gone}
    return random.choice(alike)


def mutated(case: Data, random: Random) -> Mutation:
    """The case with one thing different."""
    case = deepcopy(case)
    locations = list(_locations(case))
    kind = random.choice(("letter", "key", "value", "type"))
    if kind == "letter":
        locations = [at for at in locations if isinstance(value_at(case, at), str)]
    elif kind == "key":
        locations = [at for at in locations if isinstance(at[-1], str)]
    at = random.choice(locations)
    parent, old = value_at(case, at[:-1]), value_at(case, at)
    if kind == "key":
        name = _letter(at[-1], random) if random.random() < 0.6 else random.choice(UNKNOWN_KEYS)
        if random.random() < 0.2:
            del parent[at[-1]]
            return Mutation("key", case, at, at[-1], None)
        renamed = {name if key == at[-1] else key: item for key, item in parent.items()}
        parent.clear()
        parent.update(renamed)
        return Mutation("key", case, (*at[:-1], name), at[-1], name)
    if kind == "letter":
        new: Any = _letter(old, random)
    elif kind == "value":
        new = _other_value(old, [value_at(case, other) for other in locations], random)
    else:
        new = random.choice([each for each in OTHER_TYPES if type(each) is not type(old)])
    parent[at[-1]] = deepcopy(new)
    return Mutation(kind, case, at, old, new)


def judged(case: Data) -> CaseReport | InvalidInput:
    """The report on a case as it comes from a file."""
    document = parse_json(json.dumps(case, indent=1), "file")
    try:
        return judge(read_case(document.value, "file:1", document.written[0]))
    except InvalidInput as error:
        return error


def rulings(report: CaseReport) -> list[Any]:
    """What is ruled, step by step: not whether that is as expected."""
    return [step.model_dump(exclude={"agrees", "differences"}) for step in report.steps]


def verdict(before: CaseReport, mutation: Mutation) -> str:
    """What became of a case: it begins with `as before`, `refused` or `changed`, or else with `wrong`."""
    found = judged(mutation.case)
    if isinstance(found, InvalidInput):
        return _refused(mutation, [found, *found.further], judging=False)
    if found.error is not None:
        return _refused(mutation, [found.error, *found.further_errors], judging=True)
    if rulings(found) == rulings(before):
        return "as before"
    field = _field(mutation)
    if field is None:
        return f"wrong: a ruling depends on what it is compared with, or on a remark: {mutation.at}"
    return f"changed: {field} is another"


def _field(mutation: Mutation) -> str | None:
    """The field on which a ruling may depend: the one that is different, in a step or on the board; None if it may not."""
    keys = [key for key in (*mutation.at, *(mutation.old, mutation.new) * (mutation.kind == "key")) if isinstance(key, str)]
    if not keys or keys[0] in ("id", "source"):
        return None
    if mutation.at[0] != "steps":
        return keys[0] if keys[0] != "battlefield" or len(keys) < 2 else keys[1]
    if len(keys) < 2:
        return "steps"
    entering = (
        keys[1] in ("attacking", "blocking") and len(mutation.at) > 1 and "enters" in value_at(mutation.case, mutation.at[:2])
    )
    renamed = mutation.kind == "key" and len(mutation.at) == 3 and mutation.old not in EXPECTED
    return keys[1] if keys[1] not in EXPECTED or entering or renamed else None


def _refused(mutation: Mutation, errors: Sequence[InvalidInput | CaseError], judging: bool) -> str:
    for error in errors:
        _, _, _, path = error.where.split(":", 3)
        at, _ = located(path.strip())
        if error.kind == "internal":
            return f"wrong: an error that nobody foresaw: {error.where}: {error.found}"
        if not _right(mutation, at):
            if judging and at[:1] == ("steps",):
                return f"refused: a step that {_field(mutation)} makes impossible to rule on"
            return f"wrong: a misfit elsewhere: {error.where}: found {error.found}; allowed: {error.allowed}"
    return "refused"


def _right(mutation: Mutation, at: Location) -> bool:
    """Whether an error there is about what is different: there, around it, in it, or where the same is named."""
    changed = mutation.at
    if at[: len(changed)] == changed or changed[: len(at)] == at:
        return True
    if mutation.kind == "key" and (at[:-1] == changed[:-1] or changed[:-1][: len(at)] == at):
        return True
    if changed[-1] in ("name", "supertypes") and at[:-1] == changed[:-1]:
        return True  # what a text calls the permanent
    found = value_at(mutation.case, at)
    named = _names(mutation.old) | _names(mutation.new)
    return at[-1] in named or (isinstance(found, str) and (found in named or any(f"[{each}]" in found for each in named)))


def _names(value: Any) -> set[str]:
    """Whoever a value may name."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {name for key, item in value.items() for name in (key, *_names(item))}
    return {name for item in value for name in _names(item)} if isinstance(value, list) else set()


def outcomes(cases: list[Data], number: int, seed: int = 0) -> Iterator[tuple[Mutation, str]]:
    """So many mutations of the cases that can be judged, and what became of each."""
    random = Random(seed)
    reports: dict[int, CaseReport] = {}
    while number:
        index = random.randrange(len(cases))
        if index not in reports:
            report = judged(cases[index])
            if isinstance(report, InvalidInput) or report.error is not None:
                continue
            reports[index] = report
        mutation = mutated(cases[index], random)
        if mutation.case == cases[index]:
            continue
        yield mutation, verdict(reports[index], mutation)
        number -= 1


def shared_cases(folder: Path) -> list[Data]:
    """The judged combats of a folder that can be judged."""
    found = [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]
    cases = [each.get("case", each) for each in found]
    return [case for case in cases if len(case["battlefield"]) < 40]


if __name__ == "__main__":
    counts: Counter[str] = Counter()
    for mutation, outcome in outcomes(shared_cases(Path(sys.argv[2])), int(sys.argv[1]), int((sys.argv[3:] or ["0"])[0])):
        counts[outcome.partition(":")[0]] += 1
        if outcome.startswith("wrong"):
            print(
                mutation.case.get("id"),
                mutation.kind,
                mutation.at,
                repr(mutation.old)[:60],
                "→",
                repr(mutation.new)[:60],
                outcome[:300],
            )
    print(dict(counts))
