"""Endings of groups: those that are looked at are as good for the attacking player as any."""

from dataclasses import replace
from random import Random

from declarant.handlers.best_play.endings import GroupEnding, endings
from declarant.handlers.best_play.every_division import results
from declarant.handlers.best_play.fighters import DamageRules, Fighter
from declarant.handlers.best_play.groups import played_out
from declarant.handlers.budget import Budget

KEYWORDS = ("trample", "deathtouch", "lifelink", "indestructible", "wither", "infect")


def drawn(random: Random, id: str) -> Fighter:
    strikes = random.choice([(False, True), (False, True), (True, False), (True, True)])
    return Fighter(
        id,
        random.randint(0, 6),
        random.randint(1, 4),
        random.randint(1, 9),
        *strikes,
        toxic=random.choice([0, 0, 0, 1]),
        unharmed_by=frozenset(["a"] if id != "a" and random.random() < 0.1 else []),
        **{word: random.random() < (0.2 if word != "wither" and word != "infect" else 0.05) for word in KEYWORDS},  # type: ignore[arg-type]
    )


def no_worse(one: GroupEnding, other: GroupEnding) -> bool:
    """Whether an ending is no worse than another for the attacking player, in anything."""
    if any(x < y for x, y in zip(one[2:], other[2:], strict=True)):
        return False
    own = one.alive[0] or not other.alive[0]
    if not own or (other.alive[0] and one.counters[0] > other.counters[0]):
        return False
    return all(
        not living or (lived and n >= m)
        for living, lived, n, m in zip(one.alive[1:], other.alive[1:], one.counters[1:], other.counters[1:], strict=True)
    )


def test_no_ending_that_is_left_out_is_better_for_the_attacking_player() -> None:
    random, rules, fewer = Random(2), DamageRules(), 0
    for _ in range(1_500):
        attacker, blockers = drawn(random, "a"), [drawn(random, f"b{n}") for n in range(random.randint(0, 3))]
        every = endings(attacker, blockers, rules, Budget())
        few = endings(attacker, blockers, rules, Budget(), best_only=True)
        assert few.keys() <= every.keys()
        for each in every:
            assert any(no_worse(other, each) for other in few), (attacker, blockers, each)
        fewer += len(few) < len(every)
    assert fewer > 50


def test_a_group_comes_to_what_every_division_makes_of_it() -> None:
    random = Random(6)
    for _ in range(600):
        rules = random.choice([DamageRules(), DamageRules(), DamageRules(ordered=True), DamageRules(deathtouch="trigger")])
        group = [drawn(random, "a"), *(drawn(random, f"b{n}") for n in range(random.randint(0, 3)))]
        if random.random() < 0.5:  # counters take some of what creatures are worth
            sized = [replace(each, worth=2 * each.power + each.toughness + 1, wears=(each.power, 2, 1)) for each in group]
            group = [replace(sized[0], wither=random.random() < 0.5, infect=random.random() < 0.5), *sized[1:]]
        outcome = played_out(group[0], group[1:], rules)
        ways, losses, fates = zip(*results(group, rules), strict=True)
        for one, other in ((outcome.ways, ways), (ways, outcome.ways)):
            for worth, lost, linked in other:
                assert any(w <= worth and n >= lost and gained >= linked for w, n, gained in one), group
        assert outcome.losses == tuple(map(max, zip(*losses, strict=True))), group
        assert outcome.kills == any(killed for _, killed in fates)
        assert (outcome.falls > 0) == all(falls for falls, _ in fates)


def test_endings_are_worth_what_groups_are() -> None:
    random = Random(5)
    for _ in range(400):
        rules = random.choice([DamageRules(), DamageRules(ordered=True), DamageRules(lifelink_is_result=False)])
        group = [drawn(random, "a"), *(drawn(random, f"b{n}") for n in range(random.randint(0, 2)))]
        found = endings(group[0], group[1:], rules, Budget())
        outcome = played_out(group[0], group[1:], rules)
        assert max(each.lost for each in found) == outcome.life
        assert max(each.lost_first for each in found) == outcome.life_first
        assert (max(e.poison_first for e in found), max(e.poison for e in found)) == outcome.losses[2:]
