"""Logs of MTG Arena on the command line: imported, checked, replayed and followed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from arena.logs import ME, MENACE, OPPONENT, STREAM, Json, Log, attacking, blocked, blocking, combat, creature
from declarant.events.journal.journal import Journal
from declarant.tools.cards import load

OX, BEAR = creature(301, ME), creature(401, OPPONENT)


def game(attacker: Json = OX) -> Log:
    """I attack, and am blocked."""
    log = combat(attacker, theirs=(BEAR,)).asks_to_attack({301: [OPPONENT]})
    log.asks_to_attack({301: [OPPONENT]}, {301: OPPONENT}).submits()
    log.step("DeclareAttack", attacking(attacker), turn=3).step("DeclareBlock", turn=3)
    return log.diff(blocked(attacking(attacker)), blocking(BEAR, 301))


@pytest.fixture(autouse=True)
def _no_cards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def log(tmp_path: Path) -> str:
    (tmp_path / "Player.log").write_bytes(game().content)
    return "Player.log"


@pytest.fixture
def illegal(tmp_path: Path) -> str:
    """A log in which one creature blocks one with menace."""
    (tmp_path / "illegal.log").write_bytes(game(creature(301, ME, MENACE)).content)
    return "illegal.log"


@pytest.fixture
def off(tmp_path: Path) -> str:
    (tmp_path / "off.log").write_text("DETAILED LOGS: DISABLED\n")
    return "off.log"


def lines(result: Any) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


# --- import --------------------------------------------------------------------------------------------------------------


def test_the_games_of_a_log_are_imported_once(invoke: Any, log: str, tmp_path: Path) -> None:
    first = invoke("import", "arena", log, "--to", "sqlite:///games.db")
    assert (first.exit_code, first.stdout) == (0, f"{STREAM}  24 entries, 24 of them new\n")
    again = invoke("import", "arena", log, "--to", "sqlite:///games.db", "--format", "json")
    [row] = lines(again)
    assert (again.exit_code, row["stream"], row["entries"], row["appended"], row["conflict"]) == (0, STREAM, 24, 0, False)
    assert invoke("journal", "verify", "games.db").stdout == "1 games, 24 entries: nothing is wrong\n"


def test_a_log_without_detailed_logs_is_reported_and_the_others_imported(invoke: Any, log: str, off: str) -> None:
    result = invoke("import", "arena", off, log, "--to", "games.db")
    assert result.exit_code == 2
    assert (
        "off.log: found detailed logs turned off; allowed: a Player.log with detailed logs, turned on in Arena" in result.stderr
    )
    assert STREAM in result.stdout


def test_a_log_of_another_game_with_the_same_name_is_reported(invoke: Any, log: str, tmp_path: Path) -> None:
    invoke("import", "arena", log, "--to", "games.db")
    (tmp_path / "other.log").write_bytes(game(creature(301, ME, power={"value": 3})).content)
    result = invoke("import", "arena", "other.log", "--to", "games.db")
    assert result.exit_code == 2
    assert f"error: {STREAM}: found a game of which the journal states something else" in result.stderr


def test_a_broken_line_is_reported_with_its_place_and_costs_only_that_message(invoke: Any, log: str, tmp_path: Path) -> None:
    broken = game().line("[UnityCrossThreadLogger]x: GreToClientEvent").line("{oh")
    (tmp_path / log).write_bytes(broken.content)
    result = invoke("import", "arena", log, "--to", "games.db")
    assert result.exit_code == 0
    assert result.stderr.startswith(
        f"warning: Player.log, line {len(broken.content.splitlines())}: a message can't be read: Invalid JSON"
    )


@pytest.mark.parametrize("name", ["nothing.log", "."])
def test_a_log_that_can_not_be_read_is_refused(invoke: Any, name: str) -> None:
    result = invoke("import", "arena", name, "--to", "games.db")
    assert (result.exit_code, "allowed: a log that can be read" in result.stderr) == (2, True)


def test_texts_of_cards_are_read_where_an_index_states_them(invoke: Any, tmp_path: Path) -> None:
    log = game(creature(301, ME, 50_001))
    (tmp_path / "Player.log").write_bytes(log.content)
    ox = {"name": "Grim Ox", "type_line": "Creature — Ox", "oracle_text": "Whenever Grim Ox attacks, draw a card."}
    (tmp_path / "cards.json").write_text(json.dumps([ox]))
    (tmp_path / "names.json").write_text(json.dumps({"70301": "Grim Ox"}))
    loaded = invoke("cards", "load", "cards.json", "--arena", "names.json", "--index", "index.db")
    assert (loaded.exit_code, loaded.stdout) == (0, "1 names of cards loaded into index.db\n")
    assert invoke("import", "arena", "Player.log", "--to", "games.db", "--cards", "index.db").exit_code == 0
    replayed = lines(invoke("replay", "games.db", "--format", "json"))
    assert [step["body"]["source"] for step in replayed if step["type"] == "AbilityTriggered"] == ["301"]


def test_an_index_that_is_none_is_refused(invoke: Any, log: str) -> None:
    result = invoke("import", "arena", log, "--to", "games.db", "--cards", log)
    assert result.exit_code == 2
    assert "`declarant cards load FILE`" in result.stderr


def test_scryfall_states_arenas_numbers_itself(tmp_path: Path) -> None:
    from declarant.tools.cards import arena_cards

    path = tmp_path / "cards.json"
    path.write_text(json.dumps([{"name": "Grim Ox", "type_line": "Creature — Ox", "arena_id": 70_301}]))
    load(path, index=tmp_path / "index.db")
    find = arena_cards(tmp_path / "index.db")
    card = find(70_301)
    assert card is not None and card.name == "Grim Ox"
    assert find(70_302) is None


# --- games ---------------------------------------------------------------------------------------------------------------


def test_the_games_of_a_journal_are_listed(invoke: Any, illegal: str) -> None:
    invoke("import", "arena", illegal, "--to", "games.db")
    row = {
        "game": STREAM,
        "played": "2026-02-22T20:54:12+00:00",
        "recorded": "2026-02-22T20:54:12+00:00",
        "edition": "2025-07-25",
        "format": "Ladder",
        "names": ["Ann", "Bob"],
        "turns": 3,
        "declarations": 2,
        "illegal": 1,
        "ended": False,
        "winner": None,
        "winners": [],
        "tainted": False,
        "entries": 25,
    }
    assert lines(invoke("games", "games.db", "--format", "json")) == [row]
    assert [line.rstrip() for line in invoke("games", "games.db").stdout.splitlines()] == [
        STREAM,
        "  2026-02-22 20:54, Ladder, Ann – Bob, 3 turns, 2 declarations, 1 illegal, not",
        "  over",
    ]
    jsonschema.validate(row, json.loads(invoke("schema", "games").stdout))


def test_the_games_of_a_log_are_listed_and_who_won(invoke: Any, tmp_path: Path) -> None:
    results = [{"scope": "MatchScope_Game", "winningTeamId": ME}]
    over = game()
    over.diff(gameInfo={"matchID": over.match, "gameNumber": 1, "results": results})
    (tmp_path / "Player.log").write_bytes(over.content)
    [row] = lines(invoke("games", "Player.log", "--format", "json"))
    assert (row["ended"], row["winner"]) == (True, "Ann")


def test_a_journal_that_is_not_there_is_refused(invoke: Any) -> None:
    assert invoke("games", "nothing.db").exit_code == 2


# --- check ---------------------------------------------------------------------------------------------------------------


def test_requests_and_declarations_are_a_line_each(invoke: Any, log: str) -> None:
    result = invoke("arena", "check", log, "--format", "json")
    assert result.exit_code == 0
    assert [(line["kind"], line["initial"], line["declared"], line["agrees"]) for line in lines(result)] == [
        ("attack", True, None, True),
        ("attack", False, None, True),
        ("attack", False, {"301": "player:2"}, True),
        ("block", False, {"401": [301]}, True),
    ]


def test_what_does_not_agree_is_reported_to_people(invoke: Any, illegal: str) -> None:
    result = invoke("arena", "check", illegal)
    assert result.exit_code == 1
    assert "state 7 · block" in result.stdout
    assert "301 can't be blocked except by 2 or more creatures" in result.stdout
    assert result.stdout.endswith("illegal.log: 3 agree, 1 differ, 0 can't be said\n")


def test_a_log_that_can_not_be_checked_is_reported_and_the_others_checked(invoke: Any, log: str, off: str) -> None:
    result = invoke("arena", "check", off, log)
    assert (result.exit_code, result.stdout) == (2, "Player.log: 4 agree, 0 differ, 0 can't be said\n")


def test_the_lines_fit_their_schema(invoke: Any, log: str, illegal: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(invoke("schema", "checked").stdout))
    for line in lines(invoke("arena", "check", log, illegal, "--format", "json")):
        validator.validate(line)


# --- replay --------------------------------------------------------------------------------------------------------------


def test_a_game_is_walked_turn_by_turn(invoke: Any, illegal: str) -> None:
    result = invoke("replay", illegal, "--turns")
    assert result.exit_code == 0
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        "",
        "Ladder, 2026-02-22 20:54, rules of 2025-07-25, MTG Arena, match",
        "00000000-0000-4000-8000-000000000001, game 1",
        "",
        "     3  turn 3, Ann (player:1, you); Ann (player:1, you) at 20, Bob (player:2)",
        "        at 20",
        "    12  attack      grp 70301 [301] 2/2 attacks Bob (player:2)",
        "    19  block       grp 70401 [401] 2/2 blocks grp 70301 [301] 2/2",
        "    20  ruling      illegal  509.1b  301 can't be blocked except by 2 or more",
        "                    creatures (301: menace)",
        "    21  ruling      that isn't legal, but the game went on with it:",
        "    22  block       grp 70401 [401] 2/2 blocks grp 70301 [301] 2/2",
    ]


def test_a_log_is_replayed_entry_by_entry(invoke: Any, log: str) -> None:
    steps = lines(invoke("replay", log, "--format", "json"))
    assert [step["version"] for step in steps] == list(range(1, 25))


def test_turns_are_stated_as_json_too(invoke: Any, log: str) -> None:
    [turn] = [line for line in lines(invoke("replay", log, "--turns", "--format", "json")) if line["kind"] == "turn"]
    assert turn == {
        "stream": STREAM,
        "version": 3,
        "kind": "turn",
        "words": "turn 3, Ann (player:1, you); Ann (player:1, you) at 20, Bob (player:2) at 20",
    }


def test_turns_and_a_single_version_exclude_each_other(invoke: Any, log: str) -> None:
    assert invoke("replay", log, "--turns", "--at", "3").exit_code == 2


def test_a_log_is_followed_while_it_is_written(tmp_path: Path, log: str) -> None:
    path, written = tmp_path / log, (tmp_path / log).read_bytes()
    path.write_bytes(written[: len(written) // 2])
    command = [sys.executable, "-m", "declarant", "replay", log, "--follow"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as following:
        assert following.stdout is not None
        while "turn 3" not in following.stdout.readline():
            pass
        with path.open("ab") as file:
            file.write(written[len(written) // 2 :])
        while "blocks" not in following.stdout.readline():
            pass
        following.send_signal(signal.SIGINT)
        assert following.wait(timeout=30) == 130


def test_following_states_what_it_waits_for(tmp_path: Path) -> None:
    (tmp_path / "empty.log").write_text("DETAILED LOGS: ENABLED\n")
    command = [sys.executable, "-m", "declarant", "replay", "empty.log", "--follow"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as following:
        assert following.stderr is not None
        assert following.stderr.readline().startswith("info: empty.log: waiting for a game to begin (Detailed Logs")
        following.send_signal(signal.SIGINT)
        assert following.wait(timeout=30) == 130


def test_only_a_log_can_be_followed(invoke: Any, log: str, tmp_path: Path) -> None:
    invoke("import", "arena", log, "--to", "games.db")
    result = invoke("replay", "games.db", "--follow")
    assert (result.exit_code, "--follow" in result.stderr) == (2, True)
    with Journal.open(tmp_path / "games.db", read_only=True) as journal:
        journal.verify()
