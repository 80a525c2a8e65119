"""Logs of Forge's simulation as games: who fought, damage, life and deaths; nothing is ruled on."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from declarant.events.facts import RecordInterrupted
from declarant.events.journal.journal import Journal
from declarant.tools.cli import app
from declarant.tools.records.forge import ForgeReader, games_of
from declarant.tools.records.keeping import Imported, Problem
from tables.tabulating import Rows, rows
from typer.testing import CliRunner

RED, BLUE = "Ai(1)-Red Rush", "Ai(2)-Slow, and Steady"
TURNS = f"""
Simulation mode
Game 1 of 2
Mulligan: {RED} has kept a hand of 7 cards
Mulligan: {BLUE} has mulliganed down to 6 cards.
Mulligan: {BLUE} has kept a hand of 6 cards
Turn: Turn 1 ({RED})
Phase: {RED}'s Untap step
Land: {RED} played Restless Hill (26)
Add To Stack: {RED} cast Grim Ox
Resolve Stack: Grim Ox - Creature 2 / 2
Turn: Turn 2 ({BLUE})
Land: {BLUE} played Plains (81)
Turn: Turn 3 ({RED})
Add To Stack: {RED} cast Keen Elf targeting [nothing]
Phase: {RED}'s Beginning of Combat Step
Phase: {RED}'s Declare Attackers Step
"""
ATTACK = f"Combat: {RED} assigned Grim Ox (11), Tide, the Wise (12) and Cat and Fiddle (13) to attack {BLUE}.\n"
BLOCKS = f"""Phase: {RED}'s Declare Blockers Step
Combat: {BLUE} assigned Old Wall (91) and Hill Bear (92) to block Grim Ox (11).
{BLUE} didn't block Tide, the Wise (12).
{BLUE} didn't block Cat and Fiddle (13).
"""
DAMAGE = f"""Phase: {RED}'s Combat Damage Step
Damage: Grim Ox (11) deals 1 damage to Old Wall (91).
Damage: Grim Ox (11) deals 1 damage (Deathtouch) to Hill Bear (92).
Damage: Hill Bear (92) deals 2 damage to Grim Ox (11).
Damage: Tide, the Wise (12) deals 2 combat damage to {BLUE}.
Life: Life: {BLUE} 20 > 18
Damage: Cat and Fiddle (13) deals 1 combat damage to {BLUE}.
Life: Life: {BLUE} 18 > 17
Zone Change: Grim Ox (11) was put into Graveyard from Battlefield.
Zone Change: Hill Bear (92) was put into Graveyard from Battlefield.
Add To Stack: {RED} triggered Tide, the Wise
Resolve Stack: Tide, the Wise deals 1 damage
• to a creature.
Damage: Tide, the Wise (12) deals 1 damage to Old Wall (91).
Phase: {RED}'s End of Combat Step
Phase: {RED}'s Main phase, postcombat
Damage: Bright Bolt (44) deals 3 non-combat damage to {BLUE}.
Life: Life: {BLUE} 17 > 14
"""
END = f"""Game Outcome: Turn 2
Game Outcome: {BLUE} has lost because life total reached 0
Game Outcome: {RED} has won because all opponents have lost
Match Result: {RED}: 1 {BLUE}: 0

Game Result: Game 1 ended in 1000 ms. {RED} has won!
"""
LOG = TURNS + ATTACK + BLOCKS + DAMAGE + END


def imported(kept: Journal, log: str) -> list[Imported | Problem]:
    found: list[Imported | Problem] = []
    for game in games_of(log.encode().splitlines(keepends=True), "log"):
        if isinstance(game, Problem):
            found.append(game)
            continue
        reader = ForgeReader(game)
        found += [reader.keep(kept), *reader.problems]
    return found


def rows_of(log: str) -> Rows:
    with Journal.open("memory://") as kept:
        (game,) = imported(kept, log)
        assert isinstance(game, Imported), game
        return rows(kept, game.stream)


@pytest.fixture(scope="module")
def found() -> Rows:
    return rows_of(LOG)


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)])


def test_who_plays_and_who_won(found: Rows) -> None:
    (game,) = found["games"]
    assert (game["names"], game["bots"], game["winner"], game["reason"], game["turns"], game["played"]) == (
        *((RED, BLUE), ("player:1", "player:2"), "player:1", "life total reached 0"),
        *(3, None),
    )
    assert [(turn["turn"], turn["player"], turn["life"]) for turn in found["turns"]] == [
        (1, "player:1", 20),
        (2, "player:2", 20),
        (3, "player:1", 20),
    ]


def test_attackers_and_what_blocks_them_are_stated_and_sizes_are_not(found: Rows) -> None:
    asked = ("name", "target", "blocked", "blockers", "dealt", "taken", "died", "killed", "power")
    assert [tuple(attack[name] for name in asked) for attack in found["attacks"]] == [
        ("Grim Ox", "player:2", True, 2, 2, 2, True, 1, None),
        ("Tide, the Wise", "player:2", False, 0, 2, 0, False, 0, None),
        ("Cat and Fiddle", "player:2", False, 0, 1, 0, False, 0, None),
    ]
    assert [(block["blocker_name"], block["attacker_name"], block["taken"], block["died"]) for block in found["blocks"]] == [
        ("Old Wall", "Grim Ox", 1, False),
        ("Hill Bear", "Grim Ox", 1, True),
    ]


def test_no_legality_is_claimed(found: Rows) -> None:
    assert {(made["verdict"], made["stood"], made["interrupted"]) for made in found["declarations"]} == {
        (None, "record interrupted", True)
    }


def test_damage_is_combat_damage_until_something_goes_on_the_stack(found: Rows) -> None:
    assert [(hit["source_name"] or hit["source"], hit["dealt"], hit["combat_damage"]) for hit in found["damage"]] == [
        *(("Grim Ox", 1, True), ("Grim Ox", 1, True), ("Hill Bear", 2, True), ("Tide, the Wise", 2, True)),
        *(("Cat and Fiddle", 1, True), ("Tide, the Wise", 1, False), ("44", 3, False)),
    ]


def test_life_and_what_changed_it_deaths_and_spells(found: Rows) -> None:
    assert [(row["change"], row["life"], row["cause"], row["sources"], row["step"]) for row in found["life"]] == [
        (-2, 18, "combat damage", ("12",), "combat damage"),
        (-1, 17, "combat damage", ("13",), "combat damage"),
        (-3, 14, "damage", ("44",), "postcombat main"),
    ]
    assert [(death["name"], death["step"], death["to"]) for death in found["deaths"]] == [
        ("Grim Ox", "combat damage", "graveyard"),
        ("Hill Bear", "combat damage", "graveyard"),
    ]
    assert [spell["name"] for spell in found["spells"]] == ["Grim Ox", "Keen Elf"]


def test_first_strike_has_a_step_of_its_own() -> None:
    step = f"Phase: {RED}'s First Strike Combat Damage Step\nDamage: Tide, the Wise (12) deals 2 combat damage to {BLUE}.\n"
    assert [hit["step"] for hit in rows_of(TURNS + ATTACK + BLOCKS + step + DAMAGE + END)["damage"]][:2] == [
        "first strike",
        "regular",
    ]


def test_a_land_that_attacks_is_a_creature_then_and_a_permanent_may_be_attacked() -> None:
    attack = f"Combat: {RED} assigned Restless Hill (26) to attack {BLUE}.\n"
    attack += f"{RED} assigned Grim Ox (11) to attack Elspeth, Hero (60).\n"
    attacks = rows_of(TURNS + attack + END)["attacks"]
    assert [(each["name"], each["target"], each["power"]) for each in attacks] == [
        ("Restless Hill", "player:2", None),
        ("Grim Ox", None, None),
    ]


def test_nobody_wins_a_draw() -> None:
    (game,) = rows_of(TURNS + "Game Result: Game 1 ended in a Draw! Took 1000 ms.\n")["games"]
    assert (game["ended"], game["winner"]) == (True, None)


def test_the_same_log_twice_adds_nothing_and_a_log_that_grew_its_new_games() -> None:
    with Journal.open("memory://") as kept:
        imported(kept, LOG)
        last = kept.last_id()
        first, second = imported(kept, LOG + LOG.replace("Keen Elf", "Old Elf"))
        assert isinstance(first, Imported)
        assert isinstance(second, Imported)
        assert (first.appended, second.appended > 0, kept.last_id() > last) == (0, True, True)


@pytest.mark.parametrize(
    "line",
    [
        f"Combat: {RED} assigned something to attack {BLUE}.",
        f"Combat: {BLUE} put Old Wall (91) in front of Grim Ox (11) as well.",
        "Combat: Nobody assigned Grim Ox (11) to attack Nobody.",
        f"Combat: {BLUE} assigned Old Wall (91) to block Stranger (77).",
        "Damage: something happens.",
        f"Life: Life: {RED} many > few",
        "Land: Nobody played Plains (5)",
        "Turn: Turn X (nobody)",
    ],
)
def test_a_line_that_is_not_understood_is_reported(line: str) -> None:
    with Journal.open("memory://") as kept:
        problems = [each for each in imported(kept, TURNS + ATTACK + line + "\n" + END) if isinstance(each, Problem)]
        assert len(problems) == 1
        assert "understood" in problems[0].reason


def test_unknown_captions_and_unfinished_games_are_reported() -> None:
    with Journal.open("memory://") as kept:
        game, unknown = imported(kept, TURNS + "Dungeon Crawl: a room\nDungeon Crawl: another\n" + END)
        assert isinstance(unknown, Problem)
        assert "'dungeon crawl'" in unknown.reason
        assert isinstance(game, Imported)
        missed = [event.reason for _, event in kept.log(game.stream).events() if isinstance(event, RecordInterrupted)]
        assert missed[1:] == ["lines that begin with 'dungeon crawl' aren't known"]
        (unfinished,) = imported(kept, TURNS + ATTACK)
        assert isinstance(unfinished, Problem)
        assert "ends before the game" in unfinished.reason
        assert len(kept.streams()) == 1


def test_a_line_without_a_caption_is_reported_but_where_texts_go_on() -> None:
    with Journal.open("memory://") as kept:
        game, *problems = imported(kept, TURNS + f"Add To Stack: {RED} cast Bolt (9)\nIt deals damage.\n" + END)
        assert isinstance(game, Imported) and problems == []
        _, found = imported(kept, TURNS + "a line without a caption\n" + END)
        assert isinstance(found, Problem) and "lines without a caption" in found.reason


def test_the_command_keeps_games_and_declines_other_files(tmp_path: Path) -> None:
    log, games_db = tmp_path / "forge.log", tmp_path / "games.db"
    log.write_text(LOG)
    found = run("import", "forge", log, "--to", games_db)
    assert found.exit_code == 0, found.output
    assert run("replay", games_db, "--turns").exit_code == 0
    assert run("audit", games_db).exit_code == 0
    assert run("page", games_db, "-o", tmp_path / "game.html").exit_code == 0
    for content in (b"", b"nothing\n", b"\x00" * 5000, gzip.compress(LOG.encode())[:60]):
        log.write_bytes(content)
        refused = run("import", "forge", log, "--to", games_db)
        assert (refused.exit_code, "Traceback" in refused.output) == (2, False)


def test_pseudonyms_stand_in_for_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    log = tmp_path / "forge.log"
    log.write_text(LOG)
    assert run("import", "forge", log, "--to", tmp_path / "games.db", "--anonymous").exit_code == 0
    assert "Red Rush" not in run("replay", tmp_path / "games.db", "--turns").output


def test_an_endless_line_is_cut() -> None:
    with Journal.open("memory://") as kept:
        problems = imported(kept, TURNS + "Combat: " + f"{RED} assigned " + "A, " * 100_000 + "\n" + END)
        assert [isinstance(each, Problem) for each in problems] == [False, True]


GREEN = "Ai(3)-Tall Trees"
THREE = f"""
Mulligan: {RED} has kept a hand of 7 cards
Mulligan: {BLUE} has kept a hand of 7 cards
Mulligan: {GREEN} has kept a hand of 7 cards
Turn: Turn 1 ({RED})
Turn: Turn 2 ({BLUE})
Turn: Turn 3 ({GREEN})
Turn: Turn 4 ({RED})
Phase: {RED}'s Beginning of Combat Step
Phase: {RED}'s Declare Attackers Step
Combat: {RED} assigned Grim Ox (11) to attack {BLUE}.
{RED} assigned Keen Elf (12) to attack {GREEN}.
Phase: {RED}'s Declare Blockers Step
Combat: {BLUE} didn't block Grim Ox (11).
{GREEN} assigned Old Wall (91) to block Keen Elf (12).
Phase: {RED}'s Combat Damage Step
Damage: Grim Ox (11) deals 2 combat damage to {BLUE}.
Life: Life: {BLUE} 20 > 18
Damage: Keen Elf (12) deals 1 combat damage to Old Wall (91).
Phase: {RED}'s End of Combat Step
Game Outcome: {BLUE} has lost because of conceding
Game Outcome: {GREEN} has lost because of conceding
Game Outcome: {RED} has won because all opponents have lost
Game Result: Game 1 ended in 1000 ms. {RED} has won!
"""


def test_a_game_of_three_says_who_attacked_and_blocked_whom() -> None:
    found = rows_of(THREE)
    (game,) = found["games"]
    assert (game["names"], game["winners"], game["teams"]) == ((RED, BLUE, GREEN), ("player:1",), ())
    asked = ("name", "target", "defending", "blocked", "dealt")
    assert [tuple(attack[name] for name in asked) for attack in found["attacks"]] == [
        ("Grim Ox", "player:2", "player:2", False, 2),
        ("Keen Elf", "player:3", "player:3", True, 1),
    ]
    assert [(block["player"], block["blocker_name"], block["attacker_name"]) for block in found["blocks"]] == [
        ("player:3", "Old Wall", "Keen Elf")
    ]
    assert [(row["player"], row["change"]) for row in found["life"]] == [("player:2", -2)]
