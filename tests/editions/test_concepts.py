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
    # State-based actions and what damage does are told as parts of one event, which names no concept for each.
    "damage.deathtouch",
    "damage.lifelink",
    "regenerate",
    "sba.counters",
    "sba.deathtouch",
    "sba.defense",
    "sba.lethal",
    "sba.life",
    "sba.loyalty",
    "sba.poison",
    "sba.toughness",
}
BY_ACTION = ("pay", "mana", "restrictions", "requirements", "costs_locked", "triggers_stacked")
"""Steps that attackers and blockers share: their concept is made from the action."""


def cited() -> set[str]:
    """The concepts that the code names, the rulebook's own tables left aside."""
    tables = {"concepts.py", "citations.py", "damage_citations.py", "editions.py", "doctrines.py"}
    files = [path for room in ("events", "handlers", "tools") for path in (ROOT / room).rglob("*.py")]
    code = "\n".join(path.read_text("utf-8") for path in files if not (path.parent.name == "rulebook" and path.name in tables))
    named = set(re.findall(r'"((?:attack|block|damage|combat|stack)\.[a-z_.]+[a-z])"', code))
    return named | {f"{action}.{step}" for action in ("attack", "block") for step in BY_ACTION}


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
