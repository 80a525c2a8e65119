"""A process that is killed while it appends leaves a journal that holds all it acknowledged, and no part of a batch."""

from __future__ import annotations

import multiprocessing
import random
from itertools import count, groupby
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from declarant.events.facts import TurnBegan
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import Item
from declarant.events.journal.journal import Journal

ROUNDS = 25


def append_for_ever(path: Path, acknowledged: Connection) -> None:
    """Append batch after batch and send each version afterwards.

    An event states the number of its batch, the batch's size, and its place in it; every third batch ends with its cut.
    """
    log = Journal.open(path).log("game")
    for number in count(log.version):
        size = 1 + number % 40
        batch: list[Item] = [TurnBegan(player=f"{number} {size}", number=place) for place in range(size)]
        point = log.version
        if number % 3 == 0:
            batch.append(Cut(to=point))
        acknowledged.send(log.append(batch, expected_version=point).version)


def append_until_killed(path: Path, rng: random.Random) -> int:
    """Run that in a process and kill it at a random moment; returns the last version that it acknowledged."""
    context = multiprocessing.get_context("fork")
    ours, its = context.Pipe(duplex=False)
    process = context.Process(target=append_for_ever, args=(path, its))
    process.start()
    its.close()
    acknowledged = [ours.recv() for _ in range(rng.randrange(1, 30))]
    for _ in range(rng.randrange(50_000)):
        pass
    process.kill()
    process.join()
    try:
        while True:
            acknowledged.append(ours.recv())
    except EOFError:
        return int(acknowledged[-1])


def batches_are_whole(items: list[Item]) -> bool:
    batches = [list(batch) for _, batch in groupby(items, key=lambda item: getattr(item, "player", None))]
    for batch, following in zip(batches, [*batches[1:], []], strict=True):
        if isinstance(batch[0], Cut):
            continue
        number, size = map(int, batch[0].player.split())  # type: ignore[union-attr]
        cuts = [item for item in following if isinstance(item, Cut)]
        if [item.number for item in batch] != list(range(size)) or (number % 3 == 0) != bool(cuts):  # type: ignore[union-attr]
            return False
    return True


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system can't fork a process")
def test_a_killed_process_loses_nothing_acknowledged_and_leaves_no_partial_batch(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    rng = random.Random(508)
    for _ in range(ROUNDS):
        acknowledged = append_until_killed(path, rng)
        with Journal.open(path) as journal:
            journal.verify()
            entries = list(journal.entries("game"))
            assert entries[-1].version == len(entries) >= acknowledged
            assert batches_are_whole([entry.item for entry in entries])


def test_a_partial_batch_would_be_noticed() -> None:
    event, cut = TurnBegan(player="1 2", number=0), Cut(to=0)
    second = TurnBegan(player="1 2", number=1)
    assert batches_are_whole([event, second])
    assert not batches_are_whole([event])
    assert not batches_are_whole([event, second, cut])
    assert not batches_are_whole([TurnBegan(player="3 1", number=0)])
