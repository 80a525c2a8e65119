"""Whatever happens in a case is that case's error: the others go on, and the exit status is 2, never 1."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant.handlers.game import Game
from declarant.handlers.procedure.commands import Command, DeclareBlockers
from declarant.tools.audit import audit

Case = dict[str, Any]


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program fails where a creature blocks that is called so."""
    declare = Game.declare

    def failing(self: Game, command: Command) -> Any:
        if isinstance(command, DeclareBlockers) and "sentry" in command.blocks:
            raise ZeroDivisionError("nobody foresaw that")
        return declare(self, command)

    monkeypatch.setattr(Game, "declare", failing)


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("arguments", [(), ("--rules", "2024-06-07"), ("--journal", "games.db")])
def test_it_is_the_error_of_the_case_with_its_place(
    invoke: Any, cases: Callable[..., Path], menace: Case, arguments: tuple[str, ...]
) -> None:
    fine = {**menace, "id": "fine", "steps": menace["steps"][:1]}
    cases(menace, fine)
    result = invoke("audit", "cases.jsonl", "--format", "json", *arguments)
    assert result.exit_code == 2
    bad, good = map(json.loads, result.stdout.splitlines())
    assert (good["case"], good["error"]) == ("fine", None)
    error = bad["error"]
    assert error["kind"] == "internal"
    assert error["where"].startswith("cases.jsonl:1:") and error["where"].endswith(": steps[1]")
    assert error["found"].startswith("ZeroDivisionError: nobody foresaw that (test_internal_errors.py, line ")
    assert "Traceback" not in result.stderr


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("command", ["explain", "options"])
def test_explanations_and_options_go_on_too(invoke: Any, cases: Callable[..., Path], menace: Case, command: str) -> None:
    more = [*menace["steps"], {"block": {}}]
    cases({**menace, "steps": more}, {**menace, "id": "fine", "steps": menace["steps"][:1]})
    result = invoke(command, "cases.jsonl", "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stdout.splitlines()[-1])["case"] == "fine"
    (line,) = map(json.loads, result.stderr.splitlines())
    assert line["kind"] == "internal"


def test_a_command_that_fails_ends_with_2(
    invoke: Any, cases: Callable[..., Path], menace: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("declarant.tools.text.cases.tally", lambda *counts: 1 / 0)
    cases(menace)
    result = invoke("audit", "cases.jsonl")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: declarant: found ZeroDivisionError: division by zero (test_internal_errors.py")


def test_an_interruption_is_no_error(
    invoke: Any, cases: Callable[..., Path], menace: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Game, command: Command) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Game, "declare", interrupted)
    cases(menace)
    assert invoke("audit", "cases.jsonl").exit_code == 130


@pytest.mark.parametrize("mana", ["{2}{W}", "{W/U}", "{2/W}", "{0}", "{W/P}", "{W/U/P}", "{C}"])
def test_mana_is_taken_as_the_schema_gives_it(invoke: Any, cases: Callable[..., Path], menace: Case, mana: str) -> None:
    tax = {"id": "tax", "controller": "Ann", "types": ["Enchantment"]}
    tax["text"] = "Creatures can't block unless their controller pays {1} for each of those creatures."
    menace["battlefield"].append(tax)
    menace["mana"] = {"Bob": mana}
    cases(menace)
    report = json.loads(invoke("audit", "cases.jsonl", "--format", "json").stdout)
    assert report["error"] is None


CRASHES = {
    "a legendary permanent without a name": {"supertypes": ["Legendary"]},
    "a name of a blank": {"supertypes": ["Legendary"], "name": " "},
    "a name of a mark": {"supertypes": ["Legendary"], "name": "//"},
    "a name of a prefix": {"supertypes": ["Legendary"], "name": "A-"},
    "an unfinished filter": {"text": "can't be blocked by creatures with"},
    "an unfinished effect": {"text": "Whenever ~ attacks, target"},
    "an unfinished clause": {"text": "~ is suspected, they're"},
}


@pytest.mark.parametrize("fields", CRASHES.values(), ids=CRASHES)
def test_what_once_ended_the_run_is_ruled_on_or_declined(
    invoke: Any, cases: Callable[..., Path], menace: Case, fields: dict[str, Any]
) -> None:
    menace["battlefield"][0] |= fields
    cases(menace)
    report = json.loads(invoke("audit", "cases.jsonl", "--format", "json").stdout)
    assert report["error"] is None or report["error"]["kind"] == "wording-not-understood"


def test_a_recorded_game_that_fails_is_its_own_error_and_the_others_are_judged(
    invoke: Any, cases: Callable[..., Path], menace: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases({**menace, "id": "bad"}, {**menace, "id": "fine"})
    assert invoke("audit", "cases.jsonl", "--journal", "games.db").exit_code == 0
    judge_again = audit.judge_again

    def failing(name: str, *arguments: Any) -> Any:
        return 1 / 0 if name == "bad" else judge_again(name, *arguments)

    monkeypatch.setattr(audit, "judge_again", failing)
    result = invoke("audit", "games.db", "--format", "json", "--workers", "1")
    assert result.exit_code == 2
    assert [(each["case"], each["error"] and each["error"]["kind"]) for each in map(json.loads, result.stdout.splitlines())] == [
        ("bad", "internal"),
        ("fine", None),
    ]
