"""Divisions of damage that the checker of certificates leaves out: they come to nothing that the others don't."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from declarant.handlers.best_play import every_division
from declarant.handlers.best_play.fighters import DamageRules, Fighter
from declarant.handlers.legality.verification import NotProved

RULES = (DamageRules(), DamageRules(ordered=True), DamageRules(ordered=True, deathtouch="any order", lifelink_is_result=False))


def drawn(random: Random, id: str) -> Fighter:
    early = random.random() < 0.4
    names = ("trample", "deathtouch", "lifelink", "wither", "infect", "indestructible")
    has = {name: True for name in names if random.random() < (0.5 if name == "trample" else 0.2)}
    size = random.randint(0, 7), random.randint(1, 4)
    safe = frozenset({"a"}) if id != "a" and random.random() < 0.15 else frozenset[str]()
    late, worth = not early or random.random() < 0.5, random.randint(-3, 9)
    marked = random.randint(0, size[1] - 1)
    return Fighter(id, *size, worth, early=early, late=late, marked=marked, unharmed_by=safe, wears=(size[0], 1, 1), **has)


def every_way(
    group: Sequence[Fighter], state: every_division.States, order: Sequence[int], rules: DamageRules, power: int, *, early: bool
) -> Iterator[dict[int, int]]:
    """Each division that the rules allow, written out: an amount for each creature, and for the player what is left."""
    a, standing = group[0], [number for number in order if state[number][2]]
    if not power or not standing:
        yield {0: power} if power and (a.trample or len(group) == 1) else {}
        return

    def lethal(number: int) -> int:
        damage, counters, _ = state[number]
        needed = max(0, group[number].toughness - counters - damage)
        return min(needed, 1) if a.deathtouch and rules.deathtouch == "any damage is lethal" else needed

    def split(left: int, among: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if not among:
            yield ()
            return
        for n in range(left + 1):
            yield from ((n, *rest) for rest in split(left - n, among[1:]))

    in_order = rules.ordered and not (a.deathtouch and rules.deathtouch == "any order")
    for amounts in split(power, standing):
        enough = [n >= lethal(number) for n, number in zip(amounts, standing, strict=True)]
        left = power - sum(amounts)
        if left and not (a.trample and all(enough)):
            continue
        if in_order and any(n and not all(enough[:i]) for i, n in enumerate(amounts)):
            continue
        yield {**dict(zip(standing, amounts, strict=True)), 0: left}


def worst(group: Sequence[Fighter], rules: DamageRules) -> list[object]:
    """What the checker asks of all ways: the least values at some slopes, the most losses, who is destroyed."""
    ways = list(every_division.results(group, rules))
    prices = [(slope, gained) for slope in (0, 1, 4) for gained in (0, 2)]
    values = [min(worth - slope * lost - gained * linked for (worth, lost, linked), _, _ in ways) for slope, gained in prices]
    losses = [max(each) for each in zip(*(losses for _, losses, _ in ways), strict=True)]
    return [values, losses, all(falls for _, _, (falls, _) in ways), any(kills for _, _, (_, kills) in ways)]


@pytest.mark.parametrize("rules", RULES)
def test_what_is_left_out_comes_to_nothing_else(rules: DamageRules, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(f"divisions {rules}")
    groups = [[drawn(random, id) for id in "abcd"[: random.randint(2, 4)]] for _ in range(150)]
    found = [worst(group, rules) for group in groups]
    monkeypatch.setattr(every_division, "_divisions", every_way)
    for group, each in zip(groups, found, strict=True):
        assert each == worst(group, rules), group


def test_a_million_power_is_divided_in_a_few_ways() -> None:
    group = [Fighter("a", 10**6, 10**6, 5, trample=True), *(Fighter(id, 2, 10**6, 3) for id in "bcd")]
    assert sum(1 for _ in every_division.results(group, DamageRules())) < 100


def test_more_ways_than_can_be_looked_at_prove_nothing() -> None:
    group = [Fighter("a", 10**6, 10**6, 5, wither=True), *(Fighter(id, 2, 10**6, 3) for id in "bcd")]
    with pytest.raises(NotProved, match="divisions of damage"):
        list(every_division.results(group, DamageRules()))
