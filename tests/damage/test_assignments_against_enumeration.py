"""What may be assigned, against plain enumeration of everything that could be: legal or not, how many, the only one, one near."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest
from declarant.events.errors import Undecided
from declarant.handlers.damage_assignment.assigning import DamageToAssign, Striker, Way, divisions
from declarant.handlers.damage_assignment.legal_assignments import LegalAssignments

Assignment = dict[str, dict[str, int]]


def drawn(seed: int) -> DamageToAssign:
    """A small step: attackers that trample, keep orders, touch or may choose between ways, blocked by the same few creatures."""
    random = Random(seed)
    creatures = [f"b{number}" for number in range(random.randint(1, 3))]
    strikers = {}
    for number in range(random.randint(1, 3)):
        faced = tuple(random.sample(creatures, random.randint(0, len(creatures))))
        ways = []
        for _ in range(random.choice((0, 1, 1, 1, 2))):
            over = random.choice((None, "Bob", "w1")) if faced else random.choice(("Bob", "w1"))
            beyond = "Bob" if over == "w1" and random.random() < 0.6 else None
            order = random.choice(((), faced, faced[:2], faced[:1])) if len(faced) > 1 else ()
            unplaced = tuple(each for each in faced if each not in order) if random.random() < 0.4 else ()
            ways += Way(faced, over, beyond).in_order(order, unplaced) if faced or beyond else [Way((over or "Bob",))]
        strikers[f"a{number}"] = Striker(f"a{number}", random.randint(0, 4), tuple(ways), random.random() < 0.3)
    lethal = {creature: random.randint(0, 3) for creature in creatures} | {"w1": random.randint(0, 2)}
    standing = {"c1": {random.choice(creatures): random.randint(1, 2)}} if random.random() < 0.3 else {}
    touching = {id for id, each in strikers.items() if each.deathtouch} | ({"c1"} if random.random() < 0.3 else set())
    return DamageToAssign(strikers, lethal, frozenset(["w1"]), standing, frozenset(touching))


def every(step: DamageToAssign) -> Iterator[Assignment]:
    """Everything that could be assigned to the recipients at all, legal or not."""
    whole = [
        [{}] if striker.amount <= 0 or not striker.ways else list(divisions(striker.amount, striker.recipients))
        for striker in step.strikers.values()
    ]
    for amounts in product(*whole):
        yield dict(zip(step.strikers, amounts, strict=True))


def is_legal(step: DamageToAssign, assignment: Assignment) -> bool:
    """The rules read off one by one, without anything of the module under test but its data."""

    def total(recipient: str) -> int:
        return sum(each.get(recipient, 0) for assigned in (step.standing, assignment) for each in assigned.values())

    def lethal(recipient: str) -> bool:
        touched = recipient not in step.planeswalkers and any(
            amounts.get(recipient, 0) > 0 and source in step.touching
            for assigned in (step.standing, assignment)
            for source, amounts in assigned.items()
        )
        return touched or total(recipient) >= step.lethal.get(recipient, 0)

    def allows(way: Way, amounts: dict[str, int]) -> bool:
        if not set(amounts) <= {*way.among, way.over, way.beyond}:
            return False
        over, beyond = amounts.get(way.over or "", 0), amounts.get(way.beyond or "", 0)
        if (over or beyond) and not all(map(lethal, way.among)):
            return False
        if beyond and way.over is not None and not lethal(way.over):
            return False
        placed = {*way.order, *way.unplaced}
        return any(
            all(lethal(before) for place, recipient in enumerate(order) if amounts.get(recipient) for before in order[:place])
            for order in permutations(placed)
            if tuple(each for each in order if each in way.order) == way.order
        )

    return all(
        not amounts
        if step.strikers[id].amount <= 0 or not step.strikers[id].ways
        else any(allows(way, amounts) for way in step.strikers[id].ways)
        for id, amounts in assignment.items()
    )


def frozen(assignment: Assignment) -> frozenset[object]:
    return frozenset((id, frozenset(amounts.items())) for id, amounts in assignment.items())


@pytest.mark.parametrize("seeds", [range(start, start + 100) for start in range(0, 600, 100)])
def test_what_is_legal_is_what_plain_enumeration_finds(seeds: range) -> None:
    for seed in seeds:
        step = drawn(seed)
        options = LegalAssignments(step, "Ann")
        listed = list(options)
        expected = {frozen(each) for each in every(step) if is_legal(step, each)}
        assert {frozen(each) for each in listed} == expected, seed
        assert len(listed) == len(expected) == options.count(), seed
        for assignment in every(step):
            assert (assignment in options) == (frozen(assignment) in expected), (seed, assignment)


@pytest.mark.parametrize("seeds", [range(start, start + 100) for start in range(0, 300, 100)])
def test_what_is_left_out_is_filled_in_only_where_nothing_else_is_legal(seeds: range) -> None:
    for seed in seeds:
        step = drawn(seed)
        legal = [each for each in every(step) if is_legal(step, each)]
        whole, open_to_choice = step.completed({})
        if not open_to_choice:
            assert [frozen(each) for each in legal] == [frozen(whole)], seed
        assert len(legal) > 1 or not open_to_choice, seed


@pytest.mark.parametrize("seeds", [range(start, start + 100) for start in range(0, 300, 100)])
def test_an_assignment_near_a_wrong_one_is_legal_and_a_right_one_stays(seeds: range) -> None:
    for seed in seeds:
        step = drawn(seed)
        for assignment in list(every(step))[:60]:
            near = step.near(assignment)
            assert is_legal(step, near), (seed, assignment, near)
            if is_legal(step, assignment):
                assert frozen(near) == frozen(assignment), (seed, assignment, near)


def test_each_legal_assignment_is_as_likely_as_any_other() -> None:
    step = drawn(next(seed for seed in range(100) if 4 <= LegalAssignments(drawn(seed), "Ann").count() <= 8))
    options, random = LegalAssignments(step, "Ann"), Random(3)
    drawn_often = Counter(frozen(options.sample(random)) for _ in range(200 * options.count()))
    assert len(drawn_often) == options.count()
    assert all(120 < times < 280 for times in drawn_often.values()), drawn_often


def test_a_great_many_are_counted_without_listing_them_and_listed_lazily() -> None:
    blockers = tuple(f"b{number}" for number in range(10))
    strikers = {f"a{number}": Striker(f"a{number}", 1_000, (Way(blockers[number : number + 1], "Bob"),)) for number in range(10)}
    options = LegalAssignments(DamageToAssign(strikers, dict.fromkeys(blockers, 4)), "Ann")
    assert options.count() == 997**10
    assert next(iter(options)) == {f"a{number}": {f"b{number}": 1_000} for number in range(10)}


def test_too_many_that_depend_on_each_other_are_declined() -> None:
    blockers = tuple(f"b{number}" for number in range(6))
    strikers = {id: Striker(id, 100, (Way(blockers, "Bob"),)) for id in ("a1", "a2")}
    options = LegalAssignments(DamageToAssign(strikers, dict.fromkeys(blockers, 2)), "Ann")
    with pytest.raises(Undecided, match="divisions"):
        options.count()
    assert next(iter(options))["a1"] == {"b0": 100}


@pytest.mark.parametrize("seed", range(20))
def test_of_a_creature_that_divides_freely_the_one_in_that_place_is_drawn(seed: int) -> None:
    random = Random(seed)
    faced = tuple(f"b{number}" for number in range(random.randint(2, 4)))
    step = DamageToAssign({"a": Striker("a", random.randint(0, 5), (Way(faced),), random.random() < 0.3)}, {})
    listed = list(LegalAssignments(step, "Ann"))
    assert LegalAssignments(step, "Ann").sample(Random(seed)) == listed[Random(seed).randrange(len(listed))]
