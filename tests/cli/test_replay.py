"""`declarant replay` and `declarant journal`: stepping through games, whole and damaged."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant import Game, permanent
from declarant.events.errors import IllegalDeclaration
from declarant.events.facts import PermanentLeft
from declarant.events.journal.journal import Journal
from declarant.projections.combat import Attack, CombatDamageStep
from declarant.projections.frozen import FrozenDict
from declarant.projections.pending import PendingDeclaration
from declarant.projections.state import fold
from declarant.tools.history.events_in_words import in_words
from freezegun import freeze_time


@pytest.fixture
def game(tmp_path: Path, frozen: freeze_time) -> Game:
    """A game with an illegal declaration in it, in games.db."""
    with frozen:
        game = Game.start(["Ann", "Bob"], rules="2024-06-07", journal=str(tmp_path / "games.db"), stream="final")
        game.enter(permanent("brute", "Ann", name="Quarry Brute", types=["Creature"], power=4, toughness=3, text="Menace"))
        game.enter(permanent("sentry", "Bob", types=["Creature"], power=1, toughness=4))
        game.declare_attackers({"brute": "Bob"})
        with pytest.raises(IllegalDeclaration):
            game.declare_blockers({"sentry": ["brute"]})
        game.declare_blockers({})
        game.journal.close()
    return game


def steps(result: Any) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def entries(path: Path, stream: str = "final") -> list[Any]:
    with Journal.open(path, read_only=True) as journal:
        return list(journal.entries(stream))


def test_every_entry_is_stated_with_what_it_changed(invoke: Any, game: Game) -> None:
    result = invoke("replay", "games.db", "--to", "4")
    assert result.exit_code == 0
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        "     1  2026-01-02 03:04:05  a game of Ann, Bob starts under the rules of",
        "                             2024-03-08 (declarant version 0.1.0)",
        "                               players: nothing → Ann, Bob",
        "                               seats: nothing → Ann, Bob",
        "                               edition: nothing → 2024-03-08",
        "                               + life.Ann: 20",
        "                               + life.Bob: 20",
        "                               + hand.Ann: 0",
        "                               + hand.Bob: 0",
        "                               + graveyard.Ann: 0",
        "                               + graveyard.Bob: 0",
        "     2                       turn 1 begins: Ann is the active player",
        "                               active: nothing → Ann",
        "                               turn: 0 → 1",
        "     3                       brute enters the battlefield under Ann's control",
        "                               + permanents.brute: Quarry Brute, Creature, 4/3,",
        "                               Menace",
        "     4                       sentry enters the battlefield under Bob's control",
        "                               + permanents.sentry: Creature, 1/4",
    ]


def test_cuts_are_shown_with_what_they_took_back_and_the_ruling(invoke: Any, game: Game, tmp_path: Path) -> None:
    (cut,) = [entry.version for entry in entries(tmp_path / "games.db") if entry.is_cut]
    shown = steps(invoke("replay", "games.db", "--format", "json"))
    assert shown[cut - 1]["type"] == "Cut"
    assert shown[cut - 1]["body"]["ruling"]["rule"] == "509.1b"
    assert [step["version"] for step in shown if step["taken_back_by"] == cut] == list(
        range(shown[cut - 1]["body"]["to"] + 1, cut)
    )
    text = invoke("replay", "games.db").stdout
    assert f"the log is back at version {shown[cut - 1]['body']['to']}" in text
    assert f"(taken back at {cut})" in " ".join(text.split())
    assert "illegal  509.1b" in text


def test_the_json_form_has_every_entry_as_it_is_stored(invoke: Any, game: Game, tmp_path: Path) -> None:
    stored = entries(tmp_path / "games.db")
    shown = steps(invoke("replay", "games.db", "--format", "json"))
    assert [(step["version"], step["time"], step["type"]) for step in shown] == [
        (entry.version, "2026-01-02T03:04:05.000000+00:00", entry.type) for entry in stored
    ]
    assert [step["body"] for step in shown] == [json.loads(entry.body) for entry in stored]


def test_the_changes_lead_from_each_state_to_the_next(invoke: Any, game: Game) -> None:
    """What is stated as changed, put into the state before, gives the state after."""
    shown = steps(invoke("replay", "games.db", "--format", "json"))
    state: dict[str, Any] = {}
    for step in shown:
        (after,) = steps(invoke("replay", "games.db", "--format", "json", "--at", str(step["version"])))
        state = state or _blank()
        for change in step["changes"]:
            _put(state, change)
        assert state == {part: after[part] for part in state}


def _blank() -> dict[str, Any]:
    from declarant.projections.state import State
    from declarant.tools.history.replay import PARTS, plain

    return {part: plain(getattr(State(), part)) for part in PARTS}


def _put(state: dict[str, Any], change: dict[str, Any]) -> None:
    *path, last = change["path"]
    within: Any = state
    for key in path:
        within = within[key]
    if isinstance(within.get(last), list) and change["kind"] != "changed":
        if change["kind"] == "added":
            within[last] = sorted([*within[last], change["after"]])
        else:
            within[last].remove(change["before"])
    elif change["kind"] == "removed":
        del within[last]
    else:
        within[last] = change["after"]


def test_the_state_at_a_version_is_the_one_that_the_log_had_then(invoke: Any, game: Game, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db", read_only=True) as journal:
        log = journal.log("final")
        for version in range(1, log.version + 1):
            (shown,) = steps(invoke("replay", "games.db", "--at", str(version), "--format", "json"))
            state = fold(log.events(version))
            assert shown["version"] == version
            assert shown["combat"]["blocked"] == sorted(state.combat.blocked)
            assert shown["board"]["permanents"].keys() == state.board.permanents.keys()
            assert shown["board"]["step"] == state.board.step


def test_the_state_in_text_shows_board_and_combat(invoke: Any, game: Game, tmp_path: Path) -> None:
    last = len(entries(tmp_path / "games.db"))
    text = invoke("replay", "games.db", "--at", str(last)).stdout
    assert f"final · version {last} · rules of 2024-03-08" in text
    assert "brute  Quarry Brute, 4/3, tapped, Creature" in text
    assert re.search(r"unblocked +brute", text)


def test_what_a_fold_keeps_in_tuples_with_names_is_said_in_words() -> None:
    attack = Attack("Bob", "Bob", "Bob")
    step = CombatDamageStep(True, ("ox", "imp"), ("Ann",), FrozenDict({"ox": FrozenDict({"imp": 2})}))
    for value, words in (
        (attack, "attacks Bob"),
        ({"ox": attack}, "ox → attacks Bob"),
        (step, "first-strike damage, ox assigns imp → 2, not dealt yet"),
        (PendingDeclaration("attack", "Ann", 8, ("ox", "elk")), "Ann's attack: ox, elk"),
        (PendingDeclaration("attack", "Ann", 8, ("ox",), (("ox", "Bob"),)), "Ann's attack: ox → Bob"),
        (PendingDeclaration("block", "Bob", 8, blocks=(("imp", ("ox",)),)), "Bob's block: imp → ox"),
        (PendingDeclaration("block", "Bob", 8), "Bob's block: nothing"),
    ):
        assert in_words(value) == words


def test_no_state_in_text_shows_what_only_folds_know(invoke: Any, game: Game, tmp_path: Path) -> None:
    for version in range(1, len(entries(tmp_path / "games.db")) + 1):
        assert not re.search(r"Bob, Bob|, ,|turn of|meant", invoke("replay", "games.db", "--at", str(version)).stdout), version


def test_a_version_that_is_not_there_is_refused(invoke: Any, game: Game, tmp_path: Path) -> None:
    last = len(entries(tmp_path / "games.db"))
    for option in ("--at", "--to"):
        result = invoke("replay", "games.db", option, str(last + 1))
        assert result.exit_code == 2
        assert result.stderr == f"error: {option}: found {last + 1}; allowed: 1 to {last}, the versions of 'final'\n"


def test_of_several_games_the_names_are_listed(invoke: Any, game: Game, tmp_path: Path) -> None:
    Game.start(["Ann", "Bob"], journal=str(tmp_path / "games.db"), stream="again").journal.close()
    assert invoke("replay", "games.db").stdout.splitlines() == ["final", "again"]
    assert steps(invoke("replay", "games.db", "--format", "json")) == [{"stream": "final"}, {"stream": "again"}]
    assert len(steps(invoke("replay", "games.db", "--stream", "again", "--format", "json"))) == 2
    unknown = invoke("replay", "games.db", "--stream", "semi")
    assert unknown.exit_code == 2
    assert (
        unknown.stderr == "error: --stream: found 'semi'; allowed: a game of the journal, or a part of its name: again, final\n"
    )


def test_a_part_of_a_name_is_enough_and_one_of_several_names_isnt(invoke: Any, game: Game, tmp_path: Path) -> None:
    Game.start(["Ann", "Bob"], journal=str(tmp_path / "games.db"), stream="semifinal").journal.close()
    assert invoke("replay", "games.db", "--stream", "semi", "--format", "json").stdout
    assert len(steps(invoke("replay", "games.db", "--stream", "final", "--format", "json"))) > 2
    several = invoke("replay", "games.db", "--stream", "fina")
    assert several.exit_code == 2
    assert several.stderr.startswith("error: --stream: found 'fina', which is in 2 names; allowed: a game of the journal")


def test_the_last_game_is_the_one_that_was_recorded_last(invoke: Any, game: Game, tmp_path: Path) -> None:
    with freeze_time("2031-01-01"):
        Game.start(["Ann", "Bob"], journal=str(tmp_path / "games.db"), stream="again").journal.close()
    assert {each["stream"] for each in steps(invoke("replay", "games.db", "--last", "--turns", "--format", "json"))} == {"again"}
    assert invoke("replay", "games.db", "--last", "--stream", "final").exit_code == 2


def test_an_altered_entry_is_named_after_the_valid_ones(invoke: Any, game: Game, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.db") as database:
        database.execute("UPDATE entries SET body = replace(body, 'Ann', 'Eve') WHERE version = 3")
    database.close()
    result = invoke("replay", "games.db", "--format", "json")
    assert result.exit_code == 2
    assert [step["version"] for step in steps(result)] == [1, 2]
    (error,) = map(json.loads, result.stderr.splitlines())
    assert error["kind"] == "corrupt-journal"
    assert error["where"].startswith("stream 'final', version 3")
    assert invoke("replay", "games.db", "--to", "2").exit_code == 0
    assert invoke("replay", "games.db", "--to", "3").exit_code == 2
    assert "version 3" in invoke("journal", "verify", "games.db").stderr


def test_an_export_that_was_cut_short_shows_what_is_left(invoke: Any, game: Game, tmp_path: Path) -> None:
    assert invoke("journal", "export", "games.db", "--to", "games.jsonl").exit_code == 0
    lines = (tmp_path / "games.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines[:5]))
    result = invoke("replay", "games.jsonl", "--format", "json")
    assert result.exit_code == 2
    assert len(steps(result)) == 5
    assert "games.jsonl, line 6" in result.stderr


def test_an_entry_that_cannot_follow_those_before_it_is_named(invoke: Any, game: Game, tmp_path: Path) -> None:
    """Its digest is right, but no such permanent is there to leave."""
    with Journal.open(tmp_path / "games.db") as journal:
        version = journal.log("final").append([PermanentLeft(id="nobody")]).version
    result = invoke("replay", "games.db")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: stream 'final', version {version} ")


def test_an_export_replays_as_the_journal_and_imports_into_another(invoke: Any, game: Game) -> None:
    assert invoke("journal", "export", "games.db", "--to", "games.jsonl").exit_code == 0
    assert invoke("replay", "games.jsonl").stdout == invoke("replay", "games.db").stdout
    assert invoke("journal", "import", "games.jsonl", "--to", "copy.db").exit_code == 0
    assert invoke("replay", "copy.db").stdout == invoke("replay", "games.db").stdout
    assert "nothing is wrong" in invoke("journal", "verify", "copy.db").stdout
    assert invoke("journal", "import", "games.jsonl", "--to", "copy.db").exit_code == 2


def test_an_export_overwrites_nothing(invoke: Any, game: Game, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("precious", "utf-8")
    result = invoke("journal", "export", "games.db", "--to", "games.jsonl")
    assert result.exit_code == 2
    assert (tmp_path / "games.jsonl").read_text("utf-8") == "precious"


def test_replaying_makes_no_journal_and_changes_none(invoke: Any, game: Game, tmp_path: Path, cases: Callable[..., Path]) -> None:
    before = (tmp_path / "games.db").read_bytes()
    invoke("replay", "games.db")
    invoke("replay", "nowhere.db")
    assert (tmp_path / "games.db").read_bytes() == before
    assert not (tmp_path / "nowhere.db").exists()


def test_in_a_process_of_its_own_it_is_the_same(run: Any, game: Game) -> None:
    done = run("replay", "games.db", "--to", "2", "--format", "json")
    assert done.returncode == 0
    assert [json.loads(line)["type"] for line in done.stdout.splitlines()] == ["GameStarted", "TurnBegan"]


def test_an_import_that_fails_leaves_no_journal_behind(invoke: Any, game: Game) -> None:
    Path("broken.jsonl").write_text('{"stream": "game"}\n')
    result = invoke("journal", "import", "broken.jsonl", "--to", "new.db")
    assert result.exit_code == 2
    assert "broken.jsonl" in result.stderr
    assert not Path("new.db").exists()
