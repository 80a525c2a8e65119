"""Games of several players in cases: the shared cases of teams, ranges and players who leave, and what is refused."""

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import declarant
import pytest
from declarant import Game, IllegalDeclaration, InvalidInput, NotModelled, permanent
from declarant.events.journal.journal import Journal
from declarant.projections.tables.fold import tabulate
from declarant.tools.audit.audit import audit
from declarant.tools.cli.app import app
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

FOUR = ("Ann", "Bob", "Cat", "Dan")
PAIRS = (("Ann", "Bob"), ("Cat", "Dan"))
SIX = ("Ann", "Eve", "Bob", "Cat", "Dan", "Fay")


def test_every_shared_case_of_teams_agrees_or_is_refused_as_it_says(shared: Path) -> None:
    reports = [audited.report for audited in audit([shared / "cases" / "teams.jsonl"])]
    assert len(reports) > 200
    assert [report.case for report in reports if report.status] == []


def test_a_report_repeats_teams_and_variant() -> None:
    case = {"players": FOUR, "teams": PAIRS, "variant": "two-headed giant", "battlefield": [], "steps": []}
    report = declarant.judge(case)
    assert (report.teams, report.variant) == (PAIRS, "two-headed giant")


def test_a_case_that_is_judged_though_it_expects_to_be_refused_differs() -> None:
    refused = {"kind": "invalid-input", "where": "teams"}
    report = declarant.judge({"players": FOUR, "battlefield": [], "steps": [], "refused": refused})
    assert (report.refused_as_expected, report.status) == (False, 1)


def game(players: Sequence[str] = FOUR, **more: Any) -> Game:
    started = Game.start(players, rules="2026-01-16", **more)
    for player in players:
        started.enter(permanent(player.lower(), player, types=["Creature"], power=2, toughness=2))
    return started


@pytest.mark.parametrize(
    ("players", "more", "where"),
    [
        (FOUR, {"teams": [["Ann"], ["Bob", "Cat"]]}, "teams"),
        (FOUR, {"teams": PAIRS, "variant": "free-for-all"}, "teams"),
        (FOUR, {"variant": "emperor"}, "teams"),
        (FOUR, {"teams": PAIRS, "variant": "emperor"}, "teams"),
        (FOUR, {"teams": PAIRS, "options": {"emperors": ["Ann"]}}, "options.emperors"),
        (FOUR, {"teams": (("Ann", "Cat"), ("Bob", "Dan")), "options": {"shared_turns": True}}, "options.shared_turns"),
        (FOUR, {"options": {"range": {"Ann": 1}}}, "options.range"),
        (FOUR, {"options": {"sideways": True}}, "options.sideways"),
        (FOUR, {"teams": PAIRS, "variant": "two-headed giant", "poison": {"Ann": 1, "Bob": 2}}, "poison"),
        (FOUR, {"teams": PAIRS, "rules": "2009-07-10"}, "rules"),
    ],
)
def test_what_fits_no_variant_is_refused(players: Sequence[str], more: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        Game.start(players, **{"rules": "2026-01-16", **more})
    assert refused.value.where == where


def test_a_game_of_teams_reads_again_as_it_was(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Journal.open(url) as journal:
        played = game(teams=PAIRS, variant="two-headed giant", journal=journal)
        played.declare_attackers({"ann": "Cat", "bob": "Dan"})
        played.declare_blockers({"dan": ["ann"]}, by="Dan")
        played.deal_combat_damage()
        told = played.state
    with Journal.open(url) as journal:
        assert Game.open(journal, "game").state == told
        journal.verify()


def test_a_game_where_each_plays_alone_is_written_as_before() -> None:
    started = next(event for _, event in game().log.events())
    assert not {"teams", "variant", "options", "commander_damage"} & started.model_dump(mode="json").keys()


def test_one_declaration_of_a_team_counts_all_of_it() -> None:
    played = game(teams=PAIRS, variant="two-headed giant")
    assert played.legal_attacks.count() == 3**2
    assert [each.player for each in played.awaited] == ["Ann"]
    played.declare_attackers({"bob": "Cat"})
    assert [each.player for each in played.awaited] == ["Cat"]
    assert played.legal_blocks_of("Dan").count() == 2**2


def test_best_play_declines_teams() -> None:
    with pytest.raises(NotModelled, match="two-headed giant"):
        game(teams=PAIRS, variant="two-headed giant").best_attack()


@given(st.integers(3, 8), st.integers(0, 4), st.data())
def test_a_range_of_influence_is_measured_over_who_is_left(number: int, seats: int, data: st.DataObject) -> None:
    players = [f"P{seat}" for seat in range(number)]
    played = Game.start(players, rules="2026-01-16", options={"range": seats})
    gone = data.draw(st.lists(st.sampled_from(players[1:]), unique=True, max_size=number - 2))
    for player in gone:
        played.concede(player)
    played.begin_turn(players[0])
    left = [player for player in players if player not in gone]
    for one, other in permutations(range(len(left)), 2):
        away = min((one - other) % len(left), (other - one) % len(left))
        assert played.board.within_range(left[one], left[other]) == (away <= seats)


@given(st.permutations(FOUR), st.integers(1, 3))
def test_the_last_team_wins_however_players_leave(order: list[str], number: int) -> None:
    played = Game.start(FOUR, rules="2026-01-16", teams=PAIRS)
    for player in order[:number]:
        if not played.is_over:
            played.concede(player)
    lost = [team for team in PAIRS if set(team) <= set(order[:number])]
    assert played.is_over == bool(lost)
    if lost:
        assert set(played.board.winners) == set(FOUR) - set(lost[0])


def test_who_concedes_in_a_shared_life_takes_the_team_along() -> None:
    played = game(teams=PAIRS, variant="two-headed giant")
    played.concede("Dan")
    assert played.is_over and played.board.winners == ("Ann", "Bob") and played.board.players == ("Ann", "Bob")


def test_a_team_of_three_with_its_emperor() -> None:
    played = Game.start(SIX, rules="2026-01-16", teams=(SIX[:3], SIX[3:]), variant="emperor")
    assert played.board.options.range == {"Ann": 1, "Eve": 2, "Bob": 1, "Cat": 1, "Dan": 2, "Fay": 1}
    played.concede("Dan")
    assert played.board.winners == SIX[:3]


def test_games_of_teams_are_played_by_policies_asked_once_a_team() -> None:
    played = declarant.play(game(teams=PAIRS, variant="two-headed giant"), dict.fromkeys(FOUR, "greedy"), until="turn")
    assert {type(event).__name__ for _, event in played.log.events()} >= {"AttackersDeclared"}


def test_tables_tell_the_team_beside_the_player() -> None:
    played = game(teams=PAIRS, variant="two-headed giant")
    played.declare_attackers({"bob": "Cat"})
    played.declare_blockers({"dan": ["bob"]})
    entries, cuts = played.journal.entries("game"), played.journal.cuts("game")
    told = {name: row for name, row in tabulate("game", entries, cuts) if name in ("attacks", "blocks", "declarations")}
    assert {name: row.team for name, row in told.items()} == {  # type: ignore[attr-defined]
        "attacks": PAIRS[0],
        "blocks": PAIRS[1],
        "declarations": PAIRS[1],
    }


def test_headings_of_options_and_explanations_name_the_whole_team(tmp_path: Path) -> None:
    creatures = [{"id": "ox", "controller": "Bob", "types": ["Creature"], "power": 2, "toughness": 2}]
    steps = [{"attack": {"ox": "Cat"}}, {"block": {}}]
    case = {"players": FOUR, "teams": PAIRS, "battlefield": creatures, "steps": steps, "active": "Bob"}
    path = tmp_path / "case.json"
    for variant, attacking, blocking in (("two-headed giant", "Ann and Bob", "Cat and Dan"), ("team vs team", "Bob", "Cat")):
        path.write_text(json.dumps(case | {"variant": variant}))
        options, explained = (CliRunner().invoke(app, [name, str(path)]).stdout for name in ("options", "explain"))
        assert f"{attacking} may declare attackers" in options
        assert f"{blocking} may declare blockers" in options
        assert f"{attacking} declare" in explained
        assert f"{blocking} declare" in explained


def test_tables_tell_what_each_player_of_a_team_pays_deals_and_loses() -> None:
    played = game(teams=PAIRS, variant="two-headed giant", mana={"Ann": "{2}", "Bob": "{2}"})
    toll = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    for player in PAIRS[1]:
        played.enter(permanent(f"prison of {player}", player, types=["Enchantment"], text=toll))
    with pytest.raises(IllegalDeclaration):
        played.declare_attackers({"ann": "Cat", "bob": "Dan"}, pay=False)
    played.declare_attackers({"ann": "Cat", "bob": "Dan"})
    played.declare_blockers({})
    played.deal_combat_damage()
    told: dict[str, list[Any]] = {"costs": [], "declarations": [], "turns": [], "life": [], "damage": []}
    for name, row in tabulate("game", played.journal.entries("game"), played.journal.cuts("game")):
        told.get(name, []).append(row)
    costs = sorted(told["costs"])
    assert [(row.player, row.team, row.creature, row.stands) for row in costs] == [
        (player, PAIRS[0], player.lower(), stands) for stands in (False, True) for player in PAIRS[0]
    ]
    assert [row.paid for row in costs[2:]] == [True, True]
    attempt, legal = sorted(row for row in told["declarations"] if row.action == "attack")
    assert (attempt.cost, attempt.paid) == ("Ann: {2}; Bob: {2}", False)
    assert (legal.cost, legal.cost_mana, legal.paid) == ("Ann: {2}; Bob: {2}", "{2}{2}", True)
    assert [(row.player, row.team) for row in told["turns"]] == [("Ann", PAIRS[0])]
    assert [(row.player, row.team, row.change, row.life) for row in told["life"]] == [
        ("Cat", PAIRS[1], -2, 28),
        ("Dan", PAIRS[1], -2, 26),
    ]
    assert {(row.source_team, row.recipient_team) for row in told["damage"]} == {PAIRS}


def test_the_text_of_a_case_tells_the_life_that_its_variant_begins_with(tmp_path: Path) -> None:
    case = {"players": FOUR, "teams": PAIRS, "variant": "two-headed giant", "battlefield": [], "steps": [], "life": {"Cat": 7}}
    (tmp_path / "case.json").write_text(json.dumps(case))
    told = CliRunner().invoke(app, ["audit", str(tmp_path / "case.json")]).stdout
    assert [" ".join(line.split()) for line in told.splitlines() if line.endswith(" life")] == [
        "Ann 30 life",
        "Bob 30 life",
        "Cat 7 life",
        "Dan 7 life",
    ]
