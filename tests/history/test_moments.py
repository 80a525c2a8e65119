"""A moment of a journal as a case: the case that is written is judged as the journal was, or isn't written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant import Game, IllegalDeclaration, InvalidInput, permanent
from declarant import play as played_by
from declarant.events import abilities as a
from declarant.events.facts import CharacteristicsChanged, FactsStated, PlayerTotalsChanged
from declarant.events.journal.journal import Journal
from declarant.projections.timeline import timeline
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from declarant.tools.history.moments import NotSaid, case_of
from declarant.tools.history.written_steps import steps_of
from declarant.tools.tables.simulated import play
from typer.testing import CliRunner

CREATURES = (
    ("ox", "Ann", 3, "Menace\nTrample"),
    ("elf", "Ann", 2, "Vigilance, haste"),
    ("wall", "Bob", 3, "Defender"),
    ("bear", "Bob", 2, "First strike"),
)


def begun(url: str = "memory://", rules: str = "2025-04-04") -> Game:
    game = Game.start(["Ann", "Bob"], rules=rules, journal=url, stream="final", life={"Ann": 12})
    for id, player, power, text in CREATURES:
        game.enter(permanent(id, player, types=["Creature"], power=power, toughness=3, text=text))
    return game


def judged(case: Case) -> list[bool | None]:
    report = judge(Case.model_validate_json(json.dumps(case.model_dump(mode="json", by_alias=True, exclude_unset=True))))
    assert report.error is None, report.error
    return [step.agrees for step in report.steps]


def test_each_turn_of_a_game_that_policies_play_is_a_case_also_after_creatures_died() -> None:
    played = played_by(begun(), {"Ann": "uniform", "Bob": "uniform"}, seed=1, turns=8)
    assert len(played.board.permanents) < len(CREATURES)
    for turn in range(1, played.board.turn + 1):
        case = case_of(played.journal, played.log.stream, turn=turn)
        assert case.steps and False not in judged(case)
    at_priority = [version for version, event in played.log.events() if event.type == "PriorityReceived"]
    assert [case_of(played.journal, played.log.stream, at=version) for version in at_priority[::6]]


def test_a_turn_is_written_with_all_that_was_tried_and_is_ruled_alike() -> None:
    game = begun()
    with pytest.raises(IllegalDeclaration):
        game.declare_attackers({"ox": "Bob", "wall": "Ann"})
    game.declare_attackers({"ox": "Bob", "elf": "Bob"})
    with pytest.raises(IllegalDeclaration):
        game.declare_blockers({"wall": ["ox"]})
    game.declare_blockers({"wall": ["ox"], "bear": ["ox"]})
    game.deal_combat_damage()
    case = case_of(game.journal, "final", turn=1)
    assert [step.action for step in case.steps[:4]] == ["attack", "attack", "block", "block"]
    assert [step.rule for step in case.steps[:4]] == ["508.1a", None, "509.1b", None]
    assert all(judged(case)[:4])


@pytest.mark.parametrize("rules", ["2003-07-01", "2012-01-01", "2025-04-04"])
def test_every_turn_of_played_games_comes_back(rules: str) -> None:
    journal = Journal.open("memory://")
    play(journal, 2, seed=5)
    turns = [(stream, turn) for stream in journal.streams() for turn in range(1, 7)]
    for stream, turn in turns:
        assert set(judged(case_of(journal, stream, turn=turn))) == {True}


def test_a_moment_is_the_board_and_what_came_since_the_combat_began() -> None:
    game = begun()
    attacked = game.declare_attackers({"elf": "Bob"})
    assert attacked.verdict == "legal"
    game.change("elf", power=5)
    version = game.version
    game.declare_blockers({})
    game.deal_combat_damage()
    game.begin_turn("Bob")
    case = case_of(game.journal, "final", at=version)
    assert [step.action for step in case.steps] == ["attack", "changes"]
    later = case_of(game.journal, "final")
    assert later.life == {"Ann": 12, "Bob": 15} and not later.steps and later.active == "Bob"


def test_effects_counters_marks_and_stated_facts_are_kept() -> None:
    game = begun()
    game.change("ox", counters={"+1/+1": 2}, marked=1)
    game.change("elf", tapped=True)
    game.enter(permanent("late", "Ann", types=["Creature"], summoning_sick=True, power=1, toughness=1, token=True))
    case = case_of(game.journal, "final")
    found = {each.id: each for each in case.battlefield}
    assert (found["ox"].counters, found["ox"].marked, found["elf"].tapped) == ({"+1/+1": 2}, 1, True)
    assert found["late"].summoning_sick and found["late"].token


@pytest.mark.parametrize("law", ["All creatures are black.", "Creatures get +1/+1.", "All creatures are Goblins."])
def test_what_was_stated_as_printed_still_is(law: str) -> None:
    ox = {"types": ["Creature"], "subtypes": ["Ox"], "colors": ["R"], "power": 2, "toughness": 2, "counters": {"+1/+1": 1}}
    game = Game.start(["Ann", "Bob"])
    game.enter(permanent("ox", "Ann", **ox, stated=False))
    game.enter(permanent("law", "Bob", types=["Enchantment"], text=law))
    game.declare_attackers({"ox": "Bob"})
    found = next(each for each in case_of(game.journal, "game").battlefield if each.id == "ox")
    assert (found.stated, found.power, list(found.colors), list(found.subtypes)) == (False, 2, ["R"], ["Ox"])


LAWS = (
    "Creatures get +1/+1.",
    "Other creatures you control get +1/+0 and have flying.",
    "Attacking creatures get +2/+0.",
    "All artifacts are creatures in addition to their other types.",
    "Creatures with power 3 or greater get -1/-1.",
)


CAME = (
    {"enters": {"id": "after", "controller": "Ann", "types": ["Enchantment"], "text": ""}},
    {"changes": {"id": "ox", "counters": {"+1/+1": 2}}},
    {"enters": {"id": "late", "controller": "Bob", "types": ["Creature"], "power": 4, "toughness": 4}},
    {"effect": {"controller": "Ann", "text": "[elk] gets +2/+2 until end of turn."}},
)


@pytest.mark.parametrize("before", LAWS)
@pytest.mark.parametrize("after", LAWS)
def test_what_was_stated_before_effects_began_is_the_same_board_again(before: str, after: str) -> None:
    """After each step the board is written and read again: it is what it was, and goes on as it did."""
    creature: dict[str, Any] = {"controller": "Ann", "types": ["Creature"], "power": 5, "toughness": 5}
    mox, law = ({"id": id, "controller": "Ann", "types": [type]} for id, type in (("mox", "Artifact"), ("before", "Enchantment")))
    board = [{**creature, "id": "ox"}, {**creature, "id": "elk", "counters": {"+1/+1": 1}}, {**law, "text": before}]
    board += [] if "artifacts" in before else [mox]
    steps: list[dict[str, Any]] = [CAME[0]["enters"] | {"text": after}, *CAME[1:]]
    steps[0] = {"enters": steps[0]}
    for came in range(1, len(steps) + 1):
        written = {"id": "board", "players": ["Ann", "Bob"], "battlefield": board, "steps": steps[:came]}
        journal = Journal.open("memory://")
        assert judge(Case.model_validate(written), journal=journal).error is None
        (stream,) = journal.streams()
        again = case_of(journal, stream)
        rest = [*steps[came:], {"leaves": "before"}, {"leaves": "after"}]
        goes_on, went_on = (
            _sizes(Case.model_validate({**case, "steps": [*case.get("steps", ()), *rest]}))
            for case in (written, again.model_dump(mode="json", by_alias=True, exclude_unset=True))
        )
        assert goes_on == went_on, again


def _sizes(case: Case) -> dict[str, str]:
    *_, last = moments(case)
    return {id: f"{each.size} {sorted(each.types)}" for id, each in last.game.view.permanents.items()}


def test_what_a_case_cannot_say_is_declined() -> None:
    game = begun()
    game.declare_attackers({"elf": "Bob"})
    game.happen(lambda draft: draft.append(PlayerTotalsChanged(player="Ann", hand=3)))
    with pytest.raises(NotSaid, match="PlayerTotalsChanged at version"):
        case_of(game.journal, "final")


def test_a_changed_number_of_unknown_abilities_is_declined_or_named() -> None:
    game = begun()
    game.declare_attackers({"elf": "Bob"})
    game.happen(lambda draft: draft.append(CharacteristicsChanged(id="ox", power=4, unknown_abilities=0)))
    assert case_of(game.journal, "final").steps[-1].action == "changes"
    game.happen(lambda draft: draft.append(CharacteristicsChanged(id="ox", unknown_abilities=2)))
    with pytest.raises(NotSaid, match="ox: from now on 2 unknown abilities"):
        case_of(game.journal, "final")
    left_out: list[str] = []
    *_, changed = timeline(list(game.journal.entries("final")))
    assert not list(steps_of([changed], {}, left_out)) and left_out == ["ox: from now on 2 unknown abilities"]


@pytest.mark.parametrize(("at", "turn", "what"), [(0, None, "--at"), (10**6, None, "--at"), (None, 9, "--turn"), (1, 1, "--at")])
def test_a_moment_that_there_is_not_is_refused(at: int | None, turn: int | None, what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        case_of(begun().journal, "final", at=at, turn=turn)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout


def test_the_command_writes_what_audit_agrees_with(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    game = begun(url)
    game.declare_attackers({"ox": "Bob"})
    game.declare_blockers({"wall": ["ox"], "bear": ["ox"]})
    status, written = run("case", url, "--turn", "1")
    assert status == 0
    (tmp_path / "turn.yaml").write_text(written)
    assert run("audit", str(tmp_path / "turn.yaml"))[0] == 0
    status, line = run("case", url, "--at", str(game.version), "--format", "json")
    assert status == 0 and json.loads(line)["steps"][0] == {"attack": {"ox": "Bob"}, "expect": "legal"}


def test_explain_options_and_best_take_a_moment_of_a_journal(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    game = begun(url)
    start = game.version
    game.declare_attackers({"ox": "Bob"})
    attacked = game.version
    with pytest.raises(IllegalDeclaration):
        game.declare_blockers({"wall": ["ox"]})
    status, out = run("explain", url, "--format", "json")
    rulings = [json.loads(line) for line in out.splitlines()]
    assert status == 1 and [each["explanation"]["ruling"]["verdict"] for each in rulings] == ["legal", "illegal"]
    status, out = run("explain", url, "--at", str(attacked), "--format", "json")
    assert len(out.splitlines()) == 1 and json.loads(out)["step"] >= attacked
    status, out = run("options", url, "--at", str(attacked), "--format", "json")
    assert status == 0 and json.loads(out)["count"] == game.legal_blocks.count()
    status, out = run("options", url, "--at", str(start), "--format", "json")
    assert json.loads(out)["action"] == "attack"
    proof = str(tmp_path / "why.json")
    status, out = run("best", url, "--at", str(attacked), "--certificate", proof, "--format", "json")
    assert status == 0 and json.loads(out)["proven"] and json.loads(out)["action"] == "block"
    assert run("verify", url, proof)[0] == 0
    assert run("options", url, "--step", "1")[0] == 2


def test_an_ability_that_no_text_says_is_named() -> None:
    game = begun()
    ability = a.CantAttack(creatures=a.Not(part=a.AllOf(parts=(a.HasType(type="Goblin"), a.HasColor(color="R")))))
    game.enter(permanent("relic", "Ann", types=["Artifact"]).model_copy(update={"abilities": (ability,)}))
    game.declare_attackers({})
    with pytest.raises(NotSaid, match="the abilities of relic"):
        case_of(game.journal, "final")


def test_what_state_based_actions_did_is_no_step() -> None:
    game = begun()
    game.declare_attackers({"elf": "Bob"})
    game.change("ox", toughness=0)
    assert "ox" not in game.board.permanents
    assert [step.action for step in case_of(game.journal, "final").steps] == ["attack", "changes"]


FOUR = ("Ann", "Bob", "Cat", "Dan")


@pytest.mark.parametrize(
    ("players", "agreed"),
    [
        (FOUR, {"teams": [["Ann", "Bob"], ["Cat", "Dan"]], "variant": "two-headed giant"}),
        (FOUR, {"teams": [["Cat"], ["Dan", "Ann", "Bob"]], "variant": "archenemy", "options": {"shared_life": True}}),
        (FOUR, {"teams": [["Ann", "Bob"], ["Cat", "Dan"]], "options": {"shared_turns": True}}),
        (FOUR, {"teams": [["Ann", "Cat"], ["Bob", "Dan"]], "variant": "alternating teams", "options": {"attack": "left"}}),
        (FOUR, {"options": {"range": {"Ann": 1, "Bob": 2, "Cat": 1, "Dan": 0}}}),
        ((*FOUR, "Eve", "Fay"), {"teams": [["Fay", "Ann", "Bob"], ["Cat", "Dan", "Eve"]], "variant": "emperor"}),
    ],
)
def test_a_moment_of_a_game_of_several_players_is_a_case_of_such_a_game(players: tuple[str, ...], agreed: dict[str, Any]) -> None:
    game = Game.start(players, rules="2026-01-16", active="Bob", commander_damage={"Cat": {"bob": 18}}, **agreed)
    for player in players:
        game.enter(permanent(player.lower(), player, types=["Creature"], power=2, toughness=2))
    game.state_facts(FactsStated(about="bob", designations=("commander",)))
    game.declare_attackers({"bob": "Cat"})
    case = case_of(game.journal, "game")
    assert {frozenset(team) for team in case.teams or ()} == {frozenset(team) for team in agreed.get("teams", ())}
    assert case.commander_damage == {"Cat": {"bob": 18}}
    assert False not in judged(case)


def test_a_moment_of_a_turn_after_a_player_left_is_a_case_without_that_player() -> None:
    game = Game.start(FOUR, rules="2026-01-16", teams=[["Ann", "Bob"], ["Cat", "Dan"]])
    for player in FOUR:
        game.enter(permanent(player.lower(), player, types=["Creature"], power=2, toughness=2))
    game.concede("Cat")
    game.begin_turn("Dan")
    game.declare_attackers({"dan": "Ann"})
    case = case_of(game.journal, "game")
    assert (case.players, case.teams) == (("Ann", "Bob", "Dan"), (("Ann", "Bob"), ("Dan",)))
    assert False not in judged(case)


@pytest.mark.parametrize("leaves", [lambda game: game.concede("Cat"), lambda game: game.lose(["Cat"])])
def test_who_is_chosen_and_who_leaves_in_a_combat_are_steps_of_a_moment(leaves: Callable[[Game], None]) -> None:
    game = Game.start(FOUR, rules="2026-01-16", options={"attack": "one"})
    for player in FOUR:
        game.enter(permanent(player.lower(), player, types=["Creature"], power=2, toughness=2))
    game.state_facts(FactsStated(about="Cat", designations=("monarch",)))
    game.declare_attackers({"ann": "Cat"})
    leaves(game)
    game.begin_end_of_combat()
    case = case_of(game.journal, "game")
    names = {"defends", "attack", "leaves_game", "loses"}
    chosen = [name for step in case.steps for name in names.intersection(step.model_dump(exclude_unset=True))]
    assert chosen[:2] == ["defends", "attack"] and chosen[2:] in (["leaves_game"], ["loses"])
    assert False not in judged(case)
