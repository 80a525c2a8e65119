"""Certificates: what is proved is accepted, what is spoilt isn't; and it is said in words."""

import ast
import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from best_play import minimax
from best_play.positions import case as case_of
from best_play.positions import position
from declarant import Game, InvalidInput
from declarant.handlers.best_play import answered, every_division, verification
from declarant.handlers.best_play.life_worth import LifeWorth
from declarant.handlers.best_play.master import Master
from declarant.handlers.best_play.search import Search
from declarant.handlers.best_play.verification import NotProved, check
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.judging import moments
from declarant.tools.cases.models import Case

from bench import best as bench

pytest.importorskip("highspy")
SCALE = 5040


def claim(board: minimax.Board) -> dict[str, Any]:
    found = position(board)
    master = Master(found)
    search = Search(master)
    _, proof = search.run()
    declared = master.block(search.chosen).items() if search.alive else ()
    fields = {
        "value": search.best if search.alive else None,
        "declaration": {found.blockers[b].id: [found.attackers[a].id] for a, team in declared for b in team},
        "proof": proof,
    }
    return dict(json.loads(json.dumps(fields)))


def shaken(proof: dict[str, Any], random: Random) -> None:
    """Turn every price up or down."""
    for name in ("prices", "root"):
        for row in proof.get(name, {}).values():
            if isinstance(row, list):
                row[:] = [max(0, price + random.randint(-SCALE, SCALE)) for price in row]
    for side in ("less", "more"):
        if side in proof:
            shaken(proof[side], random)


def false_claims(board: minimax.Board, true: dict[str, Any], random: Random) -> Iterator[dict[str, Any]]:
    """Worse blocks with their true value, and the best one with a better value; the proof as it is, or shaken."""
    top, _ = minimax.best_block(board)
    for block in minimax.blocks(board, board.attackers):
        value = minimax.value(board, board.attackers, block)
        if value == top:
            continue
        wrong = {**true, "value": None if value == minimax.LOSES else value}
        wrong["declaration"] = {blocker: [attacker] for blocker, attacker in block.items()}
        yield copy.deepcopy(wrong)
        shaken(wrong["proof"], random)
        yield wrong
    if true["value"] is not None:
        yield {**true, "value": true["value"] + 1}
        yield {**true, "value": None}


def test_no_spoilt_certificate_is_accepted() -> None:
    random = Random(11)
    tried = 0
    for _ in range(60):
        board = minimax.draw(random, random.choice(["free", "ordered", "stack"]))
        true = claim(board)
        check(position(board), true)
        for wrong in false_claims(board, copy.deepcopy(true), random):
            tried += 1
            with pytest.raises(NotProved):
                check(position(board), wrong)
    assert tried > 300


def test_the_checker_is_small_and_shares_nothing_with_the_search_but_the_position_and_what_triggers() -> None:
    parts = [Path(module.__file__).read_text("utf-8") for module in (verification, answered, every_division)]
    trees = [node for source in parts for node in ast.walk(ast.parse(source))]
    imported = {node.module for node in trees if isinstance(node, ast.ImportFrom) and node.level}
    own = {"answered", "every_division"}
    assert imported == {"block_triggers", "fighters", "position", "legality.verification", *own}
    assert sum(len(source.splitlines()) for source in parts) <= 540


@pytest.mark.parametrize(
    "proof",
    [
        {},
        {"prices": {"blockers": [-1]}},
        {"prices": {"blockers": [0, 0, 0, 0, 0]}},
        {"prices": {"blockers": ["much"]}},
        {"prices": {"blockers": [1.5]}},
        {"branch": [0, 0], "at most": 0},
        {"branch": [0, 0], "at most": 0, "less": {"prices": {"branches": [-5040]}}, "more": {"prices": {}}},
    ],
)
def test_a_proof_out_of_shape_proves_nothing(proof: Any) -> None:
    drawn = (minimax.draw(Random(n), "free") for n in range(99))
    board, true = next((b, c) for b, c in ((b, claim(b)) for b in drawn) if any(c["proof"].get("prices", {}).get("blockers", [])))
    with pytest.raises(NotProved):
        check(position(board), {**true, "proof": proof})


REQUIREMENTS = {
    "a": ("All creatures able to block this creature do so.", "This creature must be blocked if able."),
    "b": ("This creature blocks each combat if able.", "This creature can block only creatures with power 2 or greater."),
}


def demanding(random: Random, number: int) -> tuple[minimax.Board, dict[str, Any]]:
    """A board of which some creatures must block, or be blocked."""
    board = minimax.draw(random, "free")
    given = case_of(board, f"demanding-{number}")
    for each in given["battlefield"]:
        if random.random() < 0.4:
            each["text"] += "\n" * bool(each["text"]) + random.choice(REQUIREMENTS[each["id"][0]])
    return board, given


def test_certificates_of_attacks_are_checked() -> None:
    random, spoilt, with_requirements = Random(5), 0, 0
    for number in range(40):
        given = demanding(random, number)[1] if number % 2 else case_of(minimax.draw(random, "free"), f"attack-{number}")
        case = Case.model_validate({**given, "steps": []})
        report, found = best(case, action="attack", worth="flat")
        certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
        assert "the attack" in certificates.verify(case, certificate)
        with_requirements += "legal" in certificate
        for wrong in spoilt_attacks(certificate, random):
            spoilt += 1
            with pytest.raises(NotProved):
                certificates.verify(case, wrong)
    assert spoilt > 80 and with_requirements > 5


def spoilt_attacks(true: dict[str, Any], random: Random) -> Iterator[dict[str, Any]]:
    """Another value, another attack with the same value, and without the plan that answers an attack, or with a fighter twice."""
    proof, value = true["proof"], true["value"]
    if value is None:
        return
    yield {**true, "value": value + 1}
    yield {**true, "value": value - 1}
    yield {**true, "value": None}
    if value:
        yield {**true, "declaration": {}}
        yield {**true, "proof": {**proof, "plans": []}}
    yield {**true, "declaration": {**true["declaration"], "b0": "Bob"}}
    if true.get("legal"):
        name = random.choice(sorted(true["legal"]))
        prices = {"prices": [[row, 0] for row, _ in true["legal"][name].get("prices", [])]}
        if true["legal"][name] != prices:
            yield {**true, "legal": {**true["legal"], name: prices}}


def test_with_requirements_the_best_block_is_the_best_of_the_legal_ones_and_certified() -> None:
    random, spoilt = Random(8), 0
    for number in range(60):
        board, given = demanding(random, number)
        case = Case.model_validate(given)
        report, found = best(case, worth="flat")
        legal = [{blocker: whom[0] for blocker, whom in block.items()} for block in after_steps(case).legal_blocks]
        values = [minimax.value(board, board.attackers, block) for block in legal]
        assert (minimax.LOSES if report.value is None else report.value) == max(values), (board, given)
        certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
        certificates.verify(case, certificate)
        for block in minimax.blocks(board, board.attackers):
            worth = minimax.value(board, board.attackers, block)
            if block not in legal and worth > max(values):
                spoilt += 1
                better = {blocker: [whom] for blocker, whom in block.items()}
                with pytest.raises(NotProved):
                    certificates.verify(case, {**certificate, "value": worth, "declaration": better})
    assert spoilt > 20


def after_steps(case: Case) -> Game:
    """The game when all steps of a case are done."""
    return list(moments(case))[-1].game


@pytest.mark.parametrize("step", [3.7, 0.0, "0", True, None])
def test_the_step_of_a_certificate_is_a_whole_number(step: Any) -> None:
    case = Case.model_validate({**case_of(minimax.draw(Random(1), "free"), "step"), "steps": []})
    certificate = json.loads(json.dumps(certificates.certificate(*best(case, action="attack", worth="flat"), "flat")))
    certificates.verify(case, certificate)
    with pytest.raises(InvalidInput, match=rf"certificate.step: found {re.escape(repr(step))}; allowed: a whole number"):
        certificates.verify(case, {**certificate, "step": step})
    with pytest.raises(InvalidInput, match=r"certificate\.rules: found 'today'; allowed: a day"):
        certificates.verify(case, {**certificate, "rules": "today"})


def test_a_certificate_says_in_words_what_it_proves() -> None:
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    battlefield = [{"id": "a", "controller": "Ann", **creature}, {"id": "b", "controller": "Bob", **creature}]
    case = Case.model_validate(
        {"id": "words", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": [{"attack": {"a": "Bob"}}]}
    )
    report, found = best(case, worth="flat")
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
    assert certificates.verify(case, certificate).startswith("the block is worth 0:")


@pytest.mark.parametrize("seed", [*range(10), 99, 195])
def test_sets_that_the_checker_does_not_look_at_are_no_better(seed: int) -> None:
    random = Random(seed)
    board = bench.drawn(random, 3, 5, tight=seed % 2 > 0)
    life = LifeWorth((26, 18, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3), random.randint(1, 9)) if seed % 3 else LifeWorth()
    checked = verification._PositionCheck(replace(board, life_worth=life, chumps=seed % 4 > 0))
    number, first = len(checked.blockers), random.randrange(len(checked.slopes))
    for _ in range(4):
        stated = {
            "blockers": [random.choice((0, 0, random.randint(0, 6 * SCALE))) for _ in range(number)],
            "losses": [random.choice((0, random.randint(0, 2 * SCALE))) for _ in checked.position.left],
            "life": [SCALE if slope == first else 0 for slope in range(len(checked.slopes))],
        }
        prices = verification._Prices(checked, stated, [])
        for index, (attacker, *_) in enumerate(checked.attackers):
            able = [len(who) * (checked.position.able[who[0]] >> attacker & 1) for who in checked.blockers]
            masks = {team: checked.mask(team) for team in product(*(range(n + 1) for n in able))}
            legal = [team for team, mask in masks.items() if checked.legal(attacker, mask) and checked.counts(attacker, mask)]
            worths = {team: checked.worth(prices, index, team) for team in legal}
            most = max(worths.values())
            assert checked.above(prices, index, top=True)[-1][1] == most
            floor = most - random.randint(1, 20) * SCALE
            left_out = {team for team, worth in worths.items() if worth > floor} - dict(
                checked.above(prices, index, floor)
            ).keys()
            assert all(checked.reducible(attacker, team) for team in left_out)
