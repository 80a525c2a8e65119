"""Every kind of event, by its type tag: how events are encoded for a journal and decoded from it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter

from . import damage as g
from . import declarations as d
from . import facts as t
from . import records as r
from . import stack as s
from .model import Model

Event = Annotated[
    t.GameStarted
    | t.GameEnded
    | t.PlayerLeft
    | t.DefendingPlayerChosen
    | t.TurnBegan
    | t.CombatBegan
    | t.CombatEnded
    | t.StepBegan
    | t.PermanentEntered
    | t.PermanentLeft
    | t.PermanentPhasedOut
    | t.PermanentPhasedIn
    | t.CharacteristicsChanged
    | t.ControllerChanged
    | t.ProtectorChanged
    | t.AttachmentChanged
    | t.ContinuousControlChanged
    | t.PermanentTapped
    | t.PermanentUntapped
    | t.EffectBegan
    | t.EffectEnded
    | t.ExertionEnded
    | t.PlayerTotalsChanged
    | t.ManaAvailable
    | t.FactsStated
    | t.DesignationTaken
    | t.DamageDealt
    | t.LifeChanged
    | t.SpellCast
    | t.RecordInterrupted
    | t.RecordResumed
    | r.GameDescribed
    | r.OpeningHandKept
    | r.DeclarationAsked
    | r.RankTold
    | d.AttackersDeclared
    | d.AttackTargetsAnnounced
    | d.BlockersDeclared
    | d.RestrictionsChecked
    | d.RequirementsChecked
    | d.BandsAnnounced
    | d.AttackersTapped
    | d.OptionalCostsChosen
    | d.DeclarationStood
    | d.CostsLocked
    | d.ManaAbilityActivated
    | d.CostsPaid
    | d.BecameAttacking
    | d.BecameBlocking
    | d.BecameBlocked
    | d.BecameUnblocked
    | d.AbilityTriggered
    | d.TriggersPutOnStack
    | d.PriorityReceived
    | d.DamageOrderAnnounced
    | d.RemovedFromCombat
    | d.StoppedBlocking
    | d.BlockCaused
    | d.PutOntoBattlefieldAttacking
    | d.StatedAttacking
    | d.PutOntoBattlefieldBlocking
    | d.NeverEnteredCombat
    | d.AttackReselected
    | d.StepsSkipped
    | g.CombatDamageStepBegan
    | g.CombatDamageAnnounced
    | g.CombatDamageAssigned
    | g.CombatDamagePutOnStack
    | g.CombatDamageDealt
    | g.StateBasedActionsPerformed
    | g.PermanentRegenerated
    | g.PlayerLost
    | g.DamageWoreOff
    | s.TriggersOrdered
    | s.TargetsChosen
    | s.ModesChosen
    | s.CardNamed
    | s.CardMoved
    | s.PlayerCountersChanged
    | s.CombatAdded
    | s.CoinsFlipped
    | s.DiceRolled
    | s.ExiledWith
    | s.OtherFaceTold
    | s.Transformed
    | s.CardsDrawnOrDiscarded
    | s.AbilityResolved
    | s.AbilityDidntResolve
    | s.AbilityNotCarriedOut
    | s.DelayedAbilityCreated
    | s.CountersChanged
    | s.PoisonGiven
    | s.AbilityDamageDealt,
    Field(discriminator="type"),
]

EVENT_TYPES: dict[str, type[Model]] = {
    model.__name__: model
    for module in (t, r, d, g, s)
    for model in vars(module).values()
    if isinstance(model, type) and issubclass(model, Model) and "type" in model.model_fields
}

EVENT_ADAPTER: TypeAdapter[Any] = TypeAdapter(Event, config=ConfigDict(defer_build=True))
