"""Best play of cases: the shared boards, the line that follows, what isn't modelled, and worths of one's own."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from best_play import minimax
from best_play.positions import case as case_of
from declarant import InvalidInput
from declarant.events.errors import NotModelled
from declarant.handlers.best_play.play import BestAttack
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cases.report import DamageReport
from declarant.tools.text.best_play import best as text_of
from rich.console import Console

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


def case(*battlefield: dict[str, Any], steps: tuple[dict[str, Any], ...] = (), **more: Any) -> Case:
    given = {"id": "board", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": steps, **more}
    return Case.model_validate(given)


def test_the_boards_of_the_shared_material_have_their_value(shared: Path) -> None:
    file = shared / "cases" / "best-block.jsonl"
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        report, _ = best(Case.model_validate(row["case"]), worth="flat")
        assert report.value == row["value"] and report.proven, report.case
        if report.value is not None:
            declared = {blocker: list(attackers) for blocker, attackers in report.declaration.items()}
            assert declared in row["best"], report.case
            assert report.equally_good == len(row["best"]), report.case


@pytest.mark.parametrize("era", ["free", "ordered"])
def test_the_line_that_follows_is_legal_and_comes_to_the_value(era: Any) -> None:
    random = Random(f"line {era}")
    played = 0
    for number in range(60):
        board = minimax.draw(random, era)
        given = case_of(board, f"line-{number}")
        report, _ = best(Case.model_validate(given), worth="flat")
        if report.value is None:
            continue
        steps = [*given["steps"], *json.loads(json.dumps(report.line))]
        judged = judge(Case.model_validate({**given, "steps": steps}))
        assert [step.verdict for step in judged.steps] == ["legal"] * len(steps), (board, judged)
        dealt = [step for step in judged.steps if isinstance(step, DamageReport)]
        destroyed = {id for step in dealt for id in step.destroyed}
        worth = {c.id: c.power + c.toughness for c in (*board.attackers, *board.blockers)}
        final = dealt[-1].life
        value = sum(worth[id] if id.startswith("a") else -worth[id] for id in destroyed)
        value += final["Bob"] - board.life - (final["Ann"] - 20)
        assert value == report.value, (board, report, judged)
        played += 1
    assert played > 30


def test_a_requirement_is_obeyed_though_it_costs_the_blocker() -> None:
    """Bob's 1/1 would stay at home: it dies for nothing."""
    ox, rat = creature("ox", "Ann", 1, 3), creature("rat", "Bob", 1, 1, "This creature blocks each combat if able.")
    report, _ = best(case(ox, rat, steps=({"attack": {"ox": "Bob"}},)), worth="flat")
    assert (report.declaration, report.value, report.proven) == ({"rat": ("ox",)}, -2, True)


def test_menace_is_heeded() -> None:
    brute = creature("brute", "Ann", 3, 3, "Menace")
    report, _ = best(case(brute, creature("ox", "Bob", 2, 5), steps=({"attack": {"brute": "Bob"}},)), worth="flat")
    assert (report.declaration, report.value) == ({}, -3)


def test_a_block_that_cannot_save_its_player_is_a_loss() -> None:
    steps = ({"attack": {"a": "Bob", "b": "Bob"}},)
    lost = case(creature("a", "Ann", 5, 5), creature("b", "Ann", 5, 5), creature("c", "Bob", 1, 1), steps=steps, life={"Bob": 4})
    report, _ = best(lost, worth="flat")
    assert (report.value, report.proven, report.equally_good) == (None, True, None)


def test_an_attack_that_wins_says_so() -> None:
    report, _ = best(case(creature("a", "Ann", 5, 5, "Flying"), creature("c", "Bob", 1, 1), life={"Bob": 4}), worth="flat")
    assert (report.action, report.value, report.wins, report.declaration) == ("attack", None, True, {"a": "Bob"})


def test_an_attack_that_leaves_home_open_is_not_made_where_home_is_to_be_held() -> None:
    board = (creature("a", "Ann", 3, 3), creature("c", "Bob", 3, 3, tapped=True))
    free, _ = best(case(*board, life={"Ann": 3}), action="attack", worth="flat")
    held, _ = best(case(*board, life={"Ann": 3}), action="attack", hold=True, worth="flat")
    assert (free.declaration, free.value) == ({"a": "Bob"}, 3)
    assert (held.declaration, held.value) == ({}, 0)


def test_worths_of_ones_own_decide() -> None:
    """By power and toughness Bob trades; where his creature is worth more, he doesn't."""
    board = (creature("a", "Ann", 2, 2), creature("c", "Bob", 2, 2))
    trade, _ = best(case(*board, steps=({"attack": {"a": "Bob"}},)), worth="flat")
    keep, _ = best(case(*board, steps=({"attack": {"a": "Bob"}},)), worth={"c": 40})
    assert (trade.declaration, trade.value) == ({"c": ("a",)}, 0)
    assert (keep.declaration, keep.value) == ({}, -2)


def test_mana_values_can_be_what_creatures_are_worth() -> None:
    board = (creature("a", "Ann", 2, 2, mana_value=5), creature("c", "Bob", 2, 2, mana_value=1))
    steps = ({"attack": {"a": "Bob"}},)
    report, found = best(case(*board, steps=steps), worth="mana value")
    assert (report.declaration, report.value) == ({"c": ("a",)}, 4)
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "mana value")))
    assert "is worth 4" in certificates.verify(case(*board, steps=steps), certificate)
    with pytest.raises(InvalidInput, match=r"battlefield\[0\].mana_value: found nothing"):
        best(case(creature("a", "Ann", 2, 2), steps=()), worth="mana value")


def test_what_only_a_hand_or_a_library_knows_of_makes_no_difference() -> None:
    scries = creature("a", "Ann", 2, 2, "Whenever this creature attacks, scry 1.")
    _, found = best(case(scries, creature("c", "Bob", 1, 3)), action="attack", worth="flat")
    assert isinstance(found, BestAttack) and found.value == 0


def test_what_is_not_modelled_is_reported_with_its_text() -> None:
    text = "Whenever this creature becomes blocked, you may discard a card. If you do, draw a card."
    with pytest.raises(NotModelled, match="becomes blocked, you may discard"):
        best(case(creature("a", "Ann", 2, 2, text), creature("c", "Bob", 2, 2), steps=({"attack": {"a": "Bob"}},)), worth="flat")


def test_a_step_that_is_not_there_is_refused() -> None:
    with pytest.raises(InvalidInput, match="--step: found 7; allowed: 0 to 0"):
        best(case(creature("a", "Ann", 2, 2)), step=7, worth="flat")


def test_a_report_says_whether_the_other_players_next_attack_counts() -> None:
    ox, yak = creature("ox", "Ann", 3, 3), creature("yak", "Bob", 2, 2)
    trigger = creature("imp", "Ann", 1, 1, "Whenever this creature attacks, you gain 1 life.")
    assert best(case(ox, yak), worth="one")[0].next_turn is True
    for report in (best(case(ox, yak, trigger), worth="one")[0], best(case(ox, yak), worth="one", hold=True)[0]):
        assert report.next_turn is False
        said = Console(width=200)
        with said.capture() as text:
            said.print(text_of(report))
        assert "what the next turn is worth isn't known" in text.get()
    assert best(case(ox, yak), worth="flat")[0].next_turn is None  # this combat alone is what it counts
    assert "next_turn" not in best(case(ox, yak), worth="flat")[0].model_dump()


PAY = "Whenever this creature attacks, you may pay {2}. If you do, it gets +2/+0 until end of turn."


COSTS = (
    PAY,
    "This creature can't attack unless you pay {5}.",
    "This creature can't block unless you pay {X}, where X is its power.",
)


@pytest.mark.parametrize("text", COSTS)
def test_mana_that_is_not_stated_is_presumed_to_be_there_and_none_that_is_stated(text: str) -> None:
    board = creature("ox", "Ann", 3, 3, text), creature("elf", "Bob", 1, 1)
    for mana, presumed in (({}, ["Ann", "Bob"]), ({"Ann": "{0}", "Bob": "{1}"}, [])):
        found, _ = best(case(*board, life={"Bob": 3}, mana=mana))
        assert [each.split()[0] for each in found.presumed] == presumed
