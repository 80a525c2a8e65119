"""A moment of a journal's game as a case: the board as it was before the turn's first combat, and what happened since as steps.

The case is laid out and played again before it is given away: what it doesn't come to the same state by, it can't say, and is
declined.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from pydantic import ValidationError

from ...events import abilities as a
from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events.errors import DeclarantError, InvalidInput
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.types import CARD_TYPES, SUPERTYPES
from ...handlers.procedure.commands import AssignCombatDamage, DeclareAttackers, DeclareBlockers, Enlist, Offer
from ...handlers.rulebook.keyword_counters import KEYWORD_COUNTERS
from ...projections.board import Board, Permanent
from ...projections.pending import PendingDeclaration
from ...projections.state import State
from ...projections.timeline import TimelineEntry, timeline
from ..audit.recorded_games import Tried, tried
from ..cases.judging import judge, moments
from ..cases.models import Case
from ..cases.permanents import abilities
from ..oracle.rendering.lines import render

Step = dict[str, Any]

SAID_BY_WHAT_COMES_BEFORE = (
    t.SpellCast,
    t.DamageDealt,
    t.LifeChanged,
    t.GameEnded,
    t.StepBegan,
    t.EffectEnded,
    t.ContinuousControlChanged,
    d.AbilityTriggered,
    d.TriggersPutOnStack,
    d.PriorityReceived,
    d.RemovedFromCombat,
    d.StepsSkipped,
    g.CombatDamageStepBegan,
    g.CombatDamageAnnounced,
    g.CombatDamageAssigned,
    g.CombatDamagePutOnStack,
    g.StateBasedActionsPerformed,
)
"""What follows by itself from the steps of a case, or is a record of what other events tell the results of; whether that is so is
seen when the case is played again."""


class NotSaid(InvalidInput):
    """A case can't say what there is at that moment."""

    def __init__(self, what: str) -> None:
        super().__init__("case", what, "what a case can say: see `declarant schema case`")


def case_of(journal: Journal, stream: str, *, at: int | None = None, turn: int | None = None) -> Case:
    """A case that comes to where the game was at a version (None: now), or goes through the declarations of a turn.

    Every declaration since the turn's first combat is a step that expects the ruling it got; one that was taken back and isn't
    recorded whole is left out. Raises InvalidInput where there is no such moment, and NotSaid where a case can't say it.
    """
    whole = list(journal.entries(stream))
    if at is not None and turn is not None:
        raise InvalidInput("--at", "with --turn", "one of them")
    if at is not None and not 1 <= at <= len(whole):
        raise InvalidInput("--at", str(at), f"1 to {len(whole)}, the versions of {stream!r}")
    end = len(whole) if at is None else at
    if turn is not None:
        end = _last_of_turn(whole, turn)
    entries = whole[:end]
    told = list(timeline(entries))
    state = told[-1].after
    if state.board.interrupted:
        raise NotSaid("a board that the record of the game leaves something out of")
    if state.declarations.pending is not None:
        raise NotSaid(f"the middle of a declaration: it begins at version {state.declarations.pending.since + 1}")
    began = _first_combat(told, state.board.turn)
    base, steps = state, list[Step]()
    if began is not None:
        base = told[began].before
        declared = {each.version: each for each in tried(entries, [entry for entry in entries if entry.is_cut])}
        steps = list(_steps(told[began:], declared))
    case = _case(f"{stream}@{end}", base, steps)
    _check(case, state)
    return case


def _last_of_turn(entries: list[Entry], turn: int) -> int:
    """The version at which the turn's last declaration is over, with what follows by itself; without one, the turn's last."""
    told = list(timeline(entries))
    versions = {moment.entry.version for moment in told if moment.after.board.turn == turn}
    if not versions:
        last = max(moment.after.board.turn for moment in told)
        raise InvalidInput("--turn", str(turn), f"1 to {last}, the turns of the game")
    declared = [each.over for each in tried(entries, [entry for entry in entries if entry.is_cut]) if each.over in versions]
    end = max(declared, default=max(versions))
    for moment in told[end:]:
        if isinstance(moment.before.declarations.pending, PendingDeclaration) or not _follows(moment):
            break
        end = moment.entry.version
        if isinstance(moment.item, d.PriorityReceived):
            break
    return end


def _follows(moment: TimelineEntry) -> bool:
    """Whether it follows from a declaration by itself: what combat damage results in comes before the next priority."""
    step = moment.before.combat.damage
    resulting = step is not None and step.dealt and moment.before.combat.priority_due
    following = (*SAID_BY_WHAT_COMES_BEFORE, g.CombatDamageDealt, d.BecameBlocked, d.BecameUnblocked)
    return resulting or (isinstance(moment.item, following) and not isinstance(moment.item, t.StepBegan))


def _first_combat(told: list[TimelineEntry], turn: int) -> int | None:
    """The index of the first combat's beginning in that turn, also if it was taken back with a declaration."""
    beginnings = (index for index, moment in enumerate(told) if isinstance(moment.item, t.CombatBegan))
    return next((index for index in beginnings if told[index].before.board.turn == turn), None)


# --- steps ---------------------------------------------------------------------------------------------------------------


def _steps(told: list[TimelineEntry], declared: Mapping[int, Tried]) -> Iterator[Step]:
    """What happened, as the steps of a case. `declared`: declarations by the versions where they begin."""
    until, dealing, combats, begun = 0, False, 0, False
    for moment in told:
        version, item = moment.entry.version, moment.item
        if version <= until or isinstance(item, Cut):
            continue
        if (each := declared.get(version)) is not None:
            until = each.over
            if each.unsure and each.stands:
                raise NotSaid(f"the declaration at version {version}: {each.unsure}")
            if (each.ruling is not None and not each.unsure) or each.stands:
                step = _declaration(each)
                if begun and "attack" not in step:
                    yield {"combat": "again"}
                begun = begun and not each.stands
                yield step
            continue
        if moment.taken_back_by is not None:
            continue
        if dealing and not isinstance(item, d.PriorityReceived | g.CombatDamageStepBegan | t.StepBegan | t.CombatEnded):
            continue  # what combat damage results in
        dealing = isinstance(item, g.CombatDamageDealt)
        if isinstance(item, t.CombatBegan):
            combats += 1
            begun = True
            if combats > 1:
                begun = False
                yield {"combat": "again"}
            continue
        facts = list(_fact(moment, item))
        if facts and begun:
            begun = False
            yield {"combat": "again"}
        yield from facts
    if begun:
        yield {"combat": "again"}


def _declaration(each: Tried) -> Step:
    step: Step
    match each.command:
        case DeclareAttackers() as command:
            # Where the procedure didn't come to what is attacked, that has no bearing on the ruling.
            other = next(player for player in each.before.board.players if player != each.before.board.active)
            step = {"attack": {attacker: target or other for attacker, target in command.attackers.items()}}
            if command.bands:
                step["bands"] = [list(band) for band in command.bands]
            if command.optional_costs:
                step["optional_costs"] = {
                    creature: [{"enlist": cost.creature} if isinstance(cost, Enlist) else cost for cost in costs]
                    for creature, costs in command.optional_costs.items()
                }
        case DeclareBlockers() as command:
            step = {"block": {blocker: list(attackers) for blocker, attackers in command.blocks.items()}}
            if command.by is not None:
                step["by"] = command.by
        case AssignCombatDamage() as command:
            step = {"assign": {creature: dict(amounts) for creature, amounts in command.assignment.items()}}
            if command.by is not None:
                step["by"] = command.by
    if not isinstance(each.command, AssignCombatDamage):
        if each.command.mana_abilities:
            step["mana_abilities"] = [_mana_ability(activated) for activated in each.command.mana_abilities]
        if isinstance(paid := each.command.pay, Offer):
            step["pay"] = _offer(paid)
        elif paid is False:
            step["pay"] = False
    if each.ruling is None:
        return step | {"expect": "legal"}
    return step | {"expect": each.ruling.verdict} | ({"rule": each.ruling.rule} if each.ruling.rule else {})


def _mana_ability(activated: d.ManaAbilityActivated) -> Step:
    told: Step = {"source": activated.source, "adds": activated.adds}
    told |= {"taps": activated.taps_source, "sacrifices": activated.sacrifices_source}
    told |= {"keep": True} if activated.keep else {}
    told |= {"did": list(activated.did)} if activated.did else {}
    return told | ({"spent_on": activated.spent_on} if activated.spent_on is not None else {})


def _offer(offer: Offer) -> Step:
    told = {field.name.rstrip("_"): getattr(offer, field.name) for field in fields(offer)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in told.items() if value}


def _fact(moment: TimelineEntry, item: Any) -> Iterator[Step]:
    """What a fact is as a step; nothing for what follows from other steps by itself."""
    match item:
        case g.CombatDamageDealt():
            yield {"deals": True}
        case t.StepBegan(step="end of combat"):
            yield {"end_of_combat": True}
        case t.CombatEnded():
            yield {"after_combat": True}
        case d.DamageOrderAnnounced():
            yield {"order": {creature: list(order) for creature, order in item.orders.items()}}
        case d.BecameBlocked(by_effect=True):
            yield from ({"becomes_blocked": attacker} for attacker in item.attackers)
        case d.RemovedFromCombat(reason="an effect said so"):
            yield {"removed_from_combat": item.id}
        case d.StoppedBlocking():
            yield {"stops_blocking": {item.blocker: item.attacker}}
        case d.BlockCaused():
            yield {"blocks": {item.blocker: item.attacker}}
        case d.StatedAttacking():
            yield {"states_attacking": {item.creature: item.target}}
        case d.BecameBlocked() | d.BecameUnblocked():
            pass
        case t.PermanentTapped():
            yield {"changes": {"id": item.id, "tapped": True}}
        case t.PermanentUntapped():
            yield {"changes": {"id": item.id, "tapped": False}}
        case t.ControllerChanged():
            yield {"changes": {"id": item.id, "controller": item.controller}}
        case t.AttachmentChanged():
            yield {"changes": {"id": item.id, "attached_to": item.attached_to}}
        case t.CharacteristicsChanged():
            yield {"changes": _changes(moment.after.board, item)}
        case t.PermanentEntered():
            yield {"enters": _permanent(moment.after.board.permanents[item.id], now=True)}
        case t.PermanentLeft():
            yield {"leaves": item.id}
        case t.PermanentPhasedOut():
            yield {"phases_out": item.id}
        case t.EffectBegan():
            yield {"effect": _effect(item.effect, moment.after)}
        case t.FactsStated():
            stated = {"designations": {item.about: list(item.designations)}} if item.designations is not None else {}
            yield {"states": stated | ({"facts": {item.about: dict(item.facts)}} if item.facts else {})}
        case _ if not isinstance(item, SAID_BY_WHAT_COMES_BEFORE):
            raise NotSaid(f"{type(item).__name__} at version {moment.entry.version}")


def _changes(board: Board, item: t.CharacteristicsChanged) -> Step:
    told: Step = {"id": item.id}
    for name, value in item:
        if value is None or name in ("type", "id"):
            continue
        if name == "types":
            told |= {"supertypes": [], "types": [], "subtypes": [], **_type_line(value)}
        elif name == "abilities":
            told["text"] = _text(board.permanents[item.id])
        else:
            told[name] = list(value) if isinstance(value, tuple) else value
    return told


# --- the board -----------------------------------------------------------------------------------------------------------


def _case(id: str, state: State, steps: list[Step]) -> Case:
    board = state.board
    if board.players != board.seats:
        raise NotSaid(f"that {', '.join(set(board.seats) - set(board.players))} left the game")
    in_order = sorted(board.permanents.values(), key=lambda permanent: permanent.timestamp)
    before: list[Step] = []
    for permanent in in_order:
        if not permanent.continuously_controlled and not permanent.entered_this_turn:
            before.append({"changes": {"id": permanent.id, "summoning_sick": True}})
        if permanent.phased_out:
            before.append({"phases_out": permanent.id})
    document: Step = {
        "id": id,
        "rules": board.edition.isoformat() if board.edition is not None else None,
        "players": list(board.players),
        "active": board.active,
        "life": dict(board.life),
        "hand": {player: number for player, number in board.hand.items() if number},
        "graveyard": {player: number for player, number in board.graveyard.items() if number},
        "poison": {player: number for player, number in board.poison.items() if number},
        "mana": dict(board.mana),
        "battlefield": [_permanent(permanent) for permanent in in_order],
        "designations": {about: sorted(each) for about, each in board.designations.items()},
        "facts": _facts(board),
        "effects": [_effect(timed.effect, state) for timed in board.effects.values()],
        "steps": [*before, *steps],
    }
    document = {name: value for name, value in document.items() if value or name in ("battlefield", "steps")}
    try:
        return Case.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        raise NotSaid(f"{'.'.join(map(str, first['loc']))}: {first['input']!r}") from None


def _facts(board: Board) -> dict[str, dict[str, bool | int]]:
    told: dict[str, dict[str, bool | int]] = {}
    for (about, fact), answer in board.facts.items():
        told.setdefault(about, {})[fact] = answer
    return told


def _permanent(permanent: Permanent, now: bool = False) -> Step:
    told: Step = {"id": permanent.id, "controller": permanent.controller}
    told |= {"owner": permanent.owner} if permanent.owner != permanent.controller else {}
    told |= {"name": permanent.name} if permanent.name else {}
    told |= {"types": []} | _type_line(sorted(permanent.types))
    told |= {"colors": sorted(permanent.colors)} if permanent.colors else {}
    for name in ("mana_value", "power", "toughness", "marked"):
        told |= {name: value} if (value := getattr(permanent, name)) else {}
    for name in ("loyalty", "defense", "protector", "attached_to"):
        told |= {name: value} if (value := getattr(permanent, name)) is not None else {}
    told |= {"counters": dict(permanent.counters)} if permanent.counters else {}
    told |= {name: True for name in ("tapped", "token") if getattr(permanent, name)}
    if now != (not permanent.continuously_controlled):
        told["summoning_sick"] = not permanent.continuously_controlled
    if not now and not permanent.continuously_controlled and not permanent.entered_this_turn:
        del told["summoning_sick"]  # it didn't come this turn: a step says so
    if permanent.abilities:
        told["text"] = _text(permanent)
    return told


def _type_line(words: Iterable[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {"supertypes": [], "types": [], "subtypes": []}
    for word in words:
        parts["supertypes" if word in SUPERTYPES else "types" if word in CARD_TYPES else "subtypes"].append(word)
    return {name: told for name, told in parts.items() if told}


def _text(permanent: Permanent) -> str:
    """Rules text that is read as these abilities: their own lines, or else sentences that say the same."""
    types = tuple(sorted(permanent.types))

    def said(lines: Callable[[], Iterable[str]]) -> str | None:
        try:
            text = "\n".join(lines())
            return text if _alike(abilities(text, permanent.name, types), permanent.abilities) else None
        except DeclarantError:
            return None

    found = said(lambda: dict.fromkeys(ability.text for ability in permanent.abilities))  # a line may be several abilities
    if found is None:
        found = said(lambda: [ability.text for ability in permanent.abilities])
    if found is None:
        found = said(lambda: [render(ability) for ability in permanent.abilities])
    if found is None:
        raise NotSaid(f"the abilities of {permanent.id}: {'; '.join(ability.text for ability in permanent.abilities)}")
    return found


def _effect(effect: a.Effect, state: State) -> Step:
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


# --- played again --------------------------------------------------------------------------------------------------------


def _check(case: Case, state: State) -> None:
    """Raise NotSaid unless the case comes to the same state, as far as anything in it can be ruled by."""
    try:
        *_, last = moments(case)
    except InvalidInput as error:
        raise NotSaid(str(error)) from None
    wanted, found = _comparable(state), _comparable(last.game.state)
    for step in judge(case).steps:
        if step.agrees is False:
            differs = step.differences[0]
            raise NotSaid(f"step {step.step}: its {differs.field} is {differs.found}, and was {differs.expected}")
    for name, value in wanted.items():
        if found[name] != value:
            was, came = _differing(value, found[name])
            raise NotSaid(f"{name}: {was} here, {came} where the case comes to")


def _differing(wanted: Any, found: Any) -> tuple[Any, Any]:
    """Where two values differ, as closely as it can be told."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for key in dict.fromkeys((*wanted, *found)):
            if wanted.get(key) != found.get(key):
                inner = _differing(wanted.get(key), found.get(key))
                return f"{key}: {inner[0]}", f"{key}: {inner[1]}"
    return wanted, found


OF_NO_BEARING = {
    "board": ("turn", "clock", "mana_at_start", "assumed", "effects", "permanents", "step", "regenerated", "prevented"),
    "combat": (
        "attackers_of_last_turn",
        "targets_of_last_turn",
        "damage_this_turn",
        "lost_life_this_turn",
        "changed_control_this_turn",
        "turn_of",
        "triggered_this_turn",
    ),
    "permanent": ("timestamp", "counters_since", "exerted_by", "abilities"),
}
"""What isn't compared field by field: numbers that only order things (their order is compared), what only later turns ask for
(who exerted it, what a player can produce in a new turn), and what is compared in another way below."""


def _comparable(state: State) -> dict[str, Any]:
    """What a state is made of, without what depends on how and when it came about."""
    board, combat = state.board, state.combat
    told: dict[str, Any] = {
        field.name: getattr(board, field.name) for field in fields(board) if field.name not in OF_NO_BEARING["board"]
    }
    told |= {field.name: getattr(combat, field.name) for field in fields(combat) if field.name not in OF_NO_BEARING["combat"]}
    if combat.damage is not None and combat.damage.dealt:
        del told["priority_due"]  # a game goes on to it with whatever comes next
    for zone, permanents in (("permanents", board.permanents), ("departed", board.departed)):
        told[zone] = {id: _as_it_is(each) for id, each in permanents.items()}
    names = {id: f"effect {number}" for number, id in enumerate(board.effects)}
    told["effects"] = [_effect_said(timed.effect) for timed in board.effects.values()]
    told["triggered this turn"] = {(source, text) for source, text in combat.triggered_this_turn}
    told["shields"] = {names[id]: amount for id, amount in board.prevented.items()}
    told["regenerated"] = {(names[id], permanent) for id, permanent in board.regenerated}
    told["turn on record"] = combat.turn_of == board.active
    stamps = [(permanent.timestamp, id) for id, permanent in board.permanents.items()]
    stamps += [(timed.timestamp, names[id]) for id, timed in board.effects.items()]
    stamps += [
        (since, f"{kind} counters of {id}")
        for id, permanent in board.permanents.items()
        for kind, since in permanent.counters_since.items()
        if kind.lower() in KEYWORD_COUNTERS
    ]
    told["order of timestamps"] = [what for _, what in sorted(stamps)]
    asked = json.dumps([*map(str, told["permanents"].values()), *map(str, told["effects"])])
    if "'zone':" not in asked:
        del told["cards"]  # of those elsewhere nothing asks
    if "last turn" in asked:
        told["who attacked in each player's last turn"] = combat.attackers_of_last_turn
        told["what was attacked in each player's last turn"] = combat.targets_of_last_turn
    if "this turn" in asked:
        told["damage this turn"], told["who lost life this turn"] = combat.damage_this_turn, combat.lost_life_this_turn
        told["what came under another player's control this turn"] = combat.changed_control_this_turn
    return told


def _as_it_is(permanent: Permanent) -> dict[str, Any]:
    """What a permanent is, or was as it left."""
    told = {f.name: getattr(permanent, f.name) for f in fields(permanent) if f.name not in OF_NO_BEARING["permanent"]}
    return told | {"abilities": [_said(ability) for ability in permanent.abilities]}


def _alike(some: Iterable[a.Ability], others: Iterable[a.Ability]) -> bool:
    return [_said(each) for each in some] == [_said(each) for each in others]


def _said(ability: a.Ability) -> Any:
    """An ability without the words that it is said in."""
    return _without_text(ability.model_dump())


def _effect_said(effect: a.Effect) -> Any:
    return _without_text(effect.model_dump(exclude={"id", "source"}))


def _without_text(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _without_text(value) for name, value in data.items() if name != "text"}
    return [_without_text(each) for each in data] if isinstance(data, list | tuple) else data
