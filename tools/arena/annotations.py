"""Which annotations of MTG Arena's messages are read, and which have no bearing, and why. Others mark the game.

The lists are of all that the protocol's public descriptions and real logs name, as far as it is known what that means.
"""

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
        "LayeredEffectDestroyed LayeredEffectDeleted EnteredZoneThisTurn DamagedThisTurn CreateAttachment DynamicAbility "
        "ClassLevel SwitchPowerToughness SuppressedPowerAndToughness TokenImmediatelyDied CopyException",
        "the damage that is dealt is stated": "DamageSource",
        "turn, phase and step are stated by each message": "PhaseOrStepModified NewTurnStarted SkipTurn",
        _OF_STACK: "ResolutionComplete AbilityInstanceDeleted TriggeringObject "
        "CastingTimeOption DelayedTriggerAffectees MultistepEffectStarted MultistepEffectComplete ChoiceResult ObjectsSelected "
        "LinkInfo LinkedDamage DisqualifiedEffect ReplacementEffectApplied AbilityExhausted SyntheticEvent "
        "LoyaltyActivationsRemaining BoonInfo Vote DieRoll CoinFlip Haunt SuspendLike",
        "who may pay what was settled when the declaration was made": "ManaPaid ColorProduction ManaDetails UseOrCostsManaCost",
        _OF_CLIENT: "PlayerSelectingTargets PlayerSubmittedTargets ShouldntPlay DisplayCardUnderCard "
        "PredictedDirectDamage AbilityWordActive RevealedCardCreated RevealedCardDeleted CardRevealed "
        "InstanceRevealedToOpponent Scry Shuffle MiscContinuousEffect RemainingSelections SupplementalText PendingEffect "
        "ReferencedObjects ReferencedCardNames ChoosingAttachments GamewideHistoryCount GroupedIds ObjectsToDistinguish "
        "HiddenInformation LoopCount",
        "texts that depend on one are left to what Arena says of declarations (qualifications)": "Designation GainDesignation "
        "LoseDesignation DungeonStatus CrewedThisTurn SaddledThisTurn",
        "the end of the game is stated by the state of the match": "LossOfGame WinTheGame",
    }.items()
    for name in names.split()
}
"""Type of annotation → why nothing is taken from it."""

QUALIFICATIONS_WITHOUT_BEARING = frozenset((1, 21, 25, 47))
"""Numbers of qualifications that came up in real games, in which what Arena offered was the same without them."""


DAMAGE = frozenset(range(1, 4))
"""Kinds of damage that are known, by Arena's number."""
KEYS = {
    _PREFIX + kind: frozenset(keys.split())
    for kind, keys in {
        "ZoneTransfer": "zone_src zone_dest category",
        "DamageDealt": "damage type markDamage",
        "ModifiedLife": "life",
        "ObjectIdChanged": "orig_id new_id",
        "Attachment": "",
        "Counter": "count counter_type",
    }.items()
}
"""Type of annotation of which a ruling depends on what is read → the keys of its details that are read, or number or name what
is stated elsewhere."""


def unknown(message: GameStateMessage) -> Iterator[str]:
    """What of a message's annotations is in neither list."""
    for annotation in (*message.annotations, *message.persistent_annotations):
        for kind in annotation.type:
            if kind not in READ and kind not in WITHOUT_BEARING:
                yield f"annotations of the type {kind[:80]!r}"
        if KEYS.keys() >= {*annotation.type}:
            known = {key for kind in annotation.type for key in KEYS[kind]}
            for detail in annotation.details:
                if detail.key not in known:
                    yield f"details {detail.key[:80]!r} of annotations of the type {', '.join(annotation.type)[:80]!r}"
        if "AnnotationType_DamageDealt" in annotation.type and (kind_of_damage := annotation.number("type") or 0) not in DAMAGE:
            yield f"numbers {kind_of_damage} of the type of annotations of the type 'AnnotationType_DamageDealt'"


def unknown_qualifications(message: GameStateMessage, meanings: frozenset[int]) -> Iterator[str]:
    """The qualifications of a message in neither list: they count as unknown abilities. `meanings`: the numbers that are read."""
    for annotation in (*message.annotations, *message.persistent_annotations):
        number = annotation.number("QualificationType")
        if number is not None and number not in meanings and number not in QUALIFICATIONS_WITHOUT_BEARING:
            yield f"qualifications of the number {number}"
