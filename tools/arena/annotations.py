"""Which annotations of MTG Arena's messages are read, and which have no bearing, and why. Others are stated as unknown."""

from __future__ import annotations

from collections.abc import Iterator

from .messages import GameStateMessage

_PREFIX = "AnnotationType_"
_OF_OBJECTS = "each message states the objects as they are after it"
_OF_STACK = "spells and abilities aren't followed to where they resolve: what they brought about is said of the objects"
_OF_CLIENT = "it is for showing or prompting"

READ = frozenset(
    _PREFIX + name
    for name in (
        *("ZoneTransfer", "DamageDealt", "ModifiedLife", "ObjectIdChanged", "Attachment", "Counter", "Qualification"),
        *("ReplacementEffect", "ModifiedPower", "ModifiedToughness"),
        *("AbilityInstanceCreated", "ResolutionStart", "TargetSpec", "UserActionTaken"),
    )
)
"""Types of annotations that say something that is used."""

WITHOUT_BEARING = {
    _PREFIX + name: why
    for why, names in {
        _OF_OBJECTS: "TappedUntappedPermanent ModifiedType ModifiedColor "
        "PowerToughnessModCreated AddAbility RemoveAbility CounterAdded CounterRemoved TokenCreated "
        "TokenDeleted AttachmentCreated TurnPermanent FaceDown CopiedObject TemporaryPermanent "
        "RemoveAttachment ControllerChanged ModifiedName ModifiedCost LayeredEffect LayeredEffectCreated "
        "LayeredEffectDestroyed EnteredZoneThisTurn DamagedThisTurn",
        "turn, phase and step are stated by each message": "PhaseOrStepModified NewTurnStarted SkipTurn",
        _OF_STACK: "ResolutionComplete AbilityInstanceDeleted TriggeringObject "
        "CastingTimeOption DelayedTriggerAffectees MultistepEffectStarted MultistepEffectComplete ChoiceResult ObjectsSelected "
        "LinkInfo LinkedDamage DisqualifiedEffect ReplacementEffectApplied AbilityExhausted SyntheticEvent "
        "LoyaltyActivationsRemaining Vote DieRoll CoinFlip",
        "who may pay what was settled when the declaration was made": "ManaPaid ColorProduction ManaDetails",
        _OF_CLIENT: "PlayerSelectingTargets PlayerSubmittedTargets ShouldntPlay DisplayCardUnderCard "
        "PredictedDirectDamage AbilityWordActive RevealedCardCreated RevealedCardDeleted CardRevealed "
        "InstanceRevealedToOpponent Scry Shuffle MiscContinuousEffect",
        "texts that depend on one are left to what Arena says of declarations (qualifications)": "Designation GainDesignation "
        "LoseDesignation DungeonStatus",
        "the end of the game is stated by the state of the match": "LossOfGame WinTheGame",
    }.items()
    for name in names.split()
}
"""Type of annotation → why nothing is taken from it."""

QUALIFICATIONS_WITHOUT_BEARING = frozenset((1, 21, 25, 47))
"""Numbers of qualifications that came up in real games, in which what Arena offered was the same without them."""


def unknown(message: GameStateMessage, meanings: frozenset[int]) -> Iterator[str]:
    """What of a message's annotations is in neither list. `meanings`: the numbers of the qualifications that are read."""
    for annotation in (*message.annotations, *message.persistent_annotations):
        for kind in annotation.type:
            if kind not in READ and kind not in WITHOUT_BEARING:
                yield f"annotations of the type {kind[:80]!r}"
        number = annotation.number("QualificationType")
        if number is not None and number not in meanings and number not in QUALIFICATIONS_WITHOUT_BEARING:
            yield f"qualifications of the number {number}"
