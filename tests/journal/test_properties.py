"""Whatever is appended and cut, the log is what a list would be that is sliced."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from declarant.events.errors import CorruptJournal
from declarant.events.journal.conformance import RULING, STREAM, history, turn
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import Item
from declarant.events.journal.journal import Journal
from hypothesis import given, settings
from hypothesis import strategies as st

# A call of append: numbers to append as events, or (as fractions) how far back among the points that stand to cut.
CALLS = st.lists(st.lists(st.integers(0, 9) | st.floats(0, 1), min_size=1, max_size=6), max_size=12)

History = list[tuple[int, int]]


def play(journal: Journal, calls: list[list[int | float]]) -> list[History]:
    """Make these calls; returns the history that is expected as of each version, by a list that is sliced."""
    model: History = []
    states: list[History] = [[]]
    standing = [0]
    for call in calls:
        items: list[Item] = []
        for part in call:
            version = len(states)
            if isinstance(part, int):
                items.append(turn(part))
                model = [*model, (version, part)]
            else:
                to = standing[round(part * (len(standing) - 1))]
                items.append(Cut(to=to, ruling=RULING))
                model = states[to]
                standing = [point for point in standing if point <= to]
            states.append(model)
            standing.append(version)
        journal.log(STREAM).append(items)
    return states


@settings(deadline=None)
@given(CALLS)
def test_a_log_is_a_list_that_is_sliced(calls: list[list[int | float]]) -> None:
    journal = Journal.open("memory://")
    states = play(journal, calls)
    log = journal.log(STREAM)
    assert history(log) == states[-1]
    assert [history(log, version=version) for version in range(len(states))] == states
    assert log.version == len(states) - 1


@settings(deadline=None)
@given(CALLS)
def test_what_was_rewound_and_what_stands_is_all_there_was(calls: list[list[int | float]]) -> None:
    journal = Journal.open("memory://")
    play(journal, calls)
    log = journal.log(STREAM)
    taken_back = [pair for cut in log.rewound() for pair in cut.events]
    appended = [(entry.version, entry.item) for entry in journal.entries(STREAM) if not entry.is_cut]
    assert sorted([*taken_back, *log.events()], key=lambda pair: pair[0]) == appended


@settings(deadline=None)
@given(CALLS)
def test_versions_and_ids_rise(calls: list[list[int | float]]) -> None:
    journal = Journal.open("memory://")
    play(journal, calls)
    assert all(b.id > a.id and b.version > a.version for a, b in pairwise(journal.feed()))
    journal.verify()


@settings(max_examples=25, deadline=None)
@given(CALLS)
def test_stores_agree_and_what_is_exported_and_imported_is_the_same_to_the_letter(
    calls: list[list[int | float]],
) -> None:
    memory = Journal.open("memory://")
    states = play(memory, calls)
    first, second = BytesIO(), BytesIO()
    memory.export_jsonl(first)
    with TemporaryDirectory() as folder:
        path = Path(folder, "journal.jsonl")
        path.write_bytes(first.getvalue())
        with Journal.open(Path(folder, "journal.db"), durability="OFF") as journal:
            journal.import_jsonl(path)
            journal.export_jsonl(second)
            assert history(journal.log(STREAM)) == states[-1]
            assert journal.log(STREAM).rewound() == memory.log(STREAM).rewound()
    assert second.getvalue() == first.getvalue()


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=20), st.data())
def test_one_altered_character_is_found(numbers: list[int], data: st.DataObject) -> None:
    journal = Journal.open("memory://")
    journal.log(STREAM).append([turn(number) for number in numbers])
    file = BytesIO()
    journal.export_jsonl(file)
    content = bytearray(file.getvalue())
    position = data.draw(st.integers(0, len(content) - 1))
    content[position] ^= data.draw(st.integers(1, 255))
    with TemporaryDirectory() as folder:
        path = Path(folder, "journal.jsonl")
        path.write_bytes(content)
        line = file.getvalue()[:position].count(b"\n") + 1
        with Journal.open(path) as altered, pytest.raises(CorruptJournal) as caught:
            altered.verify()
    assert caught.value.entry.endswith((f", line {line}", f"(entry {line})"))
