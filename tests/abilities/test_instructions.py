"""Each kind of instruction, as a card says it and as it happens."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.cases.report import DamageReport
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    END_OF_COMBAT,
    attack,
    attacking,
    block,
    creature,
    damage,
    given,
    has,
    left,
    legal,
    life,
    marked,
    not_carried_out,
    permanent,
    poison,
    resolve,
    resolved,
    sizes,
    tapped,
)

GUARD = creature("guard", BOB, toughness=4)


def attacks(text: str, *others: dict[str, Any], **more: Any) -> Any:
    """Ann's imp, which has the text, attacks Bob, and its ability resolves."""
    return given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), GUARD, *others, **more).when(
        attack(imp=BOB), resolve()
    )


def test_counters() -> None:
    attacks("put two +1/+1 counters on it.").then(sizes(imp="4/4"), has("imp", counters={"+1/+1": 2}), resolved("imp"))
    attacks("put a -1/-1 counter on target creature an opponent controls.").then(sizes(guard="1/3"))
    attacks("double the number of +1/+1 counters on it.", creature("elf", ANN)).then(sizes(imp="2/2"))


def test_the_last_counter_kills() -> None:
    small = creature("elf", BOB, power=9, toughness=1)
    attacks("put a -1/-1 counter on target creature an opponent controls.", small).then(left("elf"))


def test_tapping_and_untapping() -> None:
    attacks("tap target creature defending player controls.").then(tapped("imp", "guard"))
    attacks("untap all creatures you control.").then(tapped())


def test_life() -> None:
    attacks("each opponent loses 2 life and you gain 2 life.").then(life(Ann=22, Bob=18))
    attacks("you gain 1 life for each creature you control.", creature("elf", ANN)).then(life(Ann=22))
    attacks("defending player gets a poison counter.").then(poison(Bob=1))


def test_life_that_is_gained_sets_off_what_triggers_on_it() -> None:
    soul = permanent(
        "soul", ANN, "Whenever you gain life, put a +1/+1 counter on target creature you control.", types=("Enchantment",)
    )
    attacks("you gain 3 life.", soul).then(life(Ann=23), sizes(imp="3/3"), resolved("imp", "soul"))


def test_damage() -> None:
    attacks("it deals 2 damage to any target.").then(marked(guard=2))
    attacks("it deals damage equal to its power to each opponent.").then(life(Bob=18))
    attacks("it deals 1 damage to each creature defending player controls.").then(marked(guard=1))


def test_its_damage_has_its_keywords() -> None:
    imp = creature("imp", ANN, "Deathtouch, lifelink\nWhenever this creature attacks, it deals 1 damage to target creature.")
    given(imp, GUARD).when(attack(imp=BOB), resolve()).then(left("guard"), life(Ann=21))


def test_damage_that_is_no_combat_damage_does_not_trigger_what_combat_damage_does() -> None:
    attacks = "Whenever this creature attacks, it deals 1 damage to each opponent."
    text = f"{attacks}\nWhenever this creature deals combat damage to a player, you gain 5 life."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(life(Ann=20, Bob=19))


def test_a_condition_within_what_is_done() -> None:
    attacks("you gain 2 life if you control another creature.").then(life(Ann=20))
    attacks("you gain 2 life if you control another creature.", creature("elf", ANN)).then(life(Ann=22))


def test_one_grows_as_others_die() -> None:
    ghoul = creature("ghoul", ANN, "Whenever another creature dies, put a +1/+1 counter on this creature.")
    attacks("destroy target creature defending player controls.", ghoul).then(sizes(ghoul="3/3"))


def test_effects() -> None:
    attacks("it gets +2/-1 and gains trample until end of turn.").then(sizes(imp="4/1"))
    attacks("creatures you control get +1/+1 until end of turn.", creature("elf", ANN)).then(sizes(imp="3/3", elf="3/3"))
    attacks("it gets +X/+X until end of turn, where X is the number of creatures on the battlefield.").then(sizes(imp="4/4"))
    attacks("double its power until end of turn.").then(sizes(imp="4/2"))


def test_what_an_effect_affects_is_locked_in() -> None:
    text = "Whenever this creature attacks, creatures you control get +1/+1 until end of turn."
    late = {"enters": creature("late", ANN)}
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve(), late).then(sizes(imp="3/3", late="2/2"))


def test_restrictions() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, target creature can't block this turn.")
    outcome = given(imp, GUARD).when(attack(imp=BOB), resolve(), block(guard="imp")).outcome()
    assert outcome.step.rule == "509.1b"


def test_destroying() -> None:
    attacks("destroy target creature defending player controls.").then(left("guard"))
    sturdy = creature("wall", BOB, "Indestructible", toughness=9)
    attacks("destroy all creatures.", sturdy).then(left("imp", "guard"))


def test_regenerating_instead_of_being_destroyed() -> None:
    shield = {"controller": BOB, "text": "Regenerate [guard]."}
    board = given(creature("imp", ANN, "Whenever this creature becomes blocked by a creature, destroy that creature."), GUARD)
    outcome = board.when(attack(imp=BOB), block(guard="imp"), {"effect": shield}, resolve()).then(left(), tapped("imp", "guard"))
    assert outcome.step.blocking == {} and outcome.step.blocked == ("imp",)
    sure = "Whenever this creature becomes blocked by a creature, destroy that creature. It can't be regenerated."
    again = given(creature("imp", ANN, sure), GUARD)
    again.when(attack(imp=BOB), block(guard="imp"), {"effect": shield}, resolve()).then(left("guard"))


def test_sacrificing_exiling_and_returning() -> None:
    attacks("defending player sacrifices a creature.").then(left("guard"))
    attacks("exile target creature defending player controls.").then(left("guard"))
    attacks("return target creature defending player controls to its owner's hand.").then(left("guard"))
    attacks("you may sacrifice another creature. If you do, it gets +3/+3 until end of turn.", creature("elf", ANN)).then(
        sizes(imp="2/2")
    )


def test_a_cost_is_paid_where_the_player_accepts() -> None:
    text = "Whenever this creature attacks, you may sacrifice another creature. If you do, it gets +3/+3 until end of turn."
    accepting = resolve("all", {"source": "imp", "accept": [True]})
    given(creature("imp", ANN, text), creature("elf", ANN)).when(attack(imp=BOB), accepting).then(left("elf"), sizes(imp="5/5"))


def test_what_dies_sets_off_abilities() -> None:
    elf = creature("elf", BOB, "When this creature dies, it deals 3 damage to target player.", power=9)
    attacks("destroy target creature defending player controls.", elf).then(left("elf"), life(Ann=17), resolved("imp", "elf"))


def test_tokens() -> None:
    attacks("create a 1/1 red Goblin creature token that's tapped and attacking.").then(
        attacking(**{"imp": BOB, "imp token 1": BOB}), has("imp token 1", token=True, tapped=True, colors=frozenset("R"))
    )


def test_at_end_of_combat() -> None:
    imp = creature(
        "imp", ANN, "Whenever this creature blocks or becomes blocked by a creature, destroy that creature at end of combat."
    )
    fight = (attack(imp=BOB), block(guard="imp"), resolve())
    given(imp, GUARD).when(*fight).then(left())
    given(imp, GUARD).when(*fight, damage(), END_OF_COMBAT, resolve()).then(left("guard"))


def test_a_condition_is_checked_as_it_resolves() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, if you control another creature, you gain 2 life.")
    board = given(imp, creature("elf", ANN))
    board.when(attack(imp=BOB), resolve()).then(life(Ann=22))
    board.when(attack(imp=BOB), {"leaves": "elf"}, resolve()).then(life(Ann=20))


def test_an_ability_resolves_though_its_source_is_gone() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, each opponent loses 2 life.")
    given(imp).when(attack(imp=BOB), {"leaves": "imp"}, resolve()).then(life(Bob=18))
    strong = creature("imp", ANN, "Whenever this creature attacks, it deals damage equal to its power to target player.", power=3)
    given(strong).when(attack(imp=BOB), {"leaves": "imp"}, resolve()).then(life(Bob=17))


def test_a_target_that_is_gone_leaves_nothing_to_do() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, tap target creature defending player controls.")
    board = given(imp, GUARD, creature("elf", BOB))
    choice = {"source": "imp", "targets": ["guard"]}
    board.when(attack(imp=BOB), resolve("all", choice)).then(tapped("imp", "guard"))


def test_what_is_not_understood_is_marked_and_does_nothing() -> None:
    attacks("venture into the dungeon.").then(not_carried_out("imp", "isn't understood"), life(Ann=20))
    attacks("put a +1/+1 counter on it, then venture into the dungeon.").then(not_carried_out("imp"), sizes(imp="2/2"))


def test_a_game_that_goes_on_without_resolving_passes_abilities_over() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, you gain 1 life.")
    outcome = given(imp, GUARD).when(attack(imp=BOB), block()).then(legal, life(Ann=20))
    assert [each.source for each in outcome.game.stack.passed_over] == ["imp"]
    assert not outcome.game.stack.marks


def test_a_report_states_what_was_passed_over() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, you gain 1 life.")
    report = given(imp, GUARD).when(attack(imp=BOB), block(), damage()).outcome().step
    assert isinstance(report, DamageReport)
    assert [(each.source, each.why) for each in report.not_carried_out] == [("imp", "the game went on without resolving it")]


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, destroy both creatures.",
        "Whenever a creature you control attacks, put a +1/+1 counter on this creature. It gains haste until end of turn.",
        "Whenever a creature you control attacks, you may tap another untapped creature you control.",
        "Whenever this creature deals damage to a blocking creature, it deals that much damage to each other creature.",
        "Whenever this creature attacks, create a 1/1 red Goblin creature token, then it deals 1 damage to any target.",
        "Whenever this creature attacks or dies, return it to its owner's hand.",
    ],
)
def test_what_could_be_misread_is_not_read(text: str) -> None:
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]


@pytest.mark.parametrize("its", ["its power and toughness", "its power and its toughness"])
def test_the_difference_between_two_numbers_is_never_negative(its: str) -> None:
    text = f"Whenever this creature attacks, it gets +X/+X until end of turn, where X is the difference between {its}."
    for power, toughness, found in ((1, 4, "4/7"), (4, 1, "7/4"), (2, 2, "2/2")):
        board = given(creature("ox", ANN, text, power=power, toughness=toughness))
        board.when(attack(ox=BOB), resolve()).then(sizes(ox=found))


def test_a_token_isnt_created_without_an_ability_that_isnt_understood() -> None:
    """Also where the board's own texts are derived as far as they are read."""
    wolf = '"This creature gets +1/+1 for each card named Grey Omen in each graveyard."'
    text = f"Whenever this creature attacks, create a 2/2 green Wolf creature token with {wolf}"
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "understood"))
