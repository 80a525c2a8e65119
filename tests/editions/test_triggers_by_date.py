"""When abilities trigger on attacks and blocks, through the years: each change on a board of its own, under both rules."""

import pytest
from editions.dates import changed, renumbered, the_day_before, unchanged, under
from referee import ANN, BOB, attack, block, creature, enchantment, given, logged, planeswalker, triggers

ELEPHANT = creature("elephant", ANN, "Whenever this creature becomes blocked, it gets +1/+1 until end of turn.")
KNIGHT = creature("knight", ANN, "Whenever this creature becomes blocked by a creature, it gets +1/+1 until end of turn.")
DRAKE = creature("drake", ANN, "Whenever this creature becomes blocked by two or more creatures, draw a card.")
BEAR, OX = creature("bear", ANN), creature("ox", ANN)
GUARD = creature("guard", BOB, "Whenever this creature blocks, it gets +0/+2 until end of turn.")
DUELIST = creature("duelist", BOB, "Whenever this creature blocks a creature, it gets +1/+0 until end of turn.")
ELK, COW = creature("elk", BOB), creature("cow", BOB)
WALL = {"enters": creature("wall", BOB), "blocking": "knight"}


# --- 1999-04-23 to 2006-04-30: rule 410.9 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["1999-04-23", "2001-07-23", "2003-06-30"])
def test_1999_04_23_once_a_combat_or_once_for_each_creature(day: str) -> None:
    pair = (attack(elephant=BOB, knight=BOB), block(elk="elephant", cow="elephant", guard="knight", duelist="knight"))
    board = given(ELEPHANT, KNIGHT, ELK, COW, GUARD, DUELIST, rules=day)
    board.when(*pair).then(triggers(elephant=1, knight=2, guard=1, duelist=1))


@pytest.mark.parametrize("day", ["1999-04-23", "2006-05-01", "2009-07-11", "2024-11-08"])
def test_1999_04_23_an_effect_makes_it_blocked_but_not_by_a_creature(day: str) -> None:
    made_blocked = (attack(elephant=BOB, knight=BOB), block(), {"becomes_blocked": "elephant"})
    given(ELEPHANT, KNIGHT, rules=day).when(*made_blocked).then(triggers(elephant=1))
    given(ELEPHANT, KNIGHT, rules=day).when(*made_blocked[:2], {"becomes_blocked": "knight"}).then(triggers())


def test_2001_07_23_effects_that_add_blockers_count_for_a_number_of_them() -> None:
    renumbered("2001-07-23", {"block.trigger.number": (None, "410.9d")})
    added = given(DRAKE, ELK, COW).when(attack(drake=BOB), block(elk="drake"), {"blocks": {"cow": "drake"}})
    changed("2001-07-23", added, before=triggers(), since=triggers("410.9d", drake=1))
    unchanged("2001-07-23", given(DRAKE, ELK, COW).when(attack(drake=BOB), block(elk="drake", cow="drake")), triggers(drake=1))


WOLF = creature("wolf", ANN, "Rampage 2")


def test_2001_07_23_rampage_triggers_as_two_or_more_block_it() -> None:
    """Until then the glossary says "becomes blocked", as the rules do from 2003-07-01 on."""
    changed("2001-07-23", given(WOLF, ELK).when(attack(wolf=BOB), block(elk="wolf")), before=triggers(wolf=1), since=triggers())
    unchanged("2001-07-23", given(WOLF, ELK, COW).when(attack(wolf=BOB), block(elk="wolf", cow="wolf")), triggers(wolf=1))


def test_2003_07_01_rampage_triggers_whoever_blocks_it() -> None:
    changed("2003-07-01", given(WOLF, ELK).when(attack(wolf=BOB), block(elk="wolf")), before=triggers(), since=triggers(wolf=1))


def test_2003_07_01_the_moment_of_declaration_is_looked_at() -> None:
    """No difference in behaviour: the older text doesn't say when, and is read so."""
    renumbered("2003-07-01", {"attack.trigger_point": (None, "308.3"), "block.trigger.characteristics": (None, "309.3")})
    renumbered(
        "2003-07-01", {"block.trigger.blocks": ("410.9a", "309.3"), "block.trigger.becomes_blocked_by": ("410.9c", "309.3")}
    )
    hunter = enchantment("hunter", BOB, "Whenever a green creature attacks, you gain 1 life.")
    greened = given(hunter, BEAR).when(attack(bear=BOB), {"changes": {"id": "bear", "colors": ["G"]}})
    unchanged("2003-07-01", greened, triggers())
    whitened = given({**KNIGHT, "text": "Whenever this creature becomes blocked by a white creature, draw a card."}, ELK)
    unchanged(
        "2003-07-01",
        whitened.when(attack(knight=BOB), block(elk="knight"), {"changes": {"id": "elk", "colors": ["W"]}}),
        triggers(),
    )


# --- 2006-05-01 to 2009-07-10 --------------------------------------------------------------------------------------------------


def test_2006_05_01_blocks_triggers_only_for_declared_blockers() -> None:
    made_to_block = given(BEAR, GUARD).when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}})
    changed("2006-05-01", made_to_block, before=triggers("309.3", guard=1), since=triggers())


def test_2006_05_01_blocks_a_creature_triggers_only_for_declared_blockers() -> None:
    made_to_block = given(BEAR, DUELIST).when(attack(bear=BOB), block(), {"blocks": {"duelist": "bear"}})
    changed("2006-05-01", made_to_block, before=triggers("410.9b", duelist=1), since=triggers())


def test_2006_05_01_becomes_blocked_by_triggers_again_if_an_effect_has_it_blocked_by_the_same_creature() -> None:
    again = given(KNIGHT, ELK).when(attack(knight=BOB), block(elk="knight"), {"blocks": {"elk": "knight"}})
    changed("2006-05-01", again, before=triggers(), since=triggers("309.4", knight=1))


def test_2006_05_01_a_second_blocker_that_an_effect_adds_still_counts_for_becomes_blocked_by() -> None:
    """No difference: 309.4 speaks against it, 410.9d for it; it is read as before."""
    second = given(KNIGHT, ELK, COW).when(attack(knight=BOB), block(elk="knight"), {"blocks": {"cow": "knight"}})
    unchanged("2006-05-01", second, triggers(knight=1))


def test_2006_05_01_an_entering_blocker_counts_only_if_it_is_the_first() -> None:
    second = given(KNIGHT, ELK).when(attack(knight=BOB), block(elk="knight"), WALL)
    changed("2006-05-01", second, before=triggers(knight=1), since=triggers())
    unchanged("2006-05-01", given(KNIGHT).when(attack(knight=BOB), block(), WALL), triggers(knight=1))


def test_2006_05_01_becomes_blocked_triggers_the_first_time_that_combat() -> None:
    """No difference in behaviour: "once each combat" was read so before."""
    renumbered("2006-05-01", {"block.trigger.becomes_blocked": ("309.3", "309.4"), "block.trigger.number": ("410.9d", "410.9e")})
    reblocked = given(ELEPHANT, ELK).when(
        attack(elephant=BOB), block(elk="elephant"), {"becomes_unblocked": "elephant"}, {"becomes_blocked": "elephant"}
    )
    unchanged("2006-05-01", reblocked, triggers())
    entered_first = given(ELEPHANT).when(attack(elephant=BOB), block(), {**WALL, "blocking": "elephant"})
    unchanged("2006-05-01", entered_first, triggers(elephant=1))


# --- from 2009-07-11 on: the seven cases ---------------------------------------------------------------------------------------


def test_2009_07_11_a_blocks_triggers_again_if_an_effect_makes_a_creature_block_that_didnt() -> None:
    made_to_block = given(BEAR, GUARD).when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}})
    changed("2009-07-11", made_to_block, before=triggers(), since=triggers("509.4a", guard=1))
    further = given(BEAR, OX, GUARD).when(attack(bear=BOB, ox=BOB), block(guard="bear"), {"blocks": {"guard": "ox"}})
    unchanged("2009-07-11", further, triggers())


def test_2009_07_11_c_becomes_blocked_triggers_whenever_it_was_unblocked() -> None:
    reblocked = given(ELEPHANT, ELK).when(
        attack(elephant=BOB), block(elk="elephant"), {"becomes_unblocked": "elephant"}, {"becomes_blocked": "elephant"}
    )
    changed("2009-07-11", reblocked, before=triggers(), since=triggers("509.4c", elephant=1))


def test_2009_07_11_d_an_entering_blocker_is_none_that_it_becomes_blocked_by() -> None:
    entering = given(KNIGHT).when(attack(knight=BOB), block(), WALL)
    changed("2009-07-11", entering, before=triggers(knight=1), since=triggers())


def test_2009_07_11_the_seven_cases_have_numbers_of_their_own() -> None:
    renumbered(
        "2009-07-11",
        {
            "block.trigger.blocks": ("309.3", "509.4a"),
            "block.trigger.blocks_a_creature": ("410.9b", "509.4b"),
            "block.trigger.becomes_blocked": ("309.4", "509.4c"),
            "block.trigger.becomes_blocked_by": ("309.4", "509.4d"),
            "block.trigger.number": ("410.9e", "509.4e"),
            "block.trigger.characteristics": ("309.3", "509.4f"),
            "block.trigger.unblocked": (None, "509.4g"),
        },
    )


def test_2009_09_04_becomes_blocked_by_a_creature_is_worded_so() -> None:
    """No difference in behaviour or numbers: "a creature blocks this creature" was the same ability."""
    again = given(KNIGHT, ELK).when(attack(knight=BOB), block(elk="knight"), {"blocks": {"elk": "knight"}})
    unchanged("2009-09-04", again, triggers("509.4d", knight=1))


def test_2010_02_01_b_blocks_a_creature_triggers_for_attackers_that_an_effect_adds() -> None:
    further = given(BEAR, OX, DUELIST).when(attack(bear=BOB, ox=BOB), block(duelist="bear"), {"blocks": {"duelist": "ox"}})
    changed("2010-02-01", further, before=triggers(), since=triggers("509.4b", duelist=1))
    same = given(BEAR, DUELIST).when(attack(bear=BOB), block(duelist="bear"), {"blocks": {"duelist": "bear"}})
    unchanged("2010-02-01", same, triggers())


def test_2010_02_01_d_becomes_blocked_by_triggers_for_an_effect_only_if_it_wasnt_blocking_already() -> None:
    again = given(KNIGHT, ELK).when(attack(knight=BOB), block(elk="knight"), {"blocks": {"elk": "knight"}})
    changed("2010-02-01", again, before=triggers("509.4d", knight=1), since=triggers())


def test_2010_02_01_d_becomes_blocked_by_triggers_for_entering_blockers() -> None:
    entering = given(KNIGHT, ELK).when(attack(knight=BOB), block(elk="knight"), WALL)
    changed("2010-02-01", entering, before=triggers(), since=triggers("509.4d", knight=1))


@pytest.mark.parametrize("text", [GUARD["text"], DUELIST["text"]])
def test_2010_02_01_ab_what_enters_blocking_never_blocked(text: str) -> None:
    """No difference in behaviour: 509.7 said so before."""
    entering = given(BEAR).when(attack(bear=BOB), block(), {"enters": creature("wall", BOB, text), "blocking": "bear"})
    unchanged("2010-02-01", entering, triggers())


def test_2010_02_01_f_characteristics_count_at_the_point_an_effect_causes_the_block() -> None:
    """No difference in behaviour: the older text names the declaration only, where an effect didn't trigger case b anyway."""
    watcher = enchantment("watcher", BOB, "Whenever a white creature blocks, you gain 1 life.")
    caused = given(BEAR, ELK, watcher).when(
        attack(bear=BOB), block(), {"changes": {"id": "elk", "colors": ["W"]}}, {"blocks": {"elk": "bear"}}
    )
    unchanged("2010-02-01", caused, triggers(watcher=1))


def test_2013_05_01_g_a_creature_that_entered_attacking_attacks_and_isnt_blocked() -> None:
    thief = creature("thief", ANN, "Whenever this creature attacks and isn't blocked, draw a card.")
    entering = given(BEAR).when(attack(bear=BOB), {"enters": thief, "attacking": BOB}, block())
    changed("2013-05-01", entering, before=triggers(), since=triggers("509.4g", thief=1))
    unchanged("2013-05-01", given(thief).when(attack(thief=BOB), block()), triggers(thief=1))


def test_2016_11_11_triggers_wait_until_a_player_would_get_priority() -> None:
    """No difference in behaviour: nothing happens between what was a turn-based step and the priority after it."""
    renumbered("2016-09-30", {"attack.triggers": (None, "508.1k"), "attack.triggers_stacked": ("508.2", "508.2b")})
    renumbered("2016-09-30", {"block.triggers": (None, "509.1i"), "block.triggers_stacked": ("509.4", "509.4a")})
    renumbered("2016-09-30", {f"block.trigger.{case}": (f"509.4{letter}", f"509.5{letter}") for case, letter in SEVEN.items()})
    ordered = given(ELEPHANT, ELK).when(
        attack(elephant=BOB), block(elk="elephant"), {"order": {"elephant": ["elk"], "elk": ["elephant"]}}
    )
    unchanged("2016-09-30", ordered, logged("DamageOrderAnnounced", "TriggersPutOnStack", "PriorityReceived"))


def test_2017_08_25_attack_triggers_are_spelt_out() -> None:
    """No difference in behaviour."""
    renumbered("2017-08-25", {f"attack.trigger.{case}": (None, f"508.3{letter}") for case, letter in ATTACKS.items()})
    scout = creature("scout", ANN, "Whenever this creature attacks, draw a card.")
    lord = creature("lord", ANN, "Whenever you attack with two or more creatures, draw a card.")
    moat = enchantment("moat", BOB, "Whenever a player is attacked, draw a card.")
    declared = given(scout, lord, moat).when(attack(scout=BOB, lord=BOB))
    unchanged("2017-08-25", declared, triggers(scout=1, lord=1, moat=1))
    for day, rules in (("2017-08-24", {"508.2a"}), ("2017-08-25", {"508.3a", "508.3b", "508.3c"})):
        outcome = under(day, declared).outcome()
        assert {trigger.rule for trigger in outcome.step.triggers} == rules


@pytest.mark.parametrize(
    ("text", "concept", "rule"),
    [
        ("Whenever a player attacks, you gain 1 life.", "attack.trigger.player_attacks", "508.3d"),
        ("Whenever a player attacks one of your opponents, you gain 1 life.", "attack.trigger.player_attacks_player", "508.3e"),
    ],
)
def test_2022_02_18_a_player_attacks_has_a_rule(text: str, concept: str, rule: str) -> None:
    """No difference in behaviour."""
    renumbered("2022-02-18", {concept: (None, rule)})
    declared = given(BEAR, OX, enchantment("shrine", "Cat", text), players=(ANN, BOB, "Cat")).when(attack(bear=BOB, ox=BOB))
    unchanged("2022-02-18", declared, triggers(shrine=1))
    for day, cited in ((the_day_before("2022-02-18"), "508.2a"), ("2022-02-18", rule)):
        given(BEAR, enchantment("shrine", "Cat", text), players=(ANN, BOB, "Cat"), rules=day).when(attack(bear=BOB)).then(
            triggers(cited, shrine=1)
        )


def test_2022_02_18_not_for_planeswalkers_and_entering_attackers() -> None:
    shrine = enchantment("shrine", "Cat", "Whenever a player attacks one of your opponents, you gain 1 life.")
    board = given(BEAR, planeswalker("sage", BOB), shrine, players=(ANN, BOB, "Cat"))
    unchanged("2022-02-18", board.when(attack(bear="sage")), triggers())
    entering = board.when(attack(), {"enters": creature("wolf", ANN), "attacking": BOB})
    unchanged("2022-02-18", entering, triggers())


def test_2024_11_08_the_seven_cases_are_renumbered() -> None:
    """No difference in behaviour."""
    renumbered("2024-11-08", {f"block.trigger.{case}": (f"509.5{letter}", f"509.3{letter}") for case, letter in SEVEN.items()})
    unchanged("2024-11-08", given(ELEPHANT, ELK).when(attack(elephant=BOB), block(elk="elephant")), triggers(elephant=1))


SEVEN = {
    "blocks": "a",
    "blocks_a_creature": "b",
    "becomes_blocked": "c",
    "becomes_blocked_by": "d",
    "number": "e",
    "characteristics": "f",
    "unblocked": "g",
}
ATTACKS = {"attacks": "a", "is_attacked": "b", "attacks_with": "c"}
