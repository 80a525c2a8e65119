"""Conditions and numbers in the middle of what an ability does, each wherever it is said."""

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    given,
    illegal,
    left,
    life,
    marked,
    not_carried_out,
    permanent,
    resolve,
    sizes,
    tapped,
)

SACRIFICED = {"source": "imp", "accept": [True], "sacrificed": ["elk"]}


@pytest.mark.parametrize(("subtype", "gained"), [("Goblin", 5), ("Elk", 1)])
@pytest.mark.parametrize("then", ["If you do, you gain 1 life.", "When you do, you gain 1 life."])
def test_what_was_sacrificed_decides_what_is_done_instead(then: str, subtype: str, gained: int) -> None:
    text = (
        f"Whenever this creature attacks, you may sacrifice another creature. {then} If the sacrificed creature was a Goblin, "
        "you gain 5 life instead."
    )
    board = given(creature("imp", ANN, text), creature("elk", ANN, subtypes=[subtype]))
    board.when(attack(imp=BOB), resolve("all", SACRIFICED)).then(left("elk"), life(Ann=20 + gained))


@pytest.mark.parametrize(("before", "gained"), [(1, 0), (2, 2)])
def test_how_many_counters_there_are_by_now(before: int, gained: int) -> None:
    text = (
        "Whenever this creature attacks, put a charge counter on it. Then if there are three or more charge counters on it, "
        "you gain 2 life."
    )
    given(creature("imp", ANN, text, counters={"charge": before})).when(attack(imp=BOB), resolve()).then(life(Ann=20 + gained))


@pytest.mark.parametrize(
    ("x", "size"),
    [
        ("its toughness minus its power", "6/6"),
        ("its toughness minus 1", "7/6"),
        ("the number of creatures you control minus one", "2/6"),
    ],
)
def test_a_number_minus_another(x: str, size: str) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, it gets +X/+0 until end of turn, where X is {x}.", toughness=6)
    given(imp).when(attack(imp=BOB), resolve()).then(sizes(imp=size))


WALL = creature("wall", BOB, power=5, toughness=5)
IMP_DIES = attack(imp=BOB), block(wall="imp"), damage()


@pytest.mark.parametrize("types", ["card types", "permanent types"])
def test_types_among_cards(types: str) -> None:
    text = f"When this creature dies, you gain life equal to the number of {types} among cards in your graveyard."
    imp = permanent("imp", ANN, text, types=("Artifact", "Creature"), power=2, toughness=2)
    given(imp, WALL, graveyard={ANN: 0}).when(*IMP_DIES, resolve()).then(life(Ann=22))
    given(imp, WALL, graveyard={ANN: 1}).when(*IMP_DIES, resolve()).then(not_carried_out("imp", "graveyard"))


def test_later_in_the_turn_whenever_something_happens() -> None:
    text = (
        "Whenever this creature attacks, until end of turn, whenever a creature you control deals combat damage to a player, you "
        "gain 2 life."
    )
    board = given(creature("imp", ANN, text), creature("ox", ANN))
    board.when(attack(imp=BOB, ox=BOB), resolve(), block(), damage(), resolve()).then(life(Ann=24, Bob=16))


def test_excess_damage_goes_to_the_controller() -> None:
    text = (
        "Whenever this creature attacks, it deals 5 damage to target creature. Excess damage is dealt to that creature's "
        "controller instead."
    )
    ox, target = creature("ox", BOB, toughness=3), {"source": "imp", "targets": ["ox"]}
    board = given(creature("imp", ANN, text), ox)
    board.when(attack(imp=BOB), resolve("all", target)).then(left("ox"), life(Bob=18))
    given(creature("imp", ANN, text), creature("ox", BOB, toughness=9)).when(attack(imp=BOB), resolve("all", target)).then(
        marked(ox=5), life(Bob=20)
    )
    deadly = given(creature("imp", ANN, f"Deathtouch\n{text}"), ox)
    deadly.when(attack(imp=BOB), resolve("all", target)).then(left("ox"), life(Bob=16))
    furnace = permanent(
        "furnace",
        BOB,
        "If a source would deal damage to a permanent or player, it deals double that damage instead.",
        types=("Enchantment",),
    )
    given(creature("imp", ANN, text), ox, furnace).when(attack(imp=BOB), resolve("all", target)).then(
        not_carried_out("imp", "order")
    )


def test_whether_the_exiled_card_was_a_creature_card() -> None:
    text = "Whenever this creature attacks, exile target card from a graveyard. If it was a creature card, you gain 2 life."
    for card, gained in ((creature("ox", BOB), 2), (permanent("sol", BOB, types=("Artifact",)), 0)):
        chosen = {"source": "imp", "targets": [card["id"]], "cards": [card]}
        board = given(creature("imp", ANN, text), graveyard={BOB: 1})
        board.when(attack(imp=BOB), resolve("all", chosen)).then(life(Ann=20 + gained))


def test_they_lose_life_if_they_do_not_discard() -> None:
    text = "Whenever this creature attacks, each opponent may discard a card. If they don't, they lose 3 life."
    board = given(creature("imp", ANN, text), hand={BOB: 1})
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [False]})).then(life(Bob=17))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(life(Bob=20))


@pytest.mark.parametrize(("controls", "copies"), [("Kraken", 2), ("Elf", 1)])
def test_two_of_those_tokens_instead(controls: str, copies: int) -> None:
    text = (
        "Whenever this creature attacks, create a token that's a copy of target creature you control. If that creature is a "
        "Kraken or Serpent, create two of those tokens instead. You gain 1 life for each token you control."
    )
    ox = creature("ox", ANN, subtypes=[controls])
    board = given(creature("imp", ANN, text), ox)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).then(life(Ann=20 + copies))


def test_all_cards_of_a_kind_return() -> None:
    text = "When this creature dies, return all creature cards from your graveyard to the battlefield tapped."
    imp, elk = creature("imp", ANN, text), creature("elk", ANN)
    board = given(imp, WALL, graveyard={ANN: 1})
    board.when(*IMP_DIES, resolve("all", {"source": "imp", "cards": [elk]})).then(tapped("elk #2", "imp #2"))
    board.when(*IMP_DIES, resolve()).then(not_carried_out("imp", "graveyard"))


@pytest.mark.parametrize(("their_life", "after"), [(13, 13), (9, 1)])
def test_nothing_follows_what_may_not_be_done(their_life: int, after: int) -> None:
    text = (
        "Whenever this creature attacks, you may pay {2} if defending player has 10 or less life. When you do, that player loses "
        "8 life."
    )
    board = given(creature("imp", ANN, text), life={BOB: their_life})
    paid = resolve("all", {"source": "imp", "accept": [True] * (their_life < 10)})
    board.when(attack(imp=BOB), paid).then(life(Bob=after))


@pytest.mark.parametrize(("goblins", "gained"), [(1, 0), (2, 2)])
@pytest.mark.parametrize("joint", [", and if", ", then if"])
def test_a_condition_in_mid_sentence_is_asked_when_it_comes_to_that(joint: str, goblins: int, gained: int) -> None:
    text = (
        "Whenever this creature attacks, create a 1/1 red Goblin creature token"
        f"{joint} you control three or more Goblins, you gain 2 life."
    )
    board = (creature("imp", ANN, text), *(creature(f"g{each}", ANN, subtypes=["Goblin"]) for each in range(goblins)))
    given(*board).when(attack(imp=BOB), resolve()).then(life(Ann=20 + gained))


@pytest.mark.parametrize(("subtypes", "size"), [(["Treasure"], "3/3"), (["Food"], "2/2")])
def test_what_was_sacrificed_is_asked_of_in_mid_sentence(subtypes: list[str], size: str) -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice an artifact. When you do, draw a card, and if the sacrificed artifact "
        "was a Treasure, put a +1/+1 counter on this creature."
    )
    given(creature("imp", ANN, text), permanent("elk", ANN, types=["Artifact"], subtypes=subtypes)).when(
        attack(imp=BOB), resolve("all", SACRIFICED)
    ).then(left("elk"), sizes(imp=size))


@pytest.mark.parametrize(("mana_value", "taps"), [(1, []), (2, ["ox"]), (3, ["ox"]), (4, [])])
def test_one_number_or_another(mana_value: int, taps: list[str]) -> None:
    text = "Whenever this creature attacks, tap each creature defending player controls with mana value 2 or 3."
    ox = creature("ox", BOB, mana_value=mana_value)
    given(creature("imp", ANN, text), ox).when(attack(imp=BOB), resolve()).then(tapped("imp", *taps))


@pytest.mark.parametrize(("x", "dealt"), [(0, 0), (1, 1), (2, 2), (3, 0)])
def test_any_number_of_counters_are_removed(x: int, dealt: int) -> None:
    """What isn't there can't be removed, and of none nothing comes."""
    text = "you may remove any number of +1/+1 counters from it. When you do, it deals that much damage to each opponent."
    resolution = resolve(1, {"source": "imp", "accept": [True], "x": x})
    imp = creature("imp", ANN, f"Whenever this creature attacks, {text}", counters={"+1/+1": 2})
    given(imp).when(attack(imp=BOB), resolution, resolve()).then(life(Bob=20 - dealt))


@pytest.mark.parametrize("cost", ["X life", "any amount of {E}"])
def test_x_life_or_energy_is_paid(cost: str) -> None:
    text = f"you get {{E}}{{E}}{{E}}{{E}}. You may pay {cost}. When you do, put X +1/+1 counters on it."
    resolution = resolve(1, {"source": "imp", "accept": [True], "x": 3})
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"))
    board.when(attack(imp=BOB), resolution, resolve()).then(sizes(imp="5/5"), life(Ann=17 if "life" in cost else 20))


def test_counters_equal_to_the_power_of_what_died() -> None:
    text = "When this creature dies, put a number of +1/+1 counters equal to its power on target creature you control."
    board = given(creature("imp", ANN, text, power=3), creature("elk", ANN), creature("ox", BOB, power=3, toughness=9))
    board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(sizes(elk="5/5"))


def test_the_opponents_who_are_attacked() -> None:
    text = "Whenever this creature attacks, it gets +X/+X until end of turn, where X is the number of opponents being attacked."
    board = given(creature("imp", ANN, text), creature("elk", ANN), players=(ANN, BOB, "Cat", "Dan"))
    board.when(attack(imp=BOB, elk="Cat"), resolve()).then(sizes(imp="4/4"))


def test_copies_that_differ_in_several() -> None:
    text = "When this creature dies, create two tokens that are copies of it, except they're 1/1 and have flying."
    board = given(creature("imp", ANN, text, power=3), creature("ox", BOB, power=3, toughness=9))
    outcome = board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve())
    outcome.then(sizes(**{"imp token 1": "1/1", "imp token 2": "1/1"}))


@pytest.mark.parametrize(("mode", "bob", "hand"), [(0, 18, 0), (1, 20, 1)])
def test_who_faces_a_villainous_choice_makes_it(mode: int, bob: int, hand: int) -> None:
    text = "Whenever this creature attacks, defending player faces a villainous choice — They lose 2 life, or you draw a card."
    resolution = resolve("all", {"source": "imp", "modes": [mode]})
    outcome = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolution).then(life(Bob=bob))
    assert outcome.game.board.hand[ANN] == hand


@pytest.mark.parametrize(("mode", "color"), [(0, "W"), (4, "G")])
def test_it_becomes_the_color_of_ones_choice(mode: int, color: str) -> None:
    text = "Whenever this creature attacks, it becomes the color of your choice until end of turn."
    resolution = resolve("all", {"source": "imp", "modes": [mode]})
    outcome = given(creature("imp", ANN, text, colors=["R"])).when(attack(imp=BOB), resolution).outcome()
    assert outcome.game.view.permanents["imp"].colors == {color}


def test_clashing_with_the_defending_player_of_several_opponents() -> None:
    text = "Whenever this creature attacks, clash with defending player. If you win, put a +1/+1 counter on it."
    top = [creature("big", ANN, mana_value=5), creature("low", "Cat", mana_value=2)]
    board = given(creature("imp", ANN, text), players=(ANN, BOB, "Cat"))
    board.when(attack(imp="Cat"), resolve("all", {"source": "imp", "library": top})).then(sizes(imp="3/3"))


@pytest.mark.parametrize(("subtype", "bob"), [("Demon", 16), ("Elk", 20)])
def test_what_was_put_onto_the_battlefield_is_meant_after_a_condition(subtype: str, bob: int) -> None:
    text = (
        "sacrifice it. If you do, reveal cards from the top of your library until you reveal a creature card. Put that card onto "
        "the battlefield, then shuffle the rest into your library. If that creature is a Demon, it deals damage equal to its "
        "power to each opponent."
    )
    resolution = resolve("all", {"source": "imp", "library": [creature("big", ANN, power=4, subtypes=[subtype])]})
    given(creature("imp", ANN, f"Whenever this creature attacks, {text}")).when(attack(imp=BOB), resolution).then(life(Bob=bob))


def test_it_attacks_as_well_as_gaining_haste() -> None:
    text = "target creature an opponent controls gets +2/+0 until end of turn and blocks this turn if able."
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("ox", BOB))
    board.when(attack(imp=BOB), resolve(), block()).then(illegal("509.1c"), sizes(ox="4/2"))


def test_a_copy_is_something_with_an_ability() -> None:
    text = "create a token that's a copy of it, except it's a 1/1 Spirit with flying in addition to its other types."
    board = given(creature("imp", ANN, f"When this creature dies, {text}"), creature("ox", BOB, power=3, toughness=9))
    outcome = board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(sizes(**{"imp token 1": "1/1"}))
    token = outcome.game.view.permanents["imp token 1"]
    assert "flying" in outcome.game.view.keywords("imp token 1") and {"Creature", "Spirit"} <= token.types
