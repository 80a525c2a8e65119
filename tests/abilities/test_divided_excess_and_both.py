"""What is divided among targets, excess damage, the difference, damage to two kinds at a time, what you and another player do."""

from typing import Any

import pytest
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import (
    ANN,
    BOB,
    CLEANUP,
    attack,
    block,
    creature,
    damage,
    given,
    has,
    left,
    life,
    marked,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

ATTACKS = "Whenever this creature attacks, "
BIRD = creature("bird", BOB, "Flying", power=1, toughness=1)
ELK = creature("elk", BOB, power=1, toughness=3)
LAND = permanent("forest", BOB, types=("Land", "Forest"))


def imp(effect: str, **more: Any) -> dict[str, Any]:
    return creature("imp", ANN, f"{ATTACKS}{effect}", power=2, toughness=9, **more)


def attacks(effect: str, *others: dict[str, Any], **choices: Any) -> Any:
    chosen = [{"source": "imp", **choices}] if choices else []
    return given(imp(effect), *others).when(attack(imp=BOB), resolve("all", *chosen))


def test_damage_is_divided_among_targets_of_a_description() -> None:
    effect = "it deals 3 damage divided as you choose among one, two, or three target creatures with flying."
    attacks(effect, BIRD, ELK, targets=["bird"], division={"bird": 3}).then(left("bird"))
    outcome = given(imp(effect), ELK).when(attack(imp=BOB), resolve()).outcome()
    assert outcome.game.board.permanents["elk"].marked == 0


def test_as_much_is_divided_as_a_number_comes_to() -> None:
    effect = "distribute X +1/+1 counters among any number of target creatures you control, where X is its power."
    pup = creature("pup", ANN)
    chosen = {"targets": ["imp", "pup"], "division": {"imp": 1, "pup": 1}}
    attacks(effect, pup, **chosen).then(sizes(imp="3/10", pup="3/3"))


def test_damage_is_dealt_to_some_creatures_and_some_players_at_one_time() -> None:
    attacks("it deals 1 damage to each creature with flying and each player.", BIRD, ELK).then(left("bird"), life(Ann=19, Bob=19))
    attacks("it deals 1 damage to you and each creature you control.", creature("pup", ANN, toughness=1)).then(
        left("pup"), life(Ann=19, Bob=20)
    )


@pytest.mark.parametrize(("toughness", "gained"), [(5, 0), (3, 0), (1, 2)])
def test_excess_damage_is_what_is_dealt_beyond_what_is_lethal(toughness: int, gained: int) -> None:
    effect = "it deals 3 damage to target creature an opponent controls. You gain life equal to the excess damage dealt this way."
    attacks(effect, creature("elk", BOB, toughness=toughness)).then(life(Ann=20 + gained))


@pytest.mark.parametrize(("text", "drawn"), [("", 0), ("Deathtouch\n", 1)])
def test_whether_excess_damage_was_dealt(text: str, drawn: int) -> None:
    effect = "it deals 3 damage to target creature an opponent controls. If excess damage was dealt this way, you gain 5 life."
    source = creature("imp", ANN, f"{text}{ATTACKS}{effect}", toughness=9)
    given(source, ELK).when(attack(imp=BOB), resolve()).then(life(Ann=20 + 5 * drawn))


def test_the_difference_is_that_of_the_numbers_compared() -> None:
    effect = "draw a card. If that player has more life than you, you gain life equal to the difference."
    given(imp(effect), life={ANN: 13, BOB: 20}).when(attack(imp=BOB), resolve()).then(life(Ann=20))


def test_the_difference_of_what_the_ability_asks_as_it_triggers() -> None:
    effect = "if defending player has more life than you, you gain life equal to the difference."
    given(imp(effect), life={ANN: 13, BOB: 20}).when(attack(imp=BOB), resolve()).then(life(Ann=20))
    hit = "Whenever this creature deals combat damage to a player, if that player has more life than you, you gain life equal to "
    board = given(creature("imp", ANN, f"{hit}the difference.", power=3), life={ANN: 12, BOB: 20})
    board.when(attack(imp=BOB), block(), damage(), resolve()).then(life(Ann=17, Bob=17))


def test_the_difference_of_the_power_of_what_died() -> None:
    """603.4: asked again as it resolves, when the imp has as much power as the second that died."""
    text = "Whenever a creature dies, if it had power greater than this creature's power, put a number of +1/+1 counters on this "
    imp = creature("imp", ANN, f"{text}creature equal to the difference.", power=1)
    board = given(imp, creature("ox", ANN, power=4, toughness=1), creature("bear", BOB, power=4, toughness=1))
    board.when(attack(ox=BOB), block(bear=["ox"]), damage(), resolve()).then(has("imp", counters={"+1/+1": 3}))


def test_what_you_and_another_player_each_do() -> None:
    attacks("you and defending player each lose 2 life.").then(life(Ann=18, Bob=18))
    outcome = attacks("you and target opponent each create a 1/1 white Soldier creature token.").outcome()
    made = [each.controller for each in outcome.game.board.permanents.values() if each.name == "Soldier"]
    assert sorted(made) == [ANN, BOB]


def test_a_player_puts_counters_on_a_creature_of_their_own() -> None:
    attacks("defending player puts a -1/-1 counter on a creature they control.", ELK, creature("pup", ANN)).then(
        sizes(elk="0/2", pup="2/2")
    )
    both = attacks("each player puts a +1/+1 counter on a creature they control.", ELK)
    both.then(sizes(elk="2/4", imp="3/10"))


def test_the_controller_of_what_was_destroyed_searches() -> None:
    effect = (
        "destroy target land. Its controller may search their library for a basic land card, put it onto the battlefield "
        "tapped, then shuffle."
    )
    found = permanent("plains", BOB, types=("Basic", "Land", "Plains"))
    attacks(effect, LAND, cards=[found], accept=[True]).then(left("forest"), has("plains #2", tapped=True))


@pytest.mark.parametrize(("kinds", "stated", "moved"), [(1, (), True), (2, (), False), (2, ("shield",), True)])
def test_which_of_several_kinds_of_counters_is_moved_is_stated(kinds: int, stated: tuple[str, ...], moved: bool) -> None:
    effect = "move a counter from target creature an opponent controls onto target creature you control."
    counters = dict([("shield", 1), ("charge", 1)][:kinds])
    after = attacks(
        effect, creature("elk", BOB, counters=counters), **({"counters": stated} if stated else {"targets": ["elk", "imp"]})
    )
    if moved:
        after.then(has("imp", counters={"shield": 1}))
    else:
        after.then(not_carried_out("imp", "which counter"))


@pytest.mark.parametrize("power", [2, 4])
def test_an_if_behind_what_is_done_later_is_asked_then(power: int) -> None:
    effect = "sacrifice it at the beginning of the next end step if its power is 3 or less."
    grown = {"effect": {"controller": ANN, "text": f"[imp] gets +{power - 2}/+0 until end of turn."}}
    outcome = given(imp(effect)).when(attack(imp=BOB), resolve(), *([grown] if power > 2 else []), CLEANUP).outcome()
    assert ("imp" in outcome.game.board.permanents) == (power > 3)


@pytest.mark.parametrize(
    "effect",
    [
        "target creature gets +5/+5 until end of turn and must be blocked this turn if able.",
        "until end of turn, gain control of target creature and it gains haste.",
        "it gets +1/-1 or -1/+1 until end of turn.",
        "it gets -1/-1 and gains your choice of flying or haste until end of turn.",
        "create an 8/8 Beast creature token that's red, green, and white.",
        "create a 3/2 colorless Vehicle artifact token with crew 1.",
        "create a 2/1 black Skeleton creature token and suspect it.",
        "target player's life total becomes 10.",
        "destroy target artifact, enchantment, or creature with flying.",
        "it deals 3 damage divided as you choose among up to two targets.",
    ],
)
def test_it_is_read_and_said(effect: str) -> None:
    (ability,) = read_permanent(ATTACKS + effect)
    assert ability.does is not None
    (again,) = read_permanent(render(ability))
    assert render(again) == render(ability)


def test_each_of_several_deals_damage() -> None:
    text = "Whenever this creature attacks, each other creature you control deals damage equal to its power to target creature."
    others = creature("elk", ANN, power=1), creature("ape", ANN, "Deathtouch", power=3), creature("ox", BOB, toughness=9)
    board = given(creature("imp", ANN, text, power=5), *others)
    board.when(attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["ox"]})).then(left("ox"))
    weak = given(creature("imp", ANN, text, power=5), others[0], others[2])
    weak.when(attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["ox"]})).then(marked(ox=1))


def test_each_of_those_who_block_deals_damage() -> None:
    text = "Whenever this creature becomes blocked, each creature blocking it deals 1 damage to defending player."
    board = given(creature("imp", ANN, text), creature("elk", BOB), creature("ox", BOB), creature("cow", BOB))
    board.when(attack(imp=BOB), block(elk="imp", ox="imp"), resolve()).then(life(Bob=18))


def test_targets_deal_damage_each_their_own() -> None:
    text = (
        "Whenever this creature attacks, up to two target creatures you control each deal damage equal to their power to another "
        "target creature."
    )
    others = creature("elk", ANN, power=1), creature("ape", ANN, power=3), creature("ox", BOB, toughness=9)
    board = given(creature("imp", ANN, text), *others)
    board.when(attack(imp=BOB), resolve(1, {"source": "imp", "targets": ["elk", "ape", "ox"]})).then(marked(ox=4))
