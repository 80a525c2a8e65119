"""The concepts of the rulebook: each is cited on some path, and nothing is cited that isn't one."""

import re
from pathlib import Path

import pytest
from declarant.handlers.rulebook.citations import GENERAL
from declarant.handlers.rulebook.concepts import Concept
from declarant.handlers.rulebook.editions import editions

ROOT = Path(__file__).resolve().parents[2]
TOLD_BY_EDITIONS_ONLY = {
    # What these rules say is in force, but no ruling, trigger or event names them: `declarant editions` tells their numbers.
    "attack.defending_player",
    "attack.entering_unrestricted",
    "attack.trigger_point",
    "block.entering_unrestricted",
    "block.evasion",
    "block.order_attacker_removed",
    "block.order_blocker_removed",
    "block.trigger.characteristics",
    "block.triggers",
    "combat.end_removes",
    "illegal_action",
    # What damage does is told as parts of one event, which names no concept for each.
    "damage.deathtouch",
    "damage.lifelink",
}
BY_ACTION = ("pay", "mana", "restrictions", "requirements", "costs_locked", "triggers_stacked")
"""Steps that attackers and blockers share: their concept is made from the action."""


TABLES = {"concepts.py", "citations.py", "damage_citations.py", "editions.py", "doctrines.py"}
"""The rulebook's own, which give concepts numbers and words."""


def code(*rooms: str) -> str:
    """The code of these rooms, the rulebook's own tables left aside."""
    files = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    return "\n".join(path.read_text("utf-8") for path in files if not (path.parent.name == "rulebook" and path.name in TABLES))


def literals(text: str) -> set[str]:
    return set(re.findall(r'"((?:attack|block|damage|combat|stack|sba)\.[a-z_.]+[a-z])"', text))


def cited() -> set[str]:
    """The concepts that the code names."""
    members = {Concept[name].value for name in re.findall(r"\bConcept\.([A-Z][A-Z_]+)\b", code("handlers", "tools"))}
    return members | literals(code("events")) | {f"{action}.{step}" for action in ("attack", "block") for step in BY_ACTION}


def test_concepts_are_cited_by_their_members() -> None:
    assert literals(code("handlers", "tools")) & {concept.value for concept in Concept} == set()


def test_every_concept_is_cited_on_some_path() -> None:
    assert {concept.value for concept in Concept} - cited() == TOLD_BY_EDITIONS_ONLY


def test_nothing_is_cited_that_is_no_concept() -> None:
    assert cited() - {concept.value for concept in Concept} == set()


def test_editions_number_concepts_only() -> None:
    known = {concept.value for concept in Concept}
    assert {concept for edition in editions() for concept in edition.numbers} | GENERAL.keys() | set(GENERAL.values()) <= known


@pytest.mark.parametrize("concept", ["attack.choose", "block.pay", "damage.power"])
def test_a_concept_tells_the_step_that_is_wrong(concept: str) -> None:
    assert Concept(concept).wrong
