"""Which types of messages and kinds of blocks of MTG Arena are read, and which have no bearing, and why. Others mark the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .messages import Answer, ServerMessage

_SERVER, _CLIENT = "GREMessageType_", "ClientMessageType_"
_OUTCOME = "the state after it says what comes of it"
_SHOWN = "what is chosen so far is shown by the request that comes next"
_OF_STACK = "spells and abilities aren't followed to where they resolve: the state after it says what they brought about"
_BEFORE = "what comes of it before the game is stated by the first states"
_OF_CLIENT = "it is for showing, prompting, clocks or settings"


def _named(prefix: str, names: str) -> frozenset[str]:
    return frozenset(prefix + name for name in names.split())


def _because(prefix: str, reasons: Mapping[str, str]) -> dict[str, str]:
    return {prefix + name: why for why, names in reasons.items() for name in names.split()}


READ = _named(
    _SERVER,
    "GameStateMessage QueuedGameStateMessage ConnectResp DeclareAttackersReq DeclareBlockersReq EdictalMessage TimerStateMessage",
) | _named(_CLIENT, "SubmitAttackersReq SubmitBlockersReq AssignDamageResp SubmitDeckResp")
"""Types of messages that say something that is used."""

WITHOUT_BEARING = _because(
    _SERVER,
    {
        _OUTCOME: "SubmitAttackersResp SubmitBlockersResp AssignDamageReq AssignDamageConfirmation "
        "OrderCombatDamageReq OrderDamageConfirmation IntermissionReq RevealHandReq AllowForceDraw",
        "what is refused hasn't happened": "IllegalRequest",
        _OF_STACK: "ActionsAvailableReq SelectTargetsReq SubmitTargetsResp SelectNReq SelectNGroupReq SelectFromGroupsReq "
        "GroupReq SearchReq SearchFromGroupsReq GatherReq DistributionReq NumericInputReq StringInputReq SelectCountersReq "
        "OrderReq SelectReplacementReq OptionalActionMessage PayCostsReq CastingTimeOptionsReq ModalReq SelectManaTypeReq",
        _BEFORE: "ChooseStartingPlayerReq DieRollResultsResp MulliganReq SubmitDeckReq SubmitDeckConfirmation",
        _OF_CLIENT: "UIMessage PromptReq TimeoutMessage SetSettingsResp GetSettingsResp",
    },
) | _because(
    _CLIENT,
    {
        _SHOWN: "DeclareAttackersResp DeclareBlockersResp CancelActionReq",
        _OUTCOME: "OrderCombatDamageResp ConcedeReq RevealHandResp ForceDrawReq AllowForceDrawResp UndoReq AutoResp DrawCardResp",
        _OF_STACK: "PerformActionResp PerformAutoTapActionsResp SelectTargetsResp SubmitTargetsReq SelectNResp SelectNGroupResp "
        "SelectFromGroupsResp GroupResp SearchResp SearchFromGroupsResp GatherResp DistributionResp NumericInputResp "
        "StringInputResp SelectCountersResp OrderResp SelectReplacementResp OptionalActionResp EffectCostResp ActionCostResp "
        "SubmitPaymentResp CastingTimeOptionsResp ChooseModalResp SelectManaTypeResp",
        _BEFORE: "ConnectReq ChooseStartingPlayerResp MulliganResp EnterSideboardingReq",
        _OF_CLIENT: "UIMessage TakeTimeoutReq SetSettingsReq GetSettingsReq ControlReq",
    },
)
"""Type of message → why nothing is taken from it."""

BLOCKS_WITHOUT_BEARING = {
    "AuthenticateResponse": "it says who is connected, and nothing of a game",
    "ClientToGreuimessage": "it says what the player points at and says, which is for showing",
}
"""Kind of block between client and match → why nothing is taken from it."""


def unknown(message: ServerMessage | Answer) -> Iterator[str]:
    """The type of a message, and of the answer in an edict, if it is in neither list."""
    answers = [message.edictal_message.edict_message] if isinstance(message, ServerMessage) and message.edictal_message else []
    for each in (message, *answers):
        if each.type not in READ and each.type not in WITHOUT_BEARING:
            yield f"messages of the type {each.type[:80]!r}"
