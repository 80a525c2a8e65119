"""Control that an ability gives: what changes controllers leaves combat (506.4), and comes back as the effect ends."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, attacking, block, creature, damage, given, illegal, legal, resolve

CAT = "Cat"
STEALS = "Whenever this creature blocks, gain control of target creature an opponent controls until end of turn."
THREATENS = (
    "Whenever this creature attacks, gain control of target creature an opponent controls until end of turn. "
    "Untap that creature. It gains haste until end of turn."
)
AGAIN = {"combat": "again"}


def test_an_attacker_that_is_stolen_leaves_combat_until_the_turn_ends() -> None:
    board = given(creature("ox", ANN), creature("thief", BOB, STEALS))
    steps = attack(ox=BOB), block(thief="ox"), resolve()
    board.when(*steps).then(attacking())
    board.when(*steps, damage()).then(legal)
    later = *steps, {"turn": BOB}, {"turn": ANN}
    board.when(*later, attack(ox=BOB)).then(legal)


def test_a_blocker_that_is_stolen_may_attack_with_haste_in_another_combat() -> None:
    board = given(creature("imp", ANN, THREATENS), creature("elk", BOB, tapped=True))
    stolen = attack(imp=BOB), resolve()
    board.when(*stolen, block(elk="imp")).then(illegal("509.1a"))
    board.when(*stolen, block(), damage(), AGAIN, attack(elk=BOB)).then(legal)
    back = *stolen, block(), damage(), {"turn": BOB}
    board.when(*back, attack(elk=ANN)).then(legal)


@pytest.mark.parametrize(("until", "stays"), [(" until end of combat", False), (" until end of turn", True), ("", True)])
def test_how_long_it_lasts(until: str, stays: bool) -> None:
    text = f"Whenever this creature attacks, gain control of target creature an opponent controls{until}. It gains haste."
    board = given(creature("imp", ANN, text), creature("elk", BOB))
    board.when(attack(imp=BOB), resolve(), block(), damage(), AGAIN, attack(elk=BOB)).then(legal if stays else illegal("508.1a"))


def test_where_control_went_on_to_another_player_it_stays_there() -> None:
    board = given(creature("imp", ANN, THREATENS), creature("elk", BOB), players=(ANN, BOB, CAT))
    went_on = attack(imp=BOB), resolve(), {"changes": {"id": "elk", "controller": CAT}}
    board.when(*went_on, {"turn": BOB}, {"turn": CAT}, attack(elk=ANN)).then(legal)


def test_of_two_effects_it_isnt_said_whose_it_is() -> None:
    text = "Whenever this creature attacks, gain control of target creature until end of turn."
    board = given(creature("imp", ANN, text), creature("rat", ANN, text), creature("elk", BOB))
    each = [{"source": source, "targets": ["elk"]} for source in ("imp", "rat")]
    outcome = board.when(attack(imp=BOB, rat=BOB), resolve("all", *each)).outcome()
    assert ["several effects" in mark.why for mark in outcome.game.stack.marks] == [True]


@pytest.mark.parametrize("rest", [" during your next turn", " for as long as it is fierce", " until the end of the game"])
def test_other_durations_arent_taken_for_none(rest: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, gain control of target creature{rest}.")
    assert isinstance(ability, a.Triggered) and ability.does is None


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ("until end of turn", "end of turn"),
        ("until your next turn", "your next turn"),
        ("until the end of your next turn", "end of your next turn"),
    ],
)
def test_a_duration_that_stands_before_it(said: str, until: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {said}, gain control of target creature.", types=["Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is not None
    assert [each.until for each in ability.does.instructions if isinstance(each, a.GainsControl)] == [until]
