"""Modes that target different players, whose cards are counted, up to so many counters, and powers of so much in all."""

from typing import Any

import pytest
from declarant import Game
from declarant import permanent as entering
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, attack, block, creature, damage, given, has, left, life, permanent, refused, resolve, sizes

EACH_ANOTHER = """When this creature dies, choose one or more. Each mode must target a different player.
• Target player loses 3 life.
• Target opponent loses 5 life.
• Target player gains 2 life."""
WALL = creature("wall", BOB, power=9, toughness=9)


def died(text: str, *others: dict[str, Any], players: tuple[str, ...] = ("Ann", "Bob", "Cat"), **choices: Any) -> Any:
    board = given(creature("imp", ANN, text), WALL, *others, players=players)
    return board.when(attack(imp=BOB), block(wall="imp"), damage(), resolve("all", {"source": "imp", **choices}))


def attacks(effect: str, *others: dict[str, Any], **choices: Any) -> Any:
    imp = creature("imp", ANN, f"Whenever this creature attacks, {effect}", power=2, toughness=9)
    return given(imp, *others).when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


def test_each_mode_targets_another_player() -> None:
    died(EACH_ANOTHER, modes=[0, 1, 2], targets=["Cat", "Bob", "Ann"]).then(life(Ann=22, Bob=15, Cat=17))
    died(EACH_ANOTHER, modes=[1, 2], targets=["Cat", "Bob"]).then(life(Ann=20, Bob=22, Cat=15))


def test_no_more_modes_are_chosen_than_there_are_players() -> None:
    died(EACH_ANOTHER, players=("Ann", "Bob"), modes=[0, 1, 2]).then(refused("invalid-input", "different"))


def test_it_is_said_as_it_is_read() -> None:
    (ability,) = read_permanent(EACH_ANOTHER, types=("Creature",))
    assert read_permanent(render(ability), types=("Creature",))[0].model_copy(update={"text": ability.text}) == ability


def test_each_mode_without_it_may_target_the_same_player() -> None:
    text = "When this creature dies, choose one or both —\n• Target player loses 3 life.\n• Target player gains 1 life."
    died(text, modes=[0, 1], targets=["Bob", "Bob"]).then(life(Bob=18))
    died(text, modes=[0, 1], targets=["Bob", "Cat"]).then(life(Bob=17, Cat=21))


@pytest.mark.parametrize(
    "effect",
    ["that player loses 2 life and target opponent gains 1 life.", "they lose 2 life. Target player gains 1 life."],
)
def test_who_is_meant_before_a_target_player_is_declined(effect: str) -> None:
    """ "That player" is whom it dealt damage, and the target afterwards."""
    (ability,) = read_permanent(f"Whenever this creature deals combat damage to a player, {effect}", types=("Creature",))
    assert ability.does is None  # type: ignore[union-attr]


@pytest.mark.parametrize("whose", ["Bob", "Cat"])
def test_the_cards_of_a_target_player_are_counted(whose: str) -> None:
    text = "When this creature dies, you gain life equal to the number of cards in target opponent's hand."
    board = given(creature("imp", ANN, text), WALL, players=("Ann", "Bob", "Cat"), hand={"Bob": 3, "Cat": 5})
    fought = board.when(attack(imp=BOB), block(wall="imp"), damage(), resolve("all", {"source": "imp", "targets": [whose]}))
    fought.then(life(Ann=20 + {"Bob": 3, "Cat": 5}[whose]))


@pytest.mark.parametrize(
    ("counters", "chosen", "after"),
    [
        ({"+1/+1": 2}, [], {}),
        ({"+1/+1": 5}, [], {"+1/+1": 2}),
        ({"+1/+1": 2, "oil": 2}, ["+1/+1", "oil"], {"+1/+1": 1, "oil": 1}),
    ],
)
def test_up_to_so_many_counters_are_removed(counters: dict[str, int], chosen: list[str], after: dict[str, int]) -> None:
    elk = creature("elk", BOB, power=9, toughness=9, counters=counters)
    attacks("remove up to three counters from target permanent.", elk, targets=["elk"], counters=chosen).then(
        has("elk", counters=after)
    )


def test_no_more_counters_are_removed_than_may_be() -> None:
    elk = creature("elk", BOB, power=9, toughness=9, counters={"oil": 5})
    done = attacks("remove up to two counters from target permanent.", elk, targets=["elk"], counters=["oil"] * 3)
    done.then(refused("invalid-input", "at most 2"))


@pytest.mark.parametrize(("most", "check"), [(3, refused("invalid-input", "powers")), (5, has("bat #2", power=2))])
def test_powers_of_what_returns_come_to_no_more(most: int, check: Any) -> None:
    text = f"When this creature dies, return any number of other creature cards with total power {most} or less from your "
    cards = [permanent(id, ANN, types=("Creature",), power=power, toughness=1) for id, power in (("ape", 3), ("bat", 2))]
    died(f"{text}graveyard to the battlefield.", cards=cards).then(check)


def test_what_has_the_ability_is_spared() -> None:
    effect = "it deals 3 damage to any target that isn't a Goat."
    goat = creature("goat", BOB, toughness=3, subtypes=["Goat"])
    attacks(effect, goat, creature("elk", BOB, toughness=3), targets=["elk"]).then(left("elk"))


def test_a_token_is_as_large_as_its_ability_says() -> None:
    size = "This token's power and toughness are each equal to the number of creatures you control."
    text = f'When this creature dies, create a green Plant creature token with "{size}"'
    died(text, creature("ape", ANN)).then(sizes(**{"imp token 1": "2/2"}))


def test_it_returns_only_while_it_is_in_the_graveyard() -> None:
    text = "Whenever another creature dies, you may pay {B}. If you do, return this card from your graveyard to the battlefield."
    (ability,) = read_permanent(text, types=("Creature",))
    assert "graveyard" in str(ability.circumstances)  # type: ignore[union-attr]


@pytest.mark.parametrize(("cast", "life_then"), [(True, 20), (False, 22)])
def test_what_is_done_if_it_isn_t_cast(cast: bool, life_then: int) -> None:
    effect = "exile the top card of your library. You may cast it. If you don't, you gain 2 life."
    attacks(effect, accept=[cast]).then(life(Ann=life_then))


@pytest.mark.parametrize("others", [0, 1])
def test_those_of_a_kind_that_died_this_turn_are_counted(others: int) -> None:
    text = "When this creature dies, you gain 2 life for each Rat that died this turn."
    game = Game.start([ANN, BOB])
    for id, who, kind in (
        ("imp", ANN, "Rat"),
        ("pup", ANN, "Rat" if others else "Dog"),
        ("wall", BOB, "Wall"),
        ("gate", BOB, "Wall"),
    ):
        of = {"subtypes": [kind], "text": text if id == "imp" else ""}
        game.enter(entering(id, who, types=["Creature"], power=2, toughness=2 if who == ANN else 9, **of))
    game.begin_turn(BOB)
    game.begin_turn(ANN)
    game.declare_attackers({"imp": BOB, "pup": BOB})
    game.declare_blockers({"wall": ["imp"], "gate": ["pup"]})
    game.deal_combat_damage()
    game.resolve_all()
    assert game.board.life[ANN] == 22 + 2 * others


@pytest.mark.parametrize("joined", ["this creature and that creature", "that creature and this creature"])
def test_two_that_are_joined_are_both_meant(joined: str) -> None:
    text = f"Whenever this creature blocks a creature, exile {joined}."
    board = given(creature("imp", ANN), creature("elf", BOB, text))
    assert {"imp", "elf"}.isdisjoint(board.when(attack(imp=BOB), block(elf="imp"), resolve()).outcome().game.board.permanents)


def test_two_that_are_joined_both_gain_it() -> None:
    text = "Whenever this creature blocks a creature, that creature and this creature get +1/+0 until end of turn."
    board = given(creature("imp", ANN), creature("elf", BOB, text))
    board.when(attack(imp=BOB), block(elf="imp"), resolve()).then(sizes(imp="3/2", elf="3/2"))


def test_what_each_player_controls_and_doesn_t_own_is_counted() -> None:
    text = (
        "Whenever this creature attacks, each player loses life and discards cards equal to the number of permanents they "
        "control but don't own."
    )
    board = given(creature("imp", ANN, text), creature("elk", BOB, owner=ANN), hand={ANN: 3, BOB: 3})
    assert board.when(attack(imp=BOB), resolve()).then(life(Ann=20, Bob=19)).game.board.hand == {ANN: 3, BOB: 2}


def test_it_is_exiled_after_it_died() -> None:
    done = died("When this creature dies, you gain 1 life. Exile this creature.").then(life(Ann=21))
    assert done.game.board.cards["imp"].zone == "exile"


@pytest.mark.parametrize(("accept", "zone"), [(True, "battlefield"), (False, "hand")])
def test_a_revealed_card_may_be_put_if_it_is_of_a_kind(accept: bool, zone: str) -> None:
    effect = (
        "reveal the top card of your library. You may put that card onto the battlefield if it's a permanent card with mana "
        "value 3 or less. Otherwise, put that card into your hand."
    )
    ox = permanent("ox", ANN, types=("Creature",), power=4, toughness=4, mana_value=3)
    board = attacks(effect, library=[ox], accept=[accept]).outcome().game.board
    assert ("ox #2" in board.permanents or "ox" in board.permanents) == accept
    assert accept or board.cards["ox"].zone == zone


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, return target creature to its owner's hand. That player loses 1 life.",
        "Whenever this creature and at least one other creature attack, each of them gets +1/+0 until end of turn.",
        "Whenever this creature and at least one other creature attack, they gain flying until end of turn.",
    ],
)
def test_who_nobody_was_named_as_is_declined(text: str) -> None:
    (ability,) = read_permanent(text, types=("Creature",))
    assert ability.does is None  # type: ignore[union-attr]


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


@pytest.mark.parametrize(("power", "check"), [(2, refused("invalid-input", "powers")), (3, has("ape #2", power=3))])
def test_the_total_may_be_what_it_had(power: int, check: Any) -> None:
    text = (
        "When this creature dies, return any number of other creature cards with total power X or less from your graveyard to "
        "the battlefield, where X is this creature's power. Exile this creature."
    )
    ape = permanent("ape", ANN, types=("Creature",), power=3, toughness=1)
    board = given(creature("imp", ANN, text, power=power), WALL)
    board.when(attack(imp=BOB), block(wall="imp"), damage(), resolve("all", {"source": "imp", "cards": [ape]})).then(check)
