"""704.3, 514.3a: state-based actions are performed whenever a player would get priority, and leave nothing to do."""

from collections.abc import Iterator
from random import Random
from typing import Any

import declarant
import pytest
from declarant import InvalidInput
from declarant.handlers.game import Game
from declarant.tools.cases.judging import moments
from declarant.tools.cases.models import Case
from hypothesis import given as drawn
from hypothesis import strategies as st
from referee import (
    AFTER_COMBAT,
    ANN,
    BOB,
    CLEANUP,
    END_OF_COMBAT,
    attack,
    attacking,
    battle,
    block,
    creature,
    damage,
    dealt,
    dies,
    effect,
    enchantment,
    given,
    left,
    life,
    loses,
    resolve,
    triggers,
)

BEAR, ELK = creature("bear", ANN, power=3, toughness=1), creature("elk", BOB, power=1, toughness=4)
MINUS = enchantment("curse", BOB, "All creatures get -1/-1.")
DIES = "When this creature dies, you gain 2 life."


def test_after_attackers_are_declared() -> None:
    curse = enchantment("curse", BOB, "Attacking creatures get -1/-1.")
    given(BEAR, curse, stated=False).when(attack(bear=BOB)).then(attacking())
    given(BEAR, curse, stated=False).when(attack(bear=BOB), block(), damage()).then(dealt(), dies("704.5f", "bear"), life(Bob=20))


def test_after_blockers_are_declared() -> None:
    given(BEAR, ELK, enchantment("curse", ANN, "Blocking creatures get -4/-4."), stated=False).when(
        attack(bear=BOB), block(elk="bear"), damage()
    ).then(dealt(), dies("704.5f", "elk"))


@pytest.mark.parametrize(
    "happens",
    [
        {"enters": MINUS},
        {"effect": effect(BOB, "[bear] gets -1/-1 until end of turn.")},
        {"changes": {"id": "bear", "toughness": 0}},
        {"changes": {"id": "bear", "marked": 1}},
    ],
)
def test_after_something_happens(happens: dict[str, Any]) -> None:
    given(BEAR, ELK, stated=False).when(attack(bear=BOB), block(), happens, damage()).then(dealt(), left("bear"), life(Bob=20))


def test_after_what_kept_it_alive_has_left_together_with_what_was_on_it() -> None:
    aura = enchantment("ward", ANN, "Enchant creature", subtypes=("Aura",), attached_to="bear")
    anthem = enchantment("anthem", ANN, "Creatures you control get +1/+1.")
    board = given(creature("bear", ANN, power=1, toughness=1), ELK, anthem, aura, stated=False)
    board.when(attack(bear=BOB), block(elk="bear"), damage(), {"leaves": "anthem"}, END_OF_COMBAT).then(left("bear", "ward"))
    board.when(attack(bear=BOB), block(elk="bear"), {"leaves": "bear"}, damage()).then(left("ward"))


def test_after_effects_until_end_of_combat_and_of_turn_end() -> None:
    steps = (attack(bear=BOB), resolve(), block(elk="bear"), damage(), END_OF_COMBAT)
    for duration, ends in (("combat", (AFTER_COMBAT,)), ("turn", (AFTER_COMBAT, CLEANUP))):
        text = f"Whenever this creature attacks, it gets +0/+3 until end of {duration}.\n{DIES}"
        counter = {"changes": {"id": "bear", "counters": {"-1/-1": 1}, "toughness": 3}}
        given(creature("bear", ANN, text, power=3, toughness=1), ELK).when(*steps, counter, *ends).then(
            left("bear"), triggers(bear=1)
        )


def test_704_6c_21_combat_damage_by_one_commander_in_a_game() -> None:
    king, queen = (creature(id, ANN, power=7, toughness=7, designations=["commander"]) for id in ("king", "queen"))
    turn = (attack(king=BOB), block(), damage(), {"turn": BOB}, {"turn": ANN})
    board = given(king, queen, life={BOB: 40})
    board.when(*turn, *turn, attack(king=BOB), block(), damage()).then(loses("704.6c", BOB), life(Bob=19))
    board.when(*turn, *turn, attack(queen=BOB), block(), damage()).then(loses(), life(Bob=19))
    old = given(king, queen, life={BOB: 40}, rules="2009-08-01")
    old.when(*turn, *turn, attack(king=BOB), block(), damage()).then(loses(), life(Bob=19))


def test_704_8_counters_that_cancel_as_a_creature_dies_are_known_as_they_were_before() -> None:
    text = "When this creature dies, create a 1/1 white Soldier creature token for each +1/+1 counter on it."
    walker = creature("walker", ANN, text, power=3, toughness=3, counters={"+1/+1": 3})
    outcome = (
        given(walker, creature("hag", BOB, "Wither", power=3, toughness=9))
        .when(attack(walker=BOB), block(hag="walker"), damage(), resolve())
        .outcome()
    )
    assert outcome.step.tokens == {ANN: 3}  # type: ignore[attr-defined]


def test_704_8_what_dies_together_is_known_as_it_was_before_all_of_it() -> None:
    text = "When this creature dies, you gain life equal to its power."
    elf = creature("elf", ANN, text, power=2, toughness=2, subtypes=["Elf"])
    lord = creature("lord", ANN, "Other Elves you control get +1/+1.", power=2, toughness=2)
    wurm = creature("wurm", BOB, "Trample", power=9, toughness=9)
    for first, second in ((lord, elf), (elf, lord)):
        given(first, second, wurm, active=BOB).when(
            attack(wurm=ANN), block(elf="wurm", lord="wurm"), damage(wurm={"elf": 3, "lord": 2, ANN: 4}), resolve()
        ).then(life(Ann=18))


def test_310_11b_a_siege_triggers_when_its_last_counter_is_removed_and_not_again() -> None:
    again = (attack(bear="siege"), block(), damage())
    board = given(creature("bear", ANN, power=3, toughness=3), battle("siege", ANN, BOB))
    board.when(*again).then(triggers(siege=1))
    board.when(*again, AFTER_COMBAT, {"combat": "again"}, {"changes": {"id": "bear", "tapped": False}}, *again).then(triggers())


# --- nothing is left to do ---------------------------------------------------------------------------------------------

TEXTS = (
    "",
    "",
    "Attacking creatures get -1/-1.",
    "Blocking creatures get -1/-1.",
    "Other creatures you control get +1/+1.",
    "This creature gets +2/+2 as long as it's attacking.",
    "Whenever this creature attacks, it gets -1/-2 until end of combat.",
    "Wither",
    "Whenever this creature blocks, it gets +0/+2 until end of turn.",
)


def case(random: Random) -> dict[str, Any]:
    def one(id: str, owner: str) -> dict[str, Any]:
        return creature(id, owner, random.choice(TEXTS), power=random.randint(0, 3), toughness=random.randint(1, 4))

    ours, theirs = (
        [one(f"{side}{number}", owner) for number in range(random.randint(1, 3))] for side, owner in (("a", ANN), ("b", BOB))
    )
    ids = [each["id"] for each in (*ours, *theirs)]
    happenings = [
        {"leaves": random.choice(ids)},
        {"changes": {"id": random.choice(ids), "toughness": random.randint(-1, 2)}},
        {"changes": {"id": random.choice(ids), "counters": {"+1/+1": 1, "-1/-1": 2}}},
        {"effect": effect(ANN, f"[{random.choice(ids)}] gets +1/+2 until end of combat.")},
        {"enters": {**one("late", random.choice((ANN, BOB))), "types": ["Creature"]}},
        {"resolve": "all"},
    ]
    steps = [attack({each["id"]: BOB for each in ours if random.random() < 0.7})]
    steps += [block({each["id"]: random.choice(ours)["id"] for each in theirs if random.random() < 0.5}), damage()]
    for happening in random.sample(happenings, 4):
        steps.insert(random.randrange(len(steps) + 1), happening)
    steps += [END_OF_COMBAT, AFTER_COMBAT, CLEANUP]
    return {**given(*ours, *theirs, stated=False, life={ANN: 4, BOB: 4}).case, "steps": steps}


def undone(game: Game) -> list[str]:
    """What state-based actions would still do, read off the board without the code that does it."""
    view, board = game.view, game.board
    found = [player for player in board.players if board.life[player] <= 0]
    for id, permanent in view.permanents.items():
        cancel = permanent.counters.get("+1/+1") and permanent.counters.get("-1/-1")
        dying = "Creature" in permanent.types and permanent.toughness <= permanent.marked
        found += [id] if cancel or dying else []
    return found


@drawn(st.integers(0, 2**32))
def test_nothing_is_left_to_do_at_any_priority(seed: int) -> None:
    begun = False
    for game in moments_until_it_ends(Case.model_validate(case(Random(seed)))):
        begun = begun or game.combat.phases_this_turn > 0
        assert not begun or undone(game) == []


def moments_until_it_ends(drawn_case: Case) -> Iterator[Game]:
    """Each moment of a case; what its steps name may have left meanwhile, which ends it."""
    try:
        for moment in moments(drawn_case):
            yield moment.game
            if moment.game.is_over:
                return
    except InvalidInput:
        return


def test_nothing_is_performed_before_the_board_is_laid_out() -> None:
    game = Game.start(["Ann", "Bob"], life={"Bob": 0})
    game.enter(declarant.permanent("ox", "Bob", types=["Creature"], power=1, toughness=1))
    assert "Bob" in game.board.players


def test_what_needs_a_fact_that_is_not_stated_does_not_keep_others_from_entering() -> None:
    game = Game.start(["Ann", "Bob"])
    text = "This creature gets +1/+0 for each 1 life you lost this turn."
    game.enter(declarant.permanent("ghoul", "Ann", types=["Creature"], power=2, toughness=2, text=text))
    game.enter(declarant.permanent("ox", "Bob", types=["Creature"], power=1, toughness=1))
    assert {"ghoul", "ox"} == game.board.permanents.keys()
