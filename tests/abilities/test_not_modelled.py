"""What isn't modelled marks the game where it may matter: trigger events, and changes of values that the board states."""

from typing import Any

import pytest
from declarant import Game
from declarant import permanent as entering
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    effect,
    given,
    land,
    left,
    legal,
    life,
    not_carried_out,
    permanent,
    refused,
    resolve,
    resolved,
    sizes,
)

TOKEN = "create a 1/1 white Soldier creature token."


def attacks(text: str, *others: dict[str, Any], **more: Any) -> Any:
    """Ann's imp, which has the text, attacks Bob, and its ability resolves."""
    return given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), *others, **more).when(
        attack(imp=BOB), resolve()
    )


def watches(text: str, controller: str = ANN) -> dict[str, Any]:
    return permanent("altar", controller, text, types=["Enchantment"])


@pytest.mark.parametrize(
    ("does", "text"),
    [
        (TOKEN, "Whenever a creature you control enters, you gain 1 life."),
        (TOKEN, "Whenever another creature enters, scry 1."),
        (TOKEN, "Whenever a creature comes into play, you gain 1 life."),
        (TOKEN, "Whenever you create one or more tokens, draw a card."),
        ("sacrifice it.", "Whenever you sacrifice a permanent, you gain 1 life."),
        ("draw a card.", "Whenever you draw a card, each opponent loses 1 life."),
        ("untap it.", "Whenever a permanent becomes untapped, you gain 1 life."),
        ("you gain 1 life.", "Whenever you frobnicate, you gain 1 life."),
        ("sacrifice it.", "When you control no Elves, sacrifice this enchantment."),
        (TOKEN, "When you control a Soldier, sacrifice this enchantment."),
        ("it deals 1 damage to target opponent.", "Whenever you commit a crime, draw a card."),
    ],
)
def test_what_may_set_off_an_ability_whose_event_isnt_modelled_marks_the_game(does: str, text: str) -> None:
    attacks(does, watches(text)).then(not_carried_out("altar", "isn't modelled"))


@pytest.mark.parametrize(
    ("does", "text", "controller"),
    [
        (TOKEN, "When this enchantment enters, draw a card.", ANN),
        (TOKEN, "Whenever a land you control enters, you gain 1 life.", ANN),
        (TOKEN, "Whenever a creature you control enters, you gain 1 life.", BOB),
        (TOKEN, "Whenever you cast a spell, draw a card.", ANN),
        (TOKEN, "Whenever you draw a card, you gain 1 life.", ANN),
        ("sacrifice it.", "Whenever a creature an opponent controls enters, draw a card.", ANN),
        ("sacrifice it.", "When you control no Islands, sacrifice this enchantment.", ANN),
        (TOKEN, "When this creature specializes, draw a card.", ANN),
        (TOKEN, "When this creature becomes monstrous, draw a card.", ANN),
        (TOKEN, "Whenever you commit a crime, draw a card.", ANN),
    ],
)
def test_what_cant_set_it_off_doesnt(does: str, text: str, controller: str) -> None:
    attacks(does, watches(text, controller)).then(resolved("imp"))


def test_an_ability_that_triggers_by_itself_isnt_marked() -> None:
    attacks("you gain 1 life.", watches("Whenever you gain life, each opponent loses 1 life.")).then(life(Ann=21, Bob=19))
    attacks("you gain 1 life.", watches("Whenever you gain life, each opponent loses 1 life.")).then(resolved("imp", "altar"))


def test_a_copy_that_enters_is_marked_with_what_it_would_do() -> None:
    twin = creature(
        "imp", ANN, "When this creature enters, draw a card.\nWhenever this creature attacks, create a token that's a copy of it."
    )
    given(twin).when(attack(imp=BOB), resolve()).then(not_carried_out("imp token 1", "isn't modelled"))


def test_combat_damage_marks_what_it_may_set_off() -> None:
    lifelinker = creature("imp", ANN, "Lifelink")
    board = given(lifelinker, watches("Whenever you frobnicate, draw a card."))
    board.when(attack(imp=BOB), block(), damage()).then(not_carried_out("altar", "isn't modelled"))


@pytest.mark.parametrize(
    "text",
    [
        "If this creature dies, you gain 3 life.",
        "If this creature is put into a graveyard, draw a card.",
        "If this creature damages a creature, gain control of that creature at end of combat.",
        "If a creature damaged by this creature this turn dies, put a +1/+1 counter on this creature.",
    ],
)
def test_what_triggers_may_begin_with_if_as_once_on_cards(text: str) -> None:
    traded = attack(imp=BOB), block(ox="imp"), damage()
    given(creature("imp", ANN, text), creature("ox", BOB)).when(*traded).then(not_carried_out("imp", "isn't modelled"))


def test_the_next_chapter_marks_the_game_as_the_turn_begins() -> None:
    saga = watches("I — Draw a card.\nII — Creatures you control get +1/+1 until end of turn.")
    board = given(saga, creature("imp", ANN))
    assert not board.when(attack(), {"turn": BOB}).outcome().game.stack.marks
    board.when(attack(), {"turn": BOB}, {"turn": ANN}).then(not_carried_out("altar", "isn't modelled"))


UNREAD = "Other creatures you control get +1/+1 for each differently named token among permanents you control."


def test_a_text_that_isnt_understood_and_leaves_marks_the_game_with_what_is_stated_of_others() -> None:
    board = given(creature("lord", ANN, UNREAD), creature("elk", ANN), creature("wall", BOB, power=3, toughness=5))
    board.when(attack(lord=BOB), block(wall="lord"), damage()).then(not_carried_out("lord", "stated"))
    board.when(attack(elk=BOB), block(), damage()).then(resolved())


def test_an_empty_line_says_nothing() -> None:
    given(creature("imp", ANN, "Trample\n")).when(attack(imp=BOB), block(), damage()).then(resolved())


ANTHEM = "Creatures you control get +1/+1."


def test_a_token_gets_the_bonus_or_marks_the_game() -> None:
    attacks(TOKEN, watches(ANTHEM)).then(resolved("imp"), sizes(**{"imp": "2/2", "imp token 1": "2/2"}))
    attacks(TOKEN, watches(ANTHEM, BOB)).then(resolved("imp"), sizes(**{"imp token 1": "1/1"}))
    attacks(TOKEN, watches(UNREAD)).then(not_carried_out("altar", "stated"))
    attacks(TOKEN, watches(ANTHEM), stated=False).then(resolved("imp"), sizes(**{"imp": "3/3", "imp token 1": "2/2"}))


def test_a_bonus_that_leaves_or_grows_is_derived() -> None:
    attacks("sacrifice an enchantment.", watches(ANTHEM)).then(resolved("imp"), sizes(imp="1/1"))
    grows = "This creature gets +1/+1 for each other creature you control."
    attacks(TOKEN, creature("elk", ANN, grows)).then(resolved("imp"), sizes(elk="3/3"))


# --- triggers that aren't understood, and those of beginnings ---------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature is dealt excess damage, draw a card.",
        "Whenever this creature deals combat damage to a player, if it's Tuesday, draw a card.",
        "Whenever you lose life during your turn, draw a card.",
    ],
)
def test_a_trigger_that_isnt_understood_doesnt_keep_damage_from_being_dealt(text: str) -> None:
    fight = given(creature("imp", ANN, text), creature("ox", BOB, "Lifelink")).when(attack(imp=BOB), block(), damage())
    if "lose life" in text:
        fight.then(resolved())
    else:
        fight.then(life(Ann=20, Bob=18), not_carried_out("imp", "isn't modelled"))


def test_noncombat_damage_is_dealt_by_abilities_only() -> None:
    text = "Whenever a source you control deals noncombat damage to an opponent, frobnicate."
    attacks("it deals 1 damage to any target.", watches(text)).then(not_carried_out("altar", "isn't modelled"))
    given(creature("imp", ANN), watches(text)).when(attack(imp=BOB), block(), damage()).then(resolved())


BEGINNINGS = {
    "At the beginning of your second main phase, if this creature is tapped, you gain 1 life.": "first combat",
    "At the beginning of your postcombat main phase, untap this creature.": "first combat",
    "At the beginning of your main phase, untap this creature.": "first combat",
    "At the beginning of your first main phase, untap this creature.": "turn",
    "At the beginning of combat on your turn, this creature gets +2/+2 until end of turn.": "combat",
    "At the beginning of each combat, untap this creature.": "combat",
    "Landfall — At the beginning of your end step, sacrifice this creature.": "end step",
    "At end of turn, sacrifice this creature.": "end step",
    "At the end of your turn, if this creature attacked this turn, untap it.": "end step",
    "At the beginning of your upkeep, put a +1/+1 counter on this creature.": "turn",
    "At the beginning of your upkeep or when this creature becomes blocked, put a +1/+1 counter on it.": "turn",
    "Whenever this creature becomes blocked and at the beginning of your upkeep, put a +1/+1 counter on it.": "turn",
}


@pytest.mark.parametrize("text", sorted(BEGINNINGS))
def test_what_triggers_as_something_begins_marks_the_game_there(text: str) -> None:
    game = Game.start([ANN, BOB], rules="2025-06-06")
    game.enter(entering("imp", ANN, types=["Creature"], power=2, toughness=2, text=text))
    game.declare_attackers({"imp": BOB})
    game.declare_blockers({})
    game.deal_combat_damage()
    game.end_combat()
    marked = {"first combat": len(game.stack.marks)}
    game.clean_up()
    marked["end step"] = len(game.stack.marks)
    game.begin_turn(BOB)
    marked["turn of Bob"] = len(game.stack.marks)
    game.begin_combat()
    marked["combat of Bob"] = len(game.stack.marks)
    game.begin_turn(ANN)
    marked["turn"] = len(game.stack.marks)
    game.begin_combat()
    marked["combat"] = len(game.stack.marks)
    first = "combat of Bob" if "each" in text else BEGINNINGS[text]
    assert next(when for when, number in marked.items() if number) == first
    assert [mark.ability for mark in game.stack.marks] == [text]


def test_a_delayed_ability_of_the_next_end_step_is_no_beginning_of_its_own() -> None:
    text = "Whenever this creature attacks, it gets +1/+0 until end of turn. Sacrifice it at the beginning of the next end step."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve(), block(), damage(), {"cleanup": True}).then(resolved("imp"))


@pytest.mark.parametrize(
    ("keyword", "does"),
    [("Evolve", TOKEN), ("Graft 2", TOKEN)],
)
def test_keywords_that_trigger_and_arent_modelled_mark_the_game(keyword: str, does: str) -> None:
    attacks(does, creature("elk", ANN, f"Flying, {keyword.lower()}", power=5)).then(not_carried_out("elk", "isn't modelled"))


def test_a_copy_with_a_keyword_of_entering_marks_the_game() -> None:
    twin = creature("imp", ANN, "Fabricate 1\nWhenever this creature attacks, create a token that's a copy of it.")
    given(twin).when(attack(imp=BOB), resolve()).then(not_carried_out("imp token 1", "isn't modelled"))


def test_keywords_that_nothing_sets_off_mark_nothing() -> None:
    attacks("you gain 1 life.", creature("elk", ANN, "Evolve\nWard {2}\nEcho {R}")).then(resolved("imp"))


def test_ward_marks_the_game_where_an_opponents_ability_targets_it() -> None:
    does = "target creature gets +1/+0 until end of turn."
    given(creature("imp", ANN, f"Whenever this creature attacks, {does}"), creature("elk", BOB, "Ward {2}")).when(
        attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elk"]})
    ).then(not_carried_out("elk", "isn't modelled"))
    attacks(does, creature("elk", ANN, "Ward {2}", power=9)).then(resolved("imp"))


GUARD = creature("guard", BOB, power=5, toughness=9)


@pytest.mark.parametrize(
    "text",
    [
        "This creature enters with two +1/+1 counters on it.",
        "This creature enters tapped.",
        "As this creature enters, choose a color.",
        "You may have this creature enter as a copy of any creature on the battlefield.",
        "Modular 2",
        "Bloodthirst 1",
        "Unleash",
        "Backup 1",
    ],
)
def test_what_changes_how_something_enters_marks_the_game_when_it_does(text: str) -> None:
    fight = attack(imp=BOB), block(guard="imp"), damage(), resolve()
    given(creature("imp", ANN, f"Undying\n{text}"), GUARD).when(*fight).then(not_carried_out("imp #2", "isn't modelled"))


@pytest.mark.parametrize("name", ["Rask of the Marsh", "Rask"])
def test_a_card_that_names_itself_or_the_first_of_its_name_means_itself(name: str) -> None:
    imp = creature(
        "imp",
        ANN,
        "Rask enters with a +1/+1 counter on it.\nWhenever Rask attacks, " + TOKEN,
        name=name,
        supertypes=["Legendary"],
    )
    assert not given(imp).when(attack(imp=BOB), resolve()).outcome().game.stack.marks


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Rask, the Ox", "Whenever Rask enters or attacks, " + TOKEN),
        ("Rask and Ember", "Whenever Rask and Ember enter or attack, " + TOKEN),
        ("Imp", "Whenever a creature you control with a +1/+1 counter on it attacks, put a +1/+1 counter on it."),
        ("Imp", "Whenever Imp attacks, create a 1/1 red Goblin creature token. The token enters tapped and attacking."),
        ("Imp", "Whenever a nontoken, non-Angel creature you control dies, you gain 1 life."),
    ],
)
def test_what_sets_it_off_is_its_own_entering_or_no_counter(name: str, text: str) -> None:
    imp = creature("imp", ANN, text, name=name, supertypes=["Legendary"], counters={"+1/+1": 1})
    assert not given(imp).when(attack(imp=BOB), resolve()).outcome().game.stack.marks


def test_what_enters_with_more_because_of_another_marks_the_game_too() -> None:
    attacks(TOKEN, watches("Each other creature you control enters with an additional +1/+1 counter on it.")).then(
        not_carried_out("altar", "isn't modelled")
    )


def test_a_creature_that_champions_marks_the_game_as_it_leaves() -> None:
    fight = attack(imp=BOB), block(guard="imp"), damage(), resolve()
    given(creature("imp", ANN, "Champion a Goblin"), GUARD).when(*fight).then(not_carried_out("imp", "isn't modelled"))


def test_a_card_whose_name_holds_a_comma_names_itself() -> None:
    """Also where what it does isn't understood, it triggers on its own attack alone."""
    text = "Whenever Grim, the Ox attacks, you may planeswalk."
    ox = creature("ox", ANN, text, name="Grim, the Ox")
    game = given(ox, creature("imp", ANN, f"Whenever this creature attacks, {TOKEN}")).when(attack(imp=BOB), resolve())
    assert not game.outcome().game.stack.marks


@pytest.mark.parametrize(
    ("does", "text"),
    [
        (
            TOKEN,
            "If one or more tokens would be created under your control, twice that many of those tokens are created instead.",
        ),
        (TOKEN, "The first time you would create one or more tokens each turn, you may instead create that many Food tokens."),
        ("put a +1/+1 counter on it.", "If one or more +1/+1 counters would be put on a creature you control, put two instead."),
        ("put a +1/+1 counter on it.", "Counters can't be put on artifacts, creatures, enchantments, or lands."),
        ("put a +1/+1 counter on it.", "Creatures you control can't have counters put on them."),
        ("you gain 1 life.", "If you would gain life, draw that many cards instead."),
        ("each opponent gains 1 life.", "If an opponent would gain life, that player loses that much life instead."),
        ("you gain 1 life.", "If you would gain or lose life, draw a card instead."),
        ("you lose 1 life.", "If you would gain or lose life, draw a card instead."),
        ("each opponent loses 1 life.", "If an opponent would lose life, they lose twice that much life instead."),
        ("draw a card.", "If you would draw a card, you gain 2 life instead."),
        ("sacrifice it.", "Creatures you control can't be sacrificed."),
        ("sacrifice it.", "Spells and abilities your opponents control can't cause you to sacrifice permanents."),
        ("it deals 1 damage to target opponent.", "If a source you control would deal noncombat damage to a player, double it."),
    ],
)
def test_what_replaces_or_forbids_what_is_done_marks_the_game(does: str, text: str) -> None:
    attacks(does, watches(text)).then(not_carried_out("altar", "isn't modelled"))


@pytest.mark.parametrize(
    "does", ["each opponent loses 1 life.", "you lose 2 life.", "each player loses 1 life for each creature."]
)
def test_who_cant_lose_life_loses_none_by_an_effect(does: str) -> None:
    outcome = attacks(does, watches("Players can't lose life.")).then(resolved("imp"), life(Ann=20, Bob=20))
    assert not outcome.game.stack.marks


def test_what_cant_be_a_target_and_is_one_marks_the_game() -> None:
    for text in ("can't be the target of spells or abilities your opponents control.", "can't be the target of red abilities."):
        ox = creature("ox", BOB, f"This creature {text}")
        attacks("tap target creature an opponent controls.", ox).then(not_carried_out("ox", "isn't modelled"))
    attacks(
        "tap target creature an opponent controls.", creature("ox", BOB, "This creature can't be the target of Aura spells.")
    ).then(resolved("imp"))


@pytest.mark.parametrize(
    ("does", "text"),
    [
        ("each opponent loses 1 life.", "If an opponent would gain life, that player loses that much life instead."),
        ("you lose 1 life.", "If you would gain life, draw that many cards instead."),
        ("you gain 1 life.", "If an opponent would gain life, that player loses that much life instead."),
    ],
)
def test_what_replaces_life_gained_does_not_concern_life_lost_or_who_else_gains(does: str, text: str) -> None:
    outcome = attacks(does, watches(text)).then(resolved("imp"))
    assert not outcome.game.stack.marks


@pytest.mark.parametrize(
    "text",
    [
        "If you would gain life, you gain twice that much life instead.",
        "If you would draw a card, draw two cards instead.",
        "Counters can't be put on creatures.",
        "Creatures you control can't be sacrificed.",
        "If an opponent would create one or more tokens, they create none instead.",
    ],
)
def test_what_replaces_or_forbids_something_else_does_not(text: str) -> None:
    attacks(TOKEN, watches(text)).then(resolved("imp"))


@pytest.mark.parametrize(
    ("does", "verb"),
    [("scry 1.", "scry"), ("surveil 1.", "surveil"), ("proliferate.", "proliferate"), ("you get {E}.", "get one or more {E}")],
)
def test_what_triggers_on_what_an_ability_does_marks_the_game(does: str, verb: str) -> None:
    attacks(does, watches(f"Whenever you {verb}, you gain 1 life.")).then(not_carried_out("altar", "isn't modelled"))
    attacks("you gain 1 life.", watches(f"Whenever you {verb}, you gain 1 life.")).then(resolved("imp"))


def test_what_triggers_on_cards_that_leave_a_library_or_a_graveyard_marks_the_game() -> None:
    for text in ("cards are put into a graveyard from a library", "cards are put into a graveyard from anywhere"):
        board = attacks("each player mills a card.", watches(f"Whenever one or more {text}, you gain 1 life."))
        board.then(not_carried_out("altar", "isn't modelled"))


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("you may cast target instant card from your graveyard without paying its mana cost.", True),
        ("exile the top card of your library. You may play that card this turn.", False),
        ("you gain 1 life.", False),
    ],
)
def test_what_may_be_cast_as_an_ability_resolves_may_set_off_what_triggers_on_casting(text: str, marked: bool) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, {text}")
    law = permanent("law", ANN, "Whenever you cast a spell, you gain 1 life.", types=("Enchantment",))
    marks = given(imp, law).when(attack(imp=BOB), resolve("all")).outcome().game.stack.marks
    assert ("law" in {mark.source for mark in marks}) == marked


@pytest.mark.parametrize(
    ("says", "marked"),
    [
        ("This creature can't be equipped.", True),
        ("This creature can't be enchanted or equipped.", True),
        ("Whenever an Equipment becomes attached to a creature, you gain 1 life.", True),
        ("Whenever you goad one or more creatures, you gain 1 life.", True),
        ("This creature can't block.", False),
    ],
)
def test_what_forbids_or_follows_what_is_attached_or_goaded_marks_the_game(says: str, marked: bool) -> None:
    text = "Whenever this creature attacks, attach target Equipment you control to target creature, then goad that creature."
    axe = permanent("axe", ANN, "Equip {1}", types=("Artifact", "Equipment"))
    resolution = resolve("all", {"source": "imp", "targets": ["axe", "ox"]})
    board = given(creature("imp", ANN, text), axe, creature("ox", ANN, says)).when(attack(imp=BOB), resolution)
    assert bool(board.outcome().game.stack.marks) == marked


@pytest.mark.parametrize("cause", ["a permanent leaving the battlefield", "a creature entering or leaving the battlefield"])
def test_what_triggers_again_on_what_leaves_marks_the_game(cause: str) -> None:
    again = (
        f"If {cause} causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."
    )
    imp = creature("imp", ANN, "When this creature dies, you gain 1 life.")
    board = given(imp, permanent("echo", ANN, again, types=("Enchantment",)), creature("ox", BOB, power=5))
    board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(not_carried_out("echo", "isn't modelled"))
    assert not board.when(attack(imp=BOB), block()).outcome().game.stack.marks


def test_a_saga_that_an_ability_puts_onto_the_battlefield_marks_the_game() -> None:
    """714.3a: its first chapter triggers."""
    text = "Whenever this creature attacks, return target enchantment card from your graveyard to the battlefield."
    saga = permanent("saga", ANN, "I — You gain 2 life.\nII, III — Draw a card.", types=("Enchantment",), subtypes=["Saga"])
    resolution = resolve("all", {"source": "imp", "targets": ["saga"], "cards": [saga]})
    board = given(creature("imp", ANN, text), graveyard={ANN: 1}).when(attack(imp=BOB), resolution)
    board.then(not_carried_out("saga #2", "isn't modelled"))
    assert not given(creature("imp", ANN), saga).when(attack(imp=BOB)).outcome().game.stack.marks


def test_what_triggers_as_the_first_combat_begins_is_stated_in_a_note() -> None:
    texts = {"imp": "on your turn", "elk": "on each opponent's turn"}
    stated = [creature(id, ANN, f"At the beginning of combat {when}, untap this creature.") for id, when in texts.items()]
    (note,) = given(*stated).when(attack(imp=BOB)).then().report.notes
    assert note.startswith("imp: 'At the beginning of combat on your turn, untap this creature.' isn't carried out")


def test_who_gains_control_and_who_loses_it_is_asked() -> None:
    for player, does in ((ANN, "gain"), (BOB, "lose")):
        imp = creature("imp", ANN, "Whenever this creature attacks, gain control of target creature until end of turn.")
        law = watches(f"Whenever you {does} control of a permanent, draw a card.", player)
        took = resolve("all", {"source": "imp", "targets": ["ox"]})
        given(imp, creature("ox", BOB), law).when(attack(imp=BOB), took).then(not_carried_out("altar", "isn't modelled"))


@pytest.mark.parametrize(
    "grows",
    [
        "it gets +2/+2 until end of turn.",
        "put two +1/+1 counters on it.",
        "it has base power and toughness 4/4 until end of turn.",
    ],
)
def test_603_8_a_state_that_asks_for_power_is_asked_where_sizes_change(grows: str) -> None:
    law = watches("When you control a creature with power 4 or greater, sacrifice this enchantment.")
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {grows}"), law)
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("altar", "isn't modelled"))
    assert not board.when(attack(imp=BOB)).then().game.stack.marks


@pytest.mark.parametrize(
    ("asked", "islands", "noted", "marked"),
    [
        ("you control no Islands", 0, True, True),
        ("you control no Islands", 1, False, True),
        ("you control no Islands", 2, False, False),
        ("you don't control an Island", 0, True, True),
        ("you don't control an Island", 2, False, False),
        ("you control two or more Islands", 2, True, False),
        ("you control two or more Islands", 1, False, False),
        ("you control an Island that was frobnicated", 2, True, True),
    ],
)
def test_603_8_a_state_that_is_so_from_the_start_is_noted_and_one_that_comes_about_is_marked(
    asked: str, islands: int, noted: bool, marked: bool
) -> None:
    text = f"When {asked}, sacrifice this enchantment."
    assert not given(creature("imp", ANN, "Soulbond")).when(attack(imp=BOB)).then().report.notes
    lands = [land(f"i{number}", ANN, "Island") for number in range(islands)]
    board = given(watches(text), creature("imp", ANN), *lands, land("forest", ANN))
    assert any(text in note for note in board.when(attack(imp=BOB)).then().report.notes) == noted
    gone = board.when({"leaves": "i0" if islands else "forest"}).outcome()
    assert [mark.source for mark in gone.game.stack.marks] == ["altar"] * marked


@pytest.mark.parametrize("keyword", ["Daybound", "Nightbound"])
@pytest.mark.parametrize("whose", [ANN, BOB])
def test_whether_day_becomes_night_is_not_known_as_a_turn_begins(keyword: str, whose: str) -> None:
    """702.145d: whether somebody cast spells in the turn before isn't stated."""
    board = given(creature("wolf", whose, keyword), creature("ox", ANN))
    for steps, sources in ((attack(ox=BOB),), []), ((attack(), {"turn": BOB}), ["wolf"]):
        outcome = board.when(*steps).outcome()
        assert [mark.source for mark in outcome.game.stack.marks] == sources


@pytest.mark.parametrize("stated", [True, False])
def test_what_is_crewed_is_stated_as_a_creature(stated: bool) -> None:
    """702.122a."""
    cart = permanent("cart", ANN, "Crew 1", types=("Artifact",), subtypes=["Vehicle"], power=2, toughness=2, stated=stated)
    no_creature = refused("invalid-input", "cart stated as crewed and no creature")
    given({**cart, "designations": ["crewed"]}).when(attack(cart=BOB)).then(no_creature)
    crewed = {"states": {"designations": {"cart": ["crewed"], ANN: ["crewed"]}}}
    given(cart).when(crewed, attack(cart=BOB)).then(no_creature)
    given(cart, effects=[effect(ANN, BECOMES)]).when(crewed, attack(cart=BOB)).then(legal)
    given({**cart, "types": ("Artifact", "Creature"), "designations": ["crewed"]}).when(attack(cart=BOB)).then(legal)


BECOMES = "[cart] becomes an artifact creature until end of turn."


@pytest.mark.parametrize("whose", [ANN, BOB])
@pytest.mark.parametrize(
    ("types", "effects", "sources"), [(["Creature"], (), ["cart"]), ([], (), []), ([], (effect(ANN, BECOMES),), [])]
)
def test_a_vehicle_stated_as_a_creature_was_crewed_until_end_of_turn(
    types: list[str], effects: tuple[dict[str, Any], ...], sources: list[str], whose: str
) -> None:
    """702.122a: nothing says what else made it one, so that it isn't known whether it still is as the next turn begins."""
    cart = permanent("cart", whose, "Crew 1", types=("Artifact", *types), subtypes=["Vehicle"], power=2, toughness=2)
    outcome = given(cart, creature("ox", ANN), effects=effects).when(attack(), {"turn": BOB}).outcome()
    assert [mark.source for mark in outcome.game.stack.marks] == sources


def test_what_is_taken_as_meant_is_no_trigger_by_the_words_typed() -> None:
    imp = creature("imp", ANN, "first strike when attacking", power=2, toughness=2)
    given(imp, creature("ox", BOB, toughness=9)).when(attack(imp=BOB), block(ox="imp"), damage()).then(resolved())


def test_a_line_that_says_a_level_is_understood() -> None:
    imp = creature("imp", ANN, "Level up {1}\nLEVEL 1-3\n3/3\nFirst strike", power=3, toughness=3, counters={"level": 2})
    fight = given(imp, creature("ox", BOB, power=3, toughness=3)).when(attack(imp=BOB), block(ox="imp"), damage())
    fight.then(left("ox"), resolved())
    assert fight.outcome().report.notes == ()


@pytest.mark.parametrize(
    "whose", ["nontoken creatures you control", "non-Wall creatures", "nonblack creatures", "noncreature artifacts"]
)
def test_what_sets_an_ability_off_ends_before_what_is_done_to_those_that_arent_something(whose: str) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, {whose} gain flying until end of turn.")
    given(imp, creature("ox", ANN)).when(attack(imp=BOB), resolve()).then(resolved("imp"))
