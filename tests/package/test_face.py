"""The package as somebody meets it in Python: what it shows, what it says to wrong calls, and that types state what fits."""

from __future__ import annotations

import inspect
import re
import rlcompleter
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import declarant
import pytest
from declarant import DealCombatDamage, DeclarantError, Game, InvalidInput, Journal, Pay, permanent
from declarant.handlers.procedure.commands import COMMAND_TYPES
from declarant.tools.cases.models import StatedPermanent
from declarant.tools.cases.permanents import PermanentFields
from page.browsing import CASE, case_of


@pytest.fixture
def game() -> Game:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    game.enter(permanent("brute", "Ann", name="Quarry Brute", types=["Creature"], power=4, toughness=3, text="Menace"))
    game.enter(permanent("wall", "Bob", types=["Creature"], toughness=4, tapped=True, counters={"+1/+1": 1}))
    game.declare_attackers({"brute": "Bob"})
    return game


def test_print_shows_the_board(game: Game) -> None:
    assert str(game).splitlines() == [
        "Turn 1, Ann's declare attackers step, rules of 2024-03-08",
        "Ann: 20 life, 0 in hand",
        "  brute: 4/3, Creature, tapped, “Menace”",
        "Bob: 20 life, 0 in hand",
        "  wall: 0/4, Creature, tapped, 1 +1/+1",
        "brute attacks Bob",
    ]


def test_outside_of_combat_only_the_turn_is_shown() -> None:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    assert str(game).splitlines()[0] == "Turn 1, Ann's turn, rules of 2024-03-08"
    assert repr(game) == "<Game 'game': Ann, Bob; turn 1, Ann's turn; rules of 2024-03-08; version 2>"
    assert game.describe() == "Ann v Bob: turn 1, Ann's turn; rules of 2024-03-08; version 2"


def completed(text: str, **names: object) -> set[str]:
    """What Tab offers for a text."""
    completer, found = rlcompleter.Completer(names), set[str]()
    while (offered := completer.complete(text, len(found))) is not None:
        found.add(offered.rstrip("()"))
    return found


def test_tab_offers_the_face_and_nothing_private(game: Game) -> None:
    assert completed("declarant.", declarant=declarant) == {f"declarant.{name}" for name in declarant.__all__}
    offered = completed("game.", game=game)
    assert {"game.declare", "game.best_block", "game.board"} <= offered
    assert not any(name.startswith("game._") for name in offered)


def members(name: str) -> dict[str, Any]:
    """The public members of a class of the face that this package defines."""
    return {
        member: value
        for base in reversed(getattr(declarant, name).__mro__)
        if base.__module__.startswith("declarant.")
        for member, value in vars(base).items()
        if not member.startswith(("_", "test_")) and (inspect.isroutine(value) or isinstance(value, (property, classmethod)))
    }


CLASSES = [name for name in declarant.__all__ if inspect.isclass(getattr(declarant, name))]


@pytest.mark.parametrize("name", CLASSES)
def test_help_describes_every_public_member(name: str) -> None:
    assert inspect.getdoc(getattr(declarant, name))
    assert [member for member, value in members(name).items() if not inspect.getdoc(value)] == []


def test_help_describes_every_function() -> None:
    functions = [getattr(declarant, name) for name in declarant.__all__ if inspect.isfunction(getattr(declarant, name))]
    assert len(functions) > 8 and all(inspect.getdoc(function) for function in functions)


def test_errors_that_help_names_and_commands_are_exported() -> None:
    docstrings = [inspect.getdoc(getattr(declarant, name)) or "" for name in declarant.__all__]
    docstrings += [inspect.getdoc(value) or "" for name in CLASSES for value in members(name).values()]
    named = {word for text in docstrings for word in re.findall(r"\b[A-Z]\w+", text)}
    assert {each.__name__ for each in _errors(DeclarantError)} & named <= set(declarant.__all__)
    assert {each.__name__ for each in COMMAND_TYPES} <= set(declarant.__all__)


def _errors(kind: type[DeclarantError]) -> list[type[DeclarantError]]:
    return [kind, *(each for below in kind.__subclasses__() for each in _errors(below))]


def test_explain_takes_commands_of_combat_damage_too(game: Game) -> None:
    game.declare_blockers({})
    assert game.explain(DealCombatDamage()) == game.explain_dealing()
    with pytest.raises(InvalidInput, match="DealCombatDamage"):
        game.explain(Pay())  # type: ignore[call-overload]


def test_describe_states_a_game_in_one_line(game: Game) -> None:
    line = game.describe()
    assert line.startswith("Ann v Bob: turn 1, Ann's declare attackers step; rules of 2024-03-08; version ") and "\n" not in line


def test_a_notebook_shows_the_page_of_a_game(game: Game) -> None:
    shown = game._repr_html_()
    assert shown is not None and shown.startswith("<iframe") and "Quarry Brute" in shown


def test_cases_are_loaded_and_judged_by_name(tmp_path: Path) -> None:
    (tmp_path / "menace.yaml").write_text(CASE, "utf-8")
    (case,) = declarant.load_cases(tmp_path / "menace.yaml")
    assert declarant.load_cases(tmp_path) == [case]
    assert [step.verdict for step in declarant.judge(case).steps] == ["legal", "illegal", "illegal", "legal"]
    assert declarant.judge(case_of().model_dump(mode="json", exclude_unset=True), rules="2005-03-01").steps[2].verdict == "legal"
    (tmp_path / "broken.yaml").write_text("players: [Ann]\n", "utf-8")
    with pytest.raises(InvalidInput, match="players"):
        declarant.load_cases(tmp_path)


def test_logs_of_arena_are_imported_by_name(tmp_path: Path, shared: Path) -> None:
    log = sorted((shared / "arena" / "logs").glob("*.log.gz"))[0]
    streams = declarant.import_arena(log, tmp_path / "games.db")
    with Journal.open(tmp_path / "games.db") as journal:
        assert streams and set(streams) == set(journal.streams())
        assert declarant.game_page(journal, streams[0]).startswith("<!doctype html>")


WRONG: dict[str, tuple[Callable[[Game], object], str]] = {
    "a permanent as a dictionary": (lambda game: game.enter({"id": "x"}), "declarant.permanent"),  # type: ignore[arg-type]
    "a command as a dictionary": (lambda game: game.declare({"type": "Pay"}), "DeclareBlockers"),  # type: ignore[arg-type]
    "attackers in a list": (lambda game: game.judge_attackers(["brute"]), '{"ox": "Bob"}'),  # type: ignore[arg-type]
    "a blocker with one id": (lambda game: game.judge_blockers({"wall": "brute"}), '{"wall": ["ox"]}'),
    "an order as a word": (lambda game: game.announce_orders({"brute": "wall"}), '{"ox": ["wall", "imp"]}'),
    "a payment as text": (lambda game: game.pay("{2}"), "Offer"),  # type: ignore[arg-type]
    "a version as text": (lambda game: game.take_back("1"), "a version of the game"),  # type: ignore[arg-type]
    "a field that isn't one": (lambda game: permanent("x", "Ann", powr=1), "powr"),  # type: ignore[call-arg]
    "a case as a number": (lambda game: declarant.judge(1), "load_cases"),  # type: ignore[arg-type]
    "designations too early": (
        lambda game: permanent("x", "Ann", designations=["monstrous"]),  # type: ignore[call-arg]
        "game.state_facts",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_to_a_wrong_call_it_is_said_what_to_pass(game: Game, wrong: str) -> None:
    call, advice = WRONG[wrong]
    version = game.version
    with pytest.raises(InvalidInput) as refused:
        call(game)
    assert advice in str(refused.value) and game.version == version


def test_the_types_of_a_permanent_are_those_of_a_case() -> None:
    assert set(get_type_hints(PermanentFields)) == set(StatedPermanent.model_fields) - {"id", "controller", "designations"}
