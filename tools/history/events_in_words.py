"""What happened, in words: a sentence for each kind of event, and values as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from string import Formatter
from typing import Any

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events import stack as s
from ...events.abilities import Effect
from ...events.model import Model
from ...events.types import type_line
from ...handlers.rulebook.concepts import Concept
from ...projections.board import Permanent, TimedEffect
from ...projections.combat import Attack, CombatDamageStep
from ...projections.pending import PendingDeclaration
from .replay import StateChange

SENTENCES: dict[type[Model], str] = {
    t.GameStarted: "a game of {players} starts under the rules of {edition}{details}",
    t.GameEnded: "the game is over{details}",
    t.TurnBegan: "turn {number} begins: {player} is the active player",
    t.CombatBegan: "a combat phase begins",
    t.CombatEnded: "the combat phase ends",
    t.StepBegan: "step: {step}",
    t.PermanentEntered: "{id} enters the battlefield under {controller}'s control",
    t.PermanentLeft: "{id} leaves the battlefield",
    t.PermanentPhasedOut: "{id} phases out",
    t.PermanentPhasedIn: "{id} phases in",
    t.CharacteristicsChanged: "{id} changes{details}",
    t.ControllerChanged: "{controller} gains control of {id}",
    t.ProtectorChanged: "{protector} becomes the protector of {id}",
    t.AttachmentChanged: "{id} is now attached to {attached_to}",
    t.ContinuousControlChanged: "{id} continuously controlled since the turn began: {continuously_controlled}",
    t.PermanentTapped: "{id} becomes tapped",
    t.PermanentUntapped: "{id} becomes untapped",
    t.EffectBegan: "an effect begins: {effect}",
    t.EffectEnded: "an effect ends: {id}",
    t.ExertionEnded: "{id} is no longer exerted",
    t.PlayerTotalsChanged: "{player}'s totals change{details}",
    t.FactsStated: "it is stated of {about}: {details}",
    t.ManaAvailable: "{player} can produce {mana} from now on",
    t.DamageDealt: "{source} deals {amount} damage to {target}{details}",
    t.LifeChanged: "the record states {player}'s life: {change}{details}",
    t.SpellCast: "{player} casts {name}{details}",
    t.RecordInterrupted: "the record leaves something out: {reason}",
    t.RecordResumed: "the record states the whole board again",
    r.GameDescribed: "the record is {owner}'s{details}",
    r.OpeningHandKept: "{player} keeps a hand{details}",
    r.DeclarationAsked: "{player} is asked to declare: {action}",
    r.RankTold: "{player}'s rank is now {rank}",
    d.AttackersDeclared: "{player} declares attackers: {attackers}",
    d.AttackTargetsAnnounced: "they attack: {targets}",
    d.BlockersDeclared: "{player} declares blockers: {blocks}",
    d.RestrictionsChecked: "no restriction is disobeyed ({in_force} in force)",
    d.RequirementsChecked: "as many requirements are obeyed as can be: {obeyed} of {in_force}",
    d.BandsAnnounced: "bands: {bands}",
    d.AttackersTapped: "attacking taps {attackers}",
    d.OptionalCostsChosen: "optional costs are chosen{details}",
    d.DeclarationStood: "the game went on with a declaration of {player} ({reason})",
    d.CostsLocked: "{player}'s total cost is locked in: {total}",
    d.ManaAbilityActivated: "{player} activates a mana ability of {source}: {adds}{details}",
    d.CostsPaid: "{player} pays the total{details}",
    d.BecameAttacking: "these are attacking now: {attackers}",
    d.BecameBlocking: "these are blocking now: {blockers}",
    d.BecameBlocked: "blocked now: {attackers}{details}",
    d.BecameUnblocked: "unblocked now: {attackers}",
    d.AbilityTriggered: "an ability of {source} triggers: {ability}{details}",
    d.TriggersPutOnStack: "triggered abilities go on the stack: {number}",
    d.PriorityReceived: "{player} gets priority",
    d.DamageOrderAnnounced: "damage assignment orders are announced: {orders}",
    d.RemovedFromCombat: "{id} is removed from combat: {reason}{details}",
    d.StoppedBlocking: "{blocker} stops blocking {attacker}",
    d.BlockCaused: "an effect makes {blocker} block {attacker}",
    d.PutOntoBattlefieldAttacking: "{creature} entered attacking {target}",
    d.StatedAttacking: "an effect states that {creature} is attacking {target}",
    d.PutOntoBattlefieldBlocking: "{creature} entered blocking {attacker}",
    d.NeverEnteredCombat: "{creature} doesn't take part in combat: {reason}",
    d.AttackReselected: "{creature} attacks {target} from now on",
    d.StepsSkipped: "nothing attacks: the declare blockers and combat damage steps are skipped",
    g.CombatDamageStepBegan: "a combat damage step begins; combat damage is assigned by {assigning}{details}",
    g.CombatDamageAnnounced: "{player} announces combat damage: {assignment}",
    g.CombatDamageAssigned: "{player} assigns combat damage: {assignment}",
    g.CombatDamagePutOnStack: "combat damage goes on the stack",
    g.CombatDamageDealt: "combat damage is dealt{details}",
    g.StateBasedActionsPerformed: "state-based actions: {actions}",
    g.PermanentRegenerated: "{id} regenerates",
    g.DamageRemoved: "the damage marked on {id} is removed",
    g.PlayerLost: "{player} loses the game",
    g.DamageWoreOff: "damage wears off",
    s.TriggersOrdered: "{player} orders abilities on the stack: {order}",
    s.ModesChosen: "modes are chosen for ability {number} on the stack: {modes}",
    s.CardNamed: "a card in the {zone} is named{details}",
    s.CardMoved: "the card {id} goes to: {to}{details}",
    s.PlayerCountersChanged: "counters of {player} change: {counters}",
    s.CombatAdded: "another combat phase follows",
    s.ExtraTurnAdded: "{player} takes an extra turn after this one",
    s.SkipAdded: "{player} is to skip the next {what}",
    s.Skipped: "{player} skips a {what}",
    s.DoneOnceThisTurn: "{source} does this no more this turn",
    s.CoinsFlipped: "{player} flips coins: {won}",
    s.DiceRolled: "{player} rolls dice with {sides} sides: {results}",
    s.ExiledWith: "exiled with {source}: {cards}{details}",
    s.OtherFaceTold: "the other side of {id} is stated{details}",
    s.Transformed: "{id} is turned to its other face",
    s.BecameCopy: "{id} becomes a copy, or is itself again",
    s.CardsDrawnOrDiscarded: "{player} {what}s {number}",
    s.TargetsChosen: "targets are chosen for ability {number} on the stack: {targets}",
    s.AbilityResolved: "an ability of {source} resolves: {ability}{details}",
    s.AbilityDidntResolve: "an ability of {source} does nothing ({why}): {ability}",
    s.AbilityNotCarriedOut: "an ability of {source} isn't carried out ({why}): {ability}",
    s.DelayedAbilityCreated: "an ability of {source} waits for its time: {ability}",
    s.CountersChanged: "counters on {id} change: {counters}",
    s.PoisonGiven: "{player} gets poison counters: {number}",
    s.AbilityDamageDealt: "an ability deals damage{details}",
}
"""`{details}` stands for the fields that the sentence doesn't name and that aren't at their defaults."""

_ACTIONS: dict[str, str] = {
    Concept.SBA_LIBRARY: "attempted to draw from a library with no cards in it",
    Concept.SBA_LIFE: "has 0 or less life",
    Concept.SBA_POISON: "has ten or more poison counters",
    Concept.SBA_TOUGHNESS: "has toughness 0 or less",
    Concept.SBA_LETHAL: "has lethal damage",
    Concept.SBA_DEATHTOUCH: "was dealt damage by a source with deathtouch",
    Concept.SBA_LOYALTY: "has loyalty 0",
    Concept.SBA_DEFENSE: "has defense 0",
    Concept.SBA_COUNTERS: "has +1/+1 and -1/-1 counters, which cancel",
    Concept.SBA_AURA: "is attached to nothing any more",
    Concept.SBA_UNATTACHED: "becomes unattached",
    Concept.REGENERATE: "would be destroyed",
}
"""State-based actions, by their rule concepts."""

_WORD = re.compile(r"(?<!^)(?=[A-Z])")
_LEFT_OUT = {"type", "concept", "number", "controller", "does", "condition", "occasions"}


def event_in_words(event: Model) -> str:
    """An event as a sentence; one that has no sentence of its own by its name, with all that it states."""
    sentence = SENTENCES.get(type(event)) or f"{_WORD.sub(' ', type(event).__name__).lower()}{{details}}"
    named = {name for _, name, _, _ in Formatter().parse(sentence) if name} | _LEFT_OUT
    details = ", ".join(f"{name.replace('_', ' ').strip()} {value}" for name, value in _stated(event, named))
    values = {name: assignment_in_words(value) if name == "assignment" else in_words(value) for name, value in event}
    return sentence.format_map(values | {"details": f" ({details})" if details else ""})


def assignment_in_words(assignment: Mapping[str, Mapping[str, int]]) -> str:
    """Combat damage as people say it: a1: 2 to b1, 3 to Bob."""
    said = (
        f"{source}: {', '.join(f'{amount} to {recipient}' for recipient, amount in amounts.items()) or 'none'}"
        for source, amounts in assignment.items()
    )
    return "; ".join(said) or "nothing"


def declared_in_words(declared: Mapping[str, Any]) -> str:
    """A declaration, or an assignment of combat damage, as people say it."""
    if any(isinstance(amounts, Mapping) for amounts in declared.values()):
        return assignment_in_words(declared)
    return in_words(declared) if declared else "no creature"


def taken_back_in_words(first: int, last: int) -> str:
    """What a cut did that took back the entries from `first` to `last`, which is less than `first` if there were none."""
    back = f"the log is back at version {first - 1}"
    if last < first:
        return back
    entries = f"entry {first} stays" if first == last else f"entries {first}–{last} stay"
    return f"{back}; {entries} in the journal"


def change_in_words(change: StateChange) -> str:
    """A change of the state."""
    place = ".".join(change.path[1:])
    match change.kind:
        case "added":
            return f"+ {place}: {in_words(change.after)}"
        case "removed":
            return f"- {place}: {in_words(change.before)}"
        case "changed":
            return f"{place}: {in_words(change.before)} → {in_words(change.after)}"


def in_words(value: object) -> str:
    """A value of the models or of the projections, on one line."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{key} → {in_words(item)}" for key, item in value.items()) or "nothing"
        case set() | frozenset():
            return in_words(sorted(value))
        case Permanent():
            return _permanent(value)
        case Attack():
            return f"attacks {in_words(value.target)}"
        case TimedEffect():
            return in_words(value.effect)
        case PendingDeclaration():
            return f"{value.player}'s {value.action}: {in_words(dict(value.targets or value.blocks) or value.attackers)}"
        case CombatDamageStep():
            assigned = "; ".join(f"{id} assigns {in_words(to)}" for id, to in value.assignment.items())
            dealt = "dealt" if value.dealt else "on the stack" if value.on_stack else "not dealt yet"
            return ", ".join(filter(None, ["first-strike damage" if value.first_strike else "", assigned, dealt]))
        case list() | tuple():  # after those above that are tuples with names
            return ", ".join(map(_member, value)) or "nothing"
        case Effect():
            return f"{value.text} ({value.controller}'s, {value.duration})"
        case g.Damage():
            prevented = f", {value.prevented} prevented" if value.prevented else ""
            assigned = f" of {value.assigned} assigned" if value.assigned != value.dealt else ""
            return f"{value.source} {value.dealt}{assigned} to {value.recipient}{prevented}"
        case g.LifeGained():
            return f"{value.player} {value.amount} by {value.source}"
        case g.StateBasedAction():
            instead = ", but regenerates" if value.regenerates is not None else ""
            instead = instead if value.destroys is None else f", but {value.destroys} is destroyed instead"
            return f"{value.id} {_ACTIONS[value.concept]}{instead}"
        case Model():
            text = getattr(value, "text", "")
            return text or getattr(value, "keyword", "") or ", ".join(f"{name} {item}" for name, item in _stated(value, set()))
        case _ if is_dataclass(value):
            return ", ".join(f"{field.name} {in_words(getattr(value, field.name))}" for field in fields(value))
    return str(value)


def _member(value: object) -> str:
    """An element of a list, which may be a group: a band, say."""
    return " + ".join(map(in_words, value)) if isinstance(value, tuple) else in_words(value)


def _stated(model: Model, left_out: set[str]) -> list[tuple[str, str]]:
    return [
        (name, in_words(value))
        for name, value in model
        if name not in left_out and value != type(model).model_fields[name].get_default(call_default_factory=True)
    ]


def _permanent(permanent: Permanent) -> str:
    parts = [permanent.name, type_line(permanent.types)]
    if "Creature" in permanent.types:
        parts.append(permanent.size)
    parts += [f"{number} {kind}" for kind, number in permanent.counters.items()]
    return ", ".join(filter(None, [*parts, *map(in_words, permanent.abilities)]))
