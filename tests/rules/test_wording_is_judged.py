"""What wording says is what is ruled, for predicates and words that few cards have."""

from referee import ANN, BOB, CAT, attack, block, creature, damage, dies, effect, enchantment, given, illegal, legal, triggers

THREE = (ANN, BOB, CAT)


def test_an_owner_is_not_attacked() -> None:
    traitor = creature("traitor", ANN, "This creature can't attack its owner.", owner=BOB)
    board = given(traitor, players=THREE)
    board.when(attack(traitor=BOB)).then(illegal("508.1c", "owner"))
    board.when(attack(traitor=CAT)).then(legal)


def test_a_player_is_not_attacked_again_in_the_turn() -> None:
    raider = creature("raider", ANN, "This creature can't attack a player it has already attacked this turn.\nVigilance")
    board = given(raider, players=THREE)
    again = {"combat": "again"}
    board.when(attack(raider=BOB), again, attack(raider=BOB)).then(illegal("508.1c", "already"))
    board.when(attack(raider=BOB), again, attack(raider=CAT)).then(legal)


def test_a_player_has_to_attack_with_one_creature_at_least() -> None:
    law = enchantment("law", BOB, "Each opponent must attack with at least one creature each combat if able.")
    board = given(law, creature("bear", ANN), creature("elk", ANN))
    board.when(attack()).then(illegal("508.1d", "attack"))
    board.when(attack(bear=BOB)).then(legal)
    given(law, creature("bear", BOB), creature("elk", ANN, tapped=True)).when(attack()).then(legal)


def test_a_player_blocks_with_one_creature_only() -> None:
    law = enchantment("law", ANN, "Each opponent can't block with more than one creature.")
    board = given(law, creature("bear", ANN), creature("elk", BOB), creature("ox", BOB))
    board.when(attack(bear=BOB), block(elk="bear", ox="bear")).then(illegal("509.1b", "no more than 1"))
    board.when(attack(bear=BOB), block(elk="bear")).then(legal)


def test_only_some_may_attack() -> None:
    law = enchantment("law", BOB, "Only Goblins can attack.")
    board = given(law, creature("bear", ANN), creature("goblin", ANN, types=("Goblin",)))
    board.when(attack(bear=BOB)).then(illegal("508.1c"))
    board.when(attack(goblin=BOB)).then(legal)


def test_creatures_share_a_color_a_creature_type_or_a_name() -> None:
    bear = creature("bear", ANN, types=("Bear",), colors=("G",))
    for words, other in (
        ("that share a color with enchanted creature", creature("elk", ANN, colors=("G",))),
        ("that share a creature type with enchanted creature", creature("elk", ANN, types=("Bear",))),
        ("that share a creature type with enchanted creature", creature("elk", ANN, "Changeling")),
        ("with the same name as enchanted creature", creature("elk", ANN, name="Bear")),
    ):
        bond = enchantment("bond", BOB, f"Creatures {words} can't attack.", attached_to="bear")
        board = given(bear, bond, other, creature("ox", ANN, types=("Ox",), colors=("R",)))
        board.when(attack(elk=BOB)).then(illegal("508.1c"))
        board.when(attack(ox=BOB)).then(legal)


def test_goad_and_suspicion_end_where_it_is_said() -> None:
    goaded = given(creature("bear", ANN), effects=({"goad": "bear", "by": BOB},))
    goaded.when(attack()).then(illegal("508.1d"))
    ended = {"effect": effect(BOB, "[bear] is no longer goaded.")}
    goaded.when(ended, attack()).then(legal)
    suspected = given(creature("ox", ANN), creature("bear", BOB), effects=(effect(BOB, "[bear] is suspected."),))
    suspected.when(attack(ox=BOB), block(bear="ox")).then(illegal("509.1b"))
    cleared = {"effect": effect(BOB, "[bear] is no longer suspected.")}
    suspected.when(cleared, attack(ox=BOB), block(bear="ox")).then(legal)
    again = {"effect": effect(BOB, "[bear] is suspected.")}
    suspected.when(cleared, again, attack(ox=BOB), block(bear="ox")).then(illegal("509.1b"))


def test_whoever_chooses_the_blocks_chooses_among_the_same() -> None:
    law = enchantment("law", ANN, "The attacking player chooses how each creature blocks each combat.")
    board = given(law, creature("bear", ANN, "Menace"), creature("elk", BOB))
    board.when(attack(bear=BOB), block(elk="bear")).then(illegal("509.1b"))
    board.when(attack(bear=BOB), block()).then(legal)


def test_several_that_become_blocked_or_do_not_trigger_once() -> None:
    war = enchantment("war", ANN, "Whenever one or more creatures you control become blocked, draw a card.")
    peace = enchantment(
        "peace", ANN, "Whenever one or more creatures you control attack a player and aren't blocked, draw a card."
    )
    board = given(war, peace, *(creature(id, ANN) for id in ("a", "b", "c", "d")), creature("x", BOB), creature("y", BOB))
    everyone = attack(a=BOB, b=BOB, c=BOB, d=BOB)
    board.when(everyone, block(x="a", y="b")).then(triggers(war=1, peace=1))
    board.when(everyone, block()).then(triggers(peace=1))


def test_a_trigger_asks_about_the_player_attacked() -> None:
    text = "Whenever this creature attacks a player who has more life than you, draw a card."
    board = given(creature("bear", ANN, text), players=THREE, life={ANN: 10, BOB: 20, CAT: 5})
    board.when(attack(bear=BOB)).then(triggers(bear=1))
    board.when(attack(bear=CAT)).then(triggers())
    richest = "Whenever this creature attacks a player, if no opponent has more life than that player, draw a card."
    board = given(creature("bear", ANN, richest), players=THREE, life={ANN: 10, BOB: 20, CAT: 5})
    board.when(attack(bear=BOB)).then(triggers(bear=1))
    board.when(attack(bear=CAT)).then(triggers())


def test_attacking_with_two_by_name_takes_both() -> None:
    text = "Whenever you attack with this creature and another legendary creature, draw a card."
    other = creature("king", ANN, supertypes=("Legendary",))
    board = given(creature("queen", ANN, text, supertypes=("Legendary",)), other, creature("bear", ANN))
    board.when(attack(queen=BOB, king=BOB)).then(triggers(queen=1))
    board.when(attack(queen=BOB, bear=BOB)).then(triggers())
    board.when(attack(king=BOB, bear=BOB)).then(triggers())


def test_how_many_attacked_with_it_is_known() -> None:
    text = "As long as this creature attacked with exactly one other creature this combat, it can't be blocked."
    board = given(creature("bear", ANN, text), creature("ox", ANN), creature("elk", BOB))
    board.when(attack(bear=BOB, ox=BOB), block(elk="ox")).then(legal)
    board.when(attack(bear=BOB, ox=BOB), block(elk="bear")).then(illegal("509.1b"))
    board.when(attack(bear=BOB), block(elk="bear")).then(legal)


def test_who_chooses_the_blocks_is_understood_as_short_as_players_type_it() -> None:
    law = enchantment("law", ANN, "Attacking player chooses how creatures block.")
    board = given(law, creature("bear", ANN, "Menace"), creature("elk", BOB))
    board.when(attack(bear=BOB), block(elk="bear")).then(illegal("509.1b"))


def test_the_first_turn_on_record_is_no_extra_turn() -> None:
    board = given(creature("sage", ANN, "This creature can't attack during extra turns."))
    board.when(attack(sage=BOB)).then(legal)


def test_exactly_one_other_is_company_of_one() -> None:
    pair = creature("pair", ANN, "Whenever this creature and exactly one other creature attack, draw a card.")
    board = given(pair, creature("bear", ANN), creature("elk", ANN))
    board.when(attack(pair=BOB)).then(triggers())
    board.when(attack(pair=BOB, bear=BOB)).then(triggers(pair=1))
    board.when(attack(pair=BOB, bear=BOB, elk=BOB)).then(triggers())


def test_blocked_by_one_of_a_kind_is_asked_of_those_that_block() -> None:
    sting = creature("sting", ANN, "This creature has first strike as long as it's blocking or blocked by a Goblin or Orc.")
    board = given(sting, creature("orc", BOB, types=("Orc",)), creature("bear", BOB))
    board.when(attack(sting=BOB), block(orc="sting"), damage(sting={"orc": 2})).then(dies("704.5g", "orc"))
    both = damage(sting={"bear": 2}, bear={"sting": 2})
    board.when(attack(sting=BOB), block(bear="sting"), both).then(dies("704.5g", "bear", "sting"))


def test_an_additional_creature_is_blocked_for_each_counter() -> None:
    wall = creature(
        "wall",
        BOB,
        "This creature can block an additional creature each combat for each +1/+1 counter on it.",
        counters={"+1/+1": 1},
    )
    board = given(wall, *(creature(each, ANN) for each in ("bear", "elk", "ox")))
    attackers = attack(bear=BOB, elk=BOB, ox=BOB)
    board.when(attackers, block(wall=["bear", "elk"])).then(legal)
    board.when(attackers, block(wall=["bear", "elk", "ox"])).then(illegal("509.1a"))


def test_who_controls_the_most_is_compared_with_each_other_player() -> None:
    text = "This creature can't attack unless you control the most creatures or are tied for the most."
    tyrant = creature("tyrant", ANN, text)
    given(tyrant, creature("ox", BOB), players=THREE).when(attack(tyrant=BOB)).then(legal)
    given(tyrant, creature("ox", CAT), creature("elk", CAT), players=THREE).when(attack(tyrant=BOB)).then(illegal("508.1c"))


def test_creatures_without_counters_and_with_power_beyond_a_life_total() -> None:
    law = enchantment("law", BOB, "Creatures with no counters on them can't block.")
    board = given(law, creature("bear", ANN), creature("ox", BOB), creature("elk", BOB, counters={"stun": 1}))
    board.when(attack(bear=BOB), block(ox="bear")).then(illegal("509.1b"))
    board.when(attack(bear=BOB), block(elk="bear")).then(legal)
    dread = enchantment("dread", BOB, "Creatures with power greater than or equal to your life total can't attack you.")
    given(dread, creature("bear", ANN, power=2), life={BOB: 2}).when(attack(bear=BOB)).then(illegal("508.1c"))
    given(dread, creature("bear", ANN, power=2), life={BOB: 3}).when(attack(bear=BOB)).then(legal)


def test_who_cant_have_flying_has_none() -> None:
    law = enchantment("law", BOB, "Creatures your opponents control can't have flying.")
    given(law, creature("bird", ANN, "Flying"), creature("ox", BOB)).when(attack(bird=BOB), block(ox="bird")).then(legal)
