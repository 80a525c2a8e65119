"""Certificates: what is proved is accepted, what is spoilt isn't; and it is said in words."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from best_play import minimax
from best_play.positions import case as case_of
from best_play.positions import position
from declarant.handlers.best_play.search import Master, Search
from declarant.handlers.best_play.verification import NotProved, check_block
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case

pytest.importorskip("highspy")
SCALE = 5040


def claim(board: minimax.Board) -> dict[str, Any]:
    found = position(board)
    master = Master(found)
    search = Search(master)
    _, proof = search.run()
    declared = master.block(search.chosen).items() if search.alive else ()
    told = {
        "value": search.best if search.alive else None,
        "declaration": {found.blockers[b].id: [found.attackers[a].id] for a, team in declared for b in team},
        "proof": proof,
    }
    return dict(json.loads(json.dumps(told)))


def shaken(proof: dict[str, Any], random: Random) -> None:
    """Turn every price up or down."""
    for name in ("prices", "root"):
        for row in proof.get(name, {}).values():
            if isinstance(row, list):
                row[:] = [max(0, price + random.randint(-SCALE, SCALE)) for price in row]
    for side in ("less", "more"):
        if side in proof:
            shaken(proof[side], random)


def false_claims(board: minimax.Board, told: dict[str, Any], random: Random) -> Iterator[dict[str, Any]]:
    """Worse blocks with their true value, and the best one with a better value; the proof as it is, or shaken."""
    top, _ = minimax.best_block(board)
    for block in minimax.blocks(board, board.attackers):
        value = minimax.value(board, board.attackers, block)
        if value == top:
            continue
        wrong = {**told, "value": None if value == minimax.LOSES else value}
        wrong["declaration"] = {blocker: [attacker] for blocker, attacker in block.items()}
        yield copy.deepcopy(wrong)
        shaken(wrong["proof"], random)
        yield wrong
    if told["value"] is not None:
        yield {**told, "value": told["value"] + 1}
        yield {**told, "value": None}


def test_no_spoilt_certificate_is_accepted() -> None:
    random = Random(11)
    tried = 0
    for _ in range(60):
        board = minimax.draw(random, random.choice(["free", "ordered", "stack"]))
        told = claim(board)
        check_block(position(board), told)
        for wrong in false_claims(board, copy.deepcopy(told), random):
            tried += 1
            with pytest.raises(NotProved):
                check_block(position(board), wrong)
    assert tried > 300


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
    board, told = next((b, c) for b, c in ((b, claim(b)) for b in drawn) if any(c["proof"].get("prices", {}).get("blockers", [])))
    with pytest.raises(NotProved):
        check_block(position(board), {**told, "proof": proof})


def test_certificates_of_attacks_are_checked(tmp_path: Path) -> None:
    random, spoilt = Random(5), 0
    for number in range(25):
        given = case_of(minimax.draw(random, "free"), f"attack-{number}")
        case = Case.model_validate({**given, "steps": []})
        report, found = best(case, action="attack")
        path = tmp_path / "why.json"
        certificates.write(path, certificates.certificate(report, found, None))
        told = certificates.read(path)
        assert "the attack" in certificates.verify(case, told)
        if report.value is not None and told["proof"]["plans"]:
            for wrong in ({"value": report.value + 1}, {"value": report.value - 1}, {"declaration": {}}):
                if "value" in wrong or report.value:
                    spoilt += 1
                    with pytest.raises(NotProved):
                        certificates.verify(case, {**told, **wrong})
    assert spoilt > 20


def test_a_certificate_says_in_words_what_it_proves() -> None:
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    battlefield = [{"id": "a", "controller": "Ann", **creature}, {"id": "b", "controller": "Bob", **creature}]
    case = Case.model_validate(
        {"id": "words", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": [{"attack": {"a": "Bob"}}]}
    )
    report, found = best(case)
    told = json.loads(json.dumps(certificates.certificate(report, found, None)))
    assert certificates.verify(case, told).startswith("the block is worth 0:")
