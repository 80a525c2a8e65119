"""Whether two states are the same as far as anything in them can be ruled by, however they came about."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from ...events import abilities as a
from ...handlers.rulebook.keywords import given_by_counters
from ...projections.board import Board, Permanent, without_included
from ...projections.state import State


def differing(wanted: object, found: object) -> tuple[object, object]:
    """Where two values differ: the innermost keys whose values do, and these values."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for key in dict.fromkeys((*wanted, *found)):
            if wanted.get(key) != found.get(key):
                inner = differing(wanted.get(key), found.get(key))
                return f"{key}: {inner[0]}", f"{key}: {inner[1]}"
    return wanted, found


OF_NO_BEARING = {
    "board": (
        "turn",
        "clock",
        "mana_at_start",
        "assumed",
        "presumed",
        "unstated_hands",
        "hands_before_drawing",
        "effects",
        "permanents",
        "step",
        "regenerated",
        "prevented",
        "combat_began",
    ),
    "combat": (
        "attackers_of_last_turn",
        "targets_of_last_turn",
        "damage_this_turn",
        "lost_life_this_turn",
        "changed_control_this_turn",
        "turn_of",
        "triggered_this_turn",
    ),
    "permanent": ("timestamp", "counters_since", "exerted_by", "seen_entering", "abilities"),
}
"""What isn't compared field by field: numbers that only order things (their order is compared), what only later turns ask for
(who exerted it, what a player can produce in a new turn), and what is compared in another way below."""


def comparable(state: State) -> dict[str, Any]:
    """What a state is made of, without what depends on how and when it came about."""
    board, combat = state.board, state.combat
    compared: dict[str, Any] = {
        field.name: getattr(board, field.name) for field in fields(board) if field.name not in OF_NO_BEARING["board"]
    }
    compared |= _of_those_seated(board)
    compared |= {field.name: getattr(combat, field.name) for field in fields(combat) if field.name not in OF_NO_BEARING["combat"]}
    if combat.damage is not None and combat.damage.dealt:
        del compared["priority_due"]  # a game goes on to it with whatever comes next
    for zone, permanents in (("permanents", board.permanents), ("departed", board.departed)):
        compared[zone] = {id: _as_it_is(each if board.recorded else as_printed(each)) for id, each in permanents.items()}
    names = {id: f"effect {number}" for number, id in enumerate(board.effects)}
    compared["effects"] = [_effect_said(timed.effect) for timed in board.effects.values()]
    compared["there as combat began"] = {
        names[id]
        for id, timed in board.effects.items()
        if timed.effect.duration == "next combat" and timed.timestamp <= board.combat_began
    }
    compared["triggered this turn"] = set(combat.triggered_this_turn)
    compared["shields"] = {names[id]: amount for id, amount in board.prevented.items()}
    compared["regenerated"] = {(names[id], permanent) for id, permanent in board.regenerated}
    compared["turn on record"] = combat.turn_of == board.active
    stamps = [(permanent.timestamp, id) for id, permanent in board.permanents.items()]
    stamps += [(timed.timestamp, names[id]) for id, timed in board.effects.items()]
    stamps += [
        (since, f"{kind} counters of {id}")
        for id, permanent in board.permanents.items()
        for kind, since in permanent.counters_since.items()
        if given_by_counters(kind)
    ]
    compared["order of timestamps"] = [what for _, what in sorted(stamps)]
    asked = json.dumps([*map(str, compared["permanents"].values()), *map(str, compared["effects"])])
    if "'zone':" not in asked:
        del compared["cards"]  # of those elsewhere nothing asks
    if "died_this_turn" not in asked:
        del compared["died"]  # which those were nothing asks
    if "last turn" in asked:
        compared["who attacked in each player's last turn"] = combat.attackers_of_last_turn
        compared["what was attacked in each player's last turn"] = combat.targets_of_last_turn
    if "this turn" in asked:
        compared["damage this turn"], compared["who lost life this turn"] = combat.damage_this_turn, combat.lost_life_this_turn
        compared["what came under another player's control this turn"] = combat.changed_control_this_turn
    return compared


def _of_those_seated(board: Board) -> dict[str, Any]:
    """What is said of players, without those who left the game before this turn."""
    gone = set(board.seats).difference(board.seated or board.seats)
    if not gone:
        return {}
    compared: dict[str, Any] = {
        name: {player: each for player, each in getattr(board, name).items() if player not in gone}
        for name in ("life", "hand", "graveyard", "poison", "mana")
    }
    teams = (tuple(player for player in team if player not in gone) for team in board.teams)
    return compared | {"seats": board.seated, "teams": tuple(filter(None, teams))}


def as_printed(permanent: Permanent) -> Permanent:
    """A permanent that was stated as it was, as printed: without what effects had made of it, where that is known."""
    included = permanent.included
    if not permanent.stated or (included and (included.hidden_by or included.colors_by or included.types_by)):
        return permanent
    return replace(without_included(permanent), stated=False, included=None)


def _as_it_is(permanent: Permanent) -> dict[str, Any]:
    """What is compared of a permanent, on the battlefield or as it left."""
    compared = {f.name: getattr(permanent, f.name) for f in fields(permanent) if f.name not in OF_NO_BEARING["permanent"]}
    return compared | {"abilities": [_said(ability) for ability in permanent.abilities]}


def alike(some: Iterable[a.Ability], others: Iterable[a.Ability]) -> bool:
    """Whether abilities say the same, in whatever words."""
    return [_said(each) for each in some] == [_said(each) for each in others]


def _said(ability: a.Ability) -> object:
    """An ability without the words that it is said in."""
    return _without_text(ability.model_dump())


def _effect_said(effect: a.Effect) -> object:
    return _without_text(effect.model_dump(exclude={"id", "source"}))


def _without_text(data: object) -> object:
    if isinstance(data, dict):
        return {name: _without_text(value) for name, value in data.items() if name != "text"}
    return [_without_text(each) for each in data] if isinstance(data, list | tuple) else data
