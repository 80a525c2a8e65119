"""What is asked of a card before it is moved, up to how many are chosen, X and Y, one of two ways, and "the player"."""

from typing import Any

import pytest
from abilities.saying import check_said_as_read
from referee import (
    ANN,
    BOB,
    Check,
    attack,
    block,
    creature,
    damage,
    given,
    has,
    land,
    life,
    marked,
    permanent,
    resolve,
    sizes,
    tapped,
)

ATTACKS = "Whenever this creature attacks, "
HITS = "Whenever this creature deals combat damage to a player, "


def attacks(text: str, *others: dict[str, Any], by: dict[str, Any] | None = None, **choices: Any) -> Any:
    """Ann's 2/2 imp attacks Bob, and what its text says is done; she has a card in her graveyard."""
    imp = creature("imp", ANN, ATTACKS + text, **(by or {}))
    return given(imp, *others, graveyard={ANN: 1}, hand={ANN: 3}).when(
        attack(imp=BOB), resolve("all", {"source": "imp", **choices})
    )


def hits(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's 2/2 imp deals combat damage to Bob, and what its text says is done."""
    board = given(creature("imp", ANN, HITS + text), *others, graveyard={ANN: 2, BOB: 3}, hand={BOB: 2})
    return board.when(attack(imp=BOB), block(), damage(), resolve("all", {"source": "imp", **choices}))


@pytest.mark.parametrize(("mana_value", "returned"), [(3, True), (4, False)])
def test_what_a_target_card_has_is_asked_before_it_moves(mana_value: int, returned: bool) -> None:
    text = "return target artifact card from your graveyard to the battlefield if its mana value is 3 or less."
    orb = permanent("orb", ANN, types=["Artifact"], mana_value=mana_value)
    board = attacks(text, targets=["orb"], cards=[orb]).outcome().game.board
    assert ("orb #2" in board.permanents) == returned


@pytest.mark.parametrize(("card", "put"), [(creature("yak", ANN), True), (land("bog", ANN), False)])
def test_what_was_exiled_is_put_if_it_is_a_creature_card(card: dict[str, Any], put: bool) -> None:
    text = "exile the top card of your library. Put it onto the battlefield if it's a creature card."
    board = attacks(text, library=[card]).outcome().game.board
    assert (f"{card['id']} #2" in board.permanents) == put


@pytest.mark.parametrize(("token", "returned"), [(False, True), (True, False)])
def test_what_died_returns_if_it_is_a_card(token: bool, returned: bool) -> None:
    returns = "return it to the battlefield under its owner's control if it's a creature card."
    text = f"Whenever another creature you control dies, {returns}"
    mourner, elk = creature("mourner", ANN, text), creature("elk", ANN, token=token)
    fought = attack(elk=BOB), block(ox="elk"), damage(), resolve()
    board = given(mourner, elk, creature("ox", BOB, power=9, toughness=9)).when(*fought).outcome().game.board
    assert ("elk #2" in board.permanents) == returned


@pytest.mark.parametrize(("chosen", "still"), [(["bog", "fen"], ["moor"]), (["bog"], ["fen", "moor"])])
def test_up_to_that_many_are_chosen(chosen: list[str], still: list[str]) -> None:
    lands = [land(name, ANN, tapped=True) for name in ("bog", "fen", "moor")]
    hits("untap up to that many lands.", *lands, chosen=chosen).then(tapped("imp", *still))


def test_up_to_x_cards_are_chosen() -> None:
    text = "put up to X land cards from your hand onto the battlefield tapped, where X is its power."
    cards = [land(name, ANN) for name in ("bog", "fen", "moor")]
    board = attacks(text, cards=cards).outcome().game.board
    assert {"bog #2", "fen #2"} <= set(board.permanents) and board.hand[ANN] == 1


def test_x_and_y() -> None:
    text = "it gets +X/+Y until end of turn, where X is the number of lands you control and Y is its power."
    attacks(text, land("bog", ANN)).then(sizes(imp="3/4"))


@pytest.mark.parametrize(("mode", "dealt"), [(0, 0), (1, 2)])
def test_what_follows_one_of_two_ways(mode: int, dealt: int) -> None:
    text = (
        "put a charge counter on it or remove one from it. When you remove a counter this way, it deals 2 damage to any target."
    )
    imp = creature("imp", ANN, ATTACKS + text, counters={"charge": 1})
    steps = attack(imp=BOB), resolve(1, {"source": "imp", "modes": [mode]}), *([resolve()] if mode else [])
    given(imp).when(*steps).then(life(Bob=20 - dealt), has("imp", counters={"charge": 2} if not mode else {}))


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
    attacks(text, creature("ox", BOB), land("bog", ANN), by=imp, **choices).then(expected)


def test_the_player_is_the_one_who_was_named() -> None:
    text = "look at that player's hand and choose a card from it. The player discards that card."
    yak = creature("yak", BOB)
    board = hits(text, cards=[yak]).outcome().game.board
    assert (board.cards["yak"].zone, board.hand[BOB]) == ("graveyard", 1)
    board = hits("that player shuffles their graveyard into their library.").outcome().game.board
    assert (board.graveyard[ANN], board.graveyard[BOB]) == (2, 0)


@pytest.mark.parametrize(("types", "counters"), [(["Warrior"], 2), (["Wizard"], 1)])
def test_what_it_was_as_it_died(types: list[str], counters: int) -> None:
    text = (
        "When this creature dies, put a +1/+1 counter on target creature you control. If this creature was a Warrior, put two "
        "+1/+1 counters on it instead."
    )
    imp, ox = creature("imp", ANN, text, types=types), creature("ox", BOB, power=9, toughness=9)
    fought = attack(imp=BOB), block(ox="imp"), damage(), resolve("all", {"source": "imp", "targets": ["elk"]})
    given(imp, creature("elk", ANN), ox).when(*fought).then(has("elk", counters={"+1/+1": counters}))


@pytest.mark.parametrize(
    "text",
    [
        "untap up to X lands, where X is the number of attacking creatures.",
        "put up to X land cards from your hand onto the battlefield tapped, where X is its power.",
        "move any number of +1/+1 counters from it onto target creature.",
        "return target artifact card from your graveyard to the battlefield if its mana value is 3 or less.",
        "it deals 1 damage to each of up to three targets.",
        "investigate. If you attacked with two or more creatures this turn, investigate twice instead.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    check_said_as_read(ATTACKS + text)


YAK, BOG = creature("yak", ANN, power=4, mana_value=3), land("bog", ANN)


@pytest.mark.parametrize(
    ("text", "told", "yak"),
    [
        ("exile a card from your graveyard. You gain life equal to the exiled card's mana value.", {}, 23),
        ("exile a card from your graveyard. If it was a creature card, you gain 5 life.", {}, 25),
        ("exile target card from your graveyard. You gain life equal to the power of the exiled card.", {"targets": ["yak"]}, 24),
        (
            "you may exile a card from your graveyard. When you do, you gain life equal to the exiled card's power.",
            {"accept": [True]},
            24,
        ),
    ],
)
def test_what_was_exiled_from_a_graveyard(text: str, told: dict[str, Any], yak: int) -> None:
    attacks(text, cards=[YAK], **told).then(life(Ann=yak))
    if "power" not in text:
        attacks(text, cards=[BOG]).then(life(Ann=20))


@pytest.mark.parametrize(("toughness", "power", "fights"), [(9, 4, True), (9, 5, False)])
def test_the_exiled_card_says_what_may_be_a_target(toughness: int, power: int, fights: bool) -> None:
    text = (
        "you may exile a creature card from your graveyard. When you do, this creature fights up to one target creature "
        "defending player controls with power less than or equal to the exiled card's power."
    )
    elk = creature("elk", BOB, power=power, toughness=toughness)
    outcome = attacks(text, elk, cards=[YAK], accept=[True], targets=["elk"] * fights, by={"toughness": 9}).outcome()
    assert (outcome.game.board.permanents["elk"].marked == 2) == fights
    assert not outcome.game.stack.marks
