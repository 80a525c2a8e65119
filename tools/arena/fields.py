"""Which fields and values of MTG Arena's messages have no bearing, and why. Others that aren't read mark the game.

The list is of all that the protocol's public descriptions and real logs name, as far as it is known what that means.
"""

from __future__ import annotations

from .message_types import WITHOUT_BEARING as MESSAGES_WITHOUT_BEARING

_OF_CLIENT = "it is for showing, prompting, clocks or settings"
_OF_ARENA = "it is what Arena makes of the rules, with which rulings are compared by what may be declared"
_OF_OBJECTS = "the object is stated as it is then, whatever made it so"
_OF_HIDDEN = "it says who sees what"
_OF_STACK = "spells and abilities aren't followed to where they resolve"
_NUMBERING = "it numbers or names what is stated elsewhere"
_BEFORE = "it is settled before the game"
_PAID = "who may pay what was settled when the declaration was made"
_END = "the end of the game is stated by the results of its games"
_NEXT = "turn, phase and step are stated by each message"

WITHOUT_BEARING = {
    f"{part}.{name}": why
    for part, reasons in {
        "ServerBlock": {_NUMBERING: "transactionId requestId"},
        "ClientBlock": {_NUMBERING: "transactionId requestId timestamp clientToMatchServiceMessageType"},
        "RoomBlock": {_NUMBERING: "transactionId requestId timestamp"},
        "RoomInfo": {_NUMBERING: "players", _END: "stateType finalMatchResult", _OF_CLIENT: "playerMetrics"},
        "ReservedPlayer": {_NUMBERING: "userId sessionId teamId deckId", _OF_CLIENT: "courseId platformId connectionInfo isWotc"},
        "CombinedRank": {
            "it counts matches and seasons": "constructedSeasonOrdinal constructedMatchesWon constructedMatchesLost "
            "constructedMatchesDrawn limitedSeasonOrdinal limitedMatchesWon limitedMatchesLost limitedMatchesDrawn playerId",
        },
        "ServerMessage": {_OF_CLIENT: "prompt nonDecisionPlayerPrompt allowCancel allowUndo informationalUseOnly"},
        "Answer": {_NUMBERING: "gameStateId systemSeatId", _OF_CLIENT: "timerId"},
        "Annotation": {_OF_HIDDEN: "redactAffector redactAffected ignoreForSeatIds excludedSeatIds temporarilyExcludedSeatIds"},
        "ConnectResp": {
            _NUMBERING: "status protoVer greVersion grpVersion greChangelist grpChangelist",
            _OF_CLIENT: "settings skins",
        },
        "GameStateMessage": {
            _OF_CLIENT: "pendingMessageCount",
            _OF_STACK: "actions",
            _NUMBERING: "teams",
        },
        "GameInfo": {
            _BEFORE: "deckConstraintInfo freeMulliganCount mulliganType sideboardLoadingEnabled type",
            _OF_CLIENT: "maxPipCount maxTimeoutCount timeoutDurationSec",
            _END: "matchState",
        },
        "ResultSpec": {"who won is stated by the team": "result"},
        "TurnInfo": {_NEXT: "nextPhase nextStep decisionPlayer priorityPlayer stormCount"},
        "PlayerInfo": {
            _OF_CLIENT: "pipCount timeoutCount pendingMessageType",
            _NUMBERING: "controllerSeatId controllerType turnNumber",
            _BEFORE: "startingLifeTotal maxHandSize",
            _END: "status",
            _PAID: "manaPool",
        },
        "Timer": {_OF_CLIENT: "behavior warningThresholdSec", _NUMBERING: "elapsedSec"},
        "ZoneInfo": {_OF_HIDDEN: "viewers visibility"},
        "GameObject": {
            _OF_CLIENT: "baseSkinCode skinCode sleeveCode",
            _OF_HIDDEN: "viewers visibility",
            _NUMBERING: "name objectSourceGrpId othersideGrpId parentId abilityOriginalCardGrpIds uniqueAbilityCount",
            _OF_OBJECTS: "isCopy removedSubtypes abilities",
            _OF_STACK: "loyaltyUsed",
        },
        "UniqueAbility": {_NUMBERING: "id"},
        "AttackInfo": {"the damage that is dealt is stated": "damageAssigned", _PAID: "alternativeGrpId"},
        "BlockInfo": {"the damage that is dealt is stated": "damageAssigned"},
        "Ordered": {"the damage that is dealt is stated": "assignedDamage"},
        "Detail": {_NUMBERING: "type"},
        "Recipient": {_NUMBERING: "type teamId"},
        "Attacker": {_OF_ARENA: "mustAttack", _PAID: "alternativeGrpId"},
        "Blocker": {_OF_ARENA: "mustBlock maxAttackers minAttackers"},
        "DeclareAttackersReq": {
            _OF_ARENA: "AttackWarnings attackWarnings canSubmitAttackers hasRequirements hasRestrictions",
            _PAID: "manaCost",
        },
        "DeclareBlockersReq": {
            _OF_ARENA: "BlockWarnings blockWarnings canSubmitBlockers hasRequirements hasRestrictions",
            _PAID: "manaCost",
        },
        "DamageAssigner": {
            _OF_CLIENT: "decisionPrompt forcePromptAssignment",
            _OF_ARENA: "totalDamage canIgnoreBlockers",
        },
        "Deck": {_BEFORE: "deckMessageFieldFour"},
        "Assigned": {_OF_ARENA: "maxDamage minDamage"},
    }.items()
    for why, names in reasons.items()
    for name in names.split()
}
"""Part of a message and field → why nothing is taken from it. What messages hold that are in no list themselves is there, too."""

OBJECTS_WITHOUT_BEARING = {
    f"GameObjectType_{name}": why
    for why, names in {
        _OF_STACK: "Ability TriggerHolder",
        _OF_HIDDEN: "RevealedCard",
        "it is a face or a half of a card, which is stated itself": "SplitCard SplitLeft SplitRight Adventure MDFCBack "
        "DisturbBack PrototypeFacet RoomLeft RoomRight Omen",
    }.items()
    for name in names.split()
}
"""Type of an object → why nothing is taken from it."""

_HELD_AS = {"UIMessage": "uiMessage", "OptionalActionResp": "optionalResp", "IllegalRequest": "illegalRequestMessage"}
"""Type of message → its own field, where that isn't its name."""
PASSED_OVER = frozenset(WITHOUT_BEARING) | {
    f"{part}.{_HELD_AS.get(name, name[0].lower() + name[1:])}"
    for name in (each.partition("_")[2] for each in MESSAGES_WITHOUT_BEARING)
    for part in ("ServerMessage", "Answer")
}
"""Those, and the fields that hold the messages themselves that have no bearing."""
