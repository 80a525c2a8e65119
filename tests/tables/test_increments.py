"""Rows from checkpoint to checkpoint: merged by key, they are those of the whole journal."""

from itertools import pairwise
from random import Random

from declarant.events.journal.journal import Journal
from declarant.projections.tables.schema import BY_NAME
from hypothesis import given, settings
from hypothesis import strategies as st
from properties.games import STEPS
from tables.playing import played
from tables.tabulating import keyed, rows

PLACES = {column.name for table in BY_NAME.values() for column in table.columns if column.unit == "version"}
"""Columns that state at which version something is."""


@given(st.randoms(use_true_random=False), STEPS)
@settings(max_examples=100)
def test_increments_merged_by_key_are_the_rows_of_the_whole_journal(random: Random, steps: int) -> None:
    journal = played(random, steps)
    last = journal.log("game").version  # one game, so that ids are versions
    checkpoints = sorted({0, last, *(random.randint(1, last) for _ in range(random.randint(0, 5)))})

    merged: dict[tuple[object, ...], object] = {}
    for since, until in pairwise(checkpoints):
        merged |= dict(keyed(rows(journal, since=since, until=until)))

    assert merged == dict(keyed(rows(journal)))


@given(st.randoms(use_true_random=False), STEPS)
@settings(max_examples=50)
def test_no_two_rows_have_the_same_key(random: Random, steps: int) -> None:
    keys = [key for key, _ in keyed(rows(played(random, steps)))]
    assert len(keys) == len(set(keys))


@given(st.randoms(use_true_random=False), STEPS)
@settings(max_examples=50)
def test_what_stands_is_what_the_log_without_its_cuts_states(random: Random, steps: int) -> None:
    journal = played(random, steps)
    uncut = Journal.open("memory://")
    uncut.log("game").append([event for _, event in journal.log("game").events()])

    def standing(journal: Journal) -> list[tuple[str, object]]:
        found = rows(journal)
        places = {"recorded", "updated", *PLACES}
        listed = [
            (table, [value for column, value in row.items() if column not in places])
            for table in found.keys() - {"cuts"}
            for row in found[table]
            if row.get("stands", True)
        ]
        return sorted(listed, key=repr)

    assert standing(journal) == standing(uncut)
