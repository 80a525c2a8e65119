"""Extra turns (500.7), and turns, untap steps and combat phases that are skipped (500.11, 614.10)."""

import pytest
from declarant import Game, permanent
from declarant.events import stack as s
from declarant.events.errors import InvalidInput
from declarant.handlers.playing.advancing import follow, next_player

ANN, BOB, CAT = "Ann", "Bob", "Cat"
DEALS = "Whenever this creature deals combat damage to a player, "


def dealt(text: str, *, players: tuple[str, ...] = (ANN, BOB), times: int = 1) -> Game:
    """Ann's imp has dealt combat damage to Bob, and what it says then has resolved."""
    game = Game.start(players)
    for each in range(times):
        game.enter(permanent(f"imp{each}", ANN, types=["Creature"], power=2, toughness=2, text=DEALS + text))
    game.enter(permanent("ox", BOB, types=["Creature"], power=1, toughness=1, tapped=True))
    game.declare_attackers({f"imp{each}": BOB for each in range(times)})
    game.resolve_all()
    game.declare_blockers({})
    game.deal_combat_damage()
    game.resolve_all()
    game.end_combat()
    return game


def turns(game: Game, number: int) -> list[str]:
    """Whose turns follow, where nobody does anything in them."""
    taken = []
    for _ in range(number):
        game.begin_turn(next_player(game))
        taken.append(game.board.active or "")
    return taken


def test_an_extra_turn_comes_before_the_others() -> None:
    game = dealt("take an extra turn after this one.")
    with pytest.raises(InvalidInput, match="Ann, whose turn follows"):
        game.begin_turn(BOB)
    assert turns(game, 3) == [ANN, BOB, ANN]
    game.journal.verify()


def test_of_several_extra_turns_each_is_taken() -> None:
    assert turns(dealt("take an extra turn after this one.", times=2), 4) == [ANN, ANN, BOB, ANN]


@pytest.mark.parametrize(("times", "following"), [(1, [CAT, ANN, BOB, CAT]), (2, [CAT, ANN, CAT, ANN, BOB])])
def test_a_turn_is_skipped_as_though_it_didnt_exist(times: int, following: list[str]) -> None:
    game = dealt("that player skips their next turn.", players=(ANN, BOB, CAT), times=times)
    assert turns(game, len(following)) == following
    skipped = [each.item for each in game.journal.entries("game") if isinstance(each.item, s.Skipped)]
    assert skipped == [s.Skipped(player=BOB, what="turn")] * times


def test_an_extra_turn_may_be_skipped_too() -> None:
    game = dealt("take an extra turn after this one. You skip your next turn.")
    assert turns(game, 2) == [BOB, ANN]


def test_a_skipped_untap_step_untaps_nothing() -> None:
    game = dealt("that player skips their next untap step.")
    game.begin_turn(BOB)
    assert game.board.permanents["ox"].tapped
    game.begin_turn(ANN)
    game.begin_turn(BOB)
    assert not game.board.permanents["ox"].tapped


def test_nobody_attacks_in_a_combat_phase_that_is_skipped() -> None:
    game = dealt("that player skips their next combat phase.")
    game.begin_turn(BOB)
    assert game.awaited == ()
    with pytest.raises(InvalidInput, match="this combat phase is skipped"):
        game.declare_attackers({"ox": ANN})
    game.begin_turn(ANN)
    game.begin_turn(BOB)
    game.declare_attackers({"ox": ANN})
    assert "ox" in game.combat.attackers


def test_of_two_combat_phases_only_the_first_is_skipped() -> None:
    game = dealt("that player skips their next combat phase.")
    game.begin_turn(BOB)
    game.begin_combat()
    assert not game.combat.phase and game.awaited == ()
    game.begin_combat()
    game.declare_attackers({"ox": ANN})
    assert "ox" in game.combat.attackers


def test_a_game_that_is_played_on_goes_past_what_is_skipped() -> None:
    game = dealt("that player skips their next combat phase.")
    follow(game)
    follow(game)
    assert game.board.active == ANN and not game.board.skips
