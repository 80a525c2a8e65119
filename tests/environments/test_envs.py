"""Environments for reinforcement learning: PettingZoo's and Gymnasium's own tests, and that nobody ever gets stuck."""

from random import Random
from typing import Any

import pytest
from declarant import DeclarantError, Game, InvalidInput
from declarant.tools.cases.models import Case
from declarant.tools.environments.deciding import GLOBAL, KEYWORDS, SEEN, DecidedGame
from playing.boards import board

pytest.importorskip("pettingzoo", reason="the extra `rl` isn't installed")
pytest.importorskip("gymnasium", reason="the extra `rl` isn't installed")

from declarant import envs
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    seed_test,
)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

HARD = (
    "This creature attacks each combat if able.",
    "This creature can't block alone.",
    "Menace",
    "This creature can block any number of creatures.",
    "This creature blocks each combat if able.",
    "All creatures able to block this creature do so.",
    "This creature can't attack alone.",
    "Flying",
)


def hard(random: Random, rules: str) -> Case:
    """A board on which few declarations are legal."""
    battlefield = [
        {"id": f"c{n}", "controller": ("Ann", "Bob")[n % 2], "types": ["Creature"], "power": 1, "toughness": 3}
        | {"text": random.choice(HARD)}
        for n in range(6)
    ]
    case = {"id": "hard", "rules": rules, "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": []}
    return Case.model_validate(case)


def test_it_passes_pettingzoo_s_own_tests(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.env(size=2), num_cycles=100)
    seed_test(lambda: envs.env(size=2), num_cycles=30)
    max_cycles_test(envs)
    parallel_api_test(envs.parallel_env(size=2, max_cycles=30), num_cycles=60)
    parallel_seed_test(lambda: envs.parallel_env(size=2, max_cycles=30), num_cycles=30)
    performance_benchmark(envs.env(size=2))
    assert "turns per second" in capsys.readouterr().out


def test_it_passes_gymnasium_s_own_test() -> None:
    check_env(envs.CombatAgainst("greedy", size=2, max_cycles=30), skip_render_check=True)


@pytest.mark.parametrize("rules", ["2003-07-01", "2015-01-01", "2025-04-04"])
def test_open_actions_are_those_that_some_legal_declaration_goes_on_with(rules: str) -> None:
    random = Random(rules)
    decisions = 0
    for seed in range(6):
        env = envs.raw_env(scenarios=[hard(random, rules)], turns=4)
        env.reset(seed=seed)
        deciding = env.deciding
        while deciding.declaring is not None:
            open_to = deciding.actions
            assert open_to == by_listing(deciding), str(deciding)
            assert len(open_to) >= 1
            deciding.act(random.choice(open_to))
            decisions += 1
    assert decisions > 20


def by_listing(deciding: Any) -> list[int]:
    """The actions that are open, found by listing every legal declaration."""
    game: Game = deciding.game
    attack = deciding.declaring == "attack"
    legal = game.legal_attacks if attack else game.legal_blocks_of(deciding.player)
    chosen = dict(zip(legal.creatures, deciding._chosen, strict=False))
    partly = deciding._partly
    found = set()
    for option in legal:
        targets = {creature: (each,) if attack else tuple(each) for creature, each in option.items()}
        if any(targets.get(creature, ()) != each for creature, each in chosen.items()):
            continue
        mine = targets.get(deciding.creature, ())
        if mine[: len(partly)] == partly:
            found.add(0 if len(mine) == len(partly) else 1 + deciding.things.index(mine[len(partly)]))
    return sorted(found)


def test_an_episode_is_an_ordinary_game_and_the_winner_is_rewarded() -> None:
    env = envs.env(scenarios=[board()], turns=12)
    random = Random(4)
    rewards: dict[str, float] = {}
    for seed in range(5):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            rewards[agent] = reward
            done = terminated or truncated
            env.step(None if done else random.choice([a for a, open_to in enumerate(seen["action_mask"]) if open_to]))
        deciding = env.unwrapped.deciding
        deciding.game.journal.verify()
        assert Game.open(deciding.game.journal, deciding.game.log.stream).state == deciding.game.state
        assert sum(rewards.values()) == 0
        assert (deciding.winner is None) == (rewards["player_0"] == 0)


def test_an_action_that_is_not_open_counts_as_the_first_that_is_and_is_reported() -> None:
    env = envs.raw_env(scenarios=[board()])
    env.reset(seed=1)
    agent = env.agent_selection
    closed = next(a for a, open_to in enumerate(env.observe(agent)["action_mask"]) if not open_to)
    env.step(closed)
    assert env.infos[agent] == {"not_open": closed}


def test_the_board_and_the_decision_are_rendered_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = envs.env(scenarios=[board()], render_mode="ansi")
    env.reset(seed=1)
    assert "Ann decides what" in env.render() and "life" in env.render()
    shown = envs.CombatAgainst("never", scenarios=[board()], render_mode="human")
    shown.reset(seed=1)
    shown.step(0)
    assert "Ann: 8 life" in capsys.readouterr().out


@pytest.mark.parametrize("policy", ["uniform", "never", "best"])
def test_a_learner_plays_against_a_policy(policy: str) -> None:
    env = envs.CombatAgainst(policy, scenarios=[board()], player=1, turns=6)
    random = Random(2)
    seen, info = env.reset(seed=3)
    for _ in range(200):
        open_to = [action for action, allowed in enumerate(info["action_mask"]) if allowed]
        assert list(env.action_masks().nonzero()[0]) == open_to
        seen, reward, over, _, info = env.step(random.choice(open_to))
        assert env.observation_space.contains(seen)
        if over:
            assert reward in (-1.0, 0.0, 1.0)
            return
    pytest.fail("the game didn't end")


def test_turns_in_which_nobody_has_a_choice_pass_however_many_they_are() -> None:
    wall = {"types": ["Creature"], "power": 0, "toughness": 4, "text": "Defender"}
    battlefield = [{"id": player.lower(), "controller": player, **wall} for player in ("Ann", "Bob")]
    case = Case.model_validate({"id": "walls", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": []})
    deciding = DecidedGame((case,), 1, 2, 400, "greedy")
    assert (deciding.declaring, deciding.winner, deciding.game.board.turn) == (None, None, 400)


def duel(*texts: str, sizes: tuple[int, int] = (2, 3), life: int = 20) -> Case:
    """A creature of each player, with these texts."""
    battlefield = [
        {
            "id": player.lower(),
            "controller": player,
            "types": ["Creature"],
            "power": sizes[0],
            "toughness": sizes[1],
            "text": text,
        }
        for player, text in zip(("Ann", "Bob"), texts, strict=True)
    ]
    document = {"id": "duel", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": []}
    return Case.model_validate(document | {"life": {"Ann": life, "Bob": life}})


@pytest.mark.parametrize(
    ("text", "turns", "combats"),
    [
        (
            "Whenever this creature attacks for the first time each turn, there is an additional combat phase after this phase.",
            3,
            5,
        ),
        ("Whenever this creature attacks, take an extra turn after this one.", 3, 3),
        ("", 3, 3),
    ],
)
def test_extra_combats_and_extra_turns_are_played(text: str, turns: int, combats: int) -> None:
    deciding = DecidedGame((duel(text + "\nVigilance", "Defender", sizes=(1, 9)),), 1, 1, turns, "greedy", record=True)
    while deciding.declaring is not None:
        deciding.act(deciding.actions[-1])
    happened = [event for _, event in deciding.game.log.events()]
    assert sum(event.type == "CombatBegan" for event in happened) == combats
    whose = [event.player for event in happened if event.type == "TurnBegan"]
    assert whose == (["Ann", "Ann", "Ann"] if "extra turn" in text else ["Ann", "Bob", "Ann"])


@pytest.mark.parametrize(
    ("text", "life", "outcome"),
    [
        ("", 2, "won"),
        ("Whenever this creature attacks, each player loses 20 life.", 20, "drawn"),
        ("Whenever this creature attacks, destroy all creatures.", 20, "no creatures"),
        ("", 20, "turn limit"),
    ],
)
def test_how_an_episode_came_out_is_said(text: str, life: int, outcome: str) -> None:
    env = envs.CombatAgainst("never", scenarios=[duel(text, "", life=life)], turns=3)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert "outcome" not in info
        _, reward, over, _, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
    assert (info["outcome"], reward) == (outcome, float(outcome == "won"))


def test_sizes_and_keywords_are_seen_as_they_are_now() -> None:
    lord = {
        "id": "lord",
        "controller": "Ann",
        "types": ["Enchantment"],
        "text": "Creatures you control get +1/+1 and have flying.",
    }
    creatures = [
        {"id": id, "controller": player, "types": ["Creature"], "power": 2, "toughness": 2}
        for id, player in (("ox", "Ann"), ("elk", "Bob"))
    ]
    document = {"id": "lord", "players": ["Ann", "Bob"], "battlefield": [lord, *creatures], "stated": False, "steps": []}
    case = Case.model_validate(document)
    deciding = DecidedGame((case,), 1, 3, 5, "greedy")
    seen = deciding.seen_by("Ann")
    of = {id: seen[GLOBAL + SEEN * at : GLOBAL + SEEN * (at + 1)] for at, id in enumerate(deciding.things)}
    flying = 12 + KEYWORDS.index("flying")
    assert (of["ox"][3], of["ox"][flying]) == (0.3, 1.0)
    assert (of["elk"][3], of["elk"][flying]) == (0.2, 0.0)


def test_many_environments_are_the_same_however_many_processes_have_them() -> None:
    recorded = []
    for workers in (0, 2):
        many = envs.VectorCombat(3, "greedy", workers=workers, size=2, turns=4)
        seen, info = many.reset(seed=5)
        random, rows = Random(1), []
        for _ in range(40):
            actions = [random.choice([at for at, open_to in enumerate(mask) if open_to]) for mask in info["action_mask"]]
            seen, rewards, ended, truncated, info = many.step(actions)
            assert many.observation_space.contains(seen) and not truncated.any()
            assert (
                all((info["final_obs"][at] is not None) == ended[at] for at in range(3))
                if "final_obs" in info
                else not ended.any()
            )
            assert "outcome" not in info or [each is not None for each in info["outcome"]] == ended.tolist()
            rows.append((seen["observation"].tolist(), rewards.tolist(), ended.tolist(), info["action_mask"].tolist()))
        assert any(any(ended) for _, _, ended, _ in rows)
        many.close()
        recorded.append(rows)
    assert recorded[0] == recorded[1]


def test_there_is_at_least_one_environment_and_each_has_a_seed_and_an_action() -> None:
    with pytest.raises(InvalidInput):
        envs.VectorCombat(0)
    for wrong in ({"size": 0}, {"turns": 0}):
        with pytest.raises(InvalidInput, match="1 or more of each"):
            envs.CombatAgainst(**wrong)
    many = envs.VectorCombat(2, "never", workers=0, size=1)
    with pytest.raises(InvalidInput, match="3 seeds"):
        many.reset(seed=[1, 2, 3])
    many.reset(seed=1)
    with pytest.raises(InvalidInput, match="1 actions"):
        many.step([0])


def test_what_a_process_answers_late_is_not_taken_for_the_next_answer() -> None:
    stuck = duel("Whenever this creature attacks, planeswalk.", "")
    many = envs.VectorCombat(2, "never", workers=2, scenarios=[stuck])
    try:
        begun, info = many.reset(seed=1)
        with pytest.raises(DeclarantError, match="can't be carried out"):
            for _ in range(9):
                *_, info = many.step([int(mask.nonzero()[0][-1]) for mask in info["action_mask"]])
        assert many.reset(seed=1)[0]["observation"].tolist() == begun["observation"].tolist()
    finally:
        many.close()
