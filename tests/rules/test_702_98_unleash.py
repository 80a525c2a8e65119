"""702.98a: a creature with unleash can't block as long as it has a +1/+1 counter on it."""

from referee import ANN, BOB, attack, block, blocking, creature, given, illegal, legal

BEAR = creature("bear", ANN)


def test_with_a_counter_it_cannot_block() -> None:
    given(BEAR, creature("brawler", BOB, "Unleash", counters={"+1/+1": 1})).when(attack(bear=BOB), block(brawler="bear")).then(
        illegal("509.1b", "brawler")
    )


def test_without_a_counter_or_with_another_kind_it_blocks() -> None:
    for counters in ({}, {"+1/+1": 0}, {"-1/-1": 1}):
        given(BEAR, creature("brawler", BOB, "Unleash", counters=counters)).when(attack(bear=BOB), block(brawler="bear")).then(
            legal
        )


def test_a_counter_from_elsewhere_counts_as_well() -> None:
    given(BEAR, creature("brawler", BOB, "Unleash")).when(
        attack(bear=BOB), {"changes": {"id": "brawler", "counters": {"+1/+1": 1}}}, block(brawler="bear")
    ).then(illegal("509.1b"))


def test_a_counter_that_comes_after_the_block_changes_nothing() -> None:
    given(BEAR, creature("brawler", BOB, "Unleash")).when(
        attack(bear=BOB), block(brawler="bear"), {"changes": {"id": "brawler", "counters": {"+1/+1": 1}}}
    ).then(blocking(brawler=["bear"]))


def test_a_counter_on_a_creature_without_unleash_forbids_nothing() -> None:
    given(BEAR, creature("guard", BOB, counters={"+1/+1": 1})).when(attack(bear=BOB), block(guard="bear")).then(legal)
