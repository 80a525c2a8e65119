"""What is done for each of several players or permanents, and what each of several players does (608.2e, 608.2f)."""

import pytest
from abilities.resolving import as_it_attacks, as_it_dies
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    attacking,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    land,
    left,
    life,
    not_carried_out,
    planeswalker,
    resolve,
    resolved,
    tapped,
)

THREE = (ANN, BOB, CAT)
WITH_COST = "Whenever this creature attacks, for each opponent, you create a 2/2 black Zombie creature token unless that player "


def of_imp(text: str) -> dict[str, object]:
    return creature("imp", ANN, f"Whenever this creature attacks, {text}")


def test_something_is_done_for_each_opponent_who_does_not_pay() -> None:
    board = given(creature("imp", ANN, WITH_COST + "sacrifices a creature."), creature("elk", BOB), players=THREE)
    board.when(attack(imp=BOB), resolve()).then(has("imp token 1", token=True), has("imp token 2", token=True))
    chosen = {"source": "imp", "accept": [True, True]}
    outcome = board.when(attack(imp=BOB), resolve("all", chosen)).then(left("elk"), has("imp token 1", token=True))
    assert "imp token 2" not in outcome.game.board.permanents


def test_one_target_of_each_opponent() -> None:
    text = "for each opponent, tap up to one target creature that player controls."
    cows = creature("elk", BOB), creature("ox", BOB), creature("cat", CAT)
    board = given(of_imp(text), *cows, players=THREE)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elk", "cat"]})).then(tapped("imp", "elk", "cat"))
    assert (
        board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elk", "ox"]})).outcome().step.verdict
        == "illegal"
    )
    outcome = board.when(attack(imp=BOB), resolve()).outcome()
    assert {id for id, each in outcome.game.board.permanents.items() if each.tapped} - {"imp"} in ({"elk", "cat"}, {"ox", "cat"})


def test_a_target_that_went_to_another_opponent_is_illegal() -> None:
    """608.2b: it was chosen as a creature that Bob controls."""
    text = "for each opponent, tap up to one target creature that player controls."
    thief = enchantment("thief", CAT, "Whenever one or more creatures attack, gain control of target creature.")
    board = given(of_imp(text), creature("elk", BOB), creature("cat", CAT), thief, players=THREE)
    chosen = {"source": "thief", "targets": ["elk"]}, {"source": "imp", "targets": ["elk", "cat"]}
    outcome = board.when(attack(imp=BOB), resolve("all", *chosen)).then(tapped("imp", "cat"))
    assert outcome.game.board.permanents["elk"].controller == CAT


def test_a_token_attacks_each_opponent() -> None:
    text = (
        "for each opponent, create a 1/1 white Human creature token that's tapped and attacking that player "
        "or a planeswalker they control."
    )
    given(of_imp(text), players=THREE).when(attack(imp=BOB), resolve()).then(
        attacking(**{"imp": BOB, "imp token 1": BOB, "imp token 2": CAT})
    )


def test_a_token_attacks_a_planeswalker_of_that_player_as_is_chosen() -> None:
    text = (
        "for each opponent, create a 1/1 white Human creature token that's tapped and attacking that player "
        "or a planeswalker they control."
    )
    board = given(of_imp(text), planeswalker("jace", CAT), planeswalker("mine", ANN), players=THREE)
    by_default = {"imp": BOB, "imp token 1": BOB, "imp token 2": CAT}
    board.when(attack(imp=BOB), resolve()).then(attacking(**by_default))
    chosen = resolve("all", {"source": "imp", "chosen": ["jace"]})
    board.when(attack(imp=BOB), chosen).then(attacking(**{**by_default, "imp token 2": "jace"}))


def test_a_copy_of_each_creature_and_all_of_them_leave() -> None:
    text = (
        "for each other attacking creature you control, create a tapped and attacking token that's a copy of that creature. "
        "Sacrifice those tokens at end of combat."
    )
    board = given(of_imp(text), creature("elf", ANN, power=3), creature("ox", ANN, power=4))
    end = board.when(attack(imp=BOB, elf=BOB, ox=BOB), resolve()).then(has("imp token 1", power=3), has("imp token 2", power=4))
    assert end.game.stack.delayed
    board.when(attack(imp=BOB, elf=BOB, ox=BOB), resolve(), block(), damage(), {"end_of_combat": True}, resolve()).then(
        left("imp token 1", "imp token 2")
    )


def test_something_is_done_so_many_times() -> None:
    text = (
        "put a charge counter on it. Then for each charge counter on it, each opponent loses 2 life unless "
        "that player sacrifices a creature."
    )
    given(of_imp(text) | {"counters": {"charge": 1}}, players=THREE).when(attack(imp=BOB), resolve()).then(life(Bob=16, Cat=16))


def test_each_player_has_a_number_of_their_own() -> None:
    board = [
        of_imp("each opponent loses life equal to the number of creatures they control."),
        creature("elk", BOB),
        creature("ox", BOB),
    ]
    given(*board, players=THREE).when(attack(imp=BOB), resolve()).then(life(Bob=18, Cat=20))
    text = "each opponent loses life equal to the number of creatures attacking them."
    given(of_imp(text), creature("elf", ANN), creature("fox", ANN), players=THREE).when(
        attack(imp=BOB, elf=CAT, fox=CAT), resolve()
    ).then(life(Bob=19, Cat=18))


@pytest.mark.parametrize(("way", "bob"), [("up", 9), ("down", 10)])
def test_half_of_ones_life(way: str, bob: int) -> None:
    text = f"each opponent loses half their life, rounded {way}."
    given(of_imp(text), players=THREE, life={BOB: 19, CAT: 10}).when(attack(imp=BOB), resolve()).then(life(Bob=bob, Cat=5))


def test_half_of_the_permanents() -> None:
    cows = [creature(f"cow {number}", BOB, power=number) for number in (1, 2, 3)]
    board = given(of_imp("defending player sacrifices half the creatures they control of their choice, rounded up."), *cows)
    board.when(attack(imp=BOB), resolve()).then(left("cow 1", "cow 2"))


def test_each_opponent_who_cannot() -> None:
    text = "each opponent discards a card. Each opponent who can't loses 3 life."
    given(of_imp(text), players=THREE, hand={BOB: 1}).when(attack(imp=BOB), resolve()).then(life(Bob=20, Cat=17))


def test_a_player_exiles_or_returns_permanents_of_their_choice() -> None:
    board = (of_imp("defending player exiles two permanents they control."), creature("elk", BOB), creature("ox", BOB))
    assert given(*board).when(attack(imp=BOB), resolve()).then(left("elk", "ox")).game.board.cards["elk"].zone == "exile"
    board = (of_imp("defending player returns a creature they control to its owner's hand."), creature("elk", BOB))
    assert given(*board).when(attack(imp=BOB), resolve()).then(left("elk")).game.board.cards["elk"].zone == "hand"


def test_each_other_opponent() -> None:
    text = "Whenever this creature deals combat damage to an opponent, it deals that much damage to each other opponent."
    given(creature("imp", ANN, text, power=3), players=THREE).when(
        attack(imp=BOB), block(), damage(imp={BOB: 3}), resolve()
    ).then(life(Bob=17, Cat=17), resolved("imp"))


def test_that_sources_controller_pays_or_loses() -> None:
    text = (
        "Whenever a source an opponent controls deals damage to this creature, that source's controller "
        "loses 2 life unless they sacrifice a creature."
    )
    board = given(creature("imp", ANN, text, toughness=9), creature("elk", BOB))
    board.when(attack(imp=BOB), block(elk="imp"), damage(), resolve()).then(life(Ann=20, Bob=18))


@pytest.mark.parametrize(
    "text",
    [
        "for each opponent, tap target creature.",
        "for each opponent, put a +1/+1 counter on target creature you control.",
        "each opponent loses 2 life unless you pay {2} or they do.",
        "each opponent who didn't attack loses 2 life.",
    ],
)
def test_what_else_is_done_for_each_is_not_read(text: str) -> None:
    assert [each.does for each in read_permanent(f"Whenever this creature attacks, {text}") if isinstance(each, a.Triggered)] == [
        None
    ]


def test_each_opponent_who_does_not_control_something() -> None:
    board = given(
        of_imp("each opponent who doesn't control an Elf loses 1 life."), creature("elf", BOB, types=("Elf",)), players=THREE
    )
    board.when(attack(imp=BOB), resolve()).then(life(Bob=20, Cat=19))


def test_the_least_of_ones_creatures_is_sacrificed() -> None:
    text = "defending player sacrifices a creature with the least power among creatures they control."
    cows = creature("cow", BOB, power=3), creature("elk", BOB, power=1), creature("tiny", ANN, power=0)
    given(of_imp(text), *cows).when(attack(imp=BOB), resolve()).then(left("elk"))


def test_a_token_is_named_after_the_card() -> None:
    text = "When Tuktuk the Explorer dies, create Tuktuk the Returned, a legendary 5/5 colorless Goblin artifact creature token."
    imp = creature("imp", ANN, text) | {"name": "Tuktuk the Explorer"}
    board = given(imp, creature("ox", BOB, power=5, toughness=5))
    board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(
        has("imp token 1", name="Tuktuk the Returned", power=5)
    )


EACH_THEIR_OWN = [
    ("this creature deals damage to each opponent equal to the number of creatures they control.", {BOB: 19, CAT: 18}),
    ("this creature deals 1 damage to each opponent for each creature they control.", {BOB: 19, CAT: 18}),
    ("this creature deals 1 damage to each player for each creature they control.", {ANN: 19, BOB: 19, CAT: 18}),
    ("each opponent loses 1 life for each creature they control.", {BOB: 19, CAT: 18}),
    ("each player gains 1 life for each creature they control.", {ANN: 21, BOB: 21, CAT: 22}),
    ("for each opponent, you gain life equal to the number of creatures they control.", {ANN: 23}),
    ("for each opponent, you gain 1 life for each creature they control.", {ANN: 23}),
    ("for each opponent, this creature deals 1 damage to you for each creature they control.", {ANN: 17}),
    ("for each opponent, this creature deals 1 damage to that player for each creature they control.", {BOB: 19, CAT: 18}),
]


@pytest.mark.parametrize(("does", "totals"), EACH_THEIR_OWN)
def test_what_each_of_several_controls_is_counted_for_each(does: str, totals: dict[str, int]) -> None:
    theirs = creature("elk", BOB), creature("cow", CAT), creature("pig", CAT)
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {does}"), *theirs, players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB), resolve()).then(life(**{ANN: 20, BOB: 20, CAT: 20, **totals}))


def test_those_who_control_the_most_sacrifice() -> None:
    text = "Whenever this creature attacks, each player who controls the most lands sacrifices a land of their choice."
    board = given(creature("imp", ANN, text), land("bog", ANN, "Swamp"), land("isle", BOB, "Island"), land("mere", BOB, "Island"))
    board.when(attack(imp=BOB), resolve()).then(lambda outcome: sorted(outcome.game.board.cards) in (["isle"], ["mere"]) or 1 / 0)


@pytest.mark.parametrize(
    "who", ["each opponent being attacked", "each opponent you attacked this combat", "each player you attacked this turn"]
)
def test_those_who_are_attacked(who: str) -> None:
    as_it_attacks(f"{who} loses 1 life.").then(life(Ann=20, Bob=19, Cat=20))


@pytest.mark.parametrize(
    "sentence", ["You gain 1 life for each opponent who doesn't.", "For each opponent who doesn't, you gain 1 life."]
)
@pytest.mark.parametrize(("accept", "gained"), [((True, True), 0), ((True, False), 1), ((False, False), 2)])
def test_for_each_opponent_who_does_not(sentence: str, accept: tuple[bool, bool], gained: int) -> None:
    done = as_it_attacks(f"each opponent may pay 2 life. {sentence}", accept=list(accept))
    done.then(life(Ann=20 + gained, Bob=20 - 2 * accept[0], Cat=20 - 2 * accept[1]))


def test_each_player_returns_a_card_of_their_own() -> None:
    text = "When this creature dies, each player returns a creature card from their graveyard to the battlefield."
    cards = creature("yak", ANN), creature("rat", BOB)
    board = as_it_dies(text, cards=list(cards)).outcome().game.board
    assert {"yak #2", "rat #2"} <= set(board.permanents) and board.cards["imp"].zone == "graveyard"


def test_something_is_done_for_each_player_that_is_attacked() -> None:
    text = "Whenever you attack, for each opponent being attacked, you gain 1 life and that player loses 2 life."
    board = given(creature("imp", ANN, text), creature("ox", ANN), creature("elk", ANN), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB, ox=BOB), resolve()).then(life(Ann=21, Bob=18, Cat=20))
    board.when(attack(imp=BOB, ox=CAT), resolve()).then(life(Ann=22, Bob=18, Cat=18))


def test_tokens_for_each_attacked_player_that_attack_another_each_are_not_read_as_if_all_attacked_one() -> None:
    text = "for each player being attacked, create a 1/1 white Soldier creature token that's tapped and attacking that player."
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("ox", ANN), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB, ox=CAT), resolve()).then(not_carried_out("imp"))
