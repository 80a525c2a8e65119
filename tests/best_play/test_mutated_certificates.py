"""Certificates in which something is different: never an internal error, and what is still proved is true and said."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from best_play import minimax
from best_play.positions import case as case_of
from declarant import InvalidInput
from declarant.handlers.legality.verification import NotProved
from declarant.tools.audit import certificates as rulings
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from typer.testing import CliRunner

pytest.importorskip("highspy")

OTHERS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 2.0, 1.5, float("inf"), float("nan"), 10**30, "", "x", "Ann", "a0", "b0", "2005-03-01"),
    *([], [[]], [None], ["a0"], {}, {"a0": []}, {"b0": [[]]}, {"a0": {"b0": 1.0}}, {"played out": True}, {"played out": 1}),
)
NOT_SAID = {"case"}
"""What isn't of the claim: the name under which the case is looked for."""


@cache
def certified(kind: str, number: int) -> tuple[Case, dict[str, Any]]:
    board = minimax.draw(Random(number), "free")
    given = case_of(board, f"{kind}-{number}")
    if not kind.endswith("block"):
        given = {**given, "steps": []}
    if kind == "played out":
        given["battlefield"][0]["text"] = "Bushido 1"
    case = Case.model_validate(given)
    action: Any = "block" if kind.endswith("block") else "attack"
    worth: Any = "one" if kind.startswith("one") else {"a0": 3} if number % 2 else "flat"
    report, found = best(case, action=action, worth=worth, hold=kind == "hold")
    return case, json.loads(json.dumps(certificates.certificate(report, found, worth)))


def places(part: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield from places(value, (*at, key))


def mutated(certificate: dict[str, Any], random: Random) -> dict[str, Any]:
    """With something in it replaced, left out or added."""
    changed: Any = {"": deepcopy(certificate)}
    *way, last = ("", *random.choice(list(places(certificate))[1:]))
    inner = changed
    for key in way:
        inner = inner[key]
    match random.randrange(6):
        case 0 if isinstance(inner, dict):
            del inner[last]
        case 1 if isinstance(inner, dict):
            inner[random.choice(("step", "hold", "legal", "ahead", "next_block", "worth", "a0", "x"))] = random.choice(OTHERS)
        case 2 if isinstance(inner[last], int):
            inner[last] = float(inner[last])
        case _:
            inner[last] = random.choice(OTHERS)
    return dict(changed[""])


@pytest.mark.parametrize("kind", ["block", "attack", "one block", "one attack", "hold", "played out"])
def test_a_mutated_certificate_is_refused_or_says_what_it_proves(kind: str) -> None:
    random, refused = Random(kind), 0
    for number in range(100):
        case, certificate = certified(kind, number % 4 + 20)
        try:
            true = certificates.verify(case, certificate)
        except NotProved as error:
            assert kind == "hold" and "survive" in str(error)
            continue
        wrong = mutated(certificate, random)
        try:
            said = certificates.verify(case, wrong)
        except (NotProved, InvalidInput):
            refused += 1
            continue
        # What decides the claim is as it was, or is said to be otherwise.
        for field in ("value", "player", "action", "declaration", "step", "wins"):
            assert json.dumps(wrong.get(field)) == json.dumps(certificate.get(field)) or field == "declaration", (
                field,
                wrong,
                said,
            )
        if wrong.get("worth") == certificate.get("worth") and wrong["rules"] == certificate["rules"]:
            assert wrong["declaration"] != certificate["declaration"] or said.split(" (")[-1] == true.split(" (")[-1]
    assert refused > 20


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("value", 2.0, "certificate.value: found 2.0"),
        ("legal", 5, "certificate.legal: found 5"),
        ("step", float("inf"), "certificate.step: found inf"),
        ("player", "Bob", "certificate.player: found 'Bob'; allowed: Ann"),
        ("action", "damage", "certificate.declaration"),
        ("worth", {"a0": 2.0}, "certificate.worth"),
        ("declaration", {"a0": ["Bob"]}, "certificate.declaration"),
        ("certificate", 2.0, "certificate.certificate: found 2.0"),
        ("remark", "x", "certificate.remark: found an unknown field"),
    ],
)
def test_a_malformed_certificate_is_reported_with_where(field: str, value: Any, said: str) -> None:
    case, certificate = certified("attack", 21)
    with pytest.raises(InvalidInput) as refused:
        certificates.verify(case, {**certificate, field: value})
    assert str(refused.value).startswith(said)


def test_whom_an_attack_attacks_is_looked_at() -> None:
    case, certificate = certified("attack", 21)
    with pytest.raises(NotProved, match="only Bob can be attacked"):
        certificates.verify(case, {**certificate, "declaration": {"a0": "Ann"}})


@pytest.mark.parametrize("kind", ["attack", "one attack"])
def test_no_name_in_an_attack_or_a_plan_is_anybodys(kind: str) -> None:
    looked_at = 0
    for number in range(20, 26):
        case, certificate = certified(kind, number)
        if "plans" not in certificate["proof"]:
            continue
        ahead = [each for each in certificate.get("ahead", []) if each.get("proof")]
        for claim in (certificate, *ahead):
            for part in (claim["declaration"], *claim["proof"]["plans"]):
                for creature, whom in [*part.items()]:
                    for wrong in ({"nobody": whom}, {creature: ["nobody"] if isinstance(whom, list) else "nobody"}):
                        kept = {**part}
                        del part[creature]
                        part.update(wrong)
                        with pytest.raises(NotProved):
                            certificates.verify(case, certificate)
                        part.clear()
                        part.update(kept)
                        looked_at += 1
    assert looked_at > 10


@pytest.mark.parametrize(
    "more", [{"legal": {"zzz": {"nonsense": 1}}}, {"hold": []}, {"hold": [{"attack": ["zzz"], "declaration": {}, "proof": {}}]}]
)
def test_nothing_stands_beside_a_proof_that_has_no_use_for_it(more: dict[str, Any]) -> None:
    case, certificate = certified("attack", 21)
    certificate = certificate | {"proof": {"played out": True}}
    assert "played out" in certificates.verify(case, certificate)
    with pytest.raises(InvalidInput, match="nothing beside"):
        certificates.verify(case, certificate | more)


def test_worths_and_rules_of_its_own_are_said() -> None:
    ox = {"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 2}
    case = Case.model_validate({"id": "own", "rules": "2024-06-07", "players": ["Ann", "Bob"], "battlefield": [ox], "steps": []})
    worth = {"ox": 9, "somebody else": 3}
    certificate = json.loads(json.dumps(certificates.certificate(*best(case, worth=worth), worth)))
    assert certificates.verify(case, certificate).endswith(
        "(Ann's attack: ox → Bob; rules of 2024-06-07; by worths of its own: ox 9)"
    )
    newer = Case.model_validate({**case.model_dump(exclude_unset=True), "rules": "2026-01-16"})
    assert "where the case has those of 2026-01-16" in certificates.verify(newer, certificate)
    plain = json.loads(json.dumps(certificates.certificate(*best(case, worth="flat"), "flat")))
    assert "worths" not in certificates.verify(case, plain)


RULINGS = {
    "id": "lures",
    "rules": "2024-06-07",
    "players": ["Ann", "Bob"],
    "battlefield": [
        {"id": "lure", "controller": "Ann", "text": "All creatures able to block this creature do so."},
        {"id": "ogre", "controller": "Bob"},
        {"id": "elk", "controller": "Ann", "tapped": True},
    ],
    "steps": [{"attack": {"elk": "Bob"}}, {"attack": {"lure": "Bob"}}, {"block": {}}, {"block": {"ogre": ["lure"]}}],
}
for _each in RULINGS["battlefield"]:
    _each.update(types=["Creature"], power=1, toughness=1)  # type: ignore[attr-defined]


def test_a_mutated_certificate_of_a_ruling_is_refused_or_right() -> None:
    case, random, refused = Case.model_validate(RULINGS), Random(3), 0
    true = [json.loads(json.dumps(each)) for each in rulings.certified(case) if isinstance(each, dict)]
    assert len(true) == 4
    for number in range(600):
        ruling = true[number % 4]
        wrong = mutated(ruling, random)
        try:
            rulings.verify(case, wrong)
        except (NotProved, InvalidInput):
            refused += 1
            continue
        for field in ("step", "declaration", "verdict", "action"):
            assert json.dumps(wrong[field]) == json.dumps(ruling[field]), (field, wrong)
    assert refused > 300


@pytest.mark.parametrize("wrong", [{"more": {"ogre": [[]]}}, {"step": float("inf")}, {"step": 2.0}, {"proof": 5}])
def test_the_command_ends_with_a_clear_error(wrong: dict[str, Any], tmp_path: Path) -> None:
    case = Case.model_validate(RULINGS)
    ruling = [each for each in rulings.certified(case) if isinstance(each, dict)][2]
    (tmp_path / "case.json").write_text(json.dumps(RULINGS))
    (tmp_path / "why.jsonl").write_text(json.dumps({**ruling, **wrong}))
    found = CliRunner().invoke(app, ["verify", str(tmp_path / "case.json"), str(tmp_path / "why.jsonl")])
    assert found.exit_code == 2 and f"certificate.{next(iter(wrong))}: found" in found.stderr
