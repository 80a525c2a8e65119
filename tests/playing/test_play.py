"""Games played by policies: ordinary journals, the same from the same seed, in which nothing that isn't legal stands."""

import os
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Literal

import pytest
from declarant import (
    AssignCombatDamage,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    Game,
    InvalidInput,
    NotPlayed,
    advance,
    permanent,
    play,
    simulate,
)
from declarant.events.declarations import AttackersDeclared
from declarant.events.facts import GameEnded, GameStarted, PermanentUntapped, StepBegan, TurnBegan
from declarant.events.journal.journal import Journal
from declarant.events.stack import AbilityResolved
from declarant.handlers.lazy_log import LazyLog
from declarant.handlers.playing import policies
from declarant.tools.history.recorded_games import judge_again, tried
from hypothesis import given, settings
from hypothesis import strategies as st
from playing.boards import begun, board

RULES = ("2003-07-01", "2015-01-01", "2025-04-04")
NAMES = ("uniform", "greedy", "never", "best", "lookahead(2)")


def digests(game: Game) -> list[str]:
    return [entry.digest for entry in game.journal.entries(game.log.stream)]


def events_of(game: Game, kind: type) -> list:
    return [event for _, event in game.log.events() if isinstance(event, kind)]


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(RULES), st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 10**6), st.integers(0, 8))
def test_every_played_game_audits_clean_and_replays_alike(rules: str, ann: str, bob: str, seed: int, turn: int) -> None:
    game = begun(2, rules, turn)
    before = digests(game)
    played = play(game, {"Ann": ann, "Bob": bob}, seed=seed, turns=4)
    assert digests(game) == before
    journal = played.journal
    journal.verify()
    assert Game.open(journal, "played").state == played.state
    report = judge_again("played", journal.entries("played"), journal.cuts("played"))
    assert report.error is None and report.steps and {step.agrees for step in report.steps} == {True}
    assert not played.rewound
    again = play(begun(2, rules, turn), {"Ann": ann, "Bob": bob}, seed=seed, turns=4)
    assert digests(again) == digests(played)


def test_the_seed_and_the_policies_are_stated_as_the_game_started() -> None:
    (started,) = events_of(play(begun(), {"Ann": "uniform", "Bob": "never"}, seed=7, until="combat"), GameStarted)
    assert (started.seed, started.policies) == (7, {"Ann": "uniform", "Bob": "never"})


def test_other_seeds_give_other_games() -> None:
    games = {digests(play(begun(4), {"Ann": "uniform", "Bob": "uniform"}, seed=seed, turns=4))[-1] for seed in range(8)}
    assert len(games) == 8


def test_the_same_seed_gives_the_same_digests_whatever_the_order_of_hashes() -> None:
    program = (
        "from playing.boards import begun; from declarant import play;"
        "g = play(begun(4), {'Ann': 'uniform', 'Bob': 'greedy'}, seed=3, turns=6); print(g.journal.digest().split('@')[0])"
    )
    seen = set()
    for hashes in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": "tests"}
        seen.add(subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True).stdout)
    assert len(seen) == 1


def test_a_combat_a_turn_or_a_game_is_played() -> None:
    game = begun()
    combat = play(game, {"Ann": "uniform", "Bob": "uniform"}, until="combat")
    assert combat.board.turn == 1 and not combat.combat.phase
    turn = play(game, {"Ann": "uniform", "Bob": "uniform"}, until="turn")
    assert turn.board.turn == 1 and not any(each.marked for each in turn.board.permanents.values())
    whole = play(game, {"Ann": "uniform", "Bob": "uniform"}, turns=4)
    assert len(events_of(whole, GameEnded)) == 1
    assert [event.player for event in events_of(whole, TurnBegan)] == ["Ann", "Bob", "Ann", "Bob"][: whole.board.turn]


def test_a_game_ends_when_somebody_has_won_and_not_before() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", life={"Bob": 4})
    game.enter(permanent("ox", "Ann", types=["Creature"], power=2, toughness=2))
    played = play(game, {"Ann": "greedy", "Bob": "never"})
    (ended,) = events_of(played, GameEnded)
    assert ended.winner == "Ann" and played.board.turn == 3


def test_nobody_wins_without_creatures_or_within_the_limit_of_turns() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04")
    (ended,) = events_of(play(game, {"Ann": "greedy", "Bob": "never"}), GameEnded)
    assert (ended.winner, ended.reason) == (None, "no creature is left")
    game.enter(permanent("wall", "Ann", types=["Creature"], toughness=2, text="Defender"))
    (ended,) = events_of(play(game, {"Ann": "uniform", "Bob": "never"}, turns=3), GameEnded)
    assert ended.winner is None and "limit of turns" in ended.reason


def test_summoning_sickness_vigilance_and_tapping_matter() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04")
    game.enter(permanent("new", "Ann", types=["Creature"], power=1, toughness=1, summoning_sick=True))
    game.enter(permanent("ox", "Ann", types=["Creature"], power=1, toughness=1))
    game.enter(permanent("cat", "Ann", types=["Creature"], power=1, toughness=1, text="Vigilance"))
    played = play(game, {"Ann": "greedy", "Bob": "never"}, turns=3)
    attacks = [event.attackers for event in events_of(played, AttackersDeclared) if event.player == "Ann"]
    assert attacks == [("ox", "cat"), ("new", "ox", "cat")]
    assert [event.id for event in events_of(played, PermanentUntapped)] == ["ox"]


def test_a_user_s_own_policy_is_a_callable_that_may_try_things_on_branches() -> None:
    tried_on: list[Game] = []

    def alone(game: Game, player: str) -> Command:
        if game.awaited[0].command != "DeclareAttackers":
            return policies.never(Random(0))(game, player)
        branch = game.branch()
        branch.declare(attack := DeclareAttackers(attackers=next(each for each in game.legal_attacks if len(each) == 1)))
        tried_on.append(branch)
        return attack

    played = play(begun(), {"Ann": alone, "Bob": "never"}, turns=3)
    assert tried_on and len(events_of(played, AttackersDeclared)[0].attackers) == 1
    (started,) = events_of(played, GameStarted)
    assert started.policies == {"Ann": "alone", "Bob": "never"}


@pytest.mark.parametrize("rules", RULES)
def test_combat_damage_is_forced_where_it_can_be_dealt_without_an_announcement(rules: str) -> None:
    forced = []
    for seed in range(12):
        game, decide = begun(4, rules).branch(), policies.uniform(Random(seed))
        assert not game.damage_is_forced
        while awaited := game.awaited:
            if awaited[-1].command in ("AssignCombatDamage", "DealCombatDamage"):
                forced.append(game.damage_is_forced)
                assert forced[-1] is (game.judge_dealing().verdict == "legal")
            assigned = awaited[-1].command == "DealCombatDamage"
            game.declare(DealCombatDamage() if assigned else decide(game, awaited[-1].player))
    assert set(forced) == {True, False}


def test_what_was_recorded_is_played_again() -> None:
    first = play(begun(4), {"Ann": "uniform", "Bob": "uniform"}, seed=5, turns=4)
    declared = list(tried(first.journal.entries("played"), first.journal.cuts("played")))

    def of(player: str) -> policies.Policy:
        commands = [
            each.command
            for each in declared
            if not (isinstance(each.command, AssignCombatDamage) and not each.command.assignment)
            and (each.before.board.active if isinstance(each.command, DeclareAttackers) else each.command.by) == player
        ]
        return policies.recorded(commands)

    second = play(begun(4), {"Ann": of("Ann"), "Bob": of("Bob")}, seed=5, turns=4)
    assert digests(second)[1:] != [] and second.state == first.state
    with pytest.raises(NotPlayed, match="nothing as the next that Ann recorded"):
        play(begun(), {"Ann": policies.recorded([]), "Bob": "never"})


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: play(begun(), {"Ann": "uniform"}), "one for each"),
    (lambda: play(begun(), {"Ann": "uniform", "Bob": "uniform", "Cat": "never"}), "one for each"),
    (lambda: play(begun(), {"Ann": "cunning", "Bob": "uniform"}), "best, greedy, lookahead, never, uniform"),
    (lambda: play(begun(), {"Ann": "uniform", "Bob": "uniform"}, turns=0), "1 or more"),
    (lambda: play(begun(), {"Ann": "uniform", "Bob": "uniform"}, until="week"), "one of combat, turn, game"),  # type: ignore[arg-type]
    (lambda: advance(begun(), until="week"), "one of combat, turn, game"),  # type: ignore[arg-type]
    (lambda: play(begun(), {"Ann": 3, "Bob": "uniform"}), "policies: found {'Ann': 3"),  # type: ignore[dict-item]
]


@pytest.mark.parametrize(("call", "what"), REFUSED)
def test_what_cannot_be_played_is_refused(call: Callable[[], object], what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        call()


@pytest.mark.parametrize("error", [KeyError, TypeError, ValueError])
def test_an_error_in_a_policy_stays_what_it_is(error: type[Exception]) -> None:
    def wrong(game: Game, player: str) -> Command:
        raise error("of the policy")

    with pytest.raises(error, match="of the policy"):
        play(begun(), {"Ann": wrong, "Bob": "uniform"})
    with pytest.raises(error, match="of the policy"):
        simulate(board(), {"Ann": wrong, "Bob": "uniform"}, games=1)


def cub(text: str) -> Game:
    game = begun()
    text = f"This creature attacks each combat if able.\n{text}"
    game.enter(permanent("cub", "Ann", types=["Creature"], power=1, toughness=1, text=text))
    return game


def test_what_triggers_is_resolved() -> None:
    plain, with_melee = (
        play(cub(text), {"Ann": "never", "Bob": "never"}, until="combat").board.life["Bob"] for text in ("", "Melee")
    )
    assert with_melee == plain - 1


def test_a_game_in_which_what_triggers_cannot_be_carried_out_stops_loudly() -> None:
    with pytest.raises(NotPlayed, match="an ability of cub"):
        play(cub("Whenever this creature attacks, planeswalk."), {"Ann": "never", "Bob": "never"})


def test_what_best_play_does_not_know_stops_loudly() -> None:
    game = begun()
    game.enter(permanent("ram", "Ann", types=["Creature"], power=1, toughness=1, text="Soulshift 3"))
    with pytest.raises(NotPlayed, match="Soulshift"):
        play(game, {"Ann": "best", "Bob": "never"})


def test_a_policy_that_chooses_what_is_not_legal_stops_loudly() -> None:
    with pytest.raises(NotPlayed, match="508"):
        play(begun(), {"Ann": lambda game, player: DeclareAttackers(attackers={"c1": "Bob"}), "Bob": "never"})


def test_a_game_is_played_into_a_journal_that_is_kept(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    played = play(begun(), {"Ann": "uniform", "Bob": "greedy"}, seed=1, turns=2, journal=url, stream="game 1")
    with Journal.open(url) as journal:
        assert journal.streams() == ["game 1"]
        assert Game.open(journal, "game 1").state == played.state


@pytest.mark.parametrize("until", ["combat", "turn", "game"])
def test_nothing_resolves_once_the_game_is_over(until: Literal["combat", "turn", "game"]) -> None:
    """104.1: neither what triggered on the damage that ended it, nor what would trigger at the end of combat."""
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", life={"Ann": 20, "Bob": 1})
    text = (
        "This creature attacks each combat if able.\n"
        "Whenever this creature deals combat damage to a player, draw a card, then planeswalk.\n"
        "At end of combat, you gain 1 life."
    )
    game.enter(permanent("cub", "Ann", types=["Creature"], power=1, toughness=1, text=text))
    played = play(game, {"Ann": "never", "Bob": "never"}, until=until)
    assert (played.board.players, played.board.life["Ann"]) == (("Ann",), 20)
    assert played.stack.waiting and not events_of(played, AbilityResolved)
    with pytest.raises(InvalidInput, match="a game that is over"):
        played.resolve()
    played.resolve_all()
    assert played.stack.waiting or played.stack.abilities


def test_a_combat_ends_by_the_same_events_at_once_or_step_by_step() -> None:
    game = begun(5, "2025-04-04")
    policies = dict.fromkeys(game.board.players, "uniform")
    played = play(game, policies, seed=5, until="combat")
    (began,) = [
        version for version, event in played.log.events() if isinstance(event, StepBegan) and event.step == "end of combat"
    ]
    by_steps = played.branch(began - 1)
    by_steps.begin_end_of_combat()
    by_steps.end_combat()
    assert [event for _, event in by_steps.log.events()][1:] == [event for _, event in played.log.events()][1:]


@pytest.mark.parametrize("turns", [1, 3])
def test_a_game_in_memory_is_written_only_when_somebody_reads_it(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[LazyLog] = []
    write = LazyLog.written
    monkeypatch.setattr(LazyLog, "written", lambda self: (written.append(self), write(self))[1])
    monkeypatch.delitem(sys.modules, "opentelemetry.trace", raising=False)  # spans name the game, which is written then
    game = begun()
    written.clear()
    played = play(game, {"Ann": "never", "Bob": "never"}, turns=turns)
    assert written == [] and played.board.turn == turns
    ended = [event for _, event in played.log.events()][-1]
    assert ended.type == "GameEnded" and written
