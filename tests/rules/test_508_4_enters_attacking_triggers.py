"""508.4: what enters attacking never attacked; an ability that says "enters attacking" triggers on it."""

from referee import ANN, BOB, attack, creature, given, triggers

BOTH = "Whenever this creature attacks or enters attacking, draw a card."


def test_entering_attacking_triggers_once_and_attacking_as_ever() -> None:
    game = given(creature("bear", ANN, BOTH))
    game.when(attack(bear=BOB)).then(triggers(bear=1))
    game.when(attack(bear=BOB), {"enters": creature("newt", ANN, BOTH), "attacking": BOB}).then(triggers("508.4", newt=1))
    game.when(attack(bear=BOB), {"enters": creature("newt", ANN, BOTH)}).then(triggers())


def test_others_watch_what_enters_attacking() -> None:
    herald = creature("herald", ANN, "Whenever a creature you control enters attacking, draw a card.")
    board = given(herald, creature("bear", ANN))
    board.when(attack(bear=BOB)).then(triggers())
    board.when(attack(bear=BOB), {"enters": creature("newt", ANN), "attacking": BOB}).then(triggers(herald=1))
