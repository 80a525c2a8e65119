"""`declarant editions`, and `declarant audit --rules` with several days."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant.handlers.rulebook.editions import UNKNOWN_VERSIONS, editions
from declarant.tools.cli.schemas import schema as schema_of
from jsonschema import Draft202012Validator

Case = dict[str, Any]
Cases = Callable[..., Path]


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_editions_are_listed_newest_first_with_what_changed(invoke: Any) -> None:
    result = invoke("editions")
    assert (result.exit_code, result.stderr) == (0, "")
    days = [line.split()[0] for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert days == sorted(map(str, (*(edition.effective for edition in editions()), *UNKNOWN_VERSIONS)), reverse=True)
    assert "2004-10-01  Walls: may attack (before: can't attack)" in result.stdout
    assert "2022-10-07  illegal_action: 727.1 → 728.1" in result.stdout
    assert result.stdout.rstrip().endswith("the oldest edition known")


def test_the_list_as_json_has_an_object_for_each_edition(invoke: Any) -> None:
    listed = lines(invoke("editions", "--format", "json").stdout)
    assert len(listed) == len(editions())
    (walls,) = [edition for edition in listed if edition["effective"] == "2004-10-01"]
    assert [change["doctrine"] for change in walls["changes"]["behaviour"]] == ["walls_attack"]
    assert walls["until"] == "2005-07-31"


def test_versions_whose_text_nobody_has_are_named(invoke: Any) -> None:
    stdout = invoke("editions").stdout
    for day, known in (
        ("2026-09-25", "2026-04-17"),
        ("2026-06-19", "2026-04-17"),
        ("2024-04-12", "2024-03-08"),
        ("2023-06-16", "2023-04-14"),
    ):
        assert f"{day}  unknown: nobody has its text; read as that of {known}" in stdout
    unknown = {edition["effective"]: edition["unknown"] for edition in lines(invoke("editions", "--format", "json").stdout)}
    assert (unknown["2026-04-17"], unknown["2025-07-25"]) == (["2026-06-19", "2026-09-25"], [])
    shown = invoke("editions", "show", "2026-10-01").stdout
    assert "unknown" in shown and "2026-06-19, 2026-09-25" in shown


def test_an_edition_is_shown_by_any_of_its_days(invoke: Any) -> None:
    result = invoke("editions", "show", "2005-03-01")
    assert result.exit_code == 0
    assert "rules of 2004-10-01 · to 2005-07-31" in result.stdout
    assert "attack.requirements" in result.stdout and "500.4" in result.stdout
    (shown,) = lines(invoke("editions", "show", "2005-03-01", "--format", "json").stdout)
    assert shown["behaviour"]["Walls"] == "may attack"
    assert shown["numbers"]["attack.requirements"] == "500.4"


def test_two_days_are_diffed(invoke: Any) -> None:
    result = invoke("editions", "diff", "2024-06-07", "2025-04-04")
    assert result.exit_code == 0
    assert "from 2024-06-07 to 2025-04-04" in result.stdout
    assert "damage assignment orders: there are none" in result.stdout
    assert "block.order_attacker 509.2 → nothing" in " ".join(result.stdout.split())
    (differences,) = lines(invoke("editions", "diff", "2024-06-07", "2025-04-04", "--format", "json").stdout)
    assert {change["doctrine"] for change in differences["behaviour"]} == {"damage_orders", "entering_checks"}
    assert "nothing is different" in invoke("editions", "diff", "2024-06-07", "2024-06-08").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("editions", "show", "soon"),
        ("editions", "show", "1993-08-05"),
        ("editions", "diff", "2024-06-07", "2024-13-01"),
        ("audit", "cases.jsonl", "--rules", "2024-06-07,soon"),
        ("audit", "cases.jsonl", "--rules", "all,2024-06-07"),
    ],
)
def test_bad_days_end_with_status_2_and_one_line(invoke: Any, cases: Cases, menace: Case, arguments: tuple[str, ...]) -> None:
    cases(menace)
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: rules: found ") and "1999-04-23" in line


@pytest.mark.parametrize("format", ["text", "json"])
def test_the_help_has_examples(invoke: Any, format: str) -> None:
    result = invoke("editions", "--help")
    assert result.exit_code == 0 and "declarant editions diff 2005-03-01 2024-06-07" in result.stdout
    assert "declarant audit cases.jsonl --rules all" in invoke("--help").stdout
    assert invoke("editions", "show", "2024-06-07", "--format", format).exit_code == 0


def required(menace: Case) -> Case:
    """The menace that has to be blocked by one who must, and another: who helps is an old question."""
    creature = {"types": ["Creature"], "power": 2, "toughness": 2, "controller": "Bob"}
    watchman = {"id": "watchman", "text": "This creature blocks each combat if able.", **creature}
    steps = [{"attack": {"brute": "Bob"}}, {"block": {}}]
    return {**menace, "battlefield": [*menace["battlefield"], watchman], "steps": steps}


def test_a_dispute_under_all_rules_is_a_table_of_when_its_rulings_change_and_why(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(required(menace))
    result = invoke("audit", "cases.jsonl", "--rules", "all")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"menace · {len(editions())} editions, 1999-04-23 to 2026-04-17" in result.stdout
    printed = " ".join(result.stdout.split())
    assert "1 block no creature since 1999-04-23 legal" in printed
    assert "2007-05-01 because requirements: as many are obeyed" in printed
    assert "since 2007-05-01 illegal 500.4 obeys 0" in printed
    assert "2009-07-11 because block.requirements: 500.4 → 509.1c since 2009-07-11 illegal 509.1c obeys 0" in printed


def test_a_comparison_as_json_fits_its_schema(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(required(menace), {**menace, "id": "alike"})
    result = invoke("audit", "cases.jsonl", "--rules", "2005-03-01,2024-06-07", "--format", "json")
    assert result.exit_code == 0
    compared = lines(result.stdout)
    for each in compared:
        Draft202012Validator(schema_of("comparison")).validate(each)
    assert [case["case"] for case in compared] == ["menace", "alike"]
    assert compared[0]["days"] == ["2005-03-01", "2024-06-07"]
    rulings = compared[0]["steps"][1]["rulings"]
    assert [(ruled["since"], ruled["verdict"], ruled["rules"]) for ruled in rulings] == [
        ("2005-03-01", "legal", []),
        ("2024-06-07", "illegal", ["509.1c"]),
    ]
    assert [because["effective"] for because in rulings[1]["because"]] == ["2007-05-01", "2009-07-11"]


def test_quiet_leaves_out_what_is_ruled_alike(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(required(menace), {**menace, "id": "alike"})
    result = invoke("audit", "cases.jsonl", "--rules", "all", "--quiet", "--format", "json")
    assert [case["case"] for case in lines(result.stdout)] == ["menace"]


def test_a_case_that_cant_be_judged_is_reported_and_the_rest_compared(invoke: Any, cases: Cases, menace: Case) -> None:
    puzzling = {
        **menace,
        "id": "puzzling",
        "battlefield": [{**menace["battlefield"][0], "text": "This creature can't attack unless the moon is full."}],
    }
    cases({**puzzling, "steps": []}, "{", menace)
    result = invoke("audit", "cases.jsonl", "--rules", "all", "--format", "json")
    assert result.exit_code == 2
    compared = lines(result.stdout)
    assert [case["error"] is None for case in compared] == [False, False, True]
    assert len(result.stderr.splitlines()) == 2


def test_several_rules_keep_no_journal(invoke: Any, cases: Cases, menace: Case, tmp_path: Path) -> None:
    cases(menace)
    result = invoke("audit", "cases.jsonl", "--rules", "all", "--journal", "games.db")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: --journal: found with several --rules")
    assert not (tmp_path / "games.db").exists()


def test_one_day_is_judged_as_ever(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    (report,) = lines(invoke("audit", "cases.jsonl", "--rules", "2005-03-01", "--format", "json").stdout)
    assert (report["rules"], report["steps"][1]["rule"]) == ("2005-03-01", "500.3")
