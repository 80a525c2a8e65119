"""The concepts of the rulebook: each is cited on some path, and nothing is cited that isn't one."""

import re
from pathlib import Path

import pytest
from declarant.events.ruling import Wrong
from declarant.handlers.rulebook import concepts as rulebook
from declarant.handlers.rulebook.concepts import Concept
from declarant.handlers.rulebook.editions import editions
from declarant.handlers.rulebook.numbers import GENERAL

ROOT = Path(__file__).resolve().parents[2]
TOLD_BY_EDITIONS_ONLY = {
    # What these rules say is in force, but no ruling, trigger or event names them: `declarant editions` lists their numbers.
    "attack.defending_player",
    "attack.entering_unrestricted",
    "attack.trigger_point",
    "attack.triggers",
    "block.entering_unrestricted",
    "block.evasion",
    "block.order_attacker_removed",
    "block.order_blocker_removed",
    "block.trigger.characteristics",
    "block.triggers",
    "combat.end_removes",
    "illegal_action",
}
SHARED = {name: concepts for name, concepts in vars(rulebook).items() if name.isupper() and isinstance(concepts, dict)}
"""Concepts that attackers and blockers share, looked up by what is declared."""

TABLES = {"concepts.py", "numbers.py", "editions.py", "doctrines.py"}
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
    looked_up = {
        concept.value for name in re.findall(r"\b([A-Z_]+)\b", code("handlers")) for concept in SHARED.get(name, {}).values()
    }
    return members | literals(code("events")) | looked_up


def test_concepts_are_cited_by_their_members() -> None:
    assert literals(code("handlers", "tools")) & {concept.value for concept in Concept} == set()


def test_every_concept_is_cited_on_some_path() -> None:
    assert {concept.value for concept in Concept} - cited() == TOLD_BY_EDITIONS_ONLY


def test_nothing_is_cited_that_is_no_concept() -> None:
    assert cited() - {concept.value for concept in Concept} == set()


def test_editions_number_concepts_only() -> None:
    known = {concept.value for concept in Concept}
    assert {concept for edition in editions() for concept in edition.numbers} | GENERAL.keys() | set(GENERAL.values()) <= known


def test_no_concept_is_put_together_from_parts() -> None:
    about = "attack|block|damage|combat|stack|sba"
    assert re.findall(rf'f"(?:\{{[^{{}}"]+\}}\.[a-z_]+|(?:{about})\.\{{[^{{}}"]+\}})"', code("handlers")) == []
    assert re.findall(r'concept[^\n]*\.(?:endswith|startswith|partition)\("[^"]*"', code("handlers", "tools")) == []


def test_every_concept_says_in_words_of_its_own_what_its_rule_says() -> None:
    words = [concept.words for concept in Concept]
    assert all(len(each.split()) > 2 and not each.endswith(".") for each in words)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("concept", "step"),
    [("attack.choose", Wrong.CHOICE), ("block.pay", Wrong.PAYMENT), ("damage.power", Wrong.ASSIGNMENT)],
)
def test_a_concept_states_the_step_that_is_wrong(concept: str, step: Wrong) -> None:
    assert Concept(concept).wrong is step


def test_a_concept_that_forbids_nothing_has_no_step() -> None:
    assert Concept.ATTACK_BECOMES.step is None
    with pytest.raises(LookupError, match=r"attack\.becomes"):
        Concept.ATTACK_BECOMES.wrong  # noqa: B018


def test_what_is_violated_has_a_step() -> None:
    violated = set(re.findall(r"\b(?:Violated|violated)\(\s*Concept\.([A-Z_]+)", code("handlers")))
    assert len(violated) > 12
    assert {name for name in violated if Concept[name].step is None} == set()
