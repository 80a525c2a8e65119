"""`--hold`: the best attack after which those at home survive if everything swings back, against trying each; certified."""

import json
from random import Random
from typing import Any

import pytest
from declarant.handlers.best_play.attacks import NothingHolds
from declarant.handlers.legality.verification import NotProved
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case

pytest.importorskip("highspy")

KEYWORDS = (
    "Flying",
    "Reach",
    "Vigilance",
    "Menace",
    "First strike",
    "Trample",
    "Lifelink",
    "Deathtouch",
    "This creature can't block.",
)
NO_ATTACK = "Defender", "This creature can't attack.", "This creature doesn't untap during your untap step.", "stunned"
"""Of creatures that don't attack in the next turn, those that untap or not and are tapped now."""


def drawn(random: Random) -> dict[str, Any]:
    """A board of two players with a few creatures and little life, Ann's untapped and some of Bob's tapped."""
    battlefield = []
    for controller, most in (("Ann", 4), ("Bob", 3)):
        for number in range(random.randint(1, most)):
            creature: dict[str, Any] = {
                "id": f"{controller}{number}",
                "controller": controller,
                "types": ["Creature"],
                "power": random.randint(1, 3),
                "toughness": random.randint(1, 3),
                "text": random.choice(KEYWORDS) if random.random() < 0.6 else "",
                "tapped": controller == "Bob" and random.random() < 0.4,
            }
            if controller == "Bob" and random.random() < 0.15:
                creature["text"] = word = random.choice(NO_ATTACK)
                creature["tapped"] = word in NO_ATTACK[2:]
                if word == "stunned":
                    creature |= {"text": "", "counters": {"stun": 1}}
            battlefield.append(creature)
    life = {"Ann": random.randint(2, 7), "Bob": random.randint(6, 12)}
    return {"id": "drawn", "players": ["Ann", "Bob"], "life": life, "battlefield": battlefield, "steps": []}


def worth_of(board: dict[str, Any], attack: tuple[str, ...]) -> int | None:
    """What an attack is worth to Ann (None: it wins), by the best block to it."""
    if not attack:
        return 0
    given = {**board, "steps": [{"attack": dict.fromkeys(attack, "Bob")}]}
    found = best(Case.model_validate(given), action="block", step=1, worth="flat")[0].value
    return None if found is None else -found


def survives(board: dict[str, Any], attack: tuple[str, ...]) -> bool:
    """Whether Ann can live in Bob's next turn, in which all of his creatures attack that may, untapped."""
    away = {each["id"] for each in board["battlefield"] if each["id"] in attack and each["text"] != "Vigilance"}
    creatures = [{**each, "tapped": each["id"] in away} for each in board["battlefield"]]
    able = (each for each in creatures if each["text"] not in NO_ATTACK and "counters" not in each)
    swing = {each["id"]: "Ann" for each in able if each["controller"] == "Bob"}
    given = {**board, "battlefield": creatures, "active": "Bob", "steps": [{"attack": swing}]}
    return not swing or best(Case.model_validate(given), action="block", step=1, worth="flat")[0].value is not None


def test_no_attack_that_holds_is_worth_more() -> None:
    random, differ, refused, lost = Random(1), 0, 0, 0
    for _ in range(30):
        board = drawn(random)
        mine = [each["id"] for each in board["battlefield"] if each["controller"] == "Ann"]
        every = [tuple(id for n, id in enumerate(mine) if mask >> n & 1) for mask in range(1 << len(mine))]
        worths = {attack: worth_of(board, attack) for attack in every}
        case = Case.model_validate(board)
        if None in worths.values():
            assert best(case, action="attack", hold=True, worth="flat")[0].wins
            continue
        holding = [attack for attack in every if survives(board, attack)]
        if not holding:
            lost += 1
            with pytest.raises(NothingHolds, match="nothing survives the swing back"):
                best(case, action="attack", hold=True, worth="flat")
            continue
        most = max(worths[attack] or 0 for attack in holding)
        report, found = best(case, action="attack", hold=True, worth="flat")
        assert (report.value, report.proven) == (most, True), board
        assert tuple(report.declaration) in holding
        certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
        assert "survive if everything swings back" in certificates.verify(case, certificate)
        better = max(worths[attack] or 0 for attack in every)
        differ += most < better
        for lie in lies(certificate, worths, better):
            refused += 1
            with pytest.raises(NotProved):
                certificates.verify(case, lie)
    assert differ > 3 and refused > 45


def lies(true: dict[str, Any], worths: dict[tuple[str, ...], int | None], better: int) -> list[dict[str, Any]]:
    """What isn't so: a better value, attacks that weren't given up, another attack, nobody left home who survives."""
    false = [{**true, "value": true["value"] + 1}, {**true, "hold": [each for each in true["hold"] if each["value"] is None]}]
    if true["value"] < better:
        false.append({name: value for name, value in true.items() if name != "hold"})
        false.append({**true, "hold": [each for each in true["hold"] if each["value"] is not None]})
        false.append({**true, "hold": [{**each, "attack": []} if each["value"] is None else each for each in true["hold"]]})
    for attack, worth in worths.items():
        if worth is not None and worth < true["value"]:
            false.append({**true, "value": worth, "declaration": dict.fromkeys(attack, "Bob")})
    return false


def test_creatures_that_are_alike_as_attackers_may_differ_at_home() -> None:
    creature = {"types": ["Creature"], "controller": "Ann", "power": 2, "toughness": 2}
    bird = {
        **creature,
        "id": "bird",
        "controller": "Bob",
        "power": 3,
        "toughness": 3,
        "text": "Flying\nThis creature can't block.",
    }
    for order in (("ox", "web"), ("web", "ox")):
        mine = [{**creature, "id": id, "text": "Reach" if id == "web" else ""} for id in order]
        case = {"id": "alike", "players": ["Ann", "Bob"], "life": {"Ann": 3}, "battlefield": [*mine, bird], "steps": []}
        report, _ = best(Case.model_validate(case), action="attack", hold=True, worth="flat")
        assert (report.value, report.declaration) == (2, {"ox": "Bob"})
