"""Numbers may be typed in digits: they say the same as in words, or what they say is declined or left to the game's marks."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.coverage import kept_apart

CARDS = Path(__file__).parents[3] / "shared" / "cards" / "visible.jsonl.gz"
IN_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
IN_DIGITS = {word: str(number) for number, word in enumerate(IN_WORDS, 1)}
DONE = (
    "{} target creatures can't block this turn",
    "tap {} target creatures",
    "{} target creatures get +1/+1 until end of turn",
    "destroy {} target creatures",
    "put a +1/+1 counter on {} target creatures",
    "goad {} target creatures",
    "put a +1/+1 counter on each of {} target creatures",
)


def permanent(text: str) -> list[a.Ability]:
    """Its abilities, without their texts."""
    return [each.model_copy(update={"text": ""}) for each in read_permanent(text, types=["Creature"])]


def in_digits(text: str) -> str:
    return re.sub(rf"\b(?:{'|'.join(IN_DIGITS)})\b", lambda match: IN_DIGITS[match[0]], text)


@pytest.mark.parametrize("done", DONE)
@pytest.mark.parametrize("many", ["two", "three", "up to two", "two or more", "at least two", "exactly two", "up to one"])
def test_so_many_targets_may_be_said_in_digits(done: str, many: str) -> None:
    text = f"Whenever this creature attacks, {done.format(many)}."
    assert permanent(text) == permanent(in_digits(text)) != []


@pytest.mark.parametrize(
    ("many", "bounds"),
    [
        ("2", (2, 2)),
        ("up to 3", (0, 3)),
        ("up to 1", (0, 1)),
        ("two or more", (2, None)),
        ("at least 2", (2, None)),
        ("exactly two", (2, 2)),
        ("any number of", (0, None)),
    ],
)
def test_how_many_targets_there_are_is_what_is_said(many: str, bounds: tuple[int, int | None]) -> None:
    (ability,) = permanent(f"Whenever this creature attacks, tap {many} target creatures.")
    assert isinstance(ability, a.Triggered) and ability.does is not None
    assert [(each.minimum, each.maximum) for each in ability.does.targets] == [bounds]


@pytest.mark.parametrize("many", ["no", "0", "up to 0", "two or fewer", "fewer than three", "1 or 2", "200"])
def test_other_numbers_of_targets_arent_carried_out(many: str) -> None:
    (ability,) = permanent(f"Whenever this creature attacks, tap {many} target creatures.")
    assert isinstance(ability, a.Triggered) and ability.does is None


def targets(text: str, row: dict[str, Any]) -> list[a.Target] | None:
    """The targets of what the abilities of a line do; None where it is declined, or isn't understood."""
    try:
        found = read_permanent(text, name=row["name"], types=row["types"])
    except WordingNotUnderstood:
        return None
    if any(isinstance(each, a.Triggered) and each.does is None for each in found):
        return None
    return [part for each in found for part in parts_of(each) if isinstance(part, a.Target)]


@pytest.mark.skipif(not CARDS.exists(), reason="no ../shared/cards")
def test_no_printed_line_has_other_targets_in_digits() -> None:
    looked_at = 0
    with gzip.open(CARDS, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            for line in (row["text"] or "").split("\n") if not kept_apart(row["card"]) else ():
                if "target" in line and (typed := in_digits(line)) != line and (meant := targets(line, row)):
                    looked_at += 1
                    assert targets(typed, row) in (meant, None), typed
    assert looked_at > 100
