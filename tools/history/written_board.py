"""A state as a case file writes it: its players, permanents and effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import ValidationError

from ...events import abilities as a
from ...events.errors import DeclarantError, InvalidInput
from ...events.multiplayer import MultiplayerOptions
from ...events.types import parts_of_type_line
from ...projections.board import Board, Permanent
from ...projections.state import State
from ..cases.models import Case
from ..cases.permanents import abilities
from ..oracle.rendering.lines import render
from ..oracle.rendering.words import NotRendered
from .same_state import alike

Written = dict[str, Any]
"""An object of a case file, as plain data."""


class NotSaid(InvalidInput):
    """A case can't say what there is at that moment."""

    def __init__(self, what: str) -> None:
        super().__init__("case", what, "what a case can say: see `declarant schema case`")


def case_at(id: str, state: State, steps: list[Written]) -> Case:
    """The case of that name that begins with this state and goes on with these steps.

    Raises NotSaid for what a case can't say.
    """
    board = state.board
    if board.players != board.seats:
        raise NotSaid(f"that {', '.join(set(board.seats) - set(board.players))} left the game")
    in_order = sorted(board.permanents.values(), key=lambda permanent: permanent.timestamp)
    before: list[Written] = []
    for permanent in in_order:
        if not permanent.continuously_controlled and not permanent.entered_this_turn:
            before.append({"changes": {"id": permanent.id, "summoning_sick": True}})
        if permanent.phased_out:
            before.append({"phases_out": permanent.id})
    document: Written = {
        "id": id,
        "rules": board.edition.isoformat() if board.edition is not None else None,
        "players": list(board.players),
        "teams": [list(team) for team in board.teams],
        "variant": board.variant,
        "options": _options(board.options),
        "active": board.active,
        "life": dict(board.life),
        "hand": {player: number for player, number in board.hand.items() if number},
        "graveyard": {player: number for player, number in board.graveyard.items() if number},
        "poison": {player: number for player, number in board.poison.items() if number},
        "mana": dict(board.mana),
        "battlefield": [written_permanent(permanent) for permanent in in_order],
        "commander_damage": _commander_damage(board),
        "designations": {about: sorted(each) for about, each in board.designations.items()},
        "facts": _facts(board),
        "effects": [written_effect(timed.effect, state) for timed in board.effects.values()],
        "steps": [*before, *steps],
    }
    document = {name: value for name, value in document.items() if value or name in ("battlefield", "steps")}
    try:
        return Case.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        raise NotSaid(f"{'.'.join(map(str, first['loc']))}: {first['input']!r}") from None


def _options(options: MultiplayerOptions) -> Written:
    """The options, also those that the variant has anyway: they may be stated again."""
    stated = {"attack", "range", "shared_turns", "shared_life", "emperors"}
    return options.model_dump(mode="json", include=stated, exclude_defaults=True)


def _commander_damage(board: Board) -> dict[str, dict[str, int]]:
    told: dict[str, dict[str, int]] = {}
    for (commander, player), dealt in board.commander_damage.items():
        told.setdefault(player, {})[commander] = dealt
    return told


def _facts(board: Board) -> dict[str, dict[str, bool | int]]:
    told: dict[str, dict[str, bool | int]] = {}
    for (about, fact), answer in board.facts.items():
        told.setdefault(about, {})[fact] = answer
    return told


def written_permanent(permanent: Permanent, now: bool = False) -> Written:
    """A permanent as it is. `now`: it enters in a step, which makes it summoning sick unless it says otherwise (302.6)."""
    told: Written = {"id": permanent.id, "controller": permanent.controller}
    told |= {"owner": permanent.owner} if permanent.owner != permanent.controller else {}
    told |= {"name": permanent.name} if permanent.name else {}
    told |= {"types": []} | written_type_line(sorted(permanent.types))
    told |= {"colors": sorted(permanent.colors)} if permanent.colors else {}
    for name in ("mana_value", "marked"):
        told |= {name: value} if (value := getattr(permanent, name)) else {}
    if permanent.size_known:
        told |= {"power": permanent.power, "toughness": permanent.toughness}
    for name in ("loyalty", "defense", "protector", "attached_to"):
        told |= {name: value} if (value := getattr(permanent, name)) is not None else {}
    told |= {"counters": dict(permanent.counters)} if permanent.counters else {}
    told |= {name: True for name in ("tapped", "token") if getattr(permanent, name)}
    if now != (not permanent.continuously_controlled):
        told["summoning_sick"] = not permanent.continuously_controlled
    if not now and not permanent.continuously_controlled and not permanent.entered_this_turn:
        del told["summoning_sick"]  # it didn't come this turn: a step says so
    if permanent.abilities:
        told["text"] = text_of(permanent)
    return told


def written_type_line(words: Iterable[str]) -> dict[str, list[str]]:
    """The parts of a type line that have a word."""
    return {part: list(told) for part, told in parts_of_type_line(words).items() if told}


def text_of(permanent: Permanent) -> str:
    """Rules text that is read as these abilities: their own lines, or else sentences that say the same."""
    types = tuple(sorted(permanent.types))

    def said(lines: Callable[[], Iterable[str]]) -> str | None:
        try:
            text = "\n".join(lines())
            return text if alike(abilities(text, permanent.name, types), permanent.abilities) else None
        except (DeclarantError, NotRendered):
            return None

    found = said(lambda: dict.fromkeys(ability.text for ability in permanent.abilities))  # a line may be several abilities
    if found is None:
        found = said(lambda: [ability.text for ability in permanent.abilities])
    if found is None:
        found = said(lambda: [render(ability) for ability in permanent.abilities])
    if found is None:
        raise NotSaid(f"the abilities of {permanent.id}: {'; '.join(ability.text for ability in permanent.abilities)}")
    return found


def written_effect(effect: a.Effect, state: State) -> Written:
    """An effect as a case writes it. What it doesn't come out as is told when the case is played again."""
    for ability in effect.abilities:
        if isinstance(ability, a.Designates) and isinstance(ability.creatures, a.IsOneOf) and len(ability.creatures.ids) == 1:
            (creature,) = ability.creatures.ids
            if ability.designation == "goaded":
                return {"goad": creature, "by": effect.controller}
            if ability.designation == "suspected":
                return {"suspect": creature}
        if isinstance(ability, a.Removes) and isinstance(ability.permanents, a.IsOneOf) and len(ability.permanents.ids) == 1:
            return {"on": ability.permanents.ids[0], "loses_abilities": True}
    if not effect.text:
        raise NotSaid(f"the effect {effect.id!r}, which has no text")
    if effect.source is not None and effect.source in state.board.permanents:
        return {"on": effect.source, "text": effect.text}
    return {"controller": effect.controller, "text": effect.text}
