"""702.13b: a creature with intimidate is blocked by artifact creatures and creatures that share a color with it only."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal

OGRE = creature("ogre", ANN, "Intimidate", colors=["R", "G"])


@pytest.mark.parametrize("blocker", [{"colors": ["G"]}, {"colors": ["R", "W"]}, {"types": ("Artifact",)}])
def test_a_shared_color_or_an_artifact_creature_blocks_it(blocker: dict[str, Any]) -> None:
    given(OGRE, creature("guard", BOB, **blocker)).when(attack(ogre=BOB), block(guard="ogre")).then(legal)


@pytest.mark.parametrize("colors", [[], ["B"], ["W", "U"]])
def test_others_cannot(colors: list[str]) -> None:
    given(OGRE, creature("guard", BOB, colors=colors)).when(attack(ogre=BOB), block(guard="ogre")).then(
        illegal("509.1b", "intimidate")
    )


def test_colorless_creatures_share_no_color() -> None:
    given(creature("ogre", ANN, "Intimidate"), creature("guard", BOB)).when(attack(ogre=BOB), block(guard="ogre")).then(
        illegal("509.1b", "intimidate")
    )


def test_the_colors_count_as_they_are_when_blockers_are_declared() -> None:
    given(OGRE, creature("guard", BOB, colors=["W"])).when(
        attack(ogre=BOB), {"changes": {"id": "ogre", "colors": ["W"]}}, block(guard="ogre")
    ).then(legal)


@pytest.mark.parametrize("keyword", ["Intimidate", "Fear"])
@pytest.mark.parametrize(("types", "presumed"), [(("Artifact", "Creature"), False), (("Creature",), True)])
def test_colors_are_presumed_only_where_something_depends_on_them(keyword: str, types: tuple[str, ...], presumed: bool) -> None:
    """An artifact creature may block whatever its colors."""
    stated = creature("ogre", ANN, keyword, colors=["R", "G"]), creature("guard", BOB, types=types)
    stated[1].pop("colors", None)
    outcome = given(*stated).when(attack(ogre=BOB), block(guard="ogre")).outcome()
    assert bool(outcome.report.steps[-1].presumed) == presumed
