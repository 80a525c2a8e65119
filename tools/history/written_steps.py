"""What happened in a game as the steps of a case, as a case file writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events.journal.cuts import Cut
from ...handlers.best_play.case_steps import offer_of, step_of
from ...handlers.procedure.commands import AssignCombatDamage, DeclareAttackers, DeclareBlockers, Offer, Payment
from ...projections.timeline import TimelineEntry
from .recorded_games import Tried
from .written_board import NotSaid, Written, text_of, written_effects, written_permanent, written_type_line

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
    g.PermanentRegenerated,
    g.DamageRemoved,
)
"""Events that are no steps: they follow from steps, or their results are events of their own.

That this is so is checked as the case is played again."""

_BY_STATE_BASED_ACTIONS = (
    t.PermanentLeft,
    t.AttachmentChanged,
    t.ControllerChanged,
    d.AbilityTriggered,
    d.RemovedFromCombat,
    t.DesignationTaken,
    t.PlayerLeft,
    g.PlayerLost,
)
"""What state-based actions and leaving the game result in, and what follows at once."""


def steps_of(moments: list[TimelineEntry], declared: Mapping[int, Tried], left_out: list[str] | None = None) -> Iterator[Written]:
    """What happened, as the steps of a case. `declared`: declarations by the versions where they begin.

    `left_out`: of a record, what a case can't say is named there; else it raises NotSaid.
    """
    until, dealing, settling, combats, begun = 0, False, False, 0, False
    for moment in moments:
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
        if settling and isinstance(item, _BY_STATE_BASED_ACTIONS):
            continue
        settling = isinstance(item, g.StateBasedActionsPerformed | t.PlayerLeft)
        if isinstance(item, t.CombatBegan):
            combats += 1
            begun = True
            if combats > 1:
                begun = False
                yield {"combat": "again"}
            continue
        facts = list(_happened(moment, left_out))
        if facts and begun:
            begun = False
            yield {"combat": "again"}
        yield from facts
    if begun:
        yield {"combat": "again"}


def _declaration(each: Tried) -> Written:
    """A declaration or an announcement of damage, with the ruling that it got."""
    command = each.command
    step = step_of(command)
    if isinstance(command, DeclareAttackers):
        # Where the procedure didn't come to what is attacked, that has no bearing on the ruling.
        board = each.before.board
        other = next(player for player in board.players if player not in board.team_of(board.active or ""))
        step["attack"] = {attacker: target or other for attacker, target in command.attackers.items()}
    if isinstance(command, DeclareBlockers) and command.by is not None:
        step["by"] = command.by
    if not isinstance(command, AssignCombatDamage):
        if command.mana_abilities:
            step["mana_abilities"] = [_mana_ability(activated) for activated in command.mana_abilities]
        paid = _payment(command.pay)
        step |= {"pay": paid} if paid is not True else {}
        if command.pays:
            step["pays"] = {player: _payment(payment) for player, payment in command.pays.items()}
    if each.ruling is None:
        return step | {"expect": "legal"}
    return step | {"expect": each.ruling.verdict} | ({"rule": each.ruling.rule} if each.ruling.rule else {})


def _mana_ability(activated: d.ManaAbilityActivated) -> Written:
    written: Written = {"source": activated.source, "adds": activated.adds}
    written |= {"taps": activated.taps_source, "sacrifices": activated.sacrifices_source}
    written |= {"keep": True} if activated.keep else {}
    written |= {"did": list(activated.did)} if activated.did else {}
    return written | ({"spent_on": activated.spent_on} if activated.spent_on is not None else {})


def _payment(paid: Payment) -> Written | bool:
    """What was offered; what was left for later is to come out as the total."""
    return offer_of(paid) if isinstance(paid, Offer) else paid is not False


OF_A_RECORD = (
    r.GameDescribed,
    r.OpeningHandKept,
    r.DeclarationAsked,
    r.RankTold,
    t.PlayerTotalsChanged,
    t.RecordResumed,
)
"""What a record states beside the board: no declaration depends on it but by numbers of cards and life."""


def _happened(moment: TimelineEntry, left_out: list[str] | None = None) -> Iterator[Written]:
    """What a fact is as a step; nothing for what follows from other steps by itself."""
    match item := moment.item:
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
        case t.DefendingPlayerChosen():
            yield {"defends": item.defending}
        case t.PlayerLeft(why="conceded"):
            yield {"leaves_game": item.player}
        case t.PlayerLeft(why="an effect"):
            yield {"loses": item.player}
        case t.PermanentTapped():
            yield {"changes": {"id": item.id, "tapped": True}}
        case t.PermanentUntapped():
            yield {"changes": {"id": item.id, "tapped": False}}
        case t.ControllerChanged():
            yield {"changes": {"id": item.id, "controller": item.controller}}
        case t.AttachmentChanged():
            yield {"changes": {"id": item.id, "attached_to": item.attached_to}}
        case t.CharacteristicsChanged():
            if (changes := _changes(moment, item, left_out)).keys() > {"id"}:
                yield {"changes": changes}
        case t.PermanentEntered():
            yield {"enters": written_permanent(moment.after.board.permanents[item.id], now=True, left_out=left_out)}
        case t.PermanentLeft():
            yield {"leaves": item.id} | ({"to": item.to} if item.to is not None and left_out is None else {})
        case t.PermanentPhasedOut():
            yield {"phases_out": item.id}
        case t.EffectBegan():
            yield from ({"effect": each} for each in written_effects(item.effect, moment.after, left_out))
        case t.FactsStated():
            stated = {"designations": {item.about: list(item.designations)}} if item.designations is not None else {}
            yield {"states": stated | ({"facts": {item.about: dict(item.facts)}} if item.facts else {})}
        case d.PutOntoBattlefieldAttacking(target=str(target)) if left_out is not None:
            yield {"states_attacking": {item.creature: target}}
        case d.PutOntoBattlefieldBlocking() if left_out is not None:
            yield {"blocks": {item.creature: item.attacker}}
        case _ if left_out is not None and isinstance(item, OF_A_RECORD):
            pass
        case _ if not isinstance(item, SAID_BY_WHAT_COMES_BEFORE):
            raise NotSaid(f"{type(item).__name__} at version {moment.entry.version}")


def _changes(moment: TimelineEntry, item: t.CharacteristicsChanged, left_out: list[str] | None = None) -> Written:
    permanent = moment.after.board.permanents[item.id]
    written: Written = {"id": item.id}
    for name, value in item:
        if value is None or name in ("type", "id"):
            continue
        if name == "types":
            written |= {"supertypes": [], "types": [], "subtypes": [], **written_type_line(value)}
        elif name == "unknown_abilities":
            if value == moment.before.board.permanents[item.id].unknown_abilities:
                continue
            words = f"{permanent.name or item.id}: from now on {value} unknown abilities"
            if left_out is None:
                raise NotSaid(words)
            left_out.append(words)
        elif name == "abilities":
            written["text"] = text_of(permanent, left_out)
        else:
            written[name] = list(value) if isinstance(value, tuple) else value
    return written
