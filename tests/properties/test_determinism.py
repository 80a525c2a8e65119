"""Equal input, equal output, in every process: nothing depends on the order in which Python hashes."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PROGRAM = """
from random import Random
from declarant.events.journal.journal import Journal
from legality.boards import boards_from
from legality.compare import judged
from legality.reference import enumerate_declarations
from properties.games import RandomGame

for seed, board in boards_from(9_000, 60, creatures=3, others=3, abilities=6):
    game, enumeration = board.game(), enumerate_declarations(board)[0]
    for declaration, _ in enumeration.verdicts:
        print(judged(game, enumeration, declaration).model_dump_json())
for seed in range(60):
    played = RandomGame(Random(seed), Journal.open("memory://"))
    for _ in range(15):
        played.step()
    print(played.tried)
    for event in played.surviving:
        print(event)
"""


def output(hash_seed: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(TESTS)},
        cwd=TESTS,
        check=True,
        capture_output=True,
    ).stdout


def test_rulings_and_events_are_the_same_under_another_hash_seed() -> None:
    first = output("1")
    assert first.count(b"\n") > 1_000
    assert output("2") == first
