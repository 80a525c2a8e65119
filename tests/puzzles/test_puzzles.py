"""Puzzles: one declaration reaches the goal and no other, which the game played out confirms; and the page to solve them on."""

import json
from pathlib import Path

from declarant.handlers.best_play.play import power_and_toughness
from declarant.handlers.best_play.playing_out import value_of_declaration
from declarant.handlers.legality.options import LegalAttacks
from declarant.tools.best_play import certificates
from declarant.tools.cases.judging import moments
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from declarant.tools.puzzles import kept
from declarant.tools.puzzles.making import Puzzle, puzzles
from declarant.tools.puzzles.page_of import page
from typer.testing import CliRunner


def confirmed(puzzle: Puzzle) -> None:
    """Every legal declaration is played out in the game: the solution alone reaches the goal."""
    game = list(moments(Case.model_validate(puzzle.case)))[-1].game
    legal = game.legal_attacks if puzzle.declare == "attack" else game.legal_blocks
    right = []
    for declaration in legal:
        value, wins = value_of_declaration(game, puzzle.player, declaration, power_and_toughness)
        if wins if puzzle.goal == "win" else value is not None:
            right.append({each: whom if isinstance(legal, LegalAttacks) else whom[0] for each, whom in declaration.items()})
    assert right == [puzzle.solution], puzzle.id


def test_one_declaration_alone_reaches_the_goal() -> None:
    small = [each for each in kept.puzzles(60) if each.declarations <= 6 and each.goal != "lose nothing"]
    assert small
    for puzzle in small[:4]:
        confirmed(puzzle)


def test_those_of_the_package_are_a_thousand_of_every_goal_and_grade() -> None:
    every = kept.puzzles(kept.NUMBER)
    assert len({each.id for each in every}) == kept.NUMBER
    assert {each.goal for each in every} == {"win", "survive", "lose nothing"}
    assert {each.grade for each in every} == {1, 2, 3, 4, 5}
    for each in every[::100]:
        assert each.solution not in [tempting.declared for tempting in each.tempting]
        if each.certificate is not None:
            certificates.verify(Case.model_validate(each.case), each.certificate)


def test_the_same_seed_gives_the_same_puzzles() -> None:
    assert list(puzzles(1, 2)) == kept.puzzles(2)


def test_the_page_asks_what_each_creature_does_and_nothing_of_a_network() -> None:
    (puzzle,) = kept.puzzles(1)
    made = page([puzzle])
    own = [each for each in puzzle.case["battlefield"] if each["controller"] == puzzle.player]
    assert made.count("<select") == len(own) and puzzle.task in made and "connect-src &#39;none&#39;" in made
    assert "http:" not in made and "https:" not in made


def test_the_page_shows_all_that_a_case_states() -> None:
    """What an answer may depend on: fear and protection ask for colors, infect for poison counters."""
    every = kept.puzzles(kept.NUMBER)
    of_creatures = {"id", "controller", "types", "colors", "power", "toughness", "text", "tapped", "summoning_sick"}
    creatures = [creature for each in every for creature in each.case["battlefield"]]
    assert {name for each in every for name in each.case} == {"id", "rules", "players", "life", "poison", "battlefield", "steps"}
    assert {name for creature in creatures for name in creature} == of_creatures
    assert {tuple(creature["types"]) for creature in creatures} == {("Creature",)}
    poisoned = next(each for each in every if each.case["poison"] == {"Ann": 0, "Bob": 7})
    made = page([poisoned])
    assert "Poison: Bob 7." in made
    for creature in poisoned.case["battlefield"]:
        (color,) = creature["colors"]
        word = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}[color]
        assert f"{creature['id']}, {creature['power']}/{creature['toughness']}, {word}" in made


def test_the_command_prints_and_writes_them(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["puzzles", "--number", "2"])
    assert [json.loads(line)["id"] for line in run.stdout.splitlines()] == [each.id for each in kept.puzzles(2)]
    out = tmp_path / "some.jsonl"
    assert CliRunner().invoke(app, ["puzzles", "--number", "1", "--out", str(out)]).exit_code == 0
    assert len(out.read_text().splitlines()) == 1
    assert CliRunner().invoke(app, ["puzzles", "--number", "1001"]).exit_code == 2
    assert CliRunner().invoke(app, ["puzzles", "--out", str(tmp_path / "no" / "where")]).exit_code == 2
