"""Sentences about many: who "they" are, once in all or once for each, otherwise; judged on the smallest boards."""

from typing import Any

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, enchantment, given, illegal, illegally, legal, refused, triggers

BEAR, OX, COW = creature("bear", ANN), creature("ox", ANN), creature("cow", ANN)
OXEN = creature("oxen", BOB)
THREE = (ANN, BOB, CAT)


def test_they_are_those_of_whom_it_was_said_before() -> None:
    wall, bear = creature("wall", ANN, types=("Wall",)), creature("bear", ANN)
    moat = enchantment("moat", BOB, "Walls can't block, and they can't attack you.")
    given(wall, bear, moat).when(attack(bear=BOB)).then(legal)
    given(wall, bear, moat).when(attack(wall=BOB)).then(illegal("508.1c"))
    given(wall, bear, moat, players=THREE).when(attack(wall=CAT)).then(legal)


@pytest.mark.parametrize(
    ("when", "times"),
    [
        ("you attack a player with one or more creatures", 2),
        ("you attack a player with two or more creatures", 1),
        ("one or more creatures you control attack a player", 2),
        ("you attack one or more players", 1),
        ("you attack one or more of your opponents", 1),
        ("one or more creatures you control attack one or more players", 1),
        ("two or more creatures you control attack one or more of your opponents", 1),
        ("one or more of your opponents are attacked", 1),
        ("all creatures you control attack", 1),
        ("all non-Goblin creatures you control attack", 1),
        ("all Goblins you control attack", 0),
    ],
)
def test_a_trigger_happens_once_in_all_or_once_for_each_player_attacked(when: str, times: int) -> None:
    drum = enchantment("drum", ANN, f"Whenever {when}, draw a card.")
    expected = {"drum": times} if times else {}
    given(BEAR, OX, COW, drum, players=THREE).when(attack(bear=BOB, ox=BOB, cow=CAT)).then(triggers(**expected))


def test_all_of_them_attack_only_if_none_stays() -> None:
    drum = enchantment("drum", ANN, "Whenever all non-Wall creatures you control attack, draw a card.")
    wall = creature("wall", ANN, "Defender", types=("Wall",))
    given(BEAR, OX, wall, drum).when(attack(bear=BOB, ox=BOB)).then(triggers(drum=1))
    given(BEAR, OX, wall, drum).when(attack(bear=BOB)).then(triggers())


def test_company_that_attacks_different_players() -> None:
    scout = creature("scout", ANN, "Whenever this creature and another creature attack different players, draw a card.")
    given(scout, BEAR, players=THREE).when(attack(scout=BOB, bear=CAT)).then(triggers(scout=1))
    given(scout, BEAR, players=THREE).when(attack(scout=BOB, bear=BOB)).then(triggers())


def test_attacking_in_a_band() -> None:
    drum = enchantment("drum", ANN, "Whenever one or more creatures you control attack in a band, draw a card.")
    knight = creature("knight", ANN, "Banding")
    banded = attack(knight=BOB, bear=BOB, step={"bands": [["knight", "bear"]]})
    given(knight, BEAR, drum).when(banded).then(triggers(drum=1))
    given(knight, BEAR, drum).when(attack(knight=BOB, bear=BOB)).then(triggers())


def test_zombies_and_tokens_are_both_yours() -> None:
    drum = enchantment("drum", ANN, "Whenever one or more Zombies and/or tokens you control attack, draw a card.")
    zombie = creature("zombie", BOB, types=("Zombie",))
    given(creature("token", ANN, token=True), drum).when(attack(token=BOB)).then(triggers(drum=1))
    given(zombie, drum, active=BOB).when(attack(zombie=ANN)).then(triggers())


def test_a_trigger_whose_sentence_has_a_colon_is_no_activated_ability() -> None:
    raider = creature("raider", ANN, "Whenever this creature attacks a player, you may pay {2}: draw a card.")
    given(raider).when(attack(raider=BOB)).then(triggers(raider=1))


@pytest.mark.parametrize(
    ("text", "flying"),
    [
        ("Whenever this creature blocks a creature, if that creature has flying, draw a card.", False),
        ("Whenever this creature blocks a creature, if that creature doesn't have flying, draw a card.", True),
    ],
)
def test_that_creature_is_the_other_one(text: str, flying: bool) -> None:
    guard = creature("guard", BOB, f"Reach, flying\n{text}")
    given(BEAR, guard).when(attack(bear=BOB), block(guard="bear")).then(triggers(**({"guard": 1} if flying else {})))
    given(creature("bird", ANN, "Flying"), guard).when(attack(bird=BOB), block(guard="bird")).then(
        triggers(**({} if flying else {"guard": 1}))
    )


@pytest.mark.parametrize(("counters", "even"), [({}, True), ({"+1/+1": 2}, True), ({"+1/+1": 1, "charge": 2}, False)])
def test_an_even_number_of_counters(counters: dict[str, int], even: bool) -> None:
    text = "This creature can't attack as long as it has an even number of counters on it."
    given(creature("twin", ANN, text, counters=counters)).when(attack(twin=BOB)).then(illegal("508.1c") if even else legal)


def test_goblins_beside_red_creatures_need_not_be_red() -> None:
    chief = creature("chief", BOB, "Other red creatures and Goblins can't block.", types=("Goblin",), colors=["R"])
    for blocker, can in ((creature("b", BOB, types=("Goblin",)), False), (creature("b", BOB, colors=["R"]), False)):
        given(BEAR, chief, blocker).when(attack(bear=BOB), block(b="bear")).then(legal if can else illegal("509.1b"))
    given(BEAR, chief, creature("b", BOB)).when(attack(bear=BOB), block(b="bear")).then(legal)


def test_otherwise_is_where_the_condition_before_doesnt_hold() -> None:
    ox = creature("ox", ANN, "This creature has flying as long as you control a Goblin. Otherwise, it can't attack.")
    given(ox).when(attack(ox=BOB)).then(illegal("508.1c"))
    given(ox, creature("g", ANN, types=("Goblin",)), OXEN).when(attack(ox=BOB), block(oxen="ox")).then(illegal("509.1b"))


def test_what_has_something_and_loses_all_other_abilities_keeps_it() -> None:
    aura = enchantment("aura", BOB, "Enchanted creature has defender and loses all other abilities.", attached_to="bird")
    bird = creature("bird", ANN, "Flying\nThis creature attacks each combat if able.")
    given(bird, aura).when(attack()).then(legal)
    given(bird, aura).when(attack(bird=BOB)).then(illegal("508.1c"))


@pytest.mark.parametrize(
    "text",
    [
        "This creature has defender and loses all other abilities.",
        "This creature loses all abilities and has defender.",
        "As long as it's your turn, this creature has defender and loses all other abilities.",
    ],
)
def test_what_loses_all_its_other_abilities_by_itself_keeps_what_it_says(text: str) -> None:
    given(creature("bird", ANN, f"Flying\n{text}")).when(attack(bird=BOB)).then(illegal("508.1c"))


def test_what_hasnt_been_exerted_this_turn_depends_on_what_is_stated() -> None:
    text = "If this creature hasn't been exerted this turn, you may exert it as it attacks."
    given(creature("ram", ANN, text)).when(attack(ram=BOB)).then(legal)


def test_as_long_as_it_is_your_ring_bearer() -> None:
    frodo = creature("frodo", ANN, "As long as Frodo is your Ring-bearer, it can't be blocked.")
    bearer = {**frodo, "designations": ["Ring-bearer"]}
    given(bearer, OXEN).when(attack(frodo=BOB), block(oxen="frodo")).then(illegal("509.1b"))
    given(frodo, OXEN).when(attack(frodo=BOB), block(oxen="frodo")).then(refused("wording-not-understood"))


def test_a_mode_with_an_anchor_word_depends_on_what_was_chosen() -> None:
    siege = enchantment(
        "siege", ANN, "As this enchantment enters, choose Khans or Dragons.\n• Khans — Creatures you control can't be blocked."
    )
    given(siege, BEAR, OXEN).when(attack(bear=BOB), block(oxen="bear")).then(
        refused("wording-not-understood", "Khans was chosen")
    )
    given(siege, BEAR, OXEN, facts={ANN: ["Khans was chosen"]}).when(attack(bear=BOB), block(oxen="bear")).then(illegal("509.1b"))


@pytest.mark.parametrize("word", ["Khans", "Dragons"])
def test_a_keyword_behind_an_anchor_word_is_had_if_that_was_chosen(word: str) -> None:
    ox = creature("ox", ANN, "As this creature enters, choose Khans or Dragons.\n• Khans — Flying\n• Dragons — Defender")
    facts = {ANN: {f"{each} was chosen": each == word for each in ("Khans", "Dragons")}}
    if word == "Khans":
        given(ox, OXEN, facts=facts).when(attack(ox=BOB), block(oxen="ox")).then(illegal("509.1b"))
    else:
        given(ox, facts=facts).when(attack(ox=BOB)).then(illegal("508.1c"))
    given(ox).when(attack(ox=BOB)).then(refused("wording-not-understood", "Dragons was chosen"))


KEYWORDS_UNDER_A_CONDITION = {
    "LEVEL 2+\nFlying": {"counters": {"level": 2}},
    "LEVEL 1-2\n3/3\nFlying\nLEVEL 3+\n4/4\nDefender": {"counters": {"level": 2}},
    "8+ | Flying\n3/5": {"counters": {"charge": 8}},
    "{3}: Level 2\nFlying": {"designations": ["level 2"]},
}


@pytest.mark.parametrize("text", KEYWORDS_UNDER_A_CONDITION)
def test_a_keyword_of_a_level_or_a_station_symbol_is_had_then_only(text: str) -> None:
    reached, below = KEYWORDS_UNDER_A_CONDITION[text], {"designations": []}
    for more, ruling in ((reached, illegal("509.1b")), (below, legal)):
        given(creature("ox", ANN, text, **more), OXEN).when(attack(ox=BOB), block(oxen="ox")).then(ruling)


@pytest.mark.parametrize(("speed", "ruling"), [(["max speed"], illegal("509.1b")), ([], legal)])
def test_a_keyword_of_max_speed_is_had_at_max_speed_only(speed: list[str], ruling: Any) -> None:
    racer = creature("racer", ANN, "Max speed — Flying")
    given(racer, OXEN, designations={ANN: speed}).when(attack(racer=BOB), block(oxen="racer")).then(ruling)
    given(racer, OXEN).when(attack(racer=BOB), block(oxen="racer")).then(refused("wording-not-understood", "max speed"))


def test_an_ability_word_may_contain_the_name() -> None:
    ox = creature("ox", ANN, "Ox's Fury — Whenever this creature attacks, draw a card.")
    given(ox).when(attack(ox=BOB)).then(triggers(ox=1))


def test_an_ability_that_triggers_triggers_again() -> None:
    ox = creature("ox", ANN, "Whenever this creature attacks, draw a card.")
    echo = "If an ability of a creature you control triggers, that ability triggers an additional time."
    given(ox, enchantment("echo", ANN, echo)).when(attack(ox=BOB)).then(triggers(ox=2))


def test_a_trigger_of_this_turn_is_no_ability_of_a_permanent() -> None:
    for text in (
        "Whenever this creature attacks this turn, draw a card.",
        "Until end of turn, whenever this creature attacks, draw.",
    ):
        given(creature("ox", ANN, text)).when(illegally(attack(ox=BOB))).then(refused("wording-not-understood"))
