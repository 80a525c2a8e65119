"""Models are built when they are first used, so that a program begins soon."""

import subprocess
import sys

PROGRAM = """
import declarant
from declarant.events.facts import PermanentEntered
declarant.Game.start(["Ann", "Bob"])
print(PermanentEntered.__pydantic_complete__)
declarant.permanent("ox", "Ann", types=["Creature"])
print(PermanentEntered.__pydantic_complete__)
"""


def test_a_game_begins_without_building_what_permanents_have() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
