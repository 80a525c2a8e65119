"""A state as a case file writes it: its players, permanents and effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pydantic import ValidationError

from ...events import abilities as a
from ...events.errors import DeclarantError, InvalidInput
from ...events.model import Model, parts_of, rewritten
from ...events.multiplayer import MultiplayerOptions
from ...events.types import parts_of_type_line
from ...projections.board import Board, Permanent, grown
from ...projections.state import State
from ..cases.models import Case
from ..cases.permanents import abilities, may_be_unstated
from ..oracle.rendering.lines import render
from ..oracle.rendering.words import NotRendered
from .same_state import alike, as_printed

Written = dict[str, Any]
"""An object of a case file, as plain data."""


class NotSaid(InvalidInput):
    """A case can't say what there is at that moment."""

    def __init__(self, what: str) -> None:
        super().__init__("case", what, "what a case can say: see `declarant schema case`")


def case_at(id: str, state: State, steps: list[Written], left_out: list[str] | None = None, *, printed: bool = False) -> Case:
    """The case of that name that begins with this state and goes on with these steps. `printed`: it states of permanents what is
    printed on them, not what they are with all that is at work.

    Raises NotSaid for what a case can't say; with `left_out`, that is named there.
    """
    board = state.board
    seats = board.seated or board.seats  # who left before this turn has no seat any more
    in_order = sorted(board.permanents.values(), key=lambda permanent: permanent.timestamp)
    before: list[Written] = [{"leaves_game": player} for player in seats if player not in board.players]
    for permanent in in_order:
        if not permanent.continuously_controlled and not permanent.entered_this_turn:
            before.append({"changes": {"id": permanent.id, "summoning_sick": True}})
        if permanent.phased_out:
            before.append({"phases_out": permanent.id})
    document: Written = {
        "id": id,
        "rules": board.edition.isoformat() if board.edition is not None else None,
        "editions": [each.model_dump(mode="json") for each in board.house],
        "players": list(seats),
        "teams": [team for each in board.teams if (team := [player for player in each if player in seats])],
        "variant": board.variant,
        "options": _options(board.options),
        "active": board.active,
        "life": {player: board.life[player] for player in seats},
        "hand": {player: number for player in seats if (number := board.hand[player]) or player not in board.unstated_hands},
        "graveyard": {player: number for player, number in board.graveyard.items() if number},
        "poison": {player: number for player, number in board.poison.items() if number},
        "mana": dict(board.mana),
        "battlefield": [
            written_permanent(as_printed(permanent) if printed else permanent, left_out=left_out) for permanent in in_order
        ],
        "commander_damage": _commander_damage(board),
        "designations": {about: sorted(each) for about, each in board.designations.items()},
        "facts": _facts(board),
        "effects": [each for timed in board.effects.values() for each in written_effects(timed.effect, state, left_out)],
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
    written: dict[str, dict[str, int]] = {}
    for (commander, player), dealt in board.commander_damage.items():
        written.setdefault(player, {})[commander] = dealt
    return written


def _facts(board: Board) -> dict[str, dict[str, bool | int]]:
    written: dict[str, dict[str, bool | int]] = {}
    for (about, fact), answer in board.facts.items():
        written.setdefault(about, {})[fact] = answer
    return written


def written_permanent(permanent: Permanent, now: bool = False, left_out: list[str] | None = None) -> Written:
    """A permanent as it is. `now`: it enters in a step, which makes it summoning sick unless it says otherwise (302.6).
    `left_out`: as for `case_at`."""
    written: Written = {"id": permanent.id, "controller": permanent.controller}
    written |= {"owner": permanent.owner} if permanent.owner != permanent.controller else {}
    written |= {"name": permanent.name} if permanent.name else {}
    written |= {"types": []} | written_type_line(sorted(permanent.types))
    stated = set(may_be_unstated(permanent.types, bool(permanent.name), permanent.token)).difference(permanent.unstated)
    written |= {"colors": sorted(permanent.colors)} if permanent.colors or "colors" in stated else {}
    written |= {"marked": permanent.marked} if permanent.marked else {}
    is_named = permanent.name and "mana value" not in permanent.unstated
    if permanent.mana_value or (permanent.mana_value == 0 and (is_named or "mana value" in stated)):
        written["mana_value"] = permanent.mana_value
    if permanent.size_known:
        power, toughness = (0, 0) if permanent.stated else grown(permanent.counters)
        written |= {"power": permanent.power - power, "toughness": permanent.toughness - toughness}
    written |= {} if permanent.stated else {"stated": False}
    for name in ("loyalty", "defense", "protector", "attached_to"):
        written |= {name: value} if (value := getattr(permanent, name)) is not None else {}
    written |= {"counters": dict(permanent.counters)} if permanent.counters else {}
    written |= {name: True for name in ("tapped", "token") if getattr(permanent, name)}
    if now != (not permanent.continuously_controlled):
        written["summoning_sick"] = not permanent.continuously_controlled
    if not now and not permanent.continuously_controlled and not permanent.entered_this_turn:
        del written["summoning_sick"]  # it didn't come this turn: a step says so
    if permanent.abilities and (text := text_of(permanent, left_out)):
        written["text"] = text
    if permanent.unknown_abilities:
        written["unknown_abilities"] = permanent.unknown_abilities
    return written


def written_type_line(words: Iterable[str]) -> dict[str, list[str]]:
    """The parts of a type line that have a word."""
    return {part: list(found) for part, found in parts_of_type_line(words).items() if found}


def text_of(permanent: Permanent, left_out: list[str] | None = None) -> str:
    """Rules text that is read as these abilities: their own lines, or else sentences that say the same.

    With `left_out` the lines that can be read, and the others are named there.
    """
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
        found = said(lambda: [render(ability, permanent.name) for ability in permanent.abilities])
    if found is None and left_out is not None:
        return "\n".join(_readable(permanent, types, left_out))
    if found is None:
        raise NotSaid(f"the abilities of {permanent.id}: {'; '.join(ability.text for ability in permanent.abilities)}")
    return found


def _readable(permanent: Permanent, types: tuple[str, ...], left_out: list[str]) -> Iterator[str]:
    """The lines of its text that can be read by themselves."""
    for line in dict.fromkeys(ability.text for ability in permanent.abilities):
        try:
            abilities(line, permanent.name, types)
            yield line
        except DeclarantError:
            left_out.append(f"{permanent.name or permanent.id}: {line!r}")


def written_effects(effect: a.Effect, state: State, left_out: list[str] | None = None) -> list[Written]:
    """An effect as a case writes it; with `left_out` also what a record says of single permanents, or that it isn't said."""
    try:
        if left_out is None or not effect.text.startswith(OF_A_RECORD):
            return [written_effect(effect, state)]
        return [{"on": id, "text": text} for ability in effect.abilities for id, text in _on_each(ability)]
    except (NotSaid, NotRendered):
        if left_out is None:
            raise
        left_out.append(effect.text or effect.id)
        return []


OF_A_RECORD = "Arena's qualification"
"""How an effect begins of which a log of Arena says what it does, by a number."""


def _on_each(ability: a.Ability) -> Iterator[tuple[str, str]]:
    """The permanents that an effect is about, each with what it says of that one."""
    named = [part for part in parts_of(ability) if isinstance(part, a.IsOneOf)]
    if len(named) != 1:
        raise NotSaid(ability.text or ability.kind)

    def of_itself(part: Model) -> Any:
        return a.THIS if isinstance(part, a.IsOneOf) else rewritten(part, of_itself)

    text = render(rewritten(ability, of_itself))
    yield from ((id, text) for id in named[0].ids)


def written_effect(effect: a.Effect, state: State) -> Written:
    """An effect as a case writes it. What it doesn't come out as is said when the case is played again."""
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
