"""Best play within a budget: bounds that hold, never a value that isn't proved."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from best_play import minimax
from best_play.positions import position
from declarant import Game, permanent
from declarant.handlers.best_play.attacks import solve
from declarant.handlers.best_play.fighters import DamageRules, Fighter
from declarant.handlers.best_play.groups import played_out
from declarant.handlers.best_play.looks import WINS
from declarant.handlers.best_play.master import Master
from declarant.handlers.best_play.play import BestBlock
from declarant.handlers.best_play.position import Position
from declarant.handlers.best_play.search import Search
from declarant.handlers.budget import Budget, Spent

from bench import best as bench

pytest.importorskip("highspy")

TEXTS = ("", "Flying", "Menace", "Trample", "First strike", "Deathtouch", "Lifelink", "Vigilance", "Reach")
STEPS = (0, 1, 10, 100, 300, 1_000, 5_000)


def boards() -> list[Position]:
    random = Random("best play within a budget")
    small = [position(minimax.draw(random, era)) for era in ("free", "ordered", "stack") for _ in range(12)]
    return [*small, *(bench.drawn(random, 6, 6, tight=True) for _ in range(8)), *(bench.alike(random, 12, 5) for _ in range(3))]


def test_the_bounds_on_the_best_block_hold() -> None:
    for board in boards():
        exact = Search(Master(board))
        exact.run()
        for steps in STEPS:
            search = Search(Master(replace(board, budget=Budget(steps))))
            bound, _ = search.run()
            assert bound >= exact.best or not exact.alive
            if search.alive:
                assert exact.alive
                assert search.best <= exact.best <= bound


def test_the_bounds_on_the_best_attack_hold() -> None:
    for board in boards()[::3]:
        master = Master(board)
        attacks = list(product(*(range(len(members) + 1) for members in master.who_attacks)))
        if len(attacks) > 600:
            continue
        exact = solve(master, attacks, lambda attackers: 0)
        for steps in STEPS:
            found = solve(Master(replace(board, budget=Budget(steps))), attacks, lambda attackers: 0)
            assert found.worth <= exact.worth <= found.bound


def test_where_no_attack_is_known_to_be_allowed_nothing_is_stated() -> None:
    board = replace(boards()[0], budget=Budget(0))
    master = Master(board)
    attacks = list(product(*(range(len(members) + 1) for members in master.who_attacks)))

    def unknown(attackers: frozenset[int]) -> bool:
        raise Spent("it takes too long")

    try:
        found = solve(master, attacks, lambda attackers: 0, unknown)
    except Spent:
        return
    assert found.worth == WINS, "but for a win, of which nothing is asked"


def test_groups_that_are_played_out_are_given_up_too() -> None:
    attacker, blocker = Fighter("a", 30, 30, 5, trample=True), Fighter("b", 2, 9, 3)
    with pytest.raises(Spent):
        played_out(attacker, [replace(blocker, id=f"b{n}") for n in range(8)], DamageRules(ordered=True), Budget(10_000))


def test_the_bounds_hold_where_it_isnt_known_whether_the_blocking_player_lives_on() -> None:
    """Then it is one of two that is best: the block that throws no creature away, or the best of all."""

    def best(steps: int | None) -> BestBlock:
        random = Random(6)
        game = Game.start(["Ann", "Bob"], rules="2024-06-07", budget=Budget(steps))
        for each in range(6):
            for side, player in (("a", "Ann"), ("b", "Bob")):
                size = {"power": random.randint(1, 6), "toughness": random.randint(1, 6)}
                game.enter(permanent(f"{side}{each}", player, types=["Creature"], text=random.choice(TEXTS), **size))
        game.declare_attackers({f"a{each}": "Bob" for each in range(6)})
        return game.best_block()

    exact = best(None).value
    assert exact is not None
    cut = [best(steps) for steps in (5_000, 20_000, 50_000, 100_000)]
    assert any(each.bounds[0] is not None and not each.proven for each in cut)
    for each in cut:
        low, high = each.bounds
        assert (low is None or low <= exact) and high is not None and exact <= high
