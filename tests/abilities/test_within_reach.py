"""Sentences of cards about what a case holds: counters, poison, what died and what it was dealt, what a permanent can do."""

import pytest
from referee import (
    ANN,
    BOB,
    Given,
    attack,
    battle,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    illegal,
    legal,
    life,
    permanent,
    planeswalker,
    resolve,
    resolved,
    sizes,
    triggers,
)

ELK = creature("elk", BOB)


def imp(text: str, **more: object) -> dict:
    return creature("imp", ANN, text, **more)


def test_another_creature_on_the_battlefield() -> None:
    alone = imp("This creature can't attack if there's another creature on the battlefield.")
    given(alone).when(attack(imp=BOB)).then(legal)
    given(alone, ELK).when(attack(imp=BOB)).then(illegal("508.1c"))


@pytest.mark.parametrize(("held", "check"), [(4, legal), (5, illegal("508.1c"))])
def test_fewer_than_so_many(held: int, check: object) -> None:
    shy = imp("This creature can't attack unless you control fewer than five creatures with counters on them.")
    others = [creature(f"ox{number}", ANN, counters={"+1/+1": 1}) for number in range(held)]
    given(shy, *others).when(attack(imp=BOB)).then(check)  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "check"), [("", legal), ("+1/+1 ", illegal("508.1c"))])
def test_counters_among_creatures(kind: str, check: object) -> None:
    text = f"As long as there are two or more {kind}counters among creatures you control, this creature can attack as though it "
    board = given(
        imp(f"Defender\n{text}didn't have defender."),
        creature("ox", ANN, counters={"+1/+1": 1, "shield": 1}),
        creature("elk", BOB, counters={"+1/+1": 5}),
    )
    board.when(attack(imp=BOB)).then(check)  # type: ignore[arg-type]


@pytest.mark.parametrize(("poison", "check"), [(2, illegal("508.1c")), (3, legal)])
def test_three_or_more_poison_counters(poison: int, check: object) -> None:
    corrupted = imp("Corrupted — This creature can't attack unless an opponent has three or more poison counters.")
    given(corrupted, poison={BOB: poison}).when(attack(imp=BOB)).then(check)  # type: ignore[arg-type]


def test_what_died_is_asked_as_it_was_then() -> None:
    dies = "When this creature dies, if it was"
    text = f"{dies} attacking, you gain 3 life.\n{dies} blocking, you gain 1 life."
    ox = creature("ox", BOB, power=5, toughness=5)
    given(imp(text), ox).when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(life(Ann=23))
    mine = creature("imp", BOB, text), creature("ox", ANN, power=5, toughness=5)
    given(*mine).when(attack(ox=BOB), block(imp="ox"), damage(), resolve()).then(life(Bob=21))
    any_of = enchantment("law", ANN, "Whenever a creature you control dies, if it was attacking, you gain 2 life.")
    given(imp(""), ox, any_of).when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(life(Ann=22))


BAT = "Whenever a creature dealt damage by this creature this turn dies, put a +1/+1 counter on this creature."


def test_dealt_damage_by_this_creature_this_turn() -> None:
    bat = imp(BAT, power=1, toughness=5)
    steps = attack(imp=BOB), block(elk="imp"), damage()
    outcome = (
        given(bat, ELK)
        .when(*steps, {"changes": {"id": "elk", "toughness": 1}}, resolve())
        .then(has("imp", counters={"+1/+1": 1}))
    )
    assert not outcome.game.stack.marks
    other = given(bat, creature("ox", ANN), ELK).when(attack(imp=BOB, ox=BOB), block(elk="ox"), damage(), resolve())
    other.then(has("imp", counters={}))


def test_it_enlisted_a_creature() -> None:
    text = (
        "Enlist\nWhenever this creature deals combat damage to a player, if it enlisted a creature this combat, you gain 2 life."
    )
    board = given(imp(text), creature("ox", ANN))
    enlists = attack(imp=BOB, step={"optional_costs": {"imp": [{"enlist": "ox"}]}})
    board.when(enlists, resolve(), block(), damage(), resolve()).then(life(Ann=22, Bob=16))
    board.when(attack(imp=BOB), block(), damage()).then(triggers())


def test_any_other_target() -> None:
    board = given(imp("Whenever this creature attacks, it deals 2 damage to any other target."), ELK)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elk"]})).then(resolved("imp"))
    itself = resolve("all", {"source": "imp", "targets": ["imp"]})
    board.when(attack(imp=BOB), itself).then(illegal("603.3d", "not for imp"))


def _hits(text: str, **totals: object) -> Given:
    return given(imp(f"Whenever this creature deals combat damage to a player, {text}"), **totals)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("they lose half their life, rounded up.", {ANN: 7, BOB: 9}),
        ("you lose half your life, rounded up.", {ANN: 3, BOB: 18}),
        ("they lose 2 life.", {ANN: 7, BOB: 16}),
        ("that player's life total becomes 5.", {ANN: 7, BOB: 5}),
        ("your life total becomes 10.", {ANN: 10, BOB: 18}),
        ("its controller's life total becomes 9.", {ANN: 9, BOB: 18}),
        ("each player's life total becomes 12.", {ANN: 12, BOB: 12}),
        ("exchange life totals with that player.", {ANN: 18, BOB: 7}),
    ],
)
def test_life_totals(text: str, totals: dict[str, int]) -> None:
    _hits(text, life={ANN: 7}).when(attack(imp=BOB), block(), damage(), resolve()).then(life(**totals))


def test_a_mana_ability() -> None:
    whose = "creature you control with a mana ability"
    text = f"Each {whose} gets +2/+2.\nWhenever a {whose} attacks, untap it."
    board = given(imp(text), creature("elf", ANN, "{T}: Add {G}.", stated=False), creature("ox", ANN, stated=False))
    board.when(attack(elf=BOB, ox=BOB), resolve()).then(
        sizes(elf="4/4", ox="2/2"), has("elf", tapped=False), has("ox", tapped=True)
    )


def test_what_cannot_be_attacked_while_it_is_attached() -> None:
    text = (
        "As long as The Aetherspark is attached to a creature, The Aetherspark can't be attacked and has \"Whenever equipped "
        'creature deals combat damage during your turn, put that many loyalty counters on The Aetherspark."'
    )
    spark = {
        **permanent("spark", BOB, text, types=("Planeswalker",), subtypes=("Equipment",), loyalty=4),
        "name": "The Aetherspark",
    }
    given(imp(""), ELK, spark).when(attack(imp="spark")).then(legal)
    given(imp(""), ELK, {**spark, "attached_to": "elk"}).when(attack(imp="spark")).then(illegal("508.1c"))


@pytest.mark.parametrize(("power", "gained"), [(4, 20), (5, 21)])
@pytest.mark.parametrize(
    "event", ["this creature is dealt 5 or more damage", "a creature deals 5 or more combat damage to this creature"]
)
def test_so_much_damage_or_more(event: str, power: int, gained: int) -> None:
    ox = creature("ox", BOB, power=power)
    board = given(imp(f"Whenever {event}, you gain 1 life.", toughness=9), ox)
    outcome = board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(life(Ann=gained))
    assert not outcome.game.stack.marks


@pytest.mark.parametrize(("mana", "check"), [("{G}{G}{G}", illegal("508.1j")), ("{G}{G}{G}{G}", legal)])
def test_a_toll_for_all_that_can_attack(mana: str, check: object) -> None:
    grass = enchantment(
        "grass",
        BOB,
        "Cumulative upkeep {1}\nBlack creatures can't attack you.\nNonblack creatures can't attack you unless their controller "
        "pays {2} for each creature they control that's attacking you.",
    )
    given(imp(""), creature("ox", ANN), grass, mana={ANN: mana}).when(attack(imp=BOB, ox=BOB)).then(check)  # type: ignore[arg-type]
    given(imp("", colors=["B"]), grass).when(attack(imp=BOB)).then(illegal("508.1c"))


@pytest.mark.parametrize(
    ("sky", "ox", "cow", "gains"),
    [
        (BOB, BOB, "monk", {"ox"}),
        ("monk", BOB, "monk", {"cow"}),
        (BOB, "sage", "monk", set()),
        ("monk", "sage", BOB, set()),
        ("siege", "siege", "siege", set()),
    ],
)
@pytest.mark.parametrize("event", ["this creature", "a creature with power 5 or greater"])
def test_attacking_the_same_player_or_planeswalker_as_it_attacks(
    event: str, sky: str, ox: str, cow: str, gains: set[str]
) -> None:
    gaining = "another target creature attacking the same player or planeswalker gains flying until end of turn."
    attackers = imp(f"Whenever {event} attacks, {gaining}", power=5), creature("ox", ANN), creature("cow", ANN)
    board = given(*attackers, planeswalker("monk", BOB), planeswalker("sage", BOB), battle("siege", ANN, BOB))
    outcome = board.when(attack(imp=sky, ox=ox, cow=cow), resolve()).outcome()
    view = outcome.game.view
    assert {id for id in view.permanents if "flying" in view.keywords(id)} == gains
    assert outcome.step.not_carried_out == ()


@pytest.mark.parametrize(("ox", "power"), [(BOB, 3), ("sage", 2)])
def test_attacking_the_same_player_as_the_equipped_creature(ox: str, power: int) -> None:
    others = "each other creature attacking the same player or planeswalker gets +1/+0 until end of turn."
    sword = permanent(
        "sword", ANN, f"Whenever equipped creature attacks, {others}", types=("Artifact", "Equipment"), attached_to="imp"
    )
    board = given(imp("", power=5), creature("ox", ANN), sword, planeswalker("sage", BOB)).when(attack(imp=BOB, ox=ox), resolve())
    board.then(sizes(ox=f"{power}/2", imp="5/2"))


def test_what_it_attacked_is_known_where_it_has_left() -> None:
    gaining = "another target creature attacking the same player or planeswalker gains flying until end of turn."
    board = given(imp(f"Whenever this creature attacks, {gaining}"), creature("ox", ANN))
    outcome = board.when(attack(imp=BOB, ox=BOB), {"leaves": "imp"}, resolve()).outcome()
    assert not outcome.game.stack.marks and "flying" in outcome.game.view.keywords("ox")


@pytest.mark.parametrize(
    "asked",
    [
        "two or more creatures are attacking the same player",
        "there are two or more creatures attacking the same player on the battlefield",
        "you control two or more creatures attacking the same player",
    ],
)
@pytest.mark.parametrize(
    ("imps", "oxs", "times"), [(BOB, BOB, {"imp": 1}), (BOB, "sage", {}), ("sage", "sage", {}), (BOB, "Cat", {})]
)
def test_attacking_the_same_player_is_known_of_several(asked: str, imps: str, oxs: str, times: dict[str, int]) -> None:
    board = given(
        imp(f"Whenever this creature attacks, if {asked}, draw a card."),
        creature("ox", ANN),
        planeswalker("sage", BOB),
        players=[ANN, BOB, "Cat"],
        options={"attack": "multiple"},
    )
    board.when(attack(imp=imps, ox=oxs)).then(triggers(**times))


@pytest.mark.parametrize("asked", ["a player", "an opponent"])
@pytest.mark.parametrize(("target", "extra"), [(BOB, 1), ("sage", 0)])
def test_whom_you_attacked_is_known(asked: str, target: str, extra: int) -> None:
    board = given(
        imp(f"Whenever this creature attacks, if you attacked {asked} this turn, draw a card."), planeswalker("sage", BOB)
    )
    board.when(attack(imp=target)).then(triggers(**({"imp": 1} if extra else {})))
