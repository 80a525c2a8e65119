"""What permanents become: types, colors and sizes, in addition to what they are or instead, and for how long (205.1, 611.2)."""

import pytest
from abilities.resolving import BOARD, as_it_attacks
from referee import ANN, BOB, Check, Outcome, attack, block, creature, enchantment, given, land, permanent, resolve, sizes


def becomes(id: str, **characteristics: set[str]) -> Check:
    """With all effects a permanent has these types, or colors."""

    def check(outcome: Outcome) -> None:
        seen = outcome.game.view.permanents[id]
        assert {name: set(getattr(seen, name)) for name in characteristics} == characteristics

    return check


TARGET = {"source": "imp", "targets": ["hill"]}


@pytest.mark.parametrize(
    ("what", "types"),
    [
        ("a 3/3 Elemental creature with haste that's still a land", {"Land", "Mountain", "Creature", "Elemental"}),
        ("a 3/3 Elemental creature until end of turn. It's still a land", {"Land", "Mountain", "Creature", "Elemental"}),
        ("a 3/3 Elemental creature", {"Creature", "Elemental"}),
        ("a 3/3 Construct artifact creature", {"Land", "Mountain", "Artifact", "Creature", "Construct"}),
    ],
)
def test_a_land_becomes_a_creature(what: str, types: set[str]) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, target land you control becomes {what}.")
    board = given(imp, land("hill", ANN, "Mountain"))
    board.when(attack(imp=BOB), resolve("all", TARGET)).then(becomes("hill", types=types), sizes(hill="3/3"))


@pytest.mark.parametrize(
    ("loses", "flies"),
    [
        ("and loses all other card types", True),
        (", and it loses all other card types", True),
        ("and loses all other card types and abilities", False),
    ],
)
def test_it_loses_all_other_card_types(loses: str, flies: bool) -> None:
    """205.1a: and the creature types with them; what it is given stays (613.1f)."""
    text = f'Whenever this creature attacks, target creature becomes a Treasure artifact with "{{T}}: Add {{G}}" {loses}.'
    imp, bear = creature("imp", ANN, text), creature("bear", BOB, "Flying", subtypes=["Bear"])
    outcome = given(imp, bear).when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["bear"]})).outcome()
    becomes("bear", types={"Artifact", "Treasure"})(outcome)
    assert ("flying" in outcome.game.view.keywords("bear")) == flies
    assert any(each.text == "{T}: Add {G}" for each in outcome.game.view.abilities_of("bear"))


@pytest.mark.parametrize(("addition", "colors"), [("colors and types", "BR"), ("types", "R"), ("colors", "BR")])
def test_colors_are_kept_only_where_that_is_said(addition: str, colors: str) -> None:
    text = f"Whenever this creature attacks, it becomes a red Dragon in addition to its other {addition} until end of turn."
    imp = creature("imp", ANN, text, colors=["B"], subtypes=["Imp"])
    types = {"Creature", "Dragon"} | ({"Imp"} if "types" in addition else set())
    given(imp).when(attack(imp=BOB), resolve()).then(becomes("imp", colors=set(colors), types=types))


def test_you_may_have_something_become_something() -> None:
    text = "Whenever this creature attacks, you may have target artifact become a 2/1 Bird artifact creature with flying."
    imp, sword = creature("imp", ANN, text), permanent("sword", ANN, types=("Artifact",))
    targets = {"source": "imp", "targets": ["sword"]}
    board = given(imp, sword)
    board.when(attack(imp=BOB), resolve("all", targets)).then(sizes(sword="2/1"))
    board.when(attack(imp=BOB), resolve("all", {**targets, "accept": [False]})).then(becomes("sword", types={"Artifact"}))


def test_it_is_so_for_as_long_as_there_is_a_counter() -> None:
    text = (
        "Whenever this creature attacks, put a flood counter on target land. It's an Island in addition to its other types "
        "for as long as it has a flood counter on it. {}"
    )
    hill = land("hill", BOB, "Mountain")
    for more, types in (("", {"Land", "Mountain", "Island"}), ("Remove all flood counters from it.", {"Land", "Mountain"})):
        board = given(creature("imp", ANN, text.format(more)), hill)
        board.when(attack(imp=BOB), resolve("all", TARGET)).then(becomes("hill", types=types))


def test_base_power_alone() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, it has base power 5 until end of turn.", toughness=3)
    anthem = enchantment("anthem", ANN, "Creatures you control get +1/+1.")
    given(imp, anthem, stated=False).when(attack(imp=BOB), resolve()).then(sizes(imp="6/4"))


def test_a_subtype_of_artifacts_is_in_place_of_others() -> None:
    """205.1a: of artifacts, not of creatures."""
    golem = permanent("golem", BOB, types=["Artifact", "Creature"], subtypes=["Equipment", "Golem"], power=2, toughness=2)
    text = "Whenever this creature attacks, target artifact becomes a Treasure."
    outcome = given(creature("imp", ANN, text), golem).when(attack(imp=BOB), resolve())
    outcome.then(becomes("golem", types={"Artifact", "Creature", "Golem", "Treasure"}))


@pytest.mark.parametrize(("until", "after"), [(" until end of turn", "2/2"), ("", "5/4")])
def test_becoming_a_copy_for_a_time(until: str, after: str) -> None:
    text = f"Whenever this creature attacks, it becomes a copy of target creature an opponent controls{until}."
    fight = attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})
    board = given(creature("imp", ANN, text), creature("ox", BOB, "Flying", power=5, toughness=4))
    board.when(*fight).then(sizes(imp="5/4"))
    game = board.when(*fight, {"turn": BOB}).then().game
    assert game.board.permanents["imp"].power == int(after[0])


def test_a_copy_that_has_the_ability_besides() -> None:
    text = "Whenever this creature attacks, it becomes a copy of another target creature you control, except it has this ability."
    board = given(creature("imp", ANN, text), creature("ox", ANN, power=5, toughness=4))
    game = board.when(attack(imp=BOB), resolve()).then(sizes(imp="5/4")).game
    assert any(each.text == text for each in game.board.permanents["imp"].abilities)


def test_a_keyword_counter_that_comes_after_the_ability_was_lost() -> None:
    """613.7d: in the order of their timestamps; one more of the kind gives all of them a new one."""
    loses = "Flying\nWhenever this creature attacks, it loses flying until end of turn."
    puts = "Whenever this creature blocks, put a flying counter on target creature."
    for counters in {}, {"flying": 1}:
        imp = creature("imp", ANN, loses, counters=counters, stated=False)
        board = given(imp, creature("ox", BOB, puts)).when(attack(imp=BOB), resolve())
        assert "flying" not in board.outcome().game.view.keywords("imp")
        resolution = resolve("all", {"source": "ox", "targets": ["imp"]})
        later = given(imp, creature("ox", BOB, puts)).when(attack(imp=BOB), resolve(), block(ox="imp"), resolution)
        assert "flying" in later.outcome().game.view.keywords("imp")


ELVES = enchantment("banner", BOB, "Elves you control get +1/+1.")


@pytest.mark.parametrize(
    ("becomes", "size"),
    [
        ("becomes a 1/1 Frog", "1/1"),
        ("becomes a 1/1 Frog in addition to its other types", "2/2"),
        ("becomes a Coward", "3/3"),
        ("has base power and toughness 1/1", "2/2"),
        ("loses all abilities and has base power and toughness 0/1", "1/2"),
        ("loses all abilities", "4/4"),
    ],
)
def test_changeling_defines_creature_types_before_effects_do(becomes: str, size: str) -> None:
    """613.1d, 613.1f, 613.3, 702.73a: an effect that sets creature types comes after it; abilities are lost after both."""
    text = f"Whenever this creature attacks, target creature {becomes} until end of turn."
    resolution = resolve("all", {"source": "imp", "targets": ["ox"]})
    changeling = creature("ox", BOB, "Changeling", power=3, toughness=3, stated=False)
    given(creature("imp", ANN, text), changeling, ELVES).when(attack(imp=BOB), resolution).then(sizes(ox=size))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("you may have its base power and toughness become 4/4 until end of turn.", "4/4"),
        ("its base power becomes 5 until end of turn.", "5/2"),
        ("change its base power and toughness to X/X until end of turn, where X is the number of artifacts you control.", "2/2"),
    ],
)
def test_a_base_size_becomes_another(text: str, size: str) -> None:
    as_it_attacks(text, *BOARD).then(sizes(imp=size))
