"""508.1k: each chosen creature that the active player still controls becomes an attacking creature, until combat ends."""

from declarant import Game
from declarant.events.facts import ControllerChanged, PermanentLeft
from referee import ANN, BOB, attack, attacking, creature, enchantment, given, illegally, legal, triggers

TRIGGER = "Whenever this creature attacks, you gain 1 life."
TOLL = enchantment(
    "toll",
    BOB,
    "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you.",
)


def test_the_chosen_creatures_are_attacking_and_no_others() -> None:
    given(creature("bear", ANN), creature("ox", ANN), creature("wolf", BOB)).when(attack(bear=BOB)).then(attacking(bear=BOB))


def test_an_attacker_sacrificed_for_the_cost_of_another_doesnt_attack() -> None:
    given(
        creature("cultist", ANN, "This creature can't attack unless you sacrifice a creature."), creature("ox", ANN, TRIGGER)
    ).when(attack(cultist=BOB, ox=BOB, step={"pay": {"sacrifice": ["ox"]}})).then(legal, attacking(cultist=BOB), triggers())


def test_an_attacker_sacrificed_for_its_own_cost_doesnt_attack() -> None:
    given(creature("cultist", ANN, f"This creature can't attack unless you sacrifice a creature.\n{TRIGGER}")).when(
        attack(cultist=BOB)
    ).then(legal, attacking(), triggers())


def resumed_after(game: Game, *happened: ControllerChanged | PermanentLeft) -> Game:
    """The game gone on with from its log, to which something was appended while the declaration waited for payment."""
    game.log.append(happened, game.version)
    return Game.open(game.journal, game.log.stream)


def test_a_creature_whose_control_was_lost_before_payment_doesnt_attack() -> None:
    game = given(creature("bear", ANN, TRIGGER), creature("ox", ANN, TRIGGER), TOLL).game()
    game.declare_attackers({"bear": BOB, "ox": BOB}, pay=None)
    resumed = resumed_after(game, ControllerChanged(id="bear", controller=BOB))
    assert resumed.pay().verdict == "legal"
    assert list(resumed.combat.attackers) == ["ox"]
    assert [event.source for event in resumed.last_events if event.type == "AbilityTriggered"] == ["ox"]


def test_a_creature_that_left_before_payment_doesnt_attack() -> None:
    game = given(creature("bear", ANN), creature("ox", ANN), TOLL).game()
    game.declare_attackers({"bear": BOB, "ox": BOB}, pay=None)
    resumed = resumed_after(game, PermanentLeft(id="bear"))
    assert resumed.pay().verdict == "legal"
    assert list(resumed.combat.attackers) == ["ox"]


def test_nothing_attacks_while_the_payment_is_awaited() -> None:
    game = given(creature("bear", ANN), TOLL).game()
    game.declare_attackers({"bear": BOB}, pay=None)
    assert not game.combat.attackers


def test_nothing_attacks_any_more_in_another_combat_or_turn() -> None:
    board = given(creature("bear", ANN))
    board.when(attack(bear=BOB), {"combat": "again"}).then(attacking())
    board.when(attack(bear=BOB), {"turn": BOB}).then(attacking())


def test_nothing_attacks_after_an_illegal_declaration() -> None:
    given(creature("bear", ANN), creature("wall", ANN, "Defender")).when(illegally(attack(bear=BOB, wall=BOB)), attack()).then(
        legal, attacking()
    )
