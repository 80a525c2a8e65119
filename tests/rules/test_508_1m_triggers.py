"""508.1m: abilities that trigger on attackers being declared trigger when the declaration is complete."""

from referee import ANN, BOB, CAT, attack, creature, enchantment, given, illegal, illegally, legal, permanent, triggers

TRIGGER = "Whenever this creature attacks, you gain 1 life."


def test_each_ability_triggers_by_itself() -> None:
    given(creature("bear", ANN, f"{TRIGGER}\n{TRIGGER}"), creature("ox", ANN, TRIGGER)).when(attack(bear=BOB, ox=BOB)).then(
        triggers(bear=2, ox=1)
    )


def test_abilities_of_every_player_trigger() -> None:
    watch = "Whenever a creature attacks, you gain 1 life."
    given(
        creature("bear", ANN),
        creature("ox", ANN),
        enchantment("eye", BOB, watch),
        enchantment("ear", CAT, watch),
        players=(ANN, BOB, CAT),
    ).when(attack(bear=BOB, ox=BOB)).then(triggers(eye=2, ear=2))


def test_nothing_triggers_where_nothing_attacks() -> None:
    given(creature("bear", ANN, TRIGGER), enchantment("eye", BOB, "Whenever a player attacks, you gain 1 life.")).when(
        attack()
    ).then(legal, triggers())


def test_nothing_triggers_for_an_illegal_declaration() -> None:
    given(creature("bear", ANN, TRIGGER), creature("wall", ANN, "Defender")).when(attack(bear=BOB, wall=BOB)).then(
        illegal("508.1c"), triggers()
    )


def test_what_was_tried_before_triggers_nothing_later() -> None:
    outcome = (
        given(creature("bear", ANN, TRIGGER), creature("wall", ANN, "Defender"))
        .when(illegally(attack(bear=BOB, wall=BOB)), attack(bear=BOB))
        .then(triggers(bear=1))
    )
    assert sum(event.type == "AbilityTriggered" for _, event in outcome.game.log.events()) == 1


def test_an_intervening_if_is_asked_at_the_declaration() -> None:
    bear = creature("bear", ANN, "Whenever this creature attacks, if you control an artifact, draw a card.")
    given(bear).when(attack(bear=BOB)).then(triggers())
    given(bear, permanent("relic", BOB, types=("Artifact",))).when(attack(bear=BOB)).then(triggers())
    given(bear, permanent("relic", ANN, types=("Artifact",))).when(attack(bear=BOB)).then(triggers(bear=1))


def test_a_lost_ability_doesnt_trigger_and_a_granted_one_does() -> None:
    given(
        creature("bear", ANN, TRIGGER),
        creature("ox", ANN),
        effects=({"on": "bear", "loses_abilities": True}, {"on": "ox", "text": TRIGGER}),
    ).when(attack(bear=BOB, ox=BOB)).then(triggers(ox=1))


def test_once_each_turn_is_once_though_two_creatures_attack_twice() -> None:
    text = "Whenever a creature you control attacks, draw a card. This ability triggers only once each turn."
    board = given(creature("bear", ANN, "Vigilance"), creature("ox", ANN), enchantment("drum", ANN, text))
    board.when(attack(bear=BOB, ox=BOB)).then(triggers(drum=1))
    board.when(attack(bear=BOB, ox=BOB), {"combat": "again"}, attack(bear=BOB)).then(triggers())
    board.when(attack(bear=BOB), {"turn": BOB}, {"turn": ANN}, attack(bear=BOB)).then(triggers(drum=1))


def test_the_first_time_each_turn_is_stated_for_each_creature() -> None:
    text = "Vigilance\nWhenever this creature attacks for the first time each turn, draw a card."
    board = given(creature("bear", ANN, text), creature("ox", ANN, text))
    board.when(attack(bear=BOB), {"combat": "again"}, attack(bear=BOB, ox=BOB)).then(triggers(ox=1))
    board.when(attack(bear=BOB), {"turn": BOB}, {"turn": ANN}, attack(bear=BOB)).then(triggers(bear=1))
