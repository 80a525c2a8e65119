"""House rules: editions that a case, a file, an installed package or a game lays over the published ones."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from declarant import Game, Journal, play
from declarant.events import optional
from declarant.events.declarations import AttackersDeclared
from declarant.events.editions import HouseEdition
from declarant.events.errors import InvalidInput
from declarant.handlers.rulebook import house
from declarant.handlers.rulebook.doctrines import DOCTRINES
from declarant.handlers.rulebook.editions import edition_of, editions
from declarant.projections.tables.fold import tabulate
from declarant.tools.cases.comparison import all_days, compare
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case, read_cases
from declarant.tools.history.explanations import explain, options
from declarant.tools.history.moments import case_of
from declarant.tools.page.dispute import dispute
from declarant.tools.serve.answers import audit
from typer.testing import CliRunner

OURS = {"from": "2024-06-07", "name": "our cube", "doctrines": {"walls_attack": False, "damage_orders": "every"}}
TODAY = "2026-01-16"


def case(*laid: Any, rules: str = TODAY, steps: tuple[dict[str, Any], ...] = ({"attack": {"wall": "Bob"}},)) -> dict[str, Any]:
    ours = {"controller": "Ann", "types": ["Creature"], "power": 3, "toughness": 3}
    return {
        "id": "walls",
        "players": ["Ann", "Bob"],
        "rules": rules,
        "editions": list(laid),
        "battlefield": [
            {"id": "wall", "subtypes": ["Wall"], **ours},
            {"id": "ox", **ours},
            {"id": "elk", **ours, "controller": "Bob"},
            {"id": "yak", **ours, "controller": "Bob"},
        ],
        "steps": list(steps),
    }


def ruled(data: dict[str, Any]) -> list[tuple[str | None, str | None]]:
    report = judge(read_case(data))
    assert report.error is None, report.error
    return [(step.verdict, step.rule) for step in report.steps]


def test_a_case_is_ruled_by_what_it_lays_over_the_rules_from_its_day_on() -> None:
    assert ruled(case()) == [("legal", None)]
    assert ruled(case(OURS)) == [("illegal", "508.1a")]
    assert ruled(case(OURS, rules="2024-06-06")) == [("legal", None)]
    assert ruled(case(OURS, rules="2024-06-07")) == [("illegal", "508.1a")]


def test_what_published_rules_of_the_day_have_no_number_for_is_cited_by_the_name() -> None:
    steps = ({"attack": {"ox": "Bob"}}, {"block": {"elk": ["ox"], "yak": ["ox"]}}, {"order": {"ox": ["elk", "elk"]}})
    assert ruled(case(OURS, steps=steps))[-1] == ("illegal", "our cube")


def test_later_house_rules_go_before_earlier_ones_whatever_their_order() -> None:
    back = {"from": "2025-01-01", "name": "no more", "doctrines": {"walls_attack": True}}
    for laid in ((OURS, back), (back, OURS)):
        assert ruled(case(*laid)) == [("legal", None)]
        assert ruled(case(*laid, rules="2024-12-31")) == [("illegal", "508.1a")]


def test_a_report_says_what_is_laid_over_the_rules_and_what_isnt_yet() -> None:
    later = {"from": "2030-01-01", "name": "later", "doctrines": {"walls_attack": True}}
    first, second = judge(read_case(case(OURS, later))).notes
    assert first == (
        "our cube, laid over the rules from 2024-06-07 on: Walls: can't attack; damage assignment orders: "
        "announced for every blocked attacker and every blocker"
    )
    assert second == "later is laid over the rules from 2030-01-01 on only, which is after 2026-01-16"


@pytest.mark.parametrize("day", ["1999-06-01", "2008-06-01", "2010-03-01", "2017-05-01"])
def test_with_all_doctrines_of_another_edition_a_case_is_ruled_as_by_that_edition(day: str, shared: Path) -> None:
    """Nothing asks for the day but for numbers: doctrines are all that editions differ in."""
    old = edition_of(date.fromisoformat(day))
    doctrines = {name: sorted(v) if isinstance(v := getattr(old, name), frozenset) else v for name in DOCTRINES}
    laid = {"from": "1999-04-23", "name": "old", "doctrines": doctrines}
    numbers = {"rule", "why", "violations", "triggers", "sba", "differences", "agrees"}
    cases = [each for name in ("editions", "damage") for each in read_cases(shared / f"cases/{name}.jsonl")]
    for each in cases[::5]:
        assert isinstance(each, Case)
        found = judge(each, rules=old.effective)
        same = judge(each.model_copy(update={"editions": house.house_editions([laid], "")}), rules=editions()[0].effective)
        if found.error is None:
            assert [step.model_dump(exclude=numbers) for step in same.steps] == [
                step.model_dump(exclude=numbers) for step in found.steps
            ], each.id


def test_a_comparison_of_all_years_says_since_when_the_house_rules_decide() -> None:
    (step,) = compare(read_case(case(OURS)), all_days()).steps
    last = step.rulings[-1]
    assert (last.since, last.verdict) == (date(2024, 6, 7), "illegal")
    assert [change.doctrine for cause in last.because for change in cause.behaviour] == ["walls_attack"]


def test_explanations_options_pages_and_assistants_rule_by_it() -> None:
    read = read_case(case(OURS))
    (explained,) = explain(read)
    assert explained.explanation.ruling.verdict == "illegal" and "our cube" in explained.notes[0]
    (found,) = options(read)
    assert found.count == 2 and "our cube" in found.notes[0]
    assert "our cube" in dispute(read, years=False).page()
    assert audit(case(OURS)).steps[0].verdict == "illegal"
    assistants = pytest.importorskip("declarant.tools.serve.assistants")
    pytest.importorskip("mcp", reason="needs the extra mcp")
    (content,) = asyncio.run(assistants.server().call_tool("audit", {"case": case(OURS)})).content
    assert json.loads(content.text)["steps"][0]["verdict"] == "illegal"


def test_a_journal_keeps_what_its_game_is_ruled_by() -> None:
    journal = Journal.open("memory://")
    steps = ({"attack": {"ox": "Bob"}}, {"block": {"elk": ["ox"], "yak": ["ox"]}})
    judge(read_case(case(OURS, steps=steps)), journal=journal)
    game = Game.open(journal, "walls")
    assert "rules of 2025-07-25, our cube" in repr(game)
    assert game.edition is edition_of(date(2026, 1, 16), game.board.house) and game.edition.damage_orders == "every"
    assert {row.house_rules for table, row in tabulate("walls", journal.entries("walls"), []) if table == "games"} == {
        ("our cube",)
    }
    assert case_of(journal, "walls", at=game.version).editions == (HouseEdition.model_validate(OURS),)
    assert game.branch().edition is game.edition
    journal.verify()


def test_games_are_played_by_it() -> None:
    played = play(Game.open(_kept(case(OURS, steps=())), "walls"), {"Ann": "uniform", "Bob": "never"}, seed=1, turns=9)
    attackers = {id for _, event in played.log.events() if isinstance(event, AttackersDeclared) for id in event.attackers}
    assert attackers == {"ox"}


def _kept(data: dict[str, Any]) -> Journal:
    journal = Journal.open("memory://")
    judge(read_case(data), journal=journal)
    return journal


def test_the_first_object_of_a_file_may_say_it_of_all_its_cases(tmp_path: Path) -> None:
    heading = {"editions": [OURS], "keywords": {"Skyguard": "This creature can't block."}}
    one, two = case(), case({"from": "2025-01-01", "name": "no more", "doctrines": {"walls_attack": True}}) | {"id": "two"}
    one["battlefield"][2]["text"] = "Skyguard"
    one["steps"] = [{"attack": {"wall": "Bob"}}, {"attack": {"ox": "Bob"}}, {"block": {"elk": ["ox"]}}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(each) + "\n" for each in (heading, one, two)))
    (tmp_path / "b.json").write_text(json.dumps([heading, one, two]))
    (tmp_path / "c.yaml").write_text("\n---\n".join(json.dumps(each) for each in (heading, one, two)))
    for name in ("a.jsonl", "b.json", "c.yaml"):
        first, second = read_cases(tmp_path / name)
        assert isinstance(first, Case) and isinstance(second, Case)
        assert [step.verdict for step in judge(first).steps] == ["illegal", "legal", "illegal"], name
        assert [step.verdict for step in judge(second).steps] == ["legal"], name


def test_what_a_file_says_of_all_its_cases_is_checked_once(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"editions": [{"from": "2024-06-07", "name": "x"}]}\n' + json.dumps(case()))
    (refused,) = read_cases(tmp_path / "a.jsonl")
    assert isinstance(refused, InvalidInput) and "a.jsonl:1:" in refused.where and "editions[0].doctrines" in refused.where


WRONG = [
    ([{**OURS, "doctrines": {"damage_order": "every"}}], "doctrines.damage_order", "did you mean damage_orders"),
    ([{**OURS, "doctrines": {"damage_orders": "all"}}], "doctrines.damage_orders", "'none', 'several', 'every'"),
    ([{**OURS, "doctrines": {"walls_attack": "no"}}], "doctrines.walls_attack", "true, false"),
    ([{**OURS, "doctrines": {"attackable": ["planet"]}}], "doctrines.attackable", "'player', 'planeswalker', 'battle'"),
    ([{**OURS, "doctrines": {}}], "doctrines", "damage_orders"),
    ([{**OURS, "from": "soon"}], "from", "an ISO date"),
    ([{**OURS, "name": ""}], "name", "printable text"),
    ([{**OURS, "until": "2025-01-01"}], "until", "from (an ISO date), name (text) and doctrines"),
    ([OURS, {**OURS, "doctrines": {"walls_attack": True}}], "editions", "one variant of each doctrine"),
    (["our cube"], "editions[0]", "installed: none"),
    ([3], "editions[0]", "an object with from"),
    ("our cube", "editions", "a list of at most 20"),
]


@pytest.mark.parametrize(("laid", "where", "allowed"), WRONG)
def test_what_cant_be_laid_over_the_rules_is_refused_and_what_can_is_named(laid: Any, where: str, allowed: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_case({**case(), "editions": laid})
    assert where in refused.value.where and allowed in refused.value.allowed
    with pytest.raises(InvalidInput) as refused:
        Game.start(["Ann", "Bob"], editions=laid)
    assert where in refused.value.where and allowed in refused.value.allowed


def test_a_journal_with_doctrines_that_there_arent_is_declined() -> None:
    laid = HouseEdition.model_validate({**OURS, "doctrines": {"phases": "none"}})
    with pytest.raises(InvalidInput, match=r"our cube\.phases: found no doctrine"):
        edition_of(date(2026, 1, 16), (laid,))


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], None]]:
    def install(value: Any) -> None:
        monkeypatch.setitem(sys.modules, "a_cube", SimpleNamespace(EDITION=value))  # type: ignore[arg-type]
        entry = EntryPoint("cube", "a_cube:EDITION", house.GROUP)
        monkeypatch.setattr(optional, "entry_points", lambda group: [entry] if group == house.GROUP else [])
        house.installed.cache_clear()

    yield install
    house.installed.cache_clear()


def test_a_package_may_define_editions_that_cases_name(package: Callable[[Any], None]) -> None:
    package(OURS)
    assert ruled(case("cube")) == [("illegal", "508.1a")]
    assert ruled(case()) == [("legal", None)]
    assert read_case(case("cube")) == read_case(case(OURS))
    package([OURS, "cube"])
    with pytest.raises(InvalidInput, match=r"declarant\.editions, cube"):
        ruled(case("cube"))


def test_the_command_says_by_which_house_rules_it_rules(tmp_path: Path) -> None:
    from declarant.tools.cli import app

    (tmp_path / "walls.json").write_text(json.dumps(case(OURS)))
    done = CliRunner().invoke(app, ["audit", str(tmp_path / "walls.json")])
    assert "our cube, laid over the rules from 2024-06-07 on" in " ".join(done.output.split())
    done = CliRunner().invoke(app, ["best", str(tmp_path / "walls.json"), "--attack"])
    assert "our cube" in done.output, done.output
