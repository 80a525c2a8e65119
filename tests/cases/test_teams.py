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
from declarant.tools.cases.reading import read_case
from declarant.tools.cli.app import app
from declarant.tools.history.explanations import options
from declarant.tools.history.games import with_life
from declarant.tools.page.game import game as replay
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
        state = played.state
    with Journal.open(url) as journal:
        assert Game.open(journal, "game").state == state
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


def test_tables_state_the_team_beside_the_player() -> None:
    played = game(teams=PAIRS, variant="two-headed giant")
    played.declare_attackers({"bob": "Cat"})
    played.declare_blockers({"dan": ["bob"]})
    entries, cuts = played.journal.entries("game"), played.journal.cuts("game")
    tables = {name: row for name, row in tabulate("game", entries, cuts) if name in ("attacks", "blocks", "declarations")}
    assert {name: row.team for name, row in tables.items()} == {  # type: ignore[attr-defined]
        "attacks": PAIRS[0],
        "blocks": PAIRS[1],
        "declarations": PAIRS[1],
    }


def test_headings_of_options_and_explanations_name_the_whole_team(tmp_path: Path) -> None:
    creatures = [{"id": "ox", "controller": "Bob", "types": ["Creature"], "power": 2, "toughness": 2}]
    steps = [{"attack": {"ox": "Cat"}}, {"block": {}}, {"assign": {}, "by": "Bob"}]
    case = {"players": FOUR, "teams": PAIRS, "battlefield": creatures, "steps": steps, "active": "Bob"}
    path = tmp_path / "case.json"
    for variant, attacking, blocking in (("two-headed giant", "Ann and Bob", "Cat and Dan"), ("team vs team", "Bob", "Cat")):
        path.write_text(json.dumps(case | {"variant": variant}))
        options, explained = (CliRunner().invoke(app, [name, str(path)]).stdout for name in ("options", "explain"))
        assert f"{attacking} may declare attackers" in options
        assert all("rules of several players isn't known" in " ".join(each.split()) for each in (options, explained))
        assert f"{blocking} may declare blockers" in options
        assert f"{attacking} declare" in explained
        assert f"{blocking} declare" in explained
        heading = f"{attacking} assign combat damage" if variant == "two-headed giant" else "combat damage is assigned"
        assert heading in explained


def test_tables_state_what_each_player_of_a_team_pays_deals_and_loses() -> None:
    played = game(teams=PAIRS, variant="two-headed giant", mana={"Ann": "{2}", "Bob": "{2}"})
    toll = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    for player in PAIRS[1]:
        played.enter(permanent(f"prison of {player}", player, types=["Enchantment"], text=toll))
    with pytest.raises(IllegalDeclaration):
        played.declare_attackers({"ann": "Cat", "bob": "Dan"}, pay=False)
    played.declare_attackers({"ann": "Cat", "bob": "Dan"})
    played.declare_blockers({})
    played.deal_combat_damage()
    tables: dict[str, list[Any]] = {"costs": [], "declarations": [], "turns": [], "life": [], "damage": []}
    for name, row in tabulate("game", played.journal.entries("game"), played.journal.cuts("game")):
        tables.get(name, []).append(row)
    costs = sorted(tables["costs"])
    assert [(row.player, row.team, row.creature, row.stands) for row in costs] == [
        (player, PAIRS[0], player.lower(), stands) for stands in (False, True) for player in PAIRS[0]
    ]
    assert [row.paid for row in costs[2:]] == [True, True]
    attempt, legal = sorted(row for row in tables["declarations"] if row.action == "attack")
    assert (attempt.cost, attempt.paid) == ("Ann: {2}; Bob: {2}", False)
    assert (legal.cost, legal.cost_mana, legal.paid) == ("Ann: {2}; Bob: {2}", "{2}{2}", True)
    assert [(row.player, row.team) for row in tables["turns"]] == [("Ann", PAIRS[0])]
    assert [(row.player, row.team, row.change, row.life) for row in tables["life"]] == [
        ("Cat", PAIRS[1], -2, 28),
        ("Dan", PAIRS[1], -2, 26),
    ]
    assert {(row.source_team, row.recipient_team) for row in tables["damage"]} == {PAIRS}


def test_the_text_of_a_case_states_the_life_that_its_variant_begins_with(tmp_path: Path) -> None:
    case = {"players": FOUR, "teams": PAIRS, "variant": "two-headed giant", "battlefield": [], "steps": [], "life": {"Cat": 7}}
    (tmp_path / "case.json").write_text(json.dumps(case))
    printed = CliRunner().invoke(app, ["audit", str(tmp_path / "case.json")]).stdout
    assert "two-headed giant Ann and Bob against Cat and Dan" in " ".join(printed.split())
    assert [" ".join(line.split()) for line in printed.splitlines() if line.endswith(" life")] == [
        "Ann 30 life",
        "Bob 30 life",
        "Cat 7 life",
        "Dan 7 life",
    ]


@pytest.mark.parametrize("active", FOUR)
def test_the_active_team_assigns_damage_first_whoever_of_it_is_active(active: str) -> None:
    """805.10f: with two blockers for each attacker and two attackers for a blocker, both teams have a choice."""
    played = game(teams=PAIRS, variant="two-headed giant", active=active)
    attacking, blocking = (PAIRS if active in PAIRS[0] else PAIRS[::-1])[:]
    mine, theirs = [each.lower() for each in attacking], [each.lower() for each in blocking]
    text = "This creature can block an additional creature each combat."
    played.enter(permanent("guard", blocking[1], types=["Creature"], power=2, toughness=9, text=text))
    played.declare_attackers(dict.fromkeys(mine, blocking[0]))
    played.declare_blockers({"guard": mine, theirs[0]: mine[:1]}, by=blocking[1])
    assert [each.player for each in played.awaited] == [attacking[0]]
    early = declarant.AssignCombatDamage(assignment={"guard": {mine[0]: 2}}, by=blocking[1])
    ruling = played.judge(early)
    first, second = (f"{team[0]}, {team[1]}" for team in (attacking, blocking))
    assert (ruling.rule, ruling.why) == ("510.1", f"{first} assign combat damage before {second}")
    others = declarant.AssignCombatDamage(assignment={"guard": {mine[0]: 2}}, by=attacking[0])
    assert played.judge(others).why == f"{second} choose how guard assigns its damage, not {first}"
    played.declare(declarant.AssignCombatDamage(assignment={mine[0]: {"guard": 2}}, by=attacking[1]))
    assert [each.player for each in played.awaited] == [blocking[0]]
    played.declare(early)
    assert [each.command for each in played.awaited] == ["DealCombatDamage"]


def test_nothing_is_declared_once_the_game_is_over() -> None:
    """104.1: by a win of the others, by an effect in the middle of a combat."""
    played = game(teams=PAIRS, variant="two-headed giant")
    played.concede("Cat")
    assert (played.judge_attackers({}).rule, played.judge_attackers({}).why) == ("508.1", "the game is over")
    assert played.legal_attacks.count() == 0
    played = Game.start(FOUR[:2], rules="2026-01-16")
    text = "Whenever this creature attacks, you win the game."
    played.enter(permanent("ox", "Ann", types=["Creature"], power=1, toughness=1, text=text))
    played.declare_attackers({"ox": "Bob"})
    assert played.judge_blockers({}).verdict == "legal"
    played.resolve_all()
    assert (played.judge_blockers({}).rule, played.judge_blockers({}).why) == ("509.1", "the game is over")


@pytest.mark.parametrize("policy", ["uniform", "greedy", "never"])
def test_policies_choose_whom_to_attack_where_one_player_is(policy: str) -> None:
    played = declarant.play(game(options={"attack": "one"}), dict.fromkeys(FOUR, policy), until="combat")
    assert "DefendingPlayerChosen" in {type(event).__name__ for _, event in played.log.events()}


def test_best_play_declines_the_choice_of_whom_to_attack() -> None:
    with pytest.raises(declarant.NotPlayed, match=r"507\.1"):
        declarant.play(game(options={"attack": "one"}), dict.fromkeys(FOUR, "best"), until="combat")


def test_what_was_recorded_of_teams_and_of_one_attacked_player_is_played_again(tmp_path: Path) -> None:
    creature = {"types": ["Creature"], "power": 4, "toughness": 2}
    board = [{"id": player.lower(), "controller": player, **creature} for player in FOUR]
    giant = {
        "teams": PAIRS,
        "variant": "two-headed giant",
        "active": "Bob",
        "steps": [
            {"attack": {"ann": "Cat", "bob": "Dan"}},
            {"block": {"cat": ["bob"], "dan": ["bob"]}, "by": "Dan"},
            {"damage": {"bob": {"cat": 1, "dan": 3}}, "marked": {}, "destroyed": ["bob", "dan"]},
        ],
    }
    one = {"options": {"attack": "one"}, "steps": [{"attack": {"ann": "Cat"}}, {"block": {"cat": ["ann"]}}]}
    for more, dead in ((giant, 2), (one, 2)):
        path = tmp_path / "case.json"
        path.write_text(json.dumps({"players": FOUR, "battlefield": board, **more}))
        policies = [word for player in FOUR for word in ("--policy", f"{player}=recorded")]
        asked = ["simulate", str(path), *policies, "--until", "combat", "--games", "1", "--workers", "1", "--format", "json"]
        done = CliRunner().invoke(app, asked)
        assert done.exit_code == 0, done.output
        assert sum(json.loads(done.stdout.splitlines()[0])["destroyed"].values()) == dead


def test_options_are_those_against_the_player_whom_the_declaration_says() -> None:
    case = {"players": FOUR, "options": {"attack": "one"}, "steps": [{"attack": {"ox": "Dan"}}]}
    case["battlefield"] = [{"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 2}]
    (report,) = options(read_case(case, ""))
    assert list(report.options) == [{}, {"ox": "Dan"}]


def test_who_won_is_the_whole_team_in_tables_lists_summaries_and_on_pages(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    with Journal.open(url) as journal:
        played = game(teams=PAIRS, variant="two-headed giant", journal=journal, active="Bob")
        played.enter(
            permanent(
                "toll", "Dan", types=["Creature"], power=1, toughness=1, text="Whenever a creature attacks you, you gain 1 life."
            )
        )
        played.declare_attackers({"ann": "Cat", "bob": "Dan"})
        played.declare_blockers({"dan": ["ann"]}, by="Dan")
        played.deal_combat_damage()
        played.concede("Cat")
        rows: dict[str, list[Any]] = {}
        for name, row in tabulate("game", journal.entries("game"), journal.cuts("game")):
            rows.setdefault(name, []).append(row)
        (game_row,) = rows["games"]
        assert (game_row.variant, game_row.teams, game_row.winner, game_row.winners, game_row.ended) == (
            "two-headed giant",
            ("Ann, Bob", "Cat, Dan"),
            None,
            PAIRS[0],
            True,
        )
        (turn,) = rows["turns"]
        assert (turn.player, turn.life, turn.opposing_life, turn.creatures, turn.opposing_creatures) == ("Bob", 30, 30, 0, 0)
        assert [row.team for row in rows["triggers"]] == [PAIRS[1]]
        assert [(row.permanent, row.team) for row in rows["deaths"]] == [("ann", PAIRS[0]), ("dan", PAIRS[1])]
        listed, lives = with_life(journal, "game")
        assert (listed.winner, listed.winners) == (None, PAIRS[0])
        assert {player: [row.life for row in changes] for player, changes in lives.items()} == {"Ann": [], "Cat": [28]}
        page = replay(listed, list(journal.entries("game")))
        assert page.title == "Ann and Bob win"
        assert "Cat and Dan from 30 to 28" in page.chart and page.page().count("Cat and Dan: ") == len(page.frames)
    run = CliRunner().invoke
    assert "Ann and Bob won" in " ".join(run(app, ["games", url]).stdout.split())
    assert "end Ann and Bob win" in " ".join(run(app, ["replay", url, "--turns"]).stdout.split())


def test_opponents_of_an_active_player_dont_count_teammates() -> None:
    played = game(teams=PAIRS, life={"Bob": 3})
    (turn,) = [
        row for name, row in tabulate("game", played.journal.entries("game"), played.journal.cuts("game")) if name == "turns"
    ]
    assert (turn.life, turn.opposing_life) == (20, 20)


def test_a_team_wins_the_games_that_are_simulated(tmp_path: Path) -> None:
    board = [{"id": "ox", "controller": "Bob", "types": ["Creature"], "power": 40, "toughness": 2}]
    path = tmp_path / "case.json"
    path.write_text(
        json.dumps({"players": FOUR, "teams": PAIRS, "variant": "two-headed giant", "battlefield": board, "steps": []})
    )
    policies = [word for player in FOUR for word in ("--policy", f"{player}=greedy")]
    done = CliRunner().invoke(app, ["simulate", str(path), *policies, "--games", "1", "--workers", "1", "--format", "json"])
    one, summary = map(json.loads, done.stdout.splitlines())
    assert (one["winner"], one["winners"]) == (None, list(PAIRS[0]))
    assert (sum(summary["nobody_won"].values()), {name: each["won"] for name, each in summary["players"].items()}) == (
        0,
        {"Ann": 1, "Bob": 1, "Cat": 0, "Dan": 0},
    )


def toll_of(player: str) -> Any:
    text = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    return permanent("prison", player, types=["Enchantment"], text=text)


def test_who_concedes_while_a_declaration_waits_for_payment_takes_it_back() -> None:
    played = game(mana={"Ann": "{5}"})
    played.enter(toll_of("Bob"))
    played.declare(declarant.DeclareAttackers(attackers={"ann": "Bob"}, pay=None))
    played.concede("Ann")
    assert played.board.players == FOUR[1:] and not played.combat.attackers
    played.journal.verify()
    played.begin_turn("Bob")
    assert played.judge_attackers({"bob": "Cat"}).verdict == "legal"


def test_a_team_declares_anew_after_one_of_it_conceded_in_the_middle() -> None:
    played = game(teams=(("Ann",), ("Bob", "Cat", "Dan")), variant="archenemy", active="Bob", mana={"Cat": "{5}", "Dan": "{5}"})
    played.enter(toll_of("Ann"))
    played.declare(declarant.DeclareAttackers(attackers={"cat": "Ann", "dan": "Ann"}, pay=None))
    played.concede("Cat")
    assert [each.command for each in played.awaited] == ["DeclareAttackers"]
    assert played.declare_attackers({"dan": "Ann"}).costs == {"Dan": "{2}"}


def test_a_player_may_concede_while_the_declaration_of_another_waits_for_payment() -> None:
    played = game(mana={"Ann": "{5}"})
    played.enter(toll_of("Bob"))
    played.declare(declarant.DeclareAttackers(attackers={"ann": "Bob"}, pay=None))
    played.concede("Bob")
    assert played.board.players == ("Ann", "Cat", "Dan")
    played.journal.verify()
    assert played.declare_attackers({"ann": "Cat"}).cost is None
