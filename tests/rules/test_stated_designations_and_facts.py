"""What no board derives is stated, or declined where a ruling depends on it: designations, and facts that texts ask about."""

from typing import Any

import pytest
from declarant.events.errors import FactNotStated
from referee import (
    ANN,
    BOB,
    CAT,
    When,
    attack,
    block,
    creature,
    damage,
    given,
    illegal,
    land,
    legal,
    life,
    refused,
    resolve,
    triggers,
)

GUARD = creature("guard", BOB)
SNEAK = "This creature can't be blocked as long as {}."


def blocks(condition: str, **stated: Any) -> When:
    """A block of a creature that can't be blocked under a condition."""
    return given(creature("sneak", ANN, SNEAK.format(condition)), GUARD, **stated).when(attack(sneak=BOB), block(guard="sneak"))


OF_YOU = {
    "you're the monarch": "monarch",
    "you have the city's blessing": "city's blessing",
    "you have the initiative": "initiative",
}


@pytest.mark.parametrize("condition", OF_YOU)
def test_a_designation_of_a_player(condition: str) -> None:
    designation = OF_YOU[condition]
    blocks(condition, designations={ANN: [designation]}).then(illegal("509.1b", "sneak"))
    blocks(condition, designations={ANN: []}).then(legal)
    blocks(condition).then(refused("wording-not-understood", designation, f"designations: {{{ANN}: [{designation}]}}"))


def test_one_player_is_the_monarch() -> None:
    blocks("you're the monarch", designations={BOB: ["monarch"]}).then(legal)
    blocks("you have the city's blessing", designations={BOB: ["city's blessing"]}).then(refused("wording-not-understood", ANN))
    both = blocks("you're the monarch", designations={ANN: ["monarch"], BOB: ["monarch"]})
    both.then(refused("invalid-input", f"monarch of {ANN}, {BOB}", "one player at most"))


def test_there_is_no_monarch() -> None:
    blocks("there is no monarch", designations={BOB: ["monarch"]}).then(legal)
    blocks("there is no monarch", designations={ANN: [], BOB: []}).then(illegal("509.1b"))


def test_an_opponent_or_the_defending_player_is_the_monarch() -> None:
    for whose in ("an opponent is the monarch", "defending player is the monarch"):
        blocks(whose, designations={BOB: ["monarch"]}).then(illegal("509.1b"))
        blocks(whose, designations={ANN: ["monarch"]}).then(legal)
    blocks("defending player is the monarch", designations={CAT: ["monarch"]}, players=(ANN, BOB, CAT)).then(legal)
    blocks("an opponent is the monarch", designations={CAT: ["monarch"]}, players=(ANN, BOB, CAT)).then(illegal("509.1b"))


def test_ascend_gives_the_blessing_with_the_tenth_permanent_for_the_rest_of_the_game() -> None:
    text = "Ascend\n" + SNEAK.format("you have the city's blessing")
    many = [land(f"land{number}", ANN) for number in range(8)]
    board = given(creature("sneak", ANN, text), creature("ox", ANN), GUARD, *many[:7], designations={ANN: []})
    blocked = attack(sneak=BOB), block(guard="sneak")
    board.when(*blocked).then(legal)
    ten = {"enters": land("ninth", ANN)}
    board.when(ten, *blocked).then(illegal("509.1b", "sneak"))
    board.when(ten, {"leaves": "ox"}, *blocked).then(illegal("509.1b", "sneak"))
    given(creature("sneak", ANN, text), creature("ox", ANN), GUARD, *many).when(*blocked).then(illegal("509.1b", "sneak"))


def test_speed_that_may_have_gone_up_is_asked_for() -> None:
    racer = creature("racer", ANN, "Start your engines!\nMax speed — This creature can't be blocked.")
    hit = attack(ox=BOB), block(), damage(), {"combat": "again"}
    for stated, ruling in (([], refused("wording-not-understood", "max speed")), (["max speed"], illegal("509.1b"))):
        board = given(racer, creature("ox", ANN), GUARD, designations={ANN: stated})
        board.when(*hit, attack(racer=BOB), block(guard="racer")).then(ruling)
    board = given(racer, creature("ox", ANN), GUARD, creature("elk", BOB), designations={ANN: []})
    board.when(*hit, {"states": {"designations": {ANN: []}}}, attack(racer=BOB), block(guard="racer")).then(legal)
    hit_back = {"turn": BOB}, attack(elk=ANN), block(), damage(), {"turn": ANN}
    board.when(*hit_back, attack(racer=BOB), block(guard="racer")).then(legal)


def test_who_attacks_the_monarch() -> None:
    knight = creature("knight", ANN, "This creature attacks the monarch each combat if able.")
    board = given(knight, players=(ANN, BOB, CAT), designations={CAT: ["monarch"]})
    board.when(attack(knight=BOB)).then(illegal("508.1d"))
    board.when(attack(knight=CAT)).then(legal)


def test_a_designation_of_a_permanent() -> None:
    saddled = "Whenever this creature attacks while saddled, draw a card."
    for designations, times in ((["saddled"], {"mount": 1}), ([], {})):
        board = given(creature("mount", ANN, saddled, designations=designations))
        board.when(attack(mount=BOB)).then(legal, triggers(**times))
    given(creature("mount", ANN, saddled)).when(attack(mount=BOB)).then(refused("wording-not-understood", "saddled", "mount"))


def test_saddled_ends_with_the_turn() -> None:
    mount = creature("mount", ANN, "Whenever this creature attacks while saddled, draw a card.", designations=["saddled"])
    given(mount).when({"turn": BOB}, {"turn": ANN}, attack(mount=BOB)).then(triggers())


def test_monstrous_is_stated_where_its_counters_leave_it_open() -> None:
    grown = {"counters": {"+1/+1": 3}}
    for stated, ruling in (({"designations": ["monstrous"]}, illegal("509.1b")), ({"designations": []}, legal)):
        sneak = creature("sneak", ANN, SNEAK.format("it's monstrous"), **grown, **stated)
        given(sneak, GUARD).when(attack(sneak=BOB), block(guard="sneak")).then(ruling)
    given(creature("sneak", ANN, SNEAK.format("it's monstrous"), **grown), GUARD).when(
        attack(sneak=BOB), block(guard="sneak")
    ).then(refused("wording-not-understood", "monstrous"))
    blocks("it's monstrous").then(legal)


def test_a_commander_is_stated() -> None:
    law = creature("law", BOB, "Commanders can't attack.")
    board = given(law, creature("bear", ANN, designations=["commander"]), creature("ox", ANN, designations=[]))
    board.when(attack(bear=BOB)).then(illegal("508.1c"))
    board.when(attack(ox=BOB)).then(legal)


def test_it_is_night_for_everybody() -> None:
    blocks("it's night", designations={BOB: ["night"]}).then(illegal("509.1b"))
    blocks("it's night", designations={ANN: []}).then(legal)


CAST = "This creature can't attack unless you've cast a creature spell this turn."


def test_a_fact_is_stated_in_the_words_of_the_text() -> None:
    caster = given(creature("bear", ANN, CAST), facts={ANN: ["You've cast a creature spell this turn."]})
    caster.when(attack(bear=BOB)).then(legal)
    other = given(creature("bear", ANN, CAST), facts={ANN: {"you've cast a creature spell this turn": False}})
    other.when(attack(bear=BOB)).then(illegal("508.1c"))
    given(creature("bear", ANN, CAST)).when(attack(bear=BOB)).then(
        refused("wording-not-understood", "facts: {Ann: [you've cast a creature spell this turn]}")
    )


def test_a_fact_of_this_turn_is_none_of_the_next() -> None:
    caster = given(creature("bear", ANN, CAST), facts={ANN: ["you've cast a creature spell this turn"]})
    later = ({"turn": BOB}, {"turn": ANN})
    caster.when(*later, attack(bear=BOB)).then(refused("wording-not-understood", "you've cast"))
    said = {"states": {"facts": {ANN: ["you've cast a creature spell this turn"]}}}
    caster.when(*later, said, attack(bear=BOB)).then(legal)


def test_what_was_chosen_is_stated_of_the_permanents() -> None:
    lord = creature("lord", ANN, "Creatures you control of the chosen type have menace.")
    chosen = {"lord": {"of the chosen type": False}, "bear": ["of the chosen type"]}
    board = given(lord, creature("bear", ANN), GUARD, facts={**chosen, "guard": {"of the chosen type": False}})
    board.when(attack(bear=BOB), block(guard="bear")).then(illegal("509.1b", "menace"))
    board.when(attack(lord=BOB), block(guard="lord")).then(legal)


def test_a_fact_that_no_text_asks_about_is_an_error() -> None:
    given(creature("bear", ANN, CAST), facts={ANN: ["you've cast a creture spell this turn"]}).when(attack()).then(
        refused("invalid-input", "facts.Ann", "creture", "you've cast a creature spell this turn")
    )


def test_where_both_answers_rule_alike_nothing_is_declined() -> None:
    board = given(creature("bear", ANN, CAST), creature("ox", ANN, tapped=True))
    board.when(attack()).then(legal)
    board.when(attack(ox=BOB)).then(illegal("508.1a", "ox is tapped"))
    two = given(creature("bear", ANN, CAST), creature("elk", ANN, "This creature can't attack unless you're the monarch."))
    two.when(attack()).then(legal)
    two.when(attack(elk=BOB)).then(refused("wording-not-understood", "monarch"))
    must = given(creature("elk", ANN, "This creature attacks each combat if able as long as you're the monarch."))
    must.when(attack(elk=BOB)).then(legal)
    must.when(attack()).then(refused("wording-not-understood", "monarch"))


def test_nothing_that_was_assumed_is_kept() -> None:
    game = given(creature("bear", ANN, CAST)).when(attack()).outcome().game
    assert not game.board.assumed and not game.board.facts and not game.board.designations


def test_explanations_and_options_dont_ask_for_a_fact_that_makes_no_difference() -> None:
    bear = creature("bear", ANN, "This creature can't attack as long as you're the monarch.", tapped=True)
    game = given(bear, creature("ox", ANN)).game()
    assert list(game.legal_attacks) == [{}, {"ox": BOB}]
    assert game.explain_attackers({"ox": BOB}).ruling.verdict == "legal"
    wary = creature("wary", ANN, "This creature can't attack as long as you're the monarch.")
    explanation = given(wary, creature("ox", ANN)).game().explain_attackers({"ox": BOB})
    assert (explanation.ruling.verdict, explanation.restrictions) == ("legal", ())


def test_explanations_and_options_decline_where_a_fact_that_isnt_stated_matters() -> None:
    game = given(creature("wary", ANN, "This creature can't attack as long as you're the monarch.")).game()
    with pytest.raises(FactNotStated):
        _ = game.legal_attacks
    with pytest.raises(FactNotStated):
        game.explain_attackers({"wary": BOB})


MONSTER = "This creature can't be blocked as long as it's monstrous."
PRESUMED = "it isn't stated, and sneak is taken not to be so: monstrous; it has no +1/+1 counter, which comes with it"


def test_what_is_presumed_is_stated_with_the_ruling_that_depends_on_it() -> None:
    board = given(creature("sneak", ANN, MONSTER), GUARD)
    declared = board.when(attack(sneak=BOB), block(guard="sneak"))
    assert declared.then(legal).step.presumed == (PRESUMED,)
    assert board.when(attack(sneak=BOB), block()).then(legal).step.presumed == ()
    assert blocks("it's monstrous", designations={"sneak": []}).then(legal).step.presumed == ()
    game = board.when(attack(sneak=BOB)).outcome().game
    assert game.explain_blockers({"guard": ["sneak"]}).ruling.presumed == (PRESUMED,)
    assert list(game.legal_blocks) == [{}, {"guard": ("sneak",)}]
    assert [str(each) for each in game.presumed] == [PRESUMED]


def test_what_is_presumed_isnt_kept() -> None:
    game = given(creature("sneak", ANN, MONSTER), GUARD).when(attack(sneak=BOB), block(guard="sneak")).outcome().game
    assert not game.board.assumed and not game.board.designations


BY = "This creature can't be blocked by {}."
OF_HAND = "number of cards in hand of Ann, taken to be 0"


@pytest.mark.parametrize(
    ("text", "stated", "presumed"),
    [
        (BY.format("creatures with mana value 3 or less"), {"mana_value": 5}, "mana value of guard, taken to be 0"),
        (BY.format("creatures with even mana values"), {"mana_value": 5}, "mana value of guard, taken to be 0"),
        ("Protection from red", {"colors": []}, "colors of guard, taken to be none"),
        (BY.format("colorless creatures"), {"colors": ["W"]}, "colors of guard, taken to be none"),
        (BY.format("multicolored creatures"), {"colors": ["W"]}, "colors of guard, taken to be none"),
        (BY.format("creatures that share a color with it"), {"colors": ["W"]}, "colors of guard, taken to be none"),
        (SNEAK.format("you have no cards in hand"), {}, OF_HAND),
        (BY.format("creatures with power less than the number of cards in your hand"), {}, OF_HAND),
    ],
)
def test_colors_mana_values_and_hands_are_presumed_where_they_are_asked_for(
    text: str, stated: dict[str, Any], presumed: str
) -> None:
    sneak, guard = creature("sneak", ANN, text, colors=["R"], mana_value=1), GUARD | {"name": ""}
    bare = given(sneak, guard).when(attack(sneak=BOB), block(guard="sneak")).outcome()
    assert bare.step.presumed == (f"it isn't stated: {presumed}",)
    whole = given(sneak, guard | stated, **({} if stated else {"hand": {ANN: 1}})).when(attack(sneak=BOB), block(guard="sneak"))
    assert whole.then(legal).step.presumed == ()


def test_what_no_ruling_asks_for_isnt_presumed() -> None:
    land_of_no_color = given(creature("sneak", ANN, BY.format("red lands")), GUARD | {"types": ["Creature", "Land"]})
    assert land_of_no_color.when(attack(sneak=BOB), block(guard="sneak")).then(legal).step.presumed == ()
    draws = creature("sneak", ANN, "Whenever this creature attacks, draw a card.")
    assert given(draws, GUARD).when(attack(sneak=BOB), resolve()).outcome().step.presumed == ()


def test_what_is_counted_on_from_a_hand_that_isnt_stated_isnt_known_either() -> None:
    text = "Whenever this creature attacks, draw a card. Then you gain life equal to the number of cards in your hand."
    board = given(creature("sneak", ANN, text)).when(attack(sneak=BOB), resolve())
    assert board.then(life(Ann=21)).step.presumed == (f"it isn't stated: {OF_HAND}",)


def test_what_is_presumed_of_colors_is_said_by_whatever_depends_on_it() -> None:
    game = given(creature("sneak", ANN, "Protection from red"), GUARD).when(attack(sneak=BOB)).outcome().game
    presumed = "it isn't stated: colors of guard, taken to be none"
    assert game.judge_blockers({"guard": ["sneak"]}).presumed == (presumed,)
    assert game.explain_blockers({"guard": ["sneak"]}).ruling.presumed == (presumed,)
    game.declare_blockers({"guard": ["sneak"]})
    assert [str(each) for each in game.presumed] == [presumed]
    assert not game.board.presumed
