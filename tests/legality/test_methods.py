"""The methods that find a maximum: against each other where enumeration is out of reach, and on boards with known answers."""

import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from declarant.events import abilities as a
from declarant.handlers.budget import Budget
from declarant.handlers.legality.search import dynamic_program, flow, maximum, mixed_integer
from declarant.handlers.legality.search.model import DeclarationModel, obeyed, obeys_restrictions
from declarant.handlers.legality.search.reductions import Component, Reduction
from legality.boards import Board, creature
from legality.formulated import formulated
from legality.models import random_declaration, random_model

from bench import boards


def components(number: int, units: int, targets: int, rows: int) -> Iterator[Component]:
    """The components of random models whose rows tie units together."""
    for seed in range(number):
        random = Random(seed)
        model = random_model(random, random.randint(2, units), random.randint(1, targets), rows)
        reduction = Reduction(model, model.allowed).decomposed(random_declaration(random, model))
        yield from (component for component in reduction.components if component.links)


def agree_with_the_dynamic_program(component: Component, solver: bool) -> bool:
    """Whether the flow settles the component; that whatever it finds is right is asserted."""
    most, options = dynamic_program.best(component, 1_000_000, Budget())
    assert component.profit(options) == most
    relaxed = flow.best(component, 50, Budget())
    assert relaxed.bound // component.scale >= most // component.scale
    if relaxed.profit >= 0:
        assert component.profit(relaxed.options) == relaxed.profit <= most
    if solver:
        found = mixed_integer.best(component, Budget())
        assert component.profit(found.options) == most == found.bound
    return relaxed.profit >= 0 and relaxed.bound // component.scale == relaxed.profit // component.scale


def test_the_flow_agrees_with_the_dynamic_program() -> None:
    settled = [agree_with_the_dynamic_program(component, solver=False) for component in components(1_500, 7, 5, 9)]
    assert sum(settled) > len(settled) / 2, "the flow hardly ever settles anything"


def test_the_solver_agrees_with_the_dynamic_program() -> None:
    for component in components(60, 9, 6, 12):
        agree_with_the_dynamic_program(component, solver=True)


@pytest.mark.slow
def test_all_methods_agree_on_many_models() -> None:
    for component in components(300, 9, 6, 12):
        agree_with_the_dynamic_program(component, solver=True)
    for component in components(5_000, 6, 5, 9):
        agree_with_the_dynamic_program(component, solver=False)


@pytest.mark.parametrize("triples", [1, 3, 8, 20])
def test_where_there_is_an_exact_cover_as_many_attackers_are_blocked_as_it_has_triples(triples: int) -> None:
    model = formulated(boards.exact_cover(Random(triples), triples, 2 * triples))
    best = maximum.maximum(model, model.allowed, {})
    assert best.exact
    # Each blocked attacker takes three blockers, so that more than this many is out of the question.
    assert best.obeyed == triples


@pytest.mark.parametrize("size", [50, 300])
def test_swarms_of_tokens_are_settled_without_the_solver(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    for seed in range(8):
        model = formulated(boards.tokens(Random(seed), size))
        best = maximum.maximum(model, model.allowed, {})
        assert best.exact
        assert obeys_restrictions(model, best.witness)
        assert obeyed(model, best.witness) == best.obeyed


def hard_model() -> DeclarationModel:
    return formulated(boards.exact_cover(Random(0), 12, 24))


def test_a_budget_leaves_the_maximum_undecided_between_bounds() -> None:
    model = hard_model()
    model.budget = Budget(steps=0)
    best = maximum.maximum(model, model.allowed, {})
    assert not best.exact
    assert best.obeyed == obeyed(model, best.witness) <= 12 <= best.bound
    assert obeys_restrictions(model, best.witness)


def test_bounds_hold_whatever_the_budget() -> None:
    for seed in range(150):
        random = Random(seed)
        model = random_model(random, 6, 5, 9)
        most = maximum.maximum(model, model.allowed, {}).obeyed
        for budget in (0, 1, 3, 10, 100):
            model.budget = Budget(steps=budget)
            best = maximum.maximum(model, model.allowed, {})
            assert best.obeyed == obeyed(model, best.witness) <= most <= best.bound
            assert obeys_restrictions(model, best.witness)
        model.budget = Budget()


def test_without_the_solver_a_hard_board_is_undecided_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    monkeypatch.setattr(maximum, "MANY_STATES", 5_000)
    model = hard_model()
    best = maximum.maximum(model, model.allowed, {})
    assert not best.exact
    assert best.obeyed <= 12 <= best.bound
    assert "declarant[solver]" in best.hint


def test_the_solver_isnt_imported_before_it_is_needed() -> None:
    program = "import sys, declarant, declarant.handlers.game; sys.exit('highspy' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


WITNESSES = """
from random import Random
from declarant.handlers.legality.search.maximum import maximum
from bench import boards
from legality.boards import Board, creature
from legality.formulated import formulated
swarm, cover = lambda random: boards.tokens(random, 40), lambda random: boards.exact_cover(random, 6, 12)
draws = (boards.few_blocks, boards.many_blocks, swarm, cover)
for seed in range(6):
    for draw in draws:
        model = formulated(draw(Random(seed)))
        print(maximum(model, model.allowed, {}).witness)
"""


def test_every_process_finds_the_same_witnesses(request: pytest.FixtureRequest) -> None:
    tests = request.config.rootpath / "tests"
    printed = {
        subprocess.run(
            [sys.executable, "-c", WITNESSES],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(tests), str(request.config.rootpath)])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(printed) == 1
    assert printed.pop().count(b"{") == 24


def test_what_reaches_the_bound_is_legal_even_if_the_search_was_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    menace, must = a.KeywordAbility(keyword="menace"), a.MustBeBlocked(attackers=a.THIS)
    permanents = (creature("a0", "Ann", menace, must), creature("a1", "Ann", must), *(creature(f"b{n}", "Bob") for n in range(2)))
    game = Board("block", ("Ann", "Bob"), permanents, (), {"a0": "Bob", "a1": "Bob"}).game()
    game.budget = Budget(steps=0)
    assert game.judge_blockers({"b0": ["a1"]}).verdict == "legal"
