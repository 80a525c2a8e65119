"""Records of games of XMage: boards at decisions, who fought, damage and life; nothing is ruled on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from declarant.events.facts import CharacteristicsChanged, GameEnded, PermanentTapped, RecordInterrupted
from declarant.events.journal.journal import Journal
from declarant.events.records import OpeningHandKept
from declarant.tools.cli import app
from declarant.tools.records import xmage, xmage_record
from declarant.tools.records.keeping import Imported, Problem
from declarant.tools.records.unread import Unknown, UnreadFields
from declarant.tools.records.xmage import XMageReader
from declarant.tools.records.xmage_lists import SENTENCES_WITHOUT_BEARING, WITHOUT_BEARING, has_no_bearing
from declarant.tools.records.xmage_record import Record
from tables.tabulating import Rows, rows
from typer.testing import CliRunner

Fields = dict[str, Any]


def card(id: str, name: str, power: int | None = None, toughness: int | None = None, **fields: Any) -> Fields:
    size = {} if power is None else {"power": str(power), "toughness": str(toughness), "typeLine": "Creature — Beast"}
    return {"id": id, "name": name, "tapped": False, **size, **fields}


OX, ELF, WALL = card("p1", "Grim Ox", 3, 3), card("p2", "Keen Elf", 1, 1), card("p9", "Old Wall", 0, 4)
TAPPED = [{**OX, "tapped": True}, {**ELF, "tapped": True}]


def player(name: str, life: int, *battlefield: Fields, graveyard: list[Fields] | None = None) -> Fields:
    zones = {"battlefield": list(battlefield), "graveyard": graveyard or [], "hand": [], "exile": []}
    return {"name": name, "life": life, "library_size": 50, "hand_count": 4, **zones}


def snapshot(seq: int, step: str, ann: Fields, bob: Fields, combat: list[Fields] | None = None, turn: int = 3) -> Fields:
    fields = {"seq": seq, "turn": turn, "phase": "COMBAT", "step": step, "active_player": "Ann", "priority_player": "Bob"}
    return {**fields, "players": [ann, bob], "stack": [], **({"combat": combat} if combat else {})}


def group(attacker: Fields, *blockers: Fields) -> Fields:
    return {"attackers": [attacker], "blockers": list(blockers), "defender": "Bob"}


def change(seq: int, step: str, turn: int = 3, active: str = "Ann") -> Fields:
    return {"seq": seq, "type": "phase_change", "turn": turn, "phase": "COMBAT", "step": step, "active_player": active}


def said(seq: int, message: str) -> Fields:
    return {"seq": seq, "message": message}


BOARD = player("Ann", 20, OX, ELF), player("Bob", 20, WALL)
ATTACKED = player("Ann", 20, *TAPPED), player("Bob", 20, WALL)


def record(snapshots: list[Fields] | None = None, actions: list[Fields] | None = None, **fields: Any) -> Fields:
    """A record: Ann attacks with two creatures, Bob blocks one of them."""
    return {
        "version": 8,
        "id": "game_20260210_074307",
        "timestamp": "2026-02-10T07:43:07Z",
        "gameType": "Two Player Duel",
        "deckType": "Constructed - Standard",
        "totalTurns": 3,
        "winner": "Ann",
        "players": [{"name": "Bob", "type": "cpu"}, {"name": "Ann", "type": "pilot", "model": "a/b"}],
        "cardImages": {},
        "cardData": {"Grim Ox": {"type_line": "Creature — Ox", "oracle_text": "Menace"}},
        "snapshots": snapshots
        or [
            snapshot(1, "PRECOMBAT_MAIN", *BOARD, turn=3),
            snapshot(12, "DECLARE_ATTACKERS", *ATTACKED, combat=[group(OX), group(ELF)]),
            snapshot(16, "DECLARE_BLOCKERS", *ATTACKED, combat=[group(OX, WALL), group(ELF)]),
            snapshot(
                24,
                "POSTCOMBAT_MAIN",
                player("Ann", 20, TAPPED[1], graveyard=[{"id": "p1", "name": "Grim Ox"}]),
                player("Bob", 19, WALL),
            ),
        ],
        "actions": actions
        or [
            {"seq": 0, "type": "turn_change", "turn": 3, "active_player": "Ann"},
            said(5, "Ann casts Keen Elf from hand"),
            {"seq": 6, "type": "chat", "message": "Bob loses 9 life", "from": "Bob"},
            said(10, "Ann attacks Bob with 2 creatures"),
            change(11, "DECLARE_ATTACKERS"),
            said(13, "Attacker: Grim Ox (3/3) blocked by Old Wall (0/4)"),
            change(14, "DECLARE_BLOCKERS"),
            said(15, "Attacker: Keen Elf (1/1) unblocked"),
            said(18, "Grim Ox deals 3 damage to Old Wall"),
            change(19, "COMBAT_DAMAGE"),
            said(20, "Old Wall deals 4 damage to Grim Ox"),
            said(21, "Bob loses 1 life at combat from Keen Elf"),
            said(22, "Grim Ox died"),
            said(23, "Ann puts Plains from hand onto the Battlefield"),
            change(23, "POSTCOMBAT_MAIN"),
        ],
        "llmEvents": [],
        "gameOver": {"seq": 30, "message": "Ann"},
        "harnessEpoch": 40,
        **fields,
    }


def imported(kept: Journal, fields: Fields, unknown: Unknown | None = None) -> tuple[Imported, list[Problem]]:
    unread = UnreadFields(WITHOUT_BEARING)
    record = Record.model_validate_json(json.dumps(fields), context=unread)
    reader = XMageReader(record, unread=unread, unknown=unknown or Unknown())
    return reader.keep(kept), reader.problems


def found(fields: Fields) -> Rows:
    with Journal.open("memory://") as kept:
        game, problems = imported(kept, fields)
        assert problems == []
        return rows(kept, game.stream)


@pytest.fixture(scope="module")
def tables() -> Rows:
    return found(record())


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)])


def test_who_played_what_and_who_won(tables: Rows) -> None:
    (game,) = tables["games"]
    asked = ("game", "players", "names", "bots", "format", "winner", "tainted")
    assert [game[name] for name in asked] == [
        *("xmage/game_20260210_074307", ("player:1", "player:2"), ("Ann", "Bob"), ("player:1", "player:2")),
        *("Two Player Duel", "player:1", True),
    ]
    assert f"{game['played']:%Y-%m-%d %H:%M:%S}" == "2026-02-10 07:43:07"


def test_attackers_with_their_sizes_and_what_blocks_them(tables: Rows) -> None:
    asked = ("name", "power", "toughness", "target", "blocked", "blockers", "dealt", "taken", "died", "killed")
    assert [tuple(attack[name] for name in asked) for attack in tables["attacks"]] == [
        ("Grim Ox", 3, 3, "player:2", True, 1, 3, 4, True, 0),
        ("Keen Elf", 1, 1, "player:2", False, 0, 1, 0, False, 0),
    ]
    assert [(block["blocker_name"], block["attacker_name"], block["dealt"]) for block in tables["blocks"]] == [
        ("Old Wall", "Grim Ox", 4)
    ]
    assert {(made["verdict"], made["interrupted"]) for made in tables["declarations"]} == {(None, True)}


def test_damage_life_deaths_and_spells(tables: Rows) -> None:
    assert [(hit["source_name"], hit["recipient"], hit["dealt"], hit["step"]) for hit in tables["damage"]] == [
        ("Grim Ox", "p9", 3, "regular"),
        ("Old Wall", "p1", 4, "regular"),
        ("Keen Elf", "player:2", 1, "regular"),
    ]
    assert [(row["player"], row["change"], row["life"], row["cause"]) for row in tables["life"]] == [
        ("player:2", -1, 19, "combat damage")
    ]
    assert [(death["name"], death["to"]) for death in tables["deaths"]] == [("Grim Ox", "graveyard")]
    assert [(spell["name"], spell["step"]) for spell in tables["spells"]] == [("Keen Elf", "precombat main")]


def test_what_is_cast_as_combat_begins_is_cast_in_no_main_phase() -> None:
    cast = [said(2, "Ann casts Keen Elf from hand"), said(4, "Ann casts Bright Bolt from hand")]
    acted = [cast[0], change(3, "PRECOMBAT_MAIN"), cast[1], change(5, "BEGIN_COMBAT")]
    tables = found(record([snapshot(1, "PRECOMBAT_MAIN", *BOARD)], acted))
    assert [(spell["name"], spell["step"]) for spell in tables["spells"]] == [
        ("Keen Elf", "precombat main"),
        ("Bright Bolt", "other"),
    ]


def test_where_two_fighters_have_one_name_what_dealt_damage_to_what_stays_open() -> None:
    twin = card("p3", "Keen Elf", 1, 1)
    both = player("Ann", 20, ELF, twin), player("Bob", 20, WALL)
    snapshots = [snapshot(1, "DECLARE_BLOCKERS", *both, combat=[group(ELF), group(twin)])]
    actions = [
        said(5, "Bob loses 1 life at combat from Keen Elf"),
        change(6, "COMBAT_DAMAGE"),
        said(7, "Keen Elf died by Old Wall"),
    ]
    tables = found(record(snapshots, actions))
    assert [(attack["dealt"], attack["died"]) for attack in tables["attacks"]] == [(None, None), (None, None)]
    assert [(hit["source"], hit["recipient"], hit["dealt"]) for hit in tables["damage"]] == [(None, "player:2", 1)]


def test_damage_is_dealt_after_a_decision_in_its_step_and_not_again_after_it() -> None:
    snapshots = [
        snapshot(1, "DECLARE_ATTACKERS", *ATTACKED, combat=[group(OX), group(ELF)]),
        snapshot(3, "COMBAT_DAMAGE", *ATTACKED, combat=[group(OX, WALL), group(ELF)]),
    ]
    actions = [
        said(2, "Attacker: Grim Ox (3/3) blocked by Old Wall (0/4)"),
        said(5, "Grim Ox deals 3 damage to Old Wall"),
        said(6, "Bob loses 1 life at combat from Keen Elf"),
        said(7, "Ann - Ability triggers: Keen Elf - Whenever it deals damage, it deals 1 damage to any target."),
        said(8, "Keen Elf deals 1 damage to Old Wall"),
    ]
    tables = found(record(snapshots, actions))
    assert [(hit["source_name"], hit["dealt"], hit["combat_damage"]) for hit in tables["damage"]] == [
        ("Grim Ox", 3, True),
        ("Keen Elf", 1, True),
        ("Keen Elf", 1, False),
    ]
    assert [(attack["name"], attack["blocked"]) for attack in tables["attacks"]] == [("Grim Ox", True), ("Keen Elf", False)]


def test_blocks_that_are_being_chosen_are_not_those_that_were_declared() -> None:
    snapshots = [
        snapshot(2, "DECLARE_BLOCKERS", *ATTACKED, combat=[group(OX), group(ELF)]),
        snapshot(5, "DECLARE_BLOCKERS", *ATTACKED, combat=[group(OX), group(ELF, WALL)]),
    ]
    actions = [said(3, "Attacker: Grim Ox (3/3) unblocked"), said(4, "Attacker: Keen Elf (1/1) blocked by Old Wall (0/4)")]
    tables = found(record(snapshots, actions))
    assert [(block["blocker_name"], block["attacker_name"]) for block in tables["blocks"]] == [("Old Wall", "Keen Elf")]


def test_blocks_that_no_decision_follows_are_reported_to_be_left_out() -> None:
    snapshots = [snapshot(1, "DECLARE_ATTACKERS", *ATTACKED, combat=[group(OX)])]
    actions = [
        said(2, "Attacker: Grim Ox (3/3) blocked by Old Wall (0/4)"),
        change(3, "DECLARE_BLOCKERS"),
        said(4, "Grim Ox deals 3 damage to Old Wall"),
        change(5, "COMBAT_DAMAGE"),
    ]
    with Journal.open("memory://") as kept:
        game, problems = imported(kept, record(snapshots, actions))
        missed = [event.reason for _, event in kept.log(game.stream).events() if isinstance(event, RecordInterrupted)]
    assert [problem.reason for problem in problems] == missed[1:]
    assert missed[1:] == ["turn 3: blocks aren't stated until damage is dealt: they are left out"]


def test_older_records_state_whether_attackers_are_blocked_and_call_the_defender_otherwise() -> None:
    older = {"attackers": [OX], "blocked": True, "defending": "Bob"}
    tables = found(
        record([snapshot(2, "DECLARE_BLOCKERS", *ATTACKED, combat=[older])], [said(1, "Attacker: Grim Ox (3/3) blocked by X")])
    )
    assert [(attack["target"], attack["blocked"]) for attack in tables["attacks"]] == [("player:2", True)]


def test_damage_beside_combat_is_stated_where_names_say_whose() -> None:
    actions = [
        said(2, "Keen Elf deals 2 damage to Old Wall"),
        said(3, "Bob loses 2 life from Bright Bolt"),
        said(4, "Bob gains 1 life"),
    ]
    tables = found(record([snapshot(1, "PRECOMBAT_MAIN", *BOARD)], actions))
    assert [(hit["source_name"], hit["combat_damage"], hit["dealt"]) for hit in tables["damage"]] == [("Keen Elf", False, 2)]
    assert [(row["change"], row["life"]) for row in tables["life"]] == [(-2, 18), (1, 19)]


def test_what_grew_and_was_tapped_between_two_decisions_did_both() -> None:
    snapshots = [
        snapshot(1, "PRECOMBAT_MAIN", *BOARD),
        snapshot(2, "PRECOMBAT_MAIN", player("Ann", 20, card("p1", "Grim Ox", 5, 5, tapped=True), ELF), BOARD[1]),
    ]
    with Journal.open("memory://") as kept:
        game, _ = imported(kept, record(snapshots, [change(0, "PRECOMBAT_MAIN")]))
        events = [event for _, event in kept.log(game.stream).events()]
    assert [event for event in events if getattr(event, "id", None) == "p1"][1:] == [
        CharacteristicsChanged(id="p1", power=5, toughness=5),
        PermanentTapped(id="p1"),
    ]


def test_a_creature_that_joins_an_attack_was_never_declared() -> None:
    snapshots = [
        snapshot(1, "DECLARE_ATTACKERS", *ATTACKED, combat=[group(OX)]),
        snapshot(2, "DECLARE_BLOCKERS", *ATTACKED, combat=[group(OX), group(ELF)]),
    ]
    assert [attack["name"] for attack in found(record(snapshots, [said(9, "Turn 3")]))["attacks"]] == ["Grim Ox"]


def test_an_attack_that_no_decision_follows_is_reported_to_be_left_out() -> None:
    snapshots = [snapshot(4, "COMBAT_DAMAGE", *ATTACKED, combat=[group(OX)])]
    actions = [said(2, "Bob loses 3 life at combat from Grim Ox"), change(3, "COMBAT_DAMAGE")]
    with Journal.open("memory://") as kept:
        _, problems = imported(kept, record(snapshots, actions))
        assert [problem.reason for problem in problems] == ["turn 3: a combat isn't stated until damage is dealt: it is left out"]


def test_why_somebody_lost_and_their_mulligans() -> None:
    actions = [
        *(said(1, "Ann mulligans down to 6 cards"), said(2, "Ann keeps hand"), said(3, "Bob keeps hand")),
        *(said(8, "Bob lost the game due life is 0 or less"), said(9, "Bob has lost the game.")),
    ]
    with Journal.open("memory://") as kept:
        game, problems = imported(kept, record(actions=actions))
        events = [event for _, event in kept.log(game.stream).events()]
    assert problems == []
    assert [(each.player, each.mulligans) for each in events if isinstance(each, OpeningHandKept)] == [
        ("player:1", 1),
        ("player:2", 0),
    ]
    assert GameEnded(winner="player:1", reason="life is 0 or less") in events


def test_fields_and_sentences_that_nobody_knows_are_reported_once_an_import_and_interrupt_the_record() -> None:
    ox = {**OX, "grimness": 3, "face_down": False}
    recorded = record(
        [snapshot(1, "PRECOMBAT_MAIN", player("Ann", 20, ox, {**ox, "id": "p7"}), BOARD[1])],
        [said(2, "Ann grows grim"), {"seq": 3, "type": "grimness"}, said(4, "Ann grows grim"), said(5, "Ann scries 2")],
        grimmest=1,
        seasonName="x",
    )
    unknown = Unknown()
    with Journal.open("memory://") as kept:
        game, problems = imported(kept, recorded, unknown)
        other, again = imported(kept, {**recorded, "id": "another"}, unknown)
        missed, missed_again = (
            [event.reason for _, event in kept.log(each.stream).events() if isinstance(event, RecordInterrupted)]
            for each in (game, other)
        )
    assert [(problem.line, problem.reason.removesuffix(" aren't known: what they say is left out")) for problem in problems] == [
        (0, "fields 'grimness' of ListedCard"),
        (0, "fields 'grimmest' of Record"),
        (0, "fields 'seasonName' of Record"),
        (2, "sentences like 'Ann grows grim'"),
        (3, "actions of the type 'grimness'"),
    ]
    assert (again, missed_again) == ([], missed)
    assert missed[1:] == [
        *(f"fields {name!r} of {part} aren't known" for name, part in (("grimness", "ListedCard"), ("grimmest", "Record"))),
        "fields 'seasonName' of Record aren't known",
        "sentences like 'Ann grows grim' aren't known",
        "actions of the type 'grimness' aren't known",
        "sentences like 'Ann grows grim' aren't known",
    ]


def test_no_field_is_both_read_and_listed_as_without_bearing() -> None:
    for place in WITHOUT_BEARING:
        part, _, name = place.partition(".")
        assert name not in read_names(getattr(xmage_record, part)), place


def read_names(model: Any) -> set[str]:
    """All spellings of the fields that are read."""
    names = set(model.model_fields)
    for each in model.model_fields.values():
        other = each.validation_alias
        names |= {str(choice) for choice in getattr(other, "choices", [other])}
    return names


@pytest.mark.parametrize("sentence", SENTENCES_WITHOUT_BEARING)
def test_a_sentence_without_bearing_is_none_that_is_read(sentence: str) -> None:
    said = sentence.replace("…", "Keen Elf").replace("#", "2")
    assert has_no_bearing(said) and has_no_bearing(f"{said} (source: Grim Ox)")
    reading = (xmage._LOSES, xmage._CHANGES, xmage._DAMAGE, xmage._GETS, xmage._DIED, xmage._BLOCKS, xmage._LOST)
    assert not any(pattern.fullmatch(said) for pattern in reading)


def test_version_9_spells_names_otherwise() -> None:
    recorded = record(version=9)
    for old, new in (("gameType", "game_type"), ("cardData", "card_data"), ("gameOver", "game_over")):
        recorded[new] = recorded.pop(old)
    (game,) = found(recorded)["games"]
    assert (game["format"], game["ended"]) == ("Two Player Duel", True)


def test_the_command_keeps_a_game_once_and_it_can_be_read(tmp_path: Path) -> None:
    path, games = tmp_path / "game.json.gz", tmp_path / "games.db"
    path.write_bytes(gzip.compress(json.dumps(record()).encode()))
    assert run("import", "xmage", path, "--to", games).exit_code == 0
    assert "0 of them new" in run("import", "xmage", path, "--to", games).output
    walk = run("replay", games, "--turns")
    assert "Old Wall [p9] 0/4 blocks Grim Ox [p1] 3/3" in " ".join(walk.output.split())
    assert run("audit", games).exit_code == 0
    assert run("page", games, "-o", tmp_path / "game.html").exit_code == 0


@pytest.mark.parametrize(
    "content",
    [
        {},
        [],
        record(version=10),
        record(version="8"),
        record(id=""),
        record(id="a#2"),
        record(timestamp="today"),
        record(players=[{"name": "Ann"}]),
        record([snapshot(1, "PRECOMBAT_MAIN", player("Ann", 20, {"name": "Grim Ox"}), player("Bob", 20))]),
        record([{**snapshot(1, "PRECOMBAT_MAIN", *BOARD), "turn": 10**30}]),
        record([{**snapshot(1, "PRECOMBAT_MAIN", *BOARD), "players": "nobody"}]),
    ],
    ids=range(11),
)
def test_other_files_are_declined(tmp_path: Path, content: Any) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(content))
    refused = run("import", "xmage", path, "--to", tmp_path / "games.db")
    assert (refused.exit_code, "Traceback" in refused.output) == (2, False), refused.output
    with Journal.open(tmp_path / "games.db") as kept:
        assert kept.streams() == []


def test_deep_cut_off_and_binary_files_are_declined(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for content in (b"", b"[" * 100_000, b"\xff\xfe", gzip.compress(json.dumps(record()).encode())[:100], b'{"version": 8'):
        path.write_bytes(content)
        refused = run("import", "xmage", path, "--to", tmp_path / "games.db")
        assert (refused.exit_code, "Traceback" in refused.output) == (2, False), refused.output
    assert run("import", "xmage", tmp_path / "none.json", "--to", tmp_path / "games.db").exit_code == 2


def test_a_game_of_three_says_who_attacked_and_blocked_whom() -> None:
    """Ann attacks Cat with one creature, which blocks, and Bob with another."""
    recorded = record()
    recorded["players"] = [*recorded["players"], {"name": "Cat", "type": "cpu"}]
    wall = card("p8", "Tall Wall", 0, 5)
    for each in recorded["snapshots"]:
        each["players"] = [*each["players"], player("Cat", 20, wall)]
        each["players"][1] = {**each["players"][1], "battlefield": []}
    attack, block = recorded["snapshots"][1:3]
    attack["combat"] = [{**group(OX), "defender": "Cat"}, group(ELF)]
    block["combat"] = [{**group(OX, wall), "defender": "Cat"}, group(ELF)]
    recorded["actions"] = [
        {"seq": 0, "type": "turn_change", "turn": 3, "active_player": "Ann"},
        change(11, "DECLARE_ATTACKERS"),
        said(13, "Attacker: Grim Ox (3/3) blocked by Tall Wall (0/5)"),
        change(14, "DECLARE_BLOCKERS"),
        said(15, "Attacker: Keen Elf (1/1) unblocked"),
        change(19, "COMBAT_DAMAGE"),
        said(21, "Bob loses 1 life at combat from Keen Elf"),
        change(23, "POSTCOMBAT_MAIN"),
    ]
    rows_of = found(recorded)
    (game,) = rows_of["games"]
    assert (game["names"], game["winners"]) == (("Ann", "Bob", "Cat"), ("player:1",))
    assert [(row["name"], row["defending"], row["blocked"]) for row in rows_of["attacks"]] == [
        ("Grim Ox", "player:3", True),
        ("Keen Elf", "player:2", False),
    ]
    assert [(row["player"], row["blocker_name"]) for row in rows_of["blocks"]] == [("player:3", "Tall Wall")]
