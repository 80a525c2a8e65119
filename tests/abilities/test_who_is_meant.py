"""Who "the attacking creature", "the other creature" or "that planeswalker" is: stated by what set the ability off."""

import pytest
from abilities.resolving import BOARD, as_it_attacks
from declarant.events import abilities as a
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    attack,
    attacking,
    block,
    creature,
    damage,
    enchantment,
    given,
    land,
    left,
    life,
    marked,
    not_carried_out,
    permanent,
    planeswalker,
    resolve,
    sizes,
    tapped,
)

ELK = creature("elk", BOB, power=1, toughness=3)


def test_the_blocking_and_the_attacking_creature() -> None:
    blocking = enchantment(
        "law", BOB, "Whenever a creature blocks a creature, the blocking creature gets +1/+1 until end of turn."
    )
    given(creature("imp", ANN), ELK, blocking).when(attack(imp=BOB), block(elk="imp"), resolve()).then(
        sizes(elk="2/4", imp="2/2")
    )
    attacking = enchantment(
        "law", BOB, "Whenever a creature blocks a creature, the attacking creature gets +1/+1 until end of turn."
    )
    given(creature("imp", ANN), ELK, attacking).when(attack(imp=BOB), block(elk="imp"), resolve()).then(
        sizes(elk="1/3", imp="3/3")
    )
    text = "Whenever a creature you control becomes blocked by a creature, that attacking creature gets +1/+1 until end of turn."
    given(creature("imp", ANN, text), ELK).when(attack(imp=BOB), block(elk="imp"), resolve()).then(sizes(elk="1/3", imp="3/3"))


def test_both_creatures_and_the_other_one() -> None:
    club = permanent(
        "club",
        ANN,
        "Whenever equipped creature blocks or becomes blocked by a creature, destroy both creatures.",
        types=("Artifact", "Equipment"),
        attached_to="imp",
    )
    given(creature("imp", ANN), ELK, club).when(attack(imp=BOB), block(elk="imp"), resolve()).then(left("imp", "elk"))
    text = "Whenever this creature blocks or becomes blocked by a creature, destroy the other creature."
    given(creature("imp", ANN, text), ELK).when(attack(imp=BOB), block(elk="imp"), resolve()).then(left("elk"))


def test_that_planeswalker_is_the_one_that_was_dealt_damage() -> None:
    text = "Whenever a creature you control deals combat damage to a planeswalker, destroy that planeswalker."
    board = given(creature("imp", ANN, text, power=1), planeswalker("jace", BOB))
    board.when(attack(imp="jace"), block(), damage(imp={"jace": 1}), resolve()).then(left("jace"))


def test_that_planeswalker_is_nobody_where_none_was_named() -> None:
    text = "Whenever this creature attacks, destroy that planeswalker."
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]


def test_several_are_named_together() -> None:
    text = "Whenever this creature attacks, put a +1/+1 counter on it and each other Goblin you control."
    goblin = creature("goblin", ANN, types=("Goblin",))
    given(creature("imp", ANN, text), goblin, creature("ox", ANN)).when(attack(imp=BOB), resolve()).then(
        sizes(imp="3/3", goblin="3/3", ox="2/2")
    )
    text = "Whenever this creature becomes blocked, it deals 2 damage to each attacking creature and each blocking creature."
    given(creature("imp", ANN, text), ELK, creature("ox", BOB)).when(attack(imp=BOB), block(elk="imp"), resolve()).then(
        left("imp")
    )


def test_who_saddled_or_crewed_is_stated() -> None:
    text = "Whenever this creature attacks, put a +1/+1 counter on target creature that saddled it this turn."
    riders = creature("rider", ANN), creature("elf", ANN)
    fact = "that saddled it this turn"
    stated = {"rider": [fact], "elf": {fact: False}, "mount": {fact: False}}
    given(creature("mount", ANN, text), *riders, facts=stated).when(attack(mount=BOB), resolve()).then(sizes(rider="3/3"))
    given(creature("mount", ANN, text), *riders).when(attack(mount=BOB), resolve()).then(not_carried_out("mount", fact))


def test_that_creature_is_the_one_that_was_sacrificed() -> None:
    text = "you may sacrifice another creature. If you do, you lose life equal to that creature's power."
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("ox", ANN, power=5))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(life(Ann=15))


def test_that_creature_is_not_the_one_that_has_the_ability() -> None:
    text = "each creature you control gets +X/+0 until end of turn, where X is that creature's power."
    given(creature("imp", ANN, f"Whenever this creature attacks, {text}")).when(attack(imp=BOB), resolve()).then(
        not_carried_out("imp", "understood")
    )


@pytest.mark.parametrize(
    "text",
    [
        "sacrifice another creature. You gain life equal to its power.",
        "you may sacrifice another creature. When you do, you gain life equal to its power.",
        "defending player sacrifices a creature. You gain life equal to its power.",
        "destroy target creature an opponent controls. You gain life equal to its power.",
        "tap target creature an opponent controls. You gain life equal to its power.",
    ],
)
def test_its_power_is_of_what_something_was_done_to_last(text: str) -> None:
    board = given(
        creature("imp", ANN, f"Whenever this creature attacks, {text}"),
        creature("ox", ANN, power=5),
        creature("elk", BOB, power=5),
    )
    target = {"targets": ["elk"]} if "target" in text else {}
    accept = {"accept": [True]} if "may" in text else {}
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", **target, **accept})).then(life(Ann=25))


@pytest.mark.parametrize(
    "text",
    [
        "each player sacrifices a creature. You gain life equal to its power.",
        "sacrifice two creatures. You gain life equal to its power.",
        "each opponent sacrifices a creature. Its controller loses 1 life.",
        "tap an untapped creature you control. You gain life equal to its power.",
        "you may sacrifice another creature. If you don't, you lose life equal to its power.",
        "tap target creature. This creature deals damage equal to its power to any target.",
        "sacrifice another creature. This creature deals damage equal to its power to any target.",
        "sacrifice another creature. It deals damage equal to its power to each opponent.",
        "sacrifice another creature. This creature gets +X/+0 until end of turn, where X is its power.",
    ],
)
def test_nobody_guesses_whose_power_is_meant(text: str) -> None:
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("ox", ANN), creature("elk", BOB))
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "understood"))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever another creature you control attacks, this creature gets +X/+0 until end of turn, where X is its power.",
        "Whenever equipped creature attacks, this Equipment deals damage equal to its power to any target.",
    ],
)
def test_its_power_is_nobodys_where_it_is_said_of_one_and_another_was_named(text: str) -> None:
    gear = permanent("gear", ANN, text, types=("Artifact", "Equipment"), attached_to="ox")
    given(gear, creature("ox", ANN)).when(attack(ox=BOB), resolve()).then(not_carried_out("gear", "understood"))


def test_its_power_stays_that_of_what_has_the_ability_where_only_that_was_named() -> None:
    text = "Whenever this creature attacks, it gets +1/+0 until end of turn. You gain life equal to its power."
    given(creature("imp", ANN, text, power=2)).when(attack(imp=BOB), resolve()).then(life(Ann=23))


def test_its_power_is_that_of_the_token_which_was_created_last() -> None:
    text = "create a token that's a copy of target creature you control. You gain life equal to its mana value."
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("ox", ANN, mana_value=3))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).then(life(Ann=23))
    text = "create a 3/2 red Ogre creature token. You gain life equal to its power."
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"))
    board.when(attack(imp=BOB), resolve()).then(life(Ann=23))


def test_what_is_asked_before_something_is_done_is_not_asked_of_what_that_makes() -> None:
    text = "return target artifact card from your graveyard to the battlefield if its mana value is 3 or less."
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}")
    assert isinstance(ability, a.Triggered) and ability.does is not None
    (asked,) = ability.does.instructions
    assert isinstance(asked, a.If) and not any(isinstance(each, a.IsCreated) for each in parts_of(asked.condition))


@pytest.mark.parametrize(
    "event",
    [
        "a creature deals combat damage to a creature you control",
        "a creature an opponent controls deals combat damage to a creature you control",
        "a creature you control is dealt combat damage by a creature",
        "a creature an opponent controls blocks a creature you control",
        "a creature an opponent controls deals damage to you or a permanent you control",
    ],
)
def test_of_two_that_are_called_creatures_none_is_guessed(event: str) -> None:
    board = given(creature("imp", ANN, f"Whenever {event}, destroy that creature.", toughness=3), ELK)
    board.when(attack(imp=BOB), resolve(), block(elk="imp"), resolve(), damage(), resolve()).then(
        not_carried_out("imp", "understood")
    )


@pytest.mark.parametrize(
    "event",
    [
        "a creature deals combat damage to this creature",
        "this creature is dealt combat damage by a creature",
        "this creature deals combat damage to a creature",
        "a creature blocks this creature",
        "this creature becomes blocked by a creature",
        "a creature you control becomes blocked by a creature",
        "a creature you control deals combat damage to a creature",
        "a Goblin you control deals combat damage to a creature",
    ],
)
def test_that_creature_is_the_one_that_is_called_so(event: str) -> None:
    goblin = creature("imp", ANN, f"Whenever {event}, destroy that creature.", toughness=3, types=("Goblin",))
    steps = attack(imp=BOB), resolve(), block(elk="imp"), resolve(), damage(), resolve()
    assert set(given(goblin, ELK).when(*steps).outcome().game.board.permanents) == {"imp"}


@pytest.mark.parametrize(
    "does",
    [
        "if that creature is red, tap it.",
        "if that creature has power 1, tap it.",
        "if that creature's power is 1, tap it.",
        "you gain 1 life. If that creature is red, tap it.",
        "you gain 1 life. If that creature has power 1, tap it.",
    ],
)
@pytest.mark.parametrize("event", ["becomes blocked by a creature", "deals combat damage to a creature"])
def test_it_is_that_creature_where_an_if_has_named_it(event: str, does: str) -> None:
    imp = creature("imp", ANN, f"Vigilance\nWhenever this creature {event}, {does}")
    elk = creature("elk", BOB, power=1, toughness=9, colors=["R"])
    steps = attack(imp=BOB), block(elk="imp"), resolve(), damage(), resolve()
    given(imp, elk).when(*steps).then(tapped("elk"))
    given(imp, elk | {"power": 2, "colors": ["W"]}).when(*steps).then(tapped())


@pytest.mark.parametrize(
    "first",
    [
        "this creature gets +1/+1 until end of turn",
        "put a +1/+1 counter on this creature",
        "this creature deals 1 damage to target opponent",
        "untap target creature you control",
        "put a +1/+1 counter on a creature you control",
    ],
)
@pytest.mark.parametrize("those", ["those creatures", "them", "those Goblins"])
def test_several_are_never_the_one_that_was_named_last(first: str, those: str) -> None:
    goblins = [creature(id, BOB, toughness=9, types=("Goblin",)) for id in ("elk", "cub")]
    text = f"Vigilance\nWhenever this creature becomes blocked by two or more Goblins, {first}. Then tap {those}."
    board = given(creature("imp", ANN, text, toughness=9), *goblins)
    board.when(attack(imp=BOB), block(elk="imp", cub="imp"), resolve()).then(tapped("elk", "cub"))


def test_nothing_else_is_several_either() -> None:
    text = "Whenever this creature attacks, untap target creature. Put a +1/+1 counter on each of those creatures."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "understood"))


@pytest.mark.parametrize(
    "event", ["blocks another creature you control", "deals combat damage to you or another permanent you control"]
)
def test_another_of_yours_is_another_than_this_one(event: str) -> None:
    text = f"Whenever a creature an opponent controls {event}, you gain 1 life."
    board = given(creature("imp", ANN, text, power=1, toughness=9), creature("ox", ANN, power=1, toughness=9), ELK)
    steps = resolve(), damage(), resolve()
    board.when(attack(imp=BOB, ox=BOB), block(elk="imp"), *steps).then(life(Ann=20, Bob=19))
    board.when(attack(imp=BOB, ox=BOB), block(elk="ox"), *steps).then(life(Ann=21, Bob=19))


@pytest.mark.parametrize("what", ["power", "toughness", "mana value"])
@pytest.mark.parametrize("how", ["greatest", "least"])
def test_what_has_the_most_among_some_is_one_of_them(how: str, what: str) -> None:
    size = 9 if how == "greatest" else 0
    one = creature("imp", ANN, "", power=size, toughness=size + 1, mana_value=size, types=("Goblin",))
    law = enchantment(
        "law",
        ANN,
        f"Whenever a creature attacks, tap each creature with the {how} {what} among creatures defending player controls.",
    )
    cow = creature("cow", ANN, power=2, toughness=2, mana_value=2)
    elks = [creature(id, BOB, power=each, toughness=each, mana_value=each) for id, each in (("elk", 3), ("cub", 2))]
    chosen = "elk" if how == "greatest" else "cub"
    given(one, cow, *elks, law).when(attack(imp=BOB), resolve()).then(tapped("imp", chosen))


@pytest.mark.parametrize(
    "does",
    [
        "destroy that creature.",
        "you gain 1 life. If that creature's power is 2, tap it.",
        "its controller gains 1 life. Tap that creature.",
        "that creature can't be blocked this turn.",
        "that creature gains flying until end of turn.",
        "that creature gets +1/+1 until end of turn.",
        "prevent all combat damage that would be dealt by that creature this combat.",
    ],
)
def test_nothing_calls_itself_that_creature(does: str) -> None:
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {does}")).when(attack(imp=BOB), resolve())
    board.then(not_carried_out("imp", "understood"))


def test_those_goblins_are_those_of_them_that_are_goblins() -> None:
    grow = "one or more creatures you control attack, those Goblins get +1/+0 until end of turn."
    board = given(creature("imp", ANN, types=("Goblin",)), creature("ox", ANN), enchantment("law", ANN, f"Whenever {grow}"))
    board.when(attack(imp=BOB, ox=BOB), resolve()).then(sizes(imp="3/2", ox="2/2"))


@pytest.mark.parametrize(
    "does",
    [
        "destroy target Elf. That land's controller loses 2 life.",
        "destroy target Elf. That Goblin's controller loses 2 life.",
        "destroy target creature. That artifact's controller loses 2 life.",
        "put a +1/+1 counter on each of those creatures.",
    ],
)
def test_what_nothing_was_called_means_nothing(does: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {does}")
    assert isinstance(ability, a.Triggered)
    assert ability.does is None


GEAR = [
    permanent(id, owner, types=("Artifact", "Equipment"), attached_to=on)
    for id, owner, on in (("sword", ANN, "ox"), ("axe", BOB, "imp"))
]


@pytest.mark.parametrize("when", ["", " at end of combat"])
def test_what_is_attached_to_that_creature_is_on_the_one_it_blocks(when: str) -> None:
    text = f"Whenever this creature blocks a creature, destroy all Equipment attached to that creature{when}."
    board = given(creature("ox", ANN), creature("imp", BOB, text), *GEAR)
    outcome = board.when(attack(ox=BOB), block(imp="ox"), resolve(), {"end_of_combat": True}, resolve()).outcome()
    assert {"sword", "axe"} & set(outcome.game.board.permanents) == {"axe"}


@pytest.mark.parametrize(
    ("does", "taken"),
    [
        ("tap each creature blocking that creature", {"imp", "elk"}),
        ("tap each creature that shares a color with that creature", {"ox", "cow"}),
        ("tap each creature that shares a creature type with that creature", {"ox", "elk"}),
    ],
)
def test_what_blocks_or_is_like_that_creature_is_so_with_the_one_it_blocks(does: str, taken: set[str]) -> None:
    imp = creature("imp", BOB, f"Whenever this creature blocks a creature, {does}.", colors=("R",), types=("Goblin",))
    elk, cow = creature("elk", BOB, types=("Elf",), colors=("R",)), creature("cow", ANN, colors=("G",), types=("Goblin",))
    board = given(creature("ox", ANN, "Vigilance", colors=("G",), types=("Elf",)), imp, elk, cow)
    outcome = board.when(attack(ox=BOB), block(imp="ox", elk="ox"), resolve()).outcome()
    assert {id for id, each in outcome.game.board.permanents.items() if each.tapped} == taken


@pytest.mark.parametrize("it", ["it", "that creature"])
def test_what_is_attached_to_a_target_isnt_taken_for_what_is_attached_to_another(it: str) -> None:
    text = (
        f"Whenever this creature attacks, tap target creature defending player controls. Destroy all Equipment attached to {it}."
    )
    given(creature("ox", ANN, text), creature("imp", BOB), *GEAR).when(
        attack(ox=BOB), resolve("all", {"source": "ox", "targets": ["imp"]})
    ).then(left("axe"))


@pytest.mark.parametrize("does", ["tap target creature {}.", "destroy all creatures {}.", "draw a card for each creature {}."])
@pytest.mark.parametrize(
    ("when", "somebody"),
    [
        ("Whenever this creature attacks", False),
        ("Whenever this creature attacks alone", False),
        ("Whenever this creature attacks a player", True),
        ("Whenever this creature deals combat damage to a player", True),
        ("When this creature dies", False),
    ],
)
def test_they_is_nobody_where_no_player_was_named(when: str, somebody: bool, does: str) -> None:
    (theirs,), (yours,) = (read_permanent(f"{when}, {does.format(whose)}") for whose in ("they control", "you control"))
    assert isinstance(theirs, a.Triggered) and isinstance(yours, a.Triggered)
    assert (theirs.does is not None, yours.does is not None) == (somebody, True)


def test_what_they_would_control_is_named_as_not_carried_out() -> None:
    text = "Whenever this creature attacks, tap target creature or a planeswalker they control."
    given(creature("imp", ANN, text), ELK).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "understood"))


def test_they_are_those_to_whom_damage_is_dealt() -> None:
    text = "Whenever this creature attacks, it deals damage to defending player equal to the number of creatures they control."
    given(creature("imp", ANN, text), ELK).when(attack(imp=BOB), resolve()).then(life(Bob=19))


def test_it_is_what_the_condition_named_last() -> None:
    text = "When a creature attacks you, if Guard has defender, it loses defender and gains trample."
    guard = permanent("guard", BOB, f"Defender\n{text}", types=["Creature"], name="Guard", power=2, toughness=2)
    seen = given(creature("ox", ANN), guard).when(attack(ox=BOB), resolve()).outcome().game.view
    assert ({*seen.keywords("guard")}, {*seen.keywords("ox")}) == ({"trample"}, set())


def test_alone_is_said_of_attacking_and_of_blocking() -> None:
    """506.5."""
    text = "Whenever another creature dies, if it was attacking or blocking alone, you gain 1 life."
    watcher, elk = creature("imp", ANN, text), creature("elk", ANN, power=1, toughness=1)
    for others, gained in (({}, 1), ({"imp": BOB}, 0)):
        board = given(watcher, elk, creature("guard", BOB, power=3, toughness=3))
        board.when(attack(elk=BOB, **others), block(guard="elk"), damage(), resolve()).then(life(Ann=20 + gained))


def test_that_much_is_what_would_be_dealt_otherwise() -> None:
    text = (
        "Whenever you attack with two or more creatures, put two oil counters on ~. When you do, ~ deals damage equal to the "
        "number of oil counters on it to target creature unless that creature's controller has ~ deal that much damage to them."
    )
    imp = creature("imp", ANN, text, counters={"oil": 1})
    board = given(imp, creature("ox", ANN), creature("wall", BOB, toughness=9))
    board.when(attack(imp=BOB, ox=BOB), resolve("all", {"source": "imp", "targets": ["wall"]})).then(life(Bob=17))


def test_each_other_creature_is_another_than_the_one_that_was_dealt_damage() -> None:
    text = (
        "Whenever equipped creature deals damage to a blocking creature, this Equipment deals that much damage to each other "
        "creature defending player controls."
    )
    whip = permanent("whip", ANN, text, types=["Artifact"], subtypes=["Equipment"], attached_to="imp")
    board = given(creature("imp", ANN, power=3, toughness=9), whip, *(creature(each, BOB, toughness=9) for each in ("ox", "cow")))
    board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve()).then(marked(imp=2, ox=3, cow=3))


def test_the_attacking_creature_assigns_no_damage() -> None:
    text = (
        "Whenever enchanted creature attacks and isn't blocked, its controller may have it deal damage equal to its power plus 2 "
        "to another target creature. If that player does, the attacking creature assigns no combat damage this turn."
    )
    mantle = permanent("mantle", ANN, text, types=["Enchantment"], subtypes=["Aura"], attached_to="imp")
    resolution = resolve("all", {"source": "mantle", "targets": ["ox"], "accept": [True]})
    board = given(creature("imp", ANN), mantle, creature("ox", BOB, toughness=9))
    board.when(attack(imp=BOB), block(), resolution, damage()).then(marked(ox=4), life(Bob=20))


@pytest.mark.parametrize(("band", "struck"), [(["imp", "elk"], {"elk"}), ([], set())])
def test_creatures_banded_with_it(band: list[str], struck: set[str]) -> None:
    text = "Banding\nWhenever this creature attacks, all creatures banded with it gain first strike until end of turn."
    bands = [band] if band else []
    board = given(creature("imp", ANN, text), creature("elk", ANN))
    view = board.when(attack(imp=BOB, elk=BOB, step={"bands": bands}), resolve()).outcome().game.view
    assert {id for id in ("imp", "elk") if "first strike" in view.keywords(id)} == struck


@pytest.mark.parametrize(
    "does",
    [
        "this creature gets +1/+0 until end of turn. It gets +2/+0 until end of turn.",
        "you gain 1 life. If this creature is untapped, it gets +3/+0 until end of turn.",
        "this creature gets +1/+0 until end of turn. If this creature is untapped, it gets +3/+0 until end of turn instead.",
    ],
)
def test_it_is_what_has_the_ability_where_a_sentence_or_an_if_names_that_last(does: str) -> None:
    text = f"Whenever a creature you control attacks, {does}"
    given(creature("ox", ANN, text), creature("imp", ANN)).when(attack(imp=BOB), resolve()).then(sizes(ox="5/2", imp="2/2"))


def test_the_source_of_damage_may_be_a_target_that_left_meanwhile() -> None:
    """608.2h: as it most recently was."""
    text = (
        "Whenever this creature attacks, you may sacrifice another creature. If you do, target creature you control deals damage "
        "equal to its power to target creature an opponent controls."
    )
    does = resolve("all", {"source": "imp", "targets": ["ox", "elk"], "accept": [True], "sacrificed": ["ox"]})
    board = given(creature("imp", ANN, text), creature("ox", ANN, power=4), creature("elk", BOB, toughness=4))
    board.when(attack(imp=BOB), does).then(left("elk", "ox"))


@pytest.mark.parametrize(
    "does",
    [
        "Each opponent attacking that player does the same.",
        "Each opponent attacking that player gains 2 life.",
        "Enchanted player loses 2 life.",
    ],
)
def test_the_player_whom_an_aura_enchanted_that_has_left(does: str) -> None:
    """608.2h."""
    text = f"Enchant player\nWhenever enchanted player is attacked, you gain 2 life. {does}"
    curse = permanent("curse", ANN, text, types=("Enchantment", "Aura"), attached_to=BOB)
    board = given(curse, creature("cow", CAT), players=(CAT, BOB, ANN), active=CAT)
    known = board.when(attack(cow=BOB), resolve()).outcome().game.board.life
    gone = board.when(attack(cow=BOB), {"leaves": "curse"}, resolve()).outcome().game.board.life
    assert known == gone and known[ANN] == 22 and (known[CAT], known[BOB]) in ((22, 20), (20, 18))


@pytest.mark.parametrize(("whose", "after"), [("its controller's", 40), ("defending player's", 20), ("your", 20)])
def test_whose_life_total_is_doubled(whose: str, after: int) -> None:
    """701.10d."""
    text = f"Enchant creature\nWhenever enchanted creature attacks, double {whose} life total."
    aura = permanent("aura", BOB, text, types=("Enchantment", "Aura"), attached_to="imp")
    board = given(aura, creature("imp", ANN), life={ANN: 20, BOB: 10}).when(attack(imp=BOB), resolve())
    board.then(life(Ann=after, Bob=10 if after == 40 else 20))


@pytest.mark.parametrize(
    ("says", "meant"),
    [
        ("if defending player controls an artifact, that player loses 2 life.", True),
        ("if you control an artifact, that player loses 2 life.", True),
        ("if an opponent controls no artifacts, that player loses 2 life.", False),
        ("return target creature to its owner's hand. That player loses 2 life.", False),
    ],
)
def test_that_player_where_the_trigger_names_none(says: str, meant: bool) -> None:
    """The defending one, unless an "if" asks one of several, or somebody owns or controls what was named."""
    imp = creature("imp", ANN, f"Whenever this creature attacks, {says}")
    urns = permanent("urn", BOB, types=("Artifact",)), permanent("jar", ANN, types=("Artifact",))
    played = given(imp, *urns, creature("elk", BOB), players=(ANN, BOB, CAT)).when(attack(imp=BOB), resolve())
    played.then(life(Bob=18) if meant else not_carried_out("imp", "isn't understood"))


@pytest.mark.parametrize(("event", "read"), [("a creature an opponent controls dies", False), ("this creature attacks", True)])
def test_that_creature_is_declined_where_it_may_be_the_target_or_what_set_it_off(event: str, read: bool) -> None:
    for said in (
        "target creature gets +X/+0 until end of turn, where X is that creature's toughness.",
        "put a number of +1/+1 counters on target creature equal to that creature's power.",
    ):
        (ability,) = read_permanent(f"Whenever {event}, {said}", types=["Creature"])
        assert (getattr(ability, "does", None) is not None) == read


@pytest.mark.parametrize(("subtype", "leaves"), [("Forest", True), ("Island", False)])
def test_that_creature_is_no_card_that_was_turned_up(subtype: str, leaves: bool) -> None:
    text = (
        "Whenever a creature attacks you, reveal the top card of your library. If it's a Forest card, remove that creature from "
        "combat. Then put the revealed card on the bottom of your library."
    )
    top = land("top", BOB, subtype)
    fight = attack(imp=BOB), resolve("all", {"source": "elf", "library": [top]})
    now = attacking() if leaves else attacking(imp=BOB)
    given(creature("imp", ANN), creature("elf", BOB, text)).when(*fight).then(now)


def test_the_attacking_creature_and_the_blocked_one() -> None:
    for which in ("the attacking creature", "the blocked creature", "the creature it's blocking"):
        guard = creature("ox", BOB, f"Whenever this creature blocks, it deals 1 damage to {which}.")
        given(creature("imp", ANN, toughness=5), guard).when(attack(imp=BOB), block(ox="imp"), resolve()).then(marked(imp=1))


def test_its_controller_is_the_targets() -> None:
    text = "target creature gets -X/-0 until end of turn, where X is the number of creatures its controller controls."
    as_it_attacks(text, *BOARD, creature("yak", BOB, power=9), targets=["yak"]).then(sizes(yak="6/2"))


def test_the_creature_in_a_block() -> None:
    guard = creature("ox", BOB, "Whenever this creature blocks, the creature it's blocking gets -1/-0 until end of turn.")
    given(creature("imp", ANN), guard).when(attack(imp=BOB), block(ox="imp"), resolve()).then(sizes(imp="1/2"))
    spiked = creature("imp", ANN, "Whenever this creature becomes blocked, destroy the creature blocking it.")
    given(spiked, creature("ox", BOB)).when(attack(imp=BOB), block(ox="imp"), resolve()).then(left("ox"))


@pytest.mark.parametrize("joined", ["this creature and that creature", "that creature and this creature"])
def test_two_that_are_joined_are_both_meant(joined: str) -> None:
    text = f"Whenever this creature blocks a creature, exile {joined}."
    board = given(creature("imp", ANN), creature("elf", BOB, text))
    assert {"imp", "elf"}.isdisjoint(board.when(attack(imp=BOB), block(elf="imp"), resolve()).outcome().game.board.permanents)


def test_two_that_are_joined_both_gain_it() -> None:
    text = "Whenever this creature blocks a creature, that creature and this creature get +1/+0 until end of turn."
    board = given(creature("imp", ANN), creature("elf", BOB, text))
    board.when(attack(imp=BOB), block(elf="imp"), resolve()).then(sizes(imp="3/2", elf="3/2"))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, return target creature to its owner's hand. That player loses 1 life.",
        "Whenever this creature and at least one other creature attack, each of them gets +1/+0 until end of turn.",
        "Whenever this creature and at least one other creature attack, they gain flying until end of turn.",
        "Whenever a creature is dealt damage by a creature you control, destroy it.",
        "Whenever a creature is dealt combat damage by a creature you control, its controller loses 1 life.",
        "Whenever a creature attacks, if its controller controls an Elf, that player loses 1 life.",
        "Whenever this creature deals combat damage to a creature, destroy it.",
        "Whenever this creature deals damage to a creature, you may tap it.",
        "Whenever this creature deals combat damage to a creature, its controller loses 1 life.",
        "Whenever this creature becomes blocked by a creature, destroy it at end of combat.",
        "Whenever this creature blocks a creature, gain control of it.",
    ],
)
def test_who_nobody_was_named_as_is_declined(text: str) -> None:
    (ability,) = read_permanent(text, types=("Creature",))
    assert ability.does is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("event", "bob"),
    [
        ("a source deals damage to this creature", 18),
        ("this creature deals damage to a creature", 20),
        ("this creature is dealt damage", None),
    ],
)
def test_the_source_is_what_dealt_the_damage_and_only_where_that_is_one(event: str, bob: int | None) -> None:
    imp = creature("imp", ANN, f"Whenever {event}, tap target artifact. The source's controller loses 2 life.", toughness=9)
    lamp = permanent("lamp", CAT, types=("Artifact",))
    fought = given(imp, ELK, lamp, players=(ANN, BOB, CAT)).when(attack(imp=BOB), block(elk="imp"), damage(), resolve())
    fought.then(not_carried_out("imp", "isn't understood") if bob is None else life(Ann=38 - bob, Bob=bob))


def test_what_deals_damage_is_it_where_no_permanent_is_dealt_it() -> None:
    trap = enchantment("trap", BOB, "Whenever you're dealt damage by a creature, destroy it.")
    board = given(creature("imp", ANN), creature("ox", ANN), trap).when(attack(imp=BOB), block(), damage(), resolve())
    board.then(left("imp"))


@pytest.mark.parametrize(
    ("then", "after"),
    [
        ("If you control a land, it deals 2 damage to that creature instead.", {"Ann": 22, "Bob": 20}),
        ("It deals 1 damage to that creature's controller.", {"Ann": 22, "Bob": 19}),
    ],
)
def test_it_beside_that_creature_is_what_has_the_ability(then: str, after: dict[str, int]) -> None:
    """Lifelink says who deals the damage."""
    imp = creature("imp", ANN, f"Lifelink\nWhenever this creature attacks, it deals 1 damage to target creature. {then}")
    chosen = {"source": "imp", "targets": ["elk"]}
    when = given(imp, ELK, land("lair", ANN)).when(attack(imp=BOB), resolve("all", chosen))
    when.then(life(**after))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature blocks this creature, it deals 2 damage to that creature.",
        "Whenever a creature attacks you, it deals 1 damage to that creature.",
    ],
)
def test_it_beside_that_creature_is_not_guessed_where_another_was_named_first(text: str) -> None:
    (found,) = read_permanent(text)
    assert isinstance(found, a.Triggered) and found.does is None


@pytest.mark.parametrize(
    ("text", "target", "after"),
    [
        ("destroy target land. It gets +2/+2 until end of turn.", "lair", (sizes(imp="4/4", elk="1/3"), left("lair"))),
        ("create a Treasure token. It gets +2/+2 until end of turn.", None, (sizes(imp="4/4"),)),
        ("it deals 1 damage to target creature, then it deals 1 damage to you.", "elk", (life(Ann=21, Bob=20),)),
        (
            "exile target creature. Its controller creates a 3/1 white Cat creature token and gains life equal to its toughness.",
            "elk",
            (left("elk"), life(Ann=20, Bob=23)),
        ),
    ],
)
def test_it_is_what_the_words_about_it_can_be_said_of(text: str, target: str | None, after: tuple[Check, ...]) -> None:
    imp = creature("imp", ANN, f"Lifelink\nWhenever this creature attacks, {text}")
    chosen = {"source": "imp", "targets": [target]} if target is not None else {"source": "imp"}
    given(imp, ELK, land("lair", BOB)).when(attack(imp=BOB), resolve("all", chosen)).then(*after)
