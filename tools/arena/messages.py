"""The messages of Arena's game rules engine, as far as they are read. Arena leaves out a field that is at its default.

Names are those of the log, in our spelling: `instance_id` is `instanceId` there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import AliasChoices, ConfigDict, Field
from pydantic.alias_generators import to_camel

from ...events.types import SUPERTYPES
from ..records.unread import RecordPart, one_of

Integer = Annotated[int, Field(ge=-(2**31), lt=2**32)]
"""What the protocol can hold, signed or not."""


ObjectType = Annotated[
    str,
    one_of(
        "GameObjectType_",
        "Card Token Ability RevealedCard TriggerHolder SplitCard SplitLeft SplitRight Adventure MDFCBack DisturbBack "
        "PrototypeFacet RoomLeft RoomRight Omen",
    ),
]
"""All but cards and tokens are on the stack or shown only (`fields.py`)."""
ZoneType = Annotated[
    str,
    one_of(
        "ZoneType_",
        "Battlefield Hand Graveyard Exile Library Command Stack Limbo Pending Revealed Sideboard Suppressed",
    ),
]
Supertype = Annotated[str, one_of("SuperType_", " ".join(SUPERTYPES))]
ColorWord = Annotated[str, one_of("CardColor_", "White Blue Black Red Green")]
AttackState = Annotated[str, one_of("AttackState_", "None Declared Attacking")]
BlockState = Annotated[str, one_of("BlockState_", "None Declared Blocking Blocked Unblocked")]
Phase = Annotated[str, one_of("Phase_", "Beginning Main1 Combat Main2 Ending")]
StepWord = Annotated[
    str,
    one_of(
        "Step_",
        "Untap Upkeep Draw BeginCombat DeclareAttack DeclareBlock FirstStrikeDamage CombatDamage EndCombat End Cleanup",
    ),
]
MatchScope = Annotated[str, one_of("MatchScope_", "Game Match")]
StageWord = Annotated[str, one_of("GameStage_", "Start Play GameOver")]
VariantWord = Annotated[str, one_of("GameVariant_", "Normal Brawl")]
SuperFormat = Annotated[str, one_of("SuperFormat_", "Constructed Limited")]
MatchWinCondition = Annotated[str, one_of("MatchWinCondition_", "SingleElimination Best2of3 Best3of5")]
StateType = Annotated[str, one_of("GameStateType_", "Full Diff")]
StateUpdate = Annotated[str, one_of("GameStateUpdate_", "Send SendAndRecord SendHiFi Undo")]


class _MessagePart(RecordPart):
    """A part of a message."""

    model_config = ConfigDict(alias_generator=to_camel)


class OptionalNumber(_MessagePart):
    """A number that may be absent altogether, and is 0 where it isn't stated."""

    value: Integer = 0


class UniqueAbility(_MessagePart):
    """An ability that an object has now; `grp_id` says which."""

    grp_id: Integer = 0


class Ordered(_MessagePart):
    """A creature in a damage assignment order."""

    instance_id: Integer = 0


class AttackInfo(_MessagePart):
    """What a creature attacks: a seat (1 or 2), or the id of a permanent; its order is announced where `damage_ordered`."""

    target_id: Integer = 0
    damage_ordered: bool = False
    ordered_blockers: tuple[Ordered, ...] = ()


class BlockInfo(_MessagePart):
    """What a creature blocks; its order is announced where `damage_ordered`."""

    attacker_ids: tuple[Integer, ...] = ()
    damage_ordered: bool = False
    ordered_attackers: tuple[Ordered, ...] = ()


class GameObject(_MessagePart):
    """A card, a token or an ability, wherever it is. Each message states an object as a whole."""

    instance_id: Integer
    grp_id: Integer = 0
    overlay_grp_id: Integer = 0
    is_facedown: bool = False
    type: ObjectType = ""
    zone_id: Integer | None = None
    owner_seat_id: Integer = 0
    controller_seat_id: Integer = 0
    super_types: tuple[Supertype, ...] = ()
    card_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    color: tuple[ColorWord, ...] = ()
    power: OptionalNumber | None = None
    toughness: OptionalNumber | None = None
    loyalty: OptionalNumber | None = None
    defense: OptionalNumber | None = None
    damage: Integer = 0
    is_tapped: bool = False
    has_summoning_sickness: bool = False
    attack_state: AttackState = ""
    attack_info: AttackInfo | None = None
    block_state: BlockState = ""
    block_info: BlockInfo | None = None
    unique_abilities: tuple[UniqueAbility, ...] = ()

    @property
    def shown_grp_id(self) -> int:
        """The number of what it is now: its own, or of what it is a copy of (707.2)."""
        return self.overlay_grp_id or self.grp_id

    @property
    def is_attacking(self) -> bool:
        """Whether it is an attacking creature."""
        return self.attack_state == "AttackState_Attacking"

    @property
    def is_blocking(self) -> bool:
        """Whether it is a blocking creature."""
        return self.block_state == "BlockState_Blocking"

    @property
    def is_blocked(self) -> bool:
        """Whether it is an attacker that became blocked."""
        return self.block_state == "BlockState_Blocked"

    @property
    def is_unblocked(self) -> bool:
        """Whether it is an attacker that became unblocked."""
        return self.block_state == "BlockState_Unblocked"


class Detail(_MessagePart):
    """A named value of an annotation."""

    key: str
    value_int32: tuple[Integer, ...] = ()
    value_uint32: tuple[Integer, ...] = ()
    value_int64: tuple[int, ...] = ()
    value_uint64: tuple[int, ...] = ()
    value_string: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Its numbers, however they are written."""
        return self.value_int32 or self.value_uint32 or self.value_int64 or self.value_uint64


class Annotation(_MessagePart):
    """Something that happened, or (persistent) that goes on."""

    id: Integer = 0
    affector_id: Integer | None = None
    affected_ids: tuple[Integer, ...] = ()
    type: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()

    def number(self, key: str) -> int | None:
        """The first number under that key."""
        for detail in self.details:
            if detail.key == key and detail.numbers:
                return detail.numbers[0]
        return None

    def word(self, key: str) -> str | None:
        """The first word under that key."""
        for detail in self.details:
            if detail.key == key and detail.value_string:
                return detail.value_string[0]
        return None


class ZoneInfo(_MessagePart):
    """A zone and what is in it."""

    zone_id: Integer
    type: ZoneType = ""
    owner_seat_id: Integer = 0
    object_instance_ids: tuple[Integer, ...] = ()


class Timer(_MessagePart):
    """A timer of a player's: so long it runs, and how much of that was over as it was stated."""

    timer_id: Integer = 0
    type: str = ""
    duration_sec: Integer = 0
    elapsed_ms: Integer = 0
    running: bool = False


class TimerStateMessage(_MessagePart):
    """The timers of a player."""

    seat_id: Integer = 0
    timers: tuple[Timer, ...] = ()


class PlayerInfo(_MessagePart):
    """A player."""

    system_seat_number: Integer
    timer_ids: tuple[Integer, ...] = ()
    life_total: Integer = 0
    team_id: Integer = 0
    mulligan_count: Integer = 0


class TurnInfo(_MessagePart):
    """The turn, phase and step. Main phases have no step; before the first turn there is none."""

    phase: Phase = ""
    step: StepWord = ""
    turn_number: Integer = 0
    active_player: Integer = 0


class ResultSpec(_MessagePart):
    """How a game or a match ended."""

    scope: MatchScope = ""
    winning_team_id: Integer = 0
    reason: str = ""


class GameInfo(_MessagePart):
    """Which game this is."""

    match_id: str = Field(default="", validation_alias=AliasChoices("matchID", "matchId"))
    game_number: Integer = 0
    stage: StageWord = ""
    variant: VariantWord = ""
    super_format: SuperFormat = ""
    match_win_condition: MatchWinCondition = ""
    results: tuple[ResultSpec, ...] = ()


class GameStateMessage(_MessagePart):
    """The whole state of a game, or what is different from the state before."""

    type: StateType = ""
    update: StateUpdate = ""
    game_state_id: Integer = 0
    prev_game_state_id: Integer | None = None
    game_info: GameInfo | None = None
    turn_info: TurnInfo | None = None
    players: tuple[PlayerInfo, ...] = ()
    zones: tuple[ZoneInfo, ...] = ()
    game_objects: tuple[GameObject, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    persistent_annotations: tuple[Annotation, ...] = ()
    timers: tuple[Timer, ...] = ()
    diff_deleted_instance_ids: tuple[Integer, ...] = ()
    diff_deleted_persistent_annotation_ids: tuple[Integer, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether it is the whole state."""
        return self.type == "GameStateType_Full"

    def annotations_of(self, kind: str) -> Iterator[Annotation]:
        """Its annotations of that type."""
        name = f"AnnotationType_{kind}"
        return (each for each in self.annotations if name in each.type)


class Recipient(_MessagePart):
    """What may be attacked: a player by the seat, a permanent by its id."""

    player_system_seat_id: Integer | None = None
    permanent_id: Integer | None = Field(
        default=None, validation_alias=AliasChoices("planeswalkerInstanceId", "battleInstanceId", "permanentInstanceId")
    )


class Attacker(_MessagePart):
    """A creature that may be declared as an attacker, what it may attack, and what was chosen for it."""

    attacker_instance_id: Integer
    legal_damage_recipients: tuple[Recipient, ...] = ()
    selected_damage_recipient: Recipient | None = None


class DeclareAttackersReq(_MessagePart):
    """The player is asked to declare attackers. `qualified_attackers` are all that may; `attackers` what is shown of them."""

    attackers: tuple[Attacker, ...] = ()
    qualified_attackers: tuple[Attacker, ...] = ()


class Blocker(_MessagePart):
    """A creature that may be declared as a blocker, the attackers open to it, and those chosen for it."""

    blocker_instance_id: Integer
    attacker_instance_ids: tuple[Integer, ...] = ()
    selected_attacker_instance_ids: tuple[Integer, ...] = ()


class DeclareBlockersReq(_MessagePart):
    """The player is asked to declare blockers."""

    blockers: tuple[Blocker, ...] = ()


class Assigned(_MessagePart):
    """To whom (a seat, or a permanent) a creature assigns how much damage."""

    instance_id: Integer
    assigned_damage: Integer = 0


class DamageAssigner(_MessagePart):
    """A creature whose damage its player divides, and how."""

    instance_id: Integer
    assignments: tuple[Assigned, ...] = ()


class AssignDamageResp(_MessagePart):
    """How the player assigned combat damage."""

    assigners: tuple[DamageAssigner, ...] = ()


class Deck(_MessagePart):
    """A deck: the numbers of its cards."""

    deck_cards: tuple[Integer, ...] = ()
    sideboard_cards: tuple[Integer, ...] = ()
    commander_cards: tuple[Integer, ...] = ()


class ConnectResp(_MessagePart):
    """The client is connected to the game; a deck is brought to it."""

    deck_message: Deck = Deck()


class SubmitDeckResp(_MessagePart):
    """The player submits a deck for the next game of the match."""

    deck: Deck = Deck()


class Answer(_MessagePart):
    """What a client answers: `resp_id` is the `msg_id` that it answers."""

    type: str = ""
    resp_id: Integer = 0
    assign_damage_resp: AssignDamageResp | None = None
    submit_deck_resp: SubmitDeckResp | None = None

    @property
    def submits(self) -> bool:
        """Whether it accepts the declaration that the request shows as chosen."""
        return self.type in ("ClientMessageType_SubmitAttackersReq", "ClientMessageType_SubmitBlockersReq")


class Edict(_MessagePart):
    """The server answers for a player whose time is up."""

    edict_message: Answer = Answer()


class ServerMessage(_MessagePart):
    """One message from the game rules engine. What it asks for is asked of the players in `system_seat_ids`."""

    type: str = ""
    system_seat_ids: tuple[Integer, ...] = ()
    msg_id: Integer = 0
    game_state_id: Integer = 0
    game_state_message: GameStateMessage | None = None
    timer_state_message: TimerStateMessage | None = None
    connect_resp: ConnectResp | None = None
    declare_attackers_req: DeclareAttackersReq | None = None
    declare_blockers_req: DeclareBlockersReq | None = None
    edictal_message: Edict | None = None


class Messages(_MessagePart):
    """Messages from the game rules engine."""

    gre_to_client_messages: tuple[ServerMessage, ...] = ()


class ServerBlock(_MessagePart):
    """What the server says at once. `timestamp`: milliseconds since 1970, UTC."""

    timestamp: Annotated[int, Field(ge=0, lt=2**42)] | None = None
    gre_to_client_event: Messages = Messages()


class ClientBlock(_MessagePart):
    """What the client says."""

    payload: Answer = Answer()


class ReservedPlayer(_MessagePart):
    """Who sits where, and in which event."""

    player_name: str = ""
    system_seat_id: Integer = 0
    event_id: str = ""
    is_bot_player: bool = False


class CombinedRank(_MessagePart):
    """The owner's ranks. A class that isn't stated is at its default, whichever that is."""

    constructed_class: str = ""
    constructed_level: Integer = 0
    constructed_step: Integer = 0
    limited_class: str = ""
    limited_level: Integer = 0
    limited_step: Integer = 0

    def in_words(self, limited: bool) -> str | None:
        """The rank of one kind in Arena's words; None where it isn't stated."""
        kind = self.limited_class if limited else self.constructed_class
        level, step = (self.limited_level, self.limited_step) if limited else (self.constructed_level, self.constructed_step)
        return f"{kind} level {level}, step {step}".strip() if level else None


class RoomConfig(_MessagePart):
    """Which match is played, and who sits where."""

    match_id: str = ""
    reserved_players: tuple[ReservedPlayer, ...] = ()


class RoomInfo(_MessagePart):
    """What is known of a match."""

    game_room_config: RoomConfig = RoomConfig()


class RoomEvent(_MessagePart):
    """What changed of a match."""

    game_room_info: RoomInfo = RoomInfo()


class RoomBlock(_MessagePart):
    """A match begins or ends: who plays it."""

    match_game_room_state_changed_event: RoomEvent = RoomEvent()
