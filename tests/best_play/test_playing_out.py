"""Best play by playing out every line: against the search on boards that it knows, and on those that have no other way."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from best_play import minimax
from best_play.positions import case as case_of
from declarant.events.errors import NotModelled
from declarant.handlers.best_play.play import power_and_toughness
from declarant.handlers.best_play.playing_out import best_by_playing
from declarant.handlers.legality.verification import NotProved
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import BestPlay, best
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from typer.testing import CliRunner

pytest.importorskip("highspy")


def creature(id: str, controller: str, power: int, toughness: int, text: str = "", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "controller": controller,
        "types": ["Creature"],
        "power": power,
        "toughness": toughness,
        "text": text,
        **more,
    }


JACE = {"id": "jace", "controller": "Bob", "types": ["Planeswalker"], "loyalty": 3}
A_ATTACKS = ({"attack": {"a": "Bob"}},)


def case(*battlefield: dict[str, Any], steps: tuple[dict[str, Any], ...] = (), **more: Any) -> Case:
    return Case.model_validate({"id": "board", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": steps, **more})


def proved(case: Case) -> BestPlay:
    """The best play, whose line is legal and whose certificate is accepted; a better value isn't."""
    report, found = best(case)
    told = json.loads(json.dumps(certificates.certificate(report, found, None)))
    certificates.verify(case, told)
    if report.value is not None:
        with pytest.raises(NotProved):
            certificates.verify(case, {**told, "value": report.value + 1})
    given = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
    judged = judge(Case.model_validate({**given, "steps": [*given["steps"], *json.loads(json.dumps(report.line))]}))
    assert judged.error is None and {step.verdict for step in judged.steps} <= {"legal", None}, judged
    return report


@pytest.mark.parametrize("era", ["free", "ordered"])
def test_it_is_what_the_search_finds(era: Any) -> None:
    random = Random(f"playing out {era}")
    for number in range(15):
        board = minimax.draw(random, era, most=2)
        given = Case.model_validate(case_of(board, f"drawn-{number}"))
        report, _ = best(given)
        played = best_by_playing(list(moments(given))[-1].game, "Bob", "block", power_and_toughness)
        assert (played.value, played.wins) == (report.value, False), board
        assert played.value is None or played.equally_good == report.equally_good, board


def test_an_ability_that_triggers_is_carried_out() -> None:
    report = proved(case(creature("a", "Ann", 2, 2, "Bushido 1"), *pair(2, 2), steps=A_ATTACKS))
    assert (report.value, report.declaration) == (0, {"c": ("a",), "d": ("a",)})
    text = "Whenever this creature becomes blocked, it gets +2/+2 until end of turn."
    report = proved(case(creature("a", "Ann", 2, 2, text), creature("c", "Bob", 2, 2), steps=A_ATTACKS))
    assert (report.value, report.declaration) == (-2, {})


def test_the_line_is_told_in_words(tmp_path: Path) -> None:
    text = "Whenever this creature attacks, target creature can't block this turn."
    given = case(creature("a", "Ann", 3, 3, text), creature("c", "Bob", 1, 4), creature("d", "Bob", 0, 1, "Reach"))
    (tmp_path / "case.json").write_text(given.model_dump_json(by_alias=True, exclude_unset=True))
    told = CliRunner().invoke(app, ["best", str(tmp_path / "case.json"), "--attack"]).stdout
    assert "resolves  a → c" in told and "block" in told and "proved: no attack is worth more" in told


def pair(power: int, toughness: int) -> tuple[dict[str, Any], dict[str, Any]]:
    return creature("c", "Bob", power, toughness), creature("d", "Bob", power, toughness)


def test_life_that_a_death_costs_may_win() -> None:
    text = "When this creature dies, you lose 3 life."
    report = proved(case(creature("a", "Ann", 3, 3, text), creature("c", "Bob", 3, 4), steps=A_ATTACKS, life={"Ann": 3}))
    assert (report.value, report.wins, report.declaration) == (None, True, {"c": ("a",)})


def test_a_planeswalker_is_attacked_and_defended_for_its_loyalty() -> None:
    creatures = creature("a", "Ann", 3, 3), creature("b", "Ann", 1, 1)
    attack = {"attack": {"a": "jace", "b": "Bob"}}
    assert proved(case(*creatures, creature("c", "Bob", 0, 5), JACE, steps=(attack,))).declaration == {"c": ("a",)}
    assert proved(case(*creatures, JACE)).value == 4


def test_a_creature_that_blocks_several_divides_its_damage() -> None:
    several = creature("c", "Bob", 4, 6, "This creature can block an additional creature each combat.")
    steps = ({"attack": {"a": "Bob", "b": "Bob"}},)
    report = proved(case(creature("a", "Ann", 2, 2), creature("b", "Ann", 2, 2), several, steps=steps))
    assert (report.value, report.declaration) == (8, {"c": ("a", "b")})


def test_costs_are_paid_as_far_as_they_can_be() -> None:
    tax = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    propaganda = {"id": "tax", "controller": "Bob", "types": ["Enchantment"], "text": tax}
    board = creature("a", "Ann", 3, 3), creature("b", "Ann", 2, 2), propaganda
    assert proved(case(*board, mana={"Ann": "{2}"})).declaration == {"a": "Bob"}
    assert proved(case(*board, mana={"Ann": "{4}"})).value == 5
    assert proved(case(*board, mana={"Ann": "{1}"})).declaration == {}


def test_requirements_are_compared_as_the_edition_does() -> None:
    lure = creature("a", "Ann", 3, 3, "All creatures able to block this creature do so.")
    report = proved(case(lure, creature("c", "Bob", 1, 1), steps=A_ATTACKS, rules="2003-07-01"))
    assert (report.value, report.declaration) == (-2, {"c": ("a",)})


def test_whoever_controls_an_ability_chooses_its_target_and_what_it_may_do() -> None:
    board = creature("c", "Bob", 1, 4), creature("d", "Bob", 5, 5)
    text = "Whenever this creature attacks, target creature can't block this turn."
    report = proved(case(creature("a", "Ann", 3, 3, text), board[0]))
    assert (report.value, report.line[1]) == (3, {"resolve": 1, "choices": [{"source": "a", "targets": ["c"]}]})
    text = "Whenever this creature attacks, you may gain 2 life."
    assert proved(case(creature("a", "Ann", 3, 3, text), board[0])).value == 2
    drains = creature("a", "Ann", 1, 1, "When this creature dies, you may have target opponent lose 1 life.")
    assert best(case(drains, board[0], steps=A_ATTACKS, life={"Bob": 1}))[0].declaration in ({}, {"c": ("a",)})


def test_what_triggered_before_a_block_resolves_first() -> None:
    text = "Whenever this creature attacks, it gets +2/+2 until end of turn."
    report, _ = best(case(creature("a", "Ann", 2, 2, text), creature("c", "Bob", 3, 3), steps=A_ATTACKS))
    assert (report.value, report.declaration, report.line[0]) == (-4, {}, {"resolve": 1})


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, you may sacrifice another creature. If you do, draw a card.",
        "Other creatures you control get +1/+1.",
        "Soulshift 3",
    ],
)
def test_what_is_not_carried_out_or_asks_for_more_is_declined(text: str) -> None:
    with pytest.raises(NotModelled):
        best(case(creature("a", "Ann", 3, 3, text), creature("b", "Ann", 2, 2), creature("c", "Bob", 3, 4)))


def test_damage_is_certified_by_playing_it_out() -> None:
    steps = (*A_ATTACKS, {"block": {"c": ["a"], "d": ["a"]}})
    given = case(creature("a", "Ann", 5, 5), creature("c", "Bob", 1, 4), creature("d", "Bob", 1, 1), steps=steps)
    report = proved(given)
    assert (report.action, report.value, report.declaration) == ("damage", 7, {"a": {"c": 4, "d": 1}})
