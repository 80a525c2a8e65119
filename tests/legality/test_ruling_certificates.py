"""Certificates of rulings: each true claim is proved and accepted, no false or spoilt one is."""

import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from declarant.events.errors import InvalidInput
from declarant.handlers.legality import proving
from declarant.handlers.legality.comparison import DOCTRINES
from declarant.handlers.legality.proving import better, prove, prove_best
from declarant.handlers.legality.search import linear_program
from declarant.handlers.legality.search.maximum import maximum
from declarant.handlers.legality.search.model import Constraint, Count, DeclarationModel, obeyed, obeys_restrictions
from declarant.handlers.legality.verification import NotProved, check_best, check_better, check_more, check_most
from declarant.handlers.rulebook.editions import Requirements
from declarant.tools.audit.certificates import NotCertified, certified, verify
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_cases
from declarant.tools.cli.app import app
from typer.testing import CliRunner

SHARED = Path(__file__).parents[3] / "shared"


def drawn(random: Random) -> DeclarationModel:
    """A small model with all kinds of rows."""
    n, m = random.randint(2, 6), random.randint(1, 5)

    def counted() -> Count:
        return Count(random.getrandbits(n) or 1, random.getrandbits(m) or 1)

    every = (1 << n) - 1
    restrictions = []
    for _ in range(random.randint(0, 3)):
        target = Count(every, 1 << random.randrange(m))
        low, high = Constraint(target, 2, None, target), Constraint(counted(), 0, random.randint(1, 2))
        restrictions.append(random.choice((low, high, Constraint(counted(), random.randint(1, 2), None, counted()))))
    requirements = []
    for _ in range(random.randint(1, 8)):
        one = Constraint(Count(1 << random.randrange(n), (1 << m) - 1), 1)
        many = Constraint(Count(every, 1 << random.randrange(m)), random.randint(1, 3))
        requirements.append(random.choice((one, many, Constraint(counted(), 1, None, counted()), Constraint(counted(), 0, 1))))
    capacity = [random.choice((1, 1, 1, 2)) for _ in range(n)]
    allowed = [random.getrandbits(m) for _ in range(n)]
    return DeclarationModel(tuple(map(str, range(n))), tuple(map(str, range(m))), allowed, capacity, restrictions, requirements)


def test_every_maximum_is_proved_with_either_method_and_nothing_less_is(monkeypatch: pytest.MonkeyPatch) -> None:
    random, methods = Random(11), Random(12)
    refused = 0
    for _ in range(250):
        model = drawn(random)
        allowed = model.comparable({})
        best = maximum(model, allowed, {})
        monkeypatch.setattr(proving, "FEW", methods.choice((0, 100_000)))
        proof = prove(model, allowed, best.witness)
        assert check_most(model, allowed, best.witness, proof) == best.obeyed
        if obeys_restrictions(model, {}) and obeyed(model, {}) < best.obeyed:
            assert check_more(model, allowed, {}, best.witness) == (obeyed(model, {}), best.obeyed)
            for claim in (proof, {"prices": []}, *spoilt(proof, random)):
                with pytest.raises(NotProved):
                    check_most(model, allowed, {}, claim)
                refused += 1
            with pytest.raises(NotProved):
                check_more(model, allowed, best.witness, {})
    assert refused > 300


OLDER: tuple[Requirements, ...] = ("counted", "local", "local, undeclared creatures")


@pytest.mark.parametrize("doctrine", OLDER)
def test_where_fewer_declarations_are_compared_those_alone_count(doctrine: Requirements) -> None:
    random, legal, illegal = Random(OLDER.index(doctrine)), 0, 0
    for _ in range(250):
        model = drawn(random)
        declared = {unit: option for unit, mask in enumerate(model.allowed) if (option := random.getrandbits(5) & mask)}
        if not obeys_restrictions(model, declared):
            continue
        best = DOCTRINES[doctrine](model, declared, model.comparable(declared))
        assert best.exact
        other, number = better(model, doctrine, declared), obeyed(model, declared)
        if best.obeyed == number:
            legal += 1
            assert check_best(model, doctrine, declared, prove_best(model, doctrine, declared)) == number
            for unit in range(len(model.units)):
                with pytest.raises(NotProved):
                    check_better(model, doctrine, declared, {**declared, unit: model.allowed[unit]})
        else:
            illegal += 1
            assert check_better(model, doctrine, declared, other) == (number, obeyed(model, other))
            for claim in ({"prices": []}, prove_best(model, "local", declared), {"prices": [[0, 10**6]]}):
                with pytest.raises(NotProved):
                    check_best(model, doctrine, declared, claim)
    assert legal > 15 and illegal > 15


def test_a_witness_that_changes_two_creatures_shows_nothing_where_one_is_changed() -> None:
    both = Count(3, 1)
    model = DeclarationModel(
        ("a", "b"),
        ("x",),
        [1, 1],
        [1, 1],
        [Constraint(both, 2, None, both)],
        [Constraint(Count(1, 1), 1), Constraint(Count(2, 1), 1)],
    )
    assert check_better(model, "global", {}, {0: 1, 1: 1}) == (0, 2)
    with pytest.raises(NotProved, match="one creature"):
        check_better(model, "local", {}, {0: 1, 1: 1})
    assert check_best(model, "local", {}, {}) == 0


def spoilt(proof: dict[str, Any], random: Random) -> Iterator[dict[str, Any]]:
    """The proof with something in it changed."""
    for _ in range(4):
        changed = deepcopy(proof)
        leaf = changed
        while "branch" in leaf:
            leaf = random.choice(leaf["at"])
        if leaf["prices"] and random.random() < 0.7:
            entry = random.choice(leaf["prices"])
            entry[1] = random.choice((0, -entry[1], entry[1] * 3, entry[1] + 1, 10**9))
        else:
            leaf["prices"] = [[random.randrange(40), random.randrange(20_000)] for _ in range(3)]
        yield changed


@pytest.mark.parametrize(
    "proof",
    [
        {},
        {"prices": None},
        {"prices": [[0]]},
        {"prices": [[0, -1]]},
        {"prices": [[10**6, 1]]},
        {"prices": [[True, 1]]},
        {"prices": [[0, 1.5]]},
        {"branch": 10**6, "at": [{}, {}]},
        {"branch": 0, "at": [{"prices": []}]},
        {"branch": 0, "at": [[], []]},
    ],
)
def test_what_is_no_proof_is_refused(proof: dict[str, Any]) -> None:
    count = Count(3, 1)
    model = DeclarationModel(
        ("a", "b"), ("x",), [1, 1], [1, 1], [Constraint(count, 0, 1)], [Constraint(Count(1, 1), 1), Constraint(Count(2, 1), 1)]
    )
    with pytest.raises(NotProved):
        check_most(model, [1, 1], {0: 1}, proof)


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout


def test_rulings_are_certified_and_the_certificates_verified_without_highs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linear_program, "_package", lambda: None)
    monkeypatch.setitem(sys.modules, "highspy", None)
    creature = {"types": ["Creature"], "power": 1, "toughness": 1}
    case = {
        "id": "lures",
        "rules": "2024-06-07",
        "players": ["Ann", "Bob"],
        "battlefield": [
            {"id": "lure", "controller": "Ann", "text": "All creatures able to block this creature do so.", **creature},
            {"id": "brute", "controller": "Ann", "text": "Menace", **creature},
            {"id": "bear", "controller": "Bob", **creature},
            {"id": "ox", "controller": "Bob", **creature},
        ],
        "steps": [
            {"attack": {"lure": "Bob", "brute": "Bob"}},
            {"block": {"bear": ["brute"]}},
            {"block": {"bear": ["lure"]}},
            {"block": {"bear": ["lure"], "ox": ["lure"]}},
        ],
    }
    path, certificates = tmp_path / "case.jsonl", tmp_path / "rulings.jsonl"
    path.write_text(json.dumps(case))
    assert run("audit", path, "--certificate", certificates, "--workers", 1)[0] == 0
    written = [json.loads(line) for line in certificates.read_text().splitlines()]
    assert [(each["verdict"], *({"proof", "more", "disobeys"} & each.keys())) for each in written] == [
        ("legal", "proof"),
        ("illegal", "disobeys"),
        ("illegal", "more"),
        ("legal", "proof"),
    ]
    status, out = run("verify", path, certificates)
    assert status == 0 and out.count(": proved: ") == 4
    assert "another declaration obeys 2 requirements, and this one 1" in out
    for number, changes in enumerate(({"verdict": "illegal", "disobeys": True}, {"verdict": "legal", "proof": {"prices": []}})):
        kept = {name: value for name, value in written[3 - number].items() if name not in ("proof", "more")}
        certificates.write_text(json.dumps(kept | changes))
        status, out = run("verify", path, certificates)
        assert status == 1 and "not proved" in out
    certificates.write_text(json.dumps(written[0] | {"declaration": {"lure": ["Bob"]}}))
    assert run("verify", path, certificates)[0] == 2


def test_a_case_that_is_refused_as_it_expects_is_passed_over_and_any_other_is_bad_input(tmp_path: Path) -> None:
    empty: dict[str, Any] = {"players": ["Ann", "Bob"], "battlefield": []}
    fine = {"id": "fine", **empty, "steps": [{"attack": {}}]}
    path, certificates = tmp_path / "cases.jsonl", tmp_path / "rulings.jsonl"
    for where, status in (("steps[0].turn", 0), ("teams", 2)):
        refused = {"id": "late", **empty, "steps": [{"turn": "Eve"}], "refused": {"kind": "invalid-input", "where": where}}
        path.write_text("\n".join(map(json.dumps, (refused, fine))))
        run("audit", path, "--certificate", certificates, "--workers", 1)
        found, out = run("verify", path, certificates)
        assert found == status
        assert ("late: passed over" in out, "fine, step 0: proved" in out) == (status == 0, status == 0)


def test_whatever_else_is_wrong_is_reported_and_looked_at_again(tmp_path: Path) -> None:
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    toll = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    case = {
        "id": "all kinds",
        "rules": "2024-06-07",
        "players": ["Ann", "Bob"],
        "mana": {"Ann": "{3}"},
        "battlefield": [
            {"id": "ox", "controller": "Ann", **creature},
            {"id": "elk", "controller": "Ann", "tapped": True, **creature},
            {"id": "cat", "controller": "Ann", "summoning_sick": True, **creature},
            {"id": "dog", "controller": "Ann", **creature},
            {"id": "bear", "controller": "Bob", **creature},
            {"id": "imp", "controller": "Bob", **creature},
            {"id": "moat", "controller": "Bob", "types": ["Enchantment"], "text": toll},
        ],
        "steps": [
            {"attack": {"elk": "Bob"}},
            {"attack": {"cat": "Bob"}},
            {"attack": {"moat": "Bob"}},
            {"attack": {"ox": "moat"}},
            {"attack": {"ox": "Bob", "dog": "Bob"}, "bands": [["ox", "dog"]], "pay": False},
            {"attack": {"ox": "Bob", "dog": "Bob"}},
            {"attack": {"ox": "Bob"}},
            {"block": {"bear": ["dog"]}},
            {"block": {"ox": ["ox"]}},
            {"block": {"bear": ["ox"], "imp": ["ox"]}},
            {"order": {"ox": ["bear", "bear"]}},
            {"order": {"ox": ["bear", "imp"]}},
            {"assign": {"ox": {"bear": 1, "imp": 1}}},
            {"assign": {"ox": {"imp": 2}}},
            {"assign": {"ox": {"bear": 2}}},
            {"deals": True},
        ],
    }
    path, certificates = tmp_path / "case.jsonl", tmp_path / "rulings.jsonl"
    path.write_text(json.dumps(case))
    assert run("audit", path, "--certificate", certificates, "--workers", 1)[0] == 0
    written = [json.loads(line) for line in certificates.read_text().splitlines()]
    assert [each.get("wrong", each["verdict"]) for each in written] == [
        *["attack.choose"] * 3,
        *["attack.targets", "attack.bands", "attack.pay", "legal"],
        *["block.choose", "block.choose", "legal"],
        *["block.order_attacker", "legal", "damage.blocked", "damage.blocked", "legal", "legal"],
    ]
    assert run("verify", path, certificates)[0] == 0
    (read,) = read_cases(path)
    assert isinstance(read, Case)
    for each in written:
        for changes in lies(each):
            with pytest.raises(NotProved):
                verify(read, changes)


def lies(true: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a certificate might claim that isn't so."""
    if true["verdict"] == "legal":
        yield from ({**true, "verdict": "illegal", **claim} for claim in ({}, {"disobeys": True}, {"more": {}}))
        yield {**true, "verdict": "undecided"}
    else:
        bare = {name: value for name, value in true.items() if name not in ("wrong", "more", "disobeys")}
        yield from (bare, {**bare, "verdict": "legal"}, {**bare, "verdict": "legal", "proof": {"prices": []}})
    for concept in ("attack.choose", "block.pay", "block.choose", "damage.power", "attack.requirements", "no rule", True):
        if concept != true.get("wrong"):
            yield {**true, "verdict": "illegal", "wrong": concept}


NO_CHOICES = {
    ("dmg-ed-stack-no-more-2009-07-11", 4): "a creature leaves where nothing can happen",
    ("dmg-ed-stack-no-more-2012-08-01", 4): "a creature leaves where nothing can happen",
}
"""The rulings that have no certificate, all there are: they aren't about what a player declares, orders or assigns."""


@pytest.mark.skipif(not (SHARED / "cases").exists(), reason="no ../shared/cases")
@pytest.mark.parametrize("name", ["damage", "editions", "peers", "seeds"])
def test_rulings_of_shared_cases_are_certified(name: str) -> None:
    proved = 0
    for case in read_cases(SHARED / "cases" / f"{name}.jsonl"):
        assert isinstance(case, Case)
        ruled = [index for index, step in enumerate(case.steps) if step.model_fields_set & {"expect"}]
        found = list(certified(case))
        assert len(found) >= len(ruled)
        for each in found:
            if isinstance(each, NotCertified):
                assert any(str(each).startswith(f"{id}, step {step}: ") for id, step in NO_CHOICES)
                continue
            if name == "editions" or each["verdict"] == "illegal":
                assert verify(case, each)
                proved += 1
                with pytest.raises((NotProved, InvalidInput)):
                    verify(case, each | {"verdict": "legal" if each["verdict"] == "illegal" else "illegal"})
    assert proved > 40
