"""613: what a board states is so then, and derived from then on, as it is where what is printed is stated."""

from random import Random
from typing import Any

import pytest
from declarant.handlers.view.layers import _by_keywords
from declarant.projections.board import CHANGING_KEYWORDS
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    dealt,
    effect,
    enchantment,
    given,
    has,
    illegal,
    legal,
    life,
    marked,
    not_carried_out,
    permanent,
    refused,
    sizes,
    triggers,
)

ANTHEM = enchantment("anthem", ANN, "Creatures you control get +1/+1.")
BEAR = creature("bear", ANN)


def test_what_is_stated_is_so_with_all_that_is_at_work() -> None:
    lord = creature("lord", ANN, "Other creatures you control get +1/+1.")
    board = given(BEAR, lord, ANTHEM, effects=(effect(ANN, "[bear] gets +3/+0 until end of turn."),))
    board.when(attack(bear=BOB)).then(sizes(bear="2/2", lord="2/2"))


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("This creature gets +2/+0 as long as it's attacking.", 4),
        ("As long as this creature is tapped, it gets +2/+0.", 4),
        ("Attacking creatures you control get +1/+0.", 3),
        ("This creature gets +1/+0 for each tapped creature.", 3),
        ("This creature gets +1/+0 for each creature you control.", 2),
    ],
)
def test_what_changes_later_is_derived(text: str, deals: int) -> None:
    given(creature("bear", ANN, text)).when(attack(bear=BOB), block(), damage()).then(dealt(bear={BOB: deals}))


def test_what_enters_and_leaves_is_derived() -> None:
    board = given(BEAR, creature("elk", BOB))
    board.when({"enters": ANTHEM}, attack(bear=BOB), block(), damage()).then(life(Bob=17))
    board.when({"enters": ANTHEM}, {"leaves": "anthem"}).then(sizes(bear="2/2"))
    board.when({"enters": ANTHEM}, {"enters": creature("late", ANN)}).then(sizes(bear="3/3", late="2/2"))
    given(BEAR, ANTHEM).when({"leaves": "anthem"}).then(sizes(bear="1/1"))


def test_counters_are_in_the_size_that_is_stated_with_them() -> None:
    grown = creature("bear", ANN, power=4, toughness=4, counters={"+1/+1": 2})
    given(grown).when().then(sizes(bear="4/4"))
    given(grown).when({"changes": {"id": "bear", "counters": {"+1/+1": 3}}}).then(sizes(bear="5/5"))
    given(grown).when({"changes": {"id": "bear", "counters": {}, "power": 4}}).then(sizes(bear="4/2"))


def test_a_lord_pumps_a_creature_of_which_it_is_stated_what_is_printed() -> None:
    lord = creature("lord", ANN, "Other creatures you control get +1/+1.")
    given(lord, {**BEAR, "stated": False}, creature("elk", ANN)).when().then(sizes(bear="3/3", elk="2/2", lord="2/2"))


def test_what_lies_below_a_size_that_is_set_isnt_known() -> None:
    aura = enchantment(
        "frog", BOB, "Enchanted creature has base power and toughness 1/1.", subtypes=("Aura",), attached_to="bear"
    )
    board = given(creature("bear", ANN, power=1, toughness=1), aura, creature("elk", BOB))
    board.when({"enters": ANTHEM}).then(sizes(bear="2/2"))
    board.when({"leaves": "frog"}, attack(bear=BOB), block(), damage()).then(not_carried_out("bear", "base power and toughness"))


def test_a_size_that_a_text_counts_follows_what_it_counts() -> None:
    counts = creature("bear", ANN, "This creature's power and toughness are each equal to the number of creatures you control.")
    given({**counts, "power": 5, "toughness": 5}).when({"enters": creature("elk", ANN)}).then(sizes(bear="6/6"))


def test_what_isnt_understood_stands_in_the_notes() -> None:
    text = "This creature gets +1/+1 for each differently named token among permanents you control."
    report = given(creature("bear", ANN, text)).when(attack(bear=BOB)).outcome().report
    assert any("differently named" in note and "bear" in note for note in report.notes)
    assert given(BEAR, ANTHEM).when(attack(bear=BOB)).outcome().report.notes == ()


# --- stated boards behave like derived ones ----------------------------------------------------------------------------

TEXTS = (
    "",
    "",
    "Creatures you control get +1/+1.",
    "Other creatures you control get +1/+0.",
    "This creature gets +2/+0 as long as it's attacking.",
    "As long as this creature is tapped, it gets +0/+2.",
    "This creature gets +2/+2 as long as it's blocking.",
    "This creature gets +1/+1 for each other creature you control.",
    "Attacking creatures get +1/-1.",
    "As long as you control three or more creatures, this creature gets +1/+2.",
    "This creature's power and toughness are each equal to the number of creatures you control.",
    "Creatures your opponents control get -1/-0.",
    "Creatures you control with flying get +1/+1.\nFlying",
    "Whenever this creature attacks, it gets +1/+1 until end of turn.",
    "Whenever this creature blocks, put a +1/+1 counter on it.",
)


def board(random: Random) -> dict[str, Any]:
    """Printed creatures of both players, some with counters, an enchantment, and an effect at work."""

    def one(id: str, owner: str) -> dict[str, Any]:
        counters = {random.choice(("+1/+1", "-1/-1", "charge")): random.randint(1, 2)} if random.random() < 0.3 else {}
        size = {"power": random.randint(0, 4), "toughness": random.randint(3, 6)}
        return creature(id, owner, random.choice(TEXTS), **size, counters=counters)

    creatures = [
        one(f"{side}{number}", owner) for side, owner in (("a", ANN), ("b", BOB)) for number in range(random.randint(1, 3))
    ]
    laws = [enchantment("law", random.choice((ANN, BOB)), random.choice(TEXTS[2:4]))] if random.random() < 0.4 else []
    effects = (effect(ANN, "Creatures you control get +1/+1 until end of turn."),) if random.random() < 0.3 else ()
    return given(*creatures, *laws, effects=effects).case


def steps(random: Random, case: dict[str, Any]) -> list[dict[str, Any]]:
    """A combat with something that happens in between."""
    creatures = [each["id"] for each in case["battlefield"] if each["id"][0] in "ab"]
    ours, theirs = ([id for id in creatures if id[0] == side] for side in "ab")
    happenings: list[dict[str, Any]] = [
        {"enters": {**ANTHEM, "id": "late", "controller": random.choice((ANN, BOB))}},
        {"leaves": random.choice([each["id"] for each in case["battlefield"]])},
        {"changes": {"id": random.choice(creatures), "tapped": True}},
        {"effect": effect(ANN, f"[{random.choice(creatures)}] gets +3/+3 until end of turn.")},
        {"resolve": "all"},
        {"resolve": "all"},
    ]
    combat: list[dict[str, Any]] = [attack({id: BOB for id in ours if random.random() < 0.8})]
    combat += [block({id: random.choice(ours) for id in theirs if random.random() < 0.6}), damage()]
    for happening in random.sample(happenings, 3):
        combat.insert(random.randrange(len(combat) + 1), happening)
    return [*combat, {"cleanup": True}]


def seen(case: dict[str, Any]) -> list[Any]:
    """What each step brings about: its ruling, sizes, damage and who left."""
    report = judge(Case.model_validate(case))
    names = ("verdict", "why", "power", "toughness", "dealt", "left", "life", "marked", "attacking", "blocking")
    ruled = [{name: getattr(step, name, None) for name in names} for step in report.steps]
    return [*ruled, None if report.error is None else str(report.error)]


@settings(max_examples=30)
@drawn(st.integers(0, 2**32))
def test_a_board_stated_with_the_sizes_it_has_behaves_like_the_printed_one(seed: int) -> None:
    random = Random(seed)
    printed = {**board(random), "stated": False}
    printed["steps"] = steps(random, printed)
    now = next(iter(moments(Case.model_validate({**printed, "steps": []})))).game.view.permanents
    battlefield = [
        {**each, "power": now[each["id"]].power, "toughness": now[each["id"]].toughness} if "power" in each else each
        for each in printed["battlefield"]
    ]
    assert seen({**printed, "stated": True, "battlefield": battlefield}) == seen(printed)


# --- loyalty, defense, and cards by name -------------------------------------------------------------------------------


@pytest.mark.parametrize(("type", "subtypes", "name"), [("Planeswalker", [], "loyalty"), ("Battle", ["Siege"], "defense")])
def test_loyalty_and_defense_are_one_number_with_their_counters(type: str, subtypes: list[str], name: str) -> None:
    def attacked(**stated: Any) -> Any:
        protector = {"protector": BOB} if type == "Battle" else {}
        walker = permanent("walker", ANN if type == "Battle" else BOB, types=(type,), subtypes=subtypes, **protector, **stated)
        return given(creature("bear", ANN, power=3, toughness=3), walker).when(attack(bear="walker"), block(), damage())

    attacked(counters={name: 4}).then(has("walker", **{name: 1}))
    attacked(**{name: 4}).then(has("walker", **{name: 1}))
    attacked(counters={name: 4}, **{name: 4}).then(has("walker", **{name: 1}))
    attacked(counters={name: 4}, **{name: 5}).then(refused("invalid-input", name, "5 beside 4"))
    attacked().then(refused("wording-not-understood", name))


def test_loyalty_counters_that_change_are_the_loyalty() -> None:
    walker = permanent("walker", BOB, types=("Planeswalker",), loyalty=3)
    board = given(creature("bear", ANN, power=3, toughness=3), walker)
    board.when({"changes": {"id": "walker", "counters": {"loyalty": 5}}}, attack(bear="walker"), block(), damage()).then(
        has("walker", loyalty=2)
    )


# --- types -------------------------------------------------------------------------------------------------------------

GOD = "As long as you control a Swamp, this permanent isn't a creature."
SWAMP = permanent("swamp", ANN, types=("Land",), subtypes=("Swamp",))


def vehicle(types: tuple[str, ...], text: str, **more: Any) -> dict[str, Any]:
    return permanent("car", ANN, text, types=("Artifact", *types), subtypes=("Vehicle",), power=3, toughness=3, **more)


@pytest.mark.parametrize("text", ["Living metal", "As long as it's your turn, this permanent is an artifact creature."])
@pytest.mark.parametrize("stated", [True, False])
def test_what_is_a_creature_in_ones_own_turn(text: str, stated: bool) -> None:
    board = given(vehicle(("Creature",) if stated else (), text), creature("elk", BOB), stated=stated)
    board.when(attack(car=BOB)).then(legal)
    board.when({"turn": BOB}, attack(elk=ANN), block(car="elk")).then(illegal("509.1a"))
    board.when({"turn": BOB}, {"turn": ANN}, attack(car=BOB)).then(legal)


@pytest.mark.parametrize("stated", [True, False])
def test_what_isnt_a_creature_as_long_as_something_is_so(stated: bool) -> None:
    types = ("Enchantment",) if stated else ("Enchantment", "Creature")
    board = given(permanent("god", ANN, GOD, types=types, power=4, toughness=4), SWAMP, stated=stated)
    board.when(attack(god=BOB)).then(illegal("508.1a"))
    board.when({"leaves": "swamp"}, attack(god=BOB)).then(legal)


@pytest.mark.parametrize("stated", [True, False])
def test_what_is_impending_is_no_creature_while_it_has_a_time_counter(stated: bool) -> None:
    """702.176a; as its controller's end step begins one is to be removed, which isn't carried out."""
    types = ("Enchantment",) if stated else ("Enchantment", "Creature")
    text = "Flying\nImpending 4—{1}{W}"
    moth = permanent("moth", ANN, text, types=types, power=4, toughness=4, counters={"time": 1}, stated=stated)
    board = given(moth, creature("elk", ANN))
    board.when(attack(moth=BOB)).then(illegal("508.1a"))
    board.when({"changes": {"id": "moth", "counters": {"time": 0}}}, attack(moth=BOB)).then(legal)
    board.when(attack(), {"turn": BOB}).then(not_carried_out("moth"))
    for counters, then in (({"time": 1}, refused("invalid-input", "creature", "Impending 4—{1}{W}")), ({}, legal)):
        cast = {**moth, "types": ("Enchantment", "Creature"), "counters": counters, "stated": True}
        given(cast).when(attack(moth=BOB)).then(then)


def test_what_it_is_also_as_long_as_something_is_so() -> None:
    text = "As long as you control a Swamp, it's a Knight in addition to its other types."
    horn = enchantment("horn", ANN, "Whenever a Knight you control attacks, you gain 1 life.")
    for more in ((SWAMP,), ()):
        bear = creature("bear", ANN, text.replace("it's", "this creature is"))
        given(bear, horn, *more).when(attack(bear=BOB)).then(triggers(**({"horn": 1} if more else {})))


def test_what_is_stated_otherwise_than_a_text_in_force_says_is_an_error_that_names_both() -> None:
    god = permanent("god", ANN, GOD, types=("Enchantment", "Creature"), power=4, toughness=4)
    given(god, SWAMP).when(attack(god=BOB)).then(refused("invalid-input", "battlefield[0]", "god stated as a creature", "Swamp"))
    given(vehicle((), "Living metal")).when().then(refused("invalid-input", "car stated as no creature", "Living metal"))


def enchanted(text: str) -> dict[str, Any]:
    return enchantment("aura", BOB, f"Enchanted creature {text}", subtypes=("Aura",), attached_to="bear")


@pytest.mark.parametrize(
    ("text", "stated", "found"),
    [
        ("is red.", {"colors": ("G",)}, "bear stated as G"),
        ("is red.", {"colors": ("G", "R")}, "bear stated as G"),
        ("is colorless.", {"colors": ("G",)}, "bear stated as G"),
        ("is a Goblin.", {"subtypes": ("Bear",)}, "bear stated as Bear"),
        ("loses all abilities and is a blue Frog with base power and toughness 2/2.", {"subtypes": ("Bear",)}, "as Bear"),
        ("is red in addition to its other colors.", {"colors": ("G",)}, None),
        ("is a Goblin in addition to its other types.", {"subtypes": ("Bear",)}, None),
    ],
)
def test_a_color_or_type_that_an_effect_takes_away_is_an_error_that_names_both(
    text: str, stated: dict[str, Any], found: str | None
) -> None:
    board = given({**BEAR, **stated}, enchanted(text)).when(attack(bear=BOB))
    board.then(legal if found is None else refused("invalid-input", found, text))
    given({**BEAR, **stated, "stated": False}, enchanted(text)).when(attack(bear=BOB)).then(legal)


def test_devoid_makes_colorless_before_anything_else_makes_colors() -> None:
    """702.114a, 613.3: an effect that is older than the creature makes it red all the same."""
    given(creature("bear", ANN, "Devoid", colors=("G",))).when().then(refused("invalid-input", "bear stated as G", "Devoid"))
    dye, bear = enchantment("dye", ANN, "Creatures you control are red."), creature("bear", ANN, "Devoid", power=1, stated=False)
    for more, marks in (((), 1), ((dye,), 0)):
        board = given(*more, {**bear, "colors": ("R",)}, creature("elk", BOB, "Protection from red", toughness=3))
        board.when(attack(bear=BOB), block(elk="bear"), damage()).then(marked(elk=marks))


def test_what_keywords_change_is_known_where_permanents_are_laid_out() -> None:
    assert set(_by_keywords()) == CHANGING_KEYWORDS


@pytest.mark.parametrize(
    ("text", "stated", "part"),
    [
        ("is red.", {"colors": ("R",)}, "colors"),
        ("is colorless.", {}, "colors"),
        ("is a Goblin in addition to its other types.", {"subtypes": ("Bear", "Goblin")}, "types"),
        ("is an artifact in addition to its other types.", {"types": ("Artifact", "Creature")}, "types"),
    ],
)
def test_which_colors_and_types_it_has_below_those_that_an_effect_makes_isnt_known(
    text: str, stated: dict[str, Any], part: str
) -> None:
    bear = {**BEAR, "subtypes": ("Bear",), **stated}
    left = ({"leaves": "aura"}, attack(bear=BOB))
    given(bear, enchanted(text)).when(*left).then(legal, not_carried_out("bear", f"what its {part} are without"))
    begun = given(bear).when({"enters": enchanted(text)}, *left).outcome()
    assert not begun.game.stack.marks and begun.game.view.permanents["bear"].types == frozenset(
        given(bear).when().outcome().game.view.permanents["bear"].types
    )


def test_what_an_effect_makes_of_it_until_end_of_turn_isnt_known_then() -> None:
    for text, stated, part in (
        ("becomes red", {"colors": ("R",)}, "colors"),
        ("becomes a Goblin", {"subtypes": ("Goblin",)}, "types"),
    ):
        board = given({**BEAR, **stated}, effects=(effect(ANN, f"[bear] {text} until end of turn."),))
        assert not board.when(attack(bear=BOB), block(), damage()).outcome().game.stack.marks
        board.when({"cleanup": True}).then(not_carried_out("bear", f"what its {part} are without"))


def test_a_land_that_is_a_creature_by_an_effect_has_no_creature_types_after_it() -> None:
    effects = (effect(ANN, "[land] becomes a 2/2 Elf creature until end of turn. It's still a land."),)
    land = permanent("land", ANN, types=("Land", "Creature"), subtypes=("Elf",), power=2, toughness=2)
    after = given(land, effects=effects).when({"cleanup": True}).outcome().game.view.permanents["land"]
    assert after.types == {"Land"}


def test_a_creature_that_an_effect_makes_a_creature_again_stays_one() -> None:
    effects = (effect(ANN, "[bear] becomes a 2/2 Elf creature until end of turn."),)
    board = given({**BEAR, "subtypes": ("Elf",)}, effects=effects)
    board.when({"cleanup": True}, {"turn": BOB}, {"turn": ANN}, attack(bear=BOB)).then(legal)


def test_what_lies_below_a_size_isnt_known_after_another_that_was_set_over_it() -> None:
    over = {"effect": effect(ANN, "[bear] has base power and toughness 5/5 until end of turn.")}
    board = given({**BEAR, "power": 1, "toughness": 1}, enchanted("has base power and toughness 1/1."))
    board.when(over, {"leaves": "aura"}).then(sizes(bear="5/5"))
    board.when(over, {"leaves": "aura"}, {"cleanup": True}).then(not_carried_out("bear", "base power and toughness"))


@pytest.mark.parametrize(
    "text",
    [
        "Creatures you control are every creature type.",
        "Creatures you control are the chosen type in addition to their other types.",
    ],
)
def test_what_says_what_something_is_and_isnt_understood_stands_in_the_notes_and_marks_the_game(text: str) -> None:
    aura = enchantment("aura", ANN, text, subtypes=("Aura",), attached_to="bear")
    board = given(BEAR, aura)
    assert any(text in note for note in board.when(attack(bear=BOB)).outcome().report.notes)
    assert not board.when(attack(bear=BOB), block(), damage()).outcome().game.stack.marks
    for moved in ({"leaves": "aura"}, {"enters": creature("elk", ANN)}):
        board.when(moved).then(not_carried_out("aura", "colors and types"))


def test_what_something_is_by_its_own_words_stays_as_stated() -> None:
    assert given(creature("bear", ANN, "This creature is all colors.")).when().outcome().report.notes == ()
