"""Readings to compare: abilities without the sentences they came from, triggers without what they do (tests/abilities)."""

from typing import Any

from declarant.events.abilities import Ability
from declarant.tools.oracle import read_permanent, read_sentence


def bare(ability: Any) -> Any:
    """The ability without its sentence, and so the abilities it grants."""
    changes: dict[str, Any] = {"text": ""}
    if ability.kind == "grants":
        changes["abilities"] = tuple(bare(each) for each in ability.abilities)
    if ability.kind == "triggered":
        changes["does"] = None
    return ability.model_copy(update=changes)


def permanent(text: str, name: str = "") -> list[Ability]:
    """What a permanent's text says."""
    return [bare(each) for each in read_permanent(text, name=name)]


def one(text: str, name: str = "") -> Ability:
    """The one ability that a permanent's text says."""
    (found,) = permanent(text, name)
    return found


def effects(sentence: str) -> list[Ability]:
    """What carrying out a sentence brings about."""
    reading = read_sentence(sentence)
    assert reading.kind == "understood", reading
    return [bare(each) for each in reading.effects]
