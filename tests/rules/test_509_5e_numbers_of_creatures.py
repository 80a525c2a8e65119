"""509.5e (509.3e from 2024-11-08): abilities that ask for a number of blockers, or of blocked creatures."""

import pytest
from declarant.events.abilities import THIS, Ability, BecomesBlockedByNumber, BlocksNumber, Triggered
from declarant.events.declarations import AbilityTriggered
from declarant.events.facts import PermanentEntered
from declarant.handlers.game import Game
from referee import ANN, BOB, WITH_ORDERS, WITHOUT_ORDERS, attack, block, creature, given, numbered, triggers

TWO_OR_MORE = creature("bear", ANN, "Whenever this creature becomes blocked by two or more creatures, draw a card.")
GUARD, WALL, GIANT = creature("guard", BOB), creature("wall", BOB), creature("giant", BOB)
TRIO = (GUARD, WALL, GIANT)
OX, ELK = creature("ox", ANN), creature("elk", ANN)
WIDE = creature(
    "wide",
    BOB,
    "This creature can block any number of creatures.\nWhenever this creature blocks two or more creatures, draw a card.",
)
WOLF = {"enters": creature("wolf", BOB), "blocking": "bear"}
both_editions = numbered("509.5e", "509.3e")


@both_editions
@pytest.mark.parametrize(
    ("blockers", "times"), [([], 0), (["guard"], 0), (["guard", "wall"], 1), (["guard", "wall", "giant"], 1)]
)
def test_being_blocked_by_at_least_that_many_triggers_it_once(rules: str, rule: str, blockers: list[str], times: int) -> None:
    expected = triggers(rule, bear=times) if times else triggers()
    given(TWO_OR_MORE, *TRIO, rules=rules).when(attack(bear=BOB), block(dict.fromkeys(blockers, "bear"))).then(expected)


@both_editions
def test_an_effect_that_adds_the_second_blocker_triggers_it(rules: str, rule: str) -> None:
    board = given(TWO_OR_MORE, GUARD, WALL, rules=rules)
    for added in ({"blocks": {"wall": "bear"}}, WOLF):
        board.when(attack(bear=BOB), block(guard="bear"), added).then(triggers(rule, bear=1))


@both_editions
def test_an_effect_that_adds_a_third_blocker_does_not_trigger_it_again(rules: str, rule: str) -> None:
    given(TWO_OR_MORE, GUARD, WALL, rules=rules).when(attack(bear=BOB), block(guard="bear", wall="bear"), WOLF).then(triggers())


@both_editions
def test_an_effect_that_adds_the_first_blocker_does_not_trigger_it(rules: str, rule: str) -> None:
    given(TWO_OR_MORE, rules=rules).when(attack(bear=BOB), block(), WOLF).then(triggers())


@both_editions
def test_becoming_blocked_by_an_effect_adds_no_creature(rules: str, rule: str) -> None:
    given(TWO_OR_MORE, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear"), {"becomes_blocked": "bear"}).then(
        triggers()
    )


@both_editions
def test_it_triggers_again_when_the_number_is_reached_again(rules: str, rule: str) -> None:
    given(TWO_OR_MORE, GUARD, WALL, rules=rules).when(
        attack(bear=BOB), block(guard="bear", wall="bear"), {"leaves": "wall"}, WOLF
    ).then(triggers(rule, bear=1))


@both_editions
def test_removing_a_blocker_while_enough_remain_does_not_trigger_it(rules: str, rule: str) -> None:
    given(TWO_OR_MORE, *TRIO, rules=rules).when(
        attack(bear=BOB), block(guard="bear", wall="bear", giant="bear"), {"leaves": "giant"}
    ).then(triggers())


@both_editions
def test_blocking_at_least_that_many_triggers_it_once(rules: str, rule: str) -> None:
    board = given(OX, ELK, creature("yak", ANN), WIDE, rules=rules)
    declared = attack(ox=BOB, elk=BOB, yak=BOB)
    board.when(declared, block(wide="ox")).then(triggers())
    board.when(declared, block(wide=["ox", "elk"])).then(triggers(rule, wide=1))
    board.when(declared, block(wide=["ox", "elk", "yak"])).then(triggers(rule, wide=1))


@both_editions
def test_an_effect_that_makes_it_block_the_second_creature_triggers_it(rules: str, rule: str) -> None:
    given(OX, ELK, WIDE, rules=rules).when(attack(ox=BOB, elk=BOB), block(wide="ox"), {"blocks": {"wide": "elk"}}).then(
        triggers(rule, wide=1)
    )


@both_editions
def test_only_creatures_that_fit_are_counted(rules: str, rule: str) -> None:
    text = "Whenever this creature becomes blocked by two or more Goblins, draw a card."
    goblins = [creature(id, BOB, subtypes=("Goblin",)) for id in ("grub", "nit")]
    board = given(creature("ox", ANN, text), GUARD, *goblins, rules=rules)
    board.when(attack(ox=BOB), block(grub="ox", guard="ox")).then(triggers())
    board.when(attack(ox=BOB), block(grub="ox", nit="ox")).then(triggers(rule, ox=1))


def game(*abilities: Ability, rules: str) -> Game:
    """Ann's ox, which has the abilities, and her elk; Bob's three guards, the first of which has them too."""
    started = Game.start([ANN, BOB], rules=rules)
    for id, controller in (("ox", ANN), ("elk", ANN), ("one", BOB), ("two", BOB), ("three", BOB)):
        started.enter(
            PermanentEntered(
                id=id,
                controller=controller,
                owner=controller,
                name=id,
                types=("Creature",),
                toughness=1,
                abilities=abilities if id in ("ox", "one") else (),
            )
        )
    return started


def triggered(played: Game) -> list[tuple[str, str, int]]:
    """What triggered from the last command: source, number of the rule, times."""
    return [
        (event.source, played.edition.number(event.concept) or "", event.times)
        for event in played.last_events
        if isinstance(event, AbilityTriggered)
    ]


BLOCKED_BY_EXACTLY_TWO = Triggered(events=(BecomesBlockedByNumber(creatures=THIS, minimum=2, maximum=2),))
BLOCKS_EXACTLY_ONE = Triggered(events=(BlocksNumber(creatures=THIS, minimum=1, maximum=1),))


@both_editions
def test_an_exact_number_of_blockers_is_met_by_that_number_only(rules: str, rule: str) -> None:
    for blockers, expected in ((["one"], []), (["one", "two"], [("ox", rule, 1)]), (["one", "two", "three"], [])):
        played = game(BLOCKED_BY_EXACTLY_TWO, rules=rules)
        played.declare_attackers({"ox": BOB})
        played.declare_blockers({blocker: ["ox"] for blocker in blockers})
        assert triggered(played) == expected


@both_editions
def test_removing_a_blocker_may_bring_the_exact_number_about(rules: str, rule: str) -> None:
    played = game(BLOCKED_BY_EXACTLY_TWO, rules=rules)
    played.declare_attackers({"ox": BOB})
    played.declare_blockers({"one": ["ox"], "two": ["ox"], "three": ["ox"]})
    played.leave("three")
    assert triggered(played) == [("ox", rule, 1)]


@pytest.mark.parametrize("rules", [WITH_ORDERS, WITHOUT_ORDERS])
def test_a_number_asked_of_a_blocker_is_about_what_it_blocks_not_about_how_many_block(rules: str) -> None:
    played = game(BLOCKS_EXACTLY_ONE, rules=rules)
    played.declare_attackers({"ox": BOB})
    played.declare_blockers({"one": ["ox"], "two": ["ox"]})
    assert [source for source, _, _ in triggered(played)] == ["one"]


@pytest.mark.parametrize("rules", [WITH_ORDERS, WITHOUT_ORDERS])
def test_a_creature_that_enters_blocking_never_blocked_any_number(rules: str) -> None:
    played = game(rules=rules)
    played.declare_attackers({"ox": BOB})
    played.declare_blockers({})
    wolf = PermanentEntered(
        id="wolf", controller=BOB, owner=BOB, name="wolf", types=("Creature",), toughness=1, abilities=(BLOCKS_EXACTLY_ONE,)
    )
    played.enter(wolf, blocking="ox")
    assert triggered(played) == []
