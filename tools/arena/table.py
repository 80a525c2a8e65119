"""The table as the messages state it: objects, zones, players and what goes on, at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from .messages import Annotation, GameInfo, GameObject, GameStateMessage, PlayerInfo, TurnInfo, ZoneInfo

ATTACHMENT, COUNTER, QUALIFICATION = (
    "AnnotationType_Attachment",
    "AnnotationType_Counter",
    "AnnotationType_Qualification",
)
REPLACEMENT = "AnnotationType_ReplacementEffect"
_GROWING = frozenset(("AnnotationType_ModifiedPower", "AnnotationType_ModifiedToughness"))
_KEPT = (ATTACHMENT, COUNTER, QUALIFICATION)

_COUNTERS = """
    +1/+1 -1/-1 poison wind time fade loyalty wish age aim arrow arrowhead awakening blaze blood bounty bribery carrion
    charge control corpse credit cube currency death delay depletion despair devotion divinity doom dream echo elixir energy
    eon eyeball fate feather filibuster flame flood fungus fuse glyph gold growth hatchling healing hoofprint hourglass
    hunger ice infection intervention javelin ki level luck magnet mannequin matrix may mine mining mire muster net omen ore
    page pain paralyzation petal petrification phylactery pin plague polyp pressure pupa quest scream scroll shell shield
    shred sleep sleight slime soot spell spore storage strife study theft tide ? tower training trap treasure verse vitality
    wage winch lore +1/+2 +0/+1 +0/+2 +1/+0 +2/+2 -0/-1 -0/-2 -1/-0 -2/-1 -2/-2 manifestation gem crystal isolation hour
    unity velocity brick landmark prey silver egg hit knowledge task coin deathtouch first_strike flying hexproof lifelink
    menace reach trample vigilance foreshadow incarnation soul voyage ghostform night indestructible hone book point
    enlightened harmony void ember ritual valor judgment invitation croak bloodline suspect acorn hatching stash collection
    rope ingenuity phyresis stun oil defense experience slumber
"""
COUNTERS = {number: word.replace("_", " ") for number, word in enumerate(_COUNTERS.split(), 1) if word != "?"}
"""Kinds of counters by Arena's number; others are named after it."""
UNKNOWN_COUNTER = "Arena's counter "
_OF_OBJECTS = ("loyalty", "defense")
"""Counters of which objects state how many they have."""


@dataclass(slots=True)
class Changes:
    """What a message changed: objects (also of which something that goes on is stated), hands and graveyards, lasting effects."""

    objects: set[int] = field(default_factory=set)
    players: bool = False
    qualifications: bool = False


@dataclass(slots=True)
class ArenaTable:
    """The state of the game as of the last message."""

    objects: dict[int, GameObject] = field(default_factory=dict)
    zones: dict[int, ZoneInfo] = field(default_factory=dict)
    players: dict[int, PlayerInfo] = field(default_factory=dict)
    ongoing: dict[int, Annotation] = field(default_factory=dict)
    """The persistent annotations of the kinds that are read, by id."""
    attached: dict[int, int] = field(default_factory=dict)
    """Permanent → what it is attached to."""
    counters: dict[int, dict[str, int]] = field(default_factory=dict)
    """Permanent or player → how many counters of each kind."""
    replacing: dict[int, Annotation] = field(default_factory=dict)
    """Replacement effects that wait for something to happen to a permanent or a player."""
    growing: dict[int, Annotation] = field(default_factory=dict)
    """What makes power or toughness more or less, but for counters."""
    turn: TurnInfo = field(default_factory=TurnInfo)
    info: GameInfo = field(default_factory=GameInfo)
    battlefield: int = -1
    """The zone's id."""

    def apply(self, message: GameStateMessage) -> Changes:
        """Take in a message: a full state replaces everything, a difference what it names, each as a whole."""
        changes = Changes()
        if message.is_full:
            changes.objects.update(self.objects)
            changes.players = changes.qualifications = True
            for part in (self.objects, self.zones, self.players, self.ongoing, self.replacing, self.growing):
                part.clear()
            self.turn = TurnInfo()
        for zone in message.zones:
            self.zones[zone.zone_id] = zone
            if zone.type == "ZoneType_Battlefield":
                self.battlefield = zone.zone_id
            elif zone.type in ("ZoneType_Hand", "ZoneType_Graveyard"):
                changes.players = True
        for each in message.game_objects:
            self.objects[each.instance_id] = each
            changes.objects.add(each.instance_id)
        for gone in message.diff_deleted_instance_ids:
            self.objects.pop(gone, None)
            changes.objects.add(gone)
        for player in message.players:
            self.players[player.system_seat_number] = player
            changes.players = True
        if message.turn_info is not None:
            self.turn = message.turn_info
        if message.game_info is not None:
            self.info = message.game_info
        self._apply_ongoing(message, changes)
        return changes

    def _apply_ongoing(self, message: GameStateMessage, changes: Changes) -> None:
        """What goes on: attachments, counters and qualifications."""
        for id in message.diff_deleted_persistent_annotation_ids:
            self.replacing.pop(id, None)
            self.growing.pop(id, None)
        self.replacing |= {
            annotation.id: annotation
            for annotation in message.persistent_annotations
            if REPLACEMENT in annotation.type and annotation.number("replacedEffectRecipient") is not None
        }
        self.growing |= {
            annotation.id: annotation
            for annotation in message.persistent_annotations
            if not _GROWING.isdisjoint(annotation.type) and COUNTER not in annotation.type
        }
        touched = [self.ongoing.pop(id, None) for id in message.diff_deleted_persistent_annotation_ids]
        for annotation in message.persistent_annotations:
            if any(kind in annotation.type for kind in _KEPT):
                touched += [self.ongoing.get(annotation.id), annotation]
                self.ongoing[annotation.id] = annotation
        changed = [annotation for annotation in touched if annotation is not None]
        changes.qualifications |= any(QUALIFICATION in annotation.type for annotation in changed)
        of_objects = [annotation for annotation in changed if COUNTER in annotation.type or ATTACHMENT in annotation.type]
        if of_objects or message.is_full:
            self._read_ongoing()
        for annotation in (*of_objects, *(each for each in changed if QUALIFICATION in each.type)):
            changes.objects.update(annotation.affected_ids)
            changes.players |= not self.players.keys().isdisjoint(annotation.affected_ids)
            if annotation.affector_id is not None:
                changes.objects.add(annotation.affector_id)

    def _read_ongoing(self) -> None:
        self.attached, self.counters = {}, {}
        for annotation in self.ongoing.values():
            if ATTACHMENT in annotation.type and annotation.affector_id is not None and annotation.affected_ids:
                self.attached[annotation.affector_id] = annotation.affected_ids[0]
            if COUNTER in annotation.type:
                kind, count = annotation.number("counter_type") or 0, annotation.number("count") or 0
                name = COUNTERS.get(kind, f"{UNKNOWN_COUNTER}{kind}")
                if name not in _OF_OBJECTS:
                    for id in annotation.affected_ids:
                        self.counters.setdefault(id, {})[name] = count

    def permanent(self, id: int) -> GameObject | None:
        """The object with that id, if it is a permanent on the battlefield."""
        found = self.objects.get(id)
        if found is None or found.zone_id != self.battlefield:
            return None
        return found if found.type in ("GameObjectType_Card", "GameObjectType_Token") else None

    def qualifications(self, id: int) -> list[Annotation]:
        """The qualifications that something has, or brings about."""
        return [
            each for each in self.ongoing.values() if QUALIFICATION in each.type and id in (*each.affected_ids, each.affector_id)
        ]

    def cards_in(self, kind: str, seat: int) -> int:
        """How many cards are in that player's hand or graveyard."""
        return sum(len(z.object_instance_ids) for z in self.zones.values() if z.type == kind and z.owner_seat_id == seat)
