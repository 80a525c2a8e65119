"""Logs of our own making, in the shape of Arena's: a game is stated message by message, and the log is the bytes of it."""

from __future__ import annotations

import io
import json
from typing import Any, Self

from declarant.events.catalogue import Event
from declarant.events.journal.journal import Journal
from declarant.tools.arena.abilities import CardLookup, no_cards
from declarant.tools.arena.fighting import Fought
from declarant.tools.arena.framing import lines
from declarant.tools.arena.importing import Importer, Located
from declarant.tools.arena.recording import DeclarationRequest, RecordedDeclaration
from declarant.tools.records.keeping import Problem

ME, OPPONENT = 1, 2
MATCH = "00000000-0000-4000-8000-000000000001"
STREAM = f"arena/{MATCH}/1"
START = 1_771_793_651_005
"""Milliseconds since 1970: 2026-02-22."""

FLYING, HASTE, VIGILANCE, MENACE, DEFENDER = 8, 9, 15, 142, 2

_ZONES = {
    "battlefield": (28, "ZoneType_Battlefield", 0),
    "hand": (31, "ZoneType_Hand", 1),
    "stack": (27, "ZoneType_Stack", 0),
    "graveyard": (33, "ZoneType_Graveyard", 1),
    "exile": (29, "ZoneType_Exile", 0),
}

Json = dict[str, Any]


def creature(id: int, controller: int, *abilities: int, tapped: bool = False, sick: bool = False, **more: Any) -> Json:
    """A creature on the battlefield, 2/2 unless it says otherwise. What is at its default is left out, as Arena does."""
    found: Json = {
        "instanceId": id,
        "grpId": 70_000 + id,
        "type": "GameObjectType_Card",
        "zoneId": 28,
        "ownerSeatId": controller,
        "controllerSeatId": controller,
        "cardTypes": ["CardType_Creature"],
        "subtypes": ["SubType_Ox"],
        "color": ["CardColor_White"],
        "power": {"value": 2},
        "toughness": {"value": 2},
        "uniqueAbilities": [{"id": number, "grpId": ability} for number, ability in enumerate(abilities, 1)],
    }
    if tapped:
        found["isTapped"] = True
    if sick:
        found["hasSummoningSickness"] = True
    return {**found, **more}


def attacking(found: Json, target: int = OPPONENT, tapped: bool = True, **more: Any) -> Json:
    """The creature as it attacks."""
    status = {"attackState": "AttackState_Attacking", "attackInfo": {"targetId": target}}
    return {**found, **({"isTapped": True} if tapped else {}), **status, **more}


def blocking(found: Json, *attackers: int) -> Json:
    """The creature as it blocks."""
    return {**found, "blockState": "BlockState_Blocking", "blockInfo": {"attackerIds": list(attackers)}}


def blocked(found: Json) -> Json:
    """The attacker as it is blocked."""
    return {**found, "blockState": "BlockState_Blocked"}


def unblocked(found: Json) -> Json:
    """The attacker as it isn't blocked."""
    return {**found, "blockState": "BlockState_Unblocked"}


def qualification(id: int, kind: int, affector: int, *affected: int, ability: int = 99_999) -> Json:
    """Something that goes on, of the kinds that bear on combat."""
    values: dict[str, int | str] = {
        "SourceParent": affector,
        "grpid": ability,
        "QualificationSubtype": 0,
        "QualificationType": kind,
    }
    return annotation("Qualification", affector, affected, values, id)


def annotation(
    kind: str, affector: int, affected: tuple[int, ...], values: dict[str, int | str] | None = None, id: int = 1
) -> Json:
    """An annotation of Arena's."""
    details = [
        {"key": key, "type": "KeyValuePairValueType_int32", "valueInt32": [value]}
        if isinstance(value, int)
        else {"key": key, "type": "KeyValuePairValueType_string", "valueString": [value]}
        for key, value in (values or {}).items()
    ]
    return {
        "id": id,
        "affectorId": affector,
        "affectedIds": list(affected),
        "type": [f"AnnotationType_{kind}"],
        "details": details,
    }


def damaged(source: int, target: int, amount: int, id: int = 1, combat: bool = True) -> Json:
    """Damage was dealt; to a seat or a permanent."""
    return annotation("DamageDealt", source, (target,), {"damage": amount, "type": 1 if combat else 2, "markDamage": 1}, id)


def leaving(old: int, new: int, category: str, to: str = "graveyard", id: int = 1) -> list[Json]:
    """A permanent leaves the battlefield, and has a new id from then on."""
    moved: dict[str, int | str] = {"zone_src": 28, "zone_dest": _ZONES[to][0], "category": category}
    return [
        annotation("ObjectIdChanged", 0, (old,), {"orig_id": old, "new_id": new}, id),
        annotation("ZoneTransfer", 0, (new,), moved, id + 1),
    ]


class Log:
    """A log that is being written."""

    def __init__(self, match: str = MATCH, game: int = 1, newline: str = "\r\n", time: int = START) -> None:
        self.match, self.game = match, game
        self.newline = newline
        self.parts: list[str] = ["DETAILED LOGS: ENABLED"]
        self.time = time
        self.message = 0
        self.state = 0

    # --- lines ----------------------------------------------------------------------------------------------------------

    def line(self, text: str) -> Self:
        """Any line."""
        self.parts.append(text)
        return self

    def server(self, *messages: Json) -> Self:
        """What the server says at once."""
        self.time += 1000
        event = {"timestamp": str(self.time), "greToClientEvent": {"greToClientMessages": list(messages)}}
        self.line("[UnityCrossThreadLogger]2/22/2026 12:54:11 PM: Match to X: GreToClientEvent")
        return self.line(json.dumps(event))

    def client(self, type: str, response: int, **more: Any) -> Self:
        """What the client answers."""
        answer = {"payload": {"type": f"ClientMessageType_{type}", "respId": response, **more}}
        self.line("[UnityCrossThreadLogger]2/22/2026 12:54:12 PM: X to Match: ClientToGremessage")
        return self.line(self.newline.join(json.dumps(answer, indent=2).splitlines()))

    def room(self, *names: str, event: str = "Ladder") -> Self:
        """A match begins between these players."""
        players = [{"playerName": name, "systemSeatId": seat, "eventId": event} for seat, name in enumerate(names, 1)]
        config = {"matchId": self.match, "reservedPlayers": players}
        self.line("[UnityCrossThreadLogger]2/22/2026 12:54:00 PM: Match to X: MatchGameRoomStateChangedEvent")
        return self.line(json.dumps({"matchGameRoomStateChangedEvent": {"gameRoomInfo": {"gameRoomConfig": config}}}))

    def left_out(self) -> Self:
        """A message that Arena doesn't write down."""
        self.state += 1
        self.line("[UnityCrossThreadLogger]2/22/2026 12:54:11 PM: Match to X: GreToClientEvent")
        self.line("[Message summarized because one or more GameStateMessages exceeded the 50 GameObject or 50 Annotation limit.]")
        return self.line("::: GameStateMessage").line(":: GameObject Count = 59")

    # --- states ---------------------------------------------------------------------------------------------------------

    def _state(self, type: str, parts: Json) -> Json:
        self.message += 1
        self.state += 1
        previous = {"prevGameStateId": self.state - 1} if self.state > 1 else {}
        state = {"type": f"GameStateType_{type}", "gameStateId": self.state, **previous, **parts}
        header = {"type": "GREMessageType_GameStateMessage", "systemSeatIds": [ME], "msgId": self.message}
        return {**header, "gameStateId": self.state, "gameStateMessage": state}

    def full(self, *objects: Json, stage: str = "GameStage_Start", life: int = 20, **parts: Any) -> Self:
        """The whole state."""
        info = {"matchID": self.match, "gameNumber": self.game, "stage": stage, "superFormat": "SuperFormat_Constructed"}
        whole = {
            "gameInfo": info,
            "players": [{"systemSeatNumber": seat, "lifeTotal": life, "teamId": seat} for seat in (ME, OPPONENT)],
            "zones": [{"zoneId": id, "type": kind, "ownerSeatId": owner} for id, kind, owner in _ZONES.values()],
            "gameObjects": list(objects),
        }
        return self.server(self._state("Full", {**whole, **parts}))

    def diff(self, *objects: Json, gone: tuple[int, ...] = (), **parts: Any) -> Self:
        """What is different."""
        deleted = {"diffDeletedInstanceIds": list(gone)} if gone else {}
        return self.server(self._state("Diff", {"gameObjects": list(objects), **deleted, **parts}))

    def undo(self, *objects: Json, states: int, **parts: Any) -> Self:
        """The last states are taken back: the whole state as it was before them, stated again."""
        self.full(*objects, stage="GameStage_Play", update="GameStateUpdate_Undo", prevGameStateId=self.state - states, **parts)
        return self

    def step(self, step: str, *objects: Json, turn: int = 1, active: int = ME, phase: str = "Phase_Combat", **parts: Any) -> Self:
        """A step begins."""
        info: Json = {"phase": phase, "turnNumber": turn, "activePlayer": active}
        if step:
            info["step"] = f"Step_{step}"
        return self.diff(*objects, turnInfo=info, **parts)

    # --- requests -------------------------------------------------------------------------------------------------------

    def asks_to_attack(self, offered: dict[int, list[int]], chosen: dict[int, int] | None = None, seat: int = ME) -> Self:
        """The player is asked to declare attackers: creature → what it may attack (a seat, or a permanent)."""
        self.message += 1
        attackers = []
        for id, targets in offered.items():
            attacker: Json = {"attackerInstanceId": id, "legalDamageRecipients": list(map(_recipient, targets))}
            if id in (chosen or {}):
                attacker["selectedDamageRecipient"] = _recipient((chosen or {})[id])
            attackers.append(attacker)
        request = {"attackers": attackers, "qualifiedAttackers": attackers}
        return self.server(self._request("DeclareAttackersReq", "declareAttackersReq", request, seat))

    def asks_to_block(self, offered: dict[int, list[int]], chosen: dict[int, list[int]] | None = None, seat: int = ME) -> Self:
        """The player is asked to declare blockers: creature → the attackers open to it."""
        self.message += 1
        blockers = [
            {"blockerInstanceId": id, "attackerInstanceIds": attackers, "selectedAttackerInstanceIds": (chosen or {}).get(id, [])}
            for id, attackers in offered.items()
        ]
        return self.server(self._request("DeclareBlockersReq", "declareBlockersReq", {"blockers": blockers}, seat))

    def _request(self, type: str, field: str, request: Json, seat: int) -> Json:
        return {
            "type": f"GREMessageType_{type}",
            "systemSeatIds": [seat],
            "msgId": self.message,
            "gameStateId": self.state,
            field: request,
        }

    def asks_to_assign(self, assigner: int, amounts: dict[int, int], seat: int = ME) -> Self:
        """The player is asked to assign a creature's damage: to whom, and how much is suggested."""
        self.message += 1
        assignments = [{"instanceId": id, "assignedDamage": amount} for id, amount in amounts.items()]
        request = {"damageAssigners": [{"instanceId": assigner, "assignments": assignments}]}
        return self.server(self._request("AssignDamageReq", "assignDamageReq", request, seat))

    def assigns(self, assigner: int, amounts: dict[int, int]) -> Self:
        """The client assigns a creature's damage."""
        assignments = [{"instanceId": id, "assignedDamage": amount} for id, amount in amounts.items()]
        answer = {"assigners": [{"instanceId": assigner, "assignments": assignments}]}
        return self.client("AssignDamageResp", self.message, assignDamageResp=answer)

    def submits(self, kind: str = "Attackers") -> Self:
        """The client accepts what the last request shows as chosen."""
        return self.client(f"Submit{kind}Req", self.message)

    @property
    def content(self) -> bytes:
        """The bytes of the log."""
        return (self.newline.join(self.parts) + self.newline).encode()


def _recipient(target: int) -> Json:
    if target in (ME, OPPONENT):
        return {"type": "DamageRecType_Player", "playerSystemSeatId": target}
    return {"type": "DamageRecType_PlanesWalker", "planeswalkerInstanceId": target}


class Imported:
    """What importing a log, or several one after the other, brought about."""

    def __init__(self, *logs: Log | bytes, kept: Journal | None = None, cards: CardLookup = no_cards) -> None:
        self.importer = Importer(kept=kept, cards=cards, journals=True)
        self.problems: list[Problem] = []
        self.asked: list[DeclarationRequest] = []
        self.declared: list[RecordedDeclaration] = []
        self.fought: list[Fought] = []
        for log in logs:
            content = log.content if isinstance(log, Log) else log
            for each in self.importer.read(lines(io.BytesIO(content))):
                self._note(each)
        self.importer.finish()

    def _note(self, each: Located | Problem) -> None:
        if isinstance(each, Problem):
            self.problems.append(each)
        elif isinstance(each.found, DeclarationRequest):
            self.asked.append(each.found)
        elif isinstance(each.found, Fought):
            self.fought.append(each.found)
        else:
            self.declared.append(each.found)

    def journal(self, stream: str = STREAM) -> Journal:
        """The journal of a game."""
        return self.importer.journal_of[stream]

    def events(self, *types: type[Event], stream: str = STREAM) -> list[Event]:
        """The events of a game that stand, all or those of some types."""
        return [event for _, event in self.journal(stream).log(stream).events() if not types or isinstance(event, types)]


def combat(*mine: Json, theirs: tuple[Json, ...] = (), time: int = START) -> Log:
    """A game in which I am about to declare attackers on turn 3."""
    log = Log(time=time).room("Ann", "Bob").full()
    return log.step("", *mine, *theirs, turn=3, phase="Phase_Main1").step("BeginCombat", turn=3).step("DeclareAttack", turn=3)
