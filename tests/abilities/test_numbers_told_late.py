"""Numbers of what was named before, or is named later in the sentence: totals, base sizes, counters asked of before, costs that
are paid several times, and the creature in a block."""

from typing import Any

import pytest
from abilities.saying import check_said_as_read
from declarant.events.abilities import CreatesTokens
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    battle,
    block,
    creature,
    damage,
    given,
    has,
    illegal,
    left,
    life,
    permanent,
    resolve,
    sizes,
)

ATTACKS = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], by: dict[str, Any] | None = None, **choices: Any) -> Any:
    """Ann's 2/2 imp attacks Bob, and what triggers resolves."""
    imp = creature("imp", ANN, ATTACKS + text, **(by or {}))
    told = [resolve(1, {"source": "imp", **choices})] if choices else []
    return given(imp, *others, players=(ANN, BOB, CAT), mana={ANN: "{R}{R}{R}"}).when(attack(imp=BOB), *told, resolve())


def gone(*ids: str) -> Any:
    def check(outcome: Any) -> None:
        assert not set(ids) & set(outcome.game.board.permanents)

    return check


BOARD = (
    creature("elk", ANN, power=3, toughness=4),
    permanent("orb", ANN, types=["Artifact"], mana_value=3),
    permanent("ark", ANN, types=["Artifact"], mana_value=2),
    creature("ox", BOB, power=1, toughness=6, tapped=True),
    creature("cow", BOB, power=1, toughness=6),
)


@pytest.mark.parametrize(
    ("number", "comes_to"),
    [
        ("the total mana value of artifacts you control", 5),
        ("the total toughness of creatures you control", 6),
        ("the number of different powers among creatures you control", 2),
        ("your life total minus defending player's life total", 0),
    ],
)
def test_numbers_of_what_is_there(number: str, comes_to: int) -> None:
    attacks(f"it gets +X/+0 until end of turn, where X is {number}.", *BOARD).then(sizes(imp=f"{2 + comes_to}/2"))


def test_they_are_those_to_whom_damage_is_dealt() -> None:
    text = "it deals X damage to defending player, where X is the number of tapped creatures they control."
    attacks(text, *BOARD).then(life(Bob=19))


def test_its_controller_is_the_targets() -> None:
    text = "target creature gets -X/-0 until end of turn, where X is the number of creatures its controller controls."
    attacks(text, *BOARD, creature("yak", BOB, power=9), targets=["yak"]).then(sizes(yak="6/2"))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("you may have its base power and toughness become 4/4 until end of turn.", "4/4"),
        ("its base power becomes 5 until end of turn.", "5/2"),
        ("change its base power and toughness to X/X until end of turn, where X is the number of artifacts you control.", "2/2"),
    ],
)
def test_a_base_size_becomes_another(text: str, size: str) -> None:
    attacks(text, *BOARD).then(sizes(imp=size))


def test_a_target_that_was_told_first_is_doubled() -> None:
    text = "choose target creature you control. Double that creature's power until end of turn."
    attacks(text, *BOARD, targets=["elk"]).then(sizes(elk="6/4"))


@pytest.mark.parametrize(("held", "gained"), [(3, 3), (2, 0)])
@pytest.mark.parametrize("which", ["remove all of them", "remove them all", "remove those counters"])
def test_counters_that_an_if_asks_of_are_removed(held: int, gained: int, which: str) -> None:
    text = f"if it has three or more charge counters on it, {which} and you gain 3 life."
    done = attacks(text, by={"counters": {"charge": held}}).then(life(Ann=20 + gained))
    assert done.game.board.permanents["imp"].counters.get("charge", 0) == (0 if gained else held)


@pytest.mark.parametrize(("times", "size"), [(0, "2/2"), (1, "3/3"), (3, "5/5")])
def test_a_cost_is_paid_any_number_of_times(times: int, size: str) -> None:
    text = (
        "you may pay {R} any number of times. When you pay this cost one or more times, put that many +1/+1 counters on target "
        "creature you control."
    )
    imp = creature("imp", ANN, ATTACKS + text)
    board = given(imp, mana={ANN: "{R}{R}{R}"})
    told = {"source": "imp", "accept": [True], "x": times}
    board.when(attack(imp=BOB), resolve(1, told), *([resolve()] if times else [])).then(sizes(imp=size))


def test_the_creature_in_a_block() -> None:
    guard = creature("ox", BOB, "Whenever this creature blocks, the creature it's blocking gets -1/-0 until end of turn.")
    given(creature("imp", ANN), guard).when(attack(imp=BOB), block(ox="imp"), resolve()).then(sizes(imp="1/2"))
    spiked = creature("imp", ANN, "Whenever this creature becomes blocked, destroy the creature blocking it.")
    given(spiked, creature("ox", BOB)).when(attack(imp=BOB), block(ox="imp"), resolve()).then(left("ox"))


def test_protection_from_the_color_that_was_chosen() -> None:
    text = "choose a color. It gains protection from that color until end of turn."
    (ability,) = read_permanent(ATTACKS + text, types=["Creature"])
    assert ability.does is not None  # type: ignore[union-attr]
    unsaid = "It gains protection from that color until end of turn."
    (ability,) = read_permanent(ATTACKS + unsaid, types=["Creature"])
    assert ability.does is None  # type: ignore[union-attr]


@pytest.mark.parametrize("taken", [True, False])
def test_what_others_may_prevent_is_told_first(taken: bool) -> None:
    text = "unless defending player pays 2 life, it gets +3/+0 until end of turn."
    attacks(text, accept=[taken]).then(sizes(imp="2/2" if taken else "5/2"), life(Bob=18 if taken else 20))


@pytest.mark.parametrize(
    "text",
    [
        "it gets +X/+0 until end of turn, where X is the total mana value of artifacts you control.",
        "it gets +X/+0 until end of turn, where X is your speed.",
        "it gets +X/+0 until end of turn, where X is the number of spells you've cast this turn.",
        "you may pay {R} any number of times. If you do, draw a card.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    check_said_as_read(ATTACKS + text)


# --- X in what a target is, and one thing or another ---------------------------------------------------------------------


@pytest.mark.parametrize(("x", "targets", "legal"), [(3, ["elk"], True), (2, ["elk"], None)])
def test_what_a_target_is_compared_with_is_paid_first(x: int, targets: list[str], legal: bool | None) -> None:
    text = "you may pay {X}. When you do, destroy target creature with power X or less."
    board = given(creature("imp", ANN, ATTACKS + text), *BOARD, mana={ANN: "{R}{R}{R}"})
    told = {"source": "imp", "accept": [True], "x": x}
    then = board.when(attack(imp=BOB), resolve(1, told), resolve(1, {"source": "imp", "targets": targets}))
    then.then(left("elk") if legal else illegal("603.3d"))


def test_a_target_is_compared_with_what_is_counted() -> None:
    text = "destroy target creature with toughness X or less, where X is the number of artifacts you control."
    attacks(text, *BOARD, creature("rat", BOB), targets=["rat"]).then(gone("rat"))


@pytest.mark.parametrize(("mode", "counters"), [(0, 3), (1, 1)])
def test_one_thing_or_another_is_done(mode: int, counters: int) -> None:
    text = "put a charge counter on it or remove one from it."
    done = attacks(text, by={"counters": {"charge": 2}}, modes=[mode])
    assert done.outcome().game.board.permanents["imp"].counters["charge"] == counters


def test_each_player_chooses_what_to_do() -> None:
    text = "each opponent sacrifices a creature or loses 3 life."
    others = creature("ox", BOB), creature("elk", CAT)
    attacks(text, *others, modes=[0, 1]).then(gone("ox"), life(Bob=20, Cat=17))
    attacks(text, *others, modes=[1, 0]).then(gone("elk"), life(Bob=17, Cat=20))


def test_a_battle_is_dealt_damage_by_whom_it_is_protected() -> None:
    text = (
        "Whenever this creature deals combat damage to a player, it deals that much damage to target planeswalker that player "
        "controls or battle that player protects."
    )
    ours, theirs = battle("gate", ANN, BOB), battle("moat", BOB, ANN)
    board = given(creature("imp", ANN, text), ours, theirs)
    hit = attack(imp=BOB), block(), damage()
    board.when(*hit, resolve(1, {"source": "imp", "targets": ["gate"]})).then(has("gate", defense=1))
    board.when(*hit, resolve(1, {"source": "imp", "targets": ["moat"]})).then(illegal("603.3d"))


def test_so_many_more_are_created_instead() -> None:
    text = "When this creature dies, create two tapped Treasure tokens. If it was attacking, create three instead."
    (ability,) = read_permanent(text, types=["Creature"])
    assert [each.number for each in parts_of(ability) if isinstance(each, CreatesTokens)] == [3, 2]


def test_counters_that_what_died_had_are_counted() -> None:
    text = "When this creature dies, put a +1/+1 counter on target creature you control for each counter this creature had."
    imp = creature("imp", ANN, text, power=0, toughness=0, counters={"+1/+1": 3})
    board = given(imp, creature("elk", ANN), creature("ox", BOB, power=9), stated=False)
    fought = attack(imp=BOB), block(ox="imp"), damage()
    board.when(*fought, resolve(1, {"source": "imp", "targets": ["elk"]})).then(sizes(elk="5/5"))


# --- what others do to their own -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tapped", "left"),
    [
        ("defending player taps a creature they control.", {"imp", "elk"}, set()),
        ("each opponent taps a creature they control.", {"imp", "elk", "cow"}, set()),
        ("each opponent exiles a creature they control.", {"imp"}, {"elk", "cow"}),
        ("each opponent returns a creature they control to its owner's hand.", {"imp"}, {"elk", "cow"}),
        ("each player untaps all creatures they control.", set(), set()),
    ],
)
def test_players_do_it_to_their_own(text: str, tapped: set[str], left: set[str]) -> None:
    others = creature("elk", BOB), creature("ox", BOB), creature("cow", CAT), creature("yak", CAT)
    chosen = ["elk", "cow"] if "each opponent taps" in text else ["elk"] if " taps " in text else []
    given_up = sorted(left)
    done = attacks(text, *others, chosen=chosen, sacrificed=given_up)
    there = done.outcome().game.board.permanents
    assert {id for id, each in there.items() if each.tapped} == tapped
    assert {"elk", "ox", "cow", "yak"} - set(there) == left
