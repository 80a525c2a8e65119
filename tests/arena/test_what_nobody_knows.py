"""What a log states that is on no list marks the game once, and names it: nothing is ruled on until a whole state without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from arena.logs import (
    ME,
    OPPONENT,
    Imported,
    Json,
    Log,
    annotation,
    attacking,
    blocked,
    blocking,
    combat,
    creature,
    damaged,
    leaving,
    qualification,
)
from declarant.events import facts as t
from declarant.tools.arena import messages
from declarant.tools.arena.fields import OBJECTS_WITHOUT_BEARING, WITHOUT_BEARING

OX, BEAR = creature(301, ME), creature(401, OPPONENT)


def played() -> Log:
    return combat(OX).step("DeclareAttack", attacking(OX), turn=3).step("EndCombat", turn=3)


def marks(imported: Imported) -> list[str]:
    return [gap.reason.removesuffix(" aren't known") for gap in imported.events(t.RecordInterrupted)]


def reported(imported: Imported) -> list[str]:
    return [problem.reason.removesuffix(" aren't known: what they say is left out") for problem in imported.problems]


def test_annotations() -> None:
    grim, listed = annotation("Grimness", 301, (301,)), annotation("ManaPaid", 301, (301,))
    log = played()
    for _ in range(2):
        log = log.diff(annotations=[grim, listed], persistentAnnotations=[qualification(7, 31, 301), qualification(8, 999, 301)])
    imported = Imported(log)
    unknown = "annotations of the type 'AnnotationType_Grimness'"
    assert sorted(reported(imported)) == [unknown, "qualifications of the number 999"]
    assert marks(imported) == [unknown]


def test_an_unknown_qualification_is_an_unknown_ability_while_it_lasts() -> None:
    log = combat(OX).diff(persistentAnnotations=[qualification(7, 31, 301), qualification(8, 999, 301)])
    having = Imported(log)
    gone = Imported(log.diff(diffDeletedPersistentAnnotationIds=[8]))

    def abilities(imported: Imported) -> list[int]:
        return [
            each.unknown_abilities for each in imported.events(t.CharacteristicsChanged) if each.unknown_abilities is not None
        ]

    assert (marks(having), abilities(having)) == ([], [1])
    assert (marks(gone), abilities(gone)) == ([], [1, 0])


def test_fields() -> None:
    log = played()
    grim = {**OX, "isGrim": True, "skinCode": "DA", "attackInfo": {"targetId": 2, "grimly": 1, "damageAssigned": True}}
    for _ in range(2):
        log = log.diff(grim).client("ConcedeReq", 1)
        log = log.server({"type": "GREMessageType_TimerStateMessage", "timerStateMessage": {"seatId": 1}, "grimmer": {}})
    imported = Imported(log)
    assert reported(imported) == [
        "fields 'grimly' of AttackInfo",
        "fields 'isGrim' of GameObject",
        "fields 'grimmer' of ServerMessage",
    ]
    assert marks(imported) == ["fields 'grimly' of AttackInfo aren't known; fields 'isGrim' of GameObject"]


def test_no_field_is_both_read_and_listed_as_without_bearing() -> None:
    for place in WITHOUT_BEARING:
        part, _, name = place.partition(".")
        fields = getattr(messages, part).model_fields.values()
        assert name not in {each.alias for each in fields}, place


def test_messages_and_blocks() -> None:
    log = played()
    for _ in range(2):
        log = log.server({"type": "GREMessageType_Grim"}, {"type": "GREMessageType_TimerStateMessage"})
        log = log.server({"type": "GREMessageType_EdictalMessage", "edictalMessage": {"edictMessage": {"type": "Grimmer"}}})
        log = log.client("Grimmest", 1).client("ConcedeReq", 1)
        log = log.line("[UnityCrossThreadLogger]2/22/2026 12:54:11 PM: Match to X: Grimness").line("{}")
        log = log.line("[UnityCrossThreadLogger]2/22/2026 12:54:11 PM: X to Match: ClientToGreuimessage").line("{}")
    imported = Imported(log)
    assert reported(imported) == [
        "messages of the type 'GREMessageType_Grim'",
        "messages of the type 'Grimmer'",
        "messages of the type 'ClientMessageType_Grimmest'",
        "blocks of the kind 'Grimness'",
    ]
    assert marks(imported) == ["messages of the type 'GREMessageType_Grim'"]


def test_each_game_is_marked_though_it_is_reported_once() -> None:
    games = [Log(match=match).full({**OX, "isGrim": True}) for match in ("one", "two")]
    imported = Imported(*games)
    assert reported(imported) == ["fields 'isGrim' of GameObject"]
    for game in imported.importer.games:
        assert [gap.reason for gap in imported.events(t.RecordInterrupted, stream=game.stream)] == [
            "fields 'isGrim' of GameObject aren't known"
        ]


def test_a_whole_state_without_it_ends_the_gap() -> None:
    log = combat(OX).diff({**OX, "isGrim": True})
    log.full({**OX, "isGrim": True}, stage="GameStage_Play").full(OX, creature(302, ME), stage="GameStage_Play")
    imported = Imported(log.step("DeclareAttack", attacking(OX), turn=3))
    assert marks(imported) == ["fields 'isGrim' of GameObject"]
    [declared] = imported.declared
    assert declared.ruling is not None and declared.ruling.verdict == "legal"


# --- anywhere ------------------------------------------------------------------------------------------------------------

GAME = (
    combat(OX, creature(302, ME), theirs=(BEAR,))
    .asks_to_attack({301: [OPPONENT]}, {301: OPPONENT})
    .submits()
    .step("DeclareAttack", attacking(OX), turn=3, persistentAnnotations=[qualification(9, 33, 301, 301)])
    .asks_to_block({401: [301]}, seat=OPPONENT)
    .step("DeclareBlock", blocked(attacking(OX)), blocking(BEAR, 301), turn=3)
    .asks_to_assign(301, {401: 2})
    .assigns(301, {401: 2})
    .step("CombatDamage", annotations=[damaged(301, 401, 2), *leaving(401, 402, "SBA_Damage", id=5)], turn=3)
    .server({"type": "GREMessageType_TimerStateMessage", "timerStateMessage": {"seatId": 1, "timers": [{"timerId": 1}]}})
    .full(OX, stage="GameStage_Play", update="GameStateUpdate_Send", turnInfo={"turnNumber": 4, "activePlayer": ME})
)
LINES = GAME.newline.join(GAME.parts).split(GAME.newline)
FREE = {
    *(("gameObjects", "subtypes"), ("gameObjects", "cardTypes")),
    *(("details", "type"), ("legalDamageRecipients", "type"), ("selectedDamageRecipient", "type")),
}
"""Words of no closed list: names, card types (`test_gaps`), and those of fields without bearing."""
NOT_READ = {"assignDamageReq"}


def bodies() -> Iterator[tuple[int, int, Json]]:
    """Of each message to or from a game: the lines that it stands on, and what it says."""
    number = 0
    while number < len(LINES):
        header, number = LINES[number], number + 1
        if header.endswith(("GreToClientEvent", "ClientToGremessage")):
            begin = number
            number = LINES.index("}", begin) + 1 if LINES[begin] == "{" else begin + 1
            yield begin, number, json.loads("".join(LINES[begin:number]))


def objects(value: Any, under: str = "") -> Iterator[tuple[Json, str]]:
    """Every object in a message that is read, and the key that it stands under."""
    if isinstance(value, dict):
        yield value, under
        for key, part in value.items():
            if key not in NOT_READ:
                yield from objects(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from objects(part, under)


def words(document: Json) -> Iterator[tuple[Json, str]]:
    """Every word of a closed list in a message that is read: what it stands in, and its key."""
    for each, under in objects(document):
        for key, value in each.items():
            first = value[0] if isinstance(value, list) and value else value
            if isinstance(first, str) and "_" in first and (under, key) not in FREE:
                yield each, key


def changed(begin: int, end: int, document: Json) -> Imported:
    written = json.dumps(document, indent=2).splitlines() if LINES[begin] == "{" else [json.dumps(document)]
    return Imported(GAME.newline.join([*LINES[:begin], *written, *LINES[end:], ""]).encode())


def test_the_log_itself_has_no_mark() -> None:
    imported = Imported(GAME)
    assert (imported.problems, marks(imported)) == ([], ["the client was disconnected"])


@pytest.mark.parametrize("begin", [begin for begin, _, _ in bodies()])
def test_a_field_of_any_part_of_any_message(begin: int) -> None:
    end, document = next((end, document) for first, end, document in bodies() if first == begin)
    for each, under in list(objects(document)):
        each["grimness"] = 1
        imported = changed(begin, end, document)
        del each["grimness"]
        assert ["'grimness'" in problem for problem in reported(imported)] == [True], under
        assert imported.events(t.RecordInterrupted)[0].reason.startswith("fields 'grimness' of "), under


@pytest.mark.parametrize("begin", [begin for begin, _, _ in bodies()])
def test_a_word_of_any_closed_list(begin: int) -> None:
    end, document = next((end, document) for first, end, document in bodies() if first == begin)
    for each, key in list(words(document)):
        before = each[key]
        grim = (before[0] if isinstance(before, list) else before).partition("_")[0] + "_Grim"
        each[key] = [grim] if isinstance(before, list) else grim
        imported = changed(begin, end, document)
        each[key] = before
        first = imported.events(t.RecordInterrupted)[0].reason
        assert f"{grim!r}" in first or (key == "type" and "begins in the middle" in first), grim  # without its first whole state


@pytest.mark.parametrize("kind", OBJECTS_WITHOUT_BEARING)
def test_what_is_only_shown_is_no_permanent_and_costs_nothing(kind: str) -> None:
    imported = Imported(combat(OX).diff({**creature(900, ME), "type": kind}))
    assert (imported.problems, marks(imported)) == ([], [])
    assert {event.id for event in imported.events(t.PermanentEntered)} == {"301"}


@pytest.mark.parametrize(("category", "to"), [("Banish", "exile"), ("Phase", "graveyard")])
def test_why_a_permanent_left(category: str, to: str) -> None:
    imported = Imported(combat(OX).diff(gone=(301,), annotations=leaving(301, 402, category, to)))
    assert marks(imported) == [f"moves of the category {category!r}"]


def test_how_a_card_moves_elsewhere_has_no_bearing() -> None:
    moved = annotation("ZoneTransfer", 0, (402,), {"zone_src": 31, "zone_dest": 29, "category": "Foretell"})
    assert marks(Imported(combat(OX).diff(annotations=[moved]))) == []


def test_what_may_be_attacked_that_is_neither_a_player_nor_a_permanent() -> None:
    log = combat(OX).asks_to_attack({301: [OPPONENT]})
    teams = log.content.replace(
        b'{"type": "DamageRecType_Player", "playerSystemSeatId": 2}', b'{"type": "DamageRecType_Team", "teamId": 2}'
    )
    [gap] = marks(Imported(teams))
    assert "what may be attacked: found neither; allowed: a player or a permanent" in gap


@pytest.mark.parametrize(
    ("stated", "unknown"),
    [
        (
            annotation("ModifiedLife", 301, (2,), {"life": -2, "grimly": 1}),
            "details 'grimly' of annotations of the type 'ModifiedLife'",
        ),
        (
            annotation("DamageDealt", 301, (2,), {"damage": 2, "type": 9}),
            "numbers 9 of the type of annotations of the type 'DamageDealt'",
        ),
    ],
)
def test_details_of_annotations(stated: Json, unknown: str) -> None:
    imported = Imported(combat(OX).diff(annotations=[stated]))
    assert [gap.replace("AnnotationType_", "") for gap in marks(imported)] == [unknown]
