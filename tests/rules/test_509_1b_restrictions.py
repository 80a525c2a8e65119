"""509.1b in every edition: no restriction on blocking may be disobeyed; evasion abilities are cumulative and matter only then."""

import pytest
from referee import (
    ANN,
    BEFORE_BATTLES,
    BOB,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    Check,
    attack,
    block,
    blocking,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    instead,
    legal,
    unblocked,
)

BEAR, OX = creature("bear", ANN), creature("ox", ANN)
GUARD, WALL, GIANT = creature("guard", BOB), creature("wall", BOB, subtypes=("Wall",)), creature("giant", BOB, power=5)
TRIO = (GUARD, WALL, GIANT)


@pytest.mark.parametrize("rules", [BEFORE_BATTLES, WITH_ORDERS, WITHOUT_ORDERS])
def test_a_creature_that_cannot_block_does_not_block(rules: str) -> None:
    given(BEAR, creature("idler", BOB, "This creature can't block."), rules=rules).when(
        attack(bear=BOB), block(idler="bear")
    ).then(illegal("509.1b", "idler", "can't block"), instead(), blocking(), unblocked())


def test_a_creature_that_cannot_be_blocked_is_not_blocked() -> None:
    given(creature("ghost", ANN, "This creature can't be blocked."), GUARD).when(attack(ghost=BOB), block(guard="ghost")).then(
        illegal("509.1b", "guard", "ghost")
    )


def test_another_attacker_than_the_one_that_cannot_be_blocked_is_blocked() -> None:
    given(creature("ghost", ANN, "This creature can't be blocked."), BEAR, GUARD).when(
        attack(ghost=BOB, bear=BOB), block(guard="bear")
    ).then(legal)


@pytest.mark.parametrize("text", ["Creatures can't block this turn.", "[guard] can't block this turn."])
def test_an_effect_keeps_creatures_from_blocking(text: str) -> None:
    given(BEAR, GUARD, effects=(effect(ANN, text),)).when(attack(bear=BOB), block(guard="bear")).then(illegal("509.1b"))


def test_an_effect_makes_a_creature_unblockable() -> None:
    given(BEAR, GUARD, effects=(effect(ANN, "[bear] can't be blocked this turn."),)).when(
        attack(bear=BOB), block(guard="bear")
    ).then(illegal("509.1b"))


def test_a_static_ability_makes_all_creatures_of_its_controller_unblockable() -> None:
    fog = enchantment("fog", ANN, "Creatures you control can't be blocked.")
    given(BEAR, GUARD, fog).when(attack(bear=BOB), block(guard="bear")).then(illegal("509.1b", "fog"))


def test_a_static_ability_does_nothing_for_the_creatures_of_others() -> None:
    fog = enchantment("fog", BOB, "Creatures you control can't be blocked.")
    given(BEAR, GUARD, fog).when(attack(bear=BOB), block(guard="bear")).then(legal)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("This creature can't be blocked by Walls.", {"guard", "giant"}),
        ("This creature can't be blocked except by Walls.", {"wall"}),
        ("This creature can't be blocked by creatures with power 3 or greater.", {"guard", "wall"}),
        ("This creature can't be blocked by creatures with power 2 or less.", {"giant"}),
        ("This creature can't be blocked except by creatures with power 5 or greater.", {"giant"}),
    ],
)
def test_a_quality_says_who_can_block_it(text: str, allowed: set[str]) -> None:
    board = given(creature("sneak", ANN, text), *TRIO)
    for blocker in ("guard", "wall", "giant"):
        ruling = legal if blocker in allowed else illegal("509.1b", blocker)
        board.when(attack(sneak=BOB), block({blocker: "sneak"})).then(ruling)


@pytest.mark.parametrize(("power", "ruling"), [(4, illegal("509.1b")), (5, legal), (6, legal)])
def test_power_is_compared_with_the_power_of_the_source(power: int, ruling: Check) -> None:
    champion = creature("champion", ANN, "Creatures with power less than this creature's power can't block it.", power=5)
    given(champion, creature("guard", BOB, power=power)).when(attack(champion=BOB), block(guard="champion")).then(ruling)


def test_power_is_compared_with_that_of_the_source_also_where_another_creature_is_blocked() -> None:
    champion = creature(
        "champion", ANN, "Creatures with power less than this creature's power can't block creatures you control."
    )
    board = given({**champion, "power": 4}, creature("bear", ANN, power=1), creature("guard", BOB, power=3), GIANT)
    board.when(attack(bear=BOB), block(guard="bear")).then(illegal("509.1b", "champion"))
    board.when(attack(bear=BOB), block(giant="bear")).then(legal)


def test_power_counts_as_it_is_when_blockers_are_declared() -> None:
    champion = creature("champion", ANN, "Creatures with power less than this creature's power can't block it.", power=3)
    given(champion, GUARD).when(attack(champion=BOB), {"changes": {"id": "champion", "power": 2}}, block(guard="champion")).then(
        legal
    )


def test_a_creature_that_can_block_only_some_does_not_block_others() -> None:
    board = given(
        BEAR,
        creature("bird", ANN, "Flying"),
        creature("watch", BOB, "Reach\nThis creature can block only creatures with flying."),
    )
    board.when(attack(bear=BOB, bird=BOB), block(watch="bear")).then(illegal("509.1b", "watch"))
    board.when(attack(bear=BOB, bird=BOB), block(watch="bird")).then(legal)


@pytest.mark.parametrize(("number", "ruling"), [(0, legal), (1, illegal("509.1b")), (2, illegal("509.1b")), (3, legal)])
def test_except_by_three_or_more_creatures(number: int, ruling: Check) -> None:
    hydra = creature("hydra", ANN, "This creature can't be blocked except by three or more creatures.")
    blocks = block(dict.fromkeys(["guard", "wall", "giant"][:number], "hydra"))
    given(hydra, *TRIO).when(attack(hydra=BOB), blocks).then(ruling)


def test_by_more_than_one_creature() -> None:
    board = given(creature("lone", ANN, "This creature can't be blocked by more than one creature."), *TRIO)
    board.when(attack(lone=BOB), block(guard="lone")).then(legal)
    board.when(attack(lone=BOB), block(guard="lone", wall="lone")).then(illegal("509.1b", "lone"))


def test_not_except_by_two_and_not_by_more_than_one_is_not_at_all() -> None:
    board = given(creature("lone", ANN, "Menace\nThis creature can't be blocked by more than one creature."), *TRIO)
    board.when(attack(lone=BOB), block(guard="lone")).then(illegal("509.1b"))
    board.when(attack(lone=BOB), block(guard="lone", wall="lone")).then(illegal("509.1b"))
    board.when(attack(lone=BOB), block()).then(legal)


ALL_OR_NONE = creature("colossus", ANN, "This creature can't be blocked unless all creatures defending player controls block it.")


def test_all_creatures_that_the_defending_player_controls_must_block_it_or_none() -> None:
    board = given(ALL_OR_NONE, GUARD, WALL)
    board.when(attack(colossus=BOB), block(guard="colossus")).then(illegal("509.1b", "colossus"))
    board.when(attack(colossus=BOB), block(guard="colossus", wall="colossus")).then(legal)
    board.when(attack(colossus=BOB), block()).then(legal)


def test_all_creatures_means_tapped_ones_too() -> None:
    given(ALL_OR_NONE, GUARD, creature("sleeper", BOB, tapped=True)).when(attack(colossus=BOB), block(guard="colossus")).then(
        illegal("509.1b", "colossus")
    )


def test_a_creature_that_cannot_block_alone_blocks_in_company() -> None:
    timid = creature("timid", BOB, "This creature can't block alone.")
    board = given(BEAR, OX, timid, GUARD)
    board.when(attack(bear=BOB, ox=BOB), block(timid="bear")).then(illegal("509.1b", "timid"))
    board.when(attack(bear=BOB, ox=BOB), block(timid="bear", guard="ox")).then(legal)


def test_two_creatures_that_cannot_block_alone_are_company_for_each_other() -> None:
    timid = [creature(id, BOB, "This creature can't attack or block alone.") for id in ("timid", "meek")]
    given(BEAR, *timid).when(attack(bear=BOB), block(timid="bear", meek="bear")).then(legal)


def test_company_is_counted_in_creatures_not_in_blocks() -> None:
    timid = creature(
        "timid", BOB, "This creature can't block alone.\nThis creature can block an additional creature each combat."
    )
    given(BEAR, OX, timid).when(attack(bear=BOB, ox=BOB), block(timid=["bear", "ox"])).then(illegal("509.1b"))


def test_unless_at_least_two_other_creatures_block() -> None:
    shy = creature("shy", BOB, "This creature can't block unless at least two other creatures block.")
    board = given(BEAR, shy, *TRIO)
    board.when(attack(bear=BOB), block(shy="bear", guard="bear")).then(illegal("509.1b", "shy"))
    board.when(attack(bear=BOB), block(shy="bear", guard="bear", wall="bear")).then(legal)


def test_a_creature_that_can_block_only_alone_blocks_alone() -> None:
    board = given(BEAR, OX, creature("loner", BOB, "This creature can block only alone."), GUARD)
    board.when(attack(bear=BOB, ox=BOB), block(loner="bear")).then(legal)
    board.when(attack(bear=BOB, ox=BOB), block(loner="bear", guard="ox")).then(illegal("509.1b", "loner"))


def test_a_limit_counts_blockers_not_blocks() -> None:
    narrows = enchantment("narrows", ANN, "No more than one creature can block each combat.")
    wide = creature("wide", BOB, "This creature can block an additional creature each combat.")
    board = given(BEAR, OX, wide, GUARD, narrows)
    board.when(attack(bear=BOB, ox=BOB), block(wide=["bear", "ox"])).then(legal)
    board.when(attack(bear=BOB, ox=BOB), block(wide="bear", guard="ox")).then(illegal("509.1b", "narrows"))


def test_a_limit_holds_in_each_combat_anew() -> None:
    narrows = enchantment("narrows", ANN, "No more than one creature can block each combat.")
    given(creature("bear", ANN, "Vigilance"), GUARD, WALL, narrows).when(
        attack(bear=BOB), block(guard="bear"), {"combat": "again"}, attack(bear=BOB), block(wall="bear")
    ).then(legal)


def test_evasion_abilities_are_cumulative() -> None:
    blockers = (creature("bird", BOB, "Flying"), creature("shade", BOB, "Shadow"), creature("bat", BOB, "Flying, shadow"))
    board = given(creature("wraith", ANN, "Flying, shadow"), *blockers)
    board.when(attack(wraith=BOB), block(bird="wraith")).then(illegal("509.1b", "shadow"))
    board.when(attack(wraith=BOB), block(shade="wraith")).then(illegal("509.1b", "flying"))
    board.when(attack(wraith=BOB), block(bat="wraith")).then(legal)


def test_evasion_gained_after_a_legal_block_leaves_the_block() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"effect": {"on": "bear", "text": "Flying"}}).then(
        blocking(guard=["bear"])
    )


def test_a_restriction_that_begins_after_a_legal_block_leaves_the_block() -> None:
    given(BEAR, GUARD).when(
        attack(bear=BOB), block(guard="bear"), {"effect": effect(ANN, "[guard] can't block this turn.")}
    ).then(blocking(guard=["bear"]))


def test_evasion_lost_after_the_declaration_gives_no_second_chance_to_block() -> None:
    given(creature("bird", ANN, "Flying"), GUARD).when(
        attack(bird=BOB), block(), {"effect": {"on": "bird", "loses_abilities": True}}, block(guard="bird")
    ).then(illegal("509.1"), unblocked("bird"))


def test_evasion_lost_before_the_declaration_is_no_restriction() -> None:
    given(creature("bird", ANN, "Flying"), GUARD).when(
        attack(bird=BOB), {"effect": {"on": "bird", "loses_abilities": True}}, block(guard="bird")
    ).then(legal)


def test_a_creature_blocks_flyers_as_though_it_had_reach() -> None:
    archers = enchantment("nets", BOB, "Creatures you control can block creatures with flying as though they had reach.")
    bird = creature("bird", ANN, "Flying")
    given(bird, GUARD, archers).when(attack(bird=BOB), block(guard="bird")).then(legal)


def test_a_permission_to_block_as_though_leaves_other_restrictions() -> None:
    archers = enchantment("nets", BOB, "Creatures you control can block creatures with flying as though they had reach.")
    wraith = creature("wraith", ANN, "Flying, shadow")
    given(wraith, GUARD, archers).when(attack(wraith=BOB), block(guard="wraith")).then(illegal("509.1b", "shadow"))


def test_every_broken_restriction_is_reported_at_once() -> None:
    given(
        BEAR,
        creature("ghost", ANN, "This creature can't be blocked."),
        creature("brute", ANN, "Menace"),
        creature("idler", BOB, "This creature can't block."),
        GUARD,
        WALL,
    ).when(attack(bear=BOB, ghost=BOB, brute=BOB), block(idler="bear", guard="ghost", wall="brute")).then(
        illegal("509.1b", "idler can't block bear", "guard can't block ghost", "brute can't be blocked except by 2")
    )


def test_the_way_out_breaks_no_restriction_and_keeps_what_can_be_kept() -> None:
    given(BEAR, creature("brute", ANN, "Menace"), GUARD, WALL).when(
        attack(bear=BOB, brute=BOB), block(guard="bear", wall="brute")
    ).then(illegal("509.1b"), instead(guard=["bear"]))


def test_restrictions_are_judged_before_requirements() -> None:
    given(
        BEAR,
        creature("idler", BOB, "This creature can't block."),
        creature("eager", BOB, "This creature blocks each combat if able."),
    ).when(attack(bear=BOB), block(idler="bear")).then(illegal("509.1b"))


@pytest.mark.parametrize("power", [2, 3, 4])
def test_creatures_with_lesser_or_greater_power_are_compared_with_what_they_would_block(power: int) -> None:
    elk = creature("elk", BOB, power=power)
    for compared, allowed in (("lesser", power >= 3), ("greater", power <= 3)):
        imp = creature("imp", ANN, f"Creatures with {compared} power can't block this creature.", power=3)
        given(imp, elk).when(attack(imp=BOB), block(elk="imp")).then(legal if allowed else illegal("509.1b", compared))
