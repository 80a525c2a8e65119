"""Where a log leaves something out: the gap is marked, nothing is ruled on in it, and a whole state ends it."""

from __future__ import annotations

import pytest
from arena.logs import ME, OPPONENT, Imported, Log, attacking, combat, creature
from declarant.events import declarations as d
from declarant.events import facts as t

OX = creature(301, ME)


def lost() -> Log:
    log = combat(OX)
    log.state += 1  # a state that isn't in the log
    return log


def unreadable() -> Log:
    log = combat(OX)
    return log.line("[UnityCrossThreadLogger]2/22/2026 12:54:11 PM: Match to X: GreToClientEvent").line('{"timestamp": oh}')


def impossible() -> Log:
    return combat(OX).asks_to_block({301: []}, seat=9)


@pytest.mark.parametrize(
    "log", [lost(), unreadable(), combat(OX).left_out(), impossible()], ids=["lost", "unreadable", "left out", "impossible"]
)
def test_a_declaration_in_a_gap_stands_without_a_ruling(log: Log) -> None:
    imported = Imported(log.step("DeclareAttack", attacking(OX), turn=3))
    [declared] = imported.declared
    assert (declared.interrupted, declared.ruling) == (True, None)
    assert [type(event) for event in imported.events(t.RecordInterrupted, d.DeclarationStood)] == [
        t.RecordInterrupted,
        d.DeclarationStood,
    ]
    assert imported.events(d.BecameAttacking)


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        ({"cardTypes": ["CardType_Grimness"]}, "what 301 is isn't known: Grimness"),
        ({"cardTypes": []}, "what 301 is isn't known: no card type"),
        ({"cardTypes": ["CardType_Instant"]}, "what 301 is isn't known: Instant"),
        ({"controllerSeatId": 9}, "whose 301 is isn't known: seat 9"),
    ],
)
def test_a_permanent_that_is_not_known_is_a_gap_until_a_whole_state_knows_it(odd: dict[str, object], reason: str) -> None:
    log = combat(OX).diff({**OX, **odd}).full({**OX, **odd}, stage="GameStage_Play").diff(OX)
    log.full(OX, creature(302, ME), stage="GameStage_Play").step("DeclareAttack", attacking(OX), turn=3)
    imported = Imported(log)
    [gap] = imported.events(t.RecordInterrupted)
    assert gap.reason == reason
    assert len(imported.events(t.RecordResumed)) == 1
    [declared] = imported.declared
    assert declared.ruling is not None and declared.ruling.verdict == "legal"


def test_the_next_whole_state_ends_the_gap() -> None:
    log = combat(OX).left_out().full(OX, creature(302, ME), stage="GameStage_Play")
    log.step("DeclareAttack", attacking(OX), turn=3)
    imported = Imported(log)
    assert [type(event) for event in imported.events(t.RecordInterrupted, t.RecordResumed)] == [
        t.RecordInterrupted,
        t.RecordResumed,
    ]
    [declared] = imported.declared
    assert declared.ruling is not None and declared.ruling.verdict == "legal"


def test_a_broken_line_costs_that_message_and_is_reported_with_its_number() -> None:
    imported = Imported(unreadable())
    [problem] = imported.problems
    assert problem.line == len(unreadable().content.splitlines())
    assert problem.reason.startswith("a message can't be read: Invalid JSON")


def test_a_disconnected_client_comes_back_to_the_same_game() -> None:
    log = combat(OX, theirs=(creature(401, OPPONENT),)).full(creature(302, ME), stage="GameStage_Play", life=7)
    imported = Imported(log)
    assert len(imported.importer.games) == 1
    assert imported.events(t.PermanentLeft, t.RecordInterrupted, t.RecordResumed) == [
        t.RecordInterrupted(reason="the client was disconnected"),
        t.PermanentLeft(id="301"),
        t.PermanentLeft(id="401"),
        t.RecordResumed(),
    ]


def test_a_log_that_begins_in_the_middle_of_a_game_is_reported() -> None:
    log = Log().full(OX, stage="GameStage_Play", turnInfo={"turnNumber": 5, "activePlayer": ME, "phase": "Phase_Main1"})
    assert Imported(log).events(t.RecordInterrupted, t.RecordResumed) == [
        t.RecordInterrupted(reason="the log begins in the middle of the game"),
        t.RecordResumed(),
    ]
