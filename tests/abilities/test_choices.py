"""What is chosen: reflexive abilities, permanents that are no targets, modes, division, energy, who pays."""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks, as_it_hits
from declarant import play
from referee import (
    ANN,
    BOB,
    CAT,
    CLEANUP,
    Check,
    attack,
    block,
    creature,
    damage,
    given,
    has,
    land,
    left,
    life,
    marked,
    not_carried_out,
    permanent,
    refused,
    resolve,
    resolved,
    sizes,
    tapped,
)

GUARD = creature("guard", BOB, toughness=4)
ELF = creature("elf", ANN)


def test_when_you_do_triggers_with_targets_of_its_own() -> None:
    text = "Whenever this creature attacks, you may sacrifice another creature. When you do, destroy target artifact or creature."
    board = given(creature("imp", ANN, text), ELF, GUARD)
    board.when(attack(imp=BOB), resolve()).then(left(), resolved("imp"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(
        left("elf", "guard"), resolved("imp", "imp")
    )


def test_what_is_sacrificed_is_known_as_it_was() -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice another creature. When you do, this creature deals damage equal to "
        "the sacrificed creature's power to any target."
    )
    board = given(creature("imp", ANN, text), creature("ox", ANN, power=3), GUARD)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(marked(guard=3))


def test_a_permanent_that_is_chosen_is_no_target() -> None:
    text = "Whenever this creature deals combat damage to a player, return a land you control to its owner's hand."
    board = given(creature("imp", ANN, text), land("plains", ANN, "Plains"), land("bog", ANN, "Swamp"))
    step = resolve("all", {"source": "imp", "chosen": ["bog"]})
    board.when(attack(imp=BOB), block(), damage(), step).then(left("bog"))


def test_so_many_are_tapped_and_counted() -> None:
    text = (
        "Whenever this creature attacks, you may tap any number of untapped creatures you control. This creature gets +1/+1 "
        "until end of turn for each creature tapped this way."
    )
    board = given(creature("imp", ANN, text), ELF, creature("ox", ANN))
    accepting = {"source": "imp", "accept": [True], "chosen": ["elf", "ox"]}
    board.when(attack(imp=BOB), resolve("all", accepting)).then(sizes(imp="4/4"), tapped("elf", "imp", "ox"))
    board.when(attack(imp=BOB), resolve()).then(sizes(imp="2/2"))


def test_energy_is_got_and_paid() -> None:
    text = "Whenever this creature attacks, you get {E}{E}, then you may pay {E}{E}. If you do, put a +1/+1 counter on it."
    board = given(creature("imp", ANN, text))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(sizes(imp="3/3"))
    board.when(attack(imp=BOB), resolve()).then(sizes(imp="2/2"))
    short = "Whenever this creature attacks, you may pay {E}{E}. If you do, put a +1/+1 counter on it."
    paying = resolve("all", {"source": "imp", "accept": [True]})
    given(creature("imp", ANN, short)).when(attack(imp=BOB), paying).then(sizes(imp="2/2"))


def test_another_player_may_pay() -> None:
    ogre = "Whenever a creature attacks you, create a 3/3 red Ogre creature token unless its controller pays {3}."
    board = given(creature("imp", ANN), permanent("shrine", BOB, ogre, types=("Enchantment",)))
    board.when(attack(imp=BOB), resolve()).then(has("shrine token 1", power=3))
    board.when(attack(imp=BOB), resolve("all", {"source": "shrine", "accept": [True]})).then(resolved("shrine"))


def test_damage_is_divided_as_targets_are_chosen() -> None:
    text = "Whenever this creature attacks, it deals 3 damage divided as you choose among one, two, or three targets."
    board = given(creature("imp", ANN, text), GUARD, creature("wall", BOB, toughness=5))
    divided = {"source": "imp", "targets": ["guard", "wall"], "division": {"guard": 1, "wall": 2}}
    board.when(attack(imp=BOB), resolve("all", divided)).then(marked(guard=1, wall=2))


def test_counters_are_distributed_as_targets_are_chosen() -> None:
    text = "When this creature dies, distribute three +1/+1 counters among one or two target creatures."
    board = given(creature("imp", ANN, text), ELF, creature("ox", ANN), creature("guard", BOB, power=5, toughness=9))
    divided = {"source": "imp", "targets": ["elf", "ox"], "division": {"elf": 1, "ox": 2}}
    board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve("all", divided)).then(sizes(elf="3/3", ox="4/4"))


def test_those_that_set_it_off_together() -> None:
    text = "Whenever one or more creatures you control attack, they gain trample until end of turn and you gain that much life."
    captain = permanent("captain", ANN, text, types=("Enchantment",))
    given(creature("imp", ANN), ELF, captain).when(attack(imp=BOB, elf=BOB), resolve()).then(life(Ann=22))


def test_instead() -> None:
    text = (
        "Whenever this creature attacks, it gets +1/+1 until end of turn. If you control three or more creatures, it gets +2/+2 "
        "and gains trample until end of turn instead."
    )
    given(creature("imp", ANN, text), ELF).when(attack(imp=BOB), resolve()).then(sizes(imp="3/3"))
    given(creature("imp", ANN, text), ELF, creature("ox", ANN)).when(attack(imp=BOB), resolve()).then(sizes(imp="4/4"))


def test_modes_are_chosen_with_their_targets() -> None:
    text = (
        "Whenever this creature attacks, choose one —\n• Destroy target artifact."
        "\n• Pounce — Tap target creature an opponent controls.\n• You gain 3 life."
    )
    board = given(creature("imp", ANN, text), GUARD)
    board.when(attack(imp=BOB), resolve()).then(tapped("guard", "imp"))  # there is no artifact: the first that is possible
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "modes": [2]})).then(life(Ann=23), tapped("imp"))


def test_two_modes_of_which_each_is_done_in_order() -> None:
    text = "Whenever this creature attacks, choose two —\n• You gain 3 life.\n• Each opponent loses 1 life.\n• Draw a card."
    board = given(creature("imp", ANN, text))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "modes": [0, 1]})).then(life(Ann=23, Bob=19))


def test_an_additional_combat_phase_is_played() -> None:
    text = (
        "Whenever this creature attacks, if it's the first combat phase of the turn, untap it. After this phase, there is an "
        "additional combat phase."
    )
    outcome = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(tapped())
    assert outcome.game.board.combats_added == 1
    played = play(outcome.game, {ANN: "greedy", BOB: "never"}, until="turn")
    assert played.board.life[BOB] == 16 and played.board.combats_added == 0


def test_what_does_not_untap_untaps_the_next_time() -> None:
    text = "Whenever this creature attacks, it doesn't untap during its controller's next untap step."
    game = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).outcome().game
    for player, is_tapped in ((BOB, True), (ANN, True), (BOB, True), (ANN, False)):
        game.begin_turn(player)
        assert game.board.permanents["imp"].tapped is is_tapped


def test_a_copy_with_exceptions() -> None:
    text = (
        "Whenever this creature attacks, create a token that's a copy of target creature, except it's a 1/1 Spirit in addition "
        "to its other types and it has flying."
    )
    ox = creature("ox", ANN, "Trample", power=4, toughness=4, subtypes=["Ox"], counters={"+1/+1": 1})
    step = resolve("all", {"source": "imp", "targets": ["ox"]})
    outcome = given(creature("imp", ANN, text), ox).when(attack(imp=BOB), step).then(has("imp token 1", power=1))
    assert outcome.game.board.permanents["imp token 1"].types >= {"Ox", "Spirit", "Creature"}
    assert outcome.game.view.keywords("imp token 1") == {"trample", "flying"}


def test_how_a_coin_lands_is_stated_or_nothing_is_done() -> None:
    text = "Whenever this creature attacks, flip a coin. If you win the flip, it gets +1/+1 until end of turn."
    board = given(creature("imp", ANN, text))
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "how the coins land"), sizes(imp="2/2"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "flips": [True]})).then(sizes(imp="3/3"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "flips": [False]})).then(sizes(imp="2/2"))


def test_conniving() -> None:
    board = given(creature("imp", ANN, "Whenever this creature attacks, it connives."), hand={ANN: 2})
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "nonland cards"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "nonland": 1})).then(sizes(imp="3/3"))


@pytest.mark.parametrize(
    ("chosen", "imp", "elk", "ox", "poison"),
    [([], 2, 2, 1, 3), (["elk"], 1, 2, 1, 2), ([BOB], 1, 1, 1, 3), (["ox", "imp"], 2, 1, 2, 2)],
)
def test_what_is_proliferated(chosen: list[str], imp: int, elk: int, ox: int, poison: int) -> None:
    """By default what helps oneself and harms the opponents."""
    board = given(
        creature("imp", ANN, "Whenever this creature attacks, proliferate.", counters={"+1/+1": 1}),
        creature("elk", BOB, counters={"-1/-1": 1}, toughness=5),
        creature("ox", BOB, counters={"+1/+1": 1}),
        poison={BOB: 2},
    )
    found = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "chosen": chosen})).outcome().game.board
    assert [found.permanents[id].counters[kind] for id, kind in (("imp", "+1/+1"), ("elk", "-1/-1"), ("ox", "+1/+1"))] == [
        imp,
        elk,
        ox,
    ]
    assert found.poison[BOB] == poison


def test_an_opponent_is_chosen() -> None:
    text = "Whenever this creature attacks, choose an opponent. That player loses 2 life."
    board = given(creature("imp", ANN, text), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "chosen": [CAT]})).then(life(Bob=20, Cat=18))


def test_what_cannot_be_chosen_is_an_error() -> None:
    text = "Whenever this creature attacks, put a +1/+1 counter on another creature you control."
    board = given(creature("imp", ANN, text), ELF, GUARD)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "chosen": ["guard"]})).then(refused("invalid-input", "guard"))


def test_it_is_the_creature_that_something_else_deals_damage_to() -> None:
    text = "Whenever a creature attacks you, this artifact deals 1 damage to it."
    given(creature("imp", ANN), permanent("trap", BOB, text, types=("Artifact",))).when(attack(imp=BOB), resolve()).then(
        marked(imp=1)
    )


def test_until_end_of_turn_holds_for_the_whole_sentence() -> None:
    text = "Whenever this creature attacks, until end of turn, it gets +1/+0 and creatures you control gain trample."
    outcome = given(creature("imp", ANN, text), ELF).when(attack(imp=BOB), resolve(), CLEANUP).then(sizes(imp="2/2", elf="2/2"))
    assert outcome.game.view.keywords("elf") == frozenset()


def test_that_player_is_whom_a_creature_attacks_or_who_controlled_what_died() -> None:
    text = "Whenever a creature attacks one of your opponents, that player loses 1 life."
    shrine = permanent("shrine", ANN, text, types=("Enchantment",))
    given(creature("imp", ANN), shrine).when(attack(imp=BOB), resolve()).then(life(Bob=19))
    text = "Whenever a creature an opponent controls dies, that player loses 2 life."
    shrine = permanent("shrine", ANN, text, types=("Enchantment",))
    board = given(creature("imp", ANN), shrine, creature("elk", BOB, toughness=1))
    board.when(attack(imp=BOB), block(elk="imp"), damage(), resolve()).then(life(Bob=18))


def test_nothing_done_this_way_is_none() -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice any number of other creatures. This creature gets +1/+1 until end of "
        "turn for each creature sacrificed this way."
    )
    given(creature("imp", ANN, text), ELF).when(attack(imp=BOB), resolve()).then(sizes(imp="2/2"))


def test_nothing_is_done_after_what_is_done_to_nothing() -> None:
    text = "Whenever this creature attacks, you may untap up to one target creature. If you do, you gain 3 life."
    board = given(creature("imp", ANN, text))
    chosen = {"source": "imp", "accept": [True]}
    board.when(attack(imp=BOB), resolve("all", {**chosen, "targets": []})).then(life(Ann=20))
    board.when(attack(imp=BOB), resolve("all", {**chosen, "targets": ["imp"]})).then(life(Ann=23))


def test_more_nonland_cards_than_are_discarded_are_refused() -> None:
    board = given(creature("imp", ANN, "Whenever this creature attacks, it connives."))
    chosen = {"source": "imp", "nonland": 2}
    board.when(attack(imp=BOB), resolve("all", chosen)).then(refused("invalid-input", "nonland", "0 to 1"))


@pytest.mark.parametrize("named", [["imp"], ["elk"], ["nobody"], ["ox", "cow"], ["ox", "ox"]])
def test_what_cant_be_sacrificed_is_refused(named: list[str]) -> None:
    """The source itself, an opponent's creature, nothing that there is, or one more than is asked for."""
    text = "Whenever this creature attacks, sacrifice another creature."
    board = given(creature("imp", ANN, text), creature("ox", ANN), creature("cow", ANN), creature("elk", BOB))
    resolution = resolve("all", {"source": "imp", "sacrificed": named})
    board.when(attack(imp=BOB), resolution).then(refused("invalid-input", named[-1], "lets a player sacrifice"))


@pytest.mark.parametrize(("chosen", "still"), [(["bog", "fen"], ["moor"]), (["bog"], ["fen", "moor"])])
def test_up_to_that_many_are_chosen(chosen: list[str], still: list[str]) -> None:
    lands = [land(name, ANN, tapped=True) for name in ("bog", "fen", "moor")]
    as_it_hits("untap up to that many lands.", *lands, chosen=chosen).then(tapped("imp", *still))


def test_up_to_x_cards_are_chosen() -> None:
    text = "put up to X land cards from your hand onto the battlefield tapped, where X is its power."
    cards = [land(name, ANN) for name in ("bog", "fen", "moor")]
    board = as_it_attacks(text, cards=cards[:2], totals={"hand": {ANN: 3}}).outcome().game.board
    assert {"bog #2", "fen #2"} <= set(board.permanents) and board.hand[ANN] == 1
    as_it_attacks(text, cards=cards, totals={"hand": {ANN: 3}}).then(refused("invalid-input", "moor"))


@pytest.mark.parametrize(
    ("text", "choices", "expected"),
    [
        ("it deals 1 damage to each of up to two targets.", {"targets": ["ox", "Bob"]}, marked(ox=1)),
        (
            "move any number of +1/+1 counters from it onto target creature.",
            {"targets": ["ox"], "x": 1},
            sizes(imp="3/3", ox="3/3"),
        ),
        ("you may sacrifice a land. If you sacrificed a land this way, tap target creature.", {"targets": ["ox"]}, tapped("imp")),
    ],
)
def test_other_ways_to_say_how_many(text: str, choices: dict[str, Any], expected: Check) -> None:
    imp = {"counters": {"+1/+1": 2}, "power": 4, "toughness": 4} if "move" in text else {}
    as_it_attacks(text, creature("ox", BOB), land("bog", ANN), by=imp, **choices).then(expected)
