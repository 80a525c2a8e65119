"""What Arena offered beside what we derive, on games of our own and on the real ones in `../shared/arena`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from arena.logs import FLYING, ME, MENACE, OPPONENT, Imported, Json, Log, attacking, combat, creature, qualification
from declarant.tools.arena.checking import Checked, CheckedDamage, Problem, check, derive

OX = creature(301, ME)


def checked(log: Log, folder: Path) -> list[Checked]:
    path = folder / "Player.log"
    path.write_bytes(log.content)
    return [each for each in check(path) if isinstance(each, Checked)]


def attacked(*theirs: Json, mine: tuple[Json, ...], goes_on: tuple[Json, ...] = ()) -> Log:
    """The opponent attacks with these creatures; I may block with mine."""
    log = combat(*mine, theirs=theirs)
    log.step("DeclareAttack", turn=4, active=OPPONENT, persistentAnnotations=list(goes_on))
    log.diff(*(attacking(each, target=ME) for each in theirs))
    return log.step("DeclareBlock", turn=4, active=OPPONENT)


def test_creatures_that_may_attack_are_derived_with_all_they_may_attack(tmp_path: Path) -> None:
    walker = creature(402, OPPONENT, cardTypes=["CardType_Planeswalker"], loyalty={"value": 3})
    sick, tapped = creature(302, ME, sick=True), creature(303, ME, tapped=True)
    log = combat(OX, sick, tapped, theirs=(walker,)).asks_to_attack({301: [OPPONENT, 402]})
    [line] = checked(log, tmp_path)
    assert line.model_dump(exclude={"gameStateId", "match"}) == {
        "log": "Player.log",
        "game": 1,
        "msgId": log.message,
        "kind": "attack",
        "initial": True,
        "tainted": False,
        "offered": {"attack": {"301": ["player:2", "permanent:402"]}},
        "derived": {"attack": {"301": ["player:2", "permanent:402"]}},
        "agrees": True,
        "differences": (),
        "player": "player:1",
        "declared": None,
        "source": None,
        "verdict": None,
        "rule": None,
    }


def test_a_difference_is_reported_pair_by_pair(tmp_path: Path) -> None:
    log = combat(OX, creature(302, ME)).asks_to_attack({301: [OPPONENT], 350: [OPPONENT]})
    [line] = checked(log, tmp_path)
    assert (line.agrees, line.differences) == (False, ("350: only Arena offers player:2", "302: only derived player:2"))


def test_a_lone_blocker_is_not_offered_an_attacker_with_menace(tmp_path: Path) -> None:
    log = attacked(creature(401, OPPONENT, MENACE), creature(402, OPPONENT), mine=(OX,)).asks_to_block({301: [402]})
    assert checked(log, tmp_path)[-1].derived == {"block": {"301": [402]}}


def test_a_creature_that_can_block_nothing_is_not_offered(tmp_path: Path) -> None:
    log = attacked(creature(401, OPPONENT, FLYING), mine=(OX,)).asks_to_block({})
    assert checked(log, tmp_path)[-1].derived == {"block": {}}


def test_while_an_attacker_must_be_blocked_only_that_is_offered(tmp_path: Path) -> None:
    must = qualification(9, 33, 401, 401)
    log = attacked(creature(401, OPPONENT), creature(402, OPPONENT), mine=(OX, creature(302, ME)), goes_on=(must,))
    log.asks_to_block({301: [401], 302: [401]}).asks_to_block({301: [], 302: [401, 402]}, {301: [401]})
    first, then = checked(log, tmp_path)[-2:]
    assert (first.initial, first.derived) == (True, {"block": {"301": [401], "302": [401]}})
    assert (then.initial, then.derived, then.agrees) == (False, {"block": {"301": [], "302": [401, 402]}}, True)


def test_a_request_in_a_gap_is_tainted(tmp_path: Path) -> None:
    [line] = checked(combat(OX).left_out().asks_to_attack({301: [OPPONENT]}), tmp_path)
    assert line.tainted


def test_a_declaration_is_ruled_on(tmp_path: Path) -> None:
    log = combat(OX).step("DeclareAttack", attacking(OX), turn=3)
    [line] = checked(log, tmp_path)
    assert (line.declared, line.source, line.verdict, line.agrees) == ({"301": "player:2"}, "observed", "legal", True)
    assert (line.offered, line.derived, line.initial) == (None, None, False)


# --- real games ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def arena(shared: Path) -> list[Checked | Problem]:
    """What checking all real logs shows."""
    logs = sorted(path for path in (shared / "arena" / "logs").iterdir() if "detailed-logs-off" not in path.name)
    return [each for log in logs for each in check(log)]


@pytest.fixture
def lines(arena: list[Checked | Problem]) -> list[Checked]:
    return [each for each in arena if isinstance(each, Checked)]


def printed(folder: Path) -> list[Any]:
    return [json.loads(line) for line in folder.read_text().splitlines()]


def test_every_window_of_real_games_is_read_as_it_is_known(lines: list[Checked], shared: Path) -> None:
    found = [
        (
            line.log.partition(".")[0],
            line.match,
            line.game,
            line.msgId,
            line.gameStateId,
            line.initial,
            line.tainted,
            line.offered,
        )
        for line in lines
        if line.offered is not None
    ]
    keys = ("log", "match", "game", "msgId", "gameStateId", "initial", "tainted", "offered")
    assert found == [tuple(window[key] for key in keys) for window in printed(shared / "arena" / "windows.jsonl")]


def test_every_window_of_real_games_where_the_record_is_whole_agrees(lines: list[Checked]) -> None:
    assert [line for line in lines if line.offered is not None and not line.tainted and line.derived != line.offered] == []


def test_every_damage_step_of_real_games_is_read_as_it_is_known(arena: list[Any], shared: Path) -> None:
    found = {}
    for line in arena:
        if isinstance(line, CheckedDamage):
            key = (line.log.partition(".")[0], line.match, line.game, line.gameStateId, line.step)
            found[key] = (sorted(map(list, line.dealt)), sorted(line.deaths), line.tainted)
    expected = {}
    for row in printed(shared / "arena" / "damage.jsonl"):
        dealt = sorted([each["source"], each["target"], each["amount"]] for each in row["damage"] if each["amount"])
        deaths = sorted(each["object"] for each in row["left"] if each["when"] == "damage")
        key = (row["log"], row["match"], row["game"], row["gameStateId"], row["step"])
        expected[key] = (dealt, deaths, bool(row["tainted"]))
    assert found == expected


def test_every_damage_step_of_real_games_where_the_record_is_whole_agrees(arena: list[Any]) -> None:
    steps = [line for line in arena if isinstance(line, CheckedDamage) and not line.tainted]
    assert [line for line in steps if not line.agrees or line.derived != line.dealt] == []


def test_every_declaration_of_real_games_is_found_and_legal(lines: list[Checked], shared: Path) -> None:
    declarations = [line for line in lines if line.declared is not None]
    assert [line for line in declarations if not line.tainted and line.verdict != "legal"] == []
    keys = ("match", "gameStateId", "kind", "source", "tainted", "declared")
    expected = sorted(
        json.dumps([each[key] for key in keys] + [each.get("msgId")], sort_keys=True)
        for each in printed(shared / "arena" / "declarations.jsonl")
    )
    found = [[getattr(line, key) for key in keys] + [line.msgId] for line in declarations]
    assert sorted(json.dumps(each, sort_keys=True) for each in found) == expected


def test_what_of_real_logs_can_not_be_read_is_what_arena_left_out(arena: list[Checked | Problem]) -> None:
    problems = [each.reason for each in arena if isinstance(each, Problem)]
    assert problems == ["a message was left out by Arena"] * 3


def test_judging_a_request_changes_nothing() -> None:
    imported = Imported(combat(OX).asks_to_attack({301: [OPPONENT]}))
    before = [tuple(entry) for entry in imported.journal().feed()]
    derive(imported.asked[0])
    assert [tuple(entry) for entry in imported.journal().feed()] == before
