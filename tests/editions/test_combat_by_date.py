"""What may attack, be attacked and block, through the years: each change on a board of its own, on the day and the day before."""

from typing import Any

import pytest
from editions.dates import all_of, changed, illegal_by, renumbered, the_day_before, unchanged
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    Outcome,
    attack,
    attacking,
    battle,
    block,
    blocked,
    blocking,
    creature,
    given,
    illegal,
    land,
    legal,
    life,
    orders,
    permanent,
    planeswalker,
    tapped,
    unblocked,
)

BEAR, OX, ELK = creature("bear", ANN), creature("ox", ANN), creature("elk", BOB)
THREE = (ANN, BOB, CAT)


def entered(which: dict[str, Any], **how: str) -> dict[str, Any]:
    return {"enters": which, **how}


def order_of_events(*types: str) -> Check:
    """The events of these types happened in this order."""

    def check(outcome: Outcome) -> None:
        happened = [event.type for _, event in outcome.game.log.events()]
        assert [type for type in happened if type in types] == list(types), happened

    return check


# --- declaring ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [{"tapped": True}, {"summoning_sick": True}, {"subtypes": ("Wall",)}])
def test_1999_04_23_walls_tapped_and_summoning_sick_creatures_cant_attack(wrong: dict[str, Any]) -> None:
    given({**BEAR, **wrong}, rules="1999-04-23").when(attack(bear=BOB)).then(illegal("308.1"))


def test_2017_08_25_tokens_that_phase_out_phase_in_again() -> None:
    board = given(permanent("ghost", ANN, types=("Creature",), power=2, toughness=2, token=True), creature("ox", ANN), ELK)
    for id, before in (("ghost", illegal_by("attack.choose")), ("ox", legal)):
        when = board.when({"phases_out": id}, {"turn": BOB}, attack(), {"turn": ANN}, attack({id: BOB}))
        if id == "ox":
            unchanged("2017-08-25", when, legal)
        else:
            changed("2017-08-25", when, before=before, since=legal)


def test_2005_10_01_what_phases_out_does_not_leave() -> None:
    text = "When this creature leaves the battlefield, you gain 1 life."
    phased = given(creature("ghost", ANN, text)).when({"phases_out": "ghost"}, {"resolve": "all"})
    changed("2005-10-01", phased, before=life(Ann=21), since=life(Ann=20))


WOLVES = "Bands with other Wolves"


@pytest.mark.parametrize(
    ("band", "before", "since"),
    [
        ([(WOLVES, "Wolf"), ("", "Wolf"), ("", "Wolf")], False, True),
        ([(WOLVES, "Elf"), (WOLVES, "Elf")], True, False),
        ([(WOLVES, "Wolf"), (WOLVES, "Elf"), ("Banding", "Elf")], True, False),
        ([(WOLVES, "Elf"), ("Bands with other Elves", "Elf")], False, True),
        ([(WOLVES, "Elf"), ("Bands with other Elves", "Wolf")], False, False),
        ([(WOLVES, "Wolf"), (WOLVES, "Wolf")], True, True),
    ],
)
def test_2009_07_11_bands_with_other_asks_for_the_quality_not_for_the_same_ability(
    band: list[tuple[str, str]], before: bool, since: bool
) -> None:
    board = given(*(creature(f"m{number}", ANN, text, subtypes=(type,)) for number, (text, type) in enumerate(band)))
    members = {f"m{number}": BOB for number in range(len(band))}
    when = board.when(attack(members, step={"bands": [list(members)]}))
    if before == since:
        unchanged("2009-07-11", when, legal if since else illegal_by("attack.bands"))
    else:
        ruled = {True: legal, False: illegal_by("attack.bands")}
        changed("2009-07-11", when, before=ruled[before], since=ruled[since])


def test_2001_07_23_tapping_is_no_cost_to_attack_any_more() -> None:
    raider = creature("raider", ANN, "This creature can't attack unless you pay {1}.")
    attacked = given(raider, land("forest", ANN)).when(attack(raider=BOB))
    declared = ("AttackersDeclared", "AttackersTapped", "CostsLocked", "CostsPaid", "BecameAttacking")
    as_a_cost = ("AttackersDeclared", "CostsLocked", "CostsPaid", "AttackersTapped", "BecameAttacking")
    unchanged("2001-07-23", attacked, legal, tapped("raider"))
    attacked_before, attacked_since = (given(raider, rules=day).when(attack(raider=BOB)) for day in ("2001-07-22", "2001-07-23"))
    attacked_before.then(order_of_events(*as_a_cost))
    attacked_since.then(order_of_events(*declared))


def test_2001_07_23_an_attacker_tapped_for_mana_couldnt_pay_with_its_tapping_and_now_is_tapped_first() -> None:
    elf = creature("elf", ANN, "This creature can't attack unless you pay {1}.\n{T}: Add {G}.")
    tapped_for_mana = given(elf).when(attack(elf=BOB, step={"mana_abilities": [{"source": "elf", "adds": "{G}"}]}))
    before, since = illegal("308.2", "its cost to attack can't be paid"), illegal("308.2", "tapped already")
    changed("2001-07-23", tapped_for_mana, before=before, since=since)


def test_1999_04_23_an_attacker_may_be_sacrificed_for_the_cost_of_another() -> None:
    raider = creature("raider", ANN, "This creature can't attack unless you sacrifice a creature.")
    sacrificing = given(raider, BEAR).when(attack(raider=BOB, bear=BOB, step={"pay": {"sacrifice": ["bear"]}}))
    unchanged("2001-07-23", sacrificing, legal, attacking(raider=BOB), tapped("raider"))


def test_2003_07_01_declaring_is_a_numbered_procedure() -> None:
    """No difference in behaviour: what was stated in a few rules becomes steps with a letter each."""
    renumbered(
        "2003-07-01",
        {
            "attack.choose": ("308.1", "308.2a"),
            "attack.bands": (None, "308.2b"),
            "attack.tap": ("308.2", "308.2c"),
            "attack.costs_locked": (None, "308.2d"),
            "attack.mana": ("308.2", "308.2e"),
            "attack.pay": ("308.2", "308.2f"),
            "attack.becomes": ("308.5", "308.2g"),
            "block.choose": ("309.1", "309.2a"),
            "block.costs_locked": (None, "309.2b"),
            "block.mana": ("309.2", "309.2c"),
            "block.pay": ("309.2", "309.2d"),
            "block.becomes_blocking": ("309.4", "309.2e"),
            "block.becomes_blocked": ("309.4", "309.2f"),
        },
    )
    band = given(BEAR, OX).when(attack(bear=BOB, ox=BOB, step={"bands": [["bear", "ox"]]}))
    unchanged("2003-07-01", band, illegal_by("attack.bands"))
    dear = given(creature("dear", ANN, "This creature can't attack unless you pay {2}."), mana={ANN: "{1}"}).when(
        attack(dear=BOB)
    )
    unchanged("2003-07-01", dear, illegal_by("attack.pay"))


def test_2004_10_01_walls_may_attack() -> None:
    wall = given({**BEAR, "subtypes": ("Wall",)}).when(attack(bear=BOB))
    changed("2004-10-01", wall, before=illegal("308.2a", "Wall"), since=legal)
    unchanged("2004-10-01", given(creature("bear", ANN, "Defender")).when(attack(bear=BOB)), illegal("500.2"))


def test_2004_10_01_a_wall_that_couldnt_attack_wasnt_required_to() -> None:
    wall = given(creature("wall", ANN, "This creature attacks each combat if able.", subtypes=("Wall",))).when(attack())
    changed("2004-10-01", wall, before=legal, since=illegal("500.4", "wall attacks if able"))


def test_2005_08_01_the_player_attacked_is_chosen_for_each_creature() -> None:
    both = given(BEAR, OX, players=THREE).when(attack(bear=BOB, ox=CAT))
    changed(
        "2005-08-01", both, before=illegal("308.2a", "one defending player"), since=all_of(legal, attacking(bear=BOB, ox=CAT))
    )
    unchanged("2005-08-01", given(BEAR, OX, players=THREE).when(attack(bear=CAT, ox=CAT)), legal)


def test_2005_08_01_whoever_had_to_attack_one_player_kept_the_others_from_attacking_another() -> None:
    board = given(
        creature("zealot", ANN, "This creature attacks each combat if able."),
        OX,
        players=THREE,
        effects=({"controller": BOB, "text": "[zealot] attacks [Bob] this turn if able."},),
    )
    changed("2005-08-01", board.when(attack(zealot=BOB, ox=CAT)), before=illegal_by("attack.targets"), since=legal)


def test_2007_10_01_planeswalkers_may_be_attacked() -> None:
    attacked = given(BEAR, planeswalker("sage", BOB)).when(attack(bear="sage"))
    changed("2007-10-01", attacked, before=illegal("308.1", "2007-10-01"), since=all_of(legal, attacking(bear="sage")))
    own = given(BEAR, planeswalker("sage", ANN)).when(attack(bear="sage"))
    unchanged("2007-10-01", own, illegal_by("attack.targets"))


@pytest.mark.parametrize(("day", "rule"), [("1999-04-23", "308.1"), ("2003-07-01", "308.2a"), ("2005-08-01", "308.1")])
def test_2007_10_01_of_who_attacks_a_planeswalker_earlier_it_is_stated_since_when_that_is_possible(day: str, rule: str) -> None:
    attacked = given(BEAR, planeswalker("sage", BOB), rules=day).when(attack(bear="sage"))
    attacked.then(illegal(rule, "planeswalker", "from 2007-10-01 on"))


def test_2007_10_01_a_creature_blocks_what_attacks_its_controllers_planeswalkers() -> None:
    board = given(BEAR, planeswalker("sage", BOB), ELK, creature("cow", CAT), players=THREE, rules="2007-10-01")
    board.when(attack(bear="sage"), block(elk="bear", by=BOB)).then(legal, blocked("bear"))
    board.when(attack(bear="sage"), block(cow="bear", by=CAT)).then(illegal("309.2a"))


def test_2007_10_01_an_attacker_that_entered_keeps_the_block_step_from_being_skipped() -> None:
    entering = given(BEAR, ELK).when(attack(), entered(creature("wolf", ANN), attacking=BOB), block(elk="wolf"))
    changed("2007-10-01", entering, before=illegal(None, "no declare blockers step"), since=all_of(legal, blocked("wolf")))
    renumbered(
        "2007-10-01",
        {"attack.none_skip": ("308.4", "308.5"), "attack.entering": (None, "308.4"), "block.entering": (None, "309.5")},
    )


def test_2017_04_28_costs_as_it_attacks_are_chosen() -> None:
    exerter = creature("exerter", ANN, "You may exert this creature as it attacks.")
    exerted = given(exerter).when(attack(exerter=BOB, step={"optional_costs": {"exerter": "exert"}}))
    changed("2017-04-28", exerted, before=illegal("508.1", "under these rules"), since=legal)
    enlister = given(creature("captain", ANN, "Enlist"), BEAR)
    enlisted = enlister.when(attack(captain=BOB, step={"optional_costs": {"captain": {"enlist": "bear"}}}))
    changed("2017-04-28", enlisted, before=illegal_by("attack.optional_costs"), since=all_of(legal, tapped("captain", "bear")))


def test_2023_04_14_battles_may_be_attacked() -> None:
    attacked = given(BEAR, battle("siege", ANN, BOB), ELK).when(attack(bear="siege"))
    changed("2023-04-14", attacked, before=illegal("508.1b", "from 2023-04-14 on"), since=all_of(legal, attacking(bear="siege")))


def test_2023_04_14_a_battle_can_neither_attack_nor_block() -> None:
    """There were none before: nothing to compare with."""
    walking = {"types": ("Battle", "Creature"), "defense": 3, "protector": BOB}
    given({**BEAR, **walking}, rules="2023-04-14").when(attack(bear=BOB)).then(illegal("508.1a", "battle"))
    given(BEAR, {**ELK, **walking}, rules="2023-04-14").when(attack(bear=BOB), block(elk="bear")).then(
        illegal("509.1a", "battle")
    )


# --- entering attacking or blocking ------------------------------------------------------------------------------------------


def test_2008_10_01_who_isnt_the_attacking_player_gets_no_attacking_creatures() -> None:
    theirs = given(BEAR).when(attack(bear=BOB), entered(creature("wolf", BOB), attacking=ANN))
    changed("2008-10-01", theirs, before=attacking(bear=BOB, wolf=ANN), since=attacking(bear=BOB))


def test_2008_10_01_nobody_gets_a_creature_blocking_what_attacks_another_player() -> None:
    theirs = given(BEAR, players=THREE).when(attack(bear=BOB), entered(creature("wall", CAT), blocking="bear"))
    changed("2008-10-01", theirs, before=all_of(blocking(wall=["bear"]), blocked("bear")), since=all_of(blocking(), blocked()))


def test_2011_05_01_what_enters_attacking_a_planeswalker_that_is_gone_doesnt_attack() -> None:
    board = given(BEAR, planeswalker("sage", BOB), ELK)
    gone = board.when(attack(bear=BOB), {"leaves": "sage"}, entered(creature("wolf", ANN), attacking="sage"))
    changed("2011-05-01", gone, before=attacking(bear=BOB, wolf=None), since=attacking(bear=BOB))
    stopped = {"changes": {"id": "sage", "types": ["Artifact"]}}
    turned = board.when(attack(bear=BOB), stopped, entered(creature("wolf", ANN), attacking="sage"))
    changed("2011-05-01", turned, before=attacking(bear=BOB, wolf=None), since=attacking(bear=BOB))


def test_2016_07_22_what_enters_blocking_what_no_longer_attacks_doesnt_block() -> None:
    gone = (attack(bear=BOB, ox=BOB), {"removed_from_combat": "ox"}, entered(creature("wall", BOB), blocking="ox"))
    changed("2016-07-22", given(BEAR, OX).when(*gone), before=blocking(wall=[]), since=blocking())


def test_2016_07_22_entering_blocking_for_another_player_has_a_rule_of_its_own_with_the_same_result() -> None:
    renumbered("2016-07-22", {"block.entering_no_target": (None, "509.7a")})
    theirs = given(BEAR, players=THREE).when(attack(bear=BOB), entered(creature("wall", CAT), blocking="bear"))
    unchanged("2016-07-22", theirs, blocking())


def test_2019_08_23_stating_that_a_creature_is_attacking_has_rules() -> None:
    """No difference in behaviour: such effects are read like entering attacking before."""
    renumbered("2019-08-23", {"attack.stated_no_target": (None, "508.4b"), "attack.entering_unrestricted": ("508.4b", "508.4c")})
    stated = given(BEAR, creature("wolf", ANN, "Defender")).when(attack(bear=BOB), {"states_attacking": {"wolf": BOB}})
    unchanged("2019-08-23", stated, attacking(bear=BOB, wolf=BOB))


@pytest.mark.parametrize("how", ["enters", "is stated"])
def test_2024_11_08_a_planeswalker_of_no_defending_player_isnt_attacked(how: str) -> None:
    board = given(BEAR, planeswalker("sage", BOB), creature("dog", ANN))
    wolf: dict[str, Any] = (
        entered(creature("wolf", ANN), attacking="sage") if how == "enters" else {"states_attacking": {"dog": "sage"}}
    )
    lost = board.when(attack(bear=BOB), {"changes": {"id": "sage", "controller": ANN}}, wolf)
    newcomer = {"wolf" if how == "enters" else "dog": "sage"}
    changed("2024-11-08", lost, before=attacking(bear=BOB, **newcomer), since=attacking(bear=BOB))


# --- reselecting -------------------------------------------------------------------------------------------------------------

STALKER = given(creature("stalker", ANN, "Islandwalk"), ELK, creature("cow", CAT), land("isle", CAT, "Island"), players=THREE)


def test_2017_08_25_the_defending_player_is_whom_the_creature_attacks_now() -> None:
    reselected = STALKER.when(attack(stalker=BOB), {"reselect": {"stalker": CAT}}, block(cow="stalker", by=CAT))
    changed("2017-08-25", reselected, before=legal, since=illegal("509.1b", "Islandwalk"))


def test_2010_06_18_the_defending_player_was_whom_it_attacked_first() -> None:
    reselected = STALKER.when(attack(stalker=BOB), {"reselect": {"stalker": CAT}}, block(cow="stalker", by=CAT))
    changed("2010-06-18", reselected, before=illegal("509.1b", "Islandwalk"), since=legal)
    renumbered("2010-06-18", {"attack.defending_player": ("508.4", "508.5"), "attack.entering": ("508.5", "508.4")})


def test_2017_08_25_reselecting_has_a_rule() -> None:
    itself = given(BEAR, players=THREE).when(attack(bear=BOB), {"reselect": {"bear": ANN}})
    renumbered("2017-08-25", {"attack.reselect": (None, "508.7"), "attack.reselect_target": (None, "508.7c")})
    unchanged("2017-08-25", itself, illegal_by("attack.reselect_target"))


# --- damage assignment orders --------------------------------------------------------------------------------------------------

TWO_BLOCKERS = given(BEAR, ELK, creature("cow", BOB))
DOUBLE = (attack(bear=BOB), block(elk="bear", cow="bear"))
ONE_BLOCKER = given(BEAR, ELK).when(attack(bear=BOB), block(elk="bear"), {"order": {"bear": ["elk"]}})


def test_2009_07_11_orders_are_announced_for_creatures_that_face_several() -> None:
    ordered = TWO_BLOCKERS.when(*DOUBLE, {"order": {"bear": ["cow", "elk"]}})
    since = all_of(legal, orders(bear=["cow", "elk"]))
    changed("2009-07-11", ordered, before=illegal(None, "no damage assignment order"), since=since)
    wrong = given(BEAR, ELK, creature("cow", BOB), rules="2009-07-11").when(*DOUBLE, {"order": {"bear": ["cow"]}})
    wrong.then(illegal("509.2", "elk is missing"))


def test_2009_07_11_a_creature_that_blocks_several_has_an_order() -> None:
    giant = given(BEAR, OX, creature("giant", BOB, "This creature can block an additional creature each combat."))
    both = (attack(bear=BOB, ox=BOB), block(giant=["bear", "ox"]))
    ordered = giant.when(*both, {"order": {"giant": ["ox", "bear"]}})
    changed("2009-07-11", ordered, before=illegal_by("block.order_attacker"), since=all_of(legal, orders(giant=["ox", "bear"])))


@pytest.mark.parametrize("added", [entered(creature("wall", BOB), blocking="bear"), {"blocks": {"wall": "bear"}}])
def test_2009_07_11_the_place_of_a_blocker_that_comes_later_is_announced(added: dict[str, Any]) -> None:
    on_board = () if "enters" in added else (creature("wall", BOB),)
    steps = (*DOUBLE, {"order": {"bear": ["cow", "elk"]}}, added)
    board = given(BEAR, ELK, creature("cow", BOB), *on_board, rules="2009-07-11")
    board.when(*steps, {"order": {"bear": ["wall", "cow", "elk"]}}).then(legal, orders(bear=["wall", "cow", "elk"]))
    board.when(*steps, {"order": {"bear": ["wall", "elk", "cow"]}}).then(
        illegal("509.7" if "enters" in added else "509.6", "relative order")
    )


@pytest.mark.parametrize("day", ["2009-07-11", "2009-09-04"])
def test_2009_09_04_a_block_that_an_effect_ends_leaves_every_order_concerned(day: str) -> None:
    """No difference in behaviour: until then the text names only the attacker's order, and is read as meaning both."""
    giant = creature("giant", BOB, "This creature can block an additional creature each combat.")
    board = given(BEAR, OX, giant, ELK, rules=day)
    announced = {"order": {"bear": ["giant", "elk"], "giant": ["ox", "bear"]}}
    blocks = block(giant=["bear", "ox"], elk="bear")
    board.when(attack(bear=BOB, ox=BOB), blocks, announced, {"stops_blocking": {"giant": "bear"}}).then(
        orders(bear=["elk"], giant=["ox"]), blocked("bear", "ox"), unblocked()
    )


def test_2010_02_01_orders_are_announced_even_for_one_that_is_faced() -> None:
    changed("2010-02-01", ONE_BLOCKER, before=illegal("509.2", "one creature only"), since=all_of(legal, orders(bear=["elk"])))


def test_2024_11_08_there_are_no_orders_any_more() -> None:
    changed("2024-11-08", ONE_BLOCKER, before=legal, since=illegal(None, "no damage assignment order"))
    ordered = TWO_BLOCKERS.when(*DOUBLE, {"order": {"bear": ["cow", "elk"]}})
    changed("2024-11-08", ordered, before=orders(bear=["cow", "elk"]), since=illegal_by("block.order_attacker"))


def test_2009_07_11_priority_waits_for_orders_and_comes_at_once_without_them() -> None:
    def priorities(day: str) -> int:
        outcome = given(BEAR, ELK, creature("cow", BOB), rules=day).when(*DOUBLE).outcome()
        return [event.type for _, event in outcome.game.log.events()].count("PriorityReceived")

    assert [priorities(day) for day in ("2009-07-10", "2009-07-11", "2024-11-07", "2024-11-08")] == [2, 1, 1, 2]


# --- of what there can be only one -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "types", "controller", "before", "since"),
    [
        ("2007-10-01", ("Planeswalker", "Ajani"), BOB, 0, 1),
        ("2013-07-13", ("Planeswalker", "Ajani"), BOB, 1, 0),
        ("2013-07-13", ("Planeswalker", "Ajani"), ANN, 1, 1),
        ("2017-09-29", ("Planeswalker", "Ajani"), ANN, 1, 0),
        ("2013-07-13", ("Legendary", "Creature"), BOB, 1, 0),
        ("2017-09-29", ("Legendary", "Creature"), ANN, 1, 1),
        ("2013-07-13", ("World", "Enchantment"), BOB, 1, 1),
    ],
)
def test_a_second_one_of_what_there_can_be_only_one_of(
    day: str, types: tuple[str, ...], controller: str, before: int, since: int
) -> None:
    size = {"power": 2, "toughness": 2} if "Creature" in types else {"loyalty": 3} if "Planeswalker" in types else {}
    first, other = (permanent(id, player, types=types, name="Sun", **size) for id, player in (("sun", ANN), ("son", controller)))
    for rules, marks in ((the_day_before(day), before), (day, since)):
        assert len(given(first, rules=rules).when({"enters": other}).then().game.stack.marks) == marks
        assert len(given(first, other, rules=rules).when(attack()).then().report.notes) == marks
