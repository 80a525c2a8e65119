"""How often an ability has resolved this turn; "their toughness" of each of several; "other" than what an Aura enchants."""

from typing import Any

import pytest
from declarant import Game
from declarant import permanent as entering
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    dealt,
    enchantment,
    given,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

TEXT = (
    "Whenever a creature you control attacks, you gain 1 life. If this is the second time this ability has resolved this turn, "
    "draw a card."
)
BOARD = enchantment("banner", ANN, TEXT), creature("imp", ANN), creature("ox", ANN), creature("elk", ANN)


@pytest.mark.parametrize(("attackers", "drawn"), [(1, 0), (2, 1), (3, 1)])
def test_the_second_time_it_resolves_is_counted_by_the_game(attackers: int, drawn: int) -> None:
    fight = attack(**dict.fromkeys(["imp", "ox", "elk"][:attackers], BOB))
    outcome = given(*BOARD, hand={ANN: 2}).when({"turn": BOB}, {"turn": ANN}, fight, resolve()).outcome()
    assert outcome.game.board.hand[ANN] == 2 + drawn and not outcome.game.stack.marks


def test_another_turn_counts_anew() -> None:
    turns: list[Any] = [step for _ in range(2) for step in ({"turn": BOB}, {"turn": ANN}, attack(imp=BOB), resolve(), block())]
    outcome = given(*BOARD, hand={ANN: 2}).when(*turns).outcome()
    assert outcome.game.board.hand[ANN] == 2


def test_a_turn_that_isnt_on_record_from_its_beginning_doesnt_say() -> None:
    given(*BOARD, hand={ANN: 2}).when(attack(imp=BOB, ox=BOB), resolve()).then(not_carried_out("banner", "resolved"))


def test_their_toughness_is_that_of_each() -> None:
    text = (
        "Whenever you attack, you may pay 2 life. If you do, until end of turn, creatures you control with toughness greater "
        "than their power assign combat damage equal to their toughness rather than their power."
    )
    board = (
        enchantment("banner", ANN, text),
        creature("imp", ANN, power=1, toughness=4),
        creature("ox", ANN, power=3, toughness=2),
    )
    paid = resolve("all", {"source": "banner", "accept": [True]})
    given(*board).when(attack(imp=BOB, ox=BOB), paid, block(), damage()).then(dealt(imp={BOB: 4}, ox={BOB: 3}))


def test_each_other_creature_is_other_than_the_enchanted_one() -> None:
    text = "Whenever enchanted creature attacks, each other attacking creature gets +1/+1 until end of turn."
    aura = permanent("aura", ANN, text, types=("Enchantment", "Aura"), attached_to="imp")
    given(aura, creature("imp", ANN), creature("ox", ANN)).when(attack(imp=BOB, ox=BOB), resolve()).then(
        sizes(imp="2/2", ox="3/3")
    )


@pytest.mark.parametrize(("attacks_so_often", "life_then"), [(1, 20), (2, 23)])
def test_what_is_done_as_it_resolves_for_the_second_time(attacks_so_often: int, life_then: int) -> None:
    text = (
        "Whenever another creature you control attacks, put a +1/+1 counter on this creature. When this ability resolves for the "
        "second time this turn, target player gains 3 life."
    )
    game = Game.start([ANN, BOB])
    for id in ("imp", *("ape", "bat", "cat")[:attacks_so_often]):
        game.enter(entering(id, ANN, types=["Creature"], power=2, toughness=2, text=text if id == "imp" else ""))
    game.begin_turn(BOB)
    game.begin_turn(ANN)
    game.declare_attackers(dict.fromkeys(("ape", "bat", "cat")[:attacks_so_often], BOB))
    game.resolve_all()
    assert (game.board.life[ANN] == life_then) or game.board.life[BOB] == life_then
    assert game.board.permanents["imp"].counters == {"+1/+1": attacks_so_often}
