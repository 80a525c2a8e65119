"""The game of OpenSpiel: its own tests, and that its minimax is what `best_attack` says."""

from pathlib import Path

import pytest
from declarant import InvalidInput

pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` isn't installed")
pytest.importorskip("declarant.openspiel")

NAME, POINTS = "declarant_combat", 10_000
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("parameters", ["size=2,seed=3,turns=4", "size=2,seed=5,until=combat"])
def test_it_passes_openspiel_s_random_simulation(parameters: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"{NAME}({parameters})"), num_sims=2, serialize=True, verbose=False)


def test_a_playthrough_is_the_same_again() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    game = f"{NAME}(size=2,seed=3,until=combat)"
    first = generate_playthrough.playthrough(game, None, seed=1)
    actions = [int(line.split()[1]) for line in first.splitlines() if line.startswith("action: ")]
    assert actions and generate_playthrough.playthrough(game, actions) == first


def test_minimax_is_the_best_attack() -> None:
    from open_spiel.python.algorithms import minimax

    for seed in range(8):
        game = pyspiel.load_game(f"{NAME}(size=2,seed={seed},until=combat)")
        value, _ = minimax.alpha_beta_search(game)
        assert round(value * POINTS) == game.begun.best_attack(worth="power and toughness").value


def test_tree_search_and_regret_minimisation_run() -> None:
    import numpy
    from open_spiel.python.algorithms import cfr, exploitability, mcts

    game = pyspiel.load_game(f"{NAME}(size=1,seed=2,until=combat)")
    random = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    solver = cfr.CFRSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.01


@pytest.mark.parametrize(
    ("parameters", "outcomes"), [("size=2,seed=3,turns=2", {"turn limit"}), ("size=1,seed=2,until=combat", {"not over"})]
)
def test_how_a_game_came_out_is_said(parameters: str, outcomes: set[str]) -> None:
    state = pyspiel.load_game(f"{NAME}({parameters})").new_initial_state()
    assert state.outcome == "not over"
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.outcome in outcomes


@pytest.mark.parametrize("parameters", ["turns=0", "size=0", "actions=0", "until=week"])
def test_parameters_that_make_no_game_are_refused(parameters: str) -> None:
    with pytest.raises(InvalidInput):
        pyspiel.load_game(f"{NAME}({parameters})")


def test_a_file_of_several_cases_is_refused(tmp_path: Path) -> None:
    case = '{"id": "%s", "players": ["Ann", "Bob"], "battlefield": [], "steps": []}'
    (tmp_path / "two.jsonl").write_text("\n".join(case % name for name in "ab"))
    with pytest.raises(InvalidInput, match="with 2 cases"):
        pyspiel.load_game(NAME, {"scenario": str(tmp_path / "two.jsonl")})
