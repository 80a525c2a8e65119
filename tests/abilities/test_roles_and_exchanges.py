"""Tokens that enter attached (303.4i, 111.10), what is exchanged (701.12), who sacrifices what, and what is done alike."""

import pytest
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    Check,
    Outcome,
    attack,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    illegal,
    left,
    life,
    marked,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

ELK = {"source": "imp", "targets": ["elk"]}


def test_a_role_enters_attached() -> None:
    text = "Whenever this creature attacks, create a Monster Role token attached to target creature you control."
    board = given(creature("imp", ANN, text), creature("elk", ANN))
    board.when(attack(imp=BOB), resolve("all", ELK)).then(sizes(elk="3/3"), has("imp token 1", attached_to="elk"))


def test_a_second_role_of_a_player_is_not_decided() -> None:
    roles = "a Royal Role token attached to this creature and a Cursed Role token attached to this creature"
    text = f"Whenever this creature attacks, create {roles}."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "Role"))


def test_a_copy_of_equipment_enters_attached() -> None:
    text = (
        "Whenever this creature attacks, for each Equipment attached to it, create a token that's a copy of that Equipment "
        "attached to it."
    )
    sword = permanent(
        "sword", ANN, "Equipped creature gets +1/+1.", types=("Artifact",), subtypes=["Equipment"], attached_to="imp"
    )
    board = given(creature("imp", ANN, text), sword, stated=False)
    board.when(attack(imp=BOB), resolve()).then(sizes(imp="4/4"), has("imp token 1", attached_to="imp"))


def controls(**of: str) -> Check:
    def check(outcome: Outcome) -> None:
        assert {id: outcome.game.board.permanents[id].controller for id in of} == of

    return check


EXCHANGE = "Whenever this creature attacks, exchange control of {}."


def test_control_is_exchanged() -> None:
    imp = creature("imp", ANN, EXCHANGE.format("target creature you control and target creature an opponent controls"))
    both = {"source": "imp", "targets": ["elk", "ox"]}
    given(imp, creature("elk", ANN), creature("ox", BOB)).when(attack(imp=BOB), resolve("all", both)).then(
        controls(elk=BOB, ox=ANN)
    )


def test_what_has_the_ability_is_exchanged_for_a_target() -> None:
    imp = creature("imp", ANN, EXCHANGE.format("this creature and up to one target creature defending player controls"))
    for targets, controllers in ((["ox"], {"imp": BOB, "ox": ANN}), ([], {"imp": ANN, "ox": BOB})):
        chosen = {"source": "imp", "targets": targets}
        given(imp, creature("ox", BOB)).when(attack(imp=BOB), resolve("all", chosen)).then(controls(**controllers))


@pytest.mark.parametrize(("second", "elk"), [("ox", BOB), ("goat", ANN)])
def test_nothing_is_exchanged_between_permanents_of_one_player(second: str, elk: str) -> None:
    imp = creature("imp", ANN, EXCHANGE.format("two other target creatures"))
    chosen = {"source": "imp", "targets": ["elk", second]}
    board = given(imp, creature("elk", ANN), creature("goat", ANN), creature("ox", BOB))
    board.when(attack(imp=BOB), resolve("all", chosen)).then(controls(elk=elk))


def test_its_controller_may_sacrifice_it() -> None:
    text = (
        "Whenever this creature attacks, choose target nonland permanent. Its controller may sacrifice it. If they don't, this "
        "creature deals 5 damage to that player."
    )
    board, ox = given(creature("imp", ANN, text), creature("ox", BOB)), {"source": "imp", "targets": ["ox"]}
    board.when(attack(imp=BOB), resolve("all", {**ox, "accept": [True]})).then(left("ox"), life(Bob=20))
    board.when(attack(imp=BOB), resolve("all", {**ox, "accept": [False]})).then(left(), life(Bob=15))


def test_the_controller_of_that_creature_sacrifices_that_one() -> None:
    text = "Whenever this creature becomes blocked by a creature, that creature's controller sacrifices it."
    board = given(creature("imp", ANN, text), creature("wall", BOB))
    board.when(attack(imp=BOB), block(wall="imp"), resolve()).then(left("wall"))


def test_each_is_sacrificed_by_its_controller() -> None:
    text = "Whenever this creature attacks, each creature with flying is sacrificed by its controller."
    birds = creature("bat", ANN, "Flying"), creature("owl", BOB, "Flying"), creature("ox", BOB)
    given(creature("imp", ANN, text), *birds).when(attack(imp=BOB), resolve()).then(left("bat", "owl"))


def test_damage_to_you_and_any_target() -> None:
    text = "Whenever this creature attacks, it deals 2 damage to you and any target."
    board = given(creature("imp", ANN, text), creature("ox", BOB, toughness=3))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).then(life(Ann=18), marked(ox=2))


def test_damage_to_each_creature_and_any_target_is_not_carried_out() -> None:
    text = "Whenever this creature attacks, it deals 2 damage to each creature and any target."
    assert [getattr(each, "does", None) for each in read_permanent(text)] == [None]


def test_the_same_is_true_for_other_keywords() -> None:
    text = (
        "Whenever this creature attacks, it gains flying until end of turn if you control a creature with flying. The same is "
        "true for first strike and trample."
    )
    board = given(creature("imp", ANN, text), creature("ox", ANN, "Trample"))

    def check(outcome: Outcome) -> None:
        assert outcome.game.view.keywords("imp") == {"trample"}

    board.when(attack(imp=BOB), resolve()).then(check)


@pytest.mark.parametrize(("power", "gained"), [(1, 2), (2, 2), (3, 0)])
def test_having_the_greatest_power(power: int, gained: int) -> None:
    text = (
        "Whenever this creature attacks, it gains trample until end of turn. If it has the greatest power among creatures you "
        "control, you gain 2 life."
    )
    board = given(creature("imp", ANN, text), creature("ox", ANN, power=power))
    board.when(attack(imp=BOB), resolve()).then(life(Ann=20 + gained))


def test_they_gain_control_of_it() -> None:
    text = (
        "Whenever this creature attacks, target opponent gains control of target artifact you control. "
        "If they do, you gain 3 life."
    )
    sword = permanent("sword", ANN, types=("Artifact",))
    chosen = {"source": "imp", "targets": [BOB, "sword"]}
    given(creature("imp", ANN, text), sword).when(attack(imp=BOB), resolve("all", chosen)).then(
        controls(sword=BOB),
        life(Ann=23),
    )


def test_it_is_none_of_several_tokens() -> None:
    text = "Whenever this creature attacks, create two 1/1 red Goblin creature tokens, then it deals 1 damage to each opponent."
    given(creature("imp", ANN, f"Lifelink\n{text}")).when(attack(imp=BOB), resolve()).then(life(Ann=21, Bob=19))


@pytest.mark.parametrize("targets", [["elk", "ox"], ["elk", "goat"]])
def test_targets_that_one_player_controls_are_none_of_different_players(targets: list[str]) -> None:
    imp = creature("imp", ANN, EXCHANGE.format("two other target creatures controlled by different players"))
    board = given(imp, creature("elk", ANN), creature("goat", ANN), creature("ox", BOB))
    when = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": targets}))
    when.then(controls(elk=BOB, ox=ANN) if "ox" in targets else illegal("603.3d"))


def test_if_an_aura_was_attached_to_another_creature() -> None:
    text = (
        "Enchant creature you control\nWhen enchanted creature deals combat damage to a player, sacrifice it and attach this "
        "Aura to a creature you control. If you do, untap all creatures you control and after this phase, there is an "
        "additional combat phase."
    )
    fury = enchantment("fury", ANN, text, subtypes=["Aura"], attached_to="imp")
    board = given(creature("imp", ANN), creature("elk", ANN), fury)
    again = board.when(attack(imp=BOB, elk=BOB), block(), damage(), resolve())
    again.then(left("imp"), has("fury", attached_to="elk"), has("elk", tapped=False))
    alone = given(creature("imp", ANN), fury).when(attack(imp=BOB), block(), damage(), resolve())
    assert not alone.then(left("imp", "fury")).game.board.combats_added


def test_powers_are_exchanged_and_what_changes_them_stays() -> None:
    text = "Whenever this creature blocks, exchange its power and the power of target creature it's blocking until end of combat."
    guard = creature("guard", BOB, text, power=1, toughness=9, counters={"+1/+1": 1})
    board = given(creature("ox", ANN, power=5, toughness=5), guard, stated=False)
    exchanged = board.when(attack(ox=BOB), block(guard="ox"), resolve())
    exchanged.then(sizes(ox="2/5", guard="6/10"))
