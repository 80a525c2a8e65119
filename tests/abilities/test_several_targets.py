"""Several targets of one ability: described alike, other than those before, or so many as a number states."""

import pytest
from abilities.resolving import as_it_attacks, as_it_dies
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import (
    ANN,
    BOB,
    attack,
    creature,
    given,
    illegal,
    left,
    life,
    marked,
    not_carried_out,
    refused,
    resolve,
    sizes,
    tapped,
)

ELK, OX = creature("elk", BOB, power=3, toughness=9), creature("ox", BOB, toughness=9)


def test_damage_to_a_target_and_to_other_targets() -> None:
    text = "Whenever this creature attacks, it deals 4 damage to any target and 3 damage to each of up to two other targets."
    board = given(creature("imp", ANN, text), ELK, OX)
    chosen = {"source": "imp", "targets": ["elk", "ox", BOB]}
    board.when(attack(imp=BOB), resolve("all", chosen)).then(marked(elk=4, ox=3), life(Bob=17))
    twice = {"source": "imp", "targets": ["elk", "elk"]}
    board.when(attack(imp=BOB), resolve("all", twice)).then(illegal("603.3d", "can't be a target"))


def test_damage_to_a_target_of_each_kind() -> None:
    text = (
        "Whenever this creature attacks, it deals 2 damage to each of up to one target creature, up to one target player, and/or "
        "up to one target planeswalker."
    )
    board = given(creature("imp", ANN, text), ELK)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elk", BOB]})).then(marked(elk=2), life(Bob=18))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": [BOB]})).then(marked(elk=0), life(Bob=18))


def test_modes_with_targets_that_are_described_alike() -> None:
    text = (
        "Whenever this creature attacks, choose one or both —\n"
        "• Target creature has base power and toughness 7/7 until end of turn.\n"
        "• Target creature has base power and toughness 1/1 until end of turn."
    )
    chosen = {"source": "imp", "modes": [0, 1], "targets": ["imp", "elk"]}
    given(creature("imp", ANN, text), ELK).when(attack(imp=BOB), resolve("all", chosen)).then(sizes(imp="7/7", elk="1/1"))


def test_up_to_that_many_targets() -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice one or more Goblins. When you do, up to that many target creatures "
        "get -2/-2 until end of turn."
    )
    goblins = [creature(f"goblin {number}", ANN, types=("Goblin",)) for number in (1, 2)]
    chosen = {"source": "imp", "accept": [True], "sacrificed": ["goblin 1", "goblin 2"]}
    board = given(creature("imp", ANN, text), *goblins, ELK, OX)
    board.when(attack(imp=BOB), resolve("all", chosen)).then(sizes(elk="1/7", ox="0/7"))
    board.when(attack(imp=BOB), resolve("all", {**chosen, "sacrificed": ["goblin 1"]})).then(sizes(elk="1/7", ox="2/9"))


def test_exactly_so_many_targets_as_a_number_states_are_not_read() -> None:
    text = "Whenever this creature attacks, sacrifice any number of artifacts. When you do, tap that many target creatures."
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]


OF_A_PLAYER = "Whenever this creature attacks, target player loses 1 life. Tap target creature that player controls."


def test_a_target_that_a_targeted_player_controls() -> None:
    """601.2c: it is chosen after the player."""
    board = given(creature("imp", ANN, OF_A_PLAYER), creature("cub", ANN), ELK)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": [BOB, "elk"]})).then(
        life(Bob=19), tapped("imp", "elk")
    )
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": [ANN, "cub"]})).then(
        life(Ann=19), tapped("imp", "cub")
    )
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": [BOB, "cub"]})).then(
        illegal("603.3d", "asks for 1 of elk")
    )


def test_a_player_who_controls_no_such_target_is_not_chosen() -> None:
    board = given(creature("imp", ANN, OF_A_PLAYER), creature("cub", ANN))
    board.when(attack(imp=BOB), resolve("all")).then(life(Ann=19, Bob=20))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": [BOB]})).then(illegal("603.3d", "asks for 1 of Ann"))


def test_up_to_so_many_targets_that_a_targeted_player_controls() -> None:
    text = "Whenever this creature attacks, target player loses 1 life. Tap up to five target permanents that player controls."
    board = given(creature("imp", ANN, text), creature("cub", ANN), ELK, OX)
    board.when(attack(imp=BOB), resolve("all")).then(life(Bob=19), tapped("imp", "elk", "ox"))


def test_a_mode_whose_targets_a_targeted_player_controls() -> None:
    text = (
        "Whenever this creature attacks, choose one —\n"
        "• Target opponent loses 1 life. Destroy target artifact creature that player controls.\n"
        "• You gain 2 life."
    )
    board = given(creature("imp", ANN, text), ELK)
    board.when(attack(imp=BOB), resolve("all")).then(life(Ann=22, Bob=20))


EACH_ANOTHER = """When this creature dies, choose one or more. Each mode must target a different player.
• Target player loses 3 life.
• Target opponent loses 5 life.
• Target player gains 2 life."""


def test_each_mode_targets_another_player() -> None:
    as_it_dies(EACH_ANOTHER, modes=[0, 1, 2], targets=["Cat", "Bob", "Ann"]).then(life(Ann=22, Bob=15, Cat=17))
    as_it_dies(EACH_ANOTHER, modes=[1, 2], targets=["Cat", "Bob"]).then(life(Ann=20, Bob=22, Cat=15))


def test_no_more_modes_are_chosen_than_there_are_players() -> None:
    as_it_dies(EACH_ANOTHER, players=("Ann", "Bob"), modes=[0, 1, 2]).then(refused("invalid-input", "different"))


def test_that_each_mode_targets_another_player_is_said() -> None:
    (ability,) = read_permanent(EACH_ANOTHER, types=("Creature",))
    assert read_permanent(render(ability), types=("Creature",))[0].model_copy(update={"text": ability.text}) == ability


def test_each_mode_without_it_may_target_the_same_player() -> None:
    text = "When this creature dies, choose one or both —\n• Target player loses 3 life.\n• Target player gains 1 life."
    as_it_dies(text, modes=[0, 1], targets=["Bob", "Bob"]).then(life(Bob=18))
    as_it_dies(text, modes=[0, 1], targets=["Bob", "Cat"]).then(life(Bob=17, Cat=21))


def test_what_any_target_may_not_be_is_excepted() -> None:
    effect = "it deals 3 damage to any target that isn't a Goat."
    goat = creature("goat", BOB, toughness=3, subtypes=["Goat"])
    as_it_attacks(effect, goat, creature("elk", BOB, toughness=3), targets=["elk"]).then(left("elk"))


def test_another_target_is_another_than_the_one_before() -> None:
    text = "Whenever this creature attacks, tap target creature and another target creature gets +1/+1 until end of turn."
    board = given(creature("imp", ANN, text), creature("elk", ANN), creature("ox", BOB))
    chosen = {"source": "imp", "targets": ["ox", "elk"]}
    board.when(attack(imp=BOB), resolve("all", chosen)).then(tapped("imp", "ox"), sizes(elk="3/3"))
    twice = chosen | {"targets": ["ox", "ox"]}
    board.when(attack(imp=BOB), resolve("all", twice)).then(illegal("603.3d"))


def test_another_target_is_the_same_one_in_the_next_clause() -> None:
    text = "Whenever this creature attacks, another target permanent gets +1/+1 until end of turn and can't block this turn."
    (ability,) = read_permanent(text)
    assert isinstance(ability, a.Triggered) and ability.does is not None
    other = a.Not(part=a.THIS)
    assert [target.permanents for target in ability.does.targets] == [other]
    grows, stays = ability.does.instructions
    assert isinstance(grows, a.Begins) and isinstance(stays, a.Begins)
    assert stays.abilities[0].model_copy(update={"text": ""}) == a.CantBlock(blockers=a.IsTarget(permanents=other))


@pytest.mark.parametrize("number", ["all", 1])
def test_where_it_is_not_known_what_a_target_may_be_the_ability_is_marked(number: int | str) -> None:
    """Of what has a name the mana value is neither stated nor presumed."""
    imp = creature("imp", ANN, "Whenever this creature attacks, destroy target creature with mana value 3 or less.")
    given(imp, creature("ox", BOB)).when(attack(imp=BOB), resolve(number, {"source": "imp", "targets": ["ox"]})).then(
        not_carried_out("imp", "mana value"), left()
    )


OF_A_TARGET = (
    "creatures target {} controls get -1/-1 until end of turn",
    "tap all creatures target {} controls",
    "tap target creature target {} controls",
    "destroy up to one target creature target {} controls",
    "this creature deals 1 damage to each creature target {} controls",
    "you gain 1 life for each creature target {} controls",
    "goad all creatures target {} controls",
    "gain control of target creature target {} controls until end of turn",
)


@pytest.mark.parametrize("does", OF_A_TARGET)
@pytest.mark.parametrize("who", ["player", "opponent"])
@pytest.mark.parametrize(
    "event", ["this creature attacks", "this creature deals combat damage to a player", "you attack a player"]
)
def test_a_player_whose_permanents_are_meant_is_a_target(event: str, who: str, does: str) -> None:
    (ability,) = read_permanent(f"Whenever {event}, {does.format(who)}.")
    assert isinstance(ability, a.Triggered) and ability.does is not None
    first, *others = ability.does.targets
    assert (first.players, first.opponents, first.permanents) == (True, who == "opponent", None)
    assert len(others) == does.count("target") - 1


def test_whose_permanents_are_meant_is_chosen() -> None:
    cat = creature("cat", "Cat")
    imp = creature("imp", ANN, "Whenever this creature attacks, tap target creature target player controls.")
    board = given(imp, ELK, cat, players=(ANN, BOB, "Cat"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["Cat", "cat"]})).then(tapped("imp", "cat"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["Cat", "elk"]})).then(illegal("603.3d", "asks for"))


@pytest.mark.parametrize("one", ["target creature", "a creature", "up to one target creature", "another target creature"])
def test_one_of_each_player_is_not_one_of_any(one: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, tap {one} each opponent controls.")
    assert isinstance(ability, a.Triggered) and ability.does is None


@pytest.mark.parametrize(
    "does",
    [
        "tap {0} and untap {0}",
        "gain control of {0} until end of turn. Untap {0}",
        "put a +1/+1 counter on {0}. {0} gains flying until end of turn",
        "this creature deals 1 damage to {0} and 2 damage to {0}",
    ],
)
def test_each_target_is_one_of_its_own(does: str) -> None:
    """115.3: which of two that are described alike is meant afterwards isn't said, so that both are declined."""
    for twice, read in (("target creature", False), ("that creature", True)):
        said = does.replace("{0}", "target creature", 1).replace(". {0}", f". {twice.capitalize()}").replace("{0}", twice)
        (ability,) = read_permanent(f"Whenever this creature attacks, {said}.")
        assert isinstance(ability, a.Triggered) and (ability.does is not None) is read, said


def test_each_target_player_is_one_of_their_own() -> None:
    (ability,) = read_permanent("Whenever this creature attacks, target player loses 1 life and target player gains 1 life.")
    assert isinstance(ability, a.Triggered) and ability.does is None
