"""Many games: the same whoever plays them, kept once, summed up; policies compared on paired seeds."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from declarant import Game, InvalidInput
from declarant.events.journal.journal import Journal
from declarant.handlers.playing.policies import RECORDED
from declarant.tools.cards.formats import CardFace
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from declarant.tools.cli.schemas import schema as schema_of
from declarant.tools.running.work import Here
from declarant.tools.simulation import simulating
from declarant.tools.simulation.boards import cards_of, drawn
from declarant.tools.simulation.simulating import SimulationPlan, read_policies, scenario, simulate, summed_up, wilson
from declarant.tools.simulation.tournament import paired_test
from jsonschema import Draft202012Validator
from playing.boards import board
from typer.testing import CliRunner

BOTH = {"Ann": "uniform", "Bob": "uniform"}


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.jsonl"
    lines = [json.dumps(board(f"b{number}").model_dump(mode="json", exclude_unset=True)) for number in range(2)]
    path.write_text("\n".join(lines))
    return path


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout


def test_the_command_states_each_game_and_sums_them_up(boards: Path) -> None:
    asked = ("--policy", "Ann=uniform", "--policy", "Bob=greedy", "--games", 6, "--seed", 7, "--turns", 4, "--workers", 1)
    status, out = run("simulate", boards, *asked, "--format", "json")
    *games, summary = map(json.loads, out.splitlines())
    assert status == 0 and len(games) == 6
    assert [game["stream"] for game in games[:3]] == ["b0-7-000000", "b0-7-000001", "b1-7-000002"]
    validator = Draft202012Validator(schema_of("simulation"))
    for each in (*games, summary):
        validator.validate(each)
    won = {player: sum(game["winner"] == player for game in games) for player in ("Ann", "Bob")}
    assert {player: each["won"] for player, each in summary["seats"].items()} == won
    by = {name: sum(game["policies"].get(game["winner"]) == name for game in games) for name in ("uniform", "greedy")}
    assert {each["policy"]: each["won"] for each in summary["players"].values()} == by
    assert sum(summary["nobody_won"].values()) == 6 - sum(won.values())
    assert summary["nobody_won"] == {
        outcome: sum(game["outcome"] == outcome for game in games) for outcome in summary["nobody_won"]
    }
    assert run("simulate", boards, *asked, "--format", "json") == (0, out)
    status, printed = run("simulate", boards, *asked)
    assert status == 0 and summary["digest"][:40] in printed.replace("\n", "").replace(" ", "")


def test_games_are_kept_once_and_audit_clean(boards: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/sim.db"
    asked = ("--policy", "Ann=uniform", "--policy", "Bob=greedy", "--games", 4, "--turns", 3, "--workers", 1, "--to", url)
    status, first = run("simulate", boards, *asked)
    with Journal.open(url) as journal:
        kept = journal.last_id(), journal.streams()
        journal.verify()
    assert run("simulate", boards, *asked) == (status, first)
    with Journal.open(url) as journal:
        assert (journal.last_id(), journal.streams()) == kept and len(kept[1]) == 4
    assert run("audit", tmp_path / "sim.db", "--workers", 1)[0] == 0


def test_a_command_that_is_killed_loses_and_repeats_nothing(boards: Path, tmp_path: Path) -> None:
    whole, stopped = f"sqlite:///{tmp_path}/whole.db", f"sqlite:///{tmp_path}/stopped.db"
    asked = ["--policy", "Ann=uniform", "--policy", "Bob=uniform", "--games", "24", "--turns", "3", "--workers", "1"]
    command = [sys.executable, "-m", "declarant", "simulate", str(boards), *asked, "--to", stopped]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if (tmp_path / "stopped.db").exists() and (tmp_path / "stopped.db").stat().st_size > 50_000:
            break
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert run("simulate", boards, *asked, "--to", stopped)[0] == run("simulate", boards, *asked, "--to", whole)[0] == 0
    with Journal.open(whole) as one, Journal.open(stopped) as other:
        other.verify()
        assert dict(one.heads()).keys() == dict(other.heads()).keys()
        digests = [{name: head.digest for name, head in each.heads()} for each in (one, other)]
        assert digests[0] == digests[1]


def test_a_game_alone_is_the_same_as_among_many() -> None:
    plan = SimulationPlan((board("b0"), board("b1")), BOTH, seed=3, turns=3)
    among = [each.digest for each in simulate(plan, 6, Here())]
    assert [each.digest for each in simulate(plan, 3, Here())] == among[:3] and len(set(among)) == 6


def test_what_cannot_be_played_on_is_counted_with_why() -> None:
    case = board()
    text = "This creature attacks each combat if able.\nWhenever this creature attacks, planeswalk."
    worded = case.model_copy(update={"battlefield": (case.battlefield[0].model_copy(update={"text": text}),)})
    plan = SimulationPlan((worded,), BOTH, seed=1)
    summary = summed_up(plan, simulate(plan, 3, Here()))
    assert (summary.games, summary.finished) == (3, 0)
    (why,) = summary.declined
    assert "an ability of c0" in why and summary.declined[why] == 3


@pytest.mark.parametrize("policy", ["best", "uniform", RECORDED])
def test_a_board_that_needs_a_fact_ends_its_own_games_alone(policy: str) -> None:
    fact, fine = board("b0"), board("b1")
    crown = fact.battlefield[0].model_copy(update={"text": "This creature can't attack unless you're the monarch."})
    attack = Case.model_validate({**fact.model_dump(exclude_unset=True), "steps": [{"attack": {crown.id: "Bob"}}]})
    plan = SimulationPlan((attack.model_copy(update={"battlefield": (crown,)}), fine), dict.fromkeys(BOTH, policy), 0, "combat")
    summary = summed_up(plan, simulate(plan, 4, Here()))
    assert (summary.games, [number for why, number in summary.declined.items() if "monarch" in why]) == (4, [2])


ENDINGS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("won", "Whenever this creature attacks, each opponent loses 20 life.", {}, "state-based actions"),
    ("drawn", "Whenever this creature attacks, each player loses 20 life.", {}, "state-based actions"),
    ("no creatures", "Whenever this creature attacks, destroy all creatures.", {}, "no creature is left"),
    ("stalled", "This creature can't attack.", {}, "stalled: nothing changed for 20 turns"),
    ("turn limit", "This creature can't attack.", {"turns": 3}, "the limit of turns was reached: 3"),
    ("not over", "", {"until": "combat"}, "its combat is over"),
    ("not over", "", {"until": "turn"}, "its turn is over"),
)


@pytest.mark.parametrize(("outcome", "text", "limits", "reason"), ENDINGS, ids=[f"{each[0]} {each[2]}" for each in ENDINGS])
def test_how_a_game_came_out_is_said_apart(outcome: str, text: str, limits: dict[str, Any], reason: str, tmp_path: Path) -> None:
    case = board(size=1)
    worded = [each.model_copy(update={"text": text if each.controller == "Ann" else "Defender"}) for each in case.battlefield]
    path = tmp_path / "board.json"
    path.write_text(case.model_copy(update={"battlefield": tuple(worded)}).model_dump_json(exclude_unset=True))
    given = [str(each) for name, value in limits.items() for each in (f"--{name}", value)]
    asked = ("--policy", "Ann=uniform", "--policy", "Bob=uniform", "--fixed-seats", "--games", 1, "--workers", 1, *given)
    status, out = run("simulate", path, *asked, "--format", "json")
    game, summary = map(json.loads, out.splitlines())
    assert status == 0 and (game["outcome"], game["reason"]) == (outcome, reason)
    assert summary["endings"] == {reason: 1}
    assert {way: number for way, number in summary["nobody_won"].items() if number} == ({outcome: 1} if outcome != "won" else {})


@pytest.mark.parametrize(
    ("policies", "games", "what"),
    [({"Ann": "uniform"}, 1, "one for each player"), (BOTH, 0, "1 or more"), ({"Ann": "uniform", "Bob": "sly"}, 1, "greedy")],
)
def test_a_plan_that_does_not_fit_is_refused(policies: dict[str, str], games: int, what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        next(simulate(SimulationPlan((board(),), policies, seed=0), games, Here()))


@pytest.mark.parametrize("given", [["Ann"], ["=best"], ["Ann="], ["Ann=best", "Ann=never"]])
def test_policies_that_are_not_stated_right_are_refused(given: list[str]) -> None:
    with pytest.raises(InvalidInput, match="Ann=best"):
        read_policies(given)


def test_an_interval_holds_the_share_and_is_narrower_of_more() -> None:
    assert wilson(0, 0) is None
    few, many = wilson(3, 10), wilson(300, 1000)
    assert few is not None and many is not None
    assert few[0] < many[0] < 0.3 < many[1] < few[1]
    assert [round(each, 4) for each in few] == [0.1078, 0.6032]  # Agresti and Coull 1998's formula for 3 of 10


@pytest.mark.parametrize("seeds", [1, 2, 5, 20])
def test_the_interval_of_few_seeds_is_as_wide_as_they_leave_open(seeds: int) -> None:
    stats, numpy = pytest.importorskip("scipy.stats"), pytest.importorskip("numpy")
    random, held = Random(seeds), 0
    for _ in range(40):  # of 80% drawn, and a mean of 0.1
        differences = random.choices((-1.0, 0.0, 1.0), (5, 80, 15), k=seeds)
        (low, high), _ = paired_test(stats, numpy, differences, [1])
        held += low <= 0.1 <= high
        assert low <= sum(differences) / seeds <= high and high - low > 1 / seeds
    assert held >= 36


def test_a_tournament_says_who_is_better_on_paired_seeds(boards: Path) -> None:
    pytest.importorskip("scipy", reason="the extra `tournament` isn't installed")
    asked = ("--policy", "never", "--policy", "uniform", "--policy", "greedy", "--games", 8, "--turns", 8, "--workers", 1)
    status, out = run("tournament", boards, *asked, "--format", "json")
    report: dict[str, Any] = json.loads(out)
    Draft202012Validator(schema_of("tournament")).validate(report)
    assert status == 0 and report["standings"][-1]["policy"] == "never"
    pair = report["pairs"][0]
    assert (pair["first"], pair["second"], pair["seeds"]) == ("never", "uniform", 8)
    assert pair["difference"] < 0 and pair["interval"][0] <= pair["difference"] <= pair["interval"][1]
    assert all(each["corrected"] >= each["p"] for each in report["pairs"])
    assert run("tournament", boards, *asked, "--format", "json") == (0, out)
    assert run("tournament", boards, "--policy", "never")[0] == 2


# --- boards --------------------------------------------------------------------------------------------------------------

CARDS = (
    CardFace(name="Grey Ox", types=("Creature",), power="3", toughness="2", text="Trample"),
    CardFace(name="Tall Elf", types=("Creature",), power="1", toughness="2", text="Reach"),
    CardFace(name="Loud Bell", types=("Artifact",)),
    CardFace(name="Odd Fish", types=("Creature",), power="*", toughness="3"),
    CardFace(
        name="Proud Cat", types=("Creature",), power="2", toughness="2", text="Whenever this creature attacks, you gain 1 life."
    ),
)


def test_boards_are_drawn_alike_from_creatures_that_only_fight() -> None:
    first, again = (list(drawn(CARDS, 7, 3, 5)) for _ in range(2))
    assert first == again != list(drawn(CARDS, 8, 3, 5))
    names = {permanent.name for case in first for permanent in case.battlefield}
    assert names == {"Grey Ox", "Tall Elf"}
    for case in first:
        assert judge(case).error is None and len(case.battlefield) == 6
        assert isinstance(scenario(case), Game)


def test_which_cards_are_not_drawn_is_said(tmp_path: Path) -> None:
    lines = tmp_path / "cards.jsonl"
    lines.write_text("\n".join(card.model_dump_json() for card in CARDS))
    drawn = CliRunner().invoke(app, ["boards", "--cards", str(lines)])
    assert "3 of 5 cards are passed over" in drawn.stderr and "Loud Bell, Odd Fish, Proud Cat" in drawn.stderr
    asked = ["strength", "3/2 Menace", "--against", str(lines), "--games", "2", "--policy", "never", "--workers", "1"]
    assert "3 of 5 cards are passed over" in CliRunner().invoke(app, asked).stderr


def test_boards_come_from_lines_of_cards_and_from_bulk_files(tmp_path: Path) -> None:
    lines = tmp_path / "cards.jsonl"
    lines.write_text("\n".join(card.model_dump_json() for card in CARDS))
    assert tuple(cards_of(lines)) == CARDS
    bulk = tmp_path / "oracle-cards.json"
    ox = {"name": "Grey Ox", "layout": "normal", "type_line": "Creature — Ox", "power": "3", "toughness": "2"}
    bulk.write_text(json.dumps([ox | {"oracle_text": "Trample", "colors": [], "cmc": 3.0}]))
    assert [card.name for card in cards_of(bulk)] == ["Grey Ox"]
    status, out = run("boards", "--cards", lines, "--seed", 7, "--size", 2, "--count", 3)
    assert status == 0 and [json.loads(line)["id"] for line in out.splitlines()] == [f"board-7-000{n}" for n in range(3)]
    (tmp_path / "none.jsonl").write_text("{}")
    assert run("boards", "--cards", tmp_path / "none.jsonl")[0] == 2


def test_the_policy_recorded_declares_what_the_steps_of_a_case_declare(tmp_path: Path) -> None:
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    battlefield = [{"id": "bear", "controller": "Ann", **creature}, {"id": "ox", "controller": "Bob", **creature}]
    battlefield.append({"id": "wall", "controller": "Bob", "types": ["Creature"], "power": 0, "toughness": 5})
    steps: list[Any] = [{"attack": {"bear": "Bob"}}, {"block": {"wall": ["ox"]}}, {"block": {"wall": ["bear"]}}]
    given = {"id": "fight", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": steps}
    path = tmp_path / "case.json"
    path.write_text(json.dumps(given))
    asked = ("--games", 2, "--until", "combat", "--workers", 1, "--format", "json")
    status, out = run("simulate", path, "--policy", "Ann=recorded", "--policy", "Bob=recorded", *asked)
    game = json.loads(out.splitlines()[0])
    assert status == 0 and game["life"] == {"Ann": 20, "Bob": 20} and game["destroyed"] == {"Ann": 0, "Bob": 0}
    status, out = run("simulate", path, "--policy", "Ann=recorded", "--policy", "Bob=never", *asked)
    assert status == 0 and json.loads(out.splitlines()[0])["life"]["Bob"] == 18
    status, out = run("simulate", path, "--policy", "Ann=recorded", "--policy", "Bob=never", "--games", 1, "--workers", 1)
    assert status == 1 and "nothing as the next that Ann recorded" in " ".join(out.split())


def test_more_cases_than_are_kept_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "MOST_CASES", 2)
    cases = [board("one"), board("two"), board("three")]
    assert len(simulating.cases_of(cases[:2])) == 2
    with pytest.raises(InvalidInput, match="more than 2 cases"):
        simulating.cases_of(cases)
