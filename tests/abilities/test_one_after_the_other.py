"""What is done one after the other, where "you may" and "if you do" ask for all of it (608.2c, 609.3)."""

from typing import Any

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, enchantment, given, has, left, life, permanent, resolve


def imp(text: str, **more: Any) -> dict[str, Any]:
    return creature("imp", ANN, f"Whenever this creature attacks, {text}", **more)


def test_what_is_exiled_can_be_returned() -> None:
    """400.7: it can once it is exiled."""
    text = "you may exile target creature you control, then return it to the battlefield under your control."
    board = given(imp(text), creature("cub", ANN, tapped=True))
    chosen = {"source": "imp", "targets": ["cub"], "accept": [True]}
    game = board.when(attack(imp=BOB), resolve("all", chosen)).then(left("cub")).game
    assert [each.tapped for each in game.board.permanents.values() if each.name == "Cub"] == [False]


def test_if_you_do_asks_for_all_that_the_sentence_said() -> None:
    text = "sacrifice an artifact and put a +1/+1 counter on this creature. If you do, you gain 3 life."
    given(imp(text)).when(attack(imp=BOB), resolve()).then(has("imp", counters={"+1/+1": 1}), life(Ann=20))
    relic = permanent("relic", ANN, types=("Artifact",))
    given(imp(text), relic).when(attack(imp=BOB), resolve()).then(has("imp", counters={"+1/+1": 1}), life(Ann=23))


def test_what_a_player_may_do_is_done_only_if_all_of_it_can_be() -> None:
    text = "you may sacrifice an artifact and sacrifice a land. If you do, you gain 3 life."
    chosen = {"source": "imp", "accept": [True]}
    relic, isle = permanent("relic", ANN, types=("Artifact",)), permanent("isle", ANN, types=("Land",))
    given(imp(text), relic).when(attack(imp=BOB), resolve("all", chosen)).then(left(), life(Ann=20))
    given(imp(text), relic, isle).when(attack(imp=BOB), resolve("all", chosen)).then(left("relic", "isle"), life(Ann=23))


def test_if_you_dont_follows_where_not_all_of_it_was_done() -> None:
    text = "sacrifice an artifact and sacrifice a land. If you don't, you lose 3 life."
    relic, isle = permanent("relic", ANN, types=("Artifact",)), permanent("isle", ANN, types=("Land",))
    given(imp(text), relic).when(attack(imp=BOB), resolve()).then(left("relic"), life(Ann=17))
    given(imp(text), relic, isle).when(attack(imp=BOB), resolve()).then(left("relic", "isle"), life(Ann=20))


@pytest.mark.parametrize("accept", [True, False])
def test_what_is_not_created_is_not_what_was_created_before(accept: bool) -> None:
    goblin = "create a 1/1 red Goblin creature token. It gains haste until end of turn."
    text = f"create a Treasure token. You may pay {{1}}. If you do, {goblin}"
    chosen = {"source": "imp", "accept": [accept]}
    game = given(imp(text), mana={ANN: "{R}"}).when(attack(imp=BOB), resolve("all", chosen)).outcome().game
    hasty = [each.name for each in game.board.permanents.values() if "haste" in game.view.keywords(each.id)]
    assert hasty == (["Goblin"] if accept else [])


def test_each_player_sacrifices_of_their_own() -> None:
    text = "each opponent sacrifices a creature with the greatest power among creatures they control."
    elks = [creature("elk", BOB, power=4), creature("hare", BOB, power=1), creature("eel", CAT, power=3), creature("fly", CAT)]
    board = given(imp(text), *elks, players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB), resolve()).then(left("elk", "eel"))


@pytest.mark.parametrize("words", ["sacrifice it. If you do, draw a card.", "you may sacrifice it. If you do, draw a card."])
def test_what_somebody_else_controls_by_now_is_not_sacrificed(words: str) -> None:
    """701.21a."""
    thief = enchantment("thief", BOB, "Whenever a creature attacks and isn't blocked, gain control of that creature.")
    text = f"Whenever this creature attacks and isn't blocked, {words}"
    board = given(creature("imp", ANN, text), thief)
    sacrifices = resolve("all", {"source": "imp", "accept": [True] * ("may" in words)})
    stolen = board.when(attack(imp=BOB), block(), sacrifices).then(left()).game
    assert stolen.board.hand[ANN] == 0
    mine = given(creature("imp", ANN, text)).when(attack(imp=BOB), block(), sacrifices)
    assert mine.then(left("imp")).game.board.hand[ANN] == 1


def test_what_is_not_exiled_is_not_what_was_destroyed_before() -> None:
    text = (
        "destroy target artifact. Then you may exile target card from a graveyard. "
        "If an artifact card is exiled this way, you gain 5 life."
    )
    relic = permanent("relic", BOB, types=("Artifact",))
    bog = permanent("bog", ANN, types=("Land",))
    chosen = {"source": "imp", "targets": ["relic", "bog"], "cards": [bog], "accept": [False]}
    given(imp(text), relic, graveyard={ANN: 1}).when(attack(imp=BOB), resolve("all", chosen)).then(left("relic"), life(Ann=20))


def test_what_is_said_of_targets_that_if_you_do_names_is_done_only_then() -> None:
    text = (
        "Whenever this creature attacks, you may pay {2}. If you do, tap up to two target creatures. Those creatures don't untap "
        "during their controllers' next untap steps."
    )
    elk = creature("elk", BOB, tapped=True)
    board = given(creature("imp", ANN, text), elk, mana={ANN: "{C}{C}"})
    for accept in (True, False):
        resolution = resolve("all", {"source": "imp", "targets": ["elk"], "accept": [accept]})
        outcome = board.when(attack(imp=BOB), resolution, {"turn": BOB}).outcome()
        assert outcome.game.board.permanents["elk"].tapped == accept


def test_if_you_do_asks_for_both_that_a_sentence_joins() -> None:
    """It isn't sacrificed by whom it isn't controlled: there is no additional combat, though the Aura is attached."""
    text = (
        "Enchant creature\nWhen enchanted creature attacks, sacrifice it and attach this Aura to a creature you control. "
        "If you do, you gain 3 life."
    )
    for who, gained in ((ANN, 3), (BOB, 0)):
        imp, aura = creature("imp", ANN), {**enchantment("rage", who, text), "subtypes": ["Aura"], "attached_to": "imp"}
        board = given(imp, creature("ox", who), aura)
        board.when(attack(imp=BOB), resolve("all")).then(life(**{who: 20 + gained}))


def test_what_is_said_of_whose_a_target_is_waits_for_if_you_do_too() -> None:
    text = "you may pay {2}. If you do, destroy target creature. That creature's controller draws a card."
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("elk", BOB), mana={ANN: "{C}{C}"})
    for accept in (True, False):
        resolution = resolve("all", {"source": "imp", "targets": ["elk"], "accept": [accept]})
        assert board.when(attack(imp=BOB), resolution).outcome().game.board.hand[BOB] == accept
