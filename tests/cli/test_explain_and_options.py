"""`declarant explain` and `declarant options`: what they print, and how they end."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant.tools.cli.schemas import schema as schema_of
from jsonschema import Draft202012Validator

Case = dict[str, Any]
Cases = Callable[..., Path]


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_every_declaration_is_explained_and_an_illegal_one_ends_with_status_1(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    result = invoke("explain", "cases.jsonl")
    assert result.exit_code == 1
    assert "menace · step 0 · Ann declares attackers · rules of 2024-06-07" in result.stdout
    assert "menace · step 1 · Bob declares blockers · rules of 2024-06-07" in result.stdout
    assert "disobeyed  brute can't be blocked except by 2 or more creatures" in result.stdout
    assert "1 change: sentry: nothing instead of brute" in result.stdout


def test_a_legal_declaration_ends_with_status_0(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    result = invoke("explain", "cases.jsonl", "--step", "0")
    assert result.exit_code == 0
    assert "legal" in result.stdout
    assert "step 1" not in result.stdout


def test_a_case_that_declares_nothing_says_so(invoke: Any, cases: Cases) -> None:
    cases({"id": "board", "players": ["Ann", "Bob"], "battlefield": [], "steps": []})
    result = invoke("explain", "cases.jsonl")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "cases.jsonl:1: nothing is declared; `declarant options` says what may be" in result.stderr


def test_a_requirement_that_nobody_can_obey_is_stated_with_why(invoke: Any, cases: Cases) -> None:
    sleeper = {
        **{"id": "sleeper", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 2},
        **{"tapped": True, "text": "This creature attacks each combat if able."},
    }
    cases({"id": "asleep", "players": ["Ann", "Bob"], "battlefield": [sleeper], "steps": [{"attack": {}}]})
    result = invoke("explain", "cases.jsonl")
    assert result.exit_code == 0
    assert "nobody can obey  sleeper attacks if able" in result.stdout
    assert "sleeper is tapped" in result.stdout
    (explained,) = lines(invoke("explain", "cases.jsonl", "--format", "json").stdout)
    Draft202012Validator(schema_of("explanation")).validate(explained)
    (explained,) = explained["explanation"]["impossible"]
    assert [reason["words"] for reason in explained["because"]] == ["sleeper is tapped"]


def test_json_is_an_object_a_declaration_that_fits_its_schema(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    objects = lines(invoke("explain", "cases.jsonl", "--format", "json").stdout)
    validator = Draft202012Validator(schema_of("explanation"))
    for each in objects:
        validator.validate(each)
    assert [(each["case"], each["step"]) for each in objects] == [("menace", 0), ("menace", 1)]
    assert objects[1]["explanation"]["ruling"]["wrong"] == ["RESTRICTIONS"]
    assert objects[1]["explanation"]["nearest"]["declaration"] == {}


def test_one_case_can_be_picked_by_its_id(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, "no case", {**menace, "id": "other"}, {**menace, "id": "third"})
    reports = lines(invoke("options", "cases.jsonl", "--case", "other", "--format", "json").stdout)
    assert {each["case"] for each in reports} == {"other"}


def test_what_could_not_be_read_is_reported_where_the_case_is_not_found(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, "no case")
    assert len(invoke("explain", "cases.jsonl", "--case", "other").stderr.splitlines()) == 2
    assert "absent.jsonl" in invoke("explain", "absent.jsonl", "--case", "other").stderr.splitlines()[0]


def test_an_id_that_no_case_has_is_bad_input_and_the_known_ones_are_named(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    result = invoke("explain", "cases.jsonl", "--case", "nothing")
    assert result.exit_code == 2
    assert "allowed: a case of cases.jsonl: menace" in result.stderr


def test_a_step_that_declares_nothing_is_bad_input_and_those_that_do_are_named(invoke: Any, cases: Cases, menace: Case) -> None:
    menace["steps"].append({"leaves": "sentry"})
    cases(menace)
    for step in ("2", "3"):
        result = invoke("explain", "cases.jsonl", "--step", step)
        assert result.exit_code == 2
        assert "a step that declares attackers or blockers or assigns combat damage: 0, 1" in result.stderr


def test_a_case_that_cannot_be_judged_is_reported_and_the_next_is_explained(invoke: Any, cases: Cases, menace: Case) -> None:
    bad = {**menace, "id": "bad", "battlefield": [{"id": "x", "controller": "Ann", "text": "Blocks gladly if asked."}]}
    cases(bad, "no case", menace)
    result = invoke("explain", "cases.jsonl", "--format", "json")
    assert result.exit_code == 2
    assert [each["case"] for each in lines(result.stdout)] == ["menace", "menace"]
    places = [line["where"].partition(":")[2] for line in lines(result.stderr)]
    assert places[0] == "1:123: battlefield[0].text, character 0"
    assert places[-1] == "2:1"


def test_steps_are_explained_under_the_rules_of_another_day(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    (report,) = lines(invoke("explain", "cases.jsonl", "--step", "1", "--rules", "2001-01-01", "--format", "json").stdout)
    assert report["rules"] == "2001-01-01"
    assert report["explanation"]["ruling"]["rule"] == "500.2"
    assert invoke("explain", "cases.jsonl", "--rules", "1993-01-01").exit_code == 2


def test_options_are_stated_before_each_declaration(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    result = invoke("options", "cases.jsonl")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "menace · step 0 · Ann may declare attackers · rules of 2024-06-07",
        "  2 legal declarations",
        "    no creature",
        "    brute → Bob",
        "",
        "menace · step 1 · Bob may declare blockers · rules of 2024-06-07",
        "  1 legal declaration",
        "    no creature",
        "",
    ]


def test_counting_lists_nothing_and_a_limit_says_how_many_more(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    assert "brute" not in invoke("options", "cases.jsonl", "--count").stdout
    assert "    … 1 more" in invoke("options", "cases.jsonl", "--limit", "1").stdout
    counted = lines(invoke("options", "cases.jsonl", "--count", "--format", "json").stdout)
    assert [(each["count"], each["options"]) for each in counted] == [(2, []), (1, [])]


def test_equal_seeds_draw_equal_samples(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)

    def drawn(seed: str) -> list[Any]:
        return lines(invoke("options", "cases.jsonl", "--sample", "20", "--seed", seed, "--step", "0", "--format", "json").stdout)

    (report,) = drawn("1")
    Draft202012Validator(schema_of("options")).validate(report)
    assert len(report["options"]) == 20
    assert {*map(str, report["options"])} == {"{}", "{'brute': 'Bob'}"}
    assert drawn("1") == [report] != drawn("2")


def test_after_the_last_step_the_options_are_those_of_what_is_declared_next(invoke: Any, cases: Cases, menace: Case) -> None:
    menace["steps"].pop()
    cases(menace)
    (report,) = lines(invoke("options", "cases.jsonl", "--step", "1", "--format", "json").stdout)
    assert (report["action"], report["player"], report["count"]) == ("block", "Bob", 1)
    assert invoke("options", "cases.jsonl", "--step", "2").exit_code == 2


def test_a_case_without_declarations_has_the_options_of_its_board(invoke: Any, cases: Cases, menace: Case) -> None:
    cases({**menace, "steps": []})
    (report,) = lines(invoke("options", "cases.jsonl", "--format", "json").stdout)
    assert (report["action"], report["step"], report["count"]) == ("attack", 0, 2)


def test_a_board_too_large_to_count_is_declined_with_status_2(invoke: Any, cases: Cases, menace: Case) -> None:
    def creature(id: str, controller: str, text: str = "") -> Case:
        return {"id": id, "controller": controller, "types": ["Creature"], "power": 1, "toughness": 1, "text": text}

    numbers = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
    attackers = {f"a-{n}": f"This creature can't be blocked except by {n} or more creatures." for n in numbers}
    board = [creature(id, "Ann", text) for id, text in attackers.items()]
    board += [creature(f"b{number}", "Bob") for number in range(20)]
    cases({**menace, "battlefield": board, "steps": [{"attack": dict.fromkeys(attackers, "Bob")}, {"block": {}}]})
    result = invoke("options", "cases.jsonl", "--count", "--format", "json")
    assert result.exit_code == 2
    assert [each["count"] for each in lines(result.stdout)] == [2**12]
    assert "too large to count its legal declarations" in json.loads(result.stderr.splitlines()[-1])["event"]


def test_counting_and_sampling_exclude_each_other(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    assert invoke("options", "cases.jsonl", "--count", "--sample", "2").exit_code == 2


@pytest.mark.parametrize("command", ["explain", "options"])
def test_what_no_board_states_is_stated_with_the_place_of_the_step_that_needs_it(
    invoke: Any, cases: Cases, menace: Case, command: str
) -> None:
    menace["battlefield"][0]["text"] = "This creature can't attack unless you've cast a creature spell this turn."
    cases(menace)
    result = invoke(command, "cases.jsonl", "--format", "json")
    assert result.exit_code == 2
    (error,) = lines(result.stderr)
    assert error["where"].startswith("cases.jsonl:1:") and error["where"].endswith(": steps[0]")


def test_options_state_what_each_costs_and_only_what_can_be_paid(invoke: Any, cases: Cases, menace: Case) -> None:
    tax = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    toll = {"id": "toll", "controller": "Bob", "types": ["Enchantment"], "text": tax}
    case = {**menace, "battlefield": [*menace["battlefield"], toll], "steps": [{"attack": {}}]}
    cases({**case, "mana": {"Ann": "{2}"}})
    assert "    brute → Bob for {2}" in invoke("options", "cases.jsonl").stdout.splitlines()
    (report,) = lines(invoke("options", "cases.jsonl", "--format", "json").stdout)
    assert (report["options"], report["costs"]) == ([{}, {"brute": "Bob"}], [None, "{2}"])
    Draft202012Validator(schema_of("options")).validate(report)
    cases({**case, "mana": {"Ann": "{1}"}})
    assert "brute" not in invoke("options", "cases.jsonl").stdout
