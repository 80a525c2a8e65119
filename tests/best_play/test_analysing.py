"""What declarations of a game gave up, against what carrying out every declaration on branches shows."""

import json
from datetime import date
from pathlib import Path

import pytest
from declarant import Game, permanent, play
from declarant.events.facts import SpellCast
from declarant.events.journal.journal import Journal
from declarant.tools.best_play.analysing import DecisionRow, accuracies, declined_why, reviewed
from declarant.tools.cli.app import app
from declarant.tools.cli.schemas import schema as schema_of
from jsonschema import Draft202012Validator
from playing.boards import begun
from typer.testing import CliRunner


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout


def analyse(journal: Journal, stream: str, worth: str = "one") -> list[DecisionRow]:
    return [each.row for each in reviewed(journal, stream, worth)]


def played(seed: int, ann: str, bob: str, rules: str = "2025-04-04") -> Game:
    return play(begun(3, rules, seed), {"Ann": ann, "Bob": bob}, seed=seed, turns=6)


@pytest.mark.parametrize("rules", ["2003-07-01", "2015-01-01", "2025-04-04"])
def test_best_play_gives_up_nothing_and_no_play_gains_on_it(rules: str) -> None:
    for seed in range(4):
        for policy in ("best", "uniform"):
            game = played(seed, policy, policy, rules)
            rows = analyse(game.journal, "played")
            assert rows and all(row.declined is None and row.proven for row in rows)
            assert all(row.gave_up is None or row.gave_up >= 0 for row in rows)
            if policy == "best":
                # It may begin a race that it wins.
                assert all(row.gave_up == 0 for row in rows if row.action != "attack")


def test_a_block_that_gives_something_up_is_stated_with_the_best_one() -> None:

    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played")
    game.enter(permanent("ogre", "Ann", types=["Creature"], power=4, toughness=4))
    game.enter(permanent("titan", "Bob", types=["Creature"], power=6, toughness=6))
    game.declare_attackers({"ogre": "Bob"})
    game.declare_blockers({})
    attack, block = analyse(game.journal, "played", "flat")
    assert (attack.action, attack.value, attack.best_value, attack.gave_up) == ("attack", -8, 0, 8)
    assert (block.value, block.best_value, block.gave_up) == (-4, 8, 12)
    assert json.loads(block.best or "") == {"titan": ["ogre"]}
    ann, bob = accuracies([attack, block])
    assert (ann.mean_loss, bob.mean_loss, bob.best) == (8, 12, 0)


def test_a_missed_win_and_a_loss_that_need_not_be_are_stated() -> None:

    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played", life={"Bob": 3})
    game.enter(permanent("ogre", "Ann", types=["Creature"], power=4, toughness=4, text="Flying"))
    stay = game.branch()
    stay.declare_attackers({})
    (row,) = analyse(stay.journal, "played", "flat")
    assert (row.outcome, row.best_outcome, row.gave_up) == (None, "a win", None)
    assert accuracies([row])[0].missed == 1
    game.enter(permanent("bird", "Bob", types=["Creature"], power=0, toughness=1, text="Flying"))
    game.declare_attackers({"ogre": "Bob"})
    game.declare_blockers({})
    _, block = analyse(game.journal, "played", "flat")
    assert (block.outcome, block.best_outcome, block.gave_up) == ("a loss", None, None)


def test_what_is_not_modelled_is_declined_with_its_text() -> None:

    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played")
    game.enter(permanent("ram", "Ann", types=["Creature"], power=2, toughness=2, text="Soulshift 2"))
    game.enter(permanent("ox", "Bob", types=["Creature"], power=2, toughness=2))
    game.declare_attackers({"ram": "Bob"})
    (row,) = analyse(game.journal, "played", "flat")
    assert row.declined is not None and "Soulshift" in row.declined and row.value is None


def test_what_the_search_does_not_know_is_played_out() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played")
    game.enter(permanent("ram", "Ann", types=["Creature"], power=2, toughness=2, text="Rampage 2"))
    for id in ("ox", "cow"):
        game.enter(permanent(id, "Bob", types=["Creature"], power=2, toughness=2))
    game.declare_attackers({"ram": "Bob"})
    game.declare_blockers({"ox": ["ram"], "cow": ["ram"]})
    attack, block = analyse(game.journal, "played", "flat")
    assert (attack.value, attack.best_value, attack.declined) == (0, 0, None)
    assert (block.value, block.best_value, block.gave_up, block.proven) == (-4, 0, 4, True)


def test_what_triggers_as_creatures_attack_counts() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played")
    drains = "Whenever this creature attacks, each opponent loses 1 life."
    for id, text in (("bat", drains), ("ox", "")):
        game.enter(permanent(id, "Ann", types=["Creature"], power=2, toughness=2, text=text))
    game.declare_attackers({"bat": "Bob"})
    (attack,) = analyse(game.journal, "played")
    # 3 points of life, or 5, from 20 on: in quarters 4, 5, 5, 5, 5.
    assert (attack.value, attack.best_value) == (14 / 4, 24 / 4)
    # What triggers hides the next turn, in which the ox at home might have counted.
    assert (attack.next_turn, attack.gave_up, attack.mistake) == (False, None, None)
    (attack,) = analyse(game.journal, "played", "flat")
    assert (attack.gave_up, attack.mistake) == (2, "less")


def unblocked(spell: str | None = None) -> DecisionRow:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played")
    game.enter(permanent("ogre", "Ann", types=["Creature"], power=4, toughness=4))
    game.enter(permanent("asp", "Bob", types=["Creature"], power=1, toughness=1, text="Deathtouch"))
    game.declare_attackers({"ogre": "Bob"})
    game.declare_blockers({})
    if spell is not None:
        game.happen(lambda draft: draft.append(SpellCast(id="s1", player="Bob", name=spell)))
    game.deal_combat_damage()
    game.end_combat()
    game.happen(lambda draft: draft.append(SpellCast(id="s2", player="Bob", name="Later")))
    return analyse(game.journal, "played")[-1]


def test_a_spell_that_its_player_cast_in_the_combat_is_said_and_no_mistake_is_called() -> None:
    block = unblocked()
    assert (block.mistake, block.cast, block.gave_up) == ("less", None, 9.75)
    block = unblocked(spell="Sure Growth")
    assert (block.mistake, block.cast, block.gave_up) == (None, '["Sure Growth"]', None)


@pytest.mark.parametrize(
    ("texts", "turns_on"),
    [
        ({}, None),
        ({"cub": "{1}, {T}: Draw a card."}, '["cub"]'),
        ({"cub": "Whenever this creature attacks, you gain 1 life."}, '["cub"]'),
        ({"cub": "At the beginning of your upkeep, draw a card."}, '["cub"]'),
        ({"cub": "{T}: Add {G}."}, None),
        ({"ogre": "{1}, {T}: Draw a card."}, None),
    ],
)
def test_a_creature_whose_text_does_more_than_its_worth_says_is_not_called_lost_too_cheaply(
    texts: dict[str, str], turns_on: str | None
) -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played", life={"Bob": 9})
    game.enter(permanent("ogre", "Ann", types=["Creature"], power=3, toughness=2, text=texts.get("ogre", "")))
    game.enter(permanent("cub", "Bob", types=["Creature"], power=2, toughness=2, text=texts.get("cub", "")))
    game.declare_attackers({"ogre": "Bob"})
    game.declare_blockers({})
    block = analyse(game.journal, "played")[-1]
    assert (block.texts, block.best) == (turns_on, '{"cub":["ogre"]}')
    assert (block.mistake, block.gave_up) == (("less", 7) if turns_on is None else (None, None))


def test_less_than_two_points_are_no_mistake() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played")
    game.enter(permanent("elf", "Ann", types=["Creature"], power=1, toughness=1))
    game.enter(permanent("cub", "Bob", types=["Creature"], power=1, toughness=1))
    game.declare_attackers({"elf": "Bob"})
    game.declare_blockers({})
    block = analyse(game.journal, "played")[-1]
    assert (block.gave_up, block.mistake) == (1, None)


def test_the_command_states_rows_players_and_a_table(tmp_path: Path) -> None:
    url = tmp_path / "games.db"
    play(begun(), {"Ann": "uniform", "Bob": "uniform"}, seed=2, turns=4, journal=str(url))
    status, out = run("analyse", url, "--format", "json", "--to", tmp_path / "decisions.parquet")
    lines = [json.loads(line) for line in out.splitlines()]
    validator = Draft202012Validator(schema_of("decisions"))
    for line in lines:
        validator.validate(line)
    rows = [line for line in lines if "declaration" in line]
    assert status == 0 and rows and {line["player"] for line in lines if "mean_loss" in line} == {"Ann", "Bob"}
    parquet = pytest.importorskip("pyarrow.parquet")
    written = parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
    assert [(row["declaration"], row["gave_up"]) for row in written] == [(r["declaration"], r["gave_up"]) for r in rows]
    assert run("analyse", url)[0] == 0
    assert run("analyse", url, "--to", tmp_path / "decisions.txt") == (2, "")  # before anything is analysed


def test_dividing_damage_is_analysed_where_there_is_a_choice() -> None:

    game = Game.start(["Ann", "Bob"], rules="2025-04-04", stream="played")
    game.enter(permanent("wurm", "Ann", types=["Creature"], power=5, toughness=9, text="Trample"))
    for id, toughness in (("bear", 2), ("ogre", 4)):
        game.enter(permanent(id, "Bob", types=["Creature"], power=1, toughness=toughness))
    game.declare_attackers({"wurm": "Bob"})
    game.declare_blockers({"bear": ["wurm"], "ogre": ["wurm"]})
    game.assign_combat_damage({"wurm": {"bear": 5}})
    game.deal_combat_damage()
    damage = analyse(game.journal, "played", "flat")[-1]
    assert (damage.action, damage.value, damage.best_value, damage.gave_up) == ("damage", 3, 5, 2)


def test_the_best_division_of_a_case_is_stated(tmp_path: Path) -> None:
    creature = {"types": ["Creature"], "toughness": 4}
    case = {
        "id": "divide",
        "players": ["Ann", "Bob"],
        "battlefield": [
            {"id": "wurm", "controller": "Ann", "power": 5, **creature},
            {"id": "ogre", "controller": "Bob", "power": 1, **creature},
            {"id": "bear", "controller": "Bob", "power": 1, **creature | {"toughness": 1}},
        ],
        "steps": [{"attack": {"wurm": "Bob"}}, {"block": {"ogre": ["wurm"], "bear": ["wurm"]}}],
    }
    (tmp_path / "case.json").write_text(json.dumps(case))
    status, out = run("best", tmp_path / "case.json", "--worth", "flat", "--format", "json")
    report = json.loads(out)
    assert status == 0 and (report["action"], report["value"], report["proven"]) == ("damage", 7, True)
    assert report["declaration"] == {"wurm": {"ogre": 4, "bear": 1}}
    assert run("best", tmp_path / "case.json", "--damage", "--certificate", tmp_path / "why.json")[0] == 0
    assert run("verify", tmp_path / "case.json", tmp_path / "why.json")[0] == 0


def test_a_table_of_worths_is_about_what_is_on_the_board(tmp_path: Path) -> None:
    def stated(table: str) -> tuple[int, str]:
        (tmp_path / "worths.json").write_text(table)
        line = "2026-01-16 | Ann: ogre 3/3 | Bob: elk 3/3 | attack ogre>Bob"
        ran = CliRunner().invoke(app, ["best", line, "--worth", str(tmp_path / "worths.json")])
        return ran.exit_code, ran.output.replace("\n", " ")

    for table, said in (
        ('{"elk": 40}', "block   no creature"),
        ('{"Elk": 40, "elf": 2}', "nothing on the board is called Elk, elf"),
        ('{"elk": 40, "elk": 1}', "twice"),
        ('{"elk": 1000001}', "a whole number from 0 to 1,000,000"),
        ("[40]", "an object"),
    ):
        assert said in stated(table)[1], (table, stated(table))


def test_a_part_of_a_name_means_one_game_of_all_journals(tmp_path: Path) -> None:
    for name, streams in (("one", ("final", "semi")), ("two", ("final", "last"))):
        for stream in streams:
            Game.start(["Ann", "Bob"], journal=str(tmp_path / f"{name}.db"), stream=stream)
    both = tmp_path / "one.db", tmp_path / "two.db"
    assert run("analyse", *both, "--stream", "semi")[0] == run("analyse", *both, "--stream", "las")[0] == 0
    for part, said in (("fin", "final in one.db and final in two.db"), ("third", "'third'; allowed: a game of the journals")):
        result = CliRunner().invoke(app, ["analyse", *map(str, both), "--stream", part])
        assert (result.exit_code, said in result.output.replace("\n", " ")) == (2, True)
        assert run("review", *both, "--stream", part, "-o", tmp_path / "review", "--workers", 1)[0] == 2


def test_why_declarations_are_not_analysed_is_counted_without_whose_the_text_is() -> None:
    texts = ("381: When this creature dies, …", "294: When this creature dies, …", "Elspeth (1 ability, not known)")
    known = ("game", 1, date(2025, 4, 4), 1, 1, "attack", "Ann", "{}", *[None] * 10, False)
    rows = [DecisionRow(*known, f"best play isn't stated, for this isn't modelled: {text}") for text in texts]
    found = declined_why([*rows, DecisionRow(*known, None), DecisionRow(*known, "too much")])
    assert found == [("When this creature dies, …", 2), ("Elspeth (1 ability, not known)", 1), ("too much", 1)]
