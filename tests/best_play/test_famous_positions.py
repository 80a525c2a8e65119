"""Twenty positions of which every player knows the answer; by the worth `one`, at least nineteen are right."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case

pytest.importorskip("highspy")

Sizes = Iterable[tuple[str, int, int, str]]


class Known(NamedTuple):
    """A position, and what is to be declared in it: an attack, or where Ann attacks, Bob's block."""

    what: str
    case: dict[str, Any]
    right: tuple[dict[str, Any], ...]


def known(what: str, ann: Sizes, bob: Sizes, *right: dict[str, Any], attack: str = "", life: tuple[int, int] = (20, 20)) -> Known:
    battlefield = [
        {"id": id, "controller": player, "types": ["Creature"], "power": power, "toughness": toughness, "text": text}
        for player, side in (("Ann", ann), ("Bob", bob))
        for id, power, toughness, text in side
    ]
    steps = [{"attack": dict.fromkeys(attack.split(), "Bob")}] if attack else []
    players = {"players": ["Ann", "Bob"], "life": dict(zip(("Ann", "Bob"), life, strict=True))}
    return Known(what, {"id": "known", **players, "battlefield": battlefield, "steps": steps}, right)


TITAN, OX, ELVES = [("titan", 6, 6, "")], [("ox", 3, 2, "")], [("elves", 1, 1, "")]
BEARS, LORD = [("bear", 2, 2, "")], [("lord", 2, 2, "Other creatures you control get +1/+1.")]
WALKER = {"id": "walker", "controller": "Bob", "types": ["Planeswalker"], "loyalty": 4}

POSITIONS = (
    known("no chump of a 6/6 at 20", TITAN, ELVES, {}, attack="titan"),
    known("no chump of a 3/2 with the elves at 20", OX, ELVES, {}, attack="ox"),
    known("nor at 12", OX, ELVES, {}, attack="ox", life=(20, 12)),
    known("nor at 8", OX, ELVES, {}, attack="ox", life=(20, 8)),
    known("chump the 6/6 at 5", TITAN, ELVES, {"elves": ("titan",)}, attack="titan", life=(20, 5)),
    known("a 2/2 blocks a 2/2", BEARS, [("cub", 2, 2, "")], {"cub": ("bear",)}, attack="bear"),
    known("a 5/5 doesn't block a 1/1 with deathtouch", [("asp", 1, 1, "Deathtouch")], [("ogre", 5, 5, "")], {}, attack="asp"),
    known(
        "two 3/3s block a 5/5",
        [("ogre", 5, 5, "")],
        [("a", 3, 3, ""), ("b", 3, 3, "")],
        {"a": ("ogre",), "b": ("ogre",)},
        attack="ogre",
    ),
    known("a flyer goes past a 3/3 at 20", [("bird", 3, 3, "Flying")], [("elk", 3, 3, "")], {"bird": "Bob"}),
    known("and stays at home at 3", [("bird", 3, 3, "Flying")], [("elk", 3, 3, "")], {}, life=(3, 20)),
    known(
        "a 5/5 stays at home at 4 against two 2/2s", [("ogre", 5, 5, "")], [("a", 2, 2, ""), ("b", 2, 2, "")], {}, life=(4, 20)
    ),
    known("a lord doesn't trade with a 2/2", BEARS, [*LORD, ("elk", 3, 3, "Defender")], {"elk": ("bear",)}, attack="bear"),
    known("a wall blocks a 3/3", [("ox", 3, 3, "")], [("wall", 0, 4, "Defender")], {"wall": ("ox",)}, attack="ox"),
    known("a first striker blocks its like", BEARS, [("blade", 2, 2, "First strike")], {"blade": ("bear",)}, attack="bear"),
    known("nobody stops what nobody can block", [("ox", 3, 3, "")], [], {"ox": "Bob"}),
    known("a 2/2 doesn't attack into a 3/3", BEARS, [("ox", 3, 3, "")], {}),
    known("all attack where that wins", [*BEARS, ("ox", 3, 3, "")], ELVES, {"bear": "Bob", "ox": "Bob"}, life=(20, 2)),
    known("one blocks, rather than lose", [*BEARS, ("ox", 3, 3, "")], ELVES, {"elves": ("ox",)}, attack="bear ox", life=(20, 3)),
    known("a 1/1 trades with a 4/1", [("brute", 4, 1, "")], ELVES, {"elves": ("brute",)}, attack="brute"),
    known("a 3/3 kills a walker with 3 loyalty", [("ox", 3, 3, "")], [], {"ox": "walker"}),
)
POSITIONS[-1].case["battlefield"].append({**WALKER, "loyalty": 3})


def test_nineteen_of_twenty_famous_positions_are_right_and_proved() -> None:
    wrong = []
    for each in POSITIONS:
        case = Case.model_validate(each.case)
        report, found = best(case, worth="one")
        assert report.proven, each.what
        certificates.verify(case, certificates.certificate(report, found, "one"))
        if report.declaration not in each.right:
            wrong.append((each.what, report.declaration))
    assert len(POSITIONS) == 20 and len(wrong) <= 1, wrong


def test_a_planeswalker_is_worth_what_loyalty_is_left() -> None:
    known_position = known("", [("ox", 3, 3, "")], [])
    case = {**known_position.case, "battlefield": [*known_position.case["battlefield"], WALKER]}
    report, _ = best(Case.model_validate(case), worth="one")
    assert report.declaration == {"ox": "walker"} and report.value == 18  # 3 of 4 points of loyalty, at 1.5 each
