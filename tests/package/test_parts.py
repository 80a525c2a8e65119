"""All parts of a value are found, and changed, by one walk: `events/model.py`."""

import ast
import re
from pathlib import Path

from declarant.events import abilities as a
from declarant.events.model import models_in, parts_of, rewritten
from declarant.handlers.rulebook.keywords import meaning

ROOT = Path(__file__).resolve().parents[2]
CREATURE, WALL = a.HasType(type="Creature"), a.HasType(type="Wall")
EITHER = a.AnyOf(parts=(CREATURE, a.Not(part=WALL)))
MODES = a.Modes(modes=((a.Taps(permanents=EITHER), a.Untaps(permanents=WALL)), (a.AddsCombat(),)))


def test_a_part_comes_before_what_it_holds() -> None:
    assert list(parts_of(EITHER)) == [EITHER, CREATURE, a.Not(part=WALL), WALL]


def test_what_tuples_within_tuples_hold_are_parts_too() -> None:
    assert list(models_in(MODES)) == [a.Taps(permanents=EITHER), a.Untaps(permanents=WALL), a.AddsCombat()]
    assert list(parts_of((1, "word", (WALL,)))) == [WALL]


def test_what_a_closed_part_holds_is_passed_over() -> None:
    assert list(parts_of(EITHER, closed=a.Not)) == [EITHER, CREATURE, a.Not(part=WALL)]


def test_what_is_rewritten_is_changed_wherever_it_stands() -> None:
    def to_elves(part: object) -> object:
        return a.HasType(type="Elf") if part == WALL else rewritten(part, to_elves)

    elves = a.AnyOf(parts=(CREATURE, a.Not(part=a.HasType(type="Elf"))))
    assert to_elves(EITHER) == elves
    expected = ((a.Taps(permanents=elves), a.Untaps(permanents=a.HasType(type="Elf"))), (a.AddsCombat(),))
    assert to_elves(MODES) == a.Modes(modes=expected)


def test_what_nothing_changes_is_the_same_value() -> None:
    for keyword in ("provoke", "mobilize", "soulshift", "flying"):
        for ability in meaning(a.KeywordAbility(keyword=keyword)):
            assert rewritten(ability, lambda part: part) is ability


FIELDS = re.compile(r"\.model_fields\b|\.model_dump\(|\.__dict__\b|\bvars\(")
"""How a function gets at all that a model holds."""


BESIDE = ["choosing.py: _expanded"]
"""It needs the instructions that stand beside one, too."""


def test_nobody_walks_by_hand() -> None:
    """A function that goes through all fields of a value, and calls itself."""
    walks = []
    for path in (path for floor in ("events", "projections", "handlers", "tools") for path in (ROOT / floor).rglob("*.py")):
        if FIELDS.search(text := path.read_text("utf-8")) is None or path == ROOT / "events" / "model.py":
            continue
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef):
                names = {each.id for each in ast.walk(function) if isinstance(each, ast.Name)}
                through = [each.iter for each in ast.walk(function) if isinstance(each, ast.For | ast.comprehension)]
                if function.name in names and any(FIELDS.search(ast.unparse(each)) for each in through):
                    walks.append(f"{path.name}: {function.name}")
    assert walks == BESIDE
