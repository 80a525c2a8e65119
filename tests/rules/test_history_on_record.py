"""What happened before in the turn or the combat is taken from the game's record; what the record can't show may be stated."""

from typing import Any

import pytest
from referee import ANN, BOB, CAT, Given, When, attack, block, creature, enchantment, given, illegal, legal, permanent, refused

AGAIN: dict[str, Any] = {"combat": "again"}
SNEAK = "Vigilance\nThis creature can't be blocked if {}."
EXERT = "Vigilance\nYou may exert this creature as it attacks. When you do, draw a card."


def board(condition: str, *others: dict[str, Any], **more: Any) -> Given:
    """Ann's sneak, which can't be blocked under a condition, her ox, and Bob's guard."""
    ox = creature("ox", ANN, "Vigilance", types=("Goblin",))
    return given(creature("sneak", ANN, SNEAK.format(condition)), ox, *others, creature("guard", BOB), **more)


def then_blocked(condition: str, *before: dict[str, Any], others: tuple[dict[str, Any], ...] = (), **more: Any) -> When:
    """The guard blocks the sneak in a later combat of the turn."""
    return board(condition, *others, **more).when(*before, AGAIN, attack(sneak=BOB), block(guard="sneak"))


def test_attacking_and_blocking_earlier_in_the_turn() -> None:
    for condition in (
        "it attacked this turn",
        "this creature attacked or blocked this turn",
        "it has attacked this turn",
        "you attacked this turn",
        "you attacked with a creature this turn",
        "an opponent didn't attack this turn",
        "a creature attacked this turn",
        "no opponents attacked this turn",
    ):
        then_blocked(condition, attack(sneak=BOB)).then(illegal("509.1b", "sneak"))
    for condition in (
        "it was blocked this turn",
        "this creature became blocked this turn",
        "it has been blocked this turn",
    ):
        then_blocked(condition, attack(sneak=BOB), block(guard="sneak")).then(illegal("509.1b"))
        then_blocked(condition, attack(sneak=BOB), block()).then(legal)
    for condition in ("it hasn't been blocked this turn", "this creature hasn't blocked this turn"):
        then_blocked(condition, attack(sneak=BOB), block()).then(illegal("509.1b"))


def test_what_this_combat_is_and_what_an_earlier_one() -> None:
    board("it attacked this combat").when(attack(sneak=BOB), block(guard="sneak")).then(illegal("509.1b"))
    then_blocked("it was blocked this combat", attack(sneak=BOB), block(guard="sneak")).then(legal)
    guard = creature("guard", BOB, "This creature can't attack if it blocked this combat.")
    turns = (attack(ox=BOB), block(guard="ox"), {"turn": BOB}, attack(guard=ANN))
    given(creature("ox", ANN), guard).when(*turns).then(legal)


def test_how_many_attacked() -> None:
    two = "you attacked with two or more creatures this turn"
    then_blocked(two, attack(sneak=BOB)).then(legal)
    then_blocked(two, attack(sneak=BOB, ox=BOB)).then(illegal("509.1b"))
    pair = "you attacked with exactly one other creature this combat"
    lone, together = attack(sneak=BOB), attack(sneak=BOB, ox=BOB)
    board(pair).when(lone, block(guard="sneak")).then(legal)
    board(pair).when(together, block(guard="sneak")).then(illegal("509.1b"))
    three = board(pair, creature("elk", ANN))
    three.when(attack(sneak=BOB, ox=BOB, elk=BOB), block(guard="sneak")).then(legal)


def test_what_attacked_and_whom() -> None:
    then_blocked("you attacked with a Goblin this turn", attack(ox=BOB)).then(illegal("509.1b"))
    then_blocked("you attacked with a Goblin this turn", attack(sneak=BOB)).then(legal)
    then_blocked("another creature attacked this turn", attack(sneak=BOB)).then(legal)
    then_blocked("another creature attacked this turn", attack(ox=BOB)).then(illegal("509.1b"))
    guard = creature("guard", BOB, "This creature can't block if an opponent attacked you this turn.")
    three = given(creature("ox", ANN, "Vigilance"), guard, creature("cow", CAT), players=(ANN, BOB, CAT))
    block_again = (AGAIN, attack(ox=BOB), block(guard="ox"))
    # Being attacked now is being attacked this turn, too.
    three.when(attack(ox=BOB), block(guard="ox")).then(illegal("509.1b"))
    three.when(attack(ox=CAT), *block_again).then(illegal("509.1b"))
    other = creature("guard", BOB, "This creature can't block if you attacked this turn.")
    given(creature("ox", ANN), other).when(attack(ox=BOB), block(guard="ox")).then(legal)


def test_what_left_may_have_been_a_goblin() -> None:
    left = (attack(ox=BOB), block(), {"leaves": "ox"})
    asked = "you attacked with an artifact creature this turn"
    then_blocked(asked, *left).then(refused("wording-not-understood", asked))
    then_blocked(asked, *left, facts={ANN: [asked]}).then(illegal("509.1b"))
    then_blocked("you attacked with a creature this turn", *left).then(illegal("509.1b"))


def test_exerting() -> None:
    runner = creature("runner", ANN, EXERT)
    law = creature("law", BOB, "Creatures exerted this turn can't attack.")
    again = (AGAIN, attack(runner=BOB))
    given(runner, law).when(attack(runner=BOB), *again).then(legal)
    given(runner, law).when(attack(runner=BOB) | {"optional_costs": {"runner": "exert"}}, *again).then(illegal("508.1c"))
    tomorrow = ({"turn": BOB}, {"turn": ANN}, {"changes": {"id": "runner", "tapped": False}})
    exerted = attack(runner=BOB) | {"optional_costs": {"runner": "exert"}}
    given(runner, law).when(exerted, *tomorrow, attack(runner=BOB)).then(legal)
    shy = creature("runner", ANN, EXERT + "\nThis creature can't attack if it's been exerted this turn.")
    given(shy).when(exerted, *again).then(illegal("508.1c"))
    said = {"runner": ["it's been exerted this turn"]}
    given(shy, facts=said).when(attack(runner=BOB)).then(illegal("508.1c"))


def test_entering() -> None:
    fresh = creature("sneak", ANN, SNEAK.format("it entered the battlefield this turn") + "\nHaste")
    guard = creature("guard", BOB)
    given(guard).when({"enters": fresh}, attack(sneak=BOB), block(guard="sneak")).then(illegal("509.1b"))
    given(guard, fresh).when(attack(sneak=BOB), block(guard="sneak")).then(legal)
    asked = "an artifact entered the battlefield under your control this turn"
    relic = permanent("relic", ANN, types=("Artifact",))
    entering = ({"enters": relic}, attack(sneak=BOB), block(guard="sneak"))
    board(asked).when(*entering).then(illegal("509.1b"))
    # Of what is there from the start, or left, nothing is known.
    board(asked).when(attack(sneak=BOB), block(guard="sneak")).then(refused("wording-not-understood", asked))
    board(asked, facts={ANN: {asked: False}}).when(attack(sneak=BOB), block(guard="sneak")).then(legal)


def test_not_declared_as_an_attacking_or_blocking_creature() -> None:
    law = creature("law", BOB, "Creatures not declared as an attacking or blocking creature this combat can't be blocked.")
    ox = creature("ox", ANN)
    imp = {"enters": creature("imp", ANN), "attacking": BOB}
    given(ox, law).when(attack(ox=BOB), imp, block(law="ox")).then(legal)
    given(ox, law).when(attack(ox=BOB), imp, block(law="imp")).then(illegal("509.1b"))


def test_during_its_controllers_last_turn() -> None:
    law = creature("law", BOB, "Creatures that attacked during their controller's last turn can't attack.")
    turns = ({"turn": BOB}, {"turn": ANN})
    rested = given(creature("ox", ANN), law, facts={"ox": {"that attacked during their controller's last turn": False}})
    rested.when(attack(ox=BOB), *turns, attack(ox=BOB)).then(illegal("508.1c"))
    rested.when(attack(), *turns, attack(ox=BOB)).then(legal)
    given(creature("ox", ANN), law).when(attack(ox=BOB)).then(refused("wording-not-understood", "last turn"))


@pytest.mark.parametrize("stated", [{}, {"facts": {"sneak": {"it attacked this turn": False}}}])
def test_the_record_goes_before_what_is_stated(stated: dict[str, Any]) -> None:
    then_blocked("it attacked this turn", attack(sneak=BOB), **stated).then(illegal("509.1b"))


def test_what_was_before_the_record_may_be_stated() -> None:
    shy = creature("shy", ANN, "This creature can't attack if it attacked this turn.")
    given(shy).when(attack(shy=BOB)).then(legal)
    given(shy, facts={"shy": ["it attacked this turn"]}).when(attack(shy=BOB)).then(illegal("508.1c"))


def test_a_creature_that_left_and_came_back_is_another_one() -> None:
    shy = creature("shy", ANN, "Haste\nVigilance\nThis creature can't attack if it attacked this turn.")
    back = ({"leaves": "shy"}, {"enters": shy}, AGAIN, attack(shy=BOB))
    given(shy).when(attack(shy=BOB), block(), AGAIN, attack(shy=BOB)).then(illegal("508.1c"))
    given(shy).when(attack(shy=BOB), block(), *back).then(legal)


def test_what_attacked_during_your_last_turn_is_on_record() -> None:
    slow = creature("slow", ANN, "This creature can't attack if it attacked during your last turn.\nVigilance")
    turns = ({"turn": BOB}, {"turn": ANN})
    given(slow).when(attack(), *turns, attack(slow=BOB)).then(legal)
    given(slow).when(attack(), *turns, attack(slow=BOB), *turns, attack(slow=BOB)).then(illegal("508.1c"))


def test_what_didnt_attack_during_its_controllers_last_turn_is_on_record() -> None:
    law = enchantment("law", CAT, "Creatures that didn't attack during their controller's last turn can't block.")
    board = given(law, creature("bear", ANN, "Vigilance"), creature("ox", BOB, "Vigilance"), players=(ANN, BOB, CAT))
    turns = (attack(), {"turn": BOB}, attack(ox=ANN), {"turn": CAT}, {"turn": ANN}, attack(bear=BOB))
    board.when(*turns, block(ox="bear")).then(legal)
    idle = (attack(), {"turn": BOB}, attack(), {"turn": CAT}, {"turn": ANN}, attack(bear=BOB))
    board.when(*idle, block(ox="bear")).then(illegal("509.1b"))


def test_what_may_be_exerted_unless_it_was_already() -> None:
    offered = "If this creature hasn't been exerted this turn, you may exert it as it attacks."
    exerting = attack(ram=BOB) | {"optional_costs": {"ram": "exert"}}
    ram = given(creature("ram", ANN, f"Vigilance\n{offered}"))
    ram.when(exerting).then(legal)
    ram.when(exerting, AGAIN, exerting).then(illegal("508.1g"))
    ram.when(attack(ram=BOB), AGAIN, exerting).then(legal)


THREE = (ANN, BOB, CAT)
AWAY = ({"turn": BOB}, {"turn": CAT}, {"turn": ANN})


def test_who_attacked_whom_during_their_last_turn() -> None:
    text = "This creature can attack players who attacked you during their last turn as though it didn't have defender."
    sentinels = creature("sentinels", ANN, f"Defender\n{text}")
    three = given(sentinels, creature("ox", BOB), creature("elk", CAT), players=THREE)
    for target, ruling in ((ANN, legal), (CAT, illegal("508.1c"))):
        turns = ({"turn": BOB}, attack(ox=target), {"turn": CAT}, attack(), {"turn": ANN})
        three.when(*turns, attack(sentinels=BOB)).then(ruling)
        three.when(*turns, attack(sentinels=CAT)).then(illegal("508.1c"))
    # Nobody but Ann has had a turn on record.
    three.when(attack(sentinels=BOB)).then(refused("wording-not-understood", "attacked you during their last turn"))
    stated = {BOB: ["attacked you during their last turn"]}
    given(sentinels, creature("ox", BOB), players=(ANN, BOB), facts=stated).when(attack(sentinels=BOB)).then(legal)
    given(sentinels, creature("ox", BOB)).when(attack()).then(legal)


def test_who_attacked_earlier_than_their_last_turn_didnt_in_it() -> None:
    shy = creature("shy", ANN, "This creature can't be blocked if defending player attacked you during their last turn.")
    board = given(shy, creature("ox", BOB, "Vigilance"))
    once = ({"turn": BOB}, attack(ox=ANN), {"turn": ANN})
    board.when(*once, attack(shy=BOB), block(ox="shy")).then(illegal("509.1b"))
    board.when(*once, {"turn": BOB}, attack(), {"turn": ANN}, attack(shy=BOB), block(ox="shy")).then(legal)


def test_who_exerted_a_creature() -> None:
    runner = creature("runner", ANN, EXERT)
    exerted = attack(runner=BOB) | {"optional_costs": {"runner": "exert"}}
    for condition in ("you exerted a creature this turn", "you've exerted a creature this turn"):
        then_blocked(condition, attack(runner=BOB), others=(runner,)).then(legal)
        then_blocked(condition, exerted, others=(runner,)).then(illegal("509.1b"))
        then_blocked(condition, exerted, {"leaves": "runner"}, others=(runner,)).then(illegal("509.1b"))
    theirs = creature("guard", BOB, "This creature can't block if you exerted a creature this turn.")
    given(runner, theirs).when(exerted, block(guard="runner")).then(legal)
    facts = {ANN: ["you exerted a creature this turn"]}
    board("you exerted a creature this turn", facts=facts).when(attack(sneak=BOB), block(guard="sneak")).then(illegal("509.1b"))


def test_what_came_under_control_this_turn() -> None:
    text = "Haste\nThis creature can't attack if it came under your control this turn."
    for more, ruling in (({}, legal), ({"summoning_sick": True}, illegal("508.1c"))):
        given(creature("shy", ANN, text, **more)).when(attack(shy=BOB)).then(ruling)
    given().when({"enters": creature("shy", ANN, text)}, attack(shy=BOB)).then(illegal("508.1c"))
    taken = {"changes": {"id": "shy", "controller": ANN}}
    given(creature("shy", BOB, text)).when(taken, attack(shy=BOB)).then(illegal("508.1c"))
    given(creature("shy", BOB, text)).when(taken, {"turn": BOB}, {"turn": ANN}, attack(shy=BOB)).then(legal)
    law = creature("law", BOB, "Creatures that came under your control this turn can't block.")
    fresh = creature("fresh", BOB)
    given(creature("ox", ANN), law, fresh).when(attack(ox=BOB), block(fresh="ox")).then(legal)
    given(creature("ox", ANN), law).when({"enters": fresh}, attack(ox=BOB), block(fresh="ox")).then(illegal("509.1b"))
    # It came in the turn before, though it is sick still.
    three = given(creature("cow", CAT), law, players=THREE)
    turns = ({"enters": fresh}, {"turn": CAT}, attack(cow=BOB), block(fresh="cow"))
    three.when(*turns).then(legal)


DAMAGE: dict[str, Any] = {"damage": {}}


@pytest.mark.parametrize(
    ("condition", "happened"),
    [
        ("it dealt damage this turn", True),
        ("it dealt combat damage this turn", True),
        ("it dealt damage to a player this turn", True),
        ("it dealt combat damage to a player this turn", True),
        ("an opponent was dealt damage this turn", True),
        ("defending player was dealt combat damage this turn", True),
        ("an opponent lost life this turn", True),
        ("it hasn't dealt damage this turn", False),
        ("it was dealt damage this turn", None),
        ("you lost life this turn", None),
    ],
)
def test_damage_that_is_on_record(condition: str, happened: bool | None) -> None:
    """None: the record doesn't show it, and damage that no case states may have been dealt."""
    ruling = {True: illegal("509.1b"), False: legal, None: refused("wording-not-understood", "this turn")}[happened]
    then_blocked(condition, attack(sneak=BOB), block(), DAMAGE).then(ruling)
    then_blocked(condition, attack(), DAMAGE if False else {"leaves": "ox"}).then(refused("wording-not-understood", "this turn"))


def test_creatures_that_dealt_and_were_dealt_damage() -> None:
    text = "Creatures {} this turn can't attack."
    fight = (attack(bull=BOB), block(guard="bull"), DAMAGE, AGAIN)
    for said in ("that dealt damage", "that were dealt damage", "dealt damage", "that dealt combat damage"):
        bull = creature("bull", ANN, "Vigilance", power=1, toughness=9)
        guard, law = creature("guard", BOB, power=1, toughness=9), {"enters": enchantment("law", BOB, text.format(said))}
        given(bull, guard).when(*fight, law, attack(bull=BOB)).then(illegal("508.1c"))
        given(bull, guard).when(law, attack(bull=BOB)).then(refused("wording-not-understood", said))
    marked = creature("bull", ANN, toughness=9, marked=1)
    given(marked, creature("guard", BOB, text.format("dealt damage"))).when(attack(bull=BOB)).then(illegal("508.1c"))


def test_who_controls_the_most_or_is_tied_for_it() -> None:
    horror = creature(
        "horror",
        ANN,
        "This creature can't be blocked as long as defending player controls the most creatures or is tied for the most.",
    )
    for others, ruling in (((), illegal("509.1b")), (("ox",), legal)):
        mine = tuple(creature(id, ANN) for id in others)
        given(horror, *mine, creature("guard", BOB)).when(attack(horror=BOB), block(guard="horror")).then(ruling)
    herd = (creature("elk", CAT), creature("deer", CAT))
    three = given(horror, creature("guard", BOB), *herd, players=THREE)
    three.when(attack(horror=BOB), block(guard="horror")).then(legal)
