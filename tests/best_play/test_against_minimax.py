"""The search against plain minimax, in each era of dividing damage: values, blocks, how many are as good, and proofs."""

import json
import os
from dataclasses import replace
from itertools import product
from random import Random, SystemRandom
from typing import Literal

import pytest
from best_play import minimax
from best_play.positions import position
from damage.reference import Creature, Era
from declarant.handlers.best_play import looks
from declarant.handlers.best_play.attacks import solve
from declarant.handlers.best_play.counting import count_best
from declarant.handlers.best_play.looks import WINS
from declarant.handlers.best_play.master import Master
from declarant.handlers.best_play.search import Search
from declarant.handlers.best_play.verification import check

pytest.importorskip("highspy")
ERAS: tuple[Era, ...] = ("free", "ordered", "stack")
WORTHS: tuple[Literal["flat", "one"], ...] = ("flat", "one")


def agree(board: minimax.Board) -> None:
    value, blocks = minimax.best_block(board)
    found = position(board)
    master = Master(found)
    search = Search(master)
    bound, proof = search.run()
    assert (search.best if search.alive else minimax.LOSES) == value, board
    declaration: dict[str, list[str]] = {}
    if search.alive:
        assert bound == value, board
        declaration = {
            found.blockers[b].id: [found.attackers[a].id] for a, team in master.block(search.chosen).items() for b in team
        }
        assert {blocker: attackers[0] for blocker, attackers in declaration.items()} in blocks, board
        assert count_best(found, value, proof) == len(blocks), board
    claim = {"value": value if search.alive else None, "declaration": declaration, "proof": proof}
    check(found, json.loads(json.dumps(claim)))


@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("era", ERAS)
def test_the_best_block_is_that_of_minimax(era: Era, worth: Literal["flat", "one"]) -> None:
    random = Random(f"best block {era}")
    for _ in range(120):
        agree(minimax.draw(random, era, worth=worth))


@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("era", ERAS)
def test_the_best_attack_is_that_of_minimax(era: Era, worth: Literal["flat", "one"]) -> None:
    random = Random(f"best attack {era}")
    for _ in range(25):
        board = minimax.draw(random, era, most=2, worth=worth)
        value, number = minimax.best_attack(board)
        master = Master(position(board))
        attacks = list(product(*(range(len(members) + 1) for members in master.who_attacks)))
        solved = solve(master, attacks, lambda attackers: 0)
        wins = value == -minimax.LOSES
        assert (solved.worth, solved.bound) == ((WINS, WINS) if wins else (value, value)), board
        assert wins or solved.equally_good() == number, board


def test_few_attacks_are_bounded_as_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random("few attacks")
    boards = [minimax.draw(random, "free", most=5, worth=worth) for worth in WORTHS for _ in range(20)]
    found = []
    for few in (looks.FEW, 0):
        monkeypatch.setattr(looks, "FEW", few)
        solved = [solve(Master(position(board)), None, lambda attackers: 0) for board in boards]
        found.append([(each.worth, each.bound, each.equally_good()) for each in solved])
    assert found[0] == found[1]


def test_a_proof_leaves_losses_out_where_none_can_matter() -> None:
    attackers = [Creature("a0", "Ann", 4, 3, frozenset({"wither"})), Creature("a1", "Ann", 4, 4, color="R")]
    blockers = [Creature("b0", "Bob", 1, 4, color="R"), Creature("b1", "Bob", 2, 4), Creature("b2", "Bob", 2, 3)]
    agree(minimax.Board(attackers, blockers, 20, 0, "stack"))


def test_what_a_branch_asks_for_in_vain_is_no_cheaper_than_any_block() -> None:
    # A part of what a branch asks for was cheaper to miss than the poison that it would have taken: it was branched on for ever.
    attacker = Creature("a", "Ann", 4, 1, frozenset({"double strike", "infect"}), toxic=1)
    agree(minimax.Board([attacker], [Creature("b0", "Bob", 4, 2), Creature("b1", "Bob", 2, 4)], 6, 0, "free"))
    random = Random("poison")
    for _ in range(60):
        board = minimax.draw(random, "free", worth=random.choice(WORTHS))
        words = [random.sample(("double strike", "infect", "lifelink", "wither"), 2) for _ in board.attackers]
        poisons = [replace(a, keywords=a.keywords | {*two}, toxic=1) for a, two in zip(board.attackers, words, strict=True)]
        agree(replace(board, attackers=poisons))


@pytest.mark.slow
def test_the_best_block_is_that_of_minimax_on_boards_never_seen_before(capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(os.environ.get("BEST_SEED") or SystemRandom().randrange(10**12))
    number = int(os.environ.get("BEST_BOARDS") or 100)
    with capsys.disabled():
        print(f"\nBEST_SEED={seed} BEST_BOARDS={number}: so many boards in each era")
    random = Random(seed)
    for era in ERAS:
        for _ in range(number):
            agree(minimax.draw(random, era, worth=random.choice(WORTHS)))
