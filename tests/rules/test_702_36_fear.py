"""702.36b: a creature with fear is blocked by artifact creatures and black creatures only."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal

FIEND = creature("fiend", ANN, "Fear", colors=["R"])


@pytest.mark.parametrize("blocker", [{"colors": ["B"]}, {"colors": ["B", "W"]}, {"types": ("Artifact",)}])
def test_black_creatures_and_artifact_creatures_block_it(blocker: dict[str, Any]) -> None:
    given(FIEND, creature("guard", BOB, **blocker)).when(attack(fiend=BOB), block(guard="fiend")).then(legal)


@pytest.mark.parametrize("colors", [[], ["R"], ["W", "U", "G"]])
def test_others_cannot_not_even_of_its_own_color(colors: list[str]) -> None:
    given(FIEND, creature("guard", BOB, colors=colors)).when(attack(fiend=BOB), block(guard="fiend")).then(
        illegal("509.1b", "fear")
    )


def test_the_color_counts_as_it_is_when_blockers_are_declared() -> None:
    given(FIEND, creature("guard", BOB, colors=["W"])).when(
        attack(fiend=BOB), {"changes": {"id": "guard", "colors": ["B"]}}, block(guard="fiend")
    ).then(legal)
