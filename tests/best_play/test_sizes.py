"""Boards that are large: like creatures are counted, great numbers don't matter, and bounds don't exceed what all can do."""

import json
from typing import Any, Literal

import pytest
from declarant.events.errors import Undecided
from declarant.handlers.budget import Budget
from declarant.handlers.legality.verification import NotProved
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case

pytest.importorskip("highspy")


def board(mine: list[tuple[int, int, str]], theirs: list[tuple[int, int, str]], *, attacking: bool, life: int = 20) -> Case:
    def creatures(letter: str, player: str, sizes: list[tuple[int, int, str]]) -> list[dict[str, Any]]:
        return [
            {"id": f"{letter}{n}", "controller": player, "types": ["Creature"], "power": p, "toughness": t, "text": text}
            for n, (p, t, text) in enumerate(sizes)
        ]

    battlefield = creatures("a", "Ann", mine) + creatures("b", "Bob", theirs)
    steps = [{"attack": {f"a{n}": "Bob" for n in range(len(mine))}}] if attacking else []
    return Case.model_validate(
        {"id": "large", "players": ["Ann", "Bob"], "life": {"Bob": life}, "battlefield": battlefield, "steps": steps}
    )


def test_like_attackers_are_counted() -> None:
    case = board([(2, 2, "")] * 17, [(3, 3, "")] * 2, attacking=False, life=40)
    report, found = best(case, worth="flat")
    assert report.proven and report.value is not None
    certificates.verify(case, json.loads(json.dumps(certificates.certificate(report, found, "flat"))))
    some = board([(2, 2, "This creature attacks each combat if able.")] * 3 + [(2, 2, "")] * 17, [], attacking=False, life=90)
    assert best(some, worth="flat")[0].value == 40


SIZES = [(n % 5 + 1, n % 4 + 1, ("", "Flying", "Trample", "First strike", "Menace")[n % 5]) for n in range(20)]


@pytest.mark.parametrize("blockers", [20, 6])
def test_attacks_of_twenty_creatures_are_proved(blockers: int) -> None:
    case = board(SIZES, SIZES[:blockers], attacking=False)
    report, found = best(case, worth="flat")
    assert report.proven
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
    certificates.verify(case, certificate)
    if report.value is not None:
        with pytest.raises(NotProved):
            certificates.verify(case, {**certificate, "value": report.value + 1})
        with pytest.raises(NotProved):
            certificates.verify(case, {**certificate, "proof": {**certificate["proof"], "plans": []}})


def test_restricted_attacks_beyond_counting_are_stated() -> None:
    alone = [(n, n, "This creature can't attack alone.") for n in range(1, 21)]
    with pytest.raises(Undecided, match="attacks that differ"):
        best(board(alone, [], attacking=False), worth="flat")


@pytest.mark.parametrize("attacking", [True, False])
def test_tramplers_of_a_million_power(attacking: bool) -> None:
    sides = [(10**6, 3, "Trample")] * 4 + [(10**6, 2, "Trample\nFirst strike")] * 2, [(n, n, "") for n in range(1, 7)]
    report, _ = best(board(*sides, attacking=attacking, life=10**6), worth="flat")
    assert report.proven and (report.value, report.wins) == (None, not attacking)


def test_a_bound_is_no_more_than_all_creatures_can_do() -> None:
    sizes = [(n % 5 + 1, n % 4 + 1, "") for n in range(20)]
    report, _ = best(board(sizes, sizes, attacking=True, life=200), budget=Budget(1), worth="flat")
    least, most = report.bounds
    assert least is not None and most is not None and least <= most <= sum(p + t for p, t, _ in sizes)


@pytest.mark.parametrize("worth", ["flat", "one"])
@pytest.mark.parametrize("attacking", [True, False])
def test_tramplers_of_a_million_power_are_proved_against_walls(attacking: bool, worth: Literal["flat", "one"]) -> None:
    texts = ("", "Lifelink", "First strike", "Deathtouch", "Reach", "Vigilance")
    case = board(
        [(10**6, 10**6, "Trample")] * 4, [(n, 10**6, text) for n, text in enumerate(texts, 1)], attacking=attacking, life=10**6
    )
    report, found = best(case, worth=worth)
    assert report.proven and report.value is not None and len(found.line[-1]["damage"]) > 1
    certificate = json.loads(json.dumps(certificates.certificate(report, found, worth)))
    assert f"worth {report.value / report.unit:.15g}," in certificates.verify(case, certificate)


def test_a_million_power_is_proved_and_checked_and_written_out() -> None:
    case = board([(10**6, 10**6, "Trample")] * 2, [(2, 10**6, "")] * 2 + [(1, 1, "")], attacking=True, life=10**6)
    report, found = best(case, worth="flat")
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
    assert f"worth {report.value}," in certificates.verify(case, certificate)
