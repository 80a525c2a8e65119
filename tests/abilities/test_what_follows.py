"""What follows what was done: riders of chance, of counters, of what others did, and of cards that were turned up."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, attacking, block, creature, damage, enchantment, given, land, left, resolve, sizes


@pytest.mark.parametrize(("flips", "size"), [((True, True), "4/2"), ((False, False), "2/4"), ((True, False), "2/2")])
def test_both_coins_come_up_alike(flips: tuple[bool, bool], size: str) -> None:
    text = (
        "Whenever this creature attacks, flip two coins. If both coins come up heads, it gets +2/+0 until end of turn. "
        "If both coins come up tails, this creature gets +0/+2 until end of turn."
    )
    fight = attack(imp=BOB), resolve("all", {"source": "imp", "flips": list(flips)})
    given(creature("imp", ANN, text)).when(*fight).then(sizes(imp=size))


def test_what_the_player_who_did_it_does() -> None:
    text = (
        "Whenever this creature becomes blocked by a creature, that creature's controller sacrifices it at end of combat. If the "
        "player does, they create a 0/2 colorless Wall artifact creature token with defender."
    )
    game = (
        given(creature("imp", ANN, text), creature("ox", BOB, toughness=5))
        .when(attack(imp=BOB), block(ox="imp"), resolve(), damage(), {"end_of_combat": True}, resolve())
        .then()
        .game
    )
    (wall,) = (each for each in game.board.permanents.values() if each.token)
    assert "ox" not in game.board.permanents and wall.controller == BOB


@pytest.mark.parametrize(("subtype", "leaves"), [("Forest", True), ("Island", False)])
def test_that_creature_is_no_card_that_was_turned_up(subtype: str, leaves: bool) -> None:
    text = (
        "Whenever a creature attacks you, reveal the top card of your library. If it's a Forest card, remove that creature from "
        "combat. Then put the revealed card on the bottom of your library."
    )
    top = land("top", BOB, subtype)
    fight = attack(imp=BOB), resolve("all", {"source": "elf", "library": [top]})
    now = attacking() if leaves else attacking(imp=BOB)
    given(creature("imp", ANN), creature("elf", BOB, text)).when(*fight).then(now)


def test_a_counter_that_was_put_on_what_has_the_ability_is_asked_of_it() -> None:
    text = (
        "Whenever a creature you control attacks alone, it gains flying until end of turn. Put a dread counter on this "
        "enchantment. Then if there are two or more dread counters on it, sacrifice it."
    )
    board = given(creature("imp", ANN), enchantment("dark", ANN, text, counters={"dread": 1}))
    board.when(attack(imp=BOB), resolve()).then(left("dark"))


def test_a_target_of_two_kinds_of_cards_and_what_no_board_holds() -> None:
    text = (
        "exile target artifact card or land card from a graveyard and put a memory counter on it. You skip your next draw step."
    )
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}")
    assert isinstance(ability, a.Triggered) and ability.does is not None and ability.does.targets[0].cards is not None
    assert ability.does.targets[0].cards.filter == a.AnyOf(parts=(a.HasType(type="Artifact"), a.HasType(type="Land")))
    assert [type(each) for each in ability.does.instructions] == [a.PutsCards, a.OffBoard, a.OffBoard]


def test_those_who_control_the_most_sacrifice() -> None:
    text = "Whenever this creature attacks, each player who controls the most lands sacrifices a land of their choice."
    board = given(creature("imp", ANN, text), land("bog", ANN, "Swamp"), land("isle", BOB, "Island"), land("mere", BOB, "Island"))
    board.when(attack(imp=BOB), resolve()).then(lambda outcome: sorted(outcome.game.board.cards) in (["isle"], ["mere"]) or 1 / 0)


@pytest.mark.parametrize("owner", [ANN, BOB])
def test_what_returns_later_under_your_control(owner: str) -> None:
    text = (
        "Whenever this creature attacks, exile up to one other target creature. At the beginning of the next end step, return "
        "that card to the battlefield under its owner's control. If it entered under your control, put a +1/+1 counter on this "
        "creature."
    )
    fight = attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]}), {"turn": BOB}
    game = given(creature("imp", ANN, text), creature("ox", owner)).when(*fight).then().game
    assert "ox #2" in game.board.permanents and game.board.permanents["imp"].counters == ({"+1/+1": 1} if owner == ANN else {})


def test_several_are_exiled_and_return_together() -> None:
    text = (
        "Whenever this creature attacks, at end of combat, exile it and up to one creature you control with flying, then return "
        "those cards to the battlefield under their owner's control."
    )
    board = given(creature("imp", ANN, text), creature("bat", ANN, "Flying"))
    game = (
        board.when(
            attack(imp=BOB),
            resolve(),
            block(),
            damage(),
            {"end_of_combat": True},
            resolve("all", {"source": "imp", "chosen": ["bat"]}),
        )
        .then()
        .game
    )
    assert {"imp #2", "bat #2"} <= set(game.board.permanents)
