"""The table that a judge edits: a case of one combat, and what a form changes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...events.errors import InvalidInput
from ...handlers.rulebook.editions import editions
from .. import cards
from ..cases.models import Attack, Block, Case
from ..cases.reading import read_case
from ..page.dispute import settled

MAX_PERMANENTS = 60
"""How many permanents a table has at most."""

LONGEST = 24
"""How long words are at most that a creature is called by."""

_SIZE = re.compile(r"\s*(\d{1,4})\s*/\s*(\d{1,4})\b[\s,]*(.*)", re.DOTALL)


def empty() -> Case:
    """A table with nobody's creatures on it."""
    newest = editions()[0].effective
    return read_case({"id": "table", "rules": newest.isoformat(), "players": ["Ann", "Bob"], "battlefield": [], "steps": []})


def put(text: str, controller: str, taken: Sequence[str]) -> dict[str, Any]:
    """The permanent that somebody types: the name of a card that is loaded, or size and words, as in “2/2 flying”.

    Raises InvalidInput, telling names that are near.
    """
    id = next(f"c{number}" for number in range(1, 10_000) if f"c{number}" not in taken)
    if sized := _SIZE.fullmatch(text):
        power, toughness, words = int(sized[1]), int(sized[2]), sized[3].strip()
        words = words[:1].upper() + words[1:]
        return {
            "id": id,
            "controller": controller,
            "name": f"{power}/{toughness} {words if len(words) <= LONGEST else f'({id})'}".strip(),
            "types": ["Creature"],
            "power": power,
            "toughness": toughness,
            **({"text": words} if words else {}),
        }
    try:
        card = cards.find(text.strip())
    except InvalidInput as error:
        near = cards.suggested(text, 3)
        hint = f": {' or '.join(near)}" if near else "; or size and words, as in “2/2 flying”"
        raise InvalidInput("card", error.found, error.allowed + hint) from None
    return {"id": id, "controller": controller, "name": card.name}


def edited(case: Case, form: Mapping[str, str]) -> Case:
    """The table after what a form says of it. Raises InvalidInput."""
    told = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
    players, permanents = list(case.players), list(told["battlefield"])
    told["life"] = {player: _life(form.get(f"life.{player}"), told.get("life", {}).get(player, 20)) for player in players}
    if form.get("rules"):
        told["rules"] = form["rules"]
    if removed := form.get("remove"):
        permanents = [each for each in permanents if each["id"] != removed]
    for player in players:
        if text := form.get(f"add.{player}", "").strip():
            if len(permanents) >= MAX_PERMANENTS:
                raise InvalidInput("card", f"{MAX_PERMANENTS} permanents already", "a table with fewer")
            permanents.append(put(text, player, [each["id"] for each in permanents]))
    told["battlefield"] = permanents
    there = {each["id"] for each in permanents}
    attack = {id: form[f"attack.{id}"] for id in there if form.get(f"attack.{id}")}
    order = [each["id"] for each in permanents]
    steps: list[dict[str, Any]] = [{"attack": {id: attack[id] for id in order if id in attack}}]
    if form.get("stage") == "block" and attack:
        blocks = {id: [other for other in order if other in attack and form.get(f"block.{id}.{other}")] for id in order}
        steps.append({"block": {id: attackers for id, attackers in blocks.items() if attackers}})
    told["steps"] = steps if attack or form.get("stage") == "attack" else []
    return settled(read_case(told, ""))


def _life(text: str | None, default: Any) -> int:
    try:
        return max(-9_999, min(99_999, int(text))) if text else int(default)
    except ValueError:
        raise InvalidInput("life", repr(text), "a whole number") from None


def with_declaration(case: Case, step: int, declared: Mapping[str, Any]) -> Case:
    """The table with another declaration at that step."""
    told = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
    action = case.steps[step].action
    told["steps"] = [*told["steps"][:step], {action: dict(declared)}]
    return read_case(told, "")


def attacked(case: Case) -> dict[str, str]:
    """What attacks what on the table."""
    return next((dict(step.attack) for step in case.steps if isinstance(step, Attack)), {})


def blocked(case: Case) -> dict[str, tuple[str, ...]] | None:
    """What blocks what; None while that isn't asked yet."""
    return next((dict(step.block) for step in case.steps if isinstance(step, Block)), None)
